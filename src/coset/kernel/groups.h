/* Groups go through the stages. */
#ifndef SUPERFLIP_COSET_KERNEL_GROUPS_H
#define SUPERFLIP_COSET_KERNEL_GROUPS_H
#include "coset/kernel/sweeping.h"

/* The nodes with no moves left are solutions or nothing. */
static void finish_leaves(struct coset *k)
{
	struct queue *const leaves = &k->queue[0];
	for (unsigned i = leaves->head; i < leaves->tail; i++)
		if (node_is_solved(&leaves->node[i]))
			found(k, &leaves->node[i]);
	leaves->head = leaves->tail = 0;
}

/* Instead of stage 1 for nodes that a sweep has found. */
static void begin_swept_group(struct worker *w, struct group *g, struct group *other)
{
	struct coset *const k = w->kernel_state;
	if (other != NULL)
		ask_for_candidates(k, other);
	take_swept(k, g);
	g->inverses_are_begun = true;
	g->inverse_low.n = 0;
	g->candidates_are_begun = false;
	if (other != NULL && other->n != 0 && other->left <= k->cap)
		begin_reading_candidates(k, other, NULL);
}

/* Stage 1 for the first nodes of the queue with `left` moves left and for what waits untested there; `other` has gone
 * through stage 3, or is NULL. */
static void begin_group(struct worker *w, struct group *g, unsigned left, struct group *other)
{
	struct coset *const k = w->kernel_state;
	struct queue *const q = &k->queue[left];
	g->left = left;
	g->is_split = left == k->split_left;
	g->n_untested = q->n_untested < N_BRANCHES ? q->n_untested : N_BRANCHES;
	q->n_untested -= g->n_untested;
	memcpy(g->untested, q->untested + q->n_untested, g->n_untested * sizeof *g->untested);
	g->n_families = 0;
	g->is_swept = left == k->cap && n_swept_waiting(k->sweep) != 0;
	if (g->is_swept) {
		begin_swept_group(w, g, other);
		return;
	}
	if (left == k->cap && n_families_waiting(k) != 0 && (has_full_families(k) || q->tail == q->head)) {
		take_families(k, g);
	} else {
		g->n = left == 0 ? 0 : q->tail - q->head < GROUP ? q->tail - q->head : GROUP;
		if (q->tail > QUEUE_MOVED_AT)
			close_gap(q, left, other);
		g->node = q->node + q->head;
		q->head += g->n;
	}
	if (g->n_untested != 0 && left < k->cap) {
		index_untested(k, g);
		w->counts.n_lookups += g->n_untested;
	}
	g->inverses_are_begun = g->candidates_are_begun = false;
	if (g->n_families != 0)
		index_inverses_of_families(k, g, other);
	else
		index_inverses(k, g, other);
	locate_inverses(k, g);
	if (other != NULL && other->n != 0 && other->left <= k->cap)
		begin_reading_candidates(k, other, g);
	else
		ask_for_inverses(k, g);
}

/* Stages 2 and 3. */
static void list_group(struct worker *w, struct group *g)
{
	struct coset *const k = w->kernel_state;
	if (g->n_untested != 0)
		test_untested(k, g);
	if (g->left == 0)
		finish_leaves(k);
	if (g->n == 0)
		return;
	if (!g->inverses_are_begun)
		begin_reading_inverses(k, g);
	end_reading_inverses(k, g);
	if (!begins_families(k, g->left))
		list_candidates(k, g);
	if (g->left <= k->cap) {
		index_candidates(k, g);
		w->counts.n_lookups += g->n_candidates;
	}
}

/* Nodes that a single sweep has found, or leads to it. */
static void note_survivors(const struct coset *k, const struct group *g)
{
	for (unsigned i = 0; i < g->n_survivors; i++) {
		const unsigned branch = g->survivor[i] >> 5;
		sweeps_add_survivor(k->root->search->sweeps, g->node[branch / 2].origin, next_turn(g, branch, g->survivor[i] & 31));
	}
}

/* Stages 4 and 5; `other` has gone through stage 1, or is NULL.
 * Counted as generated: all children by a single turn, and the combinations that are made, but for what sweeps count; as
 * look-ups: entries of the table, with or without the side table. */
static void finish_group(struct worker *w, struct group *g, struct group *other)
{
	struct coset *const k = w->kernel_state;
	if (g->n == 0)
		return;
	if (g->left <= k->cap && !g->candidates_are_begun)
		begin_reading_candidates(k, g, NULL);
	if (begins_families(k, g->left)) {
		add_families(k, g);
	} else {
		keep_survivors(k, g);
		make_survivors(k, g, other);
	}
	if (k->noted_closeness < N_CLOSENESS && g->left == k->cap && k->root->search->sweeps->survivors.are_known)
		note_survivors(k, g);
	if (other != NULL && !other->is_swept)
		begin_reading_inverses(k, other);
	const unsigned n_combinations = g->left >= 2 ? make_combinations(k, g) : 0;
	if (g->left == 1)
		finish_leaves(k);
	const unsigned n = k->is_swept && g->left >= k->cap ? 0 : n_counted(g);
	const bool counts_combinations = !k->is_swept || (g->left <= k->cap + 1 && !k->root->opens_roots);
	w->counts.n_expanded += n;
	w->counts.n_generated += N_AXES_LEFT * k->n_passing[7] * n + (counts_combinations ? n_combinations : 0);
	w->counts.n_lookups += g->is_swept ? 0 : N_AXES_LEFT * g->n;
}

static inline unsigned n_queued(const struct queue *q)
{
	return q->tail - q->head + q->n_untested;
}

static inline unsigned n_waiting(const struct coset *k, unsigned left)
{
	return n_queued(&k->queue[left]) + (left == k->cap ? n_families_waiting(k) + n_swept_waiting(k->sweep) : 0);
}

/* How many nodes a queue must hold to be expanded.  Few nodes get close to the leaves: a solution waits there for others,
 * and while it waits the search goes on in vain, for 8,000 to 80,000 look-ups more with larger groups.  These save 2 to 7 %
 * of the time, and are worth it where an iteration is long, by how many the one before needed, or where all of it must be
 * searched. */
static unsigned full_group(const struct search *s, unsigned cap, unsigned left)
{
	enum { N_BELOW = 4 };
	static const uint8_t group_below_cap[3][N_BELOW] = {{64, 8, 1, 1}, {128, 64, 4, 1}, {128, 128, 32, 4}};
	static const uint64_t long_lookups = 250000, very_long_lookups = 4000000;
	const unsigned length = s->n_lookups_before >= very_long_lookups ? 2 : s->n_lookups_before >= long_lookups ? 1 : 0;
	if (left >= cap || search_wants_all(s))
		return GROUP;
	return cap - left <= N_BELOW ? group_below_cap[length][cap - left - 1] : 1;
}
#endif
