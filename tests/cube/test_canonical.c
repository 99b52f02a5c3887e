/* One canonical cube for all that are equivalent, and solutions that go from one to another. */
#include "cube/canonical.h"
#include "cube/notation.h"

#include "support/support.h"

Test(canonical, all_96_equivalent_cubes_have_the_same_one)
{
	struct dice dice = {1};
	for (unsigned n = 0; n < 200; n++) {
		const uint64_t seed = dice.state;
		struct cube c = dice_cube(&dice);
		if (n % 2 == 0)  /* few moves: many symmetries, many ties */
			c = dice_walked(&dice, METRIC_HTM, n % 10 / 2);
		struct cube_transform how;
		const struct cube canonical = cube_canonical(&c, &how), inverse = cube_inverse(&c);
		for (unsigned s = 0; s < N_SYMMETRIES; s++)
			for (unsigned inverted = 0; inverted < 2; inverted++) {
				const struct cube seen = cube_conjugate(inverted ? &inverse : &c, s);
				struct cube_transform its;
				const struct cube same = cube_canonical(&seen, &its);
				cr_assert(cube_equal(&same, &canonical), "seed %lu, symmetry %u", seed, s);
				const struct cube turned = cube_conjugate(&canonical, symmetry_inverse[its.symmetry]);
				const struct cube back = its.is_inverted ? cube_inverse(&turned) : turned;
				cr_assert(cube_equal(&back, &seen), "seed %lu, symmetry %u", seed, s);
			}
	}
}

/* Add a cube to n different ones. @return how many there are */
static unsigned add_new(struct cube *cubes, unsigned n, const struct cube *c)
{
	for (unsigned i = 0; i < n; i++)
		if (cube_equal(c, &cubes[i]))
			return n;
	cubes[n] = *c;
	return n + 1;
}

Test(canonical, classes_at_two_moves_are_as_many_as_orbits_counted_one_by_one)
{
	enum { MAX = 400 };
	static struct cube all[MAX], classes[MAX];
	unsigned n_all = 0, n_classes = 0, n_orbits = 0;
	static bool is_counted[MAX];
	for (unsigned a = 0; a < N_MOVES; a++)
		for (unsigned b = 0; b < N_MOVES; b++) {
			const struct cube first = cube_after(&cube_solved, a), c = cube_after(&first, b);
			n_all = add_new(all, n_all, &c);
		}
	for (unsigned i = 0; i < n_all; i++) {
		struct cube_transform how;
		const struct cube canonical = cube_canonical(&all[i], &how);
		n_classes = add_new(classes, n_classes, &canonical);
		/* The orbit by itself, marked cube by cube. */
		n_orbits += !is_counted[i];
		const struct cube inverse = cube_inverse(&all[i]);
		for (unsigned s = 0; s < N_SYMMETRIES; s++)
			for (unsigned k = 0; k < n_all; k++) {
				const struct cube seen = cube_conjugate(&all[i], s), other = cube_conjugate(&inverse, s);
				is_counted[k] |= cube_equal(&seen, &all[k]) || cube_equal(&other, &all[k]);
			}
	}
	cr_expect_eq(n_classes, n_orbits, "%u classes, %u orbits", n_classes, n_orbits);
	cr_expect_gt(n_classes, 3);
}

Test(canonical, a_solution_of_one_becomes_one_of_the_other)
{
	struct dice dice = {7};
	for (unsigned n = 0; n < 500; n++) {
		const uint64_t seed = dice.state;
		uint8_t solution[32];
		const unsigned length = dice_walk(&dice, METRIC_HTM, n % 12, solution);
		const struct cube c = cube_after_moves(cube_solved, solution, length);
		moves_invert(solution, length);
		const struct cube inverse = cube_inverse(&c);
		struct cube other =
			cube_conjugate(dice_below(&dice, 2) == 1 ? &inverse : &c, dice_below(&dice, N_SYMMETRIES));
		struct cube_transform from, to;
		cube_canonical(&c, &from);
		cube_canonical(&other, &to);
		const unsigned cost = moves_cost(METRIC_QTM, solution, length);
		cube_transform_moves(from, to, solution, length);
		other = cube_after_moves(other, solution, length);
		cr_assert(cube_is_solved(&other), "seed %lu", seed);
		cr_assert_eq(moves_cost(METRIC_QTM, solution, length), cost);
	}
}
