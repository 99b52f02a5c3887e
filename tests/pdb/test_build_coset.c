#include "../support/support.h"
#include "coord/corners.h"
#include "coord/coset.h"
#include "pdb/coset_list.h"
#include "pdb/header.h"
#include "pdb/pdb.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two classes: 4.4 MB, cut off at 9 moves. */
static const struct pdb_key key = {{.kind = COORDINATE_COSET, .coset = {2, COSET_TETRAD, 8}}, METRIC_HTM};

/* 2.3 to 9 MB each. */
static const struct {
	struct pdb_key key;
	uint64_t count[PDB_MAX_DEPTHS];  /* entries by value */
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
};
enum { N_SMALL = sizeof small / sizeof *small };

/* The kinds that lists tell apart. */
static const struct coset_shape finest[] = {
	{COSET_CLASSES, COSET_PARITY, 8}, {COSET_CLASSES, COSET_PARITY, 9},
	{COSET_CLASSES * COSET_MAX_PARTS, COSET_HTR, 8}, {COSET_CLASSES * COSET_MAX_PARTS, COSET_HTR, 9},
};
enum { N_FINEST = sizeof finest / sizeof *finest };

static struct pdb_image built(struct pdb_key k, unsigned n_threads)
{
	struct pdb_image image = {.entries = NULL};
	cr_assert_eq(pdb_build(k, n_threads, NULL, &image), PDB_OK);
	return image;
}

static unsigned value_of(const struct pdb_image *image, const struct cube *c)
{
	const uint64_t index = coordinate_rank(image->key.coordinate, c);
	return pdb_value(image->entries, image->n_entries, image->bits, image->base, index);
}

Test(build_coset, classes_by_depth_are_those_of_the_prototype)
{
	static const size_t expected[N_FINEST][8] = {
		{1, 1, 2, 14, 128, 1500, 18607, 235712}, {1, 1, 2, 14, 128, 1500, 18607, 235851},
		{1, 1, 2, 14, 128, 1502, 18662, 236964}, {1, 1, 2, 14, 128, 1502, 18662, 237092},
	};
	for (unsigned kind = 0; kind < N_FINEST; kind++) {
		struct coset_list list;
		cr_assert_eq(coset_list_fill(finest[kind], 7, &list), PDB_OK);
		for (unsigned d = 0; d <= 7; d++) {
			const size_t n = list.begin[d + 1] - list.begin[d];
			cr_expect_eq(n, expected[kind][d], "kind %u, depth %u: %zu", kind, d, n);
		}
		coset_list_free(&list);
	}
}

/* ---- the classes once more, by another definition ---- */
/* The group that a kind divides by is made of 24 cosets, 48 with 8 flip bits, of those of its positions which keep each
 * edge in its slice unflipped and each corner in its tetrad untwisted (and the corners even, or as half turns leave
 * them).  What these cannot change is read off directly; the smallest reading from all cosets and symmetries is that of
 * the class.  No frames, no stabilisers, no tables. */
enum { MAX_LEFT_FACTORS = 48, ORACLE_DEPTH = 5, SLOW_ORACLE_DEPTH = 7 };

struct oracle {
	struct coset_shape kind;
	uint16_t half_turn_coset[N_CORNER_PERMS];
	struct cube left[MAX_LEFT_FACTORS];
	unsigned n_left;
};

static uint64_t reading(const struct oracle *o, const struct cube *c)
{
	static const uint8_t slice_of[N_EDGES] = {0, 1, 0, 1, 0, 1, 0, 1, 2, 2, 2, 2};
	static const uint8_t tetrad_of[N_CORNERS] = {0, 1, 0, 1, 1, 0, 1, 0};
	uint64_t r = 0;
	if (o->kind.corners == COSET_HTR) {
		r = o->half_turn_coset[corners_rank_perm(c)];
	} else {
		for (unsigned i = 0; i < N_CORNERS; i++)
			r |= (uint64_t)tetrad_of[c->corner_perm[i]] << i;
		r |= (uint64_t)cube_is_odd(c) << 8;
	}
	r = r * N_TWISTS + corners_rank_twist(c);
	for (unsigned i = 0; i < N_EDGES; i++)
		r = r * 3 + slice_of[c->edge_perm[i]];
	for (unsigned i = 0; i < N_EDGES; i++)
		r = r * 2 + c->edge_ori[i];
	return r;
}

