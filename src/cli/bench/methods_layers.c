/* Layer by layer over many scrambled cubes: how many turns each stage makes, and what filtering and folding leave. */
#include "cli/bench/methods.h"
#include "base/clock.h"
#include "base/parallel.h"
#include "cli/cli.h"
#include "cube/random.h"
#include "report/statistics.h"
#include "steps/layers.h"
#include "steps/stickers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_INSTANCES = 10000, CHUNK = 1000, N_ALL = N_LAYERS_STAGES + 1 };

/* What is counted of a stage, and of all of them. */
enum { TURNS, FILTERED, FOLDED, FOLDED_TURNS, N_COUNTS };
static const char *const count_name[N_COUNTS] = {
	"quarter turns", "moves, filtered", "moves, folded", "folded, in quarter turns",
};
struct counts {
	struct tally tally[N_ALL][N_COUNTS];     /* the last row: the whole solution */
};

struct layers_bench {
	struct bench_run *run;
	uint64_t n;
	pthread_mutex_t lock;                    /* of all and processor_s */
	struct counts all;
	double processor_s;                      /* of solving, on all threads */
	bool ran_out_of_memory;
};

static struct cube draw(const struct bench_options *o, struct random_source *source)
{
	if (o->n_turns == 0)
		return random_cube(source);
	struct cube c = cube_solved;
	for (unsigned i = 0; i < o->n_turns; i++)
		c = cube_after(&c, sticker_face[random_below(source, o->n_faces)] * 3u);
	return c;
}

static void count_turns(struct tally *tally, const uint8_t *turns, unsigned n)
{
	uint8_t moves[METHOD_MAX_MOVES];
	memcpy(moves, turns, n);
	unsigned n_moves = method_merge_runs(moves, n);
	tally_add(&tally[TURNS], n);
	tally_add(&tally[FILTERED], n_moves);
	n_moves = method_fold_moves(moves, n_moves);
	tally_add(&tally[FOLDED], n_moves);
	tally_add(&tally[FOLDED_TURNS], moves_cost(METRIC_QTM, moves, n_moves));
}

/* The cubes of a chunk are the same whatever thread draws them. */
static void run_chunk(void *context, uint32_t i)
{
	struct layers_bench *const b = context;
	struct counts *const counts = calloc(1, sizeof *counts);
	struct random_source source;
	random_from_seed(&source, b->run->options->seed ^ (uint64_t)i << 32);
	double solving_s = 0;
	const uint64_t begin = (uint64_t)i * CHUNK, end = begin + CHUNK < b->n ? begin + CHUNK : b->n;
	struct cube cubes[CHUNK];
	struct method_result result;
	for (uint64_t n = begin; n < end; n++)
		cubes[n - begin] = draw(b->run->options, &source);
	for (uint64_t n = begin; n < end && counts != NULL; n++) {
		layers_solve(&cubes[n - begin], &result);
		for (unsigned stage = 0, at = 0; stage < N_LAYERS_STAGES; at += result.stages[stage++].n_moves)
			count_turns(counts->tally[stage], &result.stage_moves[at], result.stages[stage].n_moves);
		count_turns(counts->tally[N_LAYERS_STAGES], result.stage_moves, result.n_stage_moves);
	}
	const double start_s = clock_thread_s();
	for (uint64_t n = begin; n < end; n++)   /* again, and nothing else, for the time */
		layers_solve(&cubes[n - begin], &result);
	solving_s = clock_thread_s() - start_s;
	pthread_mutex_lock(&b->lock);
	b->processor_s += solving_s;
	b->ran_out_of_memory |= counts == NULL;
	for (unsigned row = 0; row < N_ALL && counts != NULL; row++)
		for (unsigned count = 0; count < N_COUNTS; count++)
			tally_merge(&b->all.tally[row][count], &counts->tally[row][count]);
	pthread_mutex_unlock(&b->lock);
	free(counts);
}

static bool goes_on(void *context, uint32_t n_begun)
{
	const struct layers_bench *const b = context;
	bench_show(b->run, "%lu of %lu cubes", (unsigned long)n_begun * CHUNK, (unsigned long)b->n);
	return interrupted_by() == 0;
}

static void add_rows(struct table *table, const struct layers_bench *b)
{
	for (unsigned count = 0; count < N_COUNTS; count++)
		for (unsigned row = 0; row < N_ALL; row++) {
			TABLE_ROW(table, cell_text(row < N_LAYERS_STAGES ? layers_stage_name[row] : "all"), cell_text(count_name[count]));
			methods_add_tally(table, &b->all.tally[row][count]);
		}
}

static void print(const struct layers_bench *b, double elapsed_s)
{
	static const char *const columns[] = {"stage", "count", METHODS_TALLY_COLUMNS, NULL};
	static const char *const distribution[] = {"moves", "quarter_turns", "filtered", "folded", "folded_quarter_turns", NULL};
	const struct bench_options *const o = b->run->options;
	const struct tally *const all = b->all.tally[N_LAYERS_STAGES];
	struct table *table;
	json_t *const parameters = json_pack("{s:s, s:s, s:I, s:I}", "bench", "methods", "table", "layers",
	                                     "seed", (json_int_t)o->seed, "cubes", (json_int_t)b->n);
	json_object_set_new(parameters, "turns", o->n_turns > 0 ? json_integer(o->n_turns) : json_string("uniform"));
	if (o->n_turns > 0)
		json_object_set_new(parameters, "faces", json_integer(o->n_faces));
	if (!bench_begin(b->run, parameters, o->with_distribution ? distribution : columns))
		return;
	table = b->run->table;
	table_add_fact_real(table, "microseconds_a_cube", b->processor_s / (double)tally_n(&all[TURNS]) * 1e6, 2);
	table_add_fact_real(table, "seconds", elapsed_s, 2);
	if (o->with_distribution)
		methods_add_distribution(table, (const struct tally *const[]){&all[0], &all[1], &all[2], &all[3]}, N_COUNTS);
	else
		add_rows(table, b);
	bench_print(b->run, true);
}

void methods_layers(struct bench_run *run)
{
	struct layers_bench *const b = calloc(1, sizeof *b);
	if (b == NULL) {
		bench_fail_memory(run);
		return;
	}
	b->run = run;
	b->n = run->options->n_instances != 0 ? run->options->n_instances : DEFAULT_INSTANCES;
	pthread_mutex_init(&b->lock, NULL);
	parallel_for_watched(bench_n_threads(run->options), (uint32_t)((b->n + CHUNK - 1) / CHUNK), run_chunk, goes_on, b);
	bench_hide_progress(run);
	if (b->ran_out_of_memory)
		bench_fail_memory(run);
	else if (interrupted_by() == 0)
		print(b, clock_monotonic_s() - run->start_s);
	pthread_mutex_destroy(&b->lock);
	free(b);
}
