/* Cubes that clients asked for: a queue with limits, threads that take from it, and results that are kept for a while.
 * Thread-safe. */
#ifndef SUPERFLIP_WEB_JOBS_H
#define SUPERFLIP_WEB_JOBS_H
#include "web/engine.h"

struct web_limits {
	unsigned waiting;             /* cubes in the queue */
	unsigned running;             /* cubes that are searched at the same time; 0: nothing is ever taken from the queue */
	unsigned per_client;          /* cubes of a client in the queue or searched */
	double seconds;               /* for a cube */
	size_t request_bytes;
	uint64_t solutions;           /* of a cube */
	double keep_s;                /* how long a result is kept */
	unsigned keep;                /* how many results are kept */
	double abandon_s;             /* how long a job goes on after nobody asked for it any more */
	double leave_s;               /* and after its last stream of events was closed */
};

struct web_limits web_limits_default(void);

enum { WEB_JOB_ID_SIZE = 33, WEB_CLIENT_SIZE = 64 };
enum web_job_state { WEB_JOB_WAITING, WEB_JOB_RUNNING, WEB_JOB_DONE };

/** One cube that a client asked for.  Who gets one gives it back by web_job_release(). */
struct web_job;

struct web_jobs;

/** What became of all jobs since the start. */
struct web_job_counts {
	uint64_t accepted, refused_full, refused_client, abandoned, evicted;
	uint64_t by_outcome[SUPERFLIP_FAILED + 1];
	uint64_t nodes;               /* of jobs that are done */
	double seconds;
	unsigned waiting, running, kept;
	bool is_stopping;
};

/** @param engine  borrowed until web_jobs_close(); NULL only if limits->running is 0
 * @return NULL without memory or threads (errno is set) */
struct web_jobs *web_jobs_open(struct web_engine *engine, const struct web_limits *limits);

/** Cancel all jobs; take no more.  Jobs that are asked for still tell what they have. */
void web_jobs_stop(struct web_jobs *jobs);

/** Stop, wait for the threads, and free everything; nobody may hold a job any more. */
void web_jobs_close(struct web_jobs *jobs);

const struct web_limits *web_jobs_limits(const struct web_jobs *jobs);
struct web_job_counts web_jobs_counts(struct web_jobs *jobs);

/** Queue a cube.
 * @param request  its contents are taken over if this succeeds
 * @param client   who asks, as far as can be told: an address
 * @return NULL with *error filled: 429 a limit, 503 */
struct web_job *web_jobs_add(struct web_jobs *jobs, struct web_request *request, const char *client, struct web_error *error);

/** The job with this id; it counts as asked for.  NULL: there is none, or none any more. */
struct web_job *web_jobs_find(struct web_jobs *jobs, const char *id);

void web_job_release(struct web_job *job);

/** Cancel a job that is not done. */
void web_job_cancel(struct web_job *job);

/** Somebody watches the job from now on, until he leaves. */
void web_job_watch(struct web_job *job);
void web_job_leave(struct web_job *job);

/** Wait until the job may have changed, at most for so long: its state, its progress, its place in the queue.
 * @param n_changes  as told by web_job_progress() */
void web_job_wait(struct web_job *job, uint64_t n_changes, double timeout_s);

/* ---- what a job is, constant ---- */
const char *web_job_id(const struct web_job *job);
const struct web_request *web_job_request(const struct web_job *job);
/** Whether "all" was asked for and the server's limit may leave some out. */
bool web_job_wants_more(const struct web_job *job);
struct web_engine *web_job_engine(const struct web_job *job);

/* ---- and what has become of it ---- */
/** @param ahead  set to how many jobs begin before it; may be NULL */
enum web_job_state web_job_state(struct web_job *job, unsigned *ahead);
/** Begins with superflip_progress_init(); all zero while the job waits. */
void web_job_progress(struct web_job *job, superflip_progress *out);
/** What was found so far, as superflip_job_iteration() and superflip_job_solution(); SUPERFLIP_TIMEOUT while the job waits. */
superflip_status web_job_iteration(struct web_job *job, unsigned i, superflip_iteration *out);
superflip_status web_job_solution(struct web_job *job, uint64_t i, uint8_t *moves, unsigned *n_moves);
/** Once the job is done: its result, or NULL if there was none, which means it never began; then *error says why, unless the
 * job was cancelled.  They live as long as the job is held. */
const superflip_result *web_job_result(struct web_job *job, const struct web_error **error);
/** The solver's, once it has begun. */
const char *web_job_heuristic(struct web_job *job);
unsigned web_job_threads(struct web_job *job);
#endif
