#include "steps/method.h"

#include "support/support.h"

static bool is_folded(const uint8_t *moves, unsigned n)
{
	for (unsigned i = 1; i < n; i++) {
		if (move_face(moves[i]) == move_face(moves[i - 1]))
			return false;
		if (i >= 2 && move_face(moves[i]) == move_face(moves[i - 2])
		    && move_face(moves[i]) % 3 == move_face(moves[i - 1]) % 3)
			return false;
	}
	return true;
}

Test(method, folding_keeps_the_position_and_leaves_nothing_to_fold)
{
	struct dice dice = {2024};
	for (unsigned i = 0; i < 2000; i++) {
		uint8_t moves[40], folded[40];
		const unsigned n = dice_below(&dice, 41), n_faces = 2 + dice_below(&dice, 5);
		for (unsigned j = 0; j < n; j++)
			moves[j] = (uint8_t)(dice_below(&dice, n_faces) * 3 + dice_below(&dice, 3));
		memcpy(folded, moves, n);
		const unsigned n_folded = method_fold_moves(folded, n);
		const struct cube before = cube_after_moves(cube_solved, moves, n);
		const struct cube after = cube_after_moves(cube_solved, folded, n_folded);
		cr_assert(cube_equal(&before, &after), "maneuver %u of seed 2024 makes another position", i);
		cr_assert(n_folded <= n && is_folded(folded, n_folded),
		          "maneuver %u of seed 2024 can be folded again", i);
	}
}

Test(method, a_maneuver_and_its_inverse_fold_to_nothing)
{
	uint8_t moves[] = {0, 9, 4, 13, 17, 15, 13, 4, 11, 2};
	cr_expect_eq(method_fold_moves(moves, sizeof moves), 0, "U D R2 L2 B' B L2 R2 D' U' turns nothing");
}

Test(method, a_result_whose_stages_do_not_add_up_solves_nothing)
{
	const struct cube c = cube_after(&cube_solved, 0);
	struct method_result r = {.n_moves = 1, .moves = {2}};
	cr_expect(method_result_solves(&r, &c));
	r.n_stages = 1;
	cr_expect_not(method_result_solves(&r, &c), "stages without moves cannot solve a turned cube");
	r.stages[0] = (struct method_stage){.name = "only", .n_moves = 1};
	r.n_stage_moves = 1;
	r.stage_moves[0] = 2;
	cr_expect(method_result_solves(&r, &c));
	r.stages[0].n_moves = 2;
	cr_expect_not(method_result_solves(&r, &c), "a stage of two moves among one");
	r.stages[0].n_moves = 1;
	r.moves[0] = 1;
	cr_expect_not(method_result_solves(&r, &c), "U2 after U solves nothing");
}

/* ---- the random walk ---- */

static struct method_result walk(const char *scramble, struct search_request limits)
{
	struct method_result result;
	limits.cube = cube_of_moves(scramble);
	method_solve(&random_walk_method, NULL, &limits, &result);
	cr_expect(result.outcome != SEARCH_SOLVED || method_result_solves(&result, &limits.cube), "%s", scramble);
	return result;
}

Test(method, a_random_walk_finds_a_few_moves_and_is_ended_by_limits)
{
	static const char hard[] = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
	const struct method_result none = walk("", (struct search_request){0}),
	                           two = walk("R U", (struct search_request){.max_length = 3});
	cr_expect(none.outcome == SEARCH_SOLVED && none.n_moves == 0);
	cr_expect(two.outcome == SEARCH_SOLVED && two.n_moves >= 2 && two.n_moves <= 3 && !two.is_optimal);
	cr_expect_eq(walk("R U", (struct search_request){.max_length = 3}).n_generated, two.n_generated,
	             "the same turns each time");
	cr_expect_eq(walk(hard, (struct search_request){.time_limit_s = 0.01}).outcome, SEARCH_TIME_LIMIT);
	cr_expect_eq(walk(hard, (struct search_request){.stopped = at_once}).outcome, SEARCH_INTERRUPTED);
}
