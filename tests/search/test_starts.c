/* Searches for any of several cubes, against all turns one after the other. */
#include "coset/family.h"
#include "search/fixture.h"
#include "support/read.h"
#include "support/support.h"

enum { MAX_LENGTH = 4 };

static const struct heuristic_spec cosets = {
	.n_tables = 1,
	.table = {COSET_COORDINATE(4874, COSET_PARITY, false)},
	.evaluate = heuristic_largest_entry_dual,
};

/* Solutions of each length. */
struct counting { const struct goal *goal; uint64_t n_solutions[MAX_LENGTH + 1]; };

static void count(void *context, const struct cube *c, const uint8_t *path, unsigned n)
{
	struct counting *const counting = context;
	counting->n_solutions[n] += goal_holds(counting->goal, c);
}

static void expect_as_counted(const struct goal *goal, const struct search_request *request,
                              const struct search_result *r, const uint64_t *n_solutions, const char *name)
{
	unsigned shortest = 0;
	while (n_solutions[shortest] == 0)
		shortest++;
	const uint64_t n = n_solutions[shortest] + (shortest < MAX_LENGTH ? n_solutions[shortest + 1] : 0);
	cr_assert(r->is_optimal && r->length == shortest, "%s, %s: %u moves", name, goal->name, r->length);
	cr_assert_eq(r->n_solutions, n, "%s, %s: %lu solutions, not %lu", name, goal->name, r->n_solutions, n);
	for (uint64_t i = 0; i < r->n_solutions; i++) {
		const struct cube end = end_of(&request->cube, &r->solutions[i]);
		cr_assert(goal_holds(goal, &end), "%s, %s", name, goal->name);
	}
}

/* All solutions up to one move more than the shortest, with one thread and with three; the first that is
 * found is a shortest. */
static void compare(struct heuristic h, const char *goal_name, const char *name)
{
	const struct goal goal = goal_of(goal_name);
	struct dice dice = {81};
	size_t n;
	struct cube *const goals = goal_completions(&goal, &n);
	cr_assert_not_null(goals);
	for (unsigned i = 0; i < 3; i++) {
		uint8_t walk[MAX_LENGTH];
		struct counting counting = {.goal = &goal};
		struct search_request request = search_request_default(&goals[dice_below(&dice, (unsigned)n)]);
		request.cube = cube_after_moves(request.cube, walk, dice_walk(&dice, h.metric, i + 1, walk));
		request.goals = goals;
		request.n_goals = n;
		each_path(h.metric, SEARCH_ALL_TURNS, &request.cube, MAX_LENGTH, count, &counting);
		const struct search_result first = fixture_solve(&h, NULL, 3, &request);
		request.n_solutions = SEARCH_ALL;
		request.over_optimal = 1;
		request.max_length = MAX_LENGTH;
		for (unsigned n_threads = 1; n_threads <= 3; n_threads += 2) {
			const struct search_result r = fixture_solve(&h, NULL, n_threads, &request);
			expect_as_counted(&goal, &request, &r, counting.n_solutions, name);
			cr_expect(first.is_optimal && first.length == r.length && first.n_solutions == 1);
		}
	}
	free(goals);
}

Test(starts, solutions_of_all_goals_are_found_in_order_of_length)
{
	static const char *const names[] = {"ll", "oll", "coll:F", "leave-slice:RL", "pll+neutral"};
	array_foreach(row, names) {
		compare(fixture_named("manhattan", METRIC_HTM), *row, "plain");
		compare(fixture_named("manhattan", METRIC_QTM), *row, "plain, quarter turns");
		compare(fixture_named("korf", METRIC_HTM), *row, "korf");
		compare(fixture_heuristic(&cosets, METRIC_HTM), *row, "cosets");
	}
}

/* A bound that no start reaches is proved of all of them. */
Test(starts, bounds_hold_for_the_nearest)
{
	struct heuristic h = fixture_named("korf", METRIC_HTM);
	struct dice dice = {82};
	const struct cube goals[] = {dice_cube(&dice), cube_after(&cube_solved, 0), dice_cube(&dice)};
	struct search_request request = search_request_default(&cube_solved);
	request.goals = goals;
	request.n_goals = sizeof goals / sizeof *goals;
	request.cube = cube_after(&request.cube, 4);
	request.max_length = 1;
	struct search_result r = fixture_solve(&h, NULL, 2, &request);
	cr_expect(r.outcome == SEARCH_NONE && r.lower_bound == 2, "%u", r.lower_bound);
	request.max_length = SEARCH_MAX_LENGTH;
	r = fixture_solve(&h, NULL, 2, &request);
	cr_expect(r.is_optimal && r.length == 2, "%u", r.length);
}
