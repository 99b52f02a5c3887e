#include "cli/tables.h"

superflip_session session;

/* ---- complaints ---- */

int tables_complain_of_directory(void)
{
	return complain_and(EXIT_TABLE,
	                    "no directory for tables: %s; name one with --pdb-dir or SUPERFLIP_PDB_DIR",
	                    errno == ENOENT ? "HOME and XDG_CACHE_HOME are not set" : strerror(errno));
}

int tables_complain(const superflip_error *error)
{
	const superflip_status status = error->status;
	const bool has_path = error->path[0] != '\0';
	if (status == SUPERFLIP_IO && !has_path) {
		errno = error->system_errno;
		return tables_complain_of_directory();
	}
	return tables_complain_with_advice(
		status == SUPERFLIP_CANCELLED && interrupted_by() != 0            ? interrupted_by()
		: status == SUPERFLIP_BAD_ARGUMENT                                ? EXIT_USAGE
		: status == SUPERFLIP_NO_MEMORY || status == SUPERFLIP_NO_THREADS ? EXIT_MEMORY
		                                                                  : EXIT_TABLE,
		has_path ? status : SUPERFLIP_OK, error->text, error->path);
}

/* Name the largest heuristic that fits, or the smallest there is. */
static int refuse_size(const superflip_error *refused, const struct tables_options *where)
{
	superflip_error error;
	superflip_catalogue *catalogue;
	if (catalogue_make(where, false, &catalogue, &error) != SUPERFLIP_OK)
		return tables_complain(&error);
	const superflip_heuristic *const next =
		superflip_catalogue_choose(catalogue, where->memory_bytes, UINT64_MAX, 0);
	const superflip_heuristic *other, *smallest = NULL;
	for (unsigned i = 0; (other = superflip_catalogue_at(catalogue, i)) != NULL; i++)
		if (!other->is_for_comparison && other->n_tables > 0
		    && (smallest == NULL || other->file_bytes < smallest->file_bytes))
			smallest = other;
	char bytes[WORDS_BYTES];
	if (next != NULL)
		complain("--memory: %s; the next smaller is --heuristic %s with %s", refused->text, next->name,
		         words_bytes(next->file_bytes, bytes));
	else
		complain(
			"--memory: %s; the smallest tables, of --heuristic %s, have %s, and --heuristic manhattan has none%s",
			refused->text, smallest->name, words_bytes(smallest->file_bytes, bytes),
			where->memory_bytes < 100000 ? "; a number without a letter is bytes, 8G is gigabytes" : "");
	superflip_catalogue_free(catalogue);
	return EXIT_MEMORY;
}

int tables_complain_of_opening(const superflip_error *error, const struct tables_options *where)
{
	if (error->status == SUPERFLIP_TOO_LARGE && !tables_need_cover(where))
		return refuse_size(error, where);
	const char *const metric =
		where->turns != NULL ? turn_metric_name[where->turns->metric] : record_metric_name[where->metric];
	const bool is_htm = text_equal(metric, "htm"), has_directory = where->directory != NULL;
	if (error->status == SUPERFLIP_TABLE_MISSING && error->token[0] != '\0')
		return complain_and(EXIT_TABLE, "%s; run `superflip pdb build %s%s%s%s%s`", error->text, error->token,
		                    is_htm ? "" : " --metric ", is_htm ? "" : metric,
		                    has_directory ? " --pdb-dir " : "", has_directory ? where->directory : "");
	if (error->status == SUPERFLIP_NO_THREADS)
		return complain_and(EXIT_MEMORY, "%s; choose a smaller --threads", error->text);
	if (error->status != SUPERFLIP_NO_MEMORY || !where->preloads)
		return tables_complain(error);
	return complain_and(EXIT_MEMORY, "--preload: %s", error->text);
}

/* ---- progress, table by table ---- */

static struct {
	const char *label;            /* of all tables; NULL: each has its own */
	bool is_shown;
	char table[64];
} bars;

bool tables_show_bar(void *context, const superflip_progress *p)
{
	enum { PARTS = 1000000 };
	if (!bars.is_shown || !text_equal(bars.table, p->table)) {
		tables_finish_bars();
		snprintf(bars.table, sizeof bars.table, "%s", p->table);
		bar_begin(bars.label != NULL ? bars.label : bars.table, NULL);
		bars.is_shown = true;
	}
	return bar_progress.tell(bar_progress.context, p->stage, (uint64_t)(p->share * PARTS), PARTS);
}

void tables_finish_bars(void)
{
	if (bars.is_shown)
		progress_bar_finish(&bar);
	bars.is_shown = false;
}

/* ---- building ---- */

bool tables_directory_is_missing(const char *directory, const char *wanted)
{
	struct stat there;
	if (directory == NULL || stat(directory, &there) == 0 || errno != ENOENT)
		return false;
	return complain_and(
		true, "%s: no such directory; `superflip pdb build %s --pdb-dir '%s'` makes it and its tables",
		directory, wanted, directory);
}

