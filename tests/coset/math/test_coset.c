#include "support/support.h"
#include "pdb/key.h"
#include "coord/corners.h"
#include "coset/math/packed.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

TestSuite(coset, .init = coset_init);

static uint64_t random_state = 88172645463325252;

static uint64_t random_below(uint64_t n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (random_state * 2685821657736338717 >> 20) % n;
}

static struct cube random_cube(void)
{
	struct cube c = cube_solved;
	for (unsigned i = 0; i < 40; i++)
		c = cube_after(&c, (unsigned)random_below(N_MOVES));
	return c;
}

/* All kinds; how many lines a table has is of no account here. */
static const struct coset_shape kinds[] = {
	{5000, COSET_PARITY, false}, {5000, COSET_HTR, false}, {5000, COSET_PARITY, true}, {5000, COSET_HTR, true},
};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

static void swap(uint8_t *a, uint8_t *b)
{
	const uint8_t kept = *a;
	*a = *b;
	*b = kept;
}

static const uint8_t tetrad[2][4] = {{URF, ULB, DLF, DRB}, {UFL, UBR, DFR, DBL}};
static const uint8_t slice[3][4] = {{UR, UL, DR, DL}, {UF, UB, DF, DB}, {FR, FL, BL, BR}};

/* Two corners of a tetrad and two edges of a slice change places; both permutations change their parity. */
static struct cube exchange(void)
{
	struct cube c = cube_solved;
	const unsigned t = (unsigned)random_below(2), s = (unsigned)random_below(3), n = (unsigned)random_below(3);
	swap(&c.corner_perm[tetrad[t][n]], &c.corner_perm[tetrad[t][3]]);
	swap(&c.edge_perm[slice[s][n]], &c.edge_perm[slice[s][3]]);
	return c;
}

static struct cube slice_flip(unsigned s)
{
	struct cube c = cube_solved;
	for (unsigned i = 0; i < 4; i++)
		c.edge_ori[slice[s][i]] = 1;
	return c;
}

static struct cube slice_turn(unsigned face)
{
	return cube_after(&move_cube[face * 3], (face + 3) % N_FACES * 3 + 2);
}

static void append(struct cube *c, struct cube g)
{
	*c = cube_product(c, &g);
}

static bool is_among(const uint8_t four[4], unsigned cubie)
{
	return four[0] == cubie || four[1] == cubie || four[2] == cubie || four[3] == cubie;
}

/* Whether an element of H_SF keeps each edge in its slice unflipped and each corner in its tetrad untwisted: that is the
 * group of one subcoset. */
static bool is_in_one_subcoset(const struct cube *h)
{
	bool is_kept = true;
	for (unsigned i = 0; i < 4; i++) {
		for (unsigned s = 0; s < 3; s++)
			is_kept &= is_among(slice[s], h->edge_perm[slice[s][i]]) && h->edge_ori[slice[s][i]] == 0;
		for (unsigned t = 0; t < 2; t++)
			is_kept &= is_among(tetrad[t], h->corner_perm[tetrad[t][i]]) && h->corner_ori[tetrad[t][i]] == 0;
	}
	return is_kept;
}

/* A product of generators of the group that the kind divides by, were there no subcosets: half turns and slice turns are
 * in all of them. */
static struct cube random_element(struct coset_shape kind)
{
	struct cube h = cube_solved;
	for (uint64_t n = random_below(16); n > 0; n--) {
		const unsigned face = (unsigned)random_below(N_FACES);
		append(&h, random_below(2) == 0 ? slice_turn(face) : move_cube[face * 3 + 1]);
		if (random_below(3) == 0 && kind.corners != COSET_HTR)
			append(&h, exchange());
		if (kind.corners == COSET_PARITY && cube_is_odd(&h))
			append(&h, exchange());
	}
	return h;
}

/* Where there are subcosets, one that leads to no other: more slice turns, until what they do to these cancels. */
static struct cube random_group_element(struct coset_shape kind)
{
	struct cube h = random_element(kind);
	while (kind.has_subcosets && !is_in_one_subcoset(&h))
		append(&h, slice_turn((unsigned)random_below(N_FACES)));
	return h;
}

