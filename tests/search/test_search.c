/* What a search answers: lengths, all solutions, limits. */
#include "support/support.h"
#include "search/fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { N_THREAD_COUNTS = 4 };
static const unsigned thread_counts[N_THREAD_COUNTS] = {1, 2, 3, 8};
static const char superflip[] = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

static struct search_request all_solutions(const struct cube *c)
{
	struct search_request request = search_request_default(c);
	request.n_solutions = SEARCH_ALL;
	return request;
}

/* ---- lengths ---- */
static void expect_length(const struct heuristic *h, const char *name, const struct cube *c, unsigned length)
{
	const struct search_request request = search_request_default(c);
	struct search_result result = fixture_solve(h, NULL, 2, &request);
	cr_expect_eq(result.outcome, SEARCH_SOLVED, "%s", name);
	cr_expect_eq(result.length, length, "%s: %u %s", name, result.length, metric_name[h->metric]);
	cr_expect(result.is_optimal, "%s", name);
	cr_expect_eq(result.lower_bound, length, "%s", name);
	cr_expect_eq(result.n_solutions, 1u, "%s", name);
	expect_sound(h, &request, &result);
	search_result_free(&result);
}

Test(search, the_solved_cube_has_length_0)
{
	for (unsigned metric = METRIC_HTM; metric < N_METRICS; metric++) {
		const struct heuristic korf = fixture_named("korf", (enum metric)metric);
		expect_length(&korf, "solved", &cube_solved, 0);
	}
}

Test(search, one_move_is_undone_by_one_move)
{
	for (unsigned metric = METRIC_HTM; metric < N_METRICS; metric++) {
		const struct heuristic korf = fixture_named("korf", (enum metric)metric);
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct search_request request = all_solutions(&move_cube[m]);
			struct search_result result = fixture_solve(&korf, NULL, 2, &request);
			cr_assert_eq(result.n_solutions, 1u, "%s", move_name[m]);
			cr_expect_eq(result.length, move_cost((enum metric)metric, m), "%s", move_name[m]);
			cr_expect_eq(result.solutions[0].n_moves, 1, "%s", move_name[m]);
			cr_expect_eq(result.solutions[0].moves[0], move_inverse(m), "%s", move_name[m]);
			search_result_free(&result);
		}
	}
}

/* M. Reid's list of patterns, proved optimal there; T-perm and the triggers by exhaustive two-sided search. */
static const struct pattern {
	const char *name;
	unsigned length[N_METRICS];  /* 0: not known */
	const char *moves;
} patterns[] = {
	{"sexy move", {4, 4}, "R U R' U'"},
	{"F trigger", {6, 6}, "F R U R' U' F'"},
	{"pons asinorum", {6, 12}, "F2 B2 R2 L2 U2 D2"},
	{"sune", {7, 0}, "R U R' U R U2 R'"},
	{"six spot", {8, 8}, "U D' R L' F B' U D'"},
	{"four spot", {8, 12}, "F2 B2 U D' R2 L2 U D'"},
	{"six Ts", {9, 14}, "F2 R2 U2 F' B D2 L2 F B"},
	{"corners cycled", {9, 0}, "R' F R' B2 R F' R' B2 R2"},
	{"edges cycled", {9, 0}, "R2 U R U R' U' R' U' R' U R'"},
	{"F perm with a turn", {10, 0}, "R U R' F' R U R' U' R' F R2 U' R'"},
	{"T perm", {11, 0}, "R U R' U' R' F R2 U' R' U' R U R' F'"},
	{"T perm and a turn", {10, 0}, "R U R' U' R' F R2 U' R' U' R U R' F' U"},
	{"christman cross", {11, 16}, "U F B' L2 U2 L2 F' B U2 L2 U"},
	{"six-two-one", {11, 15}, "U B2 D2 L B' L' U' L' B D2 B2"},
	{"female boa", {12, 16}, "R U' R2 U2 F D2 R2 U' D' R D' F'"},
	{"male boa", {12, 16}, "F D R' U D R2 D2 F' U2 R2 U R'"},
	{"Ron's cube in a cube", {13, 17}, "L2 D2 L' D2 B2 L2 B2 L' D2 L2 B2 L' B2"},
	{"green mamba", {13, 14}, "R D R F R' F' B D R' U' B' U D2"},
	{"anaconda", {14, 14}, "L U B' U' R L' B R' F B' D R D' F'"},
	{"black mamba", {14, 14}, "R D L F' R L' D R' U D' B U' R' D'"},
	{"orthogonal bars", {14, 14}, "F R' U L F' L' F U' R U L' U' L F'"},
	{"python", {14, 16}, "F2 R' B' U R' L F' L' F B D' R B L2"},
	{"edge hexagon order 3", {14, 16}, "F L B U L F2 B2 R' F2 B2 U' B' L' F'"},
	{"exchanged rings", {15, 18}, "F U D' L' B2 L U' D F U R2 L2 U' L2 F2"},
	{"cube in a cube", {15, 18}, "F L F U' R U F2 L2 U' L' B D' B' L2 U"},
};
enum { N_PATTERNS = sizeof patterns / sizeof *patterns };

