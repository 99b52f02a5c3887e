/* How far the cosets of H are from H: breadth-first search of the 64,430 * 2187 coset numbers (coord/phase1.h). */
#ifndef SUPERFLIP_SUBGROUP_DISTANCE_H
#define SUPERFLIP_SUBGROUP_DISTANCE_H
#include "coord/phase1.h"

#include <stddef.h>

/* A row holds the 2187 twists of a flipslice class, a byte each, padded to whole 64-bit words. */
enum { DISTANCE_ROW = 2192, DISTANCE_PADDING = 127, DISTANCE_UNKNOWN = 15, DISTANCE_MAX_LEVELS = 16 };
#define DISTANCE_BYTES ((size_t)N_FLIPSLICE_CLASSES * DISTANCE_ROW)

struct distance_search {
	uint32_t moves;               /* bit m: move m is one step; all 18 in HTM, the 12 quarter turns in QTM */
	unsigned n_threads;           /* at least 1; the result is the same for every number */
	uint8_t *distance;            /* DISTANCE_BYTES, aligned to 8; filled */
	/* Called after each level with the numbers reached so far; false interrupts the search.  May be NULL. */
	bool (*goes_on)(void *context, uint64_t n_found);
	void *context;
};

/** Fill distance[class * DISTANCE_ROW + twist].
 * @return false if it was interrupted; then the entries are not to be used */
bool distance_search_run(const struct distance_search *search);

/** How many of the 2,217,093,120 cosets are at each distance: every number counts for as many cosets as its class has
 * flipslices.  Source of the figures that tests compare: M. Reid, Cube-Lovers, 7 January 1995. */
void distance_count_cosets(const uint8_t *distance, uint64_t n_cosets[DISTANCE_MAX_LEVELS]);
#endif
