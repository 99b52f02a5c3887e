/* Inside the dealer: what dealing, the journal and the stream of cubes share. */
#ifndef SUPERFLIP_CLUSTER_DEALER_STATE_H
#define SUPERFLIP_CLUSTER_DEALER_STATE_H
#include "cluster/dealer.h"
#include "search/pool.h"

struct dealer {
	const struct heuristic *heuristic;
	unsigned min_moves;
	bool expects_others;
	struct unit_source source;
	const struct search_stream *stream;    /* of dealer_run() */

	pthread_mutex_t lock;                  /* guards what follows */
	pthread_cond_t closed;                 /* dealer_close() was called */
	struct unit_journal *journal;
	double last_flush_s;
	int error;
	bool is_searching;                     /* a cube is in work */
	struct unit_list list;                 /* of that cube */
	bool is_evaluated;
	uint32_t cube;                         /* its number in the journal */
	struct search *search;                 /* while an iteration is in progress, */
	uint64_t n_iterations;                 /* which is the one with this number */
	bool is_open;                          /* others may take part */
	bool *is_done;                         /* by unit */
	uint32_t *order, n_order;              /* the units to be searched, the best first */
	uint32_t n_dealt, n_undone;
	uint64_t *work;                        /* nodes expanded by unit in the iteration before; in this one where it is done */
	_Atomic bool waits;                    /* everything is dealt, and not everything done */
};

/* All of these are called with the lock held. */

/** End the search; the first error counts. */
void dealer_note_error(struct dealer *d, int error);

/** Keep a unit of the iteration in progress, or a solution, if there is a journal. */
void dealer_keep(struct dealer *d, uint32_t unit, const struct unit_account *account);
void dealer_keep_solution(struct dealer *d, const uint8_t *path, unsigned n);

/** Bring the journal to the disk, now and then or at once. */
void dealer_flush(struct dealer *d, bool at_once);

/** Units and solutions of the iteration in progress that the journal has: mark these units as done, add both to the search. */
void dealer_recall(struct dealer *d);

/** What the pool's threads call. */
void dealer_fill_source(struct dealer *d);
#endif
