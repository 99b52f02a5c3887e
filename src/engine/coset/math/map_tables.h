/* From a coset's index to the positions of its edges; filled by coset_transitions_init(). */
#pragma once
#include "coset/math/coset.h"

enum {
	COSET_QUARTETS = 495,   /* sets of four of the twelve edge positions, in rising order */
	COSET_QUARTET_BITS = 9,
	COSET_ORDERS = 24,      /* of four edges */
};

/* How flip bits map depends on the slice pattern alone and is affine: a matrix of bits, and the flips made by
 * the move.  This is one slice's contribution; contributions are combined by exclusive or. */
struct coset_flip_transition {
	_Alignas(32) uint64_t low;     /* matrices as gf2p8affineqb expects them, row 0 in the highest byte: from
	                                * the lowest eight bits */
	uint64_t high;                 /* to the lowest eight, and to the others */
	/* Bits 0-10: the flips made; 27-37, 38-48, 49-59: contributions of the three highest bits. */
	uint64_t rest, unused;
};

/* What becomes of four edges (struct coset_map_tables): their positions. */
static inline unsigned coset_quartet_after(uint32_t transition) { return transition & 0xFFF; }
/* Index of the flip transition: number of the order of four, times 16, plus the flips made. */
static inline uint16_t coset_quartet_flips(uint32_t transition) { return (uint16_t)(transition >> 16); }

struct coset_map_tables {
	/* By coset_flip_kind(): the flips, four bits a slice in the order of positions, with even parity. */
	uint16_t flips[COSET_FLIP_KINDS][2048];
	/* By slice pattern: the quartets of S, M and E, 9 bits each. */
	uint32_t quartets[COSET_SLICES];
	/* Their transitions, by the symmetry from the right and the turn: what becomes of four edges, their
	 * positions; from bit 16 on their new order and, four bits, the flips made, in the order before. */
	uint32_t quartet_transition[N_SYMMETRIES][COSET_TURNS + 1][COSET_QUARTETS];
	/* A slice's contribution to the flip bits of the image: by coset_flip_kind(), the slice's number before
	 * and after, and coset_quartet_flips() combined with its flips before; and all of these as matrices. */
	uint16_t flips_after[COSET_FLIP_KINDS][COSET_AXES][COSET_AXES][COSET_ORDERS * 16];
	struct coset_flip_transition flip_transition[COSET_FLIP_KINDS][COSET_AXES][COSET_AXES][COSET_ORDERS * 16];
};
extern struct coset_map_tables coset_map_tables;
