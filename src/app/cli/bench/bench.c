/* superflip bench: the options, the run of a measurement, its record and its table; each measurement has a
 * file of its own beside this one. */
#include "cli/bench/bench.h"

#include "cli/build_info.h"  /* made by the Makefile: BUILD_COMMIT, BUILD_COMPILER, BUILD_FLAGS */
#include "cli/tables.h"
#include "cube/random.h"

/* ---- options ---- */

enum {
	MAX_THREADS = 1024, MAX_INSTANCES = 1000000, MAX_REPEATS = 1000,
};
enum {
	SEARCHES = BENCH_DEPTH | BENCH_KORF | BENCH_THREADS,
	HAS_DEPTHS = BENCH_DEPTH | BENCH_THREADS,
	IS_RECORDED = BENCH_DEPTH | BENCH_KORF,
	HAS_RECORD = IS_RECORDED | BENCH_SOLVE,
	ALL = SEARCHES | BENCH_SOLVE | BENCH_SIGNATURE,
};

static OPTION_TAKER(take_specs)
{
	char *rest = strdupa(value);
	for (char *name; (name = strsep(&rest, ",")) != NULL;) {
		const struct heuristic_spec *const spec = heuristic_find(name);
		if (spec == NULL) {
			char known[400] = "one of";
			heuristic_foreach(other) {
				const size_t length = strlen(known);
				snprintf(known + length, sizeof known - length, "%s %s", other > heuristic_specs ? "," : "",
				         other->name);
			}
			return option_refuse(error, row, name, known);
		}
		items_foreach(other, bench.specs, bench.n_specs)
			if (*other == spec)
				return option_refuse(error, row, value, "each name once");
		if (bench.n_specs == (bench.is_paired ? 2 : BENCH_MAX_HEURISTICS))
			return option_refuse(error, row, value, "fewer names");
		bench.specs[bench.n_specs++] = spec;
	}
	return true;
}

static OPTION_TAKER(take_pair)
{
	bench.is_paired = true;
	return take_specs(options, row, value, error)
	       && (bench.n_specs == 2 || option_refuse(error, row, value, "two names"));
}

/* Of bench solve: several numbers. */
static OPTION_TAKER(take_threads)
{
	char *rest = strdupa(value);
	bench.n_threads = bench.n_thread_counts = 0;
	for (char *number; (number = strsep(&rest, ",")) != NULL;) {
		uint64_t n;
		if (bench.n_thread_counts == BENCH_MAX_THREAD_COUNTS)
			return option_refuse(error, row, value, "fewer numbers");
		if (!number_read(number, 1, MAX_THREADS, &n))
			return option_refuse(error, row, number, "a whole number from 1 to 1024");
		bench.thread_counts[bench.n_thread_counts++] = (unsigned)n;
		bench.n_threads = n > bench.n_threads ? (unsigned)n : bench.n_threads;
	}
	return true;
}

struct bench_run bench = {
	.seed = 1, .max_length = SEARCH_MAX_LENGTH, .n_repeats = 3, .thread_counts = {1}, .n_thread_counts = 1,
};

#undef IN
#define IN(field) OPTION_IN(struct bench_run, field)
static const struct option_row rows[] = {
	{0, SEARCHES | BENCH_SOLVE, "heuristics", "NAME,...", "what to measure (korf; bench solve: coset-300m)",
	 OPTION_OTHER, .take = take_specs},
	{0, BENCH_DEPTH, "pair", "A,B", "compare two heuristics, cube by cube", OPTION_OTHER, .take = take_pair},
	ROW_TEXT(0, BENCH_DEPTH, "goal", "GOAL",
             "measure the tables of a goal such as xcross (`superflip help goals`)", goal),
	ROW_METRIC(SEARCHES | BENCH_SOLVE),
	{'d', HAS_DEPTHS, "depths", "A..B", "thresholds of the iterations, or a single one", OPTION_OTHER,
	 IN(first_depth), .min = 1, .max = SEARCH_MAX_LENGTH - 1, .take = option_take_range,
	 .expected = "a depth from 1 to 39, or two such as 8..12"},
	ROW_NUMBER('n', BENCH_DEPTH | BENCH_SOLVE, "instances", "N",
	           "only the first N cubes of each FILE; without one so many random states for each depth",
	           n_instances, 1, MAX_INSTANCES),
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
	ROW_SHARD(BENCH_DEPTH | BENCH_SOLVE,
	          "measure shard K of N only; `superflip merge` joins them to a record"),
	ROW_TEXT('o', BENCH_DEPTH | BENCH_SOLVE, "output", "DIRECTORY", "where --shard writes its file",
             output_directory),
	ROW_FORMAT(ALL),
	ROW_FLAG(0, SEARCHES | BENCH_SOLVE, "preload", "copy the tables into memory, on huge pages", preloads),
	ROW_PDB_DIR(ALL, pdb_directory),
	ROW_QUIET(ALL, "no progress on standard error"),
};

