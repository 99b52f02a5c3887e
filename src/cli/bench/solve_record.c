/* bench solve: its record and shards, a line for each cube and contestant, and its table. */
#include "cli/bench/solve.h"

#include "cli/cli.h"
#include "cli/shard_log.h"

#include <math.h>
#include <stdlib.h>

json_t *bench_solve_describe(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	json_t *const lists = json_array(), *const threads = json_array(), *const names = bench_describe_specs(run);
	for (int i = 0; i < run->n_arguments; i++) {
		const char *const slash = strrchr(run->arguments[i], '/');
		json_array_append_new(lists, json_string(slash != NULL ? slash + 1 : run->arguments[i]));
	}
	for (unsigned i = 0; i < o->n_thread_counts; i++)
		json_array_append_new(threads, json_integer((json_int_t)o->thread_counts[i]));
	json_t *const parameters = json_pack("{s:s, s:s, s:o, s:i, s:o, s:o, s:o, s:b}", "bench", "solve", "metric", metric_name[o->metric],
	                                     "lists", lists, "instances", (int)run->cubes.n, "cubes",
	                                     bench_checksum_text(bench_cubes_checksum(run)), "heuristics", names, "threads", threads,
	                                     "built_in_memory", (int)o->builds_in_memory);
	if (parameters != NULL && o->time_limit_s > 0)
		json_object_set_new(parameters, "time_limit", json_real(o->time_limit_s));
	return parameters;
}

/* ---- reading ---- */

static bool is_of(json_t *line, const char *heuristic, const struct contestant *c)
{
	return bench_text_is(line, "heuristic", heuristic) && bench_text_is(line, "kernel", c->kernel->name)
	       && bench_count_in(line, "threads") == pool_threads(c->pool);
}

static struct outcome outcome_of(json_t *line)
{
	return (struct outcome){
		.is_known = true, .is_solved = json_is_true(json_object_get(line, "solved")),
		.length = (unsigned)bench_count_in(line, "length"),
		.n_generated = bench_count_in(line, "generated"), .n_expanded = bench_count_in(line, "expanded"),
		.n_lookups = bench_count_in(line, "lookups"), .seconds = bench_real_in(line, "seconds"),
		.processor_s = bench_real_in(line, "processor_seconds"),
	};
}

void bench_solve_take_record(struct contest *contest)
{
	for (struct contestant *c = contest->contestants; c < contest->contestants + contest->n; c++) {
		size_t i;
		json_t *line;
		json_array_foreach(contest->run->log.lines, i, line) {
			const uint64_t cube = bench_count_in(line, "cube");
			if (cube >= 1 && cube <= contest->run->cubes.n && is_of(line, contest->name, c))
				c->outcomes[cube - 1] = outcome_of(line);
		}
	}
}

/* ---- writing ---- */

static json_t *line_of(const char *heuristic, const struct contestant *c, size_t cube)
{
	const struct outcome *const o = &c->outcomes[cube];
	return json_pack("{s:s, s:s, s:i, s:i, s:b, s:i, s:I, s:I, s:I, s:f, s:f}", "heuristic", heuristic, "kernel",
	                               c->kernel->name, "threads", (int)pool_threads(c->pool), "cube", (int)cube + 1, "solved",
	                               (int)o->is_solved, "length", (int)o->length, "generated", (json_int_t)o->n_generated, "expanded",
	                               (json_int_t)o->n_expanded, "lookups", (json_int_t)o->n_lookups, "seconds", o->seconds,
	                               "processor_seconds", o->processor_s);
}

static uint64_t item_of(const struct contest *c, size_t cube)
{
	return c->spec * c->run->cubes.n + cube;
}

static void keep_in_shard(const struct contest *c, size_t cube)
{
	char *text = NULL;
	size_t size;
	FILE *const file = open_memstream(&text, &size);
	bool is_written = file != NULL;
	for (unsigned i = 0; i < c->n && is_written; i++) {
		json_t *const line = line_of(c->name, &c->contestants[i], cube);
		is_written = line != NULL && json_dumpf(line, file, JSON_COMPACT) == 0 && fputc('\n', file) != EOF;
		json_decref(line);
	}
	is_written = (file != NULL && fclose(file) == 0) && text != NULL && is_written;
	if (is_written)
		c->run->exit_status = shard_log_add_text(c->run->shard, item_of(c, cube), 0, text);
	else
		bench_fail_memory(c->run);
	free(text);
}

