/* Which slice-free cosets a table tells apart: what of the corners it keeps, how many flips; and in how many lines it
 * keeps what it knows of them.  The coordinate itself is in coset/math/coset.h, the lines are in coset/filter/filter.h. */
#ifndef SUPERFLIP_COSET_MATH_SHAPE_H
#define SUPERFLIP_COSET_MATH_SHAPE_H
#include "cube/move.h"

#include <stdbool.h>
#include <stdint.h>

/* Each kind keeps what the one before keeps.  Numbers are part of the file format. */
enum coset_corners {
	COSET_PARITY = 1,  /* tetrads, twists (630 classes) and the permutation's parity: two parts a class */
	COSET_HTR,         /* the permutation modulo half turns (420 cosets): six parts a class */
	N_COSET_CORNERS
};

struct coset_shape {
	uint32_t lines;      /* of each group of places (coset/filter/filter.h): COSET_MIN_LINES to COSET_MAX_LINES */
	uint8_t corners;     /* enum coset_corners */
	bool has_layers;     /* tells apart the 24 layers of each coset (coset/math/coset.h) */
};

enum {
	COSET_CLASSES = 630, COSET_SLICES = 34650, COSET_MAX_PARTS = 6, COSET_N_AXES = 6, COSET_LAYERS = 4 * COSET_N_AXES,
	COSET_GROUP_PLACES = 18, COSET_CLASS_GROUPS = COSET_CLASSES / COSET_GROUP_PLACES,
	COSET_MAX_LINES = 1 << 21,
	COSET_FLIP_BITS = 9, COSET_LAYER_BITS = 2, COSET_FLIP_BITS_WITH_LAYER = COSET_FLIP_BITS + COSET_LAYER_BITS,
};

/** Parts of a class: 2 or 6. */
static inline unsigned coset_n_parts(unsigned corners)
{
	return corners == COSET_HTR ? COSET_MAX_PARTS : 2;
}

/** Layers of a coset: 1 or 24. */
static inline unsigned coset_n_layers(struct coset_shape s)
{
	return s.has_layers ? COSET_LAYERS : 1;
}

/** Place class * coset_n_parts() + part has the cosets of one class and part. */
static inline uint32_t coset_table_places(struct coset_shape s)
{
	return COSET_CLASSES * coset_n_parts(s.corners);
}

/** Cosets of a place, some of them more than once, without regard to layers. */
enum { COSET_PLACE_ENTRIES = COSET_SLICES << COSET_FLIP_BITS };

/** Slots of a line for each of the places that share it. */
static inline uint32_t coset_place_slots(struct coset_shape s)
{
	return (COSET_PLACE_ENTRIES + s.lines - 1) / s.lines;
}

/** Those of all of them. */
static inline uint32_t coset_line_slots(struct coset_shape s)
{
	return COSET_GROUP_PLACES * coset_place_slots(s);
}

/** As many lines as a group must have: a slot's number has 16 bits. */
enum {
	COSET_MOST_SLOTS = (UINT16_MAX + 1) / COSET_GROUP_PLACES,
	COSET_MIN_LINES = (COSET_PLACE_ENTRIES + COSET_MOST_SLOTS - 1) / COSET_MOST_SLOTS,
};

static inline bool coset_shape_is_valid(struct coset_shape s)
{
	return (s.corners == COSET_PARITY || s.corners == COSET_HTR) && s.lines >= COSET_MIN_LINES && s.lines <= COSET_MAX_LINES;
}

static inline bool coset_shape_equal(struct coset_shape a, struct coset_shape b)
{
	return a.lines == b.lines && a.corners == b.corners && a.has_layers == b.has_layers;
}

/** The coordinate's size. */
static inline uint64_t coset_size(struct coset_shape s)
{
	return (uint64_t)coset_table_places(s) * COSET_PLACE_ENTRIES * coset_n_layers(s);
}
#endif
