/* The starts of a search with several goals, or with turns that are free before the first move.
 *
 * Turns that lead from a cube to a goal solve goal^-1 * cube: that is a start, with a tree of its own.  An
 * iteration searches the trees of all starts whose bounds fit before the next one begins, so that what is
 * found first is shortest of all.  Different goals are reached by different turns, and what begins with a
 * turn of the free face is none: no solution comes twice. */
#ifndef SUPERFLIP_SEARCH_STARTS_H
#define SUPERFLIP_SEARCH_STARTS_H
#include "search/kernel.h"

struct starts {
	_Atomic size_t n_begun;                /* in this iteration, by any thread */
	size_t n;
	struct start {
		struct cube cube;
		uint8_t bound;                 /* the fewest moves that may solve it */
		bool is_odd;
		uint8_t before;                /* 1 + the free turn that leads there from the request's cube; 0:
		                                * none */
	} start[];                             /* those with small bounds first */
};

/** @return NULL without memory; released by free() */
struct starts *starts_create(const struct search *s);

/** Search an iteration, the starts as units of work. */
void search_iterate_starts(struct worker *w, struct search *s);
#endif
