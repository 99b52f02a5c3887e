/* superflip bench pocket: the 2x2x2: theory beside the cost of each way to solve it. */
#include "cli/bench/bench.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "cube/random.h"
#include "pocket/search.h"

#include <stdio.h>
#include <stdlib.h>

enum { TABLE_LEVELS, TABLE_STRATEGIES, N_TABLES, ALL_TABLES = N_TABLES };
static const char *const table_name[N_TABLES] = {"levels", "strategies"};

/* All that the strategies need; each uses a part. */
struct arena {
	struct pocket_bounds bounds;
	struct pocket_table *table;
	struct pdb_histogram levels;
	double mean_distance, breadth_first_states;
};

static unsigned cost(enum metric metric, unsigned move)
{
	return metric == METRIC_QTM && move % 3 == 1 ? 2 : 1;
}

/* Moves of the walk are not kept: it can be repeated. */
static bool walk(const struct pocket_bounds *bounds, unsigned used, uint32_t index, struct pocket_found *out)
{
	struct pocket_walk walker = pocket_walk_from(index, index);
	(void)used;
	*out = (struct pocket_found){.n_generated = 1, .peak_bytes = sizeof walker};
	for (; !pocket_walk_is_home(&walker) && interrupted_by() == 0; out->n_generated++)
		out->length += cost(bounds->metric, pocket_walk_step(&walker));
	return true;
}

static void descend_mod3(const struct pocket_table *table, uint32_t index, struct pocket_found *out)
{
	uint8_t moves[POCKET_MAX_LENGTH];
	const unsigned n = pocket_table_solve(table, index, moves);
	*out = (struct pocket_found){.peak_bytes = POCKET_TABLE_BYTES};
	for (unsigned i = 0; i < n; i++)
		out->length += cost(table->metric, moves[i]);
	out->n_generated = out->length + 1;
}

/* If every turn led to each state with equal probability, the solved one would come up once in as many turns as there are states; a
 * third of the turns are half turns.  A descent meets the states of one path. */
static const struct strategy {
	const char *name;
	pocket_search_fn *search;            /* NULL: descend the table */
	unsigned used;
	enum { STATES_UNKNOWN, STATES_ALL, STATES_BREADTH_FIRST, STATES_OF_PATH } expected;
} strategies[] = {
	{"random walk", walk, 0, STATES_ALL},
	{"breadth-first", pocket_breadth_first, 0, STATES_BREADTH_FIRST},
	{"breadth-first, bits", pocket_breadth_first_bits, 0, STATES_UNKNOWN},
	{"A*, both", pocket_a_star, POCKET_BY_PERM | POCKET_BY_ORI, STATES_UNKNOWN},
	{"IDA*, twists", pocket_ida_star, POCKET_BY_ORI, STATES_UNKNOWN},
	{"IDA*, places", pocket_ida_star, POCKET_BY_PERM, STATES_UNKNOWN},
	{"IDA*, both", pocket_ida_star, POCKET_BY_PERM | POCKET_BY_ORI, STATES_UNKNOWN},
	{"mod-3 table", NULL, 0, STATES_OF_PATH},
};
enum { N_STRATEGIES = sizeof strategies / sizeof *strategies };

static bool solve(const struct arena *arena, const struct strategy *s, uint32_t index, struct pocket_found *out)
{
	bool has_memory = true;
	if (s->search == NULL)
		descend_mod3(arena->table, index, out);
	else
		has_memory = s->search(&arena->bounds, s->used, index, out);
	out->peak_bytes += s->used & POCKET_BY_PERM ? sizeof arena->bounds.perm : 0;
	out->peak_bytes += s->used & POCKET_BY_ORI ? sizeof arena->bounds.ori : 0;
	return has_memory;
}

static double expected_moves(const struct arena *arena, const struct strategy *s)
{
	if (s->expected != STATES_ALL)
		return arena->mean_distance;
	return arena->bounds.metric == METRIC_QTM ? POCKET_STATES * (4.0 / 3) : POCKET_STATES;
}

static double expected_states(const struct arena *arena, const struct strategy *s)
{
	const double expected[] = {NAN, POCKET_STATES, arena->breadth_first_states, arena->mean_distance + 1};
	return expected[s->expected];
}

/* ---- tables ---- */
static bool start_table(struct bench_run *run, unsigned number, const char *const *columns)
{
	const struct bench_options *const o = run->options;
	return bench_begin(run, json_pack("{s:s, s:s, s:s, s:I, s:I}", "bench", "pocket", "table", table_name[number],
	                                  "metric", metric_name[o->metric], "seed", (json_int_t)o->seed,
	                                  "instances", (json_int_t)o->n_instances), columns);
}

