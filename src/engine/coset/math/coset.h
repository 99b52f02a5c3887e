/* The slice-free coset: a cube modulo a subgroup from the left, seen in a frame that its corners choose
 * (doc/mathematics.md, section 9).
 *
 * H_SF = <H, U D', R L', F B'>, where H keeps each edge in its slice and each corner in its tetrad,
 * untwisted.  It contains all half turns and all slice turns, and the 48 symmetries map it to itself.  A
 * coset keeps of a cube:
 * - the positions of one tetrad's corners, and all twists: 70 * 2187 states in 630 classes under the 288
 *   pairs (rho k^-1, k) of a rotation rho modulo those by 180 degrees and a symmetry k, acting from both
 *   sides;
 * - in the frame of the class's representative, the slice that each edge belongs to (34,650 patterns);
 * - the flips, except those of whole slices, which H_SF makes two at a time (a quarter turn of a slice, seen
 *   from axes that turn with it, flips one), and the last one, which follows from the others: 9 bits.
 *
 * Smaller groups keep more of the corners.  Modulo half turns, the arrangements within the tetrads (24 * 24)
 * fall into six corner cosets (COSET_HTR); COSET_PARITY keeps only whether the permutation is odd.  A corner
 * coset has the number
 *     2 * (3 - x) + parity of the corner permutation
 * where x is defined as follows.  The four positions of a tetrad, in order, make three pairings: the first
 * position with position 1, 2 or 3.  Of four cubies each pairing belongs to the axis of the half turns that
 * exchange its pairs, so a tetrad's arrangement modulo half turns gives each pairing of positions an axis.  x
 * is the pairing of the second tetrad's positions that has the axis of pairing 3 of the first's.
 *
 * Half turns alone generate a smaller group still, which divides each coset into 24 subcosets.  A slice's
 * quarter turn exchanges two axes, like the rotation that remains if it is counted as two face turns, and
 * flips a slice.  A subcoset is therefore a permutation of the axes, made by the two symmetries of the frame
 * transform together, and the flips of the first edges of S and E, which the nine bits lack:
 *     4 * axes + flip of S's first edge + 2 * flip of E's
 *
 * Half turns are in that group, so quarter turns of an axis from the left lead to at most two subcosets of
 * one coset, one for each face; these are neighbours.  A subcoset has three neighbours, one for each axis; of
 * two neighbours one has an even permutation of the axes and the other an odd one.
 *
 * An entry's index is (((class * corner cosets + corner coset) * 34,650 + slices) * 2^9 + flips) * subcosets
 * + subcoset.  In a class whose representative has stabilisers a coset has several equivalent indices; the
 * smallest is canonical and is the coset's rank. */
#pragma once
#include "coset/math/shape.h"
#include "cube/symmetry.h"

/* Of a function whose callers pass constants. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

/* A frame transform, packed: the symmetries from the right and from the left, the class it leads to, and the
 * map (a row of corner_coset_map) from the corner coset before to that in the frame.  With 48 added to the
 * left symmetry, left * right permutes the axes oddly, and all edges are flipped.  The highest bit is set
 * where the class has stabilisers. */
static inline uint32_t coset_transform(unsigned right, unsigned left, unsigned class, unsigned map)
{
	return map | (uint32_t)right << 7 | (uint32_t)left << 13 | (uint32_t)class << 20;
}

static inline unsigned coset_transform_right(uint32_t transform) { return transform >> 7 & 63; }
static inline unsigned coset_transform_left(uint32_t transform) { return transform >> 13 & 127; }
static inline unsigned coset_transform_class(uint32_t transform) { return transform >> 20 & 1023; }
static inline bool coset_transform_has_equivalents(uint32_t transform) { return transform >> 31; }
static inline unsigned coset_transform_map(uint32_t transform) { return transform & 127; }

enum {
	COSET_CORNER_STATES = 256 * 2187,  /* positions of one tetrad as a mask, and the twists; 70 of the masks
	                                    * occur */
	COSET_AXES = 3,
	COSET_MAX_STABILIZERS = 48, COSET_N_STABILIZERS = 997,  /* of a class; of all */
	COSET_MAPS = 72,          /* x to r x s or r x^-1 s, r and s permutations of three pairings */
	COSET_LEFTS = 2 * N_SYMMETRIES,
	COSET_FLIP_KINDS = 2,     /* 9 bits, and 11 with those of the subcoset */
	COSET_ODD_AXES = 255,
};

