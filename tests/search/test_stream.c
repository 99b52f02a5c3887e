/* Many cubes through one pool: each is answered once, whoever helps whom. */
#include "support/support.h"
#include "search/fixture.h"

enum { N_CUBES = 2000, WINDOW = 8, MAX_WALK = 8, MAX_LENGTH = 12 };
static const char superflip[] = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
/* As far, but for two moves, and without the symmetries that make superflip quick. */
static const char near_superflip[] = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2 R U";

/* A reader that never has more than WINDOW cubes out.  The first of them take long: a bound is proved for
 * them, or, where there are more threads than that, they are searched until one of these has had to wait.
 * The others are short walks.  Criterion's assertions are for the test's own thread, so the stream only takes
 * notes. */
struct window {
	struct search_watch watch;    /* of the first if they are searched until then; else nobody looks at it */
	bool is_held;
	struct { struct cube cube; unsigned walk, n_done; } cubes[N_CUBES];
	unsigned n_given, n_done, n_waits, n_wrong, n_iterations, most_out;
	_Atomic int n_inside;         /* calls of the stream at this moment */
	bool overlaps;
};

static void enter(struct window *w)
{
	w->overlaps |= atomic_fetch_add(&w->n_inside, 1) != 0;
}

static void leave(struct window *w)
{
	atomic_fetch_sub(&w->n_inside, 1);
}

static enum search_next next_in_window(void *context, struct search_request *request, void **tag)
{
	struct window *const w = context;
	enum search_next next = STREAM_END;
	enter(w);
	if (w->n_given - w->n_done == WINDOW) {
		w->n_waits++;
		atomic_store(&w->watch.is_cancelled, true);
		next = STREAM_WAIT;
	} else if (w->n_given < N_CUBES) {
		*request = search_request_default(&w->cubes[w->n_given].cube);
		if (w->is_held && w->n_given < WINDOW)
			request->watch = &w->watch;
		else
			request->max_length = MAX_LENGTH;
		*tag = &w->cubes[w->n_given++];
		next = STREAM_NEXT;
	}
	if (w->n_given - w->n_done > w->most_out)
		w->most_out = w->n_given - w->n_done;
	leave(w);
	return next;
}

static void check_answer(void *context, void *tag, struct search_result *result)
{
	struct window *const w = context;
	enter(w);
	const size_t i = (size_t)((char *)tag - (char *)w->cubes) / sizeof *w->cubes;
	bool is_right;
	if (i < WINDOW) {
		is_right = w->is_held ? result->outcome == SEARCH_INTERRUPTED && result->n_solutions == 0
		                      : result->outcome == SEARCH_NONE && result->lower_bound > MAX_LENGTH;
	} else {
		is_right =
			result->outcome == SEARCH_SOLVED && result->is_optimal && result->length <= w->cubes[i].walk;
		for (uint64_t j = 0; j < result->n_solutions; j++) {
			const struct search_solution *const s = &result->solutions[j];
			const struct cube end = cube_after_moves(w->cubes[i].cube, s->moves, s->n_moves);
			is_right &= cube_is_solved(&end);
		}
	}
	w->cubes[i].n_done++;
	w->n_wrong += !is_right;
	w->n_done++;
	search_result_free(result);
	leave(w);
}

static void count_iteration(void *context, void *tag, const superflip_iteration *iteration)
{
	struct window *const w = context;
	enter(w);
	w->n_iterations += tag != NULL && iteration->n_generated > 0;
	leave(w);
}

static void expect_every_cube_once(struct pool *pool, enum metric metric, uint64_t seed)
{
	static struct window w;
	memset(&w, 0, sizeof w);
	w.is_held = pool_threads(pool) > WINDOW;
	struct dice dice = {seed};
	for (unsigned i = 0; i < N_CUBES; i++) {
		w.cubes[i].walk = dice_below(&dice, MAX_WALK + 1);
		w.cubes[i].cube = dice_walked(&dice, metric, w.cubes[i].walk);
	}
	for (unsigned i = 0; i < WINDOW; i++)
		w.cubes[i].cube = cube_of_moves(near_superflip);
	pool_run(pool, &(struct search_stream){
		.context = &w, .next = next_in_window, .done = check_answer, .iteration = count_iteration});
	const unsigned n_threads = pool_threads(pool);
	unsigned n_missed = 0;
	for (unsigned i = 0; i < N_CUBES; i++)
		n_missed += w.cubes[i].n_done != 1;
	cr_expect_eq(w.n_given, (unsigned)N_CUBES, "%u threads", n_threads);
	cr_expect_eq(w.n_wrong, 0u, "%u threads: %u wrong answers", n_threads, w.n_wrong);
	cr_expect_eq(n_missed, 0u, "%u threads: %u cubes were not answered exactly once", n_threads, n_missed);
	cr_expect_geq(w.n_iterations, (unsigned)N_CUBES - WINDOW, "%u threads", n_threads);
	cr_expect_leq(w.most_out, (unsigned)WINDOW, "%u threads", n_threads);
	if (w.is_held)
		cr_expect_gt(w.n_waits, 0u, "%u threads fill the window", n_threads);
	cr_expect_not(w.overlaps, "%u threads: two calls of the stream at a time", n_threads);
}

