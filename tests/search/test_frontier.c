#include "search/frontier.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>

static struct frontier *filled(unsigned n)
{
	struct frontier *const f = frontier_create();
	cr_assert_not_null(f);
	for (unsigned i = 0; i < n; i++) {
		uint8_t node[OPENING_NODE_BYTES] = {(uint8_t)i, (uint8_t)(i >> 8)};
		frontier_set(f, frontier_reserve(f, 1),
		             (struct opening){.number = (uint16_t)(n - 1 - i), .left = 12, .is_tested = true}, node);
	}
	return f;
}

Test(frontier, numbers_tell_all_openings_apart)
{
	static bool is_used[MAX_OPENING_NUMBERS];
	for (unsigned root = 0; root < MAX_ROOTS; root++)
		for (unsigned axis = 0; axis < 2; axis++)
			for (unsigned turns = 1; turns < 16; turns++) {
				const unsigned number = opening_number(root, axis, turns / 4, turns % 4);
				cr_assert_lt(number, MAX_OPENING_NUMBERS);
				cr_assert_lt(number, 1u << 16, "it has 16 bits");
				cr_assert_not(is_used[number]);
				is_used[number] = true;
			}
	cr_assert_eq(opening_number(3, 1, 4, 5), opening_number(3, 1, 0, 1), "four quarter turns are none");
}

Test(frontier, without_an_iteration_before_the_order_is_that_of_adding)
{
	struct frontier *const f = filled(1000);
	frontier_sort(f);
	for (unsigned i = 0; i < f->n; i++)
		cr_assert_eq(f->order[i], i);
	free(f);
}

/* Whatever the size of the numbers, and with many that are equal. */
Test(frontier, is_sorted_by_what_the_iteration_before_took)
{
	const unsigned n = MAX_OPENINGS;
	struct frontier *const f = filled(n);
	frontier_sort(f);
	for (unsigned i = 0; i < n; i++)
		atomic_store(&f->work[i], i % 7 == 0 ? 5 : (uint64_t)(i * 2654435761u) << (i % 3 == 0 ? 15 : 0));
	static uint64_t work[MAX_OPENING_NUMBERS];
	for (unsigned i = 0; i < n; i++)
		work[f->opening[f->order[i]].number] = atomic_load(&f->work[i]);
	frontier_clear(f);
	cr_assert_eq(f->n, 0);
	for (unsigned i = 0; i < n; i++) {
		const uint8_t node[OPENING_NODE_BYTES] = {0};
		frontier_set(f, frontier_reserve(f, 1), (struct opening){.number = (uint16_t)i}, node);
	}
	frontier_sort(f);
	for (unsigned i = 0; i < n; i++) {
		cr_assert_eq(atomic_load(&f->work[i]), 0);
		if (i == 0)
			continue;
		const uint64_t before = work[f->opening[f->order[i - 1]].number], here = work[f->opening[f->order[i]].number];
		cr_assert_geq(before, here, "place %u", i);
		if (before == here)
			cr_assert_lt(f->order[i - 1], f->order[i], "place %u", i);
	}
	free(f);
}

Test(frontier, gives_each_place_once)
{
	struct frontier *const f = filled(100);
	frontier_sort(f);
	for (unsigned i = 0, place; i < 100; i++) {
		cr_assert(frontier_next(f, &place));
		cr_assert_eq(place, i);
		cr_assert_eq(f->node[f->order[place]][0], i);
	}
	unsigned place;
	cr_assert_not(frontier_next(f, &place));
	cr_assert_not(frontier_next(f, &place));
	free(f);
}

/* As for the first cube: what the nodes of another one took says nothing. */
Test(frontier, a_new_cube_forgets_what_nodes_took)
{
	struct frontier *const f = filled(1000);
	frontier_sort(f);
	for (unsigned i = 0; i < 1000; i++)
		atomic_store(&f->work[i], i);
	frontier_begin(f);
	frontier_clear(f);
	const unsigned first = frontier_reserve(f, 1000);
	cr_assert_eq(first, 0);
	for (unsigned i = 0; i < 1000; i++) {
		const uint8_t node[OPENING_NODE_BYTES] = {0};
		frontier_set(f, i, (struct opening){.number = (uint16_t)(999 - i)}, node);
	}
	frontier_sort(f);
	for (unsigned i = 0; i < 1000; i++)
		cr_assert_eq(f->order[i], i);
	free(f);
}

enum { N_THREADS = 4, N_RESERVED = 500, AT_ONCE = 5 };

static void *add_some(void *frontier)
{
	for (unsigned n = 0; n < N_RESERVED; n++) {
		const unsigned first = frontier_reserve(frontier, AT_ONCE);
		for (unsigned i = first; i < first + AT_ONCE; i++) {
			const uint8_t node[OPENING_NODE_BYTES] = {(uint8_t)i, (uint8_t)(i >> 8)};
			frontier_set(frontier, i, (struct opening){.number = (uint16_t)i}, node);
		}
	}
	return NULL;
}

Test(frontier, is_filled_by_several_threads)
{
	struct frontier *const f = frontier_create();
	pthread_t thread[N_THREADS];
	for (unsigned i = 0; i < N_THREADS; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, add_some, f), 0);
	for (unsigned i = 0; i < N_THREADS; i++)
		pthread_join(thread[i], NULL);
	cr_assert_eq(f->n, N_THREADS * N_RESERVED * AT_ONCE);
	for (unsigned i = 0; i < f->n; i++) {
		cr_assert_eq(f->opening[i].number, i);
		cr_assert_eq(f->node[i][0] | f->node[i][1] << 8, i);
	}
	free(f);
}
