/* Phase 1's lower bound: the exact distance of each coset of H = <U,D,R2,L2,F2,B2> from H, two bits a coset number.
 *
 * A coset is seen in the frame of its flipslice class (coord/phase1.h): a class, the twist there, and the symmetry that
 * leads there.  Two bits hold the distance modulo 3.  Distances of neighbours differ by one at most, so whoever knows the
 * distance of a coset reads that of a neighbour from them; the first one is found by walking down to H. */
#ifndef SUPERFLIP_METHOD_TWO_PHASE_COSETS_H
#define SUPERFLIP_METHOD_TWO_PHASE_COSETS_H
#include "coord/phase1.h"
#include "pdb/pdb.h"

#include <stddef.h>

enum {
	COSETS_MAX_DISTANCE = 12,
	COSETS_ROW_BYTES = (N_TWISTS + 3) / 4,  /* the distances of a class, twist t in byte t / 4, lowest bits first */
	COSETS_DISTANCE_BYTES = N_FLIPSLICE_CLASSES * COSETS_ROW_BYTES
};

struct coset_distances {
	const struct phase1_tables *coordinates;
	/* [class][move in the frame]: class after it * 16 + the symmetry from this frame to that one */
	uint32_t (*class_after)[N_MOVES];
	uint8_t *mod_3;               /* COSETS_DISTANCE_BYTES */
};

/** A coset in the frame of its class. */
struct coset_node {
	uint32_t flipslice_class;
	uint16_t twist;               /* of S c S^-1 */
	uint8_t symmetry;             /* S, one of the first 16 */
};

/** Read all distances from the table flipslice-twist of half turns (70 MB), halving its size; valid after cube_init().
 * @param table  not needed afterwards
 * @return NULL without memory (errno is set); else to be released by coset_distances_destroy() */
struct coset_distances *coset_distances_create(const struct pdb *table, unsigned n_threads);
void coset_distances_destroy(struct coset_distances *d);

/** Bytes of the tables that a search reads. */
size_t coset_distances_bytes(const struct coset_distances *d);

/** The coset of a cube. */
struct coset_node coset_of_cube(const struct coset_distances *d, const struct cube *c);

/** Moves of a shortest way from the coset into H. */
unsigned coset_distance(const struct coset_distances *d, struct coset_node node);

/** The coset after a move of the cube (as the cube stands, not as the frame does). */
static inline struct coset_node coset_after(const struct coset_distances *d, struct coset_node node, unsigned move)
{
	const unsigned seen = symmetry_move[node.symmetry][move];
	const uint32_t entry = d->class_after[node.flipslice_class][seen];
	const struct phase1_tables *const t = d->coordinates;
	return (struct coset_node){
		.flipslice_class = entry >> 4,
		.twist = t->twist_conjugate[t->twist_after[node.twist][seen]][entry & 15],
		.symmetry = symmetry_product[entry & 15][node.symmetry],
	};
}

/** The byte that holds a coset's distance. */
static inline const uint8_t *coset_byte(const struct coset_distances *d, struct coset_node node)
{
	return &d->mod_3[(size_t)node.flipslice_class * COSETS_ROW_BYTES + node.twist / 4];
}

/** A coset's distance, from that of a neighbour. */
static inline unsigned coset_distance_near(const struct coset_distances *d, struct coset_node node, unsigned neighbour_distance)
{
	/* [neighbour's distance mod 3][this one's]: the difference */
	static const int8_t difference[3][4] = {{0, 1, -1, 0}, {-1, 0, 1, 0}, {1, -1, 0, 0}};
	const unsigned mod_3 = *coset_byte(d, node) >> node.twist % 4 * 2 & 3;
	return neighbour_distance + (unsigned)difference[neighbour_distance % 3][mod_3];
}
#endif
