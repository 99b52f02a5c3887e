/* Files of tables: what is written is read back, and nothing else is ever taken for a table. */
#include "coset/family.h"
#include "korf/families.h"
#include "pdb/file.h"
#include "pdb/leftovers.h"
#include "pdb/message.h"

#include "pdb/scratch.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct pdb_key twist = {{.family = COORDINATE_TWIST}, METRIC_HTM};
static const struct pdb_key corner_perm = {{.family = COORDINATE_CORNER_PERM}, METRIC_QTM};
static const struct pdb_key five_edges = {EDGES_COORDINATE(0x1F), METRIC_HTM};

static char folder[SCRATCH_MAX], path[SCRATCH_MAX + 32];

static void enter(void)
{
	cube_init();
	scratch_make(folder);
	snprintf(path, sizeof path, "%s/table.pdb", folder);
}

static void leave(void)
{
	scratch_remove(folder);
}

TestSuite(pdb_file, .init = enter, .fini = leave);

/* Entries that repeat only after long, so that no two chunks are alike; depths 0 to 14. */
static struct pdb_image make_image(struct pdb_key key)
{
	struct pdb_image image = {.key = key, .n_entries = coordinate_size(key.coordinate)};
	image.size_bytes = (size_t)((image.n_entries + 1) / 2);
	image.entries = calloc(image.size_bytes, 1);
	uint32_t state = 1;
	for (uint64_t i = 0; i < image.n_entries; i++) {
		state = state * 1664525u + 1013904223u;
		const unsigned depth = (state >> 16) % 15;
		image.entries[i / 2] |= (uint8_t)(depth << i % 2 * 4);
		image.histogram.count[depth]++;
		image.histogram.max_depth = depth > image.histogram.max_depth ? depth : image.histogram.max_depth;
	}
	return image;
}

static void write_table(struct pdb_key key, uint32_t chunk_bytes)
{
	struct pdb_image image = make_image(key);
	cr_assert_eq(pdb_write_chunked(path, &image, chunk_bytes, NULL), PDB_OK);
	free(image.entries);
}

static enum pdb_status try_open(struct pdb_key want)
{
	struct pdb pdb;
	const enum pdb_status status = pdb_open(path, want, NULL, &pdb);
	if (status == PDB_OK)
		pdb_close(&pdb);
	return status;
}

static void overwrite(uint64_t offset, const void *bytes, size_t size)
{
	const int fd = open(path, O_WRONLY);
	cr_assert_geq(fd, 0);
	cr_assert_eq(pwrite(fd, bytes, size, (off_t)offset), (ssize_t)size);
	close(fd);
}

static void flip_bit(uint64_t offset)
{
	uint8_t byte;
	const int fd = open(path, O_RDWR);
	cr_assert_geq(fd, 0);
	cr_assert_eq(pread(fd, &byte, 1, (off_t)offset), 1);
	byte ^= 1;
	cr_assert_eq(pwrite(fd, &byte, 1, (off_t)offset), 1);
	close(fd);
}

static uint64_t file_bytes(void)
{
	struct stat file;
	cr_assert_eq(stat(path, &file), 0);
	return (uint64_t)file.st_size;
}

/* Change one field of 4 bytes and make the header's checksum right again. */
static void forge(size_t offset, uint32_t value)
{
	struct pdb_header header;
	const int fd = open(path, O_RDWR);
	cr_assert_eq(pread(fd, &header, sizeof header, 0), sizeof header);
	memcpy((char *)&header + offset, &value, sizeof value);
	header.header_checksum = 0;
	header.header_checksum = pdb_checksum(&header, sizeof header);
	cr_assert_eq(pwrite(fd, &header, sizeof header, 0), sizeof header);
	close(fd);
}

Test(pdb_file, what_is_written_is_read_back)
{
	const struct pdb_key keys[] = {twist, corner_perm, five_edges};
	for (unsigned k = 0; k < 3; k++) {
		struct pdb_image image = make_image(keys[k]);
		cr_assert_eq(pdb_write(path, &image, NULL), PDB_OK);
		struct pdb pdb;
		cr_assert_eq(pdb_open(path, keys[k], NULL, &pdb), PDB_OK);
		cr_expect_eq(pdb.n_entries, image.n_entries);
		cr_expect_eq(memcmp(pdb.entries, image.entries, image.size_bytes), 0);
		cr_expect(pdb_histogram_equal(&pdb.histogram, &image.histogram));
		cr_expect(pdb_key_equal(pdb.key, keys[k]));
		for (uint64_t i = 0; i < image.n_entries; i += 97)
			cr_assert_eq(pdb_get(&pdb, i), (unsigned)image.entries[i / 2] >> i % 2 * 4 & 15);
		pdb_close(&pdb);
		cr_expect_eq(pdb_verify(path, NULL, NULL), PDB_OK);
		free(image.entries);
	}
}

