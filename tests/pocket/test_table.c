#include "pocket/table.h"

#include "support/support.h"

/* OEIS A079761 and A079762, and Théry's "Mini-Rubik" (HTM). */
static const uint64_t published[N_METRICS][PDB_MAX_DEPTHS] = {
	{1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644},
	{1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276},
};
static const unsigned published_max[N_METRICS] = {11, 14};
static const double published_mean[N_METRICS] = {8.755576, 10.666386};

static uint8_t *distance[N_METRICS];
static struct pdb_histogram histogram[N_METRICS];
static struct pocket_table *table[N_METRICS];

static void build_all(void)
{
	metric_foreach(m) {
		distance[m] = malloc(POCKET_STATES);
		cr_assert_not_null(distance[m]);
		pocket_distances(m, distance[m], &histogram[m]);
		table[m] = pocket_table_build(m);
		cr_assert_not_null(table[m]);
	}
}

static void free_all(void)
{
	metric_foreach(m) {
		free(distance[m]);
		free(table[m]);
	}
}

TestSuite(pocket_table, .init = build_all, .fini = free_all);

Test(pocket_table, levels_are_the_published_ones_and_count_the_distances)
{
	metric_foreach(m) {
		uint64_t count[PDB_MAX_DEPTHS] = {0};
		for (uint32_t index = 0; index < POCKET_STATES; index++)
			count[distance[m][index]]++;
		cr_expect_eq(histogram[m].max_depth, published_max[m], "%s: %u", metric_name[m],
		             histogram[m].max_depth);
		cr_expect_float_eq(pdb_histogram_mean(&histogram[m]), published_mean[m], 5e-7);
		cr_expect_arr_eq(histogram[m].count, published[m], sizeof count, "%s", metric_name[m]);
		cr_expect_arr_eq(count, published[m], sizeof count, "%s", metric_name[m]);
	}
}

/* Only this, a distance of 0 at the solved state alone, and a closer neighbour everywhere else make distances
 * true. */
Test(pocket_table, neighbours_are_at_most_one_apart_and_one_of_them_is_closer)
{
	metric_foreach(m)
		for (uint32_t index = 0; index < POCKET_STATES; index++) {
			unsigned closest = distance[m][index];
			for (unsigned i = 0; i < pocket_n_steps[m]; i++) {
				const unsigned other = distance[m][pocket_state_after(index, pocket_steps[m][i])];
				if (other < closest)
					closest = other;
			}
			cr_assert_eq(closest, index == POCKET_SOLVED ? 0u : distance[m][index] - 1u, "%s, state %u",
			             metric_name[m], index);
		}
}

Test(pocket_table, has_the_distances_mod_3)
{
	metric_foreach(m)
		for (uint32_t index = 0; index < POCKET_STATES; index++)
			cr_assert_eq(pocket_table_get(table[m], index), distance[m][index] % 3u, "%s, state %u",
			             metric_name[m], index);
}

Test(pocket_file, has_a_header_and_the_table, .init = build_all, .fini = free_all)
{
	static uint8_t bytes[32 + POCKET_TABLE_BYTES + 1];
	const uint64_t checksum = pocket_table_checksum(table[METRIC_HTM]);
	FILE *const file = fmemopen(bytes, sizeof bytes, "wb");
	cr_assert_not_null(file);
	pocket_table_write(table[METRIC_HTM], file);
	cr_assert_eq(ftell(file), 32 + 918540);
	cr_assert_eq(fclose(file), 0);
	cr_expect_eq(memcmp(bytes, "POCKET3\n\1\0\0\0\0\0\0\0", 16), 0);
	for (unsigned i = 0; i < 8; i++)
		cr_expect_eq(bytes[24 + i], checksum >> 8 * i & 0xFF);
	cr_expect_eq(memcmp(&bytes[32], table[METRIC_HTM]->mod3, POCKET_TABLE_BYTES), 0);
}
