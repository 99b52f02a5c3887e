/* The methods that IDA* is compared with agree with each other and with the parallel search, and stop where
 * they must. */
#include "steps/method.h"

#include "search/fixture.h"
#include "support/support.h"

static const char twenty_moves[] = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

static const struct method *const baselines[] = {&bfs_method, &dfs_method,         &a_star_method,
                                                 &ida_method, &ida_ordered_method, &bidirectional_method};
enum { N_BASELINES = sizeof baselines / sizeof *baselines };

/* A heuristic that needs no tables is always there. */
static struct heuristic manhattan(enum metric metric)
{
	struct heuristic h;
	cr_assert_eq(heuristic_open(heuristic_find("manhattan"), metric, NULL, &h, NULL), STATUS_OK);
	return h;
}

static struct method_result solve(const struct method *m, const struct cube *c,
                                  const struct search_request *limits)
{
	struct search_request request = *limits;
	struct method_result result;
	request.cube = *c;
	method_solve(m, NULL, &request, &result);
	return result;
}

/* A solution of that many moves of the metric, with its proof. @return the result */
static struct method_result expect_length(const struct method *m, const struct cube *c,
                                          const struct search_request *limits, unsigned length)
{
	const struct method_result result = solve(m, c, limits);
	const struct cube end = cube_after_moves(*c, result.moves, result.n_moves);
	cr_expect_eq(result.outcome, SEARCH_SOLVED, "%s", m->about.name);
	cr_expect(result.is_optimal && cube_is_solved(&end), "%s: not a solution", m->about.name);
	cr_expect_leq(result.n_expanded, result.n_generated);
	cr_expect_eq(result.lower_bound, length, "%s: proves %u moves instead of %u", m->about.name,
	             result.lower_bound, length);
	cr_expect_eq(moves_cost(limits->metric, result.moves, result.n_moves), length, "%s: not %u moves",
	             m->about.name, length);
	return result;
}

/* All methods, or those that search with the heuristic or from both ends, against the parallel search. */
static void compare_on_walks(const struct heuristic *h, bool all, unsigned min_length, unsigned max_length,
                             unsigned n_walks)
{
	struct pool *const pool = pool_create(h, 2);
	cr_assert_not_null(pool);
	struct dice dice = {h->metric};
	const struct search_request limits = {.metric = h->metric, .heuristic = h};
	for (unsigned i = 0; i < n_walks; i++) {
		const struct cube c = dice_walked(&dice, h->metric, min_length + i % (max_length - min_length + 1));
		const struct search_request parallel = search_request_default(&c);
		struct search_result expected;
		pool_solve(pool, &parallel, &expected);
		cr_assert(expected.is_optimal);
		for (unsigned m = 0; m < N_BASELINES; m++)
			if (all || baselines[m]->about.takes_tables || baselines[m] == &bidirectional_method)
				expect_length(baselines[m], &c, &limits, expected.length);
		search_result_free(&expected);
	}
	pool_destroy(pool);
}

Test(baseline, all_methods_find_the_length_that_the_parallel_search_finds)
{
	metric_foreach(metric) {
		const struct heuristic h = manhattan(metric);
		compare_on_walks(&h, true, 1, metric == METRIC_QTM ? 6 : 5, metric == METRIC_QTM ? 24 : 20);
		if (are_slow_wanted())  /* random states are out of reach of these searches */
			compare_on_walks(&h, true, 1, 4, 10000);
	}
}

/* A bound that is not consistent must not cost A* its optimality. */
Test(baseline, dual_look_ups_keep_solutions_optimal)
{
	const struct heuristic h = fixture_named("korf-dual", METRIC_HTM);
	compare_on_walks(&h, false, 9, 9, are_slow_wanted() ? 20 : 6);
}

Test(baseline, the_solved_cube_needs_no_moves)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	for (unsigned m = 0; m < N_BASELINES; m++) {
		const struct method_result result =
			expect_length(baselines[m], &cube_solved, &(struct search_request){.heuristic = &h}, 0);
		cr_expect_eq(result.n_generated, baselines[m] == &bidirectional_method ? 2 : 1,
		             "%s: the roots are enough", baselines[m]->about.name);
		cr_expect_eq(result.n_expanded, 0, "%s", baselines[m]->about.name);
	}
}

/* Nothing shorter undoes these five moves, so four levels, or the iterations up to 4, are complete. */
Test(baseline, searches_without_bounds_generate_the_tree_of_korf_1997)
{
	const struct cube c = cube_of_moves("R U F L D");
	const struct search_request none = {0};
	const struct method_result breadth = solve(&bfs_method, &c, &none), depth = solve(&dfs_method, &c, &none);
	uint64_t levels = 0, iterations = 0;
	for (unsigned d = 0; d < 5; d++) {
		levels += n_canonical[d];
		iterations += levels;
	}
	cr_expect_gt(breadth.n_generated, levels);
	cr_expect_leq(breadth.n_generated, levels + n_canonical[5]);
	cr_expect_gt(depth.n_generated, iterations);
	cr_expect_leq(depth.n_generated, iterations + levels + n_canonical[5]);
	cr_expect_eq(breadth.peak_bytes, 24 * breadth.n_generated, "all nodes are kept");
	cr_expect_lt(depth.peak_bytes, 10000, "only a path is kept");
}

