/* The kernel for goals, by indices into one to six tables in place of a cube; for turn sets a "move" is turns
 * of an axis, what is left are costs, and a table of few states (closure.h) may be the only one.
 *
 * What bounds a goal is an entry of the cube as it is seen from some side (struct heuristic_look).  From
 * there a move is another move, and the index follows by the rows of struct block_moves.  A view of the goal
 * whose bound does not fit is given up below the node: entries are exact distances of a part, so that of a
 * child is at most one less.
 *
 * What a batch of nodes (kernel_batches.h) goes through, look by look:
 *   1  of the candidates, which are all children at first, select those that the look bounds; drop those
 *   without a view
 *   2  their indices, by rows that were prefetched; prefetch the entries
 *   3  read, and give up views
 * Children are made of those that still have a view. */
#include "pieces/block_moves.h"
#include "pieces/families.h"
#include "pieces/kernel_batches.h"
#include "pieces/kernels.h"

enum { SHARE_MIN_LEFT = 8 };

struct node {
	struct trail trail;
	uint8_t frame;                  /* how the cube is held, where the table's moves depend on it; else 0 */
	uint64_t views;                 /* of the goal, those that may still be reached */
	struct block_place place[];           /* by look */
};

struct look {
	const struct block_moves *moves;
	const uint8_t *entries;
	unsigned shift;                 /* 1 << shift entries are in a byte */
	uint64_t views;
	/* By frame and step: a move, or the first one of turns of an axis, as it is seen from there; the second
	 * one, N_MOVES: none. */
	uint8_t seen[N_ORIENTATIONS][N_AXIS_TURNS], second[N_ORIENTATIONS][N_AXIS_TURNS];
};

/* A node's child: the parent in its batch, and the step from it by its number and by what it turns. */
struct candidate { uint32_t parent : 6, element : 6, step : 20; };

struct kernel_state {
	struct batches batches;
	const struct heuristic_goal *goal;
	const struct block_moves *of_table[HEURISTIC_MAX_TABLES];
	struct look look[HEURISTIC_MAX_LOOKS];
	uint8_t frame_after[N_ORIENTATIONS][N_AXIS_TURNS];
	struct turn_automaton *moves;   /* the order of all moves; owned */
	const struct turn_automaton *turns;  /* the order of the search: this one, or that of a set */
	uint64_t search;                /* whose turns they are; 0: those of the heuristic */
	unsigned entry_cost;            /* what an entry counts */
	uint64_t root_views;            /* that the unit's start leads to */
	/* One batch under way. */
	unsigned n_candidates, n_selected;
	struct candidate candidate[MAX_LIST];
	uint64_t views[MAX_LIST];       /* that a candidate has left */
	uint16_t selected[MAX_LIST];    /* candidates that the look bounds, */
	uint32_t index[MAX_LIST];       /* and their indices */
};

static const struct node *node_at(const struct kernel_state *k, const void *nodes, unsigned i)
{
	return (const void *)((const char *)nodes + i * k->batches.node_bytes);
}

static inline unsigned entry_of(const struct look *look, uint64_t index)
{
	return look->shift == 0 ? look->entries[index] : pdb_nibble(look->entries, index);
}

/* ---- the stages ---- */

/* Moves that cost more than is left go without a view. */
static void list_candidates(struct kernel_state *k, const void *nodes, unsigned n, unsigned left)
{
	unsigned end = 0;
	for (unsigned i = 0; i < n; i++) {
		const struct node *const node = node_at(k, nodes, i);
		const uint32_t *const first = &k->turns->first[node->trail.last];
		for (uint32_t step = first[0]; step < first[1]; step++) {
			k->candidate[end] =
				(struct candidate){i & 63u, k->turns->step[step].element & 63u, step & 0xFFFFFu};
			k->views[end++] = k->turns->step[step].cost <= left ? node->views : 0;
		}
	}
	k->n_candidates = end;
}

