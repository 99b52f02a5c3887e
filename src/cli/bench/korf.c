/* superflip bench korf: a list of instances, iteration by iteration. */
#include "cli/bench/bench.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cube/notation.h"
#include "pdb/header.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
	"FILE\n\n"
	"Table 2 of Korf 1997 for the cubes of FILE (- is standard input), one a line: what each iteration generates up to\n"
	"the first optimal solution.  The last iteration ends with the solution and is only partial.  With --record a run\n"
	"that ended early resumes with the iteration it was in.  bench/scrambles/korf-like.txt has ten cubes made\n"
	"as his were, with 100 random moves.";

static const char *const columns[] = {
	"instance", "depth", "generated", "cumulative", "expanded", "seconds", "nodes_per_second", "iteration", "solution", NULL,
};
enum { N_COLUMNS = sizeof columns / sizeof *columns, MOVES_BYTES = 3 * SEARCH_MAX_LENGTH + 1 };

/* One instance while it is searched. */
struct work {
	struct bench_run *run;
	const struct cube *cube;
	unsigned instance;               /* from 1 */
	unsigned min_length;             /* after the iterations that the record has */
	bool is_given_out;
	double shown_s;
	unsigned threshold;              /* the last that was finished */
	enum search_outcome outcome;
};

/* ---- searching one instance ---- */
static json_t *line_of(const struct work *w, const struct search_iteration *it, const struct search_result *solved)
{
	json_t *const line = json_pack("{s:i, s:i, s:I, s:I, s:I, s:f, s:b}", "instance", (int)w->instance,
	                               "depth", (int)it->threshold, "generated", (json_int_t)it->n_generated,
	                               "expanded", (json_int_t)it->n_expanded, "lookups", (json_int_t)it->n_lookups,
	                               "seconds", it->seconds, "complete", (int)it->is_complete);
	if (line != NULL && solved != NULL) {
		char moves[MOVES_BYTES];
		notation_write(solved->solutions[0].moves, solved->solutions[0].n_moves, moves, sizeof moves);
		json_object_set_new(line, "solution", json_string(moves));
	}
	return line;
}

static enum search_next give_out(void *context, struct search_request *request, void **tag)
{
	struct work *const w = context;
	const struct bench_options *const o = w->run->options;
	(void)tag;
	if (w->is_given_out)
		return STREAM_END;
	w->is_given_out = true;
	*request = search_request_default(w->cube);
	request->has_whole_tree = true;
	request->min_length = w->min_length;
	request->max_length = o->max_length;
	request->node_limit = o->node_limit;
	request->time_limit_s = o->time_limit_s;
	return STREAM_NEXT;
}

/* The last iteration is recorded together with the solution: a record never has one without the other. */
static void note_iteration(void *context, void *tag, const struct search_iteration *it)
{
	struct work *const w = context;
	(void)tag;
	w->threshold = it->threshold;
	if (it->is_complete && it->n_solutions == 0 && w->run->exit_status == EXIT_SOLVED)
		w->run->exit_status = bench_append(w->run->options, &w->run->log, line_of(w, it, NULL));
}

static void note_end(void *context, void *tag, struct search_result *result)
{
	struct work *const w = context;
	(void)tag;
	w->outcome = result->outcome;
	if (result->n_solutions > 0 && result->outcome != SEARCH_BAD_TABLE && w->run->exit_status == EXIT_SOLVED)
		w->run->exit_status = bench_append(w->run->options, &w->run->log,
		                                   line_of(w, &result->iterations[result->n_iterations - 1], result));
	search_result_free(result);
}

static bool tick(void *context, uint64_t n_generated)
{
	struct work *const w = context;
	const double now_s = clock_monotonic_s();
	if (w->run->shows_progress && now_s - w->shown_s >= 0.2) {
		w->shown_s = now_s;
		char elapsed[WORDS_BYTES], nodes[WORDS_BYTES];
		status_line_print(stderr, "instance %u: %u moves done, %s, %s nodes", w->instance, w->threshold,
		                  words_duration(now_s - w->run->start_s, elapsed), words_large((double)n_generated, nodes));
		w->run->is_progress_shown = true;
	}
	return bench_may_go_on(w->run);
}

static bool is_of(json_t *line, unsigned instance)
{
	return bench_count_in(line, "instance") == instance;
}

/* Where the record of an instance ends; true if it is solved. */
static bool read_state(json_t *lines, struct work *w, enum metric metric)
{
	size_t i;
	json_t *line;
	json_array_foreach(lines, i, line) {
		if (!is_of(line, w->instance))
			continue;
		if (json_object_get(line, "solution") != NULL)
			return true;
		w->threshold = (unsigned)bench_count_in(line, "depth");
		w->min_length = w->threshold + (metric == METRIC_QTM ? 2 : 1);
	}
	return false;
}

