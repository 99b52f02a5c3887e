/* The 2x2x2: what does each way to solve it take, and what does theory say?
 *
 *     make study NAME=pocket_ways ARGS="[-n STATES] [-s SEED] [-m htm|qtm]"
 *
 * Random states (100 of seed 1), the same for all ways: moves of the solution, states generated,
 * milliseconds and bytes, beside the theory where there is one.  If every turn of a random walk led to
 * each state with equal probability, the solved one would come up once in as many turns as there are
 * states; a third of the turns are half turns.  About 10 s.
 *
 *     random walk          turns until the state happens to be solved
 *     breadth-first        from the state; each state is kept once
 *     breadth-first bits   the same with a set of bits for each level
 *     A* both              least moves made + larger bound first; all are kept
 *     IDA* twists          bounds from a table of the 729 orientations
 *     IDA* places          bounds from a table of the 5040 permutations
 *     IDA* both            the larger of these bounds
 *     mod-3 table          descends the distances of all states, stored mod 3 */
#include "base/array.h"
#include "base/clock.h"
#include "cube/random.h"
#include "pocket_table.h"
#include "pocket/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { UNSEEN = 0xFF, ROOT = POCKET_MOVES };  /* ROOT: the step to the state that a search begins with */
enum { BY_PERM = 1, BY_ORI = 2 };

static enum metric metric;
static const uint8_t *steps;             /* of the metric: in QTM a half turn is two of them */
static unsigned n_steps;

/* Lower bounds from one half of an index: moves that place all cubies, and moves that orient them. */
static uint8_t perm_bound[POCKET_PERMS], ori_bound[POCKET_ORIS];
static struct pocket_table *table;

struct found {
	unsigned length;
	uint64_t n_generated;                 /* the root and all children made, of all iterations */
	uint64_t peak_bytes;                  /* what the search keeps */
};

static void *allocate(size_t n_bytes)
{
	void *const memory = calloc(1, n_bytes);
	if (memory != NULL)
		return memory;
	perror("pocket_ways");
	exit(EXIT_FAILURE);
}

static unsigned inverse_of(unsigned move) { return move / 3 * 3 + 2 - move % 3; }

/* Breadth-first search of one half of the index alone; steps can be undone, so distances from the solved
 * state are distances to it. */
static void fill_half(uint16_t (*after)[POCKET_MOVES], uint32_t n, uint8_t *distance)
{
	uint16_t queue[POCKET_PERMS] = {0};
	uint32_t n_queued = 1;
	memset(distance, UNSEEN, n);
	distance[0] = 0;
	for (uint32_t next = 0; next < n_queued; next++)
		for (unsigned i = 0; i < n_steps; i++) {
			const uint16_t neighbour = after[queue[next]][steps[i]];
			if (distance[neighbour] != UNSEEN)
				continue;
			distance[neighbour] = (uint8_t)(distance[queue[next]] + 1);
			queue[n_queued++] = neighbour;
		}
}

static unsigned bound_of(unsigned used, unsigned perm, unsigned ori)
{
	const unsigned by_perm = used & BY_PERM ? perm_bound[perm] : 0;
	const unsigned by_ori = used & BY_ORI ? ori_bound[ori] : 0;
	return by_perm > by_ori ? by_perm : by_ori;
}

static unsigned way_back(const uint8_t *step_to)
{
	unsigned n = 0;
	for (uint32_t index = POCKET_SOLVED; step_to[index] != ROOT; n++)
		index = pocket_state_after(index, inverse_of(step_to[index]));
	return n;
}

/* ---- the walk and the table ---- */

static unsigned cost(unsigned move) { return metric == METRIC_QTM && move % 3 == 1 ? 2 : 1; }

static void walk(unsigned used, uint32_t index, struct found *out)
{
	struct pocket_walk walker = pocket_walk_from(index, index);
	for (; !pocket_walk_is_home(&walker); out->n_generated++)
		out->length += cost(pocket_walk_step(&walker));
	out->n_generated++;
	out->peak_bytes = sizeof walker;
}

static void descend_table(unsigned used, uint32_t index, struct found *out)
{
	uint8_t moves[POCKET_MAX_LENGTH];
	const unsigned n = pocket_table_solve(table, index, moves);
	for (unsigned i = 0; i < n; i++)
		out->length += cost(moves[i]);
	out->n_generated = out->length + 1;
	out->peak_bytes = POCKET_TABLE_BYTES;
}

