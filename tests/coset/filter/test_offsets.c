/* Where entries stand in a coset table: each has a slot of its own, and every reader of this machine finds
 * it. */
#include "coset/filter/read_filter_blocks.h"
#include "random_tables.h"

/* Each block of a group has slots of its own. */
static void expect_offsets(struct coset_shape shape)
{
	static bool is_taken[COSET_CLASS_GROUPS * COSET_MAX_CORNER_COSETS][COSET_GROUP_CELLS];
	memset(is_taken, 0, sizeof is_taken);
	const struct coset_filter t = {  /* without data */
		.n_corner_cosets = coset_n_corner_cosets(shape.corners), .n_groups = coset_table_groups(shape),
		.cell_slots = coset_cell_slots(shape),
		.group_filter_blocks = shape.filter_blocks,
	};
	const uint32_t offset_entries = coset_cell_slots(shape) * shape.filter_blocks;
	cr_assert_geq(offset_entries, COSET_CELL_ENTRIES, "%u filter blocks", shape.filter_blocks);
	cr_assert_lt(offset_entries - COSET_CELL_ENTRIES, shape.filter_blocks,
	             "%u filter blocks: no slot too many", shape.filter_blocks);
	for (unsigned class = 0; class < COSET_CLASSES; class++)
		for (unsigned corner_coset = 0; corner_coset < t.n_corner_cosets; corner_coset++) {
			const uint64_t entry = coset_class_begin(&t, class) + ((uint64_t)corner_coset << 32);
			const uint32_t group = (uint32_t)(entry >> 32), in_group = (uint32_t)entry;
			cr_assert_eq(group, class % 35 * t.n_corner_cosets + corner_coset, "class %u, corner coset %u",
			             class, corner_coset);
			cr_assert(group < t.n_groups && in_group % offset_entries == 0
			          && in_group < group_entries(shape));
			cr_assert_not(is_taken[group][in_group / offset_entries], "class %u, corner coset %u", class,
			              corner_coset);
			is_taken[group][in_group / offset_entries] = true;
		}
}

Test(coset_offsets, blocks_have_offsets_of_their_own)
{
	struct dice dice = {10};
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		expect_offsets(coset_sizes[i].shape);
	for (unsigned corners = COSET_PARITY; corners < N_COSET_CORNERS; corners++) {
		expect_offsets(shape_of(COSET_MIN_FILTER_BLOCKS, corners));
		expect_offsets(shape_of(COSET_MAX_FILTER_BLOCKS, corners));
		expect_offsets(with_subcosets(shape_of(COSET_MIN_FILTER_BLOCKS, corners)));
		for (unsigned n = 0; n < 50; n++)
			expect_offsets(
				shape_of(COSET_MIN_FILTER_BLOCKS
			                 + dice_below(&dice, COSET_MAX_FILTER_BLOCKS - COSET_MIN_FILTER_BLOCKS),
			             corners));
	}
}

static void expect_located(struct dice *dice, struct coset_shape shape)
{
	static uint64_t entry[READ_MAX], where[READ_MAX];
	static uint32_t slot[READ_MAX];
	const struct coset_filter r = coset_filter_of(NULL, shape, METRIC_HTM);
	const uint32_t n_entries = group_entries(shape), last_group = coset_table_groups(shape) - 1;
	unsigned n = 0;
	for (unsigned k = 0; n + 8 <= READ_MAX; k++) {
		/* Next to multiples of the filter blocks quotients go wrong first, and most of all next to the last
		 * ones. */
		const uint32_t n_multiples = n_entries / shape.filter_blocks;
		const bool is_last = k % 2 == 0 && k / 2 < n_multiples;
		const uint32_t multiple =
			(is_last ? n_multiples - k / 2 : dice_below(dice, n_multiples + 1)) * shape.filter_blocks;
		const uint32_t near[] = {
			0, n_entries - 1, multiple - (multiple != 0), multiple, multiple + 1, dice_below(dice, n_entries),
		};
		for (unsigned i = 0; i < sizeof near / sizeof *near; i++)
			if (near[i] < n_entries)
				entry[n++] =
					(uint64_t)(i == 1 ? last_group : dice_below(dice, last_group + 1)) << 32 | near[i];
	}
	for (unsigned k = processor_level(); k < PROCESSOR_LEVELS; k++) {
		readers[k]->locate(&r, entry, n, where, slot);
		for (unsigned i = 0; i < n; i++) {
			const uint64_t group = entry[i] >> 32, index = (uint32_t)entry[i];
			const uint64_t where_slowly = (group * shape.filter_blocks + index % shape.filter_blocks) * 64;
			const uint64_t slot_slowly = group * 65536 + index / shape.filter_blocks;
			const uint64_t again = readers[k]->entry_of(&r, where[i], slot[i]);
			if (where[i] != where_slowly || slot[i] != slot_slowly || again != entry[i])
				cr_assert_fail("%s, %u filter blocks, entry %lu of group %lu", processor_level_name[k],
				               shape.filter_blocks, index, group);
		}
	}
}