static void expect_patterns(enum metric metric, unsigned min_length, unsigned max_length)
{
	const struct heuristic korf = fixture_named("korf", metric);
	for (unsigned i = 0; i < N_PATTERNS; i++) {
		const struct cube c = cube_of_moves(patterns[i].moves);
		const unsigned length = patterns[i].length[metric];
		if (length >= min_length && length <= max_length)
			expect_length(&korf, patterns[i].name, &c, length);
	}
}

Test(search, patterns_have_their_known_lengths_htm)
{
	expect_patterns(METRIC_HTM, 1, 11);
}

Test(search, patterns_have_their_known_lengths_qtm)
{
	expect_patterns(METRIC_QTM, 1, 14);
}

Test(search, patterns_of_12_and_13_moves_have_their_known_lengths)
{
	skip_under_tsan_unless_slow();
	expect_patterns(METRIC_HTM, 12, 13);
}

Test(search, longer_patterns_have_their_known_lengths_qtm)
{
	skip_unless_slow();
	expect_patterns(METRIC_QTM, 15, 17);
}

Test(search, longer_patterns_have_their_known_lengths_htm)
{
	skip_unless_slow();
	expect_patterns(METRIC_HTM, 14, 15);
}

Test(search, random_states_have_their_known_length_15)
{
	skip_unless_slow();
	FILE *const f = fopen(shared_data("random_state_depth15.txt"), "r");
	cr_assert_not_null(f);
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	char line[256];
	for (unsigned i = 0; i < 2; i++) {
		cr_assert_not_null(fgets(line, sizeof line, f));
		const struct cube c = cube_of_moves(line);
		expect_length(&korf, line, &c, 15);
	}
	fclose(f);
}

Test(search, no_cube_is_longer_than_the_walk_that_made_it)
{
	struct dice dice = {21};
	for (unsigned metric = METRIC_HTM; metric < N_METRICS; metric++) {
		const struct heuristic korf = fixture_named("korf", (enum metric)metric);
		for (unsigned i = 0; i < 100; i++) {
			uint8_t walk[11];
			const unsigned length = i % 12, n = dice_walk(&dice, (enum metric)metric, length, walk);
			const struct cube c = cube_after_moves(cube_solved, walk, n);
			const struct search_request request = search_request_default(&c);
			struct search_result result = fixture_solve(&korf, NULL, 2, &request);
			cr_assert_eq(result.outcome, SEARCH_SOLVED, "walk %u of seed 21", i);
			cr_assert(result.is_optimal && result.length <= length, "walk %u of seed 21: %u moves", i, result.length);
			expect_sound(&korf, &request, &result);
			search_result_free(&result);
		}
	}
}

