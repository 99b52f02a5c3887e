/* superflip coset --cosets LIST and --sample N: one coset after the other, or a shard of them. */
#include "cli/coset/coset.h"
#include "cli/pieces.h"
#include "report/statistics.h"

/* What is known of one coset of many. */
struct coset_counts {
	unsigned n_depths, n_exact;              /* as in struct subgroup_coset */
	uint64_t count[SUBGROUP_MAX_DEPTH + 1];
	uint64_t n_singly;                       /* positions of --within that were solved one by one */
	uint64_t n_found;                        /* all of these */
	double seconds;
};

/* How a shard counts a coset: every position has its distance, or is within the length that was asked for;
 * counted as far as --depth asked; some positions are further away than that length, or nothing is known of
 * them. */
enum coset_kind { COSET_COMPLETE, COSET_COUNTED, COSET_INCOMPLETE };

/* Of --cosets; of --sample, without names. */
static struct coset_list {
	size_t n, capacity;
	struct coset_item {
		struct cube cube;
		char *name;               /* "SCRAMBLE # LABEL" */
	} *item;
	uint64_t source;              /* checksum of all of them */
} list;

static enum coset_kind kind_of(uint64_t n_found)
{
	return n_found == N_H_ELEMENTS ? COSET_COMPLETE
	       : coset_run.stops_early ? COSET_COUNTED
	                               : COSET_INCOMPLETE;
}

/* ---- cosets as lines of a record or a shard ---- */

/* Open what the options name.  @return EXIT_SOLVED; else complained */
static int open_pieces(void)
{
	const bool is_sample = coset_run.action == COSET_SAMPLE;
	const struct shard_about shard = {
		.shard = coset_run.shard, .n_items = list.n, .source = is_sample ? coset_run.seed : list.source};
	json_t *const about = run_about(coset_run.n_threads);
	json_t *const parameters =
		is_sample
			? json_pack("{s:s, s:I, s:i}", "bench", "coset-sample", "seed", (json_int_t)coset_run.seed,
	                    "depth", coset_run.max_depth)
			: json_pack("{s:s, s:o, s:I, s:i, s:i, s:i}", "bench", "coset-list", "list",
	                    json_sprintf("%016" PRIx64, list.source), "cosets", (json_int_t)list.n, "depth",
	                    coset_run.max_depth, "within", coset_run.within, "search", coset_run.search_depth);
	const int status = pieces_open(coset_run.record_path, parameters, about, shard, "",
	                               is_sample ? "coset-sample" : "coset-list", coset_run.output_directory);
	json_decref(parameters);
	json_decref(about);
	return status;
}

/* What a line says.  @param line  NULL: there is none  @return false if it says nothing that can be used */
static bool read_line(json_t *line, struct coset_counts *out)
{
	json_int_t n_exact, n_singly = 0;
	json_t *counts;
	if (json_unpack(line, "{s:I, s:o, s:F, s?I}", "exact", &n_exact, "counts", &counts, "seconds",
	                &out->seconds, "singly", &n_singly)
	    != 0)
		return false;
	const size_t n = json_array_size(counts);
	if (n_singly < 0 || n > SUBGROUP_MAX_DEPTH + 1 || n_exact < 0 || (size_t)n_exact > n)
		return false;
	out->n_depths = (unsigned)n;
	out->n_exact = (unsigned)n_exact;
	out->n_found = out->n_singly = (uint64_t)n_singly;
	for (size_t d = 0; d < n; d++)
		out->n_found += out->count[d] = (uint64_t)json_integer_value(json_array_get(counts, d));
	return true;
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

/* What those cosets of --sample that are kept tell of all positions of the cube.
 * @param lines  of the cosets, from 1 */
static void print_estimate(json_t *const *lines)
{
	struct sample of_depth[SUBGROUP_MAX_DEPTH + 1] = {0}, seconds = {0};
	struct coset_counts counts;
	unsigned n_depths = SUBGROUP_MAX_DEPTH + 1;  /* counted exactly in all of them */
	char mean_text[32], error_text[32];
	for (uint64_t i = 1; i <= coset_run.n_samples; i++) {
		if (!read_line(lines[i], &counts))
			continue;
		n_depths = counts.n_exact < n_depths ? counts.n_exact : n_depths;
		for (unsigned d = 0; d < n_depths; d++)
			sample_add(&of_depth[d], (double)counts.count[d]);
		sample_add(&seconds, counts.seconds);
	}
	if (seconds.n == 0)
		return;
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
		TABLE_ROW(
			table, cell_count(d), cell_text(mean_text), cell_text(seconds.n > 1 ? error_text : NULL),
			cell_real(100 * mean / (double)N_H_ELEMENTS, 8),
			d < N_KNOWN ? cell_count(known[d]) : cell_text(NULL),
			cell_real(error > 0 && d < N_KNOWN ? (mean * N_H_COSETS - (double)known[d]) / error : NAN, 2));
	}
	print_table(table, coset_run.format);
	if (coset_run.format != TABLE_TEXT)
		return;
	puts(
		"\nNear distances are rare, and most of them are in the few cosets near H: their estimates come out low, and their\n"
		"errors too small, until the sample has some of these.  From distance 15 on all cosets are much alike.");
	printf(
		"\na coset took %.2f s to depth %u; the 55,882,296 cosets of the proof of 2010 would take %.1f years on this machine\n"
		"to that depth (`superflip coset --within 20 --random` measures a coset of the proof itself)\n",
		each_s, coset_run.max_depth, each_s * N_COSETS_OF_THE_PROOF / (365.25 * 86400));
}

