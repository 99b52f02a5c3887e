/* Heuristics with real tables, and what every test of a search asks of its answer. */
#ifndef SUPERFLIP_TESTS_SEARCH_FIXTURE_H
#define SUPERFLIP_TESTS_SEARCH_FIXTURE_H
#include "search/kernel.h"
#include "search/roots.h"

/** A spec with the tables that tests share (support/tables.h); they live as long as the test. */
struct heuristic fixture_heuristic(const struct heuristic_spec *spec, enum metric metric);

/** The same by the spec's name. */
struct heuristic fixture_named(const char *spec, enum metric metric);

/** The heuristic "orientation" with tables of twists and of flips of its own, in a directory.
 * @param flips_path  the file of the second */
struct heuristic open_orientation(const char *directory, char flips_path[PATH_MAX]);

enum { N_THREAD_COUNTS = 3 };
extern const unsigned thread_counts[N_THREAD_COUNTS];

/** For all solutions of the shortest length and up to `over` moves more. */
struct search_request all_solutions(const struct cube *c, unsigned over);

/** Some moves as the turns of a request; to be released by turn_automaton_free(). */
struct turn_automaton fixture_turns(enum metric metric, uint32_t moves);

/** Solve with a pool of its own; kernel NULL: the best one. A search that loses its solution ends at a limit
 * of nodes. Solutions are checked: each leads where it is to, costs what it says, and comes in order, once.
 * They live until some thousand searches later. */
struct search_result fixture_solve(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                                   const struct search_request *request);

/** Solve by some moves on three threads, with a perimeter of about so many positions. */
struct search_result fixture_solve_by(const char *heuristic, uint32_t moves, enum metric metric,
                                      uint64_t n_positions, struct search_request request);

static inline struct cube end_of(const struct cube *c, const struct search_solution *s)
{
	return cube_after_moves(*c, s->moves, s->n_moves);
}

void expect_same_solutions(const struct search_result *is, const struct search_result *want,
                           const char *what);
/** Nodes and solutions of every iteration.
 * @param lookups_within  lookups of several threads differ by at most one in so many, those of one do not; 0:
 * lookups are not compared */
void expect_same_counts(const struct search_result *is, const struct search_result *want,
                        unsigned lookups_within, const char *what, unsigned n_threads);
#endif
