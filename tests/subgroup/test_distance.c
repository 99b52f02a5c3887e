#include "subgroup/distance.h"

#include "subgroup/fixture.h"

#include "support/test.h"

TestSuite(distance, .init = cube_init);

/* M. Reid, "two stage filtration", Cube-Lovers, 7 January 1995; half turns first by D. Winter, 28 May
 * 1992. */
static const uint64_t published[N_METRICS][DISTANCE_MAX_LEVELS] = {
	[METRIC_HTM] = {1, 4, 50, 592, 7156, 87236, 1043817, 12070278, 124946368, 821605960, 1199128738, 58202444,
                    476},
	[METRIC_QTM] = {1, 4, 34, 312, 2772, 24996, 225949, 2017078, 17554890, 139132730, 758147361, 1182378518,
                    117594403, 14072},
};

/* Up to a level, which is complete then; 0: all. */
static uint8_t *distances_in(enum metric metric, unsigned n_threads, unsigned last_level)
{
	uint8_t *const distance = malloc(DISTANCE_BYTES);
	const struct pdb_progress progress = {interrupt_later, &last_level};
	const bool is_whole = last_level == 0;
	cr_assert_not_null(distance);
	const struct distance_search search = {
		.moves = metric == METRIC_QTM ? QUARTER_TURNS : (1u << N_MOVES) - 1,
		.n_threads = n_threads,
		.distance = distance,
		.progress = &progress,
		.stage = "",
	};
	cr_assert_eq(distance_search_run(&search), is_whole);
	return distance;
}

static void expect_levels(enum metric metric, unsigned n_threads, unsigned last_level)
{
	uint64_t n_cosets[DISTANCE_MAX_LEVELS];
	uint8_t *const distance = distances_in(metric, n_threads, last_level);
	distance_count_cosets(distance, n_cosets);
	for (unsigned d = 0; last_level == 0 ? d < DISTANCE_MAX_LEVELS : d <= last_level; d++)
		cr_expect_eq(n_cosets[d], published[metric][d],
		             "%lu cosets at distance %u in %s by %u threads, published are %lu",
		             n_cosets[d], d, metric_name[metric], n_threads, published[metric][d]);
	free(distance);
}

Test(distance, first_levels_are_those_of_winter_1992)
{
	expect_levels(METRIC_HTM, 1, 7);
	expect_levels(METRIC_HTM, 2, 7);
}

Test(distance, levels_are_those_of_winter_1992_and_reid_1995)
{
	skip_unless_slow();
	expect_levels(METRIC_HTM, 2, 0);
	expect_levels(METRIC_QTM, 2, 0);
}

static unsigned distance_of(const uint8_t *distance, const struct cube *c)
{
	const uint32_t number = phase1_number(phase1_tables(), phase1_rank(c));
	return distance[(size_t)(number / N_TWISTS) * DISTANCE_ROW + number % N_TWISTS];
}

Test(distance, neighbours_are_at_most_one_apart_and_one_is_nearer)
{
	skip_unless_slow();
	uint8_t *const distance = distances_in(METRIC_HTM, 1, 0);
	struct dice dice = {1};
	for (unsigned i = 0; i < 20000; i++) {
		const struct cube c = dice_cube(&dice);
		const unsigned here = distance_of(distance, &c);
		unsigned nearest = here;
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct cube after = cube_after(&c, m);
			const unsigned there = distance_of(distance, &after);
			cr_assert(there + 1 >= here && there <= here + 1, "cube %u of seed 1, %s", i, move_name[m]);
			nearest = there < nearest ? there : nearest;
		}
		cr_assert_eq(nearest, here == 0 ? 0 : here - 1, "cube %u of seed 1", i);
	}
	free(distance);
}
