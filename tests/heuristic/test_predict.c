#include "pieces/families.h"
#include "heuristic/predict.h"
#include "pdb/pdb.h"

#include "support/test.h"
#include <math.h>

/* Entries by depth of Korf's tables; the 6-edge sets have the same. */
static const struct pdb_histogram corners = {
	.count = {1, 18, 243, 2874, 28000, 205416, 1168516, 5402628, 20776176, 45391616, 15139616, 64736},
	.max_depth = 11,
};
static const struct pdb_histogram six_edges = {
	.count = {1, 15, 182, 2208, 25329, 258827, 2165560, 12222708, 24596752, 3305973, 365}, .max_depth = 10,
};

static struct distribution of_korf(void)
{
	const struct pdb_histogram histograms[] = {corners, six_edges, six_edges};
	struct distribution d;
	cr_assert(distribution_of_spec(heuristic_find("korf"), METRIC_HTM, histograms, &d));
	return d;
}

Test(predict, the_tree_is_that_of_korf_1997)
{
	static const double published[] = {1,          18,          243,          3240,
	                                   43254,      577368,      7706988,      102876480,
	                                   1373243544, 18330699168, 244686773808, 3266193870720};
	double n_nodes[19];
	predict_tree(METRIC_HTM, 18, n_nodes);
	for (unsigned i = 0; i < sizeof published / sizeof *published; i++)
		cr_expect_eq(n_nodes[i], published[i], "depth %u: %.0f", i, n_nodes[i]);
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

Test(predict, means_are_the_published_ones)
{
	const struct pdb_key corner_key = {.coordinate = {.family = COORDINATE_CORNERS}};
	const struct pdb_key edge_key = {.coordinate = heuristic_find("korf")->table[1]};
	const struct distribution c = distribution_of_table(corner_key, &corners);
	const struct distribution e = distribution_of_table(edge_key, &six_edges);
	const struct distribution korf = of_korf();
	cr_expect_float_eq(distribution_mean(&c), 8.764134, 5e-7, "corners: %f", distribution_mean(&c));
	cr_expect_float_eq(distribution_mean(&e), 7.667970, 5e-7, "edges: %f", distribution_mean(&e));
	cr_expect_float_eq(distribution_mean(&korf), 8.89783, 5e-6, "korf: %f", distribution_mean(&korf));
}

Test(predict, theory_is_that_of_korf_reid_edelkamp_2001_to_the_digit)
{
	static const double published[] = {1510,     20169,     269229,     3593800,
	                                   47971732, 640349193, 8547681506, 114098463567};
	const struct distribution korf = of_korf();
	for (unsigned i = 0; i < sizeof published / sizeof *published; i++) {
		const double theory = predict_generated(METRIC_HTM, 10 + i, &korf);
		cr_expect_eq(round(theory), published[i], "depth %u: %.2f", 10 + i, theory);
	}
}

Test(predict, known_tables_give_the_same_without_files)
{
	struct pdb_histogram histograms[3];
	const struct heuristic_spec *const spec = heuristic_find("korf");
	for (unsigned i = 0; i < 3; i++)
		cr_assert(pdb_known_histogram(pdb_key_in(spec->table[i], METRIC_HTM), &histograms[i]));
	struct distribution d;
	cr_assert(distribution_of_spec(spec, METRIC_HTM, histograms, &d));
	cr_expect_eq(round(predict_generated(METRIC_HTM, 16, &d)), 8547681506.0);
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
