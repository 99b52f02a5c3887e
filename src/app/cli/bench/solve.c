/* superflip bench solve: lists of cubes, seconds by optimal length. */
#include "cli/bench/bench.h"

#include "base/clock.h"
#include "base/processor.h"
#include "cli/cli.h"
#include "search/kernel.h"

#include <math.h>
#include <stdlib.h>

/* A kernel with a number of threads. */
struct contestant {
	const struct kernel *kernel;
	struct pool *pool;
	bool *is_done;                       /* by cube, as the record has it; owned */
};

enum { MAX_CONTESTANTS = 8 * BENCH_MAX_THREAD_COUNTS };

/* Those that solve the run's cubes with one heuristic.  What they measured is in the lines of the run's record. */
struct contest {
	struct bench_run *run;
	const struct heuristic *heuristic;
	const char *name;                    /* of the heuristic */
	unsigned spec;                       /* its number in the options */
	unsigned n;
	struct contestant contestants[MAX_CONTESTANTS];
};

static bool is_of(json_t *line, const struct contest *contest, const struct contestant *c)
{
	return bench_text_is(line, "heuristic", contest->name) && bench_text_is(line, "kernel", c->kernel->name)
	       && bench_count_in(line, "threads") == pool_threads(c->pool)
	       && bench_count_in(line, "cube") - 1 < contest->run->n_cubes;
}

/* ---- solving ---- */

static bool tick(void *context, uint64_t n_generated)
{
	(void)n_generated;
	return bench_may_go_on(context);
}

static json_t *solve(const struct contest *contest, const struct contestant *c, size_t cube)
{
	struct bench_run *const run = contest->run;
	struct search_request request = search_request_default(&run->cubes[cube]);
	struct search_result result;
	const double begin_s = clock_process_s();
	request.time_limit_s = run->options->time_limit_s;
	pool_solve_watched(c->pool, &request, &(struct search_stream){.context = run, .tick = tick}, &result);
	bench_fail_search(run, result.outcome);
	json_t *const line = json_pack(
		"{s:s, s:s, s:i, s:i, s:b, s:i, s:I, s:I, s:I, s:f, s:f}", "heuristic", contest->name, "kernel", c->kernel->name,
		"threads", pool_threads(c->pool), "cube", (int)cube + 1, "solved",
		result.outcome == SEARCH_SOLVED,
		"length", result.length, "generated", (json_int_t)result.n_generated,
		"expanded", (json_int_t)result.n_expanded, "lookups", (json_int_t)result.n_lookups,
		"seconds", result.seconds, "processor_seconds", clock_process_s() - begin_s);
	search_result_free(&result);
	return line;
}

/* By all contestants that the record does not have it of; nothing is kept of what is interrupted. */
static void solve_cube(const struct contest *contest, size_t cube)
{
	struct bench_run *const run = contest->run;
	json_t *const lines = json_array();
	for (unsigned k = 0; k < contest->n && bench_may_go_on(run); k++) {
		const struct contestant *const c = &contest->contestants[k];
		if (!c->is_done[cube] && json_array_append_new(lines, solve(contest, c, cube)) != 0)
			bench_fail_memory(run);
	}
	if (bench_may_go_on(run))
		bench_add(run, json_incref(lines));
	json_decref(lines);
}

/* Contestants take turns at each cube, so that other load on the machine affects all of them alike. */
static void solve_all(const struct contest *c)
{
	struct bench_run *const run = c->run;
	for (size_t i = 0; i < run->n_cubes && bench_may_go_on(run); i++) {
		if (bench_skips(run, c->spec * run->n_cubes + i))
			continue;
		bench_show(run, "%s: cube %zu of %zu", c->name, i + 1, run->n_cubes);
		solve_cube(c, i);
	}
	bench_hide_progress(run);
}

/* ---- the table ---- */

