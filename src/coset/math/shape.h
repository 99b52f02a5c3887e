/* Which slice-free cosets a table tells apart: what of the corners it keeps, how many flips; and in how many lines it
 * keeps what it knows of them.  The coordinate itself is in coset/math/coset.h, the lines are in coset/filter/filter.h. */
#ifndef SUPERFLIP_COSET_MATH_SHAPE_H
#define SUPERFLIP_COSET_MATH_SHAPE_H
#include "cube/move.h"

#include <stdbool.h>
#include <stdint.h>

/* Each kind keeps what the one before keeps.  Numbers are part of the file format. */
enum coset_corners {
	COSET_TETRAD,   /* tetrads and twists: 630 classes */
	COSET_PARITY,   /* and the permutation's parity: two parts a class */
	COSET_HTR,      /* the permutation modulo half turns (420 cosets): six parts a class */
	N_COSET_CORNERS
};

struct coset_shape {
	uint32_t lines;      /* of each group of places (coset/filter/filter.h): coset_min_lines() to COSET_MAX_LINES */
	uint8_t corners;     /* enum coset_corners */
	uint8_t flip_bits;   /* 8, or 9: modulo H_SF itself */
	bool has_layers;     /* tells apart the 24 layers of each coset (coset/math/coset.h); only with nine flip bits */
};

enum {
	COSET_CLASSES = 630, COSET_SLICES = 34650, COSET_MAX_PARTS = 6, COSET_N_AXES = 6, COSET_LAYERS = 4 * COSET_N_AXES,
	COSET_GROUP_PLACES = 18, COSET_CLASS_GROUPS = COSET_CLASSES / COSET_GROUP_PLACES,
	COSET_MAX_LINES = 1 << 21,
};

/** Parts of a class: 1, 2 or 6. */
static inline unsigned coset_n_parts(unsigned corners)
{
	return corners == COSET_HTR ? COSET_MAX_PARTS : corners == COSET_PARITY ? 2 : 1;
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
static inline uint32_t coset_place_entries(struct coset_shape s)
{
	return (uint32_t)COSET_SLICES << s.flip_bits;
}

/** Slots of a line for each of the places that share it. */
static inline uint32_t coset_place_slots(struct coset_shape s)
{
	return (coset_place_entries(s) + s.lines - 1) / s.lines;
}

/** Those of all of them. */
static inline uint32_t coset_line_slots(struct coset_shape s)
{
	return COSET_GROUP_PLACES * coset_place_slots(s);
}

/** As many lines as a group must have, whatever s.lines is: a slot's number has 16 bits. */
static inline uint32_t coset_min_lines(struct coset_shape s)
{
	const uint32_t most_slots = (UINT16_MAX + 1) / COSET_GROUP_PLACES;
	return (coset_place_entries(s) + most_slots - 1) / most_slots;
}

static inline bool coset_shape_is_valid(struct coset_shape s)
{
	return s.corners < N_COSET_CORNERS && (s.flip_bits == 9 || (s.flip_bits == 8 && !s.has_layers))
	       && s.lines >= coset_min_lines(s) && s.lines <= COSET_MAX_LINES;
}

static inline bool coset_shape_equal(struct coset_shape a, struct coset_shape b)
{
	return a.lines == b.lines && a.corners == b.corners && a.flip_bits == b.flip_bits
	       && a.has_layers == b.has_layers;
}

/** The coordinate's size. */
static inline uint64_t coset_size(struct coset_shape s)
{
	return (uint64_t)coset_table_places(s) * coset_place_entries(s) * coset_n_layers(s);
}
#endif
