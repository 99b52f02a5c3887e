/* The builder of coset tables, against a breadth-first search that keeps all, and their files. */
#include "coset/family.h"
#include "support/support.h"
#include "coset/math/coset.h"
#include "coset/build/levels.h"
#include "pdb/file.h"
#include "pdb/generate.h"
#include "pdb/pdb.h"
#include "coset/filter/labels.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

TestSuite(build_coset, .init = coset_transitions_init);

/* The smallest one, 22 MB. */
static const struct pdb_key key = {COSET_COORDINATE(4874, COSET_PARITY, false), METRIC_HTM};

/* Small ones with subcosets, 23 MB, of 5.4e11 entries: each takes seconds, so one test does all that wants it built. */
static const struct pdb_key layered = {
	COSET_COORDINATE(5000, COSET_PARITY, true), METRIC_HTM,
};
static const struct pdb_key layered_parity = {
	COSET_COORDINATE(5003, COSET_PARITY, true), METRIC_QTM,
};

/* 22 to 70 MB each. */
static const struct pdb_key small[] = {
	{COSET_COORDINATE(4874, COSET_PARITY, false), METRIC_HTM},
	{COSET_COORDINATE(4874, COSET_PARITY, false), METRIC_QTM},
	{COSET_COORDINATE(5000, COSET_HTR, false), METRIC_HTM},
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

static unsigned value_of(const struct pdb_image *image, const struct cube *c)
{
	const struct pdb table = pdb_of_image(image);
	return pdb_get(&table, coordinate_rank(image->key.coordinate, c));
}

/* ---- bounds ---- */
/* The index in the coordinate of a coset in a place of a builder: with subcosets, what is below the nine flips tells these
 * apart, and so do the places. */
static uint64_t index_of(const struct coset_filter *t, unsigned p, uint32_t coset)
{
	if (t->n_subcosets == 1)
		return (uint64_t)p * t->block_entries + coset;
	return ((uint64_t)(p / 6) * t->block_entries + coset / 4) * 24 + p % 6 * 4 + coset % 4;
}

/* Whether no copy of a coset is before it. */
static bool is_least(struct coset_shape shape, uint64_t index)
{
	const uint64_t block = index / coset_n_subcosets(shape) / COSET_BLOCK_ENTRIES;
	const unsigned class = (unsigned)(block / coset_n_corner_cosets(shape.corners));
	if (coset_tables.n_stabilizers[class] == 1)
		return true;
	const struct cube c = coset_unrank(shape, index);
	return coset_rank(shape, &c) == index;
}

/* All that is nearer than the cap, and some that is not, as the table has it. */
struct comparison {
	uint64_t n_near[PDB_MAX_DEPTHS], n_exact[PDB_MAX_DEPTHS];  /* by depth */
	uint64_t n_far, n_of_value[PDB_MAX_DEPTHS];                /* of the cap or more, by value */
	double expected[COSET_THRESHOLD_SETS];                             /* of these, as many should pass at each level and all before */
	uint64_t n_tests;                                          /* that what is near must pass */
};

/* The width of an entry's filter block. */
static unsigned width_of(const struct coset_filter *t, unsigned p, uint32_t coset)
{
	const unsigned class = p / t->n_corner_cosets;
	const uint64_t group = class % 35 * t->n_corner_cosets + p % t->n_corner_cosets;
	return t->filter_block[(group * t->group_filter_blocks + coset % t->group_filter_blocks + 1) * COSET_FILTER_BLOCK_BYTES - 1];
}

/* The share of other slots that pass a test in a line: half for each solution that is looked at. */
static double share_of_width(unsigned width)
{
	double sum = 0;
	for (unsigned begin = 0; begin < width - 3; begin++)
		sum += exp2(-(double)coset_equation_columns(width, begin));
	return sum / (width - 3);
}

/* Values in a block: of what the levels have there, and of some entries that none has. */
static void compare_block(struct comparison *c, const struct coset_filter *t, struct coset_shape shape,
                          const struct coset_level *level, unsigned p, uint64_t *is_near, struct dice *dice)
{
	enum { FAR_ENTRIES = 1500 };
	const unsigned cap = t->base + COSET_THRESHOLD_SETS;
	const uint64_t begin = (uint64_t)p * t->block_entries;
	uint32_t coset;
	for (unsigned d = 0; d < cap; d++)
		for (struct coset_set_reader r = coset_set_begin(&level[d].block[p]); coset_set_read(&r, 1, &coset) == 1;) {
			is_near[coset / 64] |= UINT64_C(1) << coset % 64;
			if (!is_least(shape, begin + coset))
				continue;
			const unsigned value = coset_filter_get(t, begin + coset);
			if (value > d)
				cr_assert_fail("block %u, coset %u: %u moves, not %u", p, coset, d, value);
			c->n_near[d]++;
			c->n_exact[d] += value == d;
			c->n_tests += coset_first_test(t->n_equations, d <= t->base ? 3 : d == t->base + 1 ? 2 : 1);
		}
	for (unsigned n = 0; n < FAR_ENTRIES; n++) {
		coset = dice_below(dice, t->block_entries);
		if (is_near[coset / 64] >> coset % 64 & 1)
			continue;
		const double share = share_of_width(width_of(t, p, coset));
		for (unsigned i = 0; i < COSET_THRESHOLD_SETS; i++)
			c->expected[i] += pow(share, coset_first_test(t->n_equations, i + 1));
		c->n_far++;
		c->n_of_value[coset_filter_get(t, begin + coset)]++;
	}
	for (unsigned d = 0; d < cap; d++)
		for (struct coset_set_reader r = coset_set_begin(&level[d].block[p]); coset_set_read(&r, 1, &coset) == 1;)
			is_near[coset / 64] = 0;
}

static struct comparison compare(const struct pdb_image *image)
{
	const unsigned cap = image->base + COSET_THRESHOLD_SETS;
	const struct coset_shape shape = coset_shape_of(&image->key.coordinate);
	const struct coset_filter filter_blocks = coset_filter_of_key(image->entries, image->key);
	struct coset_resolution resolution;
	coset_resolution_fill(&resolution, shape);
	const struct coset_space space = {&resolution, moves_of(image->key)};
	struct coset_level *const level = levels_made(&space, cap - 1);
	uint64_t *const is_near = calloc(filter_blocks.block_entries / 64, sizeof *is_near);
	struct comparison c = {.n_far = 0};
	struct dice dice = {11};
	for (unsigned p = 0; p < coset_n_blocks(&resolution); p++)
		compare_block(&c, &filter_blocks, shape, level, p, is_near, &dice);
	free(is_near);
	levels_free(level, cap - 1);
	return c;
}

/* Entries that are far: none of them should pass.  Of the last level some are one more than the base, by the side table. */
static void expect_mistakes(const struct comparison *c, const struct coset_filter *t, unsigned table)
{
	const unsigned cap = t->base + COSET_THRESHOLD_SETS;
	uint64_t n_passing = c->n_far;
	for (unsigned level = 0; level + 1 < COSET_THRESHOLD_SETS; level++) {
		n_passing -= c->n_of_value[cap - level];
		const double expected = c->expected[level], passing = (double)n_passing;
		cr_expect(fabs(passing - expected) < 0.1 * expected + 5 * sqrt(expected) + 1, "table %u: %f pass at level %u, not %f",
		          table, passing, level, expected);
	}
}

/* Filter blocks have no more columns than they need: some 15 % more than tests. */
static void expect_loads(const struct comparison *c, const struct coset_filter *t, uint64_t n_filter_blocks, unsigned table)
{
	uint64_t n_columns = 0;
	for (uint64_t filter_block = 0; filter_block < n_filter_blocks; filter_block++) {
		const unsigned width = t->filter_block[filter_block * COSET_FILTER_BLOCK_BYTES + COSET_FILTER_BLOCK_BYTES - 1];
		cr_assert(width >= COSET_MIN_WIDTH && width <= COSET_MAX_WIDTH, "table %u, filter block %lu", table, filter_block);
		n_columns += width > COSET_MIN_WIDTH ? 8 * width : 0;
	}
	cr_expect_gt((double)c->n_tests, 0.85 * (double)n_columns, "table %u: %lu tests, %lu columns", table, c->n_tests, n_columns);
}

static void expect_bounds(unsigned table)
{
	struct pdb_image image = built(small[table], 2);
	const struct coset_filter filter_blocks = coset_filter_of_key(image.entries, image.key);
	const struct comparison c = compare(&image);
	expect_mistakes(&c, &filter_blocks, table);
	expect_loads(&c, &filter_blocks, coset_table_filter_blocks(coset_shape_of(&image.key.coordinate)), table);
	for (unsigned d = 0; d <= image.base; d++)
		cr_expect_geq((double)c.n_exact[d], 0.97 * (double)c.n_near[d], "table %u: %lu of %lu at depth %u", table,
		              c.n_exact[d], c.n_near[d], d);
	cr_expect_eq(c.n_exact[0], c.n_near[0]);
	pdb_image_free(&image);
}

Test(build_coset, nothing_reads_more_than_its_depth_and_mistakes_are_as_rare_as_promised)
{
	skip_unless_slow();  /* 10 s; the bounds alone: the tests by parents below */
	expect_bounds(0);
}

Test(build_coset, nothing_reads_more_than_its_depth_and_mistakes_are_as_rare_as_promised_in_quarter_turns)
{
	expect_bounds(1);
}

/* What moves make of a coset at a depth, with whole cubes. */
static void expect_bounds_of_children(const struct pdb_image *image, uint64_t index, unsigned depth)
{
	const struct cube c = coset_unrank(coset_shape_of(&image->key.coordinate), index);
	for (uint32_t moves = moves_of(image->key); moves != 0; moves &= moves - 1) {
		const struct cube child = cube_after(&c, (unsigned)__builtin_ctz(moves));
		const unsigned value = value_of(image, &child);
		if (value > depth + 1)
			cr_assert_fail("index %lu at depth %u, move %d: %u", index, depth, __builtin_ctz(moves), value);
	}
}

/* Depths of cosets without subcosets: the side table knows no others. */
struct known {
	uint64_t *index_and_depth;  /* index << 4 | depth, sorted */
	size_t n;
};

static int compare_numbers(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static struct known known_without_subcosets(struct pdb_key k, unsigned last)
{
	struct coset_shape shape = coset_shape_of(&k.coordinate);
	struct coset_resolution resolution;
	struct known known = {NULL, 0};
	shape.has_subcosets = false;
	coset_resolution_fill(&resolution, shape);
	const struct coset_space space = {&resolution, moves_of(k)};
	struct coset_level *const level = levels_made(&space, last);
	for (unsigned d = 0; d <= last; d++)
		for (unsigned p = 0; p < coset_n_blocks(&resolution); p++)
			known.n += level[d].block[p].n;
	known.index_and_depth = malloc(known.n * sizeof *known.index_and_depth);
	size_t n = 0;
	uint32_t coset;
	for (unsigned d = 0; d <= last; d++)
		for (unsigned p = 0; p < coset_n_blocks(&resolution); p++)
			for (struct coset_set_reader r = coset_set_begin(&level[d].block[p]); coset_set_read(&r, 1, &coset) == 1;) {
				const uint64_t index = (uint64_t)p * COSET_BLOCK_ENTRIES + coset;
				known.index_and_depth[n++] = index << 4 | d;
			}
	qsort(known.index_and_depth, known.n, sizeof *known.index_and_depth, compare_numbers);
	levels_free(level, last);
	return known;
}

static unsigned depth_without_subcosets(const struct known *known, uint64_t index)
{
	size_t begin = 0, end = known->n;
	while (end - begin > 1) {
		const size_t middle = begin + (end - begin) / 2;
		if (known->index_and_depth[middle] >> 4 <= index)
			begin = middle;
		else
			end = middle;
	}
	cr_assert_eq(known->index_and_depth[begin] >> 4, index);
	return known->index_and_depth[begin] & 15;
}

/* All up to cap - 2; and of depth cap - 1 what moves make of some of these. */
static void expect_bounds_by_parents(const struct pdb_image *image)
{
	const struct coset_filter filter_blocks = coset_filter_of_key(image->entries, image->key);
	struct coset_resolution resolution;
	coset_resolution_fill(&resolution, coset_shape_of(&image->key.coordinate));
	const struct coset_space space = {&resolution, moves_of(image->key)};
	const unsigned last = image->base + 1;
	struct coset_level *const level = levels_made(&space, last);
	const bool has_subcosets = resolution.n_axes > 1;
	const struct known without = has_subcosets ? known_without_subcosets(image->key, last) : (struct known){NULL, 0};
	for (unsigned d = 0; d <= last; d++) {
		uint64_t n = 0, n_exact = 0;
		uint32_t coset;
		for (unsigned p = 0; p < coset_n_blocks(&resolution); p++)
			for (struct coset_set_reader r = coset_set_begin(&level[d].block[p]); coset_set_read(&r, 1, &coset) == 1;) {
				const uint64_t index = index_of(&filter_blocks, p, coset);
				if (!is_least(coset_shape_of(&image->key.coordinate), index))
					continue;
				const unsigned value = coset_filter_get(&filter_blocks, index);
				if (value > d)
					cr_assert_fail("index %lu: %u moves, not %u", index, d, value);
				n++;
				n_exact += value == (has_subcosets ? depth_without_subcosets(&without, index / 24) : d);
				if (d == last && n % 1009 == 0)
					expect_bounds_of_children(image, index, d);
			}
		cr_expect(d == last || (double)n_exact >= 0.97 * (double)n, "%lu of %lu at depth %u", n_exact, n, d);
	}
	levels_free(level, last);
	free(without.index_and_depth);
}

static void expect_bounds_of_table(unsigned table)
{
	struct pdb_image image = built(small[table], 2);
	expect_bounds_by_parents(&image);
	pdb_image_free(&image);
}

Test(build_coset, nothing_reads_more_than_its_depth_with_parity)
{
	expect_bounds_of_table(0);
}

Test(build_coset, nothing_reads_more_than_its_depth_with_htr_corners)
{
	expect_bounds_of_table(2);
}

Test(build_coset, nothing_reads_more_than_its_depth_in_quarter_turns)
{
	expect_bounds_of_table(1);
}

/* Depths of whole cubes, without frames or levels. */
struct walked {
	uint64_t index;
	unsigned depth;
};

static int compare_walked(const void *a, const void *b)
{
	const struct walked *const x = a, *const y = b;
	return x->index != y->index ? (x->index > y->index) - (x->index < y->index) : (int)x->depth - (int)y->depth;
}

static void note_walks(struct pdb_key k, const struct cube *c, unsigned depth, unsigned last, struct walked *list, size_t *n)
{
	list[(*n)++] = (struct walked){coordinate_rank(k.coordinate, c), depth};
	for (uint32_t moves = depth < last ? moves_of(k) : 0; moves != 0; moves &= moves - 1) {
		const struct cube child = cube_after(c, (unsigned)__builtin_ctz(moves));
		note_walks(k, &child, depth + 1, last, list, n);
	}
}

static void expect_depths_of_walks(const struct pdb_image *image)
{
	enum { KNOWN_DEPTH = 4, MAX_WALKS = 1 + 18 + 18 * 18 + 18 * 18 * 18 + 18 * 18 * 18 * 18 };
	const struct coset_filter filter_blocks = coset_filter_of_key(image->entries, image->key);
	struct walked *const list = malloc(MAX_WALKS * sizeof *list);
	size_t n = 0, n_cosets = 0, n_exact = 0, first_of_coset = 0;
	unsigned nearest = 0;  /* of a coset's subcosets */
	note_walks(image->key, &cube_solved, 0, KNOWN_DEPTH, list, &n);
	qsort(list, n, sizeof *list, compare_walked);
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || list[i].index / filter_blocks.n_subcosets != list[first_of_coset].index / filter_blocks.n_subcosets) {
			first_of_coset = i;
			nearest = list[i].depth;
			for (size_t j = i; j < n && list[j].index / filter_blocks.n_subcosets == list[i].index / filter_blocks.n_subcosets; j++)
				nearest = list[j].depth < nearest ? list[j].depth : nearest;
		}
		if (i > 0 && list[i].index == list[i - 1].index)
			continue;
		const unsigned value = coset_filter_get(&filter_blocks, list[i].index);
		if (value > list[i].depth)
			cr_assert_fail("index %lu: %u moves, not %u", list[i].index, list[i].depth, value);
		n_cosets++;
		n_exact += value == nearest;
	}
	cr_expect_geq((double)n_exact, 0.97 * (double)n_cosets, "%zu of %zu", n_exact, n_cosets);
	free(list);
}

