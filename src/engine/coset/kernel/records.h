/* Bound records: what is known of a node and its children, in 64 bits: how much less than the cap values of
 * inverses are, four bits each: its own, and those after quarter turns of both faces of either axis; which
 * neighbours of these may be below the cap, three bits each, in the same order; whether anything is known of
 * its own inverse, and at all. */
#pragma once
#include "coset/kernel/engine.h"

enum {
	RECORD_NUMBERS = 5, RECORD_VALUE_BITS = 4, RECORD_VALUE_MASK = (1 << RECORD_VALUE_BITS) - 1,
	RECORD_NEAR = RECORD_VALUE_BITS * RECORD_NUMBERS,
	RECORD_OWN = 62, RECORD_KNOWN,
};
static_assert((int)RECORD_NEAR + (int)COSET_AXES * (int)RECORD_NUMBERS <= (int)RECORD_OWN, "bits for all");

/* The number of a value after a quarter turn of one of the axes that are left; number 0 is the node's own. */
static inline unsigned record_number(unsigned node_axis, unsigned face)
{
	return 1 + 2 * node_axis + face;
}

/* That of what is known after a step of such an axis: where it is no quarter turn, the node's own. */
static inline unsigned record_number_after(unsigned node_axis, unsigned step)
{
	const unsigned turn = turn_of_axis(0, step);
	return turn_is_quarter(turn) ? record_number(node_axis, turn_is_of_second_face(turn)) : 0;
}

static inline unsigned record_value(const struct engine *k, uint64_t record, unsigned number)
{
	return k->cap - (record >> RECORD_VALUE_BITS * number & RECORD_VALUE_MASK);
}

static inline unsigned record_near(uint64_t record, unsigned number)
{
	if (number == 0 && !(record >> RECORD_OWN & 1))
		return ALL_NEIGHBOURS;
	return record >> (RECORD_NEAR + COSET_AXES * number) & ALL_NEIGHBOURS;
}

static inline uint64_t record_of(const struct engine *k, unsigned number, unsigned value, unsigned near)
{
	return (uint64_t)(k->cap - value) << RECORD_VALUE_BITS * number
	       | (uint64_t)near << (RECORD_NEAR + COSET_AXES * number) | UINT64_C(1) << RECORD_KNOWN
	       | (uint64_t)(number == 0) << RECORD_OWN;
}

static inline void node_set_known(const struct engine *k, struct node *n, uint64_t record, unsigned number)
{
	n->value = (uint8_t)record_value(k, record, number);
	n->near = (uint8_t)record_near(record, number);
}

/* The margin: how much less than the cap a value is, 3 for more. */
enum { N_MARGINS = 4 };
static inline unsigned margin(const struct engine *k, unsigned value)
{
	return k->cap - value < N_MARGINS ? k->cap - value : N_MARGINS - 1;
}

/* ---- record_nodes.c: nodes after one with a bound record, in half turns ---- */
/* Which pairs of turns, as bits: those of two quarter turns, of whose value nothing is known but that it is
 * below the cap, or others by their margin. */
enum { N_PAIRS = 18, PAIRS_OF_QUARTERS = 1, PAIRS_ALL = (1 << N_MARGINS) - 1, PAIRS_UNCUT };

/** Append the node after a turn, 0 .. N_NEXT_TURNS - 1, to a queue.
 * @param depth  of n
 * @return it */
struct node *add_node(struct engine *k, const struct node *n, unsigned depth, uint64_t record, unsigned turn,
                      struct queue *q);

/** Append, unevaluated, those pairs of turns that combining_row() lets pass where two more moves are left
 * than a value below the cap, and all single turns are unpruned.
 * @return how many */
unsigned add_pairs(struct engine *k, const struct node *n, unsigned depth, uint64_t record, unsigned which,
                   struct queue *q);

/** The same for all pairs that begin with a turn, where none can be cut. */
unsigned add_pairs_after(struct engine *k, const struct node *n, unsigned depth, uint64_t record,
                         unsigned turn, struct queue *q);