STAGE void prefetch_rows(const struct kernel_state *k, const void *nodes, unsigned n, unsigned l)
{
	const struct block_moves *const m = k->look[l].moves;
	for (unsigned i = 0; i < n; i++) {
		const struct block_place *const p = &node_at(k, nodes, i)->place[l];
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

/* Callers pass constants for has_turns and has_frames. */
static inline struct block_place place_after(const struct look *look, const struct node *parent, unsigned l,
                                             unsigned element, bool has_turns, bool has_frames)
{
	const unsigned frame = has_frames ? parent->frame : 0, second = look->second[frame][element];
	const struct block_place p = block_place_after(look->moves, parent->place[l], look->seen[frame][element]);
	return has_turns && second != N_MOVES ? block_place_after(look->moves, p, second) : p;
}

static inline void index_by(struct kernel_state *k, const void *nodes, unsigned l, bool has_turns,
                            bool has_frames)
{
	const struct look *const look = &k->look[l];
	for (unsigned i = 0; i < k->n_selected; i++) {
		const struct candidate c = k->candidate[k->selected[i]];
		const struct block_place p =
			place_after(look, node_at(k, nodes, c.parent), l, c.element, has_turns, has_frames);
		k->index[i] = (uint32_t)block_place_index(look->moves, p);
		prefetch(&look->entries[k->index[i] >> (has_frames ? look->shift : 1)]);
	}
}

STAGE void index_selected(struct kernel_state *k, const void *nodes, unsigned l)
{
	if (k->batches.turns == NULL)
		index_by(k, nodes, l, false, false);
	else if (k->look[l].shift == 0)
		index_by(k, nodes, l, true, true);
	else
		index_by(k, nodes, l, true, false);
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
		const unsigned cost = k->turns->step[k->candidate[k->selected[i]].step].cost;
		const bool fits = entry_of(look, k->index[i]) * k->entry_cost + cost <= left;
		k->views[k->selected[i]] &= fits ? UINT64_MAX : ~look->views;
	}
}

/* The first move comes last, on top of the stack: before D, the order of moves allows U. */
static void make_children(struct kernel_state *k, const void *nodes, unsigned left)
{
	for (unsigned c = k->n_candidates; c-- > 0;) {
		const struct node *const parent = node_at(k, nodes, k->candidate[c].parent);
		const struct turn_step step = k->turns->step[k->candidate[c].step];
		struct node *const child = batches_append(&k->batches, left - step.cost, 1);
		trail_extend(&parent->trail, step.element, step.next, &child->trail);
		child->frame = k->frame_after[parent->frame][step.element];
		child->views = k->views[c];
		for (unsigned l = 0; l < k->goal->n_looks; l++)
			if (k->look[l].views & child->views)
				child->place[l] = place_after(&k->look[l], parent, l, step.element, true, true);
	}
}

static void expand(struct worker *w, const void *nodes, unsigned n, unsigned left)
{
	struct kernel_state *const k = w->kernel_state;
	/* Entries may count in larger units though all turns of the order cost 1, as with a dear one that others
	 * replace. */
	const bool has_costs = k->batches.dearest_cost > 1 || k->entry_cost > 1 || k->look[0].shift == 0;
	list_candidates(k, nodes, n, left);
	w->counts.n_generated += k->n_candidates;
	for (unsigned l = 0; l < k->goal->n_looks; l++) {
		prefetch_rows(k, nodes, n, l);
		select_candidates(k, k->look[l].views);
		index_selected(k, nodes, l);
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
	items_foreach(move, root->trail.path, root->trail.n_path)
		root->frame = k->frame_after[root->frame][*move];
	root->views = k->root_views;
	for (unsigned l = 0; l < k->goal->n_looks; l++) {
		const struct cube seen = heuristic_look_see(k->goal, l, c);
		root->place[l] = block_place_of(k->look[l].moves, &seen);
		if (entry_of(&k->look[l], block_place_index(k->look[l].moves, root->place[l])) * k->entry_cost
		    > b->top)
			root->views &= ~k->look[l].views;
	}
}

/* ---- set-up ---- */

static bool is_for(const struct heuristic *h)
{
	return h->spec->goal != NULL && h->spec->evaluate == heuristic_goal_bound;
}

static void destroy(void *state)
{
	struct kernel_state *const k = state;
	items_foreach(table, k->of_table, HEURISTIC_MAX_TABLES)
		block_moves_release(*table);
	batches_end(&k->batches);
	free(k->moves);
	free(k);
}

/* @param turns  NULL: all moves
 * @param entry_cost  what an entry counts, in units of the turns.  @return false without memory */
static bool take_turns(struct kernel_state *k, const struct turn_automaton *turns, unsigned entry_cost)
{
	unsigned n_batch = BATCH;
	k->turns = turns != NULL ? turns : k->moves;
	k->entry_cost = entry_cost;
	for (unsigned state = 0; state < k->turns->n_states; state++) {
		const unsigned n = k->turns->first[state + 1] - k->turns->first[state];
		n_batch = n * n_batch > MAX_LIST ? MAX_LIST / n : n_batch;
	}
	k->batches.batch = k->goal->is_exact ? 1 : n_batch;  /* then the first child that fits leads to a
	                                                      * solution */
	for (unsigned l = 0; l < k->goal->n_looks && k->look[l].moves->closure == NULL; l++) {
		struct look *const look = &k->look[l];
		const unsigned symmetry = k->goal->look[l].symmetry;
		memset(look->second, N_MOVES, sizeof look->second);
		for (unsigned move = 0; move < N_MOVES && turns == NULL; move++)
			look->seen[0][move] = symmetry_move[symmetry][move];
		for (unsigned element = 0; element < N_AXIS_TURNS && turns != NULL; element++) {
			uint8_t moves[2] = {0, N_MOVES};
			if (elements_to_moves(&symmetry_axis_turns[symmetry][element], 1, moves) == 0)
				moves[1] = (uint8_t)move_inverse(moves[0]);  /* a rotation: a turn and back */
			look->seen[0][element] = moves[0];
			look->second[0][element] = moves[1];
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
	if (k->search != search
	    && !take_turns(k, s->turns,
	                   search != 0 ? s->bound_cost : heuristic_entry_cost(k->batches.heuristic->spec))) {
		search_fail(s, SEARCH_NO_MEMORY);
		return;
	}
	k->search = search;
	k->root_views = goal_views_after(&k->goal->goal, search_free_turn(s, unit->start));
	batches_run(w, s, unit);
}

static bool fill(struct kernel_state *k, const struct heuristic *h)
{
	k->goal = h->spec->goal;
	k->batches.heuristic = h;
	if ((k->moves = kernel_move_order(h->metric)) == NULL)
		return false;
	for (unsigned t = 0; t < h->spec->n_tables; t++)
		if ((k->of_table[t] = block_moves_acquire(h->table[t].key.coordinate)) == NULL)
			return false;
	for (unsigned l = 0; l < k->goal->n_looks; l++) {
		const struct heuristic_look *const from = &k->goal->look[l];
		struct look *const look = &k->look[l];
		look->moves = k->of_table[from->table];
		look->entries = h->table[from->table].entries;
		look->shift = h->table[from->table].family->bits_per_entry == 4;
		look->views = from->views;
		memset(look->second, N_MOVES, sizeof look->second);
		if (look->moves->closure != NULL)
			closure_steps(look->moves->coordinate.parameter, look->seen, k->frame_after);
	}
	k->batches.node_bytes = (sizeof(struct node) + k->goal->n_looks * sizeof(struct block_place) + 7) / 8 * 8;
	k->batches.fill_root = fill_root;
	k->batches.expand = expand;
	return batches_begin(&k->batches)
	       && take_turns(k, heuristic_turns(h->spec), heuristic_entry_cost(h->spec));
}

static void *create(const struct heuristic *h)
{
	struct kernel_state *const k = aligned_alloc(64, sizeof *k);
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
