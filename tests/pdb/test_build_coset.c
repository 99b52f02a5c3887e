#include "coord/coset.h"
#include "levels.h"
#include "pdb/header.h"
#include "pdb/pdb.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two classes, cut off at 9 moves. */
static const struct pdb_key key = {{.kind = COORDINATE_COSET, .coset = {2, COSET_TETRAD, 8}}, METRIC_HTM};

/* 1 to 6 MB each. */
static const struct {
	struct pdb_key key;
	uint64_t count[PDB_MAX_DEPTHS];  /* entries by value, as an earlier builder found them, whose code lowered none */
} small[] = {
	{{{.kind = COORDINATE_COSET, .coset = {1, COSET_TETRAD, 8}}, METRIC_HTM},
	 {1, 1, 4, 39, 306, 3019, 25422, 264267, 2245718, 6331623}},
	{{{.kind = COORDINATE_COSET, .coset = {1, COSET_TETRAD, 9}}, METRIC_HTM},
	 {1, 1, 4, 45, 332, 3036, 25420, 267883, 2532279, 14911799}},
	{{{.kind = COORDINATE_COSET, .coset = {1, COSET_PARITY, 8}}, METRIC_HTM},
	 {1, 2, 5, 43, 314, 3062, 26135, 281868, 2675725, 14753645}},
	{{{.kind = COORDINATE_COSET, .coset = {3, COSET_HTR, 8}}, METRIC_HTM},
	 {1, 1, 5, 41, 320, 3094, 26857, 297241, 2964809, 23318831}},
	{{{.kind = COORDINATE_COSET, .coset = {2, COSET_HTR, 9}}, METRIC_HTM},
	 {1, 2, 4, 44, 338, 3119, 26061, 283811, 2859017, 32309203}},
	{{{.kind = COORDINATE_COSET, .coset = {1, COSET_TETRAD, 8}}, METRIC_QTM},
	 {1, 1, 2, 17, 105, 713, 5913, 46909, 361758, 2313324, 6141657}},
	{{{.kind = COORDINATE_COSET, .coset = {2, COSET_HTR, 9}}, METRIC_QTM},
	 {1, 1, 2, 16, 96, 712, 5906, 49758, 375501, 2826245, 12235824, 19987538}},
};
enum { N_SMALL = sizeof small / sizeof *small };

static uint32_t moves_of(struct pdb_key k)
{
	return k.metric == METRIC_QTM ? QUARTER_TURNS : (1u << N_MOVES) - 1;
}

static struct pdb_image built(struct pdb_key k, unsigned n_threads)
{
	struct pdb_image image = {.entries = NULL};
	cr_assert_eq(pdb_build(k, n_threads, NULL, &image), PDB_OK);
	return image;
}

static unsigned value_at(const struct pdb_image *image, uint64_t index)
{
	const struct pdb table = pdb_of_image(image);
	return pdb_get(&table, index);
}

static unsigned value_of(const struct pdb_image *image, const struct cube *c)
{
	return value_at(image, coordinate_rank(image->key.coordinate, c));
}

/* ---- tables ---- */
/* Of overflowing lines a few entries read smaller. */
Test(build_coset, entries_by_value_are_those_of_the_first_builder_but_for_a_few)
{
	for (unsigned i = 0; i < N_SMALL; i++) {
		struct pdb_image image = built(small[i].key, 2);
		uint64_t n = 0, n_expected = 0;
		for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++) {
			n += image.histogram.count[d];
			n_expected += small[i].count[d];
			/* The earlier one had another side table in quarter turns: other hashes are equal. */
			const uint64_t tolerance = image.n_entries / 50000 + (d <= image.base ? n_expected / 6 : 0);
			cr_expect(n >= n_expected && n - n_expected <= tolerance, "table %u: %lu of at most %u moves, not %lu", i, n, d,
			          n_expected);
		}
		cr_expect_eq(n, image.n_entries);
		pdb_image_free(&image);
	}
}

