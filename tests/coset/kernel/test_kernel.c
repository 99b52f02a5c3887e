#include "coset/family.h"
#include "support/support.h"
#include "coset/math/packed.h"
#include "search/fixture.h"

#include <criterion/criterion.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

/* The smallest of their kinds, or almost: 5.5 to 66 MB. */
#define COSETS(...) \
	{.n_tables = 1, .table = {COSET_COORDINATE(__VA_ARGS__)}, .evaluate = heuristic_largest_entry_dual}
static const struct heuristic_design smallest = COSETS(2437, COSET_TETRAD, 8, false);
static const struct heuristic_design tetrads_with_nine_flips = COSETS(5003, COSET_TETRAD, 9, false);
static const struct heuristic_design with_parity = COSETS(4096, COSET_PARITY, 8, false);
static const struct heuristic_design htr = COSETS(2437, COSET_HTR, 8, false);
static const struct heuristic_design htr_with_nine_flips = COSETS(4874, COSET_HTR, 9, false);
static const struct heuristic_design with_layers = COSETS(5000, COSET_TETRAD, 9, true);
static const struct heuristic_design with_parity_and_layers = COSETS(5003, COSET_PARITY, 9, true);
static const struct heuristic_design htr_with_layers = COSETS(4874, COSET_HTR, 9, true);
#undef COSETS
static const struct kernel *const coset_kernels[] = {&kernel_coset_avx512, &kernel_coset_avx2, &kernel_coset_portable};
enum { N_KERNELS = 3 };

static struct heuristic built_for(const struct heuristic_design *design, enum metric metric)
{
	return fixture_heuristic(design, metric);
}

static struct heuristic built(const struct heuristic_design *design)
{
	return built_for(design, METRIC_HTM);
}

static struct cube scramble(unsigned n_moves)
{
	struct cube c = cube_solved;
	unsigned last = LAST_NONE;
	for (unsigned i = 0; i < n_moves; i++) {
		unsigned move;
		do
			move = (unsigned)rand() % N_MOVES;
		while (!(move_successors[METRIC_HTM][last] >> move & 1));
		c = cube_after(&c, move);
		last = move_last_after[METRIC_HTM][last][move];
	}
	return c;
}

static struct cube quarter_turn_scramble(unsigned n_moves)
{
	struct cube c = cube_solved;
	for (unsigned i = 0; i < n_moves; i++)
		c = cube_after(&c, (unsigned)rand() % N_FACES * 3 + (unsigned)rand() % 2 * 2);
	return c;
}

static struct search_result solved(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                                   const struct search_request *request)
{
	struct pool *const pool = pool_create_with(h, kernel, n_threads);
	struct search_result result;
	pool_solve(pool, request, &result);
	pool_destroy(pool);
	return result;
}

static void expect_same_solutions(const struct search_result *a, const struct search_result *b, const char *name)
{
	cr_assert_eq(a->outcome, b->outcome, "%s", name);
	cr_assert_eq(a->length, b->length, "%s: %u and %u", name, a->length, b->length);
	cr_assert_eq(a->n_solutions, b->n_solutions, "%s: %lu and %lu solutions", name, a->n_solutions, b->n_solutions);
	for (uint64_t i = 0; i < a->n_solutions; i++) {
		cr_assert_eq(a->solutions[i].n_moves, b->solutions[i].n_moves);
		cr_assert_arr_eq(a->solutions[i].moves, b->solutions[i].moves, a->solutions[i].n_moves, "%s", name);
	}
}

/* Every kernel's solutions are the expected ones, and solve the cube. */
static void expect_solutions_of_kernels(const struct heuristic *h, const struct search_request *request, unsigned n_threads,
                                        const struct search_result *expected)
{
	cr_assert_eq(expected->outcome, SEARCH_SOLVED);
	for (unsigned k = 0; k < N_KERNELS; k++) {
		if (!coset_kernels[k]->is_for(h))
			continue;
		struct search_result actual = solved(h, coset_kernels[k], n_threads, request);
		expect_same_solutions(&actual, expected, coset_kernels[k]->name);
		expect_sound(h, request, &actual);
		search_result_free(&actual);
	}
}

/* Other tables, another kernel. */
static void expect_solutions_of_korf(const struct heuristic_design *design, unsigned seed)
{
	const struct heuristic korf = fixture_named("korf", METRIC_HTM), h = built(design);
	srand(seed);
	for (unsigned n = 0; n < 26; n++) {
		const struct cube c = scramble(n % 13);
		struct search_request request = search_request_default(&c);
		request.n_solutions = SEARCH_ALL;
		request.over_optimal = n % 13 < 7 ? 2 : n % 13 < 10 ? 1 : 0;
		struct search_result expected = solved(&korf, kernel_best(&korf), 2, &request);
		expect_solutions_of_kernels(&h, &request, 1 + n % 3, &expected);
		search_result_free(&expected);
	}
}

Test(coset_kernel, all_solutions_are_those_with_korfs_tables)
{
	expect_solutions_of_korf(&smallest, 1);
}

Test(coset_kernel, all_solutions_are_those_with_korfs_tables_with_nine_flips)
{
	expect_solutions_of_korf(&tetrads_with_nine_flips, 11);
}

Test(coset_kernel, all_solutions_are_those_with_korfs_tables_with_parity)
{
	expect_solutions_of_korf(&with_parity, 12);
}

Test(coset_kernel, all_solutions_are_those_with_korfs_tables_with_htr_corners)
{
	expect_solutions_of_korf(&htr, 13);
}

Test(coset_kernel, all_solutions_are_those_with_korfs_tables_with_htr_corners_and_nine_flips)
{
	expect_solutions_of_korf(&htr_with_nine_flips, 14);
}

Test(coset_kernel, all_solutions_are_those_with_korfs_tables_with_layers)
{
	expect_solutions_of_korf(&with_layers, 15);
}

