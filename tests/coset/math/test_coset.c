/* The rank of a cube's coset: its canonical index, unchanged by symmetries and by the group, and by nothing
 * else. */
#include "support/support.h"
#include "positions.h"

TestSuite(coset, .init = coset_init);

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
	const unsigned t = (unsigned)seeded_below(2), s = (unsigned)seeded_below(3),
	               n = (unsigned)seeded_below(3);
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

/* Whether an element of H_SF keeps each edge in its slice unflipped and each corner in its tetrad untwisted:
 * that is the group of one subcoset. */
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

/* A product of generators of the group that the kind divides by, were there no subcosets: half turns and
 * slice turns are in all of them. */
static struct cube random_element(struct coset_shape kind)
{
	struct cube h = cube_solved;
	for (uint64_t n = seeded_below(16); n > 0; n--) {
		const unsigned face = (unsigned)seeded_below(N_FACES);
		append(&h, seeded_below(2) == 0 ? slice_turn(face) : move_cube[face * 3 + 1]);
		if (seeded_below(3) == 0 && kind.corners != COSET_HTR)
			append(&h, exchange());
		if (kind.corners == COSET_PARITY && cube_is_odd(&h))
			append(&h, exchange());
	}
	return h;
}

/* Where there are subcosets, one that leads to no other: more slice turns, until what they do to these
 * cancels. */
static struct cube random_group_element(struct coset_shape kind)
{
	struct cube h = random_element(kind);
	while (kind.has_subcosets && !is_in_one_subcoset(&h))
		append(&h, slice_turn((unsigned)seeded_below(N_FACES)));
	return h;
}

Test(coset, rank_of_unrank_is_the_least_index_of_the_copies)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		const uint64_t size = coset_size(kinds[kind]);
		unsigned n_others = 0;
		for (unsigned n = 0; n < 20000; n++) {
			const uint64_t index = n == 0 ? 0 : n == 1 ? size - 1 : seeded_below(size);
			const struct cube c = coset_unrank(kinds[kind], index);
			uint64_t entries[COSET_MAX_STABILIZERS], least = index;
			for (unsigned i = coset_indices(kinds[kind], &c, entries); i-- > 0;)
				least = entries[i] < least ? entries[i] : least;
			const uint64_t back = coset_rank(kinds[kind], &c);
			cr_assert(has_index(kinds[kind], &c, index) && back == least,
			          "kind %u, index %lu of seed 27 gives %lu, not %lu", kind, index, back, least);
			n_others += back != index;
		}
		cr_expect(n_others > 20000 / 10 && n_others < 20000 / 5, "kind %u: %u", kind, n_others);
	}
}

/* What a kind keeps, the finer kinds keep, too. */
Test(coset, coarser_kinds_forget_corner_cosets)
{
	for (unsigned n = 0; n < 5000; n++) {
		const struct cube c = seeded_cube();
		const uint64_t finest = coset_rank((struct coset_shape){5000, COSET_HTR, false}, &c);
		const uint64_t cell = finest / ((uint64_t)COSET_SLICES << 9), slices = (finest >> 9) % COSET_SLICES;
		for (unsigned kind = 0; kind < N_KINDS; kind++) {
			const unsigned n_corner_cosets = coset_n_corner_cosets(kinds[kind].corners);
			const uint64_t rank = coset_rank(kinds[kind], &c) / coset_n_subcosets(kinds[kind]);
			const uint64_t cell_here = rank / COSET_CELL_ENTRIES;
			/* Where there are stabilisers the canonical index may be another one. */
			cr_assert(cell_here / n_corner_cosets == cell / COSET_MAX_CORNER_COSETS
			              && (coset_tables.n_stabilizers[cell / COSET_MAX_CORNER_COSETS] != 1
			                  || (cell_here % n_corner_cosets
			                          == cell % COSET_MAX_CORNER_COSETS % n_corner_cosets
			                      && (rank >> COSET_FLIP_BITS) % COSET_SLICES == slices)),
			          "kind %u, cube %u of seed 27", kind, n);
		}
	}
}

