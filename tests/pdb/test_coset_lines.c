/* The code of coset tables: what is encoded is read back, by every reader of this machine, but for a few entries of lines
 * that overflow, which read smaller. */
#include "coord/coset.h"
#include "levels.h"
#include "pdb/build.h"
#include "pdb/file.h"
#include "read_lines.h"
#include "scratch.h"

#include <sys/resource.h>
#include <sys/wait.h>

static const struct line_reader *const readers[] = {&line_reader_portable, &line_reader_avx2, &line_reader_avx512};
enum { N_READERS = sizeof readers / sizeof *readers };

static bool is_instrumented(void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
	return true;
#else
	return false;
#endif
}

/* All readers agree with coset_lines_get() about entries first .. first + n - 1. */
static void expect_same_values(const struct coset_lines *t, const struct coset_reader *r, uint64_t first, unsigned n)
{
	uint64_t entry[READ_MAX];
	uint8_t expected[READ_MAX], value[READ_MAX];
	for (unsigned i = 0; i < n; i++) {
		entry[i] = (first + i) / t->place_entries << 32 | (first + i) % t->place_entries;
		expected[i] = (uint8_t)coset_lines_get(t, first + i);
	}
	for (unsigned k = 0; k < N_READERS; k++) {
		if (!readers[k]->runs_here())
			continue;
		readers[k]->read(r, entry, n, value);
		cr_assert(memcmp(value, expected, n) == 0, "%s, entries %lu to %lu", readers[k]->name, first, first + n - 1);
	}
}

/* ---- one place of random codes ---- */
struct place {
	uint8_t *codes, *data;
	struct coset_lines lines;
};

static unsigned code_of(const struct place *p, uint64_t entry)
{
	return (unsigned)p->codes[entry >> 2] >> (entry & 3) * 2 & 3u;
}

/* Codes 1 to 3 by their shares in thousandths, the rest 0, with `base` as the value. */
static struct place place_of(struct coset_shape shape, const unsigned share[4])
{
	const unsigned base = coset_cap(shape, METRIC_HTM) - COSET_LEVELS, log2 = coset_side_log2(METRIC_HTM, base);
	const uint32_t n = coset_place_entries(shape);
	const size_t begin = coset_lines_begin(shape, log2), room = coset_place_codes_bytes(shape.flip_bits);
	struct place p = {.codes = malloc(room), .data = aligned_alloc(64, begin + n / 4)};
	memset(p.codes, 0xFF, room);
	memset(p.data, 0xFF, begin);
	p.lines = coset_lines_of(p.data, shape, METRIC_HTM, base);
	uint32_t state = 1;
	for (uint32_t i = 0; i < n; i++) {
		state = state * 1664525u + 1013904223u;
		const unsigned at = (state >> 8) % 1000;
		const unsigned code = at < share[3] ? 3 : at < share[3] + share[2] ? 2 : at < share[3] + share[2] + share[1] ? 1 : 0;
		p.codes[i >> 2] = (uint8_t)((p.codes[i >> 2] & ~(3u << (i & 3) * 2)) | code << (i & 3) * 2);
		const uint64_t slot = coset_side_slot(log2, i);
		uint8_t *const side = p.data + coset_side_begin(shape);
		if (code == 0)
			side[slot >> 1] = (uint8_t)((side[slot >> 1] & ~(15u << (slot & 1) * 4)) | base << (slot & 1) * 4);
	}
	uint32_t *const begins = (uint32_t *)(void *)p.data;
	begins[0] = 0;
	begins[1] = htole32(coset_place_encode(p.codes, shape.flip_bits, p.data + begin));
	return p;
}

static void place_free(struct place *p)
{
	free(p->codes);
	free(p->data);
}

