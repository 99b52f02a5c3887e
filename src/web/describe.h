/* What is asked for without a job: positions, scrambles, tables, the server itself. */
#ifndef SUPERFLIP_WEB_DESCRIBE_H
#define SUPERFLIP_WEB_DESCRIBE_H
#include "web/server.h"

/** Answer a GET of this name; each fills in *out. */
void web_show(struct web_server *server, const struct web_call *call, struct web_reply *out);
void web_scramble(struct web_server *server, const struct web_call *call, struct web_reply *out);
void web_tables(struct web_server *server, const struct web_call *call, struct web_reply *out);
void web_about(struct web_server *server, const struct web_call *call, struct web_reply *out);
void web_metrics(struct web_server *server, const struct web_call *call, struct web_reply *out);
void web_health(struct web_server *server, const struct web_call *call, struct web_reply *out);

/** A parameter that is one of two choices.
 * @param out  set to 0 or 1; to `standard` if the parameter is absent
 * @return false with *error filled */
bool web_query_choice(const struct web_call *call, const char *name, const char *const choices[2], unsigned standard, unsigned *out,
                      struct web_error *error);
/** A parameter that is a whole number from min to max. */
bool web_query_number(const struct web_call *call, const char *name, uint64_t min, uint64_t max, uint64_t standard, uint64_t *out,
                      struct web_error *error);
#endif
