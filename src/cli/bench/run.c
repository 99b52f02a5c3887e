#include "cli/bench/bench.h"
#include "base/clock.h"
#include "base/processor.h"
#include "cli/cli.h"
#include "cli/shard_log.h"
#include "cli/tables_engine.h"
#include "cube/random.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "report/status_line.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bench_fail_memory(void)
{
	complain("not enough memory");
	return EXIT_MEMORY;
}

int bench_fail_search(enum search_outcome outcome)
{
	if (outcome == SEARCH_NO_MEMORY)
		return bench_fail_memory();
	complain("a table was written to while it was measured; run `superflip pdb verify`, then try again");
	return EXIT_TABLE;
}

int bench_open(const struct bench_options *options, const struct heuristic_spec *spec, struct heuristic *out)
{
	const struct solve_options o = {
		.heuristic_name = spec->name, .metric = (superflip_metric)options->metric, .n_threads = options->n_threads,
		.pdb_directory = options->pdb_directory, .is_quiet = options->is_quiet,
		.preloads = options->preloads,
	};
	return tables_open(&o, out);
}

bool bench_draw_instances(uint64_t seed, uint64_t n, struct bench_instances *out)
{
	*out = (struct bench_instances){.cubes = calloc(n, sizeof *out->cubes), .n = n};
	if (out->cubes == NULL)
		return false;
	struct random_source source;
	random_from_seed(&source, seed);
	for (uint64_t i = 0; i < n; i++)
		out->cubes[i] = random_cube(&source);
	return true;
}

/* ---- what is recorded of a run ---- */
static bool has_table(json_t *tables, const char *name)
{
	size_t i;
	json_t *table;
	json_array_foreach(tables, i, table)
		if (strcmp(json_string_value(json_object_get(table, "name")), name) == 0)
			return true;
	return false;
}

void bench_describe_tables(const struct bench_options *options, const struct heuristic_spec *spec, json_t *about)
{
	if (json_object_get(about, "tables") == NULL)
		json_object_set_new(about, "tables", json_array());
	json_t *const tables = json_object_get(about, "tables");
	for (unsigned i = 0; i < spec->n_tables; i++) {
		const struct pdb_key key = {.coordinate = spec->table[i], .metric = options->metric};
		char path[PATH_MAX], coordinate[COORDINATE_NAME_MAX], name[COORDINATE_NAME_MAX + 8], checksum[20];
		struct pdb_header header;
		coordinate_name(key.coordinate, coordinate);
		snprintf(name, sizeof name, "%s-%s", coordinate, metric_name[options->metric]);
		if (has_table(tables, name))
			continue;
		/* The header's checksum covers those of all entries. */
		if (pdb_find(options->pdb_directory, key, path) != PDB_OK || pdb_describe(path, &header) != PDB_OK)
			continue;
		snprintf(checksum, sizeof checksum, "%016" PRIx64, header.header_checksum);
		json_array_append_new(tables, json_pack("{s:s, s:I, s:s}", "name", name, "bytes",
		                                        (json_int_t)pdb_header_file_bytes(&header), "checksum", checksum));
	}
}

json_t *bench_about(const struct bench_options *options)
{
	json_t *const about = run_about(options->n_threads != 0 ? options->n_threads : processors_usable());
	bench_describe_program(about);
	return about;
}

static int open_log(const struct bench_options *options, json_t *parameters, json_t *about, struct run_log *out)
{
	char detail[RECORD_LOG_DETAIL_MAX];
	const char *const path = options->record_path;
	switch (run_log_open(path, parameters, about, out, detail)) {
	case RECORD_LOG_OK:
		return EXIT_SOLVED;
	case RECORD_LOG_NO_MEMORY:
		return bench_fail_memory();
	case RECORD_LOG_BUSY:
		complain("%s: another run is writing this record; wait for it, or name another file", path);
		return EXIT_TABLE;
	case RECORD_LOG_DIFFERENT:
		complain("%s: a record of another run: %s; give the same options, or name another file", path, detail);
		return EXIT_INPUT;
	case RECORD_LOG_FOREIGN:
		complain("%s: %s; it is left unchanged; name another file", path, detail);
		return EXIT_INPUT;
	default:
		break;
	}
	return complain_of_errno(path);
}

