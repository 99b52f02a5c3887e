/* Every heuristic against exact distances: canonical maneuvers of n moves reach all positions at distance n,
 * and others that are nearer, so a bound above n anywhere would be one above the distance. */
#include "heuristic/heuristic.h"

#include "pdb/file.h"
#include "search/fixture.h"
#include "support/support.h"

/* Tables of a heuristic that are built for the tests; where they are larger together, those that are
 * installed are tried. */
enum { BUILT_BYTES_MAX = 100 << 20 };

static bool is_built(const struct heuristic_spec *spec, enum metric metric)
{
	uint64_t bytes = 0;
	for (unsigned i = 0; i < spec->n_tables; i++)
		bytes += pdb_key_file_bytes(heuristic_table_key(spec, i, metric));
	return bytes <= BUILT_BYTES_MAX;
}

/* The next heuristic in a metric whose tables are built.  i begins at 0. */
static bool next_built(enum metric metric, unsigned *i, struct heuristic *h)
{
	while (*i < n_heuristic_specs && !is_built(&heuristic_specs[*i], metric))
		++*i;
	if (*i < n_heuristic_specs)
		*h = fixture_heuristic(&heuristic_specs[*i], metric);
	return (*i)++ < n_heuristic_specs;
}

enum { MOST_NEAR = 5 };

struct check {
	const struct heuristic *h;
	unsigned bound[MOST_NEAR + 1];         /* of the cubes on the path */
	uint64_t n_checked, n_too_high, n_jumps;
};

static void check_path(void *context, const struct cube *c, const uint8_t *path, unsigned n)
{
	struct check *const check = context;
	check->bound[n] = heuristic_evaluate(check->h, c);
	check->n_checked++;
	check->n_too_high += check->bound[n] > n;
	check->n_jumps += n > 0 && check->bound[n] + 1 < check->bound[n - 1];
}

static bool is_dual(const struct heuristic_spec *spec)
{
	return spec->evaluate == heuristic_largest_entry_dual;
}

static void check_solved(const struct heuristic *h)
{
	struct dice dice = {2};
	cr_assert_eq(heuristic_evaluate(h, &cube_solved), 0, "%s", h->spec->name);
	for (unsigned n = 0; n < 100; n++) {
		const struct cube c = dice_cube(&dice);
		cr_assert_gt(heuristic_evaluate(h, &c), 0, "%s, seed 2, cube %u", h->spec->name, n);
	}
}

/* Random maneuvers have a length that is one at least as large as the distance, beyond what can be
 * enumerated. */
static void check_maneuvers(const struct heuristic *h)
{
	struct dice dice = {3};
	for (unsigned n = 0; n < 3000; n++) {
		const unsigned length = 6 + dice_below(&dice, 7);
		const struct cube c = dice_walked(&dice, h->metric, length);
		cr_assert_leq(heuristic_evaluate(h, &c), length, "%s, %s, seed 3, maneuver %u", h->spec->name,
		              metric_name[h->metric], n);
	}
}

static void check_all(const struct heuristic *h)
{
	const char *const name = h->spec->name, *const metric = metric_name[h->metric];
	struct check check = {.h = h};
	each_path(h->metric, (1u << N_MOVES) - 1, &cube_solved, are_slow_wanted() ? MOST_NEAR : 4, check_path,
	          &check);
	cr_assert_eq(check.n_too_high, 0, "%s, %s: %lu of %lu bounds are above the distance", name, metric,
	             check.n_too_high, check.n_checked);
	cr_assert(is_dual(h->spec) || check.n_jumps == 0, "%s, %s: falls by more than 1 in %lu moves", name,
	          metric, check.n_jumps);
	/* Near the solved cube bounds are small and have no room to fall. */
	struct dice dice = {1};
	for (unsigned n = 0; n < 2000 && !is_dual(h->spec); n++) {
		const struct cube c = dice_cube(&dice);
		const unsigned bound = heuristic_evaluate(h, &c);
		for (unsigned move = 0; move < N_MOVES; move++) {
			const struct cube child = cube_after(&c, move);
			const unsigned after = heuristic_evaluate(h, &child), cost = move_cost(h->metric, move);
			cr_assert(after <= bound + cost && bound <= after + cost, "%s, %s, seed 1, cube %u, %s: %u to %u",
			          h->spec->name, metric_name[h->metric], n, move_name[move], bound, after);
		}
	}
	check_solved(h);
	check_maneuvers(h);
}

Test(heuristic, no_bound_is_above_the_distance_and_a_move_lowers_none_by_more_than_1)
{
	struct heuristic h;
	metric_foreach(metric)
		for (unsigned i = 0; next_built(metric, &i, &h);)
			check_all(&h);
}

Test(heuristic, large_tables_that_are_installed_have_no_bound_above_the_distance_either)
{
	char missing[512] = "";
	for (unsigned i = 0; i < 2 * n_heuristic_specs; i++) {
		const struct heuristic_spec *const spec = &heuristic_specs[i / 2];
		const enum metric metric = i % 2 == 0 ? METRIC_HTM : METRIC_QTM;
		struct heuristic h;
		if (is_built(spec, metric))
			continue;
		if (heuristic_open(spec, metric, NULL, &h, NULL) != STATUS_OK) {
			const size_t n = strlen(missing);
			snprintf(missing + n, sizeof missing - n, " %s (%s)", spec->name, metric_name[metric]);
			continue;
		}
		check_all(&h);
		heuristic_close(&h);
	}
	if (missing[0] != '\0')
		cr_skip_test("tables that `superflip pdb build` would install are not tried:%s", missing);
}

Test(heuristic, dual_is_the_same_for_the_inverse_and_never_below_its_tables)
{
	struct dice dice = {4};
	const struct heuristic plain = fixture_named("korf", METRIC_HTM),
	                       dual = fixture_named("korf-dual", METRIC_HTM);
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
}

/* Korf 1997: the edges' Manhattan distance has a mean of 5.5, the corners' one of about 3 (exactly 37 /
 * 12). */
Test(heuristic, mean_manhattan_distances_are_those_of_korf_1997)
{
	const struct cubie_distances *const d = cubie_distances(METRIC_HTM);
	unsigned corners = 0, edges = 0;
	for (unsigned c = 0; c < N_CUBIES; c++)
		for (unsigned p = 0; p < N_CUBIES; p++)
			for (unsigned o = 0; o < cubie_n_stickers(p) && cubie_n_stickers(p) == cubie_n_stickers(c); o++)
				*(c < N_CORNERS ? &corners : &edges) += d->moves[c][p][o];
	/* Each place and orientation of a cubie is equally likely; the sum of all cubies is divided by 4. */
	cr_expect_float_eq(edges / (N_EDGES * 2.0) / N_TURNED_EDGES, 5.5, 1e-9, "edges %f",
	                   edges / (N_EDGES * 2.0) / 4);
	cr_expect_float_eq(corners / (N_CORNERS * 3.0) / N_TURNED_CORNERS, 37.0 / 12, 1e-9, "corners %f",
	                   corners / (N_CORNERS * 3.0) / 4);
}

Test(heuristic, a_search_without_a_name_has_something_to_choose)
{
	bool is_there = false;
	for (unsigned i = 0; i < n_heuristic_specs; i++) {
		const struct heuristic_spec *const spec = &heuristic_specs[i];
		is_there |= !spec->for_comparison;
		cr_expect(spec->for_comparison || spec->n_tables > 0, "%s: always installed, so it would be chosen",
		          spec->name);
		cr_expect_eq(heuristic_find(spec->name), spec, "two specs are named %s", spec->name);
	}
	cr_expect(is_there);
}
