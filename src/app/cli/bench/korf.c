/* superflip bench korf: a list of instances, iteration by iteration. */
#include "cli/bench/bench.h"

#include "cli/cli.h"
#include "cube/notation.h"

enum { MOVES_BYTES = 3 * SEARCH_MAX_LENGTH + 1 };

/* One instance while it is searched. */
struct work {
	struct bench_run *run;
	unsigned instance;               /* from 1 */
	unsigned threshold;              /* the last that was finished */
};

/* ---- searching one instance ---- */
static json_t *lines_of(const struct work *w, const superflip_iteration *it, const char *solution)
{
	return json_pack("[{s:i, s:i, s:I, s:I, s:I, s:f, s:b, s:s*}]", "instance", w->instance, "depth",
	                 it->threshold,
	                 "generated", (json_int_t)it->n_generated, "expanded", (json_int_t)it->n_expanded,
	                 "lookups", (json_int_t)it->n_lookups, "seconds", it->seconds, "complete",
	                 it->is_complete,
	                 "solution", solution);
}

/* The last iteration is recorded together with the solution: a record never has one without the other. */
static void note_iteration(void *context, void *tag, const superflip_iteration *it)
{
	struct work *const w = context;
	(void)tag;
	w->threshold = it->threshold;
	if (it->is_complete && it->n_solutions == 0 && w->run->exit_status == EXIT_SOLVED)
		bench_add(w->run, lines_of(w, it, NULL));
}

static bool tick(void *context, uint64_t n_generated)
{
	const struct work *const w = context;
	bench_show(w->run, "instance %u: %u moves done", w->instance, w->threshold);
	return bench_tick(w->run, n_generated);
}

/* Search one instance, as far as the record does not have it; false if it ends without a solution. */
static bool run_instance(struct bench_run *run, struct pool *pool, const struct cube *cube, unsigned instance)
{
	struct work w = {.run = run, .instance = instance};
	struct search_request request = search_request_default(cube);
	struct search_result result;
	size_t i;
	json_t *line;
	json_array_foreach(run->pieces.log.lines, i, line) {
		if (bench_count_in(line, "instance") != instance)
			continue;
		if (json_object_get(line, "solution") != NULL)
			return true;
		w.threshold = (unsigned)bench_count_in(line, "depth");
		request.min_length = w.threshold + (run->metric == METRIC_QTM ? 2 : 1);
	}
	if (request.min_length > run->max_length)
		return false;
	request.has_whole_tree = true;
	request.max_length = run->max_length;
	request.node_limit = run->node_limit;
	request.time_limit_s = run->time_limit_s;
	pool_solve_watched(pool, &request,
	                   &(struct search_stream){.context = &w, .iteration = note_iteration, .tick = tick},
	                   &result);
	if (result.n_solutions > 0 && result.outcome != SEARCH_BAD_TABLE && run->exit_status == EXIT_SOLVED) {
		char moves[MOVES_BYTES];
		notation_write(result.solutions[0].moves, result.solutions[0].n_moves, moves, sizeof moves);
		bench_add(run, lines_of(&w, &result.iterations[result.n_iterations - 1], moves));
	}
	search_result_free(&result);
	return bench_check(run, result.outcome);
}

static void run_korf(struct bench_run *run)
{
	if (run->n_specs > 1)
		run->exit_status = complain_and(EXIT_USAGE, "bench korf: expected a single heuristic");
	bench_open_all(run);
	const unsigned n_cubes = (unsigned)run->n_cubes;
	unsigned n_solved = 0;
	if (!bench_begin(
			run,
			json_pack("{s:s, s:s, s:s, s:i, s:o, s:i}", "bench", "korf", "metric", metric_name[run->metric],
	                  "heuristic", run->specs[0]->name, "instances", n_cubes, "instances_checksum",
	                  bench_cubes_checksum(run), "threads", run->n_threads),
			"instance,depth,generated,cumulative,expanded,seconds,nodes_per_second,iteration,solution", "",
			0))
		return;
	struct pool *const pool = bench_create_pool(run, &run->heuristics[0], run->n_threads);
	bench_share_time(run, 1);
	for (unsigned i = 0; i < n_cubes && bench_may_go_on(run); i++)
		n_solved += run_instance(run, pool, &run->cubes[i], i + 1);
	for (unsigned i = 1; i <= n_cubes; i++) {
		uint64_t cumulative = 0;
		size_t k;
		json_t *line;
		json_array_foreach(run->pieces.log.lines, k, line) {
			if (bench_count_in(line, "instance") != i)
				continue;
			const uint64_t generated = bench_count_in(line, "generated");
			const double seconds = bench_real_in(line, "seconds");
			const char *const solution = json_string_value(json_object_get(line, "solution"));
			cumulative += generated;
			TABLE_ROW(run->table, cell_count(i), cell_count(bench_count_in(line, "depth")),
			          cell_count(generated), cell_count(cumulative),
			          cell_count(bench_count_in(line, "expanded")), cell_real(seconds, 3),
			          cell_real((double)generated / seconds, 0),
			          cell_text(json_is_true(json_object_get(line, "complete")) ? "complete" : "partial"),
			          cell_text(solution != NULL ? solution : ""));
		}
	}
	pool_destroy(pool);
	if (run->exit_status == EXIT_SOLVED && n_solved < n_cubes)
		run->exit_status = EXIT_NOT_SOLVED;
}

const struct measurement bench_korf = {
	.name = "korf",
	.summary = "a list of instances, iteration by iteration (Korf 1997, Table 2)",
	.run = run_korf,
	.heuristics = "korf",
	.set.user = BENCH_KORF,
	.set.misuse = "bench korf: expected one FILE, or - for standard input",
	.set.min_arguments = 1,
	.set.max_arguments = 1,
	.set.usage =
		"bench korf [OPTION...] FILE\n\n"
		"Table 2 of Korf 1997 for the cubes of FILE (- is standard input), one a line: what each\n"
		"iteration generates up to the first optimal solution.  The last iteration ends with the solution\n"
		"and is only partial.  With --record a run that ended early resumes with the iteration it was\n"
		"in.  bench/scrambles/korf-like.txt has ten cubes made as his were, with 100 random moves.",
};
