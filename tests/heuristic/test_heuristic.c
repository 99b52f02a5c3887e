/* Every heuristic against exact distances: canonical maneuvers of n moves reach all positions at distance n, and others
 * that are nearer, so a bound above n anywhere would be one above the distance. */
#include "heuristic/heuristic.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(heuristic, .init = cube_init);

/* False if its tables are not installed: only those of `korf` in HTM always are. */
static bool open_named(const char *name, enum metric metric, struct heuristic *out)
{
	const struct heuristic_spec *const spec = heuristic_find(name);
	cr_assert_not_null(spec, "%s", name);
	return heuristic_open(spec, metric, NULL, out, NULL) == PDB_OK;
}

/* The next heuristic in a metric whose tables are installed; the one before, if any, is closed.  i begins at 0. */
static bool next_installed(enum metric metric, unsigned *i, struct heuristic *h)
{
	if (*i > 0 && h->spec != NULL)
		heuristic_close(h);
	for (h->spec = NULL; *i < n_heuristic_specs; ++*i)
		if (heuristic_open(&heuristic_specs[*i], metric, NULL, h, NULL) == PDB_OK) {
			++*i;
			return true;
		}
	return false;
}

struct check {
	const struct heuristic *h;
	bool is_consistent;
	unsigned n_moves;
	uint64_t n_checked, n_too_high, n_jumps;
};

static void check_below(struct check *check, const struct cube *c, unsigned last, unsigned left)
{
	const unsigned bound = heuristic_evaluate(check->h, c);
	check->n_checked++;
	check->n_too_high += bound > check->n_moves - left;
	if (left == 0)
		return;
	const enum metric metric = check->h->metric;
	for (uint32_t moves = move_successors[metric][last]; moves != 0; moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube child = cube_after(c, move);
		check->n_jumps += heuristic_evaluate(check->h, &child) + 1 < bound;
		check_below(check, &child, move_last_after[metric][last][move], left - 1);
	}
}

static bool is_dual(const struct heuristic_spec *spec)
{
	return spec->evaluate == heuristic_largest_entry_dual;
}

static void check_near_solved(enum metric metric, unsigned n_moves)
{
	struct heuristic h;
	for (unsigned i = 0; next_installed(metric, &i, &h);) {
		struct check check = {.h = &h, .n_moves = n_moves};
		check_below(&check, &cube_solved, LAST_NONE, n_moves);
		cr_expect_eq(check.n_too_high, 0, "%s, %s: %lu of %lu bounds are above the distance", h.spec->name,
		             metric_name[metric], check.n_too_high, check.n_checked);
		if (!is_dual(h.spec))
			cr_expect_eq(check.n_jumps, 0, "%s, %s: falls by more than 1 in %lu moves", h.spec->name,
			             metric_name[metric], check.n_jumps);
	}
}

Test(heuristic, no_bound_is_above_the_distance_of_any_position_within_5_moves)
{
	check_near_solved(METRIC_HTM, 5);
}

Test(heuristic, no_bound_is_above_the_distance_of_any_position_within_5_quarter_turns)
{
	check_near_solved(METRIC_QTM, 5);
}

/* Near the solved cube bounds are small and have no room to fall. */
Test(heuristic, one_move_lowers_a_bound_by_1_at_most_far_from_solved)
{
	struct dice dice = {1};
	struct heuristic h;
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
		for (unsigned i = 0; next_installed(metric, &i, &h);)
			for (unsigned n = 0; n < 2000 && !is_dual(h.spec); n++) {
				const struct cube c = dice_cube(&dice);
				const unsigned bound = heuristic_evaluate(&h, &c);
				for (unsigned move = 0; move < N_MOVES; move++) {
					const struct cube child = cube_after(&c, move);
					const unsigned after = heuristic_evaluate(&h, &child), cost = move_cost(metric, move);
					cr_assert(after <= bound + cost && bound <= after + cost, "%s, %s, seed 1, cube %u, %s: %u to %u",
					          h.spec->name, metric_name[metric], n, move_name[move], bound, after);
				}
			}
}

Test(heuristic, solved_is_0_and_every_other_position_more)
{
	struct dice dice = {2};
	struct heuristic h;
	for (unsigned i = 0; next_installed(METRIC_HTM, &i, &h);) {
		cr_expect_eq(heuristic_evaluate(&h, &cube_solved), 0, "%s", h.spec->name);
		for (unsigned n = 0; n < 100; n++) {
			const struct cube c = dice_cube(&dice);
			cr_expect_gt(heuristic_evaluate(&h, &c), 0, "%s, seed 2, cube %u", h.spec->name, n);
		}
	}
}

/* Random maneuvers have a length that is one at least as large as the distance, beyond what can be enumerated. */
Test(heuristic, no_bound_is_above_the_length_of_a_maneuver)
{
	struct dice dice = {3};
	struct heuristic h;
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
		for (unsigned i = 0; next_installed(metric, &i, &h);)
			for (unsigned n = 0; n < 3000; n++) {
				uint8_t moves[12];
				const unsigned length = 6 + dice_below(&dice, 7);
				const struct cube c = cube_after_moves(cube_solved, moves, dice_walk(&dice, metric, length, moves));
				cr_assert_leq(heuristic_evaluate(&h, &c), length, "%s, %s, seed 3, maneuver %u", h.spec->name,
				              metric_name[metric], n);
			}
}

