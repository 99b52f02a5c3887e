/* What comes after the sequences that a bulk lookup has found: nodes with as many moves left as the cap, and
 * pairs of turns after those with one more. */
#include "coset/kernel/bulk.h"
#include "coset/kernel/stages.h"

void bulk_append_axis_turns(struct node_path *p, unsigned turns)
{
	const unsigned axis = axis_turns_axis(turns);
	p->move[p->n] = (uint8_t)(axis * TURNS + axis_turns_first(turns) - 1);
	p->n = (uint8_t)(p->n + (axis_turns_first(turns) != 0));
	p->move[p->n] = (uint8_t)(axis * TURNS + 3 + axis_turns_second(turns) - 1);
	p->n = (uint8_t)(p->n + (axis_turns_second(turns) != 0));
}

void bulk_append_sequence(struct node_path *p, const struct sequences *all, uint32_t oriented)
{
	const struct sequence *const q = &all->sequence[oriented / N_SYMMETRIES];
	const uint8_t *const real = symmetry_axis_turns[oriented % N_SYMMETRIES];
	items_foreach(turns, q->turns, q->n_turns)
		bulk_append_axis_turns(p, real[*turns]);
}

/* Nodes at the ends of oriented sequences. */
static void make_nodes(const struct engine *k, const struct bulk_lookup *l, const struct bulk_passing *from,
                       unsigned n, struct node *to)
{
	struct node_path path[BATCH];
	for (unsigned i = 0; i < n; i++) {
		path[i] = l->path;
		bulk_append_sequence(&path[i], l->sequences, from[i].oriented);
	}
	k->stages->make_at_ends(k, &l->cube, l->path.n, path, n, to);
}

/* What near_after() asks for: of the subcosets that two faces' turns lead to only their neighbours matter, so
 * any pair will do. */
static void set_near(struct batch *b, unsigned node_axis, uint64_t record)
{
	const unsigned turned_axis = other_axes[b->node[node_axis / 2].axis][node_axis & 1];
	const unsigned subcoset[2] = {0, coset_neighbour(0, turned_axis, 0)};
	uint32_t near = 0;
	for (unsigned face = 0; face < 2; face++)
		for (unsigned axis = 0; axis < COSET_AXES; axis++) {
			const unsigned there =
				coset_neighbour(0, axis_then(axis, turned_axis, face != 0), subcoset[face]);
			near |= (record_near(record, record_number(node_axis & 1, face)) >> axis & 1) << there;
		}
	b->inverses.near[node_axis] = near;
	b->inverses.subcosets[node_axis] = coset_two_subcosets(subcoset[0], subcoset[1]);
	b->inverse_transform[node_axis] = 0;
	b->is_tied[node_axis] = false;
}

/* The next nodes.  Their records tell what stages 1 and 2 would have read; then comes stage 3. */
static void begin_nodes(struct worker *w, struct bulk_lookup *l, struct batch *b)
{
	struct engine *const k = w->kernel_state;
	const struct bulk_passing *const from = &l->passing[l->n_taken];
	const unsigned n = l->n_passing - l->n_taken;
	b->left = k->cap;
	b->n = n < BATCH ? n : BATCH;
	b->n_parents = 0;
	l->n_taken += b->n;
	make_nodes(k, l, from, b->n, b->node);
	for (unsigned i = 0; i < b->n; i++) {
		const uint64_t record = from[i].record;
		node_set_known(k, &b->node[i], record, 0);
		for (unsigned a = 0; a < N_AXES_LEFT; a++) {
			const unsigned node_axis = N_AXES_LEFT * i + a;
			b->node_value[node_axis] = b->node[i].value;
			b->inverses.value[node_axis] = (uint8_t)record_value(k, record, record_number(a, 0));
			b->inverses.second[node_axis] = (uint8_t)record_value(k, record, record_number(a, 1));
			if (k->has_subcosets)
				set_near(b, node_axis, record);
		}
	}
	k->stages->list_children(k, b);
	k->stages->index_children(k, b);
	prefetch_blocks(k, &b->children);
	w->counts.n_lookups += b->children.n;
}

static bool goes_on(const struct engine *k)
{
	const struct bulk_lookup *const l = &k->bulk->lookup;
	return l->n_taken != l->n_passing && engine_full_queue(k) > k->top && !search_must_stop(k->search);
}

/* As in engine_drain(), two batches are under way, which are the engine's: it has finished with them. */
void bulk_expand(struct worker *w)
{
	struct engine *const k = w->kernel_state;
	struct bulk_lookup *const l = &k->bulk->lookup;
	struct batch *now = &k->batch[0], *next = &k->batch[1];
	bool is_begun = goes_on(k);
	if (is_begun)
		begin_nodes(w, l, now);
	while (is_begun) {
		is_begun = goes_on(k);
		if (is_begun)
			begin_nodes(w, l, next);
		k->stages->make_unpruned(k, now);
		w->counts.n_generated += k->stages->make_combinations(k, now);
		struct batch *const done = now;
		now = next;
		next = done;
	}
}

/* As long as there is room: after the nodes, the first of which have larger margins.  Hints have led to the
 * others, but never to those of two quarter turns. */
void bulk_take_pairs(struct worker *w)
{
	enum { AT_ONCE = 16, AT_MOST = 4 * N_NODE_AXES };
	static_assert(MAX_WAITING + AT_MOST + N_PAIRS * AT_ONCE <= QUEUE_PENDING, "there is room for them");
	struct engine *const k = w->kernel_state;
	struct bulk_lookup *const l = &k->bulk->lookup;
	struct queue *const q = &k->queue[k->cap - 1];
	const unsigned which = PAIRS_ALL & ~(PAIRS_ALL << k->bulk->led_margin);
	struct node made[AT_ONCE];
	/* No more than a batch while nodes wait there: after some cubes nearly all pairs pass, and become
	 * nodes. */
	if (q->tail - q->head >= BATCH)
		return;
	while (l->n_taken == l->n_passing && l->n_short_taken != l->n_short && q->n_pending < AT_MOST) {
		const unsigned n = l->n_short - l->n_short_taken < AT_ONCE ? l->n_short - l->n_short_taken : AT_ONCE;
		const struct bulk_passing *const from = &l->short_passing[l->n_short_taken];
		make_nodes(k, l, from, n, made);
		for (unsigned i = 0; i < n; i++)
			w->counts.n_generated += add_pairs(k, &made[i], k->top - k->cap - 1, from[i].record, which, q);
		l->n_short_taken += n;
	}
}