/* Whether the line of an entry has room for its bits. */
static bool line_fits(const struct place *p, uint64_t entry)
{
	const uint32_t n_lines = coset_place_lines(&p->lines, 0);
	unsigned n_bits = 0;
	for (uint64_t i = entry % n_lines; i < p->lines.place_entries; i += n_lines)
		n_bits += code_of(p, i) == 3 ? 1 : code_of(p, i) == 2 ? 2 : 3;
	const bool has_padding = entry % n_lines + (uint64_t)n_lines * (coset_place_slots(&p->lines, n_lines) - 1)
	                         >= p->lines.place_entries;
	return n_bits + has_padding <= COSET_LINE_BITS;
}

/* Returns how many read smaller. */
static uint64_t expect_read_back(struct coset_shape shape, const unsigned share[4])
{
	struct place p = place_of(shape, share);
	struct coset_reader r;
	cr_assert(coset_reader_make(&p.lines, &r) && coset_lines_are_sound(&p.lines, coset_place_lines(&p.lines, 0)));
	uint64_t n_lowered = 0;
	for (uint32_t i = 0; i < p.lines.place_entries; i++) {
		const unsigned expected = p.lines.base + code_of(&p, i), value = coset_lines_get(&p.lines, i);
		const bool is_wrong = value > expected || (value < expected && line_fits(&p, i));
		if (is_wrong)  /* an assertion takes a while even if it holds */
			cr_assert_not(is_wrong, "entry %u is %u, not %u", i, value, expected);
		n_lowered += value < expected;
		if (i % READ_MAX == 0)
			expect_same_values(&p.lines, &r, i, p.lines.place_entries - i < READ_MAX ? p.lines.place_entries - i : READ_MAX);
	}
	coset_reader_free(&r);
	place_free(&p);
	return n_lowered;
}

Test(coset_lines, codes_are_read_back_but_for_a_few_of_overflowing_lines)
{
	static const unsigned shares[][4] = {
		{0, 0, 0, 1000}, {2, 20, 150, 828}, {3, 24, 240, 733}, {5, 40, 350, 605}, {10, 90, 600, 300},
	};
	for (unsigned i = 0; i < sizeof shares / sizeof *shares; i++)
		for (uint8_t flip_bits = 8; flip_bits <= 9; flip_bits++) {
			const uint64_t n = expect_read_back((struct coset_shape){1, COSET_TETRAD, flip_bits}, shares[i]);
			cr_expect_leq(n, (UINT64_C(1) << flip_bits) * COSET_SLICES / 50000, "shares %u, %u flips: %lu", i, flip_bits, n);
		}
}

/* Two bits an entry are room for no more than so many; what is too dense is only smaller. */
Test(coset_lines, a_place_that_is_too_dense_still_reads_no_more_than_it_should)
{
	static const unsigned shares[][4] = {{1000, 0, 0, 0}, {0, 1000, 0, 0}, {100, 300, 500, 100}};
	for (unsigned i = 0; i < sizeof shares / sizeof *shares; i++)
		expect_read_back((struct coset_shape){1, COSET_TETRAD, 8}, shares[i]);
	cr_expect_eq(expect_read_back((struct coset_shape){1, COSET_TETRAD, 8}, (const unsigned[4]){0, 0, 1000, 0}), 0u);
}

Test(coset_lines, lines_are_counted_as_they_are_read)
{
	static const unsigned shares[][4] = {{5, 40, 350, 605}, {100, 300, 500, 100}, {1000, 0, 0, 0}};
	for (unsigned s = 0; s < sizeof shares / sizeof *shares; s++) {
		struct place p = place_of((struct coset_shape){1, COSET_TETRAD, 8}, shares[s]);
		const uint32_t n_lines = coset_place_lines(&p.lines, 0);
		const unsigned slots = coset_place_slots(&p.lines, n_lines);
		memset(p.data + sizeof(uint32_t[2]), 0, (size_t)(p.lines.line - p.data) - sizeof(uint32_t[2]));  /* low reads 0 */
		for (uint32_t l = 0; l < n_lines; l += 97) {
			const uint8_t *const line = p.lines.line + (size_t)l * COSET_LINE_BYTES;
			const struct coset_line_counts counts = coset_line_count(line, slots);
			struct coset_line_counts expected = {{0}};
			for (unsigned slot = 0; slot < slots; slot++) {
				const uint64_t entry = (uint64_t)slot * n_lines + l;
				const unsigned value = entry < p.lines.place_entries ? coset_lines_get(&p.lines, entry) : p.lines.base + 3;
				expected.of[value == 0 ? 0 : value - p.lines.base]++;
			}
			cr_assert_arr_eq(counts.of, expected.of, sizeof expected.of, "shares %u, line %u", s, l);
			for (unsigned i = 0, last = 0; i < counts.of[0]; i++) {
				const unsigned slot = coset_line_low_slot(line, slots, &counts, i);
				cr_assert(slot < slots && (i == 0 || slot > last), "shares %u, line %u", s, l);
				cr_assert_eq(coset_lines_get(&p.lines, (uint64_t)slot * n_lines + l), 0u);
				last = slot;
			}
		}
		place_free(&p);
	}
}

