/* bench solve --record and --shard: a line for each cube and contestant. */
#include "cli/bench/solve.h"

#include "cli/cli.h"
#include "cli/shard_log.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void bench_solve_describe(const struct bench_options *o, const struct bench_cubes *cubes, int n_files, char **files,
                          json_t **parameters, json_t **about)
{
	json_t *const lists = json_array(), *const threads = json_array(), *const names = json_array();
	char checksum[20];
	snprintf(checksum, sizeof checksum, "%016" PRIx64, XXH3_64bits(cubes->cube, cubes->n * sizeof *cubes->cube));
	*about = bench_about(o);
	for (unsigned i = 0; i < o->n_specs; i++) {
		json_array_append_new(names, json_string(o->specs[i]->name));
		if (!o->builds_in_memory)
			bench_describe_tables(o, o->specs[i], *about);
	}
	for (int i = 0; i < n_files; i++) {
		const char *const slash = strrchr(files[i], '/');
		json_array_append_new(lists, json_string(slash != NULL ? slash + 1 : files[i]));
	}
	for (unsigned i = 0; i < o->n_thread_counts; i++)
		json_array_append_new(threads, json_integer((json_int_t)o->thread_counts[i]));
	*parameters = json_pack("{s:s, s:s, s:o, s:i, s:s, s:o, s:o, s:b}", "bench", "solve", "metric", metric_name[o->metric], "lists",
	                        lists, "instances", (int)cubes->n, "cubes", checksum, "heuristics", names, "threads", threads,
	                        "built_in_memory", (int)o->builds_in_memory);
	if (*parameters != NULL && o->time_limit_s > 0)
		json_object_set_new(*parameters, "time_limit", json_real(o->time_limit_s));
}

/* ---- reading ---- */

static bool is_of(json_t *line, const char *heuristic, const struct contestant *c)
{
	const char *const name = json_string_value(json_object_get(line, "heuristic"));
	const char *const kernel = json_string_value(json_object_get(line, "kernel"));
	return name != NULL && kernel != NULL && strcmp(name, heuristic) == 0 && strcmp(kernel, c->kernel->name) == 0
	       && bench_count_in(line, "threads") == pool_threads(c->pool);
}

static struct outcome outcome_of(json_t *line)
{
	return (struct outcome){
		.is_known = true, .is_solved = json_is_true(json_object_get(line, "solved")), .length = (unsigned)bench_count_in(line, "length"),
		.n_generated = bench_count_in(line, "generated"), .n_expanded = bench_count_in(line, "expanded"), .n_lookups = bench_count_in(line, "lookups"),
		.seconds = json_number_value(json_object_get(line, "seconds")),
		.processor_s = json_number_value(json_object_get(line, "processor_seconds")),
	};
}

void bench_solve_take_record(json_t *lines, const char *heuristic, struct contestant *contestants, unsigned n, unsigned n_cubes)
{
	for (struct contestant *c = contestants; c < contestants + n; c++) {
		size_t i;
		json_t *line;
		double sum = 0;
		unsigned n_limits = 0;
		json_array_foreach(lines, i, line) {
			const uint64_t cube = bench_count_in(line, "cube");
			json_t *const limit = json_object_get(line, "reads_per_second");
			if (cube < 1 || cube > n_cubes || !is_of(line, heuristic, c))
				continue;
			c->outcomes[cube - 1] = outcome_of(line);
			n_limits += json_is_number(limit);
			sum += json_number_value(limit);
		}
		c->limit_before = c->limit_after = n_limits > 0 ? sum / n_limits : NAN;
	}
}

/* ---- writing ---- */

static json_t *line_of(const char *heuristic, const struct contestant *c, unsigned cube)
{
	const struct outcome *const o = &c->outcomes[cube];
	json_t *const line = json_pack("{s:s, s:s, s:i, s:i, s:b, s:i, s:I, s:I, s:I, s:f, s:f}", "heuristic", heuristic, "kernel",
	                               c->kernel->name, "threads", (int)pool_threads(c->pool), "cube", (int)cube + 1, "solved",
	                               (int)o->is_solved, "length", (int)o->length, "generated", (json_int_t)o->n_generated, "expanded",
	                               (json_int_t)o->n_expanded, "lookups", (json_int_t)o->n_lookups, "seconds", o->seconds,
	                               "processor_seconds", o->processor_s);
	if (line != NULL && !isnan(c->limit_before))
		json_object_set_new(line, "reads_per_second", json_real(c->limit_before));
	return line;
}

static int keep_in_shard(struct shard_log *log, uint64_t item, const char *heuristic, unsigned cube, const struct contestant *contestants,
                         unsigned n)
{
	char *text = NULL;
	size_t size;
	FILE *const file = open_memstream(&text, &size);
	bool is_written = file != NULL;
	for (unsigned i = 0; i < n && is_written; i++) {
		json_t *const line = line_of(heuristic, &contestants[i], cube);
		is_written = line != NULL && json_dumpf(line, file, JSON_COMPACT) == 0 && fputc('\n', file) != EOF;
		json_decref(line);
	}
	is_written = (file != NULL && fclose(file) == 0) && text != NULL && is_written;
	const int status = is_written ? shard_log_add_text(log, item, 0, text) : bench_fail_memory();
	free(text);
	return status;
}

int bench_solve_keep(struct bench_run *run, unsigned spec, unsigned cube, unsigned n_cubes, const struct contestant *contestants,
                     unsigned n)
{
	const char *const heuristic = run->options->specs[spec]->name;
	int status = EXIT_SOLVED;
	if (run->shard != NULL)
		return keep_in_shard(run->shard, (uint64_t)spec * n_cubes + cube, heuristic, cube, contestants, n);
	for (unsigned i = 0; i < n && status == EXIT_SOLVED && run->options->record_path != NULL; i++)
		status = bench_append(run->options, &run->log, line_of(heuristic, &contestants[i], cube));
	return status;
}

bool bench_solve_wants(const struct bench_run *run, unsigned spec, unsigned cube, unsigned n_cubes,
                       const struct contestant *contestants, unsigned n)
{
	if (run->shard != NULL)
		return shard_log_wants(run->shard, (uint64_t)spec * n_cubes + cube);
	for (unsigned i = 0; i < n; i++)
		if (!contestants[i].outcomes[cube].is_known)
			return true;
	return false;
}
