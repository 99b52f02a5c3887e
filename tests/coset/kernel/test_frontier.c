#include "coset/kernel/frontier.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct frontier *begun(enum metric metric)
{
	static struct roots roots;
	cube_init();
	roots_fill(&roots, metric, 1);
	struct frontier *const f = frontier_create();
	cr_assert_not_null(f);
	frontier_begin(f, &roots, metric);
	frontier_clear(f, false);
	return f;
}

static void add(struct frontier *f, struct opening opening)
{
	const unsigned i = frontier_reserve(f, 1);
	const uint8_t node[OPENING_NODE_BYTES] = {(uint8_t)i, (uint8_t)(i >> 8)};
	frontier_set(f, i, opening, node);
}

/* Numbers of openings that exist. */
static unsigned number_of(unsigned i)
{
	const unsigned root = 1 + i / 30 + i / 30 / 30, behind = i % 30;  /* before each 30 is one over one axis */
	return opening_number(root, behind / 15, (behind % 15 + 1) / 4, (behind % 15 + 1) % 4);
}

static struct frontier *filled(unsigned n)
{
	struct frontier *const f = begun(METRIC_HTM);
	for (unsigned i = 0; i < n; i++)
		add(f, (struct opening){.origin = f->origin[number_of(n - 1 - i)], .n_moves = 4, .is_tested = true});
	return f;
}

/* What is expected of the next iteration: each opening took its own. */
static void next_iteration(struct frontier *f, const uint32_t *work, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		f->work[f->origin[number_of(i)]] = work[i];
	frontier_clear(f, false);
	cr_assert_eq(f->n, 0);
}

Test(frontier, numbers_tell_all_openings_apart)
{
	static bool is_used[MAX_OPENING_NUMBERS];
	for (unsigned root = 0; root < MAX_ROOTS; root++)
		for (unsigned axis = 0; axis < 2; axis++)
			for (unsigned turns = 1; turns < 16; turns++) {
				const unsigned number = opening_number(root, axis, turns / 4, turns % 4);
				cr_assert_lt(number, MAX_OPENING_NUMBERS);
				cr_assert_not(is_used[number]);
				is_used[number] = true;
			}
	cr_assert_eq(opening_number(3, 1, 4, 5), opening_number(3, 1, 0, 1), "four quarter turns are none");
}

static unsigned moves_of_turns(enum metric metric, unsigned turns)
{
	static const unsigned cost[N_METRICS][4] = {{0, 1, 1, 1}, {0, 1, 2, 1}};
	return cost[metric][turns / 4 % 4] + cost[metric][turns % 4];
}

/* Behind three moves there is one for each next turn besides; behind each of these and behind four moves again. */
Test(frontier, origins_tell_openings_and_next_turns_apart)
{
	static struct roots roots;
	for (enum metric metric = 0; metric < N_METRICS; metric++) {
		static unsigned n_uses[MAX_ORIGINS];
		memset(n_uses, 0, sizeof n_uses);
		struct frontier *const f = begun(metric);
		roots_fill(&roots, metric, 1);
		unsigned n_split = 0;
		for (unsigned r = 0; r < roots.n; r++)
			for (unsigned turns = 1; turns < N_TURNS_BEHIND && roots.root[r].parent != r; turns++) {
				const unsigned n_moves = roots.root[r].n_path + moves_of_turns(metric, turns);
				if (turns % 16 == 0)
					continue;
				const unsigned origin = f->origin[opening_number(r, turns / 16, turns / 4 % 4, turns % 4)];
				const unsigned n_each = n_moves == SPLIT_MOVES ? 1 + N_NEXT_TURNS : 1;
				cr_assert_gt(origin, 0);
				n_split += n_moves == SPLIT_MOVES;
				for (unsigned i = 0; i < n_each; i++)
					n_uses[origin + i]++;
				for (unsigned i = 0; i < n_each * N_NEXT_TURNS && n_moves <= DEEP_SPLIT_MOVES; i++)
					n_uses[deep_origin(f, origin + i / N_NEXT_TURNS, i % N_NEXT_TURNS)]++;
				cr_assert_eq(origin < f->n_short_origins, n_moves <= DEEP_SPLIT_MOVES);
			}
		cr_assert_eq(n_split, metric == METRIC_HTM ? 18u * 12 * 12 : 12u * 8 * 8);
		cr_assert_leq(deep_origin(f, f->n_short_origins, 0), MAX_ORIGINS);
		for (unsigned i = 1; i < deep_origin(f, f->n_short_origins, 0); i++)
			cr_assert_eq(n_uses[i], 1, "origin %u", i);
		frontier_destroy(f);
	}
}

