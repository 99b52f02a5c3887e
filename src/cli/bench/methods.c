/* superflip bench methods: what K. Chen and Z. Li measured of Korf's method, table by table. */
#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "cli/number.h"
#include "cli/option.h"
#include "cli/tables.h"
#include "cube/random.h"
#include "method/baseline.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
	"usage: superflip bench methods [OPTION...]\n\n"
	"Compares heuristics and methods on random scrambles by their optimal length, as the tables of Chen and Li do:\n"
	"  1  heuristics, with IDA*: simple, manhattan8, korf; and Korf's manhattan\n"
	"  2  single databases, with IDA*: corners, edges-upper, edges-lower\n"
	"  3  methods: breadth-first, depth-first with a growing limit, IDA*, IDA* with its children in the order of\n"
	"     their bounds (PQ), A*; the last three with korf\n"
	"Milliseconds and generated nodes are means over the scrambles of a length.  All searches use one thread and the\n"
	"same plain code; they forbid two turns of one face in a row and, unlike Chen and Li, the second order of two turns\n"
	"of opposite faces.  Once a limit is hit, the cell stays empty, the column ends, and a line above the table says\n"
	"why.\n\n"
	"  -T, --table 1|2|3      one of the tables (all three)\n"
	"  -n, --instances N      scrambles for each length (10)\n"
	"  -s, --seed S           repeat the scrambles of this seed (1)\n"
	"  -d, --depths A..B      optimal lengths, at most 15 (those of the table)\n"
	"      --node-limit N     for each scramble; also 1e9, 5G\n"
	"      --memory SIZE      for the nodes that a method keeps (2G)\n"
	"      --time-limit TIME  for each scramble: seconds, or 2m (10)\n"
	"  -f, --format FORMAT    text (the default), csv, jsonl, markdown or latex\n"
	"      --pdb-dir DIR      where the pattern databases are\n"
	"  -q, --quiet            no progress on standard error\n"
	"  -h, --help             print this\n";

enum { MAX_METHODS = 5, MAX_DEPTH = 15, MAX_INSTANCES = 100000, N_COLUMNS = 1 + 2 * MAX_METHODS };

struct contender {
	const char *name;
	enum baseline_method search;
	const char *heuristic;       /* NULL: none */
};

/* One of the published tables: a row for each length, for each method its milliseconds and nodes. */
static const struct experiment {
	const char *title;
	unsigned first_depth, last_depth, n_methods;
	struct contender method[MAX_METHODS];
	struct table_column column[N_COLUMNS];
} experiments[] = {
	{"1, heuristics", 3, 13, 4,
	 {{"Simple", BASELINE_IDA_STAR, "simple"}, {"Manhattan", BASELINE_IDA_STAR, "manhattan8"},
	  {"Pattern", BASELINE_IDA_STAR, "korf"}, {"Korf's Manhattan", BASELINE_IDA_STAR, "manhattan"}},
	 {{"depth", "depth"}, {"simple_ms", "Simple, ms"}, {"simple_nodes", "nodes"},
	  {"manhattan_ms", "Manhattan, ms"}, {"manhattan_nodes", "nodes"}, {"pattern_ms", "Pattern, ms"},
	  {"pattern_nodes", "nodes"}, {"korf_manhattan_ms", "Korf's Manhattan, ms"}, {"korf_manhattan_nodes", "nodes"}}},
	{"2, single databases", 6, 12, 3,
	 {{"Corners", BASELINE_IDA_STAR, "corners"}, {"Edges 1", BASELINE_IDA_STAR, "edges-upper"},
	  {"Edges 2", BASELINE_IDA_STAR, "edges-lower"}},
	 {{"depth", "depth"}, {"corners_ms", "Corners, ms"}, {"corners_nodes", "nodes"}, {"edges_1_ms", "Edges 1, ms"},
	  {"edges_1_nodes", "nodes"}, {"edges_2_ms", "Edges 2, ms"}, {"edges_2_nodes", "nodes"}}},
	{"3, methods", 1, 14, 5,
	 {{"BFS", BASELINE_BREADTH_FIRST, NULL}, {"limited DFS", BASELINE_DEPTH_FIRST, NULL},
	  {"IDA*", BASELINE_IDA_STAR, "korf"}, {"IDA* (PQ)", BASELINE_IDA_STAR_ORDERED, "korf"},
	  {"A*", BASELINE_A_STAR, "korf"}},
	 {{"depth", "depth"}, {"bfs_ms", "BFS, ms"}, {"bfs_nodes", "nodes"}, {"dfs_ms", "limited DFS, ms"},
	  {"dfs_nodes", "nodes"}, {"ida_ms", "IDA*, ms"}, {"ida_nodes", "nodes"}, {"ida_pq_ms", "IDA* (PQ), ms"},
	  {"ida_pq_nodes", "nodes"}, {"astar_ms", "A*, ms"}, {"astar_nodes", "nodes"}}},
};
enum { N_EXPERIMENTS = sizeof experiments / sizeof *experiments };

