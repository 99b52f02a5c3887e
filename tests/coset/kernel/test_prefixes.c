#include "coset/kernel/prefixes.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct prefixes *begun(enum metric metric)
{
	cube_init();
	struct prefixes *const f = prefixes_create();
	cr_assert_not_null(f);
	prefixes_begin(f, metric, 1);
	prefixes_begin_iteration(f, false);
	return f;
}

static void add(struct prefixes *f, struct prefix prefix)
{
	const unsigned i = prefixes_reserve(f, 1);
	f->prefix[i] = prefix;
	f->node[i] = (struct node){.edges = {(uint8_t)i, (uint8_t)(i >> 8)}};
}

/* Numbers of prefixes that exist. */
static unsigned number_of(unsigned i)
{
	const unsigned root = 1 + i / 30 + i / 30 / 30, after = i % 30;  /* before each 30 is one over one axis */
	return prefix_number(root, after / 15, (after % 15 + 1) / 4, (after % 15 + 1) % 4);
}

static struct prefixes *filled(unsigned n)
{
	struct prefixes *const f = begun(METRIC_HTM);
	for (unsigned i = 0; i < n; i++)
		add(f, (struct prefix){.counter = f->counter[number_of(n - 1 - i)], .n_moves = 4, .is_evaluated = true});
	return f;
}

/* What is expected of the next iteration: each prefix took its own. */
static void next_iteration(struct prefixes *f, const uint32_t *work, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		f->work[f->counter[number_of(i)]] = work[i];
	prefixes_begin_iteration(f, false);
	cr_assert_eq(f->n, 0);
}

Test(prefixes, numbers_tell_all_prefixes_apart)
{
	static bool is_used[MAX_PREFIX_NUMBERS];
	for (unsigned root = 0; root < MAX_ROOTS; root++)
		for (unsigned axis = 0; axis < 2; axis++)
			for (unsigned turns = 1; turns < 16; turns++) {
				const unsigned number = prefix_number(root, axis, turns / 4, turns % 4);
				cr_assert_lt(number, MAX_PREFIX_NUMBERS);
				cr_assert_not(is_used[number]);
				is_used[number] = true;
			}
	cr_assert_eq(prefix_number(3, 1, 4, 5), prefix_number(3, 1, 0, 1), "four quarter turns are none");
}

static unsigned moves_of_turns(enum metric metric, unsigned turns)
{
	static const unsigned cost[N_METRICS][4] = {{0, 1, 1, 1}, {0, 1, 2, 1}};
	return cost[metric][turns / 4 % 4] + cost[metric][turns % 4];
}

/* After three moves there is one for each next turn besides; after each of these and after four moves again. */
Test(prefixes, counters_tell_prefixes_and_next_turns_apart)
{
	for (enum metric metric = 0; metric < N_METRICS; metric++) {
		static unsigned n_uses[MAX_COUNTERS];
		memset(n_uses, 0, sizeof n_uses);
		struct prefixes *const f = begun(metric);
		const struct roots *const roots = &f->roots;
		unsigned n_split = 0;
		for (unsigned r = 0; r < roots->n; r++)
			for (unsigned turns = 1; turns < N_TURNS_AFTER && roots->root[r].parent != r; turns++) {
				const unsigned n_moves = roots->root[r].n_path + moves_of_turns(metric, turns);
				if (turns % 16 == 0)
					continue;
				const unsigned counter = f->counter[prefix_number(r, turns / 16, turns / 4 % 4, turns % 4)];
				const unsigned n_each = n_moves == SPLIT_MOVES ? 1 + N_NEXT_TURNS : 1;
				cr_assert_gt(counter, 0);
				n_split += n_moves == SPLIT_MOVES;
				for (unsigned i = 0; i < n_each; i++)
					n_uses[counter + i]++;
				for (unsigned i = 0; i < n_each * N_NEXT_TURNS && n_moves <= REFINED_SPLIT_MOVES; i++)
					n_uses[deep_counter(f, counter + i / N_NEXT_TURNS, i % N_NEXT_TURNS)]++;
			}
		cr_assert_eq(n_split, metric == METRIC_HTM ? 18u * 12 * 12 : 12u * 8 * 8);
		unsigned end = MAX_COUNTERS;
		while (end > 0 && n_uses[end - 1] == 0)
			end--;
		for (unsigned i = 1; i < end; i++)
			cr_assert_eq(n_uses[i], 1, "counter %u", i);
		prefixes_destroy(f);
	}
}

