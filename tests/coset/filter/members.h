/* Members drawn from a seed, and filter blocks solved from them. */
#ifndef SUPERFLIP_TESTS_COSET_FILTER_MEMBERS_H
#define SUPERFLIP_TESTS_COSET_FILTER_MEMBERS_H
#include "coset/filter/labels.h"
#include "coset/filter/solve.h"
#include "support/support.h"

enum { N_FILTER_BLOCKS = COSET_BATCH_FILTER_BLOCKS, STRIDE = COSET_MAX_MEMBERS + 8, N_TESTS = 5,
      WITH_LABELS = COSET_LABEL_ANY + 1 };

struct filter_blocks {
	unsigned n_filter_blocks;
	uint32_t n[N_FILTER_BLOCKS], member[N_FILTER_BLOCKS][STRIDE];
	uint8_t filter_block[N_FILTER_BLOCKS][COSET_FILTER_BLOCK_BYTES];
};

/** Slots below n_slots for tests below n_tests, all different, with labels below n_labels: without subcosets
 * that is 1. */
void members_random(struct dice *dice, unsigned n, unsigned n_slots, unsigned n_tests, unsigned n_labels,
                    uint32_t *member);

/** Members for filter blocks, min_members to max_members each. */
void filter_blocks_random(struct dice *dice, unsigned n_filter_blocks, unsigned min_members,
                          unsigned max_members, unsigned n_labels, struct filter_blocks *l);

/** Write the filter blocks of the members. */
void filter_blocks_solve(coset_solver *solver, struct filter_blocks *l);

static inline unsigned slot_of(uint32_t member) { return member & UINT16_MAX; }
static inline unsigned test_of(uint32_t member) { return member >> 16 & 255; }
static inline unsigned label_of(uint32_t member) { return member >> 24; }

static inline unsigned width_of(const uint8_t *filter_block)
{
	return filter_block[COSET_WIDTH_AT];
}
#endif
