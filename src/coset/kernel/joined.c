#include "coset/kernel/joined.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A sequence, and a symmetry that takes the least of its oriented sequences, which is one of those that are kept, to it. */
struct oriented {
	uint8_t turns[SEQUENCE_MAX_MOVES + 1];
	unsigned n_turns, symmetry;
};

/* The least oriented of turns: that of the first turn, of the symmetries that lead there the least one of the second turn. */
static struct oriented least_oriented(const uint8_t *turns, unsigned n_turns)
{
	struct oriented least = {.n_turns = n_turns};
	uint64_t symmetries = (UINT64_C(1) << N_SYMMETRIES) - 1;
	for (unsigned i = 0; i < n_turns; i++) {
		uint64_t reaching = 0;
		unsigned turn = N_AXIS_TURNS;
		for (uint64_t left = symmetries; left != 0; left &= left - 1) {
			const unsigned seen = symmetry_axis_turns[__builtin_ctzll(left)][turns[i]];
			reaching = (seen < turn ? 0 : reaching) | (seen <= turn ? left & -left : 0);
			turn = seen < turn ? seen : turn;
		}
		least.turns[i] = (uint8_t)turn;
		symmetries = reaching;
	}
	least.symmetry = symmetry_inverse[__builtin_ctzll(symmetries)];
	return least;
}

static int compare_turns(const void *a, const void *b)
{
	const struct oriented *const key = a;
	const struct sequence *const q = b;
	const unsigned n = key->n_turns < q->n_turns ? key->n_turns : q->n_turns;
	const int order = memcmp(key->turns, q->turns, n);
	return order != 0 ? order : (int)key->n_turns - (int)q->n_turns;
}

static uint32_t find_oriented(const struct sequences *all, const uint8_t *turns, unsigned n_turns)
{
	const struct oriented oriented = least_oriented(turns, n_turns);
	const struct sequence *const q =
		bsearch(&oriented, all->sequence, all->n_sequences, sizeof *q, compare_turns);  /* they were made in this order */
	assert(q != NULL);
	return (uint32_t)(q - all->sequence) * N_SYMMETRIES + oriented.symmetry;
}

struct joined *joined_create(const struct sequences *from, const struct sequences *to)
{
	struct joined *const j = from == NULL || to == NULL ? NULL : calloc(1, sizeof *j);
	if (j != NULL)
		j->after = calloc(from->n_sequences, sizeof *j->after);
	if (j == NULL || j->after == NULL) {
		free(j);
		return NULL;
	}
	j->to = to;
	for (unsigned i = 0; i < from->n_sequences; i++) {
		const struct sequence *const q = &from->sequence[i];
		uint8_t turns[SEQUENCE_MAX_MOVES + 1];
		memcpy(turns, q->turns, sizeof q->turns);
		const unsigned last_axis = axis_turns_axis(turns[q->n_turns - 1]), n_more = to->n_moves - q->n_moves;
		if (n_more == 1)
			j->after[i][0] = find_oriented(to, turns, q->n_turns);
		for (unsigned turn = 0; turn < N_AXIS_TURNS; turn++) {
			turns[q->n_turns] = (uint8_t)turn;
			if (axis_turns_moves(turn) == n_more && axis_turns_axis(turn) != last_axis)
				j->after[i][turn] = find_oriented(to, turns, q->n_turns + 1);
		}
	}
	return j;
}

void joined_destroy(struct joined *j)
{
	if (j != NULL)
		free(j->after);
	free(j);
}
