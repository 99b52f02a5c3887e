#include "cube/turn_automaton.h"
#include "coset/math/map.h"
#include "coord/permutation.h"
#include "positions.h"
#include "support/support.h"

TestSuite(coset_map, .init = coset_transitions_init);

static unsigned sort_unique(uint64_t *values, unsigned n)
{
	unsigned end = 0;
	qsort(values, n, sizeof *values, compare_numbers);
	for (unsigned i = 0; i < n; i++)
		if (end == 0 || values[i] != values[end - 1])
			values[end++] = values[i];
	return end;
}

static bool permutes_axes_oddly(unsigned s)
{
	uint8_t axes[3];
	for (unsigned face = 0; face < 3; face++)
		axes[face] = (uint8_t)(move_face(symmetry_move[s][face * 3]) % 3);
	return permutation_is_odd(axes, 3);
}

/* The flips of the first edges of slices S and E in the frame that a word leads to. */
static unsigned first_flips(const struct coset_cube *packed, uint32_t transform)
{
	const coset_edges framed = coset_edges_framed(coset_edges_load(packed->edges), transform);
	uint8_t code[16];
	memcpy(code, &framed, sizeof code);
	unsigned flip[COSET_AXES] = {0};
	for (unsigned i = N_EDGES; i-- > 0;)
		flip[code[i] >> 2 & 3] = code[i] >> 4 & 1;
	return flip[0] | flip[2] << 1;
}

/* The index by the first way into the frame, be it the least or not, of a cube that symmetries from both
 * sides have made.  In the frame all edges are flipped if all of these permute the axes oddly. */
static uint64_t first_index(struct coset_shape kind, const struct cube *c, unsigned left, unsigned right)
{
	const struct coset_resolution resolution = coset_resolution_of(kind, 0);
	const struct coset_cube packed = coset_pack(c);
	const uint64_t corners = packed.corners;
	const uint32_t first = coset_tables.corner[coset_corner_state(corners)];
	const unsigned first_left = coset_transform_left(first) % N_SYMMETRIES,
	               class = coset_transform_class(first);
	const unsigned all_left = symmetry_product[first_left][left];
	const unsigned all = symmetry_product[all_left][symmetry_product[right][coset_transform_right(first)]];
	const unsigned flips = permutes_axes_oddly(all) ? N_SYMMETRIES : 0;
	const uint32_t transform =
		coset_transform(coset_transform_right(first), first_left + flips, class, coset_transform_map(first));
	const uint64_t corner_coset =
		resolution.corner_coset_map[coset_transform_map(transform)][coset_raw_corner_coset(corners)];
	const uint64_t index = (class * resolution.n_corner_cosets + corner_coset) * COSET_CELL_ENTRIES
	                       + coset_entry(coset_edges_load(packed.edges), transform, COSET_FLIP_BITS);
	/* Permutations of the axes are numbered by the symmetries that make them. */
	const unsigned axes = coset_tables.axes_after_left[all][0];
	return kind.has_subcosets ? index * COSET_SUBCOSETS + axes * 4 + first_flips(&packed, transform) : index;
}

/* All indices of a cube's coset: the first ones of the 1,152 ways to look at it. */
static unsigned indices_of(struct coset_shape kind, const struct cube *c,
                           uint64_t indices[N_SYMMETRIES * N_SYMMETRIES / 2])
{
	unsigned n = 0;
	for (unsigned right = 0; right < N_SYMMETRIES; right++) {
		const struct cube turned = cube_product(c, &symmetry_cube[right]);
		for (unsigned left = right % 2; left < N_SYMMETRIES; left += 2) {  /* both rotations or both mirror
		                                                                    * images */
			const struct cube image = cube_product(&symmetry_cube[left], &turned);
			indices[n++] = first_index(kind, &image, left, right);
		}
	}
	return sort_unique(indices, n);
}

/* Some coset: its cell and its index there, and a cube of it. */
struct coset {
	unsigned cell;
	uint32_t index;
	struct cube cube;
};

static struct coset random_coset(struct coset_shape kind, const struct coset_resolution *resolution,
                                 unsigned class)
{
	const unsigned n_cells = resolution->n_corner_cosets * resolution->n_axes;
	struct coset c = {.cell = class * n_cells + (unsigned)seeded_below(n_cells)};
	c.index = (uint32_t)seeded_below((uint64_t)COSET_SLICES << resolution->flip_bits);
	c.cube = coset_unrank(kind, coset_index_of_cell(resolution, c.cell, c.index));
	return c;
}

static uint32_t index_after(const struct coset_resolution *resolution,
                            const struct coset_transition *transition, uint32_t index)
{
	struct coset_map map;
	uint32_t after;
	coset_map_fill(&map, transition, resolution->flip_bits);
	coset_mapper_portable(&map, &index, 1, &after);
	return after;
}

static uint64_t rank_after(const struct coset_resolution *resolution,
                           const struct coset_transition *transition, unsigned cell, uint32_t index)
{
	return coset_index_of_cell(resolution, coset_cell_after(resolution, transition->transform, cell),
	                           index_after(resolution, transition, index));
}

