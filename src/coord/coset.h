/* The slice-free coset: a cube modulo the subgroup H_SF from the left, seen in a frame that its corners choose.
 *
 * H_SF = <H, U D', R L', F B'>, where H keeps each edge in its slice and each corner in its tetrad, untwisted.  It
 * contains all half turns and all slice turns and is mapped to itself by the 48 symmetries.  What a coset keeps of a
 * cube:
 *   which positions hold the corners of one tetrad, and all twists: 70 * 2187 states, but only 630 classes under
 *     the 288 pairs (rho k^-1, k) of a rotation rho modulo those by 180 degrees and a symmetry k, acting from both sides;
 *   in the frame of the class's representative, which slice each edge belongs to (34,650 patterns);
 *   the flips, but for flips of whole slices, and the last one, which follows from the others: 8 bits.  (H_SF flips slices
 *     only together with their quarter turns; to forget each slice's flip by itself is to divide by a group twice as large.)
 * A fine index is (class * 34,650 + slices) * 256 + flips.  Folding keeps class mod n; entries are minima over what
 * folds together.  With `parity` the permutation's parity doubles the table, the odd half last.
 * A class whose representative has stabilisers owns several entries for one coset: builders fill all of them. */
#ifndef SUPERFLIP_COORD_COSET_H
#define SUPERFLIP_COORD_COSET_H
#include "cube/symmetry.h"

/* A way into a frame, packed: the symmetries from the right and from the left, and the class that it leads to. */
static inline uint32_t coset_word(unsigned right, unsigned left, unsigned class)
{
	return right | (uint32_t)left << 6 | (uint32_t)class << 13;
}

static inline unsigned coset_word_right(uint32_t word) { return word & 63; }
static inline unsigned coset_word_left(uint32_t word) { return word >> 6 & 127; }
static inline unsigned coset_word_class(uint32_t word) { return word >> 13 & 1023; }

enum {
	COSET_CLASSES = 630,
	COSET_SLICES = 34650,
	COSET_CLASS_SIZE = COSET_SLICES * 256,
	COSET_CORNER_STATES = 70 * 2187,
	COSET_AXES = 3,
	COSET_MAX_STABILIZERS = 48,
};

/** The coordinate's size with `classes` of the corner classes (1 to 630). */
static inline uint64_t coset_size(unsigned classes, bool parity)
{
	return (uint64_t)classes * COSET_CLASS_SIZE << parity;
}

/** Index of a solvable cube. */
uint64_t coset_rank(unsigned classes, bool parity, const struct cube *c);

/** Some cube with that index; edges may stand in an unsolvable way. */
struct cube coset_unrank(unsigned classes, bool parity, uint64_t index);

/** The depth at which a table of that size is cut off: all that is deeper counts as this deep.
 * One move less loses most of the bound, one more is hardly ever met below it. */
unsigned coset_cap(unsigned classes, bool parity);

/** Names of the usual sizes and their parameters, smallest first. */
struct coset_size_name {
	const char *name;
	uint16_t classes;
	bool parity;
};
enum { COSET_N_SIZES = 5 };
extern const struct coset_size_name coset_sizes[COSET_N_SIZES];

/* ---- packed cubes ----
 * One byte a cubie.  Corner: bits 0-2 label, bits 3-4 twist.  Edge: bit 5 set, bit 4 flip, bits 0-3 label.  Labels of
 * edges go slice by slice (bits 2-3: 0 S, 1 M, 2 E), those of corners tetrad by tetrad (bit 2).  So a table of 64
 * bytes maps all codes at once: that is multiplication from the left; from the right it is a permutation of bytes and
 * a sum.  Moves are numbered axis * 6 + 3 * (0 for U R F, 1 for D L B) + turns - 1 here; coset_tables.house_move
 * translates. */
struct coset_cube {
	_Alignas(32) uint8_t edges[16];   /* 12 are used */
	uint8_t corners[8];
};

/* What a move does to 64 bytes that hold a cube (0-11 edges, 16-23 corners) and its inverse (32-43, 48-55). */
struct coset_turn {
	_Alignas(64) uint8_t from[64];    /* the cube's bytes: from where, */
	uint8_t flip[64];                 /* xor this, */
	uint8_t twist[64];                /* plus this modulo 3 << 3 */
	uint8_t relabel[64];              /* the inverse's bytes: code to code */
};

struct coset_tables {
	struct coset_turn turn[N_MOVES];
	_Alignas(64) uint8_t quarter_relabel[COSET_AXES][64];  /* left factor: a quarter turn of the axis */
	struct { _Alignas(32) uint8_t from[16], flip[16]; } edge_right[N_SYMMETRIES];
	_Alignas(64) uint8_t edge_left[N_SYMMETRIES][64];  /* code to slice, one of bits 0-2, and flip, bit 3 */
	uint32_t tetrad_base[256];        /* positions of labels 4-7 to rank * 2187 */
	uint16_t slice_rank_m[4096];      /* positions of the M edges to rank * 70 */
	uint8_t slice_rank_e[256];        /* positions of the E edges among the eight others to rank */
	uint8_t house_move[N_MOVES];      /* from the numbers here to those of cube/move.h */
	uint32_t corner[COSET_CORNER_STATES];  /* the way into a state's frame, as a coset_word() */
	/* The way on from a class's frame after a move there: a walk from frame to frame needs no corners. */
	uint32_t step[COSET_CLASSES][N_MOVES];
	uint8_t seen_move[N_SYMMETRIES][N_MOVES];  /* a move as it is seen after a symmetry from the right */
	uint64_t representative[COSET_CLASSES];  /* packed corners */
	uint8_t n_stabilizers[COSET_CLASSES];  /* the first is the identity */
	struct { uint8_t left, right; } stabilizer[COSET_CLASSES][COSET_MAX_STABILIZERS];
};

/** Constant after coset_init(), which is idempotent and thread-safe and takes some 20 ms the first time. */
extern struct coset_tables coset_tables;
void coset_init(void);

void coset_pack(const struct cube *c, uint8_t edges[12], uint8_t corners[8]);

/* Where a folded table has a class and the odd half. */
struct coset_fold {
	uint64_t class_begin[COSET_CLASSES];
	uint64_t odd_begin;                    /* 0 without parity */
};
void coset_fold_fill(struct coset_fold *fold, unsigned classes, bool parity);
#endif