Test(frontier, without_an_iteration_before_the_order_is_that_of_adding)
{
	struct frontier *const f = filled(1000);
	frontier_sort(f, 0);
	cr_assert_eq(f->n_parts, 1000);
	for (unsigned i = 0; i < 1000; i++) {
		cr_assert_eq(f->order[i].opening, i);
		cr_assert_eq(f->order[i].next_turns, ALL_NEXT_TURNS | HAS_OPENING);
		cr_assert_eq(f->order[i].n_moves, 4);
	}
	frontier_destroy(f);
}

/* Whatever the size of the numbers, and with many that are equal; by a sixty-fourth they may be out of order. */
Test(frontier, is_sorted_by_what_the_iteration_before_took)
{
	static uint32_t work[N_OF_THREE_AXES];
	const unsigned n = N_OF_THREE_AXES;
	struct frontier *const f = begun(METRIC_HTM);
	for (unsigned i = 0; i < n; i++)
		work[i] = f->origin[number_of(i)] == 0 ? 0 : i % 7 == 0 ? 5 : (i * 2654435761u) >> (i % 3 == 0 ? 8 : 0);
	next_iteration(f, work, n);
	for (unsigned i = 0; i < n; i++)
		add(f, (struct opening){.origin = f->origin[number_of(i)]});
	frontier_sort(f, 0);
	cr_assert_eq(f->n_parts, n);
	for (unsigned i = 0; i < n; i++) {
		cr_assert_eq(f->work[f->origin[number_of(i)]], 0);
		if (i == 0)
			continue;
		const unsigned before = f->order[i - 1].opening, here = f->order[i].opening;
		cr_assert_geq((uint64_t)work[before] + work[before] / 64, work[here], "place %u", i);
		if (work[before] == work[here])
			cr_assert_lt(before, here, "place %u", i);
	}
	frontier_destroy(f);
}

/* The parts of an opening have each of its turns once, and it is counted in one of them. */
static void check_parts(const struct frontier *f, unsigned opening)
{
	unsigned turns = 0, n_counted = 0;
	for (unsigned i = 0; i < f->n_parts; i++)
		if (f->order[i].opening == opening) {
			cr_assert_eq(turns & f->order[i].next_turns, 0);
			turns |= f->order[i].next_turns & ALL_NEXT_TURNS;
			n_counted += (f->order[i].next_turns & HAS_OPENING) != 0;
		}
	cr_assert_eq(turns, ALL_NEXT_TURNS);
	cr_assert_eq(n_counted, 1);
}

Test(frontier, turns_that_took_much_are_parts_of_their_own)
{
	const unsigned split = opening_number(2, 0, 1, 0), other = opening_number(2, 0, 2, 0), whole = opening_number(2, 0, 1, 1);
	struct frontier *const f = begun(METRIC_HTM);
	for (unsigned i = 1; i <= N_NEXT_TURNS; i++) {
		f->work[f->origin[split] + i] = i == 4 ? 100 : i == 9 ? 60 : 7;
		f->work[f->origin[other] + i] = i == 1 ? 5 : 3;
	}
	f->work[f->origin[whole]] = 70;
	frontier_clear(f, false);
	add(f, (struct opening){.origin = f->origin[other], .is_tested = true, .is_split = true});
	add(f, (struct opening){.origin = f->origin[split], .is_tested = true, .is_split = true});
	add(f, (struct opening){.origin = f->origin[whole], .is_tested = true});
	frontier_sort(f, 0);
	static const struct { unsigned opening, next_turns; } expected[] = {
		{1, 1 << 3}, {1, 1 << 8}, {2, ALL_NEXT_TURNS | HAS_OPENING},
		{1, (ALL_NEXT_TURNS & ~(1 << 3 | 1 << 8)) | HAS_OPENING}, {0, ALL_NEXT_TURNS | HAS_OPENING},
	};
	cr_assert_eq(f->n_parts, sizeof expected / sizeof *expected);
	for (unsigned i = 0; i < f->n_parts; i++) {
		cr_assert_eq(f->order[i].opening, expected[i].opening, "place %u", i);
		cr_assert_eq(f->order[i].next_turns, expected[i].next_turns, "place %u", i);
		cr_assert_eq(f->order[i].is_split, expected[i].opening != 2);
	}
	for (unsigned i = 0; i < 3; i++)
		check_parts(f, i);
	frontier_destroy(f);
}

