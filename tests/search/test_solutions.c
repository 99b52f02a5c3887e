/* Which solutions a search finds: all of them, each once, by every kernel and any number of threads, against
 * all sequences. */
#include "support/support.h"
#include "search/fixture.h"

#include "cube/centres.h"
#include "support/read.h"

/* ---- all sequences ---- */
/* Every sequence of turns that costs exactly `cost` and solves a cube: no face twice in a row, opposite faces
 * in one order. */
struct brute_force {
	enum metric metric;
	struct search_solution now, *found;
	uint64_t n_found, capacity;
	const struct ends *ends;      /* NULL: all sequences are tried to their ends */
};

/* All cubes that sequences of END_MOVES moves solve, in order: with so many left, others need not be
 * tried. */
enum { END_MOVES = 4, MAX_ENDS = 43254 + 1 };
struct ends {
	unsigned n;
	struct cube cube[MAX_ENDS];
};

static void add_end(void *context, const struct cube *c, const uint8_t *path, unsigned n)
{
	struct ends *const e = context;
	cr_assert_lt(e->n, MAX_ENDS);
	if (n == END_MOVES)
		e->cube[e->n++] = *c;
}

static void try_all(struct brute_force *b, const struct cube *c, unsigned cost)
{
	if (b->ends != NULL && cost == END_MOVES
	    && bsearch(c, b->ends->cube, b->ends->n, sizeof *c, compare_cubes) == NULL)
		return;
	if (cost == 0) {
		if (cube_is_solved(c)) {
			cr_assert_lt(b->n_found, b->capacity);
			b->found[b->n_found++] = b->now;
		}
		return;
	}
	for (unsigned m = 0; m < N_MOVES; m++) {
		const unsigned last = b->now.n_moves > 0 ? move_face(b->now.moves[b->now.n_moves - 1]) : N_FACES;
		const bool follows = last == N_FACES || (move_face(m) != last && move_face(m) + 3 != last);
		if (!follows || move_cost(b->metric, m) > cost)
			continue;
		const struct cube after = cube_after(c, m);
		b->now.moves[b->now.n_moves++] = (uint8_t)m;
		try_all(b, &after, cost - move_cost(b->metric, m));
		b->now.moves[--b->now.n_moves] = 0;
	}
}

/* The solutions of lengths optimal .. optimal + over are those of the brute force, by all kernels and thread
 * counts.
 * @param ends  NULL: all sequences are tried to their ends */
static void expect_solutions_of_brute_force(const char *heuristic, enum metric metric, const struct cube *c,
                                            unsigned over, const struct ends *ends)
{
	static struct search_solution found[10000];
	const struct heuristic h = fixture_named(heuristic, metric);
	struct brute_force b = {
		.metric = metric, .found = found, .capacity = sizeof found / sizeof *found, .ends = ends};
	unsigned optimal = 0, last = UINT8_MAX;
	for (unsigned length = 0; length <= last; length++) {
		const uint64_t n_before = b.n_found;
		try_all(&b, c, length);
		for (uint64_t i = n_before; i < b.n_found; i++)
			b.found[i].length = (uint8_t)length;
		if (last == UINT8_MAX && b.n_found != 0) {
			optimal = length;
			last = length + over;
		}
	}
	const struct search_request request = all_solutions(c, over);
	const struct search_result wanted = {
		.outcome = SEARCH_SOLVED, .n_solutions = b.n_found, .solutions = b.found};
	for (unsigned k = 0; k < n_kernels; k++)
		for (unsigned t = 0; t < N_THREAD_COUNTS && kernels[k]->is_for(&h); t++) {
			const struct search_result result = fixture_solve(&h, kernels[k], thread_counts[t], &request);
			cr_expect(result.is_optimal && result.length == optimal, "%u moves, not %u", result.length,
			          optimal);
			expect_same_solutions(&result, &wanted, kernels[k]->name);
		}
}

/* ---- all solutions ---- */
/* Room for solutions is made when there are 16, and again when there are 32. */
Test(solutions, none_of_33_solutions_is_lost)
{
	static struct ends ends;
	/* What solves these, backwards, makes them. */
	each_path(METRIC_HTM, SEARCH_ALL_TURNS, &cube_solved, END_MOVES, add_end, &ends);
	qsort(ends.cube, ends.n, sizeof *ends.cube, compare_cubes);
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	const struct cube c = cube_of_moves("R2 F2 B2 L2 U F");
	expect_solutions_of_brute_force("korf", METRIC_HTM, &c, 3, &ends);
	const struct search_request request = all_solutions(&c, 3);
	cr_expect_eq(fixture_solve(&korf, NULL, 1, &request).n_solutions, 33);
}

Test(solutions, all_solutions_of_short_walks_are_found_once)
{
	struct dice dice = {22};
	metric_foreach(metric)
		for (unsigned i = 0; i < 12; i++) {
			uint8_t walk[5];
			const unsigned n = dice_walk(&dice, metric, i % 6, walk);
			struct cube start = cube_solved;
			start.centres = i < 6 ? 0 : CENTRES_MARKED;
			const struct cube c = cube_after_moves(start, walk, n);
			expect_solutions_of_brute_force("korf", metric, &c, 0, NULL);
		}
}

