/* Inside the queue: a job, and the table that holds it. */
#ifndef SUPERFLIP_WEB_JOB_H
#define SUPERFLIP_WEB_JOB_H
#include "web/jobs.h"

#include <pthread.h>

struct web_job {
	struct web_jobs *jobs;
	char id[WEB_JOB_ID_SIZE], client[WEB_CLIENT_SIZE];
	struct web_request request;
	bool wants_more;
	/* Guarded by jobs->lock: */
	enum web_job_state state;
	bool is_cancelled;
	unsigned n_holders, n_watchers;
	double asked_s, left_s, done_s;       /* when somebody asked for it, the last watcher left, it was done */
	superflip_job *work;                  /* once it runs; freed with the job */
	const char *heuristic;
	unsigned n_threads;
	struct web_error *error;              /* why it never began; owned; NULL: it did, or was cancelled */
	struct web_job *next;                 /* in jobs->first, the oldest first */
};

struct web_jobs {
	struct web_engine *engine;
	struct web_limits limits;
	pthread_mutex_t lock;                 /* guards everything below, and what job.h says of jobs */
	pthread_cond_t changed;               /* the queue, the state of a job, is_stopping */
	struct web_job *first, **end;         /* all that can be found, held once by this list */
	struct web_job_counts counts;         /* waiting, running and kept are counted where they change */
	bool is_stopping;
	unsigned n_threads;
	pthread_t *threads;                   /* limits.running that search, and one that keeps order */
};

/** Give a job back while the lock is held. */
void web_job_drop(struct web_job *job);

/** Cancel a job that is not done; one that waits is then done.  The lock is held. */
void web_job_stop(struct web_job *job);

/** A thread that takes jobs from the queue and searches; a thread that drops what is old and cancels what nobody wants. */
void *web_jobs_search(void *jobs);
void *web_jobs_keep_order(void *jobs);
#endif
