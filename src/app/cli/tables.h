/* Choosing the heuristic, and opening or building its tables. */
#ifndef SUPERFLIP_CLI_TABLES_H
#define SUPERFLIP_CLI_TABLES_H
#include "session/session.h"
#include "cli/solve_options.h"
#include "report/progress.h"
#include "superflip.h"

/** Open the tables of a problem that is complete, as a session does: "auto", or none, takes the strongest that is
 * installed and fits; if none is, the default one is built, unless a directory was named that does not exist.
 * With is_verbose each table is reported. All bytes are checked.
 * @param options  is_quiet and is_verbose
 * @param where    directory, memory, threads
 * @param out      on EXIT_SOLVED set, released by superflip_tables_close()
 * @return EXIT_SOLVED; else EXIT_TABLE, EXIT_MEMORY or 128 + n after signal n, and complained */
int tables_open_shared(const struct solve_options *options, const struct tables_options *where,
                       const struct superflip_problem *p, superflip_tables **out);

/** Borrow a solver of a session (session_borrow()), building tables that are missing; complains and reports as tables_open_shared().
 * @param waits_for_check  false: whoever states a result waits for it
 * @param out  on EXIT_SOLVED set, which a job takes over: session_begin() */
int tables_borrow(const struct solve_options *options, superflip_session *s, const struct superflip_problem *p, const superflip_goal *pieces,
                  const superflip_cube *cube, bool waits_for_check, struct solver **out);

/** With is_verbose tables of a job that are mapped are reported again: its search has touched more of them. */
void tables_report_again(const struct solve_options *options, const superflip_job *job);

/** Bars for tables that the library builds or checks, one after the other; the callback and its context. */
struct tables_bars {
	const char *label;            /* of all tables; NULL: each has its own */
	bool is_quiet, is_shown;
	char table[64];
	struct progress_bar bar;
};
bool tables_show_bar(void *bars, const superflip_progress *progress);
void tables_finish_bars(struct tables_bars *b);

/** Whether a directory that was named does not exist: `pdb build` alone makes one.  Complains if so.
 * @param directory  NULL: none was named
 * @param wanted     what to build there */
bool tables_directory_is_missing(const char *directory, const char *wanted);

/** Complain of an error of the library.  @return EXIT_TABLE, EXIT_MEMORY, or 128 + n after signal n */
int tables_complain(const superflip_error *error);

/** The same of tables that were to be opened. */
int tables_complain_of_opening(const superflip_error *error, const struct tables_options *where);

/** Complain that there is no directory for tables (pdb_directory(); errno is set).  @return EXIT_TABLE */
int tables_complain_of_directory(void);
#endif
