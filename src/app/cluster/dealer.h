/* Divides hard cubes into units of work (search/units.h): for the threads of this process, as the unit source
 * of their searches, and for others.  Finished units are kept in a journal, and are not searched again.
 *
 * An iteration is over when every unit is done, wherever that was, or when the search stops.  Its node counts
 * are those of one process: what was searched elsewhere or before is added. */
#pragma once
#include "cluster/unit_journal.h"
#include "search/units.h"

/** The units of an iteration that are not begun: in the process with the dealer all, in another one those
 * that it was given. */
struct stock {
	const struct work_unit *unit;          /* of the iteration, in their order; borrowed */
	_Atomic uint64_t range;                /* in the low half the next one, in the high half the end */
	_Atomic bool is_over;                  /* all units are done, or no more are wanted */
};

/** Take the next n, or as many as there are.  @return the range that they are */
uint64_t stock_take(struct stock *s, uint32_t n);
/** Functions of a unit source whose context is a stock, or begins with one. */
enum unit_next stock_next(void *stock, struct work_unit *unit);
bool stock_waits(void *stock);

struct dealer {
	struct stock stock;                    /* first: the source's context */
	const struct heuristic *heuristic;
	unsigned min_moves, n_others;
	struct unit_source source;             /* done() and found() are for other processes, too */
	const struct search_stream *stream;    /* of dealer_run() */

	pthread_mutex_t lock;                  /* guards what follows */
	pthread_cond_t left;                   /* another process has left the iteration */
	struct unit_journal *journal;
	double last_flush_s;
	int error;                             /* errno of the journal; ENOMEM: no memory for the units */
	bool is_searching;                     /* a cube is in work */
	struct unit_list list;                 /* of that cube */
	bool is_evaluated;
	uint32_t cube;                         /* its number in the journal */
	struct search *search;                 /* while an iteration is in progress */
	unsigned n_open;                       /* other processes that have not left it */
	struct unit_state {
		uint64_t work_before, work;    /* nodes expanded in the iteration before; in this, if done */
		bool is_done;
	} *unit;                               /* as in the list */
	struct work_unit *order;               /* the units to be searched, the best first */
	uint32_t n_order, n_undone;
};

/** @param h        of the pool; borrowed
 *  @param journal  borrowed; one without a file (log.fd -1) keeps nothing on disk
 *  @param min_moves  of units, as unit_list_fill() has it; 0: by their number, or as the journal has it */
void dealer_init(struct dealer *d, const struct heuristic *h, struct unit_journal *journal,
                 unsigned min_moves);
void dealer_destroy(struct dealer *d);

/** Search everything that a stream gives, cube by cube, each by units; as pool_run() otherwise.  Writes the
 * journal now and then.  A journal that cannot be written interrupts the stream.
 * @param n_others  other processes: iterations end after all have left */
void dealer_run(struct dealer *d, struct pool *pool, const struct search_stream *stream, unsigned n_others);

/** For other processes: the search whose iteration they take part in, until the last leaves; NULL: none. */
struct search *dealer_iteration(struct dealer *d);

/** One of them leaves the iteration.  @return whether it is the last */
bool dealer_leave(struct dealer *d);
