#include "pdb/coset_level.h"
#include "pdb/coset_marker.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

TestSuite(coset_level, .init = coset_ways_init);

enum { DEPTH = 6, MAX_KNOWN = 100000 };

static struct coset_level *levels_made(unsigned n_parts)
{
	struct coset_level *const level = calloc(DEPTH + 1, sizeof *level);
	static const struct coset_level none;
	struct coset_desk desk;
	cr_assert(coset_desk_make(&desk) && coset_level_first(n_parts, &level[0]));
	for (unsigned d = 1; d <= DEPTH; d++)
		for (unsigned p = 0; p < COSET_CLASSES * n_parts; p++) {
			cr_assert(coset_level_next(&level[d - 1], d < 2 ? &none : &level[d - 2], n_parts, p, UINT32_MAX, &desk));
			cr_assert(coset_level_keep(&level[d], p, &desk));
			coset_desk_clear(&desk);
		}
	coset_desk_free(&desk);
	return level;
}

static void levels_free(struct coset_level *level)
{
	for (unsigned d = 0; d <= DEPTH; d++)
		coset_level_free(&level[d]);
	free(level);
}

static uint32_t coset_at(const struct coset_set *set, uint32_t i)
{
	uint32_t coset;
	coset_set_read(set, i, 1, &coset);
	return coset;
}

static bool is_first_of_its_copies(unsigned class, uint32_t coset)
{
	for (unsigned s = 1; s < coset_tables.n_stabilizers[class]; s++) {
		const struct coset_way way = coset_copy(class, s);
		struct coset_map map;
		uint32_t copy;
		coset_map_fill(&map, &way);
		coset_mapper_portable.map(&map, &coset, 1, &copy);
		if (copy < coset)
			return false;
	}
	return true;
}

Test(coset_level, cosets_by_depth_are_those_of_the_prototype)
{
	static const unsigned expected[DEPTH + 1] = {1, 1, 2, 14, 128, 1500, 18607};
	struct coset_level *const level = levels_made(2);
	for (unsigned d = 0; d <= DEPTH; d++) {
		unsigned n = 0;
		for (unsigned p = 0; p < COSET_MAX_PARTS; p++)
			for (uint32_t i = 0; i < level[d].part[p].n; i++)
				n += is_first_of_its_copies(p / 2, coset_at(&level[d].part[p], i));
		cr_expect_eq(n, expected[d], "depth %u: %u", d, n);
	}
	levels_free(level);
}

/* ---- consistency ---- */
static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* The depth noted for a rank; DEPTH + 1 if there is none. */
static unsigned depth_of(const uint64_t *known, size_t n, uint64_t rank)
{
	size_t begin = 0, end = n;
	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;
		if (known[middle] < rank << 4)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin < n && known[begin] >> 4 == rank ? (unsigned)(known[begin] & 15) : DEPTH + 1;
}

/* Moves are made with whole cubes here, and ranks found from their corners: without frames or maps. */
static void expect_neighbours_nearby(unsigned n_parts)
{
	struct coset_level *const level = levels_made(n_parts);
	uint64_t *const known = malloc(MAX_KNOWN * sizeof *known);
	size_t n = 0;
	for (unsigned pass = 0; pass < 2; pass++) {  /* first note depths, then compare those of neighbours */
		for (unsigned d = 0; d <= DEPTH; d++)
			for (unsigned p = 0; p < COSET_CLASSES * n_parts; p++)
				for (uint32_t i = 0; i < level[d].part[p].n; i++) {
					const uint64_t half = n_parts == 2 && p % 2 != 0 ? COSET_CLASSES : 0;
					const uint64_t rank = (half + p / n_parts) * COSET_CLASS_SIZE + coset_at(&level[d].part[p], i);
					if (pass == 0) {
						cr_assert_lt(n, (size_t)MAX_KNOWN);
						known[n++] = rank << 4 | d;
						continue;
					}
					const struct cube c = coset_unrank(COSET_CLASSES, n_parts == 2, rank);
					unsigned nearest = DEPTH + 1;
					for (unsigned m = 0; m < N_MOVES; m++) {
						const struct cube child = cube_after(&c, m);
						const unsigned depth = depth_of(known, n, coset_rank(COSET_CLASSES, n_parts == 2, &child));
						cr_assert(depth + 1 >= d && depth <= d + 1, "depth %u, neighbour %u", d, depth);
						nearest = depth < nearest ? depth : nearest;
					}
					cr_assert(d == 0 || nearest + 1 == d, "depth %u, nearest neighbour %u", d, nearest);
				}
		qsort(known, n, sizeof *known, compare);
		for (size_t i = 1; i < n; i++)
			cr_assert_neq(known[i] >> 4, known[i - 1] >> 4, "listed twice");
	}
	free(known);
	levels_free(level);
}