/* ---- all solutions against all sequences ---- */
/* Every sequence of turns that costs exactly `cost` and solves a cube: no face twice in a row, opposite faces in one
 * order. */
struct brute_force {
	enum metric metric;
	struct search_solution now, *found;
	uint64_t n_found, capacity;
	const struct ends *ends;      /* NULL: all sequences are tried to their ends */
};

/* All cubes that sequences of END_MOVES moves solve, in order: with so many left, others need not be tried. */
enum { END_MOVES = 4, MAX_ENDS = 43254 };
struct ends {
	unsigned n;
	struct cube cube[MAX_ENDS];
};

static int compare_cubes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct cube));
}

static void add_ends(struct ends *e, const struct cube *c, unsigned last, unsigned n_left)
{
	if (n_left == 0) {
		cr_assert_lt(e->n, MAX_ENDS);
		e->cube[e->n++] = *c;
	}
	for (uint32_t moves = move_successors[METRIC_HTM][last]; n_left != 0 && moves != 0; moves &= moves - 1) {
		const unsigned m = (unsigned)__builtin_ctz(moves);
		const struct cube after = cube_after(c, m);
		add_ends(e, &after, move_last_after[METRIC_HTM][last][m], n_left - 1);
	}
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
		b->now.n_moves--;
	}
}

/* The solutions of lengths optimal .. optimal + over are those of the brute force, by all kernels and thread counts. */
static void expect_solutions_with_ends(const char *name, const struct heuristic *h, const struct cube *c, unsigned over,
                                       const struct ends *ends)
{
	static struct search_solution found[10000];
	struct brute_force b = {.metric = h->metric, .found = found, .capacity = sizeof found / sizeof *found, .ends = ends};
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
	struct search_request request = all_solutions(c);
	request.over_optimal = over;
	for (unsigned k = 0; k < n_kernels; k++)
		for (unsigned t = 0; t < N_THREAD_COUNTS && kernels[k]->is_for(h); t++) {
			struct search_result result = fixture_solve(h, kernels[k], thread_counts[t], &request);
			cr_expect_eq(result.outcome, SEARCH_SOLVED, "%s", name);
			cr_expect(result.is_optimal, "%s", name);
			cr_expect_eq(result.length, optimal, "%s", name);
			cr_assert_eq(result.n_solutions, b.n_found, "%s, %s, %u threads: %lu solutions, not %lu", name, kernels[k]->name,
			             thread_counts[t], (unsigned long)result.n_solutions, (unsigned long)b.n_found);
			for (uint64_t i = 0; i < b.n_found; i++) {
				const struct search_solution *const want = &b.found[i], *const got = &result.solutions[i];
				if (want->length != got->length || want->n_moves != got->n_moves ||
				    memcmp(want->moves, got->moves, got->n_moves) != 0)
					cr_assert_fail("%s, %s: solution %lu differs", name, kernels[k]->name, (unsigned long)i);
			}
			search_result_free(&result);
		}
}

static void expect_solutions_of_brute_force(const char *name, const struct heuristic *h, const struct cube *c,
                                            unsigned over)
{
	expect_solutions_with_ends(name, h, c, over, NULL);
}

/* Room for solutions is made when there are 16, and again when there are 32. */
Test(search, none_of_33_solutions_is_lost)
{
	static struct ends ends;
	cube_init();
	add_ends(&ends, &cube_solved, LAST_NONE, END_MOVES);  /* what solves these, backwards, makes them */
	qsort(ends.cube, ends.n, sizeof *ends.cube, compare_cubes);
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	const struct cube c = cube_of_moves("R2 F2 B2 L2 U F");
	expect_solutions_with_ends("33 solutions", &korf, &c, 3, &ends);
	struct search_request request = all_solutions(&c);
	request.over_optimal = 3;
	struct search_result result = fixture_solve(&korf, NULL, 1, &request);
	cr_expect_eq(result.n_solutions, 33);
	search_result_free(&result);
}

