/* Choosing the heuristic, opening or building its tables, and what mends them. */
#pragma once
#include "cli/solve_options.h"

/** Whose solvers are borrowed; begun by session_init(). */
extern superflip_session session;

/** Borrow a solver of the session for a problem that is complete (session_borrow()): "auto", or none, takes
 * the strongest heuristic that is installed and fits; if none is, the default one is built, unless a
 * directory was named that does not exist. With is_verbose each table is reported.
 * @param options  is_quiet, is_verbose and steps_path
 * @param waits_for_check  false: whoever states a result waits for it
 * @param out     on EXIT_SOLVED set, which a job takes over: session_begin()
 * @return EXIT_SOLVED; else EXIT_TABLE, EXIT_MEMORY or 128 + n after signal n, and complained */
int tables_borrow(const superflip_problem *p, const superflip_goal *pieces, const superflip_cube *cube,
                  bool waits_for_check, struct solver **out);

/** The tables of a problem by the session, which is begun and ended, with the options' directory, memory and
 * threads.  All bytes are checked.  @return as tables_borrow() */
int tables_open_shared(const superflip_problem *p, superflip_tables **out);

/** With is_verbose tables of a job that are mapped are reported again: its search has touched more of
 * them. */
void tables_report_again(const superflip_job *job);

/** Bars for tables that the library builds or checks, one after the other; unless is_quiet. */
bool tables_show_bar(void *context, const superflip_progress *progress);
void tables_finish_bars(void);

/** Whether a directory that was named does not exist: `pdb build` alone makes one.  Complains if so.
 * @param directory  NULL: none was named
 * @param wanted     what to build there */
bool tables_directory_is_missing(const char *directory, const char *wanted);

/** Complain of a table, and say which command mends it, "; run `superflip pdb build corners --force`".
 * @param path  of the file at fault, or the directory that a build was given
 * @return the given result */
int tables_complain_with_advice(int result, superflip_status status, const char *message, const char *path);

/** Complain of an error of the library.  @return EXIT_TABLE, EXIT_MEMORY, or 128 + n after signal n */
int tables_complain(const superflip_error *error);

/** The same of tables that were to be opened. */
int tables_complain_of_opening(const superflip_error *error, const struct tables_options *where);

/** Complain that there is no directory for tables (pdb_directory(); errno is set).  @return EXIT_TABLE */
int tables_complain_of_directory(void);