Test(prefixes, without_an_iteration_before_the_order_is_that_of_adding)
{
	struct prefixes *const f = filled(1000);
	prefixes_sort(f, 0);
	cr_assert_eq(f->n_units, 1000);
	for (unsigned i = 0; i < 1000; i++) {
		cr_assert_eq(f->order[i].prefix, i);
		cr_assert_eq(f->order[i].next_turns, ALL_NEXT_TURNS | HAS_PREFIX);
		cr_assert_eq(f->order[i].n_moves, 4);
	}
	prefixes_destroy(f);
}

/* Whatever the size of the numbers, and with many that are equal; by a sixty-fourth they may be out of order. */
Test(prefixes, are_sorted_by_what_the_iteration_before_took)
{
	static uint32_t work[N_OF_THREE_AXES];
	const unsigned n = N_OF_THREE_AXES;
	struct prefixes *const f = begun(METRIC_HTM);
	for (unsigned i = 0; i < n; i++)
		work[i] = f->counter[number_of(i)] == 0 ? 0 : i % 7 == 0 ? 5 : (i * 2654435761u) >> (i % 3 == 0 ? 8 : 0);
	next_iteration(f, work, n);
	for (unsigned i = 0; i < n; i++)
		add(f, (struct prefix){.counter = f->counter[number_of(i)]});
	prefixes_sort(f, 0);
	cr_assert_eq(f->n_units, n);
	for (unsigned i = 0; i < n; i++) {
		cr_assert_eq(f->work[f->counter[number_of(i)]], 0);
		if (i == 0)
			continue;
		const unsigned before = f->order[i - 1].prefix, here = f->order[i].prefix;
		cr_assert_geq((uint64_t)work[before] + work[before] / 64, work[here], "place %u", i);
		if (work[before] == work[here])
			cr_assert_lt(before, here, "place %u", i);
	}
	prefixes_destroy(f);
}

/* The units of a prefix have each of its turns once, and it is counted in one of them. */
static void check_units(const struct prefixes *f, unsigned prefix)
{
	unsigned turns = 0, n_counted = 0;
	for (unsigned i = 0; i < f->n_units; i++)
		if (f->order[i].prefix == prefix) {
			cr_assert_eq(turns & f->order[i].next_turns, 0);
			turns |= f->order[i].next_turns & ALL_NEXT_TURNS;
			n_counted += (f->order[i].next_turns & HAS_PREFIX) != 0;
		}
	cr_assert_eq(turns, ALL_NEXT_TURNS);
	cr_assert_eq(n_counted, 1);
}

Test(prefixes, turns_that_took_much_are_units_of_their_own)
{
	const unsigned split = prefix_number(2, 0, 1, 0), other = prefix_number(2, 0, 2, 0), whole = prefix_number(2, 0, 1, 1);
	struct prefixes *const f = begun(METRIC_HTM);
	for (unsigned i = 1; i <= N_NEXT_TURNS; i++) {
		f->work[f->counter[split] + i] = i == 4 ? 100 : i == 9 ? 60 : 7;
		f->work[f->counter[other] + i] = i == 1 ? 5 : 3;
	}
	f->work[f->counter[whole]] = 70;
	prefixes_begin_iteration(f, false);
	add(f, (struct prefix){.counter = f->counter[other], .is_evaluated = true, .is_split = true});
	add(f, (struct prefix){.counter = f->counter[split], .is_evaluated = true, .is_split = true});
	add(f, (struct prefix){.counter = f->counter[whole], .is_evaluated = true});
	prefixes_sort(f, 0);
	static const struct { unsigned prefix, next_turns; } expected[] = {
		{1, 1 << 3}, {1, 1 << 8}, {2, ALL_NEXT_TURNS | HAS_PREFIX},
		{1, (ALL_NEXT_TURNS & ~(1 << 3 | 1 << 8)) | HAS_PREFIX}, {0, ALL_NEXT_TURNS | HAS_PREFIX},
	};
	cr_assert_eq(f->n_units, sizeof expected / sizeof *expected);
	for (unsigned i = 0; i < f->n_units; i++) {
		cr_assert_eq(f->order[i].prefix, expected[i].prefix, "place %u", i);
		cr_assert_eq(f->order[i].next_turns, expected[i].next_turns, "place %u", i);
		cr_assert_eq(f->order[i].is_split, expected[i].prefix != 2);
	}
	for (unsigned i = 0; i < 3; i++)
		check_units(f, i);
	prefixes_destroy(f);
}

