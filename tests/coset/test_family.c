/* The family of coset tables: names, headers, and files. */
#include "coset/family.h"
#include "pdb/file.h"
#include "pdb/scratch.h"
#include "support/tables.h"

#include <sys/mman.h>

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
	array_foreach(row, named)
		expect_name(row->shape, row->name);
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		expect_name(coset_sizes[i].shape, coset_sizes[i].name);
	/* Usual sizes can be written in filter blocks, too: both are names of one table. */
	static const char *const same[][2] = {{"coset-6973pn", "coset-30m"}, {"coset-586557hnl", "coset-8g"}};
	struct coordinate_key a, b;
	array_foreach(row, same)
		cr_expect(coordinate_parse((*row)[0], &a) && coordinate_parse((*row)[1], &b)
		          && coordinate_equal(a, b));
}

Test(coset_family, other_names_are_refused)
{
	static const char *const wrong[] = {
		"coset-",
		"coset-0pn",
		"coset-4872hn",
		"coset-4873pn",
		"coset-4873hnl",
		"coset-2097153hn",
		"coset-4294972170pn",
		"coset-18446744073709556490pn",
		"coset-5000q",
		"coset-5000ppn",
		"coset-5000phn",
		"coset-5000np",
		"coset-5000pnn",
		"coset--5000pn",
		"coset-+5000pn",
		"coset- 5000pn",
		"coset-05000pn",
		"coset-5000pn ",
		"coset-5000pm",
		"coset-31m",
		"coset-30M",
		"coset-30mn",
		"coset5000pn",
		"coset-29300pln",
		"coset-29300hnll",
		"coset-29300hnL",
		"coset-30ml",
		/* tetrads alone, or eight flip bits: no table has these any more */
		"coset-5000",
		"coset-5000n",
		"coset-5000nl",
		"coset-5000p",
		"coset-100000h",
		"coset-5000pl",
		"coset-29300hl",
		"coset-16g",
	};
	array_foreach(row, wrong) {
		struct coordinate_key read;
		cr_expect_not(coordinate_parse(*row, &read), "%s", *row);
	}
}

/* ---- headers ---- */
/* A member of a header by its bytes, and what it is set to, or what is added to it. */
struct change { size_t at, n_bytes; bool adds; uint64_t value; };
#define CHANGE(member, adds, value) \
	{offsetof(struct pdb_header, member), sizeof ((struct pdb_header *)0)->member, adds, value}
#define SET(member, value) CHANGE(member, false, value)
#define ADD(member, value) CHANGE(member, true, value)

/* The header of a table of that shape, changed, written and read; the entries would follow.
 * @return STATUS_TRUNCATED if it is sound */
static enum status read_back(struct pdb_key k, const struct change *change, struct pdb_key *out)
{
	struct pdb image = {
		.key = k, .n_entries = coset_size(coset_shape_of(&k.coordinate)), .base = pdb_base(k)};
	image.size_bytes = (size_t)pdb_data_bytes(k);
	image.histogram =
		(struct pdb_histogram){.count[0] = coset_sampled_entries(coset_shape_of(&k.coordinate))};
	struct pdb_header header = pdb_header_describe(&image, PDB_CHUNK_BYTES);
	if (change != NULL) {
		char *const at = (char *)&header + change->at;
		uint64_t value = 0;
		memcpy(&value, at, change->n_bytes);
		value = change->value + (change->adds ? value : 0);
		memcpy(at, &value, change->n_bytes);
	}
	header.header_checksum = pdb_header_checksum(header);
	FILE *const file = tmpfile();
	cr_assert_eq(fwrite(&header, sizeof header, 1, file), 1u);
	fflush(file);
	const enum status status = pdb_header_read(fileno(file), &header);
	if (status == STATUS_TRUNCATED)
		*out = pdb_header_key(&header);
	fclose(file);
	return status;
}

Test(coset_family, headers_hold_every_shape)
{
	enum { N_KINDS = 8 };
	for (unsigned i = 0; i < N_KINDS + COSET_N_SIZES; i++)
		metric_foreach(metric) {
			struct coset_shape shape = {COSET_MAX_FILTER_BLOCKS, i & 1 ? COSET_HTR : COSET_PARITY, i & 2};
			if (i & 4)
				shape.filter_blocks = COSET_MIN_FILTER_BLOCKS;
			if (i >= N_KINDS)
				shape = coset_sizes[i - N_KINDS].shape;
			struct pdb_key k, written = {coset_coordinate(shape), .metric = metric};
			cr_assert_eq(read_back(written, NULL, &k), STATUS_TRUNCATED, "shape %u", i);
			cr_expect(coordinate_equal(k.coordinate, coset_coordinate(shape)) && k.metric == metric, "shape %u", i);
		}
}

