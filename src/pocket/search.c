#include "pocket/search.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum { UNSEEN = 0xFF, ROOT = POCKET_MOVES };  /* ROOT: the step to the state that a search begins with */

static unsigned inverse_of(unsigned move) { return move / 3 * 3 + 2 - move % 3; }

/* Breadth-first search of one half of the index alone; steps can be undone, so distances from the solved state are
 * distances to it. */
static void fill_half(enum metric metric, uint16_t (*after)[POCKET_MOVES], uint32_t n, uint8_t *distance)
{
	uint16_t queue[POCKET_PERMS] = {0};
	uint32_t n_queued = 1;
	memset(distance, UNSEEN, n);
	distance[0] = 0;
	for (uint32_t next = 0; next < n_queued; next++)
		for (unsigned i = 0; i < pocket_n_steps[metric]; i++) {
			const uint16_t neighbour = after[queue[next]][pocket_steps[metric][i]];
			if (distance[neighbour] != UNSEEN)
				continue;
			distance[neighbour] = (uint8_t)(distance[queue[next]] + 1);
			queue[n_queued++] = neighbour;
		}
}

void pocket_bounds_fill(enum metric metric, struct pocket_bounds *out)
{
	pocket_init();
	out->metric = metric;
	fill_half(metric, pocket_perm_after, POCKET_PERMS, out->perm);
	fill_half(metric, pocket_ori_after, POCKET_ORIS, out->ori);
}

/* ---- breadth-first ---- */
/* The way back to the root, by the step that led to each state. */
static void trace_back(const uint8_t *step_to, struct pocket_found *out)
{
	uint8_t backwards[POCKET_MAX_LENGTH];
	out->length = 0;
	for (uint32_t index = POCKET_SOLVED; step_to[index] != ROOT;) {
		const unsigned step = step_to[index];
		backwards[out->length++] = (uint8_t)step;
		index = pocket_state_after(index, inverse_of(step));
	}
	for (unsigned i = 0; i < out->length; i++)
		out->steps[i] = backwards[out->length - 1 - i];
}

/* The states found so far: how, and in which order. */
struct exploration {
	uint8_t *step_to;
	uint32_t *queue, n_queued;
};

static void stop_exploring(struct exploration *e)
{
	free(e->step_to);
	free(e->queue);
}

static bool start_exploring(struct exploration *e, uint32_t root)
{
	*e = (struct exploration){.step_to = malloc(POCKET_STATES), .queue = malloc(POCKET_STATES * sizeof *e->queue)};
	if (e->step_to == NULL || e->queue == NULL) {
		stop_exploring(e);
		return false;
	}
	memset(e->step_to, UNSEEN, POCKET_STATES);
	e->step_to[root] = ROOT;
	e->queue[e->n_queued++] = root;
	return true;
}

static void expand_state(struct exploration *e, enum metric metric, uint32_t index)
{
	for (unsigned i = 0; i < pocket_n_steps[metric]; i++) {
		const uint32_t child = pocket_state_after(index, pocket_steps[metric][i]);
		if (e->step_to[child] != UNSEEN)
			continue;
		e->step_to[child] = pocket_steps[metric][i];
		e->queue[e->n_queued++] = child;
	}
}

bool pocket_breadth_first(const struct pocket_bounds *bounds, unsigned used, uint32_t index, struct pocket_found *out)
{
	const enum metric metric = bounds->metric;
	struct exploration e;
	(void)used;
	if (!start_exploring(&e, index))
		return false;
	*out = (struct pocket_found){.n_generated = 1};
	for (uint32_t next = 0; e.step_to[POCKET_SOLVED] == UNSEEN; next++) {
		expand_state(&e, metric, e.queue[next]);
		out->n_generated += pocket_n_steps[metric];
	}
	out->peak_bytes = POCKET_STATES + e.n_queued * sizeof *e.queue;
	trace_back(e.step_to, out);
	stop_exploring(&e);
	return true;
}

/* A search from x finds the states x w in the order in which one from the solved state finds w, and ends at w = x^-1:
 * so one complete search tells for every state when it is reached. */