Test(build_coset, short_walks_have_their_lengths_but_for_equal_hashes)
{
	for (unsigned i = 0; i < N_SMALL; i += 2) {
		struct pdb_image image = built(small[i], 2);
		expect_depths_of_walks(&image);
		pdb_image_free(&image);
	}
}

static void expect_bounds_of_walks(const struct pdb_image *image)
{
	struct dice dice = {6};
	for (unsigned walk = 0; walk < 5000; walk++) {
		struct cube c = cube_solved;
		for (unsigned n = 1; n <= 12; n++) {
			const unsigned move = dice_below(&dice, N_MOVES);
			c = cube_after(&c, image->key.metric == METRIC_QTM && move % 3 == 1 ? move + 1 : move);
			const unsigned value = value_of(image, &c);
			if (value > n)
				cr_assert_fail("walk %u of seed 6, %u moves: %u", walk, n, value);
		}
	}
}

Test(build_coset, walks_are_never_shorter_than_their_bound)
{
	for (unsigned i = 1; i < N_SMALL; i += 2) {
		struct pdb_image image = built(small[i], 2);
		expect_bounds_of_walks(&image);
		pdb_image_free(&image);
	}
}

static void expect_same_table(const struct pdb_image *a, const struct pdb_image *b)
{
	cr_assert_eq(a->size_bytes, b->size_bytes);
	cr_expect(memcmp(a->entries, b->entries, a->size_bytes) == 0);
	cr_expect_arr_eq(a->histogram.count, b->histogram.count, sizeof a->histogram.count);
}

