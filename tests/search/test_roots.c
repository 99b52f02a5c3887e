#include "search/units.h"

#include "search/fixture.h"

#include "support/support.h"

static uint64_t symmetries_of(const uint8_t *moves, unsigned n)
{
	const struct cube c = cube_after_moves(cube_solved, moves, n);
	return cube_symmetries(&c);
}

static struct unit_list roots_of(enum metric metric, uint64_t symmetries)
{
	struct unit_list roots;
	cr_assert(unit_list_fill(&roots, metric, symmetries, UNIT_MOVES_MIN));
	return roots;
}

static size_t n_first(const struct unit_list *roots)
{
	return roots->n_nodes - roots->n_units;
}

Test(roots, without_symmetry_are_all_turns_of_an_axis_and_of_another)
{
	metric_foreach(metric) {
		struct unit_list roots = roots_of(metric, 1);
		cr_assert_eq(n_first(&roots), 45u);  /* 3 axes, 4 * 4 - 1 ways to turn two faces */
		cr_assert_eq(roots.n_units, 45u * 30);
		for (unsigned i = 0; i < roots.n_nodes; i++)
			cr_expect_eq(moves_cost(metric, roots.node[i].path, roots.node[i].n_path), roots.node[i].n_path);
		unit_list_free(&roots);
	}
}

Test(roots, of_a_cube_with_all_symmetries_begin_in_six_ways)
{
	/* A quarter turn, a half turn, and of both faces: the same way round, against, a quarter and a half turn,
	 * two half turns. */
	struct unit_list roots = roots_of(METRIC_HTM, (UINT64_C(1) << N_SYMMETRIES) - 1);
	cr_assert_eq(n_first(&roots), 6u);
	cr_expect_lt(roots.n_nodes, 1395u / 20);
	unit_list_free(&roots);
}

static bool is_image_of(const struct search_solution *root, const struct search_solution *wanted,
                        uint64_t symmetries)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		const struct search_solution image = solution_image(root, s);
		if ((symmetries >> s & 1) && image.n_moves == wanted->n_moves
		    && memcmp(image.moves, wanted->moves, image.n_moves) == 0)
			return true;
	}
	return false;
}

Test(roots, every_way_to_begin_is_the_image_of_one_root)
{
	static const uint8_t first_moves[][6] = {
		{0, 11, 3, 14, 6, 17},  /* U D' R L' F B' */
		{1, 10, 4, 13, 7, 16},  /* U2 D2 R2 L2 F2 B2 */
		{0, 10, 4, 13, 1, 9},
	};
	array_foreach(row, first_moves) {
		const uint64_t symmetries = symmetries_of(*row, sizeof *row);
		cr_assert_gt(__builtin_popcountll(symmetries), 1);
		struct unit_list all = roots_of(METRIC_HTM, 1), few = roots_of(METRIC_HTM, symmetries);
		cr_assert_lt(few.n_nodes, all.n_nodes);
		for (unsigned i = 0; i < all.n_nodes; i++) {
			const struct search_solution wanted =
				search_solution_of_path(all.node[i].path, all.node[i].n_path);
			unsigned n_found = 0;
			for (unsigned j = 0; j < few.n_nodes; j++) {
				const struct search_solution root =
					search_solution_of_path(few.node[j].path, few.node[j].n_path);
				n_found += is_image_of(&root, &wanted, symmetries);
			}
			cr_expect_eq(n_found, 1u, "way %u is the image of %u roots", i, n_found);
		}
		unit_list_free(&all);
		unit_list_free(&few);
	}
}

Test(roots, of_shifts_some_sequence_that_is_turned_round_begins_with_one)
{
	struct dice dice = {.state = 20};
	struct unit_list few;
	cr_assert(unit_list_fill_shifts(&few, METRIC_HTM, (UINT64_C(1) << N_SYMMETRIES) - 1));
	for (unsigned sequence = 0; sequence < 60; sequence++) {
		struct search_solution s = {.n_moves = (uint8_t)dice_walk(&dice, METRIC_HTM, 18, s.moves)};
		/* Of some no turn, or one, stays a half turn. */
		for (unsigned i = 0; i < s.n_moves && sequence % 3 != 0; i++)
			if (!move_is_quarter(s.moves[i]) && (sequence % 3 == 1 || i != 9))
				s.moves[i]--;
		bool is_found = false;
		for (unsigned i = 0; i < s.n_moves && !is_found; i++) {
			for (unsigned symmetry = 0; symmetry < N_SYMMETRIES; symmetry++)
				is_found |= unit_list_find(&few, solution_image(&s, symmetry).moves, s.n_moves) != UINT32_MAX;
			s.moves[s.n_moves] = s.moves[0];
			memmove(s.moves, s.moves + 1, s.n_moves);
		}
		cr_expect(is_found, "sequence %u", sequence);
	}
	unit_list_free(&few);
}

/* What a threshold excludes is the same. */
Test(roots, bounds_that_must_fit_are_not_evaluated)
{
	static const uint8_t scramble[] = {0, 4, 8, 9, 14, 16, 2, 5};
	metric_foreach(metric) {
		const struct heuristic h = fixture_named("corners", metric);
		const unsigned largest = heuristic_largest_value(&h);
		const struct cube c = cube_after_moves(cube_solved, scramble, sizeof scramble);
		cr_assert_eq(largest, metric == METRIC_HTM ? 11u : 14u);
		struct unit_list all = roots_of(metric, 1), some = roots_of(metric, 1);
		uint64_t n_before = unit_list_evaluate(&all, &h, &c, 0);
		for (unsigned threshold = largest; threshold < largest + 4; threshold++) {
			const uint64_t n = unit_list_evaluate(&some, &h, &c, threshold);
			cr_expect(threshold == largest ? n == n_before : n < n_before, "%lu of %lu at %u", n, n_before,
			          threshold);
			n_before = n;
			for (unsigned i = 0; i < all.n_nodes; i++) {
				cr_expect_eq(some.node[i].bound <= threshold, all.node[i].bound <= threshold, "root %u", i);
				cr_expect_eq(some.node[i].bound_before <= threshold, all.node[i].bound_before <= threshold,
				             "root %u", i);
			}
		}
		if (metric == METRIC_HTM)  /* paths have four moves at most */
			cr_expect_eq(unit_list_evaluate(&some, &h, &c, largest + 4), 0u);
		unit_list_free(&all);
		unit_list_free(&some);
	}
}

Test(roots, images_of_a_solution_solve_the_cube)
{
	static const uint8_t pons[] = {7, 16, 4, 13, 1, 10};  /* F2 B2 R2 L2 U2 D2 */
	const uint64_t symmetries = symmetries_of(pons, sizeof pons);
	const struct cube c = cube_after_moves(cube_solved, pons, sizeof pons);
	const struct search_solution solution = search_solution_of_path(pons, sizeof pons);
	cr_assert_eq(__builtin_popcountll(symmetries), 48);
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		const struct search_solution image = solution_image(&solution, s);
		const struct cube end = cube_after_moves(c, image.moves, image.n_moves);
		cr_expect(cube_is_solved(&end));
		for (unsigned i = 1; i < image.n_moves; i++)
			cr_expect_neq(move_face(image.moves[i - 1]), move_face(image.moves[i]) + 3, "U before D");
	}
}
