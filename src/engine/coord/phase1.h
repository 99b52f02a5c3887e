/* Right cosets of H = <U, D, R2, L2, F2, B2>: flip, slice and twist, what moves do to them, and their
 * symmetry classes.
 *
 * H holds the positions in which every corner and edge is oriented and the four edges of the slice between U
 * and D are in that slice.  Two positions are in the same coset H c when their flips, twists and slices
 * agree; a sequence of moves that brings one of them into H brings all of them there.  There are 2048 * 2187
 * * 495 = 2,217,093,120 cosets.
 *
 * The first 16 symmetries keep the U-D axis and so map H to itself: S (H c) S^-1 = H (S c S^-1).  Flip and
 * slice together ("flipslice", 1,013,760) fall into 64,430 classes under them; with the twist of the
 * conjugate, a coset is one of 64,430 * 2187 = 140,908,410 numbers ("coset number"; a few classes are
 * symmetric themselves, and have a coset under two numbers or more).  Source: H. Kociemba, "Cube Explorer",
 * the two-phase algorithm; M. Reid, "New upper bounds", Cube-Lovers, 7 January 1995. */
#pragma once
#include "coord/corners.h"
#include "cube/symmetry.h"

enum {
	N_FLIPS = 2048,
	N_SLICES = 495,
	N_FLIPSLICES = N_SLICES * N_FLIPS,
	N_FLIPSLICE_CLASSES = 64430,
	N_AXIS_SYMMETRIES = 16,        /* symmetries 0..15 keep the U-D axis */
	N_COSET_NUMBERS = N_FLIPSLICE_CLASSES * N_TWISTS
};
#define N_H_COSETS 2217093120u     /* more than an int holds */

/** edge_ori[0..10] as bits 0..10; the twelfth follows from them. */
unsigned phase1_rank_flip(const struct cube *c);
void phase1_unrank_flip(unsigned flip, struct cube *c);

/** Which four positions hold the edges FR FL BL BR, in any order: 0 when they are in the slice, else 1 ..
 * 494. */
unsigned phase1_rank_slice(const struct cube *c);

/** The same number for any four positions, bit p for position p. */
unsigned phase1_rank_positions(unsigned positions);
unsigned phase1_unrank_positions(unsigned slice);

/** Put the edges FR FL BL BR, in this order, into the four positions, and the other eight in order into the
 * rest. */
void phase1_unrank_slice(unsigned slice, struct cube *c);

/** The coset as flip, slice and twist. */
struct phase1_coset {
	uint16_t flip, slice, twist;
};

struct phase1_coset phase1_rank(const struct cube *c);

static inline unsigned phase1_flipslice(unsigned slice, unsigned flip) { return slice * N_FLIPS + flip; }
static inline bool phase1_is_in_h(struct phase1_coset c) { return (c.flip | c.slice | c.twist) == 0; }

/* Column m of a row is the coordinate after move m (MOVE_ROW: coord/corners.h). */
struct phase1_tables {
	uint16_t flip_after[N_FLIPS][MOVE_ROW];
	uint16_t slice_after[N_SLICES][MOVE_ROW];
	uint16_t twist_after[N_TWISTS][MOVE_ROW];
	/* [twist][s]: the twist of S c S^-1 */
	uint16_t twist_conjugate[N_TWISTS][N_AXIS_SYMMETRIES];
	/* [flipslice]: class * 16 + s, where S c S^-1 has the flipslice representative[class] */
	uint32_t class_of[N_FLIPSLICES];
	uint32_t representative[N_FLIPSLICE_CLASSES];  /* the smallest flipslice of a class; classes are in its
	                                                * order */
	uint16_t stabiliser[N_FLIPSLICE_CLASSES];      /* bit s: symmetry s keeps the representative */
};

/** The tables (5 MB), filled at first use in a few milliseconds; thread-safe.  Valid after cube_init(). */
const struct phase1_tables *phase1_tables(void);

/** The flipslice of S c S^-1, from that of c. */
unsigned phase1_conjugate_flipslice(unsigned flipslice, unsigned symmetry);

/** How many flipslices are in a class: each number of it stands for so many cosets. */
static inline unsigned phase1_class_size(const struct phase1_tables *t, unsigned flipslice_class)
{
	return N_AXIS_SYMMETRIES / (unsigned)__builtin_popcount(t->stabiliser[flipslice_class]);
}

static inline struct phase1_coset phase1_after(const struct phase1_tables *t, struct phase1_coset c,
                                               unsigned move)
{
	return (struct phase1_coset){t->flip_after[c.flip][move], t->slice_after[c.slice][move],
	                             t->twist_after[c.twist][move]};
}

/** class_of[] of a class's representative after a move. */
static inline uint32_t phase1_class_after(const struct phase1_tables *t, uint32_t flipslice_class,
                                          unsigned move)
{
	const uint32_t flipslice = t->representative[flipslice_class];
	return t->class_of[phase1_flipslice(t->slice_after[flipslice / N_FLIPS][move],
	                                    t->flip_after[flipslice % N_FLIPS][move])];
}

/** The number of a coset, 0 .. N_COSET_NUMBERS - 1: the same for all its images under the 16 symmetries when
 * no symmetry keeps its flipslice, else one of the numbers that it has. */
static inline uint32_t phase1_number(const struct phase1_tables *t, struct phase1_coset c)
{
	const uint32_t entry = t->class_of[phase1_flipslice(c.slice, c.flip)];
	return (entry >> 4) * N_TWISTS + t->twist_conjugate[c.twist][entry & 15];
}
