#include "cli/coset/store.h"

#include "cli/cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum coset_kind coset_kind_of(const struct coset_options *options, const struct coset_counts *counts)
{
	uint64_t n_found = counts->n_singly;
	for (unsigned d = 0; d < counts->n_depths; d++)
		n_found += counts->count[d];
	return n_found == N_H_ELEMENTS ? COSET_COMPLETE : coset_stops_early(options) ? COSET_COUNTED : COSET_INCOMPLETE;
}

static json_t *parameters_of(const struct coset_options *o, const struct coset_list *list)
{
	if (o->action == COSET_SAMPLE)
		return json_pack("{s:s, s:I, s:i}", "bench", "coset-sample", "seed", (json_int_t)o->seed, "depth", (int)o->max_depth);
	char source[20];
	snprintf(source, sizeof source, "%016" PRIx64, list->source);
	return json_pack("{s:s, s:s, s:I, s:i, s:i, s:i}", "bench", "coset-list", "list", source, "cosets", (json_int_t)list->n,
	                 "depth", (int)o->max_depth, "within", (int)o->within, "search", (int)coset_search_depth(o));
}

static int open_shard(const struct coset_options *o, const struct coset_list *list, struct output *out)
{
	const bool is_sample = o->action == COSET_SAMPLE;
	json_t *const parameters = parameters_of(o, list), *const about = run_about(o->n_threads);
	struct shard_about shard = {
		.shard = o->shard,
		.n_items = is_sample ? o->n_samples : list->n,
		.source = is_sample ? o->seed : list->source,
		.head = run_log_head(parameters, about),
	};
	const int n = is_sample ? asprintf(&shard.options, "depth=%u\ncosets=%" PRIu64 "\n", o->max_depth,
	                                   o->n_samples)
	                        : asprintf(&shard.options, "depth=%u\nwithin=%u\nsearch=%u\n", o->max_depth,
	                                   o->within, coset_search_depth(o));
	json_decref(parameters);
	json_decref(about);
	shard.options = n >= 0 ? shard.options : NULL;
	return output_open_shard(&shard, is_sample ? "coset-sample" : "coset-list", RECORD_TEXT,
	                         strdup(RESULTS_USUAL), o->output_directory, false, out);
}

static int open_record(const struct coset_options *o, const struct coset_list *list, struct run_log *out)
{
	char detail[RECORD_LOG_DETAIL_MAX] = "";
	json_t *const parameters = parameters_of(o, list), *const about = run_about(o->n_threads);
	const enum record_log_status status = run_log_open(o->record_path, parameters, about, out, detail);
	json_decref(parameters);
	json_decref(about);
	if (status == RECORD_LOG_OK)
		return EXIT_SOLVED;
	if (status == RECORD_LOG_NO_MEMORY)
		return coset_complain(SUBGROUP_NO_MEMORY, NULL);
	if (status == RECORD_LOG_IO)
		return coset_complain(SUBGROUP_IO, o->record_path);
	complain("%s: %s; name another file", o->record_path, status == RECORD_LOG_BUSY ? "another run is writing it" : detail);
	return status == RECORD_LOG_BUSY ? EXIT_TABLE : EXIT_INPUT;
}

int coset_store_open(const struct coset_options *o, const struct coset_list *list, struct coset_store *out)
{
	*out = (struct coset_store){.log.fd = -1, .is_shard = o->shard.n != 0};
	return out->is_shard ? open_shard(o, list, &out->shard) : open_record(o, list, &out->log);
}

static bool read_counts(json_t *line, struct coset_counts *out)
{
	json_t *const counts = json_object_get(line, "counts");
	const size_t n = json_array_size(counts);
	const json_int_t n_exact = json_integer_value(json_object_get(line, "exact"));
	const json_int_t n_singly = json_integer_value(json_object_get(line, "singly"));
	if (n_singly < 0 || n > SUBGROUP_MAX_DEPTH + 1 || n_exact < 0 || (size_t)n_exact > n)
		return false;
	*out = (struct coset_counts){
		.n_depths = (unsigned)n, .n_exact = (unsigned)n_exact, .n_singly = (uint64_t)n_singly,
		.seconds = json_number_value(json_object_get(line, "seconds")),
	};
	for (size_t d = 0; d < n; d++)
		out->count[d] = (uint64_t)json_integer_value(json_array_get(counts, d));
	return true;
}

bool coset_store_has(const struct coset_store *store, uint64_t i, struct coset_counts *out)
{
	size_t k;
	json_t *line;
	json_array_foreach(store->log.lines, k, line)
		if (json_integer_value(json_object_get(line, "coset")) == (json_int_t)i + 1 && read_counts(line, out))
			return true;
	return false;
}

bool coset_store_wants(const struct coset_store *store, uint64_t i)
{
	struct coset_counts counts;
	if (!store->is_shard)
		return !coset_store_has(store, i, &counts);
	return output_wants(&store->shard, i);
}

