/* Tables for commands that use more of the engine than the library tells: the heuristic alone. */
#ifndef SUPERFLIP_CLI_TABLES_ENGINE_H
#define SUPERFLIP_CLI_TABLES_ENGINE_H
#include "cli/tables.h"
#include "heuristic/heuristic.h"

/** Open the heuristic that the options name, as tables_open_shared() does.  All bytes are checked.
 * @param out  on EXIT_SOLVED filled, released by heuristic_close()
 * @return as that */
int tables_open_heuristic(const struct tables_options *where, bool is_quiet, struct heuristic *out);

/** The same for the tables of a goal; what is missing of them is built.
 * @param spec  of the cover_choose() that the goal has afterwards */
int tables_open_goal(const struct tables_options *where, const char *goal, bool is_quiet, const struct heuristic_spec *spec,
                     struct heuristic *out);

/** Complain of the table that ended a search with SEARCH_BAD_TABLE.  @return EXIT_TABLE */
int tables_complain_of_fault(const struct heuristic *h);
#endif
