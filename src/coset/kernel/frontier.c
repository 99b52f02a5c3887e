#include "coset/kernel/frontier.h"

#include "coset/kernel/rank.h"

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
	f->work = f->counts[0];
	f->work_before = f->counts[1];
	f->later = NULL;
	f->n_later = f->later_capacity = 0;
	pthread_mutex_init(&f->later_lock, NULL);
	return f;
}

void frontier_destroy(struct frontier *f)
{
	if (f != NULL) {
		pthread_mutex_destroy(&f->later_lock);
		free(f->later);
	}
	free(f);
}

static unsigned cost_of_turns(enum metric metric, unsigned quarter_turns)
{
	return metric == METRIC_HTM ? quarter_turns != 0 : quarter_turns == 3 ? 1 : quarter_turns;
}

/* Give the openings of `min` to `max` moves origins of their own. */
static void number_origins(struct frontier *f, const struct roots *roots, enum metric metric, unsigned min, unsigned max)
{
	const unsigned n_each = max == SPLIT_MOVES ? 1 + N_NEXT_TURNS : 1;
	for (unsigned r = 0; r < roots->n; r++) {
		if (roots->root[r].parent == r)
			continue;
		for (unsigned turns = 0; turns < N_TURNS_BEHIND; turns++) {
			const unsigned cost = cost_of_turns(metric, turns / 4 % 4) + cost_of_turns(metric, turns % 4);
			const unsigned n_moves = roots->root[r].n_path + cost;
			if (turns % 16 == 0 || n_moves < min || n_moves > max)
				continue;
			f->origin[r * N_TURNS_BEHIND + turns] = f->n_origins;
			f->n_origins += n_each;
		}
	}
}

static void number_all_origins(struct frontier *f, const struct roots *roots, enum metric metric)
{
	memset(f->origin, 0, sizeof f->origin);
	f->n_origins = 1;
	number_origins(f, roots, metric, SPLIT_MOVES, SPLIT_MOVES);
	number_origins(f, roots, metric, DEEP_SPLIT_MOVES, DEEP_SPLIT_MOVES);
	f->n_short_origins = f->n_origins;
	number_origins(f, roots, metric, DEEP_SPLIT_MOVES + 1, MAX_ROOT_PATH + 4);
}

void frontier_begin(struct frontier *f, const struct roots *roots, enum metric metric)
{
	const bool has_all_roots = roots->n == MAX_ROOTS;  /* which are the same for all cubes without symmetry */
	atomic_store(&f->n, 0);
	f->n_lasting = f->lasting_moves = 0;
	f->split_moves = SPLIT_MOVES;
	f->is_deepening = f->counts_deep = false;
	atomic_store(&f->n_deep_expanded, 0);
	atomic_store(&f->n_deep_generated, 0);
	memset(f->has_root, 0, sizeof f->has_root);
	if (!(has_all_roots && f->is_numbered && f->numbered_metric == metric))
		number_all_origins(f, roots, metric);
	f->is_numbered = has_all_roots;
	f->numbered_metric = metric;
	memset(f->work, 0, f->n_origins * sizeof *f->work);
	f->n_later = 0;
}

void frontier_clear(struct frontier *f, bool counts_deep)
{
	uint32_t *const work = f->work_before;
	f->work_before = f->work;
	f->work = work;
	f->counted_deep = f->counts_deep;
	f->counts_deep = counts_deep;
	memset(work, 0, f->n_origins * sizeof *work);
	for (unsigned i = 0; i < f->n_later; i++)
		f->work_before[f->later[i].origin] += f->later[i].n;
	f->n_later = 0;
	f->n = f->n_lasting;
}

