/* The family of coset tables: names, headers, and files. */
#include "coset/family.h"
#include "pdb/file.h"
#include "pdb/header.h"
#include "pdb/scratch.h"
#include "support/tables.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

TestSuite(coset_family, .init = cube_init);

/* The smallest one, 22 MB, and one with subcosets. */
static const struct pdb_key key = {COSET_COORDINATE(4874, COSET_PARITY, false), .metric = METRIC_HTM};
static const struct pdb_key layered = {COSET_COORDINATE(5003, COSET_PARITY, true), .metric = METRIC_HTM};

/* ---- names ---- */
static void expect_name(struct coset_shape shape, const char *expected)
{
	const struct coordinate_key coordinate = coset_coordinate(shape);
	char name[COORDINATE_NAME_MAX];
	struct coordinate_key read;
	cr_expect(coset_shape_is_valid(shape), "%s", expected);
	coordinate_name(coordinate, name);
	cr_expect_str_eq(name, expected);
	cr_expect(coordinate_parse(name, &read) && coordinate_equal(read, coordinate), "%s", name);
}

Test(coset_family, names_are_read_as_written)
{
	static const struct { struct coset_shape shape; const char *name; } named[] = {
		{{6974, COSET_PARITY, false}, "coset-6974pn"},
		{{4874, COSET_PARITY, false}, "coset-4874pn"},
		{{1176380, COSET_HTR, false}, "coset-1176380hn"},
		{{COSET_MAX_FILTER_BLOCKS, COSET_HTR, false}, "coset-2097152hn"},
		{{4874, COSET_PARITY, true}, "coset-4874pnl"},
		{{29300, COSET_HTR, true}, "coset-29300hnl"},
		{{586557, COSET_HTR, false}, "coset-586557hn"},
		{{1176381, COSET_HTR, true}, "coset-1176381hnl"},
		{{COSET_MAX_FILTER_BLOCKS, COSET_HTR, true}, "coset-2097152hnl"},
	};
	for (unsigned i = 0; i < sizeof named / sizeof *named; i++)
		expect_name(named[i].shape, named[i].name);
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		expect_name(coset_sizes[i].shape, coset_sizes[i].name);
}

/* Both are names of one table. */
Test(coset_family, usual_sizes_can_be_written_in_filter_blocks_too)
{
	struct coordinate_key by_filter_blocks, by_name;
	cr_assert(coordinate_parse("coset-6973pn", &by_filter_blocks) && coordinate_parse("coset-30m", &by_name));
	cr_expect(coordinate_equal(by_filter_blocks, by_name));
	cr_assert(coordinate_parse("coset-586557hnl", &by_filter_blocks) && coordinate_parse("coset-8g", &by_name));
	cr_expect(coordinate_equal(by_filter_blocks, by_name));
}

Test(coset_family, other_names_are_refused)
{
	static const char *const wrong[] = {
		"coset-", "coset-0pn", "coset-4872hn", "coset-4873pn", "coset-4873hnl", "coset-2097153hn", "coset-4294972170pn",
		"coset-18446744073709556490pn", "coset-5000q", "coset-5000ppn", "coset-5000phn", "coset-5000np", "coset-5000pnn",
		"coset--5000pn", "coset-+5000pn", "coset- 5000pn", "coset-05000pn", "coset-5000pn ", "coset-5000pm", "coset-31m",
		"coset-30M", "coset-30mn", "coset5000pn", "coset-29300pln", "coset-29300hnll", "coset-29300hnL", "coset-30ml",
		/* tetrads alone, or eight flip bits: no table has these any more */
		"coset-5000", "coset-5000n", "coset-5000nl", "coset-5000p", "coset-100000h", "coset-5000pl", "coset-29300hl",
		"coset-16g",
	};
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct coordinate_key read;
		cr_expect_not(coordinate_parse(wrong[i], &read), "%s", wrong[i]);
	}
}

/* ---- headers ---- */
/* The header of a table of that shape, changed, written and read; the entries would follow.
 * @return PDB_TRUNCATED if it is sound */
