/* The coset proof: an upper bound on the distance of every state, without a table of them (Tiago Eche, TIPE).
 * The subgroup H holds the 5040 states without a twist; its 729 cosets are the orientations.  If some sequence of at
 * most `bound` moves leads from one state x of a coset to each state h of H, the 5040 states h^-1 x, which are the coset,
 * are all solved by those sequences. */
#ifndef SUPERFLIP_POCKET_PROOF_H
#define SUPERFLIP_POCKET_PROOF_H
#include "pdb/pdb.h"
#include "pocket/pocket.h"

struct pocket_proof {
	enum metric metric;
	unsigned bound;
	uint8_t untwist[POCKET_ORIS];  /* moves that bring an orientation to zero: a state is at least that far from H */
	uint64_t *seen;                /* one bit a state */
	uint32_t *queue;               /* states in the order in which they were seen */
};

/** @return false without memory; else to be released by pocket_proof_free() */
bool pocket_proof_init(struct pocket_proof *proof, enum metric metric, unsigned bound);
void pocket_proof_free(struct pocket_proof *proof);

/** Search one coset.
 * @param reached  the exact distances of the states found to be within the bound are added
 * @return how many those are: POCKET_PERMS if the coset is proved
 */
unsigned pocket_prove_coset(struct pocket_proof *proof, unsigned ori_index, struct pdb_histogram *reached);
#endif
