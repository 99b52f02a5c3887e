/* Tables are written whole or not at all, counted again before they get their names, as doc/pdb-format.md has
 * them. */
#include "pieces/families.h"
#include "table_file.h"

TestSuite(pdb_write, .init = table_enter, .fini = table_leave);

Test(pdb_write, verifying_counts_the_entries_again)
{
	struct pdb image = table_image(twist);
	image.histogram.count[3]--;
	image.histogram.count[4]++;
	cr_expect_eq(pdb_write(table_path, &image, NULL), STATUS_WRONG_DEPTHS, "it is never given its name");
	cr_expect_eq(scratch_count(table_directory), 0);
	cr_assert_eq(pdb_write_chunked(table_path, &image, PDB_CHUNK_BYTES, false, NULL), STATUS_OK);
	cr_expect_eq(table_open(twist), STATUS_OK, "checksums alone cannot tell");
	cr_expect_eq(pdb_verify(table_path, NULL, NULL), STATUS_WRONG_DEPTHS);
	free(image.entries);
}

Test(pdb_write, an_interrupted_write_leaves_the_directory_as_it_was)
{
	static char *const stages[] = {"writing", "verifying"};
	struct pdb image = table_image(twist), other = table_image(corner_perm);
	for (unsigned i = 0; i < 2; i++) {
		const struct pdb_progress stop = {table_stop_at_stage, stages[i]};
		unlink(table_path);
		cr_expect_eq(pdb_write(table_path, &image, &stop), STATUS_INTERRUPTED);
		cr_expect_eq(scratch_count(table_directory), 0, "nothing is left");
		cr_assert_eq(pdb_write(table_path, &image, NULL), STATUS_OK);
		cr_expect_eq(pdb_write(table_path, &other, &stop), STATUS_INTERRUPTED);
		cr_expect_eq(scratch_count(table_directory), 1);
		cr_expect_eq(table_open(twist), STATUS_OK, "the older file is still there");
	}
	free(image.entries);
	free(other.entries);
}

Test(pdb_write, too_little_room_is_said_before_anything_is_written)
{
	cr_expect_eq(pdb_check_space(table_directory, 4096), STATUS_OK);
	cr_expect_eq(pdb_check_space(table_directory, UINT64_C(1) << 60), STATUS_NO_SPACE);
}

Test(pdb_write, a_verification_can_be_interrupted)
{
	table_file_write(corner_perm, 4096);
	cr_expect_eq(pdb_verify(table_path, &(struct pdb_progress){table_stop_at_stage, "verifying"}, NULL),
	             STATUS_INTERRUPTED);
}

/* As doc/pdb-format.md has them: a program that knows nothing but that page. */
Test(pdb_write, the_bytes_are_those_of_the_document)
{
	table_file_write(five_edges, 1024);
	struct pdb image = table_image(five_edges);
	const off_t size = size_of(table_path);
	uint8_t *const bytes = malloc((size_t)size);
	const int fd = open(table_path, O_RDONLY);
	cr_assert_eq(read(fd, bytes, (size_t)size), size);
	close(fd);
	static const struct {
		unsigned offset;
		uint32_t value;
	} fields[] = {
		{0, 0x45425543}, {4, 0x0A424450}, {8, 1},     {12, 4096}, {24, 2},       {28, 0x1F},
		{32, 0},         {36, 4},         {40, 14},   {44, 0},    {48, 3041280}, {52, 0},
		{56, 1520640},   {60, 0},         {64, 1024}, {68, 1485}, {112, 0},      {124, 0},
	};
	array_foreach(row, fields) {
		const uint8_t *const b = bytes + row->offset;
		const uint32_t value = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
		cr_expect_eq(value, row->value, "offset %u holds %x", row->offset, value);
	}
	cr_expect_eq(memcmp(bytes + 80, "superflip ", 10), 0);
	cr_expect_eq(memcmp(bytes + 128, image.histogram.count, 8 * 32), 0);
	cr_expect_eq(memcmp(bytes + 4096, image.entries, image.size_bytes), 0);
	cr_expect_eq(size, 4096 + 1520640 + 8 * (1485 - 464));
	free(bytes);
	free(image.entries);
}
