/* superflip bench solve: lists of cubes, seconds by optimal length. */
#include "cli/bench/bench.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "search/kernel.h"

/* A kernel with a number of threads. */
struct contestant {
	const struct kernel *kernel;
	struct pool *pool;
	json_t **lines;                      /* of the record, by cube from 1, as far as they were there; owned,
	                                      * but not the lines */
};

enum { MAX_CONTESTANTS = 8 * BENCH_MAX_THREAD_COUNTS };

/* Those that solve the run's cubes with one heuristic.  What they measured is in the lines of the run's
 * record. */
struct contest {
	struct bench_run *run;
	const char *name;                    /* of the heuristic */
	unsigned n;
	struct contestant contestants[MAX_CONTESTANTS];
	unsigned *lengths;                   /* by cube from 1, one more than all heuristics so far have found; 0:
	                                      * none has; owned */
	double *seconds;                     /* room for those of all cubes; owned */
	bool has_failed;                     /* to solve a cube, or to find the same lengths */
};

static json_t **lines_of(const struct contest *contest, const struct contestant *c)
{
	return bench_lines(contest->run,
	                   json_pack("{s:s, s:s, s:i}", "heuristic", contest->name, "kernel", c->kernel->name,
	                             "threads", pool_threads(c->pool)),
	                   "cube", contest->run->n_cubes + 1);
}

/* ---- solving ---- */

static json_t *solve(const struct contest *contest, const struct contestant *c, size_t cube)
{
	struct bench_run *const run = contest->run;
	struct search_request request = search_request_default(&run->cubes[cube - 1]);
	struct search_result result;
	const double begin_s = clock_process_s();
	request.time_limit_s = run->time_limit_s;
	pool_solve_watched(c->pool, &request, &(struct search_stream){.context = run, .tick = bench_tick},
	                   &result);
	bench_check(run, result.outcome);
	json_t *const line = json_pack(
		"{s:s, s:s, s:i, s:i, s:b, s:i, s:I, s:I, s:I, s:f, s:f}", "heuristic", contest->name, "kernel",
		c->kernel->name, "threads", pool_threads(c->pool), "cube", (int)cube, "solved",
		result.outcome == SEARCH_SOLVED, "length", result.length, "generated", (json_int_t)result.n_generated,
		"expanded", (json_int_t)result.n_expanded, "lookups", (json_int_t)result.n_lookups, "seconds",
		result.seconds, "processor_seconds", clock_process_s() - begin_s);
	search_result_free(&result);
	return line;
}

/* All cubes by all contestants, as far as the record does not have them; of a cube nothing is kept that is
 * interrupted. Contestants take turns at each cube, so that other load on the machine affects all of them
 * alike. */
static void solve_all(const struct contest *contest, unsigned spec)
{
	struct bench_run *const run = contest->run;
	for (size_t cube = 1; cube <= run->n_cubes && bench_may_go_on(run); cube++) {
		if (bench_skips(run, spec * run->n_cubes + cube - 1))
			continue;
		bench_show(run, "%s: cube %zu of %zu", contest->name, cube, run->n_cubes);
		json_t *const lines = json_array();
		for (const struct contestant *c = contest->contestants;
		     c < contest->contestants + contest->n && bench_may_go_on(run); c++)
			if (c->lines[cube] == NULL)
				json_array_append_new(lines, solve(contest, c, cube));
		if (bench_may_go_on(run))
			bench_add(run, json_incref(lines));
		json_decref(lines);
	}
	bench_hide(run);
}

/* ---- the table ---- */

