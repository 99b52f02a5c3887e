/* superflip bench predict: predicted and measured nodes. */
#include "cli/bench/bench.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "heuristic/predict.h"
#include "pdb/pdb.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char usage[] =
	"\n\n"
	"Table 3 of Korf, Reid & Edelkamp 2001: the nodes that one complete iteration generates, predicted from the\n"
	"distribution of the heuristic's values alone, and measured on random states as far as --time-budget (60 s) allows.\n"
	"Without --instances it takes as many as their table: 1000 up to depth 12, then 100, and 25 from depth 17 on.\n"
	"The distribution is that of a table's entries; several tables count as independent.  For other heuristics there is no\n"
	"prediction: the smallest values, which decide, are too rare for a sample.";

enum { MOST_INSTANCES = 1000 };

static const char *const columns[] = {
	"heuristic", "depth", "theoretical", "problems", "experimental", "experimental_error", "error_percent", "seconds", "basis",
	NULL,
};

/* A heuristic with what is known of it: its tables need not be installed for the theory. */
struct subject {
	const struct heuristic_spec *spec;
	struct heuristic heuristic;
	bool is_open, has_distribution;
	struct distribution distribution;
	const char *basis;
};

static uint64_t instances_at(const struct bench_options *o, unsigned depth)
{
	if (o->n_instances != 0)
		return o->n_instances;
	return depth <= 12 ? MOST_INSTANCES : depth <= 16 ? 100 : 25;
}

/* The distribution from the tables that are open, or from what is known of tables that are not. */
static void find_distribution(struct subject *s, const struct bench_options *o)
{
	struct pdb_histogram histograms[HEURISTIC_MAX_TABLES];
	bool has_all = true;
	for (unsigned i = 0; i < s->spec->n_tables; i++) {
		if (s->is_open)
			histograms[i] = s->heuristic.table[i].histogram;
		else
			has_all &= pdb_known_histogram((struct pdb_key){s->spec->table[i], o->metric}, &histograms[i]);
	}
	s->has_distribution = has_all && distribution_of_spec(s->spec, o->metric, histograms, &s->distribution);
	s->basis = s->spec->n_tables == 1 ? "exact" : "independent tables";
}

static int open_subject(struct subject *s, const struct bench_options *o)
{
	const enum pdb_status there = heuristic_open(s->spec, o->metric, o->pdb_directory, &s->heuristic, NULL);
	if (there == PDB_OK)
		heuristic_close(&s->heuristic);
	const int status = there != PDB_MISSING ? bench_open(o, s->spec, &s->heuristic) : EXIT_SOLVED;
	if (status != EXIT_SOLVED)
		return status;
	s->is_open = there != PDB_MISSING;
	find_distribution(s, o);
	if (s->has_distribution)
		return EXIT_SOLVED;
	complain("%s: no exact distribution is known for '%s'%s", o->command, s->spec->name,
	         s->is_open ? "; the smallest values, which decide, are too rare to sample" : ", and its tables are not installed");
	return EXIT_NOT_SOLVED;
}

static void add_row(struct table *table, const struct subject *s, enum metric metric, unsigned depth,
                    const struct bench_depth_result *r)
{
	const double theory = predict_generated(metric, depth, &s->distribution);
	TABLE_ROW(table, cell_text(s->spec->name), cell_count(depth),
	          theory < 1e18 ? cell_count((uint64_t)(theory + 0.5)) : cell_real(theory, 0), cell_count(r->generated.n));
	const bool has_any = r->generated.n > 0;
	TABLE_ROW(table, cell_real(has_any ? r->generated.mean : NAN, 0), cell_real(sample_standard_error(&r->generated), 0),
	          cell_real(has_any ? 100 * fabs(r->generated.mean - theory) / theory : NAN, 3),
	          cell_real(has_any ? r->seconds.mean : NAN, 6), cell_text(s->basis));
}

static void run_subject(struct bench_run *run, const struct subject *s)
{
	const struct bench_options *const o = run->options;
	struct pool *pool = s->is_open ? pool_create(&s->heuristic, o->n_threads) : NULL;
	if (s->is_open && pool == NULL)
		run->exit_status = bench_fail_memory();
	for (unsigned depth = o->first_depth; depth <= o->last_depth && run->exit_status == EXIT_SOLVED; depth++) {
		struct bench_depth_result result;
		bench_measure(run, s->spec->name, pool, depth, instances_at(o, depth), 0, o->last_depth - depth, &result);
		add_row(run->table, s, o->metric, depth, &result);
	}
	if (pool != NULL)
		pool_destroy(pool);
}

static json_t *describe(const struct bench_options *o, json_t *about)
{
	json_t *const names = json_array();
	for (unsigned i = 0; i < o->n_specs; i++) {
		json_array_append_new(names, json_string(o->specs[i]->name));
		bench_describe_tables(o, o->specs[i], about);
	}
	return json_pack("{s:s, s:s, s:I, s:o, s:O}", "bench", "predict", "metric", metric_name[o->metric],
	                 "seed", (json_int_t)o->seed, "heuristics", names, "threads", json_object_get(about, "threads"));
}

static int run_all(const struct bench_options *o, const struct subject *subjects)
{
	struct bench_run run;
	json_t *const about = bench_about(o);
	const uint64_t n = o->n_instances > MOST_INSTANCES ? o->n_instances : MOST_INSTANCES;
	if (bench_begin(&run, o, describe(o, about), about, columns) == EXIT_SOLVED
	    && !bench_draw_instances(o->seed, n, &run.instances))
		run.exit_status = bench_fail_memory();
	for (unsigned i = 0; i < o->n_specs && run.exit_status == EXIT_SOLVED; i++) {
		bench_share_time(&run, o->n_specs - i);
		run_subject(&run, &subjects[i]);
	}
	return bench_end(&run, true);
}

int bench_predict(int argc, char **argv)
{
	struct bench_options o = {.seed = 1, .first_depth = 10, .last_depth = 17, .time_budget_s = 60};
	int status;
	if (bench_options_read(argc, argv, BENCH_PREDICT, usage, &o, &status) < 0)
		return status;
	if (o.n_specs == 0 && !bench_add_specs(&o, "korf"))
		return EXIT_USAGE;
	struct subject subjects[BENCH_MAX_HEURISTICS] = {0};
	for (unsigned i = 0; i < o.n_specs; i++)
		subjects[i].spec = o.specs[i];
	status = EXIT_SOLVED;
	for (unsigned i = 0; i < o.n_specs && status == EXIT_SOLVED; i++)
		status = open_subject(&subjects[i], &o);
	if (status == EXIT_SOLVED && interrupted_by() == 0)
		status = run_all(&o, subjects);
	for (unsigned i = 0; i < o.n_specs; i++)
		if (subjects[i].is_open)
			heuristic_close(&subjects[i].heuristic);
	return interrupted_by() != 0 ? 128 + interrupted_by() : status;
}
