#include "subgroup/extend.h"

#include "subgroup/fixture.h"

static bool is_set(uint8_t *const *pages, struct bit_position at)
{
	return pages[at.page] != NULL && (pages[at.page][at.byte] >> at.bit & 1) != 0;
}

/* Whether an element of a page is set, or one of its ten neighbours is: on the cubie level. */
static bool is_reached(uint8_t *const *pages, struct bit_position at)
{
	const struct cube c = element_cube(at);
	for (unsigned k = 0; k < N_H_MOVES; k++) {
		const struct cube neighbour = cube_after(&c, h_moves[k]);
		if (is_set(pages, bit_position_of_cube(&neighbour)))
			return true;
	}
	return is_set(pages, at);
}

static void check_kernel(extend_page_fn *extend_page, uint64_t seed, unsigned one_in)
{
	static uint8_t *pages[N_PAGES];
	_Alignas(64) static uint8_t made[PAGE_BYTES];
	struct dice dice = {seed};
	const unsigned page = dice_below(&dice, N_PAGES);
	/* Pages with random elements: this one and its neighbours, one of which is empty. */
	for (unsigned k = 0; k <= N_H_MOVES; k++) {
		const unsigned p = k == N_H_MOVES ? page : extension_tables()->page_from[k][page];
		if (pages[p] != NULL)
			continue;
		pages[p] = aligned_alloc(64, PAGE_BYTES);
		cr_assert_not_null(pages[p]);
		memset(pages[p], 0, PAGE_BYTES);
		for (unsigned i = 0; k != 3 && i < PAGE_BYTES * 8u / one_in; i++)
			pages[p][dice_below(&dice, PAGE_BYTES)] |= (uint8_t)(1u << dice_below(&dice, 8));
	}
	const uint64_t n_elements = extend_page(extension_tables(), page, pages, made);
	uint64_t n_bits = 0;
	for (unsigned i = 0; i < PAGE_BYTES; i++)
		n_bits += (unsigned)__builtin_popcount(made[i]);
	cr_expect_eq(n_elements, n_bits);
	for (unsigned i = 0; i < 40000; i++) {
		struct bit_position at = dice_position(&dice);
		at.page = (uint16_t)page;
		cr_assert_eq((made[at.byte] >> at.bit & 1) != 0, is_reached(pages, at), "seed %lu, byte %u, bit %u",
		             seed, at.byte, at.bit);
	}
	for (unsigned p = 0; p < N_PAGES; p++) {
		free(pages[p]);
		pages[p] = NULL;
	}
}

Test(extend, every_kernel_sets_what_a_move_of_h_reaches)
{
	extend_page_fn *const kernels[] = {extend_page_portable, extend_page_best()};
	for (unsigned i = 0; i < sizeof kernels / sizeof *kernels; i++) {
		check_kernel(kernels[i], 2 * i + 1, 20);
		check_kernel(kernels[i], 2 * i + 2, 8);
	}
}

/* An old page is given back with the last page that is made from it. */
Test(extend, pages_are_made_in_an_order_that_needs_a_quarter_more_memory)
{
	const struct extension *const t = extension_tables();
	unsigned last_use[N_PAGES], n_given_back[N_PAGES] = {0}, n_taken = 0, most = 0;
	bool is_made[N_PAGES] = {false};
	for (unsigned i = 0; i < N_PAGES; i++) {
		cr_assert_not(is_made[t->order[i]]);
		is_made[t->order[i]] = true;
		last_use[t->order[i]] = i;
		for (unsigned k = 0; k < N_H_MOVES; k++)
			last_use[t->page_from[k][t->order[i]]] = i;
	}
	for (unsigned page = 0; page < N_PAGES; page++)
		n_given_back[last_use[page]]++;
	for (unsigned i = 0; i < N_PAGES; i++) {
		most = ++n_taken > most ? n_taken : most;
		n_taken -= n_given_back[i] < n_taken ? n_given_back[i] : n_taken;
	}
	cr_expect_eq(most, (unsigned)N_SPARE_PAGES);
}