Test(build_coset, threads_do_not_change_the_table)
{
	struct pdb_image one = built(small[1], 1);
	for (unsigned n_threads = 2; n_threads <= 3; n_threads++) {
		struct pdb_image more = built(small[1], n_threads);
		expect_same_table(&more, &one);
		pdb_image_free(&more);
	}
	pdb_image_free(&one);
}

/* ---- histograms ---- */
static void expect_counts_of_sample(const struct pdb_image *image)
{
	const struct coset_shape s = coset_shape_of(&image->key.coordinate);
	const struct coset_filter filter_blocks = coset_filter_of_key(image->entries, image->key);
	const uint64_t block_entries = COSET_BLOCK_ENTRIES, n_corner_cosets = coset_n_corner_cosets(s.corners);
	const uint64_t n_subcosets = s.has_subcosets ? 24 : 1;
	uint64_t count[PDB_MAX_DEPTHS] = {0}, n = 0;
	for (uint64_t filter_block = 0; filter_block < coset_table_filter_blocks(s); filter_block += coset_size(s) / 4194304)
		for (uint64_t class = filter_block / s.filter_blocks / n_corner_cosets; class < COSET_CLASSES; class += 35)
			for (uint64_t coset = filter_block % s.filter_blocks; coset < block_entries; coset += s.filter_blocks) {
				const uint64_t block = class * n_corner_cosets + filter_block / s.filter_blocks % n_corner_cosets;
				if (coset_tables.n_stabilizers[class] != 1)
					continue;
				for (uint64_t subcoset = 0; subcoset < n_subcosets; subcoset++, n++)
					count[coset_filter_get(&filter_blocks, (block * block_entries + coset) * n_subcosets + subcoset)]++;
			}
	cr_expect_eq(n, coset_sampled_entries(s));
	cr_expect_arr_eq(count, image->histogram.count, sizeof count);
	cr_expect_eq(image->histogram.max_depth, coset_cap(s, image->key.metric));
}

