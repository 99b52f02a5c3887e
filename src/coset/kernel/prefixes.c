#include "coset/kernel/prefixes.h"

#include "coset/kernel/rank.h"

#include <stdlib.h>

enum { N_AHEAD = 16 };                  /* units whose nodes are prefetched */

struct prefixes *prefixes_create(void)
{
	/* Pages of prefixes that never exist are never touched. */
	struct prefixes *const p = aligned_alloc(64, (sizeof *p + 63) / 64 * 64);
	if (p == NULL)
		return NULL;
	p->cube = 0;
	p->are_numbered = false;
	p->work = p->counts[0];
	p->work_before = p->counts[1];
	return p;
}

void prefixes_destroy(struct prefixes *p)
{
	free(p);
}

/* ---- numbers ---- */
static unsigned cost_of_turns(enum metric metric, unsigned quarter_turns)
{
	return metric == METRIC_HTM ? quarter_turns != 0 : quarter_turns == 3 ? 1 : quarter_turns;
}

/* Give the prefixes of `min` to `max` moves counters. */
static void number_some(struct prefixes *p, enum metric metric, unsigned min, unsigned max)
{
	const unsigned n_each = max == SPLIT_MOVES ? 1 + N_NEXT_TURNS : 1;
	for (unsigned r = 0; r < p->roots.n; r++) {
		if (p->roots.root[r].parent == r)
			continue;
		for (unsigned turns = 0; turns < N_TURNS_AFTER; turns++) {
			const unsigned cost = cost_of_turns(metric, turns / 4 % 4) + cost_of_turns(metric, turns % 4);
			const unsigned n_moves = p->roots.root[r].n_path + cost;
			if (turns % 16 == 0 || n_moves < min || n_moves > max)
				continue;
			p->counter[r * N_TURNS_AFTER + turns] = p->n_counters;
			p->n_counters += n_each;
		}
	}
}

static void number_all(struct prefixes *p, enum metric metric)
{
	memset(p->counter, 0, sizeof p->counter);
	p->n_counters = 1;
	number_some(p, metric, SPLIT_MOVES, SPLIT_MOVES);
	number_some(p, metric, REFINED_SPLIT_MOVES, REFINED_SPLIT_MOVES);
	number_some(p, metric, REFINED_SPLIT_MOVES + 1, MAX_ROOT_PATH + 4);
}

/* ---- cubes and iterations ---- */
void prefixes_begin(struct prefixes *p, enum metric metric, uint64_t symmetries)
{
	const bool has_all_roots = symmetries == 1;  /* which are the same for all cubes without symmetry */
	if (!(has_all_roots && p->are_numbered && p->numbered_metric == metric)) {
		roots_fill(&p->roots, metric, symmetries);
		number_all(p, metric);
	}
	p->are_numbered = has_all_roots;
	p->numbered_metric = metric;
	atomic_store(&p->n, 0);
	p->n_persistent = p->persistent_moves = 0;
	p->split_moves = SPLIT_MOVES;
	p->is_refining = p->counts_deep = false;
	atomic_store(&p->n_refined_expanded, 0);
	atomic_store(&p->n_refined_generated, 0);
	memset(p->has_root, 0, sizeof p->has_root);
	memset(p->work, 0, p->n_counters * sizeof *p->work);
}

void prefixes_begin_iteration(struct prefixes *p, bool counts_deep)
{
	uint32_t *const work = p->work_before;
	p->work_before = p->work;
	p->work = work;
	p->counted_deep = p->counts_deep;
	p->counts_deep = counts_deep;
	memset(work, 0, p->n_counters * sizeof *work);
	atomic_store(&p->n, p->n_persistent);
	atomic_store(&p->n_begun, 0);
}

unsigned prefixes_reserve(struct prefixes *p, unsigned n)
{
	const unsigned begin = atomic_fetch_add_explicit(&p->n, n, memory_order_relaxed);
	if (begin + n <= MAX_PREFIXES)
		return begin;
	atomic_fetch_sub_explicit(&p->n, n, memory_order_relaxed);  /* what is there is whole */
	return MAX_PREFIXES;
}

static void move_prefix(struct prefixes *p, unsigned from, unsigned to)
{
	p->prefix[to] = p->prefix[from];
	p->node[to] = p->node[from];
}

void prefixes_keep(struct prefixes *p, unsigned n_moves)
{
	unsigned n = 0;
	while (n < p->n && p->prefix[n].n_moves <= n_moves)
		n++;
	for (unsigned i = n + 1; i < p->n; i++) {
		if (p->prefix[i].n_moves > n_moves)
			continue;
		const struct prefix prefix = p->prefix[i];  /* changes places with number n */
		const struct node node = p->node[i];
		move_prefix(p, n, i);
		p->prefix[n] = prefix;
		p->node[n++] = node;
	}
	p->n_persistent = n;
	p->persistent_moves = n_moves;
}

/* ---- refining ---- */
bool prefixes_begin_refining(struct prefixes *p)
{
	p->is_refining = p->counted_deep && p->n_persistent != 0 && p->split_moves == SPLIT_MOVES
	                 && p->persistent_moves > SPLIT_MOVES;
	atomic_store(&p->n_begun, 0);
	return p->is_refining;
}

bool prefixes_next_short(struct prefixes *p, unsigned *prefix)
{
	do
		*prefix = atomic_fetch_add_explicit(&p->n_begun, 1, memory_order_relaxed);
	while (*prefix < p->n_persistent && p->prefix[*prefix].n_moves != SPLIT_MOVES);
	return *prefix < p->n_persistent;
}

