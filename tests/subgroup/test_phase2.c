#include "subgroup/phase2.h"

#include "subgroup/member.h"
#include "support/support.h"

#include <criterion/criterion.h>

TestSuite(phase2, .init = cube_init);

/* T. Rokicki, "Twenty-five moves suffice for Rubik's Cube" (2008), Table 1. */
static const uint64_t published[19] = {
	1, 10, 67, 456, 3079, 19948, 123074, 736850, 4185118, 22630733, 116767872, 552538680, 2176344160, 5627785188, 7172925794,
	3608731814, 224058996, 1575608, 1352,
};

static bool stop_after(void *context, uint64_t n_found)
{
	(void)n_found;
	return --*(unsigned *)context > 0;
}

Test(phase2, first_levels_are_those_of_rokicki_2008)
{
	skip_unless_slow();
	enum { N_LEVELS = 3 };
	struct phase2_levels levels;
	unsigned n_left = N_LEVELS;
	const struct phase2_search search = {.metric = METRIC_HTM, .n_threads = 2, .goes_on = stop_after, .context = &n_left};
	cr_assert_eq(phase2_search_run(&search, &levels), PHASE2_INTERRUPTED);
	for (unsigned d = 0; d <= N_LEVELS; d++)
		cr_expect_eq(levels.n_members[d], published[d], "distance %u", d);
	cr_expect_eq(levels.n_members[N_LEVELS + 1], 0u);
}

Test(phase2, all_levels_are_those_of_rokicki_2008)
{
	skip_unless_slow();
	struct phase2_levels levels;
	uint64_t sum = 0;
	const struct phase2_search search = {.metric = METRIC_HTM, .n_threads = 2};
	cr_assert_eq(phase2_search_run(&search, &levels), PHASE2_OK);
	for (unsigned d = 0; d < PHASE2_MAX_LEVELS; d++) {
		cr_expect_eq(levels.n_members[d], d < 19 ? published[d] : 0, "distance %u", d);
		sum += levels.n_members[d];
	}
	cr_expect_eq(sum, N_MEMBERS);
	cr_expect_eq(levels.n_all_nearer[18], 1352u, "every half turn of a side leads from distance 18 to 17");
	cr_expect_eq(phase2_bound(&levels, METRIC_HTM, 12), 29u);
}

/* M. Reid, "New upper bounds", Cube-Lovers, 7 January 1995: 18 face turns, 30 quarter turns. */
Test(phase2, the_longest_way_has_30_quarter_turns)
{
	skip_unless_slow();
	struct phase2_levels levels;
	const struct phase2_search search = {.metric = METRIC_QTM, .n_threads = 2};
	cr_assert_eq(phase2_search_run(&search, &levels), PHASE2_OK);
	/* Four quarter turns; then U2 D2, 4 products of turns of U and D, 4 half turns. */
	cr_expect_eq(levels.n_members[1], 4u);
	cr_expect_eq(levels.n_members[2], 10u);
	cr_expect_gt(levels.n_members[30], 0u);
	cr_expect_eq(levels.n_members[31], 0u);
	cr_expect_eq(phase2_bound(&levels, METRIC_QTM, 13), 42u);
}
