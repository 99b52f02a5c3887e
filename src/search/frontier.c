#include "search/frontier.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	DIGIT_BITS = 11, N_DIGITS = 1 << DIGIT_BITS, NUMBER_BITS = 17,
	N_AHEAD = 16,                   /* parts whose nodes are on their way to the caches */
};
static_assert(MAX_PARTS <= 1 << NUMBER_BITS, "a number of a part has as many bits");

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
	f->n = 0;
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

/* One pass of a radix sort, stable and falling. */
static void sort_by_digit(const uint64_t *from, uint64_t *to, unsigned n, unsigned shift)
{
	uint32_t begin[N_DIGITS + 1] = {0};
	for (unsigned i = 0; i < n; i++)
		begin[N_DIGITS - (from[i] >> shift & (N_DIGITS - 1))]++;
	for (unsigned d = 1; d <= N_DIGITS; d++)
		begin[d] += begin[d - 1];
	for (unsigned i = 0; i < n; i++)
		to[begin[N_DIGITS - 1 - (from[i] >> shift & (N_DIGITS - 1))]++] = from[i];
}

/* Set the part that comes next, which counts as one only if n_parts grows.  Its place follows from what it took, and a tenth
 * of what all of its opening did. */
static void set_part(struct frontier *f, unsigned opening, unsigned next_turns, uint64_t work, uint64_t work_of_opening)
{
	const struct opening *const o = &f->opening[opening];
	f->key[0][f->n_parts] = (10 * work + work_of_opening) << NUMBER_BITS | f->n_parts;
	f->part[f->n_parts] = (struct part){(uint16_t)opening, (uint16_t)next_turns, o->left, o->is_tested, o->is_split};
}

/* Turns that took so much more than the mean are parts of their own, the others one together: it costs the node's own
 * look-ups again. */
enum { MORE_THAN_MEAN = 4 };

static void add_parts(struct frontier *f, unsigned opening)
{
	const uint64_t *const work = &f->work_before[f->origin[f->opening[opening].number]], *const turn = work + 1;
	if (!f->opening[opening].is_split) {
		set_part(f, opening, ALL_NEXT_TURNS | HAS_OPENING, work[0], work[0]);
		f->n_parts++;
		return;
	}
	uint64_t sum = 0, rest_sum = 0;
	for (unsigned i = 0; i < N_NEXT_TURNS; i++)
		sum += turn[i];
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

void frontier_sort(struct frontier *f)
{
	f->n_parts = 0;
	for (unsigned i = 0; i < f->n; i++)
		add_parts(f, i);
	uint64_t largest = 0;
	for (unsigned i = 0; i < f->n_parts; i++)
		largest = f->key[0][i] > largest ? f->key[0][i] : largest;
	unsigned newest = 0;
	for (unsigned shift = NUMBER_BITS; shift < 64 && largest >> shift != 0; shift += DIGIT_BITS, newest ^= 1)
		sort_by_digit(f->key[newest], f->key[newest ^ 1], f->n_parts, shift);
	for (unsigned i = 0; i < f->n_parts; i++)
		f->order[i] = f->part[f->key[newest][i] % (1 << NUMBER_BITS)];
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
