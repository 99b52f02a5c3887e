#include "search/frontier.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	N_AHEAD = 16,                   /* parts whose nodes are on their way to the caches */
};

struct frontier *frontier_create(void)
{
	/* Pages of nodes that never exist are never touched. */
	struct frontier *const f = aligned_alloc(64, (sizeof(struct frontier) + 63) / 64 * 64);
	if (f == NULL)
		return NULL;
	f->is_numbered = false;
	pthread_mutex_init(&f->work_lock, NULL);
	return f;
}

void frontier_destroy(struct frontier *f)
{
	if (f != NULL)
		pthread_mutex_destroy(&f->work_lock);
	free(f);
}

static unsigned cost_of_turns(enum metric metric, unsigned quarter_turns)
{
	return metric == METRIC_HTM ? quarter_turns != 0 : quarter_turns == 3 ? 1 : quarter_turns;
}

/* Give the openings of `min` to `max` moves origins of their own, as long as there are any. */
static void number_origins(struct frontier *f, const struct roots *roots, enum metric metric, unsigned min, unsigned max)
{
	const unsigned n_each = max == SPLIT_MOVES ? 1 + N_NEXT_TURNS : 1;
	for (unsigned r = 0; r < roots->n; r++) {
		if (roots->root[r].parent == r)
			continue;
		for (unsigned turns = 0; turns < N_TURNS_BEHIND; turns++) {
			const unsigned cost = cost_of_turns(metric, turns / 4 % 4) + cost_of_turns(metric, turns % 4);
			const unsigned n_moves = roots->root[r].n_path + cost;
			if (turns % 16 == 0 || n_moves < min || n_moves > max || f->n_origins + n_each > MAX_ORIGINS)
				continue;
			f->origin[r * N_TURNS_BEHIND + turns] = (uint16_t)f->n_origins;
			f->n_origins += n_each;
		}
	}
}

static void number_all_origins(struct frontier *f, const struct roots *roots, enum metric metric)
{
	/* Origin 0 is that of all for which none is left, with the most moves and the least work. */
	memset(f->origin, 0, sizeof f->origin);
	f->n_origins = 1;
	number_origins(f, roots, metric, SPLIT_MOVES, SPLIT_MOVES);
	number_origins(f, roots, metric, SPLIT_MOVES + 1, SPLIT_MOVES + 2);
	number_origins(f, roots, metric, SPLIT_MOVES + 3, MAX_ROOT_PATH + 4);
}

void frontier_begin(struct frontier *f, const struct roots *roots, enum metric metric)
{
	const bool has_all_roots = roots->n == MAX_ROOTS;  /* which are the same for all cubes without symmetry */
	atomic_store(&f->n, 0);
	f->n_lasting = f->lasting_moves = 0;
	memset(f->has_root, 0, sizeof f->has_root);
	if (!(has_all_roots && f->is_numbered && f->numbered_metric == metric))
		number_all_origins(f, roots, metric);
	f->is_numbered = has_all_roots;
	f->numbered_metric = metric;
	memset(f->work, 0, f->n_origins * sizeof *f->work);
}

void frontier_clear(struct frontier *f)
{
	memcpy(f->work_before, f->work, f->n_origins * sizeof *f->work);
	memset(f->work, 0, f->n_origins * sizeof *f->work);
	f->n = f->n_lasting;
}

void frontier_keep_lasting(struct frontier *f, unsigned n_moves)
{
	unsigned n = 0;
	while (n < f->n && f->opening[n].n_moves <= n_moves)
		n++;
	for (unsigned i = n + 1; i < f->n; i++) {
		if (f->opening[i].n_moves > n_moves)
			continue;
		uint8_t node[OPENING_NODE_BYTES];  /* changes places with number n */
		const struct opening opening = f->opening[i];
		memcpy(node, f->node[i], sizeof node);
		frontier_set(f, i, f->opening[n], f->node[n]);
		frontier_set(f, n++, opening, node);
	}
	f->n_lasting = n;
	f->lasting_moves = n_moves;
}

void frontier_add_work(struct frontier *f, unsigned first, unsigned n, const uint64_t *work)
{
	pthread_mutex_lock(&f->work_lock);
	for (unsigned i = 0; i < n; i++)
		f->work[first + i] += work[i];
	pthread_mutex_unlock(&f->work_lock);
}

unsigned frontier_reserve(struct frontier *f, unsigned n)
{
	return atomic_fetch_add_explicit(&f->n, n, memory_order_relaxed);
}

