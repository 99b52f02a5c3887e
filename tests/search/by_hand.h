/* All solutions of a cube by the turns of a set, without any order of turns, table or frame. */
#ifndef SUPERFLIP_TESTS_SEARCH_BY_HAND_H
#define SUPERFLIP_TESTS_SEARCH_BY_HAND_H
#include "search/search.h"

/** The solutions that a search has found of the least cost and of up to `over` more are those that are turned
 * by hand, each once. @param what  the case */
void expect_turned_by_hand(const struct heuristic *h, const struct turn_set *set, const struct cube *c,
                           const struct search_result *found, unsigned over, const char *what);
#endif
