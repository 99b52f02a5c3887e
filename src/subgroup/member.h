/* The 8! * 8! * 4! / 2 = 19,508,428,800 members of H = <U, D, R2, L2, F2, B2> as bits of a bitmap.
 *
 * A member is a permutation of the corners, of the eight edges of the layers U and D, and of the four edges of the slice,
 * the last of which has the parity that the others leave.  Moves act on positions, from the right.  So names of cubies may
 * be exchanged, from the left, without a move noticing, and whatever such exchanges turn into each other stays together:
 *     bit     corners 0 and 1, 2 and 3, 4 and 5 exchanged or not (8);  a page: all members that agree but for it (5040)
 *     lane    the four U edges by the 8 symmetries of a square, two of the D edges exchanged or not (16)
 *     row     the slice edges, but for an exchange of two, which the parity decides (12)
 *     block   what remains of the U and D edges (2520)
 *     byte of a page = (block * 12 + row) * 16 + lane
 * A move takes a page to a page, a block to a block and a row to a row as they are, and permutes the lanes of a block; the
 * bits of all bytes of a page are permuted alike, bit b to bit b ^ x. */
#ifndef SUPERFLIP_SUBGROUP_MEMBER_H
#define SUPERFLIP_SUBGROUP_MEMBER_H
#include "coord/phase1.h"

enum {
	N_FOURS = 12 * 11 * 10 * 9,  /* positions of four edges, in order */
	N_CORNER_BITS = 8,
	N_PAGES = N_CORNER_PERMS / N_CORNER_BITS,
	N_LANES = 16,
	N_ROWS = 12,
	N_BLOCKS = 2520,
	BLOCK_BYTES = N_ROWS * N_LANES,
	PAGE_BYTES = N_BLOCKS * BLOCK_BYTES,
	N_H_MOVES = 10
};
#define N_MEMBERS UINT64_C(19508428800)

/* Where the corners and three fours of edges are, in H or not. */
struct member {
	uint16_t corners;            /* page * 8 + bit */
	uint16_t up, down, slice;    /* UR UF UL UB, DR DF DL DB, FR FL BL BR: set of positions (phase1_rank_positions()) * 24 + order */
};

/* Place of a member of H in the bitmap. */
struct member_place {
	uint16_t page;
	uint8_t bit;
	uint32_t byte;
};

struct member_tables {
	uint16_t corners_after[N_CORNER_PERMS][N_MOVES];
	uint16_t four_after[N_FOURS][N_MOVES];
	uint16_t corners_of_perm[N_CORNER_PERMS];  /* by corners_rank_perm() */
	uint16_t perm_of_corners[N_CORNER_PERMS];
	/* What each four adds to the byte; only of fours that are where H has them. */
	uint32_t up_bytes[70 * 24], down_bytes[70 * 24];
	uint8_t slice_bytes[24];
};

/** The moves U U2 U' D D2 D' R2 F2 L2 B2, which generate H: each with its inverse. */
extern const uint8_t h_moves[N_H_MOVES];

/** The tables (2 MB), filled at first use in a few milliseconds; thread-safe.  Valid after cube_init(). */
const struct member_tables *member_tables(void);

struct member member_rank(const struct cube *c);

static inline struct member member_after(const struct member_tables *t, struct member m, unsigned move)
{
	return (struct member){t->corners_after[m.corners][move], t->four_after[m.up][move], t->four_after[m.down][move],
	                       t->four_after[m.slice][move]};
}

/** The byte in its page; m is in H. */
static inline uint32_t member_byte(const struct member_tables *t, struct member m)
{
	enum { FIRST_OF_LAYERS = (N_SLICES - 70) * 24 };  /* the sets of positions without the slice's have the last numbers */
	return t->up_bytes[m.up - FIRST_OF_LAYERS] + t->down_bytes[m.down - FIRST_OF_LAYERS] + t->slice_bytes[m.slice];
}

static inline struct member_place member_place(const struct member_tables *t, struct member m)
{
	return (struct member_place){(uint16_t)(m.corners / N_CORNER_BITS), (uint8_t)(m.corners % N_CORNER_BITS), member_byte(t, m)};
}

/** The cube at a place of the bitmap. */
struct cube member_cube(struct member_place place);
#endif
