#include "pocket/walk.h"

#include "cube/random.h"

struct pocket_walk pocket_walk_from(uint32_t index, uint64_t seed)
{
	pocket_init();
	return (struct pocket_walk){.random = seed, .index = index, .last_move = POCKET_MOVES};
}

unsigned pocket_walk_step(struct pocket_walk *walk)
{
	const bool is_first = walk->last_move == POCKET_MOVES;
	const unsigned n = is_first ? POCKET_MOVES : POCKET_MOVES - 3;
	const unsigned after = is_first ? 0 : walk->last_move / 3u * 3 + 3;
	/* The high half of a product maps 32 random bits to 0..n-1 without a division, evenly to 1 in 2^28. */
	const unsigned drawn = (unsigned)((random_splitmix64(&walk->random) >> 32) * n >> 32);
	const unsigned move = (after + drawn) % POCKET_MOVES;
	walk->index = pocket_state_after(walk->index, move);
	walk->last_move = (uint8_t)move;
	return move;
}
