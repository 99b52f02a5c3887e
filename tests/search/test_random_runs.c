/* Runs drawn at random: positions, limits, numbers of solutions and of threads. Every kernel's answer is
 * compared with the plain kernel's. `make random-runs` runs them under ASan and UBSan. */
#include "search/fixture.h"
#include "support/support.h"

static unsigned seed;  /* of the run; failures print it */

/* A position that the plain kernel can answer for, and what is asked about it. */
static struct search_request draw(struct dice *dice)
{
	const unsigned kind = dice_below(dice, 8);
	const struct cube c = kind == 0  ? dice_cube(dice)
	                      : kind < 3 ? dice_symmetric(dice, dice_below(dice, 5))
	                                 : dice_walked(dice, METRIC_HTM, dice_below(dice, 9));
	struct search_request r = all_solutions(&c, kind == 0 ? 0 : dice_below(dice, 2));
	r.n_solutions = dice_below(dice, 2) == 0 ? SEARCH_ALL : 1 + (int)dice_below(dice, 300);
	r.min_length = dice_below(dice, 3) == 0 ? dice_below(dice, 8) : 0;
	r.max_length = kind == 0 ? 10 : dice_below(dice, 3) == 0 ? dice_below(dice, 10) : 10;
	r.is_deterministic = r.n_solutions == 1;
	return r;
}

static void expect_run(const struct heuristic *h, struct dice *dice)
{
	const struct search_request r = draw(dice);
	const unsigned n_threads = 1 + 2 * dice_below(dice, 4);
	struct search_request limited = r;
	limited.node_limit = 1 + dice_below(dice, 100000);
	const struct search_result plain = fixture_solve(h, &kernel_plain, 2, &r);
	for (unsigned k = 0; k < n_kernels; k++) {
		if (kernels[k] == &kernel_plain || !kernels[k]->is_for(h))
			continue;
		char name[100];
		snprintf(name, sizeof name, "seed %u, %s", seed, kernels[k]->name);
		const struct search_result is = fixture_solve(h, kernels[k], n_threads, &r);
		cr_assert(is.outcome == plain.outcome && is.lower_bound == plain.lower_bound
		          && is.n_solutions == plain.n_solutions
		          && (is.n_solutions == 0 || is.length == plain.length),
		          "%s: outcome %d, at least %u, %lu solutions",
		          name, is.outcome, is.lower_bound, is.n_solutions);
		if (r.n_solutions == SEARCH_ALL || r.is_deterministic)
			expect_same_solutions(&is, &plain, name);
		/* A run that a limit of nodes may end: what it claims is no more than what is true. */
		const struct search_result part = fixture_solve(h, kernels[k], n_threads, &limited);
		cr_assert((part.outcome == SEARCH_NODE_LIMIT || part.outcome == plain.outcome)
		          && part.lower_bound <= plain.lower_bound, "%s: outcome %d, at least %u", name, part.outcome,
		          part.lower_bound);
	}
}

/* Each run has a seed of its own, so that one that fails can be repeated alone. */
static void expect_runs(const char *spec, enum metric table_metric, enum metric metric)
{
	struct heuristic h = fixture_named(spec, table_metric);
	h.metric = metric;
	for (seed = 0; seed < (are_slow_wanted() ? 50 : 5); seed++)
		expect_run(&h, &(struct dice){seed});
}

Test(random_runs, answers_are_those_of_the_plain_kernel)
{
	expect_runs("korf", METRIC_HTM, METRIC_HTM);
	expect_runs("korf", METRIC_QTM, METRIC_QTM);
	expect_runs("coset-30m", METRIC_HTM, METRIC_HTM);
	expect_runs("coset-30m", METRIC_HTM, METRIC_QTM);
}
