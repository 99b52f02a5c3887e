/* superflip bench: reads the options and picks the measurement; each has a file of its own beside this one. */
#include "cli/bench/bench.h"

#include "base/memory.h"
#include "cli/cli.h"
#include "cli/option.h"

#include <stdio.h>
#include <string.h>

static const struct measurement *const measurements[] = {
	&bench_depth, &bench_korf, &bench_solve, &bench_threads, &bench_signature,
};
enum { N_MEASUREMENTS = sizeof measurements / sizeof *measurements };

/* ---- options ---- */

enum {
	MAX_THREADS = 1024, MAX_INSTANCES = 1000000, MAX_REPEATS = 1000, USAGE_MAX = 3000,
};
enum {
	SEARCHES = BENCH_DEPTH | BENCH_KORF | BENCH_THREADS,
	HAS_DEPTHS = BENCH_DEPTH | BENCH_THREADS,
	IS_RECORDED = BENCH_DEPTH | BENCH_KORF,
	HAS_RECORD = IS_RECORDED | BENCH_SOLVE,
	ALL = SEARCHES | BENCH_SOLVE | BENCH_SIGNATURE,
};

static bool take_specs(void *options, const struct option_row *row, const char *names, superflip_error *error)
{
	struct bench_options *const o = options;
	char copy[400];
	if ((size_t)snprintf(copy, sizeof copy, "%s", names) >= sizeof copy)
		return option_refuse(error, row, names, "a shorter list");
	char *rest = copy;
	for (char *name; (name = strsep(&rest, ",")) != NULL;) {
		const struct heuristic_spec *const spec = heuristic_find(name);
		if (spec == NULL) {
			char known[400] = "one of";
			for (unsigned i = 0; i < n_heuristic_specs; i++) {
				const size_t length = strlen(known);
				snprintf(known + length, sizeof known - length, "%s %s", i > 0 ? "," : "", heuristic_specs[i].name);
			}
			return option_refuse(error, row, name, known);
		}
		for (unsigned i = 0; i < o->n_specs; i++)
			if (o->specs[i] == spec)
				return option_refuse(error, row, names, "each name once");
		if (o->n_specs == (o->is_paired ? 2 : BENCH_MAX_HEURISTICS))
			return option_refuse(error, row, names, "fewer names");
		o->specs[o->n_specs++] = spec;
	}
	return true;
}

static bool take_pair(void *options, const struct option_row *row, const char *names, superflip_error *error)
{
	struct bench_options *const o = options;
	o->is_paired = true;
	return take_specs(o, row, names, error) && (o->n_specs == 2 || option_refuse(error, row, names, "two names"));
}

/* Of bench solve: several numbers. */
static bool take_threads(void *options, const struct option_row *row, const char *text, superflip_error *error)
{
	struct bench_options *const o = options;
	char copy[100];
	if ((size_t)snprintf(copy, sizeof copy, "%s", text) >= sizeof copy)
		return option_refuse(error, row, text, "a shorter list");
	o->n_threads = o->n_thread_counts = 0;
	char *rest = copy;
	for (char *number; (number = strsep(&rest, ",")) != NULL;) {
		uint64_t n;
		if (o->n_thread_counts == BENCH_MAX_THREAD_COUNTS)
			return option_refuse(error, row, text, "fewer numbers");
		if (!number_read(number, 1, MAX_THREADS, &n))
			return option_refuse(error, row, number, "a whole number from 1 to 1024");
		o->thread_counts[o->n_thread_counts++] = (unsigned)n;
		o->n_threads = n > o->n_threads ? (unsigned)n : o->n_threads;
	}
	return true;
}

