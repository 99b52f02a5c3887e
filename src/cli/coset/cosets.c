/* superflip coset --cosets LIST: one coset after the other, or a shard of them. */
#include "base/clock.h"
#include "base/words.h"
#include "cli/cli.h"
#include "cli/coset/store.h"

#include <inttypes.h>
#include <string.h>

static const char *const kind_text[] = {
	[COSET_COMPLETE] = "complete", [COSET_COUNTED] = "counted", [COSET_INCOMPLETE] = "not complete",
};

static int solve_depths(const struct coset_options *options, struct subgroup_coset *coset, struct progress_bar *bar)
{
	int status = EXIT_SOLVED;
	while (status == EXIT_SOLVED && coset->n_depths <= coset_last_depth(options) && !subgroup_coset_is_complete(coset))
		status = coset_run_depth(options, coset, bar);
	return status;
}

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

static int solve_one(const struct coset_options *options, const struct cube *c, struct subgroup_coset *coset, struct progress_bar *bar,
                     struct coset_counts *out)
{
	const double start_s = clock_monotonic_s();
	subgroup_coset_restart(coset, c);
	coset_prepare(options, coset);
	*out = (struct coset_counts){.n_depths = 0};
	int status = solve_depths(options, coset, bar);
	if (status == EXIT_SOLVED && options->within != 0 && !subgroup_coset_is_complete(coset))
		status = solve_singly(options, coset, &out->n_singly);
	out->n_depths = coset->n_depths;
	out->n_exact = coset->n_exact;
	memcpy(out->count, coset->count, sizeof out->count);
	out->seconds = clock_monotonic_s() - start_s;
	return status;
}

/* Solve what the store does not have yet. */
static int solve_missing(const struct coset_options *options, const struct coset_list *list, struct subgroup_coset *coset,
                         struct progress_bar *bar, struct coset_store *store)
{
	int status = EXIT_SOLVED;
	for (uint64_t i = 0; i < list->n && status == EXIT_SOLVED; i++) {
		struct coset_counts counts;
		if (!coset_store_wants(store, i))
			continue;
		status = solve_one(options, &list->item[i].cube, coset, bar, &counts);
		if (status == EXIT_SOLVED)
			status = coset_store_add(options, store, i, &counts);
		if (status == EXIT_SOLVED && !options->is_quiet)
			complain("coset: %" PRIu64 " of %" PRIu64 ", %s: %s, %.1f s", i + 1, list->n, list->item[i].name,
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

/* Cosets with symmetries take more than others. */
static uint64_t memory_bytes(const struct coset_options *options, const struct coset_list *list)
{
	uint64_t most = 0;
	for (uint64_t i = 0; i < list->n; i++) {
		const uint64_t bytes = subgroup_coset_memory_bytes(&list->item[i].cube, options->n_threads);
		most = bytes > most ? bytes : most;
	}
	return most;
}

static int solve_list(const struct coset_options *options, const struct coset_list *list, struct coset_store *store)
{
	int status = coset_check_memory(options, memory_bytes(options, list));
	if (status != EXIT_SOLVED)
		return status;
	struct progress_bar bar = progress_bar_start("coset", options->is_quiet, interrupted_by, status_is_wanted);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	struct subgroup_coset coset;
	const enum subgroup_coset_status opened = subgroup_coset_open(&list->item[0].cube, options->n_threads, &progress, &coset);
	progress_bar_finish(&bar);
	if (opened != SUBGROUP_OK)
		return coset_complain(opened, NULL);
	status = solve_missing(options, list, &coset, &bar, store);
	subgroup_coset_close(&coset);
	return status;
}

/* ---- what is known ---- */

static void add_row(struct table *table, uint64_t i, const char *distance, uint64_t n, const char *exact, uint64_t n_within,
                    const char *name)
{
	TABLE_ROW(table, cell_count(i + 1), cell_text(distance), cell_count(n), cell_text(exact),
	          cell_real(100 * (double)n_within / (double)N_MEMBERS, 8), cell_text(name));
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
	if (n_within < N_MEMBERS)
		add_row(table, i, "further", N_MEMBERS - n_within, counts->n_exact == counts->n_depths ? "yes" : "no", N_MEMBERS, name);
}

struct totals {
	uint64_t n, n_of_kind[COSET_INCOMPLETE + 1];
	double seconds;
};

static struct totals add_all(const struct coset_options *options, const struct coset_list *list, const struct coset_store *store,
                             struct table *table)
{
	struct totals t = {.n = 0};
	struct coset_counts counts;
	for (uint64_t i = 0; i < list->n; i++)
		if (coset_store_has(store, i, &counts)) {
			add_coset(table, i, &counts, list->item[i].name);
			t.n++;
			t.n_of_kind[coset_kind_of(options, &counts)]++;
			t.seconds += counts.seconds;
		}
	return t;
}

static int print_all(const struct coset_options *options, const struct coset_list *list, const struct coset_store *store)
{
	static const char *const columns[] = {"coset", "distance", "positions", "exact", "within_percent", "name", NULL};
	struct table *const table = table_create(columns);
	const struct totals t = add_all(options, list, store, table);
	if (t.n == 0)
		table_free(table);
	else if (!table_write(table, (enum table_format)options->format, stdout))
		return coset_complain(SUBGROUP_NO_MEMORY, NULL);
	if (t.n > 0 && options->format == TABLE_TEXT && options->within != 0)
		printf("\nevery position is solved in %u moves or less in %" PRIu64 " of %" PRIu64 " cosets; %.2f s a coset\n", options->within,
		       t.n_of_kind[COSET_COMPLETE], t.n, t.seconds / (double)t.n);
	else if (t.n > 0 && options->format == TABLE_TEXT)
		printf("\n%s; %.2f s a coset\n", words_of(t.n, "coset"), t.seconds / (double)t.n);
	return t.n_of_kind[COSET_INCOMPLETE] > 0 ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}

static int run(const struct coset_options *options, const struct coset_list *list)
{
	struct coset_store store;
	int status = coset_store_open(options, list, &store);
	if (status != EXIT_SOLVED)
		return status;
	const bool is_shard = store.is_shard;
	if (wants_any(list, &store))
		status = solve_list(options, list, &store);
	/* What an interruption has left is told, too. */
	if (!is_shard) {
		const int printed = print_all(options, list, &store);
		status = status != EXIT_SOLVED ? status : printed;
	}
	status = coset_store_close(options, &store, status);
	return status == EXIT_SOLVED && is_shard && store.shard.n_of_kind[COSET_INCOMPLETE] > 0 ? EXIT_NOT_SOLVED : status;
}

int coset_command_cosets(const struct coset_options *options)
{
	struct coset_list list;
	int status = coset_list_read(options->list_path, &list);
	if (status != EXIT_SOLVED)
		return status;
	status = run(options, &list);
	coset_list_free(&list);
	return status;
}
