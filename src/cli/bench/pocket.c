/* superflip bench pocket: the 2x2x2: theory beside the cost of each way to solve it. */
#include "cli/bench/bench.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cube/random.h"
#include "pocket/search.h"
#include "pocket/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char usage[] =
	"\n\n"
	"Two tables: the states of the 2x2x2 by distance; and for each way to solve random states the moves of the solution,\n"
	"the states generated, milliseconds and memory, beside the theory where there is one.\n\n"
	"  random walk          turns until the state happens to be solved\n"
	"  breadth-first        from the state; each state is kept once\n"
	"  breadth-first, bits  the same with each level as a set of bits; it ends with a whole level\n"
	"  A*, both             states with the least moves made + larger bound first; all are kept\n"
	"  IDA*, twists         bounds from a table of the 729 orientations\n"
	"  IDA*, places         bounds from a table of the 5040 permutations\n"
	"  IDA*, both           the larger of these bounds\n"
	"  mod-3 table          descends the distances of all states, stored mod 3";

enum { TABLE_LEVELS, TABLE_STRATEGIES, N_TABLES, ALL_TABLES = N_TABLES };
static const char *const table_name[N_TABLES] = {"levels", "strategies"};

/* All that the strategies need; each uses a part. */
struct arena {
	enum metric metric;
	struct pocket_bounds bounds;
	struct pocket_table *table;
	struct pdb_histogram levels;
	double breadth_first_states;
};

/* One state solved in one way. */
struct attempt {
	uint64_t n_moves, n_states, peak_bytes;
};

static unsigned cost(const struct arena *arena, unsigned move)
{
	return arena->metric == METRIC_QTM && move % 3 == 1 ? 2 : 1;
}

/* Moves of the walk are not kept: it can be repeated. */
static bool walk(const struct arena *arena, uint32_t index, struct attempt *out)
{
	struct pocket_walk walker = pocket_walk_from(index, index);
	for (out->n_states = 1; !pocket_walk_is_home(&walker) && interrupted_by() == 0; out->n_states++)
		out->n_moves += cost(arena, pocket_walk_step(&walker));
	out->peak_bytes = sizeof walker;
	return true;
}

static struct attempt attempt_of(const struct pocket_found *found)
{
	return (struct attempt){found->length, found->n_generated, found->peak_bytes};
}

static bool breadth_first(const struct arena *arena, uint32_t index, struct attempt *out)
{
	struct pocket_found found;
	const bool has_memory = pocket_breadth_first(arena->metric, index, &found);
	*out = attempt_of(&found);
	return has_memory;
}

static bool breadth_first_bits(const struct arena *arena, uint32_t index, struct attempt *out)
{
	struct pocket_found found;
	const bool has_memory = pocket_breadth_first_bits(arena->metric, index, &found);
	*out = attempt_of(&found);
	return has_memory;
}

static bool a_star_by_both(const struct arena *arena, uint32_t index, struct attempt *out)
{
	struct pocket_found found;
	const bool has_memory = pocket_a_star(&arena->bounds, POCKET_BY_PERM | POCKET_BY_ORI, index, &found);
	*out = attempt_of(&found);
	out->peak_bytes += sizeof arena->bounds.perm + sizeof arena->bounds.ori;
	return has_memory;
}

static void ida_star(const struct arena *arena, unsigned used, uint32_t index, struct attempt *out)
{
	struct pocket_found found;
	pocket_ida_star(&arena->bounds, used, index, &found);
	*out = attempt_of(&found);
	out->peak_bytes += used & POCKET_BY_PERM ? sizeof arena->bounds.perm : 0;
	out->peak_bytes += used & POCKET_BY_ORI ? sizeof arena->bounds.ori : 0;
}

static bool ida_star_by_twists(const struct arena *arena, uint32_t index, struct attempt *out)
{
	ida_star(arena, POCKET_BY_ORI, index, out);
	return true;
}