/* ---- failures ---- */

bool bench_check(enum search_outcome outcome)
{
	if (outcome == SEARCH_NO_MEMORY)
		bench.exit_status = complain_of_memory();
	if (outcome == SEARCH_BAD_TABLE)
		bench.exit_status = complain_and(EXIT_TABLE, "a table was written to while it was measured; "
		                                "run `superflip pdb verify`, then try again");
	return outcome == SEARCH_SOLVED;
}

/* ---- heuristics ---- */

void bench_build(const struct heuristic_spec *spec, enum metric metric)
{
	struct heuristic *const h = &bench.heuristics[bench.n_open];
	*h = (struct heuristic){.spec = spec, .metric = metric};
	for (unsigned i = 0; i < spec->n_tables; i++) {
		bar_begin(spec->name, NULL);
		const enum status status =
			pdb_build(heuristic_table_key(spec, i, metric), processors_usable(), &bar_progress, &h->table[i]);
		progress_bar_finish(&bar);
		if (status != STATUS_OK) {
			bench.exit_status = status == STATUS_NO_MEMORY ? complain_of_memory() : interrupted_by();
			heuristic_close(h);
			return;
		}
	}
	bench.n_open++;
}

void bench_open(const struct heuristic_spec *spec)
{
	superflip_problem p;
	superflip_tables *tables;
	superflip_error error;
	if (bench.builds_in_memory) {
		bench_build(spec, bench.metric);
		return;
	}
	solve_options.tables = (struct tables_options){
		.n_threads = bench.n_threads, .directory = bench.pdb_directory, .preloads = bench.preloads,
	};
	problem_init(&p);
	p.metric = bench.metric;
	p.heuristic = bench.goal == NULL ? spec->name : NULL;
	p.goal = bench.goal;
	bench.exit_status = bench.goal == NULL || problem_complete(&p, &error) ? tables_open_shared(&p, &tables)
	                                                                       : option_complain(&error);
	problem_free(&p);
	if (bench.exit_status != EXIT_SOLVED)
		return;
	struct heuristic *const h = &bench.heuristics[bench.n_open++];
	if (bench.goal == NULL) {
		*h = tables_give_up(tables);
		return;
	}
	/* What was missing is built; the spec of a goal is cover_choose()'s. */
	superflip_tables_close(tables);
	if (heuristic_open(spec, bench.metric, bench.pdb_directory, h, NULL) != STATUS_OK) {
		bench.exit_status = complain_of_errno(bench.goal);
		bench.n_open--;
	}
}

void bench_open_all(void)
{
	items_foreach(spec, bench.specs, bench.n_specs)
		if (bench.exit_status == EXIT_SOLVED)
			bench_open(*spec);
}

void bench_close(void)
{
	while (bench.n_open > 0)
		heuristic_close(&bench.heuristics[--bench.n_open]);
}

struct pool *bench_create_pool(const struct heuristic *h, unsigned n_threads)
{
	struct pool *const pool = pool_create(h, n_threads);
	if (pool == NULL)
		end_without_memory();
	return pool;
}

/* ---- cubes ---- */

static void add_cube(const struct cube *cube)
{
	if (!array_append(&bench.cubes, &bench.n_cubes, &bench.cubes_capacity, cube, sizeof *cube))
		end_without_memory();
}

void bench_draw(uint64_t n)
{
	struct random_source source;
	random_from_seed(&source, bench.seed);
	for (uint64_t i = 0; i < n; i++) {
		const struct cube cube = random_cube(&source);
		add_cube(&cube);
	}
}

static int take_entry(const char *name, const struct list_entry *entry)
{
	struct scramble position;
	const int status = entry_read_scramble(name, entry, SUPERFLIP_3X3, 0, &position);
	if (status == EXIT_SOLVED)
		add_cube(&position.cube);
	return status;
}

