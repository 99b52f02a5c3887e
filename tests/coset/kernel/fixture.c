#include "coset/kernel/fixture.h"

#define COSETS(...) \
	{.n_tables = 1, .table = {COSET_COORDINATE(__VA_ARGS__)}, .evaluate = heuristic_largest_entry_dual}
const struct heuristic_spec with_parity = COSETS(4874, COSET_PARITY, false);
const struct heuristic_spec htr = COSETS(4874, COSET_HTR, false);
const struct heuristic_spec with_parity_and_subcosets = COSETS(5003, COSET_PARITY, true);
const struct heuristic_spec htr_with_subcosets = COSETS(4874, COSET_HTR, true);
#undef COSETS
const struct kernel *const coset_kernels[N_KERNELS] = {COSET_INSTRUCTION_SETS(COSET_KERNEL)};

bool is_tried(unsigned kernel, const struct heuristic *h)
{
	return coset_kernels[kernel]->is_for(h)
	       && (coset_kernels[kernel] == kernel_best(h) || h->spec == &with_parity || are_slow_wanted());
}

struct heuristic built(const struct heuristic_spec *spec)
{
	return fixture_heuristic(spec, METRIC_HTM);
}

struct heuristic with_bulk(const struct heuristic *h, bool has_bulk)
{
	struct heuristic changed = *h;
	struct pdb_histogram *const sample = &changed.table[0].histogram;
	memset(sample->count, 0, sizeof sample->count);
	sample->count[has_bulk ? cap_of(h) : 0] = 1;
	return changed;
}

unsigned cap_of(const struct heuristic *h)
{
	return h->table[0].base + COSET_THRESHOLD_SETS;
}

bool has_subcosets(const struct heuristic *h)
{
	return coset_shape_of(&h->spec->table[0]).has_subcosets;
}

struct cube scramble(struct dice *dice, unsigned n_moves)
{
	struct cube c = cube_solved;
	unsigned last = LAST_NONE;
	for (unsigned i = 0; i < n_moves; i++) {
		unsigned move;
		do
			move = dice_below(dice, N_MOVES);
		while (!(move_successors[METRIC_HTM][last] >> move & 1));
		c = cube_after(&c, move);
		last = move_last_after[METRIC_HTM][last][move];
	}
	return c;
}

struct cube quarter_turn_scramble(struct dice *dice, unsigned n_moves)
{
	struct cube c = cube_solved;
	for (unsigned i = 0; i < n_moves; i++)
		c = cube_after(&c, dice_below(dice, N_FACES) * 3 + dice_below(dice, 2) * 2);
	return c;
}

struct cube scramble_in(enum metric metric, struct dice *dice, unsigned n_moves)
{
	return metric == METRIC_HTM ? scramble(dice, n_moves) : quarter_turn_scramble(dice, n_moves);
}

unsigned threshold_above_cap(const struct heuristic *h, const struct cube *c, unsigned more)
{
	const unsigned threshold = cap_of(h) + more;
	return threshold + (h->metric == METRIC_QTM && threshold % 2 != cube_is_odd(c));
}

struct search_result iterations_of(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                                   const struct cube *c, unsigned min, unsigned max)
{
	struct search_request request = search_request_default(c);
	request.min_length = min;
	request.max_length = max;
	const struct search_result result = fixture_solve(h, kernel, n_threads, &request);
	cr_assert_eq(result.outcome, SEARCH_NONE);
	return result;
}

struct search_result of_length(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                               const struct cube *c, unsigned min, unsigned max)
{
	struct search_request request = all_solutions(c, max - min);
	request.min_length = min;
	request.max_length = max;
	return fixture_solve(h, kernel, n_threads, &request);
}

struct search_result results_of_kernels(const struct heuristic *h, const struct cube *c, unsigned min,
                                        unsigned max, const struct search_result *expected,
                                        unsigned lookups_within)
{
	struct search_result first;
	unsigned n = 0;
	for (unsigned k = 0; k < N_KERNELS; k++)
		for (unsigned n_threads = 1; n_threads <= 3 && is_tried(k, h);
		     n_threads += are_slow_wanted() ? 1 : 2) {
			const struct search_result result = of_length(h, coset_kernels[k], n_threads, c, min, max);
			expect_same_solutions(&result, expected, coset_kernels[k]->name);
			if (n++ == 0)
				first = result;
			expect_same_counts(&result, &first, lookups_within, coset_kernels[k]->name, n_threads);
		}
	cr_assert_gt(n, 0u);
	return first;
}

struct search_result results_of_core(const struct heuristic *h, const struct cube *c, unsigned min,
                                     unsigned max, unsigned lookups_within)
{
	const struct search_result core = of_length(h, &kernel_coset_core, 1, c, min, max);
	const struct search_result first = results_of_kernels(h, c, min, max, &core, lookups_within);
	expect_same_counts(&first, &core, 0, "core", 1);
	return core;
}