static inline unsigned coset_flip_kind(unsigned flip_bits)
{
	return flip_bits == COSET_FLIP_BITS_WITH_SUBCOSET;
}

/** All indices of a solvable cube's coset: the first by the frame transform of its corners, the others
 * equivalent.  @return how many */
unsigned coset_indices(struct coset_shape shape, const struct cube *c,
                       uint64_t indices[COSET_MAX_STABILIZERS]);

/** The canonical index: the smallest of these. */
uint64_t coset_rank(struct coset_shape shape, const struct cube *c);

/** Some cube with that index; its edges may be unsolvable. */
struct cube coset_unrank(struct coset_shape shape, uint64_t index);

/* ---- packed cubes ----
 * One byte a cubie.  Corner: bits 0-2 label, bits 3-4 twist.  Edge: bit 5 set, bit 4 flip, bits 0-3 label.
 * Edge labels go slice by slice (bits 2-3: 0 S, 1 M, 2 E), corner labels tetrad by tetrad (bit 2).  So a
 * table of 64 bytes maps all codes at once: multiplication from the left.  From the right it is a permutation
 * of bytes and a sum. Moves are numbered axis * 6 + 3 * (0 for U R F, 1 for D L B) + turns - 1 here;
 * coset_tables.house_move translates.  Turns of both faces of an axis, which a turn set may count as one,
 * follow: 18 + axis * 9 + 3 * (turns of U R F - 1) + turns of D L B - 1. */
struct coset_cube {
	_Alignas(16) uint8_t edges[16];   /* 12 are used */
	uint64_t corners;                 /* the first in the lowest byte */
};

/* The action of a move on the corners of a cube, and on its inverse. */
struct coset_turn {
	_Alignas(64) uint8_t relabel[64]; /* the inverse's bytes: code to code */
	uint8_t from[16];                 /* source of each corner; 8 bytes are used */
	uint8_t twist[16];                /* then plus, modulo 3 << 3 */
};

/* The action of a right factor on the edges alone. */
struct coset_edge_turn {
	_Alignas(32) uint8_t from[16];
	uint8_t flip[16];
};

enum { COSET_AXIS_PAIRS = 9, COSET_PAIRS = COSET_AXES * COSET_AXIS_PAIRS,
	COSET_TURNS = N_MOVES + COSET_PAIRS };

struct coset_tables {
	struct coset_turn turn[COSET_TURNS];
	_Alignas(64) uint8_t quarter_relabel[COSET_AXES][64];  /* left factor: a quarter turn of the axis */
	struct coset_edge_turn edge_right[N_SYMMETRIES], edge_turn[COSET_TURNS];
	/* A symmetry from the left: code - 32 to code; from N_SYMMETRIES on with all edges flipped. */
	_Alignas(64) uint8_t edge_relabel[COSET_LEFTS][32];
	_Alignas(64) uint8_t edge_left[COSET_LEFTS][64];  /* code to slice (one of bits 0-2) and flip (bit 3) */
	_Alignas(64) uint8_t edge_signs[COSET_LEFTS][4][16];  /* these as signs, by label: S, M, E, flipped */
	uint8_t extracted[64][64];        /* coset_extract() of six bits, by mask, for processors without an
	                                   * instruction */
	uint16_t slice_rank_m[4096];      /* positions of the M edges to rank * 70 */
	uint8_t slice_rank_e[256];        /* positions of the E edges among the other eight to rank */
	/* Flips of S, M and E, four bits each, to the flip bits of an index, by coset_flip_kind().  Eleven bits
	 * are the nine and, lowest, those of the subcoset. */
	uint16_t flip_number[COSET_FLIP_KINDS][4096];
	uint8_t raw_corner_coset[512];            /* what coset_raw_corner_coset() reads off the corners, to their
	                                           * corner coset */
	uint8_t corner_coset_map[COSET_MAPS][8];  /* corner coset to corner coset; the first is the identity */
	uint8_t corner_coset_map_after[COSET_MAPS][COSET_MAPS];  /* first the row's map, then the column's */
	uint8_t left_product[COSET_LEFTS][128];  /* of left symmetries as in a coset_transform(); COSET_LEFTS
	                                          * columns are used */
	/* Permutations of the axes, by number, before and after a symmetry from the left and from the right; 0 is
	 * the identity. */
	uint8_t axes_after_left[COSET_LEFTS][8], axes_after_right[N_SYMMETRIES][8];
	uint8_t even_axes[COSET_N_AXES];  /* the number of an even one among these; COSET_ODD_AXES for an odd
	                                   * one */
	/* A subcoset's neighbour by the turn of slice S, M or E in its frame; and the slice as which an axis's
	 * slice appears after a symmetry from the left. */
	uint8_t neighbour[COSET_SUBCOSETS][COSET_AXES], seen_slice[COSET_LEFTS][COSET_AXES + 1];
	uint8_t house_move[N_MOVES];      /* from this numbering to that of cube/move.h */
	uint32_t corner[COSET_CORNER_STATES];  /* a state's frame transform, as a coset_transform() */
	/* From a class's frame, after a turn there, to the next frame, with the map between the corner cosets: a
	 * search goes from frame to frame without corners. */
	uint32_t step[COSET_CLASSES][N_MOVES], pair_step[COSET_CLASSES][COSET_PAIRS];
	uint8_t seen_move[N_SYMMETRIES][COSET_TURNS];  /* a turn as seen after a symmetry from the right */
	uint8_t real_move[N_SYMMETRIES][COSET_TURNS];  /* and back */
	uint8_t element[COSET_TURNS], of_element[N_AXIS_TURNS];  /* a turn as an axis_turns_number(), and back */
	uint64_t representative[COSET_CLASSES];  /* packed corners */
	uint8_t n_stabilizers[COSET_CLASSES];
	uint16_t first_stabilizer[COSET_CLASSES];
	/* Class by class, the identity first; fields as in a coset_transform(). */
	struct coset_stabilizer { uint8_t left, right, map; } stabilizer[COSET_N_STABILIZERS];
	/* For processors without an instruction that extracts bits: where a mask of twelve has zeros, the first
	 * eight, and from the ninth byte on where it has ones. */
	_Alignas(16) uint8_t ones_apart[4096][16];
};

