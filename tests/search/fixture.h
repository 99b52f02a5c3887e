/* Heuristics with real tables, and what every test of a search asks of its answer. */
#ifndef SUPERFLIP_TESTS_SEARCH_FIXTURE_H
#define SUPERFLIP_TESTS_SEARCH_FIXTURE_H
#include "search/kernel.h"

/** A spec with the tables that tests share (support/tables.h); they live as long as the test. */
struct heuristic fixture_heuristic(const struct heuristic_spec *spec, enum metric metric);

/** The same by the spec's name. */
struct heuristic fixture_named(const char *spec, enum metric metric);

/** Solve with a pool of its own; kernel NULL: the best one. */
struct search_result fixture_solve(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                                   const struct search_request *request);

/** Every solution solves the cube, costs what it says, and comes in order, once. */
void expect_sound(const struct heuristic *h, const struct search_request *request, const struct search_result *result);
#endif
