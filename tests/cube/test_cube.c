#include "cube/move.h"
#include "cube/random.h"

#include <criterion/criterion.h>

TestSuite(cube, .init = cube_init);
TestSuite(cube_check, .init = cube_init);

enum { N_SAMPLES = 2000, SEED = 1 };

Test(cube, product_is_associative_and_the_solved_cube_neutral)
{
	struct random_source source;
	random_from_seed(&source, SEED);
	for (unsigned i = 0; i < N_SAMPLES; i++) {
		const struct cube a = random_cube(&source), b = random_cube(&source), c = random_cube(&source);
		const struct cube ab = cube_product(&a, &b), bc = cube_product(&b, &c);
		const struct cube left = cube_product(&ab, &c), right = cube_product(&a, &bc);
		const struct cube a1 = cube_product(&a, &cube_solved), one_a = cube_product(&cube_solved, &a);
		cr_expect(cube_equal(&left, &right), "sample %u of seed %d", i, SEED);
		cr_expect(cube_equal(&a1, &a) && cube_equal(&one_a, &a), "sample %u of seed %d", i, SEED);
	}
}

Test(cube, inverse_undoes_on_both_sides)
{
	struct random_source source;
	random_from_seed(&source, SEED);
	for (unsigned i = 0; i < N_SAMPLES; i++) {
		const struct cube a = random_cube(&source), inverse = cube_inverse(&a);
		const struct cube right = cube_product(&a, &inverse), left = cube_product(&inverse, &a);
		cr_expect(cube_is_solved(&right) && cube_is_solved(&left), "sample %u of seed %d", i, SEED);
	}
}

Test(cube, product_of_solvable_cubes_is_solvable_and_parities_add)
{
	struct random_source source;
	random_from_seed(&source, SEED);
	for (unsigned i = 0; i < N_SAMPLES; i++) {
		const struct cube a = random_cube(&source), b = random_cube(&source), ab = cube_product(&a, &b);
		cr_expect_eq(cube_check(&ab), CUBE_OK, "sample %u of seed %d", i, SEED);
		cr_expect_eq(cube_is_odd(&ab), cube_is_odd(&a) != cube_is_odd(&b), "sample %u of seed %d", i, SEED);
	}
}

Test(cube_check, solved_cube_has_no_fault)
{
	cr_expect_eq(cube_check(&cube_solved), CUBE_OK);
}

Test(cube_check, corner_that_appears_twice)
{
	struct cube c = cube_solved;
	c.corner_perm[DRB] = URF;
	cr_expect_eq(cube_check(&c), CUBE_CORNER_RANGE);
}

Test(cube_check, corner_that_does_not_exist)
{
	struct cube c = cube_solved;
	c.corner_perm[DRB] = N_CORNERS;
	cr_expect_eq(cube_check(&c), CUBE_CORNER_RANGE);
}

Test(cube_check, mirrored_corner)
{
	struct cube c = cube_solved;
	c.corner_ori[URF] = 3;
	cr_expect_eq(cube_check(&c), CUBE_CORNER_RANGE);
}

Test(cube_check, edge_out_of_range)
{
	struct cube c = cube_solved;
	c.edge_perm[BR] = 255;
	cr_expect_eq(cube_check(&c), CUBE_EDGE_RANGE);
	c = cube_solved;
	c.edge_ori[BR] = 2;
	cr_expect_eq(cube_check(&c), CUBE_EDGE_RANGE);
}

Test(cube_check, one_twisted_corner)
{
	struct cube c = cube_solved;
	c.corner_ori[URF] = 1;
	cr_expect_eq(cube_check(&c), CUBE_TWIST);
}

Test(cube_check, one_flipped_edge)
{
	struct cube c = cube_solved;
	c.edge_ori[UF] = 1;
	cr_expect_eq(cube_check(&c), CUBE_FLIP);
}

Test(cube_check, two_swapped_edges)
{
	struct cube c = cube_solved;
	c.edge_perm[UR] = UF;
	c.edge_perm[UF] = UR;
	cr_expect_eq(cube_check(&c), CUBE_PARITY);
}

Test(cube_check, the_first_of_several_faults_is_told)
{
	struct cube c = cube_solved;
	c.edge_perm[UR] = UF;
	c.edge_perm[UF] = UR;
	c.edge_ori[UF] = 1;
	cr_expect_eq(cube_check(&c), CUBE_FLIP);
	c.corner_ori[URF] = 1;
	cr_expect_eq(cube_check(&c), CUBE_TWIST);
	c.edge_perm[UF] = UF;
	cr_expect_eq(cube_check(&c), CUBE_EDGE_RANGE);
	c.corner_perm[URF] = UFL;
	cr_expect_eq(cube_check(&c), CUBE_CORNER_RANGE);
}
