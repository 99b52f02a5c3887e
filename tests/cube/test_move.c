#include "cube/move.h"

#include "support/support.h"

static unsigned order_of(const struct cube *c)
{
	struct cube power = *c;
	unsigned order = 1;
	for (; !cube_is_solved(&power); order++)
		power = cube_product(&power, c);
	return order;
}

static unsigned order_of_moves(const uint8_t *moves, unsigned n)
{
	const struct cube c = cube_after_moves(cube_solved, moves, n);
	return order_of(&c);
}

enum { U = FACE_U * 3, R = FACE_R * 3, F = FACE_F * 3, D = FACE_D * 3, L = FACE_L * 3, B = FACE_B * 3 };

Test(move, quarter_turns_have_order_4_and_half_turns_2)
{
	for (unsigned m = 0; m < N_MOVES; m++)
		cr_expect_eq(order_of(&move_cube[m]), move_is_quarter(m) ? 4u : 2u, "%s", move_name[m]);
}

Test(move, every_move_is_solvable_and_quarter_turns_are_odd)
{
	for (unsigned m = 0; m < N_MOVES; m++) {
		cr_expect_eq(cube_check(&move_cube[m]), CUBE_OK, "%s", move_name[m]);
		cr_expect_eq(cube_is_odd(&move_cube[m]), move_is_quarter(m), "%s", move_name[m]);
		cr_expect_eq((QUARTER_TURNS >> m & 1) != 0, move_is_quarter(m), "%s", move_name[m]);
	}
}

Test(move, inverse_undoes)
{
	for (unsigned m = 0; m < N_MOVES; m++) {
		const struct cube c = cube_after(&move_cube[m], move_inverse(m));
		cr_expect(cube_is_solved(&c), "%s", move_name[m]);
		cr_expect_eq(move_inverse(move_inverse(m)), m, "%s", move_name[m]);
	}
}

Test(move, well_known_orders)
{
	cr_expect_eq(order_of_moves((const uint8_t[]){R, U, R + 2, U + 2}, 4), 6u, "R U R' U'");
	cr_expect_eq(order_of_moves((const uint8_t[]){R, U}, 2), 105u, "R U");
	cr_expect_eq(order_of_moves((const uint8_t[]){R, U + 2}, 2), 63u, "R U'");
	cr_expect_eq(order_of_moves((const uint8_t[]){R + 1, U + 1}, 2), 6u, "R2 U2");
	/* The largest order of all (Butler; Singmaster, "Notes on Rubik's Magic Cube"). */
	cr_expect_eq(order_of_moves((const uint8_t[]){R, U + 1, D + 2, B, D + 2}, 5), 1260u, "R U2 D' B D'");
}

Test(move, exactly_opposite_faces_commute)
{
	for (unsigned a = 0; a < N_FACES; a++)
		for (unsigned b = 0; b < N_FACES; b++) {
			const struct cube ab = cube_after(&move_cube[a * 3], b * 3),
			                  ba = cube_after(&move_cube[b * 3], a * 3);
			cr_expect_eq(cube_equal(&ab, &ba), a % 3 == b % 3, "%c %c", face_letter[a], face_letter[b]);
		}
}

/* Sequences of length n by the state that they end in, from those of length n - 1. */
static uint64_t count_sequences(enum metric metric, uint64_t n_by_last[N_LAST])
{
	uint64_t next[N_LAST] = {0}, n = 0;
	for (unsigned last = 0; last < N_LAST; last++)
		for (uint32_t moves = move_successors[metric][last]; moves != 0; moves &= moves - 1) {
			next[move_last_after[metric][last][__builtin_ctz(moves)]] += n_by_last[last];
			n += n_by_last[last];
		}
	memcpy(n_by_last, next, sizeof next);
	return n;
}

/* Korf 1997, table 1; of quarter turns by brute force over words without the redundant ones. */
Test(move, canonical_sequences_are_as_many_as_korf_counted)
{
	static const uint64_t qtm[] = {12, 114, 1068};
	uint64_t n_by_last[N_METRICS][N_LAST] = {{[LAST_NONE] = 1}, {[LAST_NONE] = 1}};
	for (unsigned i = 1; i <= KORF_MAX_MOVES; i++)
		cr_expect_eq(count_sequences(METRIC_HTM, n_by_last[METRIC_HTM]), n_canonical[i], "%u moves", i);
	for (unsigned i = 0; i < sizeof qtm / sizeof *qtm; i++)
		cr_expect_eq(count_sequences(METRIC_QTM, n_by_last[METRIC_QTM]), qtm[i], "%u quarter turns", i + 1);
}

Test(move, half_turns_cost_two_quarter_turns)
{
	const uint8_t moves[] = {R, U + 1, F + 2};
	cr_expect_eq(moves_cost(METRIC_HTM, moves, 3), 3u);
	cr_expect_eq(moves_cost(METRIC_QTM, moves, 3), 4u);
	cr_expect_eq(moves_cost(METRIC_QTM, (const uint8_t[]){L, B}, 2), 2u);
}
