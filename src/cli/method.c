#include "cli/method.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/processor.h"
#include "cli/cli.h"
#include "cli/tables.h"
#include "method/baseline.h"
#include "method/layers.h"
#include "method/random_walk.h"
#include "report/stages.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const baseline_summary[N_BASELINES] = {
	[BASELINE_BREADTH_FIRST] = "breadth-first search: all shorter sequences, kept in memory",
	[BASELINE_DEPTH_FIRST] = "depth-first search with a growing limit",
	[BASELINE_A_STAR] = "A*: the most promising node first, all kept in memory",
	[BASELINE_IDA_STAR] = "IDA* as in the textbook, on one thread",
	[BASELINE_IDA_STAR_ORDERED] = "the same with children in the order of their bounds",
	[BASELINE_BIDIRECTIONAL] = "breadth-first search from both ends until they meet, kept in memory",
};

/* N_BASELINES: none of them. */
static unsigned find_baseline(const char *name)
{
	unsigned i = 0;
	while (i < N_BASELINES && strcmp(baseline_name[i], name) != 0)
		i++;
	return i;
}

bool method_is_known(const char *name)
{
	return method_find(name) != NULL || find_baseline(name) < N_BASELINES;
}

void method_names(char *out, size_t size)
{
	snprintf(out, size, "optimal");
	for (const struct method *const *m = methods; *m != NULL; m++)
		snprintf(out + strlen(out), size - strlen(out), ", %s", (*m)->name);
	for (unsigned i = 0; i < N_BASELINES; i++)
		snprintf(out + strlen(out), size - strlen(out), ", %s", baseline_name[i]);
}

void method_print_help(void)
{
	printf("\nmethods:\n  %-15s %s\n", "optimal", "proved shortest solutions, by all threads (the default)");
	for (const struct method *const *m = methods; *m != NULL; m++)
		printf("  %-15s %s\n", (*m)->name, (*m)->summary);
	for (unsigned i = 0; i < N_BASELINES; i++)
		printf("  %-15s %s\n", baseline_name[i], baseline_summary[i]);
}

/* ---- options ---- */
static bool refuse(const struct solve_options *o, const char *option, const char *why)
{
	complain("--method %s: %s %s", o->method_name, option, why);
	return false;
}

bool method_options_agree(const struct solve_options *o)
{
	const struct search_request *const r = &o->request;
	if (o->method_name == NULL)
		return !o->explains || (complain("--explain prints the stages of --method layers or thistlethwaite"), false);
	const struct method *const method = method_find(o->method_name);
	const bool searches = method == NULL || method->usual_time_s > 0;
	if (o->puzzle == PUZZLE_POCKET)
		return refuse(o, "--puzzle 2x2", "is solved by its table, or by `superflip pocket solve --method`");
	if (r->n_solutions != 1 || r->over_optimal != 0 || r->min_length != 0)
		return refuse(o, "-n, --all, --over and --min", "are for the search for shortest solutions; it finds one solution");
	if (method != NULL && o->metric != METRIC_HTM)
		return refuse(o, "--metric qtm", "is not counted; leave it out");
	if (!searches && r->max_length != SEARCH_MAX_LENGTH)
		return refuse(o, "--max", "has no effect");
	if (!searches && r->time_limit_s > 0)
		return refuse(o, "--time-limit", "has no effect: the method searches nothing");
	if (method != NULL && r->node_limit != 0)
		return refuse(o, "--node-limit", "has no effect: the method counts no nodes");
	if (o->heuristic_name != NULL && (method != NULL || !baseline_has_heuristic(find_baseline(o->method_name))))
		return refuse(o, "--heuristic", "has no effect: the method uses none");
	if (o->explains && method == NULL)
		return refuse(o, "--explain", "has no effect: the method has no stages");
	if (o->explains && o->format == RECORD_CSV)
		return refuse(o, "--explain", "has no form in CSV; --json has one");
	return true;
}

/* ---- runs ---- */
static int open_heuristic(const struct solve_options *o, struct method_run *run)
{
	struct solve_options wanted = *o;
	wanted.memory_bytes = 0;             /* --memory is for nodes */
	if (wanted.heuristic_name == NULL)
		wanted.heuristic_name = "korf";
	const int status = tables_open(&wanted, &run->heuristic);
	run->has_heuristic = status == EXIT_SOLVED;
	return status;
}

int method_tables_create(const struct method *method, const struct solve_options *o, unsigned n_threads, void **out)
{
	struct method_setup setup = {.n_threads = n_threads};
	struct heuristic heuristic;
	if (method->heuristic != NULL) {
		const int exit_status = tables_open_or_build(o, method->heuristic, &heuristic);
		if (exit_status != EXIT_SOLVED)
			return exit_status;
		setup.table = &heuristic.table[0];
	}
	const bool is_made = method->create(&setup, out);
	if (!is_made)
		complain("--method %s: cannot make its tables: %s", method->name, strerror(errno));
	if (method->heuristic != NULL)
		tables_close(o, &heuristic);
	return is_made ? EXIT_SOLVED : EXIT_MEMORY;
}

