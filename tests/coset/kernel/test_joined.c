#include "coset/kernel/joined.h"

#include "coset/kernel/sequence_cube.h"

#include <criterion/criterion.h>

static unsigned last_axis_of(const struct sequences *w, uint32_t oriented)
{
	const struct sequence *const q = &w->sequence[oriented / N_SYMMETRIES];
	return axis_turns_axis(symmetry_axis_turns[oriented % N_SYMMETRIES][q->turns[q->n_turns - 1]]);
}

/* After all oriented sequences by all turns: the oriented there has the moves of the one before and the turn's. */
Test(joined, tells_where_a_turn_leads)
{
	for (unsigned n_moves = 2; n_moves < SEQUENCE_MAX_MOVES; n_moves++) {
		const struct sequences *const w = sequences_get(COSET_HTR, n_moves), *const more = sequences_get(COSET_HTR, n_moves + 1);
		struct joined *const joined = joined_create(w, more);
		cr_assert_not_null(joined);
		const uint32_t step = n_moves < 4 ? 1 : 7;  /* a prime number */
		for (uint32_t oriented = 0; oriented < w->n_sequences * N_SYMMETRIES; oriented += step) {
			const struct cube c = cube_of_oriented(w, oriented);
			const unsigned n_more = more->n_moves - w->sequence[oriented / N_SYMMETRIES].n_moves;
			for (unsigned turns = 0; turns < N_AXIS_TURNS; turns++) {
				const struct sequence turn = {.n_turns = 1, .turns = {(uint8_t)turns}};
				const unsigned cost = (axis_turns_first(turns) != 0 ? 1u : 0u) + (axis_turns_second(turns) != 0 ? 1u : 0u);
				const bool is_none = turns == 0 && n_more == 1;
				if (!is_none && (cost != n_more || axis_turns_axis(turns) == last_axis_of(w, oriented)))
					continue;
				const uint32_t there = joined_after(joined, oriented, turns);
				const struct cube turned = cube_of(&turn), expected = cube_product(&c, &turned);
				const struct cube found = cube_of_oriented(more, there);
				cr_assert(cube_equal(&found, &expected), "%u moves, oriented %u, turns %u", n_moves, oriented, turns);
				cr_assert_eq(more->sequence[there / N_SYMMETRIES].n_moves, n_moves + (is_none ? 0u : 1u));
				cr_assert_eq(there, sequences_least(more, there));
			}
		}
		joined_destroy(joined);
	}
}