Test(prefixes, gives_each_unit_once)
{
	struct prefixes *const f = filled(100);
	prefixes_sort(f, 0);
	struct prefix_unit unit;
	for (unsigned i = 0; i < 100; i++) {
		cr_assert(prefixes_next(f, &unit));
		cr_assert_eq(unit.prefix, i);
		cr_assert_eq(f->node[unit.prefix].edges[0], i);
	}
	cr_assert_not(prefixes_next(f, &unit));
	cr_assert_not(prefixes_next(f, &unit));
	prefixes_destroy(f);
}

/* Prefixes of three to six moves; those of up to four stay, with their nodes, and come first in the next iteration. */
Test(prefixes, short_prefixes_persist)
{
	enum { N = 1000, MAX_PERSISTENT = 4 };
	struct prefixes *const f = begun(METRIC_HTM);
	unsigned n_persistent = 0;
	for (unsigned i = 0; i < N; i++) {
		add(f, (struct prefix){.counter = f->counter[number_of(i)], .n_moves = (uint8_t)(3 + i * 7 % 13 % 4)});
		n_persistent += f->prefix[i].n_moves <= MAX_PERSISTENT;
	}
	prefixes_keep(f, MAX_PERSISTENT);
	cr_assert_eq(f->n, N);
	prefixes_sort(f, 0);
	cr_assert_eq(f->n_units, N);
	for (unsigned i = 0; i < N; i++)
		cr_assert_eq(f->order[i].n_moves > MAX_PERSISTENT, i < N - n_persistent, "what may be cut, but was not, goes first");
	prefixes_begin_iteration(f, false);
	cr_assert_eq(f->n, n_persistent);
	cr_assert_eq(f->persistent_moves, MAX_PERSISTENT);
	static bool is_there[N];
	prefixes_sort(f, 0);
	cr_assert_eq(f->n_units, n_persistent);
	for (unsigned i = 0; i < n_persistent; i++) {
		const unsigned at = f->order[i].prefix, was = f->node[at].edges[0] + 256u * f->node[at].edges[1];
		cr_assert_eq(f->prefix[at].counter, f->counter[number_of(was)]);
		cr_assert_eq(f->prefix[at].n_moves, 3 + was * 7 % 13 % 4);
		cr_assert_leq(f->order[i].n_moves, MAX_PERSISTENT);
		cr_assert_not(is_there[was]);
		is_there[was] = true;
	}
	add(f, (struct prefix){.counter = f->counter[number_of(N)], .n_moves = 5});
	prefixes_sort(f, f->n_persistent);
	cr_assert_eq(f->n_units, 1, "only what was added");
	cr_assert_eq(f->order[0].prefix, n_persistent);
	prefixes_destroy(f);
}

/* As for the first cube: what the nodes of another one took says nothing, nor are its roots the same. */
Test(prefixes, a_new_cube_forgets_what_nodes_took)
{
	static uint32_t work[1000];
	for (unsigned i = 0; i < 1000; i++)
		work[i] = i;
	struct prefixes *const f = filled(1000);
	prefixes_sort(f, 0);
	next_iteration(f, work, 1000);
	f->has_root[7] = true;
	f->work[5] = 5;
	prefixes_begin(f, METRIC_HTM, 1);
	cr_assert_not(f->has_root[7]);
	prefixes_begin_iteration(f, false);
	for (unsigned i = 0; i < 1000; i++)
		add(f, (struct prefix){.counter = f->counter[number_of(999 - i)]});
	prefixes_sort(f, 0);
	for (unsigned i = 0; i < 1000; i++)
		cr_assert_eq(f->order[i].prefix, i);
	prefixes_destroy(f);
}

