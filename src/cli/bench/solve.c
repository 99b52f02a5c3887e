/* superflip bench solve: lists of cubes, seconds by optimal length. */
#include "cli/bench/solve.h"

#include "base/clock.h"
#include "base/processor.h"
#include "cli/cli.h"

#include <stdlib.h>

/* ---- solving ---- */

static bool tick(void *context, uint64_t n_generated)
{
	(void)n_generated;
	return bench_may_go_on(context);
}

static void solve(struct bench_run *run, struct pool *pool, const struct cube *cube, struct outcome *out)
{
	struct search_request request = search_request_default(cube);
	struct search_result result;
	const double begin_s = clock_process_s();
	request.time_limit_s = run->options->time_limit_s;
	pool_solve_watched(pool, &request, &(struct search_stream){.context = run, .tick = tick}, &result);
	bench_fail_search(run, result.outcome);
	*out = (struct outcome){
		.is_known = true, .is_solved = result.outcome == SEARCH_SOLVED, .length = result.length, .n_generated = result.n_generated,
		.n_expanded = result.n_expanded, .n_lookups = result.n_lookups, .seconds = result.seconds,
		.processor_s = clock_process_s() - begin_s,
	};
	search_result_free(&result);
}

/* Contestants take turns at each cube, so that other load on the machine affects all of them alike. */
static void solve_all(struct contest *c)
{
	struct bench_run *const run = c->run;
	for (size_t i = 0; i < run->cubes.n && bench_may_go_on(run); i++) {
		if (!bench_solve_wants(c, i))
			continue;
		bench_show(run, "%s: cube %zu of %zu", c->name, i + 1, run->cubes.n);
		for (unsigned k = 0; k < c->n && bench_may_go_on(run); k++)
			solve(run, c->contestants[k].pool, &run->cubes.cube[i], &c->contestants[k].outcomes[i]);
		if (bench_may_go_on(run))
			bench_solve_keep(c, i);
	}
	bench_hide_progress(run);
}

/* Different lengths of one cube would be a fault of a kernel or a table. */
static void check_outcomes(const struct contest *c, unsigned *lengths)
{
	struct bench_run *const run = c->run;
	unsigned n_unsolved = 0;
	for (unsigned i = 0; i < c->n; i++)
		for (size_t k = 0; k < run->cubes.n; k++) {
			const struct outcome *const o = &c->contestants[i].outcomes[k];
			n_unsolved += !o->is_solved;
			if (!o->is_solved)
				continue;
			if (lengths[k] != UINT32_MAX && lengths[k] != o->length) {
				run->exit_status = complain_and(EXIT_NOT_SOLVED, "%s: cube %zu: lengths %u and %u", run->options->command,
				                                k + 1, lengths[k], o->length);
			}
			lengths[k] = o->length;
		}
	if (n_unsolved > 0 && interrupted_by() == 0)
		complain("%s: %u searches did not solve their cube and are left out", run->options->command, n_unsolved);
	if (n_unsolved > 0 && run->exit_status == EXIT_SOLVED)
		run->exit_status = EXIT_NOT_SOLVED;
}

/* ---- runs ---- */

/* The last kernel is for every heuristic, and far slower: it competes only where there is no other. */
static void enter_all(struct contest *c)
{
	const struct bench_options *const o = c->run->options;
	const struct kernel *const best = kernel_best(c->heuristic);
	for (unsigned k = 0; k < n_kernels; k++) {
		if (!kernels[k]->is_for(c->heuristic) || (kernels[k] != best && (!o->with_all_kernels || k + 1 == n_kernels)))
			continue;
		for (unsigned i = 0; i < o->n_thread_counts && c->n < MAX_CONTESTANTS; i++) {
			struct contestant *const entered = &c->contestants[c->n++];
			*entered = (struct contestant){
				.kernel = kernels[k], .pool = pool_create_with(c->heuristic, kernels[k], o->thread_counts[i]),
				.outcomes = calloc(c->run->cubes.n, sizeof *entered->outcomes),
			};
			if (entered->pool == NULL || entered->outcomes == NULL)
				bench_fail_memory(c->run);
		}
	}
}

