/* superflip coset --cosets LIST and --sample N: one coset after the other, or a shard of them. */
#include "base/array.h"
#include "base/clock.h"
#include "base/words.h"
#include "cli/cli.h"
#include "cli/coset/store.h"
#include "cli/cubes.h"
#include "report/printable.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char *const kind_text[] = {
	[COSET_COMPLETE] = "complete", [COSET_COUNTED] = "counted", [COSET_INCOMPLETE] = "not complete",
};

/* ---- which cosets ---- */

static void free_list(struct coset_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->item[i].name);
	free(list->item);
}

/* Takes over the name. */
static int add_item(struct coset_list *list, const struct cube *cube, char *name)
{
	const struct coset_item item = {.cube = *cube, .name = name};
	if (array_append(&list->item, &list->n, &list->capacity, &item, sizeof item))
		return EXIT_SOLVED;
	free(name);
	return coset_complain(SUBGROUP_NO_MEMORY, NULL);
}

/* "R U F # label", on one line, as a terminal may show it. @return NULL without memory */
static char *name_of(const struct list_entry *entry)
{
	char *text;
	const bool has_label = entry->label != NULL;
	if (asprintf(&text, "%s%s%s", entry->scramble, has_label ? " # " : "", has_label ? entry->label : "") < 0)
		return NULL;
	for (size_t i = 0; i < strlen(entry->scramble); i++)
		text[i] = strchr("\n\r\t", text[i]) != NULL ? ' ' : text[i];
	char *const name = printable_copy(text);
	free(text);
	return name;
}

/* A coset takes minutes or hours: what is wrong with a list is told before the first one. */
static int add_entry(void *context, const char *path, const struct list_entry *entry)
{
	struct coset_list *const list = context;
	struct scramble position;
	const int status = entry_read_scramble(path, entry, SUPERFLIP_3X3, 0, &position);
	if (status != EXIT_SOLVED)
		return status;
	maneuver_free(&position.moves);
	char *const name = name_of(entry);
	if (name == NULL)
		return coset_complain(SUBGROUP_NO_MEMORY, NULL);
	list->source = XXH3_64bits_withSeed(&position.cube, sizeof position.cube, list->source);
	list->source = XXH3_64bits_withSeed(name, strlen(name), list->source);
	return add_item(list, &position.cube, name);
}

/* Those of the list, or random ones. */
static int fill_list(const struct coset_options *options, struct coset_list *out)
{
	*out = (struct coset_list){0};
	if (options->action == COSET_COSETS)
		return entries_of_file(&(struct entry_reader){.take = add_entry, .context = out}, options->list_path);
	int status = EXIT_SOLVED;
	for (uint64_t i = 0; i < options->n_samples && status == EXIT_SOLVED; i++) {
		const struct cube cube = coset_random_cube(options, i);
		status = add_item(out, &cube, NULL);
	}
	return status;
}

/* ---- solving ---- */

/* Positions that are left over and solved one by one.  Too many of them are no failure of the list. */
static int solve_singly(const struct coset_options *options, struct subgroup_coset *coset, uint64_t *n_solved)
{
	const uint64_t n_found = coset->n_found;
	const int status = coset_solve_left_over(options, coset, options->within, false);
	if (status == EXIT_SOLVED)
		coset->n_found = bitmap_count(&coset->bitmap, options->n_threads);
	*n_solved = coset->n_found - n_found;
	return status == EXIT_NOT_SOLVED ? EXIT_SOLVED : status;
}

static int solve_one(const struct coset_options *options, const struct cube *c, struct coset_work *work, struct coset_counts *out)
{
	struct subgroup_coset *const coset = &work->coset;
	const double start_s = clock_monotonic_s();
	int status = EXIT_SOLVED;
	subgroup_coset_restart(coset, c);
	coset_prepare(options, coset);
	*out = (struct coset_counts){.n_depths = 0};
	while (status == EXIT_SOLVED && coset->n_depths <= coset_last_depth(options) && !subgroup_coset_is_complete(coset))
		status = coset_run_depth(options, work);
	if (status == EXIT_SOLVED && options->within != 0 && !subgroup_coset_is_complete(coset))
		status = solve_singly(options, coset, &out->n_singly);
	out->n_depths = coset->n_depths;
	out->n_exact = coset->n_exact;
	memcpy(out->count, coset->count, sizeof out->count);
	out->seconds = clock_monotonic_s() - start_s;
	return status;
}

