#include "coord/coset.h"
#include "pdb/coset_list.h"
#include "pdb/pdb.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Two classes: 4.4 MB, cut off at 9 moves. */
static const struct pdb_key key = {{.kind = COORDINATE_COSET, .coset = {2, COSET_TETRAD, 8}}, METRIC_HTM};

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
	static const size_t expected[] = {1, 1, 2, 14, 128, 1500, 18607, 235712};
	struct coset_list list;
	cr_assert_eq(coset_list_fill(key.coordinate.coset, 7, &list), PDB_OK);
	for (unsigned d = 0; d <= 7; d++) {
		const size_t n = list.begin[d + 1] - list.begin[d];
		cr_expect_eq(n, expected[d], "depth %u: %zu", d, n);
	}
	coset_list_free(&list);
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
	static const struct pdb_key with_parity = {{.kind = COORDINATE_COSET, .coset = {1, COSET_PARITY, 8}}, METRIC_HTM};
	struct pdb_image images[2] = {built(key, 2), built(with_parity, 2)};
	srand(6);
	for (unsigned walk = 0; walk < 20000; walk++) {
		struct cube c = cube_solved;
		for (unsigned n = 1; n <= 12; n++) {
			c = cube_after(&c, (unsigned)rand() % N_MOVES);
			for (unsigned i = 0; i < 2; i++)
				cr_assert_leq(value_of(&images[i], &c), n, "walk %u, %u moves", walk, n);
		}
	}
	pdb_image_free(&images[0]);
	pdb_image_free(&images[1]);
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

/* Without folding an entry is the distance of a coset: all entries of one coset agree, and a move changes it by at
 * most 1.  (For the inverse it may change by more, and folding takes minima of strangers: only the bound remains.) */
Test(build_coset, moves_change_the_distance_of_a_coset_by_at_most_one)
{
	struct coset_list list;
	cr_assert_eq(coset_list_fill(key.coordinate.coset, KNOWN_DEPTH, &list), PDB_OK);
	struct coset_fold fold;
	coset_fold_fill(&fold, (struct coset_shape){COSET_CLASSES, COSET_PARITY, 8});
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

Test(build_coset, low_values_are_exact_but_for_equal_hashes)
{
	struct pdb_image image = built(key, 2);
	struct coset_list list;
	cr_assert_eq(coset_list_fill(key.coordinate.coset, image.base, &list), PDB_OK);
	struct coset_fold fold;
	coset_fold_fill(&fold, key.coordinate.coset);
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
	uint64_t n_low = 0, n_exact = 0;
	for (uint64_t i = 0; i < image.n_entries; i++) {
		const unsigned value = pdb_value(image.entries, image.n_entries, image.bits, image.base, i);
		const bool is_solved = i == coordinate_rank(key.coordinate, &cube_solved);
		cr_assert_eq(value <= image.base, nearest[i] <= image.base || is_solved);
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
