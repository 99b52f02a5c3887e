#include "steps/baseline.h"

#include "coord/numbers.h"
#include "search/work.h"

#include <stdlib.h>
#include <string.h>

enum { CLOCK_EXPANSIONS = 1 << 12 };  /* between two looks at the clock */

bool baseline_may_expand(struct method_run *run)
{
	struct method_result *const result = run->result;
	if (run->request->node_limit != 0 && result->n_generated >= run->request->node_limit) {
		result->outcome = SEARCH_NODE_LIMIT;
		return false;
	}
	if (result->n_expanded % CLOCK_EXPANSIONS == 0 && method_must_stop(run))
		return false;
	result->n_expanded++;
	return true;
}

void baseline_found(struct method_run *run, const uint8_t *path, unsigned n)
{
	const struct search_solution found = search_solution_of_path(path, n);
	run->result->outcome = SEARCH_SOLVED;
	run->result->is_optimal = true;
	run->result->n_moves = found.n_moves;
	memcpy(run->result->moves, found.moves, found.n_moves);
}

unsigned baseline_bound(const struct method_run *run, const struct cube *c)
{
	return run->heuristic == NULL ? 0 : heuristic_evaluate(run->heuristic, c);
}

/* ---- kept nodes ---- */
uint32_t node_limit_by_memory(const struct method_run *run, unsigned node_bytes)
{
	const uint64_t most = run->request->memory_limit_bytes / node_bytes;
	if (run->request->memory_limit_bytes == 0)
		return 0;
	return most == 0 ? 1 : most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}

bool node_store_add(struct method_run *run, struct node_store *store, const struct cube *c, struct kept_node how)
{
	if (store->n == store->capacity) {
		const uint64_t most = store->limit != 0 ? store->limit : UINT32_MAX;
		const uint64_t twice = store->capacity == 0 ? 1024 : 2 * (uint64_t)store->capacity;
		const uint64_t capacity = twice < most ? twice : most;
		struct kept_node *const more = capacity > store->capacity
		    ? realloc(store->node, capacity * sizeof *more) : NULL;
		if (more == NULL) {
			run->result->outcome = capacity == store->capacity && store->limit != 0 ? SEARCH_MEMORY_LIMIT : SEARCH_NO_MEMORY;
			return false;
		}
		store->node = more;
		store->capacity = (uint32_t)capacity;
	}
	const struct position_bits bits = bits_of_cube(c);
	how.corners = bits.corners & ((UINT64_C(1) << 40) - 1);
	how.edges = bits.edges;
	store->node[store->n++] = how;
	run->result->peak_bytes = (uint64_t)store->n * sizeof how;
	return true;
}

struct cube node_store_cube(const struct node_store *store, uint32_t index)
{
	return cube_of_bits((struct position_bits){store->node[index].corners, store->node[index].edges});
}

unsigned node_store_path(const struct node_store *store, uint32_t index, uint8_t *path)
{
	const unsigned n = store->node[index].depth;
	for (unsigned i = n; i-- > 0; index = store->node[index].parent)
		path[i] = store->node[index].move;
	return n;
}

struct children children_of(const struct node_store *store, uint32_t index, uint32_t moves)
{
	const struct kept_node *const parent = &store->node[index];
	return (struct children){
		.parent = node_store_cube(store, index), .how = {.depth = (parent->depth + 1u) & 63u, .parent = index},
		.moves_left = moves, .last = parent->last,
	};
}

bool next_child(struct method_run *run, struct children *c)
{
	if (c->moves_left == 0)
		return false;
	const unsigned move = (unsigned)__builtin_ctz(c->moves_left);
	c->moves_left &= c->moves_left - 1;
	c->cube = cube_after(&c->parent, move);
	c->how.move = move & 31u;
	c->how.last = baseline_last_after(run, c->last, move) & 15u;
	run->result->n_generated++;
	return true;
}
