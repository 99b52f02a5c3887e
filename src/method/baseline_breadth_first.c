/* Breadth-first search: every node is kept, in the order in which it was found, so the array is the queue. */
#include "method/baseline_run.h"

#include <stdlib.h>

/* Keep the children of a node; true if that was the last thing to do. */
static bool expand(struct baseline_run *run, struct node_store *store, uint32_t index)
{
	const struct cube c = node_store_cube(store, index);
	const unsigned last = store->node[index].last, depth = store->node[index].depth + 1u;
	run->result->lower_bound = depth;
	for (uint32_t moves = run->successors[last]; moves != 0; moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube child = cube_after(&c, move);
		const struct kept_node how = {
			.move = move & 31u, .last = baseline_last_after(run, last, move) & 15u, .depth = depth & 63u, .parent = index,
		};
		run->result->n_generated++;
		if (!node_store_add(run, store, &child, how))
			return true;
		if (cube_is_solved(&child)) {
			node_store_found(run, store, store->n - 1);
			return true;
		}
	}
	return false;
}

void baseline_breadth_first(struct baseline_run *run)
{
	struct node_store store = {.limit = node_limit_by_memory(run, sizeof *store.node)};
	run->result->n_generated = 1;
	bool is_over = !node_store_add(run, &store, &run->request->cube, (struct kept_node){.last = LAST_NONE});
	if (!is_over && cube_is_solved(&run->request->cube)) {
		node_store_found(run, &store, 0);
		is_over = true;
	}
	for (uint32_t next = 0; !is_over && store.node[next].depth < run->max_length && baseline_may_expand(run); next++)
		is_over = expand(run, &store, next);
	free(store.node);
}
