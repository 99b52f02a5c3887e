/* A* (P. Hart, N. Nilsson, B. Raphael, 1968) on the graph of all states.  The bounds are consistent, so a state is final when
 * it is expanded for the first time. */
#include "pocket/search.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum { N_BUCKETS = POCKET_MAX_LENGTH + 1, UNSEEN = 0xFF };
static const uint32_t nobody = UINT32_MAX;

struct open_state {
	uint32_t index, next;                 /* next: with the same f */
	uint8_t depth;
};

struct a_star {
	const struct pocket_bounds *bounds;
	unsigned used;
	uint8_t *depth, *step_to;             /* by state: the least depth so far, and the step that led to it */
	struct open_state *open;
	size_t n_open, capacity;
	uint32_t first[N_BUCKETS];            /* by f: the newest, in open */
	unsigned least_f;
};

/* @return false without memory */
static bool add(struct a_star *a, uint32_t index, unsigned depth, unsigned step)
{
	const unsigned f = depth + pocket_bound(a->bounds, a->used, index / POCKET_ORIS, index % POCKET_ORIS);
	if (f >= N_BUCKETS || a->depth[index] <= depth)
		return true;                      /* nothing shorter than the longest solution, or nothing new */
	const struct open_state state = {.index = index, .next = a->first[f], .depth = (uint8_t)depth};
	if (!array_append(&a->open, &a->n_open, &a->capacity, &state, sizeof state))
		return false;
	a->depth[index] = (uint8_t)depth;
	a->step_to[index] = (uint8_t)step;
	a->first[f] = (uint32_t)a->n_open - 1;
	a->least_f = f < a->least_f ? f : a->least_f;
	return true;
}

/* The newest of those with the least f; one that was reached in fewer steps meanwhile is passed over. */
static struct open_state take(struct a_star *a)
{
	for (;;) {
		while (a->first[a->least_f] == nobody)
			a->least_f++;
		const struct open_state taken = a->open[a->first[a->least_f]];
		a->first[a->least_f] = taken.next;
		if (a->depth[taken.index] == taken.depth)
			return taken;
	}
}

static bool search(struct a_star *a, uint32_t root, struct pocket_found *out)
{
	const enum metric metric = a->bounds->metric;
	bool has_memory = add(a, root, 0, POCKET_ROOT);
	while (has_memory) {
		const struct open_state state = take(a);
		if (state.index == POCKET_SOLVED)
			break;
		for (unsigned i = 0; i < pocket_n_steps[metric] && has_memory; i++) {
			const unsigned step = pocket_steps[metric][i];
			has_memory = add(a, pocket_state_after(state.index, step), state.depth + 1u, step);
			out->n_generated++;
		}
	}
	return has_memory;
}

bool pocket_a_star(const struct pocket_bounds *bounds, unsigned used, uint32_t index, struct pocket_found *out)
{
	struct a_star a = {.bounds = bounds, .used = used, .depth = malloc(POCKET_STATES), .step_to = malloc(POCKET_STATES)};
	*out = (struct pocket_found){.n_generated = 1};
	bool has_memory = a.depth != NULL && a.step_to != NULL;
	memset(a.first, 0xFF, sizeof a.first);
	a.least_f = N_BUCKETS - 1;
	if (has_memory) {
		memset(a.depth, UNSEEN, POCKET_STATES);
		has_memory = search(&a, index, out);
	}
	if (has_memory)
		pocket_trace_back(a.step_to, out);
	out->peak_bytes = 2 * POCKET_STATES + a.n_open * sizeof *a.open;
	free(a.depth);
	free(a.step_to);
	free(a.open);
	return has_memory;
}