Test(search, all_solutions_of_short_walks_are_found_once)
{
	struct dice dice = {22};
	for (unsigned metric = METRIC_HTM; metric < N_METRICS; metric++) {
		const struct heuristic korf = fixture_named("korf", (enum metric)metric);
		for (unsigned i = 0; i < 12; i++) {
			uint8_t walk[5];
			const unsigned n = dice_walk(&dice, (enum metric)metric, i % 6, walk);
			const struct cube c = cube_after_moves(cube_solved, walk, n);
			expect_solutions_of_brute_force("walk", &korf, &c, 0);
		}
	}
}

/* Many solutions, which a solver that drops symmetric ones would miss and one that does not would repeat. */
Test(search, all_solutions_of_symmetric_cubes_are_found_once)
{
	static const char *const symmetric[] = {
		"", "R2 L2", "R L'", "U2 D2 R2 L2", "R2 L2 U2 D2", "U D R2 L2", "R L U D", "R2 F2 R2", "F2 R2 F2 R2", "U R2 L2 D",
	};
	for (unsigned metric = METRIC_HTM; metric < N_METRICS; metric++) {
		const struct heuristic korf = fixture_named("korf", (enum metric)metric);
		for (unsigned i = 0; i < sizeof symmetric / sizeof *symmetric; i++) {
			const struct cube c = cube_of_moves(symmetric[i]);
			if (metric == METRIC_HTM || i < 3)  /* the others are too long in quarter turns to try all sequences */
				expect_solutions_of_brute_force(symmetric[i], &korf, &c, 0);
		}
	}
}

Test(search, all_solutions_of_pons_asinorum_are_found_once)
{
	skip_under_tsan_unless_slow();
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	const struct cube c = cube_of_moves("F2 B2 R2 L2 U2 D2");
	expect_solutions_of_brute_force("pons asinorum", &korf, &c, 0);
}

/* Images of what was found are solutions, too: when they are enough, no longer ones are looked for. */
Test(search, images_count_before_longer_solutions)
{
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	const struct cube c = cube_of_moves("F2 B2 R2 L2 U2 D2");
	struct search_request request = all_solutions(&c);
	struct search_result all = fixture_solve(&korf, NULL, 1, &request);
	cr_assert_gt(all.n_solutions, 1);
	request.n_solutions = (int64_t)all.n_solutions;
	request.over_optimal = 2;
	struct search_result enough = fixture_solve(&korf, NULL, 2, &request);
	cr_expect_eq(enough.outcome, SEARCH_SOLVED);
	cr_expect_eq(enough.n_iterations, all.n_iterations);
	cr_assert_eq(enough.n_solutions, all.n_solutions);
	for (uint64_t i = 0; i < all.n_solutions; i++)
		cr_expect_arr_eq(enough.solutions[i].moves, all.solutions[i].moves, all.length);
	search_result_free(&enough);
	search_result_free(&all);
}

Test(search, solutions_longer_than_optimal_are_found_once)
{
	static const char *const walks[] = {"R U", "F2 B", "L2", "R2 L2 U2"};
	for (unsigned metric = METRIC_HTM; metric < N_METRICS; metric++) {
		const struct heuristic korf = fixture_named("korf", (enum metric)metric);
		for (unsigned i = 0; i < 3; i++) {
			const struct cube c = cube_of_moves(walks[i]);
			expect_solutions_of_brute_force(walks[i], &korf, &c, 2);
		}
	}
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	const struct cube c = cube_of_moves(walks[3]);
	expect_solutions_of_brute_force(walks[3], &korf, &c, 2);
}