enum { N_THREADS = 4, N_RESERVED = 500, AT_ONCE = 5 };

static void *add_some(void *prefixes)
{
	struct prefixes *const p = prefixes;
	for (unsigned n = 0; n < N_RESERVED; n++) {
		const unsigned first = prefixes_reserve(p, AT_ONCE);
		for (unsigned i = first; i < first + AT_ONCE; i++) {
			p->prefix[i] = (struct prefix){.counter = i};
			p->node[i] = (struct node){.edges = {(uint8_t)i, (uint8_t)(i >> 8)}};
		}
	}
	return NULL;
}

Test(prefixes, are_filled_by_several_threads)
{
	struct prefixes *const f = begun(METRIC_HTM);
	pthread_t thread[N_THREADS];
	for (unsigned i = 0; i < N_THREADS; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, add_some, f), 0);
	for (unsigned i = 0; i < N_THREADS; i++)
		pthread_join(thread[i], NULL);
	cr_assert_eq(f->n, N_THREADS * N_RESERVED * AT_ONCE);
	for (unsigned i = 0; i < f->n; i++) {
		cr_assert_eq(f->prefix[i].counter, i);
		cr_assert_eq((unsigned)(f->node[i].edges[0] | f->node[i].edges[1] << 8), i);
	}
	prefixes_destroy(f);
}

Test(prefixes, more_than_there_is_room_for_are_refused)
{
	struct prefixes *const f = begun(METRIC_HTM);
	cr_assert_eq(prefixes_reserve(f, MAX_PREFIXES - 1), 0u);
	cr_expect_geq(prefixes_reserve(f, 2), (unsigned)MAX_PREFIXES);
	cr_expect_eq(f->n, (unsigned)MAX_PREFIXES - 1);
	cr_expect_eq(prefixes_reserve(f, 1), (unsigned)MAX_PREFIXES - 1);
	prefixes_destroy(f);
}

static uint32_t *counters_of(struct prefixes *f, enum metric metric, uint64_t symmetries)
{
	uint32_t *const counters = malloc(sizeof f->counter);
	cr_assert_not_null(counters);
	prefixes_begin(f, metric, symmetries);
	memcpy(counters, f->counter, sizeof f->counter);
	return counters;
}

Test(prefixes, numbers_of_counters_depend_on_roots_and_metric_alone)
{
	struct prefixes *const f = begun(METRIC_HTM), *const other = begun(METRIC_QTM);
	const uint64_t some = cube_symmetries(&cube_solved);
	uint32_t *const first = counters_of(f, METRIC_HTM, 1), *const again = counters_of(f, METRIC_HTM, 1);
	uint32_t *const of_some = counters_of(f, METRIC_HTM, some), *const of_some_first = counters_of(other, METRIC_HTM, some);
	uint32_t *const after = counters_of(f, METRIC_HTM, 1);
	const unsigned n_counters = f->n_counters;
	uint32_t *const qtm = counters_of(f, METRIC_QTM, 1), *const qtm_first = counters_of(other, METRIC_QTM, 1);
	cr_expect_eq(f->n_counters, other->n_counters);
	cr_expect_neq(f->n_counters, n_counters);
	cr_expect_arr_eq(first, again, sizeof f->counter);
	cr_expect_arr_eq(first, after, sizeof f->counter, "some roots in between change nothing");
	cr_expect_arr_eq(of_some, of_some_first, sizeof f->counter);
	cr_expect_arr_eq(qtm, qtm_first, sizeof f->counter);
	cr_expect_arr_neq(first, of_some, sizeof f->counter);
	cr_expect_arr_neq(first, qtm, sizeof f->counter);
	uint32_t *const arrays[] = {first, again, of_some, of_some_first, after, qtm, qtm_first};
	for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++)
		free(arrays[i]);
	prefixes_destroy(f);
	prefixes_destroy(other);
}

static void count(struct prefixes *f, unsigned counter, unsigned n)
{
	f->work[counter] += n;
}