Test(stream, every_cube_is_answered_once)
{
	static const unsigned n_threads[] = {1, 2, 3, 12};
	metric_foreach(metric) {
		const struct heuristic korf = fixture_named("korf", metric);
		for (unsigned t = 0; t < 4; t++) {
			struct pool *const pool = pool_create(&korf, n_threads[t]);
			cr_assert_not_null(pool);
			cr_expect_eq(pool_threads(pool), n_threads[t]);
			expect_every_cube_once(pool, metric, 31);
			if (n_threads[t] == 3)
				expect_every_cube_once(pool, metric, 32);  /* a pool serves any number of runs */
			pool_destroy(pool);
		}
	}
}

/* ---- an empty stream, an interrupted one ---- */
static enum search_next nothing(void *context, struct search_request *request, void **tag)
{
	++*(unsigned *)context;
	return STREAM_END;
}

static void never_done(void *context, void *tag, struct search_result *result)
{
	*(unsigned *)context += 1000;
	search_result_free(result);
}

/* By a pool without a number of threads, which takes all processors. */
Test(stream, an_empty_one_ends_at_once)
{
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	struct pool *const pool = pool_create(&korf, 0);
	cr_assert_not_null(pool);
	cr_expect_eq(pool_threads(pool), processors_usable());
	unsigned n_calls = 0;
	pool_run(pool, &(struct search_stream){.context = &n_calls, .next = nothing, .done = never_done});
	pool_destroy(pool);
	cr_expect_eq(n_calls, 1u, "asked %u times", n_calls);
}

/* Cubes of 20 moves without end, until the third tick after they are all searched, or one solution is there:
 * on a busy machine threads begin late. */
struct endless {
	struct cube cube;
	struct search_watch watch;
	unsigned n_awaited, n_ticks, n_given, n_interrupted, n_other;
	_Atomic unsigned n_found;
	uint64_t n_generated;
	bool falls;
};

static enum search_next superflip_again(void *context, struct search_request *request, void **tag)
{
	struct endless *const e = context;
	*request = search_request_default(&e->cube);
	*tag = NULL;
	e->n_given++;
	return STREAM_NEXT;
}

static void note_interruption(void *context, void *tag, struct search_result *result)
{
	struct endless *const e = context;
	const bool is_sound = result->outcome == SEARCH_INTERRUPTED && !result->is_optimal
	                      && result->n_solutions == 0 && result->lower_bound >= 8
	                      && result->lower_bound <= 20;
	e->n_interrupted += is_sound;
	e->n_other += !is_sound;
	search_result_free(result);
}

static bool tick_thrice(void *context, uint64_t n_generated)
{
	struct endless *const e = context;
	e->falls |= n_generated < e->n_generated;
	e->n_generated = n_generated;
	const bool is_there = e->watch.found != NULL ? e->n_found > 0 : e->n_given == e->n_awaited;
	return !is_there || n_generated == 0 || ++e->n_ticks < 3;
}

Test(stream, a_tick_interrupts_all_searches)
{
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	for (unsigned n_threads = 1; n_threads <= 3; n_threads++) {
		struct pool *const pool = pool_create(&korf, n_threads);
		cr_assert_not_null(pool);
		struct endless e = {.cube = cube_of_moves(superflip), .n_awaited = n_threads};
		pool_run(pool, &(struct search_stream){
			.context = &e, .next = superflip_again, .done = note_interruption, .tick = tick_thrice});
		cr_expect_eq(e.n_given, n_threads, "one cube for each thread");
		cr_expect_eq(e.n_interrupted, e.n_given, "%u threads: %u of %u interrupted", n_threads,
		             e.n_interrupted, e.n_given);
		cr_expect_eq(e.n_other, 0u);
		cr_expect_gt(e.n_generated, 0u, "the tick is told how many nodes there are");
		cr_expect_not(e.falls);
		/* Nothing of the interruption is left for the next cube. */
		const struct cube c = cube_of_moves("R U F");
		const struct search_request request = search_request_default(&c);
		struct search_result result;
		pool_solve(pool, &request, &result);
		cr_expect_eq(result.outcome, SEARCH_SOLVED);
		cr_expect_eq(result.length, 3u);
		search_result_free(&result);
		pool_destroy(pool);
	}
}

/* Solutions of a length that many have: the first of them are found long before all. */
static enum search_next first_of_many(void *context, struct search_request *request, void **tag)
{
	struct endless *const e = context;
	*request = search_request_default(&e->cube);
	request->min_length = request->max_length = 14;
	request->is_deterministic = true;
	request->watch = &e->watch;
	*tag = NULL;
	return e->n_given++ == 0 ? STREAM_NEXT : STREAM_END;
}

static void note_found(void *context, const struct search_solution *solutions, uint64_t n)
{
	(void)solutions;
	((struct endless *)context)->n_found += (unsigned)n;
}

static void note_unfinished(void *context, void *tag, struct search_result *result)
{
	struct endless *const e = context;
	e->n_interrupted += result->outcome == SEARCH_INTERRUPTED && result->n_solutions == 1;
	search_result_free(result);
}

Test(stream, an_interrupted_search_does_not_claim_to_know_which_solution_comes_first)
{
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	struct pool *const pool = pool_create(&korf, 2);
	cr_assert_not_null(pool);
	struct endless e = {.cube = cube_of_moves("R U F"), .watch = {.found = note_found, .context = &e}};
	pool_run(pool, &(struct search_stream){
		.context = &e, .next = first_of_many, .done = note_unfinished, .tick = tick_thrice});
	pool_destroy(pool);
	cr_expect_eq(e.n_interrupted, 1u);
}
