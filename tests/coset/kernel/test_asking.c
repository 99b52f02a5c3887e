#include "coset/kernel/asking.h"

#include <criterion/criterion.h>

/* Of a way of asking what it takes in the end, where a look-up takes so many nanoseconds in either way; block number i
 * takes more by what the noise says. */
static bool way_after(struct asking *a, unsigned n_trials, const double each_ns[2], double noise_ns)
{
	int64_t now = 0;
	uint64_t random = 1;
	for (unsigned trial = 0; trial < n_trials;) {
		const bool at_once = a->at_once;
		while (!asking_count(a, 256))
			continue;
		random = random * 6364136223846793005 + 1442695040888963407;
		const double noise = noise_ns * (double)(random >> 40) / (1 << 24);
		now += (int64_t)((double)a->n_lookups * (each_ns[at_once] + noise));
		const bool was_trial = a->end == ASKING_BLOCK;
		asking_next(a, now);
		trial += was_trial && a->end == ASKING_TRIED_AGAIN_AFTER;
	}
	return a->at_once;
}

Test(asking, the_faster_way_is_taken_whichever_it_began_with)
{
	for (unsigned began = 0; began < 2; began++)
		for (unsigned faster = 0; faster < 2; faster++) {
			struct asking a = asking_begin(began);
			const double each_ns[2] = {faster == 0 ? 40 : 42, faster == 1 ? 40 : 42};
			cr_expect_eq(way_after(&a, 8, each_ns, 0), faster, "began %u, faster %u", began, faster);
			cr_expect_eq(way_after(&a, 40, each_ns, 6), faster, "began %u, faster %u, with noise", began, faster);
		}
}

Test(asking, it_changes_when_the_other_way_becomes_faster)
{
	struct asking a = asking_begin(false);
	cr_expect(way_after(&a, 20, (const double[2]){50, 45}, 5));
	cr_expect_not(way_after(&a, 20, (const double[2]){45, 50}, 5));
}

/* A trial in which asking at once is the faster way in so many pairs of blocks. */
static void trial_with_wins(struct asking *a, unsigned n_wins)
{
	int64_t now = 0;
	while (!asking_count(a, 1000))
		continue;
	asking_next(a, now);
	for (unsigned block = 0; a->end == ASKING_BLOCK; block++) {
		const bool is_faster = a->at_once == (block / 2 < n_wins);
		while (!asking_count(a, 1000))
			continue;
		asking_next(a, now += is_faster ? 100000 : 110000);
	}
}

Test(asking, only_a_clear_lead_changes_the_way)
{
	struct asking a = asking_begin(false);
	trial_with_wins(&a, 7);
	cr_expect_not(a.at_once, "a lead of %g pairs", a.lead);
	trial_with_wins(&a, 8);
	cr_expect(a.at_once, "a lead of %g pairs", a.lead);
	trial_with_wins(&a, 2);
	cr_expect(a.at_once, "a lead of %g pairs", a.lead);
	for (unsigned i = 0; i < 3; i++)
		trial_with_wins(&a, 0);
	cr_expect_not(a.at_once, "a lead of %g pairs", a.lead);
}

Test(asking, both_ways_are_tried_equally_often)
{
	struct asking a = asking_begin(false);
	unsigned n_blocks[2] = {0, 0}, n_first[2] = {0, 0};
	int64_t now = 0;
	while (!asking_count(&a, 1000))
		continue;
	asking_next(&a, now);
	for (unsigned block = 0; a.end == ASKING_BLOCK; block++) {
		n_blocks[a.at_once]++;
		n_first[a.at_once] += block % 2 == 0;
		while (!asking_count(&a, 1000))
			continue;
		asking_next(&a, now += 100000);
	}
	cr_expect_eq(n_blocks[false], ASKING_PAIRS);
	cr_expect_eq(n_blocks[true], ASKING_PAIRS);
	cr_expect_eq(n_first[false], ASKING_PAIRS / 2);
	cr_expect_eq(n_first[true], ASKING_PAIRS / 2);
}

Test(asking, a_pause_is_not_counted)
{
	struct asking a = asking_begin(false);
	while (!asking_count(&a, 1000))
		continue;
	asking_next(&a, 1000);
	asking_count(&a, 4000);
	asking_resume(&a, 1000000000);
	cr_expect_eq(a.n_lookups, 0);
	while (!asking_count(&a, 1000))
		continue;
	const uint64_t n = a.n_lookups;
	asking_next(&a, 1000000000 + 5000);
	cr_expect_float_eq(a.each_ns[false], 5000.0 / (double)n, 1e-9);
}