Test(frontier, gives_each_part_once)
{
	struct frontier *const f = filled(100);
	frontier_sort(f, 0);
	struct part part;
	for (unsigned i = 0; i < 100; i++) {
		cr_assert(frontier_next(f, &part));
		cr_assert_eq(part.opening, i);
		cr_assert_eq(f->node[part.opening][0], i);
	}
	cr_assert_not(frontier_next(f, &part));
	cr_assert_not(frontier_next(f, &part));
	frontier_destroy(f);
}

/* Openings of three to six moves; those of up to four stay, with their nodes, and come first in the next iteration. */
Test(frontier, short_openings_last)
{
	enum { N = 1000, MAX_LASTING = 4 };
	struct frontier *const f = begun(METRIC_HTM);
	unsigned n_lasting = 0;
	for (unsigned i = 0; i < N; i++) {
		add(f, (struct opening){.origin = f->origin[number_of(i)], .n_moves = (uint8_t)(3 + i * 7 % 13 % 4)});
		n_lasting += f->opening[i].n_moves <= MAX_LASTING;
	}
	frontier_keep_lasting(f, MAX_LASTING);
	cr_assert_eq(f->n, N);
	frontier_sort(f, 0);
	cr_assert_eq(f->n_parts, N);
	for (unsigned i = 0; i < N; i++)
		cr_assert_eq(f->order[i].n_moves > MAX_LASTING, i < N - n_lasting, "what may be cut, but was not, goes first");
	frontier_clear(f, false);
	cr_assert_eq(f->n, n_lasting);
	cr_assert_eq(f->lasting_moves, MAX_LASTING);
	static bool is_there[N];
	frontier_sort(f, 0);
	cr_assert_eq(f->n_parts, n_lasting);
	for (unsigned i = 0; i < n_lasting; i++) {
		const unsigned at = f->order[i].opening, was = f->node[at][0] + 256u * f->node[at][1];
		cr_assert_eq(f->opening[at].origin, f->origin[number_of(was)]);
		cr_assert_eq(f->opening[at].n_moves, 3 + was * 7 % 13 % 4);
		cr_assert_leq(f->order[i].n_moves, MAX_LASTING);
		cr_assert_not(is_there[was]);
		is_there[was] = true;
	}
	add(f, (struct opening){.origin = f->origin[number_of(N)], .n_moves = 5});
	frontier_sort(f, f->n_lasting);
	cr_assert_eq(f->n_parts, 1, "only what was added");
	cr_assert_eq(f->order[0].opening, n_lasting);
	frontier_destroy(f);
}

/* As for the first cube: what the nodes of another one took says nothing, nor are its roots the same. */
Test(frontier, a_new_cube_forgets_what_nodes_took)
{
	static struct roots roots;
	static uint32_t work[1000];
	for (unsigned i = 0; i < 1000; i++)
		work[i] = i;
	struct frontier *const f = filled(1000);
	frontier_sort(f, 0);
	next_iteration(f, work, 1000);
	f->has_root[7] = true;
	f->work[5] = 5;
	roots_fill(&roots, METRIC_HTM, 1);
	frontier_begin(f, &roots, METRIC_HTM);
	cr_assert_not(f->has_root[7]);
	frontier_clear(f, false);
	for (unsigned i = 0; i < 1000; i++)
		add(f, (struct opening){.origin = f->origin[number_of(999 - i)]});
	frontier_sort(f, 0);
	for (unsigned i = 0; i < 1000; i++)
		cr_assert_eq(f->order[i].opening, i);
	frontier_destroy(f);
}

enum { N_THREADS = 4, N_RESERVED = 500, AT_ONCE = 5 };

