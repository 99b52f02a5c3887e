/* The searches from one end that keep every node: breadth-first, and A*. */
#include "steps/baseline.h"

#include <stdlib.h>

/* Record the way to a node if its cube is solved. */
static bool found_at(struct method_run *run, const struct node_store *store, uint32_t index, const struct cube *c)
{
	uint8_t path[SEARCH_MAX_LENGTH];
	if (!cube_is_solved(c))
		return false;
	baseline_found(run, path, node_store_path(store, index, path));
	return true;
}

/* ---- breadth-first: nodes in the order in which they were found, so the array is the queue ---- */

static void solve_breadth_first(struct method_run *run)
{
	struct node_store store = {.limit = node_limit_by_memory(run, sizeof *store.node)};
	run->result->n_generated = 1;
	bool is_over = !node_store_add(run, &store, &run->request->cube, (struct kept_node){.last = LAST_NONE}) || found_at(run, &store, 0, &run->request->cube);
	for (uint32_t next = 0; !is_over && store.node[next].depth < run->max_length
	    && baseline_may_expand(run); next++) {
		run->result->lower_bound = store.node[next].depth + 1u;
		for (struct children c = children_of(&store, next, run->successors[store.node[next].last]);
		    !is_over && next_child(run, &c);)
			is_over = !node_store_add(run, &store, &c.cube, c.how)
			    || found_at(run, &store, store.n - 1, &c.cube);
	}
	free(store.node);
}

const struct method bfs_method = {
	{"bfs", "breadth-first search: all shorter sequences, kept in memory", TEXTBOOK}, .solve = solve_breadth_first,
};

/* ---- A* (P. Hart, N. Nilsson, B. Raphael, 1968): of all open nodes expand one with the least f = moves made + bound.
 * On a tree an admissible bound is enough for the first solution taken to be optimal. ---- */

enum { N_BUCKETS = SEARCH_MAX_LENGTH + 1 };

/* Nodes by f, the newest first: among equals the deepest is likeliest to be near a solution. */
struct open_nodes {
	struct node_store store;
	uint32_t first[N_BUCKETS];
	unsigned least_f;
};

/* Nodes that no solution within the length asked for goes through are left out. */
static bool add(struct method_run *run, struct open_nodes *open, const struct cube *c, struct kept_node how)
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

/* Take the newest node with the least f; NO_NODE if none is open. */
static uint32_t take(struct open_nodes *open)
{
	while (open->least_f < N_BUCKETS && open->first[open->least_f] == NO_NODE)
		open->least_f++;
	if (open->least_f == N_BUCKETS)
		return NO_NODE;
	const uint32_t index = open->first[open->least_f];
	open->first[open->least_f] = open->store.node[index].next;
	return index;
}

static void solve_a_star(struct method_run *run)
{
	struct open_nodes open = {.least_f = N_BUCKETS, .store.limit = node_limit_by_memory(run, sizeof *open.store.node)};
	for (unsigned f = 0; f < N_BUCKETS; f++)
		open.first[f] = NO_NODE;
	run->result->n_generated = 1;
	bool goes_on = add(run, &open, &run->request->cube, (struct kept_node){.last = LAST_NONE});
	while (goes_on) {
		const uint32_t index = take(&open);
		if (index == NO_NODE)
			break;
		const struct cube c = node_store_cube(&open.store, index);
		run->result->lower_bound = open.least_f > run->result->lower_bound ? open.least_f : run->result->lower_bound;
		goes_on = !found_at(run, &open.store, index, &c) && baseline_may_expand(run);
		for (struct children next = children_of(&open.store, index,
		    run->successors[open.store.node[index].last]);
		     goes_on && next_child(run, &next);)
			goes_on = add(run, &open, &next.cube, next.how);
	}
	free(open.store.node);
}

const struct method a_star_method = {
	{"astar", "A*: the most promising node first, all kept in memory", TEXTBOOK, .takes_tables = true}, .solve = solve_a_star,
};