Test(build_coset, histograms_count_every_entry_of_the_sampled_filter_blocks_once)
{
	struct pdb_image image = built(small[0], 2);
	expect_counts_of_sample(&image);
	pdb_image_free(&image);
}

/* ---- memory ---- */
static bool is_instrumented(void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
	return true;
#else
	return false;
#endif
}

/* Resident memory, at most, of a process that builds a table, or nothing. */
static uint64_t peak_bytes(const struct pdb_key *k)
{
	const pid_t child = fork();
	if (child == 0) {
		struct pdb_image image;
		_exit(k != NULL && pdb_build(*k, 2, NULL, &image) != PDB_OK);
	}
	int status;
	struct rusage usage;
	cr_assert_eq(wait4(child, &status, 0, &usage), child);
	cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	return (uint64_t)usage.ru_maxrss * 1024;
}

Test(build_coset, builders_take_no_more_memory_than_they_may)
{
	if (is_instrumented())
		return;
	const struct pdb_key keys[] = {small[1], small[2], layered_parity};
	for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
		const struct pdb_key k = keys[i];
		const struct coset_shape shape = coset_shape_of(&k.coordinate);
		const uint64_t nothing = peak_bytes(NULL), peak = peak_bytes(&k) - nothing;
		const uint64_t allowed = pdb_generate_memory_bytes(k, 2);
		cr_expect_leq(peak, allowed, "table %u: %lu of %lu bytes", i, peak, allowed);
		cr_expect_eq(pdb_data_bytes(k), coset_filter_begin(coset_side_log2(k.metric, pdb_base(k)))
		                                    + coset_filter_bytes(shape));
	}
}