static void *add_some(void *frontier)
{
	for (unsigned n = 0; n < N_RESERVED; n++) {
		const unsigned first = frontier_reserve(frontier, AT_ONCE);
		for (unsigned i = first; i < first + AT_ONCE; i++) {
			const uint8_t node[OPENING_NODE_BYTES] = {(uint8_t)i, (uint8_t)(i >> 8)};
			frontier_set(frontier, i, (struct opening){.origin = i}, node);
		}
	}
	return NULL;
}

Test(frontier, is_filled_by_several_threads)
{
	struct frontier *const f = begun(METRIC_HTM);
	pthread_t thread[N_THREADS];
	for (unsigned i = 0; i < N_THREADS; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, add_some, f), 0);
	for (unsigned i = 0; i < N_THREADS; i++)
		pthread_join(thread[i], NULL);
	cr_assert_eq(f->n, N_THREADS * N_RESERVED * AT_ONCE);
	for (unsigned i = 0; i < f->n; i++) {
		cr_assert_eq(f->opening[i].origin, i);
		cr_assert_eq(f->node[i][0] | f->node[i][1] << 8, i);
	}
	frontier_destroy(f);
}

static uint32_t *origins_of(struct frontier *f, const struct roots *roots, enum metric metric)
{
	uint32_t *const origins = malloc(sizeof f->origin);
	cr_assert_not_null(origins);
	frontier_begin(f, roots, metric);
	memcpy(origins, f->origin, sizeof f->origin);
	return origins;
}

Test(frontier, numbers_of_origins_depend_on_roots_and_metric_alone)
{
	static struct roots all, some, all_qtm;
	struct frontier *const f = begun(METRIC_HTM), *const other = begun(METRIC_QTM);
	roots_fill(&all, METRIC_HTM, 1);
	roots_fill(&some, METRIC_HTM, cube_symmetries(&cube_solved));
	roots_fill(&all_qtm, METRIC_QTM, 1);
	uint32_t *const first = origins_of(f, &all, METRIC_HTM), *const again = origins_of(f, &all, METRIC_HTM);
	uint32_t *const of_some = origins_of(f, &some, METRIC_HTM), *const of_some_first = origins_of(other, &some, METRIC_HTM);
	uint32_t *const after = origins_of(f, &all, METRIC_HTM);
	const unsigned n_origins = f->n_origins;
	uint32_t *const qtm = origins_of(f, &all_qtm, METRIC_QTM), *const qtm_first = origins_of(other, &all_qtm, METRIC_QTM);
	cr_expect_eq(f->n_origins, other->n_origins);
	cr_expect_neq(f->n_origins, n_origins);
	cr_expect_arr_eq(first, again, sizeof f->origin);
	cr_expect_arr_eq(first, after, sizeof f->origin, "some roots in between change nothing");
	cr_expect_arr_eq(of_some, of_some_first, sizeof f->origin);
	cr_expect_arr_eq(qtm, qtm_first, sizeof f->origin);
	cr_expect_arr_neq(first, of_some, sizeof f->origin);
	cr_expect_arr_neq(first, qtm, sizeof f->origin);
	uint32_t *const arrays[] = {first, again, of_some, of_some_first, after, qtm, qtm_first};
	for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++)
		free(arrays[i]);
	frontier_destroy(f);
	frontier_destroy(other);
}

static void *count_often(void *frontier)
{
	static const uint32_t work[10] = {[7] = 1, [9] = 5};
	for (unsigned n = 0; n < N_RESERVED; n++)
		frontier_count_later(frontier, 7, 10, work);
	return NULL;
}

Test(frontier, counts_of_several_threads_add_up_in_the_next_iteration)
{
	struct frontier *const f = begun(METRIC_HTM);
	pthread_t thread[N_THREADS];
	frontier_count(f->work, 9, 2);
	frontier_count(f->work, 9, 1);
	for (unsigned i = 0; i < N_THREADS; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, count_often, f), 0);
	for (unsigned i = 0; i < N_THREADS; i++)
		pthread_join(thread[i], NULL);
	frontier_clear(f, false);
	for (unsigned i = 0; i < f->n_origins; i++) {
		const unsigned expected = i == 7 ? N_THREADS * N_RESERVED : i == 9 ? 3 + 5 * N_THREADS * N_RESERVED : 0;
		cr_assert_eq(f->work_before[i], expected, "%u", i);
		cr_assert_eq(f->work[i], 0);
	}
	frontier_clear(f, false);
	cr_expect_eq(f->work_before[9], 0, "they count once");
	frontier_destroy(f);
}

