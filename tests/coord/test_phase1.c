#include "../support/support.h"
#include "coord/phase1.h"

static bool coset_equal(struct phase1_coset a, struct phase1_coset b)
{
	return a.flip == b.flip && a.slice == b.slice && a.twist == b.twist;
}

Test(phase1, coset_0_is_h)
{
	cr_expect(phase1_is_in_h(phase1_rank(&cube_solved)));
	struct dice dice = {1};
	for (unsigned i = 0; i < 200; i++) {
		/* U U2 U' D D2 D' and half turns keep H; a quarter turn of another face leaves it. */
		static const uint8_t generators[10] = {0, 1, 2, 9, 10, 11, 4, 7, 13, 16};
		struct cube c = cube_solved;
		for (unsigned n = 0; n < 20; n++)
			c = cube_after(&c, generators[dice_roll(&dice) % 10]);
		cr_expect(phase1_is_in_h(phase1_rank(&c)));
		c = cube_after(&c, 3);
		cr_expect_not(phase1_is_in_h(phase1_rank(&c)));
	}
}

Test(phase1, ranks_are_bijections)
{
	for (unsigned flip = 0; flip < N_FLIPS; flip++) {
		struct cube c = cube_solved;
		phase1_unrank_flip(flip, &c);
		cr_assert_eq(cube_check(&c), CUBE_OK);
		cr_assert_eq(phase1_rank_flip(&c), flip);
	}
	for (unsigned slice = 0; slice < N_SLICES; slice++) {
		struct cube c = cube_solved;
		phase1_unrank_slice(slice, &c);
		cr_assert_eq(phase1_rank_slice(&c), slice);
	}
}

Test(phase1, moves_are_those_of_cubes)
{
	const struct phase1_tables *const t = phase1_tables();
	struct dice dice = {3};
	for (unsigned i = 0; i < 3000; i++) {
		const struct cube c = dice_cube(&dice);
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct cube after = cube_after(&c, m);
			cr_assert(coset_equal(phase1_rank(&after), phase1_after(t, phase1_rank(&c), m)), "cube %u, %s", i,
			          move_name[m]);
		}
	}
}

/* A class that is symmetric itself has several numbers for a coset; the symmetries that keep it turn them
 * into each other. */
Test(phase1, conjugates_are_those_of_cubes_and_have_numbers_that_a_stabiliser_joins)
{
	const struct phase1_tables *const t = phase1_tables();
	struct dice dice = {4};
	for (unsigned i = 0; i < 2000; i++) {
		const struct cube c = dice_cube(&dice);
		const struct phase1_coset coset = phase1_rank(&c);
		const uint32_t number = phase1_number(t, coset);
		cr_assert_lt(number, (uint32_t)N_COSET_NUMBERS);
		for (unsigned s = 0; s < N_AXIS_SYMMETRIES; s++) {
			const struct cube seen = cube_conjugate(&c, s);
			const struct phase1_coset image = phase1_rank(&seen);
			bool is_joined = false;
			for (unsigned k = 0; k < N_AXIS_SYMMETRIES; k++)
				is_joined |= (t->stabiliser[number / N_TWISTS] >> k & 1) != 0
				             && phase1_number(t, image) == number / N_TWISTS * N_TWISTS
				                                               + t->twist_conjugate[number % N_TWISTS][k];
			cr_assert(is_joined && t->twist_conjugate[coset.twist][s] == image.twist
			              && phase1_conjugate_flipslice(phase1_flipslice(coset.slice, coset.flip), s)
			                     == phase1_flipslice(image.slice, image.flip),
			          "cube %u, symmetry %u", i, s);
		}
	}
}

/* 64,430: M. Reid, Cube-Lovers, 7 January 1995. */
Test(phase1, flip_and_slice_fall_into_64430_classes)
{
	const struct phase1_tables *const t = phase1_tables();
	unsigned total = 0;
	for (unsigned k = 0; k < N_FLIPSLICE_CLASSES; k++) {
		cr_assert(k == 0 || t->representative[k] > t->representative[k - 1]);
		cr_assert_eq(t->stabiliser[k] & 1, 1);
		total += phase1_class_size(t, k);
	}
	cr_expect_eq(total, (unsigned)N_FLIPSLICES);
	for (unsigned i = 0; i < N_FLIPSLICES; i++)
		if (phase1_conjugate_flipslice(i, t->class_of[i] & 15) != t->representative[t->class_of[i] >> 4])
			cr_assert_fail("flipslice %u", i);
}
