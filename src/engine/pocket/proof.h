/* The coset proof: an upper bound on the distance of every state, without a table of them (Tiago Eche, TIPE).
 * The subgroup H holds the 5040 states without a twist; its 729 cosets are the orientations.  If some
 * sequence of at most `bound` moves leads from one state x of a coset to each state h of H, the 5040 states
 * h^-1 x, which are the coset, are all solved by those sequences. */
#pragma once
#include "pocket/table.h"

/* What all cosets share; threads may read it together. */
struct pocket_proof {
	enum metric metric;
	unsigned bound;
	uint8_t untwist[POCKET_ORIS];  /* moves that bring an orientation to zero: a state is at least that far
	                                * from H */
	uint16_t perm_after[POCKET_MOVES][POCKET_PERMS];
};

/** @param bound  at most POCKET_MAX_LENGTH */
void pocket_proof_init(struct pocket_proof *proof, enum metric metric, unsigned bound);

/* The memory of one thread: for each orientation the permutations that were seen with it, as bits, and in the
 * order in which they were seen.  A level is taken orientation by orientation and move by move: then all that
 * is read and written lies in the first cache, and no branch depends on what is read. */
enum { POCKET_PERM_WORDS = (POCKET_PERMS + 63) / 64 };
struct pocket_proof_space {
	uint64_t seen[POCKET_ORIS][POCKET_PERM_WORDS];
	uint16_t queue[POCKET_ORIS][POCKET_PERMS + 1];
	uint16_t begin[POCKET_ORIS], end[POCKET_ORIS], n_queued[POCKET_ORIS];  /* of the level, and of all so
	                                                                        * far */
};

/** Search one coset.
 * @param space    its contents do not matter
 * @param reached  the exact distances of the states found to be within the bound are added
 * @return how many those are: POCKET_PERMS if the coset is proved
 */
unsigned pocket_prove_coset(const struct pocket_proof *proof, struct pocket_proof_space *space,
                            unsigned ori_index, struct pdb_histogram *reached);

/* What became of a coset. */
struct pocket_coset {
	unsigned n_reached;            /* POCKET_PERMS: proved */
	struct pdb_histogram reached;
	double seconds;                /* of processor time */
};

/** Search all cosets on several threads.
 * @param cosets   filled: POCKET_ORIS of them, by orientation index
 * @param reached  filled on true
 * @param progress  told by this thread
 * @return false without memory, or if tell() ended it */
bool pocket_prove_all(const struct pocket_proof *proof, unsigned n_threads,
                      struct pocket_coset cosets[POCKET_ORIS], struct pdb_histogram *reached,
                      const struct pdb_progress *progress);