static const char columns[] =
	"heuristic,threads,length,states,seconds,seconds_error,median_seconds,generated,generated_error,"
	"expanded,lookups,lookups_error,nanoseconds,processor_nanoseconds,kernel";

/* With --each. */
static const char instance_columns[] =
	"heuristic,threads,instance,length,seconds,processor_seconds,generated,expanded,lookups,kernel";

static int compare_doubles(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The cubes of one length.  Seconds of accesses are of all cubes, so that long searches count as they should. */
static void add_row(const struct contest *contest, const struct contestant *c, unsigned length, double *seconds)
{
	struct bench_sums g = {0};
	struct sample processor_s = {0};
	size_t i;
	json_t *line;
	json_array_foreach(contest->run->pieces.log.lines, i, line) {
		const bool is_solved = json_is_true(json_object_get(line, "solved"));
		if (!is_solved || bench_count_in(line, "length") != length || !is_of(line, contest, c))
			continue;
		seconds[g.seconds.n] = bench_real_in(line, "seconds");
		sample_add(&processor_s, bench_real_in(line, "processor_seconds"));
		bench_add_line(&g, line);
	}
	const uint64_t n = g.seconds.n;
	if (n == 0)
		return;
	qsort(seconds, n, sizeof *seconds, compare_doubles);
	const double lookups = g.lookups.mean, median = (seconds[(n - 1) / 2] + seconds[n / 2]) / 2;
	TABLE_ROW(contest->run->table, cell_text(contest->name), cell_count(pool_threads(c->pool)), cell_count(length),
	          cell_count(n), BENCH_MEAN(g.seconds, 6), cell_real(median, 6), BENCH_MEAN(g.generated, 1),
	          cell_real(g.expanded.mean, 1), BENCH_MEAN(g.lookups, 1),
	          cell_real(g.seconds.mean * pool_threads(c->pool) / lookups * 1e9, 2),
	          cell_real(processor_s.mean / lookups * 1e9, 2), cell_text(c->kernel->name));
}

static void add_rows(const struct contest *contest, double *seconds, unsigned *lengths)
{
	struct bench_run *const run = contest->run;
	unsigned n_unsolved = 0;
	for (const struct contestant *c = contest->contestants; c < contest->contestants + contest->n; c++) {
		size_t i;
		json_t *line;
		json_array_foreach(run->pieces.log.lines, i, line) {
			if (!is_of(line, contest, c))
				continue;
			if (!json_is_true(json_object_get(line, "solved"))) {
				n_unsolved++;
				continue;
			}
			const size_t cube = bench_count_in(line, "cube");
			const unsigned length = (unsigned)bench_count_in(line, "length"), other = lengths[cube - 1];
			if (other != UINT32_MAX && other != length)  /* a fault of a kernel or a table */
				run->exit_status = complain_and(EXIT_NOT_SOLVED, "%s: cube %zu: lengths %u and %u", run->options->command,
				                                cube, other, length);
			lengths[cube - 1] = length;
			if (run->options->tells_each)
				TABLE_ROW(run->table, cell_text(contest->name), cell_count(pool_threads(c->pool)), cell_count(cube),
				          cell_count(length),
				          cell_real(bench_real_in(line, "seconds"), 6), cell_real(bench_real_in(line, "processor_seconds"), 6),
				          cell_count(bench_count_in(line, "generated")), cell_count(bench_count_in(line, "expanded")),
				          cell_count(bench_count_in(line, "lookups")), cell_text(c->kernel->name));
		}
		for (unsigned length = 0; length <= SEARCH_MAX_LENGTH && !run->options->tells_each; length++)
			add_row(contest, c, length, seconds);
	}
	if (n_unsolved > 0 && interrupted_by() == 0)
		complain("%s: %u searches did not solve their cube and are left out", run->options->command, n_unsolved);
	if (n_unsolved > 0 && run->exit_status == EXIT_SOLVED)
		run->exit_status = EXIT_NOT_SOLVED;
}

/* ---- runs ---- */

static json_t *describe(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	json_t *const lists = json_array(), *const threads = json_array(), *const names = bench_describe_specs(run);
	for (int i = 0; i < run->n_arguments; i++) {
		const char *const slash = strrchr(run->arguments[i], '/');
		json_array_append_new(lists, json_string(slash != NULL ? slash + 1 : run->arguments[i]));
	}
	for (unsigned i = 0; i < o->n_thread_counts; i++)
		json_array_append_new(threads, json_integer((json_int_t)o->thread_counts[i]));
	return json_pack("{s:s, s:s, s:o, s:i, s:o, s:o, s:o, s:b, s:o*}", "bench", "solve", "metric",
	                 metric_name[o->metric],
	                 "lists", lists, "instances", (int)run->n_cubes, "cubes", bench_cubes_checksum(run),
	                 "heuristics", names,
	                 "threads", threads, "built_in_memory", o->builds_in_memory,
	                 "time_limit", o->time_limit_s > 0 ? json_real(o->time_limit_s) : NULL);
}

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
				.is_done = calloc(c->run->n_cubes, sizeof *entered->is_done),
			};
			if (entered->pool == NULL || entered->is_done == NULL) {
				bench_fail_memory(c->run);
				return;
			}
			size_t at;
			json_t *line;
			json_array_foreach(c->run->pieces.log.lines, at, line)
				if (is_of(line, c, entered))
					entered->is_done[bench_count_in(line, "cube") - 1] = true;
		}
	}
}