static void run_heuristic(struct bench_run *run, const struct heuristic *h, unsigned spec, unsigned *lengths)
{
	static struct contest c;
	double *const seconds = calloc(run->cubes.n, sizeof *seconds);
	c = (struct contest){.run = run, .heuristic = h, .name = h->spec->name, .spec = spec};
	enter_all(&c);
	if (seconds == NULL)
		bench_fail_memory(run);
	if (run->exit_status == EXIT_SOLVED) {
		bench_solve_take_record(&c);
		solve_all(&c);
		bench_solve_add_rows(&c, seconds);
		if (run->shard == NULL)
			check_outcomes(&c, lengths);
	}
	for (unsigned i = 0; i < c.n; i++) {
		if (c.contestants[i].pool != NULL)
			pool_destroy(c.contestants[i].pool);
		free(c.contestants[i].outcomes);
	}
	free(seconds);
}

static void run_built(struct bench_run *run, unsigned number, unsigned *lengths)
{
	const struct heuristic_spec *const spec = run->options->specs[number];
	struct pdb_image images[HEURISTIC_MAX_TABLES] = {0};
	struct heuristic h;
	bench_build(run, spec, run->options->metric, &h, images);
	if (run->exit_status == EXIT_SOLVED)
		run_heuristic(run, &h, number, lengths);
	for (unsigned i = 0; i < spec->n_tables; i++)
		if (images[i].entries != NULL)
			pdb_image_free(&images[i]);
}

static void run_installed(struct bench_run *run, unsigned number, unsigned *lengths)
{
	const struct heuristic *const h = bench_open(run, run->options->specs[number]->name);
	if (h == NULL)
		return;
	run_heuristic(run, h, number, lengths);
	bench_close_last(run);
}

static void run_specs(struct bench_run *run)
{
	unsigned *const lengths = malloc(run->cubes.n * sizeof *lengths);
	int worst = EXIT_SOLVED;
	if (lengths == NULL)
		bench_fail_memory(run);
	for (size_t i = 0; i < run->cubes.n && lengths != NULL; i++)
		lengths[i] = UINT32_MAX;
	for (unsigned i = 0; i < run->options->n_specs && run->exit_status == EXIT_SOLVED; i++) {
		(run->options->builds_in_memory ? run_built : run_installed)(run, i, lengths);
		if (run->exit_status == EXIT_NOT_SOLVED) {   /* the others are measured all the same */
			worst = EXIT_NOT_SOLVED;
			run->exit_status = EXIT_SOLVED;
		}
	}
	run->exit_status = run->exit_status == EXIT_SOLVED ? worst : run->exit_status;
	free(lengths);
}

static void run_solve(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	if (run->n_arguments == 0) {
		run->exit_status = complain_and(EXIT_USAGE, "%s: expected a FILE, or - for standard input", o->command);
		return;
	}
	bench_read_lists(run);
	if (run->exit_status != EXIT_SOLVED
	    || !bench_begin(run, bench_solve_describe(run), bench_solve_columns(o->tells_each)))
		return;
	bench_measure_items(run, "bench-solve", o->n_specs * run->cubes.n, run_specs);
	bench_print(run, true);
}

const struct measurement bench_solve = {
	.name = "solve", .summary = "lists of cubes: seconds, nodes and lookups by optimal length",
	.user = BENCH_SOLVE, .run = run_solve, .heuristics = heuristic_strong,
	.defaults = {.n_threads = 1, .thread_counts = {1}, .n_thread_counts = 1},
	.usage = "FILE...\n\n"
	         "Solve the cubes of all FILEs (- is standard input) one after the other, and report by optimal length: seconds,\n"
	         "generated and expanded nodes and table lookups of a cube, nanoseconds of a thread and of processor time a lookup.\n"
	         "Nothing else should run meanwhile.\n"
	         "Columns named ..._error are standard errors of the means before them.  As in `superflip solve`, one of the first moves\n"
	         "that are equivalent under a symmetry of the cube is searched.",
};