Test(coset_family, headers_that_contradict_themselves_are_refused)
{
	const struct { struct change change; enum status expected; } cases[] = {
		/* Filter blocks, corner cosets, flips, subcosets, edges. */
		{SET(more_parameters[0], 4873), STATUS_DIFFERENT}, {SET(more_parameters[0], 0), STATUS_DIFFERENT},
		{SET(more_parameters[0], COSET_MAX_FILTER_BLOCKS + 1), STATUS_DIFFERENT},
		{ADD(more_parameters[0], 1), STATUS_BAD_HEADER}, {SET(more_parameters[1], 0), STATUS_DIFFERENT},
		{SET(more_parameters[1], N_COSET_CORNERS), STATUS_DIFFERENT}, {ADD(more_parameters[1],
		                                                                  1), STATUS_BAD_HEADER},
		{SET(more_parameters[2], 0), STATUS_DIFFERENT}, {SET(more_parameters[2], 2), STATUS_DIFFERENT},
		{SET(more_parameters[3], 24), STATUS_BAD_HEADER}, {SET(first_parameter, 1), STATUS_DIFFERENT},
		{SET(metric, METRIC_QTM), STATUS_BAD_HEADER}, {ADD(base, 1), STATUS_BAD_HEADER},
		{ADD(data_bytes, COSET_FILTER_BLOCK_BYTES), STATUS_BAD_HEADER},
		    {SET(bits_per_entry, 4), STATUS_BAD_HEADER},
		{ADD(count[0], 1), STATUS_BAD_HEADER},
		{SET(count[0], coset_size(coset_shape_of(&key.coordinate))), STATUS_BAD_HEADER},
	};
	struct pdb_key k;
	array_foreach(row, cases) {
		const enum status status = read_back(key, &row->change, &k);
		cr_expect_eq(status, row->expected, "case %td: %u", row - cases, status);
	}
	struct pdb_key as_many_filter_blocks = layered;
	cr_expect_eq(read_back(as_many_filter_blocks, NULL, &k), STATUS_TRUNCATED);
	cr_expect_eq(read_back(as_many_filter_blocks, &(struct change)SET(more_parameters[3], 0), &k),
	             STATUS_BAD_HEADER, "a 24th of the entries");
	cr_expect_eq(read_back(as_many_filter_blocks, &cases[0].change, &k), STATUS_DIFFERENT);
	as_many_filter_blocks.coordinate.parameter[4] = 0;
	cr_expect_eq(read_back(as_many_filter_blocks, &(struct change)SET(more_parameters[3], 24), &k),
	             STATUS_BAD_HEADER, "24 times the entries");
	/* Numbers of subcosets but 0 and 24: 1 was written when there were six.  Earlier codes. */
	static const uint32_t numbers[] = {1, 6, 23, 25, 0x01000018};
	array_foreach(n, numbers) {
		const struct change change = SET(more_parameters[3], *n);
		cr_expect_eq(read_back(layered, &change, &k), STATUS_DIFFERENT, "%u", *n);
		cr_expect_eq(read_back(as_many_filter_blocks, &change, &k), STATUS_DIFFERENT, "%u", *n);
	}
	for (unsigned n = 0; n <= 5; n++)
		cr_expect_eq(read_back(key, &(struct change)SET(version, n), &k),
		             n == 4 ? STATUS_TRUNCATED : STATUS_BAD_VERSION, "%u", n);
	cr_expect_eq(pdb_format_version(COORDINATE_COSET), 4u);
}

