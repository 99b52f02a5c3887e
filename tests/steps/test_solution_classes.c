#include "steps/solution_classes.h"

#include "search/fixture.h"
#include "support/support.h"

static struct search_result solve_all(const struct cube *c, uint32_t permitted)
{
	struct search_result result =
		fixture_solve_by("manhattan", permitted, METRIC_HTM, 20000, all_solutions(c, 0));
	cr_assert_eq(result.outcome, SEARCH_SOLVED);
	return result;
}

/* Two solutions are of one class if a symmetry of the cube makes of one what the other does turn by turn, up
 * to the order of opposite faces: compared as positions after each pair of axes, without the code under
 * test. */
static bool is_image(const struct search_solution *a, const struct search_solution *b, unsigned symmetry)
{
	bool is_used[SEARCH_MAX_LENGTH] = {false};
	if (a->n_moves != b->n_moves)
		return false;
	for (unsigned i = 0; i < a->n_moves; i++) {
		const unsigned wanted = symmetry_move[symmetry][a->moves[i]];
		unsigned k = i > 0 ? i - 1 : 0;
		while (k <= i + 1 && k < b->n_moves && (is_used[k] || b->moves[k] != wanted))
			k++;
		if (k > i + 1 || k >= b->n_moves)
			return false;
		is_used[k] = true;
		if (k != i && move_face(b->moves[i]) % 3 != move_face(wanted) % 3)
			return false;
	}
	return true;
}

static void expect_classes(const char *moves, uint32_t permitted)
{
	const struct cube c = cube_of_moves(moves);
	const struct solution_group group = solution_group_of(&c, permitted, NULL);
	struct search_result all = solve_all(&c, permitted), kept = solve_all(&c, permitted);
	kept.n_solutions = solution_classes_keep(kept.solutions, kept.n_solutions, &group);
	uint64_t n_in_all = 0;
	for (uint64_t i = 0; i < kept.n_solutions; i++)
		n_in_all += solution_n_images(&kept.solutions[i], &group);
	cr_expect_eq(n_in_all, all.n_solutions, "%s: classes hold %u of %u", moves, (unsigned)n_in_all,
	             (unsigned)all.n_solutions);
	for (uint64_t i = 0; i < all.n_solutions; i++) {
		unsigned n_classes = 0;
		for (uint64_t k = 0; k < kept.n_solutions; k++) {
			bool is_of_class = false;
			struct search_solution backwards = all.solutions[i];
			moves_invert(backwards.moves, backwards.n_moves);
			for (unsigned s = 0; s < N_SYMMETRIES; s++) {
				is_of_class |=
					(group.symmetries >> s & 1) != 0 && is_image(&all.solutions[i], &kept.solutions[k], s);
				is_of_class |=
					(group.antisymmetries >> s & 1) != 0 && is_image(&backwards, &kept.solutions[k], s);
			}
			n_classes += is_of_class;
		}
		cr_expect_eq(n_classes, 1u, "%s: solution %u is in %u classes", moves, (unsigned)i, n_classes);
	}
	search_result_free(&all);
	search_result_free(&kept);
}

Test(solution_classes, every_solution_is_in_one_class)
{
	expect_classes("R2 L2 U2 D2 F2 B2", SEARCH_ALL_TURNS);
	expect_classes("U2 D2 R2 L2", SEARCH_ALL_TURNS);
	expect_classes("U D' R L'", SEARCH_ALL_TURNS);
	expect_classes("R2 F2 R2 F2", SEARCH_ALL_TURNS);
	expect_classes("U2 R2 U2 R2 U2 R2", 0x12492);
	expect_classes("R U F", SEARCH_ALL_TURNS);
	expect_classes("R2 U2 R2 U2 R2 U2", SEARCH_ALL_TURNS);
	expect_classes("U2 D2", 7u << FACE_R * 3 | 5u << FACE_U * 3 | 5u << FACE_D * 3);
}

static unsigned n_symmetries(uint32_t permitted)
{
	return (unsigned)__builtin_popcountll(solution_group_of(&cube_solved, permitted, NULL).symmetries);
}

Test(solution_classes, symmetries_must_keep_the_turns)
{
	cr_expect_eq(n_symmetries(SEARCH_ALL_TURNS), 48u);
	cr_expect_eq(n_symmetries(7u << FACE_U * 3 | 7u << FACE_R * 3), 4u);
	cr_expect_eq(n_symmetries(7u << FACE_U * 3), 8u);
	cr_expect_eq(n_symmetries(1u << FACE_U * 3), 4u, "only rotations keep U apart from U'");
}

/* (R U F) is no symmetry of anything, but its inverse F' U' R' is it seen in a mirror that exchanges R and F:
 * of each solution the one read backwards there is another, or the same. */
Test(solution_classes, inversion_takes_solutions_to_solutions_too)
{
	const struct cube c = cube_of_moves("R U F"), slice = cube_of_moves("U D'");
	const struct solution_group one = solution_group_of(&c, SEARCH_ALL_TURNS, NULL);
	cr_expect_eq(__builtin_popcountll(one.symmetries), 1);
	cr_expect_eq(__builtin_popcountll(one.antisymmetries), 1);
	/* With U alone, not U', a mirror with inversion keeps the turns, and a mirror does not. */
	const struct solution_group of_one_turn = solution_group_of(&cube_solved, 1u << FACE_U * 3, NULL);
	cr_expect_eq(__builtin_popcountll(of_one_turn.symmetries), 4);
	cr_expect_eq(__builtin_popcountll(of_one_turn.antisymmetries), 4);
	cr_expect_eq(__builtin_popcountll(solution_group_of(&slice, SEARCH_ALL_TURNS, NULL).symmetries), 8);
	cr_expect_eq(__builtin_popcountll(solution_group_of(&slice, SEARCH_ALL_TURNS, NULL).antisymmetries), 8);
}
