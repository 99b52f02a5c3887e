/* Which batch goes through which stage next. */
#include "coset/kernel/stages.h"

/* How many nodes a queue must hold to be expanded.  Few nodes get close to the leaves: a solution there waits
 * for others, and while it waits the search goes on in vain, for 8,000 to 80,000 lookups more with larger
 * batches.  These save 2 to 7 % of the time, and are worth it where an iteration is long, or where all of it
 * must be searched. */
static unsigned full_batch(const struct search *s, unsigned cap, unsigned left)
{
	enum { N_BELOW = 4 };
	static const uint8_t below_cap[3][N_BELOW] = {{64, 8, 1, 1}, {128, 64, 4, 1}, {128, 128, 32, 4}};
	enum { LONG = 6, VERY_LONG = 7 };       /* moves more than the cap */
	const unsigned length = s->threshold >= cap + VERY_LONG ? 2 : s->threshold >= cap + LONG ? 1 : 0;
	if (left >= cap || search_wants_all(s))
		return BATCH;
	return cap - left <= N_BELOW ? below_cap[length][cap - left - 1] : 1;
}

void engine_begin(struct engine *k, struct search *s, const struct work_unit *root)
{
	k->search = s;
	k->root = root;
	k->top = root->threshold - root->n_prefix;
	k->source = NULL;
	k->defers_siblings = true;
	if (k->counted_search != s->id || k->counted_threshold != s->threshold)
		k->count = NULL;
	k->siblings.head = k->siblings.tail = 0;
	for (unsigned left = 0; left <= k->top; left++) {
		struct queue *const q = &k->queue[left];
		q->head = q->tail = q->n_pending = 0;  /* a search that was stopped has left nodes there */
		const unsigned n = full_batch(s, k->cap, left);
		k->full_batch[left] = n < k->t->batch ? n : k->t->batch;
	}
}

void engine_begin_whole(struct engine *k, struct search *s)
{
	k->whole = (struct work_unit){.threshold = (uint8_t)s->threshold, .last = LAST_NONE};
	engine_begin(k, s, &k->whole);
}

/* ---- which queue ---- */
static inline unsigned n_waiting(const struct engine *k, unsigned left)
{
	return queue_n(&k->queue[left]) + (left == k->cap ? siblings_waiting(&k->siblings) : 0);
}

unsigned engine_full_queue(const struct engine *k)
{
	unsigned left = 0;
	while (left <= k->top && !engine_is_full(k, left))
		left++;
	return left;
}

/* The same; without a full batch the source is asked while it has anything, then the most moves left for
 * which anything waits. */
static unsigned next_queue(struct worker *w)
{
	struct engine *const k = w->kernel_state;
	unsigned left = engine_full_queue(k);
	while (left > k->top && k->source != NULL && !search_must_stop(k->search)) {
		if (!k->source(w))
			k->source = NULL;
		left = engine_full_queue(k);
	}
	if (left > k->top)
		for (left = k->top; left > 0 && n_waiting(k, left) == 0; left--)
			;
	return left;
}

/* ---- siblings ---- */
/* Defer the children of all nodes of a batch. */
static void defer_siblings(struct engine *k, struct batch *b)
{
	struct siblings *const all = &k->siblings;
	assert(siblings_waiting(all) + b->n + BATCH <= MAX_PARENTS);  /* a batch of them may be under way */
	for (unsigned i = 0; i < b->n; i++)
		all->parent[all->tail++ % MAX_PARENTS] = (struct parent){b->node[i], record_of_node(k, b, i)};
	memset(b->unpruned_turns, 0, sizeof b->unpruned_turns);
	memset(b->unpruned_turns, k->t->single_turns, N_AXES_LEFT * b->n);
}

/* ---- a batch ---- */
static bool has_children_to_read(const struct engine *k, const struct batch *b)
{
	return b != NULL && b->n != 0 && b->left <= k->cap;
}

/* Take at most so many nodes.  @return how many */
static unsigned take_evaluated(struct queue *q, unsigned most, struct node *to)
{
	const unsigned n_all = q->tail - q->head, n = n_all < most ? n_all : most, n_left = n_all - n;
	memcpy(to, q->node + q->head, n * sizeof *to);
	q->head += n;
	/* Nodes move to the front, where the caches know the memory. */
	if (n_left == 0 || q->head >= QUEUE_NODES / 4) {
		memmove(q->node, q->node + q->head, n_left * sizeof *q->node);
		q->head = 0;
		q->tail = n_left;
	}
	return n;
}

/* Stage 1 for the next nodes with `left` moves left, and for what waits unevaluated there; `other` has gone
 * through stage 3, or is NULL. */
