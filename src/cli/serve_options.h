/* The options of superflip serve. */
#ifndef SUPERFLIP_CLI_SERVE_OPTIONS_H
#define SUPERFLIP_CLI_SERVE_OPTIONS_H
#include "web/http.h"

struct serve_options {
	struct web_http_options http;
	struct web_limits limits;
	struct web_engine_options engine;
	struct web_access access;      /* is_local follows from http.bind */
	const char *access_log;        /* a file, "-" for standard error; NULL: none */
	bool is_quiet;
	char token[260];               /* of --token-file */
};

/** Read the options; complains about what is wrong, prints --help.
 * @return false to leave with *exit_status */
bool serve_options_read(int argc, char **argv, struct serve_options *out, int *exit_status);
#endif
