/* Levels of cosets: neighbours are near each other, lists are in order, and what builders keep fits in their
 * memory. */
#include "coset/family.h"
#include "levels.h"
#include "pdb/generate.h"

#include "support/support.h"

TestSuite(coset_level, .init = coset_transitions_init);

/* The last depth that is known; the next one stands for what is not. */
static unsigned known_of(struct coset_shape kind)
{
	return are_slow_wanted() ? 6 : kind.has_subcosets ? 4 : 5;
}

/* ---- consistency ---- */

/* Whether each index is listed once. */
static void expect_each_once(const struct known *known)
{
	for (size_t i = 1; i < known->n; i++)
		if (known->index_and_depth[i] >> 4 == known->index_and_depth[i - 1] >> 4)
			cr_assert_fail("index %lu is listed twice", known->index_and_depth[i] >> 4);
}

/* Moves are made with whole cubes here, and ranks found from their corners: without frames or maps. */
static void expect_neighbours_nearby(struct coset_shape kind, unsigned metric)
{
	const uint64_t moves = coset_steps(metric);
	const unsigned last_known = known_of(kind);
	const struct coset_resolution resolution = coset_resolution_of(kind, moves);
	struct coset_level *const level = levels_made(&resolution, last_known);
	const struct known known = known_depths(&resolution, level, last_known);
	expect_each_once(&known);
	for (size_t i = 0; i < known.n; i++) {
		const unsigned d = known.index_and_depth[i] & 15;
		const struct cube c = coset_unrank(kind, known.index_and_depth[i] >> 4);
		unsigned nearest = last_known + 1;
		for (unsigned m = 0; m < N_MOVES; m++) {
			if (!(moves >> m & 1))
				continue;
			const struct cube child = cube_after(&c, m);
			const unsigned depth = known_depth(&known, coset_rank(kind, &child), last_known + 1);
			if (depth + 1 < d || depth > d + 1)
				cr_assert_fail("depth %u, neighbour %u", d, depth);
			nearest = depth < nearest ? depth : nearest;
		}
		if (d != 0 && nearest + 1 != d)
			cr_assert_fail("depth %u, nearest neighbour %u", d, nearest);
	}
	for (unsigned p = 0; p < coset_n_cells(&resolution); p++) {
		struct coset_set_reader r = coset_set_begin(&level[last_known].cell[p]);
		for (uint32_t coset; coset_set_read(&r, 1, &coset) == 1;)
			for (unsigned s = 1; s < coset_tables.n_stabilizers[coset_cell(&resolution, p).class]; s++) {
				unsigned cell;
				const uint32_t equivalent = equivalent_of(&resolution, p, coset, s, &cell);
				cr_assert_eq(
					known_depth(&known, coset_index_of_cell(&resolution, cell, equivalent), last_known + 1),
					last_known, "cell %u", p);
			}
	}
	free(known.index_and_depth);
	levels_free(level, last_known);
}

/* All entries of one coset agree, and a move changes the distance by at most 1.  (For the inverse it may
 * change by more.) */
Test(coset_level, moves_change_the_distance_of_a_coset_by_at_most_one)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++)
		metric_foreach(metric)
			if (metric == METRIC_QTM || kind != WITH_SUBCOSETS)
				expect_neighbours_nearby(kinds[kind], metric);
}

/* A coset is the union of its subcosets. */
static void expect_nearest_subcosets(unsigned kind, unsigned metric)
{
	enum { SUBCOSETS = 24 };
	const unsigned last_known = known_of(kinds[kind]);
	const struct coset_resolution resolution = coset_resolution_of(kinds[kind], coset_steps(metric));
	const struct coset_resolution resolution_without =
		coset_resolution_of(kinds[kind - WITH_SUBCOSETS], coset_steps(metric));
	struct coset_level *const level = levels_made(&resolution, last_known);
	struct coset_level *const level_without = levels_made(&resolution_without, last_known);
	size_t n_all_subcosets = 0;
	const struct known known = known_depths(&resolution, level, last_known);
	const struct known without_subcosets = known_depths(&resolution_without, level_without, last_known);
	expect_each_once(&known);
	expect_each_once(&without_subcosets);
	for (size_t i = 0; i < without_subcosets.n; i++) {
		const uint64_t index = without_subcosets.index_and_depth[i] >> 4;
		const unsigned depth = without_subcosets.index_and_depth[i] & 15;
		unsigned nearest = last_known + 1, n_subcosets = 0;
		for (unsigned subcoset = 0; subcoset < SUBCOSETS; subcoset++) {
			const unsigned depth_of_subcoset = known_depth(&known, index * SUBCOSETS + subcoset, last_known + 1);
			nearest = depth_of_subcoset < nearest ? depth_of_subcoset : nearest;
			n_subcosets += depth_of_subcoset <= last_known;
		}
		if (nearest != depth)
			cr_assert_fail("index %lu at depth %u, its subcosets at %u", index, depth, nearest);
		n_all_subcosets += n_subcosets;
	}
	cr_expect_eq(n_all_subcosets, known.n, "%zu subcosets of known cosets, %zu in all", n_all_subcosets, known.n);
	free(known.index_and_depth);
	free(without_subcosets.index_and_depth);
	levels_free(level, last_known);
	levels_free(level_without, last_known);
}

