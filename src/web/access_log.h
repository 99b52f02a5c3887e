/* A line for each request, in the common log format of web servers. */
#ifndef SUPERFLIP_WEB_ACCESS_LOG_H
#define SUPERFLIP_WEB_ACCESS_LOG_H
#include <stdint.h>
#include <stdio.h>
#include <time.h>

/* What is told of a request; texts are as the client sent them, and NULL if it did not. */
struct web_log_line {
	time_t begin;
	char *method, *uri, *version;
	unsigned status;              /* 0: it got no reply of ours */
	uint64_t n_bytes;             /* of the reply's body */
};

/** Write a line: CLIENT - - [TIME] "METHOD URI VERSION" STATUS BYTES.  Nothing in it steers a terminal or ends the line, a quote in
 * the request is written as \x22, and the page's query, which may be the token, as "...". */
void web_log_write(FILE *out, const char *client, const struct web_log_line *line);

/** Free the texts. */
void web_log_forget(struct web_log_line *line);
#endif