/* ---- files ---- */
/* A table as if it had just been built, to be changed; released by pdb_close(). */
static struct pdb copied(struct pdb table)
{
	struct pdb image = table;
	image.check = NULL;
	image.mapping_bytes = image.size_bytes;
	image.mapping = mmap(NULL, image.size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	cr_assert_neq(image.mapping, MAP_FAILED);
	image.entries = image.mapping;
	memcpy(image.entries, table.entries, image.size_bytes);
	pdb_close(&table);
	return image;
}

/* Written under right checksums, then opened and verified; `at` is a byte of the data to be damaged in the
 * file, or -1. */
static void expect_status(const struct pdb *image, int64_t at, enum status opened, enum status verified,
                          const char *what)
{
	char directory[SCRATCH_MAX], path[SCRATCH_MAX + 16];
	struct pdb table;
	scratch_make(directory);
	snprintf(path, sizeof path, "%s/table.pdb", directory);
	cr_assert_eq(pdb_write_chunked(path, image, 1 << 16, false, NULL), STATUS_OK);
	if (at >= 0) {
		const int fd = open(path, O_WRONLY);
		const uint8_t byte = image->entries[at] ^ 16;
		cr_assert_eq(pwrite(fd, &byte, 1, PDB_HEADER_BYTES + at), 1);
		close(fd);
	}
	enum status status = pdb_open(path, key, true, NULL, &table);
	cr_expect_eq(status, opened, "%s: opened with %u", what, status);
	if (status == STATUS_OK) {
		cr_expect(at < 0 && memcmp(table.entries, image->entries, image->size_bytes) == 0, "%s", what);
		pdb_close(&table);
	}
	status = pdb_verify(path, NULL, NULL);
	cr_expect_eq(status, verified, "%s: verified with %u", what, status);
	scratch_remove(directory);
}

Test(coset_family, damage_is_found_in_side_table_and_filter_blocks)
{
	struct pdb image = copied(shared_table(key));
	const int64_t filter_blocks_begin = (int64_t)coset_filter_begin(coset_side_log2(METRIC_HTM, image.base));
	const int64_t size = (int64_t)image.size_bytes;
	const int64_t at[] = {0, filter_blocks_begin - 1, filter_blocks_begin, filter_blocks_begin + size / 2,
	                      size - 1};
	array_foreach(row, at)
		expect_status(&image, *row, STATUS_DAMAGED, STATUS_DAMAGED, "another bit");
	pdb_close(&image);
}

/* Right checksums of wrong entries. */
Test(coset_family, sampled_filter_blocks_are_counted_again_when_a_table_is_verified)
{
	struct pdb image = copied(shared_table(key));
	image.histogram.count[image.base + 1]--;
	image.histogram.count[image.base + 2]++;
	expect_status(&image, -1, STATUS_OK, STATUS_WRONG_DEPTHS, "other counts");
	image.histogram.count[image.base + 1]++;
	image.histogram.count[image.base + 2]--;
	const uint64_t one_in = coset_sampled_one_in(coset_shape_of(&key.coordinate));
	const uint64_t last = (coset_table_filter_blocks(coset_shape_of(&key.coordinate)) - 1) / one_in * one_in;
	uint8_t *const filter_blocks =
		image.entries + coset_filter_begin(coset_side_log2(METRIC_HTM, image.base));
	uint8_t kept[COSET_FILTER_BLOCK_BYTES];
	for (unsigned i = 0; i < 3; i++) {
		uint8_t *const filter_block = filter_blocks
		                              + (i == 0   ? 0
		                                 : i == 1 ? one_in
		                                          : last)
		                                    * COSET_FILTER_BLOCK_BYTES;
		memcpy(kept, filter_block, sizeof kept);
		memset(filter_block, 0, sizeof kept);
		expect_status(&image, -1, STATUS_OK, STATUS_WRONG_DEPTHS, "an empty filter block");
		memcpy(filter_block, kept, sizeof kept);
	}
	memset(filter_blocks + COSET_FILTER_BLOCK_BYTES, 0, sizeof kept);
	expect_status(&image, -1, STATUS_OK, STATUS_OK, "an empty filter block that is not in the sample");
	pdb_close(&image);
}

Test(coset_family, a_table_of_another_size_than_its_shape_has_is_refused)
{
	struct pdb image = copied(shared_table(key));
	image.size_bytes -= COSET_FILTER_BLOCK_BYTES;
	expect_status(&image, -1, STATUS_BAD_HEADER, STATUS_BAD_HEADER, "a filter block less");
	image.size_bytes += COSET_FILTER_BLOCK_BYTES - 1;
	expect_status(&image, -1, STATUS_BAD_HEADER, STATUS_BAD_HEADER, "a byte less");
	image.size_bytes = COSET_FILTER_BLOCK_BYTES;
	expect_status(&image, -1, STATUS_BAD_HEADER, STATUS_BAD_HEADER, "little of the side table");
	image.size_bytes = (size_t)pdb_data_bytes(key);
	pdb_close(&image);
}
