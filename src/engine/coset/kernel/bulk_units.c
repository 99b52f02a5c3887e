#include "coset/kernel/bulk.h"

#include "search/roots.h"

enum { ALL_AXES = (1 << COSET_AXES) - 1 };

/* All prefixes of so many moves that begin with those of `before`. */
static void find_units(struct bulk_units *u, const struct bulk_unit *before, unsigned n_moves)
{
	u->n_expanded++;
	u->n_generated += before->n_turns == 0 ? N_FIRST_ROOTS : N_FIRST_ROOTS / 3 * 2;
	if (before->n_moves >= n_moves) {
		u->unit[u->n++] = *before;
		return;
	}
	for (unsigned turns = 0; turns < N_AXIS_TURNS; turns++) {
		struct bulk_unit longer = *before;
		if (turns % 16 == 0 || (before->axes >> axis_turns_axis(turns) & 1) == 0)
			continue;
		longer.turns[longer.n_turns++] = (uint8_t)turns;
		longer.n_moves += (uint8_t)axis_turns_moves(turns);
		longer.axes = (uint8_t)(ALL_AXES & ~(1u << axis_turns_axis(turns)));
		find_units(u, &longer, n_moves);
	}
}

void bulk_units_begin(struct bulk_units *u, unsigned threshold, unsigned cap, unsigned n_threads)
{
	const struct bulk_unit nothing = {.axes = ALL_AXES};
	u->n = u->n_expanded = u->n_generated = 0;
	/* Moves of the prefixes, at least; one more where threads would wait for each other. */
	enum { ENOUGH_FOR_THREADS = 4 };
	static_assert((int)BULK_MAX_PREFIX >= 2, "room for those that threads need");
	const unsigned n_moves = threshold - cap > BULK_MAX_MOVES ? threshold - cap - BULK_MAX_MOVES : 0;
	find_units(u, &nothing, n_moves == 1 && n_threads > ENOUGH_FOR_THREADS ? 2 : n_moves);
	u->is_shared = u->n == 1 && n_threads > 1;
	u->knows_near = false;
	atomic_store(&u->n_begun, 0);
	atomic_store(&u->n_led, 0);
	atomic_store(&u->n_slices_begun, 0);
	atomic_store(&u->n_slices_ended, 0);
}

const struct bulk_unit *bulk_units_next(struct bulk_units *u)
{
	if (u->is_shared)
		return atomic_load_explicit(&u->n_slices_begun, memory_order_relaxed) < BULK_SLICES ? &u->unit[0]
		                                                                                    : NULL;
	const unsigned i = atomic_fetch_add_explicit(&u->n_begun, 1, memory_order_relaxed);
	return i < u->n ? &u->unit[i] : NULL;
}