/* ---- interruption ---- */
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

/* ---- subcosets ---- */
/* An odd subcoset is near where one of its neighbours is, and nowhere else. */
static void expect_odd_subcosets_by_even(const struct pdb_image *image)
{
	const struct coset_filter filter_blocks = coset_filter_of_key(image->entries, image->key);
	const unsigned cap = image->base + COSET_THRESHOLD_SETS;
	struct dice dice = {12};
	unsigned n_near = 0;
	for (unsigned n = 0; n < 200000; n++) {
		const uint64_t begin = dice_roll(&dice) % (image->n_entries / 24) * 24;
		unsigned value[24];
		for (unsigned subcoset = 0; subcoset < 24; subcoset++)
			value[subcoset] = coset_filter_get(&filter_blocks, begin + subcoset);
		for (unsigned subcoset = 0; subcoset < 24; subcoset++) {
			const uint8_t *const near = coset_tables.neighbour[subcoset];
			const bool has_near = value[near[0]] < cap || value[near[1]] < cap || value[near[2]] < cap;
			if (coset_tables.even_axes[subcoset / 4] == COSET_ODD_AXES && (value[subcoset] < cap) != has_near)
				cr_assert_fail("index %lu: odd layer %u is %u", begin, subcoset, value[subcoset]);
			n_near += value[subcoset] < cap;
		}
	}
	cr_expect_gt(n_near, 1000u);
}

