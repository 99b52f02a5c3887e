/* A rank other than 0: searches units and cubes that rank 0 gives it, with all its threads.  One thread talks to MPI, another one runs
 * the pool. */
#ifndef SUPERFLIP_MPI_RANK_H
#define SUPERFLIP_MPI_RANK_H
#include "cli/solve_options.h"
#include "mpi/link.h"
#include "mpi/protocol.h"

#include <pthread.h>

/* Items of one size that one thread appends and another takes. */
struct list_of {
	void *items;
	size_t n, first, capacity, size;
};

enum rank_job { JOB_NONE, JOB_ITERATION, JOB_CUBES };

struct rank {
	struct link link;
	enum option_users user;           /* the command, and its options */
	int argc;
	char **argv;
	superflip_tables *tables;            /* owned; NULL: not open */
	const struct heuristic *heuristic;   /* theirs */
	struct pool *pool;
	pthread_t runner;

	pthread_mutex_t lock;             /* guards what follows */
	pthread_cond_t has_job;
	enum rank_job job;                /* that the runner is to do, or does */
	bool is_job_done, quits;

	/* JOB_ITERATION */
	struct search_request request;
	struct search *search;            /* while it is in progress */
	struct list_of units;             /* struct work_unit: granted, and not begun */
	struct list_of done;              /* struct done_unit: to be told */
	struct list_of found;             /* struct path: to be told */
	struct node_counts done_counts;   /* of all units that are done */
	_Atomic bool is_over;             /* rank 0 has said so */
	_Atomic bool waits;               /* no unit is there, and it is not over */
	uint64_t n_begun;                 /* units */
	enum search_outcome outcome;
	struct node_counts counts;        /* of the whole iteration, here */
	/* Of the thread that talks to MPI alone. */
	bool has_asked, is_dry;           /* rank 0 has not answered; has no units left */
	double window_s;                  /* when the latest count of units begun began, */
	uint64_t window_begun;            /* and that count at the time */
	double units_per_s;

	/* JOB_CUBES */
	struct list_of cubes;             /* struct cube_message */
	struct list_of results;           /* struct result_message, with their solutions */
	bool is_interrupted;
};

/** Serve rank 0 until it says that the job is over.
 * @param argc, argv  of the command, as rank 0 has them: threads and the directory of tables are options of every rank
 * @param user  the command */
void rank_run(enum option_users user, int argc, char **argv);

/** Have the runner do a job. */
void rank_begin_job(struct rank *r, enum rank_job job);

/** Append an item; ends the job without memory. */
void list_append(const struct rank *r, struct list_of *list, const void *item);
/** Take the oldest one. @return false: there is none */
bool list_take(struct list_of *list, void *item);
static inline size_t list_n(const struct list_of *list) { return list->n - list->first; }
static inline void list_clear(struct list_of *list) { list->first = list->n = 0; }

/* ---- rank_units.c: with the lock held, but for what the runner calls ---- */
struct path {
	unsigned n;
	uint8_t moves[SEARCH_MAX_LENGTH];
};

void rank_begin_iteration(struct rank *r, const struct message *m);
void rank_take_units(struct rank *r, const struct message *m);
void rank_end_iteration(struct rank *r);
/** In the runner: the job. */
void rank_search_iteration(struct rank *r);
/** Tell rank 0 what is done, and ask for more. @return whether there was something to tell */
bool rank_tell_units(struct rank *r);

/** A request as rank 0 has sent it, with the goal of this process' tables. */
struct search_request rank_own_request(const struct rank *r, struct search_request request);
#endif
