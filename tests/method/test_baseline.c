/* The methods that IDA* is compared with agree with each other and with the parallel search, and stop where they must. */
#include "method/baseline.h"

#include "support/support.h"

#include <criterion/criterion.h>

TestSuite(baseline, .init = cube_init);

static const char twenty_moves[] = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

/* Nodes of the tree of canonical maneuvers by depth (Korf 1997, Table 1). */
static const uint64_t tree_nodes[] = {1, 18, 243, 3240, 43254, 577368};

/* A heuristic that needs no tables is always there. */
static struct heuristic manhattan(enum metric metric)
{
	struct heuristic h;
	cr_assert_eq(heuristic_open(heuristic_find("manhattan"), metric, NULL, &h, NULL), PDB_OK);
	return h;
}

static struct baseline_result solve(enum baseline_method method, const struct baseline_request *request)
{
	struct baseline_result result;
	baseline_solve(method, request, &result);
	return result;
}

static void expect_solution(const struct baseline_request *request, const struct baseline_result *result,
                            enum baseline_method method)
{
	const struct search_solution *const s = &result->solution;
	const struct cube end = cube_after_moves(request->cube, s->moves, s->n_moves);
	cr_expect_eq(result->outcome, SEARCH_SOLVED, "%s", baseline_name[method]);
	cr_expect(cube_is_solved(&end), "%s: not a solution", baseline_name[method]);
	cr_expect_eq(s->length, moves_cost(request->metric, s->moves, s->n_moves), "%s", baseline_name[method]);
	cr_expect_leq(result->n_expanded, result->n_generated);
}

static void compare_on_scrambles(enum metric metric, unsigned max_length, unsigned n_scrambles)
{
	const struct heuristic h = manhattan(metric);
	struct pool *const pool = pool_create(&h, 2);
	cr_assert_not_null(pool);
	struct dice dice = {metric};
	for (unsigned i = 0; i < n_scrambles; i++) {
		uint8_t moves[SEARCH_MAX_LENGTH];
		const unsigned n_moves = dice_walk(&dice, metric, 1 + i % max_length, moves);
		const struct baseline_request request = {
			.cube = cube_after_moves(cube_solved, moves, n_moves), .metric = metric, .heuristic = &h,
		};
		const struct search_request parallel = search_request_default(&request.cube);
		struct search_result expected;
		pool_solve(pool, &parallel, &expected);
		cr_assert(expected.is_optimal);
		for (enum baseline_method m = 0; m < N_BASELINES; m++) {
			const struct baseline_result result = solve(m, &request);
			expect_solution(&request, &result, m);
			cr_expect_eq(result.solution.length, expected.length, "%s, %s, scramble %u: %u instead of %u moves",
			             metric_name[metric], baseline_name[m], i, result.solution.length, expected.length);
		}
		search_result_free(&expected);
	}
	pool_destroy(pool);
}

Test(baseline, all_methods_find_the_length_that_the_parallel_search_finds)
{
	compare_on_scrambles(METRIC_HTM, 5, 20);
}

Test(baseline, all_methods_find_the_length_in_quarter_turns)
{
	compare_on_scrambles(METRIC_QTM, 6, 24);
}

Test(baseline, six_moves_too)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	const struct baseline_request request = {.cube = cube_of_moves("R U F D' L2 B"), .heuristic = &h};
	for (enum baseline_method m = 0; m < N_BASELINES; m++) {
		const struct baseline_result result = solve(m, &request);
		expect_solution(&request, &result, m);
		cr_expect_eq(result.solution.length, 6, "%s", baseline_name[m]);
	}
}

/* A bound that is not consistent must not cost A* its optimality. */
Test(baseline, dual_look_ups_keep_solutions_optimal)
{
	struct heuristic h;
	if (heuristic_open(heuristic_find("korf-dual"), METRIC_HTM, NULL, &h, NULL) != PDB_OK)
		cr_skip_test("the tables of `korf` are not installed");
	struct pool *const pool = pool_create(&h, 1);
	struct dice dice = {9};
	for (unsigned i = 0; i < 20; i++) {
		uint8_t moves[SEARCH_MAX_LENGTH];
		const unsigned n_moves = dice_walk(&dice, METRIC_HTM, 9, moves);
		const struct baseline_request request = {.cube = cube_after_moves(cube_solved, moves, n_moves), .heuristic = &h};
		const struct search_request parallel = search_request_default(&request.cube);
		struct search_result expected;
		pool_solve(pool, &parallel, &expected);
		for (enum baseline_method m = BASELINE_A_STAR; m < N_BASELINES; m++) {
			const struct baseline_result result = solve(m, &request);
			expect_solution(&request, &result, m);
			cr_expect_eq(result.solution.length, expected.length, "%s, seed 9, scramble %u", baseline_name[m], i);
		}
		search_result_free(&expected);
	}
	pool_destroy(pool);
	heuristic_close(&h);
}