static int compare_doubles(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The cubes of one length.  Seconds of accesses are of all cubes, so that long searches count as they
 * should. */
static void add_row(const struct contest *contest, const struct contestant *c, json_t **lines,
                    unsigned length)
{
	double *const seconds = contest->seconds;
	struct bench_sums g = {0};
	struct sample processor_s = {0};
	for (size_t cube = 1; cube <= contest->run->n_cubes; cube++) {
		if (lines[cube] == NULL || bench_count_in(lines[cube], "length") != length)
			continue;
		seconds[g.seconds.n] = bench_real_in(lines[cube], "seconds");
		sample_add(&processor_s, bench_real_in(lines[cube], "processor_seconds"));
		bench_add_line(&g, lines[cube]);
	}
	const uint64_t n = g.seconds.n;
	if (n == 0)
		return;
	qsort(seconds, n, sizeof *seconds, compare_doubles);
	const double lookups = g.lookups.mean, median = (seconds[(n - 1) / 2] + seconds[n / 2]) / 2;
	TABLE_ROW(contest->run->table, cell_text(contest->name), cell_count(pool_threads(c->pool)),
	          cell_count(length), cell_count(n), BENCH_MEAN(g.seconds, 6), cell_real(median, 6),
	          BENCH_MEAN(g.generated, 1), cell_real(g.expanded.mean, 1), BENCH_MEAN(g.lookups, 1),
	          cell_real(g.seconds.mean * pool_threads(c->pool) / lookups * 1e9, 2),
	          cell_real(processor_s.mean / lookups * 1e9, 2), cell_text(c->kernel->name));
}

/* @return how many cubes are not solved */
static unsigned add_rows(struct contest *contest, const struct contestant *c)
{
	struct bench_run *const run = contest->run;
	json_t **const lines = lines_of(contest, c);
	unsigned n_unsolved = 0;
	for (size_t cube = 1; lines != NULL && cube <= run->n_cubes; cube++) {
		json_t *const line = lines[cube];
		if (line == NULL)
			continue;
		if (!json_is_true(json_object_get(line, "solved"))) {
			n_unsolved++;
			lines[cube] = NULL;
			continue;
		}
		const unsigned length = (unsigned)bench_count_in(line, "length"), other = contest->lengths[cube];
		if (other != 0 && other - 1 != length)  /* a fault of a kernel or a table */
			contest->has_failed =
				!complain_and(false, "bench solve: cube %zu: lengths %u and %u", cube, other - 1, length);
		contest->lengths[cube] = length + 1;
		if (run->tells_each)
			TABLE_ROW(run->table, cell_text(contest->name), cell_count(pool_threads(c->pool)),
			          cell_count(cube), cell_count(length), cell_real(bench_real_in(line, "seconds"), 6),
			          cell_real(bench_real_in(line, "processor_seconds"), 6),
			          cell_count(bench_count_in(line, "generated")),
			          cell_count(bench_count_in(line, "expanded")),
			          cell_count(bench_count_in(line, "lookups")), cell_text(c->kernel->name));
	}
	for (unsigned length = 0; lines != NULL && length <= SEARCH_MAX_LENGTH && !run->tells_each; length++)
		add_row(contest, c, lines, length);
	free(lines);
	return n_unsolved;
}

/* ---- runs ---- */

static json_t *describe(struct bench_run *run)
{
	json_t *const lists = json_array(), *const threads = json_array();
	for (int i = 0; i < run->n_arguments; i++) {
		const char *const slash = strrchr(run->arguments[i], '/');
		json_array_append_new(lists, json_string(slash != NULL ? slash + 1 : run->arguments[i]));
	}
	for (unsigned i = 0; i < run->n_thread_counts; i++)
		json_array_append_new(threads, json_integer((json_int_t)run->thread_counts[i]));
	return json_pack("{s:s, s:s, s:o, s:i, s:o, s:o, s:o, s:b, s:o*}", "bench", "solve", "metric",
	                 metric_name[run->metric],
	                 "lists", lists, "instances", (int)run->n_cubes, "cubes", bench_cubes_checksum(run),
	                 "heuristics", bench_spec_names(run),
	                 "threads", threads, "built_in_memory", run->builds_in_memory,
	                 "time_limit", run->time_limit_s > 0 ? json_real(run->time_limit_s) : NULL);
}

/* The last kernel is for every heuristic, and far slower: it competes only where there is no other. */
static void enter_all(struct contest *contest)
{
	struct bench_run *const run = contest->run;
	const struct heuristic *const h = &run->heuristics[0];
	for (unsigned k = 0; k < n_kernels; k++) {
		if (!kernels[k]->is_for(h)
		    || (kernels[k] != kernel_best(h) && (!run->with_all_kernels || k + 1 == n_kernels)))
			continue;
		for (unsigned i = 0; i < run->n_thread_counts && contest->n < MAX_CONTESTANTS; i++) {
			struct contestant *const c = &contest->contestants[contest->n++];
			*c = (struct contestant){
				.kernel = kernels[k], .pool = pool_create_with(h, kernels[k], run->thread_counts[i]),
			};
			if (c->pool == NULL)
				bench_fail_memory(run);
			else
				c->lines = lines_of(contest, c);
			if (run->exit_status != EXIT_SOLVED)
				return;
		}
	}
}

static void run_heuristic(struct contest *contest, unsigned spec)
{
	struct bench_run *const run = contest->run;
	unsigned n_unsolved = 0;
	contest->n = 0;
	contest->name = run->specs[spec]->name;
	enter_all(contest);
	const bool is_ready = run->exit_status == EXIT_SOLVED;
	if (is_ready)
		solve_all(contest, spec);
	for (struct contestant *c = contest->contestants; c < contest->contestants + contest->n; c++) {
		if (is_ready)
			n_unsolved += add_rows(contest, c);
		pool_destroy(c->pool);
		free(c->lines);
	}
	if (n_unsolved > 0 && interrupted_by() == 0)
		complain("bench solve: %u searches did not solve their cube and are left out", n_unsolved);
	contest->has_failed |= n_unsolved > 0;
}

static void run_solve(struct bench_run *run)
{
	static struct contest contest;
	if (!bench_begin(
		run, describe(run),
		run->tells_each
			? "heuristic,threads,instance,length,seconds,processor_seconds,generated,expanded,lookups,kernel"
			: "heuristic,threads,length,states,seconds,seconds_error,median_seconds,generated,generated_error,"
			  "expanded,lookups,lookups_error,nanoseconds,processor_nanoseconds,kernel",
		"bench-solve", run->n_specs * run->n_cubes))
		return;
	contest.run = run;
	contest.lengths = calloc(run->n_cubes + 1, sizeof *contest.lengths);
	contest.seconds = calloc(run->n_cubes, sizeof *contest.seconds);
	if (contest.lengths == NULL || contest.seconds == NULL)
		bench_fail_memory(run);
	for (unsigned i = 0; i < run->n_specs && run->exit_status == EXIT_SOLVED; i++) {
		bench_open(run, run->specs[i]);
		if (run->exit_status == EXIT_SOLVED)
			run_heuristic(&contest, i);
		bench_close(run);
	}
	if (contest.has_failed && run->exit_status == EXIT_SOLVED)
		run->exit_status = EXIT_NOT_SOLVED;
	free(contest.lengths);
	free(contest.seconds);
}

const struct measurement bench_solve = {
	.name = "solve",
	.summary = "lists of cubes: seconds, nodes and lookups by optimal length",
	.run = run_solve,
	.heuristics = heuristic_strong,
	.n_threads = 1,
	.set.user = BENCH_SOLVE,
	.set.misuse = "bench solve: expected a FILE, or - for standard input",
	.set.min_arguments = 1,
	.set.max_arguments = INT_MAX,
	.set.usage =
		"bench solve [OPTION...] FILE...\n\n"
		"Solve the cubes of all FILEs (- is standard input) one after the other, and report by optimal\n"
		"length: seconds, generated and expanded nodes and table lookups of a cube, nanoseconds of a\n"
		"thread and of processor time a lookup. Nothing else should run meanwhile. Columns named\n"
		"..._error are standard errors of the means before them.  As in `superflip solve`, one of the\n"
		"first moves that are equivalent under a symmetry of the cube is searched.",
};
