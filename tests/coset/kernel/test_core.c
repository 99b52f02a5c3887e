#include "coset/kernel/fixture.h"

/* ---- solutions ---- */
/* All solutions, up to some moves longer than the shortest, are those with other tables or by another kernel.
 */
static void expect_solutions_by(const struct heuristic *other, const struct kernel *kernel,
                                const struct heuristic *h, const struct cube *c, unsigned over_optimal,
                                unsigned n_threads)
{
	const struct search_request request = all_solutions(c, over_optimal);
	const struct search_result expected = fixture_solve(other, kernel, 2, &request);
	expect_solutions_of_kernels(h, &request, n_threads, &expected);
}

static struct heuristic built_in(const struct heuristic_spec *spec, enum metric table_metric,
                                 enum metric metric)
{
	struct heuristic h = fixture_heuristic(spec, table_metric);
	h.metric = metric;
	return h;
}

/* Of symmetric cubes only some first moves are searched, and their solutions turned. */
static void expect_solutions_of_korf(const struct heuristic_spec *spec, enum metric table_metric,
                                     enum metric metric, uint64_t seed)
{
	static const char *const symmetric[] = {
		"", "R L'", "U2 D2", "R2 F2 R2", "R L U D", "U2 D2 R2 L2", "F2 R2 F2 R2", "U2 D2 F2 B2 L2 R2",
	};
	const struct heuristic korf = fixture_named("korf", metric), h = built_in(spec, table_metric, metric);
	struct dice dice = {seed};
	for (unsigned n = 0; n < (metric == METRIC_HTM ? 26 : 39); n++) {
		const struct cube c = scramble_in(metric, &dice, n % 13);
		expect_solutions_by(&korf, kernel_best(&korf), &h, &c,
		                    n % 13 < 7 ? 2 : n % 13 < 10 && metric == METRIC_HTM, 1 + n % 3);
	}
	for (unsigned i = 0; i < sizeof symmetric / sizeof *symmetric; i++) {
		const struct cube c = cube_of_moves(symmetric[i]);
		cr_assert_gt(__builtin_popcountll(cube_symmetries(&c)), 1);
		expect_solutions_by(&korf, kernel_best(&korf), &h, &c, i < 5 ? 2 : 0, 1 + i % 3);
	}
}

Test(coset_kernel, all_solutions_are_those_with_korfs_tables)
{
	expect_solutions_of_korf(&with_parity, METRIC_HTM, METRIC_HTM, 12);
	expect_solutions_of_korf(&htr, METRIC_HTM, METRIC_HTM, 14);
	expect_solutions_of_korf(&with_parity_and_subcosets, METRIC_HTM, METRIC_HTM, 16);
	if (are_slow_wanted())
		expect_solutions_of_korf(&htr_with_subcosets, METRIC_HTM, METRIC_HTM, 17);
	expect_solutions_of_korf(&htr, METRIC_HTM, METRIC_QTM, 9);
	expect_solutions_of_korf(&with_parity, METRIC_QTM, METRIC_QTM, 9);
	if (are_slow_wanted())
		expect_solutions_of_korf(&with_parity_and_subcosets, METRIC_QTM, METRIC_QTM, 11);
}

/* With the coset's bounds, and with others where they reach. */
Test(coset_kernel, all_solutions_are_those_of_the_textbook_search)
{
	const unsigned deepest = are_slow_wanted() ? 10 : 8;
	const struct heuristic h = built(&with_parity), orientation = built(heuristic_find("orientation"));
	struct dice dice = {1};
	for (unsigned n = 0; n <= deepest; n++) {
		const struct cube c = scramble(&dice, n);
		expect_solutions_by(n + 5 <= deepest ? &orientation : &h, &kernel_plain, &h, &c,
		                    n + 4 <= deepest ? 2 : n < deepest, 1 + n % 3);
	}
}

/* Distances in half turns are lower bounds in quarter turns. */
Test(coset_kernel, all_solutions_in_quarter_turns_are_those_of_the_textbook_search)
{
	const struct heuristic h = built_in(&with_parity, METRIC_HTM, METRIC_QTM);
	const struct heuristic plain = fixture_named("manhattan", METRIC_QTM);
	struct dice dice = {5};
	for (unsigned n = 0; n < 24; n++) {
		const struct cube c = quarter_turn_scramble(&dice, n % 9);
		expect_solutions_by(n % 9 < 7 ? &plain : &h, &kernel_plain, &h, &c, n % 9 < 6 ? 2 : 0,
		                    1 + n % 3);
	}
}

Test(coset_kernel, thresholds_beyond_a_nodes_room_are_searched)
{
	const struct heuristic h = built(&with_parity);
	struct dice dice = {1};
	const struct cube c = scramble(&dice, 3);
	struct search_request request = search_request_default(&c);
	request.min_length = 24;
	const struct search_result result = fixture_solve(&h, kernel_best(&h), 2, &request);
	cr_expect(result.outcome == SEARCH_SOLVED && result.length == 24);
}

