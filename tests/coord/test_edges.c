#include "support/support.h"
#include "coord/edges.h"
#include "coord/permutation.h"
#include "pieces/families.h"

static void init(void)
{
	edge_ranker();
}

TestSuite(edges, .init = init);

enum { ALL_EDGES = (1 << N_EDGES) - 1 };

/* The bytes of a set as a kernel keeps them: place and flip of each member. */
static uint64_t places_of(uint16_t set, const struct cube *c)
{
	uint8_t members[N_EDGES];
	const unsigned k = edges_members(set, members);
	uint64_t places = 0;
	for (unsigned i = 0; i < k; i++)
		for (unsigned p = 0; p < N_EDGES; p++)
			if (c->edge_perm[p] == members[i])
				places |= (uint64_t)(p | (c->edge_ori[p] != 0 ? EDGE_FLIP_BIT : 0u)) << 8 * i;
	return places;
}

Test(edges, members_are_the_bits_of_a_set_in_order)
{
	for (unsigned set = 0; set <= ALL_EDGES; set++) {
		uint8_t members[N_EDGES];
		const unsigned k = edges_members((uint16_t)set, members);
		unsigned again = 0;
		for (unsigned i = 0; i < k; i++) {
			if (i > 0 && members[i] <= members[i - 1])
				cr_assert_fail("set %03x is out of order", set);
			again |= 1u << members[i];
		}
		if (k != edges_count((uint16_t)set) || again != set)
			cr_assert_fail("set %03x has %u members that make %03x", set, k, again);
	}
}

Test(edges, sets_of_one_to_seven_edges_are_usable)
{
	unsigned n_usable = 0;
	for (unsigned set = 0; set <= UINT16_MAX; set++)
		n_usable += edges_set_is_usable((uint16_t)set);
	cr_expect_eq(n_usable, 12u + 66u + 220u + 495u + 792u + 924u + 792u);
}

Test(edges, the_fast_ranks_of_six_and_seven_are_the_ranks)
{
	const struct edge_ranker *const ranker = edge_ranker();
	for (unsigned k = 6; k <= 7; k++)
		for (uint32_t rank = 0; rank < permutation_count(12, k); rank++) {
			uint8_t row[7];
			permutation_unrank(rank, 12, k, row);
			/* Flips and other bytes make no difference. */
			const uint64_t noise =
				rank * 0x9E3779B97F4A7C15 & (k == 6 ? 0xFFFF101010101010 : 0xFF10101010101010);
			uint64_t places = noise;
			for (unsigned i = 0; i < k; i++)
				places |= (uint64_t)row[i] << 8 * i;
			if ((k == 6 ? edges_rank_six(ranker, places) : edges_rank_seven(ranker, places)) != rank)
				cr_assert_fail("rank %u of %u", rank, k);
		}
}

Test(edges, flips_are_gathered_from_every_byte)
{
	for (unsigned k = 1; k <= EDGES_MAX; k++)
		for (unsigned flips = 0; flips < 1u << k; flips++) {
			uint64_t places = 0xEF09060B03080704;  /* positions; the eighth byte is not looked at */
			for (unsigned i = 0; i < k; i++)
				places |= (uint64_t)(flips >> i & 1) * EDGE_FLIP_BIT << 8 * i;
			if (edges_flips(places, k) != flips)
				cr_assert_fail("flips %02x of %u edges", flips, k);
		}
}

Test(edges, fast_ranks_and_flips_make_the_index)
{
	const struct edge_ranker *const ranker = edge_ranker();
	struct dice dice = {3};
	for (unsigned set = 1; set <= ALL_EDGES; set++) {
		const struct coordinate_key coordinate = EDGES_COORDINATE(set);
		const unsigned k = edges_count((uint16_t)set);
		if (k != 6 && k != 7)
			continue;
		for (unsigned i = 0; i < 20; i++) {
			const struct cube c = dice_cube(&dice);
			const uint64_t places = places_of((uint16_t)set, &c);
			const uint32_t rank = k == 6 ? edges_rank_six(ranker, places) : edges_rank_seven(ranker, places);
			if ((rank << k | edges_flips(places, k)) != coordinate_rank(coordinate, &c))
				cr_assert_fail("set %03x, cube %u of seed 3", set, i);
		}
	}
}

Test(edges, a_move_takes_every_place_where_it_takes_the_cubie)
{
	struct dice dice = {4};
	for (unsigned i = 0; i < 200; i++) {
		const struct cube c = dice_cube(&dice);
		const uint64_t before[2] = {places_of(0x03F, &c), places_of(0xFC0, &c)};
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct cube turned = cube_after(&c, m);
			const uint64_t after[2] = {places_of(0x03F, &turned), places_of(0xFC0, &turned)};
			for (unsigned e = 0; e < N_EDGES; e++) {
				const unsigned from = before[e / 6] >> 8 * (e % 6) & 31,
				               to = after[e / 6] >> 8 * (e % 6) & 31;
				const unsigned got = edge_place_after[m][from & 15] ^ (from & EDGE_FLIP_BIT);
				if (got != to)
					cr_assert_fail("%s of cube %u of seed 4: %s comes to %u, not %u", move_name[m], i,
					               edge_name[e], got, to);
			}
		}
	}
}