static void add_left_factor(struct oracle *o, const struct cube *c)
{
	for (unsigned i = 0; i < o->n_left; i++)
		if (reading(o, &o->left[i]) == reading(o, c))
			return;
	cr_assert_lt(o->n_left, (unsigned)MAX_LEFT_FACTORS);
	o->left[o->n_left++] = *c;
}

static void fill_oracle(struct oracle *o, struct coset_shape kind)
{
	*o = (struct oracle){.kind = kind, .n_left = 1, .left = {cube_solved}};
	half_turn_cosets(o->half_turn_coset);
	for (unsigned i = 0; i < o->n_left; i++) {
		for (unsigned axis = 0; axis < 3; axis++) {
			const struct cube c = cube_after(&o->left[i], axis * 3), d = cube_after(&c, (axis + 3) * 3 + 2);
			add_left_factor(o, &d);
		}
		if (kind.flip_bits == 8) {
			struct cube flipped = o->left[i];
			for (unsigned e = FR; e <= BR; e++)
				flipped.edge_ori[e] ^= 1;
			add_left_factor(o, &flipped);
		}
	}
	cr_assert_eq(o->n_left, kind.flip_bits == 8 ? 48u : 24u);
}

static uint64_t smallest_reading(const struct oracle *o, const struct cube *c)
{
	uint64_t smallest = UINT64_MAX;
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		const struct cube seen = cube_conjugate(c, s);
		for (unsigned i = 0; i < o->n_left; i++) {
			const struct cube image = cube_product(&o->left[i], &seen);
			const uint64_t r = reading(o, &image);
			smallest = r < smallest ? r : smallest;
		}
	}
	return smallest;
}

struct class {
	uint64_t reading;
	struct cube cube;
};

static int compare_classes(const void *a, const void *b)
{
	const uint64_t x = ((const struct class *)a)->reading, y = ((const struct class *)b)->reading;
	return (x > y) - (x < y);
}

/* How many of n classes at a depth are left, once those of the depths before are gone and each is there once. */
static size_t keep_new(struct class *next, size_t n, const struct class *now, size_t n_now, const struct class *before,
                       size_t n_before)
{
	size_t n_new = 0;
	qsort(next, n, sizeof *next, compare_classes);
	for (size_t i = 0; i < n; i++) {
		if (n_new > 0 && next[n_new - 1].reading == next[i].reading)
			continue;
		if (bsearch(&next[i], now, n_now, sizeof *now, compare_classes) == NULL &&
		    bsearch(&next[i], before, n_before, sizeof *before, compare_classes) == NULL)
			next[n_new++] = next[i];
	}
	return n_new;
}

static void expect_counts_of_oracle(struct coset_shape kind, unsigned depth)
{
	cube_init();
	static struct oracle o;
	struct coset_list list;
	fill_oracle(&o, kind);
	cr_assert_eq(coset_list_fill(kind, depth, &list), PDB_OK);
	struct class *before = malloc(sizeof *before), *now = malloc(sizeof *now);
	size_t n_before = 0, n_now = 1;
	now[0] = (struct class){smallest_reading(&o, &cube_solved), cube_solved};
	for (unsigned d = 1; d <= depth; d++) {
		struct class *const next = malloc(n_now * N_MOVES * sizeof *next);
		for (size_t i = 0; i < n_now * N_MOVES; i++) {
			next[i].cube = cube_after(&now[i / N_MOVES].cube, (unsigned)(i % N_MOVES));
			next[i].reading = smallest_reading(&o, &next[i].cube);
		}
		const size_t n_next = keep_new(next, n_now * N_MOVES, now, n_now, before, n_before);
		const size_t n_listed = list.begin[d + 1] - list.begin[d];
		cr_expect_eq(n_next, n_listed, "depth %u: %zu, listed %zu", d, n_next, n_listed);
		free(before);
		before = now;
		n_before = n_now;
		now = next;
		n_now = n_next;
	}
	free(before);
	free(now);
	coset_list_free(&list);
}

