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

static struct method_result solve(enum baseline_method method, const struct search_request *request)
{
	struct method_result result;
	baselines[method].solve(&baselines[method], NULL, request, &result);
	return result;
}

/* Of its solution, in moves of the metric. */
static unsigned length_of(const struct search_request *request, struct method_result result)
{
	return moves_cost(request->metric, result.moves, result.n_moves);
}

static void expect_solution(const struct search_request *request, const struct method_result *result,
                            enum baseline_method method)
{
	const struct cube end = cube_after_moves(request->cube, result->moves, result->n_moves);
	cr_expect_eq(result->outcome, SEARCH_SOLVED, "%s", baselines[method].about.name);
	cr_expect(cube_is_solved(&end), "%s: not a solution", baselines[method].about.name);
	cr_expect_leq(result->n_expanded, result->n_generated);
	cr_expect_eq(result->lower_bound, length_of(request, *result), "%s", baselines[method].about.name);
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
		const struct search_request request = {
			.cube = cube_after_moves(cube_solved, moves, n_moves), .metric = metric, .heuristic = &h,
		};
		const struct search_request parallel = search_request_default(&request.cube);
		struct search_result expected;
		pool_solve(pool, &parallel, &expected);
		cr_assert(expected.is_optimal);
		for (enum baseline_method m = 0; m < N_BASELINES; m++) {
			const struct method_result result = solve(m, &request);
			expect_solution(&request, &result, m);
			cr_expect_eq(length_of(&request, result), expected.length, "%s, %s, scramble %u: %u instead of %u moves",
			             metric_name[metric], baselines[m].about.name, i, length_of(&request, result), expected.length);
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
	const struct search_request request = {.cube = cube_of_moves("R U F D' L2 B"), .heuristic = &h};
	for (enum baseline_method m = 0; m < N_BASELINES; m++) {
		const struct method_result result = solve(m, &request);
		expect_solution(&request, &result, m);
		cr_expect_eq(length_of(&request, result), 6, "%s", baselines[m].about.name);
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
		const struct search_request request = {.cube = cube_after_moves(cube_solved, moves, n_moves), .heuristic = &h};
		const struct search_request parallel = search_request_default(&request.cube);
		struct search_result expected;
		pool_solve(pool, &parallel, &expected);
		for (enum baseline_method m = 0; m < N_BASELINES; m++) {
			if (!baselines[m].about.takes_tables && m != BASELINE_BIDIRECTIONAL)
				continue;
			const struct method_result result = solve(m, &request);
			expect_solution(&request, &result, m);
			cr_expect_eq(length_of(&request, result), expected.length, "%s, seed 9, scramble %u", baselines[m].about.name, i);
		}
		search_result_free(&expected);
	}
	pool_destroy(pool);
	heuristic_close(&h);
}

Test(baseline, the_solved_cube_needs_no_moves)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	const struct search_request request = {.cube = cube_solved, .heuristic = &h};
	for (enum baseline_method m = 0; m < N_BASELINES; m++) {
		const struct method_result result = solve(m, &request);
		expect_solution(&request, &result, m);
		cr_expect_eq(length_of(&request, result), 0);
		cr_expect_eq(result.n_generated, m == BASELINE_BIDIRECTIONAL ? 2 : 1, "%s: the roots are enough", baselines[m].about.name);
		cr_expect_eq(result.n_expanded, 0, "%s", baselines[m].about.name);
	}
}