Test(coset_offsets, quotients_of_entries_are_exact)
{
	struct dice dice = {12};
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		for (unsigned n = 0; n < 20; n++)
			expect_located(&dice, coset_sizes[i].shape);
	for (unsigned i = 0; i < 2; i++) {
		const bool has_subcosets = i == 1;
		const uint32_t least = COSET_MIN_FILTER_BLOCKS;
		for (unsigned n = 0; n < 20; n++) {
			expect_located(&dice, (struct coset_shape){least, COSET_HTR, has_subcosets});
			expect_located(&dice, (struct coset_shape){COSET_MAX_FILTER_BLOCKS, COSET_HTR, has_subcosets});
			expect_located(&dice,
			               (struct coset_shape){COSET_MAX_FILTER_BLOCKS - 1 - n, COSET_HTR, has_subcosets});
		}
		/* Where the reciprocal has another shift. */
		for (uint32_t filter_blocks = 8192; filter_blocks <= COSET_MAX_FILTER_BLOCKS; filter_blocks *= 2)
			for (unsigned k = 0; k < 3; k++)
				if (filter_blocks - 1 + k <= COSET_MAX_FILTER_BLOCKS)
					expect_located(&dice,
					               (struct coset_shape){filter_blocks - 1 + k, COSET_PARITY, has_subcosets});
		for (unsigned n = 0; n < 1000; n++) {
			const uint32_t filter_blocks = least + dice_below(&dice, COSET_MAX_FILTER_BLOCKS + 1 - least);
			expect_located(&dice, (struct coset_shape){filter_blocks, COSET_PARITY, has_subcosets});
		}
	}
}

/* ---- sizes ---- */
Test(coset_offsets, a_sample_has_some_three_million_entries)
{
	coset_init();
	for (unsigned i = 0; i < COSET_N_SIZES + 4; i++) {
		struct coset_shape s = shape_of(COSET_MIN_FILTER_BLOCKS, i / 2 % 2 == 0 ? COSET_PARITY : COSET_HTR);
		s.has_subcosets = i % 2 == 1;
		if (i < COSET_N_SIZES)
			s = coset_sizes[i].shape;
		const uint64_t one_in = coset_sampled_one_in(s), n_filter_blocks = coset_table_filter_blocks(s);
		uint64_t n = 0;
		for (uint64_t filter_block = 0; filter_block < n_filter_blocks; filter_block += one_in) {
			const uint64_t in_group = filter_block % s.filter_blocks;
			const uint64_t n_of_block =
				(COSET_CELL_ENTRIES - in_group + s.filter_blocks - 1) / s.filter_blocks;
			for (unsigned class =
			         (unsigned)(filter_block / s.filter_blocks) / coset_n_corner_cosets(s.corners);
			     class < COSET_CLASSES; class += 35)
				n += coset_tables.n_stabilizers[class] == 1 ? n_of_block * (s.has_subcosets ? 24 : 1) : 0;
		}
		cr_expect_eq(coset_sampled_entries(s), n, "shape %u: %lu, not %lu", i, coset_sampled_entries(s), n);
		/* 459 of 630 classes have no stabilisers; of the smallest tables with subcosets the sample is but
		 * three filter blocks. */
		cr_expect(n > 2800000 && n < 3500000, "shape %u: %lu", i, n);
	}
}

Test(coset_offsets, tables_have_the_sizes_of_their_names)
{
	static const double mb[COSET_N_SIZES] = {32, 129, 318, 1300, 2700, 5100, 8000};
	for (unsigned i = 0; i < COSET_N_SIZES; i++) {
		const struct pdb_key key = {coset_coordinate(coset_sizes[i].shape), .metric = METRIC_HTM};
		cr_expect_float_eq((double)pdb_data_bytes(key) / mb[i] / 1e6, 1, 0.02, "%s: %lu", coset_sizes[i].name,
		                   pdb_data_bytes(key));
	}
}
