/* Heuristics with real tables, and what every test of a search asks of its answer. */
#ifndef SUPERFLIP_TESTS_SEARCH_FIXTURE_H
#define SUPERFLIP_TESTS_SEARCH_FIXTURE_H
#include "search/kernel.h"
#include "search/roots.h"

/** A spec with the tables that tests share (support/tables.h); they live as long as the test. */
struct heuristic fixture_heuristic(const struct heuristic_spec *spec, enum metric metric);

/** The same by the spec's name. */
struct heuristic fixture_named(const char *spec, enum metric metric);

/** Build the tables of the heuristic "orientation", of twists and of flips, in a directory. */
void build_orientation(const char *directory);

enum { N_THREAD_COUNTS = 3 };
extern const unsigned thread_counts[N_THREAD_COUNTS];

/** For all solutions of the shortest length and up to `over` moves more. */
struct search_request all_solutions(const struct cube *c, unsigned over);

/** Some moves as the turns of a request; to be released by turn_automaton_free(). */
struct turn_automaton fixture_turns(enum metric metric, uint32_t moves);

/** Solve with a pool of its own; kernel NULL: the best one. A search that loses its solution ends at a limit
 * of nodes. */
struct search_result fixture_solve(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                                   const struct search_request *request);

/** Solve by some moves on three threads, with a perimeter of about so many positions. */
struct search_result fixture_solve_by(const char *heuristic, uint32_t moves, enum metric metric,
                                      uint64_t n_positions, struct search_request request);

/** A root's bounds are those of every cube on the way to it, as IDA* comes by them: a node is generated if
 * all before it on its path fit, and expanded if it fits, too. */
void expect_bounds(const struct root *root, const struct heuristic *h, const struct cube *c);

/** Every solution solves the cube, costs what it says, and comes in order, once. */
void expect_sound(const struct heuristic *h, const struct search_request *request,
                  const struct search_result *result);
#endif
