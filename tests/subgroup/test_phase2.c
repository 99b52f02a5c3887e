#include "subgroup/phase2.h"

#include "subgroup/fixture.h"

/* T. Rokicki, "Twenty-five moves suffice for Rubik's Cube" (2008), Table 1. */
static const uint64_t published[19] = {
	1,          10,         67,        456,       3079,      19948,      123074,
	736850,     4185118,    22630733,  116767872, 552538680, 2176344160, 5627785188,
	7172925794, 3608731814, 224058996, 1575608,   1352,
};

static struct phase2_levels levels_in(enum metric metric)
{
	struct phase2_levels levels;
	cr_assert_eq(phase2_search_run(metric, 2, NULL, &levels), STATUS_OK);
	return levels;
}

Test(phase2, all_levels_are_those_of_rokicki_2008)
{
	skip_unless_slow();
	const struct phase2_levels levels = levels_in(METRIC_HTM);
	uint64_t sum = 0;
	for (unsigned d = 0; d < PHASE2_MAX_LEVELS; d++) {
		cr_expect_eq(levels.n_elements[d], d < 19 ? published[d] : 0, "distance %u", d);
		sum += levels.n_elements[d];
	}
	cr_expect_eq(sum, N_H_ELEMENTS);
	cr_expect_eq(levels.n_all_nearer[18], 1352u, "every half turn of a side leads from distance 18 to 17");
	cr_expect_eq(phase2_bound(&levels, METRIC_HTM, 12), 29u);
}

static bool expect_equal_steps(void *context, const char *stage, uint64_t done, uint64_t total)
{
	uint64_t *const n_levels = context;
	cr_expect_eq(done, ++*n_levels);
	cr_expect_eq(total, 18u);
	return *n_levels < 3;
}

/* A level takes as long whether it finds 10 positions or billions: the time that is left follows from the
 * levels. */
Test(phase2, progress_grows_by_as_much_with_each_level)
{
	skip_unless_slow();
	uint64_t n_levels = 0;
	struct phase2_levels levels;
	const struct pdb_progress progress = {expect_equal_steps, &n_levels};
	cr_expect_eq(phase2_search_run(METRIC_HTM, 2, &progress, &levels), STATUS_INTERRUPTED);
	cr_expect_eq(n_levels, 3u);
}

/* M. Reid, "New upper bounds", Cube-Lovers, 7 January 1995: 18 face turns, 30 quarter turns. */
Test(phase2, the_longest_way_has_30_quarter_turns)
{
	skip_unless_slow();
	const struct phase2_levels levels = levels_in(METRIC_QTM);
	/* Four quarter turns; then U2 D2, 4 products of turns of U and D, 4 half turns. */
	cr_expect_eq(levels.n_elements[1], 4u);
	cr_expect_eq(levels.n_elements[2], 10u);
	cr_expect_gt(levels.n_elements[30], 0u);
	cr_expect_eq(levels.n_elements[31], 0u);
	cr_expect_eq(phase2_bound(&levels, METRIC_QTM, 13), 42u);
}
