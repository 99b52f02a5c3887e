#include "coset/kernel/leads.h"

#include <criterion/criterion.h>
#include <pthread.h>

/* With so many of these found, by number. */
static struct leads *leads_with(unsigned n, uint8_t passes)
{
	struct leads *const l = leads_create();
	cr_assert_not_null(l);
	leads_begin(l, 15, 20);
	for (unsigned i = 0; i < n; i++)
		leads_add(l, &(struct lead){.where = i, .passes = passes}, 1);
	return l;
}

Test(leads, are_of_the_iteration_before)
{
	struct leads *const l = leads_with(3, 1);
	const struct lead *lead;
	unsigned pass;
	cr_expect_not(leads_exist(l));
	cr_expect_eq(leads_next(l, &lead, &pass), 0);
	cr_expect(leads_all_ended(l), "there were none");
	leads_begin(l, 16, 20);
	cr_expect(leads_exist(l));
	leads_add(l, &(struct lead){.where = 7}, 1);
	cr_expect_eq(leads_next(l, &lead, &pass), 3);
	leads_begin(l, 17, 20);
	cr_assert_eq(leads_next(l, &lead, &pass), 1);
	cr_expect_eq(lead[0].where, 7);
	leads_destroy(l);
}

Test(leads, are_forgotten_after_a_gap_and_with_a_new_cube)
{
	struct leads *const l = leads_with(3, 1);
	leads_begin(l, 17, 20);
	cr_expect_not(leads_exist(l), "16 moves were searched otherwise");
	leads_add(l, &(struct lead){.where = 7}, 1);
	leads_forget(l);
	leads_begin(l, 18, 20);
	cr_expect_not(leads_exist(l));
	leads_destroy(l);
}

Test(leads, come_once_in_each_pass)
{
	enum { N = 5 * LEADS_AT_ONCE / 2 };
	struct leads *const l = leads_with(N, 1);
	leads_begin(l, 16, 20);
	const struct lead *lead;
	unsigned n_of_pass[LEAD_PASSES] = {0}, pass, last_pass = 0, n_taken = 0;
	for (unsigned n; (n = leads_next(l, &lead, &pass)) != 0; n_taken++) {
		cr_assert_leq(n, LEADS_AT_ONCE);
		cr_assert_geq(pass, last_pass, "the first pass comes first");
		cr_assert_lt(pass, LEAD_PASSES);
		for (unsigned i = 0; i < n; i++)
			cr_assert_eq(lead[i].where, n_of_pass[pass]++);
		cr_assert_not(leads_all_ended(l));
		last_pass = pass;
	}
	for (unsigned p = 0; p < LEAD_PASSES; p++)
		cr_expect_eq(n_of_pass[p], N);
	for (unsigned i = 0; i < n_taken; i++) {
		cr_assert_not(leads_all_ended(l));
		leads_end(l);
	}
	cr_expect(leads_all_ended(l));
	leads_destroy(l);
}

enum { N_THREADS = 4, N_ADDED = 10000, N_PARTS = 100 };

static void *add_many(void *leads)
{
	struct lead some[N_ADDED / N_PARTS] = {{.where = 0}};
	for (unsigned part = 0; part < N_PARTS; part++) {
		for (unsigned i = 0; i < N_ADDED / N_PARTS; i++)
			some[i].where = part * (N_ADDED / N_PARTS) + i;
		leads_add(leads, some, N_ADDED / N_PARTS);
	}
	return NULL;
}

static void *take_many(void *leads)
{
	const struct lead *lead;
	unsigned pass;
	uintptr_t sum = 0;
	for (unsigned n; (n = leads_next(leads, &lead, &pass)) != 0; leads_end(leads))
		for (unsigned i = 0; i < n; i++)
			sum += lead[i].where;
	return (void *)sum;
}

Test(leads, of_several_threads_are_all_taken)
{
	struct leads *const l = leads_with(0, 1);
	pthread_t thread[N_THREADS];
	uintptr_t sum = 0;
	for (unsigned i = 0; i < N_THREADS; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, add_many, l), 0);
	for (unsigned i = 0; i < N_THREADS; i++)
		pthread_join(thread[i], NULL);
	leads_begin(l, 16, 20);
	for (unsigned i = 0; i < N_THREADS; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, take_many, l), 0);
	for (unsigned i = 0; i < N_THREADS; i++) {
		void *of_thread;
		pthread_join(thread[i], &of_thread);
		sum += (uintptr_t)of_thread;
	}
	cr_expect_eq(sum, (uintptr_t)LEAD_PASSES * N_THREADS * (N_ADDED * (N_ADDED - 1) / 2));
	cr_expect(leads_all_ended(l));
	leads_destroy(l);
}
