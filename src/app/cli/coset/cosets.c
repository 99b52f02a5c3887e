/* superflip coset --cosets LIST and --sample N: one coset after the other, or a shard of them. */
#include "base/array.h"
#include "base/clock.h"
#include "base/words.h"
#include "cli/cli.h"
#include "cli/coset/coset.h"
#include "cli/cubes.h"
#include "cli/pieces.h"
#include "report/printable.h"
#include "report/statistics.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* What is known of one coset of many. */
struct coset_counts {
	unsigned n_depths, n_exact;              /* as in struct subgroup_coset */
	uint64_t count[SUBGROUP_MAX_DEPTH + 1];
	uint64_t n_singly;                       /* positions of --within that were solved one by one */
	double seconds;
};

/* How a shard counts a coset: every position has its distance, or is within the length that was asked for;
 * counted as far as --depth asked; some positions are further away than that length, or nothing is known of
 * them. */
enum coset_kind { COSET_COMPLETE, COSET_COUNTED, COSET_INCOMPLETE };

/* Of --cosets; of --sample, without names. */
struct coset_list {
	size_t n, capacity;
	struct coset_item {
		struct cube cube;
		char *name;               /* "SCRAMBLE # LABEL" */
	} *item;
	uint64_t source;              /* checksum of all of them */
};

static enum coset_kind kind_of(const struct coset_options *options, const struct coset_counts *counts)
{
	uint64_t n_found = counts->n_singly;
	for (unsigned d = 0; d < counts->n_depths; d++)
		n_found += counts->count[d];
	return n_found == N_H_ELEMENTS ? COSET_COMPLETE : options->stops_early ? COSET_COUNTED
	    : COSET_INCOMPLETE;
}

/* ---- cosets as lines of a record or a shard ---- */

/* Open what the options name.  @return EXIT_SOLVED; else complained */
static int open_pieces(const struct coset_options *o, const struct coset_list *list, struct pieces *out)
{
	const bool is_sample = o->action == COSET_SAMPLE;
	struct shard_about shard = {.shard = o->shard, .n_items = list->n,
	                            .source = is_sample ? o->seed : list->source};
	json_t *const about = run_about(o->n_threads);
	json_t *const parameters = is_sample
		? json_pack("{s:s, s:I, s:i}", "bench", "coset-sample", "seed", (json_int_t)o->seed, "depth",
		            o->max_depth)
		: json_pack("{s:s, s:o, s:I, s:i, s:i, s:i}", "bench", "coset-list", "list",
		            json_sprintf("%016" PRIx64, list->source),
		            "cosets", (json_int_t)list->n, "depth", o->max_depth, "within", o->within,
		            "search", o->search_depth);
	const int n = is_sample
		? asprintf(&shard.options, "depth=%u\ncosets=%" PRIu64 "\n", o->max_depth, o->n_samples)
		: asprintf(&shard.options, "depth=%u\nwithin=%u\nsearch=%u\n", o->max_depth, o->within,
		           o->search_depth);
	shard.options = n >= 0 ? shard.options : NULL;
	const int status = pieces_open(o->record_path, parameters, about, &shard,
	                               is_sample ? "coset-sample" : "coset-list", o->output_directory, out);
	json_decref(parameters);
	json_decref(about);
	return status;
}

/* Whether coset i, from 0, is kept already; then *out is set. */
static bool is_kept(const struct pieces *pieces, uint64_t i, struct coset_counts *out)
{
	size_t k;
	json_t *line, *counts;
	json_array_foreach(pieces->log.lines, k, line) {
		json_int_t number, n_exact, n_singly = 0;
		double seconds;
		if (json_unpack(line, "{s:I, s:I, s:o, s:F, s?I}", "coset", &number, "exact", &n_exact, "counts", &counts,
		                "seconds", &seconds,
		                "singly", &n_singly) != 0 || number != (json_int_t)i + 1)
			continue;
		const size_t n = json_array_size(counts);
		if (n_singly < 0 || n > SUBGROUP_MAX_DEPTH + 1 || n_exact < 0 || (size_t)n_exact > n)
			continue;
		*out = (struct coset_counts){
			.n_depths = (unsigned)n, .n_exact = (unsigned)n_exact, .n_singly = (uint64_t)n_singly, .seconds = seconds,
		};
		for (size_t d = 0; d < n; d++)
			out->count[d] = (uint64_t)json_integer_value(json_array_get(counts, d));
		return true;
	}
	return false;
}

