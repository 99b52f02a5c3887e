/* A run of superflip bench: what it measures with, its record and its table. */
#include "cli/bench/bench.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/processor.h"
#include "cli/build_info.h"  /* made by the Makefile: BUILD_COMMIT, BUILD_COMPILER, BUILD_FLAGS */
#include "cli/cli.h"
#include "cli/cubes.h"
#include "cli/output.h"
#include "cli/tables_engine.h"
#include "cube/random.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "report/progress.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_NAME_BYTES = COORDINATE_NAME_MAX + 8 };

static void end_table(struct bench_run *run)
{
	table_free(run->table);
	run_log_close(&run->log);
	json_decref(run->parameters);
	run->table = NULL;
	run->parameters = NULL;
}

struct bench_run bench_start(struct bench_options *options, int n_arguments, char **arguments)
{
	json_t *const about = run_about(bench_n_threads(options));
	json_object_set_new(about, "commit", json_string(BUILD_COMMIT));
	json_object_set_new(about, "compiler", json_string(BUILD_COMPILER));
	json_object_set_new(about, "flags", json_string(BUILD_FLAGS));
	return (struct bench_run){
		.options = options, .n_arguments = n_arguments, .arguments = arguments, .about = about,
		.log.fd = -1, .start_s = clock_monotonic_s(),
		.shows_progress = status_line_is_wanted(options->is_quiet),
	};
}

int bench_end(struct bench_run *run)
{
	bench_hide_progress(run);
	end_table(run);
	while (run->n_open > 0)
		bench_close_last(run);
	free(run->cubes.cube);
	json_decref(run->about);
	return interrupted_by() != 0 ? 128 + interrupted_by() : run->exit_status;
}

/* ---- failures ---- */

void bench_fail_memory(struct bench_run *run)
{
	run->exit_status = complain_of_memory();
}

void bench_fail_search(struct bench_run *run, enum search_outcome outcome)
{
	if (outcome == SEARCH_NO_MEMORY)
		bench_fail_memory(run);
	if (outcome != SEARCH_BAD_TABLE)
		return;
	run->exit_status = complain_and(EXIT_TABLE, "a table was written to while it was measured; "
	                                "run `superflip pdb verify`, then try again");
}

/* ---- heuristics ---- */

struct heuristic *bench_open(struct bench_run *run, const char *name)
{
	const struct bench_options *const o = run->options;
	struct tables_options where = {0};
	where.heuristic = o->goal == NULL ? name : NULL;
	where.metric = (superflip_metric)o->metric;
	where.n_threads = o->n_threads;
	where.directory = o->pdb_directory;
	where.preloads = o->preloads;
	struct heuristic *const h = &run->heuristics[run->n_open];
	run->exit_status = o->goal != NULL ? tables_open_goal(&where, o->goal, o->is_quiet, &o->cover.spec, h)
	                                   : tables_open_heuristic(&where, o->is_quiet, h);
	return run->exit_status == EXIT_SOLVED ? &run->heuristics[run->n_open++] : NULL;
}

void bench_build(struct bench_run *run, const struct heuristic_spec *spec, enum metric metric, struct heuristic *out,
                 struct pdb_image images[HEURISTIC_MAX_TABLES])
{
	*out = (struct heuristic){.spec = spec, .metric = metric};
	for (unsigned i = 0; i < spec->n_tables; i++) {
		struct progress_bar bar = progress_bar_start(spec->name, run->options->is_quiet, interrupted_by, status_is_wanted);
		const struct pdb_progress progress = progress_bar_callback(&bar);
		const struct pdb_key key = heuristic_table_key(spec, i, metric);
		const enum pdb_status status = pdb_build(key, processors_usable(), &progress, &images[i]);
		progress_bar_finish(&bar);
		if (status == PDB_NO_MEMORY)
			bench_fail_memory(run);
		else if (status != PDB_OK)
			run->exit_status = 128 + interrupted_by();
		if (status != PDB_OK)
			return;
		out->table[i] = pdb_of_image(&images[i]);
	}
}

void bench_close_last(struct bench_run *run)
{
	heuristic_close(&run->heuristics[--run->n_open]);
}

void bench_open_all(struct bench_run *run)
{
	for (unsigned i = 0; i < run->options->n_specs && run->exit_status == EXIT_SOLVED; i++)
		bench_open(run, run->options->specs[i]->name);
}

struct pool *bench_create_pool(struct bench_run *run, const struct heuristic *h, unsigned n_threads)
{
	struct pool *const pool = pool_create(h, n_threads);
	if (pool == NULL)
		bench_fail_memory(run);
	return pool;
}

