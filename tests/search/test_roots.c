#include "search/roots.h"

#include "cube/symmetry.h"

#include <criterion/criterion.h>

static uint64_t symmetries_of(const uint8_t *moves, unsigned n)
{
	cube_init();
	const struct cube c = cube_after_moves(cube_solved, moves, n);
	return cube_symmetries(&c);
}

Test(roots, without_symmetry_are_all_turns_of_an_axis)
{
	cube_init();
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
		struct roots roots;
		roots_fill(&roots, metric, 1);
		cr_assert_eq(roots.n, 45u);  /* 3 axes, 4 * 4 - 1 ways to turn two faces */
		for (unsigned i = 0; i < roots.n; i++)
			cr_expect_eq(moves_cost(metric, roots.root[i].path, roots.root[i].n_path), roots.root[i].n_path);
	}
}

Test(roots, of_a_cube_with_all_symmetries_are_six)
{
	/* A quarter turn, a half turn, and of both faces: the same way round, against, a quarter and a half turn, two half turns. */
	struct roots roots;
	cube_init();
	roots_fill(&roots, METRIC_HTM, (UINT64_C(1) << N_SYMMETRIES) - 1);
	cr_assert_eq(roots.n, 6u);
}

Test(roots, every_way_to_begin_is_the_image_of_one_root)
{
	static const uint8_t six_spot[] = {0, 11, 3, 14, 6, 17};  /* U D' R L' F B' */
	const uint64_t symmetries = symmetries_of(six_spot, sizeof six_spot);
	cr_assert_gt(__builtin_popcountll(symmetries), 1);
	struct roots all, few;
	roots_fill(&all, METRIC_HTM, 1);
	roots_fill(&few, METRIC_HTM, symmetries);
	cr_assert_lt(few.n, all.n);
	for (unsigned i = 0; i < all.n; i++) {
		const struct search_solution wanted = search_solution_of_path(all.root[i].path, all.root[i].n_path);
		unsigned n_found = 0;
		for (unsigned j = 0; j < few.n; j++) {
			const struct search_solution root = search_solution_of_path(few.root[j].path, few.root[j].n_path);
			bool is_image = false;
			for (unsigned s = 0; s < N_SYMMETRIES; s++) {
				const struct search_solution image = solution_image(&root, s);
				is_image |= (symmetries >> s & 1) && image.n_moves == wanted.n_moves
				            && image.moves[0] == wanted.moves[0]
				            && (image.n_moves == 1 || image.moves[1] == wanted.moves[1]);
			}
			n_found += is_image;
		}
		cr_expect_eq(n_found, 1u, "way %u is the image of %u roots", i, n_found);
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
