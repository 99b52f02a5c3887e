/* superflip bench solve: lists of cubes, seconds by optimal length, and how close they come to the limit of memory. */
#include "cli/bench/solve.h"
#include "base/clock.h"
#include "base/processor.h"
#include "cli/shard_log.h"
#include "cli/cli.h"
#include "base/memory_speed.h"
#include "report/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char usage[] =
	"FILE...\n\n"
	"Solve the cubes of all FILEs (- is standard input) one after the other, and report by optimal length: seconds,\n"
	"generated and expanded nodes and table lookups of a cube, nanoseconds of a thread and of processor time a lookup,\n"
	"and the lookups as a share of the random reads that the machine makes with as many threads, 64 in flight, prefetched\n"
	"to the second-level cache, measured in the same table directly before and after.  Nothing else should run meanwhile.\n"
	"Columns named ..._error are standard errors of the means before them.  As in `superflip solve`, one of the first moves\n"
	"that are equivalent under a symmetry of the cube is searched.";

static const double limit_seconds = 0.3;

enum { MAX_CONTESTANTS = 8 * BENCH_MAX_THREAD_COUNTS };

/* ---- tables ---- */

/* What heuristic_open() would map, built here instead.  Images with entries are to be freed, whatever is returned. */
static int build_in_memory(const struct bench_options *o, const struct heuristic_spec *spec, struct heuristic *out,
                           struct pdb_image images[HEURISTIC_MAX_TABLES])
{
	*out = (struct heuristic){.spec = spec, .metric = o->metric};
	for (unsigned i = 0; i < spec->n_tables; i++) {
		const struct pdb_key key = {spec->table[i], o->metric};
		struct progress_bar bar = progress_bar_start(spec->name, o->is_quiet, interrupted_by);
		bar.is_asked = status_is_wanted;
		const struct pdb_progress progress = progress_bar_callback(&bar);
		const enum pdb_status status = pdb_build(key, processors_usable(), &progress, &images[i]);
		progress_bar_finish(&bar);
		if (status != PDB_OK)
			return status == PDB_NO_MEMORY ? bench_fail_memory() : 128 + interrupted_by();
		out->table[i] = pdb_of_image(&images[i]);
	}
	return EXIT_SOLVED;
}

/* Random reads a second of the heuristic's largest table. */
static double limit(const struct heuristic *h, unsigned n_threads)
{
	const struct pdb *largest = &h->table[0];
	for (unsigned i = 1; i < h->spec->n_tables; i++)
		largest = h->table[i].size_bytes > largest->size_bytes ? &h->table[i] : largest;
	if (h->spec->n_tables == 0 || largest->size_bytes < MEMORY_LINE_BYTES)
		return NAN;
	const struct memory_speed_request request = {
		.memory = largest->entries, .size_bytes = largest->size_bytes, .n_threads = n_threads,
		.n_in_flight = MEMORY_MAX_IN_FLIGHT, .prefetch = MEMORY_PREFETCH_L2, .seconds = limit_seconds,
	};
	return memory_reads_per_second(&request);
}

/* ---- solving ---- */
struct task {
	struct bench_run *run;
	const struct cube *cube;
	bool is_given_out;
	struct outcome *out;
};

static enum search_next give_out(void *context, struct search_request *request, void **tag)
{
	struct task *const t = context;
	(void)tag;
	if (t->is_given_out)
		return STREAM_END;
	t->is_given_out = true;
	*request = search_request_default(t->cube);
	request->time_limit_s = t->run->options->time_limit_s;
	return STREAM_NEXT;
}

static void note_end(void *context, void *tag, struct search_result *result)
{
	struct task *const t = context;
	(void)tag;
	if (result->outcome == SEARCH_NO_MEMORY || result->outcome == SEARCH_BAD_TABLE)
		t->run->exit_status = bench_fail_search(result->outcome);
	*t->out = (struct outcome){
		.is_known = true, .is_solved = result->outcome == SEARCH_SOLVED, .length = result->length, .n_generated = result->n_generated,
		.n_expanded = result->n_expanded, .n_lookups = result->n_lookups, .seconds = result->seconds,
	};
	search_result_free(result);
}

