#include "pocket/proof.h"

#include <stdlib.h>
#include <string.h>

enum { SEEN_BYTES = (POCKET_STATES + 63) / 64 * 8 };

/* Breadth-first search of the orientations alone: at most 729, found in the order of their distance. */
static void fill_untwist(struct pocket_proof *proof)
{
	uint16_t queue[POCKET_ORIS] = {0};
	bool seen[POCKET_ORIS] = {true};
	unsigned n_queued = 1;
	proof->untwist[0] = 0;
	for (unsigned next = 0; next < n_queued; next++)
		for (unsigned i = 0; i < pocket_n_steps[proof->metric]; i++) {
			const unsigned after = pocket_ori_after[queue[next]][pocket_steps[proof->metric][i]];
			if (seen[after])
				continue;
			seen[after] = true;
			proof->untwist[after] = (uint8_t)(proof->untwist[queue[next]] + 1);
			queue[n_queued++] = (uint16_t)after;
		}
}

bool pocket_proof_init(struct pocket_proof *proof, enum metric metric, unsigned bound)
{
	pocket_init();
	*proof = (struct pocket_proof){.metric = metric, .bound = bound};
	proof->seen = malloc(SEEN_BYTES);
	proof->queue = malloc(POCKET_STATES * sizeof *proof->queue);
	if (proof->seen == NULL || proof->queue == NULL) {
		pocket_proof_free(proof);
		return false;
	}
	fill_untwist(proof);
	return true;
}

void pocket_proof_free(struct pocket_proof *proof)
{
	free(proof->seen);
	free(proof->queue);
}

/* Queue the unseen neighbours of a state that can still come to H with `moves_left` moves; returns the new end. */
static uint32_t queue_neighbours(struct pocket_proof *proof, uint32_t index, unsigned moves_left, uint32_t n_queued)
{
	const uint16_t *const perm_after = pocket_perm_after[index / POCKET_ORIS];
	const uint16_t *const ori_after = pocket_ori_after[index % POCKET_ORIS];
	for (unsigned i = 0; i < pocket_n_steps[proof->metric]; i++) {
		const unsigned move = pocket_steps[proof->metric][i];
		if (proof->untwist[ori_after[move]] > moves_left)
			continue;
		const uint32_t after = pocket_index(perm_after[move], ori_after[move]);
		const uint64_t bit = UINT64_C(1) << after % 64;
		if (proof->seen[after / 64] & bit)
			continue;
		proof->seen[after / 64] |= bit;
		proof->queue[n_queued++] = after;
	}
	return n_queued;
}

unsigned pocket_prove_coset(struct pocket_proof *proof, unsigned ori_index, struct pdb_histogram *reached)
{
	const uint32_t start = pocket_index(0, ori_index);
	memset(proof->seen, 0, SEEN_BYTES);
	proof->seen[start / 64] = UINT64_C(1) << start % 64;
	proof->queue[0] = start;
	unsigned n_reached = 0;
	uint32_t begin = 0, end = proof->untwist[ori_index] <= proof->bound ? 1 : 0;
	for (unsigned depth = 0; begin < end && n_reached < POCKET_PERMS; depth++) {
		uint32_t n_queued = end;
		for (uint32_t next = begin; next < end; next++) {
			const uint32_t index = proof->queue[next];
			if (index % POCKET_ORIS == 0) {
				n_reached++;
				reached->count[depth]++;
				if (depth > reached->max_depth)
					reached->max_depth = depth;
			}
			if (depth < proof->bound)
				n_queued = queue_neighbours(proof, index, proof->bound - depth - 1, n_queued);
		}
		begin = end;
		end = n_queued;
	}
	return n_reached;
}
