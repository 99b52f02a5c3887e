
#include "base/once.h"
#include "cube/centres.h"

const char *const move_name[N_MOVES] = {"U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'",
                                        "D", "D2", "D'", "L", "L2", "L'", "B", "B2", "B'"};
const char face_letter[N_FACES + 1] = "URFDLB";
const char *const metric_name[N_METRICS + 1] = {"htm", "qtm", "turns"};

struct cube move_cube[N_MOVES];
uint32_t move_successors[N_METRICS][N_LAST];
uint8_t move_last_after[N_METRICS][N_LAST][N_MOVES];

/* The clockwise quarter turn of U (Kociemba): the cubie that comes to each position.  Those of the other
 * faces are this one seen from another side, by a rotation that takes U to the face. */
static const struct cube turn_of_u = {{UBR, URF, UFL, ULB, DFR, DLF, DBL, DRB}, {0},
                                      {UB, UR, UF, UL, DR, DF, DL, DB, FR, FL, BL, BR}, {0}, 0};
static const uint8_t rotation_of_u[N_FACES] = {
	[FACE_U] = 0, [FACE_R] = 32, [FACE_F] = 16, [FACE_D] = 8, [FACE_L] = 40, [FACE_B] = 24,
};

struct cube cube_after_moves(struct cube c, const uint8_t *moves, unsigned n)
{
	items_foreach(move, moves, n)
		c = cube_after(&c, *move);
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
	items_foreach(move, moves, n)
		cost += move_cost(metric, *move);
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
	symmetry_fill_cubes();
	for (unsigned face = 0; face < N_FACES; face++) {
		struct cube *const m = &move_cube[face * 3];
		m[0] = cube_conjugate(&turn_of_u, rotation_of_u[face]);
		m[1] = cube_product(&m[0], &m[0]);
		m[2] = cube_product(&m[1], &m[0]);
	}
	symmetry_fill_moves();
	fill_move_order(METRIC_HTM);
	fill_move_order(METRIC_QTM);
}

void cube_init(void)
{
	ONCE(fill_tables);
}
