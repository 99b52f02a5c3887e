/* The two-phase method: its tables against the cubie level, and what it answers. */
#include "steps/method.h"
#include "steps/two_phase.h"
#include "support/support.h"
#include "support/tables.h"

enum { SEED = 32 };

static struct pdb table;
static void *tables;

static void open_tables(void)
{
	struct pdb_key key = {.metric = METRIC_HTM};
	cr_assert(coordinate_parse("flipslice-twist", &key.coordinate));
	table = shared_table(key);
	cr_assert(method_create(&two_phase_method, &(struct method_setup){.n_threads = 2}, &tables));
}

static void close_tables(void)
{
	method_destroy(&two_phase_method, tables);
}

TestSuite(two_phase, .init = open_tables, .fini = close_tables);

static struct method_result solve(const struct cube *c, struct search_request limits)
{
	struct method_result result;
	limits.cube = *c;
	method_solve(&two_phase_method, tables, &limits, &result);
	return result;
}

static unsigned at_most_far(unsigned distance)
{
	return distance < COSETS_FAR ? distance : COSETS_FAR;
}

/* That places follow the cube is tested of elements (tests/subgroup/test_element.c). */
static void expect_states_in_h(void)
{
	const struct subgroup_tables *const t = ((const struct two_phase_tables *)tables)->subgroup;
	struct dice dice = {SEED};
	for (unsigned i = 0; i < 3000; i++) {
		const unsigned length = dice_below(&dice, 12);
		const struct cube c = dice_cube_after(&dice, SUBGROUP_MOVES, length);
		const struct subgroup_state s = subgroup_enter(element_of_cube(&c));
		cr_assert_not(subgroup_is_beyond(t, s, length), "walk %u of seed %d has %u moves", i, SEED, length);
		cr_assert_eq(!subgroup_is_beyond(t, s, 0), cube_is_solved(&c), "walk %u of seed %d", i, SEED);
		for (unsigned m = 0; m < N_SUBGROUP_MOVES; m++) {
			const struct cube after = cube_after(&c, subgroup_move[m]);
			const struct subgroup_state there = subgroup_enter(element_of_cube(&after)),
										next = subgroup_after(t, s, m);
			cr_assert(next.corners == there.corners && next.edge_perm == there.edge_perm
			              && next.slice_perm == there.slice_perm,
			          "walk %u of seed %d, %s", i, SEED, move_name[subgroup_move[m]]);
		}
	}
}

Test(two_phase, distances_and_states_are_those_of_the_table_and_follow_moves)
{
	expect_states_in_h();
	const struct coset_distances *const d = &((const struct two_phase_tables *)tables)->cosets;
	struct dice dice = {SEED};
	unsigned n_near = 0;
	for (unsigned i = 0; i < 3000; i++) {
		/* Every second cube is near H: few random ones are. */
		const struct cube c = i % 2 == 0
		                          ? dice_cube(&dice)
		                          : dice_cube_after(&dice, (1u << N_MOVES) - 1, 1 + dice_below(&dice, 11));
		const unsigned distance = at_most_far(pdb_value(&table, &c));
		const struct coset_node node = coset_of_cube(d, &c);
		const bool is_near = distance > 0 && distance <= NEAR_DISTANCE;
		const uint32_t nearer = is_near ? near_moves(d, node) : 0;
		n_near += is_near;
		cr_assert_eq(coset_distance(d, node), distance, "cube %u of seed %d", i, SEED);
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct cube after = cube_after(&c, m);
			const struct coset_node next = coset_after(d, node, m);
			const unsigned next_distance = at_most_far(pdb_value(&table, &after));
			cr_assert(coset_distance(d, next) == next_distance
			              && coset_distance_near(d, next, distance) == next_distance
			              && (!is_near
			                  || (nearer >> symmetry_move[node.symmetry][m] & 1)
			                         == (next_distance < distance)),
			          "cube %u of seed %d, after %s", i, SEED, move_name[m]);
		}
	}
	cr_assert(n_near > 1000 && n_near < 2000, "%u cubes of seed %d are near", n_near, SEED);
	/* One class in 31: 4.5 million cosets. */
	for (uint32_t k = 0; k < N_FLIPSLICE_CLASSES; k += 31)
		for (unsigned twist = 0; twist < N_TWISTS; twist++) {
			const struct coset_node node = {.flipslice_class = k, .twist = (uint16_t)twist};
			const unsigned distance = pdb_nibble(table.entries, (uint64_t)k * N_TWISTS + twist);
			cr_assert_eq(coset_code(d, node), distance < COSETS_FAR ? distance % 3 : COSETS_CODE_FAR,
			             "class %u, twist %u", k, twist);
		}
}

