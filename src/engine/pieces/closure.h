/* The states that the turns of a small set make of the solved cube, ranked without gaps.
 *
 * They are as whoever holds the cube sees them (goal/reach.c), so that each turn is one permutation.  An
 * outer state is how the centres and corners are, an inner one how the edges are.  The inner states that may
 * go with one outer state are a class, and all classes have the same size (Goursat's lemma): an index is the
 * outer state times that size, and the number of the inner state in its class.
 *
 * A set has a table of its own if its turns are among six and their powers.  Turn i done n times is move 3 i
 * + n - 1 of the table. */
#pragma once
#include "coord/orbit.h"
#include "cube/turn_frame.h"
#include "pdb/family.h"

/** The most entries of a table, a byte each. */
#define CLOSURE_MAX_STATES (UINT64_C(1) << 28)
enum { CLOSURE_MAX_CLASS = 1 << 14, CLOSURE_MOVES_BYTES = 96 << 20 };  /* the memory that its moves take, at
                                                                        * most */

struct closure;

/** The table of a set's own states.
 * @param costs  set to what the moves of the table cost, in units of the set: the costs of its key
 * @return false if it has none: too many states, too many turns, or rotations */
bool closure_coordinate(const struct turn_set *set, struct coordinate_key *out, struct turn_costs *costs);

/** @param p  parameters of a coordinate  @return NULL without memory, or if it has too many states */
struct closure *closure_make(const uint32_t *p);
void closure_free(struct closure *c);  /* NULL is ignored */

/** The index of a cube that is to be solved, held in any way; 0 also if the turns do not make it. */
uint64_t closure_rank(const struct closure *c, const struct cube *cube);
/** Outer states are arrangements.  @return false without memory; to be released by orbit_moves_free() */
bool closure_moves_fill(const struct closure *c, struct orbit_moves *out);

/** Which move of the table a turn of the pieces is when the frame stands somewhere (cube/turn_frame.h), and
 * where that leads. */
void closure_steps(const uint32_t *p, uint8_t move_of[N_ORIENTATIONS][N_AXIS_TURNS],
                   uint8_t frame_after[N_ORIENTATIONS][N_AXIS_TURNS]);

/** What is turned, as in "R U2". @param size  of the text, which is cut */
void closure_write_turns(const uint32_t *p, char *text, size_t size);

/** The number of outer states, and of inner ones with each. */
static inline uint32_t closure_n_outer(const uint32_t *p) { return p[3]; }
static inline uint32_t closure_class_size(const uint32_t *p) { return p[4]; }
