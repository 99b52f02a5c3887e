/* An iteration by prefixes (prefixes.h): the persistent ones first, which are most of the work, and then those that are new at
 * its threshold, which often need not be made any more. */
#include "coset/kernel/orders.h"
#include "coset/kernel/prefixes.h"
#include "coset/kernel/stages.h"

/* The prefixes of the iteration in progress, for the threads that take part in it. */
struct shared_prefixes {
	struct shared_order order;
	struct prefixes *prefixes;
};

static struct prefixes *prefixes_of(const struct search *s)
{
	const struct shared_prefixes *const shared = s->kernel_shared;
	return shared->prefixes;
}

/* ---- making prefixes: the roots are expanded, and their unpruned children kept ---- */
/* The counter of a node below a root, by the turns of its last axis. */
static unsigned counter_of(const struct prefixes *p, const struct node *n, unsigned n_moves)
{
	const struct root *const root = &p->roots.root[n->counter];
	unsigned turns[2] = {0, 0};
	for (unsigned m = root->n_path; m < n_moves; m++) {
		const unsigned move = node_move(n, m);
		turns[move / 3 % 2] += move % 3 + 1;
	}
	const unsigned axis = (n->axis & 3) != other_axes[(root->last - 1u) % 3][0];
	return p->counter[prefix_number(n->counter, axis, turns[0], turns[1])];
}

/* Keep a node as prefix number i. */
static void keep_node(struct prefixes *p, unsigned i, const struct node *n, unsigned n_moves, bool is_evaluated)
{
	p->node[i] = *n;
	if (!p->is_refining)
		p->node[i].counter = counter_of(p, n, n_moves) & COUNTER_MASK;
	p->prefix[i] = (struct prefix){
		.counter = p->node[i].counter, .n_moves = (uint8_t)n_moves, .is_evaluated = is_evaluated,
		.is_split = n_moves == p->split_moves, .shares_counter = p->is_refining && n_moves != REFINED_SPLIT_MOVES,
	};
}

/* All nodes with `left` moves left become prefixes, but for those that persist already. */
static void collect(struct worker *w, unsigned left)
{
	struct engine *const k = w->kernel_state;
	struct prefixes *const p = prefixes_of(k->search);
	struct queue *const q = &k->queues.of[left];
	const unsigned n_moves = k->top - left, n = queue_n(q);
	if (n != 0 && (p->is_refining || n_moves > p->persistent_moves)) {
		unsigned at = prefixes_reserve(p, n);
		if (at >= MAX_PREFIXES) {
			engine_overflow(k);
			return;
		}
		for (unsigned i = q->head; i < q->tail; i++)
			keep_node(p, at++, &q->node[i], n_moves, true);
		for (unsigned i = 0; i < q->n_pending; i++)
			keep_node(p, at++, &q->pending[i], n_moves, false);
	}
	q->head = q->tail = q->n_pending = 0;
}

/* Children of a node of which all are unpruned. */
static unsigned n_all_children(const struct engine *k)
{
	return N_AXES_LEFT * (0u + k->t->n_passing[7] + k->t->passing_combinations[N_ROWS - 1].n);
}

/* A root as a node, but for the value of its inverse. */
static void make_root(struct engine *k, const struct prefixes *p, unsigned number, struct node *to)
{
	const struct root *const root = &p->roots.root[number];
	const struct cube c = cube_after_moves(k->search->request.cube, root->path, root->n_path);
	memset(to, 0, sizeof *to);
	engine_pack_node(k, &c, to);
	for (unsigned i = 0; i < root->n_path; i++)
		node_set_move(to, i, move_by_axis(root->path[i]));
	to->axis = (uint8_t)((root->last - 1u) % 3);
	to->counter = number & COUNTER_MASK;
	to->near = ALL_NEIGHBOURS;
}

static void index_inverse_of_root(struct engine *k, const struct prefixes *p, struct lookups *l, unsigned number)
{
	const struct root *const root = &p->roots.root[number];
	const struct cube c = cube_after_moves(k->search->request.cube, root->path, root->n_path), inverse = cube_inverse(&c);
	engine_index_cube(k, l, l->n++, &inverse);
}