Test(coset_level, depths_of_neighbours_differ_by_at_most_one)
{
	expect_neighbours_nearby(1);
	expect_neighbours_nearby(2);
}

Test(coset_level, bits_are_what_is_listed)
{
	struct coset_level *const level = levels_made(1);
	struct coset_desk listed, unlisted;
	cr_assert(coset_desk_make(&listed) && coset_desk_make(&unlisted));
	for (unsigned p = 0; p < COSET_CLASSES; p += 100) {
		cr_assert(coset_level_next(&level[DEPTH], &level[DEPTH - 1], 1, p, UINT32_MAX, &listed));
		cr_assert(coset_level_next(&level[DEPTH], &level[DEPTH - 1], 1, p, 0, &unlisted));
		cr_expect(listed.is_listed && !unlisted.is_listed);
		cr_assert_arr_eq(listed.bits, unlisted.bits, COSET_CLASS_SIZE / 8);
		uint32_t n = 0;
		for (uint32_t w = 0; w < COSET_CLASS_SIZE / 64; w++)
			n += (unsigned)__builtin_popcountll(listed.bits[w]);
		cr_expect_eq(n, listed.n_found);
		for (uint32_t i = 0; i < listed.n_found; i++)
			cr_assert(listed.bits[listed.found[i] / 64] >> listed.found[i] % 64 & 1);
		coset_desk_clear(&listed);
		coset_desk_clear(&unlisted);
		for (uint32_t w = 0; w < COSET_CLASS_SIZE / 64; w++)
			cr_assert(listed.bits[w] == 0 && unlisted.bits[w] == 0);
	}
	coset_desk_free(&listed);
	coset_desk_free(&unlisted);
	levels_free(level);
}

/* ---- markers ---- */
TestSuite(coset_marker, .init = coset_ways_init);

Test(coset_marker, rows_are_marked_as_coset_by_coset)
{
	enum { BYTES = COSET_CLASS_SIZE / 4, WORDS = COSET_CLASS_SIZE / 64 };
	uint8_t *const before = aligned_alloc(64, BYTES), *const expected = aligned_alloc(64, BYTES);
	uint8_t *const actual = aligned_alloc(64, BYTES);
	uint64_t *const bits = aligned_alloc(64, WORDS * sizeof *bits);
	srand(7);
	for (unsigned i = 0; i < BYTES; i++)
		before[i] = (uint8_t)(rand() >> 8);
	for (unsigned n = 0; n < 20; n++) {
		const struct coset_way *const way = &coset_ways.by_from[(unsigned)rand() % COSET_N_WAYS];
		const unsigned code = 1 + n % 2, n_of_64 = 1u << n % 6;
		struct coset_map map;
		coset_map_fill(&map, way);
		memcpy(expected, before, BYTES);
		for (uint32_t w = 0; w < WORDS; w++) {
			bits[w] = 0;
			for (unsigned k = 0; k < n_of_64; k++) {
				const uint32_t coset = w * 64 + (unsigned)rand() % 64;
				uint32_t after;
				bits[w] |= UINT64_C(1) << coset % 64;
				coset_mapper_best()->map(&map, &coset, 1, &after);
				const unsigned shift = after % 4 * 2, old = expected[after / 4] >> shift & 3u;
				if (old > code)
					expected[after / 4] = (uint8_t)((expected[after / 4] & ~(3u << shift)) | code << shift);
			}
		}
		for (unsigned k = 0; k < COSET_N_MARKERS; k++) {
			if (!coset_markers[k]->runs_here())
				continue;
			memcpy(actual, before, BYTES);
			coset_markers[k]->mark(way, bits, actual, code);
			cr_assert(memcmp(actual, expected, BYTES) == 0, "%s, way %u, code %u", coset_markers[k]->name, n, code);
		}
	}
	free(before);
	free(expected);
	free(actual);
	free(bits);
}
