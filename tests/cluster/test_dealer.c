/* Searches by units: the same nodes and solutions as without, also in pieces, and by two pools that share the
 * units. */
#include "cluster/dealer.h"

#include "pdb/scratch.h"
#include "search/fixture.h"
#include "support/support.h"

static char detail[RECORD_LOG_DETAIL_MAX];

SCRATCH_SUITE(dealer, "units");

/* Without tables an iteration is divided from 9 moves on. */
static struct search_request all_of(const struct cube *c, unsigned max_length)
{
	struct search_request request = all_solutions(c, 0);
	request.max_length = max_length;
	return request;
}

/* All solutions of a random walk of nine moves. */
static struct search_request all_of_walk(uint64_t seed, enum metric metric)
{
	struct dice dice = {seed};
	const struct cube c = dice_walked(&dice, metric, 9);
	struct search_request request = all_of(&c, 9);
	request.over_optimal = 9;
	return request;
}

/* ---- a stream of one cube ---- */
struct one {
	const struct search_request *request;  /* NULL once given out */
	struct search_result result;
};

static enum search_next next(void *context, struct search_request *request, void **tag)
{
	struct one *const one = context;
	if (one->request == NULL)
		return STREAM_END;
	*request = *one->request;
	one->request = NULL;
	return STREAM_NEXT;
}

static void done(void *context, void *tag, struct search_result *result)
{
	struct one *const one = context;
	one->result = *result;
}

static struct search_result deal(const struct heuristic *h, const struct search_request *request,
                                 unsigned n_threads, struct unit_journal *journal)
{
	struct one one = {.request = request};
	struct pool *const pool = pool_create(h, n_threads);
	struct dealer dealer;
	cr_assert(pool != NULL);
	dealer_init(&dealer, h, journal, 0);
	dealer_run(&dealer, pool, &(struct search_stream){.context = &one, .next = next, .done = done}, 0);
	cr_expect_eq(dealer.error, 0);
	dealer_destroy(&dealer);
	pool_destroy(pool);
	return one.result;
}

static void expect_same_as_without_units(const struct heuristic *h, const struct search_request *request)
{
	const struct search_result want = fixture_solve(h, NULL, 2, request);
	struct unit_journal none = {.log.fd = -1};
	for (unsigned n_threads = 1; n_threads <= 3; n_threads++) {
		struct search_result got = deal(h, request, n_threads, &none);
		expect_same_solutions(&got, &want, "with units");
		expect_same_counts(&got, &want, 0, "with units", 0);
		search_result_free(&got);
	}
	unit_journal_close(&none);
}

/* Of random cubes, of walks with all their solutions or a deterministic one, and of a symmetric cube. */
Test(dealer, visits_the_nodes_and_finds_the_solutions_of_a_search_without_units)
{
	struct dice dice = {31};
	metric_foreach(metric) {
		const struct heuristic h = fixture_named("manhattan", metric);
		const struct cube c = dice_walked(&dice, metric, 16);
		struct search_request request = all_of(&c, 9 + (metric == METRIC_QTM));
		expect_same_as_without_units(&h, &request);
		request = all_of_walk(32, metric);
		expect_same_as_without_units(&h, &request);
		request = search_request_default(&request.cube);
		request.is_deterministic = true;
		expect_same_as_without_units(&h, &request);
		if (metric == METRIC_QTM)
			continue;
		const struct cube symmetric = cube_of_moves("U2 D2 R2 L2 F2 B2 U D' R L'");
		cr_assert_gt(__builtin_popcountll(cube_symmetries(&symmetric)), 1);
		request = all_of(&symmetric, 9);
		request.over_optimal = 9;
		expect_same_as_without_units(&h, &request);
	}
	if (!are_slow_wanted())
		return;
	const struct cube c = dice_cube(&dice);
	const struct heuristic h = fixture_named("korf", METRIC_HTM);
	const struct search_request request = all_of(&c, 15);
	expect_same_as_without_units(&h, &request);
}

/* ---- in pieces ---- */

Test(dealer, finds_a_solution_again_that_ended_a_search)
{
	const struct heuristic h = fixture_named("manhattan", METRIC_HTM);
	const struct search_request walk = all_of_walk(36, METRIC_HTM),
								request = search_request_default(&walk.cube);
	struct search_result results[2];
	for (unsigned run = 0; run < 2; run++) {
		struct unit_journal journal;
		cr_assert_eq(unit_journal_open(path, &h, &journal, detail), STATUS_OK, "%s", detail);
		results[run] = deal(&h, &request, 2, &journal);
		unit_journal_close(&journal);
		cr_assert(results[run].outcome == SEARCH_SOLVED && results[run].is_optimal);
	}
	cr_expect_eq(memcmp(results[0].solutions, results[1].solutions, sizeof *results[0].solutions), 0);
	search_result_free(&results[0]);
	search_result_free(&results[1]);
}