void expect_solutions_of_kernels(const struct heuristic *h, const struct search_request *request,
                                 unsigned n_threads, const struct search_result *expected)
{
	cr_assert_eq(expected->outcome, SEARCH_SOLVED);
	struct search_request limited = *request;  /* a solution that is lost ends the search */
	limited.max_length = expected->length + request->over_optimal;
	for (unsigned k = 0; k < N_KERNELS; k++) {
		if (!is_tried(k, h))
			continue;
		const struct search_result actual = fixture_solve(h, coset_kernels[k], n_threads, &limited);
		expect_same_solutions(&actual, expected, coset_kernels[k]->name);
	}
}

static unsigned value(const struct heuristic *h, const struct cube *c)
{
	return pdb_get(&h->table[0], coordinate_rank(h->spec->table[0], c));
}

/* Of a node: the cube, the axis of the last moves, 3 at the beginning; and what is known of its inverse, as
 * the kernels hand it down.  With subcosets that is also by which axes it may have neighbours that are nearer
 * than the cap. */
struct visited {
	struct cube cube;
	unsigned last_axis, inverse_value;
	bool has_near[3], is_after_quarters;   /* quarter turns of both faces of an axis */
};

/* What a slice's turn makes of a cube from the left is the neighbour of its subcoset. */
static unsigned value_of_neighbour(const struct reference *r, const struct cube *inverse, unsigned axis)
{
	const struct cube turned = cube_product(&move_cube[axis * 3 + 11], inverse);
	const struct cube neighbour = cube_product(&move_cube[axis * 3], &turned);
	return value(r->h, &neighbour);
}

/* What is known of the inverse of a child after some quarter turns of each face of an axis. */
static void hand_down(const struct reference *r, const struct visited *parent, unsigned axis,
                      const unsigned turned_value[2], const bool is_odd[2], struct visited *child)
{
	const struct cube inverse = cube_inverse(&child->cube);
	const bool is_begin = parent->last_axis == 3, are_both = is_odd[0] && is_odd[1],
	           is_one = is_odd[0] != is_odd[1];
	child->is_after_quarters = are_both;
	for (unsigned a = 0; a < 3 && has_subcosets(r->h); a++)
		child->has_near[a] = is_begin || are_both ? true
		                     : is_one             ? value_of_neighbour(r, &inverse, a) < cap_of(r->h)
		                                          : parent->has_near[a];
	if (is_begin)  /* it is evaluated as it stands */
		child->inverse_value = value(r->h, &inverse);
	else if (are_both && has_subcosets(r->h))  /* two turns away */
		child->inverse_value = !parent->has_near[axis]      ? cap_of(r->h)
		                       : parent->inverse_value < 2 ? 0 : parent->inverse_value - 2;
	else
		child->inverse_value = is_odd[0] == is_odd[1] ? parent->inverse_value : turned_value[is_odd[1]];
}

/* Bulk lookups know more of some inverses than is handed down: what the table has of them.  Of a node's
 * neighbours they only know where its own inverse is below the cap, or where pairs of turns begin.  Hints
 * hand down what the iteration before knew. */
static void look_again(const struct reference *r, struct visited *node, unsigned left)
{
	const struct cube inverse = cube_inverse(&node->cube);
	if (left == cap_of(r->h) && r->has_hints && node->is_after_quarters
	    && value(r->h, &inverse) < cap_of(r->h))
		return;
	node->inverse_value = value(r->h, &inverse);
	for (unsigned a = 0; a < 3 && has_subcosets(r->h); a++)
		node->has_near[a] = (left == cap_of(r->h) && node->inverse_value == cap_of(r->h))
		                    || value_of_neighbour(r, &inverse, a) < cap_of(r->h);
}

/* One lookup at a time, axis by axis. */
static void visit(struct reference *r, const struct visited *visited, unsigned left)
{
	if (left == 0)
		return;
	r->n_expanded++;
	struct visited seen = *visited, *const node = &seen;
	if (r->is_bulk && left >= cap_of(r->h) && left <= cap_of(r->h) + (r->has_hints ? 2 : 1))
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
				struct visited child = {.cube = first == 0 ? node->cube : cube_after(&node->cube, a),
				                        .last_axis = axis};
				child.cube = second == 0 ? child.cube : cube_after(&child.cube, b);
				hand_down(r, node, axis, turned_value, is_odd, &child);
				/* The child itself is looked up if the inverse is not too far, and it could be. */
				const bool could_fail = cost == 1 ? left <= cap_of(r->h) : left - 2 < cap_of(r->h);
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

void reference_search(struct reference *r, const struct cube *c, unsigned threshold)
{
	visit(r, &(struct visited){.cube = *c, .last_axis = 3}, threshold);
}