int method_run_open(const struct solve_options *o, struct method_run *out)
{
	*out = (struct method_run){.options = o, .method = method_find(o->method_name), .baseline = find_baseline(o->method_name)};
	out->n_threads = 1;
	if (out->method == NULL)
		return baseline_has_heuristic(out->baseline) ? open_heuristic(o, out) : EXIT_SOLVED;
	if (out->method->usual_time_s > 0)
		out->n_threads = o->n_threads != 0 ? o->n_threads : processors_usable();
	return method_tables_create(out->method, o, out->n_threads, &out->tables);
}

void method_run_close(struct method_run *run)
{
	if (run->method != NULL)
		run->method->destroy(run->tables);
	else if (run->has_heuristic)
		tables_close(run->options, &run->heuristic);
}

const char *method_run_heuristic(const struct method_run *run)
{
	return run->has_heuristic ? run->heuristic.spec->name : NULL;
}

static bool was_interrupted(void *context)
{
	(void)context;
	return interrupted_by() != 0;
}

static void solve_by_method(const struct method_run *run, const struct cube *c, struct method_result *out)
{
	const struct search_request *const r = &run->options->request;
	const struct method_limits limits = {
		.n_threads = run->n_threads, .max_length = r->max_length < SEARCH_MAX_LENGTH ? r->max_length : 0,
		.time_limit_s = r->time_limit_s > 0 || r->max_length < SEARCH_MAX_LENGTH ? r->time_limit_s : run->method->usual_time_s,
		.stopped = was_interrupted,
	};
	const double start_s = clock_monotonic_s();
	run->method->solve(run->tables, c, &limits, out);
	out->seconds = clock_monotonic_s() - start_s;
}

static void solve_by_search(const struct method_run *run, const struct cube *c, struct method_result *out)
{
	static const enum method_outcome outcome[] = {
		[SEARCH_SOLVED] = METHOD_SOLVED, [SEARCH_NONE] = METHOD_NONE, [SEARCH_NODE_LIMIT] = METHOD_NODE_LIMIT,
		[SEARCH_TIME_LIMIT] = METHOD_TIME_LIMIT, [SEARCH_INTERRUPTED] = METHOD_INTERRUPTED,
		[SEARCH_NO_MEMORY] = METHOD_NO_MEMORY, [SEARCH_BAD_TABLE] = METHOD_INTERRUPTED,  /* the latter ends no such search */
	};
	const struct solve_options *const o = run->options;
	const struct baseline_request request = {
		.cube = *c, .metric = o->metric, .heuristic = run->has_heuristic ? &run->heuristic : NULL,
		.max_length = o->request.max_length, .node_limit = o->request.node_limit, .time_limit_s = o->request.time_limit_s,
		.memory_limit_bytes = o->memory_bytes != 0 ? o->memory_bytes : memory_available_bytes() / 2, .stopped = was_interrupted,
	};
	struct baseline_result result;
	baseline_solve(run->baseline, &request, &result);
	*out = (struct method_result){
		.outcome = result.has_hit_memory_limit ? METHOD_MEMORY_LIMIT : outcome[result.outcome],
		.is_optimal = result.outcome == SEARCH_SOLVED, .lower_bound = result.lower_bound, .n_nodes = result.n_generated, .seconds = result.seconds,
	};
	if (result.outcome != SEARCH_SOLVED)
		return;
	out->n_moves = result.solution.n_moves;
	memcpy(out->moves, result.solution.moves, result.solution.n_moves);
}

/* How long the walk would have had to go on. */
static void tell_hopelessness(const struct method_result *r)
{
	if (r->n_nodes == 0 || r->seconds <= 0)
		return;
	const double turns_per_s = (double)r->n_nodes / r->seconds;
	complain("random walk: %" PRIu64 " turns in %.2f s; it meets the solved cube once in 43,252,003,274,489,856,000 turns, "
	         "at this speed once in %.0f years", r->n_nodes, r->seconds, random_walk_expected_years(turns_per_s));
}

bool method_run_solve(const struct method_run *run, const struct cube *c, struct method_result *out)
{
	if (run->method != NULL)
		solve_by_method(run, c, out);
	else
		solve_by_search(run, c, out);
	/* What somebody wrote to while it was searched proves nothing. */
	if (run->has_heuristic && heuristic_fault(&run->heuristic, NULL) != PDB_OK) {
		tables_complain_of_fault(&run->heuristic);
		return false;
	}
	if (run->method == &random_walk_method && out->outcome != METHOD_SOLVED && !run->options->is_quiet)
		tell_hopelessness(out);
	if (out->outcome != METHOD_SOLVED || method_result_solves(out, c))
		return true;
	complain("--method %s: its solution does not solve the cube; please report the scramble", run->options->method_name);
	return false;
}

void method_run_explain(const struct method_run *run, const struct cube *c, const struct method_result *result, FILE *out)
{
	const char *const no_color = getenv("NO_COLOR");
	const bool is_coloured = isatty(fileno(out)) && (no_color == NULL || *no_color == '\0');
	fputc('\n', out);
	stages_write_text(c, result, is_coloured, out);
	if (run->method == &layers_method) {
		char text[3 * METHOD_MAX_MOVES + 1];
		layers_write(result->moves, result->n_moves, text);
		fprintf(out, "as Boulanger and Ardisson write it: %s\n", text);
	}
	fputc('\n', out);
}
