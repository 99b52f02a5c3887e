#include "cli/tables.h"

#include "cli/cli.h"
#include "cli/advice.h"

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
	char advice[ADVICE_MAX];
	if (error->status == SUPERFLIP_IO && error->path[0] == '\0') {
		errno = error->system_errno;
		return tables_complain_of_directory();
	}
	complain("%s%s", error->text, error->path[0] != '\0' ? table_advice(error->status, error->path, advice) : "");
	if (error->status == SUPERFLIP_CANCELLED && interrupted_by() != 0)
		return 128 + interrupted_by();
	if (error->status == SUPERFLIP_BAD_ARGUMENT)
		return EXIT_USAGE;
	return error->status == SUPERFLIP_NO_MEMORY || error->status == SUPERFLIP_NO_THREADS ? EXIT_MEMORY : EXIT_TABLE;
}

/* ---- progress, table by table ---- */

bool tables_show_bar(void *context, const superflip_progress *p)
{
	enum { PARTS = 1000000 };
	struct tables_bars *const b = context;
	const bool is_new = !b->is_shown || strcmp(b->table, p->table) != 0;
	if (is_new && b->is_shown)
		progress_bar_finish(&b->bar);
	if (is_new) {
		snprintf(b->table, sizeof b->table, "%s", p->table);
		b->bar = progress_bar_start(b->label != NULL ? b->label : b->table, b->is_quiet, interrupted_by, status_is_wanted);
	}
	b->is_shown = true;
	const struct pdb_progress progress = progress_bar_callback(&b->bar);
	return progress.tell(progress.context, p->stage, (uint64_t)(p->share * PARTS), PARTS);
}

void tables_finish_bars(struct tables_bars *b)
{
	if (b->is_shown)
		progress_bar_finish(&b->bar);
}

/* ---- building ---- */

