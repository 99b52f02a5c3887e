#include "search/by_hand.h"
#include "search/fixture.h"
#include "support/support.h"

enum { U = 7u << FACE_U * 3, R = 7u << FACE_R * 3, F = 7u << FACE_F * 3, D = 7u << FACE_D * 3, L = 7u << FACE_L * 3,
       ONE_U = 1u << FACE_U * 3, TWO_U = 2u << FACE_U * 3, TWO_R = 2u << FACE_R * 3 };
static const uint32_t sets[] = {U | R, U | D | R, TWO_U | R, ONE_U | R, U | (R ^ TWO_R), 0x12492, U | R | F | D | L,
                                ONE_U | 4u << FACE_D * 3 | TWO_R, ONE_U | TWO_U | TWO_R | 4u << FACE_R * 3};
enum { N_SETS = sizeof sets / sizeof *sets };

/* On three threads, with a weak heuristic: the order of turns is what is tested, and that every thread keeps
 * to it. */
static struct search_result solve(uint32_t permitted, enum metric metric, struct search_request request)
{
	return fixture_solve_by("manhattan", permitted, metric, 500, request);
}

Test(restricted, finds_all_solutions_that_exist)
{
	struct dice dice = {.state = 77};
	for (unsigned i = 0; i < N_SETS; i++)
		for (unsigned n = 0; n <= 3; n++)
			metric_foreach(metric) {
				const struct cube c = dice_cube_after(&dice, sets[i], n);
				const unsigned over = metric == METRIC_HTM && __builtin_popcount(sets[i]) <= 9;
				const struct search_result found = solve(sets[i], metric, all_solutions(&c, over));
				const struct turn_set set = turn_set_of_moves(metric, sets[i]);
				const struct heuristic h = fixture_named("manhattan", metric);
				expect_turned_by_hand(&h, &set, &c, &found, over, metric_name[metric]);
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
			const struct search_result wanted = solve(sets[i], metric, request);
			cr_assert_eq(wanted.outcome, SEARCH_SOLVED);
			array_foreach(row, heuristics) {
				const struct search_result found = fixture_solve_by(*row, sets[i], metric, 5000, request);
				expect_same_solutions(&found, &wanted, *row);
			}
		}
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
	cr_expect(result.outcome == SEARCH_NODE_LIMIT && result.lower_bound > 5);
	const struct cube near = cube_of_moves("R U R' U'");
	request = search_request_default(&near);
	request.max_length = 3;
	result = solve(U | R, METRIC_HTM, request);
	cr_expect(result.outcome == SEARCH_NONE && result.lower_bound == 4);
	request.max_length = SEARCH_MAX_LENGTH;
	request.min_length = 6;
	result = solve(U | R, METRIC_HTM, request);
	cr_expect(result.outcome == SEARCH_SOLVED && !result.is_optimal && result.length >= 6);
}
