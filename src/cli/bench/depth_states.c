/* superflip bench depth --moves: all states that some turns make of the solved cube, by what it costs to solve them. */
#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "pieces/closure.h"
#include "report/progress.h"

#include <math.h>
#include <stdlib.h>

static const char *const columns[] = {"cost", "states", "share", "within", NULL};

bool bench_counts_states(const struct bench_options *o)
{
	return o->moves_text != NULL || o->cost_text != NULL || o->turn_metric > TURNS_QTM;
}

static bool find_table(const struct bench_options *o, struct turn_set *set, struct pdb_key *key)
{
	struct input_error error;
	*key = (struct pdb_key){.metric = METRIC_OF_TURNS};
	if (!turn_set_read(o->turn_metric, o->moves_text, o->cost_text, 0, set, &error))
		complain("%s: %s", o->command, error.message);
	else if (!closure_coordinate(set, &key->coordinate, &key->costs))
		complain("%s: these turns make too many states for a table of their own", o->command);
	else if (!pdb_scale_of(&key->costs).is_exact)
		complain("%s: the costs are too different: the largest may be %d times their common divisor", o->command, PDB_MAX_COST);
	else
		return true;
	return false;
}

static json_t *describe(const struct bench_options *o, const struct turn_set *set, uint64_t n_states)
{
	char turns[TURN_SET_TEXT_SIZE];
	turn_set_identity(set, turns);
	return json_pack("{s:s, s:s, s:s, s:I}", "bench", "depth", "metric", turn_metric_name[o->turn_metric], "turns", turns, "states",
	                 (json_int_t)n_states);
}

static void add_rows(struct table *table, const struct turn_set *set, const struct pdb_image *image)
{
	uint64_t count[BUILD_NOT_FOUND + 1] = {0}, n_within = 0;
	for (uint64_t i = 0; i < image->n_entries; i++)
		count[image->entries[i]]++;
	for (unsigned cost = 0; cost <= BUILD_NOT_FOUND; cost++) {
		char text[16];
		turn_set_cost_text(set, cost, text);
		n_within += count[cost];
		if (count[cost] != 0)
			TABLE_ROW(table, cell_shown(cell_real(cost < BUILD_NOT_FOUND ? strtod(text, NULL) : NAN, 3), cost < BUILD_NOT_FOUND ? text : "more"),
			          cell_count(count[cost]), cell_real((double)count[cost] / (double)image->n_entries, 8), cell_count(n_within));
	}
}

void bench_count_states(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	struct turn_set set;
	struct pdb_key key;
	struct pdb_image image;
	if (!find_table(o, &set, &key)) {
		run->exit_status = EXIT_USAGE;
		return;
	}
	struct progress_bar bar = progress_bar_start("states", o->is_quiet, interrupted_by, status_is_wanted);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	const enum pdb_status status = pdb_build(key, bench_n_threads(o), &progress, &image);
	progress_bar_finish(&bar);
	if (status == PDB_NO_MEMORY)
		bench_fail_memory(run);
	if (status != PDB_OK)
		return;
	if (bench_begin(run, describe(o, &set, image.n_entries), columns)) {
		add_rows(run->table, &set, &image);
		bench_print(run, true);
	}
	pdb_image_free(&image);
}