Test(coset_kernel, all_solutions_are_those_with_korfs_tables_with_parity_and_layers)
{
	expect_solutions_of_korf(&with_parity_and_layers, 16);
}

Test(coset_kernel, all_solutions_are_those_with_korfs_tables_with_htr_corners_and_layers)
{
	expect_solutions_of_korf(&htr_with_layers, 17);
}

Test(coset_kernel, all_solutions_are_those_of_the_textbook_search)
{
	cube_init();
	const struct heuristic h = built(&smallest), orientation = built(heuristic_find("orientation"));
	srand(1);
	for (unsigned n = 0; n < 24; n++) {
		const struct cube c = scramble(n % 12);
		struct search_request request = search_request_default(&c);
		request.n_solutions = SEARCH_ALL;
		request.over_optimal = n % 12 < 7 ? 2 : n % 12 < 10 ? 1 : 0;
		/* with the coset's bounds, and with other ones where they reach */
		struct search_result expected = solved(n % 12 < 6 ? &orientation : &h, &kernel_plain, 2, &request);
		expect_solutions_of_kernels(&h, &request, 1 + n % 3, &expected);
		search_result_free(&expected);
	}
}

/* Of symmetric cubes only some beginnings are searched, and their solutions turned. */
static void expect_solutions_of_symmetric_cubes(const struct heuristic_design *design, enum metric table_metric,
                                                enum metric metric)
{
	static const char *const symmetric[] = {
		"", "R L'", "U2 D2", "R2 F2 R2", "R L U D", "U2 D2 R2 L2", "F2 R2 F2 R2", "U2 D2 F2 B2 L2 R2",
	};
	const struct heuristic korf = fixture_named("korf", metric);
	struct heuristic h = built_for(design, table_metric);
	h.metric = metric;
	for (unsigned i = 0; i < sizeof symmetric / sizeof *symmetric; i++) {
		const struct cube c = cube_of_moves(symmetric[i]);
		struct search_request request = search_request_default(&c);
		request.n_solutions = SEARCH_ALL;
		request.over_optimal = i < 5 ? 2 : 0;
		cr_assert_gt(__builtin_popcountll(cube_symmetries(&c)), 1);
		struct search_result expected = solved(&korf, kernel_best(&korf), 2, &request);
		expect_solutions_of_kernels(&h, &request, 1 + i % 3, &expected);
		search_result_free(&expected);
	}
}

Test(coset_kernel, all_solutions_of_symmetric_cubes_are_those_with_korfs_tables)
{
	expect_solutions_of_symmetric_cubes(&smallest, METRIC_HTM, METRIC_HTM);
	expect_solutions_of_symmetric_cubes(&with_parity, METRIC_HTM, METRIC_HTM);
	expect_solutions_of_symmetric_cubes(&htr_with_nine_flips, METRIC_HTM, METRIC_HTM);
	expect_solutions_of_symmetric_cubes(&with_layers, METRIC_HTM, METRIC_HTM);
}

Test(coset_kernel, all_solutions_of_symmetric_cubes_in_quarter_turns_are_those_with_korfs_tables)
{
	expect_solutions_of_symmetric_cubes(&with_parity, METRIC_HTM, METRIC_QTM);
	expect_solutions_of_symmetric_cubes(&with_parity, METRIC_QTM, METRIC_QTM);
	expect_solutions_of_symmetric_cubes(&with_layers, METRIC_QTM, METRIC_QTM);
}

/* ---- node counts ---- */
struct reference {
	const struct heuristic *h;
	bool is_swept, has_leads;               /* see look_again() */
	uint64_t n_expanded, n_lookups;
};

static unsigned value(const struct heuristic *h, const struct cube *c)
{
	return pdb_get(&h->table[0], coordinate_rank(h->design->table[0], c));
}

static bool has_layers(const struct heuristic *h)
{
	return coset_shape_of(&h->design->table[0]).has_layers;
}

/* Of a node: the cube, the axis of the last moves, 3 at the beginning; and what is known of its inverse, as the kernels
 * hand it down.  With layers that is also by which axes it may have neighbours that are nearer than the cap. */
struct visited {
	struct cube cube;
	unsigned last_axis, inverse_value;
	bool has_near[3], is_behind_quarters;   /* quarter turns of both faces of an axis */
};

static unsigned cap_of(const struct reference *r)
{
	return r->h->table[0].base + 3u;
}

/* What a slice's turn makes of a cube from the left is the neighbour of its layer. */
static unsigned value_of_neighbour(const struct reference *r, const struct cube *inverse, unsigned axis)
{
	const struct cube turned = cube_product(&move_cube[axis * 3 + 11], inverse);
	const struct cube neighbour = cube_product(&move_cube[axis * 3], &turned);
	return value(r->h, &neighbour);
}

/* What is known of the inverse of a child behind some quarter turns of each face of an axis. */
static void hand_down(const struct reference *r, const struct visited *parent, unsigned axis,
                      const unsigned turned_value[2], const bool is_odd[2], struct visited *child)
{
	const struct cube inverse = cube_inverse(&child->cube);
	const bool is_begin = parent->last_axis == 3, are_both = is_odd[0] && is_odd[1], is_one = is_odd[0] != is_odd[1];
	child->is_behind_quarters = are_both;
	for (unsigned a = 0; a < 3 && has_layers(r->h); a++)
		child->has_near[a] = is_begin || are_both ? true
		                     : is_one ? value_of_neighbour(r, &inverse, a) < cap_of(r) : parent->has_near[a];
	if (is_begin)  /* it is evaluated as it stands */
		child->inverse_value = value(r->h, &inverse);
	else if (are_both && has_layers(r->h))  /* two turns away */
		child->inverse_value = !parent->has_near[axis]      ? cap_of(r)
		                       : parent->inverse_value < 2 ? 0 : parent->inverse_value - 2;
	else
		child->inverse_value = is_odd[0] == is_odd[1] ? parent->inverse_value : turned_value[is_odd[1]];
}

