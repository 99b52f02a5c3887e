/* Patterns: what of a cube counts.
 *
 * Each piece belongs to a class of pieces that may take each other's places, and its orientation counts or
 * not.  A piece that does not count shares a class, without orientation, with the others of its kind.  A cube
 * is at the goal if each place holds a piece of the class that belongs there, oriented where that counts;
 * such cubes are a group. */
#pragma once
#include "cube/symmetry.h"

enum { PATTERN_CLASS = 15, PATTERN_ORIENTED = 16, PATTERN_NAME_SIZE = N_CORNERS + 1 + N_EDGES + 4 };

struct pattern {
	union {                     /* the first piece of its class, among corners or edges, and PATTERN_ORIENTED
	                             * if its orientation counts */
		struct { uint8_t corner[N_CORNERS], edge[N_EDGES]; };
		uint8_t of[N_CUBIES];   /* both in one row */
	};
	uint8_t free_face;          /* 1 + the face whose turns at the end are free; 0: none */
	bool half_turns;            /* corners that are in the tetrad where they belong are to be where half turns
	                             * alone take them, 96 ways */
	uint8_t number[6];          /* by enum pattern_number, one more than what is asked for; 0: nothing is */
};

/* What of the whole cube is counted: corners and edges that may be unsolved, at most; that are where half
 * turns do not bring those at home there; quarter turns of U and D that it takes, beside half turns, until
 * half turns suffice.  CORNER_CLASS has, instead of one more, bad corners << 5 | letter | one more than the
 * quarter turns of the corners alone; the letter is a or b of four bad corners, c of either and of others.
 * With it the cube is seen from where fewer corners are bad, and if there are four, fewer edges. */
enum pattern_number {
	LEFT_CORNERS, LEFT_EDGES, BAD_CORNERS, BAD_EDGES, QUARTERS, CORNER_CLASS, N_PATTERN_NUMBERS,
	CLASS_B = 8, CLASS_C = 16
};

bool pattern_asks_numbers(const struct pattern *p);

/** Which part of the positions of domino reduction has the numbers that are asked for; 1: none are. */
double pattern_share(const struct pattern *p);

/** Without what is no part of any table: half_turns and numbers. */
struct pattern pattern_plain(const struct pattern *p);

/** Whether no more of the pieces in the first n places are unsolved than may be. */
bool pattern_leaves_few(const struct pattern *p, const struct cube *c, unsigned n_places);

/** All cubes are at this goal. */
extern const struct pattern pattern_of_nothing;

bool pattern_equal(const struct pattern *a, const struct pattern *b);

/** How many ways a cube at the goal may be turned at the end for nothing: 4, or 1 if no turns are free. */
static inline unsigned pattern_n_turns(const struct pattern *p) { return p->free_face != 0 ? 4 : 1; }

/** The cube after so many of the quarter turns that are free. */
struct cube pattern_turn_free(const struct pattern *p, const struct cube *c, unsigned turns);

/** The free quarter turns that bring a cube to where the pattern holds without them; pattern_n_turns(): it is
 * not at the goal. */
unsigned pattern_turns_to(const struct pattern *p, const struct cube *c);

/** Whether a cube is at the goal. */
static inline bool pattern_holds(const struct pattern *p, const struct cube *c)
{
	return pattern_turns_to(p, c) < pattern_n_turns(p);
}

/** What counts of a cube, place by place.  Of two cubes that look the same, the same moves lead both to the
 * goal. */
void pattern_look(const struct pattern *p, const struct cube *c, uint8_t seen[N_CUBIES]);

/** What counts in either of two. */
struct pattern pattern_join(const struct pattern *a, const struct pattern *b);

/** The pattern q of which cube_conjugate(c, symmetry) is at the goal if c is at p's.  Whether a piece is
 * turned depends on the axis.
 * @return false if there is none: orientations that count are others when seen from there */
bool pattern_conjugate(const struct pattern *p, unsigned symmetry, struct pattern *q);

/** Whether the corner permutation's parity, and with it the length's in quarter turns, follows from the
 * pattern. */
bool pattern_fixes_parity(const struct pattern *p);

/** A character for each corner and each edge, as in "____xxxx-____xxxxxxxx": x in place and oriented; p in
 * place; _ does not count; o oriented; pieces with the same other letter may take each other's places, and
 * are oriented if it is a capital.  Then
 * -U if turns of U at the end are free, -H if half turns are to place the corners, -UH if both.  Numbers are
 * no part of it. */
void pattern_write(const struct pattern *p, char name[PATTERN_NAME_SIZE]);

/** @return false, and *out is as it was, if the text is no such name; several texts may mean one pattern */
bool pattern_read(const char *name, struct pattern *out);
