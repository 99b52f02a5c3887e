/* Patterns: names, and the same pattern seen from another side. */
#include "coord/corners.h"
#include "support/read.h"
#include "support/support.h"

static const char *const names[] = {
	"xxxxxxxx-xxxxxxxxxxxx",    "________-____xxxx____", "________-oooooooooooo",   "oooooooo-ooooooooAAAA",
	"____x__x-____x___x__x",    "ooooxxxx-ooooxxxxxxxx", "xxxxxxxx-ooooxxxxxxxx-U", "oAoAAoAo-oAoAoAoABBBB-H",
	"xxxxoooo-____________-UH", "pppppppp-____________", "aaaa____-p_xo_aooa___-R",
};

Test(pattern, names_are_read_back)
{
	array_foreach(row, names) {
		char name[PATTERN_NAME_SIZE];
		const struct pattern p = pattern_of(*row);
		pattern_write(&p, name);
		const struct pattern again = pattern_of(name);
		cr_expect(pattern_equal(&again, &p), "%s", *row);
		cr_expect(strcmp(name, *row) == 0 || strcmp(*row, "aaaa____-p_xo_aooa___-R") == 0, "%s became %s",
		          *row, name);
	}
	struct pattern p;
	static const char *const wrong[] = {
		"",
		"xxxxxxxx",
		"xxxxxxxx_xxxxxxxxxxxx",
		"xxxxxxxx-xxxxxxxxxxx1",
		"xxxxxxxx-xxxxxxxxxxxx-",
		"xxxxxxxx-xxxxxxxxxxxx-X",
		"xxxxxxxx-xxxxxxxxxxxx-HU",
		"xxxxxxxx-xxxxxxxxxxxx-HH",
		"xxxxxxxx-xxxxxxxxxxxxUU",
	};
	array_foreach(row, wrong)
		cr_expect_not(pattern_read(*row, &p), "%s", *row);
}

/* Few moves, so that it is often at a goal. */
static struct cube near_goal(struct dice *dice)
{
	return dice_cube_after(dice, (1u << N_MOVES) - 1, dice_below(dice, 5));
}

Test(pattern, a_conjugate_holds_of_the_conjugate_cube)
{
	struct dice dice = {51};
	unsigned n_held = 0, n_valid = 0;
	array_foreach(name, names)
		for (unsigned s = 0; s < N_SYMMETRIES; s++) {
			const struct pattern p = pattern_of(*name);
			struct pattern q;
			const bool is_valid = pattern_conjugate(&p, s, &q);
			n_valid += is_valid;
			for (unsigned n = 0; n < 300 && is_valid; n++) {
				const struct cube c = near_goal(&dice), seen = cube_conjugate(&c, s);
				n_held += pattern_holds(&p, &c);
				cr_assert_eq(pattern_holds(&q, &seen), pattern_holds(&p, &c), "%s, symmetry %u, seed 51",
				             *name, s);
			}
		}
	cr_expect_gt(n_held, 10000u);
	cr_expect_gt(n_valid, 200u);
}

Test(pattern, edges_oriented_along_another_axis_are_another_goal)
{
	const struct pattern eo = pattern_of("________-oooooooooooo");
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		struct pattern q;
		cr_expect_eq(pattern_conjugate(&eo, s, &q), move_face(symmetry_move[s][FACE_F * 3]) % 3 == FACE_F,
		             "symmetry %u", s);
	}
}

Test(pattern, joined_patterns_hold_where_both_do)
{
	struct dice dice = {52};
	array_foreach(one, names)
		array_foreach(other, names) {
			struct pattern a = pattern_of(*one), b = pattern_of(*other);
			a.free_face = b.free_face = 0;
			const struct pattern both = pattern_join(&a, &b);
			for (unsigned n = 0; n < 100; n++) {
				const struct cube c = near_goal(&dice);
				cr_assert_eq(pattern_holds(&both, &c), pattern_holds(&a, &c) && pattern_holds(&b, &c),
				             "%s and %s", *one, *other);
			}
		}
}

Test(pattern, half_turns_place_the_corners_in_96_ways)
{
	static uint16_t coset_of[40320];
	const struct pattern htr = pattern_of("oAoAAoAo-oAoAoAoABBBB-H");
	unsigned n_held = 0;
	half_turn_cosets(coset_of);
	for (unsigned i = 0; i < sizeof coset_of / sizeof *coset_of; i++) {
		struct cube c = cube_solved;
		corners_unrank_perm(i, &c);
		n_held += pattern_holds(&htr, &c);
		cr_assert_eq(pattern_holds(&htr, &c), coset_of[i] == coset_of[corners_rank_perm(&cube_solved)],
		             "permutation %u", i);
	}
	cr_expect_eq(n_held, 96u);
	/* Two corners of a tetrad and two edges of a slice exchanged: each piece is among its own, but no half
	 * turns make it. */
	struct cube c = cube_solved;
	uint8_t solved_look[N_CUBIES], look[N_CUBIES];
	c.corner_perm[URF] = ULB;
	c.corner_perm[ULB] = URF;
	c.edge_perm[UR] = UL;
	c.edge_perm[UL] = UR;
	pattern_look(&htr, &cube_solved, solved_look);
	pattern_look(&htr, &c, look);
	cr_expect_not(pattern_holds(&htr, &c));
	cr_expect(memcmp(look, solved_look, sizeof look) != 0);
}

Test(pattern, free_turns_at_the_end_are_tried)
{
	const struct pattern ll = pattern_of("xxxxxxxx-xxxxxxxxxxxx-U"), solved = pattern_of(names[0]);
	for (unsigned m = 0; m < N_MOVES; m++) {
		const struct cube c = cube_after(&cube_solved, m);
		cr_expect_eq(pattern_holds(&ll, &c), move_face(m) == FACE_U);
		cr_expect_not(pattern_holds(&solved, &c));
	}
}