Test(pdb_file, the_preloaded_entries_are_the_mapped_ones)
{
	struct pdb_image image = make_image(five_edges);
	cr_assert_eq(pdb_write(path, &image, NULL), PDB_OK);
	struct pdb pdb;
	cr_assert_eq(pdb_open(path, five_edges, NULL, &pdb), PDB_OK);
	cr_assert_eq(pdb_preload(&pdb), PDB_OK);
	cr_assert_eq(truncate(path, 0), 0);  /* the file may go away now */
	cr_expect_eq(memcmp(pdb.entries, image.entries, image.size_bytes), 0);
	pdb_close(&pdb);
	pdb_close(&pdb);
	free(image.entries);
}

Test(pdb_file, the_file_begins_on_a_huge_page)
{
	write_table(five_edges, PDB_CHUNK_BYTES);
	struct pdb pdb;
	cr_assert_eq(pdb_open(path, five_edges, NULL, &pdb), PDB_OK);
	cr_expect_eq((uintptr_t)pdb.mapping % (2 << 20), 0);
	cr_expect_eq(pdb.entries - (const uint8_t *)pdb.mapping, PDB_HEADER_BYTES);
	pdb_close(&pdb);
}

Test(pdb_file, a_flipped_bit_anywhere_in_the_header_is_found)
{
	write_table(twist, PDB_CHUNK_BYTES);
	for (uint64_t offset = 0; offset < PDB_HEADER_BYTES; offset++) {
		const enum pdb_status expected = offset < 8 ? PDB_BAD_MAGIC : offset < 12 ? PDB_BAD_VERSION : PDB_BAD_HEADER;
		flip_bit(offset);
		const enum pdb_status status = try_open(twist);
		cr_assert_eq(status, expected, "byte %u: %s", (unsigned)offset, pdb_status_text(status));
		cr_assert_eq(pdb_verify(path, NULL, NULL), expected);
		flip_bit(offset);
	}
	cr_expect_eq(try_open(twist), PDB_OK);
}

Test(pdb_file, fields_that_contradict_each_other_are_found_under_a_right_checksum)
{
	static const struct {
		size_t offset;
		uint32_t value;
		enum pdb_status expected;
	} cases[] = {
		{offsetof(struct pdb_header, version), 0, PDB_BAD_VERSION},
		{offsetof(struct pdb_header, version), 2, PDB_BAD_VERSION},                   /* once that of cosets */
		{offsetof(struct pdb_header, version), 3, PDB_BAD_VERSION},                   /* that of cosets */
		{offsetof(struct pdb_header, version), 4, PDB_BAD_VERSION},
		{offsetof(struct pdb_header, header_bytes), 8192, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, coordinate), 0, PDB_WRONG_TABLE},
		{offsetof(struct pdb_header, coordinate), COORDINATE_COSET, PDB_BAD_VERSION},  /* theirs is another */
		{offsetof(struct pdb_header, coordinate), COORDINATE_FLIP, PDB_BAD_HEADER},   /* but the size of twist */
		{offsetof(struct pdb_header, first_parameter), 1, PDB_WRONG_TABLE},
		{offsetof(struct pdb_header, metric), METRIC_QTM, PDB_WRONG_TABLE},           /* sound, but not asked for */
		{offsetof(struct pdb_header, metric), N_METRICS, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, bits_per_entry), 2, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, max_depth), 13, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, base), 7, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, n_entries), 2186, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, n_entries) + 4, 1, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, data_bytes), 1095, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, data_bytes) + 4, 0x80000000, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, chunk_bytes), 0, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, chunk_bytes), 1000, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, chunk_bytes), 0x80000000, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, n_chunks), 0, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, n_chunks), 0xFFFFFFFF, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, builder) + 28, 0x41414141, PDB_OK},              /* still ended by a zero */
		{offsetof(struct pdb_header, more_parameters[0]), 1, PDB_WRONG_TABLE},                     /* of cosets only, */
		{offsetof(struct pdb_header, more_parameters[1]), 1, PDB_WRONG_TABLE},
		{offsetof(struct pdb_header, more_parameters[2]), 1, PDB_WRONG_TABLE},            /* like these */
		{offsetof(struct pdb_header, more_parameters[3]), 24, PDB_WRONG_TABLE},
		{offsetof(struct pdb_header, count), 0, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, count) + 4, 0xFFFFFFFF, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, chunk_checksum), 0, PDB_DAMAGED},
		{offsetof(struct pdb_header, chunk_checksum) + 8, 1, PDB_BAD_HEADER},         /* there is one chunk, */
		{offsetof(struct pdb_header, chunk_checksum) + 8 * 463 + 4, 1, PDB_BAD_HEADER},
		{offsetof(struct pdb_header, trailer_checksum), 1, PDB_BAD_HEADER},           /* and no trailer */
		{offsetof(struct pdb_header, trailer_checksum) + 4, 0x80000000, PDB_BAD_HEADER},
	};
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		write_table(twist, PDB_CHUNK_BYTES);
		forge(cases[i].offset, cases[i].value);
		const enum pdb_status status = try_open(twist);
		cr_expect_eq(status, cases[i].expected, "offset %zu, value %u: %s", cases[i].offset, cases[i].value,
		             pdb_status_text(status));
	}
}

