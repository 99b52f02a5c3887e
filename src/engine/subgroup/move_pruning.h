/* The move-pruning table: for every coset number its distance from H and, for each of the 18 moves, whether
 * it leads nearer, further or neither.  A search that stays within reach of H reads one entry a node where
 * distances alone would have to be read for each of its children.
 *
 * An entry has 4 bits for each face and the distance above them.  The three turns of a face and the position
 * before them are at most one apart from each other, so not one turn leads nearer and another one further: a
 * bit for each turn that changes the distance, and one that says how. */
#pragma once
#include "coord/phase1.h"
#include "pdb/pdb.h"

enum {
	PRUNING_NEARER = 8,  /* of a face's 4 bits: turns with their bit lead nearer, else further */
	PRUNING_DISTANCE_SHIFT = 24,
};

/* Which moves lead nearer, and which do not lead further: bit m for move m. */
struct pruning_moves {
	uint32_t nearer, not_further;
};

struct move_pruning {
	uint32_t *entry;              /* [coset number] */
	/* [symmetry][face / 2][two faces' bits]: the moves of the cube before it is seen by the symmetry. */
	struct pruning_moves decode[N_AXIS_SYMMETRIES][N_FACES / 2][256];
};

#define MOVE_PRUNING_BYTES (sizeof(uint32_t) * N_COSET_NUMBERS + sizeof(struct move_pruning))

/** Build Reid's table (reid.h) in half turns and fill this one by it.
 * @param progress  stage "building"
 * @param out       on STATUS_OK filled; its entries are released by free()
 * @return STATUS_OK, STATUS_INTERRUPTED, STATUS_NO_MEMORY */
enum status move_pruning_open(unsigned n_threads, const struct pdb_progress *progress,
                              struct move_pruning *out);

static inline unsigned move_pruning_distance(uint32_t entry) { return entry >> PRUNING_DISTANCE_SHIFT; }

/** The moves of a cube whose entry was found by a symmetry (phase1_tables.class_of). */
static inline struct pruning_moves move_pruning_moves(const struct move_pruning *p, uint32_t entry,
                                                      unsigned symmetry)
{
	const struct pruning_moves a = p->decode[symmetry][0][entry & 255],
	                           b = p->decode[symmetry][1][entry >> 8 & 255],
	                           c = p->decode[symmetry][2][entry >> 16 & 255];
	return (struct pruning_moves){a.nearer | b.nearer | c.nearer,
	                              a.not_further | b.not_further | c.not_further};
}
