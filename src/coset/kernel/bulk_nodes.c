/* What comes after the sequences that a bulk lookup has found: nodes with as many moves left as the cap, and pairs of turns after
 * those with one more. */
#include "coset/kernel/bulk.h"
#include "coset/kernel/record_nodes.h"
#include "coset/kernel/stages.h"

void bulk_append_axis_turns(struct bulk_path *p, unsigned turns)
{
	const unsigned axis = axis_turns_axis(turns);
	p->move[p->n] = (uint8_t)(axis * TURNS + axis_turns_first(turns) - 1);
	p->n = (uint8_t)(p->n + (axis_turns_first(turns) != 0));
	p->move[p->n] = (uint8_t)(axis * TURNS + 3 + axis_turns_second(turns) - 1);
	p->n = (uint8_t)(p->n + (axis_turns_second(turns) != 0));
}

void bulk_append_sequence(struct bulk_path *p, const struct sequences *all, uint32_t oriented)
{
	const struct sequence *const q = &all->sequence[oriented / N_SYMMETRIES];
	const uint8_t *const real = symmetry_axis_turns[oriented % N_SYMMETRIES];
	for (unsigned i = 0; i < q->n_turns; i++)
		bulk_append_axis_turns(p, real[q->turns[i]]);
}

/* Nodes at the ends of oriented sequences. */
static void make_nodes(const struct engine *k, const struct bulk_lookup *l, const struct bulk_passing *from, unsigned n,
                       struct node *to)
{
	struct bulk_path path[BATCH];
	for (unsigned i = 0; i < n; i++) {
		memcpy(path[i].move, l->path, sizeof l->path);
		path[i].n = path[i].n_before = (uint8_t)l->n_path;
		bulk_append_sequence(&path[i], l->sequences, from[i].oriented);
	}
	k->stages->bulk->make_at_ends(k, &l->two_moves, path, n, to);
}

void bulk_take(struct worker *w, struct batch *b)
{
	struct engine *const k = w->kernel_state;
	struct bulk_lookup *const l = k->bulk->lookup;
	const struct bulk_passing *const from = &l->passing[l->n_taken];
	b->n = k->n_evaluated < BATCH ? k->n_evaluated : BATCH;
	l->n_taken += b->n;
	k->n_evaluated -= b->n;
	make_nodes(k, l, from, b->n, b->node);
	for (unsigned i = 0; i < b->n; i++) {
		const uint64_t record = from[i].record;
		b->node[i].value = (uint8_t)record_value(k, record, 0);
		b->node[i].near = (uint8_t)record_near(record, 0);
		for (unsigned a = 0; a < N_AXES_LEFT; a++) {
			const unsigned node_axis = N_AXES_LEFT * i + a;
			b->node_value[node_axis] = b->node[i].value;
			b->inverses.value[node_axis] = (uint8_t)record_value(k, record, record_number(a, 0));
			b->inverses.second[node_axis] = (uint8_t)record_value(k, record, record_number(a, 1));
			b->known_near[node_axis][0] = (uint8_t)record_near(record, record_number(a, 0));
			b->known_near[node_axis][1] = (uint8_t)record_near(record, record_number(a, 1));
		}
	}
}

/* As long as there is room: after the nodes, the first of which have larger margins.  The optional order has led to the others,
 * but never to those of two quarter turns. */
void bulk_take_pairs(struct worker *w)
{
	enum { AT_ONCE = 16 };
	struct engine *const k = w->kernel_state;
	const struct bulk *const bulk = k->bulk;
	struct bulk_lookup *const l = bulk->lookup;
	struct queue *const q = &k->queues.of[k->cap - 1];
	const unsigned which = PAIRS_ALL & ~(PAIRS_ALL << bulk->led_margin);
	struct node made[AT_ONCE];
	/* No more than a batch while nodes wait there: after some cubes nearly all pairs pass, and become nodes. */
	if (l == NULL || q->tail - q->head >= BATCH)
		return;
	while (k->n_evaluated == 0 && l->n_short_taken != l->n_short && q->n_pending < N_NODE_AXES) {
		const unsigned n = l->n_short - l->n_short_taken < AT_ONCE ? l->n_short - l->n_short_taken : AT_ONCE;
		const struct bulk_passing *const from = &l->short_passing[l->n_short_taken];
		make_nodes(k, l, from, n, made);
		for (unsigned i = 0; i < n; i++)
			w->counts.n_generated += add_pairs(k, &made[i], k->top - k->cap - 1, from[i].record, which, q);
		l->n_short_taken += n;
	}
}
