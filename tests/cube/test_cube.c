#include "support/support.h"

enum { N_SAMPLES = 2000, SEED = 1 };

Test(cube, products_inverses_and_parities_are_those_of_a_group)
{
	struct dice dice = {SEED};
	for (unsigned i = 0; i < N_SAMPLES; i++) {
		const struct cube a = dice_cube(&dice), b = dice_cube(&dice), c = dice_cube(&dice);
		const struct cube ab = cube_product(&a, &b), bc = cube_product(&b, &c), inverse = cube_inverse(&a);
		const struct cube left = cube_product(&ab, &c), right = cube_product(&a, &bc);
		const struct cube a1 = cube_product(&a, &cube_solved), one_a = cube_product(&cube_solved, &a);
		const struct cube undone = cube_product(&a, &inverse), done = cube_product(&inverse, &a);
		cr_expect(cube_equal(&left, &right), "sample %u of seed %d", i, SEED);
		cr_expect(cube_equal(&a1, &a) && cube_equal(&one_a, &a), "sample %u of seed %d", i, SEED);
		cr_expect(cube_is_solved(&undone) && cube_is_solved(&done), "sample %u of seed %d", i, SEED);
		cr_expect(cube_check(&ab) == CUBE_OK && cube_is_odd(&ab) == (cube_is_odd(&a) != cube_is_odd(&b)),
		          "sample %u of seed %d", i, SEED);
	}
}

/* Cubies put into places where they do not belong; the first of several faults is told. */
Test(cube_check, every_law_that_is_broken_is_named)
{
	enum { E = N_CORNERS };  /* the first edge */
	static const struct {
		enum cube_fault fault;
		unsigned n;
		struct { unsigned place, cubie, ori; } put[3];
	} cases[] = {
		{CUBE_OK, 1, {{URF, URF, 0}}},
		{CUBE_CORNER_RANGE, 1, {{DRB, URF, 0}}},               /* appears twice */
		{CUBE_CORNER_RANGE, 1, {{DRB, N_CORNERS, 0}}},         /* does not exist */
		{CUBE_CORNER_RANGE, 1, {{URF, URF, 3}}},               /* mirrored */
		{CUBE_EDGE_RANGE, 1, {{E + BR, E + 247, 0}}},
		{CUBE_EDGE_RANGE, 1, {{E + BR, E + BR, 2}}},
		{CUBE_TWIST, 1, {{URF, URF, 1}}},
		{CUBE_FLIP, 1, {{E + UF, E + UF, 1}}},
		{CUBE_PARITY, 2, {{E + UR, E + UF, 0}, {E + UF, E + UR, 0}}},
		{CUBE_FLIP, 2, {{E + UR, E + UF, 0}, {E + UF, E + UR, 1}}},
		{CUBE_TWIST, 3, {{E + UR, E + UF, 0}, {E + UF, E + UR, 1}, {URF, URF, 1}}},
		{CUBE_EDGE_RANGE, 3, {{E + UR, E + UF, 0}, {E + UF, E + UF, 1}, {URF, URF, 1}}},
		{CUBE_CORNER_RANGE, 3, {{E + UR, E + UF, 0}, {E + UF, E + UF, 1}, {URF, UFL, 1}}},
	};
	array_foreach(row, cases) {
		struct cube c = cube_solved;
		for (unsigned k = 0; k < row->n; k++)
			cube_put(&c, row->put[k].place, row->put[k].cubie, row->put[k].ori);
		cr_expect_eq(cube_check(&c), row->fault, "case %td", row - cases);
	}
}