Test(pdb_file, a_builder_without_an_end_is_a_bad_header)
{
	write_table(twist, PDB_CHUNK_BYTES);
	for (size_t offset = 0; offset < PDB_BUILDER_MAX; offset += 4)
		forge(offsetof(struct pdb_header, builder) + offset, 0x41414141);
	cr_expect_eq(try_open(twist), PDB_BAD_HEADER);
}

Test(pdb_file, damage_is_found_in_every_chunk_of_the_header_and_of_the_trailer)
{
	write_table(five_edges, 1024);
	struct pdb_header header;
	cr_assert_eq(pdb_describe(path, &header), PDB_OK);
	cr_assert_gt(header.n_chunks, PDB_HEADER_CHECKSUMS, "the file has a trailer");
	cr_assert_eq(try_open(five_edges), PDB_OK);
	for (uint32_t i = 0; i < header.n_chunks; i += 7) {
		const uint64_t offset = PDB_HEADER_BYTES + i * UINT64_C(1024) + i % pdb_header_chunk_bytes(&header, i);
		flip_bit(offset);
		cr_assert_eq(try_open(five_edges), PDB_DAMAGED, "chunk %u", i);
		flip_bit(offset);
	}
	flip_bit(PDB_HEADER_BYTES + header.data_bytes - 1);
	cr_expect_eq(try_open(five_edges), PDB_DAMAGED, "the last byte");
	cr_expect_eq(pdb_verify(path, NULL, NULL), PDB_DAMAGED);
	flip_bit(PDB_HEADER_BYTES + header.data_bytes - 1);
	flip_bit(PDB_HEADER_BYTES + header.data_bytes);
	cr_expect_eq(try_open(five_edges), PDB_BAD_HEADER, "the trailer");
	cr_expect_eq(pdb_verify(path, NULL, NULL), PDB_BAD_HEADER);
	flip_bit(PDB_HEADER_BYTES + header.data_bytes);
	cr_expect_eq(pdb_verify(path, NULL, NULL), PDB_OK);
}

Test(pdb_file, a_shorter_or_longer_file_is_never_mapped)
{
	write_table(corner_perm, 4096);
	const uint64_t whole = file_bytes();
	const uint64_t sizes[] = {0, 1, 7, 8, 11, 12, 4095, 4096, 4097, 8192, whole - 1, whole + 1, whole * 2};
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		write_table(corner_perm, 4096);
		cr_assert_eq(truncate(path, (off_t)sizes[i]), 0);
		const enum pdb_status status = try_open(corner_perm);
		cr_expect_eq(status, PDB_TRUNCATED, "%u bytes: %s", (unsigned)sizes[i], pdb_status_text(status));
		cr_expect_eq(pdb_verify(path, NULL, NULL), PDB_TRUNCATED);
	}
}

