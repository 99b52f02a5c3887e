/* A subtree's root, and the queues until they are empty. */
#ifndef SUPERFLIP_COSET_KERNEL_SUBTREES_H
#define SUPERFLIP_COSET_KERNEL_SUBTREES_H
#include "coset/kernel/groups.h"

#include <time.h>

/* What a node knows of its inverse: whoever goes on must know no more and no less, or would count other nodes. */
static inline uint16_t note(unsigned value, unsigned near)
{
	return (uint16_t)(1u << 15 | near << 8 | value);
}

static void recall(struct node *n, unsigned noted)
{
	n->value = noted & UINT8_MAX;
	n->near = noted >> 8 & ALL_NEIGHBOURS;
}

static unsigned value_of_inverse(const struct coset *k, const struct cube *c)
{
	const struct cube inverse = cube_inverse(c);
	return pdb_get(k->table, coordinate_rank(k->table->key.coordinate, &inverse));
}

/* Append the node at a subtree's root; both faces of its last axis are done.  Its path has room for `n_own` moves more. */
static void push_root(struct coset *k, const struct subtree *t, unsigned n_own)
{
	const struct cube c = cube_after_moves(t->search->request.cube, t->path, t->n_path);
	struct queue *const q = &k->queue[t->search->threshold - t->n_path];
	struct node *const n = &q->node[q->tail++];
	pack_node(k, &c, n);
	n->axis = (uint8_t)((t->last - 1u) % 3);
	n->origin = t->origin & ORIGIN_MASK;
	recall(n, t->noted != 0 ? t->noted : note(value_of_inverse(k, &c), ALL_NEIGHBOURS));
	if (t->next_turns != 0)
		set_next_turns(n, t->next_turns);
	for (unsigned i = 0; i < n_own; i++) {
		set_move(n, i, number_of_move(t->path[t->n_path - n_own + i]));
	}
}

static void push_opening(struct coset *k, const struct frontier *f, struct part part)
{
	struct queue *const q = &k->queue[k->top - part.n_moves];
	struct node *const n = part.is_tested ? &q->node[q->tail++] : &q->untested[q->n_untested++];
	memcpy(n, f->node[part.opening], sizeof *n);
	if (part.is_split)
		set_next_turns(n, part.next_turns);
}

/* Offer half of the nodes with the most moves left to an idle thread. */
static void share(struct worker *w)
{
	struct coset *const k = w->kernel_state;
	unsigned left = k->top;
	while (left > 0 && k->queue[left].tail == k->queue[left].head)
		left--;
	if (left < k->cap + 2)
		return;
	struct queue *const q = &k->queue[left];
	const unsigned depth = k->top - left;
	struct subtree t = {.search = k->root->search, .n_path = (uint8_t)(k->root->n_path + depth)};
	for (unsigned n = (q->tail - q->head + 1) / 2; n > 0; n--) {
		const struct node *const node = &q->node[q->tail - 1];
		write_path(k, node, depth, t.path);
		t.origin = node->origin;
		t.noted = note(node->value, node->near);
		t.next_turns = (uint16_t)(left == k->split_left ? next_turns_of(node) : 0);
		t.last = (uint8_t)(1 + 3 + node->axis);  /* after the second face of an axis neither may follow */
		if (!worker_share(w, &t))
			return;
		q->tail--;
	}
}

static inline bool is_full(const struct coset *k, unsigned left)
{
	return n_queued(&k->queue[left]) >= k->full_group[left]
	       || (left == k->cap && (has_full_families(k) || n_swept_waiting(k->sweep) != 0));
}

/* The fewest moves left for which there is a full group, or `top` + 1. */
static inline unsigned full_queue(const struct coset *k)
{
	unsigned left = 0;
	while (left <= k->top && !is_full(k, left))
		left++;
	return left;
}

/* Begin with a sweep behind an opening that nobody has begun. */
static bool begin_next_sweep(struct worker *w)
{
	struct coset *const k = w->kernel_state;
	struct sweeps *const all = k->root->search->sweeps;
	const struct sweep_opening *const o = sweeps_next(all);
	if (o == NULL)
		return false;
	if (!prepare_sweep(k, k->top - k->cap - o->n_path)) {
		search_fail(k->root->search);
		return false;
	}
	sweep_opening(w, o);
	return true;
}

/* The same; without a full group openings are begun while there are any, then the most moves left for which there is
 * anything. */
static unsigned next_queue(struct worker *w, struct search *s, bool *has_openings)
{
	struct coset *const k = w->kernel_state;
	unsigned left = full_queue(k);
	while (left > k->top && *has_openings && k->root->sweeps && k->led_closeness < N_CLOSENESS && take_leads(w))
		left = full_queue(k);
	while (left > k->top && *has_openings && k->root->sweeps) {
		*has_openings = begin_next_sweep(w);
		w->counts.n_generated += take_swept_pairs(k);
		left = full_queue(k);
	}
	for (struct part part; left > k->top && *has_openings && k->root->takes_roots;) {
		*has_openings = frontier_next(s->frontier, &part);
		if (*has_openings)
			push_opening(k, s->frontier, part);
		if (*has_openings && is_full(k, k->top - part.n_moves))
			left = k->top - part.n_moves;
	}
	if (left > k->top)
		for (left = k->top; left > 0 && n_waiting(k, left) == 0; left--)
			;
	return left;
}