/* Sweeps know more of some inverses than is handed down: what the table has of them.  Of a node's neighbours they only
 * know where its own inverse is near, or where pairs of turns begin.  Leads hand down what the iteration before knew. */
static void look_again(const struct reference *r, struct visited *node, unsigned left)
{
	const struct cube inverse = cube_inverse(&node->cube);
	if (left == cap_of(r) && r->has_leads && node->is_behind_quarters && value(r->h, &inverse) < cap_of(r))
		return;
	node->inverse_value = value(r->h, &inverse);
	for (unsigned a = 0; a < 3 && has_layers(r->h); a++)
		node->has_near[a] = (left == cap_of(r) && node->inverse_value == cap_of(r))
		                    || value_of_neighbour(r, &inverse, a) < cap_of(r);
}

/* One look-up at a time, axis by axis. */
static void visit(struct reference *r, const struct visited *visited, unsigned left)
{
	if (left == 0)
		return;
	r->n_expanded++;
	struct visited seen = *visited, *const node = &seen;
	if (r->is_swept && left >= cap_of(r) && left <= cap_of(r) + (r->has_leads ? 2 : 1))
		look_again(r, node, left);
	const struct cube inverse = cube_inverse(&node->cube);
	for (unsigned axis = 0; axis < 3; axis++) {
		if (axis == node->last_axis)
			continue;
		const bool is_begin = node->last_axis == 3;
		unsigned turned_value[2];
		for (unsigned face = 0; face < 2; face++) {
			const struct cube turned = cube_product(&move_cube[axis * 3 + 9 * face], &inverse);
			turned_value[face] = value(r->h, &turned);
		}
		r->n_lookups += !is_begin;
		bool survives[N_MOVES] = {false};
		for (unsigned first = 0; first < 4; first++)
			for (unsigned second = 0; second < 4; second++) {
				const unsigned cost = (first != 0 ? 1u : 0u) + (second != 0 ? 1u : 0u);
				const bool is_odd[2] = {first % 2 == 1, second % 2 == 1};
				const unsigned a = axis * 3 + first - 1, b = axis * 3 + 8 + second;
				if (cost == 0 || cost > left || (cost == 2 && !is_begin && !(survives[a] && survives[b])))
					continue;
				struct visited child = {.cube = first == 0 ? node->cube : cube_after(&node->cube, a), .last_axis = axis};
				child.cube = second == 0 ? child.cube : cube_after(&child.cube, b);
				hand_down(r, node, axis, turned_value, is_odd, &child);
				/* The child itself is looked up if the inverse is not too far, and it could be. */
				const bool could_fail = cost == 1 ? left <= cap_of(r) : left - 2 < cap_of(r);
				const unsigned below = child.inverse_value;
				r->n_lookups += !is_begin && could_fail && below <= left - cost;
				const unsigned own = value(r->h, &child.cube);
				const unsigned bound = below > own ? below : own;
				if (cost == 1)
					survives[first != 0 ? a : b] = bound < left;
				if (bound <= left - cost)
					visit(r, &child, left - cost);
			}
	}
}

static void expect_counts(const struct heuristic_design *design)
{
	cube_init();
	const struct heuristic h = built(design);
	srand(2);
	for (unsigned n = 0; n < 4; n++) {
		const struct cube c = scramble(60);
		struct search_request request = search_request_default(&c);
		request.max_length = 13;
		struct search_iteration expected = {.threshold = 0};
		for (unsigned k = 0; k < N_KERNELS; k++) {
			if (!coset_kernels[k]->is_for(&h))
				continue;
			for (unsigned n_threads = 1; n_threads <= 3; n_threads++) {
				struct search_result result = solved(&h, coset_kernels[k], n_threads, &request);
				cr_assert_eq(result.outcome, SEARCH_NONE);
				const struct search_iteration last = result.iterations[result.n_iterations - 1];
				cr_assert_eq(last.threshold, 13u);
				if (expected.threshold == 0)
					expected = last;
				const char *const name = coset_kernels[k]->name;
				cr_expect_eq(last.n_expanded, expected.n_expanded, "%s, %u threads", name, n_threads);
				cr_expect_eq(last.n_generated, expected.n_generated, "%s, %u threads", name, n_threads);
				cr_expect_eq(last.n_lookups, expected.n_lookups, "%s, %u threads", name, n_threads);
				search_result_free(&result);
			}
		}
		request.max_length = 12;
		struct search_result result = solved(&h, kernel_best(&h), 1, &request);
		struct reference r = {.h = &h};
		visit(&r, &(struct visited){.cube = c, .last_axis = 3}, 12);
		const struct search_iteration last = result.iterations[result.n_iterations - 1];
		cr_expect_eq(last.n_expanded, r.n_expanded, "%lu and %lu", last.n_expanded, r.n_expanded);
		/* Of the 18 single turns and 27 pairs that it may begin with, both the position and its inverse are looked up. */
		cr_expect_eq(last.n_lookups, r.n_lookups + 2 * (18 + 27), "%lu and %lu", last.n_lookups, r.n_lookups);
		search_result_free(&result);
	}
}

Test(coset_kernel, counts_do_not_depend_on_kernel_or_threads)
{
	expect_counts(&smallest);
}

Test(coset_kernel, counts_do_not_depend_on_kernel_or_threads_with_nine_flips)
{
	expect_counts(&tetrads_with_nine_flips);
}

Test(coset_kernel, counts_do_not_depend_on_kernel_or_threads_with_parity)
{
	expect_counts(&with_parity);
}

Test(coset_kernel, counts_do_not_depend_on_kernel_or_threads_with_htr_corners)
{
	expect_counts(&htr);
}

Test(coset_kernel, counts_do_not_depend_on_kernel_or_threads_with_htr_corners_and_nine_flips)
{
	expect_counts(&htr_with_nine_flips);
}

