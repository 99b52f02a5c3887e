/* Choosing the heuristic, and opening or building its tables. */
#ifndef SUPERFLIP_CLI_TABLES_H
#define SUPERFLIP_CLI_TABLES_H
#include "cli/solve_options.h"
#include "superflip.h"

/** Open the heuristic that the options name, as tables_open() does, for solvers of the library.
 * @param waits_for_check  false: whoever states a result waits for it
 * @param out  on EXIT_SOLVED set, released by tables_close_shared() or superflip_tables_close()
 * @return as tables_open() */
int tables_open_shared(const struct solve_options *options, bool waits_for_check, superflip_tables **out);
void tables_close_shared(const struct solve_options *options, superflip_tables *tables);

/** Wait until every byte of the tables is checked, showing how far that is.
 * @return EXIT_SOLVED; EXIT_TABLE or 128 + n after signal n, and complained */
int tables_await_shown(superflip_tables *tables, bool is_quiet);

/** Complain of an error of the library.  @return EXIT_TABLE, EXIT_MEMORY, or 128 + n after signal n */
int tables_complain(const superflip_error *error);

/** Open the heuristic that the options name. "auto", or none, takes the strongest that is installed and fits into the
 * memory given; if none is, the default one is built, unless a directory was named that does not exist.  All bytes are checked.  With is_verbose each table is reported.
 * @param out  on EXIT_SOLVED filled, released by tables_close() or heuristic_close()
 * @return EXIT_SOLVED; else EXIT_TABLE, EXIT_MEMORY or 128 + n after signal n, and complained */
int tables_open(const struct solve_options *options, struct heuristic *out);

/** The same without waiting for the check of large tables: for what is searched by a pool, which waits itself. */
int tables_open_before_check(const struct solve_options *options, struct heuristic *out);

/** Open a heuristic in half turns, whatever the options say of heuristics, metrics and memory; build its tables first if they
 * are missing.
 * @return as tables_open() */
int tables_open_or_build(const struct solve_options *options, const char *heuristic, struct heuristic *out);

/** Copy the tables into memory of this process, and check what is copied.
 * @return EXIT_SOLVED; EXIT_MEMORY if they do not fit all together, EXIT_TABLE if one is damaged: complained, and the
 *         heuristic is closed */
int tables_preload(struct heuristic *h);

/** Wait until every byte of the tables is checked, showing how far that is: before something is measured.
 * @return EXIT_SOLVED; EXIT_TABLE or 128 + n after signal n: complained, and the heuristic is closed */
int tables_await_check(struct heuristic *h, bool is_quiet);

/** Complain of the table that ended a search with SEARCH_BAD_TABLE.  @return EXIT_TABLE */
int tables_complain_of_fault(const struct heuristic *h);

/** Complain that there is no directory for tables (pdb_directory(); errno is set).  @return EXIT_TABLE */
int tables_complain_of_directory(void);

/** Release the tables.  With is_verbose those that are mapped are reported again: a search has touched more of them. */
void tables_close(const struct solve_options *options, struct heuristic *h);
#endif