Test(search, weak_heuristics_find_the_same_solutions)
{
	struct dice dice = {23};
	static const char *const weak[] = {"corners", "edges", "orientation"};
	for (unsigned i = 0; i < 3; i++) {
		const struct heuristic h = fixture_named(weak[i], METRIC_HTM);
		for (unsigned length = 0; length < 5; length++) {
			uint8_t walk[4];
			const unsigned n = dice_walk(&dice, METRIC_HTM, length, walk);
			const struct cube c = cube_after_moves(cube_solved, walk, n);
			expect_solutions_of_brute_force(weak[i], &h, &c, 0);
		}
	}
}

Test(search, as_many_solutions_as_asked_for)
{
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	const struct cube c = cube_of_moves("F2 B2 R2 L2 U2 D2");
	struct search_request request = all_solutions(&c);
	struct search_result all = fixture_solve(&korf, NULL, 2, &request);
	for (unsigned n = 1; n <= all.n_solutions + 1; n++) {
		request.n_solutions = n;
		struct search_result result = fixture_solve(&korf, NULL, 3, &request);
		cr_expect_eq(result.outcome, SEARCH_SOLVED);
		cr_expect_eq(result.n_solutions, n < all.n_solutions ? n : all.n_solutions, "%u asked for", n);
		expect_sound(&korf, &request, &result);
		search_result_free(&result);
	}
	search_result_free(&all);
}

Test(search, deterministic_answers_are_the_first_in_order_for_all_thread_counts)
{
	struct dice dice = {24};
	for (unsigned metric = METRIC_HTM; metric < N_METRICS; metric++) {
		const struct heuristic korf = fixture_named("korf", (enum metric)metric);
		for (unsigned i = 0; i < 8; i++) {
			uint8_t walk[12];
			const unsigned n = dice_walk(&dice, (enum metric)metric, 12, walk);
			const struct cube c = i == 0 ? cube_of_moves("F2 B2 R2 L2 U2 D2") : cube_after_moves(cube_solved, walk, n);
			struct search_request request = all_solutions(&c);
			struct search_result all = fixture_solve(&korf, NULL, 1, &request);
			request.n_solutions = 1;
			request.deterministic = true;
			for (unsigned t = 0; t < N_THREAD_COUNTS; t++) {
				struct search_result result = fixture_solve(&korf, NULL, thread_counts[t], &request);
				cr_assert_eq(result.n_solutions, 1u);
				cr_expect(result.is_optimal);
				cr_expect_eq(memcmp(&result.solutions[0], &all.solutions[0], sizeof *all.solutions), 0,
				             "cube %u of seed 24, %u threads", i, thread_counts[t]);
				search_result_free(&result);
			}
			search_result_free(&all);
		}
	}
}

/* ---- lengths that are asked for ---- */
Test(search, what_was_not_searched_is_not_called_optimal)
{
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	const struct cube c = cube_of_moves("R U R' U' R' F R2 U' R' U' R U R' F'");
	for (unsigned min_length = 0; min_length <= 12; min_length++) {
		struct search_request request = search_request_default(&c);
		request.min_length = min_length;
		struct search_result result = fixture_solve(&korf, NULL, 2, &request);
		const unsigned bound = heuristic_evaluate(&korf, &c);
		cr_expect_eq(result.outcome, SEARCH_SOLVED);
		cr_expect_eq(result.is_optimal, min_length <= bound, "from length %u", min_length);
		cr_expect_eq(result.lower_bound, min_length <= bound ? 11 : bound, "from length %u", min_length);
		cr_expect_eq(result.length, min_length < 11 ? 11 : min_length, "from length %u: %u", min_length, result.length);
		expect_sound(&korf, &request, &result);
		search_result_free(&result);
	}
}