static int64_t now_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void run_queues(struct worker *w)
{
	struct coset *const k = w->kernel_state;
	struct search *const s = k->root->search;
	bool has_openings = k->root->takes_roots || k->root->sweeps;
	struct group *now = &k->group[0], *next = &k->group[1];
	bool is_begun = false;
	while (!search_must_stop(s)) {
		if (!is_begun) {
			const unsigned left = next_queue(w, s, &has_openings);
			if (n_waiting(k, left) == 0)
				return;
			begin_group(w, now, left, NULL);
		}
		list_group(w, now);
		w->counts.n_generated += take_swept_pairs(k);
		const unsigned left = full_queue(k);
		is_begun = left <= k->top;
		if (is_begun)
			begin_group(w, next, left, now);
		else
			ask_for_candidates(k, now);
		finish_group(w, now, is_begun ? next : NULL);
		if (asking_count(&k->asking, N_AXES_LEFT * now->n + (now->left <= k->cap ? now->n_candidates : 0)))
			asking_next(&k->asking, now_ns());
		struct group *const done = now;
		now = is_begun ? next : now;
		next = is_begun ? done : next;
		if (w->counts.n_generated >= REPORT_NODES)
			search_report(w, s);
		if (worker_should_share(w))
			share(w);
	}
}

static void run(struct worker *w, const struct subtree *t);

/* One move by hand, at a node whose last axis may go on or that has no room for all the moves that are left. */
static void run_children(struct worker *w, const struct subtree *t, const struct cube *c)
{
	const struct heuristic *const h = worker_heuristic(w);
	struct subtree child = *t;
	const unsigned left = t->search->threshold - t->n_path;
	child.n_path++;
	w->counts.n_expanded++;
	uint32_t moves = move_successors[h->metric][t->last];
	for (; moves != 0 && !search_must_stop(t->search); moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube after = cube_after(c, move);
		w->counts.n_generated++;
		w->counts.n_lookups += 2;
		if (heuristic_evaluate(h, &after) >= left)
			continue;
		child.path[t->n_path] = (uint8_t)move;
		child.last = move_last_after[h->metric][t->last][move];
		run(w, &child);
	}
}

/* Entry number i of those that are read without a group's stages: that of a cube. */
static void index_cube(struct coset *k, struct group *g, unsigned i, const struct cube *c)
{
	_Alignas(16) uint8_t edges[16] = {0};
	uint64_t corners;
	coset_pack(c, edges, (uint8_t *)&corners);
	const unsigned n_parts = k->parts.n_parts;
	const unsigned part = n_parts == 1 ? 0 : n_parts == COSET_MAX_PARTS ? coset_raw_part(corners) : cube_is_odd(c);
	index_apart(k, g, i, coset_edges_load(edges), coset_tables.corner[coset_corner_state(corners)], part, 0);
}

/* Begin with what is behind the turns of one axis, if its bound fits.  Short iterations are little else, so all entries are
 * read together. */
static void expand_root(struct worker *w, const struct subtree *t, const struct cube *c)
{
	struct coset *const k = w->kernel_state;
	struct group *const g = &k->group[0];
	static_assert(2 * (int)N_FIRST_ROOTS <= (int)N_BRANCHES, "a group has room to read as many");
	for (unsigned i = 0; i < N_FIRST_ROOTS; i++) {
		const struct cube after = cube_after_moves(*c, k->first_roots[i].path, k->first_roots[i].n_path);
		const struct cube inverse = cube_inverse(&after);
		index_cube(k, g, 2 * i, &after);
		index_cube(k, g, 2 * i + 1, &inverse);
	}
	ask_apart(k, g, 2 * N_FIRST_ROOTS);
	read_apart(k, g, 2 * N_FIRST_ROOTS);
	w->counts.n_expanded++;
	w->counts.n_generated += N_FIRST_ROOTS;
	w->counts.n_lookups += 2 * N_FIRST_ROOTS;
	for (unsigned i = 0; i < N_FIRST_ROOTS; i++) {
		const struct root *const root = &k->first_roots[i];
		const unsigned value = g->untested_value[2 * i], inverse_value = g->untested_value[2 * i + 1];
		if (root->n_path + (value > inverse_value ? value : inverse_value) > k->top)
			continue;
		struct subtree child = *t;
		memcpy(child.path, root->path, root->n_path);
		child.n_path = root->n_path;
		child.last = root->last;
		child.noted = note(inverse_value, ALL_NEIGHBOURS);
		push_root(k, &child, root->n_path);
	}
	finish_leaves(k);
}

static void report_own_origins(struct coset *k, struct frontier *f, unsigned begin, unsigned end)
{
	frontier_count_later(f, begin, end, k->own_work);
	memset(&k->own_work[begin], 0, (end - begin) * sizeof *k->own_work);
}

