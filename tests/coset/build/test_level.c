/* Levels of cosets: neighbours are near each other, lists are in order, and what builders keep fits in their memory. */
#include "coset/family.h"
#include "levels.h"
#include "pdb/generate.h"
#include "pdb/pdb.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(coset_level, .init = coset_transitions_init);

/* ---- consistency ---- */
enum { KNOWN_DEPTH = 6, MAX_KNOWN = 400000 };

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* The depth noted for a rank; KNOWN_DEPTH + 1 if there is none. */
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
	return begin < n && known[begin] >> 4 == rank ? (unsigned)(known[begin] & 15) : KNOWN_DEPTH + 1;
}

/* All ranks with their depths, sorted; the caller frees them. */
static uint64_t *known_ranks(const struct coset_space *space, const struct coset_level *level, size_t *n)
{
	uint64_t *const known = malloc(MAX_KNOWN * sizeof *known);
	uint32_t coset;
	*n = 0;
	for (unsigned d = 0; d <= KNOWN_DEPTH; d++)
		for (unsigned p = 0; p < coset_n_cells(space->resolution); p++)
			for (struct coset_set_reader r = coset_set_begin(&level[d].cell[p]); coset_set_read(&r, 1, &coset) == 1;) {
				cr_assert_lt(*n, (size_t)MAX_KNOWN);
				known[(*n)++] = coset_index_of_cell(space->resolution, p, coset) << 4 | d;
			}
	qsort(known, *n, sizeof *known, compare);
	for (size_t i = 1; i < *n; i++)
		if (known[i] >> 4 == known[i - 1] >> 4)
			cr_assert_fail("rank %lu is listed twice", known[i] >> 4);
	return known;
}

/* Moves are made with whole cubes here, and ranks found from their corners: without frames or maps. */
static void expect_neighbours_nearby(struct coset_shape kind, uint32_t moves)
{
	struct coset_resolution resolution;
	const struct coset_space space = space_of(kind, moves, &resolution);
	struct coset_level *const level = levels_made(&space, KNOWN_DEPTH);
	size_t n;
	uint64_t *const known = known_ranks(&space, level, &n);
	for (size_t i = 0; i < n; i++) {
		const unsigned d = known[i] & 15;
		const struct cube c = coset_unrank(kind, known[i] >> 4);
		unsigned nearest = KNOWN_DEPTH + 1;
		for (unsigned m = 0; m < N_MOVES; m++) {
			if (!(moves >> m & 1))
				continue;
			const struct cube child = cube_after(&c, m);
			const unsigned depth = depth_of(known, n, coset_rank(kind, &child));
			if (depth + 1 < d || depth > d + 1)
				cr_assert_fail("depth %u, neighbour %u", d, depth);
			nearest = depth < nearest ? depth : nearest;
		}
		if (d != 0 && nearest + 1 != d)
			cr_assert_fail("depth %u, nearest neighbour %u", d, nearest);
	}
	for (unsigned p = 0; p < coset_n_cells(space.resolution); p++) {
		struct coset_set_reader r = coset_set_begin(&level[KNOWN_DEPTH].cell[p]);
		for (uint32_t coset; coset_set_read(&r, 1, &coset) == 1;)
			for (unsigned s = 1; s < coset_tables.n_stabilizers[coset_cell(&resolution, p).class]; s++) {
				unsigned cell;
				const uint32_t equivalent = equivalent_of(&space, p, coset, s, &cell);
				cr_assert_eq(depth_of(known, n, coset_index_of_cell(&resolution, cell, equivalent)), (unsigned)KNOWN_DEPTH, "cell %u", p);
			}
	}
	free(known);
	levels_free(level, KNOWN_DEPTH);
}

/* All entries of one coset agree, and a move changes the distance by at most 1.  (For the inverse it may change by
 * more.) */
