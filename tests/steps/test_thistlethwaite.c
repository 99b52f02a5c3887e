/* Thistlethwaite's method: the distributions of its four stages, and what each stage leaves to the next. */
#include "steps/thistlethwaite.h"

#include "coord/corners.h"
#include "support/support.h"

static struct method_result solve(const struct cube *c)
{
	struct method_result result;
	method_solve(&thistlethwaite_method, NULL, &(struct search_request){.cube = *c}, &result);
	return result;
}

TestSuite(thistlethwaite, .init = thistlethwaite_make_tables);

enum { MAX_DISTANCE = 15 };
static const uint32_t reference[N_THISTLETHWAITE_STAGES][MAX_DISTANCE + 1] = {
	{1, 2, 25, 202, 620, 900, 285, 13},
	{1, 2, 17, 134, 1065, 8190, 54694, 267576, 560568, 187204, 3114},
	{1, 2, 9, 36, 124, 530, 1806, 3732, 5158, 7070, 7218, 3202, 488, 24},
	{1, 6, 27, 120, 519, 1932, 6484, 20310, 55034, 113892, 178495, 179196, 89728, 16176, 1488, 144},
};

/* The last column is OEIS A080627. */
Test(thistlethwaite, distances_are_those_of_the_literature)
{
	for (unsigned stage = 0; stage < N_THISTLETHWAITE_STAGES; stage++) {
		uint32_t n, count[256] = {0};
		const uint8_t *const distance = thistlethwaite_distances(stage, &n);
		for (uint32_t i = 0; i < n; i++)
			count[distance[i]]++;
		for (unsigned d = 0; d <= MAX_DISTANCE; d++)
			cr_expect_eq(count[d], reference[stage][d], "stage %u, distance %u: %u cosets", stage + 1, d,
			             count[d]);
		for (unsigned d = MAX_DISTANCE + 1; d < 256; d++)
			cr_expect_eq(count[d], 0, "stage %u, distance %u", stage + 1, d);
	}
}

/* By another definition of each group, on the cubie level. */
static bool is_in_group(const struct cube *c, unsigned stages_done, const uint16_t *corner_coset)
{
	unsigned flips = 0, twists = 0, out_of_slice = 0, mixed = 0;
	for (unsigned i = 0; i < N_EDGES; i++) {
		const unsigned e = c->edge_perm[i];
		flips += c->edge_ori[i];
		out_of_slice += (i < 8) != (e < 8);
		mixed += i < 8 && e < 8 && i % 2 != e % 2;
	}
	for (unsigned i = 0; i < N_CORNERS; i++)
		twists += c->corner_ori[i];
	const bool has_half_turn_corners =
		corner_coset[corners_rank_perm(c)] == corner_coset[corners_rank_perm(&cube_solved)];
	switch (stages_done) {
	case 1:  return flips == 0;
	case 2:  return flips + twists + out_of_slice == 0;
	case 3:  return flips + twists + out_of_slice + mixed == 0 && has_half_turn_corners;
	default: return cube_is_solved(c);
	}
}

static bool are_permitted(const uint8_t *moves, unsigned n, unsigned stage)
{
	for (unsigned i = 0; i < n; i++)
		if ((thistlethwaite_moves[stage] >> moves[i] & 1) == 0)
			return false;
	return true;
}

Test(thistlethwaite, ten_thousand_cubes_go_from_group_to_group)
{
	static const unsigned most[N_THISTLETHWAITE_STAGES] = {7, 10, 13, 15};
	static uint16_t corner_coset[N_CORNER_PERMS];
	half_turn_cosets(corner_coset);
	struct dice dice = {21};
	double sum = 0, squares = 0;
	enum { N = 10000 };
	for (unsigned i = 0; i < N; i++) {
		const struct cube cube = dice_cube(&dice);
		const struct method_result r = solve(&cube);
		struct cube c = cube;
		cr_assert(method_result_solves(&r, &cube), "seed 21, cube %u", i);
		cr_assert_eq(r.n_stages, (unsigned)N_THISTLETHWAITE_STAGES);
		for (unsigned stage = 0, begin = 0; stage < N_THISTLETHWAITE_STAGES; begin += r.stages[stage++].n_moves) {
			const unsigned n = r.stages[stage].n_moves;
			c = cube_after_moves(c, &r.stage_moves[begin], n);
			cr_assert(n <= most[stage] && are_permitted(&r.stage_moves[begin], n, stage), "seed 21, cube %u, stage %u", i, stage + 1);
			cr_assert(is_in_group(&c, stage + 1, corner_coset), "seed 21, cube %u, stage %u", i, stage + 1);
		}
		cr_assert(r.n_moves <= r.n_stage_moves && r.n_stage_moves <= 45, "seed 21, cube %u: %u moves", i, r.n_stage_moves);
		sum += r.n_stage_moves;
		squares += (double)r.n_stage_moves * r.n_stage_moves;
	}
	const double mean = sum / N, error = sqrt((squares / N - mean * mean) / N);
	cr_expect_float_eq(mean, 31.3457, 3 * error, "mean %f, standard error %f", mean, error);
}

Test(thistlethwaite, a_cube_of_a_group_skips_the_stages_before)
{
	cr_expect_eq(solve(&cube_solved).n_moves, 0);
	const struct cube c = cube_of_moves("R2 U2 F2 L2 D2 B2 R2 U2");
	const struct method_result r = solve(&c);
	cr_expect_eq(r.stages[0].n_moves + r.stages[1].n_moves + r.stages[2].n_moves, 0);
	cr_expect(method_result_solves(&r, &c));
	cr_expect_leq(r.n_moves, 8);
}