static void begin_batch(struct worker *w, struct batch *b, unsigned left, struct batch *other)
{
	struct engine *const k = w->kernel_state;
	b->left = left;
	struct queue *const q = &k->queue[left];  /* of what waits unevaluated, the newest */
	b->pending.n = q->n_pending < N_NODE_AXES ? q->n_pending : N_NODE_AXES;
	q->n_pending -= b->pending.n;
	memcpy(b->pending_node, q->pending + q->n_pending, b->pending.n * sizeof *b->pending_node);
	/* Nodes from the queue, or from parents, whose children stay unmade. */
	const unsigned n_parents = left == k->cap ? siblings_waiting(&k->siblings) : 0,
	               most = siblings_full(k->t);
	const bool are_siblings = n_parents >= most || (n_parents != 0 && q->tail == q->head);
	b->n_parents = !are_siblings ? 0 : n_parents < most ? n_parents : most;
	b->first_parent = k->siblings.head;
	k->siblings.head += b->n_parents;
	b->n = are_siblings ? b->n_parents * k->t->of_siblings.n / N_AXES_LEFT
	       : left == 0  ? 0
	                    : take_evaluated(q, k->t->batch, b->node);
	if (b->pending.n != 0 && left < k->cap) {
		k->stages->index_pending(k, b);
		w->counts.n_lookups += b->pending.n;
	}
	if (has_children_to_read(k, other))
		prefetch_blocks(k, &other->children);
	k->stages->index_inverses(k, b);
	prefetch_blocks(k, &b->inverses);
	if (has_children_to_read(k, other))
		k->stages->begin_reading(k, &other->children);
}

/* Stages 2 and 3. */
static void list_batch(struct worker *w, struct batch *b)
{
	struct engine *const k = w->kernel_state;
	if (b->pending.n != 0)
		k->stages->evaluate_pending(k, b);
	if (b->left == 0)
		engine_finish_leaves(k);
	if (b->n == 0)
		return;
	k->stages->end_reading(k, &b->inverses);
	if (!defers_siblings(k, b->left))
		k->stages->list_children(k, b);
	if (b->left <= k->cap) {
		k->stages->index_children(k, b);
		w->counts.n_lookups += b->children.n;
	}
	if (k->count != NULL)
		k->count(k, b);
}

/* Stages 4 and 5; `other` has gone through stage 1, or is NULL.
 * Counted as generated: all children by a single turn, and the combinations that are made; as lookups:
 * entries of the table, with or without the side table. */
static void finish_batch(struct worker *w, struct batch *b, struct batch *other)
{
	struct engine *const k = w->kernel_state;
	if (b->n == 0)
		return;
	if (defers_siblings(k, b->left))
		defer_siblings(k, b);
	else
		k->stages->make_unpruned(k, b);
	if (other != NULL && other->n != 0)
		k->stages->begin_reading(k, &other->inverses);  /* what the side table is asked for is used after
		                                                 * another stage */
	const unsigned n_combinations = b->left >= 2 ? k->stages->make_combinations(k, b) : 0;
	if (b->left == 1)
		engine_finish_leaves(k);
	w->counts.n_expanded += b->n;
	w->counts.n_generated += k->t->of_siblings.n / N_AXES_LEFT * b->n + n_combinations;
	w->counts.n_lookups += N_AXES_LEFT * b->n;
}

/* ---- until nothing is left ---- */
void engine_drain(struct worker *w)
{
	struct engine *const k = w->kernel_state;
	struct search *const s = k->search;
	struct batch *now = &k->batch[0], *next = &k->batch[1];
	bool is_begun = false;
	while (!search_must_stop(s)) {
		if (!is_begun) {
			const unsigned left = next_queue(w);
			if (n_waiting(k, left) == 0)
				return;
			begin_batch(w, now, left, NULL);
		}
		list_batch(w, now);
		const unsigned left = engine_full_queue(k);
		is_begun = left <= k->top;
		if (is_begun)
			begin_batch(w, next, left, now);
		else if (has_children_to_read(k, now))
			prefetch_blocks(k, &now->children);
		finish_batch(w, now, is_begun ? next : NULL);
		struct batch *const done = now;
		now = is_begun ? next : now;
		next = is_begun ? done : next;
		if (w->counts.n_generated >= REPORT_NODES)
			search_report(w, s);
		if (worker_should_share(w))
			engine_share(w);
	}
}

/* The fewest moves left: so the queues stay short. */
void engine_expand_to(struct worker *w, unsigned least, void (*collect)(struct worker *w, unsigned left))
{
	struct engine *const k = w->kernel_state;
	struct batch *const b = &k->batch[0];
	k->defers_siblings = false;
	while (!search_must_stop(k->search)) {
		for (unsigned below = 0; below <= least; below++)
			if (n_waiting(k, below) != 0)
				collect(w, below);
		unsigned left = least + 1;
		while (left < k->top && n_waiting(k, left) == 0)
			left++;
		if (n_waiting(k, left) == 0)
			return;
		begin_batch(w, b, left, NULL);
		list_batch(w, b);
		finish_batch(w, b, NULL);
	}
}
