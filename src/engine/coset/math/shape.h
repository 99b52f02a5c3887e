/* The shape of a table of slice-free cosets: what it keeps of the corners, whether it has subcosets, and the
 * number of its filter blocks.  The coordinate is in coset/math/coset.h, filter blocks are in
 * coset/filter/filter.h. */
#pragma once
#include "cube/move.h"

/* COSET_HTR keeps what COSET_PARITY keeps.  The numbers belong to the file format. */
enum coset_corners {
	COSET_PARITY = 1,  /* tetrads, twists (630 classes) and the permutation's parity: 2 corner cosets a
	                    * class */
	COSET_HTR,         /* the permutation modulo half turns (420 cosets): 6 corner cosets a class */
	N_COSET_CORNERS
};

/* What is one step: a move of a metric of cube/move.h; or a turn that is one in a metric of turn sets
 * (cube/turn_set.h), where faces that are turned together may be one, too: slices, or any two opposite
 * faces. */
enum coset_metric { COSET_HTM = METRIC_HTM, COSET_QTM = METRIC_QTM, COSET_STM, COSET_ATM, N_COSET_METRICS };

/** Whether quarter turns of the two faces of an axis, 0 to 3 of each, are one step. */
static inline bool coset_is_step(unsigned metric, unsigned first, unsigned second)
{
	if (first == 0 || second == 0)
		return first + second != 0 && (metric != COSET_QTM || (first + second) % 2 == 1);
	return metric == COSET_ATM || (metric == COSET_STM && first + second == 4);
}

struct coset_shape {
	uint32_t filter_blocks;      /* of a group of cells: COSET_MIN_FILTER_BLOCKS to COSET_MAX_FILTER_BLOCKS */
	uint8_t corners;     /* enum coset_corners */
	bool has_subcosets;     /* distinguishes the 24 subcosets of each coset */
};

enum {
	COSET_CLASSES = 630, COSET_SLICES = 34650, COSET_MAX_CORNER_COSETS = 6, COSET_N_AXES = 6,
	COSET_SUBCOSETS = 4 * COSET_N_AXES,
	COSET_GROUP_CELLS = 18, COSET_CLASS_GROUPS = COSET_CLASSES / COSET_GROUP_CELLS,
	COSET_MAX_FILTER_BLOCKS = 1 << 21,
	COSET_FLIP_BITS = 9, COSET_SUBCOSET_BITS = 2,
	COSET_FLIP_BITS_WITH_SUBCOSET = COSET_FLIP_BITS + COSET_SUBCOSET_BITS,
};

/** Corner cosets of a class: 2 or 6. */
static inline unsigned coset_n_corner_cosets(unsigned corners)
{
	return corners == COSET_HTR ? COSET_MAX_CORNER_COSETS : 2;
}

/** Subcosets of a coset: 1 or 24. */
static inline unsigned coset_n_subcosets(struct coset_shape s)
{
	return s.has_subcosets ? COSET_SUBCOSETS : 1;
}

/** Entries of a cell, that is of the cosets of one class and corner coset, number class *
 * coset_n_corner_cosets() + corner coset; equivalent indices included, subcosets not counted. */
enum { COSET_CELL_ENTRIES = COSET_SLICES << COSET_FLIP_BITS };

/** Slots of a filter block for each of the cells that share it. */
static inline uint32_t coset_cell_slots(struct coset_shape s)
{
	return (COSET_CELL_ENTRIES + s.filter_blocks - 1) / s.filter_blocks;
}

/** Slots of a filter block. */
static inline uint32_t coset_filter_block_slots(struct coset_shape s)
{
	return COSET_GROUP_CELLS * coset_cell_slots(s);
}

/** The fewest filter blocks of a group: slot numbers have 16 bits. */
enum {
	COSET_MOST_SLOTS = (UINT16_MAX + 1) / COSET_GROUP_CELLS,
	COSET_MIN_FILTER_BLOCKS = (COSET_CELL_ENTRIES + COSET_MOST_SLOTS - 1) / COSET_MOST_SLOTS,
};

static inline bool coset_shape_is_valid(struct coset_shape s)
{
	return (s.corners == COSET_PARITY || s.corners == COSET_HTR) && s.filter_blocks >= COSET_MIN_FILTER_BLOCKS
		&& s.filter_blocks <= COSET_MAX_FILTER_BLOCKS;
}

/** The coordinate's size. */
static inline uint64_t coset_size(struct coset_shape s)
{
	return (uint64_t)COSET_CLASSES * coset_n_corner_cosets(s.corners) * COSET_CELL_ENTRIES
	       * coset_n_subcosets(s);
}
