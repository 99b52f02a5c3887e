/* The tables of K. Chen and Y. Li's report on Korf's method: heuristics, databases and methods by optimal length. */
#include "cli/bench/methods.h"
#include "cli/cli.h"
#include "cube/random.h"
#include "heuristic/predict.h"
#include "pdb/pdb.h"
#include "steps/method.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_METHODS = 5, MAX_DEPTH = 15, DEFAULT_INSTANCES = 10, MAX_COLUMNS = 2 + 3 * MAX_METHODS + 1, COLUMN_TEXT_BYTES = 48 };
enum { DEFAULT_TIME_LIMIT_S = 10, PUBLISHED_TIME_LIMIT_S = 600 };

struct contender {
	const char *key, *name;
	const struct method *search;
	const char *heuristic;               /* NULL: none */
	unsigned published_first, n_published;
	uint16_t published_ms[MAX_DEPTH];    /* of that many lengths from the first on, as their report prints them */
};

/* One of the published tables: a row for each length, for each method its milliseconds and nodes. */
static const struct experiment {
	const char *title;
	unsigned first_depth, last_depth, n_methods;
	struct contender method[MAX_METHODS];
} experiments[] = {
	{"1, heuristics", 3, 13, 4,
	 {{"simple", "Simple", &ida_method, "simple", 3, 5, {0, 2, 20, 223, 1380}},
	  {"manhattan", "Manhattan", &ida_method, "manhattan8", 3, 6, {3, 5, 26, 135, 215, 1118}},
	  {"pattern", "Pattern", &ida_method, "korf", 3, 11, {0, 0, 0, 0, 0, 1, 6, 16, 151, 275, 1125}},
	  {"korf_manhattan", "Korf's Manhattan", &ida_method, "manhattan", 0, 0, {0}}}},
	{"2, single databases", 6, 12, 3,
	 {{"corners", "Corners", &ida_method, "corners", 6, 4, {4, 21, 228, 440}},
	  {"edges_1", "Edges 1", &ida_method, "edges-upper", 6, 7, {3, 1, 31, 59, 216, 892, 1229}},
	  {"edges_2", "Edges 2", &ida_method, "edges-lower", 6, 7, {2, 2, 20, 96, 200, 1229, 712}}}},
	/* At 14 they had fewer than five trials. */
	{"3, methods", 1, 14, 5,
	 {{"bfs", "BFS", &bfs_method, NULL, 1, 6, {0, 0, 0, 5, 687, 7965}},
	  {"dfs", "limited DFS", &dfs_method, NULL, 1, 6, {0, 0, 5, 187, 466, 1142}},
	  {"ida", "IDA*", &ida_method, "korf", 1, 14, {0, 0, 0, 0, 0, 0, 0, 1, 6, 17, 76, 62, 2290, 4742}},
	  {"ida_pq", "IDA* (PQ)", &ida_ordered_method, "korf", 1, 14, {0, 0, 0, 0, 0, 0, 0, 1, 12, 205, 453, 490, 2643, 5281}},
	  {"astar", "A*", &a_star_method, "korf", 0, 0, {0}}}},
};
static_assert(sizeof experiments / sizeof *experiments == N_CHEN_LI_TABLES, "as many as --table names");

static bool is_published(const struct contender *m, unsigned depth)
{
	return depth >= m->published_first && depth < m->published_first + m->n_published;
}

/* ---- scrambles ---- */

/* Random turns, no face twice in a row: what Chen and Li call a depth. */
static struct cube draw_rotations(struct random_source *source, unsigned n)
{
	struct cube c = cube_solved;
	for (unsigned i = 0, face = N_FACES; i < n; i++) {
		const unsigned drawn = (unsigned)random_below(source, i == 0 ? N_FACES : N_FACES - 1);
		face = i > 0 && drawn >= face ? drawn + 1 : drawn;
		c = cube_after(&c, face * 3 + (unsigned)random_below(source, 3));
	}
	return c;
}

/* A random walk of `depth` moves that no shorter sequence replaces: the search for one fails. */
static struct cube draw_length(struct random_source *source, struct pool *pool, unsigned depth)
{
	struct search_request shorter = search_request_default(&cube_solved);
	for (shorter.max_length = depth - 1; interrupted_by() == 0;) {
		unsigned last = LAST_NONE;
		shorter.cube = cube_solved;
		for (unsigned i = 0; i < depth; i++)
			shorter.cube = cube_after(&shorter.cube, random_move(source, (1u << N_MOVES) - 1, &last));
		struct search_result result;
		pool_solve(pool, &shorter, &result);
		const bool is_shortest = result.outcome == SEARCH_NONE;
		search_result_free(&result);
		if (is_shortest)
			break;
	}
	return shorter.cube;
}

