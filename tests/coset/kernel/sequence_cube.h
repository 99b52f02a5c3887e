/* The cubes that sequences of the bulk lookups make. */
#ifndef SUPERFLIP_TESTS_COSET_KERNEL_SEQUENCE_CUBE_H
#define SUPERFLIP_TESTS_COSET_KERNEL_SEQUENCE_CUBE_H
#include "coset/kernel/sequences.h"

static inline struct cube cube_of(const struct sequence *q)
{
	struct cube c = cube_solved;
	for (unsigned i = 0; i < q->n_turns; i++)
		for (unsigned face = 0; face < 2; face++) {
			const unsigned quarters = face == 0 ? axis_turns_first(q->turns[i]) : axis_turns_second(q->turns[i]);
			if (quarters != 0)
				c = cube_after(&c, 3 * (axis_turns_axis(q->turns[i]) + 3 * face) + quarters - 1);
		}
	return c;
}

/* An oriented sequence's, of its turns as they are. */
static inline struct cube cube_of_oriented(const struct sequences *w, uint32_t oriented)
{
	struct sequence q = w->sequence[oriented / N_SYMMETRIES];
	for (unsigned i = 0; i < q.n_turns; i++)
		q.turns[i] = symmetry_axis_turns[oriented % N_SYMMETRIES][q.turns[i]];
	return cube_of(&q);
}
#endif
