/* A node of the coset kernel: a cube in the frame that its corners choose, and its inverse. */
#pragma once
#include "coset/math/coset.h"

enum {
	MAX_LEFT = 23,                          /* as many moves as a node has room for */
	TURNS = 6,                              /* of an axis: moves are numbered axis * 6 + face * 3 + turns - 1
	                                         * here */
	N_AXES_LEFT = 2,                        /* that may be turned next: not the last one */
	N_NEXT_TURNS = N_AXES_LEFT * TURNS,     /* numbered in the order of other_axes[] */
	AXIS_STEPS = TURNS + COSET_AXIS_PAIRS,  /* of an axis, if turns of both faces may be one step, too: those
	                                         * after the others */
	ALL_NEIGHBOURS = (1 << COSET_AXES) - 1,
};

/* One cache line.  Cubes are packed as in coset/math/coset.h; the path since the root of the search is spread
 * over what they leave. */
struct node {
	_Alignas(64) uint8_t edges[12];         /* in the frame */
	uint8_t value;                          /* of the inverse: the table's entry */
	uint8_t axis;                           /* of the last moves */
	uint8_t frame;                          /* the symmetry from the right that leads there */
	uint8_t block;                          /* in the frame: the table's corner coset, and, with subcosets,
	                                         * axes << 3 */
	uint32_t class;
	uint8_t path_a[12];
	uint8_t inverse_edges[12], path_b[4];
	uint8_t inverse_corners[8], path_c[7];
	uint8_t near;                           /* with subcosets: those neighbours of the inverse that may be
	                                         * below the cap, as bits */
};
static_assert(sizeof(struct node) == 64, "one cache line");

/* Where in a node its moves since the root are. */
static const uint8_t path_byte[MAX_LEFT] = {
	20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 44, 45, 46, 47, 56, 57, 58, 59, 60, 61, 62,
};

/* The axes that may be turned next, after each axis and at the root. */
static const uint8_t other_axes[COSET_AXES + 1][N_AXES_LEFT] = {{1, 2}, {0, 2}, {0, 1}, {0, 0}};

/* Moves as nodes have them. */
struct node_path {
	uint8_t n, move[MAX_LEFT];
};

static inline void node_set_move(struct node *n, unsigned depth, unsigned move)
{
	((uint8_t *)n)[path_byte[depth]] = (uint8_t)move;
}

static inline unsigned node_move(const struct node *n, unsigned depth)
{
	return ((const uint8_t *)n)[path_byte[depth]];
}

/* A node that is not evaluated yet is its parent still, but for its value, its path, and so on; beside the
 * axis stands the move that leads to it, as seen in the frame.  Few of them are within the bound, and only
 * these are made. */
static inline unsigned pending_move(const struct node *n) { return n->axis >> 2; }
static inline uint8_t pending_axis(unsigned axis, unsigned seen) { return (uint8_t)(axis | seen << 2); }

static inline unsigned turn_of_axis(unsigned axis, unsigned step)
{
	return step < TURNS ? axis * TURNS + step : N_MOVES + axis * COSET_AXIS_PAIRS + step - TURNS;
}

static inline unsigned turn_axis(unsigned turn)
{
	return turn < N_MOVES ? turn / TURNS : (turn - N_MOVES) / COSET_AXIS_PAIRS;
}

/* Of both faces together, whether they are an odd number of quarter turns. */
static inline bool turn_is_quarter(unsigned turn)
{
	const uint64_t odd_pairs =
		UINT64_C(0xAA) | UINT64_C(0xAA) << COSET_AXIS_PAIRS | UINT64_C(0xAA) << 2 * COSET_AXIS_PAIRS;
	return (QUARTER_TURNS | odd_pairs << N_MOVES) >> turn & 1;
}

static inline bool turn_is_of_second_face(unsigned turn)
{
	return UINT64_C(0x38E38) >> turn & 1;
}

static inline unsigned corner_coset_of(unsigned block) { return block & 7; }
static inline unsigned axes_of(unsigned block) { return block >> 3; }

/* What a node knows of its inverse, as a unit of work has it (search/work.h): whoever goes on from there must
 * know no more and no less, or other nodes would be counted. */
static inline uint16_t bound_record(unsigned value, unsigned near)
{
	return (uint16_t)(1u << 15 | near << 8 | value);
}

/* The axis whose turn takes the inverse to a neighbour, as it is seen through the transform of the first
 * face's turn: after turns of the second face the two other axes have changed places. */
static inline unsigned axis_then(unsigned axis, unsigned turned_axis, bool is_second)
{
	return is_second && axis != turned_axis ? COSET_AXES - axis - turned_axis : axis;
}
