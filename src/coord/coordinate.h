/* A coordinate ranks an abstraction of the cube: what is left when some properties are forgotten. */
#ifndef SUPERFLIP_COORD_COORDINATE_H
#define SUPERFLIP_COORD_COORDINATE_H
#include "coset/math/shape.h"
#include "cube/cube.h"

#include <stddef.h>

/* Numbers are part of the file format: never reuse or renumber. */
enum coordinate_kind {
	COORDINATE_CORNERS = 1,    /* all corners: 8! * 3^7 = 88,179,840 */
	COORDINATE_EDGES = 2,      /* positions and flips of a set of k edges: 12! / (12 - k)! * 2^k */
	COORDINATE_TWIST = 3,      /* corner orientations: 3^7 = 2187 */
	COORDINATE_FLIP = 4,       /* edge orientations: 2^11 = 2048 */
	COORDINATE_CORNER_PERM = 5, /* corner permutation: 8! = 40,320 */
	COORDINATE_COSET = 6       /* slice-free cosets (coset/math/coset.h): coset_size() */
};

/** A coordinate by what it looks at. */
struct coordinate_key {
	enum coordinate_kind kind;
	uint16_t edges;            /* COORDINATE_EDGES: bit e for edge e (Kociemba order); 1 to 7 bits. Else 0 */
	struct coset_shape coset;  /* COORDINATE_COSET; else zeros */
};

enum { COORDINATE_NAME_MAX = 32 };

uint64_t coordinate_size(struct coordinate_key key);

/** The index of a cube, 0 .. coordinate_size(key) - 1. */
uint64_t coordinate_rank(struct coordinate_key key, const struct cube *c);

/** Some cube with that index.  What the coordinate does not see is arbitrary (the cube need not be solvable). */
struct cube coordinate_unrank(struct coordinate_key key, uint64_t index);

/** Names: "corners", "edges-URUFULUBFRFL" (any order when read; written in Kociemba order), "twist", "flip",
 * "corner-perm", and "coset-300m" etc. (coset_sizes) or, for other sizes, "coset-" and the lines, then "p" for
 * COSET_PARITY or "h" for COSET_HTR, then "n" for nine flip bits and "l" for layers. */
void coordinate_name(struct coordinate_key key, char name[COORDINATE_NAME_MAX]);
bool coordinate_parse(const char *name, struct coordinate_key *out);

static inline bool coordinate_equal(struct coordinate_key a, struct coordinate_key b)
{
	return a.kind == b.kind && a.edges == b.edges && coset_shape_equal(a.coset, b.coset);
}
#endif