/* ---- tables ---- */
static uint32_t moves_of(enum metric metric)
{
	return metric == METRIC_QTM ? QUARTER_TURNS : (1u << N_MOVES) - 1;
}

/* Depths up to the cap, found without a table. */
static uint8_t *nearest_cosets(struct pdb_key key)
{
	const unsigned cap = coset_cap(key.coordinate.coset, key.metric);
	struct coset_fold fold;
	coset_fold_fill(&fold, key.coordinate.coset);
	const struct coset_space space = {&fold, moves_of(key.metric)};
	struct coset_level *const level = levels_made(&space, cap - 1);
	uint8_t *const nearest = malloc(coordinate_size(key.coordinate));
	memset(nearest, (int)cap, coordinate_size(key.coordinate));
	for (unsigned d = cap; d-- > 0;)  /* falling: the nearest remains */
		for (unsigned p = 0; p < coset_n_places(&space); p++)
			for (uint32_t i = 0; i < level[d].place[p].n; i++)
				nearest[((uint64_t)fold.begin[p] << fold.flip_bits) + coset_at(&level[d].place[p], i)] = (uint8_t)d;
	levels_free(level, cap - 1);
	return nearest;
}

static void expect_depths(struct pdb_key key)
{
	struct pdb_image image;
	cr_assert_eq(pdb_build(key, 2, NULL, &image), PDB_OK);
	const struct coset_lines lines = pdb_lines(image.entries, key);
	struct coset_reader r;
	cr_assert(coset_reader_make(&lines, &r));
	uint8_t *const nearest = nearest_cosets(key);
	uint64_t n_low = 0, n_low_wrong = 0, n_lowered = 0;
	for (uint64_t i = 0; i < image.n_entries; i++) {
		const unsigned value = coset_lines_get(&lines, i);
		const bool is_wrong = value > nearest[i];
		if (is_wrong)
			cr_assert_not(is_wrong, "entry %lu is %u, not %u", i, value, nearest[i]);
		n_low += nearest[i] <= image.base;
		n_low_wrong += nearest[i] <= image.base && value != nearest[i];  /* another one's hash */
		n_lowered += nearest[i] > image.base && value != nearest[i];
		if (i % READ_MAX == 0)
			expect_same_values(&lines, &r, i, image.n_entries - i < READ_MAX ? (unsigned)(image.n_entries - i) : READ_MAX);
	}
	cr_expect_leq(n_lowered, image.n_entries / 50000, "%lu of %lu", n_lowered, image.n_entries);
	cr_expect_lt((double)n_low_wrong, 0.03 * (double)n_low, "%lu of %lu", n_low_wrong, n_low);
	free(nearest);
	coset_reader_free(&r);
	pdb_image_free(&image);
}

Test(coset_lines, tables_have_the_depths_of_all_cosets_but_for_a_few_of_overflowing_lines)
{
	static const struct pdb_key keys[] = {
		{{.kind = COORDINATE_COSET, .coset = {3, COSET_TETRAD, 8}}, METRIC_HTM},
		{{.kind = COORDINATE_COSET, .coset = {2, COSET_HTR, 9}}, METRIC_HTM},
		{{.kind = COORDINATE_COSET, .coset = {1, COSET_PARITY, 8}}, METRIC_QTM},
	};
	for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
		expect_depths(keys[i]);
}

