#include "coset/kernel/sweeps.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct sweeps *sweeps_create(void)
{
	return calloc(1, sizeof(struct sweeps));
}

void sweeps_destroy(struct sweeps *s)
{
	if (s != NULL) {
		free(s->notes);
		free(s->near);
		free(s->survivors.turns);
		free(s->survivors_before.turns);
	}
	free(s);
}

bool sweeps_exist(unsigned threshold, unsigned cap)
{
	return threshold >= cap + SWEEP_MIN_MOVES && threshold <= sweeps_last_threshold(cap);
}

/* Moves to the openings, at least. */
static unsigned opening_moves(unsigned threshold, unsigned cap, unsigned n_threads)
{
	const unsigned n = threshold - cap > SWEEP_MAX_MOVES ? threshold - cap - SWEEP_MAX_MOVES : 0;
	const unsigned enough_for_threads = n == 1 ? 4 : UINT_MAX;
	return n_threads > enough_for_threads ? n + 1 : n;
}

static_assert((int)SWEEPS_MAX_OPENING >= 2, "room for those that threads need");

/* All openings of so many moves behind a node, whose turns are those of `before`. */
static void find_openings(struct sweeps *s, const struct root *root, const struct sweep_opening *before, unsigned n_moves)
{
	const unsigned last_axis = root->n_path == 0 ? 3 : (root->last - 1u) % 3;
	s->n_expanded++;
	s->n_generated += root->n_path == 0 ? N_FIRST_ROOTS : N_FIRST_ROOTS / 3 * 2;
	if (root->n_path >= n_moves) {
		struct sweep_opening *const o = &s->opening[s->n++];
		*o = *before;
		memcpy(o->path, root->path, sizeof o->path);
		o->n_path = root->n_path;
		o->axes = (uint8_t)(7u & ~(1u << last_axis));
		return;
	}
	for (unsigned turns = 0; turns < N_AXIS_TURNS; turns++) {
		if (turns % 16 == 0 || axis_turns_axis(turns) == last_axis)
			continue;
		const struct root after = root_behind(root, METRIC_HTM, turns);
		struct sweep_opening behind = *before;
		behind.turns[behind.n_turns++] = (uint8_t)turns;
		find_openings(s, &after, &behind, n_moves);
	}
}

void sweeps_begin(struct sweeps *s, unsigned threshold, unsigned cap, unsigned n_threads)
{
	const struct root nothing = {.n_path = 0};
	const struct sweep_opening no_turns = {.n_turns = 0};
	s->n = s->n_expanded = s->n_generated = 0;
	find_openings(s, &nothing, &no_turns, opening_moves(threshold, cap, n_threads));
	s->is_shared = s->n == 1 && n_threads > 1;
	s->knows_near = false;
	atomic_store(&s->n_begun, 0);
	atomic_store(&s->n_slices_begun, 0);
	atomic_store(&s->n_slices_ended, 0);
}

const struct sweep_opening *sweeps_next(struct sweeps *s)
{
	if (s->is_shared)
		return atomic_load_explicit(&s->n_slices_begun, memory_order_relaxed) < SWEEP_SLICES ? &s->opening[0] : NULL;
	const unsigned i = atomic_fetch_add_explicit(&s->n_begun, 1, memory_order_relaxed);
	return i < s->n ? &s->opening[i] : NULL;
}

unsigned sweeps_next_slice(struct sweeps *s)
{
	const unsigned i = atomic_fetch_add_explicit(&s->n_slices_begun, 1, memory_order_relaxed);
	return i < SWEEP_SLICES ? i : SWEEP_SLICES;
}

void sweeps_end_slices(struct sweeps *s, unsigned n)
{
	atomic_fetch_add_explicit(&s->n_slices_ended, n, memory_order_release);
}

bool sweeps_all_slices_ended(const struct sweeps *s)
{
	return atomic_load_explicit(&s->n_slices_ended, memory_order_acquire) == SWEEP_SLICES;
}

bool sweeps_begin_near(struct sweeps *s, size_t n)
{
	const size_t room = n / 64 + 1;
	if (room > s->near_room) {
		free(s->near);
		s->near = malloc(room * sizeof *s->near);
		s->near_room = s->near == NULL ? 0 : room;
	}
	if (s->near != NULL)
		memset(s->near, 0, room * sizeof *s->near);
	return s->near != NULL;
}

void sweeps_begin_survivors(struct sweeps *s, size_t n)
{
	struct survivors now = s->survivors_before;
	s->survivors_before = s->survivors;
	if (n > now.room) {
		free(now.turns);
		now.turns = malloc(n * sizeof *now.turns);
		now.room = now.turns == NULL ? 0 : n;
	}
	now.are_known = n != 0 && now.turns != NULL;
	if (now.are_known)
		memset(now.turns, 0, n * sizeof *now.turns);
	s->survivors = now;
}

uint64_t *sweeps_notes(struct sweeps *s, size_t n)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&lock);
	if (n > s->n_notes) {  /* only the first thread to ask finds it so */
		free(s->notes);
		s->notes = calloc(n, sizeof *s->notes);
		s->n_notes = s->notes == NULL ? 0 : n;
	}
	uint64_t *const notes = s->notes;
	pthread_mutex_unlock(&lock);
	return notes;
}
