#include "cli/tables.h"

#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

/* "82.7 MiB", or bytes where that would be nothing. */
static void format_bytes(uint64_t bytes, char text[32])
{
	if (bytes < 1 << 20)
		snprintf(text, 32, "%" PRIu64 " bytes", bytes);
	else
		snprintf(text, 32, "%.1f MiB", (double)bytes / (1 << 20));
}

int tables_complain_of_directory(void)
{
	return complain_and(EXIT_TABLE, "no directory for tables: %s; name one with --pdb-dir or SUPERFLIP_PDB_DIR",
	                    errno == ENOENT ? "HOME and XDG_CACHE_HOME are not set" : strerror(errno));
}

int tables_complain(const superflip_error *error)
{
	if (error->status == SUPERFLIP_IO && error->path[0] == '\0') {
		errno = error->system_errno;
		return tables_complain_of_directory();
	}
	complain("%s", error->text);
	if (error->status == SUPERFLIP_CANCELLED && interrupted_by() != 0)
		return 128 + interrupted_by();
	if (error->status == SUPERFLIP_BAD_ARGUMENT)
		return EXIT_USAGE;
	return error->status == SUPERFLIP_NO_MEMORY || error->status == SUPERFLIP_NO_THREADS ? EXIT_MEMORY : EXIT_TABLE;
}

/* ---- progress, table by table ---- */

bool tables_show_bar(void *context, const char *table, const char *stage, uint64_t done, uint64_t total)
{
	struct tables_bars *const b = context;
	const bool is_new = !b->is_shown || strcmp(b->table, table) != 0;
	if (is_new && b->is_shown)
		progress_bar_finish(&b->bar);
	if (is_new) {
		snprintf(b->table, sizeof b->table, "%s", table);
		b->bar = progress_bar_start(b->label != NULL ? b->label : b->table, b->is_quiet, interrupted_by, status_is_wanted);
	}
	b->is_shown = true;
	const struct pdb_progress progress = progress_bar_callback(&b->bar);
	return progress.tell(progress.context, stage, done, total);
}

void tables_finish_bars(struct tables_bars *b)
{
	if (b->is_shown)
		progress_bar_finish(&b->bar);
}

/* ---- building ---- */

/* Name the size needed, and the largest heuristic that fits, or the smallest there is. */
static int refuse_size(const superflip_tables_options *where, const superflip_catalogue *catalogue, const superflip_heuristic *wanted)
{
	const superflip_heuristic *next = NULL, *smallest = wanted;
	for (unsigned i = 0; i < superflip_catalogue_count(catalogue); i++) {
		const superflip_heuristic *const other = superflip_catalogue_at(catalogue, i);
		if (other->is_for_comparison || other->n_tables == 0)
			continue;
		if (other->file_bytes <= where->memory_bytes)
			next = other;
		if (other->file_bytes < smallest->file_bytes)
			smallest = other;
	}
	char given[32], needed[32], bytes[32], advice[200];
	format_bytes(where->memory_bytes, given);
	format_bytes(wanted->file_bytes, needed);
	format_bytes((next != NULL ? next : smallest)->file_bytes, bytes);
	if (next != NULL)
		snprintf(advice, sizeof advice, "the next smaller is --heuristic %s with %s", next->name, bytes);
	else
		snprintf(advice, sizeof advice, "the smallest tables, of --heuristic %s, have %s, and --heuristic manhattan has none%s",
		         smallest->name, bytes, where->memory_bytes < 100000 ? "; a number without a letter is bytes, 8G is gigabytes"
		         : "");
	return complain_and(EXIT_MEMORY, "--memory: %s is too little for the heuristic '%s', which needs %s; %s", given, wanted->name,
	                    needed, advice);
}

bool tables_directory_is_missing(const char *directory, const char *wanted)
{
	struct stat there;
	if (directory == NULL || stat(directory, &there) == 0 || errno != ENOENT)
		return false;
	return complain_and(true, "%s: no such directory; `superflip pdb build %s --pdb-dir '%s'` makes it and its tables", directory,
	                    wanted, directory);
}

static int build_tables(const superflip_tables_options *where, bool is_quiet, const superflip_heuristic *wanted)
{
	superflip_error error;
	char directory[4096];
	if (tables_directory_is_missing(where->directory, wanted->name))
		return EXIT_TABLE;
	if (superflip_tables_directory(where->directory, directory, &error) != SUPERFLIP_OK)
		return tables_complain(&error);
	if (!is_quiet)
		complain("building the tables of '%s' (%s) in %s, once: %.0f MB, about %.0f s", wanted->name,
		         record_metric_name[where->metric], directory, ceil((double)wanted->file_bytes / 1e6), ceil(wanted->build_s));
	struct tables_bars bars = {.is_quiet = is_quiet};
	superflip_tables_options named = *where;
	named.heuristic = wanted->name;
	named.progress = tables_show_bar;
	named.progress_context = &bars;
	const superflip_status status = superflip_tables_build(&named, &error);
	tables_finish_bars(&bars);
	return status == SUPERFLIP_OK ? EXIT_SOLVED : tables_complain(&error);
}

/* ---- opening ---- */