/* ---- cubes ---- */

static bool add_cube(struct bench_cubes *cubes, const struct cube *cube)
{
	return array_append(&cubes->cube, &cubes->n, &cubes->capacity, cube, sizeof *cube);
}

void bench_draw(struct bench_run *run, uint64_t n)
{
	struct random_source source;
	random_from_seed(&source, run->options->seed);
	for (uint64_t i = 0; i < n; i++) {
		const struct cube cube = random_cube(&source);
		if (!add_cube(&run->cubes, &cube)) {
			bench_fail_memory(run);
			return;
		}
	}
}

static int take_entry(void *context, const char *name, const struct list_entry *entry)
{
	struct bench_run *const run = context;
	struct scramble position;
	const int status = entry_read_scramble(name, entry, SUPERFLIP_3X3, 0, &position);
	if (status != EXIT_SOLVED)
		return status;
	maneuver_free(&position.moves);
	if (add_cube(&run->cubes, &position.cube))
		return EXIT_SOLVED;
	bench_fail_memory(run);
	return run->exit_status;
}

void bench_read_lists(struct bench_run *run)
{
	struct bench_cubes *const cubes = &run->cubes;
	const uint64_t most = run->options->n_instances;
	for (int i = 0; i < run->n_arguments && run->exit_status == EXIT_SOLVED; i++) {
		const size_t n_before = cubes->n;
		run->exit_status = entries_of_file(&(struct entry_reader){.take = take_entry, .context = run}, run->arguments[i]);
		if (most != 0 && cubes->n - n_before > most)
			cubes->n = n_before + most;
	}
}

static uint64_t checksum_of(const struct bench_cubes *cubes)
{
	return pdb_checksum(cubes->cube, cubes->n * sizeof *cubes->cube);
}

json_t *bench_cubes_checksum(const struct bench_run *run)
{
	return json_sprintf("%016" PRIx64, checksum_of(&run->cubes));
}

/* ---- what is recorded of a run ---- */

unsigned bench_n_threads(const struct bench_options *o)
{
	return o->n_threads != 0 ? o->n_threads : processors_usable();
}

/* Of each table that is installed, once.  The header's checksum covers those of all entries. */
static void describe_tables(const struct bench_options *o, const struct heuristic_spec *spec, json_t *tables)
{
	for (unsigned i = 0; i < spec->n_tables; i++) {
		const struct pdb_key key = {.coordinate = spec->table[i], .metric = o->metric};
		char path[PATH_MAX], coordinate[COORDINATE_NAME_MAX], name[TABLE_NAME_BYTES];
		struct pdb_header header;
		size_t k;
		json_t *table;
		bool is_listed = false;
		coordinate_name(key.coordinate, coordinate);
		snprintf(name, sizeof name, "%s-%s", coordinate, metric_name[key.metric]);  /* as its file's begins */
		json_array_foreach(tables, k, table)
			is_listed |= bench_text_is(table, "name", name);
		if (!is_listed && pdb_find(o->pdb_directory, key, path) == PDB_OK && pdb_describe(path, &header) == PDB_OK)
			json_array_append_new(tables, json_pack("{s:s, s:I, s:o}", "name", name, "bytes",
			                                        (json_int_t)pdb_header_file_bytes(&header), "checksum",
			                                        json_sprintf("%016" PRIx64, header.header_checksum)));
	}
}

json_t *bench_describe_specs(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	json_t *const names = json_array(), *const tables = json_array();
	for (unsigned i = 0; i < o->n_specs; i++) {
		json_array_append_new(names, json_string(o->specs[i]->name));
		if (!o->builds_in_memory)
			describe_tables(o, o->specs[i], tables);
	}
	if (o->builds_in_memory)
		json_decref(tables);
	else
		json_object_set_new(run->about, "tables", tables);
	return names;
}

/* ---- the record and the table ---- */

static int open_log(struct bench_run *run)
{
	char detail[RECORD_LOG_DETAIL_MAX];
	const char *const path = run->options->record_path;
	switch (run_log_open(path, run->parameters, run->about, &run->log, detail)) {
	case RECORD_LOG_OK:
		return EXIT_SOLVED;
	case RECORD_LOG_NO_MEMORY:
		return complain_of_memory();
	case RECORD_LOG_BUSY:
		return complain_and(EXIT_TABLE, "%s: another run is writing this record; wait for it, or name another file", path);
	case RECORD_LOG_DIFFERENT:
		return complain_and(EXIT_INPUT, "%s: a record of another run: %s; give the same options, or name another file",
		                    path, detail);
	case RECORD_LOG_FOREIGN:
		return complain_and(EXIT_INPUT, "%s: %s; it is left unchanged; name another file", path, detail);
	default:
		return complain_of_errno(path);
	}
}