enum { ROOTS_AT_ONCE = 2 * BATCH };

/* Make the nodes of roots that were not made before.  @param number  of n roots */
static void make_roots(struct worker *w, struct prefixes *p, const uint16_t *number, unsigned n)
{
	struct engine *const k = w->kernel_state;
	struct lookups *const l = &k->batch[0].pending;
	l->n = 0;
	for (unsigned i = 0; i < n; i++) {
		make_root(k, p, number[i], &p->root[number[i]]);
		index_inverse_of_root(k, p, l, number[i]);
	}
	k->stages->read(k, l);
	w->counts.n_lookups += n;
	for (unsigned i = 0; i < n; i++) {
		p->root[number[i]].value = l->value[i];
		p->has_root[number[i]] = true;
	}
}

/* Roots that nobody has begun to the queues.  Where all prefixes below a root are persistent, they count as made again.  @return
 * how many */
static unsigned push_roots(struct worker *w, struct prefixes *p)
{
	struct engine *const k = w->kernel_state;
	const unsigned max_turns = k->metric == METRIC_HTM ? 2 : MAX_COMBINED;
	uint16_t number[ROOTS_AT_ONCE], unmade[ROOTS_AT_ONCE];
	unsigned n = 0, n_unmade = 0;
	while (n < ROOTS_AT_ONCE) {
		const unsigned i = atomic_fetch_add_explicit(&p->n_begun, 1, memory_order_relaxed);
		if (i >= p->roots.n)
			break;
		if (!root_is_unit(&p->roots, i, k->search->threshold))
			continue;
		if (p->roots.root[i].n_path + max_turns <= p->persistent_moves) {
			w->counts.n_expanded++;
			w->counts.n_generated += n_all_children(k);
			continue;
		}
		number[n++] = (uint16_t)i;
		if (!p->has_root[i])
			unmade[n_unmade++] = (uint16_t)i;
	}
	make_roots(w, p, unmade, n_unmade);
	for (unsigned i = 0; i < n; i++) {
		struct queue *const q = &k->queues.of[k->top - p->roots.root[number[i]].n_path];
		q->node[q->tail++] = p->root[number[i]];
	}
	return n;
}

static void make_prefixes(struct worker *w, struct search *s, void *context)
{
	struct engine *const k = w->kernel_state;
	engine_begin_whole(k, s);
	k->defers_siblings = false;
	while (push_roots(w, context) != 0)
		engine_expand_once(w, collect);
}

/* ---- refining ---- */
static unsigned push_short_prefixes(struct engine *k, struct prefixes *p)
{
	struct queue *const q = &k->queues.of[k->split_left];
	unsigned n, prefix;
	for (n = 0; n < ROOTS_AT_ONCE && prefixes_next_short(p, &prefix); n++) {
		struct node *const node = &q->node[q->tail++];
		*node = p->node[prefix];
		node_set_next_turns(node, ALL_NEXT_TURNS | HAS_PREFIX);
	}
	return n;
}

/* Replace the prefixes of SPLIT_MOVES moves by the nodes below them. */
static void refine(struct worker *w, struct search *s, void *context)
{
	struct engine *const k = w->kernel_state;
	struct prefixes *const p = context;
	engine_begin_whole(k, s);
	k->defers_siblings = false;
	k->split_left = k->top - SPLIT_MOVES;
	k->work = p->work;
	for (unsigned n; (n = push_short_prefixes(k, p)) != 0;) {
		engine_expand_once(w, collect);
		atomic_fetch_add(&p->n_refined_expanded, n);
		atomic_fetch_add(&p->n_refined_generated, n * n_all_children(k));
	}
}

/* ---- taking them ---- */
static void push_unit(struct engine *k, const struct prefixes *p, struct prefix_unit unit)
{
	struct queue *const q = &k->queues.of[k->top - unit.n_moves];
	struct node *const n = unit.is_evaluated ? queue_reserve(q, 1) : queue_reserve_pending(q, 1);
	if (n == NULL) {
		engine_overflow(k);
		return;
	}
	q->tail += unit.is_evaluated;
	q->n_pending += !unit.is_evaluated;
	*n = p->node[unit.prefix];
	if (unit.is_split)
		node_set_next_turns(n, unit.next_turns);
}