Test(pdb_file, zeros_for_data_are_half_written)
{
	static const uint8_t zeros[PDB_HEADER_BYTES];
	write_table(corner_perm, 4096);
	const uint64_t whole = file_bytes();
	overwrite(0, zeros, sizeof zeros);
	cr_expect_eq(try_open(corner_perm), PDB_UNFINISHED, "the header is not there yet");
	write_table(corner_perm, 4096);
	cr_assert_eq(truncate(path, (off_t)(whole / 2)), 0);
	cr_assert_eq(truncate(path, (off_t)whole), 0);
	cr_expect_eq(try_open(corner_perm), PDB_UNFINISHED, "the end is not there yet");
	cr_expect_eq(pdb_verify(path, NULL, NULL), PDB_UNFINISHED);
}

Test(pdb_file, foreign_files_and_things_that_are_no_files)
{
	FILE *const text = fopen(path, "w");
	for (unsigned i = 0; i < 2000; i++)
		fputs("not a table\n", text);
	fclose(text);
	cr_expect_eq(try_open(twist), PDB_BAD_MAGIC);
	cr_assert_eq(truncate(path, 3), 0);
	cr_expect_eq(try_open(twist), PDB_BAD_MAGIC);
	cr_assert_eq(unlink(path), 0);
	cr_expect_eq(try_open(twist), PDB_MISSING);
	cr_assert_eq(mkfifo(path, 0600), 0);
	cr_expect_eq(try_open(twist), PDB_BAD_MAGIC, "and does not wait for a writer");
	cr_assert_eq(unlink(path), 0);
	cr_assert_eq(mkdir(path, 0700), 0);
	cr_expect_eq(try_open(twist), PDB_IO);
	cr_expect_eq(errno, EISDIR);
}

Test(pdb_file, another_table_is_not_the_wanted_one)
{
	write_table(five_edges, PDB_CHUNK_BYTES);
	struct pdb_key want = five_edges;
	want.metric = METRIC_QTM;
	cr_expect_eq(try_open(want), PDB_WRONG_TABLE);
	want = (struct pdb_key){EDGES_COORDINATE(0x2F), METRIC_HTM};
	cr_expect_eq(try_open(want), PDB_WRONG_TABLE, "of the same size");
	cr_expect_eq(try_open(twist), PDB_WRONG_TABLE);
}

Test(pdb_file, a_failed_open_leaves_the_result_alone)
{
	write_table(twist, PDB_CHUNK_BYTES);
	flip_bit(PDB_HEADER_BYTES);
	struct pdb pdb = {.n_entries = 12345};
	cr_expect_eq(pdb_open(path, twist, NULL, &pdb), PDB_DAMAGED);
	cr_expect_eq(pdb.n_entries, 12345);
}

Test(pdb_file, verifying_counts_the_entries_again)
{
	struct pdb_image image = make_image(twist);
	image.histogram.count[3]--;
	image.histogram.count[4]++;
	cr_expect_eq(pdb_write(path, &image, NULL), PDB_WRONG_DEPTHS, "it is never given its name");
	cr_expect_eq(scratch_count(folder), 0);
	cr_assert_eq(pdb_write_chunked(path, &image, PDB_CHUNK_BYTES, NULL), PDB_OK);
	cr_expect_eq(try_open(twist), PDB_OK, "checksums alone cannot tell");
	cr_expect_eq(pdb_verify(path, NULL, NULL), PDB_WRONG_DEPTHS);
	free(image.entries);
}

Test(pdb_file, the_half_byte_behind_an_odd_number_of_entries_means_nothing)
{
	struct pdb_image image = make_image(twist);
	image.entries[image.size_bytes - 1] |= 0xF0;
	cr_assert_eq(pdb_write(path, &image, NULL), PDB_OK);
	cr_expect_eq(pdb_verify(path, NULL, NULL), PDB_OK);
	free(image.entries);
}

static bool stop_at_stage(void *context, const char *stage, uint64_t done, uint64_t total)
{
	(void)done, (void)total;
	return strcmp(stage, context) != 0;
}

Test(pdb_file, an_interrupted_write_leaves_the_directory_as_it_was)
{
	static char *const stages[] = {"writing", "verifying"};
	struct pdb_image image = make_image(twist), other = make_image(corner_perm);
	for (unsigned i = 0; i < 2; i++) {
		const struct pdb_progress stop = {stop_at_stage, stages[i]};
		unlink(path);
		cr_expect_eq(pdb_write(path, &image, &stop), PDB_INTERRUPTED);
		cr_expect_eq(scratch_count(folder), 0, "nothing is left");
		cr_assert_eq(pdb_write(path, &image, NULL), PDB_OK);
		cr_expect_eq(pdb_write(path, &other, &stop), PDB_INTERRUPTED);
		cr_expect_eq(scratch_count(folder), 1);
		cr_expect_eq(try_open(twist), PDB_OK, "the older file is still there");
	}
	free(image.entries);
	free(other.entries);
}

