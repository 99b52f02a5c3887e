/* Cubes that are equal up to symmetry and inversion are answered by one search. */
#include "search/duplicates.h"

#include "support/read.h"
#include "support/support.h"

static struct cube equivalent(struct dice *dice, const struct cube *c)
{
	const struct cube inverse = cube_inverse(c);
	return cube_conjugate(dice_below(dice, 2) == 1 ? &inverse : c, dice_below(dice, N_SYMMETRIES));
}

/* A result whose solution is the way back of a walk. */
static struct search_result result_of_walk(const uint8_t *moves, unsigned n)
{
	struct search_result result = {.outcome = SEARCH_SOLVED,
	                               .is_optimal = true,
	                               .length = n,
	                               .lower_bound = n,
	                               .n_solutions = 1,
	                               .n_generated = 99,
	                               .seconds = 1,
	                               .n_iterations = 1};
	result.solutions = malloc(sizeof *result.solutions);
	*result.solutions = search_solution_of_path(moves, n);
	moves_invert(result.solutions->moves, n);
	return result;
}

static struct cube walk(struct dice *dice, unsigned n, uint8_t *moves, unsigned *n_moves)
{
	*n_moves = dice_walk(dice, METRIC_HTM, n, moves);
	return cube_after_moves(cube_solved, moves, *n_moves);
}

static void expect_reached(const struct goal *goal, const struct cube *c, const struct search_result *r)
{
	const struct cube end = cube_after_moves(*c, r->solutions->moves, r->solutions->n_moves);
	cr_assert(goal_holds(goal, &end), "%s", goal->name);
}

/* What a goal does not see does not count, and its own symmetries do; of whole cubes inversion does, too. */
Test(duplicates, an_answer_is_given_to_each_in_its_own_frame)
{
	static const struct { const char *goal, *unseen; int n_symmetries;
	} rows[] = {
		{"solved", "", 48},
		{"cross", "U", 8},         {"xcross", "U2", 8},
		{"xcross:FR", "U", 2},     {"f2l", "U'", 8},
		{"eo:FB", "U R", 16},      {"cross+neutral", "", 48},
		{"2x2x2:DBL", "U R F", 6}, {"oll", "R2 U R U R' U' R' U' R' U R'", 8},
	};
	struct dice dice = {21};
	array_foreach(row, rows) {
		const struct goal goal = goal_of(row->goal);
		const uint64_t symmetries = goal_symmetries(&goal);
		const bool is_whole = row == rows;
		cr_expect_eq(__builtin_popcountll(symmetries), row->n_symmetries, "%s: %d", row->goal,
		             __builtin_popcountll(symmetries));
		struct duplicates *const d = duplicates_create(is_whole ? NULL : &goal);
		const struct cube unseen = cube_of_moves(row->unseen);
		cr_assert(goal_holds(&goal, &unseen), "%s", row->goal);
		for (unsigned n = 0; n < 96; n++) {
			uint8_t moves[32];
			unsigned n_moves;
			const struct cube first = walk(&dice, 4 + n % 9, moves, &n_moves),
			                  hidden = cube_product(&unseen, &first);
			const struct cube other = is_whole ? equivalent(&dice, &hidden) : cube_conjugate(&hidden, n % 48);
			struct duplicate a, b;
			/* Or the walk has led to an earlier class. */
			if ((symmetries >> n % 48 & 1) == 0
			    || duplicates_look_up(d, &first, 3 * n + 1, &a) != DUPLICATE_NONE)
				continue;
			cr_assert_eq(duplicates_look_up(d, &other, 3 * n + 2, &b), DUPLICATE_PENDING, "%s, symmetry %u",
			             row->goal, n % 48);
			cr_assert(b.searched_by == 3 * n + 1 && b.first_id == 3 * n + 1);
			struct search_result of_first = result_of_walk(moves, n_moves), of_other, again;
			cr_assert(duplicate_image(&b, &of_first, &of_other), "%s, symmetry %u", row->goal, n % 48);
			cr_assert(of_other.is_optimal && of_other.length == n_moves && of_other.n_generated == 0
			          && of_other.n_iterations == 0);
			expect_reached(&goal, &other, &of_other);
			duplicates_found(d, &a, &of_first);
			cr_assert_eq(duplicates_look_up(d, &other, 3 * n + 3, &b), DUPLICATE_ANSWERED);
			cr_assert(duplicates_answer(d, &b, &again));
			expect_reached(&goal, &other, &again);
			search_result_free(&of_first);
			search_result_free(&of_other);
			search_result_free(&again);
		}
		duplicates_free(d);
	}
}