static void run_heuristic(struct bench_run *run, unsigned spec, const struct heuristic *h, double *seconds,
                          unsigned *lengths)
{
	static struct contest c;
	c = (struct contest){.run = run, .heuristic = h, .name = h->spec->name, .spec = spec};
	enter_all(&c);
	if (run->exit_status == EXIT_SOLVED) {
		solve_all(&c);
		add_rows(&c, seconds, lengths);
	}
	for (unsigned i = 0; i < c.n; i++) {
		pool_destroy(c.contestants[i].pool);
		free(c.contestants[i].is_done);
	}
}

static void run_specs(struct bench_run *run)
{
	unsigned *const lengths = malloc(run->n_cubes * sizeof *lengths);
	double *const seconds = calloc(run->n_cubes, sizeof *seconds);
	int worst = EXIT_SOLVED;
	if (lengths == NULL || seconds == NULL)
		bench_fail_memory(run);
	else
		memset(lengths, 0xff, run->n_cubes * sizeof *lengths);  /* UINT32_MAX: not known */
	for (unsigned i = 0; i < run->options->n_specs && run->exit_status == EXIT_SOLVED; i++) {
		const struct heuristic_spec *const spec = run->options->specs[i];
		struct pdb_image images[HEURISTIC_MAX_TABLES] = {0};
		struct heuristic built;
		const struct heuristic *const h = run->options->builds_in_memory ? &built : bench_open(run, spec->name);
		if (h == &built)
			bench_build(run, spec, run->options->metric, &built, images);
		if (run->exit_status == EXIT_SOLVED)
			run_heuristic(run, i, h, seconds, lengths);
		for (unsigned k = 0; k < spec->n_tables; k++)
			pdb_image_free(&images[k]);
		if (h != &built && h != NULL)
			bench_close_last(run);
		if (run->exit_status == EXIT_NOT_SOLVED) {   /* the others are measured all the same */
			worst = EXIT_NOT_SOLVED;
			run->exit_status = EXIT_SOLVED;
		}
	}
	run->exit_status = run->exit_status == EXIT_SOLVED ? worst : run->exit_status;
	free(lengths);
	free(seconds);
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
	    || !bench_begin(run, describe(run), o->tells_each ? instance_columns : columns, "bench-solve",
	                    o->n_specs * run->n_cubes))
		return;
	if (!run->pieces.shard.is_complete)
		run_specs(run);
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
