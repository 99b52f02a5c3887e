/* What every family's record promises, whichever families there are; and counting in pieces. */
#include "coset/family.h"
#include "subgroup/reid.h"
#include "pdb/file.h"
#include "support/support.h"
#include "support/tables.h"

Test(pdb_family, records_stand_at_their_ids_which_are_those_of_files)
{
	static const struct { uint32_t id; const char *name; } files[] = {
		{1, "corners"}, {2, "edges-UR"}, {3, "twist"}, {4, "flip"}, {5, "corner-perm"}, {6, "coset-30m"},
	};
	unsigned n = 0;
	for (uint32_t id = 0; id < pdb_n_families; id++) {
		n += pdb_families[id] != NULL;
		cr_expect_eq(pdb_family_of(id), pdb_families[id]);
		cr_expect(pdb_families[id] == NULL || pdb_families[id]->id == id, "family %u", id);
	}
	cr_expect_geq(n, sizeof files / sizeof *files);
	cr_expect_null(pdb_family_of(0));
	cr_expect_null(pdb_family_of(pdb_n_families));
	cr_expect_null(pdb_family_of(UINT32_MAX));
	array_foreach(row, files) {
		struct coordinate_key key;
		cr_assert(coordinate_parse(row->name, &key), "%s", row->name);
		cr_expect_eq(key.family, row->id, "%s", row->name);
	}
}

Test(pdb_family, known_tables_have_names_that_are_read_back_sizes_and_depths_of_every_entry)
{
	struct dice dice = {17};
	unsigned n = 0;
	for (; pdb_known_at(n) != NULL; n++) {
		const struct coordinate_key coordinate = pdb_known_at(n)->coordinate;
		const struct pdb_family *const family = pdb_family_of(coordinate.family);
		char name[COORDINATE_NAME_MAX];
		struct coordinate_key read = {.family = UINT32_MAX};
		coordinate_name(coordinate, name);
		cr_assert(coordinate_parse(name, &read), "%s", name);
		cr_expect(coordinate_equal(read, coordinate), "%s", name);
		cr_expect(family->is_valid == NULL || family->is_valid(coordinate.parameter), "%s", name);
		cr_expect_eq(pdb_known_find(coordinate), pdb_known_at(n), "%s", name);
		metric_foreach(metric) {
			const struct pdb_key key = {coordinate, .metric = metric};
			cr_expect(pdb_generate_memory_bytes(key, 1) > pdb_data_bytes(key), "%s", name);
			cr_expect(pdb_generate_memory_bytes(key, 8) >= pdb_generate_memory_bytes(key, 1), "%s", name);
			cr_expect(pdb_n_counted(key) > 0, "%s", name);
			struct pdb_histogram histogram;
			uint64_t n_entries = 0;
			if (!pdb_known_histogram(key, &histogram))
				continue;
			for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++)
				n_entries += histogram.count[d];
			cr_expect(n_entries == pdb_n_counted(key) && histogram.count[histogram.max_depth] != 0, "%s",
			          name);
		}
		for (unsigned k = 0; k < 100; k++) {
			const struct cube c = dice_cube(&dice);
			cr_assert_lt(coordinate_rank(coordinate, &c), coordinate_size(coordinate), "%s", name);
		}
	}
	cr_expect_geq(n, 15u);
}

/* What a family says of all its tables, a table of it has. */
Test(pdb_family, what_is_said_of_inverses_and_parities_holds)
{
	static const char *const names[] = {"twist", "flip", "corner-perm", "edges-URUFUL"};
	struct dice dice = {18};
	array_foreach(row, names) {
		struct pdb_key key = {.metric = METRIC_QTM};
		struct pdb image;
		cr_assert(coordinate_parse(*row, &key.coordinate));
		cr_assert_eq(pdb_build(key, 1, NULL, &image), STATUS_OK);
		bool same_for_inverse = true, parity_is_fixed = true;
		for (unsigned n = 0; n < 2000; n++) {
			const struct cube c = dice_cube(&dice), inverse = cube_inverse(&c);
			same_for_inverse &= pdb_value(&image, &c) == pdb_value(&image, &inverse);
			parity_is_fixed &= pdb_value(&image, &c) % 2 == cube_is_odd(&c);
		}
		cr_expect(!image.family->is_same_for_inverse || same_for_inverse, "%s", *row);
		cr_expect_eq(image.family->fixes_parity, parity_is_fixed, "%s", *row);
		pdb_close(&image);
	}
}