/* HTR parts modulo 2 are the parity, and modulo 1 nothing: other lists and other arithmetic, but the same tables. */
Test(build_coset, folded_parts_are_those_of_the_coarser_kind)
{
	static const struct coset_shape pairs[][2] = {
		{{2, COSET_HTR, 9}, {1, COSET_PARITY, 9}}, {{1, COSET_HTR, 8}, {1, COSET_TETRAD, 8}},
	};
	for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		struct pdb_image image[2];
		for (unsigned j = 0; j < 2; j++)
			image[j] = built((struct pdb_key){{.kind = COORDINATE_COSET, .coset = pairs[i][j]}, METRIC_HTM}, 2);
		cr_assert_eq(image[0].size_bytes, image[1].size_bytes, "pair %u", i);
		cr_expect_arr_eq(image[0].entries, image[1].entries, image[0].size_bytes, "pair %u", i);
		pdb_image_free(&image[0]);
		pdb_image_free(&image[1]);
	}
}

Test(build_coset, threads_do_not_change_the_table)
{
	struct pdb_image one = built(key, 1);
	for (unsigned n_threads = 2; n_threads <= 3; n_threads++) {
		struct pdb_image more = built(key, n_threads);
		cr_assert_eq(more.size_bytes, one.size_bytes, "%u threads", n_threads);
		cr_expect_arr_eq(more.entries, one.entries, one.size_bytes, "%u threads", n_threads);
		cr_expect_arr_eq(more.histogram.count, one.histogram.count, sizeof one.histogram.count);
		pdb_image_free(&more);
	}
	pdb_image_free(&one);
}

Test(build_coset, histogram_counts_every_entry_once)
{
	struct pdb_image image = built(key, 2);
	uint64_t count[PDB_MAX_DEPTHS] = {0};
	for (uint64_t i = 0; i < image.n_entries; i++)
		count[value_at(&image, i)]++;
	cr_expect_arr_eq(count, image.histogram.count, sizeof count);
	cr_expect_eq(image.histogram.max_depth, coset_cap(key.coordinate.coset, key.metric));
	cr_expect_eq(count[0], 1u);
	pdb_image_free(&image);
}

Test(build_coset, walks_are_never_shorter_than_their_bound)
{
	for (unsigned i = 0; i < N_SMALL; i++) {
		struct pdb_image image = built(small[i].key, 2);
		srand(6);
		for (unsigned walk = 0; walk < 10000; walk++) {
			struct cube c = cube_solved;
			for (unsigned n = 1; n <= 14; n++) {
				const unsigned move = (unsigned)rand() % N_MOVES;
				c = cube_after(&c, small[i].key.metric == METRIC_QTM && move % 3 == 1 ? move + 1 : move);
				cr_assert_leq(value_of(&image, &c), n, "table %u, walk %u, %u moves", i, walk, n);
			}
		}
		pdb_image_free(&image);
	}
}

