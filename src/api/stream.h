/* Many cubes in work, in order; a job is a stream of one (job.c). */
#ifndef SUPERFLIP_API_STREAM_H
#define SUPERFLIP_API_STREAM_H
#include "api/task.h"

struct stream_iteration {
	uint64_t id;
	superflip_iteration iteration;
};

/* Cube number n, counted from 0, is in slot n % window. */
struct superflip_stream {
	struct task_owner owner;             /* first: tasks have a pointer to it */
	superflip_solver *solver;            /* kept; its lock guards everything here */
	struct request request;
	unsigned window;
	bool drops_brief_iterations;
	void (*on_change)(superflip_stream *stream);  /* of a job; NULL: nobody is notified, and tasks that were not begun are dropped
	                                               * when the stream is cancelled */
	struct task **slot;
	uint64_t n_added, n_taken, n_done, last_id;
	bool is_finished, is_cancelled;
	pthread_cond_t has_room, has_result;
	struct duplicates *duplicates;       /* NULL: every cube is searched */
	struct stream_iteration *iterations; /* a ring of n_kept */
	uint64_t n_kept;
	uint64_t n_iterations, n_given;      /* ended, and given to the caller */
	uint64_t n_generated;                /* of tasks that are done */
	unsigned threshold;                  /* of the latest complete iteration without a solution, */
	uint64_t threshold_id;               /* and its cube */
	double begin_s, end_s, taken_s;      /* opened, the latest task done, the latest result taken */
};

static inline struct task *stream_task(const superflip_stream *stream, uint64_t n)
{
	return stream->slot[n % stream->window];
}

/** @param stream  all zero but for on_change; on SUPERFLIP_OK released by stream_close()
 * @return as superflip_stream_open() */
superflip_status stream_init(superflip_stream *stream, superflip_solver *solver, const superflip_request *request,
                             const superflip_stream_options *options, superflip_error *error);

/** Cancel the stream, and release what it has but its own memory.
 * @return false in a forked child: what the parent's threads were changing stays */
bool stream_close(superflip_stream *stream);

/** Add a new task, which then is the stream's.
 * @return as superflip_stream_add() */
superflip_status stream_add_task(superflip_stream *stream, uint64_t id, struct task *task, double timeout_s, superflip_error *error);

/** With the lock held and a result there: take it.
 * @return the task, without its result, to be released without the lock */
struct task *stream_take(superflip_stream *stream, superflip_result **out);

/** With the lock held: wait for a condition of the stream.
 * @param timeout_s  negative: without end; 0: not at all
 * @param until      clock_after(timeout_s)
 * @return false: the time is over */
bool stream_wait(superflip_stream *stream, pthread_cond_t *condition, double timeout_s, const struct timespec *until);
#endif
