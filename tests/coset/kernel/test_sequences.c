#include "coset/kernel/sequences.h"

#include "support/support.h"

Test(sequences, are_all_sequences_of_a_length)
{
	for (unsigned n_moves = 2; n_moves <= SEQUENCE_MAX_MOVES; n_moves++) {
		const struct sequences *const w = sequences_get(COSET_HTR, n_moves);
		unsigned n_oriented[SEQUENCE_MAX_MOVES + 1] = {0};
		for (unsigned i = 0; i < w->n_sequences; i++)
			n_oriented[w->sequence[i].n_moves] +=
				N_SYMMETRIES / (unsigned)__builtin_popcountll(w->sequence[i].stabilizer);
		cr_expect_eq(n_oriented[n_moves], n_canonical[n_moves], "%u of %u moves", n_oriented[n_moves],
		             n_moves);
		cr_expect_eq(n_oriented[n_moves - 1], n_canonical[n_moves - 1], "%u of %u moves",
		             n_oriented[n_moves - 1], n_moves - 1);
	}
}

Test(sequences, are_made_anew_after_the_last_user)
{
	sequences_hold();
	sequences_hold();
	const struct sequences *const first = sequences_get(COSET_PARITY, 2);
	sequences_release();
	cr_expect_eq(sequences_get(COSET_PARITY, 2), first, "somebody holds them");
	sequences_release();
	sequences_hold();
	cr_expect_not_null(sequences_get(COSET_PARITY, 2));
	sequences_release();
}