static void draw_instances(const struct bench_options *o, struct pool *pool, unsigned depth, struct cube *instances)
{
	struct random_source source;
	random_from_seed(&source, o->seed ^ (uint64_t)depth << 56);  /* the same for any choice of depths */
	for (uint64_t n = 0; n < o->n_instances && interrupted_by() == 0; n++)
		instances[n] = o->counts_rotations ? draw_rotations(&source, depth) : draw_length(&source, pool, depth);
}

/* ---- measuring ---- */
struct bench {
	struct bench_run *run;
	const struct experiment *experiment;
	const struct heuristic *korf;              /* what proves the lengths */
	const struct heuristic *heuristic[MAX_METHODS];
	struct pool *pool;                         /* of korf */
	struct cube *instances;
	const char *columns[MAX_COLUMNS];
	char column_text[MAX_COLUMNS][COLUMN_TEXT_BYTES];
	unsigned n_columns;
	bool has_theory;
	struct distribution distribution;          /* of the bounds of the pattern heuristic, as they are used */
	bool has_ended[MAX_METHODS];               /* at a limit */
};

/* What is printed instead of a number. */
static void note_limit(struct bench *b, const struct contender *m, unsigned depth, uint64_t instance,
                       const struct method_result *r)
{
	static const char *const limit_name[] = {
		[SEARCH_NODE_LIMIT] = "node limit", [SEARCH_TIME_LIMIT] = "time limit", [SEARCH_NO_MEMORY] = "memory limit",
		[SEARCH_MEMORY_LIMIT] = "memory limit", [SEARCH_INTERRUPTED] = "signal",
	};
	char key[80], text[200];
	snprintf(key, sizeof key, "%s_ended", m->key);
	snprintf(text, sizeof text, "length %u and up: %s, at scramble %" PRIu64 " of %" PRIu64 " after %.1f s, %" PRIu64 " nodes, %.1f MB",
	         depth, limit_name[r->outcome], instance + 1, b->run->options->n_instances, r->seconds, r->n_generated,
	         (double)r->peak_bytes / 1e6);
	table_add_fact_value(b->run->table, key, json_pack("{s:i, s:s, s:I, s:f, s:I, s:I}", "length", (int)depth, "limit",
	                                                   limit_name[r->outcome], "scramble", (json_int_t)instance + 1, "seconds",
	                                                   r->seconds, "nodes", (json_int_t)r->n_generated, "bytes",
	                                                   (json_int_t)r->peak_bytes), text);
}

/* The cells of one method in the row of one length. */
static void measure(struct bench *b, unsigned method, unsigned depth)
{
	const struct bench_options *const o = b->run->options;
	const struct contender *const m = &b->experiment->method[method];
	struct sample ms = {0}, nodes = {0};
	const bool is_wanted = !o->with_published || is_published(m, depth);
	b->has_ended[method] |= interrupted_by() != 0;
	for (uint64_t i = 0; i < o->n_instances && is_wanted && !b->has_ended[method]; i++) {
		const struct search_request request = {
			.cube = b->instances[i], .metric = METRIC_HTM, .heuristic = b->heuristic[method], .node_limit = o->node_limit,
			.memory_limit_bytes = o->memory_limit_bytes, .time_limit_s = o->time_limit_s, .stopped = was_interrupted,
			.has_15_children = o->n_children == 15, .bound_cap = o->db_depth > 0 ? o->db_depth + 1 : 0,
		};
		struct method_result result;
		bench_show(b->run, "length %u, scramble %" PRIu64 " of %" PRIu64 ", %s, table %s", depth, i + 1, o->n_instances, m->name,
		           b->experiment->title);
		method_solve(m->search, NULL, &request, &result);
		sample_add(&ms, result.seconds * 1e3);
		sample_add(&nodes, (double)result.n_generated);
		b->has_ended[method] = result.outcome != SEARCH_SOLVED;
		if (b->has_ended[method])
			note_limit(b, m, depth, i, &result);
	}
	const bool is_measured = is_wanted && !b->has_ended[method];
	TABLE_ROW(b->run->table, cell_real(is_measured ? ms.mean : NAN, 3), cell_real(is_measured ? nodes.mean : NAN, 0));
	if (o->with_published && m->n_published > 0)
		table_add(b->run->table, is_published(m, depth) ? cell_count(m->published_ms[depth - m->published_first]) : cell_none());
}

static void run_rows(struct bench *b)
{
	const struct bench_options *const o = b->run->options;
	const unsigned first = o->first_depth != 0 ? o->first_depth : b->experiment->first_depth;
	const unsigned last = o->last_depth != 0 ? o->last_depth : b->experiment->last_depth;
	for (unsigned depth = first; depth <= last && interrupted_by() == 0; depth++) {
		draw_instances(o, b->pool, depth, b->instances);
		if (interrupted_by() != 0)
			break;
		table_add(b->run->table, cell_count(depth));
		for (unsigned i = 0; i < b->experiment->n_methods; i++)
			measure(b, i, depth);
		if (b->has_theory)
			table_add(b->run->table, cell_real(predict_generated(METRIC_HTM, depth, &b->distribution), 0));
	}
}

