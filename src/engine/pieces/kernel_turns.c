/* The kernel for turn sets: depth first over costs, with an index into each table in place of a cube, and the steps of the set's
 * automaton.  A step that turns two faces is two steps of the indices.  The kernel for goals, which is faster, takes most sets; this one takes
 * those in which a turn of pieces costs or leads to several things, as with rotations that cost, and tables of few states (closure.h), which lead
 * straight to the goal. */
#include "pieces/block_moves.h"
#include "pieces/families.h"
#include "pieces/kernels.h"
#include "search/kernel.h"

#include <limits.h>
#include <stdlib.h>

enum { SHARE_MIN_LEFT = 6 };        /* turns of the dearest kind; smaller subtrees are not worth giving away */

struct node {
	uint64_t views;                 /* of the goal, those that may still be reached */
	uint8_t frame;                  /* how the cube is held, where the table's moves depend on it; else 0 */
	struct block_place place[HEURISTIC_MAX_LOOKS];
};

struct kernel_state {
	const struct heuristic *heuristic;
	const struct heuristic_goal *goal;
	const struct turn_automaton *turns;
	unsigned entry_cost, share_min_left;
	struct moves { uint8_t n, move[2], frame; } moves_of[N_ORIENTATIONS][N_AXIS_TURNS];  /* in tables, and how the cube is held then */
	struct block_moves_use *moves[HEURISTIC_MAX_TABLES];
	struct node node[SEARCH_MAX_LENGTH + 1];      /* of the path, by its length */
	struct work_unit unit;                        /* the path */
};

/* Make the child, as far as views go on to it.  @return whether any does */
static bool make_child(struct kernel_state *k, const struct node *parent, unsigned element, unsigned left, struct node *child,
                       struct node_counts *counts)
{
	child->views = parent->views;
	child->frame = k->moves_of[parent->frame][element].frame;
	for (unsigned i = 0; i < k->goal->n_looks && child->views != 0; i++) {
		const struct heuristic_look *const look = &k->goal->look[i];
		if ((look->views & child->views) == 0)
			continue;
		const struct block_moves *const m = &k->moves[look->table]->moves;
		const struct moves *const seen = &k->moves_of[parent->frame][symmetry_axis_turns[look->symmetry][element]];
		child->place[i] = parent->place[i];
		for (unsigned move = 0; move < seen->n; move++)  /* none of a rotation */
			child->place[i] = block_place_after(m, child->place[i], seen->move[move]);
		counts->n_lookups++;
		const uint64_t index = block_place_index(m, child->place[i]);
		if (pdb_get(&k->heuristic->table[look->table], index) * k->entry_cost > left)
			child->views &= ~look->views;
	}
	return child->views != 0;
}

static void visit(struct worker *w, struct search *s, struct kernel_state *k, unsigned left)
{
	const struct turn_automaton *const turns = k->turns;
	const unsigned state = k->unit.last, n = k->unit.n_prefix, spent = k->unit.spent;
	if (w->counts.n_generated >= REPORT_NODES)
		search_report(w, s);
	w->counts.n_expanded++;
	for (uint32_t i = turns->first[state]; i < turns->first[state + 1] && !search_must_stop(s); i++) {
		const struct turn_step *const step = &turns->step[i];
		w->counts.n_generated++;
		if (step->cost > left || !make_child(k, &k->node[n], step->element, left - step->cost, &k->node[n + 1], &w->counts))
			continue;
		k->unit.prefix[n] = step->element;
		k->unit.n_prefix = (uint8_t)(n + 1);
		k->unit.spent = (uint8_t)(spent + step->cost);
		k->unit.last = step->next;
		if (worker_goes_on(w, s, &k->unit, left - step->cost, k->share_min_left))
			visit(w, s, k, left - step->cost);
	}
	k->unit.n_prefix = (uint8_t)n;
	k->unit.spent = (uint8_t)spent;
	k->unit.last = (uint16_t)state;
}

static void run(struct worker *w, struct search *s, const struct work_unit *unit)
{
	struct kernel_state *const k = w->kernel_state;
	struct node *const root = &k->node[0];
	struct node_counts not_counted;
	k->unit = *unit;
	root->frame = 0;
	root->views = k->goal->goal.n_views == GOAL_MAX_VIEWS ? UINT64_MAX : (UINT64_C(1) << k->goal->goal.n_views) - 1;
	for (unsigned i = 0; i < k->goal->n_looks; i++) {
		const unsigned table = k->goal->look[i].table;
		const struct cube seen = heuristic_look_see(k->goal, i, &s->request.cube);
		root->place[i] = block_place_of(&k->moves[table]->moves, k->heuristic->table[table].key.coordinate,
		    &seen);
	}
	for (unsigned i = 0; i < unit->n_prefix; i++)
		make_child(k, &k->node[i], unit->prefix[i], UINT_MAX, &k->node[i + 1], &not_counted);
	if (worker_goes_on(w, s, unit, search_left(s, unit), UINT_MAX))
		visit(w, s, k, search_left(s, unit));
}

/* ---- set-up ---- */

static bool is_for(const struct heuristic *h)
{
	return h->spec->goal != NULL && h->spec->goal->n_looks != 0 && heuristic_turns(h->spec) != NULL;
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
	k->turns = heuristic_turns(h->spec);
	k->entry_cost = heuristic_entry_cost(h->spec);
	for (unsigned element = 0; element < N_AXIS_TURNS; element++) {
		const unsigned least = SHARE_MIN_LEFT * k->turns->costs.of[element];
		k->share_min_left = least > k->share_min_left ? least : k->share_min_left;
	}
	/* Tables have moves of faces, those of a closure turns of their own. */
	struct closure_step steps[N_ORIENTATIONS][N_AXIS_TURNS];
	const struct coordinate_key *const first = &h->table[0].key.coordinate;
	if (first->family == COORDINATE_CLOSURE)
		closure_steps(first->parameter, steps);
	for (unsigned o = 0; o < N_ORIENTATIONS; o++)
		for (uint8_t element = 0; element < N_AXIS_TURNS; element++) {
			struct moves *const moves = &k->moves_of[o][element];
			if (first->family == COORDINATE_CLOSURE)
				*moves = (struct moves){1, {steps[o][element].move}, steps[o][element].to};
			else
				moves->n = (uint8_t)elements_to_moves(&element, 1, moves->move);
		}
	for (unsigned t = 0; t < h->spec->n_tables; t++) {
		k->moves[t] = block_moves_acquire(h->table[t].key.coordinate);
		if (k->moves[t] == NULL) {
			destroy(k);
			return NULL;
		}
	}
	return k;
}

const struct kernel kernel_turns = {
	.name = "turns",
	.is_for = is_for,
	.create = create,
	.destroy = destroy,
	.run = run,
};
