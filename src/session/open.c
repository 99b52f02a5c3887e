/* Choosing a heuristic, and opening its tables. */
#include "session/session.h"
#include "base/system.h"
#include "base/words.h"
#include "heuristic/expect.h"

#include <sys/stat.h>

/* The size of a spec's tables: of the files, or what they will be. */
static uint64_t bytes_of(const struct heuristic_spec *spec, unsigned metric, const char *directory)
{
	uint64_t sum = 0;
	for (unsigned i = 0; i < spec->n_tables; i++) {
		const struct pdb_key key = heuristic_table_key(spec, i, (enum metric)metric);
		char path[PATH_MAX];
		struct stat status;
		const bool is_there = pdb_find(directory, key, path) == STATUS_OK && stat(path, &status) == 0;
		sum += is_there ? (uint64_t)status.st_size : pdb_key_file_bytes(key);
	}
	return sum;
}

bool tables_serve_quarter_turns(const struct heuristic_spec *spec)
{
	return spec->n_tables == 1 && pdb_family_of(spec->table[0].family)->serves_quarter_turns;
}

/* ---- with the tables of one metric ---- */

static superflip_status preload(struct heuristic *h, superflip_error *error)
{
	uint64_t needed_bytes = 0;
	const uint64_t available_bytes = memory_available_bytes();
	items_foreach(table, h->table, h->spec->n_tables)
		needed_bytes += table->size_bytes;
	enum status status = needed_bytes <= available_bytes ? STATUS_OK : STATUS_NO_MEMORY;
	unsigned n = 0;
	for (; n < h->spec->n_tables && status == STATUS_OK; n++)
		status = pdb_preload(&h->table[n]);
	if (status == STATUS_OK)
		return SUPERFLIP_OK;
	const superflip_status fault = status != STATUS_NO_MEMORY
	    ? error_of_check(error, status, &h->table[n - 1])
		: error_say(error, SUPERFLIP_NO_MEMORY,
		            "not enough memory to copy the tables of '%s': %.1f MiB needed, %.1f MiB available; mapped files need none",
		            h->spec->name, (double)needed_bytes / (1 << 20), (double)available_bytes / (1 << 20));
	heuristic_close(h);
	return fault;
}

/* @return SUPERFLIP_TABLE_MISSING without an error */
static superflip_status open_of_metric(const struct tables_options *o, const struct heuristic_spec *spec,
                                       enum metric table_metric, struct heuristic *out,
                                       superflip_error *error)
{
	struct pdb_key failed;
	const enum status status = heuristic_open(spec, table_metric, o->directory, out, &failed);
	if (status == STATUS_MISSING)
		return SUPERFLIP_TABLE_MISSING;
	if (status != STATUS_OK)
		return error_of_table(error, status, o->directory, failed);
	out->metric = (enum metric)o->metric;
	return o->preloads ? preload(out, error) : SUPERFLIP_OK;
}

static superflip_status say_missing(const struct tables_options *o, const struct heuristic_spec *spec,
                                    superflip_error *error)
{
	const enum metric metric = (enum metric)o->metric;
	char path[PATH_MAX];
	enum status found = STATUS_OK;
	error_say(error, SUPERFLIP_TABLE_MISSING, "the tables of '%s' (%s) are not installed", spec->name,
	          o->turns != NULL ? turn_metric_name[o->turns->metric] : metric_name[metric]);
	for (unsigned i = 0; i < spec->n_tables && found == STATUS_OK; i++)
		found = pdb_find(o->directory, heuristic_table_key(spec, i, metric), path);
	if (found != STATUS_MISSING)
		*path = '\0';
	error_set_path(error, path);
	if (error != NULL)
		snprintf(error->token, sizeof error->token, "%s", spec->name);
	return SUPERFLIP_TABLE_MISSING;
}

/* How long a few cubes take on the average, with what is to be read from the disk first, a gigabyte in a
 * second; processors differ little beside that. */
static double waiting_s(const struct tables_options *o, const struct heuristic_spec *spec)
{
	const struct machine machine = {.read_ns = 4, .level = processor_level()};
	const unsigned n_threads = o->n_threads != 0 ? o->n_threads : processors_usable();
	double reading_s = 0;
	for (unsigned i = 0; i < spec->n_tables; i++) {
		char path[PATH_MAX];
		if (pdb_find(o->directory, heuristic_table_key(spec, i, (enum metric)o->metric), path) != STATUS_OK)
			return INFINITY;
		reading_s += 1e-9 * (double)system_uncached_bytes(path);
	}
	return reading_s
	       + (double)o->n_cubes / n_threads * expect_solving_s(spec, (enum metric)o->metric, &machine);
}

/* Whether another one that is installed answers few cubes sooner. */
static bool is_too_cold(const struct tables_options *o, const struct heuristic_spec *spec,
                        const struct heuristic_spec *least)
{
	const double own_s = waiting_s(o, spec);
	for (const struct heuristic_spec *other = least; other < spec && own_s < INFINITY; other++)
		if (!other->for_comparison && waiting_s(o, other) < own_s)
			return true;
	return false;
}

superflip_status tables_open_installed(const struct tables_options *o, const struct heuristic_spec *spec,
                                       struct heuristic *out, superflip_error *error)
{
	const bool is_named = spec != NULL;
	/* Heuristics weaker than the standard one are used only by name: they may take years. */
	const struct heuristic_spec *const least = is_named ? spec : heuristic_find(heuristic_standard),
	                            *at = is_named ? spec + 1 : heuristic_specs + n_heuristic_specs;
	const uint64_t limit_bytes = o->memory_bytes != 0 ? o->memory_bytes
	                             : is_named           ? UINT64_MAX
	                                                  : memory_available_bytes();
	const uint64_t spare_bytes = o->memory_bytes != 0 ? 0 : UINT64_C(1) << 30;
	while (at > least) {
		at--;
		if ((at->for_comparison && !is_named) || (!is_named && o->n_cubes > 0 && is_too_cold(o, at, least))
		    || bytes_of(at, o->metric, o->directory) + (at > least ? spare_bytes : 0) > limit_bytes)
			continue;
		superflip_status status = open_of_metric(o, at, (enum metric)o->metric, out, error);
		/* Of some families tables of half turns serve quarter turns as well; better than those of weaker
		 * specs. */
		if (status == SUPERFLIP_TABLE_MISSING && o->metric == SUPERFLIP_QTM && tables_serve_quarter_turns(at)
		    && (is_named || bytes_of(at, METRIC_HTM, o->directory) <= limit_bytes))
			status = open_of_metric(o, at, METRIC_HTM, out, error);
		if (status != SUPERFLIP_TABLE_MISSING)
			return status;
	}
	const uint64_t needed_bytes = bytes_of(least, o->metric, o->directory);
	char given[WORDS_BYTES], needed[WORDS_BYTES];
	if (o->memory_bytes != 0 && needed_bytes > o->memory_bytes)
		return error_say(error, SUPERFLIP_TOO_LARGE,
		                 "%s is too little for the heuristic '%s', which needs %s",
		                 words_bytes(o->memory_bytes, given), least->name, words_bytes(needed_bytes, needed));
	return say_missing(o, least, error);
}
