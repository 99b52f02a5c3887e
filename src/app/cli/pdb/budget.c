#include "cli/pdb/request.h"

const char *duration_text(double seconds, char text[DURATION_TEXT_MAX])
{
	static const struct { double seconds; const char *name; } units[] = {
		{365.25 * 86400, "y"}, {86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"},
	};
	enum { N_UNITS = sizeof units / sizeof *units };
	unsigned i = 0;
	while (i + 1 < N_UNITS && seconds < 2 * units[i].seconds)  /* 90 s, not 1.5 min */
		i++;
	const double value = seconds / units[i].seconds;
	if (isinf(seconds))
		snprintf(text, DURATION_TEXT_MAX, "-");
	else if (value >= 1000)
		snprintf(text, DURATION_TEXT_MAX, ">1000 %s", units[i].name);
	else
		snprintf(text, DURATION_TEXT_MAX, "%.*f %s", value < 0.995 ? 2 : value < 9.95 ? 1 : 0, value, units[i].name);
	return text;
}

/* Whether a solves faster or, where that is not known, comes later. */
static bool is_better(const superflip_heuristic *a, const superflip_heuristic *b)
{
	return a->solve_s < b->solve_s || (a->solve_s == b->solve_s && a > b);
}

/* One line: the choice, what to expect of it, and what the next better one would need. */
static void print_choice(const superflip_heuristic *best, const superflip_heuristic *better,
                         const char *allowed, uint64_t memory_bytes)
{
	char bytes[WORDS_BYTES], available[WORDS_BYTES], duration[DURATION_TEXT_MAX];
	printf("%s is the best within %s: %s", best->name, allowed, words_bytes(best->file_bytes, bytes));
	if (best->build_s > 0)
		printf(", built in about %s", duration_text(best->build_s, duration));
	if (!isinf(best->solve_s))
		printf(", a random position in about %s with one thread", duration_text(best->solve_s, duration));
	if (better != NULL) {
		printf("; %s, the next better one, ", better->name);
		if (better->file_bytes > pdb_request.limits.file_bytes)
			printf("takes %s", words_bytes(better->file_bytes, bytes));
		else if (better->build_bytes > memory_bytes)
			printf("needs %s of memory to be built, of which %s is available",
			       words_bytes(better->build_bytes, bytes), words_bytes(memory_bytes, available));
		else
			printf("takes about %s to build", duration_text(better->build_s, duration));
	}
	putchar('\n');
	fflush(stdout);
}

const char *budget_choose(void)
{
	const struct tables_options where = {
		.metric = (superflip_metric)pdb_request.metric, .directory = pdb_request.own,
		.n_threads = pdb_request.n_threads, .builds_again = pdb_request.is_forced,
	};
	const uint64_t file_bytes = pdb_request.limits.file_bytes, memory_bytes = memory_available_bytes();
	const double building_s = pdb_request.limits.building_s;
	const bool has_time = !isinf(building_s);
	superflip_catalogue *all;
	superflip_error error;
	if (catalogue_make(&where, true, &all, &error) != SUPERFLIP_OK) {
		tables_complain(&error);
		return NULL;
	}
	const superflip_heuristic *const best =
		superflip_catalogue_choose(all, file_bytes, memory_bytes, has_time ? building_s : 0);
	const superflip_heuristic *row, *better = NULL, *smallest = NULL;
	for (unsigned i = 0; (row = superflip_catalogue_at(all, i)) != NULL; i++) {
		if (row->n_tables == 0 || row->is_for_comparison)
			continue;
		smallest = smallest == NULL || row->file_bytes < smallest->file_bytes ? row : smallest;
		if (best != NULL && is_better(row, best) && (better == NULL || is_better(better, row)))
			better = row;
	}
	/* "6.0 GiB and 60 s of building". */
	char allowed[128], bytes[WORDS_BYTES], duration[DURATION_TEXT_MAX];
	snprintf(allowed, sizeof allowed, "%s%s%s%s", words_bytes(file_bytes, bytes), has_time ? " and " : "",
	         has_time ? duration_text(building_s, duration) : "", has_time ? " of building" : "");
	const char *name = NULL;
	if (best == NULL)
		complain(
			"pdb build: --budget: no tables fit in %s; the smallest, those of '%s', take %s and about %s to build",
			allowed, smallest->name, words_bytes(smallest->file_bytes, bytes),
			duration_text(smallest->build_s, duration));
	else {
		if (!is_quiet)
			print_choice(best, better, allowed, memory_bytes);
		name = best->name;
		pdb_request.metric = (enum metric)best->table_metric;  /* those of half turns may serve, too */
	}
	superflip_catalogue_free(all);
	return name;
}
