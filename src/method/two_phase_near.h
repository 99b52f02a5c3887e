/* Near H phase 1 need not look at 13 neighbours to find the one or two that are nearer: for cosets of up to NEAR_DISTANCE
 * moves a small hash table says which moves lead nearer.  Most nodes of phase 1 are such; a search visits as many with it,
 * but looks up a fraction. */
#ifndef SUPERFLIP_METHOD_TWO_PHASE_NEAR_H
#define SUPERFLIP_METHOD_TWO_PHASE_NEAR_H
#include "method/two_phase_cosets.h"

enum {
	NEAR_DISTANCE = 6,
	NEAR_SLOT_BITS = 17,          /* for 75,000 coset numbers: 1 MB */
	NEAR_MOVES_BITS = 18,
};

/** Open addressing; a slot is a coset number * 2^18 + the moves in the frame of its class that lead nearer (bit m for move
 * m).  No slot in use is 0: only H itself, which is not in the table, has no such move. */
struct near_table {
	uint64_t slots[1 << NEAR_SLOT_BITS];
};

/** @param numbers  of all cosets of 1 to NEAR_DISTANCE moves
 * @return NULL without memory (errno is set); else to be released by free() */
struct near_table *near_table_create(const struct coset_distances *d, const uint32_t *numbers, unsigned n_numbers);

static inline uint32_t near_slot(uint32_t coset_number)
{
	return coset_number * 2654435769u >> (32 - NEAR_SLOT_BITS);  /* Fibonacci hashing: Knuth, TAOCP 3, 6.4 */
}

/** The moves in the frame that lead nearer to H; the node's distance is 1 to NEAR_DISTANCE. */
static inline uint32_t near_moves(const struct near_table *t, struct coset_node node)
{
	const uint32_t number = coset_number(node);
	uint32_t slot = near_slot(number);
	while (t->slots[slot] >> NEAR_MOVES_BITS != number)
		slot = (slot + 1) & ((1u << NEAR_SLOT_BITS) - 1);
	return (uint32_t)t->slots[slot] & ((1u << NEAR_MOVES_BITS) - 1);
}
#endif