/* Only the last iteration depends on the order: it ends with the first solution. */
Test(baseline, complete_iterations_are_those_of_the_parallel_search)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	struct pool *const pool = pool_create(&h, 2);
	struct dice dice = {10};
	for (unsigned i = 0; i < 5; i++) {
		const struct cube c = dice_walked(&dice, METRIC_HTM, 7);
		struct search_request all = search_request_default(&c);
		all.is_deterministic = true;  /* the last iteration is completed, too */
		struct search_result expected;
		pool_solve(pool, &all, &expected);
		const uint64_t before =
			expected.n_generated - expected.iterations[expected.n_iterations - 1].n_generated;
		const struct method *const both[] = {&ida_method, &ida_ordered_method};
		for (unsigned m = 0; m < 2; m++) {
			const struct method_result result = solve(both[m], &c, &(struct search_request){.heuristic = &h});
			cr_expect(result.n_generated > before && result.n_generated <= expected.n_generated,
			          "%s, seed 10, scramble %u: %lu nodes, not %lu to %lu", both[m]->about.name, i,
			          result.n_generated, before + 1, expected.n_generated);
		}
		search_result_free(&expected);
	}
	pool_destroy(pool);
}

/* Of a cube that none of them solves. */
static struct method_result solve_hard(const struct method *m, struct search_request limits)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	const struct cube c = cube_of_moves(twenty_moves);
	limits.heuristic = &h;
	return solve(m, &c, &limits);
}

Test(baseline, limits_strike_and_whoever_started_it_can_stop_it)
{
	for (unsigned m = 0; m < N_BASELINES; m++) {
		const char *const name = baselines[m]->about.name;
		const struct method_result nodes =
			solve_hard(baselines[m], (struct search_request){.node_limit = 10000});
		cr_expect_eq(nodes.outcome, SEARCH_NODE_LIMIT, "%s", name);
		cr_expect(nodes.n_generated >= 10000 && nodes.n_generated <= 10000 + N_MOVES, "%s: %lu", name,
		          nodes.n_generated);
		const struct method_result time = solve_hard(
			baselines[m], (struct search_request){.time_limit_s = 0.02, .memory_limit_bytes = 1 << 30});
		cr_expect_eq(time.outcome, SEARCH_TIME_LIMIT, "%s", name);
		cr_expect_geq(time.seconds, 0.02, "%s: %f s", name, time.seconds);
		cr_expect_eq(solve_hard(baselines[m], (struct search_request){.stopped = at_once}).outcome,
		             SEARCH_INTERRUPTED, "%s", name);
	}
}

Test(baseline, the_memory_limit_strikes_where_nodes_are_kept)
{
	static const bool keeps_nodes[N_BASELINES] = {[0] = true, [2] = true, [5] = true};  /* breadth-first, A*, from both ends */
	for (unsigned m = 0; m < N_BASELINES; m++) {
		const struct method_result result = solve_hard(
			baselines[m], (struct search_request){.memory_limit_bytes = 100000, .node_limit = 1000000});
		cr_expect_eq(result.outcome, keeps_nodes[m] ? SEARCH_MEMORY_LIMIT : SEARCH_NODE_LIMIT, "%s",
		             baselines[m]->about.name);
		cr_expect_leq(result.peak_bytes, 100000, "%s: %lu", baselines[m]->about.name, result.peak_bytes);
	}
	const struct search_request not_even_the_root = {.memory_limit_bytes = 1, .node_limit = 1000000};
	cr_expect_eq(solve_hard(&bfs_method, not_even_the_root).outcome, SEARCH_MEMORY_LIMIT);
	cr_expect_eq(solve_hard(&a_star_method, not_even_the_root).outcome, SEARCH_MEMORY_LIMIT);
}

/* Two levels of a kind meet in the middle: a position at distance 8 in a hundred thousand nodes. */
Test(baseline, both_ends_meet_at_the_distance)
{
	const struct cube c = cube_of_moves("R U F L D B R2 U2");
	const struct method_result result =
		expect_length(&bidirectional_method, &c, &(struct search_request){0}, 8);
	cr_expect_lt(result.n_generated, 2 * 60000, "%lu nodes", result.n_generated);
}

/* Positions by distance (Rokicki, Kociemba, Davidson, Dethridge 2013): each is kept once, so two complete
 * searches around a cube further away than both levels keep as many nodes as there are. */
Test(baseline, both_ends_keep_each_position_once)
{
	const struct method_result result =
		solve_hard(&bidirectional_method, (struct search_request){.max_length = 8});
	const uint64_t n_positions = 2 * (UINT64_C(1) + 18 + 243 + 3240 + 43239);
	cr_expect_eq(result.outcome, SEARCH_NONE);
	cr_expect_eq(result.lower_bound, 9);
	cr_expect(result.peak_bytes >= 24 * n_positions && result.peak_bytes < (24 + 12) * n_positions,
	          "%lu bytes for %lu positions", result.peak_bytes, n_positions);
}

Test(baseline, no_solution_within_a_length_is_proved)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	const struct cube c = cube_of_moves("R U F D'");
	for (unsigned m = 0; m < N_BASELINES; m++) {
		const struct method_result result =
			solve(baselines[m], &c, &(struct search_request){.heuristic = &h, .max_length = 3});
		cr_expect_eq(result.outcome, SEARCH_NONE, "%s", baselines[m]->about.name);
		cr_expect_eq(result.lower_bound, 4, "%s", baselines[m]->about.name);
		expect_length(baselines[m], &c, &(struct search_request){.heuristic = &h, .max_length = 4}, 4);
	}
}
