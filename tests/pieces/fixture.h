/* Goals with their tables, built for one test. */
#ifndef SUPERFLIP_TESTS_PIECES_FIXTURE_H
#define SUPERFLIP_TESTS_PIECES_FIXTURE_H
#include "pieces/cover.h"
#include "pieces/kernels.h"
#include "search/by_hand.h"
#include "search/fixture.h"
#include "support/read.h"
#include "support/support.h"

struct prepared {
	struct turn_set set;                /* both of searches by turn sets only */
	struct turn_automaton automaton;
	struct cover cover;
	struct heuristic heuristic;
};

/** @param automaton  that of p, or NULL: turns of faces */
static inline void prepare_tables(const char *goal_name, struct turn_automaton *automaton, enum metric metric,
                                  uint64_t max_states,
                                  struct prepared *p)
{
	const struct goal goal = goal_of(goal_name);
	cr_assert(cover_fill(&goal, automaton, max_states, &p->cover), "%s", goal_name);
	p->heuristic = (struct heuristic){.spec = &p->cover.spec, .metric = metric};
	for (unsigned t = 0; t < p->cover.spec.n_tables; t++) {
		cr_assert_eq(pdb_build(heuristic_table_key(&p->cover.spec, t, metric), 2, NULL,
		                       &p->heuristic.table[t]), STATUS_OK);
	}
}

static inline void discard(struct prepared *p)
{
	heuristic_close(&p->heuristic);
}
#endif
