/* What the tests of the coset kernels share: small tables, scrambles, and a search that looks up one entry at
 * a time. */
#ifndef SUPERFLIP_TESTS_COSET_KERNEL_FIXTURE_H
#define SUPERFLIP_TESTS_COSET_KERNEL_FIXTURE_H
#include "coset/family.h"
#include "coset/kernel/kernels.h"
#include "search/fixture.h"
#include "support/support.h"

/* The smallest of their kinds, or almost: 22 or 66 MB. */
extern const struct heuristic_spec with_parity, htr, with_parity_and_subcosets, htr_with_subcosets;

#define COUNT_KERNEL(set, name, level) +1
enum { N_KERNELS = COSET_INSTRUCTION_SETS(COUNT_KERNEL) };
#undef COUNT_KERNEL
extern const struct kernel *const coset_kernels[N_KERNELS];

/** Whether to try a kernel here: the best one that the processor has with every shape of tables, the others
 * with one shape; slow tests try all with all. */
bool is_tried(unsigned kernel, const struct heuristic *h);

/** With its table. */
struct heuristic built(const struct heuristic_spec *spec);

/** The same table, but so that bulk lookups are (not) for it: it says that few (many) of its entries are
 * below the cap. */
struct heuristic with_bulk(const struct heuristic *h, bool has_bulk);

unsigned cap_of(const struct heuristic *h);
bool has_subcosets(const struct heuristic *h);

struct cube scramble(struct dice *dice, unsigned n_moves);
struct cube quarter_turn_scramble(struct dice *dice, unsigned n_moves);
struct cube scramble_in(enum metric metric, struct dice *dice, unsigned n_moves);

/** So many moves more than the cap; in quarter turns one more where only that can be the cube's parity. */
unsigned threshold_above_cap(const struct heuristic *h, const struct cube *c, unsigned more);

/** All solutions of min to max moves. */
struct search_result of_length(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                               const struct cube *c, unsigned min, unsigned max);
/** Iterations that find nothing. */
struct search_result iterations_of(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                                   const struct cube *c, unsigned min, unsigned max);

/** What all kernels that are tried find of min to max moves, with one to three threads: all expected
 * solutions, by the same counts.
 * @return the first one's */
struct search_result results_of_kernels(const struct heuristic *h, const struct cube *c, unsigned min,
                                        unsigned max, const struct search_result *expected,
                                        unsigned lookups_within);
/** What the core finds; all kernels find it, by its nodes. */
struct search_result results_of_core(const struct heuristic *h, const struct cube *c, unsigned min,
                                     unsigned max, unsigned lookups_within);
/** Every kernel's solutions are the expected ones, and solve the cube. */
void expect_solutions_of_kernels(const struct heuristic *h, const struct search_request *request,
                                 unsigned n_threads, const struct search_result *expected);

/** A search that looks up one entry at a time, and counts. */
struct reference {
	const struct heuristic *h;
	bool is_bulk, has_hints;                /* what bulk lookups and hints know more: see look_again() */
	uint64_t n_expanded, n_lookups;
};
void reference_search(struct reference *r, const struct cube *c, unsigned threshold);
#endif