Test(coset_kernel, counts_do_not_depend_on_kernel_or_threads_with_layers)
{
	expect_counts(&with_layers);
}

Test(coset_kernel, counts_do_not_depend_on_kernel_or_threads_with_parity_and_layers)
{
	expect_counts(&with_parity_and_layers);
}

Test(coset_kernel, counts_do_not_depend_on_kernel_or_threads_with_htr_corners_and_layers)
{
	expect_counts(&htr_with_layers);
}

/* ---- sweeps ---- */
/* Turns of U and D, and of two opposite other faces alike: half a turn about the vertical axis leaves it as it is, and half of
 * the roots need not be searched. */
static struct cube symmetric_scramble(unsigned n_turns)
{
	static const uint8_t faces[4][2] = {{0, 0}, {3, 3}, {1, 4}, {2, 5}};  /* U, D, R and L, F and B */
	struct cube c = cube_solved;
	for (unsigned i = 0; i < n_turns; i++) {
		const unsigned which = (unsigned)rand() % 4, quarters = (unsigned)rand() % 3;
		c = cube_after(&c, faces[which][0] * 3 + quarters);
		if (which >= 2)
			c = cube_after(&c, faces[which][1] * 3 + quarters);
	}
	return c;
}

static struct search_result iterations_of(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                                          const struct cube *c, unsigned min, unsigned max)
{
	struct search_request request = search_request_default(c);
	request.min_length = min;
	request.max_length = max;
	struct search_result result = solved(h, kernel, n_threads, &request);
	cr_assert_eq(result.outcome, SEARCH_NONE);
	return result;
}

static bool always(const void *state)
{
	(void)state;
	return true;
}

/* A kernel that sweeps with any table, or never. */
static struct kernel with_sweeps(const struct kernel *kernel, bool does_sweep)
{
	struct kernel k = *kernel;
	k.can_sweep = does_sweep ? always : NULL;
	return k;
}

static struct search_result of_length(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                                      const struct cube *c, unsigned min, unsigned max)
{
	struct search_request request = search_request_default(c);
	request.n_solutions = SEARCH_ALL;
	request.min_length = min;
	request.max_length = max;
	request.over_optimal = max - min;
	return solved(h, kernel, n_threads, &request);
}

/* All solutions of some lengths, with and without sweeps. */
static void expect_swept_solutions(const struct heuristic *h, const struct cube *c, unsigned min, unsigned max)
{
	const struct kernel never = with_sweeps(kernel_best(h), false);
	struct search_result expected = of_length(h, &never, 2, c, min, max);
	cr_assert_eq(expected.outcome, SEARCH_SOLVED);
	uint64_t n_expanded = 0, n_generated = 0;
	for (unsigned k = 0; k < N_KERNELS; k++)
		for (unsigned n_threads = 1; n_threads <= 3 && coset_kernels[k]->is_for(h); n_threads++) {
			const struct kernel swept = with_sweeps(coset_kernels[k], true);
			struct search_result actual = of_length(h, &swept, n_threads, c, min, max);
			expect_same_solutions(&actual, &expected, swept.name);
			const struct search_iteration last = actual.iterations[actual.n_iterations - 1];
			const struct search_iteration whole = expected.iterations[expected.n_iterations - 1];
			n_expanded = n_expanded == 0 ? last.n_expanded : n_expanded;
			n_generated = n_generated == 0 ? last.n_generated : n_generated;
			cr_expect_eq(last.n_expanded, n_expanded, "%s, %u threads", swept.name, n_threads);
			cr_expect_eq(last.n_generated, n_generated, "%s, %u threads", swept.name, n_threads);
			cr_expect_leq(last.n_expanded, whole.n_expanded, "%lu and %lu", last.n_expanded, whole.n_expanded);
			cr_expect_gt(10 * last.n_expanded, 9 * whole.n_expanded, "%lu and %lu", last.n_expanded, whole.n_expanded);
			search_result_free(&actual);
		}
	search_result_free(&expected);
}

/* The first iteration's opening is the cube, and with more than one thread those behind one turn; so are the second one's. */
static void expect_swept_solutions_with(const struct heuristic_design *design, unsigned n_lengths)
{
	cube_init();
	const struct heuristic h = built(design);
	const unsigned cap = h.table[0].base + 3u, min = cap + SWEEP_MIN_MOVES;
	srand(21);
	for (unsigned n = 0; n < 2; n++) {
		const struct cube c = scramble(min);
		expect_swept_solutions(&h, &c, min, min + n_lengths - 1);
	}
}

Test(coset_kernel, sweeps_find_all_solutions)
{
	expect_swept_solutions_with(&tetrads_with_nine_flips, 1);
}

Test(coset_kernel, sweeps_find_all_solutions_with_eight_flips)
{
	expect_swept_solutions_with(&smallest, 1);
}

Test(coset_kernel, sweeps_find_all_solutions_with_parity)
{
	expect_swept_solutions_with(&with_parity, 1);
}

Test(coset_kernel, sweeps_find_all_solutions_with_htr_corners)
{
	expect_swept_solutions_with(&htr_with_nine_flips, 2);
}

Test(coset_kernel, sweeps_find_all_solutions_with_layers)
{
	expect_swept_solutions_with(&with_layers, 1);
}

Test(coset_kernel, sweeps_find_all_solutions_with_htr_corners_and_layers)
{
	expect_swept_solutions_with(&htr_with_layers, 2);
}

