#include "cube/move.h"

#include "cube/centres.h"
#include "cube/symmetry.h"

#include <pthread.h>

const char *const move_name[N_MOVES] = {"U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'",
                                        "D", "D2", "D'", "L", "L2", "L'", "B", "B2", "B'"};
const char face_letter[N_FACES + 1] = "URFDLB";
const char *const metric_name[N_METRICS + 1] = {"htm", "qtm", "turns"};

struct cube move_cube[N_MOVES];
uint32_t move_successors[N_METRICS][N_LAST];
uint8_t move_last_after[N_METRICS][N_LAST][N_MOVES];

/* Clockwise quarter turns (Kociemba): the cubie that comes to each position, and its change of orientation.
 * F and B flip four edges; U and D twist no corner. */
static const struct cube quarter_turn[N_FACES] = {
	[FACE_U] = {{UBR, URF, UFL, ULB, DFR, DLF, DBL, DRB}, {0},
	            {UB, UR, UF, UL, DR, DF, DL, DB, FR, FL, BL, BR}, {0}, 0},
	[FACE_R] = {{DFR, UFL, ULB, URF, DRB, DLF, DBL, UBR}, {2, 0, 0, 1, 1, 0, 0, 2},
	            {FR, UF, UL, UB, BR, DF, DL, DB, DR, FL, BL, UR}, {0}, 0},
	[FACE_F] = {{UFL, DLF, ULB, UBR, URF, DFR, DBL, DRB}, {1, 2, 0, 0, 2, 1, 0, 0},
	            {UR, FL, UL, UB, DR, FR, DL, DB, UF, DF, BL, BR}, {0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0}, 0},
	[FACE_D] = {{URF, UFL, ULB, UBR, DLF, DBL, DRB, DFR}, {0},
	            {UR, UF, UL, UB, DF, DL, DB, DR, FR, FL, BL, BR}, {0}, 0},
	[FACE_L] = {{URF, ULB, DBL, UBR, DFR, UFL, DLF, DRB}, {0, 1, 2, 0, 0, 2, 1, 0},
	            {UR, UF, BL, UB, DR, DF, FL, DB, FR, UL, DL, BR}, {0}, 0},
	[FACE_B] = {{URF, UFL, UBR, DRB, DFR, DLF, ULB, DBL}, {0, 0, 1, 2, 0, 0, 2, 1},
	            {UR, UF, UL, BR, DR, DF, DL, BL, FR, FL, UB, DB}, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1}, 0},
};

struct cube cube_after(const struct cube *c, unsigned move)
{
	struct cube after = cube_product(c, &move_cube[move]);
	if (c->centres != 0)
		after.centres = centres_after(c->centres, move);
	return after;
}

struct cube cube_after_moves(struct cube c, const uint8_t *moves, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		c = cube_after(&c, moves[i]);
	return c;
}

void moves_invert(uint8_t *moves, size_t n)
{
	for (size_t i = 0; i < n - i; i++) {
		const uint8_t first = moves[i];
		moves[i] = (uint8_t)move_inverse(moves[n - 1 - i]);
		moves[n - 1 - i] = (uint8_t)move_inverse(first);
	}
}

unsigned moves_cost(enum metric metric, const uint8_t *moves, unsigned n)
{
	unsigned cost = 0;
	for (unsigned i = 0; i < n; i++)
		cost += move_cost(metric, moves[i]);
	return cost;
}

void moves_sort_commuting(uint8_t *moves, unsigned n)
{
	for (unsigned i = 1; i < n; i++)
		for (unsigned k = i;
		     k > 0 && move_face(moves[k]) % 3 == move_face(moves[k - 1]) % 3 && moves[k] < moves[k - 1];
		     k--) {
			const uint8_t move = moves[k];
			moves[k] = moves[k - 1];
			moves[k - 1] = move;
		}
}

static void fill_move_order(enum metric metric)
{
	for (unsigned last = 0; last < N_LAST; last++) {
		uint32_t moves = 0;
		for (unsigned move = 0; move < N_MOVES; move++) {
			const unsigned face = move_face(move), last_face = (last + N_FACES - 1) % N_FACES;
			const bool clockwise = move_turns(move) == 1;
			const bool doubles = last > N_FACES && face == last - N_FACES - 1 && clockwise;
			if (metric == METRIC_QTM && !move_is_quarter(move))
				continue;
			/* After the second face of an axis neither face of that axis may follow. */
			if (last != LAST_NONE && face % 3 == last_face % 3 && face <= last_face && !doubles)
				continue;
			moves |= 1u << move;
			const bool may_double = metric == METRIC_QTM && clockwise && !doubles;
			move_last_after[metric][last][move] = (uint8_t)(1 + face + (may_double ? N_FACES : 0));
		}
		move_successors[metric][last] = moves;
	}
}

static void fill_tables(void)
{
	for (unsigned face = 0; face < N_FACES; face++) {
		move_cube[face * 3] = quarter_turn[face];
		move_cube[face * 3 + 1] = cube_product(&quarter_turn[face], &quarter_turn[face]);
		move_cube[face * 3 + 2] = cube_product(&move_cube[face * 3 + 1], &quarter_turn[face]);
	}
	fill_move_order(METRIC_HTM);
	fill_move_order(METRIC_QTM);
	symmetry_fill_tables();
}

void cube_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, fill_tables);
}
