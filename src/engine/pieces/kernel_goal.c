/* The kernel for goals, by indices into one to six tables in place of a cube; for turn sets a "move" is turns of an axis, and what is left
 * are costs.
 *
 * What bounds a goal is an entry of the cube as it is seen from some side (struct heuristic_look).  From there a move is another move,
 * and the index follows by the rows of struct block_moves.  A view of the goal whose bound does not fit is given up below the node:
 * entries are exact distances of a part, so that of a child is at most one less.
 *
 * What a batch of nodes (kernel_batches.h) goes through, look by look:
 *   1  of the candidates, which are all children at first, select those that the look bounds; drop those without a view
 *   2  their indices, by rows that were prefetched; prefetch the entries
 *   3  read, and give up views
 * Children are made of those that still have a view. */
#include "pieces/block_moves.h"
#include "pieces/families.h"
#include "pieces/kernel_batches.h"
#include "pieces/kernels.h"

#include <stdlib.h>
#include <string.h>

enum { SHARE_MIN_LEFT = 8, MOVE_BITS = 6, MAX_STATES = 256 };

struct node {
	struct trail trail;
	uint64_t views;                 /* of the goal, those that may still be reached */
	struct block_place place[];           /* by look */
};

struct look {
	const struct block_moves *moves;
	const uint8_t *entries;
	uint64_t views;
	uint8_t seen[N_AXIS_TURNS];     /* a move, or the first one of turns of an axis, as it is seen from there */
	uint8_t second[N_AXIS_TURNS];   /* the second one; N_MOVES: none */
};

struct kernel_state {
	struct batches batches;
	const struct heuristic_goal *goal;
	struct block_moves_use *use[HEURISTIC_MAX_TABLES];
	struct look look[HEURISTIC_MAX_LOOKS];
	struct { uint8_t n, move[N_AXIS_TURNS + 15], next[N_AXIS_TURNS + 16]; } state[MAX_STATES];  /* the moves that may follow; [move]: the state after it */
	uint64_t search;                /* by whose turns the states are filled; 0: by those of the heuristic */
	uint8_t cost[N_AXIS_TURNS];     /* of a move */
	unsigned entry_cost;            /* what an entry counts */
	/* One batch under way. */
	unsigned n_candidates, n_selected;
	uint16_t candidate[MAX_LIST];   /* parent << MOVE_BITS | move */
	uint64_t views[MAX_LIST];       /* that a candidate has left */
	uint16_t selected[MAX_LIST];    /* candidates that the look bounds, */
	uint32_t index[MAX_LIST];       /* and their indices */
};

static const struct node *parent_of(const struct kernel_state *k, const void *nodes, unsigned candidate)
{
	return (const void *)((const char *)nodes + (candidate >> MOVE_BITS) * k->batches.node_bytes);
}

/* ---- the stages ---- */

static void list_candidates(struct kernel_state *k, const void *nodes, unsigned n)
{
	unsigned end = 0;
	for (unsigned i = 0; i < n; i++) {
		const struct node *const node = parent_of(k, nodes, i << MOVE_BITS);
		const unsigned last = node->trail.last, n_moves = k->state[last].n;
		for (unsigned j = 0; j < n_moves; j++) {
			k->candidate[end] = (uint16_t)(i << MOVE_BITS | k->state[last].move[j]);
			k->views[end++] = node->views;
		}
	}
	k->n_candidates = end;
}

STAGE void prefetch_rows(const struct kernel_state *k, const void *nodes, unsigned n, unsigned l)
{
	const struct block_moves *const m = k->look[l].moves;
	for (unsigned i = 0; i < n; i++) {
		const struct block_place *const p = &parent_of(k, nodes, i << MOVE_BITS)->place[l];
		prefetch(m->inner.after[p->arrangement]);
		prefetch(m->inner.row[p->arrangement]);
	}
}

/* Drop the candidates without a view; select those that a look bounds. */
STAGE void select_candidates(struct kernel_state *k, uint64_t views)
{
	unsigned kept = 0, n_selected = 0;
	for (unsigned c = 0; c < k->n_candidates; c++) {
		const uint64_t of_candidate = k->views[c];
		k->candidate[kept] = k->candidate[c];
		k->views[kept] = of_candidate;
		k->selected[n_selected] = (uint16_t)kept;
		kept += of_candidate != 0;
		n_selected += (of_candidate & views) != 0;
	}
	k->n_candidates = kept;
	k->n_selected = n_selected;
}

/* Callers pass a constant for has_turns. */
static inline struct block_place place_after(const struct look *look, struct block_place p, unsigned move, bool has_turns)
{
	p = block_place_after(look->moves, p, look->seen[move]);
	return has_turns && look->second[move] != N_MOVES ? block_place_after(look->moves, p, look->second[move]) : p;
}

