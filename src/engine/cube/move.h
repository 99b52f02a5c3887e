/* The 18 face turns, the two metrics, and the canonical order of moves. */
#pragma once
#include "cube/cube.h"

enum face { FACE_U, FACE_R, FACE_F, FACE_D, FACE_L, FACE_B, N_FACES };  /* opposite faces differ by 3 */

/* Moves are numbered face * 3 + clockwise quarter turns - 1: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2
 * B'. */
enum { N_MOVES = 18, QUARTER_TURNS = 0x2DB6D /* bit m: move m is a quarter turn */ };

enum metric { METRIC_HTM, METRIC_QTM, N_METRICS };  /* half-turn (face-turn) and quarter-turn metric */

extern const char *const move_name[N_MOVES];       /* "U", "U2", "U'", ... */
extern const char face_letter[N_FACES + 1];        /* "URFDLB" */
extern const char *const metric_name[N_METRICS + 1];  /* "htm", "qtm", and "turns" of tables of a turn set */

static inline unsigned move_face(unsigned move) { return move / 3; }
static inline unsigned move_turns(unsigned move) { return move % 3 + 1; }
static inline unsigned move_inverse(unsigned move) { return move_face(move) * 3 + 3 - move_turns(move); }
static inline bool move_is_quarter(unsigned move) { return move % 3 != 1; }

/** What a move costs: 1, but 2 for a half turn in QTM. */
static inline unsigned move_cost(enum metric metric, unsigned move)
{
	return metric == METRIC_QTM && !move_is_quarter(move) ? 2 : 1;
}

/** The cube that a move makes of the solved one; valid after cube_init(). */
extern struct cube move_cube[N_MOVES];

/** The cube after one move, and after n moves. */
struct cube cube_after(const struct cube *c, unsigned move);
struct cube cube_after_moves(struct cube c, const uint8_t *moves, unsigned n);

/** The same moves backwards, each turned back. */
void moves_invert(uint8_t *moves, size_t n);

/** The cost of n moves in a metric. */
unsigned moves_cost(enum metric metric, const uint8_t *moves, unsigned n);

/** Put turns of one axis that follow each other, which commute, in the order of their numbers: U R F before D
 * L B. */
void moves_sort_commuting(uint8_t *moves, unsigned n);

/* The canonical order: of all ways to write the same commuting turns, one is searched.  No face is turned
 * twice in a row and opposite faces only in the order U D, R L, F B (Korf 1997).  In QTM a half turn is two
 * clockwise quarter turns, the second directly after the first.  What may follow depends on a small state,
 * `last`: */
enum { LAST_NONE = 0, N_LAST = 13 };  /* else 1 + face, or 7 + face: one clockwise quarter turn that may be
                                       * doubled (QTM) */

/** Moves that may follow: bit m for move m. */
extern uint32_t move_successors[N_METRICS][N_LAST];

/** The state after a permitted move. */
extern uint8_t move_last_after[N_METRICS][N_LAST][N_MOVES];

/** Fill the tables of moves and symmetries.  Idempotent, thread-safe; the first call takes a few
 * microseconds. */
void cube_init(void);