/* ---- breadth-first ---- */

/* The states found so far: how, and in which order. */
struct exploration {
	uint8_t *step_to;
	uint32_t *queue, n_queued;
};

static struct exploration explore_from(uint32_t root)
{
	const struct exploration e = {
		.step_to = allocate(POCKET_STATES), .queue = allocate(POCKET_STATES * sizeof *e.queue), .n_queued = 1,
	};
	memset(e.step_to, UNSEEN, POCKET_STATES);
	e.step_to[root] = ROOT;
	e.queue[0] = root;
	return e;
}

static void expand_state(struct exploration *e, uint32_t index)
{
	for (unsigned i = 0; i < n_steps; i++) {
		const uint32_t child = pocket_state_after(index, steps[i]);
		if (e->step_to[child] != UNSEEN)
			continue;
		e->step_to[child] = steps[i];
		e->queue[e->n_queued++] = child;
	}
}

static void breadth_first(unsigned used, uint32_t index, struct found *out)
{
	struct exploration e = explore_from(index);
	out->n_generated = 1;
	for (uint32_t next = 0; e.step_to[POCKET_SOLVED] == UNSEEN; next++, out->n_generated += n_steps)
		expand_state(&e, e.queue[next]);
	out->peak_bytes = POCKET_STATES + e.n_queued * sizeof *e.queue;
	out->length = way_back(e.step_to);
	free(e.step_to);
	free(e.queue);
}

/* The mean of its n_generated: a search from x finds the states x w in the order in which one from the solved
 * state finds w, and ends at w = x^-1, so one complete search tells for every state when it is reached. */
static double breadth_first_mean(void)
{
	struct exploration e = explore_from(POCKET_SOLVED);
	double sum = 1;  /* the root makes only itself */
	for (uint32_t next = 0; next < e.n_queued; next++) {
		const uint32_t n_before = e.n_queued;
		expand_state(&e, e.queue[next]);
		sum += (double)(e.n_queued - n_before) * (1 + (next + 1.0) * n_steps);
	}
	free(e.step_to);
	free(e.queue);
	return sum / POCKET_STATES;
}

/* ---- breadth-first with sets of states as bits (L. Théry, "Mini-Rubik"): each level is one set, 459,270
 * bytes whatever is in it, and all of them together take less than a queue ---- */

enum { SET_WORDS = (POCKET_STATES + 63) / 64, SET_BYTES = SET_WORDS * 8 };

static bool has(const uint64_t *set, uint32_t index) { return (set[index / 64] >> index % 64 & 1) != 0; }
static void insert(uint64_t *set, uint32_t index) { set[index / 64] |= UINT64_C(1) << index % 64; }

/* The states one step from those of a level that are not seen yet.  @return how many children were made */
static uint64_t make_level(const uint64_t *level, uint64_t *seen, uint64_t *next)
{
	uint64_t n_generated = 0;
	for (uint32_t word = 0; word < SET_WORDS; word++)
		for (uint64_t bits = level[word]; bits != 0; bits &= bits - 1, n_generated += n_steps)
			for (unsigned i = 0; i < n_steps; i++) {
				const uint32_t index = word * 64 + (uint32_t)__builtin_ctzll(bits);
				const uint32_t child = pocket_state_after(index, steps[i]);
				if (!has(seen, child))
					insert(next, child);
			}
	for (uint32_t word = 0; word < SET_WORDS; word++)
		seen[word] |= next[word];
	return n_generated;
}

static void breadth_first_bits(unsigned used, uint32_t index, struct found *out)
{
	uint64_t *levels[POCKET_MAX_LENGTH + 1] = {allocate(SET_BYTES)}, *const seen = allocate(SET_BYTES);
	insert(levels[0], index);
	insert(seen, index);
	out->n_generated = 1;
	while (!has(levels[out->length], POCKET_SOLVED)) {
		const uint64_t *const level = levels[out->length++];
		levels[out->length] = allocate(SET_BYTES);
		out->n_generated += make_level(level, seen, levels[out->length]);
	}
	out->peak_bytes = (out->length + 2) * (uint64_t)SET_BYTES;
	for (unsigned i = 0; i <= out->length; i++)
		free(levels[i]);
	free(seen);
}

