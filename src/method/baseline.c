#include "method/baseline_run.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum { CLOCK_EXPANSIONS = 1 << 12 };  /* between two looks at the clock */

bool baseline_may_expand(struct baseline_run *run)
{
	const struct search_request *const request = run->request;
	struct method_result *const result = run->result;
	if (request->node_limit != 0 && result->n_generated >= request->node_limit)
		result->outcome = SEARCH_NODE_LIMIT;
	else if (result->n_expanded % CLOCK_EXPANSIONS == 0 && request->time_limit_s > 0 &&
	         clock_monotonic_s() - run->start_s >= request->time_limit_s)
		result->outcome = SEARCH_TIME_LIMIT;
	else if (result->n_expanded % CLOCK_EXPANSIONS == 0 && request->stopped != NULL && request->stopped(request->context))
		result->outcome = SEARCH_INTERRUPTED;
	else {
		result->n_expanded++;
		return true;
	}
	return false;
}

void baseline_found(struct baseline_run *run, const uint8_t *path, unsigned n)
{
	const struct search_solution found = search_solution_of_path(path, n);
	run->result->outcome = SEARCH_SOLVED;
	run->result->is_optimal = true;
	run->result->n_moves = found.n_moves;
	memcpy(run->result->moves, found.moves, found.n_moves);
	run->length = found.length;
}

unsigned baseline_bound(const struct baseline_run *run, const struct cube *c)
{
	const unsigned cap = run->request->bound_cap;
	const unsigned bound = run->request->heuristic == NULL ? 0 : heuristic_evaluate(run->request->heuristic, c);
	return cap != 0 && bound > cap ? cap : bound;
}

/* ---- kept nodes ---- */
uint32_t node_limit_by_memory(const struct baseline_run *run, unsigned node_bytes)
{
	const uint64_t most = run->request->memory_limit_bytes / node_bytes;
	if (run->request->memory_limit_bytes == 0)
		return 0;
	return most == 0 ? 1 : most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}

static bool grow(struct baseline_run *run, struct node_store *store)
{
	const uint64_t most = store->limit != 0 ? store->limit : UINT32_MAX;
	uint64_t capacity = store->capacity == 0 ? 1024 : 2 * (uint64_t)store->capacity;
	capacity = capacity < most ? capacity : most;
	struct kept_node *const more =
		capacity > store->capacity ? realloc(store->node, capacity * sizeof *more) : NULL;
	if (more == NULL) {
		run->result->outcome = capacity == store->capacity && store->limit != 0 ? SEARCH_MEMORY_LIMIT : SEARCH_NO_MEMORY;
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

/* What Chen and Li forbid: the face of the last move.  A state is 1 + face, as in the canonical order. */
static void fill_15_children(uint32_t successors[N_LAST])
{
	for (unsigned last = 0; last < N_LAST; last++)
		successors[last] = ((1u << N_MOVES) - 1) & ~(last == LAST_NONE ? 0 : 7u << (last - 1) % N_FACES * 3);
}

static void solve(const struct method *method, const void *tables, const struct search_request *request, struct method_result *result)
{
	(void)tables;
	static void (*const searches[N_BASELINES])(struct baseline_run *run) = {
		[BASELINE_BREADTH_FIRST] = baseline_breadth_first, [BASELINE_DEPTH_FIRST] = baseline_deepen,
		[BASELINE_A_STAR] = baseline_a_star, [BASELINE_IDA_STAR] = baseline_deepen,
		[BASELINE_IDA_STAR_ORDERED] = baseline_deepen_ordered, [BASELINE_BIDIRECTIONAL] = baseline_bidirectional,
	};
	uint32_t children[N_LAST];
	struct search_request asked = *request;
	if (!method->about.takes_tables)
		asked.heuristic = NULL;
	*result = (struct method_result){.outcome = SEARCH_NONE};
	struct baseline_run run = {.request = &asked, .result = result, .start_s = clock_monotonic_s()};
	fill_15_children(children);
	run.successors = asked.has_15_children ? children : move_successors[asked.metric];
	run.max_length = asked.max_length != 0 && asked.max_length < SEARCH_MAX_LENGTH ? asked.max_length : SEARCH_MAX_LENGTH;
	searches[method - baselines](&run);
	if (result->outcome == SEARCH_SOLVED)
		result->lower_bound = run.length;
	else if (result->outcome == SEARCH_NONE)
		result->lower_bound = run.max_length + 1;
	result->seconds = clock_monotonic_s() - run.start_s;
}

#define EXACT .is_optimal = true, .counts_nodes = true, .counts_quarter_turns = true, .searches = true
const struct method baselines[N_BASELINES] = {
	[BASELINE_BREADTH_FIRST] = {{"bfs", "breadth-first search: all shorter sequences, kept in memory", EXACT}, .solve = solve},
	[BASELINE_DEPTH_FIRST] = {{"dfs", "depth-first search with a growing limit", EXACT}, .solve = solve},
	[BASELINE_A_STAR] = {{"astar", "A*: the most promising node first, all kept in memory", EXACT, .takes_tables = true}, .solve = solve},
	[BASELINE_IDA_STAR] = {{"ida", "IDA* as in the textbook, on one thread", EXACT, .takes_tables = true}, .solve = solve},
	[BASELINE_IDA_STAR_ORDERED] = {{"ida-pq", "the same with children in the order of their bounds", EXACT, .takes_tables = true},
	                               .solve = solve},
	[BASELINE_BIDIRECTIONAL] = {{"bidirectional", "breadth-first search from both ends until they meet, kept in memory", EXACT},
	                            .solve = solve},
};
