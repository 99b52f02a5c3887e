/* Inside rank 0: what opening, units and cubes share. */
#ifndef SUPERFLIP_MPI_LEADER_STATE_H
#define SUPERFLIP_MPI_LEADER_STATE_H
#include "cli/searcher.h"
#include "mpi/link.h"
#include "mpi/protocol.h"

#include <pthread.h>

/* A rank other than 0, at its number. */
struct peer {
	unsigned n_threads;
	bool is_over;                    /* with the iteration in progress */
	unsigned n_cubes;                /* that it has and has not answered */
};

/* What the command's thread wants of the other one. */
enum leader_stage {
	LEADER_READING,                    /* options, tables: nothing to do */
	LEADER_OPENING,                    /* the others are to open their tables */
	LEADER_READY, LEADER_FAILED,         /* they have; one of them could not */
	LEADER_UNITS, LEADER_CUBES,          /* something is being searched */
	LEADER_ENDED,                      /* the command */
};

struct cubes;

struct leader {
	struct link *link;
	int n_ranks;
	struct peer *peer;               /* n_ranks of them; number 0 is this rank itself */
	unsigned n_threads;              /* of all ranks together */

	pthread_mutex_t lock;            /* guards what follows */
	pthread_cond_t changed;
	enum leader_stage stage;
	const struct heuristic *heuristic;
	bool is_quiet;
	unsigned n_answers;              /* to MESSAGE_OPEN */
	bool has_failed;
	struct dealer *dealer;           /* LEADER_UNITS */
	struct cubes *cubes;             /* LEADER_CUBES */
	/* Of the thread that talks to MPI alone. */
	uint64_t iteration;              /* that the others have been told of; 0: none */
	bool is_ending;                  /* and of its end */
	unsigned n_over;
};

/** End the job: the program cannot go on.  Prints why; does not return. */
_Noreturn void leader_abort(const char *why);

/** Send, or end the job without memory. */
void leader_send(struct leader *r, int rank, int kind, const void *head, size_t head_size, const void *body, size_t body_size);
void leader_send_all(struct leader *r, int kind, const void *head, size_t head_size);

/* ---- leader_open.c: in the command's thread ---- */
/** Have all ranks open the tables of h.
 * @param n_threads  of this rank; set to those of all  @return EXIT_SOLVED; or EXIT_TABLE, having complained */
int leader_open_ranks(struct leader *r, const struct solve_options *o, const struct heuristic *h, unsigned *n_threads);
/* in the other one */
void leader_ask_to_open(struct leader *r);
void leader_take_ready(struct leader *r, const struct message *m);

/* ---- leader_units.c ---- */
void leader_run_units(void *context, struct dealer *d, struct pool *pool, const struct search_stream *stream);
void leader_serve_units(struct leader *r);
void leader_take_of_units(struct leader *r, const struct message *m);

/* ---- leader_cubes.c ---- */
void leader_run_cubes(struct leader *r, struct pool *pool, const struct search_stream *stream);
/** More cubes are there. */
void leader_hear_of_cubes(struct leader *r);
/** Give cubes to ranks that have few. @return whether there was something to do */
bool leader_serve_cubes(struct leader *r);
void leader_take_result(struct leader *r, const struct message *m);
#endif