/* Solve what the store does not have yet. */
static int solve_missing(const struct coset_options *options, const struct coset_list *list, struct coset_work *work,
                         struct coset_store *store)
{
	int status = EXIT_SOLVED;
	for (uint64_t i = 0; i < list->n && status == EXIT_SOLVED; i++) {
		struct coset_counts counts;
		if (!coset_store_wants(store, i))
			continue;
		status = solve_one(options, &list->item[i].cube, work, &counts);
		if (status == EXIT_SOLVED)
			status = coset_store_add(options, store, i, &counts);
		if (status == EXIT_SOLVED && !options->is_quiet && list->item[i].name != NULL)
			complain("coset: %" PRIu64 " of %zu, %s: %s, %.1f s", i + 1, list->n, list->item[i].name,
			         kind_text[coset_kind_of(options, &counts)], counts.seconds);
	}
	return status;
}

static bool wants_any(const struct coset_list *list, const struct coset_store *store)
{
	for (uint64_t i = 0; i < list->n; i++)
		if (coset_store_wants(store, i))
			return true;
	return false;
}

/* One that takes the most memory: cosets with symmetries take more than others. */
static const struct cube *largest(const struct coset_options *options, const struct coset_list *list)
{
	const struct cube *found = &options->cube;
	uint64_t most = options->action == COSET_SAMPLE ? UINT64_MAX : 0;
	for (uint64_t i = 0; i < list->n; i++) {
		const uint64_t bytes = subgroup_coset_memory_bytes(&list->item[i].cube, options->n_threads);
		found = bytes > most ? &list->item[i].cube : found;
		most = bytes > most ? bytes : most;
	}
	return found;
}

static int solve_list(const struct coset_options *options, const struct coset_list *list, struct coset_store *store)
{
	struct coset_work work;
	int status = coset_open(options, largest(options, list), &work);
	if (status != EXIT_SOLVED)
		return status;
	status = solve_missing(options, list, &work, store);
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

static int print_list(const struct coset_options *options, const struct coset_list *list, const struct coset_store *store)
{
	static const char *const columns[] = {"coset", "distance", "positions", "exact", "within_percent", "name", NULL};
	struct table *const table = table_create(columns);
	uint64_t n = 0, n_of_kind[COSET_INCOMPLETE + 1] = {0};
	double seconds = 0;
	struct coset_counts counts;
	for (uint64_t i = 0; i < list->n; i++)
		if (coset_store_has(store, i, &counts)) {
			add_coset(table, i, &counts, list->item[i].name);
			n++;
			n_of_kind[coset_kind_of(options, &counts)]++;
			seconds += counts.seconds;
		}
	if (n == 0)
		table_free(table);
	else if (!table_write(table, (enum table_format)options->format, stdout))
		return coset_complain(SUBGROUP_NO_MEMORY, NULL);
	if (n > 0 && options->format == TABLE_TEXT && options->within != 0)
		printf("\nevery position is solved in %u moves or less in %" PRIu64 " of %" PRIu64 " cosets; %.2f s a coset\n",
		       options->within, n_of_kind[COSET_COMPLETE], n, seconds / (double)n);
	else if (n > 0 && options->format == TABLE_TEXT)
		printf("\n%s; %.2f s a coset\n", words_of(n, "coset"), seconds / (double)n);
	return n_of_kind[COSET_INCOMPLETE] > 0 ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}

static int run(const struct coset_options *options, const struct coset_list *list)
{
	const bool is_sample = options->action == COSET_SAMPLE;
	struct coset_store store;
	int status = coset_store_open(options, list, &store);
	if (status != EXIT_SOLVED)
		return status;
	const bool is_shard = store.is_shard;
	if (wants_any(list, &store))
		status = solve_list(options, list, &store);
	/* What an interruption has left is told, too. */
	if (!is_shard) {
		const int printed = is_sample ? coset_print_estimate(options, &store) : print_list(options, list, &store);
		status = status != EXIT_SOLVED ? status : printed;
	}
	status = coset_store_close(options, &store, status);
	const bool lacks_some = is_shard && !is_sample && store.shard.n_of_kind[COSET_INCOMPLETE] > 0;
	return status == EXIT_SOLVED && lacks_some ? EXIT_NOT_SOLVED : status;
}

int coset_command_many(const struct coset_options *options)
{
	struct coset_list list;
	int status = fill_list(options, &list);
	if (status == EXIT_SOLVED)
		status = run(options, &list);
	free_list(&list);
	return status;
}
