/* What a search says where it is not to look everywhere: of least and greatest lengths, of nodes, of time. */
#include "support/support.h"
#include "search/fixture.h"

static const char superflip[] = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

/* ---- lengths that are asked for ---- */
Test(search_limits, what_was_not_searched_is_not_called_optimal)
{
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	const struct cube c = cube_of_moves("R U R' U' R' F R2 U' R' U' R U R' F'");
	const unsigned bound = heuristic_evaluate(&korf, &c);
	for (unsigned min_length = 0; min_length <= 12; min_length++) {
		struct search_request request = search_request_default(&c);
		request.min_length = min_length;
		const struct search_result result = fixture_solve(&korf, NULL, 2, &request);
		cr_expect_eq(result.is_optimal, min_length <= bound, "from length %u", min_length);
		cr_expect_eq(result.lower_bound, min_length <= bound ? 11 : bound, "from length %u", min_length);
		cr_expect_eq(result.length, min_length < 11 ? 11 : min_length, "from length %u: %u", min_length,
		             result.length);
	}
	/* Nothing is searched where the bound excludes it. */
	struct search_request request = search_request_default(&c);
	request.max_length = bound - 1;
	const struct search_result result = fixture_solve(&korf, NULL, 2, &request);
	cr_expect(result.outcome == SEARCH_NONE && result.n_iterations == 0);
	cr_expect_eq(result.lower_bound, bound);
}

Test(search_limits, a_bound_is_proved_up_to_the_longest_length_asked_for)
{
	const struct cube c = cube_of_moves(superflip);
	metric_foreach(metric) {
		const struct heuristic korf = fixture_named("korf", metric);
		struct search_request request = search_request_default(&c);
		request.max_length = metric == METRIC_HTM ? 11 : 13;
		const struct search_result result = fixture_solve(&korf, NULL, 2, &request);
		cr_expect(result.outcome == SEARCH_NONE && !result.is_optimal && result.n_solutions == 0);
		/* An even permutation: 12 quarter turns are excluded, 13 cannot be. */
		cr_expect_eq(result.lower_bound, metric == METRIC_HTM ? 12 : 14, "%u", result.lower_bound);
	}
}

/* ---- limits ---- */
Test(search_limits, of_nodes_and_of_time_strike_soon)
{
	enum { N_THREADS = 2, LIMIT = 1000000, MOST_CHILDREN = 64 * 18 };
	const struct cube c = cube_of_moves(superflip);
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	struct search_request request = search_request_default(&c);
	request.node_limit = LIMIT;
	for (unsigned k = 0; k < n_kernels; k++) {
		if (!kernels[k]->is_for(&korf))
			continue;
		const struct search_result result = fixture_solve(&korf, kernels[k], N_THREADS, &request);
		cr_assert(result.outcome == SEARCH_NODE_LIMIT && result.n_generated >= LIMIT
		          && result.n_generated <= LIMIT + N_THREADS * (REPORT_NODES + MOST_CHILDREN),
		          "%s: %lu", kernels[k]->name, result.n_generated);
		cr_assert(!result.is_optimal && result.n_solutions == 0 && result.n_iterations > 0);
		const superflip_iteration *const last = &result.iterations[result.n_iterations - 1];
		cr_expect(!last->is_complete && last->threshold == result.lower_bound);
	}
	request.node_limit = 0;
	request.time_limit_s = 0.2;
	const struct search_result result = fixture_solve(&korf, NULL, 2, &request);
	cr_expect(result.outcome == SEARCH_TIME_LIMIT && !result.is_optimal);
	cr_expect(result.seconds >= 0.2 && result.seconds < 60, "%f s", result.seconds);
	cr_expect_geq(result.lower_bound, heuristic_evaluate(&korf, &c));
}