/* Units until some queue holds a batch of them. */
static bool push_units(struct worker *w)
{
	struct engine *const k = w->kernel_state;
	struct prefixes *const p = prefixes_of(k->search);
	struct prefix_unit unit;
	while (prefixes_next(p, &unit)) {
		push_unit(k, p, unit);
		if (engine_is_full(k, k->top - unit.n_moves))
			return true;
	}
	return false;
}

static void join(struct engine *k, const struct shared_order *order)
{
	const struct prefixes *const p = ((const struct shared_prefixes *)order)->prefixes;
	k->work = p->work;
	if (p->counts_deep) {
		k->deep_left = k->search->threshold - REFINED_SPLIT_MOVES;
		k->deep_first = p->n_counters;
	}
}

static void take_prefixes(struct worker *w, struct search *s, void *context)
{
	static const struct node_source units = {.more = push_units};
	struct engine *const k = w->kernel_state;
	const struct prefixes *const p = context;
	engine_begin_whole(k, s);
	join(k, s->kernel_shared);
	k->split_left = k->top >= p->split_moves ? k->top - p->split_moves : UINT_MAX;
	k->source = &units;
	engine_drain(w);
}

/* ---- an iteration ---- */
static void refine_and_take(struct worker *w, struct search *s, struct prefixes *p)
{
	w->counts.n_expanded += p->n_refined_expanded;
	w->counts.n_generated += p->n_refined_generated;
	if (prefixes_begin_refining(p)) {
		search_together(w, s, refine, p);
		prefixes_end_refining(p);
	}
	prefixes_sort(p, 0);
	search_together(w, s, take_prefixes, p);
}

static void search_prefixes(struct worker *w, struct search *s, struct prefixes *p, unsigned cap)
{
	const bool is_first = p->n_persistent == 0;
	prefixes_begin_iteration(p, s->threshold > cap + REFINED_SPLIT_MOVES);
	roots_count(&p->roots, s->threshold, &w->counts.n_generated, &w->counts.n_expanded);
	if (!is_first) {
		refine_and_take(w, s, p);
		if (search_must_stop(s))
			return;
		atomic_store(&p->n_begun, 0);
	}
	search_together(w, s, make_prefixes, p);
	if (!is_first) {
		prefixes_sort(p, p->n_persistent);
		search_together(w, s, take_prefixes, p);
		return;
	}
	if (s->threshold > cap)
		prefixes_keep(p, s->threshold - cap);
	refine_and_take(w, s, p);
}

/* Shorter iterations are over before the roots are evaluated, longer ones have no room for the path in a node. */
static bool is_for(const struct engine *k, const struct search *s)
{
	const unsigned first = k->cap + 4 > MAX_ROOT_PATH ? k->cap + 4 : MAX_ROOT_PATH + 1;
	return s->threshold >= first && s->threshold <= MAX_LEFT;
}

static bool iterate(struct worker *w, struct search *s)
{
	struct engine *const k = w->kernel_state;
	if (k->prefixes == NULL && is_for(k, s))
		k->prefixes = prefixes_create();
	if (k->prefixes == NULL || !is_for(k, s))
		return false;
	struct prefixes *const p = k->prefixes;
	if (p->cube != s->id) {
		prefixes_begin(p, k->metric, s->symmetries);
		p->cube = s->id;
		w->counts.n_lookups += (uint64_t)roots_evaluate(&p->roots, worker_heuristic(w), &s->request.cube, s->threshold)
		                       * worker_heuristic(w)->spec->n_lookups;
	}
	w->counts.n_generated++;  /* the cube itself */
	struct shared_prefixes shared = {{join}, p};
	s->kernel_shared = &shared;
	search_prefixes(w, s, p, k->cap);
	s->kernel_shared = NULL;
	return true;
}

static void destroy(struct engine *k)
{
	prefixes_destroy(k->prefixes);
}

const struct order order_prefixes = {.iterate = iterate, .destroy = destroy};