/* Of what is far, for hardly any cube is near, passes at the first level what the line's solution columns promise. */
static void expect_mistakes_of_subcosets(const struct pdb_image *image)
{
	static double share[COSET_WIDTHS][24];
	const struct coset_filter filter_blocks = coset_filter_of_key(image->entries, image->key);
	struct dice dice = {13};
	double n_passing = 0, expected = 0;
	for (unsigned width = COSET_MIN_WIDTH; width < COSET_WIDTHS; width++)
		for (unsigned subcoset = 0; subcoset < 24; subcoset++)
			share[width][subcoset] = label_share(width, subcoset);
	for (unsigned n = 0; n < 100000; n++) {
		const struct cube c = dice_cube(&dice);
		const uint64_t index = coordinate_rank(image->key.coordinate, &c), coset = index / 24;
		const uint64_t block = coset / filter_blocks.block_entries;
		const unsigned p = (unsigned)block, width = width_of(&filter_blocks, p, (uint32_t)(coset % filter_blocks.block_entries));
		n_passing += coset_filter_get(&filter_blocks, index) < image->base + COSET_THRESHOLD_SETS;
		expected += share[width][index % 24];
	}
	cr_expect(n_passing > 0.9 * expected && n_passing < 1.1 * expected, "%.0f pass, not %.0f", n_passing, expected);
	cr_expect_lt(expected, 50000);
}

static void expect_same_tables_of_threads(const struct pdb_image *image)
{
	for (unsigned n_threads = 1; n_threads <= 3; n_threads += 2) {
		struct pdb_image other = built(image->key, n_threads);
		expect_same_table(image, &other);
		pdb_image_free(&other);
	}
}

static void expect_sound_subcosets(struct pdb_key k, bool with_other_threads)
{
	struct told all = {.last = UINT32_MAX};
	const struct pdb_progress to_the_end = {stop_at_last, &all};
	struct pdb_image image = {.entries = NULL};
	cr_assert_eq(pdb_build(k, 2, &to_the_end, &image), PDB_OK);
	cr_expect_geq((double)all.done, 0.999 * (double)image.n_entries);
	if (with_other_threads)
		expect_same_tables_of_threads(&image);
	expect_counts_of_sample(&image);
	expect_bounds_of_walks(&image);
	expect_depths_of_walks(&image);
	expect_bounds_by_parents(&image);
	expect_odd_subcosets_by_even(&image);
	expect_mistakes_of_subcosets(&image);
	pdb_image_free(&image);
	struct told some = {.last = all.n / 8};
	const struct pdb_progress progress = {stop_at_last, &some};
	cr_expect_eq(pdb_build(k, 2, &progress, &image), PDB_INTERRUPTED);
	cr_expect_eq(some.n, some.last);
}

Test(build_coset, with_subcosets_nothing_reads_more_than_its_depth_and_threads_do_not_change_the_table)
{
	expect_sound_subcosets(layered, true);
}

Test(build_coset, with_parity_and_subcosets_nothing_reads_more_than_its_depth_in_quarter_turns)
{
	expect_sound_subcosets(layered_parity, false);
}
