/* Rank 0, the leader: the commands `solve` and `batch` in a thread of their own, and beside it, in the thread that may talk to MPI, what
 * the other ranks get of their work. */
#ifndef SUPERFLIP_MPI_LEADER_H
#define SUPERFLIP_MPI_LEADER_H
#include "cli/searcher.h"
#include "mpi/link.h"
#include "mpi/protocol.h"

#include <pthread.h>

/* A rank other than 0, at its number. */
struct peer {
	unsigned n_threads;
	unsigned n_cubes;                  /* that it has and has not answered */
};

/* What the command's thread wants of the other one. */
enum leader_stage {
	LEADER_READING,                    /* options, tables: nothing to do */
	LEADER_OPENING,                    /* the others are to open their tables */
	LEADER_READY, LEADER_FAILED,       /* they have; one of them could not */
	LEADER_UNITS, LEADER_CUBES,        /* something is being searched */
	LEADER_ENDED,                      /* the command */
};

struct leader {
	struct link link;
	struct peer *peer;                 /* number 0 is this rank itself */
	unsigned n_threads;                /* of all ranks together */

	/* The command. */
	int (*run)(const struct searcher *searcher, int argc, char **argv);
	int argc, exit_status;
	char **argv;
	bool solves_units;
	struct searcher_units units;

	pthread_mutex_t lock;              /* guards what follows */
	pthread_cond_t changed;
	enum leader_stage stage;
	const struct heuristic *heuristic;
	int n_answers;                     /* to MESSAGE_OPEN */
	bool has_failed;
	struct pool *pool;                 /* LEADER_CUBES */
	bool others_know;                  /* that the list was interrupted */
	/* LEADER_UNITS; of the thread that talks to MPI alone. */
	bool has_begun, is_ending;         /* the others have been told of an iteration; of its end */
	int n_over;                        /* who have ended it */
};

/** Run a command over all ranks.
 * @param command  solve_with() or batch_with()
 * @return its exit status */
int leader_run(int (*command)(const struct searcher *searcher, int argc, char **argv), int argc, char **argv);

void leader_set_stage(struct leader *r, enum leader_stage stage);

/* ---- leader_units.c ---- */
void leader_run_units(void *leader, struct pool *pool, const struct search_stream *stream);
void leader_serve_units(struct leader *r);
void leader_take_of_units(struct leader *r, const struct message *m);

/* ---- leader_cubes.c ---- */
void leader_run_cubes(void *leader, struct pool *pool, const struct search_stream *stream);
/** Give cubes to ranks that have few. @return whether there was something to do */
bool leader_serve_cubes(struct leader *r);
void leader_take_result(struct leader *r, const struct message *m);
#endif