int coset_store_add(const struct coset_options *o, struct coset_store *store, uint64_t i, const struct coset_counts *counts)
{
	json_t *const array = json_array();
	for (unsigned d = 0; d < counts->n_depths; d++)
		json_array_append_new(array, json_integer((json_int_t)counts->count[d]));
	json_t *const line = json_pack("{s:I, s:i, s:o, s:f}", "coset", (json_int_t)i + 1, "exact", (int)counts->n_exact, "counts", array,
	                               "seconds", counts->seconds);
	if (line != NULL && o->within != 0)
		json_object_set_new(line, "singly", json_integer((json_int_t)counts->n_singly));
	if (store->is_shard)
		return output_end_line(&store->shard, coset_kind_of(o, counts), line);
	const enum record_log_status status = run_log_append(&store->log, line);
	if (status == RECORD_LOG_OK)
		return EXIT_SOLVED;
	return status == RECORD_LOG_IO ? coset_complain(SUBGROUP_IO, o->record_path) : coset_complain(SUBGROUP_NO_MEMORY, NULL);
}

int coset_store_close(const struct coset_options *o, struct coset_store *store, int status)
{
	if (store->is_shard)
		return output_close_shard(&store->shard, o->is_quiet, status);
	run_log_close(&store->log);
	return status;
}

/* ---- what random cosets tell of all positions of the cube ---- */

/* Positions by distance, exact as far as it is known (Rokicki et al. 2013, Table 5.1). */
static const uint64_t known[] = {
	1, 18, 243, 3240, 43239, 574908, 7618438, 100803036, 1332343288, 17596479795, 232248063316, 3063288809012,
	40374425656248, 531653418284628, 6989320578825358, 91365146187124313,
};
enum { N_KNOWN = sizeof known / sizeof *known };

/* What the proof of 2010 ran, of 2,217,093,120. */
#define N_COSETS_OF_THE_PROOF 55882296.0

struct sums {
	uint64_t n;                   /* cosets */
	unsigned n_depths;            /* counted exactly in all of them */
	double sum[SUBGROUP_MAX_DEPTH + 1], sum_of_squares[SUBGROUP_MAX_DEPTH + 1];
	double seconds;
};

static void add(struct sums *s, const struct coset_counts *coset)
{
	s->n_depths = s->n == 0 || coset->n_exact < s->n_depths ? coset->n_exact : s->n_depths;
	for (unsigned d = 0; d < coset->n_depths; d++) {
		s->sum[d] += (double)coset->count[d];
		s->sum_of_squares[d] += (double)coset->count[d] * (double)coset->count[d];
	}
	s->n++;
	s->seconds += coset->seconds;
}

/* Every coset has as many positions, so that their mean stands for all cosets. */
static void add_row(struct table *table, const struct sums *s, unsigned d)
{
	const double n = (double)s->n, mean = s->sum[d] / n;
	const double variance = s->n > 1 ? (s->sum_of_squares[d] - n * mean * mean) / (n - 1) : 0;
	const double error = sqrt(variance > 0 ? variance / n : 0) * N_H_COSETS;
	const double known_count = d < N_KNOWN ? (double)known[d] : NAN;
	char mean_text[32], error_text[32];
	snprintf(mean_text, sizeof mean_text, "%.6e", mean * N_H_COSETS);
	snprintf(error_text, sizeof error_text, "%.2e", error);
	TABLE_ROW(table, cell_count(d), cell_text(mean_text), cell_text(s->n > 1 ? error_text : NULL),
	          cell_real(100 * mean / (double)N_H_ELEMENTS, 8), d < N_KNOWN ? cell_count(known[d]) : cell_none(),
	          cell_real(error > 0 ? (mean * N_H_COSETS - known_count) / error : NAN, 2));
}

static bool write_estimate(const struct coset_options *options, const struct sums *s)
{
	static const char *const columns[] = {"distance", "positions", "standard_error", "share_percent", "known", "deviation", NULL};
	struct table *const table = table_create(columns);
	table_add_fact_value(table, "cosets", json_integer((json_int_t)s->n), NULL);
	table_add_fact_real(table, "seconds_a_coset", s->seconds / (double)s->n, 2);
	for (unsigned d = 0; d < s->n_depths; d++)
		add_row(table, s, d);
	return table_write(table, (enum table_format)options->format, stdout);
}

int coset_print_estimate(const struct coset_options *options, const struct coset_store *store)
{
	struct sums sums = {.n = 0};
	struct coset_counts counts;
	for (uint64_t i = 0; i < options->n_samples; i++)
		if (coset_store_has(store, i, &counts))
			add(&sums, &counts);
	if (sums.n == 0)
		return EXIT_SOLVED;
	if (!write_estimate(options, &sums))
		return coset_complain(SUBGROUP_NO_MEMORY, NULL);
	if (options->format != TABLE_TEXT)
		return EXIT_SOLVED;
	const double each_s = sums.seconds / (double)sums.n;
	puts("\nNear distances are rare, and most of them are in the few cosets near H: their estimates come out low, and their\n"
	     "errors too small, until the sample has some of these.  From distance 15 on all cosets are much alike.");
	printf("\na coset took %.2f s to depth %u; the 55,882,296 cosets of the proof of 2010 would take %.1f years on this machine\n"
	       "to that depth (`superflip coset --within 20 --random` measures a coset of the proof itself)\n",
	       each_s, options->max_depth, each_s * N_COSETS_OF_THE_PROOF / (365.25 * 86400));
	return EXIT_SOLVED;
}