/* Nothing shorter undoes these five moves, so four levels, or the iterations up to 4, are complete. */
Test(baseline, searches_without_bounds_generate_the_tree_of_korf_1997)
{
	const struct search_request request = {.cube = cube_of_moves("R U F L D")};
	const struct method_result breadth = solve(BASELINE_BREADTH_FIRST, &request);
	const struct method_result depth = solve(BASELINE_DEPTH_FIRST, &request);
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
		const struct search_request request = {.cube = cube_after_moves(cube_solved, moves, n_moves), .heuristic = &h};
		struct search_request all = search_request_default(&request.cube);
		all.deterministic = true;  /* the last iteration is completed, too */
		struct search_result expected;
		pool_solve(pool, &all, &expected);
		const uint64_t before = expected.n_generated - expected.iterations[expected.n_iterations - 1].n_generated;
		for (enum baseline_method m = BASELINE_IDA_STAR; m <= BASELINE_IDA_STAR_ORDERED; m++) {
			const struct method_result result = solve(m, &request);
			cr_expect(result.n_generated > before && result.n_generated <= expected.n_generated,
			          "%s, seed 10, scramble %u: %lu nodes, not %lu to %lu", baselines[m].about.name, i, result.n_generated,
			          before + 1, expected.n_generated);
		}
		search_result_free(&expected);
	}
	pool_destroy(pool);
}

Test(baseline, the_node_limit_strikes)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	const struct search_request request = {.cube = cube_of_moves(twenty_moves), .heuristic = &h, .node_limit = 10000};
	for (enum baseline_method m = 0; m < N_BASELINES; m++) {
		const struct method_result result = solve(m, &request);
		cr_expect_eq(result.outcome, SEARCH_NODE_LIMIT, "%s", baselines[m].about.name);
		cr_expect(result.n_generated >= 10000 && result.n_generated <= 10000 + N_MOVES, "%s: %lu", baselines[m].about.name,
		          result.n_generated);
	}
}

Test(baseline, the_memory_limit_strikes_where_nodes_are_kept)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	struct search_request request = {
		.cube = cube_of_moves(twenty_moves), .heuristic = &h, .memory_limit_bytes = 100000, .node_limit = 1000000,
	};
	for (enum baseline_method m = 0; m < N_BASELINES; m++) {
		const bool keeps_nodes = m == BASELINE_BREADTH_FIRST || m == BASELINE_A_STAR || m == BASELINE_BIDIRECTIONAL;
		const struct method_result result = solve(m, &request);
		cr_expect_eq(result.outcome, keeps_nodes ? SEARCH_MEMORY_LIMIT : SEARCH_NODE_LIMIT, "%s", baselines[m].about.name);
		cr_expect_leq(result.peak_bytes, 100000, "%s: %lu", baselines[m].about.name, result.peak_bytes);
	}
	request.memory_limit_bytes = 1;  /* not even the root */
	cr_expect_eq(solve(BASELINE_BREADTH_FIRST, &request).outcome, SEARCH_MEMORY_LIMIT);
	cr_expect_eq(solve(BASELINE_A_STAR, &request).outcome, SEARCH_MEMORY_LIMIT);
}

Test(baseline, the_time_limit_strikes)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	const struct search_request request = {
		.cube = cube_of_moves(twenty_moves), .heuristic = &h, .time_limit_s = 0.02, .memory_limit_bytes = 1 << 30,
	};
	for (enum baseline_method m = 0; m < N_BASELINES; m++) {
		const struct method_result result = solve(m, &request);
		cr_expect_eq(result.outcome, SEARCH_TIME_LIMIT, "%s", baselines[m].about.name);
		cr_expect_geq(result.seconds, 0.02, "%s: %f s", baselines[m].about.name, result.seconds);
	}
}

static bool at_once(void *context)
{
	(void)context;
	return true;
}

Test(baseline, whoever_started_it_can_stop_it)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	const struct search_request request = {.cube = cube_of_moves(twenty_moves), .heuristic = &h, .stopped = at_once};
	for (enum baseline_method m = 0; m < N_BASELINES; m++)
		cr_expect_eq(solve(m, &request).outcome, SEARCH_INTERRUPTED, "%s", baselines[m].about.name);
}

/* Two levels of a kind meet in the middle: a position at distance 8 in a hundred thousand nodes. */
Test(baseline, both_ends_meet_at_the_distance)
{
	const struct search_request request = {.cube = cube_of_moves("R U F L D B R2 U2")};
	const struct method_result result = solve(BASELINE_BIDIRECTIONAL, &request);
	expect_solution(&request, &result, BASELINE_BIDIRECTIONAL);
	cr_expect_eq(length_of(&request, result), 8);
	cr_expect_lt(result.n_generated, 2 * 60000, "%lu nodes", result.n_generated);
}

