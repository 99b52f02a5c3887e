#include "method/solution_classes.h"

#include "cube/symmetry.h"
#include "method/restricted.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(solution_classes, .init = cube_init);

static struct search_result solve_all(const struct cube *c, uint32_t permitted)
{
	struct restricted r;
	struct search_request request = search_request_default(c);
	struct search_result result;
	request.n_solutions = SEARCH_ALL;
	cr_assert(restricted_open(METRIC_HTM, permitted, NULL, 20000, &r));
	restricted_solve(&r, &request, NULL, NULL, &result);
	restricted_close(&r);
	cr_assert_eq(result.outcome, SEARCH_SOLVED);
	return result;
}

/* Two solutions are of one class if a symmetry of the cube makes of one what the other does turn by turn, up to the order of
 * opposite faces: compared as positions after each pair of axes, without the code under test. */
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
	const uint64_t symmetries = solution_symmetries(&c, permitted);
	struct search_result all = solve_all(&c, permitted), kept = solve_all(&c, permitted);
	kept.n_solutions = solution_classes_keep(kept.solutions, kept.n_solutions, symmetries);
	uint64_t n_in_all = 0;
	for (uint64_t i = 0; i < kept.n_solutions; i++)
		n_in_all += solution_n_images(&kept.solutions[i], symmetries);
	cr_expect_eq(n_in_all, all.n_solutions, "%s: classes hold %u of %u", moves, (unsigned)n_in_all, (unsigned)all.n_solutions);
	for (uint64_t i = 0; i < all.n_solutions; i++) {
		unsigned n_classes = 0;
		for (uint64_t k = 0; k < kept.n_solutions; k++) {
			bool is_of_class = false;
			for (unsigned s = 0; s < N_SYMMETRIES; s++)
				is_of_class |= (symmetries >> s & 1) != 0 && is_image(&all.solutions[i], &kept.solutions[k], s);
			n_classes += is_of_class;
		}
		cr_expect_eq(n_classes, 1u, "%s: solution %u is in %u classes", moves, (unsigned)i, n_classes);
	}
	search_result_free(&all);
	search_result_free(&kept);
}

Test(solution_classes, every_solution_is_in_one_class)
{
	expect_classes("R2 L2 U2 D2 F2 B2", RESTRICTED_ALL_MOVES);
	expect_classes("U2 D2 R2 L2", RESTRICTED_ALL_MOVES);
	expect_classes("U D' R L'", RESTRICTED_ALL_MOVES);
	expect_classes("R2 F2 R2 F2", RESTRICTED_ALL_MOVES);
	expect_classes("U2 R2 U2 R2 U2 R2", 0x12492);
	expect_classes("R U F", RESTRICTED_ALL_MOVES);
}

Test(solution_classes, symmetries_must_keep_the_turns)
{
	cr_expect_eq(solution_symmetries(&cube_solved, RESTRICTED_ALL_MOVES), ((uint64_t)1 << N_SYMMETRIES) - 1);
	cr_expect_eq(__builtin_popcountll(solution_symmetries(&cube_solved, 7u << FACE_U * 3 | 7u << FACE_R * 3)), 4);
	cr_expect_eq(__builtin_popcountll(solution_symmetries(&cube_solved, 7u << FACE_U * 3)), 8);
	cr_expect_eq(__builtin_popcountll(solution_symmetries(&cube_solved, 1u << FACE_U * 3)), 4, "only rotations keep U apart from U'");
}
