#include "coset/kernel/engine.h"
#include "coset/kernel/stages.h"

void siblings_take(struct engine *k, struct batch *b)
{
	struct siblings *const all = &k->siblings;
	const unsigned n = siblings_waiting(all), most = siblings_full(k->t), n_siblings = k->t->n_siblings;
	b->source = FROM_SIBLINGS;
	b->n_parents = n < most ? n : most;
	b->first_parent = all->head;
	all->head += b->n_parents;
	for (unsigned i = 0; i < b->n_parents; i++) {
		const struct parent *const p = siblings_parent(all, b->first_parent + i);
		if (!p->have_counters)
			count_lookups(k, p->counter, N_AXES_LEFT * n_siblings);
		for (unsigned c = 0; c < n_siblings && p->have_counters; c++)
			count_lookups(k, p->counter + k->t->sibling_turn[c], N_AXES_LEFT);
	}
	b->n = b->n_parents * n_siblings;
}

void siblings_defer(struct engine *k, struct batch *b)
{
	struct siblings *const all = &k->siblings;
	const uint8_t *const second = second_values(k, b);
	memset(b->unpruned_turns, 0, sizeof b->unpruned_turns);
	if (siblings_waiting(all) + b->n + BATCH > MAX_PARENTS) {  /* a batch of them may be under way */
		engine_overflow(k);
		return;
	}
	for (unsigned i = 0; i < b->n; i++) {
		struct parent *const p = &all->parent[all->tail++ % MAX_PARENTS];
		p->node = b->node[i];
		p->have_counters = children_have_counters(k, b->left);
		p->counter = p->have_counters ? first_child_counter(k, b->left, p->node.counter) : p->node.counter;
		const uint8_t *const first = &b->inverses.value[2 * i];
		const uint8_t value[] = {first[0], first[1], second[2 * i], second[2 * i + 1], p->node.value};
		for (unsigned c = 0; c < k->t->n_siblings; c++)
			p->value[c] = value[k->t->sibling_value[c]];
		for (unsigned a = 0; a < N_AXES_LEFT; a++) {
			batch_see_axis(k, b, 2 * i + a);
			p->near[a][0] = k->has_subcosets ? near_after(b, 2 * i + a, false) : 0;
			p->near[a][1] = k->has_subcosets ? near_after(b, 2 * i + a, true) : 0;
		}
	}
	memset(b->unpruned_turns, single_turns[k->metric], N_AXES_LEFT * b->n);
}