/* The index that a way into a frame gives the cube, whose axes are permuted there. */
static uint64_t index_of(const struct coset_resolution *resolution, unsigned class, unsigned corner_coset, coset_edges edges,
                         uint32_t transform, unsigned axes)
{
	const uint64_t block = class * resolution->n_corner_cosets + corner_coset;
	const uint64_t entry = coset_entry(edges, transform, resolution->flip_bits);
	if (resolution->n_axes == 1)
		return (block * COSET_SLICES << resolution->flip_bits) + entry;
	return ((block * COSET_SLICES << 9) + entry / 4) * 24 + axes * 4 + entry % 4;
}

/* All entries of a cube: by the way into the frame of its class, and by the copies of that. */
static unsigned entries_of(const struct cube *c, const struct coset_resolution *resolution, uint64_t entries[COSET_MAX_STABILIZERS])
{
	struct coset_cube packed = {.edges = {0}};
	coset_pack(c, packed.edges, packed.corners);
	uint64_t corners = 0;
	for (unsigned i = 0; i < N_CORNERS; i++)
		corners |= (uint64_t)packed.corners[i] << 8 * i;
	const uint32_t transform = coset_tables.corner[coset_corner_state(corners)];
	const unsigned n = coset_tables.n_stabilizers[coset_transform_class(transform)];
	for (unsigned i = 0; i < n; i++) {
		const uint32_t equivalent = coset_transform_equivalent(transform, i);
		const unsigned corner_coset =
			resolution->corner_coset_map[coset_transform_map(equivalent)][coset_raw_corner_coset(corners)];
		entries[i] = index_of(resolution, coset_transform_class(equivalent), corner_coset, coset_edges_load(packed.edges),
		                      equivalent,
		                      coset_axes_after(equivalent, 0));
	}
	return n;
}

static bool has_entry(const struct cube *c, const struct coset_resolution *resolution, uint64_t entry)
{
	uint64_t entries[COSET_MAX_STABILIZERS];
	for (unsigned i = entries_of(c, resolution, entries); i-- > 0;)
		if (entries[i] == entry)
			return true;
	return false;
}

Test(coset, rank_of_unrank_is_the_least_index_of_the_copies)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		const uint64_t size = coset_size(kinds[kind]);
		struct coset_resolution resolution;
		coset_resolution_fill(&resolution, kinds[kind]);
		unsigned n_others = 0;
		for (unsigned n = 0; n < 20000; n++) {
			const uint64_t index = n == 0 ? 0 : n == 1 ? size - 1 : random_below(size);
			const struct cube c = coset_unrank(kinds[kind], index);
			uint64_t entries[COSET_MAX_STABILIZERS], least = index;
			for (unsigned i = entries_of(&c, &resolution, entries); i-- > 0;)
				least = entries[i] < least ? entries[i] : least;
			const uint64_t back = coset_rank(kinds[kind], &c);
			cr_assert(has_entry(&c, &resolution, index), "kind %u, index %lu", kind, index);
			cr_assert_eq(back, least, "kind %u, index %lu gives %lu, not %lu", kind, index, back, least);
			n_others += back != index;
		}
		cr_expect(n_others > 20000 / 10 && n_others < 20000 / 5, "kind %u: %u", kind, n_others);
	}
}

/* What a kind keeps, the finer kinds keep, too. */
Test(coset, coarser_kinds_forget_corner_cosets)
{
	for (unsigned n = 0; n < 5000; n++) {
		const struct cube c = random_cube();
		const uint64_t finest = coset_rank((struct coset_shape){5000, COSET_HTR, false}, &c);
		const uint64_t block = finest / ((uint64_t)COSET_SLICES << 9), slices = (finest >> 9) % COSET_SLICES;
		for (unsigned kind = 0; kind < N_KINDS; kind++) {
			const unsigned n_corner_cosets = coset_n_corner_cosets(kinds[kind].corners);
			const uint64_t rank = coset_rank(kinds[kind], &c) / coset_n_subcosets(kinds[kind]);
			const uint64_t block_here = rank / COSET_BLOCK_ENTRIES;
			cr_assert_eq(block_here / n_corner_cosets, block / COSET_MAX_CORNER_COSETS, "kind %u, cube %u: class", kind, n);
			if (coset_tables.n_stabilizers[block / COSET_MAX_CORNER_COSETS] != 1)
				continue;  /* then the least copy may be another one */
			cr_assert_eq(block_here % n_corner_cosets, block % COSET_MAX_CORNER_COSETS % n_corner_cosets,
			             "kind %u, cube %u: corner coset", kind, n);
			cr_assert_eq((rank >> COSET_FLIP_BITS) % COSET_SLICES, slices, "kind %u, cube %u: slices", kind, n);
		}
	}
}

