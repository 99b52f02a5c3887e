/* A shard whose items take long each, or come in another order than that of the list: what is done is kept in the part, a record in
 * JSON Lines (report/run_log.h), a line for each item, and goes into the shard in the order of the list at the end. */
#ifndef SUPERFLIP_CLI_SHARD_LOG_H
#define SUPERFLIP_CLI_SHARD_LOG_H
#include "cli/shard.h"
#include "report/run_log.h"

struct shard_log {
	struct shard_run run;
	struct run_log log;
	char **text;                  /* of the shard's items, NULL: not done; owned */
	uint8_t *kind;
	uint64_t n_items, n_done;
	bool is_quick;                /* an item takes less than to keep it: an interrupted run begins again; set by the caller */
};

/** The first line of a record (report/run_log.h), as head of a shard. @return NULL without memory */
char *shard_log_head(json_t *parameters, json_t *about);

/** Begin or go on.  out->run.about is filled by the caller but for block_items; its head is taken over.
 * @return EXIT_SOLVED: out->run.is_whole and there is nothing to do, or it is to be worked on; else complained and closed */
int shard_log_begin(struct shard_log *out, const char *directory, bool makes_again);

/** Whether an item of the whole list is to be done now. */
bool shard_log_wants(const struct shard_log *log, uint64_t item);

/** Keep what an item has given. @param text  its records; "" if there are none
 * @return EXIT_SOLVED; else complained */
int shard_log_add(struct shard_log *log, uint64_t item, unsigned kind, const char *text);

/** The same, with a JSON object as a line. @param line  a reference that is taken over; NULL counts as lack of memory */
int shard_log_add_line(struct shard_log *log, uint64_t item, unsigned kind, json_t *line);

/** Write the shard if all its items are done, otherwise say how many are; close the log.  log->run.n_of_kind is then set.
 * @return status, or another one after complaining */
int shard_log_end(struct shard_log *log, bool is_quiet, int status);
#endif