bool pocket_breadth_first_mean(enum metric metric, double *n_generated)
{
	struct exploration e;
	pocket_init();
	if (!start_exploring(&e, POCKET_SOLVED))
		return false;
	double sum = 1;  /* the root makes only itself */
	for (uint32_t next = 0; next < e.n_queued; next++) {
		const uint32_t n_before = e.n_queued;
		expand_state(&e, metric, e.queue[next]);
		sum += (double)(e.n_queued - n_before) * (1 + (next + 1.0) * pocket_n_steps[metric]);
	}
	*n_generated = sum / POCKET_STATES;
	stop_exploring(&e);
	return true;
}

/* ---- breadth-first with sets of states as bits (L. Théry, "Mini-Rubik"): each level is one set, 459,270 bytes whatever is in it, and
 * all of them together take less than a queue ---- */

enum { SET_WORDS = (POCKET_STATES + 63) / 64, SET_BYTES = SET_WORDS * 8 };

static bool has(const uint64_t *set, uint32_t index)
{
	return (set[index / 64] >> index % 64 & 1) != 0;
}

static void insert(uint64_t *set, uint32_t index)
{
	set[index / 64] |= UINT64_C(1) << index % 64;
}

/* The states one step from those of a level that are not seen yet. */
static void next_level(enum metric metric, const uint64_t *level, uint64_t *seen, uint64_t *next, uint64_t *n_generated)
{
	for (uint32_t word = 0; word < SET_WORDS; word++)
		for (uint64_t bits = level[word]; bits != 0; bits &= bits - 1) {
			const uint32_t index = word * 64 + (uint32_t)__builtin_ctzll(bits);
			for (unsigned i = 0; i < pocket_n_steps[metric]; i++) {
				const uint32_t child = pocket_state_after(index, pocket_steps[metric][i]);
				if (!has(seen, child))
					insert(next, child);
			}
			*n_generated += pocket_n_steps[metric];
		}
	for (uint32_t word = 0; word < SET_WORDS; word++)
		seen[word] |= next[word];
}

/* From the solved state back through the levels: some neighbour is in each. */
static void walk_back(enum metric metric, uint64_t *const *levels, struct pocket_found *out)
{
	uint32_t index = POCKET_SOLVED;
	for (unsigned depth = out->length; depth > 0; depth--)
		for (unsigned i = 0; i < pocket_n_steps[metric]; i++) {
			const unsigned step = pocket_steps[metric][i];
			const uint32_t before = pocket_state_after(index, inverse_of(step));
			if (!has(levels[depth - 1], before))
				continue;
			out->steps[depth - 1] = (uint8_t)step;
			index = before;
			break;
		}
}

bool pocket_breadth_first_bits(const struct pocket_bounds *bounds, unsigned used, uint32_t index, struct pocket_found *out)
{
	const enum metric metric = bounds->metric;
	uint64_t *levels[POCKET_MAX_LENGTH + 1] = {calloc(1, SET_BYTES)}, *const seen = calloc(1, SET_BYTES);
	bool has_memory = levels[0] != NULL && seen != NULL;
	*out = (struct pocket_found){.n_generated = 1, .peak_bytes = 2 * SET_BYTES};
	(void)used;
	if (has_memory) {
		insert(levels[0], index);
		insert(seen, index);
	}
	while (has_memory && !has(levels[out->length], POCKET_SOLVED)) {
		uint64_t *const next = levels[out->length + 1] = calloc(1, SET_BYTES);
		has_memory = next != NULL;
		if (has_memory)
			next_level(metric, levels[out->length++], seen, next, &out->n_generated);
		out->peak_bytes += SET_BYTES;
	}
	if (has_memory)
		walk_back(metric, levels, out);
	for (unsigned i = 0; i <= POCKET_MAX_LENGTH; i++)
		free(levels[i]);
	free(seen);
	return has_memory;
}

/* ---- A* (P. Hart, N. Nilsson, B. Raphael, 1968) on the graph of all states.  The bounds are consistent, so a state is final when it
 * is expanded for the first time. ---- */