static void report_table(const superflip_tables *tables, unsigned i)
{
	superflip_table_info info;
	char pages[100] = "";
	superflip_table_info_init(&info);
	if (superflip_tables_table(tables, i, &info, NULL) != SUPERFLIP_OK)
		return;
	if (info.has_pages)
		snprintf(pages, sizeof pages, "; %" PRIu64 " kB in memory, %" PRIu64 " kB of them on huge pages",
		         info.resident_bytes / 1024, info.huge_bytes / 1024);
	complain("%s: %" PRIu64 " bytes, %s%s", info.path, info.file_bytes, info.is_preloaded ? "preloaded" : "mapped", pages);
}

static int complain_of_opening(const superflip_error *error, const superflip_tables_options *where)
{
	if (error->status != SUPERFLIP_NO_MEMORY || !where->preloads)
		return tables_complain(error);
	return complain_and(EXIT_MEMORY, "--preload: %s", error->text);
}

static bool is_named(const superflip_tables_options *where)
{
	return where->heuristic != NULL && strcmp(where->heuristic, "auto") != 0;
}

/* What cannot be opened: too large, or missing; of "auto" the standard heuristic is built then. */
static int open_another(const superflip_tables_options *where, bool is_quiet, const superflip_error *fault, superflip_tables **out)
{
	superflip_tables_options named = *where;
	superflip_catalogue *catalogue;
	superflip_error error;
	if (superflip_catalogue_make(where, SUPERFLIP_MEASURE, &catalogue, &error) != SUPERFLIP_OK)
		return tables_complain(&error);
	const superflip_heuristic *const wanted = is_named(where) ? superflip_catalogue_find(catalogue, where->heuristic)
	                                                          : superflip_catalogue_standard(catalogue);
	int status;
	if (fault->status == SUPERFLIP_TOO_LARGE) {
		status = refuse_size(where, catalogue, wanted);
	} else {
		status = build_tables(where, is_quiet, wanted);
		named.heuristic = wanted->name;
		if (status == EXIT_SOLVED && superflip_tables_open(&named, out, &error) != SUPERFLIP_OK)
			status = complain_of_opening(&error, where);
	}
	superflip_catalogue_free(catalogue);
	return status;
}

/* Wait until every byte of the tables is checked, showing how far that is.  Returns EXIT_SOLVED; EXIT_TABLE or 128 + n after signal
 * n, and complained. */
static int await_shown(superflip_tables *tables, bool is_quiet)
{
	superflip_error error;
	struct tables_bars bars = {.label = superflip_tables_heuristic(tables), .is_quiet = is_quiet};
	const superflip_status status = superflip_tables_await_check(tables, tables_show_bar, &bars, &error);
	tables_finish_bars(&bars);
	if (status == SUPERFLIP_CANCELLED)
		return 128 + interrupted_by();
	return status == SUPERFLIP_OK ? EXIT_SOLVED : tables_complain(&error);
}

/* Those of a goal of pieces, or of a turn set; what is missing of them is built. */
static int open_of_goal(const superflip_tables_options *where, bool is_quiet, superflip_tables **out)
{
	superflip_error error;
	superflip_tables_options building = *where;
	superflip_status status = superflip_tables_open(where, out, &error);
	if (status == SUPERFLIP_TABLE_MISSING && is_named(where))
		return tables_complain(&error);
	if (status == SUPERFLIP_TABLE_MISSING
	    && tables_directory_is_missing(where->directory, where->goal != NULL ? superflip_goal_name(where->goal) : "korf"))
		return EXIT_TABLE;
	if (status == SUPERFLIP_TABLE_MISSING) {
		struct tables_bars bars = {.is_quiet = is_quiet};
		building.builds_missing = true;
		building.progress = tables_show_bar;
		building.progress_context = &bars;
		status = superflip_tables_open(&building, out, &error);
		tables_finish_bars(&bars);
	}
	return status == SUPERFLIP_OK ? EXIT_SOLVED : complain_of_opening(&error, where);
}

static int open_of_cube(const superflip_tables_options *where, bool is_quiet, superflip_tables **out)
{
	superflip_error error;
	if (superflip_tables_open(where, out, &error) == SUPERFLIP_OK)
		return EXIT_SOLVED;
	return error.status == SUPERFLIP_TOO_LARGE || (error.status == SUPERFLIP_TABLE_MISSING && !is_named(where))
	       ? open_another(where, is_quiet, &error, out) : complain_of_opening(&error, where);
}

int tables_open_shared(const struct solve_options *o, const superflip_tables_options *where, bool waits_for_check, superflip_tables **out)
{
	int status = where->goal != NULL || where->turns != NULL ? open_of_goal(where, o->is_quiet, out)
	                                                         : open_of_cube(where, o->is_quiet, out);
	if (status != EXIT_SOLVED)
		return status;
	if (o->is_verbose) {
		for (unsigned i = 0; i < superflip_tables_count(*out); i++)
			report_table(*out, i);
		complain("heuristic %s, kernel: %s", superflip_tables_heuristic(*out), superflip_tables_kernel(*out));
	}
	status = waits_for_check ? await_shown(*out, o->is_quiet) : EXIT_SOLVED;
	if (status != EXIT_SOLVED)
		superflip_tables_close(*out);
	return status;
}

void tables_close_shared(const struct solve_options *o, superflip_tables *tables)
{
	superflip_table_info info;
	superflip_table_info_init(&info);
	for (unsigned i = 0; i < superflip_tables_count(tables) && o->is_verbose; i++)
		if (superflip_tables_table(tables, i, &info, NULL) == SUPERFLIP_OK && !info.is_preloaded)
			report_table(tables, i);
	superflip_tables_close(tables);
}