/* Whether coset i is to be solved by this run. */
static bool is_wanted(const struct pieces *pieces, uint64_t i)
{
	struct coset_counts counts;
	return pieces->is_shard ? output_wants(&pieces->shard, i) : !is_kept(pieces, i, &counts);
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

/* What those cosets of --sample that are kept tell of all positions of the cube.  @return EXIT_SOLVED; else
 * complained */
static int print_estimate(const struct coset_options *options, const struct pieces *pieces)
{
	struct sample of_depth[SUBGROUP_MAX_DEPTH + 1] = {0}, seconds = {0};
	struct coset_counts counts;
	unsigned n_depths = SUBGROUP_MAX_DEPTH + 1;  /* counted exactly in all of them */
	char mean_text[32], error_text[32];
	for (uint64_t i = 0; i < options->n_samples; i++) {
		if (!is_kept(pieces, i, &counts))
			continue;
		n_depths = counts.n_exact < n_depths ? counts.n_exact : n_depths;
		for (unsigned d = 0; d < n_depths; d++)
			sample_add(&of_depth[d], (double)counts.count[d]);
		sample_add(&seconds, counts.seconds);
	}
	if (seconds.n == 0)
		return EXIT_SOLVED;
	const double each_s = seconds.mean;
	struct table *const table =
	    table_create("distance,positions,standard_error,share_percent,known,deviation");
	table_add_fact(table, "cosets", json_integer((json_int_t)seconds.n), NULL);
	snprintf(mean_text, sizeof mean_text, "%.2f", each_s);
	table_add_fact(table, "seconds_a_coset", json_real(each_s), mean_text);
	/* Every coset has as many positions, so that their mean stands for all cosets. */
	for (unsigned d = 0; d < n_depths; d++) {
		const double mean = of_depth[d].mean, error = seconds.n > 1
		    ? sample_standard_error(&of_depth[d]) * N_H_COSETS : 0;
		snprintf(mean_text, sizeof mean_text, "%.6e", mean * N_H_COSETS);
		snprintf(error_text, sizeof error_text, "%.2e", error);
		TABLE_ROW(table, cell_count(d), cell_text(mean_text), cell_text(seconds.n > 1 ? error_text : NULL),
		          cell_real(100 * mean / (double)N_H_ELEMENTS, 8), d < N_KNOWN ? cell_count(known[d]) : cell_none(),
		          cell_real(error > 0 && d < N_KNOWN ? (mean * N_H_COSETS - (double)known[d]) / error : NAN, 2));
	}
	if (!table_write(table, options->format, stdout))
		return complain_of_memory();
	if (options->format != TABLE_TEXT)
		return EXIT_SOLVED;
	puts("\nNear distances are rare, and most of them are in the few cosets near H: their estimates come out low, and their\n"
	     "errors too small, until the sample has some of these.  From distance 15 on all cosets are much alike.");
	printf("\na coset took %.2f s to depth %u; the 55,882,296 cosets of the proof of 2010 would take %.1f years on this machine\n"
	       "to that depth (`superflip coset --within 20 --random` measures a coset of the proof itself)\n",
	       each_s, options->max_depth, each_s * N_COSETS_OF_THE_PROOF / (365.25 * 86400));
	return EXIT_SOLVED;
}

/* ---- which cosets ---- */

/* Takes over the name. */
static int add_item(struct coset_list *list, const struct cube *cube, char *name)
{
	const struct coset_item item = {.cube = *cube, .name = name};
	if (array_append(&list->item, &list->n, &list->capacity, &item, sizeof item))
		return EXIT_SOLVED;
	free(name);
	return complain_of_memory();
}

/* A coset takes minutes or hours: what is wrong with a list is told before the first one. */
static int add_entry(void *context, const char *path, const struct list_entry *entry)
{
	struct coset_list *const list = context;
	struct scramble position;
	const int status = entry_read_scramble(path, entry, SUPERFLIP_3X3, 0, &position);
	if (status != EXIT_SOLVED)
		return status;
	/* "R U F # label", on one line, as a terminal may show it. */
	char *text, *name = NULL;
	const bool has_label = entry->label != NULL;
	if (asprintf(&text, "%s%s%s", entry->scramble, has_label ? " # " : "", has_label ? entry->label : "") >= 0) {
		for (size_t i = 0; i < strlen(entry->scramble); i++)
			text[i] = strchr("\n\r\t", text[i]) != NULL ? ' ' : text[i];
		name = printable_copy(text);
		free(text);
	}
	if (name == NULL)
		return complain_of_memory();
	list->source = XXH3_64bits_withSeed(&position.cube, sizeof position.cube, list->source);
	list->source = XXH3_64bits_withSeed(name, strlen(name), list->source);
	return add_item(list, &position.cube, name);
}

/* ---- solving ---- */

/* @return EXIT_SOLVED, and it is kept; else complained */
static int solve_one(const struct coset_options *o, const struct coset_list *list, uint64_t i,
                     struct coset_work *work, struct pieces *pieces)
{
	static const char *const kind_text[] = {
		[COSET_COMPLETE] = "complete", [COSET_COUNTED] = "counted",
		    [COSET_INCOMPLETE] = "not complete",
	};
	struct subgroup_coset *const coset = &work->coset;
	struct coset_counts counts = {.n_depths = 0};
	json_t *const array = json_array();
	const double start_s = clock_monotonic_s();
	subgroup_coset_restart(coset, &list->item[i].cube);
	int status = coset_run(o, work, NULL, NULL, &counts.n_singly);
	/* Too many positions that are left over are no failure of the list. */
	status = status == EXIT_NOT_SOLVED && o->within != 0 ? EXIT_SOLVED : status;
	counts.n_depths = coset->n_depths;
	counts.n_exact = coset->n_exact;
	memcpy(counts.count, coset->count, sizeof counts.count);
	counts.seconds = clock_monotonic_s() - start_s;
	for (unsigned d = 0; d < counts.n_depths; d++)
		json_array_append_new(array, json_integer((json_int_t)counts.count[d]));
	json_t *const lines = json_pack("[{s:I, s:i, s:o, s:f, s:o*}]", "coset", (json_int_t)i + 1, "exact",
	                                counts.n_exact, "counts", array, "seconds", counts.seconds,
	                                "singly",
	                                o->within != 0 ? json_integer((json_int_t)counts.n_singly) : NULL);
	if (status == EXIT_SOLVED)
		status = pieces_add(pieces, kind_of(o, &counts), json_incref(lines));
	json_decref(lines);
	if (status == EXIT_SOLVED && !o->is_quiet && list->item[i].name != NULL)
		complain("coset: %" PRIu64 " of %zu, %s: %s, %.1f s", i + 1, list->n, list->item[i].name,
		         kind_text[kind_of(o, &counts)], counts.seconds);
	return status;
}

/* Solve what is not kept yet. */
static int solve_missing(const struct coset_options *o, const struct coset_list *list, struct pieces *pieces)
{
	struct coset_work work;
	/* Memory is for one that takes the most: cosets with symmetries take more than others. */
	const struct cube *largest = &o->cube;
	uint64_t most = o->action == COSET_SAMPLE ? UINT64_MAX : 0;
	bool wants_any = false;
	for (uint64_t i = 0; i < list->n; i++) {
		const uint64_t bytes = subgroup_coset_memory_bytes(&list->item[i].cube, o->n_threads);
		wants_any = wants_any || is_wanted(pieces, i);
		largest = bytes > most ? &list->item[i].cube : largest;
		most = bytes > most ? bytes : most;
	}
	int status = wants_any ? coset_open(o, largest, &work) : EXIT_SOLVED;
	if (status != EXIT_SOLVED || !wants_any)
		return status;
	for (uint64_t i = 0; i < list->n && status == EXIT_SOLVED; i++)
		if (is_wanted(pieces, i))
			status = solve_one(o, list, i, &work, pieces);
	subgroup_coset_close(&work.coset);
	return status;
}

/* ---- what is known ---- */

static void add_row(struct table *table, uint64_t i, const char *distance, uint64_t n, const char *exact, uint64_t n_within,
                    const char *name)
{
	TABLE_ROW(table, cell_count(i + 1), cell_text(distance), cell_count(n), cell_text(exact),
	          cell_real(100 * (double)n_within / (double)N_H_ELEMENTS, 8), cell_text(name));
}

/* A row for each distance from the first that has a position. */
static void add_coset(struct table *table, uint64_t i, const struct coset_counts *counts, const char *name)
{
	uint64_t n_within = 0;
	char text[24];
	for (unsigned d = 0; d < counts->n_depths; d++) {
		n_within += counts->count[d];
		snprintf(text, sizeof text, "%u", d);
		if (n_within > 0)
			add_row(table, i, text, counts->count[d], d < counts->n_exact ? "yes" : "no", n_within, name);
	}
	if (counts->n_singly > 0)
		add_row(table, i, "one by one", counts->n_singly, "no", n_within + counts->n_singly, name);
	n_within += counts->n_singly;
	if (n_within < N_H_ELEMENTS)
		add_row(table, i, "further", N_H_ELEMENTS - n_within, counts->n_exact == counts->n_depths ? "yes" : "no", N_H_ELEMENTS,
		        name);
}

static int print_list(const struct coset_options *options, const struct coset_list *list,
                      const struct pieces *pieces)
{
	struct table *const table = table_create("coset,distance,positions,exact,within_percent,name");
	uint64_t n = 0, n_of_kind[COSET_INCOMPLETE + 1] = {0};
	double seconds = 0;
	struct coset_counts counts;
	for (uint64_t i = 0; i < list->n; i++)
		if (is_kept(pieces, i, &counts)) {
			add_coset(table, i, &counts, list->item[i].name);
			n++;
			n_of_kind[kind_of(options, &counts)]++;
			seconds += counts.seconds;
		}
	if (n == 0)
		table_free(table);
	else if (!table_write(table, options->format, stdout))
		return complain_of_memory();
	if (n > 0 && options->format == TABLE_TEXT && options->within != 0)
		printf("\nevery position is solved in %u moves or less in %" PRIu64 " of %" PRIu64 " cosets; %.2f s a coset\n",
		       options->within, n_of_kind[COSET_COMPLETE], n, seconds / (double)n);
	else if (n > 0 && options->format == TABLE_TEXT)
		printf("\n%s; %.2f s a coset\n", words_of(n, "coset"), seconds / (double)n);
	return n_of_kind[COSET_INCOMPLETE] > 0 ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}

int coset_command_many(const struct coset_options *o)
{
	const bool is_sample = o->action == COSET_SAMPLE;
	struct coset_list list = {0};
	struct pieces pieces = {.log.fd = -1};
	const struct entry_reader reader = {.take = add_entry, .context = &list};
	int status = is_sample ? EXIT_SOLVED : entries_of_file(&reader, o->list_path);
	for (uint64_t i = 0; is_sample && i < o->n_samples && status == EXIT_SOLVED; i++) {
		const struct cube cube = coset_random_cube(o, i);
		status = add_item(&list, &cube, NULL);
	}
	if (status == EXIT_SOLVED)
		status = open_pieces(o, &list, &pieces);
	const bool is_open = status == EXIT_SOLVED;
	if (is_open)
		status = solve_missing(o, &list, &pieces);
	/* What an interruption has left is told, too. */
	if (is_open && !pieces.is_shard) {
		const int printed = is_sample ? print_estimate(o, &pieces) : print_list(o, &list, &pieces);
		status = status != EXIT_SOLVED ? status : printed;
	}
	status = pieces_close(&pieces, o->is_quiet, status);
	if (status == EXIT_SOLVED && !is_sample && pieces.is_shard
	    && pieces.shard.n_of_kind[COSET_INCOMPLETE] > 0)
		status = EXIT_NOT_SOLVED;
	for (size_t i = 0; i < list.n; i++)
		free(list.item[i].name);
	free(list.item);
	return status;
}
