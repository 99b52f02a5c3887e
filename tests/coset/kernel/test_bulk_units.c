#include "coset/kernel/bulk.h"

#include "support/support.h"

static unsigned n_of_moves(const struct bulk_units *s, unsigned n_moves)
{
	unsigned n = 0;
	for (unsigned i = 0; i < s->n; i++)
		n += s->unit[i].n_moves == n_moves;
	return n;
}

Test(bulk_units, are_all_first_moves)
{
	static struct bulk_units units, *const s = &units;
	bulk_units_begin(s, 17, 12, 1);
	cr_expect_eq(s->n, 1);
	cr_expect_eq(s->unit[0].n_moves, 0);
	cr_expect_eq(s->unit[0].axes, 7);
	cr_expect_eq(s->n_expanded, 1);
	cr_expect_eq(s->n_generated, 45);
	bulk_units_begin(s, 17, 11, 1);
	cr_expect_eq(n_of_moves(s, 1), 18);
	cr_expect_eq(n_of_moves(s, 2), 27);
	cr_expect_eq(s->n_generated, 45 + 45 * 30);
	cr_expect_eq(s->n_expanded, 1 + 45);
	bulk_units_begin(s, 17, 10, 1);
	cr_expect_eq(n_of_moves(s, 2), n_canonical[2]);
	cr_expect_eq(n_of_moves(s, 3), 18 * 18, "pairs of turns after one");
	for (unsigned i = 0; i < s->n; i++)
		cr_assert_eq(__builtin_popcount(s->unit[i].axes), 2);
	bulk_units_begin(s, 18, 10, 1);
	cr_expect_eq(n_of_moves(s, 3), n_canonical[3]);
	cr_expect_eq(n_of_moves(s, 4), n_canonical[2] * 18);
}

Test(bulk_units, are_finer_for_many_threads)
{
	static struct bulk_units units, *const s = &units;
	bulk_units_begin(s, 17, 11, 4);
	cr_expect_eq(s->n, 45);
	bulk_units_begin(s, 17, 11, 16);
	cr_expect_eq(n_of_moves(s, 2), n_canonical[2]);
	bulk_units_begin(s, 16, 12, 16);
	cr_expect_eq(s->n, 1);
}