/* The kinds that have subcosets begin here. */
static unsigned first_with_subcosets(void)
{
	unsigned kind = 0;
	while (!kinds[kind].has_subcosets)
		kind++;
	return kind;
}

Test(coset, without_its_subcoset_a_rank_is_that_of_the_kind_without_subcosets)
{
	for (unsigned kind = first_with_subcosets(); kind < N_KINDS; kind++) {
		struct coset_shape without = kinds[kind];
		without.has_subcosets = false;
		for (unsigned n = 0; n < 10000; n++) {
			/* every second one from a symmetric position, whose corners have stabilisers */
			const struct cube c = n % 2 == 0 ? random_cube() : random_element(kinds[0]);
			const uint64_t rank = coset_rank(kinds[kind], &c);
			cr_assert_eq(rank / COSET_SUBCOSETS, coset_rank(without, &c), "kind %u, cube %u", kind, n);
		}
	}
}

static bool has_stabilizers(struct coset_shape kind, uint64_t rank)
{
	const uint64_t block = rank / coset_n_subcosets(kind) / COSET_BLOCK_ENTRIES;
	return coset_tables.n_stabilizers[block / coset_n_corner_cosets(kind.corners)] != 1;
}

/* Elements of H_SF that lead to one subcoset each, and to which. */
struct subcosets {
	unsigned n;
	struct cube inverse[COSET_SUBCOSETS];
	uint8_t subcoset[COSET_SUBCOSETS];
};

/* The number among them of one that differs from h by an element of one subcoset's group; a new one, if there is none. */
static unsigned number_of_element(struct subcosets *l, const struct cube *h, unsigned subcoset)
{
	for (unsigned i = 0; i < l->n; i++) {
		const struct cube between = cube_product(h, &l->inverse[i]);
		if (is_in_one_subcoset(&between))
			return i;
	}
	cr_assert_lt(l->n, (unsigned)COSET_SUBCOSETS, "there are 24 layers");
	l->inverse[l->n] = cube_inverse(h);
	l->subcoset[l->n] = (uint8_t)subcoset;
	return l->n++;
}

/* Slice turns and the rest of H_SF lead from the left to the 24 subcosets of the cube's coset. */
static void expect_subcosets_by_element(unsigned kind, const struct cube *c)
{
	struct subcosets l = {.n = 0};
	uint32_t is_taken = 0;
	const uint64_t rank = coset_rank(kinds[kind], c);
	for (unsigned n = 0; n < 1000; n++) {
		const struct cube h = n == 0 ? cube_solved : random_element(kinds[kind]), hc = cube_product(&h, c);
		const uint64_t rank_after = coset_rank(kinds[kind], &hc);
		cr_assert_eq(rank_after / COSET_SUBCOSETS, rank / COSET_SUBCOSETS, "kind %u: another coset", kind);
		const unsigned subcoset = (unsigned)(rank_after % COSET_SUBCOSETS), number = number_of_element(&l, &h, subcoset);
		cr_assert_eq(subcoset, l.subcoset[number], "kind %u: two layers of one element", kind);
	}
	cr_assert_eq(l.n, (unsigned)COSET_SUBCOSETS, "kind %u: %u layers", kind, l.n);
	for (unsigned i = 0; i < l.n; i++) {
		cr_assert_not(is_taken >> l.subcoset[i] & 1, "kind %u: layer %u of two elements", kind, l.subcoset[i]);
		is_taken |= 1u << l.subcoset[i];
	}
}

Test(coset, subcosets_are_what_slice_turns_lead_to)
{
	for (unsigned kind = first_with_subcosets(); kind < N_KINDS; kind++) {
		unsigned n_compared = 0;
		for (unsigned n = 0; n < 300; n++) {
			const struct cube c = random_cube();
			if (has_stabilizers(kinds[kind], coset_rank(kinds[kind], &c)))
				continue;
			expect_subcosets_by_element(kind, &c);
			n_compared++;
		}
		cr_expect_gt(n_compared, 150u, "kind %u: %u", kind, n_compared);
	}
}