/* Positions by distance (Rokicki, Kociemba, Davidson, Dethridge 2013): each is kept once, so two complete searches around
 * a cube further away than both levels keep as many nodes as there are. */
Test(baseline, both_ends_keep_each_position_once)
{
	const struct search_request request = {.cube = cube_of_moves(twenty_moves), .max_length = 8};
	const struct method_result result = solve(BASELINE_BIDIRECTIONAL, &request);
	const uint64_t n_positions = 2 * (UINT64_C(1) + 18 + 243 + 3240 + 43239);
	cr_expect_eq(result.outcome, SEARCH_NONE);
	cr_expect_eq(result.lower_bound, 9);
	cr_expect(result.peak_bytes >= 24 * n_positions && result.peak_bytes < (24 + 12) * n_positions, "%lu bytes for %lu positions",
	          result.peak_bytes, n_positions);
}

Test(baseline, no_solution_within_a_length_is_proved)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	struct search_request request = {.cube = cube_of_moves("R U F D'"), .heuristic = &h, .max_length = 3};
	for (enum baseline_method m = 0; m < N_BASELINES; m++) {
		const struct method_result result = solve(m, &request);
		cr_expect_eq(result.outcome, SEARCH_NONE, "%s", baselines[m].about.name);
		cr_expect_eq(result.lower_bound, 4, "%s", baselines[m].about.name);
	}
	request.max_length = 4;
	for (enum baseline_method m = 0; m < N_BASELINES; m++) {
		const struct method_result result = solve(m, &request);
		expect_solution(&request, &result, m);
		cr_expect_eq(result.lower_bound, 4, "%s", baselines[m].about.name);
	}
}

/* Chen and Li's tree: 18, then 15 children a node. */
Test(baseline, fifteen_children_a_node)
{
	const struct search_request request = {.cube = cube_of_moves(twenty_moves), .has_15_children = true, .max_length = 4};
	const struct method_result breadth = solve(BASELINE_BREADTH_FIRST, &request);
	const struct method_result depth = solve(BASELINE_DEPTH_FIRST, &request);
	const uint64_t levels[] = {1, 19, 289, 4339, 65089};  /* cumulative */
	cr_expect_eq(breadth.n_generated, levels[4]);
	cr_expect_eq(depth.n_generated, levels[0] + levels[1] + levels[2] + levels[3] + levels[4]);
}

Test(baseline, capped_bounds_are_bounds)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	struct search_request request = {.cube = cube_of_moves("R U F D' L2"), .heuristic = &h};
	const struct method_result plain = solve(BASELINE_IDA_STAR, &request);
	request.bound_cap = 1;
	const struct method_result capped = solve(BASELINE_IDA_STAR, &request);
	expect_solution(&request, &capped, BASELINE_IDA_STAR);
	cr_expect_eq(length_of(&request, capped), length_of(&request, plain));
	cr_expect_gt(capped.n_generated, plain.n_generated);
}

/* Random states are out of reach of these searches; ten thousand that are not are solved by each, in as many moves. */
Test(baseline, ten_thousand_scrambles_of_up_to_four_moves_are_solved)
{
	skip_unless_slow();
	const struct heuristic h = manhattan(METRIC_HTM);
	struct dice dice = {31};
	for (unsigned i = 0; i < 10000; i++) {
		uint8_t moves[SEARCH_MAX_LENGTH];
		const unsigned n_moves = dice_walk(&dice, METRIC_HTM, 1 + i % 4, moves);
		const struct search_request request = {.cube = cube_after_moves(cube_solved, moves, n_moves), .heuristic = &h};
		const unsigned length = length_of(&request, solve(BASELINE_BIDIRECTIONAL, &request));
		for (enum baseline_method m = 0; m < N_BASELINES; m++) {
			const struct method_result result = solve(m, &request);
			expect_solution(&request, &result, m);
			cr_assert_eq(length_of(&request, result), length, "%s, seed 31, scramble %u", baselines[m].about.name, i);
		}
	}
}
