/* The tables of moves and symmetries: turns, edges, flips, subcosets. */
#include "coset/math/labels.h"
#include "coset/math/packed.h"
#include "cube/turn_automaton.h"

/* A table from each code to that of left * it. */
static void fill_relabel(const struct cube *left, uint8_t table[64])
{
	for (unsigned i = 0; i < N_CORNERS; i++)
		for (unsigned twist = 0; twist < 3; twist++)
			table[corner_code(corner_label[i], twist)] =
				corner_code(corner_label[left->corner_perm[i]], (left->corner_ori[i] + twist) % 3);
	for (unsigned i = 0; i < N_EDGES; i++)
		for (unsigned flip = 0; flip < 2; flip++)
			table[edge_code(edge_label[i], flip)] =
				edge_code(edge_label[left->edge_perm[i]], left->edge_ori[i] ^ flip);
}

static void fill_extracted(void)
{
	for (unsigned mask = 0; mask < 64; mask++)
		for (unsigned x = 0; x < 64; x++)
			for (unsigned i = 0, n = 0; i < 6; n += mask >> i++ & 1)
				coset_tables.extracted[mask][x] |= (uint8_t)((mask & x) >> i & 1) << n;
}

static void fill_ones_apart(void)
{
	for (unsigned mask = 0; mask < 4096; mask++)
		for (unsigned i = 0, n[2] = {0}; i < N_EDGES; i++) {
			const unsigned bit = mask >> i & 1;
			if (n[bit] < 8)
				coset_tables.ones_apart[mask][8 * bit + n[bit]++] = (uint8_t)i;
		}
}

/* The action of a cube from the right on edges.  None: code 0 with the sign bit, which pshufb leaves 0. */
static void fill_edge_turn(const struct cube *c, struct coset_edge_turn *t)
{
	memset(t, 0x80, sizeof *t);
	for (unsigned i = 0; i < N_EDGES; i++) {
		t->from[edge_label[i]] = edge_label[c->edge_perm[i]];
		t->flip[edge_label[i]] = (uint8_t)(c->edge_ori[i] << 4);
	}
}

static void fill_turns(void)
{
	for (unsigned element = 0; element < N_AXIS_TURNS; element++) {
		const unsigned axis = axis_turns_axis(element), first = axis_turns_first(element),
		               second = axis_turns_second(element);
		if (first + second == 0)
			continue;
		const unsigned face = first == 0,
		               pair = N_MOVES + axis * COSET_AXIS_PAIRS + 3 * (first - 1) + second - 1;
		const unsigned i = first != 0 && second != 0 ? pair : axis * 6 + 3 * face + first + second - 1;
		const struct cube c = cube_after_element(&cube_solved, element), back = cube_inverse(&c);
		struct coset_turn *const t = &coset_tables.turn[i];
		coset_tables.element[i] = (uint8_t)element;
		coset_tables.of_element[element] = (uint8_t)i;
		if (i < N_MOVES)
			coset_tables.house_move[i] = (uint8_t)((axis + 3 * face) * 3 + first + second - 1);
		fill_edge_turn(&c, &coset_tables.edge_turn[i]);
		for (unsigned k = 0; k < N_CORNERS; k++) {
			t->from[corner_label[k]] = corner_label[c.corner_perm[k]];
			t->twist[corner_label[k]] = (uint8_t)(c.corner_ori[k] << 3);
		}
		fill_relabel(&back, t->relabel);
		if (first == 1 && second == 0)
			fill_relabel(&c, coset_tables.quarter_relabel[axis]);
	}
}

static void fill_edge_tables(void)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		fill_edge_turn(&symmetry_cube[s], &coset_tables.edge_right[s]);
	for (unsigned left = 0; left < COSET_LEFTS; left++)
		for (unsigned i = 0; i < N_EDGES; i++) {
			const struct cube *const c = &symmetry_cube[left % N_SYMMETRIES];
			for (unsigned flip = 0; flip < 2; flip++) {
				const unsigned code = edge_code(edge_label[i], flip), label = edge_label[c->edge_perm[i]];
				const unsigned flipped = c->edge_ori[i] ^ flip ^ left / N_SYMMETRIES;
				coset_tables.edge_left[left][code] = (uint8_t)(1u << (label >> 2) | flipped << 3);
				coset_tables.edge_relabel[left][code - 32] = edge_code(label, flipped);
			}
			for (unsigned sign = 0; sign < 4; sign++)
				coset_tables.edge_signs[left][sign][edge_label[i]] =
					(uint8_t)(coset_tables.edge_left[left][edge_code(edge_label[i], 0)] >> sign << 7);
		}
	for (unsigned a = 0; a < COSET_LEFTS; a++)
		for (unsigned b = 0; b < COSET_LEFTS; b++) {
			const bool is_odd = (a >= N_SYMMETRIES) != (b >= N_SYMMETRIES);
			const unsigned product = symmetry_product[a % N_SYMMETRIES][b % N_SYMMETRIES];
			coset_tables.left_product[a][b] = (uint8_t)(product + (is_odd ? N_SYMMETRIES : 0));
		}
	for (unsigned mask = 0, rank = 0; mask < 4096; mask++)
		if (__builtin_popcount(mask) == 4) {
			if (mask < 256)
				coset_tables.slice_rank_e[mask] = (uint8_t)rank;
			coset_tables.slice_rank_m[mask] = (uint16_t)(rank++ * N_TETRADS);
		}
}

