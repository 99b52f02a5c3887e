/* The cube on the cubie level: slow, obvious, and the truth that everything else is tested against.  With it
 * comes what nearly every file of the engine has of the C library. */
#pragma once
#include "base/array.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum corner { URF, UFL, ULB, UBR, DFR, DLF, DBL, DRB, N_CORNERS };
enum edge { UR, UF, UL, UB, DR, DF, DL, DB, FR, FL, BL, BR, N_EDGES };

/* A position on the cubie level (Kociemba): corner_perm[URF] is the cubie that
 * sits in the URF position, corner_ori[URF] its twist there in clockwise thirds.
 * A mirrored cube (it occurs only among the 48 symmetries) has twists 3..5. */
struct cube {
	uint8_t corner_perm[N_CORNERS];  /* 0..7: URF UFL ULB UBR DFR DLF DBL DRB */
	uint8_t corner_ori[N_CORNERS];   /* 0..2, sum divisible by 3 */
	uint8_t edge_perm[N_EDGES];      /* 0..11: UR UF UL UB DR DF DL DB FR FL BL BR */
	uint8_t edge_ori[N_EDGES];       /* 0..1, even sum */
	uint16_t centres;                /* 0: they have no marks; else as cube/centres.h has it */
};

extern const struct cube cube_solved;

/* Corners and edges in one row, 0..7 and 8..19, for what is done alike with both. */
enum { N_CUBIES = N_CORNERS + N_EDGES };
extern const char *const cubie_name[N_CUBIES];    /* "URF" ... "UR" ... */
extern const char *const *const corner_name, *const *const edge_name;

static inline unsigned cubie_n_stickers(unsigned cubie) { return cubie < N_CORNERS ? 3 : 2; }

/** The places, and the cubies, of the kind of this one: corners or edges. */
static inline unsigned cubie_kind_begin(unsigned cubie) { return cubie < N_CORNERS ? 0 : N_CORNERS; }
static inline unsigned cubie_kind_end(unsigned cubie) { return cubie < N_CORNERS ? N_CORNERS : N_CUBIES; }

/** For each of that kind. */
#define cubie_foreach_of_kind(cubie, kind) \
	for (unsigned cubie = cubie_kind_begin(kind); cubie < cubie_kind_end(kind); cubie++)

/** For each sticker k of each place, or of each cubie. */
#define cubie_foreach_sticker(place, k) \
	for (unsigned place = 0; place < N_CUBIES; place++) \
		for (unsigned k = 0; k < cubie_n_stickers(place); k++)

/** The cubie in a place of that row. */
static inline unsigned cube_cubie(const struct cube *c, unsigned place)
{
	return place < N_CORNERS ? c->corner_perm[place] : N_CORNERS + (unsigned)c->edge_perm[place - N_CORNERS];
}

static inline unsigned cube_ori(const struct cube *c, unsigned place)
{
	return place < N_CORNERS ? c->corner_ori[place] : c->edge_ori[place - N_CORNERS];
}

/** Put a cubie into a place. */
static inline void cube_put(struct cube *c, unsigned place, unsigned cubie, unsigned ori)
{
	const bool is_corner = place < N_CORNERS;
	*(is_corner ? &c->corner_perm[place] : &c->edge_perm[place - N_CORNERS]) = (uint8_t)(is_corner ? cubie : cubie - N_CORNERS);
	*(is_corner ? &c->corner_ori[place] : &c->edge_ori[place - N_CORNERS]) = (uint8_t)ori;
}

/** The first law that a set of cubies breaks, in the order in which cube_check() looks. */
enum cube_fault {
	CUBE_OK,
	CUBE_CORNER_RANGE,      /* a corner cubie or twist is out of range, or a cubie appears twice */
	CUBE_EDGE_RANGE,        /* an edge cubie or flip is out of range, or a cubie appears twice */
	CUBE_TWIST,             /* corner orientations do not sum to 0 mod 3 */
	CUBE_FLIP,              /* edge orientations do not sum to 0 mod 2 */
	CUBE_PARITY,            /* corner and edge permutations have different parity */
	CUBE_CENTRES,           /* marked centres are an odd number of quarter turns from upright and corners
	                         * even, or the other way round */
};

/** First a, then b, as positions (Kociemba's convention: the cube a turned by b). */
struct cube cube_product(const struct cube *a, const struct cube *b);

/** The cube c with cube_product(a, &c) solved; a may be mirrored. */
struct cube cube_inverse(const struct cube *a);

/** How often a cube must be repeated to return to the start. */
unsigned cube_order(const struct cube *c);

bool cube_equal(const struct cube *a, const struct cube *b);
bool cube_is_solved(const struct cube *c);

/** Whether the corner permutation is odd (on a solvable cube the edge permutation is then odd, too). */
bool cube_is_odd(const struct cube *c);

/** The first fault of a cube of unknown origin, CUBE_OK if some sequence of turns solves it. */
enum cube_fault cube_check(const struct cube *c);

/** Whether an odd number of transpositions makes the permutation perm[0..n-1]. */
bool permutation_is_odd(const uint8_t *perm, unsigned n);
