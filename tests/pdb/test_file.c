/* Files of tables: what is written is read back, and nothing else is ever taken for a table. */
#include "coset/family.h"
#include "pieces/families.h"
#include "pdb/message.h"
#include "table_file.h"

TestSuite(pdb_file, .init = table_enter, .fini = table_leave);

Test(pdb_file, what_is_written_is_read_back)
{
	const struct pdb_key keys[] = {twist, corner_perm, five_edges};
	for (unsigned k = 0; k < 3; k++) {
		struct pdb image = table_image(keys[k]);
		cr_assert_eq(pdb_write(table_path, &image, NULL), STATUS_OK);
		struct pdb pdb;
		cr_assert_eq(pdb_open(table_path, keys[k], true, NULL, &pdb), STATUS_OK);
		cr_expect_eq(pdb.n_entries, image.n_entries);
		cr_expect_eq(memcmp(pdb.entries, image.entries, image.size_bytes), 0);
		cr_expect_arr_eq(pdb.histogram.count, image.histogram.count, sizeof image.histogram.count);
		cr_expect(pdb_key_equal(pdb.key, keys[k]));
		for (uint64_t i = 0; i < image.n_entries; i += 97)
			cr_assert_eq(pdb_get(&pdb, i), (unsigned)image.entries[i / 2] >> i % 2 * 4 & 15);
		pdb_close(&pdb);
		cr_expect_eq(pdb_verify(table_path, NULL, NULL), STATUS_OK);
		free(image.entries);
	}
}

Test(pdb_file, the_preloaded_entries_are_the_mapped_ones)
{
	struct pdb image = table_image(five_edges);
	cr_assert_eq(pdb_write(table_path, &image, NULL), STATUS_OK);
	struct pdb pdb;
	cr_assert_eq(pdb_open(table_path, five_edges, true, NULL, &pdb), STATUS_OK);
	cr_assert_eq(pdb_preload(&pdb), STATUS_OK);
	cr_assert_eq(truncate(table_path, 0), 0);  /* the file may go away now */
	cr_expect_eq(memcmp(pdb.entries, image.entries, image.size_bytes), 0);
	pdb_close(&pdb);
	pdb_close(&pdb);
	free(image.entries);
}

Test(pdb_file, the_file_begins_on_a_huge_page)
{
	table_file_write(five_edges, PDB_CHUNK_BYTES);
	struct pdb pdb;
	cr_assert_eq(pdb_open(table_path, five_edges, true, NULL, &pdb), STATUS_OK);
	cr_expect_eq((uintptr_t)pdb.mapping % (2 << 20), 0);
	cr_expect_eq(pdb.entries - (const uint8_t *)pdb.mapping, PDB_HEADER_BYTES);
	pdb_close(&pdb);
}

Test(pdb_file, a_flipped_bit_anywhere_in_the_header_is_found)
{
	table_file_write(twist, PDB_CHUNK_BYTES);
	for (uint64_t offset = 0; offset < PDB_HEADER_BYTES; offset++) {
		const enum status expected = offset < 8 ? STATUS_FOREIGN : offset < 12 ? STATUS_BAD_VERSION
		    : STATUS_BAD_HEADER;
		table_flip_bit(offset);
		const enum status status = table_open(twist);
		cr_assert_eq(status, expected, "byte %u: %s", (unsigned)offset, pdb_status_text(status));
		cr_assert_eq(pdb_verify(table_path, NULL, NULL), expected);
		table_flip_bit(offset);
	}
	cr_expect_eq(table_open(twist), STATUS_OK);
}

#define AT(member) offsetof(struct pdb_header, member)

Test(pdb_file, fields_that_contradict_each_other_are_found_under_a_right_checksum)
{
	static const struct {
		size_t offset;
		uint32_t value;
		enum status expected;
	} cases[] = {
		{AT(version), 0, STATUS_BAD_VERSION},
		{AT(version), 2, STATUS_BAD_VERSION},                   /* once that of cosets */
		{AT(version), 3, STATUS_BAD_VERSION},                   /* that of cosets */
		{AT(version), 4, STATUS_BAD_VERSION},
		{AT(header_bytes), 8192, STATUS_BAD_HEADER},
		{AT(coordinate), 0, STATUS_DIFFERENT},
		{AT(coordinate), COORDINATE_COSET, STATUS_BAD_VERSION},  /* theirs is another */
		{AT(coordinate), COORDINATE_FLIP, STATUS_BAD_HEADER},   /* but the size of twist */
		{AT(first_parameter), 1, STATUS_DIFFERENT},
		{AT(metric), METRIC_QTM, STATUS_DIFFERENT},           /* sound, but not asked for */
		{AT(metric), N_METRICS, STATUS_BAD_HEADER},
		{AT(bits_per_entry), 2, STATUS_BAD_HEADER},
		{AT(max_depth), 13, STATUS_BAD_HEADER},
		{AT(base), 7, STATUS_BAD_HEADER},
		{AT(n_entries), 2186, STATUS_BAD_HEADER},
		{AT(n_entries) + 4, 1, STATUS_BAD_HEADER},
		{AT(data_bytes), 1095, STATUS_BAD_HEADER},
		{AT(data_bytes) + 4, 0x80000000, STATUS_BAD_HEADER},
		{AT(chunk_bytes), 0, STATUS_BAD_HEADER},
		{AT(chunk_bytes), 1000, STATUS_BAD_HEADER},
		{AT(chunk_bytes), 0x80000000, STATUS_BAD_HEADER},
		{AT(n_chunks), 0, STATUS_BAD_HEADER},
		{AT(n_chunks), 0xFFFFFFFF, STATUS_BAD_HEADER},
		{AT(builder) + 28, 0x41414141, STATUS_OK},              /* still ended by a zero */
		{AT(more_parameters[0]), 1, STATUS_DIFFERENT},                     /* of cosets only, */
		{AT(more_parameters[1]), 1, STATUS_DIFFERENT},
		{AT(more_parameters[2]), 1, STATUS_DIFFERENT},            /* like these */
		{AT(more_parameters[3]), 24, STATUS_DIFFERENT},
		{AT(count), 0, STATUS_BAD_HEADER},
		{AT(count) + 4, 0xFFFFFFFF, STATUS_BAD_HEADER},
		{AT(chunk_checksum), 0, STATUS_DAMAGED},
		{AT(chunk_checksum) + 8, 1, STATUS_BAD_HEADER},         /* there is one chunk, */
		{AT(chunk_checksum) + 8 * 463 + 4, 1, STATUS_BAD_HEADER},
		{AT(trailer_checksum), 1, STATUS_BAD_HEADER},           /* and no trailer */
		{AT(trailer_checksum) + 4, 0x80000000, STATUS_BAD_HEADER},
	};
	array_foreach(row, cases) {
		table_file_write(twist, PDB_CHUNK_BYTES);
		table_forge(row->offset, row->value);
		const enum status status = table_open(twist);
		cr_expect_eq(status, row->expected, "offset %zu, value %u: %s", row->offset, row->value,
		             pdb_status_text(status));
	}
}

