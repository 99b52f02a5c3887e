#include "search/fixture.h"

#include "support/support.h"

TestSuite(restricted, .init = cube_init);

enum { U = 7u << FACE_U * 3, R = 7u << FACE_R * 3, F = 7u << FACE_F * 3, D = 7u << FACE_D * 3, L = 7u << FACE_L * 3,
       ONE_U = 1u << FACE_U * 3, TWO_U = 2u << FACE_U * 3, TWO_R = 2u << FACE_R * 3 };
static const uint32_t sets[] = {U | R, U | D | R, TWO_U | R, ONE_U | R, U | (R ^ TWO_R), 0x12492, U | R | F | D | L,
                                ONE_U | 4u << FACE_D * 3 | TWO_R, ONE_U | TWO_U | TWO_R | 4u << FACE_R * 3};
enum { N_SETS = sizeof sets / sizeof *sets, MAX_WORDS = 20000 };

/* On three threads, with a weak heuristic: the order of turns is what is tested, and that every thread keeps
 * to it. */
static struct search_result solve(uint32_t permitted, enum metric metric, struct search_request request)
{
	return fixture_solve_by("manhattan", permitted, metric, 500, request);
}

/* ---- the oracle: every word of permitted turns, without any order ---- */
struct words {
	uint32_t permitted;
	enum metric metric;
	unsigned n;
	char found[MAX_WORDS][24];
	uint8_t path[20];
};

/* Turns of one axis next to each other are sorted: they commute. */
static void normalise(const uint8_t *path, unsigned n, char *out)
{
	memcpy(out, path, n);
	for (unsigned i = 1; i < n; i++)
		for (unsigned k = i; k > 0 && move_face((uint8_t)out[k]) % 3 == move_face((uint8_t)out[k - 1]) % 3
		                     && out[k] < out[k - 1];
		     k--) {
			const char kept = out[k];
			out[k] = out[k - 1];
			out[k - 1] = kept;
		}
	for (unsigned i = 0; i < n; i++)
		out[i]++;  /* no NUL within */
	out[n] = '\0';
}

/* The least that a word of one face with an effect takes: 8 times its cost, and its turns; found by trying
 * all of up to three. */
static unsigned least_effort(const struct words *w, unsigned face, unsigned effect)
{
	unsigned least = 99;
	for (unsigned code = 0; code < 64; code++) {
		unsigned sum = 0, effort = 0;
		bool is_permitted = true;
		for (unsigned i = 0, rest = code; i < 3; i++, rest /= 4)
			if (rest % 4 != 0) {
				const unsigned move = face * 3 + rest % 4 - 1;
				is_permitted &= (w->permitted >> move & 1) != 0;
				sum += rest % 4;
				effort += 8 * move_cost(w->metric, move) + 1;
			}
		if (is_permitted && sum % 4 == effect && effort < least)
			least = effort;
	}
	return least;
}

/* Whether each run of a face in a sorted word is one turn if that is permitted, else as cheap and short as
 * can be, and does something. */
static bool has_only_least_runs(const struct words *w, const char *word)
{
	for (const char *p = word; *p != '\0';) {
		const unsigned face = move_face((unsigned)*p - 1);
		unsigned sum = 0, effort = 0, n = 0;
		for (; *p != '\0' && move_face((unsigned)*p - 1) == face; p++, n++) {
			sum += move_turns((unsigned)*p - 1);
			effort += 8 * move_cost(w->metric, (unsigned)*p - 1) + 1;
		}
		const unsigned effect = sum % 4;
		if (effect == 0 || effort != least_effort(w, face, effect))
			return false;
		if (n > 1 && (w->permitted >> (face * 3 + effect - 1) & 1) != 0)
			return false;
	}
	return true;
}

static void note(struct words *w, unsigned n)
{
	char word[24];
	normalise(w->path, n, word);
	if (!has_only_least_runs(w, word))
		return;
	/* Two quarter turns that make a half turn are done clockwise, if they may be. */
	for (unsigned i = 0; i + 1 < n; i++)
		if (word[i] == word[i + 1] && word[i] % 3 == 0 && (w->permitted >> (word[i] - 3) & 1) != 0)
			word[i] = word[i + 1] = (char)(word[i] - 2);
	for (unsigned i = 0; i < w->n; i++)
		if (strcmp(w->found[i], word) == 0)
			return;
	cr_assert_lt(w->n, (unsigned)MAX_WORDS);
	strcpy(w->found[w->n++], word);
}