static enum pdb_status read_back(struct pdb_key k, void (*change)(struct pdb_header *header), struct pdb_key *out)
{
	struct pdb_image image = {.key = k, .n_entries = coset_size(coset_shape_of(&k.coordinate)), .base = pdb_base(k)};
	image.size_bytes = (size_t)pdb_data_bytes(k);
	image.histogram = (struct pdb_histogram){.count[0] = coset_sampled_entries(coset_shape_of(&k.coordinate))};
	struct pdb_header header = pdb_header_describe(&image, PDB_CHUNK_BYTES);
	if (change != NULL)
		change(&header);
	header.header_checksum = pdb_header_checksum(header);
	FILE *const file = tmpfile();
	cr_assert_eq(fwrite(&header, sizeof header, 1, file), 1u);
	fflush(file);
	const enum pdb_status status = pdb_header_read(fileno(file), &header);
	if (status == PDB_TRUNCATED)
		*out = pdb_header_key(&header);
	fclose(file);
	return status;
}

Test(coset_family, headers_hold_every_shape)
{
	enum { N_KINDS = 8 };
	for (unsigned i = 0; i < N_KINDS + COSET_N_SIZES; i++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
			struct coset_shape shape = {COSET_MAX_FILTER_BLOCKS, i & 1 ? COSET_HTR : COSET_PARITY, i & 2};
			if (i & 4)
				shape.filter_blocks = COSET_MIN_FILTER_BLOCKS;
			if (i >= N_KINDS)
				shape = coset_sizes[i - N_KINDS].shape;
			struct pdb_key k, written = {coset_coordinate(shape), .metric = metric};
			cr_assert_eq(read_back(written, NULL, &k), PDB_TRUNCATED, "shape %u", i);
			cr_expect(coset_shape_equal(coset_shape_of(&k.coordinate), shape) && k.metric == metric, "shape %u", i);
		}
}

static void too_few_filter_blocks(struct pdb_header *h) { h->more_parameters[0] = 4873; }
static void no_filter_blocks(struct pdb_header *h) { h->more_parameters[0] = 0; }
static void too_many_filter_blocks(struct pdb_header *h) { h->more_parameters[0] = COSET_MAX_FILTER_BLOCKS + 1; }
static void far_more_flips(struct pdb_header *h) { h->more_parameters[2] = 2; }
static void with_subcosets(struct pdb_header *h) { h->more_parameters[3] = 24; }
static void without_subcosets(struct pdb_header *h) { h->more_parameters[3] = 0; }
static void subcosets_of_before(struct pdb_header *h) { h->more_parameters[3] = 1; }  /* as was written when there were six */
static void six_subcosets(struct pdb_header *h) { h->more_parameters[3] = 6; }
static void too_few_subcosets(struct pdb_header *h) { h->more_parameters[3] = 23; }
static void too_many_subcosets(struct pdb_header *h) { h->more_parameters[3] = 25; }
static void far_too_many_subcosets(struct pdb_header *h) { h->more_parameters[3] = 0x01000018; }
static void fewer_flips(struct pdb_header *h) { h->more_parameters[2] = 0; }
static void tetrads(struct pdb_header *h) { h->more_parameters[1] = 0; }
static void other_corners(struct pdb_header *h) { h->more_parameters[1] = N_COSET_CORNERS; }
static void with_edges(struct pdb_header *h) { h->first_parameter = 1; }
static void more_filter_blocks(struct pdb_header *h) { h->more_parameters[0]++; }
static void more_corner_cosets(struct pdb_header *h) { h->more_parameters[1]++; }
static void quarter_turns(struct pdb_header *h) { h->metric = METRIC_QTM; }
static void higher_base(struct pdb_header *h) { h->base++; }
static void more_data(struct pdb_header *h) { h->data_bytes += COSET_FILTER_BLOCK_BYTES; }
static void four_bits(struct pdb_header *h) { h->bits_per_entry = 4; }
static void more_counted(struct pdb_header *h) { h->count[0]++; }
static void all_counted(struct pdb_header *h) { h->count[0] = h->n_entries; }
static void version_0(struct pdb_header *h) { h->version = 0; }
static void version_1(struct pdb_header *h) { h->version = 1; }
static void version_2(struct pdb_header *h) { h->version = 2; }
static void version_3(struct pdb_header *h) { h->version = 3; }
static void version_5(struct pdb_header *h) { h->version = 5; }