struct options {
	unsigned table;                      /* 1 .. N_EXPERIMENTS; 0: all */
	unsigned first_depth, last_depth;    /* 0: those of the table */
	uint64_t n_instances, seed, node_limit, memory_limit_bytes;
	double time_limit_s;
	enum table_format format;
	const char *pdb_directory;
	bool is_quiet;
};

/* ---- options ---- */
static bool refuse(const char *option, const char *value, const char *expected)
{
	complain("bench methods: --%s %s: expected %s", option, value, expected);
	return false;
}

static bool take_depths(struct options *o, const char *text)
{
	char first[8];
	const char *const dots = strstr(text, "..");
	const size_t n_first = dots != NULL ? (size_t)(dots - text) : strlen(text);
	uint64_t a, b;
	snprintf(first, sizeof first, "%.*s", n_first < sizeof first ? (int)n_first : 0, text);
	if (!number_read(first, 1, MAX_DEPTH, &a) || !number_read(dots != NULL ? dots + 2 : first, a, MAX_DEPTH, &b))
		return refuse("depths", text, "a length from 1 to 15, or two such as 3..13");
	o->first_depth = (unsigned)a;
	o->last_depth = (unsigned)b;
	return true;
}

enum { OPT_NODE_LIMIT = 256, OPT_MEMORY, OPT_TIME_LIMIT, OPT_PDB_DIR };

static bool take_option(struct options *o, int option, const char *value)
{
	uint64_t number;
	unsigned choice;
	switch (option) {
	case 'T':
		if (!number_read(value, 1, N_EXPERIMENTS, &number))
			return refuse("table", value, "1, 2 or 3");
		o->table = (unsigned)number;
		return true;
	case 'n':
		return number_read(value, 1, MAX_INSTANCES, &o->n_instances) ||
		       refuse("instances", value, "a whole number from 1 to 100000");
	case 's':
		return option_number("bench methods", "--seed", value, INT64_MAX, &o->seed);
	case 'd':
		return take_depths(o, value);
	case OPT_NODE_LIMIT:
		return number_read_count(value, &o->node_limit) || refuse("node-limit", value, "a number such as 1e9 or 5G");
	case OPT_MEMORY:
		return number_read_bytes(value, &o->memory_limit_bytes) || refuse("memory", value, "a size such as 2G, or 50%");
	case OPT_TIME_LIMIT:
		return number_read_seconds(value, &o->time_limit_s) || refuse("time-limit", value, "seconds, or 10m, or 2h");
	case 'f':
		if (!option_choice("bench methods", "--format", value, table_format_name, N_TABLE_FORMATS, &choice))
			return false;
		o->format = (enum table_format)choice;
		return true;
	case OPT_PDB_DIR:
		o->pdb_directory = value;
		return true;
	default:
		o->is_quiet = true;
		return true;
	}
}

/* @return -1 to go on, else the exit status */
static int read_options(int argc, char **argv, struct options *o)
{
	static const struct option known[] = {
		{"table", required_argument, NULL, 'T'}, {"instances", required_argument, NULL, 'n'},
		{"seed", required_argument, NULL, 's'}, {"depths", required_argument, NULL, 'd'},
		{"node-limit", required_argument, NULL, OPT_NODE_LIMIT}, {"memory", required_argument, NULL, OPT_MEMORY},
		{"time-limit", required_argument, NULL, OPT_TIME_LIMIT}, {"format", required_argument, NULL, 'f'},
		{"pdb-dir", required_argument, NULL, OPT_PDB_DIR}, {"quiet", no_argument, NULL, 'q'},
		{"help", no_argument, NULL, 'h'}, {0},
	};
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, ":T:n:s:d:f:qh", known, NULL)) != -1;) {
		if (option == 'h') {
			fputs(help, stdout);
			return EXIT_SOLVED;
		}
		if (option == '?' || option == ':')
			return option_refused(option, "bench methods", argv);
		if (!take_option(o, option, optarg))
			return EXIT_USAGE;
	}
	if (optind < argc) {
		complain("bench methods: '%s' is an argument too many", argv[optind]);
		return EXIT_USAGE;
	}
	return -1;
}

