/* superflip bench: the options, the run of a measurement, its record and its table; each measurement has a
 * file of its own beside this one. */
#include "cli/bench/bench.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/processor.h"
#include "cli/build_info.h"  /* made by the Makefile: BUILD_COMMIT, BUILD_COMPILER, BUILD_FLAGS */
#include "cli/cli.h"
#include "cli/cubes.h"
#include "cli/option.h"
#include "cli/tables.h"
#include "cube/random.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "report/record.h"
#include "report/progress.h"
#include "report/status_line.h"
#include "search/iteration.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

/* ---- options ---- */

enum {
	MAX_THREADS = 1024, MAX_INSTANCES = 1000000, MAX_REPEATS = 1000,
	TABLE_NAME_BYTES = COORDINATE_NAME_MAX + 8,
};
enum {
	SEARCHES = BENCH_DEPTH | BENCH_KORF | BENCH_THREADS,
	HAS_DEPTHS = BENCH_DEPTH | BENCH_THREADS,
	IS_RECORDED = BENCH_DEPTH | BENCH_KORF,
	HAS_RECORD = IS_RECORDED | BENCH_SOLVE,
	ALL = SEARCHES | BENCH_SOLVE | BENCH_SIGNATURE,
};

static bool take_specs(void *run, const struct option_row *row, const char *names, superflip_error *error)
{
	struct bench_run *const r = run;
	char *rest = strdupa(names);
	for (char *name; (name = strsep(&rest, ",")) != NULL;) {
		const struct heuristic_spec *const spec = heuristic_find(name);
		if (spec == NULL) {
			char known[400] = "one of";
			for (unsigned i = 0; i < n_heuristic_specs; i++) {
				const size_t length = strlen(known);
				snprintf(known + length, sizeof known - length, "%s %s", i > 0 ? "," : "",
				         heuristic_specs[i].name);
			}
			return option_refuse(error, row, name, known);
		}
		for (unsigned i = 0; i < r->n_specs; i++)
			if (r->specs[i] == spec)
				return option_refuse(error, row, names, "each name once");
		if (r->n_specs == (r->is_paired ? 2 : BENCH_MAX_HEURISTICS))
			return option_refuse(error, row, names, "fewer names");
		r->specs[r->n_specs++] = spec;
	}
	return true;
}

static bool take_pair(void *run, const struct option_row *row, const char *names, superflip_error *error)
{
	struct bench_run *const r = run;
	r->is_paired = true;
	return take_specs(r, row, names, error)
	       && (r->n_specs == 2 || option_refuse(error, row, names, "two names"));
}

/* Of bench solve: several numbers. */
static bool take_threads(void *run, const struct option_row *row, const char *text, superflip_error *error)
{
	struct bench_run *const r = run;
	char *rest = strdupa(text);
	r->n_threads = r->n_thread_counts = 0;
	for (char *number; (number = strsep(&rest, ",")) != NULL;) {
		uint64_t n;
		if (r->n_thread_counts == BENCH_MAX_THREAD_COUNTS)
			return option_refuse(error, row, text, "fewer numbers");
		if (!number_read(number, 1, MAX_THREADS, &n))
			return option_refuse(error, row, number, "a whole number from 1 to 1024");
		r->thread_counts[r->n_thread_counts++] = (unsigned)n;
		r->n_threads = n > r->n_threads ? (unsigned)n : r->n_threads;
	}
	return true;
}