/* ---- low values ---- */
static void expect_low_values(struct pdb_key k)
{
	struct pdb_image image = built(k, 2);
	struct coset_fold fold;
	coset_fold_fill(&fold, k.coordinate.coset);
	const struct coset_space space = {&fold, moves_of(k)};
	struct coset_level *const level = levels_made(&space, image.base);
	uint8_t *const nearest = malloc(image.n_entries);
	memset(nearest, 15, image.n_entries);
	for (unsigned d = image.base + 1; d-- > 0;)  /* falling: the nearest remains */
		for (unsigned p = 0; p < coset_n_places(&space); p++)
			for (uint32_t i = 0; i < level[d].place[p].n; i++)
				nearest[((uint64_t)fold.begin[p] << fold.flip_bits) + coset_at(&level[d].place[p], i)] = (uint8_t)d;
	uint64_t n_low = 0, n_exact = 0, n_lowered = 0;  /* the latter by lines that overflow */
	for (uint64_t i = 0; i < image.n_entries; i++) {
		const unsigned value = value_at(&image, i);
		const bool is_wrong = value > image.base && nearest[i] <= image.base;
		n_lowered += value <= image.base && nearest[i] > image.base;
		if (is_wrong)  /* an assertion takes a while even if it holds */
			cr_assert_not(is_wrong, "entry %lu is %u, the list has %u", i, value, nearest[i]);
		if (nearest[i] > image.base)
			continue;
		cr_assert_leq(value, nearest[i]);
		n_low++;
		n_exact += value == nearest[i];
	}
	cr_expect_gt((double)n_exact, 0.97 * (double)n_low, "%lu of %lu", n_exact, n_low);
	cr_expect_leq(n_lowered, image.n_entries / 50000, "%lu of %lu", n_lowered, image.n_entries);
	free(nearest);
	levels_free(level, image.base);
	pdb_image_free(&image);
}

Test(build_coset, low_values_are_exact_but_for_equal_hashes)
{
	for (unsigned i = 0; i < N_SMALL; i++)
		expect_low_values(small[i].key);
}

/* Found again with whole cubes: every position up to so many moves from solved, by its coset's rank. */
static void note_depths(const struct pdb_image *image, const struct cube *c, unsigned depth, unsigned last, uint8_t *nearest)
{
	for (uint32_t moves = depth <= last ? moves_of(image->key) : 0; moves != 0; moves &= moves - 1) {
		const unsigned m = (unsigned)__builtin_ctz(moves);
		const struct cube child = cube_after(c, m);
		const uint64_t index = coordinate_rank(image->key.coordinate, &child);
		if (nearest[index] > depth)
			nearest[index] = (uint8_t)depth;
		note_depths(image, &child, depth + 1, last, nearest);
	}
}

static void expect_depths_of_walks(struct pdb_key k)
{
	enum { KNOWN_DEPTH = 4 };
	struct pdb_image image = built(k, 2);
	uint8_t *const nearest = malloc(image.n_entries);
	memset(nearest, 15, image.n_entries);
	nearest[coordinate_rank(k.coordinate, &cube_solved)] = 0;
	note_depths(&image, &cube_solved, 1, KNOWN_DEPTH, nearest);
	uint64_t n_low = 0, n_exact = 0;
	for (uint64_t i = 0; i < image.n_entries; i++) {
		const unsigned value = value_at(&image, i);
		if (nearest[i] > KNOWN_DEPTH)
			continue;
		cr_assert_leq(value, nearest[i]);
		n_low++;
		n_exact += value == nearest[i];
	}
	cr_expect_gt((double)n_exact, 0.97 * (double)n_low, "%lu of %lu", n_exact, n_low);
	free(nearest);
	pdb_image_free(&image);
}

Test(build_coset, low_values_are_those_of_all_short_walks_but_for_equal_hashes)
{
	for (unsigned i = 0; i < N_SMALL; i++)
		expect_depths_of_walks(small[i].key);
}

/* ---- files ---- */
/* The header of a table of that shape, written and read; the entries would follow.
 * @param version  0: the right one */
static enum pdb_status read_back(struct coset_shape shape, enum metric metric, uint32_t version, struct pdb_key *out)
{
	const struct pdb_key k = {{.kind = COORDINATE_COSET, .coset = shape}, metric};
	struct pdb_image image = {.key = k, .n_entries = coset_size(shape), .base = pdb_base(k)};
	image.size_bytes = coset_shape_is_valid(shape) ? (size_t)pdb_expected_bytes(k) : PDB_CHUNK_BYTES;
	image.histogram = (struct pdb_histogram){.count[0] = image.n_entries};
	struct pdb_header header = pdb_header_describe(&image, PDB_CHUNK_BYTES);
	if (version != 0)
		header.version = version;
	pdb_header_seal(&header);
	FILE *const file = tmpfile();
	cr_assert_eq(fwrite(&header, sizeof header, 1, file), 1u);
	fflush(file);
	const enum pdb_status status = pdb_header_read(fileno(file), &header);
	if (status == PDB_TRUNCATED)  /* the header is sound */
		*out = pdb_header_key(&header);
	fclose(file);
	return status;
}