static bool tick(void *context, uint64_t n_generated)
{
	const struct task *const t = context;
	(void)n_generated;
	return bench_may_go_on(t->run);
}

static void solve(struct bench_run *run, struct pool *pool, const struct cube *cube, struct outcome *out)
{
	struct task task = {.run = run, .cube = cube, .out = out};
	const struct search_stream stream = {.context = &task, .next = give_out, .done = note_end, .tick = tick};
	const double begin_s = clock_process_s();
	pool_run(pool, &stream);
	out->processor_s = clock_process_s() - begin_s;
}

static void show_progress(struct bench_run *run, const struct heuristic *h, unsigned n_done, unsigned n)
{
	if (!run->shows_progress)
		return;
	status_line_print(stderr, "%s: cube %u of %u", h->spec->name, n_done + 1, n);
	run->is_progress_shown = true;
}

static bool has_work(const struct bench_run *run, unsigned spec, unsigned n_cubes, const struct contestant *contestants, unsigned n)
{
	for (unsigned i = 0; i < n_cubes; i++)
		if (bench_solve_wants(run, spec, i, n_cubes, contestants, n))
			return true;
	return false;
}

/* Contestants take turns at each cube, so that other load on the machine affects all of them alike. */
static void solve_all(struct bench_run *run, const struct heuristic *h, unsigned spec, const struct bench_cubes *cubes,
                      struct contestant *contestants, unsigned n)
{
	if (!has_work(run, spec, cubes->n, contestants, n))
		return;
	for (unsigned i = 0; i < n; i++)
		contestants[i].limit_before = limit(h, pool_threads(contestants[i].pool));
	for (unsigned i = 0; i < cubes->n && bench_may_go_on(run); i++) {
		if (!bench_solve_wants(run, spec, i, cubes->n, contestants, n))
			continue;
		show_progress(run, h, i, cubes->n);
		for (unsigned k = 0; k < n && bench_may_go_on(run); k++)
			solve(run, contestants[k].pool, &cubes->cube[i], &contestants[k].outcomes[i]);
		if (bench_may_go_on(run))
			run->exit_status = bench_solve_keep(run, spec, i, cubes->n, contestants, n);
	}
	for (unsigned i = 0; i < n; i++)
		contestants[i].limit_after = limit(h, pool_threads(contestants[i].pool));
	bench_hide_progress(run);
}