#define IN(field) OPTION_IN(struct bench_run, field)
static const struct option_row rows[] = {
	{0, SEARCHES, "heuristics", "NAME,...", "what to measure (korf)", OPTION_OTHER, .take = take_specs},
	{0, BENCH_DEPTH, "pair", "A,B", "compare two heuristics, cube by cube", OPTION_OTHER, .take = take_pair},
	ROW_TEXT(0, BENCH_DEPTH, "goal", "GOAL",
             "measure the tables of a goal such as xcross (`superflip help goals`)", goal),
	{0, BENCH_SOLVE, "heuristics", "NAME,...", "what to measure (coset-300m)", OPTION_OTHER,
	 .take = take_specs},
	ROW_CHOICE(0, SEARCHES | BENCH_SOLVE, "metric", "htm|qtm",
               "count half turns as one move (htm, the default) or two", metric, record_metric_name),
	{'d', HAS_DEPTHS, "depths", "A..B", "thresholds of the iterations, or a single one", OPTION_OTHER,
	 IN(first_depth), .min = 1, .max = SEARCH_MAX_LENGTH - 1, .take = option_take_range,
	 .expected = "a depth from 1 to 39, or two such as 8..12"},
	ROW_NUMBER('n', BENCH_DEPTH, "instances", "N",
               "random states for each depth; of each FILE the first N cubes", n_instances, 1, MAX_INSTANCES),
	ROW_NUMBER('n', BENCH_SOLVE, "instances", "N", "only the first N cubes of each file", n_instances, 1,
               MAX_INSTANCES),
	ROW_NUMBER('s', HAS_DEPTHS, "seed", "S", "the states are those of `superflip scramble --seed S` (1)",
               seed, 0, INT64_MAX),
	ROW_TEXT(0, BENCH_THREADS, "scramble", "CUBE", "the cube to search: moves, facelets or cubies", scramble),
	ROW_NUMBER(0, BENCH_THREADS, "repeats", "N", "repeat everything N times in turn, and keep the best (3)",
               n_repeats, 1, MAX_REPEATS),
	ROW_NUMBER('M', BENCH_KORF, "max", "LENGTH", "the longest length to search for", max_length, 0,
               SEARCH_MAX_LENGTH),
	{0, BENCH_KORF, "node-limit", "N", "give up on an instance after N generated nodes (also 1e9)",
	 OPTION_COUNT, IN(node_limit)},
	{0, BENCH_KORF | BENCH_SOLVE, "time-limit", "SECONDS",
	 "give up on an instance after SECONDS (also 10m, 2h)", OPTION_SECONDS, IN(time_limit_s)},
	{0, IS_RECORDED, "time-budget", "SECONDS",
	 "stop after SECONDS, the same share for each heuristic, and print the results so\nfar", OPTION_SECONDS,
	 IN(time_budget_s)},
	ROW_NUMBER('t', SEARCHES, "threads", "N",
               "threads, or the largest number of them; 0: all usable processors, the default", n_threads, 0,
               MAX_THREADS),
	{'t', BENCH_SOLVE, "threads", "N,...", "numbers of threads, which take turns at each cube (1)",
	 OPTION_OTHER, .take = take_threads},
	ROW_FLAG(0, BENCH_SOLVE, "all-kernels",
             "all kernels that this processor runs take turns, not only the best", with_all_kernels),
	ROW_FLAG(0, BENCH_SOLVE, "each", "a row for each cube, not for each length", tells_each),
	ROW_FLAG(0, BENCH_SOLVE, "build", "build the tables in memory, whether they are installed or not",
             builds_in_memory),
	ROW_TEXT('r', HAS_RECORD, "record", "FILE",
             "append each finished piece to FILE, and skip the pieces it holds", record_path),
	{0, BENCH_DEPTH | BENCH_SOLVE, "shard", "K/N",
	 "measure shard K of N only; `superflip merge` joins them to a record", OPTION_OTHER, IN(shard),
	 .take = option_take_shard},
	ROW_TEXT('o', BENCH_DEPTH | BENCH_SOLVE, "output", "DIRECTORY", "where --shard writes its file",
             output_directory),
	ROW_CHOICE('f', ALL, "format", "FORMAT", "text (the default), csv, jsonl or markdown", format,
               table_format_name),
	ROW_FLAG(0, SEARCHES | BENCH_SOLVE, "preload", "copy the tables into memory, on huge pages", preloads),
	ROW_TEXT(0, ALL, "pdb-dir", "DIRECTORY", "where the pattern databases are", pdb_directory),
	ROW_FLAG('q', ALL, "quiet", "no progress on standard error", is_quiet),
};

/* ---- failures ---- */

void bench_fail_memory(struct bench_run *run)
{
	run->exit_status = complain_of_memory();
}

void bench_fail_search(struct bench_run *run, enum search_outcome outcome)
{
	if (outcome == SEARCH_NO_MEMORY)
		bench_fail_memory(run);
	if (outcome == SEARCH_BAD_TABLE)
		run->exit_status = complain_and(EXIT_TABLE, "a table was written to while it was measured; "
		                                "run `superflip pdb verify`, then try again");
}

/* ---- heuristics ---- */

void bench_build(struct bench_run *run, const struct heuristic_spec *spec, enum metric metric)
{
	struct heuristic *const h = &run->heuristics[run->n_open];
	*h = (struct heuristic){.spec = spec, .metric = metric};
	for (unsigned i = 0; i < spec->n_tables; i++) {
		struct progress_bar bar =
			progress_bar_start(spec->name, run->is_quiet, interrupted_by, status_is_wanted);
		const struct pdb_progress progress = progress_bar_callback(&bar);
		const enum status status =
			pdb_build(heuristic_table_key(spec, i, metric), processors_usable(), &progress, &run->images[i]);
		progress_bar_finish(&bar);
		if (status != STATUS_OK) {
			run->exit_status = status == STATUS_NO_MEMORY ? complain_of_memory() : 128 + interrupted_by();
			return;
		}
		h->table[i] = pdb_of_image(&run->images[i]);
	}
	run->n_open++;
}