/** Constant after coset_init(), which is idempotent and thread-safe and takes about 20 ms the first time. */
extern struct coset_tables coset_tables;
void coset_init(void);

static inline struct coset_stabilizer coset_stabilizer(unsigned class, unsigned i)
{
	return coset_tables.stabilizer[coset_tables.first_stabilizer[class] + i];
}

/** The turns that are one step, bit t for turn t of coset_tables. @param metric  enum coset_metric */
uint64_t coset_steps(unsigned metric);

/* From a class's frame, after a turn there, to the next frame. */
static inline uint32_t coset_step(unsigned class, unsigned turn)
{
	return turn < N_MOVES ? coset_tables.step[class][turn] : coset_tables.pair_step[class][turn - N_MOVES];
}

/* An axis as it is after a symmetry. */
static inline unsigned coset_axis_seen(unsigned symmetry, unsigned axis)
{
	return axis_turns_axis(symmetry_axis_turns[symmetry][axis_turns_number(axis, 1, 0)]);
}

/* The permutation of the axes that a transform leads to. */
static inline unsigned coset_axes_after(uint32_t transform, unsigned axes)
{
	return coset_tables.axes_after_right[coset_transform_right(transform)]
	                                    [coset_tables.axes_after_left[coset_transform_left(transform)][axes]];
}

static inline unsigned coset_subcoset(unsigned axes, unsigned subcoset_bits)
{
	return axes << COSET_SUBCOSET_BITS | subcoset_bits;
}

/* The neighbour of a subcoset by the turns of an axis, seen in the frame of a transform. */
static inline unsigned coset_neighbour(uint32_t transform, unsigned axis, unsigned subcoset)
{
	return coset_tables.neighbour[subcoset][coset_tables.seen_slice[coset_transform_left(transform)][axis]];
}

struct coset_cube coset_pack(const struct cube *c);

/* What a table distinguishes.  With subcosets, flip_bits counts all flips; the table's entry lacks the lowest
 * ones. */
struct coset_resolution {
	struct coset_shape shape;
	unsigned n_corner_cosets, n_axes, flip_bits, subcoset_bits;
	uint64_t turns;      /* for builders: bit t, turn t of coset_tables is one step */
	uint8_t corner_coset_map[COSET_MAPS][8];  /* coset_tables.corner_coset_map, at the table's resolution */
};
struct coset_resolution coset_resolution_of(struct coset_shape shape, uint64_t turns);