Test(coset_level, a_coset_is_as_near_as_the_nearest_of_its_subcosets)
{
	expect_nearest_subcosets(WITH_SUBCOSETS, METRIC_HTM);
	expect_nearest_subcosets(WITH_SUBCOSETS + 1, METRIC_QTM);
}

Test(coset_level, lists_rise)
{
	enum { DEPTH = 7, LONG = COSET_SLICES / 8 };
	const struct coset_resolution resolution =
		coset_resolution_of(kinds[WITH_SUBCOSETS], coset_steps(METRIC_HTM));
	struct coset_level *const level = levels_made(&resolution, DEPTH);
	struct coset_workspace workspace;
	unsigned n_long = 0;
	cr_assert(coset_workspace_make(resolution.flip_bits, &workspace));
	for (unsigned p = 0; p < coset_n_cells(&resolution); p += 37) {
		cr_assert(coset_level_next(&resolution, &level[DEPTH], &level[DEPTH - 1], p, &workspace));
		for (uint32_t i = 1; i < workspace.n_found; i++)
			if (workspace.found[i] <= workspace.found[i - 1])
				cr_assert_fail("cell %u: %u of %u", p, i, workspace.n_found);
		n_long += workspace.n_found >= LONG;
		coset_workspace_clear(&workspace);
	}
	cr_expect_gt(n_long, 0u);
	coset_workspace_free(&workspace);
	levels_free(level, DEPTH);
}

/* What a builder keeps in any case is all levels up to depth cap - 3, less than three bytes a coset, and a
 * workspace for each thread: what is found of a cell, its lists, and its marks.
 * @param n_at_depth  cosets of the deepest of these, 0 if they have not been counted */
enum { THREADS = 8 };

static void expect_memory_for_levels(struct pdb_key key, size_t *n_at_depth)
{
	const bool is_qtm = key.metric == METRIC_QTM;
	const unsigned n_levels = are_slow_wanted() ? 7 : 6;
	const double growth = is_qtm ? 9 : 12.5;  /* deeper levels are no more times larger than the one before */
	const struct coset_shape shape = coset_shape_of(&key.coordinate);
	const struct coset_resolution resolution = coset_resolution_of(shape, coset_steps(key.metric));
	if (*n_at_depth == 0) {
		struct coset_level *const level = levels_made(&resolution, n_levels);
		for (unsigned p = 0; p < coset_n_cells(&resolution); p++)
			*n_at_depth += level[n_levels].cell[p].n;
		levels_free(level, n_levels);
	}
	double last = (double)*n_at_depth;
	for (unsigned d = n_levels; d < coset_cap(shape, key.metric) - 3; d++)
		last *= growth;
	const double sets_bytes = 3 * last * growth / (growth - 1);
	const double workspace_bytes =
		(double)COSET_SLICES * (2 * (1u << resolution.flip_bits) / 8 + sizeof(uint32_t) * 4);
	const double most_bytes = (double)pdb_generate_memory_bytes(key, THREADS) - (double)pdb_data_bytes(key);
	cr_expect_lt(sets_bytes + THREADS * workspace_bytes, most_bytes,
	             "%u filter blocks, metric %u: %.0f and %.0f a thread of %.0f", shape.filter_blocks,
	             key.metric, sets_bytes, workspace_bytes, most_bytes);
}

Test(coset_level, levels_fit_in_the_memory_that_builders_may_take)
{
	/* The levels are those of the corners and subcosets, whatever the filter blocks. */
	size_t n_at_depth[N_METRICS][COSET_HTR + 1][2] = {{{0}}};
	for (unsigned size = 0; size < COSET_N_SIZES; size++)
		metric_foreach(metric) {
			const struct coset_shape s = coset_sizes[size].shape;
			expect_memory_for_levels(pdb_key_in(coset_coordinate(s), metric),
			                         &n_at_depth[metric][s.corners][s.has_subcosets]);
		}
}
