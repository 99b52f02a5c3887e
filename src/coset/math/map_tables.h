/* From a coset's index to the positions of its edges; filled by coset_transitions_init(). */
#ifndef SUPERFLIP_COSET_MATH_MAP_TABLES_H
#define SUPERFLIP_COSET_MATH_MAP_TABLES_H
#include "coset/math/coset.h"

enum {
	COSET_QUARTETS = 495,   /* sets of four of the twelve edge positions, in rising order */
	COSET_QUARTET_BITS = 9,
	COSET_ORDERS = 24,      /* of four edges */
};

/* How the flips that count go from before to after depends on the pattern of the slices alone, and is linear: a matrix
 * of bits, and the flips made on the way.  This is what one slice adds, by exclusive or. */
struct coset_flip_transition {
	_Alignas(16) uint64_t matrix;  /* of 8 by 8 bits, as gf2p8affineqb has it: row 0 in the highest byte */
	/* Bits 0-8: made on the way.  The ninth bit has no place in the matrix: 32-39 are what it sums up of the others,
	 * 40-48 where it is added. */
	uint64_t rest;
};

/* The same for eleven bits. */
struct coset_flip_transition_11 {
	_Alignas(32) uint64_t low;     /* matrices: from the lowest eight bits to these, */
	uint64_t high;                 /* and to the three others */
	/* Bits 0-10: made on the way; 27-37, 38-48, 49-59: what each of the three highest adds. */
	uint64_t rest, unused;
};

/* What becomes of four edges: their positions after; their new order; and the flips made on the way, by the order
 * before. */
static inline uint32_t coset_quartet_transition(unsigned after, unsigned order, unsigned made)
{
	return after | (order << 4 | made) << 16;
}

static inline unsigned coset_quartet_after(uint32_t transition) { return transition & 0xFFF; }
/* Where the flips' way is: the number of an order of four, times 16, plus the flips made. */
static inline uint16_t coset_quartet_flips(uint32_t transition) { return (uint16_t)(transition >> 16); }
/* The same in bytes of struct coset_flip_transition, by one shift: bits 12-15 are zero. */
static inline unsigned coset_quartet_flip_transition(uint32_t transition) { return transition >> 12; }

struct coset_map_tables {
	/* By coset_flip_kind(): of four edges of each slice in the order of their positions, an even number. */
	uint16_t flips[COSET_FLIP_KINDS][2048];
	/* By the pattern of the slices: the quartets of S, M and E, 9 bits each. */
	uint32_t quartets[COSET_SLICES];
	/* Their ways, by the symmetry from the right and the move. */
	uint32_t quartet_transition[N_SYMMETRIES][N_MOVES + 1][COSET_QUARTETS];
	/* What a slice adds to the flips that count after, by coset_flip_kind(), its number before and after, and
	 * coset_quartet_flips(): its flips before, those made on the way among them; or the way of all. */
	uint16_t flips_after[COSET_FLIP_KINDS][COSET_AXES][COSET_AXES][COSET_ORDERS * 16];
	struct coset_flip_transition flip_transition[COSET_AXES][COSET_AXES][COSET_ORDERS * 16];  /* 9 bits */
	struct coset_flip_transition_11 flip_transition_11[COSET_AXES][COSET_AXES][COSET_ORDERS * 16];
};
extern struct coset_map_tables coset_map_tables;
#endif