/* No two of them differ, from the left, by an element of one subcoset's group. */
Test(coset, cubes_of_all_subcosets_have_these_and_differ)
{
	for (unsigned kind = first_with_subcosets(); kind < N_KINDS; kind++)
		for (unsigned n = 0; n < 300; n++) {
			const uint64_t begin = random_below(coset_size(kinds[kind]) / COSET_SUBCOSETS) * COSET_SUBCOSETS;
			if (has_stabilizers(kinds[kind], begin))
				continue;
			const struct cube first = coset_unrank(kinds[kind], begin), back = cube_inverse(&first);
			for (unsigned subcoset = 0; subcoset < COSET_SUBCOSETS; subcoset++) {
				const struct cube c = coset_unrank(kinds[kind], begin + subcoset), between = cube_product(&c, &back);
				cr_assert_eq(coset_rank(kinds[kind], &c), begin + subcoset, "kind %u, layer %u", kind, subcoset);
				cr_assert_eq(is_in_one_subcoset(&between), subcoset == 0, "kind %u, layer %u", kind, subcoset);
			}
		}
}

/* What three slices lead to from a subcoset, and back; even subcosets have odd neighbours. */
Test(coset, subcosets_have_three_neighbours)
{
	for (unsigned subcoset = 0; subcoset < COSET_SUBCOSETS; subcoset++) {
		const uint8_t *const near = coset_tables.neighbour[subcoset];
		const bool is_odd = coset_tables.even_axes[subcoset / 4] == COSET_ODD_AXES;
		cr_expect(near[0] != near[1] && near[0] != near[2] && near[1] != near[2], "layer %u", subcoset);
		for (unsigned i = 0; i < COSET_AXES; i++) {
			cr_assert_lt(near[i], COSET_SUBCOSETS, "layer %u", subcoset);
			cr_expect_eq(coset_tables.neighbour[near[i]][i], subcoset, "layer %u, slice %u", subcoset, i);
			cr_expect_neq(coset_tables.even_axes[near[i] / 4] == COSET_ODD_AXES, is_odd, "layer %u", subcoset);
		}
	}
}

Test(coset, symmetries_and_the_group_do_not_change_the_rank)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		for (unsigned n = 0; n < 10000; n++) {
			/* every second one from a symmetric position, whose corners have stabilisers */
			const struct cube c = n % 2 == 0 ? random_cube() : random_group_element(kinds[0]);
			const struct cube h = random_group_element(kinds[kind]), hc = cube_product(&h, &c);
			const struct cube d = cube_conjugate(&hc, (unsigned)random_below(N_SYMMETRIES));
			cr_assert_eq(coset_rank(kinds[kind], &d), coset_rank(kinds[kind], &c), "kind %u, pair %u", kind, n);
		}
	}
}

/* Of a random cube, whose corners have no stabiliser, so that a coset has one entry. */
Test(coset, what_is_not_in_the_group_leads_to_another_coset)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		const struct coset_shape k = kinds[kind];
		struct coset_resolution resolution;
		coset_resolution_fill(&resolution, k);
		uint64_t entries[COSET_MAX_STABILIZERS];
		for (unsigned n = 0; n < 2000; n++) {
			const struct cube c = random_cube();
			if (entries_of(&c, &resolution, entries) != 1)
				continue;
			const unsigned first = (unsigned)random_below(3), another = (first + 1 + (unsigned)random_below(2)) % 3;
			const struct cube first_slice = slice_flip(first), another_slice = slice_flip(another);
			/* Odd and even permutations of one tetrad: the three of order 2 that are products of half turns are left out. */
			const struct cube a = exchange(), b = exchange(), flip = slice_flip((unsigned)random_below(3));
			const struct cube odd = cube_product(&a, &c);
			cr_assert_not(has_entry(&odd, &resolution, entries[0]), "kind %u, cube %u", kind, n);
			const struct cube flipped = cube_product(&flip, &c);
			cr_assert_not(has_entry(&flipped, &resolution, entries[0]), "kind %u, cube %u", kind, n);
			struct cube cycle = cube_solved;
			swap(&cycle.corner_perm[UFL], &cycle.corner_perm[UBR]);
			swap(&cycle.corner_perm[UFL], &cycle.corner_perm[DFR]);
			const struct cube cycled = cube_product(&cycle, &c);
			cr_assert_eq(has_entry(&cycled, &resolution, entries[0]), k.corners != COSET_HTR, "kind %u, cube %u", kind, n);
			const struct cube turn = slice_turn((unsigned)random_below(N_FACES)), turned = cube_product(&turn, &c);
			cr_assert_eq(has_entry(&turned, &resolution, entries[0]), !k.has_subcosets, "kind %u, cube %u", kind, n);
			const struct cube two = cube_product(&first_slice, &another_slice), two_flipped = cube_product(&two, &c);
			cr_assert_eq(has_entry(&two_flipped, &resolution, entries[0]), !k.has_subcosets, "kind %u, cube %u", kind, n);
			const struct cube ab = cube_product(&a, &b), both = cube_product(&ab, &c);
			cr_assert(k.corners == COSET_HTR || has_entry(&both, &resolution, entries[0]), "kind %u, cube %u", kind, n);
		}
	}
}