/* With more than four threads openings of one move make way for those of two. */
Test(coset_kernel, sweeps_behind_two_moves_find_all_solutions)
{
	cube_init();
	const struct heuristic h = built(&htr_with_nine_flips);
	const unsigned length = h.table[0].base + 3u + SWEEP_MIN_MOVES + 2;
	srand(27);
	for (unsigned n = 0; n < 2; n++) {
		const struct cube c = scramble(length);
		const struct kernel never = with_sweeps(kernel_best(&h), false), swept = with_sweeps(kernel_best(&h), true);
		struct search_result expected = of_length(&h, &never, 2, &c, length, length);
		struct search_result one_move = of_length(&h, &swept, 2, &c, length, length);
		struct search_result two_moves = of_length(&h, &swept, 5, &c, length, length);
		cr_assert_gt(expected.n_solutions, 0);
		expect_same_solutions(&one_move, &expected, "behind one move");
		expect_same_solutions(&two_moves, &expected, "behind two moves");
		cr_expect_eq(two_moves.n_expanded, one_move.n_expanded);
		cr_expect_eq(two_moves.n_generated, one_move.n_generated);
		search_result_free(&expected);
		search_result_free(&one_move);
		search_result_free(&two_moves);
	}
}

/* ---- leads before sweeps ---- */
/* The first iteration has no leads; in the others these come first, and sweeps leave alone what they have led to. */
static void expect_solutions_with_leads(const struct heuristic *h, const struct cube *c, unsigned n_lengths)
{
	const unsigned min = h->table[0].base + 3u + SWEEP_MIN_MOVES, max = min + n_lengths - 1;
	struct kernel never = with_sweeps(kernel_best(h), false);
	struct search_result expected = of_length(h, &never, 2, c, min, max);
	cr_assert_eq(expected.outcome, SEARCH_SOLVED);
	struct search_iteration first[3] = {{.threshold = 0}};
	for (unsigned k = 0; k < N_KERNELS; k++)
		for (unsigned n_threads = 1; n_threads <= 3 && coset_kernels[k]->is_for(h); n_threads++) {
			const struct kernel swept = with_sweeps(coset_kernels[k], true);
			struct search_result actual = of_length(h, &swept, n_threads, c, min, max);
			expect_same_solutions(&actual, &expected, swept.name);
			cr_assert_eq(actual.n_iterations, n_lengths);
			for (unsigned i = 1; i < n_lengths; i++) {
				const struct search_iteration it = actual.iterations[i];
				if (first[i].threshold == 0)
					first[i] = it;
				cr_expect_eq(it.n_expanded, first[i].n_expanded, "%s, %u threads", swept.name, n_threads);
				cr_expect_eq(it.n_generated, first[i].n_generated, "%s, %u threads", swept.name, n_threads);
				cr_expect_leq(it.n_expanded, expected.iterations[i].n_expanded);
				cr_expect_leq(it.n_generated, expected.iterations[i].n_generated);
			}
			search_result_free(&actual);
		}
	const struct kernel swept = with_sweeps(kernel_best(h), true);
	for (unsigned i = 1; i < n_lengths; i++) {
		struct search_result alone = of_length(h, &swept, 1, c, min + i, min + i);
		const struct search_iteration it = alone.iterations[0];
		cr_expect_neq(first[i].n_lookups, it.n_lookups, "the same without leads, which know what need not be looked up");
		cr_expect_leq(it.n_expanded, first[i].n_expanded, "but of pairs of quarter turns they know less");
		cr_expect_lt(first[i].n_generated, it.n_generated + it.n_generated / 10000);
		if (!has_layers(h))
			cr_expect_eq(it.n_expanded, first[i].n_expanded);
		search_result_free(&alone);
	}
	search_result_free(&expected);
}

static void expect_leads_with(const struct heuristic_design *design, unsigned n_lengths)
{
	cube_init();
	const struct heuristic h = built(design);
	srand(23);
	const struct cube c = scramble(h.table[0].base + 3u + SWEEP_MIN_MOVES);
	expect_solutions_with_leads(&h, &c, n_lengths);
}

Test(coset_kernel, leads_and_sweeps_find_all_solutions)
{
	expect_leads_with(&tetrads_with_nine_flips, 2);
}

Test(coset_kernel, leads_and_sweeps_find_all_solutions_with_parity)
{
	expect_leads_with(&with_parity, 2);
}

Test(coset_kernel, leads_and_sweeps_find_all_solutions_with_layers)
{
	expect_leads_with(&with_layers, 2);
}

Test(coset_kernel, leads_and_sweeps_find_all_solutions_with_htr_corners)
{
	expect_leads_with(&htr_with_nine_flips, 3);
}

Test(coset_kernel, leads_and_sweeps_find_all_solutions_with_htr_corners_and_layers)
{
	expect_leads_with(&htr_with_layers, 3);
}

/* Kernels whose leads end earlier: in the last iteration that has some only nodes whose inverse is nearer than the cap by two or
 * more come first. */
static const struct kernel *with_all_leads;
static unsigned last_threshold;

static void begin_last_sweeps(struct worker *w, struct search *s)
{
	s->leads->last = last_threshold;
	with_all_leads->begin_sweeps(w, s);
}

/* Those of the iteration of cap + 6 moves are behind an opening of one move or a pair; with more than four threads, of two. */
static void expect_leads_behind_openings_with(const struct heuristic_design *design, unsigned seed)
{
	cube_init();
	const struct heuristic h = built(design);
	const unsigned min = h.table[0].base + 3u + SWEEP_MAX_MOVES + 1;
	const struct kernel never = with_sweeps(kernel_best(&h), false), swept = with_sweeps(kernel_best(&h), true);
	struct kernel ends = swept;
	ends.begin_sweeps = begin_last_sweeps;
	with_all_leads = &swept;
	last_threshold = min + 1;
	srand(seed);
	const struct cube c = scramble(min - 6);
	struct search_result expected = of_length(&h, &never, 2, &c, min, min + 1);
	struct search_result one_turn = of_length(&h, &swept, 2, &c, min, min + 1);
	struct search_result two_turns = of_length(&h, &swept, 5, &c, min, min + 1);
	struct search_result close = of_length(&h, &ends, 2, &c, min, min + 1);
	cr_assert_gt(expected.n_solutions, 300);
	expect_same_solutions(&one_turn, &expected, "behind openings");
	expect_same_solutions(&two_turns, &expected, "behind openings of two turns");
	expect_same_solutions(&close, &expected, "of close inverses alone");
	cr_expect_neq(close.iterations[1].n_lookups, one_turn.iterations[1].n_lookups, "leads are fewer");
	cr_expect_leq(close.iterations[1].n_expanded, expected.iterations[1].n_expanded);
	search_result_free(&expected);
	search_result_free(&one_turn);
	search_result_free(&two_turns);
	search_result_free(&close);
}