/* Different lengths of one cube would be a fault of a kernel or a table. */
static void check_outcomes(struct bench_run *run, const struct contestant *contestants, unsigned n, unsigned n_cubes,
                           unsigned *lengths)
{
	unsigned n_unsolved = 0;
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < n_cubes; k++) {
			const struct outcome *const o = &contestants[i].outcomes[k];
			n_unsolved += !o->is_solved;
			if (!o->is_solved)
				continue;
			if (lengths[k] != UINT32_MAX && lengths[k] != o->length) {
				complain("%s: cube %u: lengths %u and %u", run->options->command, k + 1, lengths[k], o->length);
				run->exit_status = EXIT_NOT_SOLVED;
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
static unsigned enter_all(struct bench_run *run, const struct heuristic *h, unsigned n_cubes,
                          struct contestant *contestants)
{
	const struct bench_options *const o = run->options;
	const struct kernel *const best = kernel_best(h);
	unsigned n = 0;
	for (unsigned k = 0; k < n_kernels; k++) {
		if (!kernels[k]->is_for(h) || (kernels[k] != best && (!o->with_all_kernels || k + 1 == n_kernels)))
			continue;
		for (unsigned i = 0; i < o->n_thread_counts && n < MAX_CONTESTANTS; i++, n++) {
			contestants[n] = (struct contestant){
				.kernel = kernels[k], .pool = pool_create_with(h, kernels[k], o->thread_counts[i]),
				.outcomes = calloc(n_cubes, sizeof *contestants[n].outcomes),
			};
			if (contestants[n].pool == NULL || contestants[n].outcomes == NULL)
				run->exit_status = bench_fail_memory();
		}
	}
	return n;
}

static void run_heuristic(struct bench_run *run, const struct heuristic *h, unsigned spec, const struct bench_cubes *cubes,
                          unsigned *lengths)
{
	static struct contestant contestants[MAX_CONTESTANTS];
	double *const seconds = calloc(cubes->n, sizeof *seconds);
	const unsigned n = enter_all(run, h, cubes->n, contestants);
	if (seconds == NULL)
		run->exit_status = bench_fail_memory();
	if (run->exit_status == EXIT_SOLVED) {
		bench_solve_take_record(run->log.lines, h->spec->name, contestants, n, cubes->n);
		solve_all(run, h, spec, cubes, contestants, n);
		solve_add_rows(run->table, run->options->tells_each, h->spec->name, contestants, n, cubes->n, seconds);
		if (run->shard == NULL)
			check_outcomes(run, contestants, n, cubes->n, lengths);
	}
	for (unsigned i = 0; i < n; i++) {
		if (contestants[i].pool != NULL)
			pool_destroy(contestants[i].pool);
		free(contestants[i].outcomes);
	}
	free(seconds);
}

static void run_spec(struct bench_run *run, unsigned number, const struct bench_cubes *cubes, unsigned *lengths)
{
	const struct bench_options *const o = run->options;
	const struct heuristic_spec *const spec = o->specs[number];
	struct pdb_image images[HEURISTIC_MAX_TABLES] = {0};
	struct heuristic h;
	const int status = o->builds_in_memory ? build_in_memory(o, spec, &h, images) : bench_open(o, spec, &h);
	if (status == EXIT_SOLVED)
		run_heuristic(run, &h, number, cubes, lengths);
	else
		run->exit_status = status;
	if (status == EXIT_SOLVED && !o->builds_in_memory)
		heuristic_close(&h);
	for (unsigned i = 0; i < spec->n_tables; i++)
		if (images[i].entries != NULL)
			pdb_image_free(&images[i]);
}

static void run_specs(struct bench_run *run, void *context)
{
	const struct bench_cubes *const cubes = context;
	unsigned *const lengths = malloc(cubes->n * sizeof *lengths);
	if (lengths == NULL) {
		run->exit_status = bench_fail_memory();
		return;
	}
	for (unsigned i = 0; i < cubes->n; i++)
		lengths[i] = UINT32_MAX;
	for (unsigned i = 0; i < run->options->n_specs && (run->exit_status == EXIT_SOLVED || run->exit_status == EXIT_NOT_SOLVED); i++) {
		const int before = run->exit_status;
		run->exit_status = EXIT_SOLVED;
		run_spec(run, i, cubes, lengths);
		run->exit_status = run->exit_status == EXIT_SOLVED ? before : run->exit_status;
	}
	free(lengths);
}

static int run_all(const struct bench_options *o, struct bench_cubes *cubes, int n_files, char **files)
{
	struct bench_run run;
	json_t *parameters, *about;
	bench_solve_describe(o, cubes, n_files, files, &parameters, &about);
	const int status = bench_begin(&run, o, parameters, about, solve_columns(o->tells_each));
	if (status == EXIT_SOLVED && o->shard.n != 0)
		run.exit_status = bench_shard(&run, "bench-solve", (uint64_t)o->n_specs * cubes->n,
		                              XXH3_64bits(cubes->cube, cubes->n * sizeof *cubes->cube), run_specs, cubes);
	else if (status == EXIT_SOLVED)
		run_specs(&run, cubes);
	return bench_end(&run, true);
}

int bench_solve(int argc, char **argv)
{
	struct bench_options o = {.n_threads = 1, .thread_counts = {1}, .n_thread_counts = 1};
	int status;
	const int first = bench_options_read(argc, argv, BENCH_SOLVE, usage, &o, &status);
	if (first < 0)
		return status;
	if (first == argc) {
		complain("%s: expected a FILE, or - for standard input", o.command);
		return EXIT_USAGE;
	}
	if (o.n_specs == 0 && !bench_add_specs(&o, heuristic_strong))
		return EXIT_USAGE;
	struct bench_cubes cubes = {0};
	status = bench_read_lists(&o, argc - first, argv + first, &cubes);
	if (status == EXIT_SOLVED)
		status = run_all(&o, &cubes, argc - first, argv + first);
	free(cubes.cube);
	return status;
}
