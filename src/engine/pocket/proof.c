#include "pocket/proof.h"

#include "base/clock.h"

#include <stdatomic.h>

void pocket_proof_init(struct pocket_proof *proof, enum metric metric, unsigned bound)
{
	pocket_init();
	*proof = (struct pocket_proof){.metric = metric, .bound = bound};
	/* The moves that orient all cubies: breadth-first search of the orientations alone. */
	uint8_t *const untwist = proof->untwist;
	uint16_t queue[POCKET_ORIS] = {0};
	unsigned n_queued = 1;
	memset(untwist, 0xFF, POCKET_ORIS);
	untwist[0] = 0;
	items_foreach(at, queue, n_queued)
		for (unsigned i = 0; i < pocket_n_steps[metric]; i++) {
			const uint16_t neighbour = pocket_ori_after[*at][pocket_steps[metric][i]];
			if (untwist[neighbour] != 0xFF)
				continue;
			untwist[neighbour] = (uint8_t)(untwist[*at] + 1);
			queue[n_queued++] = neighbour;
		}
	for (unsigned move = 0; move < POCKET_MOVES; move++)
		for (unsigned perm = 0; perm < POCKET_PERMS; perm++)
			proof->perm_after[move][perm] = pocket_perm_after[perm][move];
}

/* ---- one coset ---- */

/* Add what one move makes of a level's states with one orientation. */
static void turn_all(const struct pocket_proof *proof, struct pocket_proof_space *space, unsigned ori,
                     unsigned move)
{
	const uint16_t *const perm_after = proof->perm_after[move], *const from = space->queue[ori];
	const unsigned next_ori = pocket_ori_after[ori][move], end = space->end[ori];
	uint64_t *const seen = space->seen[next_ori];
	uint16_t *const to = space->queue[next_ori];
	unsigned n = space->n_queued[next_ori];
	for (unsigned i = space->begin[ori]; i < end; i++) {
		const unsigned perm = perm_after[from[i]];
		to[n] = (uint16_t)perm;   /* overwritten by the next one if it was seen: there is room for one too
		                           * many */
		n += (~seen[perm / 64] >> perm % 64) & 1;
		seen[perm / 64] |= UINT64_C(1) << perm % 64;
	}
	space->n_queued[next_ori] = (uint16_t)n;
}

unsigned pocket_prove_coset(const struct pocket_proof *proof, struct pocket_proof_space *space,
                            unsigned ori_index, struct pdb_histogram *reached)
{
	memset(space->seen, 0, sizeof space->seen);
	memset(space->begin, 0, sizeof space->begin);
	memset(space->end, 0, sizeof space->end);
	memset(space->n_queued, 0, sizeof space->n_queued);
	if (proof->untwist[ori_index] > proof->bound)
		return 0;
	space->seen[ori_index][0] = 1;
	space->queue[ori_index][0] = 0;
	space->end[ori_index] = space->n_queued[ori_index] = 1;
	for (unsigned depth = 0;; depth++) {
		const unsigned n_here = space->end[0] - (unsigned)space->begin[0];
		reached->count[depth] += n_here;
		if (n_here > 0 && depth > reached->max_depth)
			reached->max_depth = depth;
		if (depth == proof->bound || space->end[0] == POCKET_PERMS)
			return space->end[0];
		/* The states one move further, those only that can still come to H with the moves that are left. */
		for (unsigned ori = 0; ori < POCKET_ORIS; ori++)
			for (unsigned i = 0; i < pocket_n_steps[proof->metric]
				&& space->begin[ori] != space->end[ori]; i++) {
				const unsigned move = pocket_steps[proof->metric][i];
				if (proof->untwist[pocket_ori_after[ori][move]] < proof->bound - depth)
					turn_all(proof, space, ori, move);
			}
		memcpy(space->begin, space->end, sizeof space->begin);
		memcpy(space->end, space->n_queued, sizeof space->end);
	}
}

/* ---- all cosets ---- */

enum { CHUNK = 9, N_CHUNKS = POCKET_ORIS / CHUNK };

struct proof_run {
	const struct pocket_proof *proof;
	struct pocket_coset *cosets;
	_Atomic bool has_failed;
};

/* Every N_CHUNKS-th coset, in memory of its own. */
static void prove_chunk(void *context, uint32_t chunk)
{
	struct proof_run *const run = context;
	struct pocket_proof_space *const space = malloc(sizeof *space);
	if (space == NULL)
		atomic_store(&run->has_failed, true);
	for (unsigned ori = chunk; space != NULL && ori < POCKET_ORIS; ori += N_CHUNKS) {
		struct pocket_coset *const coset = &run->cosets[ori];
		const double start_s = clock_thread_s();
		*coset = (struct pocket_coset){.n_reached = 0};
		coset->n_reached = pocket_prove_coset(run->proof, space, ori, &coset->reached);
		coset->seconds = clock_thread_s() - start_s;
	}
	free(space);
}

bool pocket_prove_all(const struct pocket_proof *proof, unsigned n_threads,
                      struct pocket_coset cosets[POCKET_ORIS], struct pdb_histogram *reached,
                      const struct pdb_progress *progress)
{
	struct proof_run run = {.proof = proof, .cosets = cosets};
	uint64_t count[PDB_MAX_DEPTHS] = {0};
	if (!pdb_parallel_for(progress, "cosets", n_threads, N_CHUNKS, prove_chunk, &run) || run.has_failed)
		return false;
	items_foreach(coset, cosets, POCKET_ORIS)
		for (unsigned depth = 0; depth < PDB_MAX_DEPTHS; depth++)
			count[depth] += coset->reached.count[depth];
	*reached = pdb_histogram_of(count);
	return true;
}
