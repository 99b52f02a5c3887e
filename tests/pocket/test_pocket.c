#include "cube/symmetry.h"
#include "pocket/pocket.h"

#include "support/test.h"

TestSuite(pocket, .init = pocket_init);

/* The moves as Théry prints them: which place each cubie comes from, and its orientation's step (+ is 1, - is
 * 2). */
static const struct printed_move {
	uint8_t from[POCKET_PLACES], step[POCKET_PLACES];
} printed[3] = {
	{{2, 5, 3, 1, 4, 6, 7}, {1, 2, 0, 2, 1, 0, 0}},  /* r: (p2,p5,p3,p1,p4,p6,p7 ;
	                                                  * o2+,o5-,o3,o1-,o4+,o6,o7) */
	{{1, 2, 3, 5, 6, 7, 4}, {0, 0, 0, 1, 2, 1, 2}},  /* b: (p1,p2,p3,p5,p6,p7,p4 ;
	                                                  * o1,o2,o3,o5+,o6-,o7+,o4-) */
	{{1, 3, 6, 4, 2, 5, 7}, {0, 0, 0, 0, 0, 0, 0}},  /* d: (p1,p3,p6,p4,p2,p5,p7 ; o1,o3,o6,o4,o2,o5,o7) */
};

static bool is_same(const struct pocket *a, const struct pocket *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

Test(pocket, turns_are_those_printed_by_thery_and_move_tables_agree_on_both_halves_of_every_index)
{
	for (uint32_t index = 0; index < POCKET_STATES; index += 97) {
		const struct pocket p = pocket_unrank(index);
		for (unsigned move = 0; move < POCKET_MOVES; move++) {
			const struct printed_move *const m = &printed[move / 3];
			struct pocket now = p;
			for (unsigned turn = 0; turn <= move % 3; turn++) {
				const struct pocket before = now;
				for (unsigned i = 0; i < POCKET_PLACES; i++) {
					now.perm[i] = before.perm[m->from[i] - 1];
					now.ori[i] = (uint8_t)((before.ori[m->from[i] - 1] + m->step[i]) % 3);
				}
			}
			const struct pocket want = now, got = pocket_after(&p, move);
			cr_assert(is_same(&want, &got)
			              && pocket_rank(&want) == pocket_index(pocket_perm_after[index / POCKET_ORIS][move],
			                                                    pocket_ori_after[index % POCKET_ORIS][move]),
			          "state %u, move %u", index, move);
		}
	}
}

Test(pocket, rank_of_therys_example_is_1058)
{
	const struct pocket p = {.perm = {3, 0, 6, 1, 5, 4, 2}};  /* (4,1,7,2,6,5,3) */
	cr_expect_eq(pocket_rank(&p), 1058u * POCKET_ORIS);
	cr_expect_eq(pocket_rank(&pocket_solved), POCKET_SOLVED);
}

Test(pocket, rank_undoes_unrank_over_all_states)
{
	for (uint32_t index = 0; index < POCKET_STATES; index++) {
		const struct pocket p = pocket_unrank(index);
		unsigned seen = 0, twist = 0;
		for (unsigned i = 0; i < POCKET_PLACES; i++) {
			seen |= 1u << p.perm[i];
			twist += p.ori[i];
			cr_assert_lt(p.ori[i], 3);
		}
		cr_assert_eq(seen, 0x7F, "state %u is no permutation", index);
		cr_assert_eq(twist % 3, 0, "state %u cannot be reached by turns", index);
		cr_assert_eq(pocket_rank(&p), index);
	}
}

/* The other way of saying "the same 2x2x2": the product with some rotation. */
Test(pocket, of_cube_forgets_nothing_but_the_rotation)
{
	static const uint8_t scramble[] = {3, 1, 14, 6, 9, 17};  /* R U2 L' F D B' */
	const struct cube c = cube_after_moves(cube_solved, scramble, sizeof scramble);
	const struct pocket want = pocket_of_cube(&c);
	for (unsigned s = 0; s < N_SYMMETRIES; s += 2) {
		const struct cube recoloured = cube_product(&symmetry_cube[s], &c);
		const struct pocket got = pocket_of_cube(&recoloured);
		cr_expect(is_same(&want, &got), "rotation %u", s);
		const struct pocket solved = pocket_of_cube(&symmetry_cube[s]);
		cr_expect(is_same(&solved, &pocket_solved), "rotation %u of the solved cube", s);
	}
}

Test(pocket, turning_a_face_is_turning_the_opposite_one_and_then_the_cube)
{
	static const enum face kept[] = {FACE_L, FACE_F, FACE_U};  /* opposite to r, b, d */
	for (unsigned move = 0; move < POCKET_MOVES; move++) {
		const struct pocket got = pocket_of_cube(&move_cube[kept[move / 3] * 3 + move % 3]);
		const struct pocket want = pocket_after(&pocket_solved, move);
		cr_expect(is_same(&want, &got), "move %u", move);
	}
}