Test(coset_lines, neither_threads_nor_room_change_a_table)
{
	const struct pdb_key key = {{.kind = COORDINATE_COSET, .coset = {5, COSET_TETRAD, 8}}, METRIC_HTM};
	const uint64_t expected_bytes = pdb_expected_bytes(key);
	const uint64_t room_bytes[] = {UINT64_MAX, expected_bytes + expected_bytes / 10, expected_bytes * 2 / 3, 0};
	struct pdb_image usual;
	cr_assert_eq(pdb_build(key, 2, NULL, &usual), PDB_OK);
	for (unsigned i = 0; i < sizeof room_bytes / sizeof *room_bytes; i++) {
		struct pdb_image other;
		cr_assert_eq(pdb_build_within(key, 1 + i % 3, NULL, room_bytes[i], &other), PDB_OK);
		cr_assert_eq(other.size_bytes, usual.size_bytes, "room %u", i);
		cr_expect(memcmp(other.entries, usual.entries, usual.size_bytes) == 0, "room %u", i);
		cr_expect_arr_eq(other.histogram.count, usual.histogram.count, sizeof usual.histogram.count, "room %u", i);
		pdb_image_free(&other);
	}
	pdb_image_free(&usual);
}

/* Resident memory, at most, of a process that builds a table, or nothing. */
static uint64_t peak_bytes(const struct pdb_key *key)
{
	const pid_t child = fork();
	if (child == 0) {
		struct pdb_image image;
		_exit(key != NULL && pdb_build(*key, 2, NULL, &image) != PDB_OK);
	}
	int status;
	struct rusage usage;
	cr_assert_eq(wait4(child, &status, 0, &usage), child);
	cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	return (uint64_t)usage.ru_maxrss * 1024;
}

Test(coset_lines, builders_take_no_more_memory_than_they_may)
{
	if (is_instrumented())
		return;
	const struct pdb_key key = {{.kind = COORDINATE_COSET, .coset = {40, COSET_TETRAD, 8}}, METRIC_HTM};
	struct pdb_image image;
	coset_init();
	const uint64_t nothing = peak_bytes(NULL), peak = peak_bytes(&key) - nothing;
	cr_assert_eq(pdb_build(key, 2, NULL, &image), PDB_OK);
	const uint64_t allowed = image.size_bytes + image.size_bytes / 4 + (16 << 20);
	cr_expect_leq(peak, allowed, "%lu of %lu bytes for %lu", peak, allowed, image.size_bytes);
	cr_expect_lt(image.size_bytes + image.size_bytes / 4, image.n_entries / 4);  /* two bits would have been too much */
	pdb_image_free(&image);
}

Test(coset_lines, sizes_are_what_is_expected)
{
	static const struct pdb_key keys[] = {
		{{.kind = COORDINATE_COSET, .coset = {2, COSET_TETRAD, 8}}, METRIC_HTM},
		{{.kind = COORDINATE_COSET, .coset = {10, COSET_TETRAD, 8}}, METRIC_HTM},
		{{.kind = COORDINATE_COSET, .coset = {21, COSET_TETRAD, 8}}, METRIC_HTM},
		{{.kind = COORDINATE_COSET, .coset = {21, COSET_TETRAD, 8}}, METRIC_QTM},
	};
	for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
		struct pdb_image image;
		cr_assert_eq(pdb_build(keys[i], 2, NULL, &image), PDB_OK);
		const double ratio = (double)pdb_expected_bytes(keys[i]) / (double)image.size_bytes;
		cr_expect(ratio > 0.97 && ratio < 1.03, "table %u: %lu bytes, not %lu", i, image.size_bytes,
		          pdb_expected_bytes(keys[i]));
		cr_expect_leq(PDB_HEADER_BYTES + image.size_bytes, pdb_most_file_bytes(keys[i]));
		pdb_image_free(&image);
	}
}