void bench_open(struct bench_run *run, const struct heuristic_spec *spec)
{
	const struct tables_options where = {
		.heuristic = run->goal == NULL ? spec->name : NULL, .metric = (superflip_metric)run->metric,
		.n_threads = run->n_threads, .directory = run->pdb_directory, .preloads = run->preloads,
	};
	struct heuristic *const h = &run->heuristics[run->n_open];
	if (run->builds_in_memory) {
		bench_build(run, spec, run->metric);
		return;
	}
	run->exit_status = tables_open_heuristic(&where, run->goal, spec, run->is_quiet, h);
	run->n_open += run->exit_status == EXIT_SOLVED;
}

void bench_open_all(struct bench_run *run)
{
	for (unsigned i = 0; i < run->n_specs && run->exit_status == EXIT_SOLVED; i++)
		bench_open(run, run->specs[i]);
}

void bench_close(struct bench_run *run)
{
	while (run->n_open > 0)
		heuristic_close(&run->heuristics[--run->n_open]);
	for (unsigned i = 0; i < HEURISTIC_MAX_TABLES; i++)
		pdb_image_free(&run->images[i]);
}

struct pool *bench_create_pool(struct bench_run *run, const struct heuristic *h, unsigned n_threads)
{
	struct pool *const pool = pool_create(h, n_threads);
	if (pool == NULL && run->exit_status == EXIT_SOLVED)
		bench_fail_memory(run);
	return pool;
}

/* ---- cubes ---- */

static bool add_cube(struct bench_run *run, const struct cube *cube)
{
	if (array_append(&run->cubes, &run->n_cubes, &run->cubes_capacity, cube, sizeof *cube))
		return true;
	bench_fail_memory(run);
	return false;
}

void bench_draw(struct bench_run *run, uint64_t n)
{
	struct random_source source;
	random_from_seed(&source, run->seed);
	for (uint64_t i = 0; i < n && run->exit_status == EXIT_SOLVED; i++) {
		const struct cube cube = random_cube(&source);
		add_cube(run, &cube);
	}
}

static int take_entry(void *context, const char *name, const struct list_entry *entry)
{
	struct bench_run *const run = context;
	struct scramble position;
	const int status = entry_read_scramble(name, entry, SUPERFLIP_3X3, 0, &position);
	if (status != EXIT_SOLVED)
		return status;
	return add_cube(run, &position.cube) ? EXIT_SOLVED : run->exit_status;
}

void bench_read_lists(struct bench_run *run)
{
	const struct entry_reader reader = {.take = take_entry, .context = run};
	for (int i = 0; i < run->n_arguments && run->exit_status == EXIT_SOLVED; i++) {
		const size_t most = run->n_cubes + run->n_instances;
		run->exit_status = entries_of_file(&reader, run->arguments[i]);
		if (run->n_instances != 0 && run->n_cubes > most)
			run->n_cubes = most;
	}
}

static uint64_t checksum_of(const struct bench_run *run)
{
	return pdb_checksum(run->cubes, run->n_cubes * sizeof *run->cubes);
}

json_t *bench_cubes_checksum(const struct bench_run *run)
{
	return json_sprintf("%016" PRIx64, checksum_of(run));
}

/* ---- the record and the table ---- */

json_t *bench_spec_names(const struct bench_run *run)
{
	json_t *const names = json_array();
	for (unsigned i = 0; i < run->n_specs; i++)
		json_array_append_new(names, json_string(run->specs[i]->name));
	return names;
}

/* Of each table that is installed, once: name, bytes, and the header's checksum, which covers those of all
 * entries. */
static json_t *describe_tables(const struct bench_run *run)
{
	json_t *const tables = json_array(), *table;
	for (unsigned i = 0; i < run->n_specs; i++)
		for (unsigned t = 0; t < run->specs[i]->n_tables; t++) {
			const struct pdb_key key = {.coordinate = run->specs[i]->table[t], .metric = run->metric};
			char path[PATH_MAX], coordinate[COORDINATE_NAME_MAX], name[TABLE_NAME_BYTES];
			struct pdb_header header;
			size_t k;
			bool is_listed = false;
			coordinate_name(key.coordinate, coordinate);
			/* As its file's begins. */
			snprintf(name, sizeof name, "%s-%s", coordinate, metric_name[key.metric]);
			json_array_foreach(tables, k, table)
				is_listed |= strcmp(json_string_value(json_object_get(table, "name")), name) == 0;
			if (!is_listed && pdb_find(run->pdb_directory, key, path) == STATUS_OK
			    && pdb_describe(path, &header) == STATUS_OK)
				json_array_append_new(tables, json_pack(
					"{s:s, s:I, s:o}", "name", name, "bytes", (json_int_t)pdb_header_file_bytes(&header),
					"checksum", json_sprintf("%016" PRIx64, header.header_checksum)));
		}
	return tables;
}