/* ---- scrambles ---- */

/* Random walks that no shorter maneuver replaces: the search for one fails. */
static void draw_instances(const struct options *o, struct pool *pool, unsigned depth, struct cube *instances)
{
	struct random_source source;
	random_from_seed(&source, o->seed ^ (uint64_t)depth << 56);  /* the same for any choice of depths */
	for (uint64_t n = 0; n < o->n_instances && interrupted_by() == 0;) {
		struct search_request shorter = search_request_default(&cube_solved);
		unsigned last = LAST_NONE;
		for (unsigned i = 0; i < depth; i++)
			shorter.cube = cube_after(&shorter.cube, random_move(&source, (1u << N_MOVES) - 1, &last));
		shorter.max_length = depth - 1;
		struct search_result result;
		pool_solve(pool, &shorter, &result);
		if (result.outcome == SEARCH_NONE)
			instances[n++] = shorter.cube;
		search_result_free(&result);
	}
}

/* ---- measuring ---- */
struct bench {
	const struct options *options;
	const struct experiment *experiment;
	struct heuristic heuristic[MAX_METHODS];   /* opened for the methods that have one */
	struct heuristic korf;                     /* what proves the lengths */
	struct pool *pool;
	struct cube *instances;
	struct table *table;
	bool has_ended[MAX_METHODS];               /* a limit has struck */
	bool shows_progress;
};

static void show_progress(const struct bench *b, const char *method, unsigned depth, uint64_t instance)
{
	if (b->shows_progress)
		fprintf(stderr, "\r\033[Ktable %s: length %u, %s, scramble %" PRIu64 " of %" PRIu64, b->experiment->title, depth,
		        method, instance + 1, b->options->n_instances);
}

static void hide_progress(const struct bench *b)
{
	if (b->shows_progress)
		fputs("\r\033[K", stderr);
}

/* What the reader is told instead of a number. */
static void note_limit(struct bench *b, const struct contender *m, unsigned depth, uint64_t instance,
                       const struct baseline_result *r)
{
	static const char *const limit_name[] = {
		[SEARCH_NODE_LIMIT] = "node limit", [SEARCH_TIME_LIMIT] = "time limit", [SEARCH_NO_MEMORY] = "memory limit",
		[SEARCH_INTERRUPTED] = "signal", [SEARCH_BAD_TABLE] = "table",
	};
	char key[80], value[200];
	snprintf(key, sizeof key, "%s, length %u and up", m->name, depth);
	snprintf(value, sizeof value, "%s, at scramble %" PRIu64 " of %" PRIu64 " after %.1f s, %" PRIu64 " nodes, %.1f MB",
	         limit_name[r->outcome], instance + 1, b->options->n_instances, r->seconds, r->n_generated,
	         (double)r->peak_bytes / 1e6);
	table_add_fact(b->table, key, value);
}

/* The cells of one method in the row of one length. */
static void measure(struct bench *b, unsigned method, unsigned depth)
{
	const struct options *const o = b->options;
	const struct contender *const m = &b->experiment->method[method];
	struct sample seconds = {0}, nodes = {0};
	b->has_ended[method] |= interrupted_by() != 0;
	for (uint64_t i = 0; i < o->n_instances && !b->has_ended[method]; i++) {
		const struct baseline_request request = {
			.cube = b->instances[i], .metric = METRIC_HTM,
			.heuristic = m->heuristic != NULL ? &b->heuristic[method] : NULL, .node_limit = o->node_limit,
			.memory_limit_bytes = o->memory_limit_bytes, .time_limit_s = o->time_limit_s, .stopped = interrupted_by,
		};
		struct baseline_result result;
		show_progress(b, m->name, depth, i);
		baseline_solve(m->search, &request, &result);
		sample_add(&seconds, result.seconds);
		sample_add(&nodes, (double)result.n_generated);
		b->has_ended[method] = result.outcome != SEARCH_SOLVED;
		if (b->has_ended[method])
			note_limit(b, m, depth, i, &result);
	}
	if (b->has_ended[method]) {
		table_add_none(b->table);
		table_add_none(b->table);
	} else {
		table_add_real(b->table, seconds.mean * 1e3, 3);
		table_add_real(b->table, nodes.mean, 0);
	}
}

