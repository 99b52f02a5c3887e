/* superflip bench heuristic: the distribution of heuristic values. */
#include "cli/bench/bench.h"

#include "cli/cli.h"
#include "heuristic/predict.h"

#include <stdio.h>

enum { DEFAULT_SAMPLE = 1000000, MAX_TABLES_TOLD = 64 };

static const char *const columns[] = {"heuristic", "value", "entries", "share", "at_most", "sample", "sample_share", NULL};

/* One distribution; what is NULL is not known. */
struct values {
	const char *name;
	const struct distribution *exact;
	bool is_product;                     /* as if the tables were independent */
	const struct pdb_histogram *entries;
	const uint64_t *sampled;
	uint64_t n_sampled, size_bytes;
};

static void add_rows(struct table *table, const struct values *v)
{
	double sum = 0;
	unsigned max = v->exact != NULL ? v->exact->max : PDB_MAX_DEPTHS - 1;
	while (max > 0 && v->exact == NULL && v->sampled[max] == 0)
		max--;
	for (unsigned h = 0; h <= max; h++) {
		const double share = v->exact != NULL ? distribution_at(v->exact, h) : NAN;
		sum += share;
		TABLE_ROW(table, cell_text(v->name), cell_count(h), v->entries != NULL ? cell_count(v->entries->count[h]) : cell_none(),
		          cell_real(share, 9), cell_real(sum, 9), v->sampled != NULL ? cell_count(v->sampled[h]) : cell_none(),
		          cell_real(v->sampled != NULL ? (double)v->sampled[h] / (double)v->n_sampled : NAN, 9));
	}
}

static void add_mean(struct table *table, const struct values *v)
{
	char key[COORDINATE_NAME_MAX + 16], text[200];
	int length = 0;
	json_t *const value = json_object();
	if (v->exact != NULL) {
		const double mean = distribution_mean(v->exact);
		length = snprintf(text, sizeof text, "%.6f %s; ", mean,
		                  v->is_product ? "if the tables were independent" : "over all states");
		json_object_set_new(value, v->is_product ? "if_independent" : "of_all", json_real(mean));
	}
	if (v->sampled != NULL) {
		double sum = 0, squares = 0;
		for (unsigned h = 0; h < PDB_MAX_DEPTHS; h++) {
			sum += (double)v->sampled[h] * h;
			squares += (double)v->sampled[h] * h * h;
		}
		const double n = (double)v->n_sampled, mean = sum / n;
		const double error = sqrt((squares / n - mean * mean) / n);
		length += snprintf(text + length, sizeof text - (size_t)length, "%.5f +- %.5f over the sample; ", mean, error);
		json_object_set_new(value, "sample", json_real(mean));
		json_object_set_new(value, "sample_error", json_real(error));
	}
	snprintf(text + length, sizeof text - (size_t)length, "%llu bytes", (unsigned long long)v->size_bytes);
	json_object_set_new(value, "bytes", json_integer((json_int_t)v->size_bytes));
	snprintf(key, sizeof key, "mean_of_%s", v->name);
	table_add_fact_value(table, key, value, text);
}

static void tell(struct table *table, const struct values *v)
{
	add_rows(table, v);
	add_mean(table, v);
}

struct told { unsigned n; struct pdb_key key[MAX_TABLES_TOLD]; };

/* Remember that a table was reported; false if it was already. */
static bool is_news(struct told *told, struct pdb_key key)
{
	for (unsigned i = 0; i < told->n; i++)
		if (pdb_key_equal(told->key[i], key))
			return false;
	if (told->n < MAX_TABLES_TOLD)
		told->key[told->n++] = key;
	return true;
}

/* One of a heuristic's tables, by the name of its file: some heuristics have the name of their only table. */
static void tell_table(struct table *table, const struct pdb *pdb)
{
	char name[BENCH_TABLE_NAME_BYTES];
	bench_table_name(pdb->key, name);
	const struct distribution d = distribution_of_table(pdb->key, &pdb->histogram);
	tell(table, &(struct values){.name = name, .exact = &d, .entries = &pdb->histogram, .size_bytes = pdb->size_bytes});
}

static bool goes_on(void *context)
{
	(void)context;
	return interrupted_by() == 0;
}

static void tell_heuristic(struct table *table, const struct heuristic *h, const struct bench_options *o, struct told *told)
{
	struct pdb_histogram histograms[HEURISTIC_MAX_TABLES];
	struct distribution exact;
	struct values v = {.name = h->spec->name};
	uint64_t counts[2][PDB_MAX_DEPTHS] = {{0}}, sampled[PDB_MAX_DEPTHS];
	for (unsigned i = 0; i < h->spec->n_tables; i++) {
		histograms[i] = h->table[i].histogram;
		v.size_bytes += h->table[i].size_bytes;
		if (is_news(told, h->table[i].key) && h->spec->n_tables > 1)
			tell_table(table, &h->table[i]);
	}
	if (distribution_of_spec(h->spec, h->metric, histograms, &exact))
		v.exact = &exact;
	if (v.exact != NULL && h->spec->n_tables == 1)
		v.entries = &histograms[0];
	v.is_product = v.entries == NULL;
	v.n_sampled = heuristic_sample(h, o->seed, o->n_sample, goes_on, NULL, counts);
	for (unsigned i = 0; i < PDB_MAX_DEPTHS; i++)
		sampled[i] = counts[0][i] + counts[1][i];
	if (v.n_sampled > 0)
		v.sampled = sampled;
	if (v.exact != NULL || v.n_sampled > 0)
		tell(table, &v);
}

static void run_heuristic(struct bench_run *run)
{
	struct bench_options *const o = run->options;
	struct told told = {0};
	for (int i = 0; i < run->n_arguments; i++)
		if (!bench_add_specs(o, run->arguments[i])) {
			run->exit_status = EXIT_USAGE;
			return;
		}
	if (o->n_specs == 0) {
		run->exit_status = complain_and(EXIT_USAGE, "%s: a name is missing; `superflip bench heuristic --help` lists them",
		                                o->command);
		return;
	}
	bench_begin(run, json_pack("{s:s, s:s, s:I, s:I}", "bench", "heuristic", "metric", metric_name[o->metric], "seed",
	                           (json_int_t)o->seed, "sample", (json_int_t)o->n_sample), columns);
	for (unsigned i = 0; i < o->n_specs && bench_may_go_on(run); i++) {
		const struct heuristic *const h = bench_open(run, o->specs[i]->name);
		if (h == NULL)
			break;
		tell_heuristic(run->table, h, o, &told);
		bench_close_last(run);
	}
	bench_print(run, false);
}

const struct measurement bench_heuristic = {
	.name = "heuristic", .summary = "the distribution of heuristic values", .user = BENCH_HEURISTIC, .run = run_heuristic,
	.defaults = {.seed = 1, .n_sample = DEFAULT_SAMPLE, .n_threads = 1},
	.usage = "NAME...\n\n"
	         "The distribution of heuristic values: over all states where it is known exactly (from the entries of a table;\n"
	         "several tables count as independent), and over uniformly random states.",
};