Test(duplicates, a_solution_that_does_not_solve_the_first_is_given_to_nobody)
{
	struct dice dice = {12};
	struct duplicates *const d = duplicates_create(NULL);
	uint8_t moves[32];
	unsigned n_moves;
	const struct cube first = walk(&dice, 9, moves, &n_moves), other = equivalent(&dice, &first);
	struct duplicate a, b;
	duplicates_look_up(d, &first, 1, &a);
	duplicates_look_up(d, &other, 2, &b);
	struct search_result wrong = result_of_walk(moves, n_moves), image;
	wrong.solutions->moves[3] = (uint8_t)((wrong.solutions->moves[3] + 1) % N_MOVES);
	cr_expect_not(duplicate_image(&b, &wrong, &image));
	search_result_free(&wrong);
	duplicates_free(d);
}

Test(duplicates, a_search_that_was_interrupted_answers_nobody_later_and_one_with_a_bound_does)
{
	struct dice dice = {13};
	struct duplicates *const d = duplicates_create(NULL);
	const struct cube c = dice_cube(&dice), other = equivalent(&dice, &c);
	struct duplicate a, b;
	cr_assert_eq(duplicates_look_up(d, &c, 1, &a), DUPLICATE_NONE);
	duplicates_found(d, &a, &(struct search_result){.outcome = SEARCH_INTERRUPTED});
	cr_expect_eq(duplicates_look_up(d, &other, 2, &b), DUPLICATE_FORGOTTEN);
	cr_expect_eq(b.first_id, 1);
	cr_expect(cube_equal(&b.first, &c), "what is searched is the first, in its frame");
	/* A bound is an answer like any other. */
	const struct cube bounded = dice_cube(&dice), as_bounded = equivalent(&dice, &bounded);
	duplicates_look_up(d, &bounded, 3, &a);
	duplicates_found(d, &a, &(struct search_result){.outcome = SEARCH_TIME_LIMIT, .lower_bound = 14});
	cr_assert_eq(duplicates_look_up(d, &as_bounded, 4, &b), DUPLICATE_ANSWERED);
	struct search_result result;
	cr_assert(duplicates_answer(d, &b, &result));
	cr_expect(result.outcome == SEARCH_TIME_LIMIT && result.lower_bound == 14 && !result.is_optimal);
	duplicates_free(d);
}

Test(duplicates, the_window_forgets_the_oldest_classes_and_only_these)
{
	struct dice dice = {15};
	struct duplicates *const d = duplicates_create(NULL);
	const struct cube oldest = dice_cube(&dice);
	struct duplicate duplicate;
	cr_assert_eq(duplicates_look_up(d, &oldest, 1, &duplicate), DUPLICATE_NONE);
	struct cube second = cube_solved;
	for (uint64_t id = 2; id <= DUPLICATES_WINDOW; id++) {
		const struct cube c = dice_cube(&dice);
		if (id == 2)
			second = c;
		duplicates_pass(d, &c, id);
	}
	cr_expect_eq(duplicates_look_up(d, &oldest, 70000, &duplicate), DUPLICATE_PENDING, "just within");
	const struct cube one_more = dice_cube(&dice);
	duplicates_pass(d, &one_more, 70001);
	cr_expect_eq(duplicates_look_up(d, &second, 70002, &duplicate), DUPLICATE_FORGOTTEN,
	             "passed over, so that it has no answer");
	cr_expect_eq(duplicate.first_id, 2);
	cr_expect_eq(duplicates_look_up(d, &oldest, 70003, &duplicate), DUPLICATE_NONE, "it has left");
	duplicates_free(d);
}
