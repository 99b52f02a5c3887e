/* superflip bench solve: lists of cubes, seconds by optimal length. */
#include "cli/bench/bench.h"

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
static struct contest {
	const char *name;                    /* of the heuristic */
	unsigned n;
	struct contestant contestants[MAX_CONTESTANTS];
	unsigned *lengths;                   /* by cube from 1, one more than all heuristics so far have found; 0:
	                                      * none has; owned */
	double *seconds;                     /* room for those of all cubes; owned */
	bool has_failed;                     /* to solve a cube, or to find the same lengths */
} contest;

static json_t **lines_of(const struct contestant *c)
{
	return pieces_lines(json_pack("{s:s, s:s, s:i}", "heuristic", contest.name, "kernel", c->kernel->name,
	                             "threads", pool_threads(c->pool)),
	                   "cube", bench.n_cubes + 1);
}

/* ---- solving ---- */

static json_t *solve(const struct contestant *c, size_t cube)
{
	struct search_request request = search_request_default(&bench.cubes[cube - 1]);
	struct search_result result;
	const double begin_s = clock_process_s();
	request.time_limit_s = bench.time_limit_s;
	pool_solve_watched(c->pool, &request, &(struct search_stream){.tick = bench_tick},
	                   &result);
	bench_check(result.outcome);
	json_t *const line = json_pack(
		"{s:s, s:s, s:i, s:i, s:b, s:i, s:I, s:I, s:I, s:f, s:f}", "heuristic", contest.name, "kernel",
		c->kernel->name, "threads", pool_threads(c->pool), "cube", (int)cube, "solved",
		result.outcome == SEARCH_SOLVED, "length", result.length, "generated", (json_int_t)result.n_generated,
		"expanded", (json_int_t)result.n_expanded, "lookups", (json_int_t)result.n_lookups, "seconds",
		result.seconds, "processor_seconds", clock_process_s() - begin_s);
	search_result_free(&result);
	return line;
}

/* ---- the table ---- */

