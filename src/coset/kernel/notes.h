/* What is known of a node with as many moves left as the cap, or one or two more, in 64 bits: how much less than the cap values
 * of inverses are, four bits each, that of its own and those behind quarter turns of both faces of either axis; which neighbours
 * may be near, three bits each, in the same order; behind which turns nodes have survived; and whether anything is known of its
 * own inverse, and at all. */
#ifndef SUPERFLIP_COSET_KERNEL_NOTES_H
#define SUPERFLIP_COSET_KERNEL_NOTES_H
#include "coset/kernel/state.h"

enum {
	NOTED_NUMBERS = 5, NOTED_VALUE_BITS = 4, NOTED_VALUES = (1 << NOTED_VALUE_BITS) - 1,
	NOTED_NEAR = NOTED_VALUE_BITS * NOTED_NUMBERS,
	NOTED_SURVIVED = NOTED_NEAR + COSET_AXES * NOTED_NUMBERS,
	NOTED_OWN = 62, NOTED_PASSING,
};
enum { ALL_CHILDREN = (1 << N_CHILDREN) - 1 };
static_assert((int)NOTED_SURVIVED + (int)N_CHILDREN <= (int)NOTED_OWN, "bits for all");

/* Of a value behind a quarter turn, of one of the axes that are left; number 0 is its own. */
static inline unsigned noted_number(unsigned branch, unsigned face)
{
	return 1 + 2 * branch + face;
}

static inline unsigned noted_value(const struct coset *k, uint64_t noted, unsigned number)
{
	return k->cap - (noted >> NOTED_VALUE_BITS * number & NOTED_VALUES);
}

static inline unsigned noted_near(uint64_t noted, unsigned number)
{
	if (number == 0 && (noted >> NOTED_OWN & 1) == 0)
		return ALL_NEIGHBOURS;
	return noted >> (NOTED_NEAR + COSET_AXES * number) & ALL_NEIGHBOURS;
}

/* By next turns (coset/kernel/candidates.h). */
static inline unsigned noted_survived(uint64_t noted)
{
	return noted >> NOTED_SURVIVED & ALL_CHILDREN;
}

static inline uint64_t note_of(const struct coset *k, unsigned number, unsigned value, unsigned near)
{
	return (uint64_t)(k->cap - value) << NOTED_VALUE_BITS * number | (uint64_t)near << (NOTED_NEAR + COSET_AXES * number)
	       | UINT64_C(1) << NOTED_PASSING | (uint64_t)(number == 0) << NOTED_OWN;
}

/* Of what is behind it alone: without what is known of its own inverse, and of nodes that have survived. */
static inline uint64_t note_of_others(uint64_t noted)
{
	return noted & ~(NOTED_VALUES | (uint64_t)ALL_NEIGHBOURS << NOTED_NEAR | UINT64_C(1) << NOTED_OWN
	                 | (uint64_t)ALL_CHILDREN << NOTED_SURVIVED);
}
#endif