void bench_append(struct bench_run *run, json_t *line)
{
	const enum record_log_status status = run_log_append(&run->log, line);
	if (status == RECORD_LOG_NO_MEMORY)
		bench_fail_memory(run);
	else if (status != RECORD_LOG_OK)
		run->exit_status = complain_of_errno(run->options->record_path);
}

bool bench_begin(struct bench_run *run, json_t *parameters, const char *const *columns)
{
	const char *key;
	json_t *value;
	run->parameters = parameters;
	if (run->exit_status != EXIT_SOLVED)
		return false;
	if (parameters == NULL || run->about == NULL || (run->table = table_create(columns)) == NULL) {
		bench_fail_memory(run);
		return false;
	}
	table_add_fact(run->table, "schema", RUN_LOG_SCHEMA);
	json_object_foreach(parameters, key, value)
		table_add_fact_value(run->table, key, json_incref(value), NULL);
	json_object_foreach(run->about, key, value)
		if (json_object_get(parameters, key) == NULL)
			table_add_fact_value(run->table, key, json_incref(value), NULL);
	run->start_s = clock_monotonic_s();
	if (run->options->shard.n == 0)
		run->exit_status = open_log(run);
	return run->exit_status == EXIT_SOLVED;
}

void bench_print(struct bench_run *run, bool prints_rest)
{
	const bool is_whole = run->exit_status == EXIT_SOLVED && interrupted_by() == 0;
	bench_hide_progress(run);
	if (run->options->shard.n == 0 && (prints_rest || is_whole)) {
		if (!table_write(run->table, run->options->format, stdout) && run->exit_status == EXIT_SOLVED)
			bench_fail_memory(run);
		run->table = NULL;
	}
	end_table(run);
}

void bench_measure_items(struct bench_run *run, const char *work, uint64_t n_items, void (*measure)(struct bench_run *run))
{
	const struct bench_options *const o = run->options;
	if (o->shard.n == 0) {
		measure(run);
		return;
	}
	/* What is the same for all shards of a run, and heads the record that they are joined to. */
	struct shard_about about = {
		.shard = o->shard,
		.n_items = n_items,
		.source = checksum_of(&run->cubes),
		.head = run_log_head(run->parameters, run->about),
	};
	char *const parameters = json_dumps(run->parameters, JSON_COMPACT);
	if (parameters == NULL
	    || asprintf(&about.options, "parameters=%s\ndepths=%u..%u\ninstances=%llu\n", parameters,
	                o->first_depth, o->last_depth, (unsigned long long)o->n_instances)
	               < 0)
		about.options = NULL;
	free(parameters);
	struct output out;
	run->exit_status = output_open_shard(&about, work, RECORD_TEXT, strdup(RESULTS_USUAL),
	                                     o->output_directory, false, &out);
	if (run->exit_status != EXIT_SOLVED)
		return;
	run->shard = &out;
	if (!out.is_complete)
		measure(run);
	run->shard = NULL;
	run->exit_status = output_close_shard(&out, o->is_quiet, run->exit_status);
}

/* ---- time and progress ---- */

void bench_share_time(struct bench_run *run, unsigned n_left)
{
	const double now_s = clock_monotonic_s(), end_s = run->start_s + run->options->time_budget_s;
	run->deadline_s = run->options->time_budget_s > 0 ? now_s + (end_s - now_s) / n_left : 0;
}

bool bench_may_go_on(const struct bench_run *run)
{
	if (status_is_wanted())
		complain("%s: measuring for %.0f s, %zu pieces recorded", run->options->command, clock_monotonic_s() - run->start_s,
		         json_array_size(run->log.lines));
	return run->exit_status == EXIT_SOLVED && interrupted_by() == 0 && (run->deadline_s == 0 || clock_monotonic_s() < run->deadline_s);
}

void bench_show(struct bench_run *run, const char *format, ...)
{
	const double now_s = clock_monotonic_s();
	if (!run->shows_progress || now_s - run->shown_s < 0.2)
		return;
	char text[200];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	status_line_show(stderr, text);
	run->shown_s = now_s;
	run->is_progress_shown = true;
}

void bench_hide_progress(struct bench_run *run)
{
	if (run->is_progress_shown)
		status_line_clear(stderr);
	run->is_progress_shown = false;
}