Test(coset, without_its_subcoset_a_rank_is_that_of_the_kind_without_subcosets)
{
	for (unsigned kind = WITH_SUBCOSETS; kind < N_KINDS; kind++) {
		const struct coset_shape without = kinds[kind - WITH_SUBCOSETS];
		for (unsigned n = 0; n < 10000; n++) {
			/* every second one from a symmetric position, whose corners have stabilisers */
			const struct cube c = n % 2 == 0 ? seeded_cube() : random_element(kinds[0]);
			const uint64_t rank = coset_rank(kinds[kind], &c);
			cr_assert_eq(rank / COSET_SUBCOSETS, coset_rank(without, &c), "kind %u, cube %u of seed 27", kind,
			             n);
		}
	}
}

static bool has_stabilizers(struct coset_shape kind, uint64_t rank)
{
	const uint64_t cell = rank / coset_n_subcosets(kind) / COSET_CELL_ENTRIES;
	return coset_tables.n_stabilizers[cell / coset_n_corner_cosets(kind.corners)] != 1;
}

/* Cubes of two subcosets never differ, from the left, by an element of one subcoset's group. */
Test(coset, cubes_of_all_subcosets_have_these_and_differ)
{
	for (unsigned kind = WITH_SUBCOSETS; kind < N_KINDS; kind++)
		for (unsigned n = 0; n < 300; n++) {
			const uint64_t begin = seeded_below(coset_size(kinds[kind]) / COSET_SUBCOSETS) * COSET_SUBCOSETS;
			if (has_stabilizers(kinds[kind], begin))
				continue;
			const struct cube first = coset_unrank(kinds[kind], begin), back = cube_inverse(&first);
			for (unsigned subcoset = 0; subcoset < COSET_SUBCOSETS; subcoset++) {
				const struct cube c = coset_unrank(kinds[kind], begin + subcoset),
				                  between = cube_product(&c, &back);
				cr_assert(coset_rank(kinds[kind], &c) == begin + subcoset
				              && is_in_one_subcoset(&between) == (subcoset == 0),
				          "kind %u, subcoset %u", kind, subcoset);
			}
		}
}

/* What three slices lead to from a subcoset, and back; even subcosets have odd neighbours. */
Test(coset, subcosets_have_three_neighbours)
{
	for (unsigned subcoset = 0; subcoset < COSET_SUBCOSETS; subcoset++) {
		const uint8_t *const near = coset_tables.neighbour[subcoset];
		const bool is_odd = coset_tables.even_axes[subcoset / 4] == COSET_ODD_AXES;
		cr_expect(near[0] != near[1] && near[0] != near[2] && near[1] != near[2], "subcoset %u", subcoset);
		for (unsigned i = 0; i < COSET_AXES; i++) {
			cr_assert_lt(near[i], COSET_SUBCOSETS, "subcoset %u", subcoset);
			cr_expect_eq(coset_tables.neighbour[near[i]][i], subcoset, "subcoset %u, slice %u", subcoset, i);
			cr_expect_neq(coset_tables.even_axes[near[i] / 4] == COSET_ODD_AXES, is_odd, "subcoset %u",
			              subcoset);
		}
	}
}

Test(coset, symmetries_and_the_group_do_not_change_the_rank)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		for (unsigned n = 0; n < 10000; n++) {
			/* every second one from a symmetric position, whose corners have stabilisers */
			const struct cube c = n % 2 == 0 ? seeded_cube() : random_group_element(kinds[0]);
			const struct cube h = random_group_element(kinds[kind]), hc = cube_product(&h, &c);
			const struct cube d = cube_conjugate(&hc, (unsigned)seeded_below(N_SYMMETRIES));
			cr_assert_eq(coset_rank(kinds[kind], &d), coset_rank(kinds[kind], &c),
			             "kind %u, pair %u of seed 27", kind, n);
		}
	}
}