static uint64_t checksum_of(void)
{
	return pdb_checksum(bench.cubes, bench.n_cubes * sizeof *bench.cubes);
}

json_t *bench_cubes_checksum(void)
{
	return json_sprintf("%016" PRIx64, checksum_of());
}

/* ---- the record and the table ---- */

json_t *bench_spec_names(void)
{
	json_t *const names = json_array();
	items_foreach(spec, bench.specs, bench.n_specs)
		json_array_append_new(names, json_string((*spec)->name));
	return names;
}

/* Of each table that is installed, once: name, as its file's begins, bytes, and the header's checksum, which
 * covers those of all entries. */
static json_t *describe_tables(void)
{
	json_t *const by_file = json_object(), *const tables = json_array(), *table;
	const char *file;
	items_foreach(spec, bench.specs, bench.n_specs)
		items_foreach(coordinate, (*spec)->table, (*spec)->n_tables) {
			const struct pdb_key key = {.coordinate = *coordinate, .metric = bench.metric};
			char path[PATH_MAX];
			struct pdb_header header;
			if (pdb_find(bench.pdb_directory, key, path) != STATUS_OK
			    || pdb_describe(path, &header) != STATUS_OK)
				continue;
			file = strrchr(path, '/') + 1;
			json_object_set_new(by_file, file, json_pack(
				"{s:s#, s:I, s:o}", "name", file, (int)strcspn(file, "."), "bytes",
				(json_int_t)pdb_header_file_bytes(&header), "checksum",
				json_sprintf("%016" PRIx64, header.header_checksum)));
		}
	json_object_foreach(by_file, file, table)
		json_array_append(tables, table);
	json_decref(by_file);
	return tables;
}

bool bench_begin(json_t *parameters, const char *columns, const char *work,
                 uint64_t n_items)
{
	const char *key;
	json_t *value;
	bench.parameters = parameters;
	if (bench.exit_status != EXIT_SOLVED)
		return false;
	if (bench.n_specs > 0 && !bench.builds_in_memory)
		json_object_set_new(bench.about, "tables", describe_tables());
	bench.start_s = clock_monotonic_s();
	const struct shard_about shard = {.shard = bench.shard, .n_items = n_items, .source = checksum_of()};
	char more[100];
	snprintf(more, sizeof more, "depths=%u..%u\ninstances=%" PRIu64 "\n", bench.first_depth, bench.last_depth,
	         bench.n_instances);
	bench.exit_status = pieces_open(bench.record_path, parameters, bench.about, shard, more, work,
	                               bench.output_directory);
	if (bench.exit_status != EXIT_SOLVED)
		return false;
	bench.table = table_create(columns);
	table_add_fact(bench.table, "schema", json_string(RUN_LOG_SCHEMA), NULL);
	json_object_foreach(parameters, key, value)
		table_add_fact(bench.table, key, json_incref(value), NULL);
	json_object_foreach(bench.about, key, value)
		if (json_object_get(parameters, key) == NULL)
			table_add_fact(bench.table, key, json_incref(value), NULL);
	return !output.is_complete;
}

void bench_add(json_t *lines)
{
	bench.exit_status = pieces_add(0, lines);
}

/* ---- time and progress ---- */

void bench_share_time(unsigned n_left)
{
	const double now_s = clock_monotonic_s(), end_s = bench.start_s + bench.time_budget_s;
	bench.deadline_s = bench.time_budget_s > 0 ? now_s + (end_s - now_s) / n_left : 0;
}

bool bench_may_go_on(void)
{
	return bench.exit_status == EXIT_SOLVED && interrupted_by() == 0
	    && (bench.deadline_s == 0 || clock_monotonic_s() < bench.deadline_s);
}

/* @param more  after what the run does */
static void show(const char *more)
{
	const double elapsed_s = clock_monotonic_s() - bench.start_s;
	char elapsed[WORDS_BYTES];
	if (tell_is_due(false, elapsed_s, INFINITY))
		tell("%s, %s%s, %zu pieces recorded", bench.doing, words_duration(elapsed_s, elapsed), more,
		     json_array_size(pieces.log.lines));
}

void bench_show(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(bench.doing, sizeof bench.doing, format, arguments);
	va_end(arguments);
	show("");
}

