/* Searches from a state find the lengths that the search of all states from the solved one has found. */
#include "pocket/search.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static uint8_t *distance[N_METRICS];
static struct pocket_bounds bounds[N_METRICS];

static void fill(void)
{
	for (unsigned m = 0; m < N_METRICS; m++) {
		struct pdb_histogram histogram;
		distance[m] = malloc(POCKET_STATES);
		cr_assert_not_null(distance[m]);
		pocket_distances((enum metric)m, distance[m], &histogram);
		pocket_bounds_fill((enum metric)m, &bounds[m]);
	}
}

static void release(void)
{
	for (unsigned m = 0; m < N_METRICS; m++)
		free(distance[m]);
}

TestSuite(pocket_search, .init = fill, .fini = release);

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
	struct dice dice = {1};
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
		for (unsigned n = 0; n < 40; n++) {
			const uint32_t index = n == 0 ? POCKET_SOLVED : dice_below(&dice, POCKET_STATES);
			struct pocket_found found;
			for (unsigned used = POCKET_BY_PERM; used <= (POCKET_BY_PERM | POCKET_BY_ORI); used++) {
				pocket_ida_star(&bounds[metric], used, index, &found);
				expect_solved(metric, index, &found, distance[metric][index]);
			}
			if (n >= 10)
				continue;
			cr_assert(pocket_breadth_first(&bounds[metric], 0, index, &found));
			if (index != POCKET_SOLVED)
				expect_solved(metric, index, &found, distance[metric][index]);
			if (n >= 4)
				continue;
			cr_assert(pocket_breadth_first_bits(&bounds[metric], 0, index, &found));
			expect_solved(metric, index, &found, distance[metric][index]);
			for (unsigned used = POCKET_BY_PERM; used <= (POCKET_BY_PERM | POCKET_BY_ORI); used++) {
				cr_assert(pocket_a_star(&bounds[metric], used, index, &found));
				expect_solved(metric, index, &found, distance[metric][index]);
			}
		}
	}
}

Test(pocket_search, no_bound_is_above_a_distance)
{
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
		for (uint32_t index = 0; index < POCKET_STATES; index++) {
			cr_assert_leq(bounds[metric].perm[index / POCKET_ORIS], distance[metric][index]);
			cr_assert_leq(bounds[metric].ori[index % POCKET_ORIS], distance[metric][index]);
		}
	}
}

Test(pocket_search, the_mean_of_breadth_first_searches_is_found_by_one)
{
	enum { N = 15 };
	struct dice dice = {3};
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
		double mean, sum = 0, squares = 0;
		cr_assert(pocket_breadth_first_mean(metric, &mean));
		for (unsigned n = 0; n < N; n++) {
			struct pocket_found found;
			cr_assert(pocket_breadth_first(&bounds[metric], 0, dice_below(&dice, POCKET_STATES), &found));
			sum += (double)found.n_generated;
			squares += (double)found.n_generated * (double)found.n_generated;
		}
		/* Four standard errors. */
		const double error = 4 * sqrt((squares / N - sum / N * (sum / N)) / N);
		cr_expect_float_eq(sum / N, mean, error, "%s, seed 3: %.0f, expected %.0f", metric_name[metric], sum / N, mean);
	}
}
