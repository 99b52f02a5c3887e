/* What a kernel is: the search below a node, specialised for some heuristics and processors. */
#pragma once
#include "search/services.h"

/** Functions of a kernel; each thread has a state of its own. */
struct kernel {
	const char *name;
	bool takes_turns;            /* it searches by the turns of a request, too, with no bound but the
	                              * heuristic's */
	/** Whether the kernel evaluates h, and runs on this processor. */
	bool (*is_for)(const struct heuristic *h);
	/** A thread's state.  @return NULL without memory */
	void *(*create)(const struct heuristic *h);
	void (*destroy)(void *state);
	/** Search everything below a unit, or until search_must_stop().  The unit's bound is known to fit. */
	void (*run)(struct worker *w, struct search *s, const struct work_unit *unit);
	/** Search the whole tree of s->threshold, in any order, with the help of all idle threads; return when it
	 * is done, or after search_must_stop().  Called in one thread, cube by cube, with rising thresholds.
	 * NULL: search_iterate_roots(). */
	void (*iterate)(struct worker *w, struct search *s);
};

/** All kernels, the most specialised first; the last is for every heuristic and processor
 * (src/engine/families.c). */
extern const struct kernel *const kernels[];
extern const unsigned n_kernels;

/** The first of them that is for h. */
const struct kernel *kernel_best(const struct heuristic *h);

/** Any heuristic, cube by cube: slow, obvious, the oracle of the others. */
extern const struct kernel kernel_plain;

/** The canonical order of all moves of a metric (cube/move.h), as that of a set whose elements are moves.
 * @return NULL without memory; released by free() */
struct turn_automaton *kernel_move_order(enum metric metric);

/** pool_create() with a kernel of the caller's choice, for tests and comparisons. */
struct pool *pool_create_with(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads);