Test(coset_family, headers_that_contradict_themselves_are_refused)
{
	static const struct { void (*change)(struct pdb_header *header); enum pdb_status expected; } cases[] = {
		{too_few_filter_blocks, PDB_WRONG_TABLE}, {no_filter_blocks, PDB_WRONG_TABLE},
			{too_many_filter_blocks, PDB_WRONG_TABLE},
		{fewer_flips, PDB_WRONG_TABLE},   {far_more_flips, PDB_WRONG_TABLE}, {other_corners, PDB_WRONG_TABLE},
		{tetrads, PDB_WRONG_TABLE},       {with_edges, PDB_WRONG_TABLE},     {more_filter_blocks, PDB_BAD_HEADER},
		{more_corner_cosets, PDB_BAD_HEADER},     {quarter_turns, PDB_BAD_HEADER},   {higher_base, PDB_BAD_HEADER},
		{more_data, PDB_BAD_HEADER},      {four_bits, PDB_BAD_HEADER},       {more_counted, PDB_BAD_HEADER},
		{all_counted, PDB_BAD_HEADER},    {with_subcosets, PDB_BAD_HEADER},
	};
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct pdb_key k;
		const enum pdb_status status = read_back(key, cases[i].change, &k);
		cr_expect_eq(status, cases[i].expected, "case %u: %u", i, status);
	}
	struct pdb_key k;
	struct pdb_key as_many_filter_blocks = layered;
	cr_expect_eq(read_back(as_many_filter_blocks, NULL, &k), PDB_TRUNCATED);
	cr_expect_eq(read_back(as_many_filter_blocks, without_subcosets, &k), PDB_BAD_HEADER, "a 24th of the entries");
	cr_expect_eq(read_back(as_many_filter_blocks, too_few_filter_blocks, &k), PDB_WRONG_TABLE);
	as_many_filter_blocks.coordinate.parameter[4] = 0;
	cr_expect_eq(read_back(as_many_filter_blocks, with_subcosets, &k), PDB_BAD_HEADER, "24 times the entries");
}

Test(coset_family, other_numbers_of_subcosets_than_0_and_24_are_refused)
{
	static void (*const change[])(struct pdb_header *header) = {
		subcosets_of_before, six_subcosets, too_few_subcosets, too_many_subcosets, far_too_many_subcosets,
	};
	struct pdb_key without = layered, k;
	without.coordinate.parameter[4] = 0;
	for (unsigned i = 0; i < sizeof change / sizeof *change; i++) {
		cr_expect_eq(read_back(layered, change[i], &k), PDB_WRONG_TABLE, "case %u", i);
		cr_expect_eq(read_back(without, change[i], &k), PDB_WRONG_TABLE, "case %u", i);
	}
}

Test(coset_family, tables_of_earlier_codes_are_of_another_version)
{
	struct pdb_key k;
	cr_expect_eq(read_back(key, NULL, &k), PDB_TRUNCATED);
	cr_expect_eq(read_back(key, version_0, &k), PDB_BAD_VERSION);
	cr_expect_eq(read_back(key, version_1, &k), PDB_BAD_VERSION);
	cr_expect_eq(read_back(key, version_2, &k), PDB_BAD_VERSION);
	cr_expect_eq(read_back(key, version_3, &k), PDB_BAD_VERSION);
	cr_expect_eq(read_back(key, version_5, &k), PDB_BAD_VERSION);
	cr_expect_eq(pdb_format_version(COORDINATE_COSET), 4u);
}

