/* Searches from a state find the lengths that the search of all states from the solved one has found. */
#include "pocket/search.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

TestSuite(pocket_search, .init = pocket_init);

static void expect_solved(enum metric metric, uint32_t index, const struct pocket_found *found, unsigned length)
{
	cr_assert_eq(found->length, length, "%s, state %u: %u instead of %u moves", metric_name[metric], index,
	             found->length, length);
	struct pocket p = pocket_unrank(index);
	for (unsigned i = 0; i < found->length; i++) {
		cr_assert(metric == METRIC_HTM || found->steps[i] % 3 != 1, "a half turn is no step in QTM");
		p = pocket_after(&p, found->steps[i]);
	}
	cr_assert_eq(pocket_rank(&p), POCKET_SOLVED, "%s, state %u", metric_name[metric], index);
	cr_assert_geq(found->n_generated, found->length + 1u);
}

Test(pocket_search, lengths_are_the_distances)
{
	uint8_t *const distance = malloc(POCKET_STATES);
	cr_assert_not_null(distance);
	struct dice dice = {1};
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
		struct pdb_histogram histogram;
		struct pocket_bounds bounds;
		pocket_distances(metric, distance, &histogram);
		pocket_bounds_fill(metric, &bounds);
		for (unsigned n = 0; n < 40; n++) {
			const uint32_t index = n == 0 ? POCKET_SOLVED : dice_below(&dice, POCKET_STATES);
			struct pocket_found found;
			for (unsigned used = POCKET_BY_PERM; used <= (POCKET_BY_PERM | POCKET_BY_ORI); used++) {
				pocket_ida_star(&bounds, used, index, &found);
				expect_solved(metric, index, &found, distance[index]);
			}
			if (n >= 10)
				continue;
			cr_assert(pocket_breadth_first(&bounds, 0, index, &found));
			if (index != POCKET_SOLVED)
				expect_solved(metric, index, &found, distance[index]);
			if (n >= 4)
				continue;
			cr_assert(pocket_breadth_first_bits(&bounds, 0, index, &found));
			expect_solved(metric, index, &found, distance[index]);
			for (unsigned used = POCKET_BY_PERM; used <= (POCKET_BY_PERM | POCKET_BY_ORI); used++) {
				cr_assert(pocket_a_star(&bounds, used, index, &found));
				expect_solved(metric, index, &found, distance[index]);
			}
		}
	}
	free(distance);
}

Test(pocket_search, no_bound_is_above_a_distance)
{
	uint8_t *const distance = malloc(POCKET_STATES);
	cr_assert_not_null(distance);
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
		struct pdb_histogram histogram;
		struct pocket_bounds bounds;
		pocket_distances(metric, distance, &histogram);
		pocket_bounds_fill(metric, &bounds);
		for (uint32_t index = 0; index < POCKET_STATES; index++) {
			cr_assert_leq(bounds.perm[index / POCKET_ORIS], distance[index]);
			cr_assert_leq(bounds.ori[index % POCKET_ORIS], distance[index]);
		}
	}
	free(distance);
}

/* The 729 orientations by distance, counted by a breadth-first search of the moves printed in Tiago Eche's TIPE; his text does
 * not give the counts. */
Test(pocket_search, orientations_have_these_distances)
{
	static const unsigned expected[] = {1, 2, 12, 64, 274, 336, 40};
	unsigned count[16] = {0};
	struct pocket_bounds bounds;
	pocket_bounds_fill(METRIC_HTM, &bounds);
	for (unsigned i = 0; i < POCKET_ORIS; i++)
		count[bounds.ori[i]]++;
	for (unsigned d = 0; d < sizeof expected / sizeof *expected; d++)
		cr_expect_eq(count[d], expected[d], "distance %u: %u", d, count[d]);
}

Test(pocket_search, the_mean_of_breadth_first_searches_is_found_by_one)
{
	enum { N = 15 };
	struct dice dice = {3};
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
		double mean, sum = 0, squares = 0;
		struct pocket_bounds bounds;
		pocket_bounds_fill(metric, &bounds);
		cr_assert(pocket_breadth_first_mean(metric, &mean));
		for (unsigned n = 0; n < N; n++) {
			struct pocket_found found;
			cr_assert(pocket_breadth_first(&bounds, 0, dice_below(&dice, POCKET_STATES), &found));
			sum += (double)found.n_generated;
			squares += (double)found.n_generated * (double)found.n_generated;
		}
		/* Four standard errors. */
		const double error = 4 * sqrt((squares / N - sum / N * (sum / N)) / N);
		cr_expect_float_eq(sum / N, mean, error, "%s, seed 3: %.0f, expected %.0f", metric_name[metric], sum / N, mean);
	}
}
