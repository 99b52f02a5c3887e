/* Runs drawn at random: positions, limits, numbers of solutions and of threads. Every kernel's answer is
 * compared with the plain kernel's. `make random-runs` runs them under ASan and UBSan. */
#include "cube/random.h"
#include "cube/symmetry.h"
#include "search/fixture.h"
#include "support/support.h"

static unsigned seed;  /* of the run; failures print it */
enum { QUICK_RUNS = 5, SLOW_RUNS = 50 };

/* Moves that keep a half turn about the vertical axis as a symmetry: U, D, and two opposite other faces
 * alike. */
static struct cube symmetric_walk(struct random_source *source, unsigned n_turns)
{
	static const unsigned faces[4][2] = {{0, 0}, {3, 3}, {1, 4}, {2, 5}};  /* U, D, R and L, F and B */
	struct cube c = cube_solved;
	for (unsigned i = 0; i < n_turns; i++) {
		const unsigned *const pair = faces[random_below(source, 4)],
		                      quarters = (unsigned)random_below(source, 3);
		c = cube_after(&c, pair[0] * 3 + quarters);
		if (pair[1] != pair[0])
			c = cube_after(&c, pair[1] * 3 + quarters);
	}
	return c;
}

static struct cube walk(struct random_source *source, unsigned n_moves)
{
	struct cube c = cube_solved;
	unsigned last = LAST_NONE;
	for (unsigned i = 0; i < n_moves; i++)
		c = cube_after(&c, random_move(source, (1u << N_MOVES) - 1, &last));
	return c;
}

/* A position that the plain kernel can answer for, and what is asked about it. */
static struct search_request draw(struct random_source *source)
{
	const uint64_t kind = random_below(source, 8);
	const struct cube c = kind == 0  ? random_cube(source)
	                      : kind < 3 ? symmetric_walk(source, (unsigned)random_below(source, 5))
	                                 : walk(source, (unsigned)random_below(source, 9));
	struct search_request r = search_request_default(&c);
	r.n_solutions = random_below(source, 2) == 0 ? SEARCH_ALL : (int64_t)(1 + random_below(source, 300));
	r.over_optimal = kind == 0 ? 0 : (unsigned)random_below(source, 2);
	r.min_length = random_below(source, 3) == 0 ? (unsigned)random_below(source, 8) : 0;
	r.max_length = kind == 0 ? 10 : random_below(source, 3) == 0 ? (unsigned)random_below(source, 10) : 10;
	r.is_deterministic = r.n_solutions == 1;
	return r;
}

static void expect_same(const struct heuristic *h, const struct search_request *r,
                        const struct search_result *is, const struct search_result *plain, const char *name)
{
	cr_assert_eq(is->outcome, plain->outcome, "seed %u, %s: outcome %d, not %d", seed, name, is->outcome,
	             plain->outcome);
	cr_assert_eq(is->lower_bound, plain->lower_bound, "seed %u, %s: at least %u, not %u", seed, name,
	             is->lower_bound, plain->lower_bound);
	cr_assert_eq(is->n_solutions, plain->n_solutions, "seed %u, %s: %lu solutions, not %lu", seed, name,
	             is->n_solutions, plain->n_solutions);
	expect_sound(h, r, is);
	if (is->n_solutions > 0)
		cr_assert_eq(is->length, plain->length, "seed %u, %s: %u moves, not %u", seed, name, is->length,
		             plain->length);
	if (r->n_solutions != SEARCH_ALL && !r->is_deterministic)
		return;
	for (uint64_t i = 0; i < is->n_solutions; i++)
		cr_assert(is->solutions[i].n_moves == plain->solutions[i].n_moves
		          && memcmp(is->solutions[i].moves, plain->solutions[i].moves, is->solutions[i].n_moves) == 0,
		          "seed %u, %s: solution %lu is another one", seed, name, i);
}

/* A run that a limit of nodes may end: what it claims is no more than what is true. */
static void expect_modest(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                          struct search_request r, uint64_t node_limit, const struct search_result *plain)
{
	r.node_limit = node_limit;
	struct search_result limited = fixture_solve(h, kernel, n_threads, &r);
	cr_assert(limited.outcome == SEARCH_NODE_LIMIT || limited.outcome == plain->outcome, "seed %u, %s: %d",
	          seed, kernel->name, limited.outcome);
	cr_assert_leq(limited.lower_bound, plain->lower_bound, "seed %u, %s: at least %u", seed, kernel->name,
	              limited.lower_bound);
	expect_sound(h, &r, &limited);
	search_result_free(&limited);
}

static void expect_run(const struct heuristic *h, struct random_source *source)
{
	const struct search_request r = draw(source);
	const unsigned n_threads = 1 + 2 * (unsigned)random_below(source, 4);
	const uint64_t node_limit = 1 + random_below(source, 100000);
	struct search_result plain = fixture_solve(h, &kernel_plain, 2, &r);
	for (unsigned k = 0; k < n_kernels; k++) {
		if (kernels[k] == &kernel_plain || !kernels[k]->is_for(h))
			continue;
		struct search_result result = fixture_solve(h, kernels[k], n_threads, &r);
		expect_same(h, &r, &result, &plain, kernels[k]->name);
		search_result_free(&result);
		expect_modest(h, kernels[k], n_threads, r, node_limit, &plain);
	}
	search_result_free(&plain);
}

/* Each run has a seed of its own, so that one that fails can be repeated alone. */
static void expect_runs(const char *spec, enum metric table_metric, enum metric metric, unsigned n_runs)
{
	struct heuristic h = fixture_named(spec, table_metric);
	h.metric = metric;
	for (seed = 0; seed < n_runs; seed++) {
		struct random_source source;
		random_from_seed(&source, seed);
		expect_run(&h, &source);
	}
}

Test(random_runs, answers_are_those_of_the_plain_kernel_with_korfs_tables)
{
	expect_runs("korf", METRIC_HTM, METRIC_HTM, QUICK_RUNS);
	expect_runs("korf", METRIC_QTM, METRIC_QTM, QUICK_RUNS);
}

Test(random_runs, answers_are_those_of_the_plain_kernel_with_cosets)
{
	expect_runs("coset-30m", METRIC_HTM, METRIC_HTM, QUICK_RUNS);
	expect_runs("coset-30m", METRIC_HTM, METRIC_QTM, QUICK_RUNS);
}

Test(random_runs, so_are_those_of_more_runs)
{
	skip_unless_slow();
	expect_runs("korf", METRIC_HTM, METRIC_HTM, SLOW_RUNS);
	expect_runs("coset-30m", METRIC_HTM, METRIC_HTM, SLOW_RUNS);
	expect_runs("coset-30m", METRIC_HTM, METRIC_QTM, SLOW_RUNS);
}
