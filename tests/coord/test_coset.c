#include "coord/coordinate.h"
#include "coord/coset.h"

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

/* All entries of a cube, as a child of the cube one move before it. */
static unsigned entries_of(const struct cube *c, const struct coset_fold *fold, uint64_t entries[COSET_MAX_STABILIZERS])
{
	static struct coset_children children;
	const unsigned move = 0;
	const struct cube before = cube_after(c, move_inverse(coset_tables.house_move[move]));
	struct coset_cube packed = {.moves = 1u << move, .is_odd = cube_is_odd(&before)};
	coset_pack(&before, packed.edges, packed.corners);
	coset_indexer_portable.index_children(&packed, 1, fold, &children);
	memcpy(entries, children.entry, children.n * sizeof *entries);
	return children.n;
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
	coset_init();
	struct coset_fold fold;
	coset_fold_fill(&fold, COSET_CLASSES, false);
	unsigned n_equal = 0;
	for (unsigned n = 0; n < 20000; n++) {
		const struct cube c = random_cube(), h = random_slice_free_element(), hc = cube_product(&h, &c);
		const struct cube d = cube_conjugate(&hc, (unsigned)random_below(N_SYMMETRIES));
		uint64_t entries[COSET_MAX_STABILIZERS];
		const unsigned n_entries = entries_of(&d, &fold, entries);
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
	coset_init();
	for (unsigned n = 0; n < 5000; n++) {
		const struct cube c = random_cube();
		for (unsigned axis = 0; axis < 3; axis++) {
			const struct cube u = cube_product(&move_cube[axis * 3], &c);
			const struct cube d = cube_product(&move_cube[axis * 3 + 9], &c);
			const struct cube half = cube_product(&move_cube[axis * 3 + 1], &c);
			struct coset_fold fold;
			uint64_t entries[COSET_MAX_STABILIZERS];
			coset_fold_fill(&fold, COSET_CLASSES, true);
			unsigned found = 0;
			for (unsigned i = entries_of(&d, &fold, entries); i-- > 0;)
				found |= entries[i] == coset_rank(COSET_CLASSES, true, &u);
			for (unsigned i = entries_of(&half, &fold, entries); i-- > 0;)
				found |= (entries[i] == coset_rank(COSET_CLASSES, true, &c)) * 2u;
			cr_assert_eq(found, 3u, "cube %u, axis %u: %u", n, axis, found);
		}
	}
}

Test(coset, indexers_agree_on_a_million_states)
{
	enum { STATES = 1000000 };
	coset_init();
	struct coset_fold fold;
	coset_fold_fill(&fold, 585, true);
	static struct coset_children expected, actual;
	for (unsigned n = 0; n < STATES;) {
		struct coset_cube parents[COSET_MAX_PARENTS];
		struct cube cubes[COSET_MAX_PARENTS];
		for (unsigned i = 0; i < COSET_MAX_PARENTS; i++) {
			cubes[i] = random_cube();
			parents[i] = (struct coset_cube){.moves = (1u << N_MOVES) - 1, .is_odd = cube_is_odd(&cubes[i])};
			coset_pack(&cubes[i], parents[i].edges, parents[i].corners);
		}
		coset_indexer_portable.index_children(parents, COSET_MAX_PARENTS, &fold, &expected);
		for (unsigned i = 0; i < COSET_N_INDEXERS; i++) {
			const struct coset_indexer *const indexer = coset_indexers[i];
			if (!indexer->runs_here())
				continue;
			indexer->index_children(parents, COSET_MAX_PARENTS, &fold, &actual);
			cr_assert_eq(actual.n, expected.n);
			cr_assert_arr_eq(actual.child, expected.child, expected.n * sizeof *expected.child, "%s", indexer->name);
			cr_assert_arr_eq(actual.entry, expected.entry, expected.n * sizeof *expected.entry, "%s", indexer->name);
			struct coset_cube child = parents[n % COSET_MAX_PARENTS], want = {.last = 0};
			const unsigned move = n % N_MOVES;
			indexer->move(&parents[n % COSET_MAX_PARENTS], move, &child);
			const struct cube after = cube_after(&cubes[n % COSET_MAX_PARENTS], coset_tables.house_move[move]);
			coset_pack(&after, want.edges, want.corners);
			cr_assert_arr_eq(child.edges, want.edges, N_EDGES, "%s", indexer->name);
			cr_assert_arr_eq(child.corners, want.corners, N_CORNERS, "%s", indexer->name);
			cr_assert_eq(child.is_odd, cube_is_odd(&after));
		}
		for (unsigned c = 0; c < expected.n; c++) {
			if (c > 0 && expected.child[c] == expected.child[c - 1])
				continue;
			const unsigned move = expected.child[c] & 31;
			const struct cube after = cube_after(&cubes[expected.child[c] >> 5], coset_tables.house_move[move]);
			if (n % 16 == 0)
				cr_assert_eq(expected.entry[c], coset_rank(585, true, &after));
			n++;
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
