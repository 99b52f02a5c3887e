/* superflip coset --sample N: what random cosets tell of all positions of the cube. */
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/coset/store.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

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
	          cell_real(100 * mean / (double)N_MEMBERS, 8), d < N_KNOWN ? cell_count(known[d]) : cell_none(),
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

/* One coset, to the depth that was asked for. */
static enum subgroup_coset_status run_one(const struct coset_options *options, struct subgroup_coset *coset)
{
	enum subgroup_coset_status status = SUBGROUP_OK;
	while (status == SUBGROUP_OK && coset->n_depths <= options->max_depth && !subgroup_coset_is_complete(coset))
		status = subgroup_coset_next_depth(coset, true);
	return status;
}

static struct coset_counts counts_of(const struct subgroup_coset *coset, double seconds)
{
	struct coset_counts counts = {.n_depths = coset->n_depths, .n_exact = coset->n_exact, .seconds = seconds};
	memcpy(counts.count, coset->count, sizeof counts.count);
	return counts;
}

/* Solve what the store does not have yet. */
static int run_missing(const struct coset_options *options, struct subgroup_coset *coset, struct coset_store *store)
{
	int status = EXIT_SOLVED;
	for (uint64_t i = 0; i < options->n_samples && status == EXIT_SOLVED; i++) {
		if (!coset_store_wants(store, i))
			continue;
		const struct cube c = coset_random_cube(options, i);
		subgroup_coset_restart(coset, &c);
		const double start_s = clock_monotonic_s();
		const enum subgroup_coset_status solved = run_one(options, coset);
		const struct coset_counts counts = counts_of(coset, clock_monotonic_s() - start_s);
		status = solved != SUBGROUP_OK ? coset_complain(solved, NULL) : coset_store_add(options, store, i, &counts);
	}
	return status;
}

static bool wants_any(const struct coset_options *options, const struct coset_store *store)
{
	for (uint64_t i = 0; i < options->n_samples; i++)
		if (coset_store_wants(store, i))
			return true;
	return false;
}

static int solve_sample(const struct coset_options *options, struct coset_store *store)
{
	int status = coset_check_memory(options, subgroup_coset_memory_bytes(&options->cube, options->n_threads));
	if (status != EXIT_SOLVED)
		return status;
	struct progress_bar bar = progress_bar_start("coset", options->is_quiet, interrupted_by, status_is_wanted);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	struct subgroup_coset coset;
	const enum subgroup_coset_status opened = subgroup_coset_open(&cube_solved, options->n_threads, &progress, &coset);
	if (opened == SUBGROUP_OK) {
		status = run_missing(options, &coset, store);
		subgroup_coset_close(&coset);
	}
	progress_bar_finish(&bar);
	return opened == SUBGROUP_OK ? status : coset_complain(opened, NULL);
}

static bool print_sums(const struct coset_options *options, const struct coset_store *store)
{
	struct sums sums = {.n = 0};
	struct coset_counts counts;
	for (uint64_t i = 0; i < options->n_samples; i++)
		if (coset_store_has(store, i, &counts))
			add(&sums, &counts);
	if (sums.n > 0 && !write_estimate(options, &sums))
		return false;
	if (sums.n > 0 && options->format == TABLE_TEXT) {
		const double years = sums.seconds / (double)sums.n * N_COSETS_OF_THE_PROOF / (365.25 * 86400);
		puts("\nNear distances are rare, and most of them are in the few cosets near H: their estimates come out low, and their\n"
		     "errors too small, until the sample has some of these.  From distance 15 on all cosets are much alike.");
		printf("\na coset took %.2f s to depth %u; the 55,882,296 cosets of the proof of 2010 would take %.1f years on this machine\n"
		       "to that depth (`superflip coset --within 20 --random` measures a coset of the proof itself)\n",
		       sums.seconds / (double)sums.n, options->max_depth, years);
	}
	return true;
}

int coset_command_sample(const struct coset_options *options)
{
	struct coset_store store;
	int status = coset_store_open(options, NULL, &store);
	if (status != EXIT_SOLVED)
		return status;
	if (wants_any(options, &store))
		status = solve_sample(options, &store);
	/* What an interruption has left is told, too. */
	if (!store.is_shard && !print_sums(options, &store))
		status = coset_complain(SUBGROUP_NO_MEMORY, NULL);
	return coset_store_close(options, &store, status);
}
