/* What several tests of src/engine/subgroup share. */
#ifndef SUPERFLIP_TESTS_SUBGROUP_FIXTURE_H
#define SUPERFLIP_TESTS_SUBGROUP_FIXTURE_H
#include "subgroup/element.h"
#include "support/support.h"

static inline struct bit_position dice_position(struct dice *dice)
{
	return (struct bit_position){(uint16_t)dice_below(dice, N_PAGES),
	                             (uint8_t)dice_below(dice, N_CORNER_BITS), dice_below(dice, PAGE_BYTES)};
}

static inline bool are_equal_positions(struct bit_position a, struct bit_position b)
{
	return a.page == b.page && a.bit == b.bit && a.byte == b.byte;
}

/* Progress that interrupts at the n_left-th report; 0: never. */
static inline bool interrupt_later(void *n_left, const char *stage, uint64_t done, uint64_t total)
{
	unsigned *const n = n_left;
	return *n == 0 || --*n > 0;
}
#endif