/* ---- A* (P. Hart, N. Nilsson, B. Raphael, 1968) on the graph of all states.  The bounds are consistent,
 * so a state is final when it is expanded for the first time. ---- */

enum { N_BUCKETS = POCKET_MAX_LENGTH + 1 };
static const uint32_t nobody = UINT32_MAX;

struct open_state {
	uint32_t index, next;                 /* next: with the same f */
	uint8_t depth;
};

struct frontier {
	unsigned used;
	uint8_t *depth, *step_to;             /* by state: the least depth so far, and the step that led to it */
	struct open_state *open;
	size_t n_open, capacity;
	uint32_t first[N_BUCKETS];            /* by f: the newest, in open */
	unsigned least_f;
};

static void add(struct frontier *a, uint32_t index, unsigned depth, unsigned step)
{
	const unsigned f = depth + bound_of(a->used, index / POCKET_ORIS, index % POCKET_ORIS);
	if (f >= N_BUCKETS || a->depth[index] <= depth)
		return;                           /* nothing shorter than the longest solution, or nothing new */
	const struct open_state state = {.index = index, .next = a->first[f], .depth = (uint8_t)depth};
	if (!array_append(&a->open, &a->n_open, &a->capacity, &state, sizeof state))
		exit(EXIT_FAILURE);
	a->depth[index] = (uint8_t)depth;
	a->step_to[index] = (uint8_t)step;
	a->first[f] = (uint32_t)a->n_open - 1;
	a->least_f = f < a->least_f ? f : a->least_f;
}

/* The newest of those with the least f; one that was reached in fewer steps meanwhile is passed over. */
static struct open_state take(struct frontier *a)
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

static void a_star(unsigned used, uint32_t index, struct found *out)
{
	struct frontier a = {
		.used = used, .depth = allocate(POCKET_STATES), .step_to = allocate(POCKET_STATES),
		.least_f = N_BUCKETS - 1,
	};
	memset(a.first, 0xFF, sizeof a.first);
	memset(a.depth, UNSEEN, POCKET_STATES);
	add(&a, index, 0, ROOT);
	out->n_generated = 1;
	for (struct open_state state; (state = take(&a)).index != POCKET_SOLVED; out->n_generated += n_steps)
		for (unsigned i = 0; i < n_steps; i++)
			add(&a, pocket_state_after(state.index, steps[i]), state.depth + 1u, steps[i]);
	out->length = way_back(a.step_to);
	out->peak_bytes = 2 * POCKET_STATES + a.n_open * sizeof *a.open;
	free(a.depth);
	free(a.step_to);
	free(a.open);
}

/* ---- IDA* ---- */

struct descent {
	unsigned used;
	uint64_t n_generated;
	uint8_t path[POCKET_MAX_LENGTH];
};

/* No face twice in a row, but for a clockwise quarter turn doubled in QTM. */
static bool may_follow(const struct descent *d, unsigned depth, unsigned step)
{
	const uint8_t *const path = d->path;
	if (depth == 0 || path[depth - 1] / 3u != step / 3)
		return true;
	const bool doubles = metric == METRIC_QTM && step % 3 == 0 && path[depth - 1] == step;
	return doubles && (depth == 1 || path[depth - 2] != step);
}

static bool descend(struct descent *d, unsigned perm, unsigned ori, unsigned depth, unsigned left)
{
	if (left == 0)
		return perm == 0 && ori == 0;
	for (unsigned i = 0; i < n_steps; i++) {
		if (!may_follow(d, depth, steps[i]))
			continue;
		const unsigned next_perm = pocket_perm_after[perm][steps[i]];
		const unsigned next_ori = pocket_ori_after[ori][steps[i]];
		d->n_generated++;
		d->path[depth] = steps[i];
		if (bound_of(d->used, next_perm, next_ori) < left
		    && descend(d, next_perm, next_ori, depth + 1, left - 1))
			return true;
	}
	return false;
}

static void ida_star(unsigned used, uint32_t index, struct found *out)
{
	const unsigned perm = index / POCKET_ORIS, ori = index % POCKET_ORIS;
	/* A quarter turn is an odd permutation: in QTM a length is odd exactly if the moves that place all
	 * cubies are. */
	const unsigned step = metric == METRIC_QTM ? 2 : 1;
	struct descent d = {.used = used, .n_generated = 1};
	out->length = bound_of(used, perm, ori);
	out->length += step == 2 && (out->length + perm_bound[perm]) % 2 != 0;
	for (; !descend(&d, perm, ori, 0, out->length); d.n_generated++)
		out->length += step;
	out->n_generated = d.n_generated;
	out->peak_bytes = sizeof d.path;
}