Test(coset_level, moves_change_the_distance_of_a_coset_by_at_most_one)
{
	for (unsigned kind = 0; kind < N_FINEST; kind++)
		expect_neighbours_nearby(finest_shape[kind], ALL_TURNS);
	expect_neighbours_nearby(finest_shape[0], QUARTER_TURNS);
	expect_neighbours_nearby(finest_shape[1], QUARTER_TURNS);
	expect_neighbours_nearby(layered_parity, QUARTER_TURNS);
	expect_neighbours_nearby(layered_htr, ALL_TURNS);
	expect_neighbours_nearby(layered_htr, QUARTER_TURNS);
}

/* A coset is the union of its subcosets. */
static void expect_nearest_subcosets(struct coset_shape kind, uint32_t moves)
{
	enum { SUBCOSETS = 24 };
	struct coset_resolution resolution, resolution_without;
	struct coset_shape without = kind;
	without.has_subcosets = false;
	const struct coset_space space = space_of(kind, moves, &resolution);
	const struct coset_space space_without = space_of(without, moves, &resolution_without);
	struct coset_level *const level = levels_made(&space, KNOWN_DEPTH);
	struct coset_level *const level_without = levels_made(&space_without, KNOWN_DEPTH);
	size_t n, n_without, n_all_subcosets = 0;
	uint64_t *const known = known_ranks(&space, level, &n);
	uint64_t *const known_without = known_ranks(&space_without, level_without, &n_without);
	for (size_t i = 0; i < n_without; i++) {
		const unsigned depth = known_without[i] & 15;
		unsigned nearest = KNOWN_DEPTH + 1, n_subcosets = 0;
		for (unsigned subcoset = 0; subcoset < SUBCOSETS; subcoset++) {
			const unsigned depth_of_subcoset = depth_of(known, n, (known_without[i] >> 4) * SUBCOSETS + subcoset);
			nearest = depth_of_subcoset < nearest ? depth_of_subcoset : nearest;
			n_subcosets += depth_of_subcoset <= KNOWN_DEPTH;
		}
		if (nearest != depth)
			cr_assert_fail("index %lu at depth %u, its subcosets at %u", known_without[i] >> 4, depth, nearest);
		n_all_subcosets += n_subcosets;
	}
	cr_expect_eq(n_all_subcosets, n, "%zu subcosets of known cosets, %zu in all", n_all_subcosets, n);
	free(known);
	free(known_without);
	levels_free(level, KNOWN_DEPTH);
	levels_free(level_without, KNOWN_DEPTH);
}

Test(coset_level, a_coset_is_as_near_as_the_nearest_of_its_subcosets)
{
	expect_nearest_subcosets(layered_parity, ALL_TURNS);
	expect_nearest_subcosets(layered_htr, QUARTER_TURNS);
}

static void expect_bits_as_listed(struct coset_shape kind)
{
	struct coset_resolution resolution;
	const struct coset_space space = space_of(kind, ALL_TURNS, &resolution);
	struct coset_level *const level = levels_made(&space, KNOWN_DEPTH);
	struct coset_workspace workspace;
	cr_assert(coset_workspace_make(resolution.flip_bits, &workspace));
	for (unsigned p = 0; p < coset_n_cells(space.resolution); p += 101) {
		cr_assert(coset_level_next(&space, &level[KNOWN_DEPTH], &level[KNOWN_DEPTH - 1], p, &workspace));
		uint32_t n = 0;
		for (uint32_t w = 0; w < workspace.n_words; w++)
			n += (unsigned)__builtin_popcountll(workspace.bits[w]);
		cr_expect_eq(n, workspace.n_found);
		for (uint32_t i = 0; i < workspace.n_found; i++)
			if (!(workspace.bits[workspace.found[i] / 64] >> workspace.found[i] % 64 & 1))
				cr_assert_fail("cell %u: %u is not marked", p, workspace.found[i]);
		coset_workspace_clear(&workspace);
		n = 0;
		for (uint32_t w = 0; w < workspace.n_words; w++)
			n += workspace.bits[w] != 0;
		cr_expect_eq(n, 0u);
		cr_expect_eq(workspace.n_found, 0u);
	}
	coset_workspace_free(&workspace);
	levels_free(level, KNOWN_DEPTH);
}