Test(coset_kernel, leads_behind_openings_find_all_solutions)
{
	expect_leads_behind_openings_with(&htr_with_nine_flips, 35);  /* behind which nearly all pairs pass somewhere */
}

Test(coset_kernel, leads_behind_openings_find_all_solutions_with_layers)
{
	expect_leads_behind_openings_with(&htr_with_layers, 30);
}

/* The first solution that is found ends the search, wherever that is. */
Test(coset_kernel, leads_and_sweeps_find_a_shortest_solution)
{
	cube_init();
	const struct heuristic h = built(&htr_with_layers);
	const struct kernel swept = with_sweeps(kernel_best(&h), true), never = with_sweeps(kernel_best(&h), false);
	srand(29);
	for (unsigned n = 0; n < 12; n++) {
		const struct cube c = scramble(h.table[0].base + 3u + SWEEP_MIN_MOVES + n % 2);
		const struct search_request request = search_request_default(&c);
		struct search_result expected = solved(&h, &never, 1, &request), actual = solved(&h, &swept, 1 + n % 3, &request);
		cr_assert_eq(actual.length, expected.length, "%u and %u", actual.length, expected.length);
		cr_assert(actual.is_optimal);
		expect_sound(&h, &request, &actual);
		search_result_free(&expected);
		search_result_free(&actual);
	}
}

/* Nodes are those of the search that looks up one at a time: in the first iteration that is swept, and in the next one. */
static void expect_swept_counts(const struct heuristic_design *design, unsigned n_lengths)
{
	cube_init();
	const struct heuristic h = built(design);
	const unsigned length = h.table[0].base + 3u + SWEEP_MIN_MOVES;
	srand(22);
	const struct cube c = scramble(60);
	const struct kernel swept = with_sweeps(kernel_best(&h), true);
	struct search_result result = iterations_of(&h, &swept, 1, &c, length, length + n_lengths - 1);
	for (unsigned i = 0; i < n_lengths; i++) {
		const struct search_iteration *const it = &result.iterations[i];
		struct reference r = {.h = &h, .is_swept = true, .has_leads = i > 0};
		visit(&r, &(struct visited){.cube = c, .last_axis = 3}, length + i);
		cr_expect_eq(it->n_expanded, r.n_expanded, "%u moves: %lu and %lu", length + i, it->n_expanded, r.n_expanded);
	}
	search_result_free(&result);
}

Test(coset_kernel, sweeps_find_the_nodes_of_a_plain_search)
{
	expect_swept_counts(&tetrads_with_nine_flips, 1);
}

Test(coset_kernel, sweeps_find_the_nodes_of_a_plain_search_with_parity)
{
	expect_swept_counts(&with_parity, 1);
}

Test(coset_kernel, sweeps_find_the_nodes_of_a_plain_search_with_htr_corners)
{
	expect_swept_counts(&htr_with_nine_flips, 1);
}

Test(coset_kernel, sweeps_find_the_nodes_of_a_plain_search_with_layers)
{
	expect_swept_counts(&htr_with_layers, 2);
}

/* ---- memory as it comes ---- */
Test(coset_kernel, what_memory_held_before_does_not_matter)
{
	cube_init();
	const struct heuristic h = built(&htr_with_nine_flips);
	const unsigned length = h.table[0].base + 3u + SWEEP_MIN_MOVES;
	srand(28);
	const struct cube c = scramble(60);
	const struct kernel kernel = with_sweeps(kernel_best(&h), false);
	struct search_result expected = iterations_of(&h, &kernel, 1, &c, 0, length);
	for (unsigned n_threads = 1; n_threads <= 3; n_threads++) {
		mallopt(M_PERTURB, 0x55);
		struct search_result actual = iterations_of(&h, &kernel, n_threads, &c, 0, length);
		mallopt(M_PERTURB, 0);
		cr_assert_eq(actual.n_iterations, expected.n_iterations);
		for (unsigned i = 0; i < expected.n_iterations; i++) {
			const struct search_iteration *const is = &actual.iterations[i], *const was = &expected.iterations[i];
			cr_expect_eq(is->n_expanded, was->n_expanded, "%u threads, %u moves", n_threads, was->threshold);
			cr_expect_eq(is->n_generated, was->n_generated, "%u threads, %u moves", n_threads, was->threshold);
			cr_expect_eq(is->n_lookups, was->n_lookups, "%u threads, %u moves", n_threads, was->threshold);
		}
		search_result_free(&actual);
	}
	search_result_free(&expected);
}

/* ---- parts of openings ---- */
/* With an iteration before, openings are searched in parts; else they are not.  The nodes are the same, but openings of up to
 * four moves are not made again: what the roots behind which there are no others had read is read no more, nor what was
 * read of the roots themselves. */