/* Phase 2 uses the moves of H only, as seen along its axis; backwards it comes first. */
static bool is_split_into_phases(const struct method_result *r)
{
	for (unsigned axis = 0; axis < 3; axis++) {
		bool stays[2] = {true, true};
		for (unsigned j = 0; j < r->n_stage_moves; j++)
			stays[j >= r->stages[0].n_moves] &=
				SUBGROUP_MOVES >> symmetry_move[16 * axis][r->stage_moves[j]] & 1;
		if (stays[0] || stays[1])
			return r->n_stages == 2;
	}
	return false;
}

static void expect_random_states_solved(unsigned n, unsigned max_length)
{
	struct dice dice = {SEED};
	for (unsigned i = 0; i < n; i++) {
		const struct cube c = dice_cube(&dice);
		const struct method_result r =
			solve(&c, (struct search_request){.n_threads = 1 + i % 3, .max_length = max_length});
		cr_assert(r.outcome == SEARCH_SOLVED && r.n_moves <= max_length && method_result_solves(&r, &c)
		              && r.lower_bound <= r.n_moves && r.lower_bound >= at_most_far(pdb_value(&table, &c))
		              && r.is_optimal == (r.lower_bound == r.n_moves) && is_split_into_phases(&r),
		          "cube %u of seed %d", i, SEED);
	}
}

Test(two_phase, random_states_are_solved_in_21_moves_by_any_number_of_threads, .timeout = 3600)
{
	expect_random_states_solved(60, 21);
	if (are_slow_wanted())
		expect_random_states_solved(10000, 20);
}

static void expect_short_positions_solved_optimally(void)
{
	struct dice dice = {SEED};
	for (unsigned i = 0; i < 60; i++) {
		const struct cube c = dice_cube_after(&dice, (1u << N_MOVES) - 1, i % 5);  /* the solved cube, too */
		struct method_result shortest;
		method_solve(&bfs_method, NULL, &(struct search_request){.cube = c}, &shortest);
		cr_assert_eq(shortest.outcome, SEARCH_SOLVED);
		const struct method_result r = solve(&c, (struct search_request){.n_threads = 1 + i % 2});
		cr_assert(r.outcome == SEARCH_SOLVED && r.is_optimal && method_result_solves(&r, &c)
		              && r.n_moves == shortest.n_moves && r.lower_bound == shortest.n_moves,
		          "walk %u of seed %d", i, SEED);
	}
}

Test(two_phase, short_positions_are_optimal_limits_are_kept_and_bounds_are_told)
{
	expect_short_positions_solved_optimally();
	struct dice dice = {SEED};
	const struct cube short_one = cube_of_moves("R U F' L2");
	for (unsigned max = 3; max <= 4; max++) {
		const struct method_result r =
			solve(&short_one, (struct search_request){.n_threads = 2, .max_length = max});
		cr_expect(r.lower_bound == 4 && (max == 3 ? r.outcome == SEARCH_NONE
		                                 : r.n_moves == 4 && method_result_solves(&r, &short_one)));
	}
	for (unsigned i = 0; i < 10; i++) {  /* time without a length always brings a solution */
		const struct cube c = dice_cube(&dice);
		const struct method_result r =
			solve(&c, (struct search_request){.n_threads = 1, .time_limit_s = 1e-9});
		cr_assert(r.outcome == SEARCH_SOLVED && r.has_hit_limit && !r.is_optimal
		              && method_result_solves(&r, &c),
		          "cube %u of seed %d", i, SEED);
	}
	/* The superflip: nothing of 15 moves exists, and to prove it takes hours. */
	const struct cube c = cube_of_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
	const struct method_result r =
		solve(&c, (struct search_request){.n_threads = 2, .max_length = 15, .stopped = at_once});
	cr_expect(r.outcome == SEARCH_INTERRUPTED && !r.is_optimal && r.n_moves == 0);
	cr_expect(r.lower_bound >= at_most_far(pdb_value(&table, &c)) && r.lower_bound <= 15);
}