/* Whether the second face's quarter turn leads to the subcoset that is the first one's neighbour by their axis. */
static bool is_neighbour(const struct cube *first, uint64_t first_rank, uint64_t second_rank, unsigned axis)
{
	struct coset_cube packed = {.edges = {0}};
	coset_pack(first, packed.edges, packed.corners);
	uint64_t corners = 0;
	for (unsigned i = 0; i < N_CORNERS; i++)
		corners |= (uint64_t)packed.corners[i] << 8 * i;
	const uint32_t transform = coset_tables.corner[coset_corner_state(corners)];
	return coset_neighbour(transform, axis, (unsigned)(first_rank % COSET_SUBCOSETS)) == second_rank % COSET_SUBCOSETS;
}

/* But that opposite faces lead to different subcosets, which are neighbours. */
Test(coset, quarter_turns_of_an_axis_are_one_left_factor)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		for (unsigned n = 0; n < 1000; n++) {
			const struct cube c = random_cube();
			for (unsigned axis = 0; axis < 3; axis++) {
				const struct cube u = cube_product(&move_cube[axis * 3], &c);
				const struct cube d = cube_product(&move_cube[axis * 3 + 9], &c);
				const struct cube half = cube_product(&move_cube[axis * 3 + 1], &c);
				const struct cube back = cube_product(&move_cube[axis * 3 + 2], &c);
				const uint64_t rank_u = coset_rank(kinds[kind], &u), rank_d = coset_rank(kinds[kind], &d);
				const unsigned n_subcosets = coset_n_subcosets(kinds[kind]);
				cr_assert_eq(rank_d / n_subcosets, rank_u / n_subcosets, "kind %u, cube %u", kind, n);
				if (!has_stabilizers(kinds[kind], rank_u)) {
					cr_assert_eq(rank_d != rank_u, kinds[kind].has_subcosets, "kind %u, cube %u", kind, n);
					cr_assert(n_subcosets == 1 || is_neighbour(&u, rank_u, rank_d, axis), "kind %u, cube %u", kind, n);
					cr_assert(n_subcosets == 1 || is_neighbour(&d, rank_d, rank_u, axis), "kind %u, cube %u", kind, n);
				}
				cr_assert_eq(coset_rank(kinds[kind], &back), rank_u, "kind %u, cube %u", kind, n);
				cr_assert_eq(coset_rank(kinds[kind], &half), coset_rank(kinds[kind], &c), "kind %u, cube %u", kind, n);
			}
		}
	}
}

/* ---- how many classes ---- */
enum { HTR_COSETS = 420, HTR_STATES = HTR_COSETS * N_TWISTS };

/* The first permutation of each coset. */
static void fill_firsts(const uint16_t coset_of[N_CORNER_PERMS], uint16_t first_of[HTR_COSETS])
{
	for (unsigned perm = N_CORNER_PERMS; perm-- > 0;)
		first_of[coset_of[perm]] = (uint16_t)perm;
}

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
	while (parent[i] != i)
		i = parent[i] = parent[parent[i]];
	return i;
}