static inline void index_by(struct kernel_state *k, const void *nodes, unsigned l, bool has_turns)
{
	const struct look *const look = &k->look[l];
	for (unsigned i = 0; i < k->n_selected; i++) {
		const unsigned candidate = k->candidate[k->selected[i]];
		const struct node *const parent = parent_of(k, nodes, candidate);
		const struct block_place p = place_after(look, parent->place[l], candidate % (1 << MOVE_BITS), has_turns);
		k->index[i] = (uint32_t)block_place_index(look->moves, p);
		prefetch(&look->entries[k->index[i] / 2]);
	}
}

STAGE void index_by_moves(struct kernel_state *k, const void *nodes, unsigned l)
{
	index_by(k, nodes, l, false);
}

STAGE void index_by_turns(struct kernel_state *k, const void *nodes, unsigned l)
{
	index_by(k, nodes, l, true);
}

STAGE void read_selected(struct kernel_state *k, const struct look *look, unsigned limit)
{
	for (unsigned i = 0; i < k->n_selected; i++) {
		const bool fits = pdb_nibble(look->entries, k->index[i]) <= limit;
		k->views[k->selected[i]] &= fits ? UINT64_MAX : ~look->views;
	}
}

STAGE void read_by_cost(struct kernel_state *k, const struct look *look, unsigned left)
{
	for (unsigned i = 0; i < k->n_selected; i++) {
		const unsigned cost = k->cost[k->candidate[k->selected[i]] % (1 << MOVE_BITS)];
		const bool fits = pdb_nibble(look->entries, k->index[i]) * k->entry_cost + cost <= left;
		k->views[k->selected[i]] &= fits ? UINT64_MAX : ~look->views;
	}
}

/* The first move comes last, on top of the stack: before D, the order of moves allows U. */
static void make_children(struct kernel_state *k, const void *nodes, unsigned left)
{
	for (unsigned c = k->n_candidates; c-- > 0;) {
		const struct node *const parent = parent_of(k, nodes, k->candidate[c]);
		const unsigned move = k->candidate[c] % (1 << MOVE_BITS);
		struct node *const child = batches_append(&k->batches, left - k->cost[move], 1);
		trail_extend(&parent->trail, move, k->state[parent->trail.last].next[move], &child->trail);
		child->views = k->views[c];
		for (unsigned l = 0; l < k->goal->n_looks; l++)
			if ((k->look[l].views & child->views) != 0)
				child->place[l] = place_after(&k->look[l], parent->place[l], move, true);
	}
}

static void expand(struct worker *w, const void *nodes, unsigned n, unsigned left)
{
	struct kernel_state *const k = w->kernel_state;
	const bool has_costs = k->batches.dearest_cost > 1;
	list_candidates(k, nodes, n);
	/* Moves that cost more than is left go without a view. */
	for (unsigned c = 0; c < k->n_candidates && left < k->batches.dearest_cost; c++)
		if (k->cost[k->candidate[c] % (1 << MOVE_BITS)] > left)
			k->views[c] = 0;
	w->counts.n_generated += k->n_candidates;
	for (unsigned l = 0; l < k->goal->n_looks; l++) {
		prefetch_rows(k, nodes, n, l);
		select_candidates(k, k->look[l].views);
		if (k->batches.turns == NULL)
			index_by_moves(k, nodes, l);
		else
			index_by_turns(k, nodes, l);
		w->counts.n_lookups += k->n_selected;
		if (has_costs)
			read_by_cost(k, &k->look[l], left);
		else
			read_selected(k, &k->look[l], left - 1);
	}
	select_candidates(k, 0);
	make_children(k, nodes, left);
}

static void fill_root(struct batches *b, const struct cube *c, void *node)
{
	struct kernel_state *const k = (void *)b;
	struct node *const root = node;
	root->views = k->goal->goal.n_views == GOAL_MAX_VIEWS ? UINT64_MAX : (UINT64_C(1) << k->goal->goal.n_views) - 1;
	for (unsigned l = 0; l < k->goal->n_looks; l++) {
		const struct cube seen = heuristic_look_see(k->goal, l, c);
		root->place[l] = block_place_of(k->look[l].moves, b->heuristic->table[k->goal->look[l].table].key.coordinate, &seen);
		if (pdb_nibble(k->look[l].entries, block_place_index(k->look[l].moves, root->place[l])) * k->entry_cost > b->top)
			root->views &= ~k->look[l].views;
	}
}

/* ---- set-up ---- */

/* Whether a state and a turn tell the state after it, and the turn its cost; those of faces do. */
static bool takes_turns(const struct turn_automaton *turns)
{
	bool takes = turns->n_states <= MAX_STATES;
	for (unsigned state = 0; state < turns->n_states; state++) {
		uint64_t seen = 0;
		for (uint32_t i = turns->first[state]; i < turns->first[state + 1]; i++) {
			const struct turn_step *const step = &turns->step[i];
			takes &= step->cost == turns->costs.of[step->element] && (seen >> step->element & 1) == 0;
			seen |= UINT64_C(1) << step->element;
		}
	}
	return takes;
}

static bool is_for(const struct heuristic *h)
{
	const struct turn_automaton *const turns = heuristic_turns(h->spec);
	return h->spec->goal != NULL && h->spec->evaluate == heuristic_goal_bound && h->spec->table[0].family != COORDINATE_CLOSURE
	       && (turns == NULL || takes_turns(turns));
}

