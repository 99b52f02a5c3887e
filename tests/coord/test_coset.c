#include "coord/coordinate.h"
#include "coord/coset_map.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state = 88172645463325252;

static uint64_t random_below(uint64_t n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (random_state * 2685821657736338717 >> 20) % n;
}

static struct cube random_cube(void)
{
	struct cube c = cube_solved;
	for (unsigned i = 0; i < 40; i++)
		c = cube_after(&c, (unsigned)random_below(N_MOVES));
	return c;
}

/* A product of half turns and slice turns, which generate a subgroup of H_SF that reaches all its cosets' frames. */
static struct cube random_slice_free_element(void)
{
	struct cube h = cube_solved;
	for (uint64_t n = random_below(12); n > 0; n--) {
		const unsigned face = (unsigned)random_below(N_FACES);
		if (random_below(2) == 0) {
			h = cube_after(&h, face * 3 + 1);
		} else {
			h = cube_after(&h, face * 3);
			h = cube_after(&h, (face + 3) % N_FACES * 3 + 2);
		}
	}
	return h;
}

/* All entries of a cube in a table without folding. */
static unsigned entries_of(const struct cube *c, bool parity, uint64_t entries[COSET_MAX_STABILIZERS])
{
	const uint64_t rank = coset_rank(COSET_CLASSES, parity, c);
	const unsigned class = (unsigned)(rank / COSET_CLASS_SIZE % COSET_CLASSES);
	const uint32_t index = (uint32_t)(rank % COSET_CLASS_SIZE);
	for (unsigned s = 0; s < coset_tables.n_stabilizers[class]; s++) {
		const struct coset_way way = coset_copy(class, s);
		struct coset_map map;
		uint32_t copy;
		coset_map_fill(&map, &way);
		coset_mapper_portable.map(&map, &index, 1, &copy);
		entries[s] = rank - index + copy;
	}
	return coset_tables.n_stabilizers[class];
}

Test(coset, rank_of_unrank_is_the_index)
{
	static const struct coset_size_name sizes[] = {{"", 14, false}, {"", 585, true}, {"", 630, false}, {"", 1, true}};
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (unsigned n = 0; n < 20000; n++) {
			const unsigned classes = sizes[i].classes;
			const bool parity = sizes[i].parity;
			const uint64_t index = random_below(coset_size(classes, parity));
			const struct cube c = coset_unrank(classes, parity, index);
			const uint64_t back = coset_rank(classes, parity, &c);
			cr_assert_eq(back, index, "%u classes, index %lu gives %lu", classes, index, back);
		}
}

Test(coset, symmetries_and_the_subgroup_lead_to_another_entry_of_the_same_coset)
{
	coset_ways_init();
	unsigned n_equal = 0;
	for (unsigned n = 0; n < 20000; n++) {
		const struct cube c = random_cube(), h = random_slice_free_element(), hc = cube_product(&h, &c);
		const struct cube d = cube_conjugate(&hc, (unsigned)random_below(N_SYMMETRIES));
		uint64_t entries[COSET_MAX_STABILIZERS];
		const unsigned n_entries = entries_of(&d, false, entries);
		const uint64_t wanted = coset_rank(COSET_CLASSES, false, &c);
		n_equal += coset_rank(COSET_CLASSES, false, &d) == wanted;
		unsigned i = 0;
		while (i < n_entries && entries[i] != wanted)
			i++;
		cr_assert_lt(i, n_entries, "pair %u", n);
	}
	cr_expect_gt(n_equal, 15000, "most corner states have no stabiliser");
}

Test(coset, quarter_turns_of_an_axis_are_one_left_factor)
{
	coset_ways_init();
	for (unsigned n = 0; n < 5000; n++) {
		const struct cube c = random_cube();
		for (unsigned axis = 0; axis < 3; axis++) {
			const struct cube u = cube_product(&move_cube[axis * 3], &c);
			const struct cube d = cube_product(&move_cube[axis * 3 + 9], &c);
			const struct cube half = cube_product(&move_cube[axis * 3 + 1], &c);
			uint64_t entries[COSET_MAX_STABILIZERS];
			unsigned found = 0;
			for (unsigned i = entries_of(&d, true, entries); i-- > 0;)
				found |= entries[i] == coset_rank(COSET_CLASSES, true, &u);
			for (unsigned i = entries_of(&half, true, entries); i-- > 0;)
				found |= (entries[i] == coset_rank(COSET_CLASSES, true, &c)) * 2u;
			cr_assert_eq(found, 3u, "cube %u, axis %u: %u", n, axis, found);
		}
	}
}

Test(coset, names_are_read_as_written)
{
	static const struct coordinate_key keys[] = {
		{.kind = COORDINATE_COSET, .classes = 14}, {.kind = COORDINATE_COSET, .classes = 585, .parity = true},
		{.kind = COORDINATE_COSET, .classes = 3}, {.kind = COORDINATE_COSET, .classes = 630, .parity = true},
	};
	static const char *const names[] = {"coset-30m", "coset-2.6g", "coset-3", "coset-630p"};
	for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
		char name[COORDINATE_NAME_MAX];
		struct coordinate_key read;
		coordinate_name(keys[i], name);
		cr_expect_str_eq(name, names[i]);
		cr_expect(coordinate_parse(name, &read) && coordinate_equal(read, keys[i]), "%s", name);
	}
	static const char *const wrong[] = {"coset-", "coset-0", "coset-631", "coset-3q", "coset-3pp", "coset--3", "coset-3m"};
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct coordinate_key read;
		cr_expect_not(coordinate_parse(wrong[i], &read), "%s", wrong[i]);
	}
}
