/* superflip bench korf: a list of instances, iteration by iteration. */
#include "cli/bench/bench.h"

enum { MOVES_BYTES = 3 * SEARCH_MAX_LENGTH + 1 };

/* Where the run is. */
static struct {
	unsigned instance;               /* from 1 */
	unsigned threshold;              /* the last that was finished */
} now;

/* ---- searching one instance ---- */
static json_t *lines_of(const superflip_iteration *it, const char *solution)
{
	return json_pack("[{s:i, s:i, s:I, s:I, s:I, s:f, s:b, s:s*}]", "instance", now.instance, "depth",
	                 it->threshold,
	                 "generated", (json_int_t)it->n_generated, "expanded", (json_int_t)it->n_expanded,
	                 "lookups", (json_int_t)it->n_lookups, "seconds", it->seconds, "complete",
	                 it->is_complete,
	                 "solution", solution);
}

/* The last iteration is recorded together with the solution: a record never has one without the other. */
static void note_iteration(void *context, void *tag, const superflip_iteration *it)
{
	now.threshold = it->threshold;
	if (it->is_complete && it->n_solutions == 0 && bench.exit_status == EXIT_SOLVED)
		bench_add(lines_of(it, NULL));
}

static bool tick(void *context, uint64_t n_generated)
{
	bench_show("instance %u: %u moves done", now.instance, now.threshold);
	return bench_tick(NULL, n_generated);
}

/* Search one instance, as far as the record does not have it; false if it ends without a solution. */
static bool run_instance(struct pool *pool, const struct cube *cube, unsigned instance)
{
	now.instance = instance;
	now.threshold = 0;
	struct search_request request = search_request_default(cube);
	struct search_result result;
	size_t i;
	json_t *line;
	json_array_foreach(pieces.log.lines, i, line) {
		if (bench_count_in(line, "instance") != instance)
			continue;
		if (json_object_get(line, "solution") != NULL)
			return true;
		now.threshold = (unsigned)bench_count_in(line, "depth");
		request.min_length = now.threshold + (bench.metric == METRIC_QTM ? 2 : 1);
	}
	if (request.min_length > bench.max_length)
		return false;
	request.has_whole_tree = true;
	request.max_length = bench.max_length;
	request.node_limit = bench.node_limit;
	request.time_limit_s = bench.time_limit_s;
	pool_solve_watched(pool, &request,
	                   &(struct search_stream){.iteration = note_iteration, .tick = tick},
	                   &result);
	if (result.n_solutions > 0 && result.outcome != SEARCH_BAD_TABLE && bench.exit_status == EXIT_SOLVED) {
		char moves[MOVES_BYTES];
		notation_write(result.solutions[0].moves, result.solutions[0].n_moves, moves, sizeof moves);
		bench_add(lines_of(&result.iterations[result.n_iterations - 1], moves));
	}
	search_result_free(&result);
	return bench_check(result.outcome);
}

static void run_korf(void)
{
	if (bench.n_specs > 1)
		bench.exit_status = usage_error("bench korf: expected a single heuristic");
	bench_open_all();
	const unsigned n_cubes = (unsigned)bench.n_cubes;
	unsigned n_solved = 0;
	if (!bench_begin(
			json_pack("{s:s, s:s, s:s, s:i, s:o, s:i}", "bench", "korf", "metric", metric_name[bench.metric],
	                  "heuristic", bench.specs[0]->name, "instances", n_cubes, "instances_checksum",
	                  bench_cubes_checksum(), "threads", bench.n_threads),
			"instance,depth,generated,cumulative,expanded,seconds,nodes_per_second,iteration,solution", "",
			0))
		return;
	struct pool *const pool = bench_create_pool(&bench.heuristics[0], bench.n_threads);
	bench_share_time(1);
	for (unsigned i = 0; i < n_cubes && bench_may_go_on(); i++)
		n_solved += run_instance(pool, &bench.cubes[i], i + 1);
	for (unsigned i = 1; i <= n_cubes; i++) {
		uint64_t cumulative = 0;
		size_t k;
		json_t *line;
		json_array_foreach(pieces.log.lines, k, line) {
			if (bench_count_in(line, "instance") != i)
				continue;
			const uint64_t generated = bench_count_in(line, "generated");
			const double seconds = bench_real_in(line, "seconds");
			const char *const solution = json_string_value(json_object_get(line, "solution"));
			cumulative += generated;
			TABLE_ROW(bench.table, cell_count(i), cell_count(bench_count_in(line, "depth")),
			          cell_count(generated), cell_count(cumulative),
			          cell_count(bench_count_in(line, "expanded")), cell_real(seconds, 3),
			          cell_real((double)generated / seconds, 0),
			          cell_text(json_is_true(json_object_get(line, "complete")) ? "complete" : "partial"),
			          cell_text(solution != NULL ? solution : ""));
		}
	}
	pool_destroy(pool);
	if (bench.exit_status == EXIT_SOLVED && n_solved < n_cubes)
		bench.exit_status = EXIT_NOT_SOLVED;
}

const struct measurement bench_korf = {
	{"korf", "a list of instances, iteration by iteration (Korf 1997, Table 2)",
	 .set = {
			 .user = BENCH_KORF,
			 .misuse = "bench korf: expected one FILE, or - for standard input",
			 .min_arguments = 1,
			 .max_arguments = 1,
			 .usage =
				 "bench korf [OPTION...] FILE\n\n"
				 "Table 2 of Korf 1997 for the cubes of FILE (- is standard input), one a line: what each\n"
				 "iteration generates up to the first optimal solution.  The last iteration ends with the solution\n"
				 "and is only partial.  With --record a run that ended early resumes with the iteration it was\n"
				 "in.  bench/scrambles/korf-like.txt has ten cubes made as his were, with 100 random moves.",
		 }},
	.run = run_korf,
	.heuristics = "korf",
};