Test(build_coset, classes_are_those_of_the_definition_with_parity)
{
	expect_counts_of_oracle(finest[0], ORACLE_DEPTH);
}

Test(build_coset, classes_are_those_of_the_definition_with_parity_and_nine_flips)
{
	expect_counts_of_oracle(finest[1], ORACLE_DEPTH);
}

Test(build_coset, classes_are_those_of_the_definition_with_htr_corners)
{
	expect_counts_of_oracle(finest[2], ORACLE_DEPTH);
}

Test(build_coset, classes_are_those_of_the_definition_with_htr_corners_and_nine_flips)
{
	expect_counts_of_oracle(finest[3], ORACLE_DEPTH);
}

/* Eight and nine flip bits differ from depth 7 on. */
Test(build_coset, classes_are_those_of_the_definition_to_depth_7)
{
	skip_unless_slow();
	for (unsigned kind = 0; kind < N_FINEST; kind++)
		expect_counts_of_oracle(finest[kind], SLOW_ORACLE_DEPTH);
}

/* ---- tables ---- */
Test(build_coset, entries_by_value_are_those_of_the_first_run)
{
	for (unsigned i = 0; i < N_SMALL; i++) {
		struct pdb_image image = built(small[i].key, 2);
		cr_expect_arr_eq(image.histogram.count, small[i].count, sizeof small[i].count, "table %u", i);
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
		count[pdb_value(image.entries, image.n_entries, image.bits, image.base, i)]++;
	cr_expect_arr_eq(count, image.histogram.count, sizeof count);
	cr_expect_eq(image.histogram.max_depth, coset_cap(key.coordinate.coset));
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
			for (unsigned n = 1; n <= 12; n++) {
				c = cube_after(&c, (unsigned)rand() % N_MOVES);
				cr_assert_leq(value_of(&image, &c), n, "table %u, walk %u, %u moves", i, walk, n);
			}
		}
		pdb_image_free(&image);
	}
}

/* ---- consistency ---- */
enum { MAX_KNOWN = 100000, KNOWN_DEPTH = 6 };

static int compare_known(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* The smallest depth noted for an entry of the table without folding. */
static unsigned depth_of(const uint64_t *known, size_t n, uint64_t entry)
{
	size_t begin = 0, end = n;
	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;
		if (known[middle] < entry << 4)
			begin = middle + 1;
		else
			end = middle;
	}
	cr_assert(begin < n && known[begin] >> 4 == entry);
	return (unsigned)(known[begin] & 15);
}

static void expect_consistency(struct coset_shape kind)
{
	struct coset_list list;
	cr_assert_eq(coset_list_fill(kind, KNOWN_DEPTH, &list), PDB_OK);
	struct coset_fold fold;
	coset_fold_fill(&fold, kind);
	struct coset_children *const children = malloc(sizeof *children);
	uint64_t *const known = malloc(MAX_KNOWN * sizeof *known);
	size_t n = 0;
	/* The first pass notes depths, the second compares those of neighbours. */
	for (unsigned pass = 0; pass < 2; pass++) {
		for (unsigned d = 0; d < KNOWN_DEPTH; d++)
			for (size_t i = list.begin[d]; i < list.begin[d + 1]; i++) {
				struct coset_cube parent = list.cubes[i];
				parent.moves = (1u << N_MOVES) - 1;
				coset_indexer_best()->index_children(&parent, 1, &fold, children);
				unsigned before = 0;
				for (unsigned c = 0; c < children->n; c++) {
					if (pass == 0) {
						cr_assert_lt(n, (size_t)MAX_KNOWN);
						known[n++] = children->entry[c] << 4 | (d + 1);
						continue;
					}
					const unsigned depth = depth_of(known, n, children->entry[c]);
					cr_assert(depth + 1 >= d && depth <= d + 1, "class %zu at depth %u, neighbour %u", i, d, depth);
					if (c > 0 && children->child[c] == children->child[c - 1])
						cr_assert_eq(depth, before, "class %zu, copies at %u and %u", i, depth, before);
					before = depth;
				}
			}
		qsort(known, n, sizeof *known, compare_known);
	}
	free(known);
	free(children);
	coset_list_free(&list);
}