/* Many solutions, which a solver that drops symmetric ones would miss and one that does not would repeat. */
Test(solutions, all_solutions_of_symmetric_cubes_are_found_once)
{
	static const char *const symmetric[] = {
		"",          "R2 L2",   "R L'",     "U2 D2 R2 L2", "R2 L2 U2 D2",
		"U D R2 L2", "R L U D", "R2 F2 R2", "F2 R2 F2 R2", "U R2 L2 D",
	};
	metric_foreach(metric)
		array_foreach(row, symmetric) {
			const struct cube c = cube_of_moves(*row);
			/* The others are too long in quarter turns to try all sequences. */
			if (metric == METRIC_HTM || row - symmetric < 3)
				expect_solutions_of_brute_force("korf", metric, &c, 0, NULL);
		}
}

/* Of each cube fewer moves bring home all cubies but leave centres turned: the first is halfway to two half
 * turns, in 10 moves. */
Test(solutions, solutions_leave_marked_centres_upright)
{
	static const struct { const char *moves; enum metric metric; unsigned over;
	} cases[] = {
		{"B' U2 L2 D2 F' B", METRIC_HTM, 0},
		{"R2 D2 L2 F", METRIC_HTM, 1},
		{"R L' U2", METRIC_QTM, 2},
		{"R2 L2", METRIC_HTM, 1},
		{"", METRIC_HTM, 0},
	};
	array_foreach(row, cases) {
		const struct cube c = position_of(row->moves, READ_CENTERS).cube;
		expect_solutions_of_brute_force("korf", row->metric, &c, row->over, NULL);
	}
}

Test(solutions, all_solutions_of_pons_asinorum_are_found_once)
{
	skip_under_tsan_unless_slow();
	const struct cube c = cube_of_moves("F2 B2 R2 L2 U2 D2");
	expect_solutions_of_brute_force("korf", METRIC_HTM, &c, 0, NULL);
}

Test(solutions, solutions_longer_than_optimal_are_found_once)
{
	static const char *const walks[] = {"R U", "F2 B", "L2", "R2 L2 U2"};
	for (unsigned i = 0; i < 7; i++) {
		const struct cube c = cube_of_moves(walks[i % 4]);
		expect_solutions_of_brute_force("korf", i < 4 ? METRIC_HTM : METRIC_QTM, &c, 2, NULL);
	}
}

Test(solutions, weak_heuristics_find_the_same_solutions)
{
	struct dice dice = {23};
	static const char *const weak[] = {"corners", "edges", "orientation"};
	array_foreach(row, weak)
		for (unsigned length = 0; length < 5; length++) {
			const struct cube c = dice_walked(&dice, METRIC_HTM, length);
			expect_solutions_of_brute_force(*row, METRIC_HTM, &c, 0, NULL);
		}
}

/* Images of what was found are solutions, too: when they are enough, no longer ones are looked for. */
Test(solutions, as_many_solutions_as_asked_for)
{
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	const struct cube c = cube_of_moves("F2 B2 R2 L2 U2 D2");
	struct search_request request = all_solutions(&c, 0);
	const struct search_result all = fixture_solve(&korf, NULL, 2, &request);
	const uint64_t n_all = all.n_solutions;
	cr_assert_gt(n_all, 1);
	for (unsigned n = 1; n <= n_all + 1; n++) {
		request.n_solutions = n;
		const struct search_result result = fixture_solve(&korf, NULL, 3, &request);
		cr_expect(result.outcome == SEARCH_SOLVED && result.n_solutions == (n < n_all ? n : n_all),
		          "%u asked for", n);
	}
	request.n_solutions = (int64_t)n_all;
	request.over_optimal = 2;
	const struct search_result enough = fixture_solve(&korf, NULL, 2, &request);
	cr_expect_eq(enough.n_iterations, all.n_iterations);
	expect_same_solutions(&enough, &all, "as many as there are");
}

Test(solutions, deterministic_answers_are_the_first_in_order_for_all_thread_counts)
{
	struct dice dice = {24};
	metric_foreach(metric) {
		const struct heuristic korf = fixture_named("korf", metric);
		for (unsigned i = 0; i < 8; i++) {
			const struct cube c = i == 0 ? cube_of_moves("F2 B2 R2 L2 U2 D2")
			                             : dice_walked(&dice, metric, 12);
			struct search_request request = all_solutions(&c, 0);
			struct search_result first = fixture_solve(&korf, NULL, 1, &request);
			first.n_solutions = 1;
			request.n_solutions = 1;
			request.is_deterministic = true;
			for (unsigned t = 0; t < N_THREAD_COUNTS; t++) {
				const struct search_result result = fixture_solve(&korf, NULL, thread_counts[t], &request);
				cr_expect(result.is_optimal);
				expect_same_solutions(&result, &first, "the first");
			}
		}
	}
}
