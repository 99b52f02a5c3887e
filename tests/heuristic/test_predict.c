#include "pieces/families.h"
#include "heuristic/predict.h"

#include "support/support.h"

static struct distribution of_korf(struct pdb_histogram histograms[3])
{
	const struct heuristic_spec *const spec = heuristic_find("korf");
	struct distribution d;
	for (unsigned i = 0; i < 3; i++)
		cr_assert(pdb_known_histogram(pdb_key_in(spec->table[i], METRIC_HTM), &histograms[i]));
	cr_assert(distribution_of_spec(spec, METRIC_HTM, histograms, &d));
	return d;
}

Test(predict, the_tree_is_that_of_korf_1997)
{
	double n_nodes[19];
	predict_tree(METRIC_HTM, 18, n_nodes);
	for (unsigned i = 0; i < 12; i++)
		cr_expect_eq(n_nodes[i], (double)n_canonical[i], "depth %u: %.0f", i, n_nodes[i]);
	cr_expect_float_eq(n_nodes[18], 246639261965462754048.0, 1e6, "depth 18: %.0f", n_nodes[18]);
}

Test(predict, the_tree_in_qtm_begins_with_the_published_positions)
{
	double n_nodes[4];
	predict_tree(METRIC_QTM, 3, n_nodes);
	/* Up to three quarter turns no position is reached twice: these are also the published numbers of
	 * positions. */
	cr_expect_eq(n_nodes[1], 12.0);
	cr_expect_eq(n_nodes[2], 114.0);
	cr_expect_eq(n_nodes[3], 1068.0);
}

/* Means of Korf 1997, and the theory of Korf, Reid & Edelkamp 2001 to the digit. */
Test(predict, means_and_nodes_are_the_published_ones)
{
	static const double means[] = {8.764134, 7.667970, 7.667970},
		published[] = {1510, 20169, 269229, 3593800, 47971732, 640349193, 8547681506, 114098463567};
	struct pdb_histogram histograms[3];
	const struct distribution korf = of_korf(histograms);
	for (unsigned i = 0; i < 3; i++) {
		const struct pdb_key key = pdb_key_in(heuristic_find("korf")->table[i], METRIC_HTM);
		const struct distribution d = distribution_of_table(key, &histograms[i]);
		cr_expect_float_eq(distribution_mean(&d), means[i], 5e-7, "%f", distribution_mean(&d));
	}
	cr_expect_float_eq(distribution_mean(&korf), 8.89783, 5e-6, "korf: %f", distribution_mean(&korf));
	for (unsigned i = 0; i < sizeof published / sizeof *published; i++) {
		const double theory = predict_generated(METRIC_HTM, 10 + i, &korf);
		cr_expect_eq(round(theory), published[i], "depth %u: %.2f", 10 + i, theory);
	}
}

Test(predict, shares_sum_to_one_in_either_metric)
{
	const struct pdb_key key = {.coordinate = {.family = COORDINATE_CORNERS}, .metric = METRIC_QTM};
	struct pdb_histogram quarter_turns;
	cr_assert(pdb_known_histogram(key, &quarter_turns));
	const struct distribution d = distribution_of_table(key, &quarter_turns);
	double sum = 0;
	for (unsigned h = 0; h <= d.max; h++)
		sum += distribution_at(&d, h);
	cr_expect_float_eq(sum, 1.0, 1e-12);
	cr_expect_float_eq(distribution_mean(&d), 10.667576, 5e-7, "mean %f", distribution_mean(&d));
	/* A corner position's parity is that of its distance. */
	cr_expect_eq(d.at_most[0][1], d.at_most[0][0]);
	cr_expect_eq(d.at_most[1][0], 0.0);
}

Test(predict, a_sample_gives_the_distribution_that_was_counted)
{
	uint64_t counts[2][PDB_MAX_DEPTHS] = {{0, 2, 0, 2}, {0, 0, 4, 0}};
	const struct distribution htm = distribution_of_sample(METRIC_HTM, counts);
	const struct distribution qtm = distribution_of_sample(METRIC_QTM, counts);
	cr_expect_eq(htm.max, 3u);
	cr_expect_float_eq(htm.at_most[1][1], 0.25, 1e-15);
	cr_expect_float_eq(qtm.at_most[0][1], 0.5, 1e-15);
	cr_expect_float_eq(qtm.at_most[1][1], 0.0, 1e-15);
	cr_expect_float_eq(distribution_mean(&htm), 2.0, 1e-12);
}