void bench_solve_keep(const struct contest *c, size_t cube)
{
	if (c->run->shard != NULL) {
		keep_in_shard(c, cube);
		return;
	}
	for (unsigned i = 0; i < c->n && c->run->exit_status == EXIT_SOLVED && c->run->options->record_path != NULL; i++)
		bench_append(c->run, line_of(c->name, &c->contestants[i], cube));
}

bool bench_solve_wants(const struct contest *c, size_t cube)
{
	if (c->run->shard != NULL)
		return shard_log_wants(c->run->shard, item_of(c, cube));
	for (unsigned i = 0; i < c->n; i++)
		if (!c->contestants[i].outcomes[cube].is_known)
			return true;
	return false;
}

/* ---- the table ---- */

static const char *const columns[] = {
	"heuristic", "threads", "length", "states", "seconds", "seconds_error", "median_seconds", "generated", "generated_error",
	"expanded",
	"lookups", "lookups_error", "nanoseconds", "processor_nanoseconds", "kernel", NULL,
};

/* With --each. */
static const char *const instance_columns[] = {
	"heuristic", "threads", "instance", "length", "seconds", "processor_seconds", "generated", "expanded", "lookups", "kernel", NULL,
};

const char *const *bench_solve_columns(bool tells_each)
{
	return tells_each ? instance_columns : columns;
}

/* Seconds of accesses are of all cubes, so that long searches count as they should. */
static void write_group(struct table *table, const char *heuristic, const struct contestant *c, unsigned length,
                        const struct bench_sums *g, double processor_s, double median_s)
{
	const unsigned n_threads = pool_threads(c->pool);
	const double n = (double)g->seconds.n, n_lookups = g->lookups.mean * n, seconds = g->seconds.mean * n;
	TABLE_ROW(table, cell_text(heuristic), cell_count(n_threads), cell_count(length), cell_count(g->seconds.n),
	          cell_real(g->seconds.mean, 6), cell_real(sample_standard_error(&g->seconds), 6), cell_real(median_s, 6),
	          cell_real(g->generated.mean, 1), cell_real(sample_standard_error(&g->generated), 1), cell_real(g->expanded.mean, 1),
	          cell_real(g->lookups.mean, 1), cell_real(sample_standard_error(&g->lookups), 1),
	          cell_real(n_lookups > 0 ? seconds * n_threads / n_lookups * 1e9 : NAN, 2),
	          cell_real(n_lookups > 0 ? processor_s / n_lookups * 1e9 : NAN, 2), cell_text(c->kernel->name));
}

/* The cubes of one length. */
static void add_row(const struct contest *contest, const struct contestant *c, unsigned length, double *seconds)
{
	struct bench_sums g = {0};
	double processor_s = 0;
	unsigned n = 0;
	for (const struct outcome *o = c->outcomes; o < c->outcomes + contest->run->cubes.n; o++) {
		if (!o->is_solved || o->length != length)
			continue;
		seconds[n++] = o->seconds;
		processor_s += o->processor_s;
		bench_add(&g, o->n_generated, o->n_expanded, o->n_lookups, o->seconds);
	}
	if (n == 0)
		return;
	write_group(contest->run->table, contest->name, c, length, &g, processor_s, bench_median(seconds, n));
}

static void add_instances(const struct contest *contest, const struct contestant *c)
{
	for (size_t i = 0; i < contest->run->cubes.n; i++) {
		const struct outcome *const o = &c->outcomes[i];
		if (o->is_solved)
			TABLE_ROW(contest->run->table, cell_text(contest->name), cell_count(pool_threads(c->pool)), cell_count(i + 1),
			          cell_count(o->length), cell_real(o->seconds, 6), cell_real(o->processor_s, 6), cell_count(o->n_generated),
			          cell_count(o->n_expanded), cell_count(o->n_lookups), cell_text(c->kernel->name));
	}
}

void bench_solve_add_rows(const struct contest *contest, double *seconds)
{
	const bool tells_each = contest->run->options->tells_each;
	for (const struct contestant *c = contest->contestants; c < contest->contestants + contest->n; c++) {
		if (tells_each)
			add_instances(contest, c);
		for (unsigned length = 0; length <= SEARCH_MAX_LENGTH && !tells_each; length++)
			add_row(contest, c, length, seconds);
	}
}