#define IN(field) OPTION_IN(struct bench_options, field)
static const struct option_row rows[] = {
	{0, SEARCHES, "heuristics", "NAME,...", "what to measure (korf)", OPTION_OTHER, .take = take_specs},
	{0, BENCH_DEPTH, "pair", "A,B", "compare two heuristics, cube by cube", OPTION_OTHER, .take = take_pair},
	{0, BENCH_DEPTH, "goal", "GOAL", "measure the tables of a goal such as xcross (`superflip help goals`)",
	 OPTION_TEXT, IN(goal)},
	{0, BENCH_SOLVE, "heuristics", "NAME,...", "what to measure (coset-300m)", OPTION_OTHER, .take = take_specs},
	{0, SEARCHES | BENCH_SOLVE, "metric", "htm|qtm",
	 "count half turns as one move (htm, the default) or two", OPTION_CHOICE, IN(metric), OPTION_NAMES(metric_name)},
	{'d', HAS_DEPTHS, "depths", "A..B", "thresholds of the iterations, or a single one",
	 OPTION_OTHER, IN(first_depth), .min = 1, .max = SEARCH_MAX_LENGTH - 1, .take = option_take_range,
	 .expected = "a depth from 1 to 39, or two such as 8..12"},
	{'n', BENCH_DEPTH, "instances", "N", "random states for each depth; of each FILE the first N cubes",
	 OPTION_NUMBER, IN(n_instances), .min = 1, .max = MAX_INSTANCES},
	{'n', BENCH_SOLVE, "instances", "N", "only the first N cubes of each file",
	 OPTION_NUMBER, IN(n_instances), .min = 1, .max = MAX_INSTANCES},
	{'s', HAS_DEPTHS, "seed", "S", "the states are those of `superflip scramble --seed S` (1)", OPTION_NUMBER, IN(seed),
	 .max = INT64_MAX},
	{0, BENCH_THREADS, "scramble", "CUBE", "the cube to search: moves, facelets or cubies", OPTION_TEXT, IN(scramble)},
	{0, BENCH_THREADS, "repeats", "N", "repeat everything N times in turn, and keep the best (3)",
	 OPTION_NUMBER, IN(n_repeats), .min = 1, .max = MAX_REPEATS},
	{'M', BENCH_KORF, "max", "LENGTH", "the longest length to search for", OPTION_NUMBER, IN(max_length), .max = SEARCH_MAX_LENGTH},
	{0, BENCH_KORF, "node-limit", "N", "give up on an instance after N generated nodes (also 1e9)", OPTION_COUNT, IN(node_limit)},
	{0, BENCH_KORF | BENCH_SOLVE, "time-limit", "SECONDS", "give up on an instance after SECONDS (also 10m, 2h)",
	 OPTION_SECONDS, IN(time_limit_s)},
	{0, IS_RECORDED, "time-budget", "SECONDS", "stop after SECONDS, the same share for each heuristic, and print the results so\nfar",
	 OPTION_SECONDS, IN(time_budget_s)},
	{'t', SEARCHES, "threads", "N",
	 "threads, or the largest number of them; 0: all usable processors, the default", OPTION_NUMBER, IN(n_threads), .max = MAX_THREADS},
	{'t', BENCH_SOLVE, "threads", "N,...", "numbers of threads, which take turns at each cube (1)", OPTION_OTHER, .take = take_threads},
	{0, BENCH_SOLVE, "all-kernels", NULL, "all kernels that this processor runs take turns, not only the best",
	 OPTION_FLAG, IN(with_all_kernels)},
	{0, BENCH_SOLVE, "each", NULL, "a row for each cube, not for each length", OPTION_FLAG, IN(tells_each)},
	{0, BENCH_SOLVE, "build", NULL, "build the tables in memory, whether they are installed or not", OPTION_FLAG, IN(builds_in_memory)},
	{'r', HAS_RECORD, "record", "FILE", "append each finished piece to FILE, and skip the pieces it holds", OPTION_TEXT,
	 IN(record_path)},
	{0, BENCH_DEPTH | BENCH_SOLVE, "shard", "K/N", "measure shard K of N only; `superflip merge` joins them to a record",
	 OPTION_OTHER, IN(shard), .take = option_take_shard},
	{'o', BENCH_DEPTH | BENCH_SOLVE, "output", "DIRECTORY", "where --shard writes its file", OPTION_TEXT, IN(output_directory)},
	{'f', ALL, "format", "FORMAT", "text (the default), csv, jsonl or markdown",
	 OPTION_CHOICE, IN(format), OPTION_NAMES(table_format_name)},
	{0, SEARCHES | BENCH_SOLVE, "preload", NULL, "copy the tables into memory, on huge pages", OPTION_FLAG, IN(preloads)},
	{0, ALL, "pdb-dir", "DIRECTORY", "where the pattern databases are",
	 OPTION_TEXT, IN(pdb_directory)},
	{'q', ALL, "quiet", NULL, "no progress on standard error", OPTION_FLAG, IN(is_quiet)},
};
enum { N_ROWS = sizeof rows / sizeof *rows };

