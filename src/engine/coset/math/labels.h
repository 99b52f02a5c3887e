/* Inside the coset's mathematics: how cubies are labelled, and what the files that fill coset_tables share. */
#ifndef SUPERFLIP_COSET_MATH_LABELS_H
#define SUPERFLIP_COSET_MATH_LABELS_H
#include "coset/math/coset.h"

static const uint8_t corner_label[N_CORNERS] = {
	[URF] = 0, [ULB] = 1, [DLF] = 2, [DRB] = 3, [UFL] = 4, [UBR] = 5, [DFR] = 6, [DBL] = 7,
};
static const uint8_t edge_label[N_EDGES] = {
	[UR] = 0, [UL] = 1, [DR] = 2, [DL] = 3, [UF] = 4, [UB] = 5, [DF] = 6, [DB] = 7,
	[FR] = 8, [FL] = 9, [BL] = 10, [BR] = 11,
};
extern const uint8_t coset_corner_of_label[N_CORNERS], coset_edge_of_label[N_EDGES];

static inline uint8_t corner_code(unsigned label, unsigned twist)
{
	return (uint8_t)(label | twist << 3);
}

static inline uint8_t edge_code(unsigned label, unsigned flip)
{
	return (uint8_t)(32 | flip << 4 | label);
}

/* Rank of a set of bits among all sets of its size, by the combinatorial number system. */
unsigned coset_rank_subset(unsigned mask);

/* The corners with the arrangement within tetrads of another corner coset. */
uint64_t coset_corners_of_corner_coset(uint64_t corners, struct coset_shape shape, unsigned corner_coset);

/* Whether a symmetry is the identity or a rotation by 180 degrees; whether it permutes the axes oddly. */
bool coset_is_half_rotation(unsigned symmetry);
bool coset_permutes_axes_oddly(unsigned symmetry);

/* coset_init() calls these in this order. */
void coset_fill_turns(void);            /* turns.c: moves, edges, flips, subcosets */
void coset_fill_classes(void);          /* classes.c: corner cosets, classes, steps */
#endif