/* After each prefix of three moves come two nodes, of four moves, by the second turn, and of five; and there is one prefix
 * of four moves from the beginning. */
static void refine(struct prefixes *f)
{
	unsigned i, n = 0;
	cr_assert(prefixes_begin_refining(f));
	for (; prefixes_next_short(f, &i); n++) {
		const unsigned counter = f->prefix[i].counter + 2;
		cr_assert_eq(f->prefix[i].n_moves, SPLIT_MOVES);
		add(f, (struct prefix){.counter = counter, .n_moves = REFINED_SPLIT_MOVES, .is_evaluated = true});
		add(f, (struct prefix){.counter = counter, .n_moves = REFINED_SPLIT_MOVES + 1, .shares_counter = true});
	}
	cr_assert_eq(n, 2);
	prefixes_end_refining(f);
	cr_assert_not(prefixes_begin_refining(f), "once is enough");
}

Test(prefixes, are_refined_once_more_is_known)
{
	struct prefixes *const f = begun(METRIC_HTM);
	const unsigned short_counter[2] = {f->counter[prefix_number(2, 0, 1, 0)], f->counter[prefix_number(2, 0, 2, 0)]};
	const unsigned long_counter = f->counter[prefix_number(2, 0, 1, 1)];
	for (unsigned i = 0; i < 2; i++)
		add(f, (struct prefix){short_counter[i], SPLIT_MOVES, true, true, false});
	add(f, (struct prefix){long_counter, REFINED_SPLIT_MOVES, true, false, false});
	prefixes_keep(f, REFINED_SPLIT_MOVES);
	prefixes_begin_iteration(f, true);
	cr_assert_not(prefixes_begin_refining(f), "nothing is counted yet");
	prefixes_sort(f, 0);
	f->work[deep_counter(f, short_counter[0] + 2, 7)] = 1000;  /* of another cube */
	for (struct prefix_unit unit; prefixes_next(f, &unit);)
		;
	cr_assert_eq(f->work[deep_counter(f, short_counter[0] + 2, 7)], 0);
	count(f, deep_counter(f, short_counter[0] + 2, 7), 50);
	count(f, deep_counter(f, short_counter[0] + 2, 8), 5);
	count(f, short_counter[0] + 2, 160);
	count(f, deep_counter(f, long_counter, 3), 90);
	prefixes_begin_iteration(f, true);
	refine(f);
	cr_assert_eq(f->n, 5);
	cr_assert_eq(f->n_persistent, 5);
	prefixes_sort(f, 0);
	/* 10 * 90 + 90; 10 * 50 + 215; 10 * 160 / 4 + 160 / 4; 215; 90; nothing. */
	const struct { unsigned counter, n_moves, next_turns; } expected[] = {
		{long_counter, 4, 1 << 3},
		{short_counter[0] + 2, 4, 1 << 7},
		{short_counter[0] + 2, 5, ALL_NEXT_TURNS | HAS_PREFIX},
		{short_counter[0] + 2, 4, (ALL_NEXT_TURNS & ~(1 << 7)) | HAS_PREFIX},
		{long_counter, 4, (ALL_NEXT_TURNS & ~(1 << 3)) | HAS_PREFIX},
	};
	cr_assert_eq(f->n_units, 7);
	for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
		cr_expect_eq(f->order[i].counter, expected[i].counter, "place %u", i);
		cr_expect_eq(f->order[i].n_moves, expected[i].n_moves, "place %u", i);
		cr_expect_eq(f->order[i].next_turns, expected[i].next_turns, "place %u", i);
		cr_expect_eq(f->order[i].is_split, expected[i].n_moves == 4, "place %u", i);
	}
	for (unsigned i = 0; i < f->n; i++)
		check_units(f, i);
	/* What one unit counts, another one of the same node leaves alone. */
	struct prefix_unit unit;
	cr_assert(prefixes_next(f, &unit));
	count(f, deep_counter(f, long_counter, 3), 5);
	for (unsigned i = 1; i < f->n_units; i++)
		cr_assert(prefixes_next(f, &unit));
	cr_expect_eq(f->work[deep_counter(f, long_counter, 3)], 5);
	prefixes_destroy(f);
}
