#include "cli/coset/store.h"

#include "cli/cli.h"

#include <inttypes.h>
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

static int open_shard(const struct coset_options *o, const struct coset_list *list, struct shard_log *out)
{
	json_t *const parameters = parameters_of(o, list), *const about = run_about(o->n_threads);
	struct shard_about *const a = &out->about;
	if (o->action == COSET_SAMPLE) {
		*a = (struct shard_about){.shard = o->shard, .n_items = o->n_samples, .source = o->seed, .work = "coset-sample"};
		snprintf(a->options, sizeof a->options, "depth=%u\ncosets=%" PRIu64 "\n", o->max_depth, o->n_samples);
	} else {
		*a = (struct shard_about){.shard = o->shard, .n_items = list->n, .source = list->source, .work = "coset-list"};
		snprintf(a->options, sizeof a->options, "depth=%u\nwithin=%u\nsearch=%u\n", o->max_depth, o->within, coset_search_depth(o));
	}
	a->head = run_log_head(parameters, about);
	json_decref(parameters);
	json_decref(about);
	return a->head != NULL ? shard_log_begin(out, o->output_directory, false) : coset_complain(SUBGROUP_NO_MEMORY, NULL);
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
	return !store->shard.is_complete && shard_log_wants(&store->shard, i);
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
		return shard_log_add_line(&store->shard, i, coset_kind_of(o, counts), line);
	const enum record_log_status status = run_log_append(&store->log, line);
	if (status == RECORD_LOG_OK)
		return EXIT_SOLVED;
	return status == RECORD_LOG_IO ? coset_complain(SUBGROUP_IO, o->record_path) : coset_complain(SUBGROUP_NO_MEMORY, NULL);
}

int coset_store_close(const struct coset_options *o, struct coset_store *store, int status)
{
	if (store->is_shard)
		return shard_log_end(&store->shard, o->is_quiet, status);
	run_log_close(&store->log);
	return status;
}