static void run_rows(struct bench *b)
{
	const struct options *const o = b->options;
	const unsigned first = o->first_depth != 0 ? o->first_depth : b->experiment->first_depth;
	const unsigned last = o->last_depth != 0 ? o->last_depth : b->experiment->last_depth;
	for (unsigned depth = first; depth <= last && interrupted_by() == 0; depth++) {
		draw_instances(o, b->pool, depth, b->instances);
		if (interrupted_by() != 0)
			break;
		table_add_count(b->table, depth);
		for (unsigned i = 0; i < b->experiment->n_methods; i++)
			measure(b, i, depth);
	}
	hide_progress(b);
}

/* ---- one table ---- */
static int open_named(const struct options *o, const char *name, struct heuristic *out)
{
	const struct solve_options wanted = {
		.heuristic_name = name, .metric = METRIC_HTM, .pdb_directory = o->pdb_directory, .is_quiet = o->is_quiet,
	};
	return tables_open(&wanted, out);
}

static void close_all(struct bench *b, unsigned n_open)
{
	while (n_open-- > 0)
		if (b->experiment->method[n_open].heuristic != NULL)
			heuristic_close(&b->heuristic[n_open]);
	heuristic_close(&b->korf);
}

static int open_all(struct bench *b)
{
	int status = open_named(b->options, "korf", &b->korf);
	if (status != EXIT_SOLVED)
		return status;
	for (unsigned i = 0; i < b->experiment->n_methods; i++) {
		const char *const name = b->experiment->method[i].heuristic;
		status = name != NULL ? open_named(b->options, name, &b->heuristic[i]) : EXIT_SOLVED;
		if (status == EXIT_SOLVED)
			continue;
		close_all(b, i);
		return status;
	}
	return EXIT_SOLVED;
}

static json_t *parameters_of(const struct bench *b)
{
	const struct options *const o = b->options;
	return json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:f}", "bench", "methods", "table", b->experiment->title,
	                 "metric", metric_name[METRIC_HTM], "seed", (json_int_t)o->seed,
	                 "instances", (json_int_t)o->n_instances, "node_limit", (json_int_t)o->node_limit,
	                 "memory_limit_bytes", (json_int_t)o->memory_limit_bytes, "time_limit_s", o->time_limit_s);
}

static int run_experiment(const struct options *o, const struct experiment *e)
{
	struct bench b = {.options = o, .experiment = e, .shows_progress = !o->is_quiet && isatty(STDERR_FILENO)};
	int status = open_all(&b);
	if (status != EXIT_SOLVED)
		return status;
	json_t *const parameters = parameters_of(&b), *const about = run_about(1);
	b.table = bench_table(e->column, 1 + 2 * e->n_methods, parameters, about);
	b.pool = pool_create(&b.korf, 0);
	b.instances = calloc(o->n_instances, sizeof *b.instances);
	if (b.table == NULL || b.pool == NULL || b.instances == NULL) {
		table_free(b.table);
		status = bench_fail_memory();
	} else {
		run_rows(&b);
		status = bench_print_table(b.table, o->format);
	}
	free(b.instances);
	if (b.pool != NULL)
		pool_destroy(b.pool);
	json_decref(parameters);
	json_decref(about);
	close_all(&b, e->n_methods);
	return status == EXIT_SOLVED && interrupted_by() != 0 ? 128 + interrupted_by() : status;
}

int bench_methods(int argc, char **argv)
{
	struct options o = {
		.n_instances = 10, .seed = 1, .memory_limit_bytes = UINT64_C(2) << 30, .time_limit_s = 10,
	};
	int status = read_options(argc, argv, &o);
	if (status >= 0)
		return status;
	status = EXIT_SOLVED;
	for (unsigned i = 0; i < N_EXPERIMENTS && status == EXIT_SOLVED; i++) {
		if (o.table != 0 && o.table != i + 1)
			continue;
		if (o.table == 0 && i > 0)
			putchar('\n');
		status = run_experiment(&o, &experiments[i]);
	}
	return status;
}