/* ---- one table ---- */
static void open_all(struct bench *b)
{
	b->korf = bench_open(b->run, "korf");
	for (unsigned i = 0; i < b->experiment->n_methods && b->run->exit_status == EXIT_SOLVED; i++)
		if (b->experiment->method[i].heuristic != NULL)
			b->heuristic[i] = bench_open(b->run, b->experiment->method[i].heuristic);
}

/* What the bounds of Korf's three tables are distributed like, larger ones counted as the cap (Korf, Reid & Edelkamp). */
static void find_theory(struct bench *b)
{
	struct pdb_histogram histograms[HEURISTIC_MAX_TABLES];
	const struct heuristic_spec *const spec = b->korf->spec;
	const unsigned db_depth = b->run->options->db_depth;
	if (db_depth == 0)
		return;
	b->has_theory = true;
	for (unsigned i = 0; i < spec->n_tables; i++)
		b->has_theory &= pdb_known_histogram(pdb_key_in(spec->table[i], METRIC_HTM), &histograms[i]);
	b->has_theory = b->has_theory && distribution_of_spec(spec, METRIC_HTM, histograms, &b->distribution);
	for (unsigned parity = 0; parity < 2 && b->has_theory; parity++)
		for (unsigned h = db_depth + 1; h < PDB_MAX_DEPTHS; h++)
			b->distribution.at_most[parity][h] = 1;
	if (b->has_theory && b->distribution.max > db_depth + 1)
		b->distribution.max = db_depth + 1;
}

static void add_column(struct bench *b, const char *key, const char *suffix)
{
	char *const text = b->column_text[b->n_columns];
	snprintf(text, COLUMN_TEXT_BYTES, "%s%s", key, suffix);
	b->columns[b->n_columns++] = text;
}

static void make_columns(struct bench *b)
{
	add_column(b, "depth", "");
	for (unsigned i = 0; i < b->experiment->n_methods; i++) {
		const struct contender *const m = &b->experiment->method[i];
		add_column(b, m->key, "_ms");
		add_column(b, m->key, "_nodes");
		if (b->run->options->with_published && m->n_published > 0)
			add_column(b, m->key, "_published_ms");
	}
	if (b->has_theory)
		add_column(b, "expected_nodes", "");
}

static json_t *describe(const struct bench_options *o, const struct experiment *e)
{
	json_t *const parameters = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:f, s:s, s:o}", "bench", "methods", "table", e->title,
	                                     "metric", metric_name[METRIC_HTM], "seed", (json_int_t)o->seed,
	                                     "instances", (json_int_t)o->n_instances, "node_limit", (json_int_t)o->node_limit,
	                                     "memory_limit_bytes", (json_int_t)o->memory_limit_bytes, "time_limit_s", o->time_limit_s,
	                                     "depth", o->counts_rotations ? "random rotations" : "optimal length",
	                                     "children", o->n_children == 15 ? json_integer(15) : json_real(13.3));
	if (o->db_depth > 0)
		json_object_set_new(parameters, "db_depth", json_integer(o->db_depth));
	if (o->with_published)
		json_object_set_new(parameters, "theirs", json_string("Java, table depth 7, means over lengths found"));
	return parameters;
}

static void set_defaults(struct bench_options *o)
{
	if (o->n_instances == 0)
		o->n_instances = DEFAULT_INSTANCES;
	if (o->time_limit_s <= 0)
		o->time_limit_s = o->with_published ? PUBLISHED_TIME_LIMIT_S : DEFAULT_TIME_LIMIT_S;
}

void methods_chen_li(struct bench_run *run, unsigned number)
{
	struct bench b = {.run = run, .experiment = &experiments[number]};
	set_defaults(run->options);
	bench_uses_one_thread(run);
	open_all(&b);
	if (run->exit_status != EXIT_SOLVED)
		return;
	find_theory(&b);
	make_columns(&b);
	bench_begin(run, describe(run->options, b.experiment), b.columns);
	b.pool = pool_create(b.korf, 0);
	b.instances = calloc(run->options->n_instances, sizeof *b.instances);
	if (run->exit_status == EXIT_SOLVED && (b.pool == NULL || b.instances == NULL))
		bench_fail_memory(run);
	if (run->exit_status == EXIT_SOLVED)
		run_rows(&b);
	bench_print(run, run->exit_status == EXIT_SOLVED);
	free(b.instances);
	if (b.pool != NULL)
		pool_destroy(b.pool);
	while (run->n_open > 0)
		bench_close_last(run);
}
