/* A* (P. Hart, N. Nilsson, B. Raphael, 1968): of all open nodes expand one with the least f = moves made + bound.
 * On a tree an admissible bound is enough for the first solution taken to be optimal. */
#include "method/baseline_run.h"

#include <stdlib.h>

enum { N_BUCKETS = SEARCH_MAX_LENGTH + 1 };
static const uint32_t nobody = UINT32_MAX;

/* Nodes by f, the newest first: among equals the deepest is likeliest to be near a solution. */
struct open_nodes {
	struct node_store store;
	uint32_t first[N_BUCKETS];
	unsigned least_f;
};

/* Nodes that no solution within the length asked for goes through are left out. */
static bool add(struct baseline_run *run, struct open_nodes *open, const struct cube *c, struct kept_node how)
{
	const unsigned f = how.depth + baseline_bound(run, c);
	if (f > run->max_length)
		return true;
	how.next = open->first[f];
	if (!node_store_add(run, &open->store, c, how))
		return false;
	open->first[f] = open->store.n - 1;
	open->least_f = f < open->least_f ? f : open->least_f;  /* a bound that is not consistent may fall again */
	return true;
}

static bool expand(struct baseline_run *run, struct open_nodes *open, const struct cube *c, uint32_t index)
{
	const unsigned last = open->store.node[index].last, depth = open->store.node[index].depth + 1u;
	for (uint32_t moves = run->successors[last]; moves != 0; moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube child = cube_after(c, move);
		const struct kept_node how = {
			.move = move & 31u, .last = baseline_last_after(run, last, move) & 15u, .depth = depth & 63u, .parent = index,
		};
		run->result->n_generated++;
		if (!add(run, open, &child, how))
			return false;
	}
	return true;
}

/* Take the newest node with the least f; `nobody` if none is open. */
static uint32_t take(struct open_nodes *open)
{
	while (open->least_f < N_BUCKETS && open->first[open->least_f] == nobody)
		open->least_f++;
	if (open->least_f == N_BUCKETS)
		return nobody;
	const uint32_t index = open->first[open->least_f];
	open->first[open->least_f] = open->store.node[index].next;
	return index;
}

void baseline_a_star(struct baseline_run *run)
{
	struct open_nodes open = {.least_f = N_BUCKETS, .store.limit = node_limit_by_memory(run, sizeof *open.store.node)};
	for (unsigned f = 0; f < N_BUCKETS; f++)
		open.first[f] = nobody;
	run->result->n_generated = 1;
	bool goes_on = add(run, &open, &run->request->cube, (struct kept_node){.last = LAST_NONE});
	while (goes_on) {
		const uint32_t index = take(&open);
		if (index == nobody)
			break;
		const struct cube c = node_store_cube(&open.store, index);
		run->result->lower_bound = open.least_f > run->result->lower_bound ? open.least_f : run->result->lower_bound;
		if (cube_is_solved(&c)) {
			node_store_found(run, &open.store, index);
			break;
		}
		goes_on = baseline_may_expand(run) && expand(run, &open, &c, index);
	}
	free(open.store.node);
}
