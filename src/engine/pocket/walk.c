#include "pocket/walk.h"

struct pocket_walk pocket_walk_from(uint32_t index, uint64_t seed)
{
	pocket_init();
	return (struct pocket_walk){
		.random = seed,
		.perm_index = (uint16_t)(index / POCKET_ORIS),
		.ori_index = (uint16_t)(index % POCKET_ORIS),
		.last_move = POCKET_MOVES,
	};
}

/* The high half of a product maps 32 random bits to 0..n-1 without a division, evenly to 1 in 2^28. */
static unsigned random_below(uint64_t *state, unsigned n)
{
	/* G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
	*state += UINT64_C(0x9E3779B97F4A7C15);
	uint64_t z = *state;
	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return (unsigned)(((z ^ z >> 31) >> 32) * n >> 32);
}

unsigned pocket_walk_step(struct pocket_walk *walk)
{
	unsigned move;
	if (walk->last_move == POCKET_MOVES)
		move = random_below(&walk->random, POCKET_MOVES);
	else
		move = (walk->last_move / 3u * 3u + 3 + random_below(&walk->random, POCKET_MOVES - 3)) % POCKET_MOVES;
	walk->perm_index = pocket_perm_after[walk->perm_index][move];
	walk->ori_index = pocket_ori_after[walk->ori_index][move];
	walk->last_move = (uint8_t)move;
	return move;
}