enum { N_ROOTS_OF_TWO_MOVES = 18 * 12 };
static void expect_parts_are_the_whole(const struct heuristic_design *design, enum metric metric, unsigned length)
{
	cube_init();
	const struct heuristic h = built_for(design, metric);
	srand(8);
	const struct cube c = metric == METRIC_HTM ? scramble(60) : quarter_turn_scramble(60 + length % 2);
	struct search_request request = search_request_default(&c);
	request.min_length = request.max_length = length;
	const struct kernel best = with_sweeps(kernel_best(&h), false);
	struct search_result whole = solved(&h, &best, 1, &request);
	cr_assert_eq(whole.n_iterations, 1);
	request.min_length -= metric == METRIC_HTM ? 1 : 2;
	uint64_t n_lookups = 0;
	for (unsigned k = 0; k < N_KERNELS; k++)
		for (unsigned n_threads = 1; n_threads <= 3 && coset_kernels[k]->is_for(&h); n_threads++) {
			const struct kernel kernel = with_sweeps(coset_kernels[k], false);
			struct search_result result = solved(&h, &kernel, n_threads, &request);
			const char *const name = coset_kernels[k]->name;
			cr_assert_eq(result.n_iterations, 2);
			const struct search_iteration last = result.iterations[1];
			n_lookups = n_lookups == 0 ? last.n_lookups : n_lookups;
			cr_expect_eq(last.n_expanded, whole.iterations[0].n_expanded, "%s, %u threads", name, n_threads);
			cr_expect_eq(last.n_generated, whole.iterations[0].n_generated, "%s, %u threads", name, n_threads);
			cr_expect_eq(last.n_lookups, n_lookups, "%s, %u threads", name, n_threads);
			cr_expect_gt(last.n_lookups + 2 * N_ROOTS_OF_TWO_MOVES + MAX_ROOTS, whole.iterations[0].n_lookups,
			             "each part reads what the opening does");
			search_result_free(&result);
		}
	search_result_free(&whole);
}

Test(coset_kernel, parts_of_openings_are_the_whole)
{
	expect_parts_are_the_whole(&smallest, METRIC_HTM, 14);
}

Test(coset_kernel, parts_of_openings_are_the_whole_with_layers)
{
	expect_parts_are_the_whole(&with_layers, METRIC_HTM, 14);
}

Test(coset_kernel, parts_of_openings_are_the_whole_in_quarter_turns)
{
	expect_parts_are_the_whole(&with_parity, METRIC_QTM, 17);
}

/* The first iteration counts what lies behind five moves, the second one makes the frontier deeper, and the others find it so.
 * The nodes are those of iterations without others before. */
static void expect_deeper_parts_are_the_whole(const struct heuristic_design *design, enum metric metric,
                                              unsigned n_iterations, unsigned n_tried)
{
	enum { MAX_ITERATIONS = 3 };
	cube_init();
	const struct heuristic h = built_for(design, metric);
	srand(12);
	const struct cube c = symmetric_scramble(60);
	cr_assert_eq(__builtin_popcountll(cube_symmetries(&c)), 2);
	const unsigned step = metric == METRIC_HTM ? 1 : 2, enough = h.table[0].base + 3u + 5;
	const unsigned first = enough + (step == 2 && enough % 2 != cube_is_odd(&c)), last = first + (n_iterations - 1) * step;
	struct search_iteration whole[MAX_ITERATIONS], expected[MAX_ITERATIONS] = {{.threshold = 0}};
	for (unsigned i = 0; i < n_iterations; i++) {
		const struct kernel best = with_sweeps(kernel_best(&h), false);
		struct search_result result = iterations_of(&h, &best, 1, &c, first + i * step, first + i * step);
		whole[i] = result.iterations[0];
		search_result_free(&result);
	}
	for (unsigned k = 0; k < N_KERNELS && n_tried > 0; k++) {
		n_tried -= coset_kernels[k]->is_for(&h);
		for (unsigned n_threads = 1; n_threads <= 3 && coset_kernels[k]->is_for(&h); n_threads++) {
			const struct kernel kernel = with_sweeps(coset_kernels[k], false);
			struct search_result result = iterations_of(&h, &kernel, n_threads, &c, first, last);
			cr_assert_eq(result.n_iterations, n_iterations);
			for (unsigned i = 0; i < n_iterations; i++) {
				const struct search_iteration it = result.iterations[i];
				const char *const name = coset_kernels[k]->name;
				if (expected[i].threshold == 0)
					expected[i] = it;
				cr_expect_eq(it.n_expanded, whole[i].n_expanded, "%s, %u threads, %u", name, n_threads, i);
				cr_expect_eq(it.n_generated, whole[i].n_generated, "%s, %u threads, %u", name, n_threads, i);
				cr_expect_eq(it.n_lookups, expected[i].n_lookups, "%s, %u threads, %u", name, n_threads, i);
			}
			search_result_free(&result);
		}
	}
}

Test(coset_kernel, deeper_parts_of_openings_are_the_whole)
{
	expect_deeper_parts_are_the_whole(&smallest, METRIC_HTM, 2, N_KERNELS);
}

Test(coset_kernel, deeper_parts_of_openings_are_the_whole_with_layers)
{
	expect_deeper_parts_are_the_whole(&with_layers, METRIC_HTM, 2, N_KERNELS);
}

Test(coset_kernel, deeper_parts_of_openings_are_the_whole_in_quarter_turns)
{
	expect_deeper_parts_are_the_whole(&with_parity, METRIC_QTM, 2, N_KERNELS);
}

Test(coset_kernel, deeper_parts_of_openings_last)
{
	expect_deeper_parts_are_the_whole(&with_layers, METRIC_HTM, 3, 1);
}

Test(coset_kernel, lengths_are_at_most_those_of_the_scrambles)
{
	cube_init();
	const struct heuristic h = built(&smallest);
	struct pool *const pool = pool_create(&h, 2);
	srand(3);
	for (unsigned n = 0; n < 200; n++) {
		const struct cube c = scramble(n % 13);
		const struct search_request request = search_request_default(&c);
		struct search_result result;
		pool_solve(pool, &request, &result);
		cr_assert(result.is_optimal);
		cr_assert_leq(result.length, n % 13);
		cr_assert_geq(result.length, heuristic_evaluate(&h, &c));
		const struct cube end = cube_after_moves(c, result.solutions[0].moves, result.solutions[0].n_moves);
		cr_assert(cube_is_solved(&end), "scramble %u", n);
		search_result_free(&result);
	}
	pool_destroy(pool);
}

