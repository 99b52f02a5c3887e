/* Nodes after one with a bound record, in half turns. */
#ifndef SUPERFLIP_COSET_KERNEL_RECORD_NODES_H
#define SUPERFLIP_COSET_KERNEL_RECORD_NODES_H
#include "coset/kernel/records.h"

/* Which pairs of turns, as bits: those of two quarter turns, of whose value nothing is known but that it is
 * below the cap, or others by their margin. */
enum { N_PAIRS = 18, PAIRS_OF_QUARTERS = 1, PAIRS_ALL = (1 << N_MARGINS) - 1 };

/** The number in a record of what is known after a turn, 0 .. N_NEXT_TURNS - 1. */
static inline unsigned number_after_turn(unsigned turn)
{
	return turn_is_quarter(turn) ? record_number(turn / TURNS, turn_is_of_second_face(turn)) : 0;
}

/** Append the node after a turn, 0 .. N_NEXT_TURNS - 1, to a queue.
 * @param depth  of n
 * @return it */
struct node *add_node(struct engine *k, const struct node *n, unsigned depth, uint64_t record, unsigned turn,
                      struct queue *q);

/** Append, unevaluated, those pairs of turns that combining_row() and set_bound_of_combination() let pass
 * where two more moves are left than a value below the cap, and all single turns are unpruned.
 * @return how many */
unsigned add_pairs(struct engine *k, const struct node *n, unsigned depth, uint64_t record, unsigned which,
                   struct queue *q);

/** The same for all pairs that begin with a turn, where none can be cut. */
unsigned add_pairs_after(struct engine *k, const struct node *n, unsigned depth, uint64_t record,
                         unsigned turn, struct queue *q);
#endif
