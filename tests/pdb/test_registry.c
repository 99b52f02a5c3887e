/* The known tables agree with the coordinates and with Korf's means. */
#include "pieces/families.h"
#include "pdb/pdb.h"
#include "pdb/header.h"

#include <criterion/criterion.h>

Test(pdb_registry, expected_depths_count_every_entry)
{
	cube_init();
	for (unsigned i = 0; pdb_known_at(i) != NULL; i++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
			struct pdb_histogram histogram;
			uint64_t n_entries = 0;
			const struct pdb_key key = {pdb_known_at(i)->coordinate, metric};
			if (!pdb_known_histogram(key, &histogram))
				continue;
			for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++)
				n_entries += histogram.count[d];
			cr_expect_eq(n_entries, pdb_n_counted(key), "%s", pdb_known_at(i)->summary);
			cr_expect_neq(histogram.count[histogram.max_depth], 0);
		}
}

Test(pdb_registry, means_are_those_of_korf_1997)
{
	struct pdb_histogram histogram;
	cr_assert(pdb_known_histogram((struct pdb_key){{.family = COORDINATE_CORNERS}, METRIC_HTM}, &histogram));
	cr_expect_float_eq(pdb_histogram_mean(&histogram), 8.764, 0.0005);
	cr_assert(pdb_known_histogram((struct pdb_key){EDGES_COORDINATE(0x30F), METRIC_HTM}, &histogram));
	cr_expect_float_eq(pdb_histogram_mean(&histogram), 7.668, 0.0005);
	cr_assert(pdb_known_histogram((struct pdb_key){EDGES_COORDINATE(0xCF0), METRIC_HTM}, &histogram));
	cr_expect_float_eq(pdb_histogram_mean(&histogram), 7.668, 0.0005);
}

Test(pdb_registry, one_wrong_count_does_not_agree)
{
	const struct pdb_key key = {{.family = COORDINATE_FLIP}, METRIC_HTM};
	struct pdb_histogram histogram;
	cr_assert(pdb_known_histogram(key, &histogram));
	cr_expect(pdb_known_agrees(key, &histogram));
	histogram.count[4]--;
	histogram.count[5]++;
	cr_expect_not(pdb_known_agrees(key, &histogram));
	const struct pdb_key other = {EDGES_COORDINATE(1), METRIC_HTM};
	cr_expect(pdb_known_agrees(other, &histogram), "nothing is known of it");
}