void prefixes_end_refining(struct prefixes *p)
{
	unsigned n = p->n;
	for (unsigned i = 0; i < n;) {
		p->prefix[i].is_split = p->prefix[i].n_moves == REFINED_SPLIT_MOVES;
		if (p->prefix[i].n_moves > SPLIT_MOVES)
			i++;
		else
			move_prefix(p, --n, i);
	}
	p->is_refining = false;
	p->split_moves = REFINED_SPLIT_MOVES;
	p->n_persistent = n;
	p->n = n;
}

/* ---- the order ---- */
/* Set the unit that comes next, which counts as one only if n_units grows.  Its rank follows from what it took, the mean if it
 * has several turns, and a tenth of what all of its prefix did. */
static void set_unit(struct prefixes *p, unsigned prefix, unsigned next_turns, uint64_t mean, uint64_t work_of_prefix)
{
	const struct prefix *const from = &p->prefix[prefix];
	p->rank[p->n_units] = rank_of(10 * mean + work_of_prefix);
	p->unit[p->n_units] = (struct prefix_unit){
		.prefix = prefix & ((1 << PREFIX_BITS) - 1),
		.next_turns = next_turns & (ALL_NEXT_TURNS | HAS_PREFIX),
		.is_evaluated = from->is_evaluated,
		.is_split = from->is_split,
		.counter = from->counter & COUNTER_MASK,
		.n_moves = from->n_moves,
	};
}

/* Turns that took so much more than the mean are units of their own, the others one together: each repeats the lookups of the
 * node itself. */
enum { MORE_THAN_MEAN = 2 };

/* Pairs of turns after the same first one share a counter, together with it. */
enum { N_SHARING = 4 };

static void add_units(struct prefixes *p, unsigned prefix)
{
	const struct prefix *const from = &p->prefix[prefix];
	const bool is_deep = p->split_moves == REFINED_SPLIT_MOVES;
	const uint64_t own = p->work_before[from->counter] / (from->shares_counter ? N_SHARING : 1);
	const unsigned first = !from->is_split ? 0 : is_deep ? deep_counter(p, from->counter, 0) : from->counter + 1;
	const uint32_t *const turn = &p->work_before[first];
	uint64_t sum = 0, rest_sum = 0;
	for (unsigned i = 0; i < N_NEXT_TURNS && from->is_split; i++)
		sum += turn[i];
	if (sum == 0) {
		set_unit(p, prefix, ALL_NEXT_TURNS | HAS_PREFIX, own, own);
		p->n_units++;
		return;
	}
	unsigned rest = 0;
	for (unsigned i = 0; i < N_NEXT_TURNS; i++) {  /* without branches: which turns these are cannot be foreseen */
		const bool is_own = (uint64_t)turn[i] * N_NEXT_TURNS > sum + MORE_THAN_MEAN * N_NEXT_TURNS;
		set_unit(p, prefix, 1u << i, turn[i], own + sum);
		p->n_units += is_own;
		rest |= (unsigned)!is_own << i;
		rest_sum += is_own ? 0 : turn[i];
	}
	set_unit(p, prefix, rest | HAS_PREFIX, rest_sum / (unsigned)__builtin_popcount(rest), own + sum);
	p->n_units++;
}

void prefixes_sort(struct prefixes *p, unsigned first)
{
	uint32_t begin[N_RANKS + 1] = {0};
	p->n_units = 0;
	/* Those that are not persistent might have been pruned, but were not: they come first where nothing else is known. */
	for (unsigned i = first > p->n_persistent ? first : p->n_persistent; i < p->n; i++)
		add_units(p, i);
	for (unsigned i = first; i < p->n_persistent; i++)
		add_units(p, i);
	for (unsigned i = 0; i < p->n_units; i++)
		begin[N_RANKS - p->rank[i]]++;
	for (unsigned r = 1; r <= N_RANKS; r++)
		begin[r] += begin[r - 1];
	for (unsigned i = 0; i < p->n_units; i++)
		p->order[begin[N_RANKS - 1 - p->rank[i]]++] = p->unit[i];
	atomic_store(&p->n_begun, 0);
}

/* Nobody has counted below a unit's next turns, or, with fewer than REFINED_SPLIT_MOVES moves, below those of the nodes there:
 * units share nothing of that. */
static void begin_counting_deep(struct prefixes *p, const struct prefix_unit *unit)
{
	const bool is_deep = unit->n_moves == REFINED_SPLIT_MOVES;
	if (unit->n_moves > REFINED_SPLIT_MOVES)
		return;
	for (unsigned turns = unit->next_turns & ALL_NEXT_TURNS; turns != 0; turns &= turns - 1) {
		const unsigned turn = (unsigned)__builtin_ctz(turns);
		const unsigned first = is_deep ? deep_counter(p, unit->counter, turn) : deep_counter(p, unit->counter + 1 + turn, 0);
		memset(&p->work[first], 0, (is_deep ? 1 : N_NEXT_TURNS) * sizeof *p->work);
	}
}

bool prefixes_next(struct prefixes *p, struct prefix_unit *unit)
{
	/* Relaxed: what is read is constant during an iteration. */
	if (atomic_load_explicit(&p->n_begun, memory_order_relaxed) >= p->n_units)
		return false;
	const unsigned i = atomic_fetch_add_explicit(&p->n_begun, 1, memory_order_relaxed);
	if (i >= p->n_units)
		return false;
	*unit = p->order[i];
	if (p->counts_deep)
		begin_counting_deep(p, unit);
	if (i + N_AHEAD < p->n_units)
		__builtin_prefetch(&p->node[p->order[i + N_AHEAD].prefix]);
	return true;
}