Test(pdb_file, a_builder_without_an_end_is_a_bad_header)
{
	table_file_write(twist, PDB_CHUNK_BYTES);
	for (size_t offset = 0; offset < PDB_BUILDER_MAX; offset += 4)
		table_forge(AT(builder) + offset, 0x41414141);
	cr_expect_eq(table_open(twist), STATUS_BAD_HEADER);
}

/* Of every chunk: pdb_check. */
Test(pdb_file, damage_is_found_in_the_last_byte_and_in_the_trailer)
{
	table_file_write(five_edges, 1024);
	struct pdb_header header;
	cr_assert_eq(pdb_describe(table_path, &header), STATUS_OK);
	cr_assert_gt(header.n_chunks, PDB_HEADER_CHECKSUMS, "the file has a trailer");
	cr_assert_eq(table_open(five_edges), STATUS_OK);
	table_flip_bit(PDB_HEADER_BYTES + header.data_bytes - 1);
	cr_expect_eq(table_open(five_edges), STATUS_DAMAGED, "the last byte");
	cr_expect_eq(pdb_verify(table_path, NULL, NULL), STATUS_DAMAGED);
	table_flip_bit(PDB_HEADER_BYTES + header.data_bytes - 1);
	table_flip_bit(PDB_HEADER_BYTES + header.data_bytes);
	cr_expect_eq(table_open(five_edges), STATUS_BAD_HEADER, "the trailer");
	cr_expect_eq(pdb_verify(table_path, NULL, NULL), STATUS_BAD_HEADER);
	table_flip_bit(PDB_HEADER_BYTES + header.data_bytes);
	cr_expect_eq(pdb_verify(table_path, NULL, NULL), STATUS_OK);
}

Test(pdb_file, a_shorter_or_longer_file_is_never_mapped)
{
	table_file_write(corner_perm, 4096);
	const uint64_t whole = (uint64_t)size_of(table_path);
	const uint64_t sizes[] = {0, 1, 7, 8, 11, 12, 4095, 4096, 4097, 8192, whole - 1, whole + 1, whole * 2};
	array_foreach(row, sizes) {
		table_file_write(corner_perm, 4096);
		cr_assert_eq(truncate(table_path, (off_t)*row), 0);
		const enum status status = table_open(corner_perm);
		cr_expect_eq(status, STATUS_TRUNCATED, "%u bytes: %s", (unsigned)*row, pdb_status_text(status));
		cr_expect_eq(pdb_verify(table_path, NULL, NULL), STATUS_TRUNCATED);
	}
}

Test(pdb_file, foreign_files_and_things_that_are_no_files)
{
	FILE *const text = fopen(table_path, "w");
	for (unsigned i = 0; i < 2000; i++)
		fputs("not a table\n", text);
	fclose(text);
	cr_expect_eq(table_open(twist), STATUS_FOREIGN);
	cr_assert_eq(truncate(table_path, 3), 0);
	cr_expect_eq(table_open(twist), STATUS_FOREIGN);
	cr_assert_eq(unlink(table_path), 0);
	cr_expect_eq(table_open(twist), STATUS_MISSING);
	cr_assert_eq(mkfifo(table_path, 0600), 0);
	cr_expect_eq(table_open(twist), STATUS_FOREIGN, "and does not wait for a writer");
	cr_assert_eq(unlink(table_path), 0);
	cr_assert_eq(mkdir(table_path, 0700), 0);
	cr_expect_eq(table_open(twist), STATUS_IO);
	cr_expect_eq(errno, EISDIR);
}

Test(pdb_file, a_failed_open_leaves_the_result_alone)
{
	table_file_write(twist, PDB_CHUNK_BYTES);
	table_flip_bit(PDB_HEADER_BYTES);
	struct pdb pdb = {.n_entries = 12345};
	cr_expect_eq(pdb_open(table_path, twist, true, NULL, &pdb), STATUS_DAMAGED);
	cr_expect_eq(pdb.n_entries, 12345);
}