/* Behind each opening of three moves come two nodes, of four moves, by the second turn, and of five; and there is one opening
 * of four moves from the beginning. */
static void make_deeper(struct frontier *f)
{
	unsigned i, n = 0;
	cr_assert(frontier_begin_deepening(f));
	for (; frontier_next_short(f, &i); n++) {
		const unsigned origin = f->opening[i].origin + 2;
		cr_assert_eq(f->opening[i].n_moves, SPLIT_MOVES);
		add(f, (struct opening){.origin = origin, .n_moves = DEEP_SPLIT_MOVES, .is_tested = true});
		add(f, (struct opening){.origin = origin, .n_moves = DEEP_SPLIT_MOVES + 1, .is_sharing = true});
	}
	cr_assert_eq(n, 2);
	frontier_end_deepening(f);
	cr_assert_not(frontier_begin_deepening(f), "once is enough");
}

Test(frontier, is_made_deeper_once_more_is_known)
{
	struct frontier *const f = begun(METRIC_HTM);
	const unsigned short_origin[2] = {f->origin[opening_number(2, 0, 1, 0)], f->origin[opening_number(2, 0, 2, 0)]};
	const unsigned long_origin = f->origin[opening_number(2, 0, 1, 1)];
	for (unsigned i = 0; i < 2; i++)
		add(f, (struct opening){short_origin[i], SPLIT_MOVES, true, true, false});
	add(f, (struct opening){long_origin, DEEP_SPLIT_MOVES, true, false, false});
	frontier_keep_lasting(f, DEEP_SPLIT_MOVES);
	frontier_clear(f, true);
	cr_assert_not(frontier_begin_deepening(f), "nothing is counted yet");
	frontier_sort(f, 0);
	f->work[deep_origin(f, short_origin[0] + 2, 7)] = 1000;  /* of another cube */
	for (struct part part; frontier_next(f, &part);)
		;
	cr_assert_eq(f->work[deep_origin(f, short_origin[0] + 2, 7)], 0);
	frontier_count(f->work, deep_origin(f, short_origin[0] + 2, 7), 50);
	frontier_count(f->work, deep_origin(f, short_origin[0] + 2, 8), 5);
	frontier_count(f->work, short_origin[0] + 2, 160);
	frontier_count(f->work, deep_origin(f, long_origin, 3), 90);
	frontier_clear(f, true);
	make_deeper(f);
	cr_assert_eq(f->n, 5);
	cr_assert_eq(f->n_lasting, 5);
	frontier_sort(f, 0);
	/* 10 * 90 + 90; 10 * 50 + 215; 10 * 160 / 4 + 160 / 4; 215; 90; nothing. */
	const struct { unsigned origin, n_moves, next_turns; } expected[] = {
		{long_origin, 4, 1 << 3},
		{short_origin[0] + 2, 4, 1 << 7},
		{short_origin[0] + 2, 5, ALL_NEXT_TURNS | HAS_OPENING},
		{short_origin[0] + 2, 4, (ALL_NEXT_TURNS & ~(1 << 7)) | HAS_OPENING},
		{long_origin, 4, (ALL_NEXT_TURNS & ~(1 << 3)) | HAS_OPENING},
	};
	cr_assert_eq(f->n_parts, 7);
	for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
		cr_expect_eq(f->order[i].origin, expected[i].origin, "place %u", i);
		cr_expect_eq(f->order[i].n_moves, expected[i].n_moves, "place %u", i);
		cr_expect_eq(f->order[i].next_turns, expected[i].next_turns, "place %u", i);
		cr_expect_eq(f->order[i].is_split, expected[i].n_moves == 4, "place %u", i);
	}
	for (unsigned i = 0; i < f->n; i++)
		check_parts(f, i);
	/* What one part counts, another one of the same node leaves alone. */
	struct part part;
	cr_assert(frontier_next(f, &part));
	frontier_count(f->work, deep_origin(f, long_origin, 3), 5);
	for (unsigned i = 1; i < f->n_parts; i++)
		cr_assert(frontier_next(f, &part));
	cr_expect_eq(f->work[deep_origin(f, long_origin, 3)], 5);
	frontier_destroy(f);
}