bool bench_begin(struct bench_run *run, json_t *parameters, const char *columns, const char *work,
                 uint64_t n_items)
{
	const char *key;
	json_t *value;
	run->parameters = parameters;
	if (run->exit_status != EXIT_SOLVED)
		return false;
	if (run->n_specs > 0 && !run->builds_in_memory)
		json_object_set_new(run->about, "tables", describe_tables(run));
	run->start_s = clock_monotonic_s();
	const struct shard_about shard = {.shard = run->shard, .n_items = n_items, .source = checksum_of(run)};
	char more[100];
	snprintf(more, sizeof more, "depths=%u..%u\ninstances=%" PRIu64 "\n", run->first_depth, run->last_depth,
	         run->n_instances);
	run->exit_status = pieces_open(run->record_path, parameters, run->about, shard, more, work,
	                               run->output_directory, &run->pieces);
	if (run->exit_status != EXIT_SOLVED)
		return false;
	if ((run->table = table_create(columns)) == NULL)
		bench_fail_memory(run);
	table_add_fact(run->table, "schema", json_string(RUN_LOG_SCHEMA), NULL);
	json_object_foreach(parameters, key, value)
		table_add_fact(run->table, key, json_incref(value), NULL);
	json_object_foreach(run->about, key, value)
		if (json_object_get(parameters, key) == NULL)
			table_add_fact(run->table, key, json_incref(value), NULL);
	return run->table != NULL;
}

void bench_add(struct bench_run *run, json_t *lines)
{
	run->exit_status = pieces_add(&run->pieces, 0, lines);
}

json_t **bench_lines(struct bench_run *run, json_t *of, const char *number, size_t n)
{
	json_t **const lines = pieces_lines(&run->pieces, of, number, n);
	if (lines == NULL)
		bench_fail_memory(run);
	return lines;
}

bool bench_skips(const struct bench_run *run, uint64_t item)
{
	return run->pieces.is_shard && !output_wants(&run->pieces.shard, item);
}

/* ---- time and progress ---- */

void bench_share_time(struct bench_run *run, unsigned n_left)
{
	const double now_s = clock_monotonic_s(), end_s = run->start_s + run->time_budget_s;
	run->deadline_s = run->time_budget_s > 0 ? now_s + (end_s - now_s) / n_left : 0;
}

bool bench_may_go_on(const struct bench_run *run)
{
	if (status_is_wanted())
		complain("%s: measuring for %.0f s, %zu pieces recorded", run->command,
		         clock_monotonic_s() - run->start_s, json_array_size(run->pieces.log.lines));
	return run->exit_status == EXIT_SOLVED && interrupted_by() == 0
	    && (run->deadline_s == 0 || clock_monotonic_s() < run->deadline_s);
}

/* @param more  after what the run does */
static void show(struct bench_run *run, const char *more)
{
	const double now_s = clock_monotonic_s();
	if (now_s - run->shown_s < 0.2 || !status_line_is_wanted(run->is_quiet))
		return;
	char text[sizeof run->doing + 2 * WORDS_BYTES], elapsed[WORDS_BYTES];
	snprintf(text, sizeof text, "%s, %s%s", run->doing, words_duration(now_s - run->start_s, elapsed), more);
	status_line_show(stderr, text);
	run->shown_s = now_s;
}

void bench_show(struct bench_run *run, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(run->doing, sizeof run->doing, format, arguments);
	va_end(arguments);
	show(run, "");
}

bool bench_tick(void *context, uint64_t n_generated)
{
	char nodes[WORDS_BYTES], more[WORDS_BYTES + 10];
	snprintf(more, sizeof more, ", %s nodes", words_large((double)n_generated, nodes));
	show(context, more);
	return bench_may_go_on(context);
}

void bench_hide(const struct bench_run *run)
{
	if (status_line_is_wanted(run->is_quiet))
		status_line_clear(stderr);
}