/* The first edges of S and E are not flipped; that of M follows from the others. */
static void fill_flips(void)
{
	for (unsigned flips = 0; flips < 4096; flips++) {
		const unsigned s = flips & 1, e = flips >> 8 & 1;
		const unsigned nine = coset_extract(flips ^ s * 0x0FF ^ e * 0xFF0, 0xEEE);
		coset_tables.flip_number[coset_flip_kind(COSET_FLIP_BITS)][flips] = (uint16_t)nine;
		coset_tables.flip_number[coset_flip_kind(COSET_FLIP_BITS_WITH_SUBCOSET)][flips] =
			(uint16_t)(nine << COSET_SUBCOSET_BITS | e << 1 | s);
	}
}

/* ---- subcosets ---- */
/* Permutations of the axes are numbered by the first symmetries that make them. */
static void fill_axes(void)
{
	uint8_t axes_of[N_SYMMETRIES], first[COSET_N_AXES], axes[COSET_N_AXES + 1][COSET_AXES];
	unsigned n = 0;
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		for (unsigned axis = 0; axis < COSET_AXES; axis++)
			axes[n][axis] = (uint8_t)coset_axis_seen(s, axis);
		axes_of[s] = 0;
		while (memcmp(axes[axes_of[s]], axes[n], COSET_AXES) != 0)
			axes_of[s]++;
		if (axes_of[s] == n)
			first[n++] = (uint8_t)s;
	}
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		for (unsigned i = 0; i < COSET_N_AXES; i++) {
			const uint8_t after_left = axes_of[symmetry_product[s][first[i]]];
			coset_tables.axes_after_left[s][i] = after_left;
			coset_tables.axes_after_left[N_SYMMETRIES + s][i] = after_left;
			coset_tables.axes_after_right[s][i] = axes_of[symmetry_product[first[i]][s]];
		}
	uint8_t n_even = 0;
	for (unsigned i = 0; i < COSET_N_AXES; i++)
		coset_tables.even_axes[i] = permutation_is_odd(axes[i], COSET_AXES) ? COSET_ODD_AXES : n_even++;
}

/* S is the slice between the faces of axis 2, M between those of 1, E of 0. */
static unsigned slice_of_axis(unsigned axis)
{
	return COSET_AXES - 1 - axis;
}

/* A slice's quarter turn from the left, seen in the frame, exchanges the two other axes and flips the slice;
 * it also flips all slices, as the parity of the axes' permutation changes. */
static void fill_neighbours(void)
{
	static const uint8_t flipped[COSET_AXES] = {2, 3, 1};  /* of the first edges of S and E, by slice */
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		for (unsigned axis = 0; axis < COSET_AXES && coset_permutes_axes_oddly(s); axis++)
			for (unsigned subcoset = 0; subcoset < COSET_SUBCOSETS && coset_axis_seen(s, axis) == axis;
			     subcoset++) {
				const unsigned slice = slice_of_axis(axis),
				               flips = (subcoset ^ flipped[slice]) % (1 << COSET_SUBCOSET_BITS);
				coset_tables.neighbour[subcoset][slice] = (uint8_t)coset_subcoset(
					coset_tables.axes_after_left[s][subcoset >> COSET_SUBCOSET_BITS], flips);
			}
	for (unsigned left = 0; left < COSET_LEFTS; left++)
		for (unsigned axis = 0; axis < COSET_AXES; axis++)
			coset_tables.seen_slice[left][axis] =
				coset_tables.edge_left[left][32 + 4 * slice_of_axis(axis)] >> 1 & 3;
}

uint64_t coset_steps(unsigned metric)
{
	uint64_t steps = 0;
	coset_init();
	for (unsigned i = 0; i < COSET_TURNS; i++)
		if (coset_is_step(metric, axis_turns_first(coset_tables.element[i]),
		                  axis_turns_second(coset_tables.element[i])))
			steps |= UINT64_C(1) << i;
	return steps;
}

void coset_fill_turns(void)
{
	fill_extracted();
	fill_ones_apart();
	fill_turns();
	fill_edge_tables();
	fill_flips();
	fill_axes();
	fill_neighbours();
}
