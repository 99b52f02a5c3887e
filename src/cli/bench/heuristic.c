/* superflip bench heuristic: the distribution of heuristic values. */
#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "heuristic/predict.h"
#include "pdb/header.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
	"NAME...\n\n"
	"The distribution of heuristic values: over all states where it is known exactly (from the entries of a table;\n"
	"several tables count as independent), and over uniformly random states.";

enum { DEFAULT_SAMPLE = 1000000, MAX_TABLES_TOLD = 64 };

static const char *const columns[] = {"heuristic", "value", "entries", "share", "at_most", "sample", "sample_share", NULL};

/* One distribution; what is NULL is not known. */
static void add_rows(struct table *table, const char *name, const struct distribution *exact,
                     const struct pdb_histogram *entries, const uint64_t *sampled, uint64_t n_sampled)
{
	double sum = 0;
	unsigned max = exact != NULL ? exact->max : PDB_MAX_DEPTHS - 1;
	while (max > 0 && exact == NULL && sampled[max] == 0)
		max--;
	for (unsigned h = 0; h <= max; h++) {
		TABLE_ROW(table, cell_text(name), cell_count(h), entries != NULL ? cell_count(entries->count[h]) : cell_none());
		const double share = exact != NULL ? distribution_at(exact, h) : NAN;
		TABLE_ROW(table, cell_real(share, 9), cell_real(sum += share, 9), sampled != NULL ? cell_count(sampled[h]) : cell_none(),
		          cell_real(sampled != NULL ? (double)sampled[h] / (double)n_sampled : NAN, 9));
	}
}

static void add_mean(struct table *table, const char *name, const struct distribution *exact, bool is_product,
                     const uint64_t *sampled, uint64_t n_sampled, uint64_t size_bytes)
{
	char key[COORDINATE_NAME_MAX + 16], text[200];
	int length = 0;
	json_t *const value = json_object();
	if (exact != NULL) {
		length = snprintf(text, sizeof text, "%.6f %s; ", distribution_mean(exact),
		                  is_product ? "if the tables were independent" : "over all states");
		json_object_set_new(value, is_product ? "if_independent" : "of_all", json_real(distribution_mean(exact)));
	}
	if (sampled != NULL) {
		double sum = 0, squares = 0;
		for (unsigned h = 0; h < PDB_MAX_DEPTHS; h++) {
			sum += (double)sampled[h] * h;
			squares += (double)sampled[h] * h * h;
		}
		const double n = (double)n_sampled, mean = sum / n;
		const double error = sqrt((squares / n - mean * mean) / n);
		length += snprintf(text + length, sizeof text - (size_t)length, "%.5f +- %.5f over the sample; ", mean, error);
		json_object_set_new(value, "sample", json_real(mean));
		json_object_set_new(value, "sample_error", json_real(error));
	}
	snprintf(text + length, sizeof text - (size_t)length, "%llu bytes", (unsigned long long)size_bytes);
	json_object_set_new(value, "bytes", json_integer((json_int_t)size_bytes));
	snprintf(key, sizeof key, "mean_of_%s", name);
	table_add_fact_value(table, key, value, text);
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
	char coordinate[COORDINATE_NAME_MAX], name[COORDINATE_NAME_MAX + 8];
	coordinate_name(pdb->key.coordinate, coordinate);
	snprintf(name, sizeof name, "%s-%s", coordinate, metric_name[pdb->key.metric]);
	const struct distribution d = distribution_of_table(pdb->key, &pdb->histogram);
	add_rows(table, name, &d, &pdb->histogram, NULL, 0);
	add_mean(table, name, &d, false, NULL, 0, pdb->size_bytes);
}

static bool goes_on(void)
{
	return interrupted_by() == 0;
}

static void tell_heuristic(struct table *table, const struct heuristic *h, const struct bench_options *o,
                           struct told *told)
{
	struct pdb_histogram histograms[HEURISTIC_MAX_TABLES];
	uint64_t counts[2][PDB_MAX_DEPTHS] = {{0}}, size_bytes = 0;
	for (unsigned i = 0; i < h->spec->n_tables; i++) {
		histograms[i] = h->table[i].histogram;
		size_bytes += h->table[i].size_bytes;
		if (is_news(told, h->table[i].key) && h->spec->n_tables > 1)
			tell_table(table, &h->table[i]);
	}
	struct distribution exact;
	const bool is_known = distribution_of_spec(h->spec, h->metric, histograms, &exact);
	const bool is_single = is_known && h->spec->n_tables == 1;
	const uint64_t n_sampled = heuristic_sample(h, o->seed, o->n_sample, goes_on, counts);
	uint64_t sampled[PDB_MAX_DEPTHS];
	for (unsigned i = 0; i < PDB_MAX_DEPTHS; i++)
		sampled[i] = counts[0][i] + counts[1][i];
	if (!is_known && n_sampled == 0)
		return;
	add_rows(table, h->spec->name, is_known ? &exact : NULL, is_single ? &histograms[0] : NULL,
	         n_sampled > 0 ? sampled : NULL, n_sampled);
	add_mean(table, h->spec->name, is_known ? &exact : NULL, !is_single, n_sampled > 0 ? sampled : NULL, n_sampled,
	         size_bytes);
}

int bench_heuristic(int argc, char **argv)
{
	struct bench_options o = {.seed = 1, .n_sample = DEFAULT_SAMPLE, .n_threads = 1};
	int status;
	const int first = bench_options_read(argc, argv, BENCH_HEURISTIC, usage, &o, &status);
	if (first < 0)
		return status;
	for (int i = first; i < argc; i++)
		if (!bench_add_specs(&o, argv[i]))
			return EXIT_USAGE;
	if (o.n_specs == 0) {
		complain("%s: a name is missing; `superflip bench heuristic --help` lists them", o.command);
		return EXIT_USAGE;
	}
	struct bench_run run;
	bench_begin(&run, &o, json_pack("{s:s, s:s, s:I, s:I}", "bench", "heuristic", "metric", metric_name[o.metric], "seed",
	                                (json_int_t)o.seed, "sample", (json_int_t)o.n_sample), bench_about(&o), columns);
	struct told told = {0};
	for (unsigned i = 0; i < o.n_specs && run.exit_status == EXIT_SOLVED && interrupted_by() == 0; i++) {
		struct heuristic h;
		run.exit_status = bench_open(&o, o.specs[i], &h);
		if (run.exit_status != EXIT_SOLVED)
			break;
		tell_heuristic(run.table, &h, &o, &told);
		heuristic_close(&h);
	}
	return bench_end(&run, false);
}