Test(coset_kernel, thresholds_beyond_a_nodes_room_are_searched)
{
	cube_init();
	const struct heuristic h = built(&smallest);
	const struct cube c = scramble(3);
	struct search_request request = search_request_default(&c);
	request.min_length = 24;
	struct search_result result = solved(&h, kernel_best(&h), 2, &request);
	cr_assert_eq(result.outcome, SEARCH_SOLVED);
	cr_assert_eq(result.length, 24u);
	const struct cube end = cube_after_moves(c, result.solutions[0].moves, result.solutions[0].n_moves);
	cr_expect(cube_is_solved(&end));
	search_result_free(&result);
}

/* ---- quarter turns ---- */
/* Distances in half turns are lower bounds in quarter turns. */
Test(coset_kernel, all_solutions_in_quarter_turns_are_those_of_the_textbook_search)
{
	cube_init();
	struct heuristic h = built(&smallest);
	h.metric = METRIC_QTM;
	const struct heuristic plain = {.design = heuristic_find("manhattan"), .metric = METRIC_QTM};
	srand(5);
	for (unsigned n = 0; n < 24; n++) {
		const struct cube c = quarter_turn_scramble(n % 9);
		struct search_request request = search_request_default(&c);
		request.n_solutions = SEARCH_ALL;
		request.over_optimal = n % 9 < 6 ? 2 : 0;
		struct search_result expected = solved(n % 9 < 7 ? &plain : &h, &kernel_plain, 2, &request);
		expect_solutions_of_kernels(&h, &request, 1 + n % 3, &expected);
		search_result_free(&expected);
	}
}

static void expect_solutions_in_quarter_turns(const struct heuristic_design *design, enum metric table_metric, unsigned seed)
{
	const struct heuristic korf = fixture_named("korf", METRIC_QTM);
	struct heuristic h = built_for(design, table_metric);
	h.metric = METRIC_QTM;
	srand(seed);
	for (unsigned n = 0; n < 39; n++) {
		const struct cube c = quarter_turn_scramble(n % 13);
		struct search_request request = search_request_default(&c);
		request.n_solutions = SEARCH_ALL;
		request.over_optimal = n % 13 < 7 ? 2 : 0;
		struct search_result expected = solved(&korf, kernel_best(&korf), 2, &request);
		expect_solutions_of_kernels(&h, &request, 1 + n % 3, &expected);
		search_result_free(&expected);
	}
}

Test(coset_kernel, all_solutions_in_quarter_turns_are_those_with_korfs_tables)
{
	expect_solutions_in_quarter_turns(&smallest, METRIC_HTM, 8);
	expect_solutions_in_quarter_turns(&htr_with_nine_flips, METRIC_HTM, 9);
}

Test(coset_kernel, all_solutions_with_tables_of_quarter_turns_are_those_with_korfs_tables)
{
	expect_solutions_in_quarter_turns(&smallest, METRIC_QTM, 8);
	expect_solutions_in_quarter_turns(&with_parity, METRIC_QTM, 9);
	expect_solutions_in_quarter_turns(&with_layers, METRIC_QTM, 11);
}

Test(coset_kernel, all_solutions_with_tables_of_quarter_turns_are_those_with_korfs_tables_with_htr_corners)
{
	expect_solutions_in_quarter_turns(&htr, METRIC_QTM, 10);
}

static void expect_counts_in_quarter_turns(const struct heuristic_design *design, enum metric table_metric, unsigned length)
{
	cube_init();
	struct heuristic h = built_for(design, table_metric);
	h.metric = METRIC_QTM;
	srand(6);
	for (unsigned n = 0; n < 3; n++) {
		const struct cube c = quarter_turn_scramble(60 + n);
		struct search_request request = search_request_default(&c);
		request.min_length = request.max_length = length + n % 2;  /* some of them begin at roots */
		struct search_iteration expected = {.threshold = 0};
		for (unsigned k = 0; k < N_KERNELS; k++)
			for (unsigned n_threads = 1; n_threads <= 3 && coset_kernels[k]->is_for(&h); n_threads++) {
				struct search_result result = solved(&h, coset_kernels[k], n_threads, &request);
				cr_assert_eq(result.outcome, SEARCH_NONE);
				const struct search_iteration last = result.iterations[0];
				if (expected.threshold == 0)
					expected = last;
				cr_expect_gt(last.n_expanded, 500u);
				cr_expect_eq(last.n_expanded, expected.n_expanded, "%s, %u threads", coset_kernels[k]->name, n_threads);
				cr_expect_eq(last.n_generated, expected.n_generated, "%s, %u threads", coset_kernels[k]->name, n_threads);
				cr_expect_eq(last.n_lookups, expected.n_lookups, "%s, %u threads", coset_kernels[k]->name, n_threads);
				search_result_free(&result);
			}
	}
}

Test(coset_kernel, counts_in_quarter_turns_do_not_depend_on_kernel_or_threads)
{
	expect_counts_in_quarter_turns(&with_parity, METRIC_HTM, 14);
}

Test(coset_kernel, counts_with_tables_of_quarter_turns_do_not_depend_on_kernel_or_threads)
{
	expect_counts_in_quarter_turns(&smallest, METRIC_QTM, 14);
}

Test(coset_kernel, counts_with_tables_of_quarter_turns_do_not_depend_on_kernel_or_threads_with_layers)
{
	expect_counts_in_quarter_turns(&with_layers, METRIC_QTM, 14);
}

Test(coset_kernel, counts_with_tables_of_quarter_turns_do_not_depend_on_kernel_or_threads_with_htr_corners_and_nine_flips)
{
	expect_counts_in_quarter_turns(&htr_with_nine_flips, METRIC_QTM, 14);
}
