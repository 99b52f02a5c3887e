#include "cube/random.h"

#include "support/test.h"

/* xoshiro256** from the state 1 2 3 4 by the reference code at prng.di.unimi.it (Rust's rand_xoshiro tests
 * the same numbers); then from a seed, computed by another program (Python). */
Test(random, generator_is_xoshiro256starstar)
{
	static const uint64_t expected[] = {
		11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600};
	static const uint64_t of_1997[] = {0x62DEC0605B915F34, 0x1DDD3B1E140D3109, 0xD69D376814936BA1,
	                                   0x1F39D7110AE84C31};
	struct random_source source = {.is_seeded = true, .state = {1, 2, 3, 4}};
	array_foreach(row, expected)
		cr_expect_eq(random_u64(&source), *row, "number %td", row - expected);
	random_from_seed(&source, 1997);
	for (unsigned i = 0; i < 4; i++)
		cr_expect_eq(random_u64(&source), of_1997[i], "number %u of seed 1997", i);
}

Test(random, seeding_is_splitmix64)
{
	static const uint64_t state[] = {0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F,
	                                 0xF88BB8A8724C81EC};
	struct random_source source;
	random_from_seed(&source, 0);
	for (unsigned i = 0; i < 4; i++)
		cr_expect_eq(source.state[i], state[i], "word %u", i);
}

Test(random, system_gives_different_numbers_across_refills)
{
	enum { N_NUMBERS = 4 * RANDOM_BUFFER_WORDS + 1 };
	struct random_source source;
	uint64_t numbers[N_NUMBERS];
	cr_assert(random_from_system(&source));
	for (unsigned i = 0; i < N_NUMBERS; i++) {
		numbers[i] = random_u64(&source);
		for (unsigned j = 0; j < i; j++)
			cr_expect_neq(numbers[i], numbers[j], "numbers %u and %u", i, j);
	}
	cr_expect_eq(source.error, 0);
}

Test(random, below_covers_its_range_even_next_to_a_power_of_two)
{
	struct random_source source;
	random_from_seed(&source, 5);
	cr_expect_eq(random_below(&source, 1), 0u);
	const uint64_t limits[] = {2, 3, 5, UINT64_C(1) << 63, (UINT64_C(1) << 63) + 1, UINT64_MAX};
	array_foreach(row, limits)
		for (unsigned n = 0; n < 1000; n++)
			cr_expect_lt(random_below(&source, *row), *row);
}

/* Chi-square of counts that should be equal. */
static double chi_square(const unsigned *counts, unsigned n, unsigned n_samples)
{
	const double expected = (double)n_samples / n;
	double sum = 0;
	for (unsigned i = 0; i < n; i++)
		sum += (counts[i] - expected) * (counts[i] - expected) / expected;
	return sum;
}

/* What chance exceeds once in ten thousand: degrees of freedom 1, 23, 131. */
#define LIMIT_1    15.14
#define LIMIT_23   56.0
#define LIMIT_131  200.0

/* Bug 10 of other solvers: cubes that favour some states. */
Test(random, cubes_are_solvable_and_even_over_places_orientations_and_parity)
{
	enum { N_SAMPLES = 120000 };
	struct random_source source;
	random_from_seed(&source, 9);
	unsigned parity[2] = {0}, corner[N_CORNERS][24] = {{0}}, edge[N_EDGES][24] = {{0}}, last_edges[N_EDGES * (N_EDGES - 1)] = {0};
	for (unsigned n = 0; n < N_SAMPLES; n++) {
		const struct cube c = random_cube(&source);
		cr_assert_eq(cube_check(&c), CUBE_OK, "cube %u of seed 9", n);
		parity[cube_is_odd(&c)]++;
		for (unsigned i = 0; i < N_CORNERS; i++)
			corner[i][c.corner_perm[i] * 3 + c.corner_ori[i]]++;
		for (unsigned i = 0; i < N_EDGES; i++)
			edge[i][c.edge_perm[i] * 2 + c.edge_ori[i]]++;
		/* The pair that evens out the parity, swapped or not. */
		last_edges[c.edge_perm[BL] * (N_EDGES - 1) + c.edge_perm[BR] - (c.edge_perm[BR] > c.edge_perm[BL])]++;
	}
	cr_expect_lt(chi_square(parity, 2, N_SAMPLES), LIMIT_1, "parity");
	for (unsigned i = 0; i < N_CORNERS; i++)
		cr_expect_lt(chi_square(corner[i], 24, N_SAMPLES), LIMIT_23, "corner at %s", corner_name[i]);
	for (unsigned i = 0; i < N_EDGES; i++)
		cr_expect_lt(chi_square(edge[i], 24, N_SAMPLES), LIMIT_23, "edge at %s", edge_name[i]);
	cr_expect_lt(chi_square(last_edges, N_EDGES * (N_EDGES - 1), N_SAMPLES), LIMIT_131, "edges at BL and BR");
}

Test(random, moves_follow_the_canonical_order_and_use_every_face)
{
	struct random_source source;
	random_from_seed(&source, 11);
	unsigned last = LAST_NONE, previous = N_MOVES, used = 0;
	for (unsigned i = 0; i < 10000; i++) {
		const unsigned move = random_move(&source, (1u << N_MOVES) - 1, &last);
		cr_assert_lt(move, (unsigned)N_MOVES);
		if (previous != N_MOVES) {
			cr_expect_neq(move_face(move), move_face(previous), "move %u", i);
			cr_expect_neq(move_face(move) + 3, move_face(previous), "move %u", i);
		}
		previous = move;
		used |= 1u << move;
	}
	cr_expect_eq(used, (1u << N_MOVES) - 1);
}