/* Whether few turns, which have a table of their own, are those of a problem.  @param out  what it takes */
static bool has_own_table(const superflip_problem *p, const superflip_goal *pieces, superflip_needs *out)
{
	const superflip_session any = {.where = session.where, .turn_bytes = UINT64_MAX};
	return p->turns != problem_units(p) && session_measure(&any, p, pieces, out, NULL) == SUPERFLIP_OK
	       && out->is_exact;
}

/* Before tables are built unasked: tell it of those of whole cubes, and refuse a directory that was named and
 * does not exist. */
static int prepare_building(const struct tables_options *where, const char *wanted, bool is_told)
{
	superflip_error error;
	superflip_catalogue *catalogue;
	char directory[4096];
	if (tables_directory_is_missing(where->directory, wanted))
		return EXIT_TABLE;
	if (superflip_tables_directory(where->directory, directory, &error) != SUPERFLIP_OK)
		return tables_complain(&error);
	if (!is_told)
		return EXIT_SOLVED;
	if (catalogue_make(where, true, &catalogue, &error) != SUPERFLIP_OK)
		return tables_complain(&error);
	const superflip_heuristic *const h = catalogue_find(catalogue, wanted);
	if (h != NULL)
		complain("building the tables of '%s' (%s) in %s, once: %.0f MB, about %.0f s", h->name,
		         record_metric_name[where->metric], directory, ceil((double)h->file_bytes / 1e6),
		         ceil(h->build_s));
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

void tables_report_again(const superflip_job *job)
{
	if (solve_options.is_verbose && job->solver->tables != NULL)
		report_tables(job->solver->tables, false);
}

/* Report tables that were opened, and wait until every byte of them is checked, showing how far that is. */
static int begin_using(bool waits_for_check, superflip_tables *tables)
{
	superflip_error error;
	if (solve_options.is_verbose) {
		const superflip_table_info info = report_tables(tables, true);
		complain("heuristic %s, kernel: %s", info.heuristic, info.kernel);
	}
	if (!waits_for_check)
		return EXIT_SOLVED;
	bars.label = tables_heuristic(tables);
	const superflip_status status = superflip_tables_await_check(tables, tables_show_bar, NULL, &error);
	tables_finish_bars();
	bars.label = NULL;
	return status == SUPERFLIP_OK ? EXIT_SOLVED
	       : status == SUPERFLIP_CANCELLED ? interrupted_by() : tables_complain(&error);
}

int tables_borrow(const superflip_problem *p, const superflip_goal *pieces, const superflip_cube *cube,
                  bool waits_for_check, struct solver **out)
{
	superflip_error error;
	struct tables_options where = session.where;
	superflip_needs needs;
	where.heuristic = p->heuristic;
	where.goal = p->method->takes_steps ? NULL : pieces;
	where.turns = problem_units(p);
	where.metric = problem_units(p) == NULL ? (superflip_metric)p->metric : SUPERFLIP_HTM;
	const bool is_named = where.heuristic != NULL && !text_equal(where.heuristic, "auto");
	superflip_status status;
	for (bool builds = false;; builds = true) {
		status = session_borrow(&session, p, pieces, cube, builds, tables_show_bar, NULL, out, &error);
		tables_finish_bars();
		if (status != SUPERFLIP_TABLE_MISSING || builds || is_named)
			break;
		const int refused = prepare_building(&where,
		                                     p->method->takes_steps ? "cross"
		                                     : pieces != NULL       ? superflip_goal_name(pieces)
		                                                            : "korf",
		                                     !is_quiet && !tables_need_cover(&where)
		                                         && !has_own_table(p, pieces, &needs));
		if (refused != EXIT_SOLVED)
			return refused;
	}
	if (status == SUPERFLIP_BAD_TEXT)
		return complain_and(EXIT_INPUT, "%s: %s%s",
		                    solve_options.steps_path != NULL ? solve_options.steps_path : p->method->name,
		                    error.text,
		                    strstr(error.text, "no goal") != NULL ? option_list_of("goal", error.text) : "");
	if (status == SUPERFLIP_TOO_LARGE && !tables_need_cover(&where) && has_own_table(p, pieces, &needs))
		return complain_and(EXIT_MEMORY,
		                    "--memory: %" PRIu64
		                    " bytes are too little for the table of these turns, which needs %" PRIu64,
		                    where.memory_bytes, needs.file_bytes);
	if (status != SUPERFLIP_OK)
		return tables_complain_of_opening(&error, &where);
	const int result = (*out)->tables != NULL ? begin_using(waits_for_check, (*out)->tables) : EXIT_SOLVED;
	if (result != EXIT_SOLVED)
		session_return(&session, *out);
	return result;
}

int tables_open_shared(const superflip_problem *p, superflip_tables **out)
{
	struct solver *solver;
	session_init(&session, &solve_options.tables);
	const int status = tables_borrow(p, p->pieces, NULL, true, &solver);
	if (status == EXIT_SOLVED)
		*out = tables_keep(solver->tables);
	session_end(&session);
	return status;
}