Test(search, a_bound_is_proved_up_to_the_longest_length_asked_for)
{
	const struct cube c = cube_of_moves(superflip);
	for (unsigned metric = METRIC_HTM; metric < N_METRICS; metric++) {
		const struct heuristic korf = fixture_named("korf", (enum metric)metric);
		struct search_request request = search_request_default(&c);
		request.max_length = metric == METRIC_HTM ? 11 : 13;
		struct search_result result = fixture_solve(&korf, NULL, 2, &request);
		cr_expect_eq(result.outcome, SEARCH_NONE);
		cr_expect_not(result.is_optimal);
		cr_expect_eq(result.n_solutions, 0u);
		/* An even permutation: 12 quarter turns are excluded, 13 cannot be. */
		cr_expect_eq(result.lower_bound, metric == METRIC_HTM ? 12 : 14, "%u", result.lower_bound);
		search_result_free(&result);
	}
}

Test(search, nothing_is_searched_where_the_bound_excludes_it)
{
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	const struct cube c = cube_of_moves("R U R' U' R' F R2 U' R' U' R U R' F'");
	struct search_request request = search_request_default(&c);
	request.max_length = heuristic_evaluate(&korf, &c) - 1;
	struct search_result result = fixture_solve(&korf, NULL, 2, &request);
	cr_expect_eq(result.outcome, SEARCH_NONE);
	cr_expect_eq(result.n_iterations, 0u);
	cr_expect_eq(result.lower_bound, heuristic_evaluate(&korf, &c));
	search_result_free(&result);
}

/* ---- limits ---- */
Test(search, a_node_limit_strikes_soon)
{
	enum { N_THREADS = 2, LIMIT = 1000000, MOST_CHILDREN = 64 * 18 };
	const struct cube c = cube_of_moves(superflip);
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	struct search_request request = search_request_default(&c);
	request.node_limit = LIMIT;
	for (unsigned k = 0; k < n_kernels; k++) {
		if (!kernels[k]->is_for(&korf))
			continue;
		struct search_result result = fixture_solve(&korf, kernels[k], N_THREADS, &request);
		cr_expect_eq(result.outcome, SEARCH_NODE_LIMIT, "%s", kernels[k]->name);
		cr_expect_geq(result.n_generated, (uint64_t)LIMIT, "%s", kernels[k]->name);
		cr_expect_leq(result.n_generated, (uint64_t)LIMIT + N_THREADS * (REPORT_NODES + MOST_CHILDREN), "%s: %lu",
		              kernels[k]->name, (unsigned long)result.n_generated);
		cr_expect_not(result.is_optimal);
		cr_expect_eq(result.n_solutions, 0u);
		cr_assert_gt(result.n_iterations, 0u);
		cr_expect_not(result.iterations[result.n_iterations - 1].is_complete);
		cr_expect_eq(result.lower_bound, result.iterations[result.n_iterations - 1].threshold);
		search_result_free(&result);
	}
}

Test(search, a_time_limit_strikes_soon)
{
	const struct cube c = cube_of_moves(superflip);
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	struct search_request request = search_request_default(&c);
	request.time_limit_s = 0.2;
	struct search_result result = fixture_solve(&korf, NULL, 2, &request);
	cr_expect_eq(result.outcome, SEARCH_TIME_LIMIT);
	cr_expect_geq(result.seconds, 0.2);
	cr_expect_lt(result.seconds, 5, "%f s", result.seconds);
	cr_expect_gt(result.lower_bound, 8u);
	cr_expect_not(result.is_optimal);
	search_result_free(&result);
}

Test(search, limits_that_are_not_reached_change_nothing)
{
	const struct cube c = cube_of_moves("F2 R2 U2 F' B D2 L2 F B");
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	struct search_request request = search_request_default(&c);
	request.node_limit = UINT64_C(1000000000);
	request.time_limit_s = 1000;
	struct search_result result = fixture_solve(&korf, NULL, 2, &request);
	cr_expect_eq(result.outcome, SEARCH_SOLVED);
	cr_expect(result.is_optimal);
	cr_expect_eq(result.length, 9u);
	search_result_free(&result);
}
