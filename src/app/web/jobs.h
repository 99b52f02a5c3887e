/* Cubes that clients asked for: one queue with limits, from which they go to the solvers of a session in
 * turn, and results that are kept for a while.  Thread-safe. */
#pragma once
#include "web/request.h"

extern const struct web_limits {
	unsigned waiting;             /* cubes in the queue */
	unsigned running;             /* cubes that are searched at the same time; 0:
	                               * nothing is ever taken from the queue */
	unsigned per_client;          /* cubes of a client in the queue or searched */
	double seconds;               /* for a cube */
	size_t request_bytes;
	uint64_t goal_bytes;          /* of tables that are built for requests, together; 0: any */
	uint64_t solutions;           /* of a cube */
	bool approximates;            /* a search that the time ends gives a short solution all the same */
	double keep_s;                /* how long a result is kept */
	unsigned keep;                /* how many results are kept */
	double abandon_s;             /* how long a job goes on after nobody asked for it any more */
	double leave_s;               /* and after its last stream of events was closed */
} web_limits_default;

enum { WEB_JOB_ID_SIZE = 33, WEB_CLIENT_SIZE = 64 };
enum web_job_state { WEB_JOB_WAITING, WEB_JOB_RUNNING, WEB_JOB_DONE };

struct web_jobs;

/** One cube that a client asked for.  Who gets one gives it back by web_job_release(). */
struct web_job {
	struct web_jobs *jobs;
	char id[WEB_JOB_ID_SIZE], client[WEB_CLIENT_SIZE];
	struct web_request request;
	bool wants_more;                      /* "all" was asked for, and the server's limit may leave some out */
	/* Guarded by the lock of `jobs`; constant once the job is done, but for who holds it: */
	enum web_job_state state;
	bool is_cancelled;
	unsigned n_holders;
	_Atomic unsigned n_watchers;          /* of its events; who watches is a holder, too */
	double asked_s, left_s, done_s;       /* when somebody asked for it, the last watcher left, it was done */
	superflip_job *work;                  /* once it runs; freed with the job */
	bool needs_tables;                    /* it waits for them, not for a place among those that are
	                                       * searched */
	superflip_progress of_tables;         /* while they are built or checked; else all zero */
	double limit_s, until_s;              /* its client's own time limit, and when that ends the building of
	                                       * its tables; 0: none, it was not begun */
	superflip_outcome outcome;            /* if it never began */
	struct solver *solver;        /* once its tables were built, until it begins */
	superflip_error error;               /* why it never began; status 0: it did, or was cancelled */
	struct web_job *next;                 /* the oldest first */
};

/** What became of all jobs since the start. */
struct web_job_counts {
	uint64_t accepted, refused_full, refused_client, abandoned;
	uint64_t by_outcome[SUPERFLIP_FAILED + 1];
	uint64_t nodes;               /* of jobs that are done */
	double seconds;
	unsigned waiting, running, kept;
	bool is_stopping;
};

struct web_jobs {
	superflip_session session;
	struct web_limits limits;
	superflip_tables *_Atomic tables;     /* of the search in half turns, open as long as the
	                                       * queue; NULL: not yet, or never */
	pthread_mutex_t plain_lock;           /* guards the next */
	struct prediction *_Atomic prediction[SUPERFLIP_QTM + 1];  /* of searches by all turns, whose solver is
	                                       * kept; who asks waits for no lock */
	_Atomic uint64_t n_streams;           /* of events, open now */
	pthread_t thread;                     /* dispatches */
	pthread_mutex_t lock;                 /* guards what follows, and what jobs.h says of jobs */
	pthread_cond_t changed;               /* the queue, or the state of a job */
	struct web_job *first, **end;         /* all that can be found, held once by this list */
	struct web_job_counts counts;         /* waiting, running and kept are counted where they change */
	bool is_building;                     /* tables of a job, which waits, or was cancelled */
	unsigned n_threads;                   /* in which jobs are searched, or tables built */
	superflip_notify *notify;             /* a search is further; set before the first job; NULL: nobody
	                                       * listens */
};

/** @param where  of tables; none is opened yet
 * @return NULL without memory or threads (errno is set) */
struct web_jobs *web_jobs_open(const struct tables_options *where, const struct web_limits *limits);

/** Open the tables of whole cubes; build the standard ones if none are installed.  As session_borrow() */
superflip_status web_jobs_open_tables(struct web_jobs *jobs, superflip_notify *notify, void *context,
                                      superflip_error *error);

/** Without threads: solve what waits. */
void web_jobs_run(struct web_jobs *jobs);

/** Cancel all jobs; take no more.  Jobs that are asked for still tell what they have. */
void web_jobs_stop(struct web_jobs *jobs);

/** Stop, wait for the searches, and free everything; nobody may hold a job any more. */
void web_jobs_close(struct web_jobs *jobs);

struct web_job_counts web_jobs_counts(struct web_jobs *jobs);

/** Nodes that IDA* generates in a complete iteration for a random cube, predicted from the heuristic's
 * values of 100,000 random cubes; a thread makes the sample once tables are open.
 * @return 0 while it is not known, and for requests that are not searched so */
double web_jobs_predict(struct web_jobs *jobs, const struct web_request *request, unsigned threshold);

/** The lower bound of a 3x3x3 in half turns.  @return false while the tables are not checked */
bool web_jobs_bound(struct web_jobs *jobs, const superflip_cube *cube, unsigned *out);

/** Queue a cube.
 * @param request  its contents are taken over if this succeeds
 * @param client   who asks, as far as can be told: an address
 * @return NULL with *error filled: 429 a limit, 503 */
struct web_job *web_jobs_add(struct web_jobs *jobs, struct web_request *request, const char *client,
                             superflip_error *error);

/** The job whose id the text begins with; it counts as asked for.  NULL: there is none, or none any more. */
struct web_job *web_jobs_find(struct web_jobs *jobs, const char *id);

void web_job_release(struct web_job *job);

/** Cancel a job that is not done. */
void web_job_cancel(struct web_job *job);

/** One watcher less, who releases the job. */
void web_job_leave(struct web_job *job);

/** How far a job is. */
struct web_job_view {
	enum web_job_state state;
	unsigned ahead;                       /* how many jobs begin before it */
	/* These live as long as the job is held: */
	superflip_job *work;                  /* what is searched; NULL: it waits, or it never began */
	const superflip_result *result;       /* NULL: that is not done */
	superflip_progress progress;          /* of the work; without it of the tables */
};
struct web_job_view web_job_look(struct web_job *job);

/** Wait until the job may have changed, at most for so long: its state, its progress, its place in the queue.
 * @param n_changes  of the progress that is known */
void web_job_wait(struct web_job *job, uint64_t n_changes, double timeout_s);

/* ---- a job as JSON, and as server-sent events (WHATWG HTML, "Server-sent events"); doc/openapi.yaml has
 * both: events.c ---- */

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
