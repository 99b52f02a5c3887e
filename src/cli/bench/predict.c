/* superflip bench predict: predicted and measured nodes. */
#include "cli/bench/bench.h"

#include "cli/cli.h"
#include "heuristic/predict.h"
#include "pdb/family.h"

enum { MOST_INSTANCES = 1000 };

static const char *const columns[] = {
	"heuristic", "depth", "theoretical", "problems", "experimental", "experimental_error", "error_percent", "seconds", "basis", NULL,
};

/* A heuristic with what is known of it: its tables need not be installed for the theory. */
struct subject {
	const struct heuristic_spec *spec;
	struct heuristic *heuristic;         /* NULL: not installed */
	struct distribution distribution;
};

static uint64_t instances_at(const struct bench_options *o, unsigned depth)
{
	if (o->n_instances != 0)
		return o->n_instances;
	return depth <= 12 ? MOST_INSTANCES : depth <= 16 ? 100 : 25;
}

/* The distribution from the tables that are open, or from what is known of tables that are not. */
static bool find_distribution(struct subject *s, enum metric metric)
{
	struct pdb_histogram histograms[HEURISTIC_MAX_TABLES];
	bool has_all = true;
	for (unsigned i = 0; i < s->spec->n_tables; i++) {
		if (s->heuristic != NULL)
			histograms[i] = s->heuristic->table[i].histogram;
		else
			has_all &= pdb_known_histogram(pdb_key_in(s->spec->table[i], metric), &histograms[i]);
	}
	return has_all && distribution_of_spec(s->spec, metric, histograms, &s->distribution);
}

/* Open what is installed. */
static void open_if_installed(struct bench_run *run, struct subject *s)
{
	struct heuristic *const h = &run->heuristics[run->n_open];
	const enum pdb_status there = heuristic_open(s->spec, run->options->metric, run->options->pdb_directory, h, NULL);
	if (there == PDB_OK)
		heuristic_close(h);
	if (there != PDB_MISSING)
		s->heuristic = bench_open(run, s->spec->name);
}

static void open_subject(struct bench_run *run, struct subject *s)
{
	open_if_installed(run, s);
	if (run->exit_status != EXIT_SOLVED || find_distribution(s, run->options->metric))
		return;
	run->exit_status = complain_and(EXIT_NOT_SOLVED, "%s: no exact distribution is known for '%s'%s", run->options->command,
	                                s->spec->name, s->heuristic != NULL
	                                ? "; the smallest values, which decide, are too rare to sample"
	                                : ", and its tables are not installed");
}

static void add_row(struct table *table, const struct subject *s, enum metric metric, unsigned depth, const struct bench_sums *sums)
{
	const double theory = predict_generated(metric, depth, &s->distribution);
	const double measured = sums->generated.n > 0 ? sums->generated.mean : NAN;
	TABLE_ROW(table, cell_text(s->spec->name), cell_count(depth),
	          theory < 1e18 ? cell_count((uint64_t)(theory + 0.5)) : cell_real(theory, 0), cell_count(sums->generated.n),
	          cell_real(measured, 0), cell_real(sample_standard_error(&sums->generated), 0),
	          cell_real(100 * fabs(measured - theory) / theory, 3), cell_real(sums->generated.n > 0 ? sums->seconds.mean : NAN, 6),
	          cell_text(s->spec->n_tables == 1 ? "exact" : "independent tables"));
}

static void run_subject(struct bench_run *run, const struct subject *s)
{
	const struct bench_options *const o = run->options;
	struct pool *pool = s->heuristic != NULL ? bench_create_pool(run, s->heuristic, o->n_threads) : NULL;
	for (unsigned depth = o->first_depth; depth <= o->last_depth && run->exit_status == EXIT_SOLVED; depth++) {
		struct bench_sums sums;
		bench_measure((struct bench_series){.run = run, .heuristic = s->spec->name, .pool = pool, .depth = depth,
		                                    .n = instances_at(o, depth)}, &sums);
		add_row(run->table, s, o->metric, depth, &sums);
	}
	if (pool != NULL)
		pool_destroy(pool);
}

static json_t *describe(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	json_t *const names = bench_describe_specs(run);
	return json_pack("{s:s, s:s, s:I, s:o, s:O}", "bench", "predict", "metric", metric_name[o->metric], "seed", (json_int_t)o->seed,
	                 "heuristics", names, "threads", json_object_get(run->about, "threads"));
}

static void run_predict(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	struct subject subjects[BENCH_MAX_HEURISTICS] = {0};
	for (unsigned i = 0; i < o->n_specs && run->exit_status == EXIT_SOLVED; i++) {
		subjects[i].spec = o->specs[i];
		open_subject(run, &subjects[i]);
	}
	if (run->exit_status != EXIT_SOLVED || interrupted_by() != 0 || !bench_begin(run, describe(run), columns))
		return;
	bench_draw(run, o->n_instances > MOST_INSTANCES ? o->n_instances : MOST_INSTANCES);
	for (unsigned i = 0; i < o->n_specs && run->exit_status == EXIT_SOLVED; i++) {
		bench_share_time(run, o->n_specs - i);
		run_subject(run, &subjects[i]);
	}
	bench_print(run, true);
}

const struct measurement bench_predict = {
	.name = "predict", .summary = "predicted and measured nodes (Korf, Reid & Edelkamp 2001, Table 3)", .user = BENCH_PREDICT,
	.run = run_predict, .heuristics = "korf", .defaults = {.seed = 1, .first_depth = 10, .last_depth = 17, .time_budget_s = 60},
	.usage = "\n\n"
	         "Table 3 of Korf, Reid & Edelkamp 2001: the nodes that one complete iteration generates, predicted from the\n"
	         "distribution of the heuristic's values alone, and measured on random states as far as --time-budget (60 s) allows.\n"
	         "Without --instances it takes as many as their table: 1000 up to depth 12, then 100, and 25 from depth 17 on.\n"
	         "The distribution is that of a table's entries; several tables count as independent.  For other heuristics there is no\n"
	         "prediction: the smallest values, which decide, are too rare for a sample.",
};
