#include "method/baseline_run.h"

#include "base/clock.h"

#include <stdlib.h>

const char *const baseline_name[N_BASELINES] = {"bfs", "dfs", "astar", "ida", "ida-ordered"};

enum { CLOCK_EXPANSIONS = 1 << 12 };  /* between two looks at the clock */

bool baseline_may_expand(struct baseline_run *run)
{
	const struct baseline_request *const request = run->request;
	struct baseline_result *const result = run->result;
	if (request->node_limit != 0 && result->n_generated >= request->node_limit)
		result->outcome = SEARCH_NODE_LIMIT;
	else if (result->n_expanded % CLOCK_EXPANSIONS == 0 && request->time_limit_s > 0 &&
	         clock_monotonic_s() - run->start_s >= request->time_limit_s)
		result->outcome = SEARCH_TIME_LIMIT;
	else if (result->n_expanded % CLOCK_EXPANSIONS == 0 && request->stopped != NULL && request->stopped() != 0)
		result->outcome = SEARCH_INTERRUPTED;
	else {
		result->n_expanded++;
		return true;
	}
	return false;
}

void baseline_found(struct baseline_run *run, const uint8_t *path, unsigned n)
{
	run->result->outcome = SEARCH_SOLVED;
	run->result->solution = search_solution_of_path(path, n);
}

unsigned baseline_bound(const struct baseline_run *run, const struct cube *c)
{
	return run->request->heuristic == NULL ? 0 : heuristic_evaluate(run->request->heuristic, c);
}

/* ---- kept nodes ---- */
static bool grow(struct baseline_run *run, struct node_store *store)
{
	const uint64_t limit_bytes = run->request->memory_limit_bytes;
	uint64_t capacity = store->capacity == 0 ? 1024 : 2 * (uint64_t)store->capacity;
	uint64_t most = limit_bytes == 0 ? UINT32_MAX : limit_bytes / sizeof *store->node;
	most = most < UINT32_MAX ? most : UINT32_MAX;
	capacity = capacity < most ? capacity : most;
	struct kept_node *const more =
		capacity > store->capacity ? realloc(store->node, capacity * sizeof *more) : NULL;
	if (more == NULL) {
		run->result->outcome = SEARCH_NO_MEMORY;
		return false;
	}
	store->node = more;
	store->capacity = (uint32_t)capacity;
	return true;
}

bool node_store_add(struct baseline_run *run, struct node_store *store, const struct cube *c, struct kept_node how)
{
	if (store->n == store->capacity && !grow(run, store))
		return false;
	uint64_t corners = 0, edges = 0;
	for (unsigned p = N_CORNERS; p-- > 0;)
		corners = corners << 5 | (uint64_t)(c->corner_perm[p] | c->corner_ori[p] << 3);
	for (unsigned p = N_EDGES; p-- > 0;)
		edges = edges << 5 | (uint64_t)(c->edge_perm[p] | c->edge_ori[p] << 4);
	how.corners = corners & ((UINT64_C(1) << 40) - 1);
	how.edges = edges;
	store->node[store->n++] = how;
	run->result->peak_bytes = (uint64_t)store->n * sizeof how;
	return true;
}

struct cube node_store_cube(const struct node_store *store, uint32_t index)
{
	const struct kept_node *const node = &store->node[index];
	uint64_t corners = node->corners, edges = node->edges;
	struct cube c;
	for (unsigned p = 0; p < N_CORNERS; p++, corners >>= 5) {
		c.corner_perm[p] = corners & 7;
		c.corner_ori[p] = corners >> 3 & 3;
	}
	for (unsigned p = 0; p < N_EDGES; p++, edges >>= 5) {
		c.edge_perm[p] = edges & 15;
		c.edge_ori[p] = edges >> 4 & 1;
	}
	return c;
}

void node_store_found(struct baseline_run *run, const struct node_store *store, uint32_t index)
{
	uint8_t path[SEARCH_MAX_LENGTH];
	const unsigned n = store->node[index].depth;
	for (unsigned i = n; i-- > 0; index = store->node[index].parent)
		path[i] = store->node[index].move;
	baseline_found(run, path, n);
}

/* ---- all methods ---- */
void baseline_solve(enum baseline_method method, const struct baseline_request *request, struct baseline_result *result)
{
	struct baseline_request asked = *request;
	if (method == BASELINE_BREADTH_FIRST || method == BASELINE_DEPTH_FIRST)
		asked.heuristic = NULL;
	*result = (struct baseline_result){.outcome = SEARCH_NONE};
	struct baseline_run run = {.request = &asked, .result = result, .start_s = clock_monotonic_s()};
	if (method == BASELINE_BREADTH_FIRST)
		baseline_breadth_first(&run);
	else if (method == BASELINE_A_STAR)
		baseline_a_star(&run);
	else
		baseline_deepen(&run, method == BASELINE_IDA_STAR_ORDERED);
	result->seconds = clock_monotonic_s() - run.start_s;
}