/* ---- files ---- */
/* A table as if it had just been built, to be changed; released by pdb_image_free(). */
static struct pdb_image copied(struct pdb table)
{
	struct pdb_image image = {
		.key = table.key, .size_bytes = table.size_bytes, .n_entries = table.n_entries, .base = table.base,
		.histogram = table.histogram,
	};
	image.entries = mmap(NULL, image.size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	cr_assert_neq(image.entries, MAP_FAILED);
	memcpy(image.entries, table.entries, image.size_bytes);
	pdb_close(&table);
	return image;
}

/* Written under right checksums, then opened and verified; `at` is a byte of the data to be damaged in the file, or -1. */
static void expect_status(const struct pdb_image *image, int64_t at, enum pdb_status opened, enum pdb_status verified,
                          const char *what)
{
	char directory[SCRATCH_MAX], path[SCRATCH_MAX + 16];
	struct pdb table;
	scratch_make(directory);
	snprintf(path, sizeof path, "%s/table.pdb", directory);
	cr_assert_eq(pdb_write_chunked(path, image, 1 << 16, NULL), PDB_OK);
	if (at >= 0) {
		const int fd = open(path, O_WRONLY);
		const uint8_t byte = image->entries[at] ^ 16;
		cr_assert_eq(pwrite(fd, &byte, 1, PDB_HEADER_BYTES + at), 1);
		close(fd);
	}
	enum pdb_status status = pdb_open(path, key, NULL, &table);
	cr_expect_eq(status, opened, "%s: opened with %u", what, status);
	if (status == PDB_OK) {
		cr_expect(at < 0 && memcmp(table.entries, image->entries, image->size_bytes) == 0, "%s", what);
		pdb_close(&table);
	}
	status = pdb_verify(path, NULL, NULL);
	cr_expect_eq(status, verified, "%s: verified with %u", what, status);
	scratch_remove(directory);
}

Test(coset_family, damage_is_found_in_side_table_and_filter_blocks)
{
	struct pdb_image image = copied(shared_table(key));
	const int64_t filter_blocks_begin = (int64_t)coset_filter_begin(coset_side_log2(METRIC_HTM, image.base));
	const int64_t size = (int64_t)image.size_bytes;
	const int64_t at[] = {0, filter_blocks_begin - 1, filter_blocks_begin, filter_blocks_begin + size / 2, size - 1};
	for (unsigned i = 0; i < sizeof at / sizeof *at; i++)
		expect_status(&image, at[i], PDB_DAMAGED, PDB_DAMAGED, "another bit");
	pdb_image_free(&image);
}

/* Right checksums of wrong entries. */
Test(coset_family, sampled_filter_blocks_are_counted_again_when_a_table_is_verified)
{
	struct pdb_image image = copied(shared_table(key));
	image.histogram.count[image.base + 1]--;
	image.histogram.count[image.base + 2]++;
	expect_status(&image, -1, PDB_OK, PDB_WRONG_DEPTHS, "other counts");
	image.histogram.count[image.base + 1]++;
	image.histogram.count[image.base + 2]--;
	const uint64_t one_in = coset_sampled_one_in(coset_shape_of(&key.coordinate));
	const uint64_t last = (coset_table_filter_blocks(coset_shape_of(&key.coordinate)) - 1) / one_in * one_in;
	uint8_t *const filter_blocks = image.entries + coset_filter_begin(coset_side_log2(METRIC_HTM, image.base));
	uint8_t kept[COSET_FILTER_BLOCK_BYTES];
	for (unsigned i = 0; i < 3; i++) {
		uint8_t *const filter_block = filter_blocks + (i == 0 ? 0 : i == 1 ? one_in : last) * COSET_FILTER_BLOCK_BYTES;
		memcpy(kept, filter_block, sizeof kept);
		memset(filter_block, 0, sizeof kept);
		expect_status(&image, -1, PDB_OK, PDB_WRONG_DEPTHS, "an empty filter block");
		memcpy(filter_block, kept, sizeof kept);
	}
	memset(filter_blocks + COSET_FILTER_BLOCK_BYTES, 0, sizeof kept);
	expect_status(&image, -1, PDB_OK, PDB_OK, "an empty filter block that is not in the sample");
	pdb_image_free(&image);
}

Test(coset_family, a_table_of_another_size_than_its_shape_has_is_refused)
{
	struct pdb_image image = copied(shared_table(key));
	image.size_bytes -= COSET_FILTER_BLOCK_BYTES;
	expect_status(&image, -1, PDB_BAD_HEADER, PDB_BAD_HEADER, "a filter block less");
	image.size_bytes += COSET_FILTER_BLOCK_BYTES - 1;
	expect_status(&image, -1, PDB_BAD_HEADER, PDB_BAD_HEADER, "a byte less");
	image.size_bytes = COSET_FILTER_BLOCK_BYTES;
	expect_status(&image, -1, PDB_BAD_HEADER, PDB_BAD_HEADER, "little of the side table");
	image.size_bytes = (size_t)pdb_data_bytes(key);
	pdb_image_free(&image);
}