/* Rotations from the left, symmetries from both sides: their orbits of twists and corners modulo half turns. */
static unsigned count_orbits(const uint16_t *coset_of, const uint16_t *first_of)
{
	static const struct { uint8_t left, right; } generator[] = {{2, 0}, {16, 0}, {2, 6}, {16, 32}, {1, 1}};
	uint32_t *const parent = malloc(HTR_STATES * sizeof *parent);
	unsigned n_orbits = HTR_STATES;
	for (uint32_t i = 0; i < HTR_STATES; i++)
		parent[i] = i;
	for (uint32_t i = 0; i < HTR_STATES; i++) {
		struct cube c = cube_solved;
		corners_unrank_perm(first_of[i / N_TWISTS], &c);
		corners_unrank_twist(i % N_TWISTS, &c);
		for (unsigned g = 0; g < sizeof generator / sizeof *generator; g++) {
			struct cube d = cube_product(&symmetry_cube[generator[g].left], &c);
			d = cube_product(&d, &symmetry_cube[generator[g].right]);
			const uint32_t image = coset_of[corners_rank_perm(&d)] * (uint32_t)N_TWISTS + corners_rank_twist(&d);
			const uint32_t a = root_of(parent, i), b = root_of(parent, image);
			parent[a] = b;
			n_orbits -= a != b;
		}
	}
	free(parent);
	return n_orbits;
}

/* Parts of a class that its stabilisers exchange are one class of the finer kind. */
static unsigned count_classes_with_corner_cosets(void)
{
	unsigned n = 0;
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		bool is_seen[COSET_MAX_CORNER_COSETS] = {false};
		for (unsigned corner_coset = 0; corner_coset < COSET_MAX_CORNER_COSETS; corner_coset++) {
			n += !is_seen[corner_coset];
			for (unsigned i = 0; i < coset_tables.n_stabilizers[class]; i++)
				is_seen[coset_tables.corner_coset_map[coset_stabilizer(class, i).map][corner_coset]] = true;
		}
	}
	return n;
}

Test(coset, htr_classes_are_the_orbits_of_corners_modulo_half_turns)
{
	coset_init();
	static uint16_t coset_of[N_CORNER_PERMS], first_of[HTR_COSETS];
	cr_assert_eq(half_turn_cosets(coset_of), (unsigned)HTR_COSETS);
	fill_firsts(coset_of, first_of);
	const unsigned n_orbits = count_orbits(coset_of, first_of), n_classes = count_classes_with_corner_cosets();
	cr_expect_eq(n_orbits, 3614u, "%u orbits", n_orbits);
	cr_expect_eq(n_classes, 3614u, "%u classes", n_classes);
}

/* ---- parts ---- */
Test(coset, bit_0_of_a_corner_coset_is_the_parity)
{
	coset_init();
	for (unsigned n = 0; n < 20000; n++) {
		const struct cube c = random_cube();
		struct coset_cube packed = {.edges = {0}};
		coset_pack(&c, packed.edges, packed.corners);
		uint64_t corners = 0;
		for (unsigned i = 0; i < N_CORNERS; i++)
			corners |= (uint64_t)packed.corners[i] << 8 * i;
		const unsigned corner_coset = coset_raw_corner_coset(corners);
		const unsigned map = coset_transform_map(coset_tables.corner[coset_corner_state(corners)]);
		cr_assert_eq(corner_coset & 1, cube_is_odd(&c));
		cr_assert_eq(coset_tables.corner_coset_map[map][corner_coset] & 1, cube_is_odd(&c), "in its frame");
	}
}

/* A walk that knows where it is by `step` alone: class, part, axes, and the symmetries on both sides so far; and one whose
 * edges go from frame to frame, too, as a search's do. */
