/* Which goals permitted moves may reach, piece by piece. */
#include "support/read.h"
#include "support/support.h"

enum { U_TURNS = 7, R_TURNS = 7 << 3, F_TURNS = 7 << 6, D_HALF = 2 << 9, ALL_TURNS = (1 << N_MOVES) - 1 };

static const char *obstacle(const struct goal *goal, const struct cube *c, uint32_t permitted)
{
	const struct turn_set set = turn_set_of_moves(METRIC_HTM, permitted);
	struct reach *const reach = reach_make(&set, goal);
	const char *const text = reach_obstacle(reach, c);
	reach_free(reach);
	return text;
}

/* The cube after one move of each number. */
Test(reach, a_piece_that_cannot_get_home_is_found)
{
	enum { U = 0, F = 6, D = 9, L = 12 };
	static const struct { const char *goal; uint32_t permitted; unsigned move; bool is_in_reach; } rows[] = {
		{"cross", U_TURNS | R_TURNS | F_TURNS, D, false}, {"cross", U_TURNS | R_TURNS | F_TURNS, F, true},
		{"cross+neutral", U_TURNS | R_TURNS | F_TURNS, D, true}, {"eo", U_TURNS | R_TURNS, F, false}, {"eo:RL", U_TURNS | R_TURNS, F, true},
		{"2x2x2:URF", U_TURNS | R_TURNS | F_TURNS, D, true}, {"dr", U_TURNS | D_HALF, U, true}, {"dr", U_TURNS | D_HALF, L, false},
		{"f2l+auf:D", U_TURNS | R_TURNS, D, true}, {"f2l+preauf:D", U_TURNS | R_TURNS, D, true}, {"cross", ALL_TURNS, D, true},
		{"solved+preauf:U", U_TURNS, F, false}, {"solved+preauf:U+neutral", U_TURNS, F, true},
		{"ll:U+preauf:R+neutral:U", U_TURNS, F, true}, {"ll:U+preauf:R+neutral:U", U_TURNS, D, false},
	};
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct goal goal = goal_of(rows[i].goal);
		cr_expect_eq(obstacle(&goal, &move_cube[rows[i].move], rows[i].permitted) == NULL, rows[i].is_in_reach, "row %u", i);
	}
}

/* Moves that lead away from the goal lead back to it. */
Test(reach, what_permitted_moves_have_mixed_is_in_reach)
{
	static const uint32_t permitted[] = {U_TURNS | R_TURNS, U_TURNS | D_HALF, R_TURNS | F_TURNS | D_HALF,
	                                     0x12492, QUARTER_TURNS};
	static const char *const names[] = {"cross", "xcross", "f2l",   "eoline",    "dr:FB",
	                                    "oll",   "cmll",   "edges", "fb+neutral"};
	struct dice dice = {61};
	array_foreach(row, names)
		for (unsigned p = 0; p < sizeof permitted / sizeof *permitted; p++) {
			const struct goal goal = goal_of(*row);
			struct cube c = cube_solved;
			for (unsigned n = 0; n < 60; n++) {
				const unsigned move = dice_below(&dice, N_MOVES);
				c = (permitted[p] >> move & 1) != 0 ? cube_after(&c, move) : c;
			}
			cr_expect_null(obstacle(&goal, &c, permitted[p]), "%s, set %u, seed 61", *row, p);
		}
}

/* The Y permutation exchanges two corners of one tetrad, which half turns do to both tetrads at once. */
Test(reach, what_pieces_cannot_do_together_is_a_parity)
{
	enum { HALF_TURNS = 0222222 };
	const struct cube y = cube_of_moves("F R U' R' U' R U R' F' R U R' U' R' F R F'");
	const struct goal corners = goal_of("corners"), edges = goal_of("edges");
	cr_expect_not_null(strstr(obstacle(&corners, &y, HALF_TURNS), "(parity)"));
	cr_expect_null(obstacle(&corners, &y, HALF_TURNS | U_TURNS));
	const char *const of_edges = obstacle(&edges, &y, HALF_TURNS);
	cr_expect(of_edges != NULL && strstr(of_edges, "(parity)") == NULL, "two edges are in each other's slice");
}