static void destroy(void *state)
{
	struct kernel_state *const k = state;
	for (unsigned t = 0; t < HEURISTIC_MAX_TABLES; t++)
		block_moves_release(k->use[t]);
	batches_end(&k->batches);
	free(k);
}

/* @param turns  NULL: all moves.  @return the most that may follow */
static unsigned fill_states(struct kernel_state *k, const struct turn_automaton *turns)
{
	const enum metric metric = k->batches.heuristic->metric;
	unsigned most = 0;
	memset(k->cost, 1, sizeof k->cost);
	for (unsigned state = 0; state < (turns != NULL ? turns->n_states : N_LAST); state++) {
		unsigned n = 0;
		for (uint32_t moves = turns == NULL ? move_successors[metric][state] : 0; moves != 0; moves &= moves - 1) {
			const uint8_t move = (uint8_t)__builtin_ctz(moves);
			k->state[state].move[n++] = move;
			k->state[state].next[move] = move_last_after[metric][state][move];
		}
		for (uint32_t i = turns != NULL ? turns->first[state] : 0; turns != NULL && i < turns->first[state + 1]; i++) {
			k->state[state].move[n++] = turns->step[i].element;
			k->state[state].next[turns->step[i].element] = (uint8_t)turns->step[i].next;
			k->cost[turns->step[i].element] = turns->step[i].cost;
		}
		k->state[state].n = (uint8_t)n;
		most = n > most ? n : most;
	}
	return most;
}

/* @param entry_cost  what an entry counts, in units of the turns.  @return false without memory */
static bool take_turns(struct kernel_state *k, const struct turn_automaton *turns, unsigned entry_cost)
{
	const unsigned n_batch = MAX_LIST / fill_states(k, turns);
	k->entry_cost = entry_cost;
	k->batches.batch = k->goal->is_exact ? 1 : n_batch < BATCH ? n_batch : BATCH;  /* then the first child that fits leads to a solution */
	for (unsigned l = 0; l < k->goal->n_looks; l++) {
		struct look *const look = &k->look[l];
		const unsigned symmetry = k->goal->look[l].symmetry;
		memset(look->second, N_MOVES, sizeof look->second);
		for (unsigned move = 0; move < N_MOVES && turns == NULL; move++)
			look->seen[move] = symmetry_move[symmetry][move];
		for (unsigned element = 0; element < N_AXIS_TURNS && turns != NULL; element++) {
			uint8_t moves[2] = {0};
			const unsigned n = elements_to_moves(&symmetry_axis_turns[symmetry][element], 1, moves);
			look->seen[element] = moves[0];
			look->second[element] = n == 2 ? moves[1] : N_MOVES;
		}
	}
	const bool has_stacks = batches_take_turns(&k->batches, turns);
	k->batches.share_min_left = SHARE_MIN_LEFT * k->batches.dearest_cost;
	return has_stacks;
}

static void run(struct worker *w, struct search *s, const struct work_unit *unit)
{
	struct kernel_state *const k = w->kernel_state;
	const uint64_t search = s->request.turns != NULL ? s->id : 0;
	if (k->search != search && !take_turns(k, s->turns, search != 0 ? s->bound_cost : heuristic_entry_cost(k->batches.heuristic->spec))) {
		search_fail(s, SEARCH_NO_MEMORY);
		return;
	}
	k->search = search;
	batches_run(w, s, unit);
}

static bool fill(struct kernel_state *k, const struct heuristic *h)
{
	k->goal = h->spec->goal;
	k->batches.heuristic = h;
	for (unsigned t = 0; t < h->spec->n_tables; t++) {
		k->use[t] = block_moves_acquire(h->table[t].key.coordinate);
		if (k->use[t] == NULL)
			return false;
	}
	for (unsigned l = 0; l < k->goal->n_looks; l++) {
		const struct heuristic_look *const from = &k->goal->look[l];
		struct look *const look = &k->look[l];
		*look = (struct look){&k->use[from->table]->moves, h->table[from->table].entries, from->views, {0}, {0}};
	}
	k->batches.node_bytes = (sizeof(struct node) + k->goal->n_looks * sizeof(struct block_place) + 7) / 8 * 8;
	k->batches.fill_root = fill_root;
	k->batches.expand = expand;
	return batches_begin(&k->batches) && take_turns(k, heuristic_turns(h->spec), heuristic_entry_cost(h->spec));
}

static void *create(const struct heuristic *h)
{
	struct kernel_state *const k = aligned_alloc(64, (sizeof *k + 63) / 64 * 64);
	if (k == NULL)
		return NULL;
	memset(k, 0, sizeof *k);
	if (fill(k, h))
		return k;
	destroy(k);
	return NULL;
}

const struct kernel kernel_goal = {
	.name = "pieces",
	.takes_turns = true,
	.is_for = is_for,
	.create = create,
	.destroy = destroy,
	.run = run,
};
