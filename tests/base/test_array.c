/* Arrays grow, keep what they have, and say when they cannot. */
#include "base/array.h"

#include "support/test.h"

Test(array, items_stay_as_it_grows_and_it_rarely_moves)
{
	size_t capacity = 0, n_changes = 0;
	uint32_t *items = NULL;
	for (uint32_t i = 0; i < 100000; i++) {
		const size_t before = capacity;
		items = array_reserve(items, i + 1, &capacity, sizeof *items);
		cr_assert(items != NULL && capacity > i);
		n_changes += capacity != before;
		items[i] = i;
	}
	for (uint32_t i = 0; i < 100000; i++)
		cr_assert_eq(items[i], i);
	cr_expect_leq(n_changes, 17);
	free(items);
}

Test(array, what_does_not_fit_changes_nothing)
{
	size_t capacity = 0;
	char *const items = array_reserve(NULL, 10, &capacity, 1);
	const size_t before = capacity;
	cr_assert_not_null(items);
	cr_expect_null(array_reserve(items, SIZE_MAX / 2, &capacity, 1024));
	cr_expect_eq(capacity, before);
	cr_expect_eq(array_reserve(items, before, &capacity, 1), items);
	free(items);
}

Test(array, items_that_are_appended_one_by_one_stay_in_their_order)
{
	uint16_t *items = NULL;
	size_t n = 0, capacity = 0;
	for (uint16_t i = 0; i < 1000; i++)
		cr_assert(array_append(&items, &n, &capacity, &i, sizeof i));
	cr_assert(n == 1000 && capacity >= n);
	for (uint16_t i = 0; i < 1000; i++)
		cr_assert_eq(items[i], i);
	free(items);
}