Test(build_coset, headers_hold_every_shape)
{
	static const struct coset_shape shapes[] = {
		{1, COSET_TETRAD, 8}, {630, COSET_TETRAD, 9}, {630, COSET_PARITY, 8}, {100, COSET_PARITY, 9}, {3577, COSET_HTR, 8},
		{3780, COSET_HTR, 9},
	};
	for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		struct pdb_key k;
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
			cr_assert_eq(read_back(shapes[i], metric, 0, &k), PDB_TRUNCATED, "shape %u", i);
			cr_expect(coset_shape_equal(k.coordinate.coset, shapes[i]) && k.metric == metric, "shape %u", i);
		}
	}
	static const struct coset_shape wrong[] = {
		{0, COSET_TETRAD, 8}, {631, COSET_TETRAD, 8}, {631, COSET_PARITY, 9}, {3781, COSET_HTR, 8}, {1, N_COSET_CORNERS, 8},
	};
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct pdb_key k;
		cr_expect_eq(read_back(wrong[i], METRIC_HTM, 0, &k), PDB_WRONG_TABLE, "shape %u", i);
	}
}

Test(build_coset, tables_of_two_bits_an_entry_are_of_another_version)
{
	struct pdb_key k;
	cr_expect_eq(read_back((struct coset_shape){14, COSET_TETRAD, 8}, METRIC_HTM, 1, &k), PDB_BAD_VERSION);
	cr_expect_eq(read_back((struct coset_shape){14, COSET_TETRAD, 8}, METRIC_HTM, 2, &k), PDB_TRUNCATED);
	cr_expect_eq(read_back((struct coset_shape){14, COSET_TETRAD, 8}, METRIC_HTM, 3, &k), PDB_BAD_VERSION);
}

static bool stop_at_once(void *context, const char *stage, uint64_t done, uint64_t total)
{
	(void)stage;
	cr_expect_leq(done, total);
	++*(unsigned *)context;
	return false;
}

Test(build_coset, the_watcher_can_interrupt)
{
	unsigned n_told = 0;
	struct pdb_image image = {.entries = NULL};
	const struct pdb_progress progress = {stop_at_once, &n_told};
	cr_expect_eq(pdb_build(key, 2, &progress, &image), PDB_INTERRUPTED);
	cr_expect_eq(n_told, 1u);
	cr_expect_null(image.entries);
}

struct told {
	unsigned n, last;
	uint64_t done;
};

static bool stop_at_last(void *context, const char *stage, uint64_t done, uint64_t total)
{
	struct told *const told = context;
	(void)stage;
	cr_expect(done <= total && done >= told->done, "%lu of %lu after %lu", done, total, told->done);
	told->done = done;
	return ++told->n < told->last;
}

Test(build_coset, progress_only_rises_and_any_moment_can_be_the_last)
{
	struct told all = {.last = UINT32_MAX};
	const struct pdb_progress to_the_end = {stop_at_last, &all};
	struct pdb_image image = {.entries = NULL};
	cr_assert_eq(pdb_build(key, 1, &to_the_end, &image), PDB_OK);
	cr_expect_geq((double)all.done, 0.999 * (double)image.n_entries);
	pdb_image_free(&image);
	for (unsigned quarter = 1; quarter <= 4; quarter++) {
		struct told some = {.last = all.n * quarter / 4};
		const struct pdb_progress progress = {stop_at_last, &some};
		cr_expect_eq(pdb_build(key, 1, &progress, &image), PDB_INTERRUPTED);
		cr_expect_eq(some.n, some.last);
	}
}