Test(baseline, the_solved_cube_needs_no_moves)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	const struct baseline_request request = {.cube = cube_solved, .heuristic = &h};
	for (enum baseline_method m = 0; m < N_BASELINES; m++) {
		const struct baseline_result result = solve(m, &request);
		expect_solution(&request, &result, m);
		cr_expect_eq(result.solution.length, 0);
		cr_expect_eq(result.n_generated, 1, "%s: the root is enough", baseline_name[m]);
		cr_expect_eq(result.n_expanded, 0, "%s", baseline_name[m]);
	}
}

/* Nothing shorter undoes these five moves, so four levels, or the iterations up to 4, are complete. */
Test(baseline, searches_without_bounds_generate_the_tree_of_korf_1997)
{
	const struct baseline_request request = {.cube = cube_of_moves("R U F L D")};
	const struct baseline_result breadth = solve(BASELINE_BREADTH_FIRST, &request);
	const struct baseline_result depth = solve(BASELINE_DEPTH_FIRST, &request);
	uint64_t levels = 0, iterations = 0;
	for (unsigned d = 0; d < 5; d++) {
		levels += tree_nodes[d];
		iterations += levels;
	}
	cr_expect_gt(breadth.n_generated, levels);
	cr_expect_leq(breadth.n_generated, levels + tree_nodes[5]);
	cr_expect_gt(depth.n_generated, iterations);
	cr_expect_leq(depth.n_generated, iterations + levels + tree_nodes[5]);
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
		uint8_t moves[SEARCH_MAX_LENGTH];
		const unsigned n_moves = dice_walk(&dice, METRIC_HTM, 7, moves);
		const struct baseline_request request = {.cube = cube_after_moves(cube_solved, moves, n_moves), .heuristic = &h};
		struct search_request all = search_request_default(&request.cube);
		all.deterministic = true;  /* the last iteration is completed, too */
		struct search_result expected;
		pool_solve(pool, &all, &expected);
		const uint64_t before = expected.n_generated - expected.iterations[expected.n_iterations - 1].n_generated;
		for (enum baseline_method m = BASELINE_IDA_STAR; m <= BASELINE_IDA_STAR_ORDERED; m++) {
			const struct baseline_result result = solve(m, &request);
			cr_expect(result.n_generated > before && result.n_generated <= expected.n_generated,
			          "%s, seed 10, scramble %u: %lu nodes, not %lu to %lu", baseline_name[m], i, result.n_generated,
			          before + 1, expected.n_generated);
		}
		search_result_free(&expected);
	}
	pool_destroy(pool);
}

Test(baseline, the_node_limit_strikes)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	const struct baseline_request request = {.cube = cube_of_moves(twenty_moves), .heuristic = &h, .node_limit = 10000};
	for (enum baseline_method m = 0; m < N_BASELINES; m++) {
		const struct baseline_result result = solve(m, &request);
		cr_expect_eq(result.outcome, SEARCH_NODE_LIMIT, "%s", baseline_name[m]);
		cr_expect(result.n_generated >= 10000 && result.n_generated <= 10000 + N_MOVES, "%s: %lu", baseline_name[m],
		          result.n_generated);
	}
}

Test(baseline, the_memory_limit_strikes_where_nodes_are_kept)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	struct baseline_request request = {
		.cube = cube_of_moves(twenty_moves), .heuristic = &h, .memory_limit_bytes = 100000, .node_limit = 1000000,
	};
	for (enum baseline_method m = 0; m < N_BASELINES; m++) {
		const bool keeps_nodes = m == BASELINE_BREADTH_FIRST || m == BASELINE_A_STAR;
		const struct baseline_result result = solve(m, &request);
		cr_expect_eq(result.outcome, keeps_nodes ? SEARCH_NO_MEMORY : SEARCH_NODE_LIMIT, "%s", baseline_name[m]);
		cr_expect_leq(result.peak_bytes, 100000, "%s: %lu", baseline_name[m], result.peak_bytes);
	}
	request.memory_limit_bytes = 1;  /* not even the root */
	cr_expect_eq(solve(BASELINE_BREADTH_FIRST, &request).outcome, SEARCH_NO_MEMORY);
	cr_expect_eq(solve(BASELINE_A_STAR, &request).outcome, SEARCH_NO_MEMORY);
}

Test(baseline, the_time_limit_strikes)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	const struct baseline_request request = {
		.cube = cube_of_moves(twenty_moves), .heuristic = &h, .time_limit_s = 0.02, .memory_limit_bytes = 1 << 30,
	};
	for (enum baseline_method m = 0; m < N_BASELINES; m++) {
		const struct baseline_result result = solve(m, &request);
		cr_expect_eq(result.outcome, SEARCH_TIME_LIMIT, "%s", baseline_name[m]);
		cr_expect_geq(result.seconds, 0.02, "%s: %f s", baseline_name[m], result.seconds);
	}
}

static int at_once(void)
{
	return 1;
}

Test(baseline, whoever_started_it_can_stop_it)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	const struct baseline_request request = {.cube = cube_of_moves(twenty_moves), .heuristic = &h, .stopped = at_once};
	for (enum baseline_method m = 0; m < N_BASELINES; m++)
		cr_expect_eq(solve(m, &request).outcome, SEARCH_INTERRUPTED, "%s", baseline_name[m]);
}