/* Name the size needed, and the largest heuristic that fits, or the smallest there is. */
static int refuse_size(const struct tables_options *where)
{
	superflip_error error;
	superflip_catalogue *catalogue;
	if (catalogue_make(where, false, &catalogue, &error) != SUPERFLIP_OK)
		return tables_complain(&error);
	const superflip_heuristic *const named = catalogue_find(catalogue, where->heuristic);
	const superflip_heuristic *const wanted = named != NULL ? named : catalogue_find(catalogue, heuristic_standard);
	const superflip_heuristic *other;
	const superflip_heuristic *next = NULL, *smallest = wanted;
	for (unsigned i = 0; (other = superflip_catalogue_at(catalogue, i)) != NULL; i++) {
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
	complain("--memory: %s is too little for the heuristic '%s', which needs %s; %s", given, wanted->name, needed, advice);
	superflip_catalogue_free(catalogue);
	return EXIT_MEMORY;
}

bool tables_directory_is_missing(const char *directory, const char *wanted)
{
	struct stat there;
	if (directory == NULL || stat(directory, &there) == 0 || errno != ENOENT)
		return false;
	return complain_and(true, "%s: no such directory; `superflip pdb build %s --pdb-dir '%s'` makes it and its tables", directory,
	                    wanted, directory);
}

static bool is_named(const struct tables_options *where)
{
	return where->heuristic != NULL && strcmp(where->heuristic, "auto") != 0;
}

/* Before tables are built unasked: tell it of those of whole cubes, and refuse a directory that was named and does not exist. */
static int prepare_building(const struct tables_options *where, const char *wanted, bool is_whole, bool is_quiet)
{
	superflip_error error;
	superflip_catalogue *catalogue;
	char directory[4096];
	if (tables_directory_is_missing(where->directory, wanted))
		return EXIT_TABLE;
	if (superflip_tables_directory(where->directory, directory, &error) != SUPERFLIP_OK)
		return tables_complain(&error);
	if (!is_whole || is_quiet)
		return EXIT_SOLVED;
	if (catalogue_make(where, true, &catalogue, &error) != SUPERFLIP_OK)
		return tables_complain(&error);
	const superflip_heuristic *const h = catalogue_find(catalogue, wanted);
	if (h != NULL)
		complain("building the tables of '%s' (%s) in %s, once: %.0f MB, about %.0f s", h->name, record_metric_name[where->metric],
		         directory, ceil((double)h->file_bytes / 1e6), ceil(h->build_s));
	superflip_catalogue_free(catalogue);
	return EXIT_SOLVED;
}

/* ---- opening ---- */

/* Report each table; or only those that are mapped. */
static superflip_table_info report_tables(const superflip_tables *tables, bool also_preloaded)
{
	superflip_table_info info = {.size = sizeof info};
	for (unsigned i = 0; superflip_tables_table(tables, i, &info); i++) {
		char pages[100] = "";
		if (info.is_preloaded && !also_preloaded)
			continue;
		if (info.has_pages)
			snprintf(pages, sizeof pages, "; %" PRIu64 " kB in memory, %" PRIu64 " kB of them on huge pages",
			         info.resident_bytes / 1024, info.huge_bytes / 1024);
		complain("%s: %" PRIu64 " bytes, %s%s", info.path, info.file_bytes,
		         info.is_preloaded ? "preloaded" : "mapped", pages);
	}
	return info;
}

int tables_complain_of_opening(const superflip_error *error, const struct tables_options *where)
{
	if (error->status == SUPERFLIP_TOO_LARGE && where->goal == NULL && where->turns == NULL)
		return refuse_size(where);
	const char *const metric = where->turns != NULL ? turns_metric(where->turns) : record_metric_name[where->metric];
	const bool is_htm = strcmp(metric, "htm") == 0;
	if (error->status == SUPERFLIP_TABLE_MISSING && error->token[0] != '\0')
		return complain_and(EXIT_TABLE, "%s; run `superflip pdb build %s%s%s%s%s`", error->text, error->token,
		                    is_htm ? "" : " --metric ", is_htm ? "" : metric,
		                    where->directory != NULL ? " --pdb-dir " : "",
		                    where->directory != NULL ? where->directory : "");
	if (error->status == SUPERFLIP_NO_THREADS)
		return complain_and(EXIT_MEMORY, "%s; choose a smaller --threads", error->text);
	if (error->status != SUPERFLIP_NO_MEMORY || !where->preloads)
		return tables_complain(error);
	return complain_and(EXIT_MEMORY, "--preload: %s", error->text);
}

/* Wait until every byte of the tables is checked, showing how far that is.  Returns EXIT_SOLVED; EXIT_TABLE or 128 + n after signal
 * n, and complained. */
static int await_shown(superflip_tables *tables, bool is_quiet)
{
	superflip_error error;
	struct tables_bars bars = {.label = tables_heuristic(tables), .is_quiet = is_quiet};
	const superflip_status status = superflip_tables_await_check(tables, tables_show_bar, &bars, &error);
	tables_finish_bars(&bars);
	if (status == SUPERFLIP_CANCELLED)
		return 128 + interrupted_by();
	return status == SUPERFLIP_OK ? EXIT_SOLVED : tables_complain(&error);
}

/* Report tables that were opened, and wait until they are checked. */
static int begin_using(const struct solve_options *o, bool waits_for_check, superflip_tables *tables)
{
	if (o->is_verbose) {
		const superflip_table_info info = report_tables(tables, true);
		complain("heuristic %s, kernel: %s", info.heuristic, info.kernel);
	}
	return waits_for_check ? await_shown(tables, o->is_quiet) : EXIT_SOLVED;
}

/* Open the tables of a problem, and make a solver of them: session_borrow(), or without `solver` session_tables(). */
static int open_for(const struct solve_options *o, superflip_session *s, const struct superflip_problem *p,
                    const superflip_goal *pieces, const superflip_cube *cube, bool waits_for_check,
                    struct solver **solver, superflip_tables **tables)
{
	superflip_error error;
	struct tables_options where = s->where;
	struct tables_bars bars = {.is_quiet = o->is_quiet};
	superflip_status status = SUPERFLIP_TABLE_MISSING;
	superflip_needs needs;
	where.heuristic = p->heuristic;
	where.goal = pieces;
	where.turns = problem_units(p);
	where.metric = problem_units(p) == NULL ? (superflip_metric)p->metric : SUPERFLIP_HTM;
	for (unsigned builds = 0; builds < 2 && status == SUPERFLIP_TABLE_MISSING && (builds == 0 || !is_named(&where)); builds++) {
		const char *const wanted = pieces != NULL ? superflip_goal_name(pieces) : p->method->takes_steps ? "cross" : "korf";
		/* Few turns have a table of their own. */
		const bool is_whole = builds == 1 && session_measure(s, p, pieces, &needs, NULL) == SUPERFLIP_OK
		                      && needs.n_sides == 0;
		const int refused = builds == 1 ? prepare_building(&where, wanted, is_whole, o->is_quiet) : EXIT_SOLVED;
		if (refused != EXIT_SOLVED)
			return refused;
		status = solver != NULL ? session_borrow(s, p, pieces, cube, builds == 1, tables_show_bar, &bars, solver, &error)
			: session_tables(s, p, pieces, builds == 1, tables_show_bar, &bars, tables, &error);
		tables_finish_bars(&bars);
	}
	if (status == SUPERFLIP_BAD_TEXT)
		return complain_and(EXIT_INPUT, "%s: %s", o->steps_path != NULL ? o->steps_path : p->method->name, error.text);
	if (status != SUPERFLIP_OK)
		return tables_complain_of_opening(&error, &where);
	superflip_tables *const opened = solver != NULL ? (*solver)->tables : *tables;
	return opened != NULL ? begin_using(o, waits_for_check, opened) : EXIT_SOLVED;
}

int tables_open_shared(const struct solve_options *o, const struct tables_options *where, const struct superflip_problem *p,
                       superflip_tables **out)
{
	superflip_session s;
	*out = NULL;
	session_init(&s, where);
	const int status = open_for(o, &s, p, p->pieces, NULL, true, NULL, out);
	session_end(&s);
	if (status == EXIT_SOLVED)
		return EXIT_SOLVED;
	superflip_tables_close(*out);
	*out = NULL;
	return status;
}

int tables_borrow(const struct solve_options *o, superflip_session *s, const struct superflip_problem *p, const superflip_goal *pieces,
                  const superflip_cube *cube, bool waits_for_check, struct solver **out)
{
	*out = NULL;
	const int status = open_for(o, s, p, pieces, cube, waits_for_check, out, NULL);
	if (status != EXIT_SOLVED && *out != NULL)
		session_return(s, *out);
	return status;
}

void tables_report_again(const struct solve_options *o, const superflip_job *job)
{
	if (o->is_verbose && job->solver->tables != NULL)
		report_tables(job->solver->tables, false);
}