/* ---- node counts ---- */
/* Of the core, and of all kernels with any number of threads. */
static void expect_counts(const struct heuristic_spec *spec)
{
	const struct heuristic full = built(spec), h = with_bulk(&full, false);
	struct dice dice = {2};
	for (unsigned n = 0; n < (are_slow_wanted() ? 3 : 1); n++) {
		const struct cube c = scramble(&dice, 60);
		const struct search_result core = results_of_core(&h, &c, 0, 13, 0);
		struct reference r = {.h = &h};
		reference_search(&r, &c, 12);
		const superflip_iteration last = core.iterations[core.n_iterations - 2];
		cr_assert_eq(last.threshold, 12u);
		cr_expect_eq(last.n_expanded, r.n_expanded, "%lu and %lu", last.n_expanded, r.n_expanded);
		/* Of the 18 single turns and 27 pairs that it may begin with, both the position and its inverse are
		 * looked up. */
		if (cap_of(&h) + 4 > 12)
			cr_expect_eq(last.n_lookups, r.n_lookups + 2 * (18 + 27), "%lu and %lu", last.n_lookups,
			             r.n_lookups);
	}
}

Test(coset_kernel, counts_do_not_depend_on_kernel_or_threads)
{
	expect_counts(&with_parity);
	expect_counts(&htr);
	expect_counts(&with_parity_and_subcosets);
	if (are_slow_wanted())
		expect_counts(&htr_with_subcosets);
}

/* Far from solved no node with a few moves left is expanded.  Of cubes near it, all iterations up to some
 * moves above the distance: the core's solutions are those of the plain kernel with Korf's tables, it expands
 * what the reference does (in half turns), and all kernels do what the core does. */
static void expect_counts_above_the_distance(const struct heuristic_spec *spec, enum metric table_metric,
                                             enum metric metric)
{
	const struct heuristic korf = fixture_named("korf", metric), h = built_in(spec, table_metric, metric);
	struct dice dice = {7};
	for (unsigned length = 0; length <= 9; length += metric == METRIC_HTM || !are_slow_wanted() ? 3 : 1) {
		const struct cube c = scramble_in(metric, &dice, length);
		const unsigned max = length + (metric == METRIC_HTM ? 3 : 4);
		const struct search_result core = results_of_core(&h, &c, 0, max, 0);
		const struct search_result plain = of_length(&korf, &kernel_plain, 1, &c, 0, max);
		expect_same_solutions(&core, &plain, "plain and core");
		for (unsigned i = 0; i < core.n_iterations && metric == METRIC_HTM && cube_symmetries(&c) == 1; i++) {
			struct reference r = {.h = &h};
			reference_search(&r, &c, core.iterations[i].threshold);
			cr_expect_eq(core.iterations[i].n_expanded, r.n_expanded, "%u moves, threshold %u: %lu and %lu",
			             length, core.iterations[i].threshold, core.iterations[i].n_expanded, r.n_expanded);
		}
	}
}

Test(coset_kernel, counts_above_the_distance_do_not_depend_on_kernel_or_threads)
{
	expect_counts_above_the_distance(&with_parity, METRIC_HTM, METRIC_HTM);
	expect_counts_above_the_distance(&htr, METRIC_HTM, METRIC_HTM);
	expect_counts_above_the_distance(&with_parity_and_subcosets, METRIC_HTM, METRIC_HTM);
	expect_counts_above_the_distance(&htr, METRIC_HTM, METRIC_QTM);
	expect_counts_above_the_distance(&with_parity, METRIC_QTM, METRIC_QTM);
}

/* Of an iteration of 15 moves; `make cross-test` asks another processor for the same numbers. */
Test(coset_kernel, counts_are_the_same_on_every_processor)
{
	static const struct {
		const struct heuristic_spec *spec;
		bool has_bulk;
		uint64_t n_expanded, n_generated, n_lookups;
	} cases[] = {
		{&with_parity, false, 700022, 8549331, 2213597},
		{&with_parity, true, 700022, 8549331, 2020491},
		{&with_parity_and_subcosets, false, 934711, 11499182, 3702538},
		{&with_parity_and_subcosets, true, 909178, 11144107, 3330545},
	};
	array_foreach(row, cases) {
		const struct heuristic full = built(row->spec), h = with_bulk(&full, row->has_bulk);
		struct dice dice = {2};
		const struct cube c = scramble(&dice, 60);
		const struct search_result result = iterations_of(&h, kernel_best(&h), 1, &c, 0, 15);
		const superflip_iteration *const last = &result.iterations[result.n_iterations - 1];
		cr_expect(last->n_expanded == row->n_expanded && last->n_generated == row->n_generated
		          && last->n_lookups == row->n_lookups, "case %td: %lu expanded, %lu generated, %lu lookups",
		          row - cases, last->n_expanded, last->n_generated, last->n_lookups);
	}
}

static void expect_counts_in_quarter_turns(const struct heuristic_spec *spec, enum metric table_metric,
                                           unsigned length)
{
	const struct heuristic h = built_in(spec, table_metric, METRIC_QTM);
	struct dice dice = {6};
	for (unsigned n = 0; n < 2; n++) {
		const struct cube c = quarter_turn_scramble(&dice, 60 + n);
		const unsigned threshold = length + n % 2;  /* some of them begin at roots */
		cr_expect_gt(results_of_core(&h, &c, threshold, threshold, 0).iterations[0].n_expanded, 500u);
	}
}

Test(coset_kernel, counts_in_quarter_turns_do_not_depend_on_kernel_or_threads)
{
	expect_counts_in_quarter_turns(&with_parity, METRIC_HTM, 14);
	if (are_slow_wanted())
		expect_counts_in_quarter_turns(&with_parity_and_subcosets, METRIC_QTM, 14);
}
