#include "coset/kernel/bulk_units.h"

#include "search/roots.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Moves of the prefixes, at least. */
static unsigned prefix_moves(unsigned threshold, unsigned cap, unsigned n_threads)
{
	const unsigned n = threshold - cap > BULK_MAX_MOVES ? threshold - cap - BULK_MAX_MOVES : 0;
	const unsigned enough_for_threads = n == 1 ? 4 : UINT_MAX;
	return n_threads > enough_for_threads ? n + 1 : n;
}
static_assert((int)BULK_MAX_PREFIX >= 2, "room for those that threads need");

/* All prefixes of so many moves below a node, whose turns are those of `before`. */
static void find_units(struct bulk_units *u, const struct root *root, const struct bulk_unit *before, unsigned n_moves)
{
	const unsigned last_axis = root->n_path == 0 ? 3 : (root->last - 1u) % 3;
	u->n_expanded++;
	u->n_generated += root->n_path == 0 ? N_FIRST_ROOTS : N_FIRST_ROOTS / 3 * 2;
	if (root->n_path >= n_moves) {
		struct bulk_unit *const unit = &u->unit[u->n++];
		*unit = *before;
		memcpy(unit->path, root->path, sizeof unit->path);
		unit->n_path = root->n_path;
		unit->axes = (uint8_t)(7u & ~(1u << last_axis));
		return;
	}
	for (unsigned turns = 0; turns < N_AXIS_TURNS; turns++) {
		if (turns % 16 == 0 || axis_turns_axis(turns) == last_axis)
			continue;
		const struct root after = root_after(root, METRIC_HTM, turns);
		struct bulk_unit longer = *before;
		longer.turns[longer.n_turns++] = (uint8_t)turns;
		find_units(u, &after, &longer, n_moves);
	}
}

void bulk_units_begin(struct bulk_units *u, unsigned threshold, unsigned cap, unsigned n_threads)
{
	const struct root nothing = {.n_path = 0};
	const struct bulk_unit no_turns = {.n_turns = 0};
	u->n = u->n_expanded = u->n_generated = 0;
	find_units(u, &nothing, &no_turns, prefix_moves(threshold, cap, n_threads));
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
		return atomic_load_explicit(&u->n_slices_begun, memory_order_relaxed) < BULK_SLICES ? &u->unit[0] : NULL;
	const unsigned i = atomic_fetch_add_explicit(&u->n_begun, 1, memory_order_relaxed);
	return i < u->n ? &u->unit[i] : NULL;
}

bool bulk_begin_near(struct bulk_units *u, size_t n)
{
	const size_t room = n / 64 + 1;
	if (room > u->near_room) {
		free(u->near);
		u->near = malloc(room * sizeof *u->near);
		u->near_room = u->near == NULL ? 0 : room;
	}
	if (u->near != NULL)
		memset(u->near, 0, room * sizeof *u->near);
	return u->near != NULL;
}

_Atomic uint64_t *bulk_shared_records(struct bulk_units *u, size_t n)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&lock);
	if (n > u->n_records) {  /* only the first thread to ask finds it so */
		free(u->records);
		u->records = calloc(n, sizeof *u->records);
		u->n_records = u->records == NULL ? 0 : n;
	}
	_Atomic uint64_t *const records = u->records;
	pthread_mutex_unlock(&lock);
	return records;
}