/* ---- which cosets ---- */

/* Takes over the name. */
static void add_item(const struct cube *cube, char *name)
{
	const struct coset_item item = {.cube = *cube, .name = name};
	if (!array_append(&list.item, &list.n, &list.capacity, &item, sizeof item))
		end_without_memory();
}

/* A coset takes minutes or hours: what is wrong with a list is told before the first one. */
static int add_entry(const char *path, const struct list_entry *entry)
{
	struct scramble position;
	const int status = entry_read_scramble(path, entry, SUPERFLIP_3X3, 0, &position);
	if (status != EXIT_SOLVED)
		return status;
	/* "R U F # label", on one line, as a terminal may show it. */
	char *text, *name = NULL;
	const bool has_label = entry->label != NULL;
	if (asprintf(&text, "%s%s%s", entry->scramble, has_label ? " # " : "", has_label ? entry->label : "")
	    >= 0) {
		items_foreach(c, text, strlen(entry->scramble))
			*c = strchr("\n\r\t", *c) != NULL ? ' ' : *c;
		name = printable_copy(text);
		free(text);
	}
	if (name == NULL)
		end_without_memory();
	list.source = XXH3_64bits_withSeed(&position.cube, sizeof position.cube, list.source);
	list.source = XXH3_64bits_withSeed(name, strlen(name), list.source);
	add_item(&position.cube, name);
	return EXIT_SOLVED;
}

/* ---- solving ---- */

/* @return EXIT_SOLVED, and it is kept; else complained */
static int solve_one(uint64_t i)
{
	static const char *const kind_text[] = {
		[COSET_COMPLETE] = "complete", [COSET_COUNTED] = "counted", [COSET_INCOMPLETE] = "not complete",
	};
	struct subgroup_coset *const coset = &coset_run.coset;
	const double start_s = clock_monotonic_s();
	int status = EXIT_SOLVED;
	subgroup_coset_restart(coset, &list.item[i].cube);
	while (status == EXIT_SOLVED && !coset_is_over())
		status = coset_next_depth();
	if (status == EXIT_SOLVED)
		status = coset_finish();
	/* Too many positions that are left over are no failure of the list. */
	if (status != EXIT_SOLVED && (status != EXIT_NOT_SOLVED || coset_run.within == 0))
		return status;
	const double seconds = clock_monotonic_s() - start_s;
	const enum coset_kind kind = kind_of(coset->n_found);
	json_t *const array = json_array();
	items_foreach(count, coset->count, coset->n_depths)
		json_array_append_new(array, json_integer((json_int_t)*count));
	status = pieces_add(
		kind, json_pack("[{s:I, s:i, s:o, s:f, s:o*}]", "coset", (json_int_t)i + 1, "exact", coset->n_exact,
	                    "counts", array, "seconds", seconds, "singly",
	                    coset_run.within != 0 ? json_integer((json_int_t)coset_run.n_singly) : NULL));
	if (status == EXIT_SOLVED && !is_quiet && list.item[i].name != NULL)
		complain("coset: %" PRIu64 " of %zu, %s: %s, %.1f s", i + 1, list.n, list.item[i].name,
		         kind_text[kind], seconds);
	return status;
}

