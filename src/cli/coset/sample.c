/* What the random cosets of superflip coset --sample tell of all positions of the cube. */
#include "cli/cli.h"
#include "cli/coset/store.h"

#include <math.h>

/* Positions by distance, exact as far as it is known (Rokicki et al. 2013, Table 5.1). */
static const uint64_t known[] = {
	1, 18, 243, 3240, 43239, 574908, 7618438, 100803036, 1332343288, 17596479795, 232248063316, 3063288809012,
	40374425656248, 531653418284628, 6989320578825358, 91365146187124313,
};
enum { N_KNOWN = sizeof known / sizeof *known };

/* What the proof of 2010 ran, of 2,217,093,120. */
#define N_COSETS_OF_THE_PROOF 55882296.0

struct sums {
	uint64_t n;                   /* cosets */
	unsigned n_depths;            /* counted exactly in all of them */
	double sum[SUBGROUP_MAX_DEPTH + 1], sum_of_squares[SUBGROUP_MAX_DEPTH + 1];
	double seconds;
};

static void add(struct sums *s, const struct coset_counts *coset)
{
	s->n_depths = s->n == 0 || coset->n_exact < s->n_depths ? coset->n_exact : s->n_depths;
	for (unsigned d = 0; d < coset->n_depths; d++) {
		s->sum[d] += (double)coset->count[d];
		s->sum_of_squares[d] += (double)coset->count[d] * (double)coset->count[d];
	}
	s->n++;
	s->seconds += coset->seconds;
}

/* Every coset has as many positions, so that their mean stands for all cosets. */
static void add_row(struct table *table, const struct sums *s, unsigned d)
{
	const double n = (double)s->n, mean = s->sum[d] / n;
	const double variance = s->n > 1 ? (s->sum_of_squares[d] - n * mean * mean) / (n - 1) : 0;
	const double error = sqrt(variance > 0 ? variance / n : 0) * N_H_COSETS;
	const double known_count = d < N_KNOWN ? (double)known[d] : NAN;
	char mean_text[32], error_text[32];
	snprintf(mean_text, sizeof mean_text, "%.6e", mean * N_H_COSETS);
	snprintf(error_text, sizeof error_text, "%.2e", error);
	TABLE_ROW(table, cell_count(d), cell_text(mean_text), cell_text(s->n > 1 ? error_text : NULL),
	          cell_real(100 * mean / (double)N_H_ELEMENTS, 8), d < N_KNOWN ? cell_count(known[d]) : cell_none(),
	          cell_real(error > 0 ? (mean * N_H_COSETS - known_count) / error : NAN, 2));
}

static bool write_estimate(const struct coset_options *options, const struct sums *s)
{
	static const char *const columns[] = {"distance", "positions", "standard_error", "share_percent", "known", "deviation", NULL};
	struct table *const table = table_create(columns);
	table_add_fact_value(table, "cosets", json_integer((json_int_t)s->n), NULL);
	table_add_fact_real(table, "seconds_a_coset", s->seconds / (double)s->n, 2);
	for (unsigned d = 0; d < s->n_depths; d++)
		add_row(table, s, d);
	return table_write(table, (enum table_format)options->format, stdout);
}

int coset_print_estimate(const struct coset_options *options, const struct coset_store *store)
{
	struct sums sums = {.n = 0};
	struct coset_counts counts;
	for (uint64_t i = 0; i < options->n_samples; i++)
		if (coset_store_has(store, i, &counts))
			add(&sums, &counts);
	if (sums.n == 0)
		return EXIT_SOLVED;
	if (!write_estimate(options, &sums))
		return coset_complain(SUBGROUP_NO_MEMORY, NULL);
	if (options->format != TABLE_TEXT)
		return EXIT_SOLVED;
	const double each_s = sums.seconds / (double)sums.n;
	puts("\nNear distances are rare, and most of them are in the few cosets near H: their estimates come out low, and their\n"
	     "errors too small, until the sample has some of these.  From distance 15 on all cosets are much alike.");
	printf("\na coset took %.2f s to depth %u; the 55,882,296 cosets of the proof of 2010 would take %.1f years on this machine\n"
	       "to that depth (`superflip coset --within 20 --random` measures a coset of the proof itself)\n",
	       each_s, options->max_depth, each_s * N_COSETS_OF_THE_PROOF / (365.25 * 86400));
	return EXIT_SOLVED;
}
