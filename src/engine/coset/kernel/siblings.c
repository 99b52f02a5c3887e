#include "coset/kernel/engine.h"
#include "coset/kernel/stages.h"

void siblings_take(struct engine *k, struct batch *b)
{
	struct siblings *const all = &k->siblings;
	const unsigned n = siblings_waiting(all), most = siblings_full(k->t);
	b->source = FROM_SIBLINGS;
	b->n_parents = n < most ? n : most;
	b->first_parent = all->head;
	all->head += b->n_parents;
	b->n = b->n_parents * k->t->n_siblings;
}

void siblings_defer(struct engine *k, struct batch *b)
{
	struct siblings *const all = &k->siblings;
	const uint8_t *const second = second_values(k, b);
	memset(b->unpruned_turns, 0, sizeof b->unpruned_turns);
	assert(siblings_waiting(all) + b->n + BATCH <= MAX_PARENTS);  /* a batch of them may be under way */
	for (unsigned i = 0; i < b->n; i++) {
		struct parent *const p = &all->parent[all->tail++ % MAX_PARENTS];
		p->node = b->node[i];
		const uint8_t *const first = &b->inverses.value[2 * i];
		const uint8_t value[] = {first[0], first[1], second[2 * i], second[2 * i + 1], p->node.value};
		for (unsigned c = 0; c < k->t->n_siblings; c++)
			p->value[c] = value[k->t->sibling_value[c]];
		for (unsigned a = 0; a < N_AXES_LEFT; a++) {
			batch_see_axis(b, 2 * i + a);
			p->near[a][0] = k->has_subcosets ? near_after(b, 2 * i + a, false) : 0;
			p->near[a][1] = k->has_subcosets ? near_after(b, 2 * i + a, true) : 0;
		}
	}
	memset(b->unpruned_turns, k->t->single_turns, N_AXES_LEFT * b->n);
}