bool bench_tick(void *context, uint64_t n_generated)
{
	char nodes[WORDS_BYTES], more[WORDS_BYTES + 10];
	snprintf(more, sizeof more, ", %s nodes", words_large((double)n_generated, nodes));
	show(more);
	return bench_may_go_on();
}

void bench_add_line(struct bench_sums *sums, json_t *line)
{
	sample_add(&sums->generated, bench_real_in(line, "generated"));
	sample_add(&sums->expanded, bench_real_in(line, "expanded"));
	sample_add(&sums->lookups, bench_real_in(line, "lookups"));
	sample_add(&sums->seconds, bench_real_in(line, "seconds"));
}

/* ---- the command ---- */

/* The tables of --goal in the place of those of heuristics.  @return EXIT_SOLVED, or EXIT_USAGE, having
 * complained */
static int take_goal(void)
{
	struct goal goal;
	if (!option_read_goal(bench.goal, &goal))
		return EXIT_USAGE;
	if (bench.n_specs > 0)
		return usage_error("%s: --goal has tables of its own; leave out '%s'", bench.command,
		                   bench.specs[0]->name);
	if (!cover_choose(&goal, NULL, bench.metric, bench.pdb_directory, memory_available_bytes(), &bench.cover))
		return usage_error("%s: no tables are small enough for the goal '%s'", bench.command, goal.name);
	bench.specs[bench.n_specs++] = &bench.cover.spec;
	return EXIT_SOLVED;
}

static int measure(const struct measurement *m, int argc, char **argv)
{
	struct option_set set = m->about.set;
	bench.command = *argv;
	bench.first_depth = m->first_depth;
	bench.last_depth = m->last_depth;
	bench.n_threads = m->n_threads;
	bench.start_s = clock_monotonic_s();
	set.rows = rows;
	set.n_rows = sizeof rows / sizeof *rows;
	set.more = m->heuristics != NULL ? "`superflip help heuristics` lists the heuristics." : NULL;
	const int first = option_set_read(&set, argc, argv, &bench);
	if (first < 0)
		return ~first;
	if (bench.goal != NULL && take_goal() != EXIT_SOLVED)
		return EXIT_USAGE;
	if (bench.n_specs == 0 && m->heuristics != NULL)
		bench.specs[bench.n_specs++] = heuristic_find(m->heuristics);
	bench.n_threads = bench.n_threads != 0 ? bench.n_threads : processors_usable();
	bench.n_arguments = argc - first;
	bench.arguments = argv + first;
	catch_interrupts();
	bench.about = run_about(bench.n_threads);
	json_object_update_new(bench.about, json_pack("{s:s, s:s, s:s}", "commit", BUILD_COMMIT, "compiler",
	                                          BUILD_COMPILER, "flags", BUILD_FLAGS));
	/* The cubes of the files that the arguments name (- is standard input), of each no more than the
	 * instances that were asked for. */
	items_foreach(file, bench.arguments, bench.exit_status == EXIT_SOLVED ? bench.n_arguments : 0) {
		const size_t most = bench.n_cubes + bench.n_instances;
		bench.exit_status =
			entries_of_file(&(struct entry_reader){.take = take_entry}, *file);
		if (bench.n_instances != 0 && bench.n_cubes > most)
			bench.n_cubes = most;
	}
	m->run();
	tell_hide();
	if (pieces.is_shard) {
		table_free(bench.table);
		bench.exit_status = output_close_shard(bench.exit_status);
	} else if (bench.table != NULL)
		print_table(bench.table, bench.format);
	return interrupted_or(bench.exit_status);
}

static int start(int argc, char **argv)
{
	static const struct measurement *const measurements[] = {
		&bench_depth, &bench_korf, &bench_solve, &bench_threads, &bench_signature,
	};
	enum { N_MEASUREMENTS = sizeof measurements / sizeof *measurements };
	struct command verbs[N_MEASUREMENTS];
	for (unsigned i = 0; i < N_MEASUREMENTS; i++)
		verbs[i] = measurements[i]->about;
	const int found = command_find_verb(
		verbs, N_MEASUREMENTS, "measurement",
		"bench MEASUREMENT [OPTION...] [ARGUMENT...]\n\nMeasure heuristics, searches and machines.", 13, argc,
		argv);
	return found < 0 ? ~found : measure(measurements[found], argc - 1, argv + 1);
}

const struct command command_bench = {
	"bench", "measure heuristics, searches and the machine", .run = start,
};