Test(coset, steps_from_frame_to_frame_lead_to_the_cosets_of_the_cubes)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		struct coset_resolution resolution;
		coset_resolution_fill(&resolution, kinds[kind]);
		struct cube c = random_cube();
		for (unsigned n = 0; n < 5000; n++) {
			static uint32_t transform;
			static unsigned corner_coset, axes;
			static coset_edges framed;
			struct coset_cube packed = {.edges = {0}};
			coset_pack(&c, packed.edges, packed.corners);
			uint64_t corners = 0;
			for (unsigned i = 0; i < N_CORNERS; i++)
				corners |= (uint64_t)packed.corners[i] << 8 * i;
			if (n % 100 == 0) {  /* or a fault would be met no more once the walk is lost */
				transform = coset_tables.corner[coset_corner_state(corners)];
				corner_coset = resolution.corner_coset_map[coset_transform_map(transform)][coset_raw_corner_coset(corners)];
				axes = coset_axes_after(transform, 0);
				framed = coset_edges_framed(coset_edges_load(packed.edges), transform);
			}
			const coset_edges edges = coset_edges_load(packed.edges);
			const uint64_t entry = index_of(&resolution, coset_transform_class(transform), corner_coset, edges, transform, axes);
			cr_assert(has_entry(&c, &resolution, entry), "kind %u, move %u", kind, n);
			const uint64_t entry_of_framed = index_of(&resolution, coset_transform_class(transform), corner_coset, framed, 0, axes);
			cr_assert(has_entry(&c, &resolution, entry_of_framed), "kind %u, move %u: edges in the frame", kind, n);
			const unsigned move = (unsigned)random_below(N_MOVES), right = coset_transform_right(transform);
			const unsigned left = coset_transform_left(transform);
			const unsigned seen = coset_tables.seen_move[right][move];
			const uint32_t step = coset_tables.step[coset_transform_class(transform)][seen];
			const coset_edges turned = coset_edges_after(framed, &coset_tables.edge_turn[seen]);
			framed = coset_edges_framed(turned, step);
			const unsigned flips = (left >= N_SYMMETRIES) != (coset_transform_left(step) >= N_SYMMETRIES);
			const unsigned left_after = symmetry_product[coset_transform_left(step) % N_SYMMETRIES][left % N_SYMMETRIES];
			corner_coset = resolution.corner_coset_map[coset_transform_map(step)][corner_coset];
			axes = coset_axes_after(step, axes);
			transform = coset_transform(symmetry_product[right][coset_transform_right(step)], left_after + flips * N_SYMMETRIES,
			                  coset_transform_class(step), 0);
			c = cube_after(&c, coset_tables.house_move[move]);
		}
	}
}

/* ---- shapes ---- */
Test(coset, as_few_filter_blocks_as_slots_of_16_bits_allow)
{
	const uint64_t n_entries = (uint64_t)COSET_SLICES << 9, n_slots = (UINT16_MAX + 1) / COSET_GROUP_BLOCKS;
	const uint32_t filter_blocks = COSET_MIN_FILTER_BLOCKS;
	cr_expect_geq(filter_blocks * n_slots, n_entries);
	cr_expect_lt((filter_blocks - 1) * n_slots, n_entries);
	cr_expect_lt(COSET_GROUP_BLOCKS * (n_entries + COSET_MAX_FILTER_BLOCKS), UINT64_C(1) << 31,
	             "what coset_locate() divides has 31 bits: the last slot of a place is not in all lines");
	for (unsigned i = 0; i < 2; i++) {
		const bool has_subcosets = i == 1;  /* which share their slots */
		for (uint8_t corners = COSET_PARITY; corners < N_COSET_CORNERS; corners++) {
			cr_expect(coset_shape_is_valid((struct coset_shape){filter_blocks, corners, has_subcosets}));
			cr_expect(coset_shape_is_valid((struct coset_shape){COSET_MAX_FILTER_BLOCKS, corners, has_subcosets}));
			cr_expect_not(coset_shape_is_valid((struct coset_shape){filter_blocks - 1, corners, has_subcosets}));
			const struct coset_shape too_large = {COSET_MAX_FILTER_BLOCKS + 1, corners, has_subcosets};
			cr_expect_not(coset_shape_is_valid(too_large));
		}
	}
	cr_expect_not(coset_shape_is_valid((struct coset_shape){5000, N_COSET_CORNERS, false}));
	cr_expect_not(coset_shape_is_valid((struct coset_shape){5000, COSET_PARITY - 1, false}));
	cr_expect_not(coset_shape_is_valid((struct coset_shape){0, COSET_PARITY, false}));
}

Test(coset, sizes_are_known)
{
	static const uint64_t size[N_KINDS] = {
		22353408000, 67060224000, 536481792000, 1609445376000,
	};
	for (unsigned kind = 0; kind < N_KINDS; kind++)
		cr_expect_eq(coset_size(kinds[kind]), size[kind], "kind %u: %lu", kind, coset_size(kinds[kind]));
}

Test(coset, shapes_are_equal_in_everything_or_not)
{
	const struct coset_shape a = {29300, COSET_PARITY, true};
	static const struct coset_shape others[] = {
		{29301, COSET_PARITY, true}, {29300, COSET_HTR, true},
		{29300, COSET_PARITY, false},
	};
	cr_expect(coset_shape_equal(a, a));
	for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
		cr_expect_not(coset_shape_equal(a, others[i]), "shape %u", i);
}