Test(heuristic, dual_is_the_same_for_the_inverse_and_never_below_its_tables)
{
	struct dice dice = {4};
	struct heuristic plain, dual;
	if (!open_named("korf", METRIC_HTM, &plain) || !open_named("korf-dual", METRIC_HTM, &dual))
		cr_skip_test("the tables of `korf` are not installed");
	unsigned n_more = 0;
	for (unsigned n = 0; n < 10000; n++) {
		const struct cube c = dice_cube(&dice), inverse = cube_inverse(&c);
		const unsigned bound = heuristic_evaluate(&dual, &c);
		cr_assert_eq(bound, heuristic_evaluate(&dual, &inverse), "seed 4, cube %u", n);
		const unsigned one = heuristic_evaluate(&plain, &c), other = heuristic_evaluate(&plain, &inverse);
		cr_assert_eq(bound, one > other ? one : other, "seed 4, cube %u", n);
		n_more += bound > one;
	}
	cr_expect_gt(n_more, 0, "the inverse never tells more");
	heuristic_close(&plain);
	heuristic_close(&dual);
}

Test(heuristic, the_maximum_is_at_least_each_of_its_tables)
{
	static const char *const parts[] = {"corners", "edges-upper", "edges-lower", "edges"};
	struct dice dice = {5};
	struct heuristic korf;
	if (!open_named("korf", METRIC_HTM, &korf))
		cr_skip_test("the tables of `korf` are not installed");
	for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct heuristic part;
		cr_assert(open_named(parts[i], METRIC_HTM, &part));
		for (unsigned n = 0; n < 1000; n++) {
			const struct cube c = dice_cube(&dice);
			cr_assert_leq(heuristic_evaluate(&part, &c), heuristic_evaluate(&korf, &c), "%s, seed 5, cube %u", parts[i], n);
		}
		heuristic_close(&part);
	}
	heuristic_close(&korf);
}

/* Korf 1997: the edges' Manhattan distance has a mean of 5.5, the corners' one of about 3 (exactly 37 / 12). */
Test(heuristic, mean_manhattan_distances_are_those_of_korf_1997)
{
	const struct cubie_distances *const d = cubie_distances(METRIC_HTM);
	unsigned corners = 0, edges = 0;
	for (unsigned c = 0; c < N_CUBIES; c++)
		for (unsigned p = 0; p < N_CUBIES; p++)
			for (unsigned o = 0; o < cubie_n_stickers(p) && cubie_n_stickers(p) == cubie_n_stickers(c); o++)
				*(c < N_CORNERS ? &corners : &edges) += d->moves[c][p][o];
	/* Each place and orientation of a cubie is equally likely; the sum of all cubies is divided by 4. */
	cr_expect_float_eq(edges / (N_EDGES * 2.0) / N_TURNED_EDGES, 5.5, 1e-9, "edges %f", edges / (N_EDGES * 2.0) / 4);
	cr_expect_float_eq(corners / (N_CORNERS * 3.0) / N_TURNED_CORNERS, 37.0 / 12, 1e-9, "corners %f",
	                   corners / (N_CORNERS * 3.0) / 4);
}

/* All cubies of a kind are alike but for a symmetry, so their distances have one distribution. */
Test(heuristic, every_cubie_of_a_kind_has_as_many_states_at_each_distance)
{
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
		const struct cubie_distances *const d = cubie_distances(metric);
		unsigned first[6] = {0};
		for (unsigned c = 0; c < N_CUBIES; c++) {
			unsigned count[6] = {0};
			for (unsigned p = 0; p < N_CUBIES; p++)
				for (unsigned o = 0; o < cubie_n_stickers(p) && cubie_n_stickers(p) == cubie_n_stickers(c); o++)
					count[d->moves[c][p][o]]++;
			if (c == 0 || c == N_CORNERS)
				memcpy(first, count, sizeof first);
			cr_expect_arr_eq(count, first, sizeof first, "%s", cubie_name[c]);
		}
	}
}

Test(heuristic, moves_of_the_metric_take_every_cubie_at_most_one_further)
{
	struct dice dice = {6};
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
		for (unsigned n = 0; n < 1000; n++) {
			const struct cube c = dice_cube(&dice);
			const struct cubie_sums before = cubie_sums(metric, &c);
			for (unsigned move = 0; move < N_MOVES; move++) {
				const struct cube child = cube_after(&c, move);
				const struct cubie_sums after = cubie_sums(metric, &child);
				const unsigned most = 4 * move_cost(metric, move);
				cr_assert(after.corners <= before.corners + most && after.edges <= before.edges + most);
			}
		}
}

Test(heuristic, a_search_without_a_name_has_something_to_choose)
{
	bool is_there = false;
	for (unsigned i = 0; i < n_heuristic_specs; i++) {
		const struct heuristic_spec *const spec = &heuristic_specs[i];
		is_there |= !spec->for_comparison;
		cr_expect(spec->for_comparison || spec->n_tables > 0, "%s: always installed, so it would be chosen", spec->name);
		cr_expect_eq(heuristic_find(spec->name), spec, "two specs are named %s", spec->name);
	}
	cr_expect(is_there);
}
