/* Whole cosets, to the depths that seconds reach.  Each test fills the guide of the search, which takes some seconds. */
#include "subgroup/coset.h"

#include "korf/families.h"
#include "search/search.h"
#include "subgroup/member.h"
#include "support/support.h"
#include "support/tables.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

TestSuite(whole_coset, .init = cube_init);

/* Forum cubeman.org, node 129, from distance 0 on. */
static const char vector_1[] = "B' L F L2 D B2 R B L' U2", vector_2[] = "L' F2 R D' U B' U' F2 U'";
static const uint64_t counts_1[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 534, 11657, 196080};
static const uint64_t counts_2[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 283, 3909, 50440, 625227};
/* T. Rokicki, "Twenty-five moves suffice for Rubik's Cube" (2008), Table 1: H itself, by all 18 moves. */
static const uint64_t counts_of_h[] = {1, 10, 67, 456, 3079, 20076, 125218, 756092, 4331124, 23639531, 122749840};

static void open_coset(const char *moves, unsigned n_threads, struct coset *out)
{
	const struct cube c = cube_of_moves(moves);
	cr_assert_eq(coset_open(&c, n_threads, NULL, out), COSET_OK, "3.6 GB of memory are needed");
}

static void expect_counts(struct coset *coset, const uint64_t *published, unsigned n_depths)
{
	while (coset->n_depths < n_depths)
		cr_assert_eq(coset_next_depth(coset, true), COSET_OK);
	for (unsigned d = 0; d < n_depths; d++)
		cr_expect_eq(coset->count[d], published[d], "%llu positions at distance %u, published are %llu",
		             (unsigned long long)coset->count[d], d, (unsigned long long)published[d]);
}

Test(whole_coset, counts_are_those_that_others_have_published)
{
	skip_unless_slow();
	for (unsigned n_threads = 1; n_threads <= 2; n_threads++) {
		struct coset coset;
		open_coset(vector_1, n_threads, &coset);
		expect_counts(&coset, counts_1, 14);
		const struct cube second = cube_of_moves(vector_2);
		coset_restart(&coset, &second);
		expect_counts(&coset, counts_2, 14);
		coset_close(&coset);
	}
}

/* From distance 9 on the set is extended, and only what no move of H reaches is searched. */
Test(whole_coset, extending_and_searching_together_find_what_is_published_of_h)
{
	skip_unless_slow();
	for (unsigned n_threads = 1; n_threads <= 2; n_threads++) {
		struct coset coset;
		open_coset("", n_threads, &coset);
		expect_counts(&coset, counts_of_h, 11);
		cr_expect_gt(coset.extend_s, 0, "the last depth was extended");
		cr_expect_eq(coset.n_found, bitmap_count(&coset.bitmap, n_threads));
		coset_close(&coset);
	}
}

/* The shortest solution, by corners alone: quick enough for ten moves. */
static unsigned solved_length(struct pool *pool, const struct cube *c)
{
	const struct search_request request = search_request_default(c);
	struct search_result result;
	pool_solve(pool, &request, &result);
	cr_assert(result.is_optimal);
	const unsigned length = result.length;
	search_result_free(&result);
	return length;
}

Test(whole_coset, positions_have_the_distance_that_the_optimal_solver_finds)
{
	skip_unless_slow();
	const struct heuristic h = {
		.design = heuristic_find("corners"), .metric = METRIC_HTM,
		.table = {shared_table((struct pdb_key){.coordinate = CORNERS_COORDINATE, .metric = METRIC_HTM})},
	};
	struct pool *const pool = pool_create(&h, 2);
	struct coset coset;
	open_coset(vector_2, 2, &coset);
	expect_counts(&coset, counts_2, 11);
	uint64_t n_at[11] = {0};
	for (unsigned page = 0; page < N_PAGES; page++)
		for (uint32_t byte = 0; byte < PAGE_BYTES; byte++)
			for (unsigned left = coset.bitmap.page[page][byte]; left != 0; left &= left - 1) {
				const struct cube member = member_cube((struct member_place){(uint16_t)page, (uint8_t)__builtin_ctz(left), byte});
				const struct cube inverse = cube_inverse(&member), position = cube_product(&inverse, &coset.cube);
				cr_assert(coset_has(&coset, &position));
				const unsigned length = solved_length(pool, &position);
				cr_assert_leq(length, 10u);
				n_at[length]++;
			}
	cr_expect_eq(n_at[9], 12u);
	cr_expect_eq(n_at[10], 283u);
	coset_close(&coset);
	pool_destroy(pool);
}

/* Interrupts the search of a depth after a few reports. */
struct interrupter {
	unsigned n_left;
};

static bool tell(void *context, const char *stage, uint64_t done, uint64_t total)
{
	struct interrupter *const i = context;
	(void)stage;
	(void)done;
	(void)total;
	return i->n_left == 0 || --i->n_left > 0;
}

Test(whole_coset, a_journal_goes_on_where_a_search_was_interrupted)
{
	skip_unless_slow();
	struct dice dice = {1};
	char path[] = "/tmp/superflip-journal-XXXXXX";
	const int fd = mkstemp(path);
	cr_assert_geq(fd, 0);
	close(fd);
	struct interrupter interrupter = {0};
	const struct pdb_progress progress = {tell, &interrupter};
	struct coset coset;
	const struct cube c = cube_of_moves(vector_1);
	cr_assert_eq(coset_open(&c, 2, &progress, &coset), COSET_OK);
	for (unsigned trial = 0; trial < 4; trial++) {
		coset_restart(&coset, &c);
		expect_counts(&coset, counts_1, 12);
		interrupter.n_left = 2 + dice_below(&dice, 40);
		cr_assert_eq(coset_next_depth(&coset, true), COSET_INTERRUPTED, "trial %u of seed 1", trial);
		interrupter.n_left = 0;
		cr_assert_eq(coset_journal_write(&coset, path), COSET_OK);
		coset_restart(&coset, &c);
		cr_assert_eq(coset_journal_read(&coset, path), COSET_OK);
		cr_expect_eq(coset.n_depths, 12u);
		expect_counts(&coset, counts_1, 14);
	}
	const struct cube other = cube_of_moves(vector_2);
	coset_restart(&coset, &other);
	cr_expect_eq(coset_journal_read(&coset, path), COSET_OTHER_COSET);
	coset_restart(&coset, &c);
	cr_assert_eq(truncate(path, 5000), 0);
	cr_expect_eq(coset_journal_read(&coset, path), COSET_BAD_JOURNAL);
	unlink(path);
	cr_expect_eq(coset_journal_read(&coset, path), COSET_NO_JOURNAL);
	coset_close(&coset);
}