static void try_all(struct words *w, const struct cube *c, unsigned n, unsigned left)
{
	if (left == 0 && cube_is_solved(c))
		note(w, n);
	for (unsigned m = 0; m < N_MOVES && left > 0; m++) {
		if ((w->permitted >> m & 1) == 0 || move_cost(w->metric, m) > left)
			continue;
		const struct cube child = cube_after(c, m);
		w->path[n] = (uint8_t)m;
		try_all(w, &child, n + 1, left - move_cost(w->metric, m));
	}
}

/* All solutions of the shortest length and of `over` more, modulo turns that commute: as many, and the same
 * words. */
static void expect_all_words(uint32_t permitted, enum metric metric, const struct cube *c, unsigned over)
{
	static struct words w;
	struct search_result result = solve(permitted, metric, all_solutions(c, over));
	cr_assert_eq(result.outcome, SEARCH_SOLVED);
	w.permitted = permitted;
	w.metric = metric;
	w.n = 0;
	for (unsigned length = 0; length < result.length; length++) {
		try_all(&w, c, 0, length);
		cr_assert_eq(w.n, 0u, "moves %#x: %u is not the shortest length", (unsigned)permitted, result.length);
	}
	for (unsigned length = result.length; length <= result.length + over; length++)
		try_all(&w, c, 0, length);
	cr_expect_eq(result.n_solutions, (uint64_t)w.n, "moves %#x, %s: %u solutions, expected %u",
	             (unsigned)permitted, metric_name[metric], (unsigned)result.n_solutions, w.n);
	for (uint64_t i = 0; i < result.n_solutions; i++) {
		const struct search_solution *const s = &result.solutions[i];
		const struct cube end = cube_after_moves(*c, s->moves, s->n_moves);
		cr_expect(cube_is_solved(&end));
		cr_expect_eq(s->length, moves_cost(metric, s->moves, s->n_moves));
		for (unsigned k = 0; k < s->n_moves; k++)
			cr_expect((permitted >> s->moves[k] & 1) != 0);
	}
	search_result_free(&result);
}

Test(restricted, finds_all_solutions_that_exist)
{
	struct dice dice = {.state = 77};
	for (unsigned i = 0; i < N_SETS; i++)
		for (unsigned n = 0; n <= 3; n++) {
			const struct cube c = dice_cube_after(&dice, sets[i], n);
			expect_all_words(sets[i], METRIC_HTM, &c, __builtin_popcount(sets[i]) > 9 ? 0 : 1);
			expect_all_words(sets[i], METRIC_QTM, &c, 0);
		}
}

/* The same sets of solutions by every kind of heuristic and kernel, for positions too far for trying all
 * words. */
Test(restricted, every_heuristic_and_number_of_threads_finds_the_same)
{
	static const char *const heuristics[] = {"korf", "coset-30m", "korf-dual"};
	struct dice dice = {.state = 1997};
	for (unsigned i = 0; i < N_SETS; i++)
		metric_foreach(metric) {
			const struct cube c = dice_cube_after(&dice, sets[i], 7);
			const struct search_request request = all_solutions(&c, 0);
			struct search_result wanted = solve(sets[i], metric, request);
			cr_assert_eq(wanted.outcome, SEARCH_SOLVED);
			array_foreach(row, heuristics) {
				struct search_result found = fixture_solve_by(*row, sets[i], metric, 5000, request);
				cr_expect_eq(found.length, wanted.length, "%s, moves %#x", *row, (unsigned)sets[i]);
				cr_assert_eq(found.n_solutions, wanted.n_solutions, "%s, moves %#x", *row, (unsigned)sets[i]);
				cr_expect_arr_eq(found.solutions, wanted.solutions,
				                 wanted.n_solutions * sizeof *wanted.solutions);
				search_result_free(&found);
			}
			search_result_free(&wanted);
		}
}

