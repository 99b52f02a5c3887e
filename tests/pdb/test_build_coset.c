#include "coord/coset.h"
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
	const uint64_t index = coordinate_rank(image->key.coordinate, c);
	return pdb_value(image->entries, image->n_entries, image->bits, image->base, index);
}

Test(build_coset, threads_do_not_change_the_table)
{
	static const unsigned n_threads[] = {2, 3, 5};
	struct pdb_image one = built(key, 1);
	for (unsigned i = 0; i < sizeof n_threads / sizeof *n_threads; i++) {
		struct pdb_image more = built(key, n_threads[i]);
		cr_expect_arr_eq(more.entries, one.entries, one.size_bytes, "%u threads", n_threads[i]);
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

/* Found again with whole cubes: every position up to so many moves from solved, by its coset's rank. */
static void note_depths(const struct pdb_image *image, const struct cube *c, unsigned depth, unsigned last, uint8_t *nearest)
{
	for (unsigned m = 0; m < N_MOVES && depth <= last; m++) {
		const struct cube child = cube_after(c, m);
		const uint64_t index = coordinate_rank(image->key.coordinate, &child);
		if (nearest[index] > depth)
			nearest[index] = (uint8_t)depth;
		note_depths(image, &child, depth + 1, last, nearest);
	}
}

Test(build_coset, low_values_are_exact_but_for_equal_hashes)
{
	enum { KNOWN_DEPTH = 4 };
	struct pdb_image image = built(key, 2);
	uint8_t *const nearest = malloc(image.n_entries);
	memset(nearest, 15, image.n_entries);
	nearest[coordinate_rank(key.coordinate, &cube_solved)] = 0;
	note_depths(&image, &cube_solved, 1, KNOWN_DEPTH, nearest);
	uint64_t n_low = 0, n_exact = 0;
	for (uint64_t i = 0; i < image.n_entries; i++) {
		const unsigned value = pdb_value(image.entries, image.n_entries, image.bits, image.base, i);
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

/* FNV-1a of tables that were built cube by cube, by an earlier builder. */
Test(build_coset, tables_are_those_of_the_first_builder)
{
	static const struct { struct pdb_key key; uint64_t hash; } known[] = {
		{{{.kind = COORDINATE_COSET, .classes = 2}, METRIC_HTM}, 0xEF2588C876C1FC36},
		{{{.kind = COORDINATE_COSET, .classes = 7, .parity = true}, METRIC_HTM}, 0xCC68D12D68B8E6D6},
	};
	for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
		struct pdb_image image = built(known[i].key, 2);
		uint64_t hash = 0xCBF29CE484222325;
		for (size_t k = 0; k < image.size_bytes; k++)
			hash = (hash ^ image.entries[k]) * 0x100000001B3;
		cr_expect_eq(hash, known[i].hash, "%u classes: %016lx", known[i].key.coordinate.classes, hash);
		pdb_image_free(&image);
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
