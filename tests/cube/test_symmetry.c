#include "cube/symmetry.h"

#include "support/support.h"

Test(symmetry, all_48_differ_and_form_a_group)
{
	for (unsigned a = 0; a < N_SYMMETRIES; a++) {
		cr_expect_eq(symmetry_product[a][symmetry_inverse[a]], 0u, "symmetry %u", a);
		for (unsigned b = 0; b < N_SYMMETRIES; b++) {
			const struct cube ab = cube_product(&symmetry_cube[a], &symmetry_cube[b]);
			cr_expect(cube_equal(&ab, &symmetry_cube[symmetry_product[a][b]]), "symmetries %u and %u", a, b);
			cr_expect_eq(cube_equal(&symmetry_cube[a], &symmetry_cube[b]), a == b, "symmetries %u and %u", a,
			             b);
		}
	}
}

Test(symmetry, rotations_keep_the_sense_of_turns_and_mirrors_reverse_it)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		for (unsigned m = 0; m < N_MOVES; m++) {
			const unsigned seen = symmetry_move[s][m];
			const unsigned turns = s % 2 == 0 ? move_turns(m) : 4 - move_turns(m);
			cr_expect_eq(move_turns(seen), turns, "symmetry %u, move %s", s, move_name[m]);
			cr_expect_eq(move_face(symmetry_move[s][move_face(m) * 3]), move_face(seen), "symmetry %u", s);
		}
}

Test(symmetry, the_first_sixteen_keep_the_vertical_axis)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		cr_expect_eq(move_face(symmetry_move[s][0]) % 3 == FACE_U, s < 16, "symmetry %u", s);
}

Test(symmetry, conjugates_of_cubes_are_cubes_and_compose)
{
	struct dice dice = {3};
	for (unsigned i = 0; i < 50; i++) {
		const struct cube c = dice_cube(&dice);
		for (unsigned s = 0; s < N_SYMMETRIES; s++) {
			const struct cube seen = cube_conjugate(&c, s);
			cr_expect_eq(cube_check(&seen), CUBE_OK, "cube %u of seed 3, symmetry %u", i, s);
			const unsigned t = (s * 7 + i) % N_SYMMETRIES;
			const struct cube twice = cube_conjugate(&seen, t),
			                  once = cube_conjugate(&c, symmetry_product[t][s]);
			cr_expect(cube_equal(&twice, &once), "cube %u of seed 3, symmetries %u and %u", i, s, t);
		}
	}
}

Test(symmetry, solved_cube_and_one_turn_have_their_known_symmetries)
{
	cr_expect_eq(cube_symmetries(&cube_solved), (UINT64_C(1) << N_SYMMETRIES) - 1);
	cr_expect_eq(__builtin_popcountll(cube_symmetries(&move_cube[0])), 4,
	             "U: the four rotations about its axis");
	cr_expect_eq(__builtin_popcountll(cube_symmetries(&move_cube[1])), 8, "U2: its mirrors as well");
}