/* Solve what is not kept yet.  @param lines  of what is, from 1 */
static int solve_missing(json_t *const *lines)
{
	/* Memory is for one that takes the most: cosets with symmetries take more than others. */
	const struct cube *largest = &coset_run.cube;
	uint64_t most = coset_run.action == COSET_SAMPLE ? UINT64_MAX : 0;
	bool is_open = false;
	int status = EXIT_SOLVED;
	items_foreach(item, list.item, list.n) {
		const uint64_t bytes = subgroup_coset_memory_bytes(&item->cube, coset_run.n_threads);
		largest = bytes > most ? &item->cube : largest;
		most = bytes > most ? bytes : most;
	}
	for (uint64_t i = 0; i < list.n && status == EXIT_SOLVED; i++) {
		struct coset_counts counts;
		if (pieces.is_shard ? !output_wants(i) : read_line(lines[i + 1], &counts))
			continue;
		if (!is_open)
			status = coset_open(largest);
		is_open = is_open || status == EXIT_SOLVED;
		if (is_open)
			status = solve_one(i);
	}
	if (is_open)
		subgroup_coset_close(&coset_run.coset);
	return status;
}

/* ---- what is known ---- */

static void add_row(struct table *table, uint64_t i, const char *distance, uint64_t n, const char *exact,
                    uint64_t n_within, const char *name)
{
	TABLE_ROW(table, cell_count(i + 1), cell_text(distance), cell_count(n), cell_text(exact),
	          cell_real(100 * (double)n_within / (double)N_H_ELEMENTS, 8), cell_text(name));
}

/* @return whether some coset is incomplete */
static bool print_list(json_t *const *lines)
{
	struct table *const table = table_create("coset,distance,positions,exact,within_percent,name");
	uint64_t n = 0, n_of_kind[COSET_INCOMPLETE + 1] = {0};
	double seconds = 0;
	struct coset_counts counts;
	for (uint64_t i = 0; i < list.n; i++) {
		const char *const name = list.item[i].name;
		uint64_t n_within = 0;
		if (!read_line(lines[i + 1], &counts))
			continue;
		/* A row for each distance from the first that has a position. */
		for (unsigned d = 0; d < counts.n_depths; d++) {
			char text[24];
			n_within += counts.count[d];
			snprintf(text, sizeof text, "%u", d);
			if (n_within > 0)
				add_row(table, i, text, counts.count[d], d < counts.n_exact ? "yes" : "no", n_within, name);
		}
		if (counts.n_singly > 0)
			add_row(table, i, "one by one", counts.n_singly, "no", counts.n_found, name);
		if (counts.n_found < N_H_ELEMENTS)
			add_row(table, i, "further", N_H_ELEMENTS - counts.n_found,
			        counts.n_exact == counts.n_depths ? "yes" : "no", N_H_ELEMENTS, name);
		n++;
		n_of_kind[kind_of(counts.n_found)]++;
		seconds += counts.seconds;
	}
	if (n == 0)
		table_free(table);
	else
		print_table(table, coset_run.format);
	if (n > 0 && coset_run.format == TABLE_TEXT && coset_run.within != 0)
		printf("\nevery position is solved in %u moves or less in %" PRIu64 " of %" PRIu64
		       " cosets; %.2f s a coset\n",
		       coset_run.within, n_of_kind[COSET_COMPLETE], n, seconds / (double)n);
	else if (n > 0 && coset_run.format == TABLE_TEXT)
		printf("\n%s; %.2f s a coset\n", words_of(n, "coset"), seconds / (double)n);
	return n_of_kind[COSET_INCOMPLETE] > 0;
}

int coset_command_many(void)
{
	const bool is_sample = coset_run.action == COSET_SAMPLE;
	int status = is_sample ? EXIT_SOLVED
	                       : entries_of_file(&(struct entry_reader){.take = add_entry},
	                                         coset_run.list_path);
	for (uint64_t i = 0; is_sample && i < coset_run.n_samples; i++) {
		const struct cube cube = coset_random_cube(i);
		add_item(&cube, NULL);
	}
	if (status == EXIT_SOLVED)
		status = open_pieces();
	if (status == EXIT_SOLVED) {
		json_t **lines = pieces_lines(NULL, "coset", list.n + 1);
		status = solve_missing(lines);
		free(lines);
		/* What there is then is printed: also what an interruption has left. */
		lines = pieces_lines(NULL, "coset", list.n + 1);
		if (is_sample)
			print_estimate(lines);
		else if (!pieces.is_shard && print_list(lines) && status == EXIT_SOLVED)
			status = EXIT_NOT_SOLVED;
		free(lines);
	}
	status = pieces.is_shard ? output_close_shard(status) : status;
	if (status == EXIT_SOLVED && !is_sample && pieces.is_shard
	    && output.n_of_kind[COSET_INCOMPLETE] > 0)
		status = EXIT_NOT_SOLVED;
	return status;
}
