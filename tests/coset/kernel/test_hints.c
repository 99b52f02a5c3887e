#include "coset/kernel/hints.h"

#include <criterion/criterion.h>
#include <pthread.h>

/* With so many of these found, by number. */
static struct hints *hints_with(unsigned n, uint8_t classes)
{
	struct hints *const h = hints_create();
	cr_assert_not_null(h);
	hints_begin(h, 15, 20);
	for (unsigned i = 0; i < n; i++)
		hints_add(h, &(struct hint){.where = i, .classes = classes}, 1);
	return h;
}

Test(hints, are_of_the_iteration_before)
{
	struct hints *const h = hints_with(3, 1);
	const struct hint *hint;
	unsigned class;
	cr_expect_not(hints_exist(h));
	cr_expect_eq(hints_next(h, &hint, &class), 0);
	cr_expect(hints_all_ended(h), "there were none");
	hints_begin(h, 16, 20);
	cr_expect(hints_exist(h));
	hints_add(h, &(struct hint){.where = 7}, 1);
	cr_expect_eq(hints_next(h, &hint, &class), 3);
	hints_begin(h, 17, 20);
	cr_assert_eq(hints_next(h, &hint, &class), 1);
	cr_expect_eq(hint[0].where, 7);
	hints_destroy(h);
}

Test(hints, are_forgotten_after_a_gap_and_with_a_new_cube)
{
	struct hints *const h = hints_with(3, 1);
	hints_begin(h, 17, 20);
	cr_expect_not(hints_exist(h), "16 moves were searched otherwise");
	hints_add(h, &(struct hint){.where = 7}, 1);
	hints_forget(h);
	hints_begin(h, 18, 20);
	cr_expect_not(hints_exist(h));
	hints_destroy(h);
}

Test(hints, come_once_in_each_class)
{
	enum { N = 5 * HINTS_AT_ONCE / 2 };
	struct hints *const h = hints_with(N, 1);
	hints_begin(h, 16, 20);
	const struct hint *hint;
	unsigned n_of_class[HINT_CLASSES] = {0}, class, last_class = 0, n_taken = 0;
	for (unsigned n; (n = hints_next(h, &hint, &class)) != 0; n_taken++) {
		cr_assert_leq(n, HINTS_AT_ONCE);
		cr_assert_geq(class, last_class, "the first class comes first");
		cr_assert_lt(class, HINT_CLASSES);
		for (unsigned i = 0; i < n; i++)
			cr_assert_eq(hint[i].where, n_of_class[class]++);
		cr_assert_not(hints_all_ended(h));
		last_class = class;
	}
	for (unsigned p = 0; p < HINT_CLASSES; p++)
		cr_expect_eq(n_of_class[p], N);
	for (unsigned i = 0; i < n_taken; i++) {
		cr_assert_not(hints_all_ended(h));
		hints_end(h);
	}
	cr_expect(hints_all_ended(h));
	hints_destroy(h);
}

enum { N_THREADS = 4, N_ADDED = 10000, N_CHUNKS = 100 };

static void *add_many(void *hints)
{
	struct hint some[N_ADDED / N_CHUNKS] = {{.where = 0}};
	for (unsigned chunk = 0; chunk < N_CHUNKS; chunk++) {
		for (unsigned i = 0; i < N_ADDED / N_CHUNKS; i++)
			some[i].where = chunk * (N_ADDED / N_CHUNKS) + i;
		hints_add(hints, some, N_ADDED / N_CHUNKS);
	}
	return NULL;
}

static void *take_many(void *hints)
{
	const struct hint *hint;
	unsigned class;
	uintptr_t sum = 0;
	for (unsigned n; (n = hints_next(hints, &hint, &class)) != 0; hints_end(hints))
		for (unsigned i = 0; i < n; i++)
			sum += hint[i].where;
	return (void *)sum;
}

Test(hints, of_several_threads_are_all_taken)
{
	struct hints *const h = hints_with(0, 1);
	pthread_t thread[N_THREADS];
	uintptr_t sum = 0;
	for (unsigned i = 0; i < N_THREADS; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, add_many, h), 0);
	for (unsigned i = 0; i < N_THREADS; i++)
		pthread_join(thread[i], NULL);
	hints_begin(h, 16, 20);
	for (unsigned i = 0; i < N_THREADS; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, take_many, h), 0);
	for (unsigned i = 0; i < N_THREADS; i++) {
		void *of_thread;
		pthread_join(thread[i], &of_thread);
		sum += (uintptr_t)of_thread;
	}
	cr_expect_eq(sum, (uintptr_t)HINT_CLASSES * N_THREADS * (N_ADDED * (N_ADDED - 1) / 2));
	cr_expect(hints_all_ended(h));
	hints_destroy(h);
}
