/* Sequences joined to those of one move more: where an oriented sequence is after one turn more. */
#ifndef SUPERFLIP_COSET_KERNEL_JOINED_H
#define SUPERFLIP_COSET_KERNEL_JOINED_H
#include "coset/kernel/sequences.h"

struct joined {
	const struct sequences *to;             /* those of one move more */
	uint32_t (*after)[N_AXIS_TURNS];        /* the oriented sequence after each sequence of `from` and turns: joined_after() */
};

/** From sequences to those of one move more, which stay the caller's.  @return NULL without memory, or without either of them */
struct joined *joined_create(const struct sequences *from, const struct sequences *to);
/** Which may be NULL. */
void joined_destroy(struct joined *j);

/** The oriented sequence of `to` after one of `from`: by a turn of another axis after one of n_moves moves, by a pair of turns
 * after one of one move less, by nothing (turns == 0) after the former. */
static inline uint32_t joined_after(const struct joined *j, uint32_t oriented, unsigned turns)
{
	const unsigned symmetry = oriented % N_SYMMETRIES;
	const unsigned seen = turns == 0 ? 0 : symmetry_axis_turns[symmetry_inverse[symmetry]][turns];
	const uint32_t there = j->after[oriented / N_SYMMETRIES][seen];
	const uint32_t found = there / N_SYMMETRIES * N_SYMMETRIES + symmetry_product[symmetry][there % N_SYMMETRIES];
	return sequences_least(j->to, found);
}
#endif
