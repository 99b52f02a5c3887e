/* The tables of K. Chen and Y. Li's report on Korf's method: heuristics, databases and methods by optimal length. */
#include "cli/bench/methods.h"
#include "cli/cli.h"
#include "cli/tables.h"
#include "cube/random.h"
#include "method/baseline.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_METHODS = 5, DEFAULT_INSTANCES = 10, N_COLUMNS = 1 + 2 * MAX_METHODS };

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
static_assert(sizeof experiments / sizeof *experiments == N_CHEN_LI_TABLES, "as many as --table names");

/* ---- scrambles ---- */

/* Random walks that no shorter maneuver replaces: the search for one fails. */
static void draw_instances(const struct methods_options *o, struct pool *pool, unsigned depth, struct cube *instances)
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
	const struct methods_options *options;
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

/* What is printed instead of a number. */
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
	const struct methods_options *const o = b->options;
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
	const struct methods_options *const o = b->options;
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
static int open_named(const struct methods_options *o, const char *name, struct heuristic *out)
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
	const struct methods_options *const o = b->options;
	return json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:f}", "bench", "methods", "table", b->experiment->title,
	                 "metric", metric_name[METRIC_HTM], "seed", (json_int_t)o->seed,
	                 "instances", (json_int_t)o->n_instances, "node_limit", (json_int_t)o->node_limit,
	                 "memory_limit_bytes", (json_int_t)o->memory_limit_bytes, "time_limit_s", o->time_limit_s);
}

int methods_chen_li(const struct methods_options *asked, unsigned number)
{
	const struct experiment *const e = &experiments[number];
	struct methods_options with_defaults = *asked;
	if (asked->n_instances == 0)
		with_defaults.n_instances = DEFAULT_INSTANCES;
	const struct methods_options *const o = &with_defaults;
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