/* Without folding an entry is the distance of a coset: all entries of one coset agree, and a move changes it by at
 * most 1.  (For the inverse it may change by more, and folding takes minima of strangers: only the bound remains.) */
Test(build_coset, moves_change_the_distance_of_a_coset_by_at_most_one)
{
	for (unsigned kind = 0; kind < N_FINEST; kind++)
		expect_consistency(finest[kind]);
}

static void expect_low_values(struct pdb_key k)
{
	struct pdb_image image = built(k, 2);
	struct coset_list list;
	cr_assert_eq(coset_list_fill(k.coordinate.coset, image.base, &list), PDB_OK);
	struct coset_fold fold;
	coset_fold_fill(&fold, k.coordinate.coset);
	struct coset_children *const children = malloc(sizeof *children);
	uint8_t *const nearest = malloc(image.n_entries);
	memset(nearest, 15, image.n_entries);
	for (unsigned d = image.base; d > 0; d--)  /* falling: the nearest remains */
		for (size_t i = list.begin[d - 1]; i < list.begin[d]; i++) {
			struct coset_cube parent = list.cubes[i];
			parent.moves = (1u << N_MOVES) - 1;
			coset_indexer_best()->index_children(&parent, 1, &fold, children);
			for (unsigned c = 0; c < children->n; c++)
				nearest[children->entry[c]] = (uint8_t)d;
		}
	const uint64_t solved = coordinate_rank(k.coordinate, &cube_solved);
	uint64_t n_low = 0, n_exact = 0;
	for (uint64_t i = 0; i < image.n_entries; i++) {
		const unsigned value = pdb_value(image.entries, image.n_entries, image.bits, image.base, i);
		const bool is_solved = i == solved;
		const bool is_wrong = (value <= image.base) != (nearest[i] <= image.base || is_solved);
		if (is_wrong)  /* an assertion takes a while even if it holds */
			cr_assert_not(is_wrong, "entry %lu is %u, the list has %u", i, value, nearest[i]);
		if (nearest[i] > image.base)
			continue;
		cr_assert_leq(value, nearest[i]);
		n_low++;
		n_exact += value == nearest[i];
	}
	cr_expect_gt((double)n_exact, 0.97 * (double)n_low, "%lu of %lu", n_exact, n_low);
	free(nearest);
	free(children);
	coset_list_free(&list);
	pdb_image_free(&image);
}

Test(build_coset, low_values_are_exact_but_for_equal_hashes)
{
	for (unsigned i = 0; i < N_SMALL; i++)
		expect_low_values(small[i].key);
}

/* ---- files ---- */
/* The header of a table of that shape, written and read; the entries would follow. */
static enum pdb_status read_back(struct coset_shape shape, struct pdb_key *out)
{
	const struct pdb_key k = {{.kind = COORDINATE_COSET, .coset = shape}, METRIC_HTM};
	struct pdb_image image = {.key = k, .n_entries = coset_size(shape), .bits = 2, .base = pdb_base(k.coordinate)};
	image.size_bytes = (size_t)pdb_size_bytes(k.coordinate);
	image.histogram = (struct pdb_histogram){.count[0] = image.n_entries};
	struct pdb_header header = pdb_header_describe(&image, PDB_CHUNK_BYTES);
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
		cr_assert_eq(read_back(shapes[i], &k), PDB_TRUNCATED, "shape %u", i);
		cr_expect(coset_shape_equal(k.coordinate.coset, shapes[i]), "shape %u", i);
	}
	static const struct coset_shape wrong[] = {
		{0, COSET_TETRAD, 8}, {631, COSET_TETRAD, 8}, {631, COSET_PARITY, 9}, {3781, COSET_HTR, 8}, {1, N_COSET_CORNERS, 8},
	};
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct pdb_key k;
		cr_expect_eq(read_back(wrong[i], &k), PDB_WRONG_TABLE, "shape %u", i);
	}
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
