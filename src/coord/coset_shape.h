/* Which slice-free cosets a table has: what of the corners it keeps, how many flips, and folded to how many classes.
 * The coordinate itself is in coord/coset.h. */
#ifndef SUPERFLIP_COORD_COSET_SHAPE_H
#define SUPERFLIP_COORD_COSET_SHAPE_H
#include "cube/move.h"

#include <stdbool.h>
#include <stdint.h>

/* Each kind keeps what the one before keeps.  Numbers are part of the file format. */
enum coset_corners {
	COSET_TETRAD,   /* tetrads and twists: 630 classes */
	COSET_PARITY,   /* and the permutation's parity, which doubles the classes */
	COSET_HTR,      /* the permutation modulo half turns (420 cosets): six parts a class */
	N_COSET_CORNERS
};

struct coset_shape {
	uint16_t classes;    /* after folding: 1 to coset_max_classes() */
	uint8_t corners;     /* enum coset_corners */
	uint8_t flip_bits;   /* 8, or 9: modulo H_SF itself */
};

enum { COSET_CLASSES = 630, COSET_SLICES = 34650, COSET_MAX_PARTS = 6 };

/** Parts of a class: 1, 2 or 6. */
static inline unsigned coset_n_parts(unsigned corners)
{
	return corners == COSET_HTR ? COSET_MAX_PARTS : corners == COSET_PARITY ? 2 : 1;
}

/** The classes without folding.  HTR parts are folded like classes of their own; the two of COSET_PARITY stay apart. */
static inline unsigned coset_max_classes(unsigned corners)
{
	return corners == COSET_HTR ? COSET_CLASSES * COSET_MAX_PARTS : COSET_CLASSES;
}

static inline bool coset_shape_is_valid(struct coset_shape s)
{
	return s.corners < N_COSET_CORNERS && s.classes >= 1 && s.classes <= coset_max_classes(s.corners)
	       && (s.flip_bits == 8 || s.flip_bits == 9);
}

static inline bool coset_shape_equal(struct coset_shape a, struct coset_shape b)
{
	return a.classes == b.classes && a.corners == b.corners && a.flip_bits == b.flip_bits;
}

/** The coordinate's size. */
static inline uint64_t coset_size(struct coset_shape s)
{
	return ((uint64_t)s.classes << (s.corners == COSET_PARITY)) * COSET_SLICES << s.flip_bits;
}

/** The depth at which a table of that size is cut off: all that is deeper counts as this deep.
 * One move less loses most of the bound, one more is hardly ever met below it. */
unsigned coset_cap(struct coset_shape s, enum metric metric);

/** Names of the usual sizes, smallest first. */
struct coset_size_name {
	const char *name;
	struct coset_shape shape;
};
enum { COSET_N_SIZES = 8 };
extern const struct coset_size_name coset_sizes[COSET_N_SIZES];
#endif