static void print_more(unsigned user)
{
	if (user != BENCH_SIGNATURE)
		puts("\n`superflip help heuristics` lists the heuristics.");
}

/* Read the options into *options, which holds the defaults.  Complains about what is wrong, prints --help.
 * @param exit_status  set if there is nothing more to do
 * @return the index of the first argument that is not an option (argv is permuted), or -1 to leave with *exit_status */
static int read_options(int argc, char **argv, const struct measurement *m, struct bench_options *options,
                        int *exit_status)
{
	static char command[40];
	char usage[USAGE_MAX];
	const bool has_arguments = *m->usage != '\n';
	snprintf(command, sizeof command, "bench %s", m->name);
	snprintf(usage, sizeof usage, "%s [OPTION...]%s%s", command, has_arguments ? " " : "", m->usage);
	options->command = argv[0] = command;  /* as the messages name it */
	const struct option_set set = {.rows = rows, .n_rows = N_ROWS, .user = m->user, .usage = usage, .print_more = print_more};
	const int first = option_set_read(&set, argc, argv, options, exit_status);
	if (first < 0 || has_arguments || first == argc)
		return first;
	complain("%s: '%s' is an argument too many", command, argv[first]);
	*exit_status = EXIT_USAGE;
	return -1;
}

/* ---- measurements ---- */

/* @return false, having complained */
static bool choose_cover(struct bench_options *o)
{
	struct goal goal;
	struct input_error error;
	if (!goal_parse(o->goal, &goal, &error))
		return complain_and(false, "%s: %s", o->command, error.message);
	if (o->n_specs > 0)
		return complain_and(false, "%s: --goal has tables of its own; leave out '%s'", o->command,
		                    o->specs[0]->name);
	if (!cover_choose(&goal, NULL, o->metric, o->pdb_directory, memory_available_bytes(), &o->cover))
		return complain_and(false, "%s: no tables are small enough for the goal '%s'", o->command, goal.name);
	o->specs[o->n_specs++] = &o->cover.spec;
	return true;
}

static int run(const struct measurement *m, int argc, char **argv)
{
	struct bench_options options = m->defaults;
	int status;
	cube_init();
	const int first = read_options(argc, argv, m, &options, &status);
	if (first < 0)
		return status;
	if (options.goal != NULL && !choose_cover(&options))
		return EXIT_USAGE;
	if (options.n_specs == 0 && m->heuristics != NULL)
		take_specs(&options, &rows[0], m->heuristics, &(superflip_error){0});
	catch_interrupts(false);
	struct bench_run r = bench_start(&options, argc - first, argv + first);
	m->run(&r);
	return bench_end(&r);
}

int command_bench(int argc, char **argv)
{
	if (argc < 2)
		return complain_and(EXIT_USAGE, "bench: a measurement is missing; `superflip bench --help` lists them");
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		puts("usage: superflip bench MEASUREMENT [OPTION...] [ARGUMENT...]\n\n"
		     "Measure heuristics, searches and machines.\n\nmeasurements:");
		for (unsigned i = 0; i < N_MEASUREMENTS; i++)
			option_print_entry(measurements[i]->name, 13, measurements[i]->summary);
		puts("\n`superflip bench MEASUREMENT --help` describes one of them.");
		return EXIT_SOLVED;
	}
	for (unsigned i = 0; i < N_MEASUREMENTS; i++)
		if (strcmp(argv[1], measurements[i]->name) == 0)
			return run(measurements[i], argc - 1, argv + 1);
	return complain_and(EXIT_USAGE, "bench: unknown measurement '%s'; `superflip bench --help` lists them", argv[1]);
}