int bench_append(const struct bench_options *options, struct run_log *log, json_t *line)
{
	const enum record_log_status status = run_log_append(log, line);
	if (status == RECORD_LOG_NO_MEMORY)
		return bench_fail_memory();
	if (status != RECORD_LOG_OK)
		return complain_of_errno(options->record_path);
	return EXIT_SOLVED;
}

/* ---- tables of results ---- */

/* Each member but those that `told` has. */
static void add_facts(struct table *table, json_t *object, json_t *told)
{
	const char *key;
	json_t *value;
	json_object_foreach(object, key, value) {
		if (json_object_get(told, key) == NULL)
			table_add_fact_value(table, key, json_incref(value), NULL);
	}
}

static struct table *make_table(const char *const *columns, json_t *parameters, json_t *about)
{
	struct table *const table = table_create(columns);
	if (table != NULL) {
		if (json_object_get(about, "commit") == NULL)
			bench_describe_program(about);
		table_add_fact(table, "schema", RUN_LOG_SCHEMA);
		add_facts(table, parameters, NULL);
		add_facts(table, about, parameters);
	}
	return table;
}

/* ---- a run ---- */

int bench_begin(struct bench_run *run, const struct bench_options *o, json_t *parameters, json_t *about,
                const char *const *columns)
{
	*run = (struct bench_run){
		.options = o, .parameters = parameters, .about = about, .log.fd = -1, .start_s = clock_monotonic_s(),
		.shows_progress = status_line_is_wanted(o->is_quiet),
	};
	if (parameters != NULL && about != NULL)
		run->table = make_table(columns, parameters, about);
	if (run->table == NULL)
		run->exit_status = bench_fail_memory();
	else if (o->shard.n == 0)
		run->exit_status = open_log(o, parameters, about, &run->log);
	if (run->exit_status != EXIT_SOLVED) {
		table_free(run->table);
		run->table = NULL;
	}
	return run->exit_status;
}

int bench_end(struct bench_run *run, bool prints_rest)
{
	const bool is_whole = run->exit_status == EXIT_SOLVED && interrupted_by() == 0;
	const bool is_printed = run->table != NULL && run->options->shard.n == 0 && (prints_rest || is_whole);
	if (!is_printed)
		table_free(run->table);
	else if (!table_write(run->table, run->options->format, stdout) && run->exit_status == EXIT_SOLVED)
		run->exit_status = bench_fail_memory();
	run_log_close(&run->log);
	free(run->instances.cubes);
	json_decref(run->parameters);
	json_decref(run->about);
	return interrupted_by() != 0 ? 128 + interrupted_by() : run->exit_status;
}

/* What is the same for all shards of a run, and heads the record that they are joined to. */
static bool describe_shard(const struct bench_run *run, const char *work, struct shard_about *out)
{
	const struct bench_options *const o = run->options;
	char *const options = json_dumps(run->parameters, JSON_COMPACT);
	out->shard = o->shard;
	out->head = run_log_head(run->parameters, run->about);
	snprintf(out->work, sizeof out->work, "%s", work);
	const bool fits = options != NULL && out->head != NULL
	                  && (size_t)snprintf(out->options, sizeof out->options, "parameters=%s\ndepths=%u..%u\ninstances=%llu\n", options, o->first_depth,
	                                      o->last_depth, (unsigned long long)o->n_instances) < sizeof out->options;
	free(options);
	return fits;
}

int bench_shard(struct bench_run *run, const char *work, uint64_t n_items, uint64_t source,
                void (*measure)(struct bench_run *run, void *context), void *context)
{
	struct shard_log log = {.about = {.n_items = n_items, .source = source}};
	if (!describe_shard(run, work, &log.about)) {
		free(log.about.head);
		return bench_fail_memory();
	}
	const int status = shard_log_begin(&log, run->options->output_directory, false);
	if (status != EXIT_SOLVED)
		return status;
	run->shard = &log;
	if (!log.is_complete)
		measure(run, context);
	run->shard = NULL;
	return shard_log_end(&log, run->options->is_quiet, run->exit_status);
}