/* Of a random cube, whose corners have no stabiliser, so that a coset has one entry. */
Test(coset, what_is_not_in_the_group_leads_to_another_coset)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		const struct coset_shape k = kinds[kind];
		uint64_t entries[COSET_MAX_STABILIZERS];
		for (unsigned n = 0; n < 2000; n++) {
			const struct cube c = seeded_cube();
			if (coset_indices(k, &c, entries) != 1)
				continue;
			const unsigned first = (unsigned)seeded_below(3),
			               another = (first + 1 + (unsigned)seeded_below(2)) % 3;
			const struct cube first_slice = slice_flip(first), another_slice = slice_flip(another);
			/* Odd and even permutations of one tetrad: the three of order 2 that are products of half turns
			 * are left out. */
			const struct cube a = exchange(), b = exchange();
			struct cube cycle = cube_solved;
			swap(&cycle.corner_perm[UFL], &cycle.corner_perm[UBR]);
			swap(&cycle.corner_perm[UFL], &cycle.corner_perm[DFR]);
			const bool is_htr = k.corners == COSET_HTR;
			const struct { struct cube by; bool stays, may_do_both; } rows[] = {
				{a, false, false}, {cycle, !is_htr, false},
				{slice_flip((unsigned)seeded_below(3)), false, false},
				{slice_turn((unsigned)seeded_below(N_FACES)), !k.has_subcosets, false},
				{cube_product(&first_slice, &another_slice), !k.has_subcosets, false},
				{cube_product(&a, &b), true, is_htr},
			};
			array_foreach(row, rows) {
				const struct cube after = cube_product(&row->by, &c);
				cr_assert(row->may_do_both || has_index(k, &after, entries[0]) == row->stays,
				          "kind %u, cube %u of seed 27, %td", kind, n, row - rows);
			}
		}
	}
}

/* Whether the second face's quarter turn leads to the subcoset that is the first one's neighbour by their
 * axis. */
static bool is_neighbour(const struct cube *first, uint64_t first_rank, uint64_t second_rank, unsigned axis)
{
	const uint32_t transform = coset_tables.corner[coset_corner_state(coset_pack(first).corners)];
	return coset_neighbour(transform, axis, (unsigned)(first_rank % COSET_SUBCOSETS))
	       == second_rank % COSET_SUBCOSETS;
}

/* But that opposite faces lead to different subcosets, which are neighbours. */
Test(coset, quarter_turns_of_an_axis_are_one_left_factor)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		for (unsigned n = 0; n < 1000; n++) {
			const struct cube c = seeded_cube();
			for (unsigned axis = 0; axis < 3; axis++) {
				const struct cube u = cube_product(&move_cube[axis * 3], &c);
				const struct cube d = cube_product(&move_cube[axis * 3 + 9], &c);
				const struct cube half = cube_product(&move_cube[axis * 3 + 1], &c);
				const struct cube back = cube_product(&move_cube[axis * 3 + 2], &c);
				const uint64_t rank_u = coset_rank(kinds[kind], &u), rank_d = coset_rank(kinds[kind], &d);
				const unsigned n_subcosets = coset_n_subcosets(kinds[kind]);
				cr_assert(rank_d / n_subcosets == rank_u / n_subcosets
				              && coset_rank(kinds[kind], &back) == rank_u
				              && coset_rank(kinds[kind], &half) == coset_rank(kinds[kind], &c),
				          "kind %u, cube %u of seed 27", kind, n);
				if (!has_stabilizers(kinds[kind], rank_u))
					cr_assert(kinds[kind].has_subcosets
					              ? rank_d != rank_u && is_neighbour(&u, rank_u, rank_d, axis)
					                    && is_neighbour(&d, rank_d, rank_u, axis)
					              : rank_d == rank_u,
					          "kind %u, cube %u of seed 27", kind, n);
			}
		}
	}
}

/* The worked examples of doc/mathematics.md and doc/pdb-format.md. */
Test(coset, the_examples_of_the_documents)
{
	const struct cube c = cube_of_moves("F R U");
	const struct coset_shape two = {.filter_blocks = 69949, .corners = COSET_PARITY},
	                         six = {.filter_blocks = 69949, .corners = COSET_HTR};
	cr_expect_eq(coset_rank(two, &c), 8253336457u);
	cr_expect_eq(coset_rank(six, &c), ((232u * 6 + 5) * UINT64_C(34650) + 7547) * 512 + 393);
}