enum { N_BUCKETS = POCKET_MAX_LENGTH + 1 };
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
	bool has_memory = add(a, root, 0, ROOT);
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
		trace_back(a.step_to, out);
	out->peak_bytes = 2 * POCKET_STATES + a.n_open * sizeof *a.open;
	free(a.depth);
	free(a.step_to);
	free(a.open);
	return has_memory;
}

/* ---- IDA* ---- */
struct descent {
	const struct pocket_bounds *bounds;
	unsigned used;
	struct pocket_found *out;
};

/* No face twice in a row, but for a clockwise quarter turn doubled in QTM. */
static bool may_follow(const struct descent *d, unsigned depth, unsigned step)
{
	const uint8_t *const steps = d->out->steps;
	if (depth == 0 || steps[depth - 1] / 3u != step / 3)
		return true;
	const bool doubles = d->bounds->metric == METRIC_QTM && step % 3 == 0 && steps[depth - 1] == step;
	return doubles && (depth == 1 || steps[depth - 2] != step);
}

static bool descend(struct descent *d, unsigned perm, unsigned ori, unsigned depth, unsigned left)
{
	if (left == 0)
		return perm == 0 && ori == 0;
	const enum metric metric = d->bounds->metric;
	for (unsigned i = 0; i < pocket_n_steps[metric]; i++) {
		const unsigned step = pocket_steps[metric][i];
		if (!may_follow(d, depth, step))
			continue;
		const unsigned next_perm = pocket_perm_after[perm][step], next_ori = pocket_ori_after[ori][step];
		d->out->n_generated++;
		if (pocket_bound(d->bounds, d->used, next_perm, next_ori) >= left)
			continue;
		d->out->steps[depth] = (uint8_t)step;
		if (descend(d, next_perm, next_ori, depth + 1, left - 1))
			return true;
	}
	return false;
}

bool pocket_ida_star(const struct pocket_bounds *bounds, unsigned used, uint32_t index, struct pocket_found *out)
{
	const unsigned perm = index / POCKET_ORIS, ori = index % POCKET_ORIS;
	/* A quarter turn is an odd permutation: in QTM a length is odd exactly if the moves that place all cubies are. */
	const unsigned step = bounds->metric == METRIC_QTM ? 2 : 1;
	*out = (struct pocket_found){.peak_bytes = sizeof out->steps};
	struct descent d = {.bounds = bounds, .used = used, .out = out};
	out->length = pocket_bound(bounds, used, perm, ori);
	if (step == 2 && (out->length + bounds->perm[perm]) % 2 != 0)
		out->length++;
	for (;; out->length += step) {
		out->n_generated++;
		if (descend(&d, perm, ori, 0, out->length))
			return true;
	}
}

/* ---- the random walk ---- */

/* G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
static uint64_t next_random(uint64_t *state)
{
	*state += UINT64_C(0x9E3779B97F4A7C15);
	uint64_t z = *state;
	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return z ^ z >> 31;
}

struct pocket_walk pocket_walk_from(uint32_t index, uint64_t seed)
{
	pocket_init();
	return (struct pocket_walk){
		.random = seed,
		.perm_index = (uint16_t)(index / POCKET_ORIS),
		.ori_index = (uint16_t)(index % POCKET_ORIS),
		.last_move = POCKET_MOVES,
	};
}

/* The high half of a product maps 32 random bits to 0..n-1 without a division, evenly to 1 in 2^28. */
static unsigned random_below(uint64_t *state, unsigned n)
{
	return (unsigned)((next_random(state) >> 32) * n >> 32);
}

unsigned pocket_walk_step(struct pocket_walk *walk)
{
	unsigned move;
	if (walk->last_move == POCKET_MOVES)
		move = random_below(&walk->random, POCKET_MOVES);
	else
		move = (walk->last_move / 3u * 3u + 3 + random_below(&walk->random, POCKET_MOVES - 3)) % POCKET_MOVES;
	walk->perm_index = pocket_perm_after[walk->perm_index][move];
	walk->ori_index = pocket_ori_after[walk->ori_index][move];
	walk->last_move = (uint8_t)move;
	return move;
}