/* Those of a subtree that another thread has given away, and of what lies behind its next turns; or all. */
static void report_own_work(struct coset *k, const struct subtree *t)
{
	struct frontier *const f = t->search->frontier;
	const bool has_turns = t->next_turns != 0 && f->split_moves == SPLIT_MOVES;
	const unsigned begin = t->origin, end = begin + (has_turns ? 1 + N_NEXT_TURNS : 1);
	report_own_origins(k, f, begin, end);
	if (f->counts_deep && begin != 0 && end <= f->n_short_origins)
		report_own_origins(k, f, deep_origin(f, begin, 0), deep_origin(f, end, 0));
}

static void begin_run(struct coset *k, const struct subtree *t)
{
	k->top = t->search->threshold - t->n_path;
	const struct frontier *const f = t->search->frontier;
	k->split_left = t->next_turns != 0 ? k->top : UINT_MAX;
	if (t->takes_roots && k->top >= f->split_moves)
		k->split_left = k->top - f->split_moves;
	k->is_swept = t->search->sweeps != NULL;
	const bool counts_deep = f != NULL && f->counts_deep && !t->opens_roots && !k->is_swept;
	k->deep_left = counts_deep ? t->search->threshold - DEEP_SPLIT_MOVES : UINT_MAX;
	k->work = f == NULL || t->opens_roots ? k->work_of_roots : t->takes_roots ? f->work : k->own_work;
	k->root = t;
	const struct leads *const leads = k->is_swept ? t->search->leads : NULL;
	const unsigned threshold = t->search->threshold;
	k->led_closeness = leads != NULL && leads_exist(leads) ? least_closeness(leads, threshold) : N_CLOSENESS;
	k->noted_closeness = leads != NULL ? least_closeness(leads, threshold + 1) : N_CLOSENESS;
	if (k->sweep != NULL)
		forget_swept(k->sweep);
	asking_resume(&k->asking, now_ns());
	k->keeps_families = !t->opens_roots;
	k->families.head = k->families.tail = 0;
	for (unsigned left = 0; left <= k->top; left++) {
		k->queue[left].head = k->queue[left].tail = k->queue[left].n_untested = 0;
		k->full_group[left] = full_group(t->search, k->cap, left);
	}
}

static void run(struct worker *w, const struct subtree *t)
{
	struct coset *const k = w->kernel_state;
	const struct cube c = cube_after_moves(t->search->request.cube, t->path, t->n_path);
	const unsigned top = t->search->threshold - t->n_path;
	if (top == 0) {
		if (cube_is_solved(&c))
			search_found(t->search, t->path, t->n_path);
		return;
	}
	struct subtree root;
	if (top > MAX_LEFT && t->takes_roots) {
		while (!search_must_stop(t->search) && search_next_root(t->search, &root))
			run(w, &root);
		return;
	}
	const bool is_open = !t->takes_roots && t->last != LAST_NONE && (t->last <= 3 || t->last > 6);
	if (top > MAX_LEFT || is_open) {
		run_children(w, t, &c);
		return;
	}
	begin_run(k, t);
	if (t->last != LAST_NONE)
		push_root(k, t, 0);
	else if (!t->takes_roots)
		expand_root(w, t, &c);
	run_queues(w);
	if (k->work == k->own_work)
		report_own_work(k, t);
}
/* Take part in all sweeps of an iteration (coset/kernel/sweeps.h). */
static void run_sweeps(struct worker *w, struct search *s)
{
	struct coset *const k = w->kernel_state;
	const struct subtree all = {.search = s, .last = LAST_NONE, .sweeps = true};
	begin_run(k, &all);
	if (k->sweep != NULL)
		k->sweep->is_begun = false;
	if (k->led_closeness < N_CLOSENESS)  /* leads begin there */
		find_beginnings(k, &s->request.cube);
	run_queues(w);
}

/* Complete what the iteration before has found.  If that was a single sweep, and this one is, it tells which of its images are
 * near. */
static void begin_sweeps(struct worker *w, struct search *s)
{
	struct coset *const k = w->kernel_state;
	struct sweeps *const all = s->sweeps;
	const struct coset_shape shape = coset_shape_of(&k->table->key.coordinate);
	const unsigned n_moves = s->threshold - k->cap;
	const struct coset_words *const words = all->n == 1 ? words_of(k, n_moves) : NULL;
	const size_t n_images = words == NULL ? 0 : (size_t)words->n_sequences * N_SYMMETRIES;
	sweeps_begin_survivors(all, n_images);
	if (s->leads == NULL || !leads_exist(s->leads))
		return;
	complete_leads(k, &s->leads->before, &all->survivors_before, least_closeness(s->leads, s->threshold));
	if (words == NULL || coset_words_joined(shape.corners, shape.flip_bits, n_moves - 1) == NULL)
		return;
	all->knows_near = sweeps_begin_near(all, n_images);
	all->is_shared |= all->knows_near;
}
#endif