void frontier_count_later(struct frontier *f, unsigned first, unsigned end, const uint32_t *work)
{
	pthread_mutex_lock(&f->later_lock);
	for (unsigned origin = first; origin < end; origin++) {
		if (work[origin] == 0)
			continue;
		if (f->n_later == f->later_capacity) {
			const unsigned capacity = f->later_capacity == 0 ? 1024 : 2 * f->later_capacity;
			struct count_later *const more = realloc(f->later, capacity * sizeof *more);
			if (more == NULL)
				break;  /* then some of the order is another one, and all solutions are found */
			f->later = more;
			f->later_capacity = capacity;
		}
		f->later[f->n_later++] = (struct count_later){origin, work[origin]};
	}
	pthread_mutex_unlock(&f->later_lock);
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

bool frontier_begin_deepening(struct frontier *f)
{
	f->is_deepening = f->counted_deep && f->n_lasting != 0 && f->split_moves == SPLIT_MOVES;
	assert(!f->is_deepening || f->lasting_moves > SPLIT_MOVES);
	atomic_store(&f->n_begun, 0);
	return f->is_deepening;
}

bool frontier_next_short(struct frontier *f, unsigned *opening)
{
	do
		*opening = atomic_fetch_add_explicit(&f->n_begun, 1, memory_order_relaxed);
	while (*opening < f->n_lasting && f->opening[*opening].n_moves != SPLIT_MOVES);
	return *opening < f->n_lasting;
}

void frontier_end_deepening(struct frontier *f)
{
	f->is_deepening = false;
	f->split_moves = DEEP_SPLIT_MOVES;
	unsigned n = f->n;
	for (unsigned i = 0; i < n;) {
		f->opening[i].is_split = f->opening[i].n_moves == DEEP_SPLIT_MOVES;
		if (f->opening[i].n_moves > SPLIT_MOVES) {
			i++;
			continue;
		}
		n--;
		frontier_set(f, i, f->opening[n], f->node[n]);
	}
	f->n_lasting = n;
	f->n = n;
}

unsigned frontier_reserve(struct frontier *f, unsigned n)
{
	return atomic_fetch_add_explicit(&f->n, n, memory_order_relaxed);
}

/* Set the part that comes next, which counts as one only if n_parts grows.  Its place follows from what it took, of several
 * turns on the mean, and a tenth of what all of its opening did. */
static void set_part(struct frontier *f, unsigned opening, unsigned next_turns, uint64_t mean, uint64_t work_of_opening)
{
	const struct opening *const o = &f->opening[opening];
	f->rank[f->n_parts] = rank_of(10 * mean + work_of_opening);
	f->part[f->n_parts] = (struct part){
		.opening = opening & ((1 << OPENING_BITS) - 1),
		.next_turns = next_turns & (ALL_NEXT_TURNS | HAS_OPENING),
		.is_tested = o->is_tested,
		.is_split = o->is_split,
		.origin = o->origin & ((1 << ORIGIN_BITS) - 1),
		.n_moves = o->n_moves,
	};
}

/* Turns that took so much more than the mean are parts of their own, the others one together: it costs the node's own
 * look-ups again. */
enum { MORE_THAN_MEAN = 2 };

/* Pairs of turns behind the same first one have an origin together with it. */
enum { N_SHARING = 4 };

static void add_parts(struct frontier *f, unsigned opening)
{
	const struct opening *const o = &f->opening[opening];
	const bool is_deep = f->split_moves == DEEP_SPLIT_MOVES;
	const uint64_t own = f->work_before[o->origin] / (o->is_sharing ? N_SHARING : 1);
	const uint32_t *const turn = &f->work_before[!o->is_split ? 0 : is_deep ? deep_origin(f, o->origin, 0) : o->origin + 1];
	uint64_t sum = 0, rest_sum = 0;
	for (unsigned i = 0; i < N_NEXT_TURNS && o->is_split; i++)
		sum += turn[i];
	if (sum == 0) {
		set_part(f, opening, ALL_NEXT_TURNS | HAS_OPENING, own, own);
		f->n_parts++;
		return;
	}
	unsigned rest = 0;
	for (unsigned i = 0; i < N_NEXT_TURNS; i++) {  /* without branches: which turns these are cannot be foreseen */
		const bool is_own = (uint64_t)turn[i] * N_NEXT_TURNS > sum + MORE_THAN_MEAN * N_NEXT_TURNS;
		set_part(f, opening, 1u << i, turn[i], own + sum);
		f->n_parts += is_own;
		rest |= (unsigned)!is_own << i;
		rest_sum += is_own ? 0 : turn[i];
	}
	set_part(f, opening, rest | HAS_OPENING, rest_sum / (unsigned)__builtin_popcount(rest), own + sum);
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
	for (unsigned i = 0; i < f->n_parts; i++)
		begin[N_RANKS - f->rank[i]]++;
	for (unsigned r = 1; r <= N_RANKS; r++)
		begin[r] += begin[r - 1];
	for (unsigned i = 0; i < f->n_parts; i++)
		f->order[begin[N_RANKS - 1 - f->rank[i]]++] = f->part[i];
	atomic_store(&f->n_begun, 0);
}

/* Nobody has counted what lies behind a part's next turns, or, with fewer than DEEP_SPLIT_MOVES moves, behind those of the
 * nodes there: parts share nothing of that. */
static void begin_counting_deep(struct frontier *f, const struct part *part)
{
	const bool is_deep = part->n_moves == DEEP_SPLIT_MOVES;
	if (part->n_moves > DEEP_SPLIT_MOVES)
		return;
	for (unsigned turns = part->next_turns & ALL_NEXT_TURNS; turns != 0; turns &= turns - 1) {
		const unsigned turn = (unsigned)__builtin_ctz(turns);
		const unsigned first = is_deep ? deep_origin(f, part->origin, turn) : deep_origin(f, part->origin + 1 + turn, 0);
		memset(&f->work[first], 0, (is_deep ? 1 : N_NEXT_TURNS) * sizeof *f->work);
	}
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
	if (f->counts_deep)
		begin_counting_deep(f, part);
	if (place + N_AHEAD < f->n_parts)
		__builtin_prefetch(f->node[f->order[place + N_AHEAD].opening]);
	return true;
}
