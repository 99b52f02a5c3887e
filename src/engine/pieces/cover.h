/* Which piece tables bound a goal.
 *
 * A pattern with few states has a table of its own, whose entries are exact.  Of a larger one tables cover
 * parts: each corner with the edges near it, the corners, the edges, orientations.  Parts that are the same
 * when seen from another side share a table. */
#pragma once
#include "heuristic/heuristic.h"

struct cover {
	struct heuristic_spec spec;         /* points into what follows: a cover stays where it was filled */
	struct heuristic_goal goal;
};

/** The largest tables of a cover: 64 MB for a step of a method, 128 MB, which are built as they are needed,
 * or 512 MB, which are built when asked for. */
#define COVER_STEP (UINT64_C(1) << 27)
#define COVER_SMALL (UINT64_C(1) << 28)
#define COVER_LARGE (UINT64_C(1) << 30)

/** @param turns       borrowed; NULL: those of a metric
 * @param max_states  of a table; 0: without tables, all bounds are 0
 * @return false if the goal has too many views that need tables of their own */
bool cover_fill(const struct goal *goal, const struct turn_automaton *turns, uint64_t max_states,
                struct cover *out);

/** The large cover if its tables are installed and take at most limit_bytes, else the small one.
 * @param directory  as of pdb_find() */
bool cover_choose(const struct goal *goal, const struct turn_automaton *turns, enum metric metric,
                  const char *directory, uint64_t limit_bytes, struct cover *out);
