/* The corners or the edges of a pattern, ranked: where the pieces of each class are, and how those are
 * oriented whose orientation counts.
 *
 * Classes are put in order: single pieces first, then the others, each by its first piece.  Of each class in
 * turn the places among those that are left have a number, in ascending order of the highest place, then the
 * next; of single pieces that is the rank of a partial permutation (coord/permutation.h).  If all pieces are
 * oriented, orientations are digits by place, without the last one, which follows, of corners the first the
 * most significant (coord/corners.h); otherwise they are digits by piece, in the order of classes and of
 * places, the first the least significant. */
#pragma once
#include "goal/pattern.h"

enum { ORBIT_MAX = N_EDGES, ORBIT_MAX_ORIENTATIONS = 2187 };

struct orbit {
	bool is_of_edges;
	uint8_t n, modulus;                 /* pieces; 3 or 2 */
	uint8_t n_classes;
	uint8_t class_of[ORBIT_MAX];        /* of a piece */
	uint8_t begin[ORBIT_MAX + 1];       /* of a class, among all pieces in the order of classes */
	bool is_by_place;
	uint8_t n_digits;
	uint8_t digit[ORBIT_MAX];           /* of the piece at this place of that order; ORBIT_MAX: its
	                                     * orientation does not count */
	uint64_t n_arrangements;
	uint32_t n_orientations;
};

void orbit_fill(const struct pattern *p, bool is_of_edges, struct orbit *out);

static inline uint64_t orbit_size(const struct orbit *o) { return o->n_arrangements * o->n_orientations; }

/** The index of a cube: arrangement * n_orientations + orientations. */
uint64_t orbit_rank(const struct orbit *o, const struct cube *c);

/** Put the pieces of an index into a cube; those that do not count come in order, not oriented. */
void orbit_unrank(const struct orbit *o, uint64_t index, struct cube *c);

/** What moves do.  A move takes an arrangement to another, and all its orientations by one row: orientations
 * r become rows[row * n_orientations + r]. */
struct orbit_moves {
	uint32_t (*after)[N_MOVES];         /* [arrangement] */
	uint16_t (*row)[N_MOVES];
	uint16_t *rows;
};

/** Room for the moves of so many arrangements, and for some rows.
 * @return false without memory; orbit_moves_free() comes next all the same */
bool orbit_moves_alloc(uint64_t n_arrangements, size_t n_rows, size_t n_orientations,
                       struct orbit_moves *out);

/** @return false without memory; else to be released by orbit_moves_free() */
bool orbit_moves_fill(const struct orbit *o, struct orbit_moves *out);
void orbit_moves_free(struct orbit_moves *m);
