/* What the 2x2x2 costs: building the tables, solving by them, and walking at random instead.  Times of tables
 * are medians of five rounds with the quartiles. */
#include "pocket_table.h"
#include "rounds.h"

#include "base/clock.h"
#include "pocket/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_ROUNDS = 5, N_RANDOM = 1000000, N_WALKS = 50 };

static struct pocket_table *build(enum metric metric, struct rounds *rounds)
{
	const double start_s = clock_monotonic_s();
	struct pocket_table *const table = pocket_table_build(metric);
	rounds->s[rounds->n++] = clock_monotonic_s() - start_s;
	if (table == NULL) {
		fputs("not enough memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return table;
}

/* Nanoseconds a state over all states in the order of their indices; the mean keeps the work from being
 * elided. */
static double solve_all_ns(const struct pocket_table *table, double *mean_turns)
{
	uint8_t moves[POCKET_MAX_LENGTH];
	uint64_t n_moves = 0;
	const double start_s = clock_monotonic_s();
	for (uint32_t index = 0; index < POCKET_STATES; index++)
		n_moves += pocket_table_solve(table, index, moves);
	const double elapsed_s = clock_monotonic_s() - start_s;
	*mean_turns = (double)n_moves / POCKET_STATES;
	return elapsed_s * 1e9 / POCKET_STATES;
}

/* The same over states with no order, as scrambles have none. */
static double solve_random_ns(const struct pocket_table *table, double *mean_turns)
{
	uint8_t moves[POCKET_MAX_LENGTH];
	uint64_t n_moves = 0, random = 1;
	const double start_s = clock_monotonic_s();
	for (unsigned i = 0; i < N_RANDOM; i++) {
		random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		n_moves += pocket_table_solve(table, (uint32_t)((random >> 32) * POCKET_STATES >> 32), moves);
	}
	const double elapsed_s = clock_monotonic_s() - start_s;
	*mean_turns = (double)n_moves / N_RANDOM;
	return elapsed_s * 1e9 / N_RANDOM;
}

static void bench_walk(void)
{
	uint64_t n_steps = 0;
	const double start_s = clock_monotonic_s();
	for (unsigned i = 0; i < N_WALKS; i++) {
		struct pocket_walk walk = pocket_walk_from(POCKET_STATES / N_WALKS * i + 1, i);
		for (; !pocket_walk_is_home(&walk); n_steps++)
			pocket_walk_step(&walk);
	}
	const double elapsed_s = clock_monotonic_s() - start_s;
	printf("random walk, %d states: %.0f moves and %.1f ms a state, %.2f ns a move\n", N_WALKS,
	       (double)n_steps / N_WALKS, elapsed_s * 1e3 / N_WALKS, elapsed_s * 1e9 / (double)n_steps);
}

int main(void)
{
	double start_s = clock_monotonic_s();
	pocket_init();
	printf("move tables: %.1f ms\n\n", (clock_monotonic_s() - start_s) * 1e3);
	printf("table  %-22s  %-16s  turns  %-16s  turns  (a half turn is one)\n", "build, ms", "all states, ns",
	       "random, ns");
	for (unsigned m = 0; m < N_METRICS; m++) {
		struct rounds build_s = {.n = 0}, all_ns = {.n = 0}, random_ns = {.n = 0};
		double mean_all = 0, mean_random = 0;
		for (unsigned round = 0; round < N_ROUNDS; round++) {
			struct pocket_table *const table = build((enum metric)m, &build_s);
			all_ns.s[all_ns.n++] = solve_all_ns(table, &mean_all);
			random_ns.s[random_ns.n++] = solve_random_ns(table, &mean_random);
			free(table);
		}
		printf("%-5s  %5.1f (%5.1f to %5.1f)  %4.0f (%4.0f to %4.0f)  %5.2f  %4.0f (%4.0f to %4.0f)  %5.2f\n",
		       metric_name[m], rounds_quartile(&build_s, 2) * 1e3, rounds_quartile(&build_s, 1) * 1e3,
		       rounds_quartile(&build_s, 3) * 1e3, rounds_quartile(&all_ns, 2), rounds_quartile(&all_ns, 1),
		       rounds_quartile(&all_ns, 3), mean_all, rounds_quartile(&random_ns, 2),
		       rounds_quartile(&random_ns, 1), rounds_quartile(&random_ns, 3), mean_random);
	}
	printf("\n");
	bench_walk();
	return EXIT_SUCCESS;
}