/* ---- the table ---- */

static const struct way {
	const char *name;
	void (*solve)(unsigned used, uint32_t index, struct found *out);
	unsigned used;                        /* the bounds that are used, the larger of them */
	enum { UNKNOWN, ALL, BREADTH_FIRST, PATH } expected;  /* states */
} ways[] = {
	{"random walk", walk, 0, ALL},
	{"breadth-first", breadth_first, 0, BREADTH_FIRST},
	{"breadth-first bits", breadth_first_bits, 0, UNKNOWN},
	{"A* both", a_star, BY_PERM | BY_ORI, UNKNOWN},
	{"IDA* twists", ida_star, BY_ORI, UNKNOWN},
	{"IDA* places", ida_star, BY_PERM, UNKNOWN},
	{"IDA* both", ida_star, BY_PERM | BY_ORI, UNKNOWN},
	{"mod-3 table", descend_table, 0, PATH},
};

static double mean_distance(void)
{
	uint8_t *const distance = allocate(POCKET_STATES);
	struct pdb_histogram levels;
	pocket_distances(metric, distance, &levels);
	free(distance);
	return pdb_histogram_mean(&levels);
}

static void print_row(const struct way *w, const uint32_t *index, unsigned n, double mean)
{
	double moves = 0, states = 0, ms = 0, ms_max = 0;
	uint64_t bytes = 0;
	const double turn_cost = metric == METRIC_QTM ? 4.0 / 3 : 1;
	for (unsigned i = 0; i < n; i++) {
		struct found found = {.length = 0};
		const double start_s = clock_monotonic_s();
		w->solve(w->used, index[i], &found);
		const double elapsed_ms = (clock_monotonic_s() - start_s) * 1e3;
		moves += found.length;
		states += (double)found.n_generated;
		ms += elapsed_ms;
		ms_max = elapsed_ms > ms_max ? elapsed_ms : ms_max;
		bytes = found.peak_bytes > bytes ? found.peak_bytes : bytes;
	}
	bytes += (w->used & BY_PERM ? sizeof perm_bound : 0) + (w->used & BY_ORI ? sizeof ori_bound : 0);
	printf("%s,%.3f,%.3f,", w->name, w->expected == ALL ? POCKET_STATES * turn_cost : mean, moves / n);
	switch (w->expected) {
	case UNKNOWN: break;
	case ALL: printf("%d", POCKET_STATES); break;
	case BREADTH_FIRST: printf("%.0f", breadth_first_mean()); break;
	case PATH: printf("%.0f", mean + 1); break;
	}
	printf(",%.0f,%.4f,%.4f,%" PRIu64 "\n", states / n, ms / n, ms_max, bytes);
}

int main(int argc, char **argv)
{
	unsigned n = 100;
	uint64_t seed = 1;
	for (int letter; (letter = getopt(argc, argv, "n:s:m:")) != -1;)
		switch (letter) {
		case 'n': n = (unsigned)atoi(optarg); break;
		case 's': seed = strtoull(optarg, NULL, 10); break;
		case 'm': metric = strcmp(optarg, metric_name[METRIC_QTM]) == 0 ? METRIC_QTM : METRIC_HTM; break;
		default: return 2;
		}
	pocket_init();
	steps = pocket_steps[metric];
	n_steps = pocket_n_steps[metric];
	fill_half(pocket_perm_after, POCKET_PERMS, perm_bound);
	fill_half(pocket_ori_after, POCKET_ORIS, ori_bound);
	table = pocket_table_build(metric);
	uint32_t *const index = allocate(n * sizeof *index);
	struct random_source source;
	random_from_seed(&source, seed);
	for (unsigned i = 0; i < n; i++)
		index[i] = (uint32_t)random_below(&source, POCKET_STATES);
	if (table == NULL)
		return EXIT_FAILURE;
	const double mean = mean_distance();
	puts("way,moves_expected,moves,states_expected,states,ms,ms_max,bytes");
	for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
		print_row(&ways[i], index, n, mean);
	free(index);
	free(table);
}