Test(coset_level, bits_are_what_is_listed)
{
	expect_bits_as_listed(finest_shape[0]);
	expect_bits_as_listed(finest_shape[1]);
	expect_bits_as_listed(layered_htr);
}

/* Lists are sorted by their patterns of slices, be they made from bits or not. */
Test(coset_level, lists_are_in_the_order_of_patterns)
{
	enum { DEPTH = 7, LONG = COSET_SLICES / 8 };
	struct coset_resolution resolution;
	const struct coset_space space = space_of(layered_parity, ALL_TURNS, &resolution);
	struct coset_level *const level = levels_made(&space, DEPTH);
	struct coset_workspace workspace;
	unsigned n_long = 0;
	cr_assert(coset_workspace_make(resolution.flip_bits, &workspace));
	for (unsigned p = 0; p < coset_n_cells(space.resolution); p += 37) {
		cr_assert(coset_level_next(&space, &level[DEPTH], &level[DEPTH - 1], p, &workspace));
		for (uint32_t i = 1; i < workspace.n_found; i++)
			if (workspace.found[i] >> resolution.flip_bits < workspace.found[i - 1] >> resolution.flip_bits)
				cr_assert_fail("cell %u: %u of %u", p, i, workspace.n_found);
		n_long += workspace.n_found >= LONG;
		coset_workspace_clear(&workspace);
	}
	cr_expect_gt(n_long, 0u);
	coset_workspace_free(&workspace);
	levels_free(level, DEPTH);
}

/* What a builder keeps in any case is all levels up to depth cap - 3, less than three bytes a coset, and a workspace for each
 * thread: what is found of a cell, its lists, and its marks. */
static void expect_memory_for_levels(struct pdb_key key)
{
	enum { DEPTH = 7, THREADS = 8 };
	const bool is_qtm = key.metric == METRIC_QTM;
	const double growth = is_qtm ? 9 : 12.5;  /* deeper levels are no more times larger than the one before */
	struct coset_resolution resolution;
	const struct coset_space space = space_of(coset_shape_of(&key.coordinate), is_qtm ? QUARTER_TURNS : ALL_TURNS,
	                                          &resolution);
	struct coset_level *const level = levels_made(&space, DEPTH);
	double last = 0;
	for (unsigned p = 0; p < coset_n_cells(space.resolution); p++)
		last += level[DEPTH].cell[p].n;
	for (unsigned d = DEPTH; d < coset_cap(coset_shape_of(&key.coordinate), key.metric) - 3; d++)
		last *= growth;
	const double sets_bytes = 3 * last * growth / (growth - 1);
	const double workspace_bytes = (double)COSET_SLICES * (2 * (1u << resolution.flip_bits) / 8 + sizeof(uint32_t) * 4);
	const double most_bytes = (double)pdb_generate_memory_bytes(key, THREADS) - (double)pdb_data_bytes(key);
	cr_expect_lt(sets_bytes + THREADS * workspace_bytes, most_bytes, "%u filter blocks, metric %u: %.0f and %.0f a thread of %.0f",
	             coset_shape_of(&key.coordinate).filter_blocks, key.metric, sets_bytes, workspace_bytes, most_bytes);
	levels_free(level, DEPTH);
}

Test(coset_level, levels_fit_in_the_memory_that_builders_may_take)
{
	for (unsigned size = 0; size < COSET_N_SIZES; size++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
			const struct coset_shape shape = coset_sizes[size].shape;
			expect_memory_for_levels((struct pdb_key){coset_coordinate(shape), metric});
		}
}
