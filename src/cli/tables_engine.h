/* Tables for commands that use more of the engine than the library tells: the heuristic alone. */
#ifndef SUPERFLIP_CLI_TABLES_ENGINE_H
#define SUPERFLIP_CLI_TABLES_ENGINE_H
#include "cli/tables.h"
#include "heuristic/heuristic.h"

/** Open the heuristic that the options name, as tables_open_shared() does.  All bytes are checked.
 * @param out  on EXIT_SOLVED filled, released by heuristic_close()
 * @return as that */
int tables_open(const struct solve_options *options, struct heuristic *out);

/** Copy the tables into memory of this process, and check what is copied.
 * @return EXIT_SOLVED; EXIT_MEMORY if they do not fit all together, EXIT_TABLE if one is damaged: complained, and the
 *         heuristic is closed */
int tables_preload(struct heuristic *h);

/** Wait until every byte of the tables is checked, showing how far that is: before something is measured.
 * @return EXIT_SOLVED; EXIT_TABLE or 128 + n after signal n: complained, and the heuristic is closed */
int tables_await_check(struct heuristic *h, bool is_quiet);

/** Complain of the table that ended a search with SEARCH_BAD_TABLE.  @return EXIT_TABLE */
int tables_complain_of_fault(const struct heuristic *h);
#endif
