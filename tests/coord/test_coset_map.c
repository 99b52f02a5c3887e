#include "coord/coset_map.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

TestSuite(coset_map, .init = coset_ways_init);

static uint64_t random_state = 88172645463325252;

static uint64_t random_below(uint64_t n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (random_state * 2685821657736338717 >> 20) % n;
}

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static unsigned sort_unique(uint64_t *values, unsigned n)
{
	unsigned end = 0;
	qsort(values, n, sizeof *values, compare);
	for (unsigned i = 0; i < n; i++)
		if (end == 0 || values[i] != values[end - 1])
			values[end++] = values[i];
	return end;
}

/* All indices of a cube's coset: those that coset_rank() gives for the 1,152 ways to look at it. */
static unsigned indices_of(const struct cube *c, uint64_t indices[N_SYMMETRIES * N_SYMMETRIES / 2])
{
	unsigned n = 0;
	for (unsigned right = 0; right < N_SYMMETRIES; right++) {
		const struct cube turned = cube_product(c, &symmetry_cube[right]);
		for (unsigned left = right % 2; left < N_SYMMETRIES; left += 2) {  /* both rotations or both mirror images */
			const struct cube image = cube_product(&symmetry_cube[left], &turned);
			indices[n++] = coset_rank(COSET_CLASSES, false, &image);
		}
	}
	return sort_unique(indices, n);
}

Test(coset_map, a_move_and_the_copies_lead_to_all_indices_of_the_child)
{
	static uint64_t expected[N_SYMMETRIES * N_SYMMETRIES / 2];
	for (unsigned n = 0; n < 2000; n++) {
		const unsigned class = (unsigned)random_below(COSET_CLASSES);
		const uint32_t index = (uint32_t)random_below(COSET_CLASS_SIZE);
		const struct cube c = coset_unrank(COSET_CLASSES, false, (uint64_t)class * COSET_CLASS_SIZE + index);
		const unsigned first = coset_ways.begin_from[class];
		const unsigned i = first + (unsigned)random_below(coset_ways.begin_from[class + 1] - first);
		const unsigned move = coset_ways.by_from[i].move, to = coset_ways.by_from[i].to;
		const struct cube child = cube_after(&c, coset_tables.house_move[move]);
		const unsigned n_expected = indices_of(&child, expected);
		uint64_t actual[COSET_MAX_STABILIZERS];
		unsigned n_actual = 0;
		for (unsigned k = first; k < coset_ways.begin_from[class + 1]; k++) {
			if (coset_ways.by_from[k].move != move)
				continue;
			struct coset_map map;
			uint32_t after;
			coset_map_fill(&map, &coset_ways.by_from[k]);
			coset_mapper_portable.map(&map, &index, 1, &after);
			actual[n_actual++] = (uint64_t)to * COSET_CLASS_SIZE + after;
		}
		cr_assert_eq(n_actual, coset_tables.n_stabilizers[to]);
		n_actual = sort_unique(actual, n_actual);
		cr_assert_eq(n_actual, n_expected, "class %u, move %u: %u indices for %u", class, move, n_actual, n_expected);
		cr_assert_arr_eq(actual, expected, n_actual * sizeof *actual, "class %u, move %u", class, move);
	}
}

/* What the moves that are left out would make of a coset, the others make of its copies. */
Test(coset_map, the_copies_of_a_coset_need_no_other_moves)
{
	static uint64_t child_indices[N_SYMMETRIES * N_SYMMETRIES / 2];
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		const uint32_t index = (uint32_t)random_below(COSET_CLASS_SIZE);
		const struct cube c = coset_unrank(COSET_CLASSES, false, (uint64_t)class * COSET_CLASS_SIZE + index);
		for (unsigned move = 0; move < N_MOVES; move++) {
			const struct cube child = cube_after(&c, coset_tables.house_move[move]);
			const unsigned n_indices = indices_of(&child, child_indices);
			bool is_found = false;
			for (unsigned s = 0; s < coset_tables.n_stabilizers[class] && !is_found; s++) {
				const struct coset_way to_copy = coset_copy(class, s);
				struct coset_map map;
				uint32_t copy, after;
				coset_map_fill(&map, &to_copy);
				coset_mapper_portable.map(&map, &index, 1, &copy);
				for (unsigned i = coset_ways.begin_from[class]; i < coset_ways.begin_from[class + 1] && !is_found; i++) {
					coset_map_fill(&map, &coset_ways.by_from[i]);
					coset_mapper_portable.map(&map, &copy, 1, &after);
					const uint64_t found = (uint64_t)coset_ways.by_from[i].to * COSET_CLASS_SIZE + after;
					is_found = bsearch(&found, child_indices, n_indices, sizeof found, compare) != NULL;
				}
			}
			cr_assert(is_found, "class %u, move %u", class, move);
		}
	}
}

Test(coset_map, ways_are_the_same_from_both_ends)
{
	unsigned n = 0;
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		for (unsigned i = coset_ways.begin_to[class]; i < coset_ways.begin_to[class + 1]; i++, n++) {
			const struct coset_way *const way = &coset_ways.by_to[i];
			cr_assert_eq(way->to, class);
			unsigned k = coset_ways.begin_from[way->from];
			while (k < coset_ways.begin_from[way->from + 1] && memcmp(&coset_ways.by_from[k], way, sizeof *way) != 0)
				k++;
			cr_assert_lt(k, coset_ways.begin_from[way->from + 1]);
		}
	}
	cr_expect_eq(n, COSET_N_WAYS);
}

Test(coset_map, mappers_agree_and_lead_back)
{
	enum { COSETS = 1000 };
	static uint32_t before[COSETS], after[COSETS], actual[COSETS];
	for (unsigned n = 0; n < 300; n++) {
		const struct coset_way *const way = &coset_ways.by_from[random_below(COSET_N_WAYS)];
		struct coset_map map, back;
		coset_map_fill(&map, way);
		coset_map_fill_back(&back, way);
		for (unsigned i = 0; i < COSETS; i++)
			before[i] = (uint32_t)random_below(COSET_CLASS_SIZE);
		coset_mapper_portable.map(&map, before, COSETS, after);
		for (unsigned k = 0; k < COSET_N_MAPPERS; k++) {
			if (!coset_mappers[k]->runs_here())
				continue;
			coset_mappers[k]->map(&map, before, COSETS, actual);
			cr_assert_arr_eq(actual, after, sizeof after, "%s", coset_mappers[k]->name);
			coset_mappers[k]->map(&back, after, COSETS, actual);
			cr_assert_arr_eq(actual, before, sizeof before, "%s, back", coset_mappers[k]->name);
		}
	}
}

Test(coset_map, the_solved_cube_has_its_rank)
{
	unsigned class;
	const uint32_t index = coset_solved_index(&class);
	cr_expect_eq((uint64_t)class * COSET_CLASS_SIZE + index, coset_rank(COSET_CLASSES, false, &cube_solved));
}