Test(pdb_file, a_write_that_cannot_get_its_name_leaves_nothing)
{
	struct pdb_image image = make_image(twist);
	cr_assert_eq(mkdir(path, 0700), 0);  /* a folder is in the way */
	cr_expect_eq(pdb_write(path, &image, NULL), PDB_IO);
	cr_expect_eq(errno, EISDIR);
	cr_expect_eq(scratch_count(folder), 1);
	snprintf(path, sizeof path, "%s/none/table.pdb", folder);
	cr_expect_eq(pdb_write(path, &image, NULL), PDB_IO);
	cr_expect_eq(errno, ENOENT);
	free(image.entries);
}

Test(pdb_file, a_write_that_fails_in_the_middle_leaves_nothing)
{
	const struct rlimit limit = {.rlim_cur = 100000, .rlim_max = 100000};
	struct pdb_image image = make_image(five_edges);
	signal(SIGXFSZ, SIG_IGN);
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	cr_expect_eq(pdb_write(path, &image, NULL), PDB_IO);
	cr_expect_eq(errno, EFBIG);
	cr_expect_eq(scratch_count(folder), 0);
	free(image.entries);
}

Test(pdb_file, too_little_room_is_said_before_anything_is_written)
{
	cr_expect_eq(pdb_check_space(folder, 4096), PDB_OK);
	cr_expect_eq(pdb_check_space(folder, UINT64_C(1) << 60), PDB_NO_SPACE);
}

Test(pdb_file, a_verification_can_be_interrupted)
{
	write_table(corner_perm, 4096);
	cr_expect_eq(pdb_verify(path, &(struct pdb_progress){stop_at_stage, "verifying"}, NULL), PDB_INTERRUPTED);
}

Test(pdb_file, leftovers_of_killed_writers_are_removed_and_nothing_else)
{
	write_table(twist, PDB_CHUNK_BYTES);
	char other[sizeof path + 16];
	static const char *const endings[] = {".tmp123-0", ".tmp99-7", ".txt", "2.tmp1-0"};
	for (unsigned i = 0; i < 4; i++) {
		snprintf(other, sizeof other, "%s%s", path, endings[i]);
		close(open(other, O_CREAT | O_WRONLY, 0600));
	}
	pdb_remove_leftovers(path);
	cr_expect_eq(scratch_count(folder), 3);
	cr_expect_eq(try_open(twist), PDB_OK);
}

/* As doc/pdb-format.md has them: a program that knows nothing but that page. */
Test(pdb_file, the_bytes_are_those_of_the_document)
{
	write_table(five_edges, 1024);
	struct pdb_image image = make_image(five_edges);
	uint8_t *const bytes = malloc(file_bytes());
	const int fd = open(path, O_RDONLY);
	cr_assert_eq(read(fd, bytes, file_bytes()), (ssize_t)file_bytes());
	close(fd);
	static const struct {
		unsigned offset;
		uint32_t value;
	} fields[] = {
		{0, 0x45425543}, {4, 0x0A424450}, {8, 1}, {12, 4096}, {24, 2}, {28, 0x1F}, {32, 0}, {36, 4}, {40, 14}, {44, 0},
		{48, 3041280}, {52, 0}, {56, 1520640}, {60, 0}, {64, 1024}, {68, 1485}, {112, 0}, {124, 0},
	};
	for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++) {
		const uint8_t *const b = bytes + fields[i].offset;
		const uint32_t value = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
		cr_expect_eq(value, fields[i].value, "offset %u holds %x", fields[i].offset, value);
	}
	cr_expect_eq(memcmp(bytes + 80, "superflip ", 10), 0);
	cr_expect_eq(memcmp(bytes + 128, image.histogram.count, 8 * 32), 0);
	cr_expect_eq(memcmp(bytes + 4096, image.entries, image.size_bytes), 0);
	cr_expect_eq(file_bytes(), 4096 + 1520640 + 8 * (1485 - 464));
	free(bytes);
	free(image.entries);
}
