/* Pairs of turns after a node with a bound record. */
#ifndef SUPERFLIP_COSET_KERNEL_PAIRS_H
#define SUPERFLIP_COSET_KERNEL_PAIRS_H
#include "coset/kernel/records.h"

/* Which pairs, as bits: those of two quarter turns, of whose value nothing is known but that it is below the cap, or others by
 * their margin. */
enum { MOST_PAIRS = 18, PAIRS_OF_QUARTERS = 1, PAIRS_ALL = (1 << N_MARGINS) - 1 };

/** Append to a queue, unevaluated, those pairs that combining_row() and set_bound_of_combination() let pass where two more moves
 * are left than a value below the cap, and all single turns are unpruned.
 * @param depth  of the node
 * @return how many */
unsigned add_pairs(struct engine *k, const struct node *n, unsigned depth, uint64_t record, unsigned which, struct queue *q);
#endif