/* <U2, R2> is a dihedral group of 12 positions: (U2 R2) has order 6. */
Test(restricted, all_positions_of_a_small_group_have_their_distances)
{
	const uint32_t halves = TWO_U | TWO_R;
	unsigned n_at[8] = {0};
	struct cube c = cube_solved, all[12];
	for (unsigned i = 0; i < 12; i++) {
		all[i] = c;
		c = cube_after_moves(c, (const uint8_t[]){i % 2 == 0 ? FACE_U * 3 + 1 : FACE_R * 3 + 1}, 1);
	}
	cr_assert(cube_is_solved(&c));
	for (unsigned i = 0; i < 12; i++) {
		struct search_result result = solve(halves, METRIC_HTM, search_request_default(&all[i]));
		cr_assert_eq(result.outcome, SEARCH_SOLVED);
		cr_assert_lt(result.length, 8u);
		n_at[result.length]++;
		search_result_free(&result);
	}
	cr_expect_arr_eq(n_at, ((const unsigned[]){1, 2, 2, 2, 2, 2, 1, 0}), sizeof n_at);
}

Test(restricted, the_turns_not_permitted_are_made_of_others)
{
	struct cube c = cube_of_moves("U2");
	struct search_result result = solve((U | R) ^ TWO_U, METRIC_HTM, all_solutions(&c, 0));
	cr_expect_eq(result.length, 2u);
	cr_expect_eq(result.n_solutions, 1u, "U U, which is U' U'");
	search_result_free(&result);
	c = cube_of_moves("U");
	result = solve(ONE_U | R, METRIC_HTM, all_solutions(&c, 0));
	cr_expect_eq(result.length, 3u, "only U U U undoes U");
	search_result_free(&result);
}

/* The squares group, 663,552 positions: no more than 15 half turns (Thistlethwaite's last phase). */
Test(restricted, the_perimeter_holds_a_small_group_whole)
{
	struct turn_automaton turns = fixture_turns(METRIC_HTM, 0x12492);
	struct perimeter p;
	cr_assert(perimeter_fill(NULL, &cube_solved, 1, &turns.costs, 663552, &p));
	cr_expect(p.is_whole);
	cr_expect_eq(p.n_positions, 663552u);
	unsigned deepest = 0;
	for (uint64_t i = 0; i < p.n_slots; i++)
		deepest =
			(p.slots[i].position.corners | p.slots[i].position.edges) != 0 && p.slots[i].distance > deepest
				? p.slots[i].distance
				: deepest;
	cr_expect_eq(deepest, 15u);
	perimeter_free(&p);
	turn_automaton_free(&turns);
	turns = fixture_turns(METRIC_HTM, SEARCH_ALL_TURNS);
	cr_assert(perimeter_fill(NULL, &cube_solved, 1, &turns.costs, 100000, &p));
	cr_expect_eq(p.depth, 4u, "1 + 18 + 243 + 3240 + 43239 positions within 4 moves, then 574908");
	perimeter_free(&p);
	turn_automaton_free(&turns);
}

Test(restricted, limits_and_lengths_hold)
{
	struct dice dice = {.state = 5};
	const struct cube c = dice_cube_after(&dice, U | R | F, 60);
	struct search_request request = search_request_default(&c);
	request.node_limit = 100000;
	struct search_result result = solve(U | R | F, METRIC_HTM, request);
	cr_expect_eq(result.outcome, SEARCH_NODE_LIMIT);
	cr_expect_gt(result.lower_bound, 5u);
	search_result_free(&result);
	const struct cube near = cube_of_moves("R U R' U'");
	request = search_request_default(&near);
	request.max_length = 3;
	result = solve(U | R, METRIC_HTM, request);
	cr_expect_eq(result.outcome, SEARCH_NONE);
	cr_expect_eq(result.lower_bound, 4u);
	search_result_free(&result);
	request.max_length = SEARCH_MAX_LENGTH;
	request.min_length = 6;
	result = solve(U | R, METRIC_HTM, request);
	cr_expect_eq(result.outcome, SEARCH_SOLVED);
	cr_expect_not(result.is_optimal);
	cr_expect_geq(result.length, 6u);
	search_result_free(&result);
}
