/* The kernel for goals: depth first, with an index into each table in place of a cube.
 *
 * What bounds a goal is an entry of the cube as it is seen from some side (struct heuristic_look).  From there a move is another move,
 * and the index follows by the rows of struct block_moves.  A view of the goal whose bound does not fit is given up below the node:
 * entries are exact distances of a part, so that of a child is at most one less. */
#include "pieces/block_moves.h"
#include "pieces/kernels.h"
#include "search/kernel.h"

#include <stdlib.h>

enum { SHARE_MIN_LEFT = 8 };        /* smaller subtrees are not worth giving away */

/* What an entry is read of. */
struct place {
	uint32_t outer, arrangement, orientations;
};

struct node {
	uint64_t views;                 /* of the goal, those that may still be reached */
	struct place place[HEURISTIC_MAX_LOOKS];
};

struct kernel_state {
	const struct heuristic *heuristic;
	const struct heuristic_goal *goal;
	struct block_moves_use *moves[HEURISTIC_MAX_TABLES];
	struct node node[SEARCH_MAX_LENGTH + 1];      /* of the path, by its length */
	struct work_unit unit;                        /* the path */
};

static struct place place_of(const struct block_moves *m, struct coordinate_key coordinate, const struct cube *c)
{
	const uint64_t index = coordinate_rank(coordinate, c), block = index / m->n_orientations;
	return (struct place){
		(uint32_t)(block / m->n_arrangements), (uint32_t)(block % m->n_arrangements), (uint32_t)(index % m->n_orientations),
	};
}

static struct place place_after(const struct block_moves *m, struct place p, unsigned move)
{
	const uint16_t *const row = m->inner.rows + (size_t)m->inner.row[p.arrangement][move] * m->n_orientations;
	return (struct place){
		m->outer != NULL ? m->outer[p.outer][move] : 0, m->inner.after[p.arrangement][move], row[p.orientations],
	};
}

static unsigned entry_at(const struct kernel_state *k, unsigned table, struct place p)
{
	const struct block_moves *const m = block_moves_used(k->moves[table]);
	const uint64_t block = (uint64_t)p.outer * m->n_arrangements + p.arrangement;
	return pdb_nibble(k->heuristic->table[table].entries, block * m->n_orientations + p.orientations);
}

/* Make the child, as far as views go on to it.  @return whether any does */
static bool make_child(struct kernel_state *k, const struct node *parent, unsigned move, unsigned left, struct node *child,
                       struct node_counts *counts)
{
	child->views = parent->views;
	for (unsigned i = 0; i < k->goal->n_looks && child->views != 0; i++) {
		const struct heuristic_look *const look = &k->goal->look[i];
		if ((look->views & child->views) == 0)
			continue;
		const struct block_moves *const m = block_moves_used(k->moves[look->table]);
		child->place[i] = place_after(m, parent->place[i], symmetry_move[look->symmetry][move]);
		counts->n_lookups++;
		if (entry_at(k, look->table, child->place[i]) > left)
			child->views &= ~look->views;
	}
	return child->views != 0;
}

static void visit(struct worker *w, struct search *s, struct kernel_state *k, unsigned left);

/* A child whose bound fits: a solution, a subtree for somebody idle, or the next to be expanded. */
static void enter(struct worker *w, struct search *s, struct kernel_state *k, unsigned left)
{
	if (left == 0) {
		const struct cube end = cube_after_moves(s->request.cube, k->unit.prefix, k->unit.n_prefix);
		if (heuristic_is_reached(k->heuristic, &end))
			search_found(s, k->unit.prefix, k->unit.n_prefix);
	} else if (left < SHARE_MIN_LEFT || !worker_should_share(w) || !worker_share(w, s, &k->unit)) {
		visit(w, s, k, left);
	}
}

static void visit(struct worker *w, struct search *s, struct kernel_state *k, unsigned left)
{
	const enum metric metric = k->heuristic->metric;
	const unsigned last = k->unit.last, n = k->unit.n_prefix;
	if (w->counts.n_generated >= REPORT_NODES)
		search_report(w, s);
	w->counts.n_expanded++;
	for (uint32_t moves = move_successors[metric][last]; moves != 0 && !search_must_stop(s); moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		w->counts.n_generated++;
		if (!make_child(k, &k->node[n], move, left - 1, &k->node[n + 1], &w->counts))
			continue;
		k->unit.prefix[n] = (uint8_t)move;
		k->unit.n_prefix = (uint8_t)(n + 1);
		k->unit.last = move_last_after[metric][last][move];
		enter(w, s, k, left - 1);
	}
	k->unit.n_prefix = (uint8_t)n;
	k->unit.last = (uint8_t)last;
}

static void run(struct worker *w, struct search *s, const struct work_unit *unit)
{
	struct kernel_state *const k = w->kernel_state;
	const struct cube c = cube_after_moves(s->request.cube, unit->prefix, unit->n_prefix);
	struct node *const root = &k->node[unit->n_prefix];
	k->unit = *unit;
	root->views = k->goal->goal.n_views == GOAL_MAX_VIEWS ? UINT64_MAX : (UINT64_C(1) << k->goal->goal.n_views) - 1;
	for (unsigned i = 0; i < k->goal->n_looks; i++) {
		const unsigned table = k->goal->look[i].table;
		const struct cube seen = cube_conjugate(&c, k->goal->look[i].symmetry);
		root->place[i] = place_of(block_moves_used(k->moves[table]), k->heuristic->table[table].key.coordinate, &seen);
	}
	enter(w, s, k, unit->threshold - unit->n_prefix);
}

/* ---- set-up ---- */

static bool is_for(const struct heuristic *h)
{
	return h->spec->goal != NULL;
}

static void destroy(void *state)
{
	struct kernel_state *const k = state;
	for (unsigned t = 0; t < HEURISTIC_MAX_TABLES; t++)
		block_moves_release(k->moves[t]);
	free(k);
}

static void *create(const struct heuristic *h)
{
	struct kernel_state *const k = calloc(1, sizeof *k);
	if (k == NULL)
		return NULL;
	k->heuristic = h;
	k->goal = h->spec->goal;
	for (unsigned t = 0; t < h->spec->n_tables; t++) {
		k->moves[t] = block_moves_acquire(h->table[t].key.coordinate);
		if (k->moves[t] == NULL) {
			destroy(k);
			return NULL;
		}
	}
	return k;
}

const struct kernel kernel_goal = {
	.name = "pieces",
	.is_for = is_for,
	.create = create,
	.destroy = destroy,
	.run = run,
};