static int compare_doubles(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The cubes of one length.  Seconds of accesses are of all cubes, so that long searches count as they
 * should. */
static void add_row(const struct contestant *c, json_t **lines,
                    unsigned length)
{
	double *const seconds = contest.seconds;
	struct bench_sums g = {0};
	struct sample processor_s = {0};
	for (size_t cube = 1; cube <= bench.n_cubes; cube++) {
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
	TABLE_ROW(bench.table, cell_text(contest.name), cell_count(pool_threads(c->pool)),
	          cell_count(length), cell_count(n), BENCH_MEAN(g.seconds, 6), cell_real(median, 6),
	          BENCH_MEAN(g.generated, 1), cell_real(g.expanded.mean, 1), BENCH_MEAN(g.lookups, 1),
	          cell_real(g.seconds.mean * pool_threads(c->pool) / lookups * 1e9, 2),
	          cell_real(processor_s.mean / lookups * 1e9, 2), cell_text(c->kernel->name));
}

/* @return how many cubes are not solved */
static unsigned add_rows(const struct contestant *c)
{
	json_t **const lines = lines_of(c);
	unsigned n_unsolved = 0;
	for (size_t cube = 1; cube <= bench.n_cubes; cube++) {
		json_t *const line = lines[cube];
		if (line == NULL)
			continue;
		if (!json_is_true(json_object_get(line, "solved"))) {
			n_unsolved++;
			lines[cube] = NULL;
			continue;
		}
		const unsigned length = (unsigned)bench_count_in(line, "length"), other = contest.lengths[cube];
		if (other != 0 && other - 1 != length)  /* a fault of a kernel or a table */
			contest.has_failed =
				!complain_and(false, "bench solve: cube %zu: lengths %u and %u", cube, other - 1, length);
		contest.lengths[cube] = length + 1;
		if (bench.tells_each)
			TABLE_ROW(bench.table, cell_text(contest.name), cell_count(pool_threads(c->pool)),
			          cell_count(cube), cell_count(length), cell_real(bench_real_in(line, "seconds"), 6),
			          cell_real(bench_real_in(line, "processor_seconds"), 6),
			          cell_count(bench_count_in(line, "generated")),
			          cell_count(bench_count_in(line, "expanded")),
			          cell_count(bench_count_in(line, "lookups")), cell_text(c->kernel->name));
	}
	for (unsigned length = 0; length <= SEARCH_MAX_LENGTH && !bench.tells_each; length++)
		add_row(c, lines, length);
	free(lines);
	return n_unsolved;
}

/* ---- runs ---- */

/* The last kernel is for every heuristic, and far slower: it competes only where there is no other. */
static void enter_all(void)
{
	const struct heuristic *const h = &bench.heuristics[0];
	contest.n = 0;
	for (unsigned k = 0; k < n_kernels; k++) {
		if (!kernels[k]->is_for(h)
		    || (kernels[k] != kernel_best(h) && (!bench.with_all_kernels || k + 1 == n_kernels)))
			continue;
		items_foreach(n_threads, bench.thread_counts,
		              contest.n < MAX_CONTESTANTS ? bench.n_thread_counts : 0) {
			struct contestant *const c = &contest.contestants[contest.n++];
			c->kernel = kernels[k];
			c->pool = pool_create_with(h, kernels[k], *n_threads);
			if (c->pool == NULL)
				end_without_memory();
			c->lines = lines_of(c);
		}
	}
}

static void run_heuristic(unsigned spec)
{
	unsigned n_unsolved = 0;
	contest.name = bench.specs[spec]->name;
	enter_all();
	/* All cubes by all contestants, as far as the record does not have them; of a cube nothing is kept that is
	 * interrupted.  Contestants take turns at each cube, so that other load on the machine affects all of them
	 * alike. */
	for (size_t cube = 1; cube <= bench.n_cubes && bench_may_go_on(); cube++) {
		if (pieces.is_shard && !output_wants(spec * bench.n_cubes + cube - 1))
			continue;
		bench_show("%s: cube %zu of %zu", contest.name, cube, bench.n_cubes);
		json_t *const lines = json_array();
		items_foreach(c, contest.contestants, contest.n)
			if (bench_may_go_on() && c->lines[cube] == NULL)
				json_array_append_new(lines, solve(c, cube));
		if (bench_may_go_on())
			bench_add(json_incref(lines));
		json_decref(lines);
	}
	tell_hide();
	items_foreach(c, contest.contestants, contest.n) {
		n_unsolved += add_rows(c);
		pool_destroy(c->pool);
		free(c->lines);
	}
	if (n_unsolved > 0 && interrupted_by() == 0)
		complain("bench solve: %u searches did not solve their cube and are left out", n_unsolved);
	contest.has_failed |= n_unsolved > 0;
}

static void run_solve(void)
{
	json_t *const lists = json_array(), *const threads = json_array();
	items_foreach(file, bench.arguments, bench.n_arguments) {
		const char *const slash = strrchr(*file, '/');
		json_array_append_new(lists, json_string(slash != NULL ? slash + 1 : *file));
	}
	items_foreach(n_threads, bench.thread_counts, bench.n_thread_counts)
		json_array_append_new(threads, json_integer((json_int_t)*n_threads));
	if (!bench_begin(
			json_pack("{s:s, s:s, s:o, s:i, s:o, s:o, s:o, s:b, s:o*}", "bench", "solve", "metric",
	                  metric_name[bench.metric], "lists", lists, "instances", (int)bench.n_cubes, "cubes",
	                  bench_cubes_checksum(), "heuristics", bench_spec_names(), "threads", threads,
	                  "built_in_memory", bench.builds_in_memory, "time_limit",
	                  bench.time_limit_s > 0 ? json_real(bench.time_limit_s) : NULL),
			bench.tells_each
				? "heuristic,threads,instance,length,seconds,processor_seconds,generated,expanded,lookups,kernel"
				: "heuristic,threads,length,states,seconds,seconds_error,median_seconds,generated,generated_error,"
				  "expanded,lookups,lookups_error,nanoseconds,processor_nanoseconds,kernel",
			"bench-solve", bench.n_specs * bench.n_cubes))
		return;
	contest.lengths = allocate(bench.n_cubes + 1, sizeof *contest.lengths);
	contest.seconds = allocate(bench.n_cubes, sizeof *contest.seconds);
	for (unsigned i = 0; i < bench.n_specs && bench.exit_status == EXIT_SOLVED; i++) {
		bench_open(bench.specs[i]);
		if (bench.exit_status == EXIT_SOLVED)
			run_heuristic(i);
		bench_close();
	}
	if (contest.has_failed && bench.exit_status == EXIT_SOLVED)
		bench.exit_status = EXIT_NOT_SOLVED;
}

const struct measurement bench_solve = {
	{"solve", "lists of cubes: seconds, nodes and lookups by optimal length", .set = {
		.user = BENCH_SOLVE,
		.misuse = "bench solve: expected a FILE, or - for standard input",
		.min_arguments = 1,
		.max_arguments = INT_MAX,
		.usage =
			"bench solve [OPTION...] FILE...\n\n"
			"Solve the cubes of all FILEs (- is standard input) one after the other, and report by optimal\n"
			"length: seconds, generated and expanded nodes and table lookups of a cube, nanoseconds of a\n"
			"thread and of processor time a lookup. Nothing else should run meanwhile. Columns named\n"
			"..._error are standard errors of the means before them.  As in `superflip solve`, one of the\n"
			"first moves that are equivalent under a symmetry of the cube is searched.",
	}},
	.run = run_solve,
	.heuristics = heuristic_strong,
	.n_threads = 1,
};