static void expect_same_counts_in_pieces(const struct pdb *table, size_t piece)
{
	uint64_t whole[PDB_MAX_DEPTHS] = {0}, pieces[PDB_MAX_DEPTHS] = {0};
	pdb_count(&table->key, table->entries, table->size_bytes, 0, whole);
	for (size_t at = 0; at < table->size_bytes; at += piece)
		pdb_count(&table->key, table->entries + at,
		          table->size_bytes - at < piece ? table->size_bytes - at : piece, at, pieces);
	cr_expect_arr_eq(pieces, whole, sizeof whole, "pieces of %zu bytes", piece);
	cr_expect(pdb_count_agrees(&table->key, whole, table->histogram.count));
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++)
		if (table->histogram.count[d] != 0 && d != table->histogram.max_depth) {
			uint64_t moved[PDB_MAX_DEPTHS];
			memcpy(moved, whole, sizeof moved);
			moved[d]++;
			cr_expect_not(pdb_count_agrees(&table->key, moved, table->histogram.count),
			              "one more of depth %u", d);
		}
}

Test(pdb_family, pieces_of_a_table_have_the_counts_of_the_whole)
{
	struct pdb image;  /* of an odd number of entries */
	const struct pdb_key twist = {{.family = COORDINATE_TWIST}, .metric = METRIC_HTM};
	cr_assert_eq(pdb_build(twist, 1, NULL, &image), STATUS_OK);
	image.entries[image.size_bytes - 1] |= 0xF0;
	expect_same_counts_in_pieces(&image, 512);
	expect_same_counts_in_pieces(&image, 1024);
	pdb_close(&image);
	const struct pdb reid =
		shared_table(pdb_key_in((struct coordinate_key)FLIPSLICE_TWIST_COORDINATE, METRIC_HTM));
	expect_same_counts_in_pieces(&reid, reid.size_bytes / 3 & ~(size_t)511);
	struct pdb cosets = shared_table(
		pdb_key_in((struct coordinate_key)COSET_COORDINATE(4874, COSET_PARITY, false), METRIC_HTM));
	expect_same_counts_in_pieces(&cosets, 512);
	expect_same_counts_in_pieces(&cosets, 1 << 20);
	pdb_close(&cosets);
}

Test(pdb_family, depths_that_counting_merges_may_differ_below_and_nowhere_else)
{
	const struct pdb_key cosets = {COSET_COORDINATE(4874, COSET_PARITY, false), .metric = METRIC_HTM};
	const struct pdb_key twist = {{.family = COORDINATE_TWIST}, .metric = METRIC_HTM};
	const unsigned merged = pdb_family_of(COORDINATE_COSET)->merged_depth(&cosets);
	uint64_t a[PDB_MAX_DEPTHS] = {[0] = 1, [3] = 20, [4] = 300}, b[PDB_MAX_DEPTHS] = {[4] = 0};
	cr_assert(merged > 4 && merged < 15);
	b[merged] = 321;
	cr_expect(pdb_count_agrees(&cosets, b, a));
	cr_expect_not(pdb_count_agrees(&twist, b, a));
	b[merged] = 320;
	b[merged + 1] = 1;
	cr_expect_not(pdb_count_agrees(&cosets, b, a));
}

Test(pdb_family, one_wrong_count_does_not_agree)
{
	const struct pdb_key key = {{.family = COORDINATE_FLIP}, .metric = METRIC_HTM};
	struct pdb_histogram histogram;
	cr_assert(pdb_known_histogram(key, &histogram));
	cr_expect(pdb_known_agrees(key, &histogram));
	histogram.count[4]--;
	histogram.count[5]++;
	cr_expect_not(pdb_known_agrees(key, &histogram));
	const struct pdb_key other = {EDGES_COORDINATE(1), .metric = METRIC_HTM};
	cr_expect(pdb_known_agrees(other, &histogram), "nothing is known of it");
}