bool bench_iterate(struct bench_run *run, struct pool *pool, const struct cube *c, unsigned depth,
                   superflip_iteration *out)
{
	const enum search_outcome outcome = iteration_run(pool, c, depth, bench_tick, run, out);
	bench_fail_search(run, outcome);
	return outcome == SEARCH_SOLVED;
}

void bench_add_line(struct bench_sums *sums, json_t *line)
{
	sample_add(&sums->generated, bench_real_in(line, "generated"));
	sample_add(&sums->expanded, bench_real_in(line, "expanded"));
	sample_add(&sums->lookups, bench_real_in(line, "lookups"));
	sample_add(&sums->seconds, bench_real_in(line, "seconds"));
}

/* ---- the command ---- */

/* Read the options and the goal's tables into r, which holds the defaults.
 * @param exit_status  set if there is nothing more to do: --help was printed, or something complained of
 * @return the index of the first argument that is not an option (argv is permuted), or -1 to leave with
 *   *exit_status */
static int read_options(int argc, char **argv, const struct measurement *m, struct bench_run *r,
                        int *exit_status)
{
	static char command[40];
	struct goal goal;
	struct input_error error;
	struct option_set set = m->set;
	snprintf(command, sizeof command, "bench %s", m->name);
	r->command = argv[0] = command;  /* as the messages name it */
	set.rows = rows;
	set.n_rows = sizeof rows / sizeof *rows;
	set.more = m->heuristics != NULL ? "`superflip help heuristics` lists the heuristics." : NULL;
	const int first = option_set_read(&set, argc, argv, r, exit_status);
	if (first < 0)
		return first;
	*exit_status = EXIT_USAGE;
	if (r->goal == NULL && r->n_specs == 0 && m->heuristics != NULL)
		r->specs[r->n_specs++] = heuristic_find(m->heuristics);
	if (r->goal == NULL)
		return first;
	if (!goal_parse(r->goal, &goal, &error))
		return complain_and(-1, "%s: %s%s", command, error.message, option_list_of("goal", error.message));
	if (r->n_specs > 0)
		return complain_and(-1, "%s: --goal has tables of its own; leave out '%s'", command,
		                    r->specs[0]->name);
	if (!cover_choose(&goal, NULL, r->metric, r->pdb_directory, memory_available_bytes(), &r->cover))
		return complain_and(-1, "%s: no tables are small enough for the goal '%s'", command, goal.name);
	r->specs[r->n_specs++] = &r->cover.spec;
	return first;
}

static int run(const struct measurement *m, int argc, char **argv)
{
	struct bench_run r = {
		.seed = 1,
		.max_length = SEARCH_MAX_LENGTH,
		.n_repeats = 3,
		.thread_counts = {1},
		.n_thread_counts = 1,
		.first_depth = m->first_depth,
		.last_depth = m->last_depth,
		.n_threads = m->n_threads,
		.pieces.log.fd = -1,
		.start_s = clock_monotonic_s(),
	};
	int status;
	cube_init();
	const int first = read_options(argc, argv, m, &r, &status);
	if (first < 0)
		return status;
	r.n_threads = r.n_threads != 0 ? r.n_threads : processors_usable();
	r.n_arguments = argc - first;
	r.arguments = argv + first;
	catch_interrupts();
	r.about = run_about(r.n_threads);
	json_t *const build = json_pack("{s:s, s:s, s:s}", "commit", BUILD_COMMIT, "compiler", BUILD_COMPILER,
	                                "flags", BUILD_FLAGS);
	json_object_update(r.about, build);
	json_decref(build);
	m->run(&r);
	bench_hide(&r);
	if (r.pieces.is_shard)
		table_free(r.table);
	else if (r.table != NULL && !table_write(r.table, r.format, stdout) && r.exit_status == EXIT_SOLVED)
		bench_fail_memory(&r);
	r.exit_status = pieces_close(&r.pieces, r.is_quiet, r.exit_status);
	json_decref(r.parameters);
	bench_close(&r);
	free(r.cubes);
	json_decref(r.about);
	return interrupted_by() != 0 ? 128 + interrupted_by() : r.exit_status;
}

int command_bench(int argc, char **argv)
{
	static const struct measurement *const measurements[] = {
		&bench_depth, &bench_korf, &bench_solve, &bench_threads, &bench_signature,
	};
	enum { N_MEASUREMENTS = sizeof measurements / sizeof *measurements };
	if (argc < 2)
		return complain_and(EXIT_USAGE,
		                    "bench: a measurement is missing; `superflip bench --help` lists them");
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
	return complain_and(EXIT_USAGE,
	                    "bench: unknown measurement '%s'; `superflip bench --help` lists them", argv[1]);
}
