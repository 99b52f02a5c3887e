#include "coord/coset.h"
#include "pdb/coset_list.h"
#include "pdb/pdb.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Two classes: 4.4 MB, cut off at 9 moves. */
static const struct pdb_key key = {{.kind = COORDINATE_COSET, .classes = 2}, METRIC_HTM};

static struct pdb_image built(struct pdb_key k, unsigned n_threads)
{
	struct pdb_image image = {.entries = NULL};
	cr_assert_eq(pdb_build(k, n_threads, NULL, &image), PDB_OK);
	return image;
}

static unsigned value_of(const struct pdb_image *image, const struct cube *c)
{
	return pdb_value(image->entries, image->n_entries, image->bits, image->base, coordinate_rank(image->key.coordinate, c));
}

Test(build_coset, classes_by_depth_are_those_of_the_prototype)
{
	static const size_t expected[] = {1, 1, 2, 14, 128, 1500, 18607, 235712};
	struct coset_list list;
	cr_assert_eq(coset_list_fill(7, &list), PDB_OK);
	for (unsigned d = 0; d <= 7; d++)
		cr_expect_eq(list.begin[d + 1] - list.begin[d], expected[d], "depth %u: %zu", d, list.begin[d + 1] - list.begin[d]);
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
	cr_expect_eq(image.histogram.max_depth, coset_cap(2, false));
	cr_expect_eq(count[0], 1u);
	pdb_image_free(&image);
}

Test(build_coset, walks_are_never_shorter_than_their_bound)
{
	static const struct pdb_key with_parity = {{.kind = COORDINATE_COSET, .classes = 1, .parity = true}, METRIC_HTM};
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

/* Without folding an entry is the distance of one coset, so it changes by at most 1 with a move (and never for the inverse:
 * only the moved side is consistent).  Seen here through the list of all classes of depth 6. */
Test(build_coset, neighbours_of_listed_classes_are_at_most_one_level_away)
{
	struct coset_list list;
	cr_assert_eq(coset_list_fill(6, &list), PDB_OK);
	struct coset_fold fold;
	coset_fold_fill(&fold, COSET_CLASSES, true);
	static uint8_t level[1 << 26];
	struct coset_children *const children = malloc(sizeof *children);
	memset(level, 15, sizeof level);
	for (unsigned d = 1; d <= 6; d++)
		for (size_t i = list.begin[d - 1]; i < list.begin[d]; i++) {
			struct coset_cube parent = list.cubes[i];
			parent.moves = (1u << N_MOVES) - 1;
			coset_indexer_best()->index_children(&parent, 1, &fold, children);
			for (unsigned c = 0; c < children->n; c++) {
				uint8_t *const l = &level[children->entry[c] * 0x9E3779B97F4A7C15 >> 38];
				*l = (uint8_t)(d < *l ? d : *l);
			}
		}
	/* Every class at depth d was found from depth d - 1, and none of it from nearer (hashes seldom collide). */
	size_t n_nearer = 0;
	for (unsigned d = 2; d <= 6; d++)
		for (size_t i = list.begin[d]; i < list.begin[d + 1]; i++) {
			struct coset_cube before = {.moves = 1u};
			coset_indexer_best()->move(&list.cubes[i], 2, &before);
			coset_indexer_best()->index_children(&before, 1, &fold, children);
			const unsigned l = level[children->entry[0] * 0x9E3779B97F4A7C15 >> 38];
			cr_assert_leq(l, d);
			n_nearer += l < d;
		}
	cr_expect_lt(n_nearer, list.begin[7] / 100, "%zu", n_nearer);
	free(children);
	coset_list_free(&list);
}

Test(build_coset, low_values_are_exact_but_for_equal_hashes)
{
	struct pdb_image image = built(key, 2);
	struct coset_list list;
	cr_assert_eq(coset_list_fill(image.base, &list), PDB_OK);
	struct coset_fold fold;
	coset_fold_fill(&fold, 2, false);
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
		cr_assert_eq(value <= image.base, nearest[i] <= image.base || i == coordinate_rank(key.coordinate, &cube_solved));
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
