/* What leads to H: for every coset number its distance and, for each of the 18 moves, whether it leads nearer, further or
 * neither.  A search that stays within reach of H reads one entry a node where distances alone would have to be read for
 * each of its children.
 *
 * An entry has 4 bits for each face and the distance above them.  The three turns of a face and the position before them
 * are at most one apart from each other, so not one turn leads nearer and another one further: a bit for each turn that
 * changes the distance, and one that says how. */
#ifndef SUPERFLIP_SUBGROUP_GUIDE_H
#define SUPERFLIP_SUBGROUP_GUIDE_H
#include "coord/phase1.h"

#include <stddef.h>

enum { GUIDE_NEARER = 8 /* of a face's 4 bits: turns with their bit lead nearer, else further */, GUIDE_DISTANCE_SHIFT = 24 };

/* Which moves lead nearer, and which do not lead further: bit m for move m. */
struct guide_moves {
	uint32_t nearer, not_further;
};

struct guide {
	uint32_t *entry;              /* [coset number] */
	size_t entry_bytes;
	/* [symmetry][face / 2][two faces' bits]: the moves of the cube before it is seen by the symmetry. */
	struct guide_moves decode[N_AXIS_SYMMETRIES][N_FACES / 2][256];
};

/** Bytes that a guide takes, and those that filling it takes for a while. */
size_t guide_bytes(void);
size_t guide_building_bytes(void);

/** Search all cosets and fill a guide in half turns.
 * @param goes_on  called now and then; false interrupts; may be NULL
 * @param out      on success filled, released by guide_close(); otherwise untouched
 * @return false if it was interrupted, or without memory (errno is ENOMEM) */
bool guide_open(unsigned n_threads, bool (*goes_on)(void *context, uint64_t n_found), void *context, struct guide **out);
void guide_close(struct guide *g);

static inline unsigned guide_distance(uint32_t entry) { return entry >> GUIDE_DISTANCE_SHIFT; }

/** The moves of a cube whose entry was found by a symmetry (phase1_tables.class_of). */
static inline struct guide_moves guide_moves(const struct guide *g, uint32_t entry, unsigned symmetry)
{
	const struct guide_moves a = g->decode[symmetry][0][entry & 255], b = g->decode[symmetry][1][entry >> 8 & 255],
	                         c = g->decode[symmetry][2][entry >> 16 & 255];
	return (struct guide_moves){a.nearer | b.nearer | c.nearer, a.not_further | b.not_further | c.not_further};
}
#endif