/* Search one instance, as far as the record does not have it; false if it ends without a solution. */
static bool run_instance(struct bench_run *run, struct pool *pool, const struct cube *cube, unsigned instance)
{
	const struct bench_options *const o = run->options;
	struct work w = {.run = run, .cube = cube, .instance = instance, .outcome = SEARCH_INTERRUPTED};
	if (read_state(run->log.lines, &w, o->metric))
		return true;
	if (w.min_length > o->max_length)
		return false;
	const struct search_stream stream = {
		.context = &w, .next = give_out, .done = note_end, .iteration = note_iteration, .tick = tick,
	};
	pool_run(pool, &stream);
	bench_hide_progress(run);
	if (w.outcome == SEARCH_NO_MEMORY || w.outcome == SEARCH_BAD_TABLE)
		run->exit_status = bench_fail_search(w.outcome);
	return w.outcome == SEARCH_SOLVED;
}

/* ---- the table ---- */
static void add_instance(struct table *table, json_t *lines, unsigned instance)
{
	uint64_t cumulative = 0;
	size_t i;
	json_t *line;
	json_array_foreach(lines, i, line) {
		if (!is_of(line, instance))
			continue;
		const uint64_t generated = bench_count_in(line, "generated");
		const double seconds = json_number_value(json_object_get(line, "seconds"));
		const char *const solution = json_string_value(json_object_get(line, "solution"));
		cumulative += generated;
		TABLE_ROW(table, cell_count(instance), cell_count(bench_count_in(line, "depth")), cell_count(generated),
		          cell_count(cumulative), cell_count(bench_count_in(line, "expanded")), cell_real(seconds, 3),
		          cell_real(seconds > 0 ? (double)generated / seconds : NAN, 0),
		          cell_text(json_is_true(json_object_get(line, "complete")) ? "complete" : "partial"),
		          cell_text(solution != NULL ? solution : ""));
	}
}

static json_t *describe(const struct bench_options *o, const struct heuristic *h, const struct bench_cubes *cubes,
                        json_t *about)
{
	char checksum[20];
	snprintf(checksum, sizeof checksum, "%016" PRIx64, pdb_checksum(cubes->cube, cubes->n * sizeof *cubes->cube));
	bench_describe_tables(o, h->spec, about);
	return json_pack("{s:s, s:s, s:s, s:i, s:s, s:O}", "bench", "korf", "metric", metric_name[o->metric],
	                 "heuristic", h->spec->name, "instances", (int)cubes->n, "instances_checksum", checksum,
	                 "threads", json_object_get(about, "threads"));
}

static int run_all(const struct bench_options *o, const struct heuristic *h, const struct bench_cubes *cubes)
{
	struct bench_run run;
	json_t *const about = bench_about(o);
	struct pool *const pool = pool_create(h, o->n_threads);
	unsigned n_solved = 0;
	if (bench_begin(&run, o, describe(o, h, cubes, about), about, columns) == EXIT_SOLVED && pool == NULL)
		run.exit_status = bench_fail_memory();
	bench_share_time(&run, 1);
	for (unsigned i = 0; i < cubes->n && bench_may_go_on(&run); i++)
		n_solved += run_instance(&run, pool, &cubes->cube[i], i + 1);
	for (unsigned i = 0; i < cubes->n && run.table != NULL; i++)
		add_instance(run.table, run.log.lines, i + 1);
	if (pool != NULL)
		pool_destroy(pool);
	if (run.exit_status == EXIT_SOLVED && n_solved < cubes->n)
		run.exit_status = EXIT_NOT_SOLVED;
	return bench_end(&run, true);
}

int bench_korf(int argc, char **argv)
{
	struct bench_options o = {.max_length = SEARCH_MAX_LENGTH};
	int status;
	const int first = bench_options_read(argc, argv, BENCH_KORF, usage, &o, &status);
	if (first < 0)
		return status;
	if (argc - first != 1) {
		complain("%s: expected one FILE, or - for standard input", o.command);
		return EXIT_USAGE;
	}
	if (o.n_specs == 0 && !bench_add_specs(&o, "korf"))
		return EXIT_USAGE;
	if (o.n_specs > 1) {
		complain("%s: expected a single heuristic", o.command);
		return EXIT_USAGE;
	}
	struct bench_cubes cubes = {0};
	struct heuristic h;
	status = bench_read_cubes(argv[first], &cubes);
	if (status == EXIT_SOLVED && (status = bench_open(&o, o.specs[0], &h)) == EXIT_SOLVED) {
		status = run_all(&o, &h, &cubes);
		heuristic_close(&h);
	}
	free(cubes.cube);
	return status;
}
