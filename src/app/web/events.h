/* A job as JSON, and as server-sent events (WHATWG HTML, "Server-sent events"); doc/openapi.yaml has both. */
#ifndef SUPERFLIP_WEB_EVENTS_H
#define SUPERFLIP_WEB_EVENTS_H
#include "web/jobs.h"

#include <stdio.h>

/** A job as JSON; NULL without memory. */
json_t *web_job_json(struct web_job *job);

/** How far a client has been told. */
struct web_cursor {
	bool has_begun, has_ended;
	bool has_waited;              /* `ahead` was told */
	unsigned ahead;
	uint64_t n_iterations;
	uint64_t n_solutions;
	uint64_t n_changes, n_nodes;  /* of the last progress that was told */
	double told_s;                /* when something was written last */
};

/** Where a client goes on that has seen the event with this id; the beginning if it is none of ours. */
struct web_cursor web_cursor_after(const char *last_event_id);

/** Write the events that the client has not been told yet, perhaps none; after `end` cursor->has_ended.
 * @param now_s  of clock_monotonic_s(); progress is written at most four times a second, a comment after 15 s
 *               of silence */
void web_events_write(struct web_job *job, struct web_cursor *cursor, double now_s, FILE *out);

/** How long to wait before something may have to be written, if the job does not change. */
extern const double web_events_pause_s;
#endif