static bool ida_star_by_places(const struct arena *arena, uint32_t index, struct attempt *out)
{
	ida_star(arena, POCKET_BY_PERM, index, out);
	return true;
}

static bool ida_star_by_both(const struct arena *arena, uint32_t index, struct attempt *out)
{
	ida_star(arena, POCKET_BY_PERM | POCKET_BY_ORI, index, out);
	return true;
}

static bool descend_mod3(const struct arena *arena, uint32_t index, struct attempt *out)
{
	uint8_t moves[POCKET_MAX_LENGTH];
	const unsigned n = pocket_table_solve(arena->table, index, moves);
	for (unsigned i = 0; i < n; i++)
		out->n_moves += cost(arena, moves[i]);
	out->n_states = out->n_moves + 1;
	out->peak_bytes = POCKET_TABLE_BYTES;
	return true;
}

/* ---- theory ---- */
static double mean_distance(const struct arena *arena)
{
	return pocket_mean(&arena->levels);
}

/* If every turn led to each state with equal probability, the solved one would come up once in so many turns. */
static double all_states(const struct arena *arena)
{
	(void)arena;
	return POCKET_STATES;
}

static double breadth_first_states(const struct arena *arena)
{
	return arena->breadth_first_states;
}

/* A third of the turns are half turns. */
static double walk_moves(const struct arena *arena)
{
	return all_states(arena) * (arena->metric == METRIC_QTM ? 4.0 / 3 : 1);
}

static double path_states(const struct arena *arena)
{
	return mean_distance(arena) + 1;
}

static const struct strategy {
	const char *name;
	bool (*solve)(const struct arena *arena, uint32_t index, struct attempt *out);  /* false without memory */
	double (*moves)(const struct arena *arena);                                     /* what theory expects */
	double (*states)(const struct arena *arena);                                    /* NULL: no simple expectation */
} strategies[] = {
	{"random walk", walk, walk_moves, all_states},
	{"breadth-first", breadth_first, mean_distance, breadth_first_states},
	{"breadth-first, bits", breadth_first_bits, mean_distance, NULL},
	{"A*, both", a_star_by_both, mean_distance, NULL},
	{"IDA*, twists", ida_star_by_twists, mean_distance, NULL},
	{"IDA*, places", ida_star_by_places, mean_distance, NULL},
	{"IDA*, both", ida_star_by_both, mean_distance, NULL},
	{"mod-3 table", descend_mod3, mean_distance, path_states},
};
enum { N_STRATEGIES = sizeof strategies / sizeof *strategies };

/* ---- tables ---- */
static int start_table(struct bench_run *run, const struct bench_options *o, unsigned number, const char *const *columns)
{
	return bench_begin(run, o, json_pack("{s:s, s:s, s:s, s:I, s:I}", "bench", "pocket", "table", table_name[number],
	                                     "metric", metric_name[o->metric], "seed", (json_int_t)o->seed,
	                                     "instances", (json_int_t)o->n_instances), run_about(1), columns);
}

static int print_levels(const struct bench_options *o, const struct arena *arena)
{
	static const char *const columns[] = {"distance", "states", "share", "ratio", NULL};
	struct bench_run run;
	if (start_table(&run, o, TABLE_LEVELS, columns) != EXIT_SOLVED)
		return bench_end(&run, false);
	struct table *const table = run.table;
	table_add_fact_real(table, "mean_distance", mean_distance(arena), 6);
	for (unsigned d = 0; d <= arena->levels.max_depth; d++) {
		const double count = (double)arena->levels.count[d];
		TABLE_ROW(table, cell_count(d), cell_count(arena->levels.count[d]), cell_real(count / POCKET_STATES, 6),
		          d == 0 ? cell_none() : cell_real(count / (double)arena->levels.count[d - 1], 3));
	}
	return bench_end(&run, true);
}