static void print_levels(struct bench_run *run, const struct arena *arena)
{
	static const char *const columns[] = {"distance", "states", "share", "ratio", NULL};
	const uint64_t *const count = arena->levels.count;
	if (!start_table(run, TABLE_LEVELS, columns))
		return;
	table_add_fact_real(run->table, "mean_distance", arena->mean_distance, 6);
	for (unsigned d = 0; d <= arena->levels.max_depth; d++)
		TABLE_ROW(run->table, cell_count(d), cell_count(count[d]), cell_real((double)count[d] / POCKET_STATES, 6),
		          cell_real(d > 0 ? (double)count[d] / (double)count[d - 1] : NAN, 3));
	bench_print(run, true);
}

/* The row of one strategy; it is left out if a signal came. */
static bool measure(const struct arena *arena, const struct strategy *s, const uint32_t *instances, uint64_t n, struct table *table)
{
	struct sample moves = {0}, states = {0}, seconds = {0};
	uint64_t peak_bytes = 0;
	double longest_s = 0;
	for (uint64_t i = 0; i < n; i++) {
		struct pocket_found found;
		const double start_s = clock_monotonic_s();
		if (!solve(arena, s, instances[i], &found))
			return false;
		const double elapsed_s = clock_monotonic_s() - start_s;
		if (interrupted_by() != 0)
			return true;
		sample_add(&moves, (double)found.length);
		sample_add(&states, (double)found.n_generated);
		sample_add(&seconds, elapsed_s);
		longest_s = elapsed_s > longest_s ? elapsed_s : longest_s;
		peak_bytes = found.peak_bytes > peak_bytes ? found.peak_bytes : peak_bytes;
	}
	TABLE_ROW(table, cell_text(s->name), cell_real(expected_moves(arena, s), 3), cell_real(moves.mean, 3),
	          cell_real(expected_states(arena, s), 0), cell_real(states.mean, 0), cell_real(seconds.mean * 1e3, 4),
	          cell_real(longest_s * 1e3, 4), cell_count(peak_bytes));
	return true;
}

static void print_strategies(struct bench_run *run, const struct arena *arena)
{
	static const char *const columns[] = {
		"strategy", "moves_expected", "moves", "states_expected", "states", "ms", "ms_max", "bytes", NULL,
	};
	const uint64_t n = run->options->n_instances;
	uint32_t *const instances = calloc(n, sizeof *instances);
	if (start_table(run, TABLE_STRATEGIES, columns) && instances == NULL)
		bench_fail_memory(run);
	struct random_source source;
	random_from_seed(&source, run->options->seed);
	for (uint64_t i = 0; i < n && instances != NULL; i++)
		instances[i] = (uint32_t)random_below(&source, POCKET_STATES);
	for (unsigned i = 0; i < N_STRATEGIES && bench_may_go_on(run); i++) {
		bench_show(run, "%s", strategies[i].name);
		if (!measure(arena, &strategies[i], instances, n, run->table))
			bench_fail_memory(run);
	}
	free(instances);
	bench_print(run, run->exit_status == EXIT_SOLVED);
}

static bool fill(struct arena *arena, enum metric metric)
{
	uint8_t *const distance = malloc(POCKET_STATES);
	pocket_bounds_fill(metric, &arena->bounds);
	arena->table = pocket_table_build(metric);
	const bool has_memory = distance != NULL && arena->table != NULL && pocket_breadth_first_mean(metric, &arena->breadth_first_states);
	if (has_memory)
		pocket_distances(metric, distance, &arena->levels);
	arena->mean_distance = pocket_mean(&arena->levels);
	free(distance);
	return has_memory;
}

static void run_pocket(struct bench_run *run)
{
	static struct arena arena;
	const unsigned table = run->options->table;
	bench_uses_one_thread(run);
	if (!fill(&arena, run->options->metric))
		bench_fail_memory(run);
	if (run->exit_status == EXIT_SOLVED && table != TABLE_STRATEGIES)
		print_levels(run, &arena);
	if (run->exit_status == EXIT_SOLVED && table == ALL_TABLES)
		putchar('\n');
	if (run->exit_status == EXIT_SOLVED && table != TABLE_LEVELS)
		print_strategies(run, &arena);
	free(arena.table);
}

const struct measurement bench_pocket = {
	.name = "pocket", .summary = "the 2x2x2: theory beside each way to solve it", .user = BENCH_POCKET, .run = run_pocket,
	.defaults = {.table = ALL_TABLES, .n_instances = 100, .seed = 1},
	.usage = "\n\n"
	         "Two tables: the states of the 2x2x2 by distance; and for each way to solve random states the moves of the solution,\n"
	         "the states generated, milliseconds and memory, beside the theory where there is one.\n\n"
	         "  random walk          turns until the state happens to be solved\n"
	         "  breadth-first        from the state; each state is kept once\n"
	         "  breadth-first, bits  the same with a set of bits for each level\n"
	         "  A*, both             least moves made + larger bound first; all are kept\n"
	         "  IDA*, twists         bounds from a table of the 729 orientations\n"
	         "  IDA*, places         bounds from a table of the 5040 permutations\n"
	         "  IDA*, both           the larger of these bounds\n"
	         "  mod-3 table          descends the distances of all states, stored mod 3",
};