/* What is sorted by: as a floating-point number has it, with RANK_BITS bits after the first, so that parts which differ by
 * less than a sixty-fourth may count as equal. */
enum { RANK_BITS = 6, FLOAT_BITS = 23, FLOAT_BIAS = 127, N_RANKS = 65 << RANK_BITS };  /* of numbers to 2^64, and of 0 */
static_assert((int)N_RANKS <= UINT16_MAX, "ranks have 16 bits");

static inline uint16_t rank_of(uint64_t work)
{
	const float number = (float)(int64_t)work;  /* far from 2^63 */
	uint32_t bits;
	memcpy(&bits, &number, sizeof bits);
	const uint32_t rank = bits >> (FLOAT_BITS - RANK_BITS);
	return (uint16_t)(work == 0 ? 0 : rank - (FLOAT_BIAS << RANK_BITS) + 1);
}

/* Set the part that comes next, which counts as one only if n_parts grows.  Its place follows from what it took, and a tenth
 * of what all of its opening did. */
static void set_part(struct frontier *f, unsigned opening, unsigned next_turns, uint64_t work, uint64_t work_of_opening)
{
	const struct opening *const o = &f->opening[opening];
	f->rank[f->n_parts] = rank_of(10 * work + work_of_opening);
	f->part[f->n_parts] = (struct part){(uint16_t)opening, (uint16_t)next_turns, o->n_moves, o->is_tested, o->is_split};
}

/* Turns that took so much more than the mean are parts of their own, the others one together: it costs the node's own
 * look-ups again. */
enum { MORE_THAN_MEAN = 4 };

static void add_parts(struct frontier *f, unsigned opening)
{
	const uint64_t *const work = &f->work_before[f->origin[f->opening[opening].number]], *const turn = work + 1;
	uint64_t sum = 0, rest_sum = 0;
	for (unsigned i = 0; i < N_NEXT_TURNS && f->opening[opening].is_split; i++)
		sum += turn[i];
	if (sum == 0) {
		set_part(f, opening, ALL_NEXT_TURNS | HAS_OPENING, work[0], work[0]);
		f->n_parts++;
		return;
	}
	unsigned rest = 0;
	for (unsigned i = 0; i < N_NEXT_TURNS; i++) {  /* without branches: which turns these are cannot be foreseen */
		const bool is_own = turn[i] * N_NEXT_TURNS > sum + MORE_THAN_MEAN * N_NEXT_TURNS;
		set_part(f, opening, 1u << i, turn[i], work[0] + sum);
		f->n_parts += is_own;
		rest |= (unsigned)!is_own << i;
		rest_sum += is_own ? 0 : turn[i];
	}
	set_part(f, opening, rest | HAS_OPENING, rest_sum / (unsigned)__builtin_popcount(rest), work[0] + sum);
	f->n_parts++;
}

void frontier_sort(struct frontier *f, unsigned first)
{
	uint32_t begin[N_RANKS + 1] = {0};
	f->n_parts = 0;
	/* What does not last might have been cut, but was not: that comes first where nothing else is known. */
	for (unsigned i = first > f->n_lasting ? first : f->n_lasting; i < f->n; i++)
		add_parts(f, i);
	for (unsigned i = first; i < f->n_lasting; i++)
		add_parts(f, i);
	/* Counted from the end: the largest come first. */
	for (unsigned i = 0; i < f->n_parts; i++)
		begin[N_RANKS - f->rank[i]]++;
	for (unsigned r = 1; r <= N_RANKS; r++)
		begin[r] += begin[r - 1];
	for (unsigned i = 0; i < f->n_parts; i++)
		f->order[begin[N_RANKS - 1 - f->rank[i]]++] = f->part[i];
	atomic_store(&f->n_begun, 0);
}

bool frontier_next(struct frontier *f, struct part *part)
{
	/* Relaxed: what is read is constant during an iteration. */
	if (atomic_load_explicit(&f->n_begun, memory_order_relaxed) >= f->n_parts)
		return false;
	const unsigned place = atomic_fetch_add_explicit(&f->n_begun, 1, memory_order_relaxed);
	if (place >= f->n_parts)
		return false;
	*part = f->order[place];
	if (place + N_AHEAD < f->n_parts)
		__builtin_prefetch(f->node[f->order[place + N_AHEAD].opening]);
	return true;
}
