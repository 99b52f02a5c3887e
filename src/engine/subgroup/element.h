/* The 8! * 8! * 4! / 2 = 19,508,428,800 elements of H = <U, D, R2, L2, F2, B2> as bits of a bitmap.
 *
 * An element is a permutation of the corners, of the eight edges of the layers U and D, and of the four edges
 * of the slice, the last of which has the parity that the others leave.  Moves act on positions, from the
 * right.  So names of cubies may be exchanged, from the left, without a move noticing, and whatever such
 * exchanges turn into each other stays together:
 *     bit     corners 0 and 1, 2 and 3, 4 and 5 exchanged or not (8);  a page: all elements that agree but
 *     for it (5040)
 *     lane    the four U edges by the 8 symmetries of a square, two of the D edges exchanged or not (16)
 *     row     the slice edges, but for an exchange of two, which the parity decides (12)
 *     tile    what remains of the U and D edges (2520)
 *     byte of a page = (tile * 12 + row) * 16 + lane
 * A move takes a page to a page, a tile to a tile and a row to a row as they are, and permutes the lanes of a
 * tile; the bits of all bytes of a page are permuted alike, bit b to bit b ^ x. */
#pragma once
#include "coord/phase1.h"

enum {
	N_FOURS = 12 * 11 * 10 * 9,  /* positions of four edges, in order: set * N_ORDERS + order */
	N_ORDERS = 24,
	N_LAYER_SETS = 70,           /* four of the eight positions in the layers U and D: the sets with the last
	                              * numbers */
	FIRST_LAYER_SET = N_SLICES - N_LAYER_SETS,
	FIRST_LAYER_FOUR = FIRST_LAYER_SET * N_ORDERS,
	N_CORNER_BITS = 8,
	N_PAGES = N_CORNER_PERMS / N_CORNER_BITS,
	N_LANES = 16,
	N_ROWS = 12,
	N_TILES = 2520,
	TILE_BYTES = N_ROWS * N_LANES,
	PAGE_BYTES = N_TILES * TILE_BYTES,
	N_H_MOVES = 10
};
#define N_H_ELEMENTS UINT64_C(19508428800)

/* Where the corners and three fours of edges are, in H or not. */
struct element {
	uint16_t corners;            /* page * 8 + bit */
	uint16_t up, down, slice;    /* fours UR UF UL UB, DR DF DL DB, FR FL BL BR; sets by
	                              * phase1_rank_positions() */
};

/* Where the bit of an element of H is. */
struct bit_position {
	uint16_t page;
	uint8_t bit;
	uint32_t byte;
};

struct element_tables {
	uint16_t corners_after[N_CORNER_PERMS][N_MOVES];
	uint16_t four_after[N_FOURS][N_MOVES];
	uint16_t corners_of_perm[N_CORNER_PERMS];  /* by corners_rank_perm() */
	uint16_t perm_of_corners[N_CORNER_PERMS];
	/* What each four adds to the byte; only of fours that are where H has them. */
	uint32_t up_bytes[N_LAYER_SETS * N_ORDERS], down_bytes[N_LAYER_SETS * N_ORDERS];
	uint8_t slice_bytes[N_ORDERS];
};

/** The moves U U2 U' D D2 D' R2 F2 L2 B2, which generate H: each with its inverse. */
extern const uint8_t h_moves[N_H_MOVES];

/** The tables (2 MB), filled at first use in a few milliseconds; thread-safe.  Valid after cube_init(). */
const struct element_tables *element_tables(void);

struct element element_of_cube(const struct cube *c);

/** The positions of any four edges, as a four. */
unsigned element_four(const struct cube *c, const uint8_t edges[4]);

static inline struct element element_after(const struct element_tables *t, struct element e, unsigned move)
{
	return (struct element){t->corners_after[e.corners][move], t->four_after[e.up][move],
	                        t->four_after[e.down][move], t->four_after[e.slice][move]};
}

/** Where its bit is; e is in H. */
static inline struct bit_position bit_position_of(const struct element_tables *t, struct element e)
{
	return (struct bit_position){
		.page = (uint16_t)(e.corners / N_CORNER_BITS),
		.bit = (uint8_t)(e.corners % N_CORNER_BITS),
		.byte = t->up_bytes[e.up - FIRST_LAYER_FOUR] + t->down_bytes[e.down - FIRST_LAYER_FOUR]
	            + t->slice_bytes[e.slice],
	};
}

/** The same for a cube in H, and back. */
struct bit_position bit_position_of_cube(const struct cube *c);
struct cube element_cube(struct bit_position at);