/* ---- files ---- */
static const struct pdb_key two_classes = {{.kind = COORDINATE_COSET, .coset = {2, COSET_TETRAD, 8}}, METRIC_HTM};

/* Written and read under right checksums. */
static void expect_status(const struct pdb_image *image, enum pdb_status expected, const char *what)
{
	char folder[SCRATCH_MAX], path[SCRATCH_MAX + 16];
	struct pdb table;
	scratch_make(folder);
	snprintf(path, sizeof path, "%s/table.pdb", folder);
	cr_assert_eq(pdb_write_chunked(path, image, 1 << 16, NULL), PDB_OK);
	const enum pdb_status opened = pdb_open(path, two_classes, &table), verified = pdb_verify(path, NULL, NULL);
	if (opened == PDB_OK)
		pdb_close(&table);
	cr_expect_eq(opened, expected == PDB_WRONG_DEPTHS ? PDB_OK : expected, "%s: opened with %u", what, opened);
	cr_expect_eq(verified, expected, "%s: verified with %u", what, verified);
	scratch_remove(folder);
}

Test(coset_lines, files_whose_lines_begin_where_they_cannot_are_refused)
{
	struct pdb_image image;
	cr_assert_eq(pdb_build(two_classes, 2, NULL, &image), PDB_OK);
	expect_status(&image, PDB_OK, "as built");
	uint32_t *const begin = (uint32_t *)(void *)image.entries;
	const uint32_t sound[3] = {begin[0], begin[1], begin[2]};
	const uint32_t end = le32toh(sound[2]);
	const struct { uint32_t begin[3]; const char *what; } wrong[] = {
		{{0, 0, end}, "a place without lines"}, {{0, end, end}, "the last place without lines"},
		{{1, le32toh(sound[1]), end}, "a first line that is not 0"}, {{0, end + 1, end}, "a line behind the last"},
		{{0, UINT32_MAX, end}, "a line far behind the last"}, {{0, le32toh(sound[1]), end + 1}, "an end behind the lines"},
		{{0, le32toh(sound[1]), end - 1}, "an end before it"}, {{0, 17324, end}, "too few lines"},
		{{0, end - 17000, end}, "too few and too many"},
	};
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		for (unsigned p = 0; p < 3; p++)
			begin[p] = htole32(wrong[i].begin[p]);
		expect_status(&image, PDB_DAMAGED, wrong[i].what);
	}
	memcpy(begin, sound, sizeof sound);
	begin[1] = htole32(le32toh(sound[1]) - 159);
	expect_status(&image, PDB_WRONG_DEPTHS, "lines of another place");
	memcpy(begin, sound, sizeof sound);
	struct pdb_image cut = image;
	cut.size_bytes -= COSET_LINE_BYTES;
	expect_status(&cut, PDB_DAMAGED, "a line less than there should be");
	cut.size_bytes--;
	expect_status(&cut, PDB_BAD_HEADER, "half a line");
	cut.size_bytes = coset_lines_begin(two_classes.coordinate.coset, 17);
	expect_status(&cut, PDB_BAD_HEADER, "no lines");
	cut.size_bytes = 4096;
	expect_status(&cut, PDB_BAD_HEADER, "no side table");
	pdb_image_free(&image);
}

Test(coset_lines, every_line_counts_when_a_table_is_verified)
{
	struct pdb_image image;
	cr_assert_eq(pdb_build(two_classes, 2, NULL, &image), PDB_OK);
	image.entries[image.size_bytes - 30] ^= 1;
	expect_status(&image, PDB_WRONG_DEPTHS, "another bit in the last line");
	image.entries[image.size_bytes - 30] ^= 1;
	image.histogram.count[image.base + 1]--;
	image.histogram.count[image.base + 2]++;
	expect_status(&image, PDB_WRONG_DEPTHS, "other counts");
	pdb_image_free(&image);
}
