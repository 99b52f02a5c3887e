#include "../support/support.h"
#include "subgroup/extend.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

TestSuite(extend, .init = cube_init);

static bool is_marked(uint8_t *const *pages, struct member_place place)
{
	return pages[place.page] != NULL && (pages[place.page][place.byte] >> place.bit & 1) != 0;
}

/* Whether a member of a page is marked, or one of its ten neighbours is: on the cubie level. */
static bool is_reached(uint8_t *const *pages, struct member_place place)
{
	if (is_marked(pages, place))
		return true;
	const struct cube c = member_cube(place);
	for (unsigned k = 0; k < N_H_MOVES; k++) {
		const struct cube neighbour = cube_after(&c, h_moves[k]);
		if (is_marked(pages, member_place(member_tables(), member_rank(&neighbour))))
			return true;
	}
	return false;
}

/* Pages with random members: the given one and its neighbours, one of which is missing. */
static void fill_pages(struct dice *dice, unsigned page, unsigned one_in, uint8_t *pages[N_PAGES])
{
	for (unsigned k = 0; k <= N_H_MOVES; k++) {
		const unsigned p = k == N_H_MOVES ? page : extension_tables()->page_from[k][page];
		if (k == 3 || pages[p] != NULL)
			continue;
		pages[p] = calloc(PAGE_BYTES, 1);
		cr_assert_not_null(pages[p]);
		for (unsigned i = 0; i < PAGE_BYTES * 8u / one_in; i++)
			pages[p][dice_below(dice, PAGE_BYTES)] |= (uint8_t)(1u << dice_below(dice, 8));
	}
}

static void check_kernel(const struct extend_kernel *kernel, uint64_t seed, unsigned one_in)
{
	static uint8_t *pages[N_PAGES];
	static uint8_t made[PAGE_BYTES];
	struct dice dice = {seed};
	const unsigned page = dice_below(&dice, N_PAGES);
	fill_pages(&dice, page, one_in, pages);
	const uint64_t n_members = kernel->extend_page(extension_tables(), page, pages, made);
	uint64_t n_bits = 0;
	for (unsigned i = 0; i < PAGE_BYTES; i++)
		n_bits += (unsigned)__builtin_popcount(made[i]);
	cr_expect_eq(n_members, n_bits);
	for (unsigned i = 0; i < 40000; i++) {
		const struct member_place place = {(uint16_t)page, (uint8_t)dice_below(&dice, 8), dice_below(&dice, PAGE_BYTES)};
		cr_assert_eq((made[place.byte] >> place.bit & 1) != 0, is_reached(pages, place), "%s, seed %llu, byte %u, bit %u",
		             kernel->name, (unsigned long long)seed, place.byte, place.bit);
	}
	for (unsigned p = 0; p < N_PAGES; p++) {
		free(pages[p]);
		pages[p] = NULL;
	}
}

Test(extend, portable_kernel_marks_what_a_move_of_h_reaches)
{
	check_kernel(&extend_portable, 1, 20);
	check_kernel(&extend_portable, 2, 8);
}

Test(extend, avx2_kernel_marks_what_a_move_of_h_reaches)
{
	if (!extend_avx2.runs_here())
		cr_skip_test("this processor has no AVX2");
	check_kernel(&extend_avx2, 3, 20);
	check_kernel(&extend_avx2, 4, 8);
}

Test(extend, avx512_kernel_marks_what_a_move_of_h_reaches)
{
	if (!extend_avx512.runs_here())
		cr_skip_test("this processor has no AVX-512");
	check_kernel(&extend_avx512, 5, 20);
	check_kernel(&extend_avx512, 6, 8);
}

Test(extend, pages_are_made_in_an_order_that_needs_a_quarter_more_memory)
{
	const struct extension *const t = extension_tables();
	bool is_made[N_PAGES] = {false};
	for (unsigned i = 0; i < N_PAGES; i++) {
		cr_assert_not(is_made[t->order[i]]);
		is_made[t->order[i]] = true;
	}
	cr_expect_lt(t->n_spare, N_PAGES / 4u);
}