/* The row of one strategy; it is left out if a signal came. */
static bool measure(const struct arena *arena, const struct strategy *s, const uint32_t *instances, uint64_t n,
                    struct table *table)
{
	struct sample moves = {0}, states = {0}, seconds = {0};
	uint64_t peak_bytes = 0;
	double longest_s = 0;
	for (uint64_t i = 0; i < n; i++) {
		struct attempt attempt = {0};
		const double start_s = clock_monotonic_s();
		if (!s->solve(arena, instances[i], &attempt))
			return false;
		const double elapsed_s = clock_monotonic_s() - start_s;
		if (interrupted_by() != 0)
			return true;
		sample_add(&moves, (double)attempt.n_moves);
		sample_add(&states, (double)attempt.n_states);
		sample_add(&seconds, elapsed_s);
		longest_s = elapsed_s > longest_s ? elapsed_s : longest_s;
		peak_bytes = attempt.peak_bytes > peak_bytes ? attempt.peak_bytes : peak_bytes;
	}
	TABLE_ROW(table, cell_text(s->name), cell_real(s->moves(arena), 3), cell_real(moves.mean, 3),
	          s->states != NULL ? cell_real(s->states(arena), 0) : cell_none(), cell_real(states.mean, 0),
	          cell_real(seconds.mean * 1e3, 4), cell_real(longest_s * 1e3, 4), cell_count(peak_bytes));
	return true;
}

static int print_strategies(const struct bench_options *o, const struct arena *arena)
{
	static const char *const columns[] = {
		"strategy", "moves_expected", "moves", "states_expected", "states", "ms", "ms_max", "bytes", NULL,
	};
	struct bench_run run;
	uint32_t *const instances = calloc(o->n_instances, sizeof *instances);
	if (start_table(&run, o, TABLE_STRATEGIES, columns) == EXIT_SOLVED && instances == NULL)
		run.exit_status = bench_fail_memory();
	struct random_source source;
	random_from_seed(&source, o->seed);
	for (uint64_t i = 0; i < o->n_instances && instances != NULL; i++)
		instances[i] = (uint32_t)random_below(&source, POCKET_STATES);
	for (unsigned i = 0; i < N_STRATEGIES && bench_may_go_on(&run); i++) {
		if (run.shows_progress)
			status_line_print(stderr, "%s", strategies[i].name);
		if (!measure(arena, &strategies[i], instances, o->n_instances, run.table))
			run.exit_status = bench_fail_memory();
	}
	if (run.shows_progress)
		status_line_clear(stderr);
	free(instances);
	return bench_end(&run, run.exit_status == EXIT_SOLVED);
}

static int print_tables(const struct bench_options *o)
{
	struct arena arena = {.metric = o->metric};
	pocket_bounds_fill(o->metric, &arena.bounds);
	uint8_t *const distance = malloc(POCKET_STATES);
	arena.table = pocket_table_build(o->metric);
	int status = EXIT_SOLVED;
	if (distance == NULL || arena.table == NULL || !pocket_breadth_first_mean(o->metric, &arena.breadth_first_states))
		status = bench_fail_memory();
	else
		pocket_distances(o->metric, distance, &arena.levels);
	free(distance);
	if (status == EXIT_SOLVED && o->table != TABLE_STRATEGIES)
		status = print_levels(o, &arena);
	if (status == EXIT_SOLVED && o->table == ALL_TABLES)
		putchar('\n');
	if (status == EXIT_SOLVED && o->table != TABLE_LEVELS)
		status = print_strategies(o, &arena);
	free(arena.table);
	return status == EXIT_SOLVED && interrupted_by() != 0 ? 128 + interrupted_by() : status;
}

int bench_pocket(int argc, char **argv)
{
	struct bench_options o = {.table = ALL_TABLES, .n_instances = 100, .seed = 1};
	int status;
	if (bench_options_read(argc, argv, BENCH_POCKET, usage, &o, &status) < 0)
		return status;
	return print_tables(&o);
}