static void expect_all_indices_of_children(struct coset_shape kind)
{
	static uint64_t expected[N_SYMMETRIES * N_SYMMETRIES / 2];
	const struct coset_resolution resolution = coset_resolution_of(kind, 0);
	for (unsigned n = 0; n < (are_slow_wanted() ? 700 : 200); n++) {
		/* every second one next to symmetric corners, whose class has stabilisers */
		const unsigned symmetric = coset_transform_class(coset_tables.step[0][seeded_below(N_MOVES)]);
		const unsigned class = n % 2 == 0 ? (unsigned)seeded_below(COSET_CLASSES) : symmetric;
		const struct coset c = random_coset(kind, &resolution, class);
		const unsigned first = coset_transitions.begin_from[class];
		const unsigned i = first + (unsigned)seeded_below(coset_transitions.begin_from[class + 1] - first);
		const unsigned turn = coset_transitions.by_from[i].turn,
		               to = coset_transform_class(coset_transitions.by_from[i].transform);
		const struct cube child = cube_after_element(&c.cube, coset_tables.element[turn]);
		const unsigned n_expected = indices_of(kind, &child, expected);
		uint64_t actual[COSET_MAX_STABILIZERS];
		unsigned n_actual = 0;
		for (unsigned k = first; k < coset_transitions.begin_from[class + 1]; k++)
			if (coset_transitions.by_from[k].turn == turn)
				actual[n_actual++] = rank_after(&resolution, &coset_transitions.by_from[k], c.cell, c.index);
		cr_assert_eq(n_actual, coset_tables.n_stabilizers[to]);
		n_actual = sort_unique(actual, n_actual);
		cr_assert(n_actual == n_expected && memcmp(actual, expected, n_actual * sizeof *actual) == 0
		              && coset_rank(kind, &child) == expected[0],
		          "class %u, turn %u: %u indices for %u", class, turn, n_actual, n_expected);
	}
}

Test(coset_map, a_turn_and_the_copies_lead_to_all_indices_of_the_child)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++)
		expect_all_indices_of_children(kinds[kind]);
}

static bool is_reached(const struct coset_resolution *resolution, const struct coset *c,
                       const uint64_t *indices, unsigned n)
{
	const unsigned class = coset_cell(resolution, c->cell).class;
	for (unsigned s = 0; s < coset_tables.n_stabilizers[class]; s++) {
		const struct coset_transition to_copy = coset_stabilizer_transition(class, s);
		const unsigned cell = coset_cell_after(resolution, to_copy.transform, c->cell);
		const uint32_t equivalent = index_after(resolution, &to_copy, c->index);
		for (unsigned i = coset_transitions.begin_from[class]; i < coset_transitions.begin_from[class + 1];
		     i++) {
			const uint64_t found = rank_after(resolution, &coset_transitions.by_from[i], cell, equivalent);
			if (bsearch(&found, indices, n, sizeof found, compare_numbers) != NULL)
				return true;
		}
	}
	return false;
}

/* What the turns that are left out would make of a coset, the others make of its equivalents. */
Test(coset_map, the_equivalents_of_a_coset_need_no_other_turns)
{
	static uint64_t child_indices[N_SYMMETRIES * N_SYMMETRIES / 2];
	const struct coset_shape kind = {5000, COSET_HTR, true};
	const struct coset_resolution resolution = coset_resolution_of(kind, 0);
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		const struct coset c = random_coset(kind, &resolution, class);
		const unsigned every = are_slow_wanted() ? 8 : 24;
		for (unsigned turn = class % every; turn < COSET_TURNS; turn += every) {
			const struct cube child = cube_after_element(&c.cube, coset_tables.element[turn]);
			const unsigned n_indices = indices_of(kind, &child, child_indices);
			cr_assert(is_reached(&resolution, &c, child_indices, n_indices), "class %u, turn %u", class,
			          turn);
		}
	}
}

Test(coset_map, mappers_agree)
{
	uint32_t before[COSET_MAPPED_AT_ONCE], after[COSET_MAPPED_AT_ONCE], actual[COSET_MAPPED_AT_ONCE];
	for (unsigned round = 0; round < (are_slow_wanted() ? 2400 : 400); round++) {
		const unsigned n = 1 + (unsigned)seeded_below(COSET_MAPPED_AT_ONCE),
		               flip_bits = round % 2 == 0 ? 9 : 11;
		const struct coset_transition *const transition =
			&coset_transitions.by_from[seeded_below(COSET_N_TRANSITIONS)];
		struct coset_map map;
		coset_map_fill(&map, transition, flip_bits);
		for (unsigned i = 0; i < n; i++)
			before[i] = (uint32_t)seeded_below((uint64_t)COSET_SLICES << flip_bits);
		coset_mapper_portable(&map, before, n, after);
		for (unsigned k = processor_level(); k < PROCESSOR_LEVELS; k++) {
			coset_mappers[k](&map, before, n, actual);
			cr_assert_arr_eq(actual, after, n * sizeof *after, "%s", processor_level_name[k]);
		}
	}
}

/* With subcosets a builder's cell has a permutation of the axes, and its indices have eleven flip bits. */
Test(coset_map, indices_of_cells_are_those_of_the_coordinate)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		const struct coset_resolution resolution = coset_resolution_of(kinds[kind], 0);
		for (unsigned n = 0; n < 10000; n++) {
			const uint64_t index = seeded_below(coset_size(kinds[kind]));
			const uint64_t n_subcosets = kinds[kind].has_subcosets ? 24 : 1, subcoset = index % n_subcosets;
			const uint64_t coset = index / n_subcosets, entry = coset % COSET_CELL_ENTRIES;
			unsigned cell;
			const uint32_t in_cell = coset_index_in_cell(&resolution, index, &cell);
			cr_assert(in_cell == (n_subcosets == 1 ? entry : entry * 4 + subcoset % 4)
			              && cell == coset / COSET_CELL_ENTRIES * resolution.n_axes + subcoset / 4
			              && coset_index_of_cell(&resolution, cell, in_cell) == index,
			          "kind %u, index %lu", kind, index);
		}
	}
}
