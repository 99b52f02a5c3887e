/* How far the cosets of H are from H: breadth-first search of the 64,430 * 2187 coset numbers
 * (coord/phase1.h). */
#ifndef SUPERFLIP_SUBGROUP_DISTANCE_H
#define SUPERFLIP_SUBGROUP_DISTANCE_H
#include "coord/phase1.h"
#include "pdb/pdb.h"

/* A row holds the 2187 twists of a flipslice class, a byte each, padded to whole 64-bit words. */
enum { DISTANCE_ROW = 2192, DISTANCE_PADDING = 127, DISTANCE_UNKNOWN = 15, DISTANCE_MAX_LEVELS = 16 };
#define DISTANCE_BYTES ((size_t)N_FLIPSLICE_CLASSES * DISTANCE_ROW)

struct distance_search {
	uint32_t moves;               /* bit m: move m is one step; all 18 in HTM, the 12 quarter turns in QTM */
	unsigned n_threads;           /* at least 1; the result is the same for every number */
	uint8_t *distance;            /* DISTANCE_BYTES, aligned to 8; filled */
	const struct pdb_progress *progress;  /* told after each level, under the name `stage`; may be NULL */
	const char *stage;
};

/** Fill distance[class * DISTANCE_ROW + twist].
 * @return false if it was interrupted; then the entries are not to be used */
bool distance_search_run(const struct distance_search *search);

/** How many of the 2,217,093,120 cosets are at each distance: every number counts for as many cosets as its
 * class has flipslices.  Source of the figures that tests compare: M. Reid, Cube-Lovers, 7 January 1995. */
void distance_count_cosets(const uint8_t *distance, uint64_t n_cosets[DISTANCE_MAX_LEVELS]);

/** How many classes of cosets under the 16 symmetries that keep the axis there are at each distance:
 * 138,639,780 in all. */
void distance_count_classes(const uint8_t *distance, uint64_t n_classes[DISTANCE_MAX_LEVELS]);

/** A shortest sequence of moves (of `moves`) that leads from a coset into H, by the distances.
 * @param out  room for DISTANCE_MAX_LEVELS moves
 * @return how many: the distance */
unsigned distance_descend(const uint8_t *distance, uint32_t moves, const struct cube *c,
                          uint8_t out[DISTANCE_MAX_LEVELS]);

/** The distance of a cube's coset. */
static inline unsigned distance_of_coset(const uint8_t *distance, struct phase1_coset coset)
{
	const uint32_t number = phase1_number(phase1_tables(), coset);
	return distance[(size_t)(number / N_TWISTS) * DISTANCE_ROW + number % N_TWISTS];
}
#endif
