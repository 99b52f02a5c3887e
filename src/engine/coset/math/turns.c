/* The tables of moves and symmetries: turns, edges, flips, subcosets. */
#include "coset/math/labels.h"
#include "coset/math/packed.h"
#include "cube/turn_automaton.h"

enum { N_TETRADS = 70 };

/* A table from each code to that of left * it. */
static void fill_relabel(const struct cube *left, uint8_t table[64])
{
	for (unsigned i = 0; i < N_CORNERS; i++)
		for (unsigned twist = 0; twist < 3; twist++)
			table[corner_code(corner_label[i], twist)] =
				corner_code(corner_label[left->corner_perm[i]], (left->corner_ori[i] + twist) % 3);
	for (unsigned i = 0; i < N_EDGES; i++)
		for (unsigned flip = 0; flip < 2; flip++)
			table[edge_code(edge_label[i], flip)] = edge_code(edge_label[left->edge_perm[i]], left->edge_ori[i] ^ flip);
}

static void fill_extracted(void)
{
	for (unsigned mask = 0; mask < 64; mask++)
		for (unsigned x = 0; x < 64; x++)
			for (unsigned i = 0, n = 0; i < 6; n += mask >> i++ & 1)
				coset_tables.extracted[mask][x] |= (uint8_t)((mask & x) >> i & 1) << n;
}

/* The turn as quarter turns of an axis' faces. */
static unsigned element_of(unsigned turn)
{
	const unsigned of_axis = turn % 6, pair = (turn - N_MOVES) % COSET_AXIS_PAIRS;
	if (turn >= N_MOVES)
		return axis_turns_number((turn - N_MOVES) / COSET_AXIS_PAIRS, pair / 3 + 1, pair % 3 + 1);
	return axis_turns_number(turn / 6, of_axis < 3 ? of_axis + 1 : 0, of_axis < 3 ? 0 : of_axis - 2);
}

static void fill_turns(void)
{
	for (unsigned i = 0; i < COSET_TURNS; i++) {
		const unsigned element = element_of(i), axis = axis_turns_axis(element), first = axis_turns_first(element);
		const struct cube turned = cube_after_element(&cube_solved, element), back = cube_inverse(&turned), *const c = &turned;
		struct coset_turn *const t = &coset_tables.turn[i];
		coset_tables.element[i] = (uint8_t)element;
		coset_tables.of_element[element] = (uint8_t)i;
		if (i < N_MOVES)
			coset_tables.house_move[i] = (uint8_t)(first != 0 ? axis * 3 + first - 1 : (axis + 3) * 3 + axis_turns_second(element) - 1);
		for (unsigned b = 0; b < 64; b++)
			t->from[b] = (uint8_t)b;
		for (unsigned k = 0; k < N_EDGES; k++) {
			t->from[edge_label[k]] = edge_label[c->edge_perm[k]];
			t->flip[edge_label[k]] = (uint8_t)(c->edge_ori[k] << 4);
			coset_tables.edge_turn[i].from[edge_label[k]] = t->from[edge_label[k]];
			coset_tables.edge_turn[i].flip[edge_label[k]] = t->flip[edge_label[k]];
		}
		for (unsigned k = 0; k < N_CORNERS; k++) {
			t->from[16 + corner_label[k]] = (uint8_t)(16 + corner_label[c->corner_perm[k]]);
			t->twist[16 + corner_label[k]] = (uint8_t)(c->corner_ori[k] << 3);
		}
		fill_relabel(&back, t->relabel);
		if (i < N_MOVES && i % 6 == 0)
			fill_relabel(c, coset_tables.quarter_relabel[axis]);
	}
}

static void fill_edge_tables(void)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		const struct cube *const c = &symmetry_cube[s];
		/* none: code 0 with the sign bit, which pshufb leaves 0 */
		memset(coset_tables.edge_right[s].from, 0x80, sizeof coset_tables.edge_right[s].from);
		memset(coset_tables.edge_right[s].flip, 0x80, sizeof coset_tables.edge_right[s].flip);
		for (unsigned i = 0; i < N_EDGES; i++) {
			coset_tables.edge_right[s].from[edge_label[i]] = edge_label[c->edge_perm[i]];
			coset_tables.edge_right[s].flip[edge_label[i]] = (uint8_t)(c->edge_ori[i] << 4);
			const unsigned slice = edge_label[c->edge_perm[i]] >> 2;
			for (unsigned flip = 0; flip < 2; flip++) {
				const unsigned code = edge_code(edge_label[i], flip), flipped = c->edge_ori[i] ^ flip;
				coset_tables.edge_left[s][code] = (uint8_t)(1u << slice | flipped << 3);
				coset_tables.edge_left[N_SYMMETRIES + s][code] = (uint8_t)(1u << slice | (flipped ^ 1) << 3);
				coset_tables.edge_relabel[s][code - 32] = edge_code(edge_label[c->edge_perm[i]], flipped);
				coset_tables.edge_relabel[N_SYMMETRIES + s][code - 32] =
					edge_code(edge_label[c->edge_perm[i]], flipped ^ 1);
			}
		}
	}
	for (unsigned left = 0; left < COSET_LEFTS; left++)
		for (unsigned label = 0; label < N_EDGES; label++)
			for (unsigned sign = 0; sign < 4; sign++)
				coset_tables.edge_signs[left][sign][label] =
					(uint8_t)((coset_tables.edge_left[left][edge_code(label, 0)] >> sign & 1) << 7);
	for (unsigned a = 0; a < COSET_LEFTS; a++)
		for (unsigned b = 0; b < COSET_LEFTS; b++) {
			const bool is_odd = (a >= N_SYMMETRIES) != (b >= N_SYMMETRIES);
			const unsigned product = symmetry_product[a % N_SYMMETRIES][b % N_SYMMETRIES];
			coset_tables.left_product[a][b] = (uint8_t)(product + (is_odd ? N_SYMMETRIES : 0));
		}
	for (unsigned mask = 0; mask < 4096; mask++)
		if (__builtin_popcount(mask) == 4)
			coset_tables.slice_rank_m[mask] = (uint16_t)(coset_rank_subset(mask) * N_TETRADS);
	for (unsigned mask = 0; mask < 256; mask++)
		if (__builtin_popcount(mask) == 4)
			coset_tables.slice_rank_e[mask] = (uint8_t)coset_rank_subset(mask);
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

bool coset_is_half_rotation(unsigned s)
{
	bool keeps_axes = s % 2 == 0;
	for (unsigned face = 0; face < 3; face++)
		keeps_axes &= move_face(symmetry_move[s][face * 3]) % 3 == face;
	return keeps_axes;
}

static void axes_after(unsigned s, uint8_t axes[COSET_AXES])
{
	for (unsigned face = 0; face < COSET_AXES; face++)
		axes[face] = (uint8_t)(move_face(symmetry_move[s][face * 3]) % 3);
}

/* Whether a symmetry permutes the axes oddly. */
bool coset_permutes_axes_oddly(unsigned s)
{
	uint8_t axes[COSET_AXES];
	axes_after(s, axes);
	return permutation_is_odd(axes, COSET_AXES);
}

/* ---- subcosets ---- */
/* Permutations of the axes are numbered by the first symmetries that make them. */
static void fill_axes(void)
{
	uint8_t axes_of[N_SYMMETRIES], first[COSET_N_AXES], axes[COSET_N_AXES + 1][COSET_AXES];
	unsigned n = 0;
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		axes_after(s, axes[n]);
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
		coset_tables.even_axes[i] = coset_permutes_axes_oddly(first[i]) ? COSET_ODD_AXES : n_even++;
}

/* S is the slice between the faces of axis 2, M between those of 1, E of 0. */
static unsigned slice_of_axis(unsigned axis)
{
	return COSET_AXES - 1 - axis;
}

/* A slice's quarter turn from the left, seen in the frame, exchanges the two other axes and flips the slice; it also
 * flips all slices, as the parity of the axes' permutation changes. */
static void fill_neighbours(void)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		uint8_t axes[COSET_AXES];
		axes_after(s, axes);
		for (unsigned axis = 0; axis < COSET_AXES && coset_permutes_axes_oddly(s); axis++)
			for (unsigned subcoset = 0; subcoset < COSET_SUBCOSETS && axes[axis] == axis; subcoset++) {
				const unsigned slice = slice_of_axis(axis);
				const unsigned flips = (subcoset ^ (slice == 0 ? 2 : slice == 1 ? 3 : 1)) & ((1 << COSET_SUBCOSET_BITS) - 1);
				const unsigned after = coset_tables.axes_after_left[s][subcoset >> COSET_SUBCOSET_BITS];
				coset_tables.neighbour[subcoset][slice] = (uint8_t)coset_subcoset(after, flips);
			}
	}
	for (unsigned left = 0; left < COSET_LEFTS; left++)
		for (unsigned axis = 0; axis < COSET_AXES; axis++)
			coset_tables.seen_slice[left][axis] = coset_tables.edge_left[left][32 + 4 * slice_of_axis(axis)] >> 1 & 3;
}

uint64_t coset_steps(unsigned metric)
{
	uint64_t steps = 0;
	for (unsigned i = 0; i < COSET_TURNS; i++)
		if (coset_is_step(metric, axis_turns_first(coset_tables.element[i]), axis_turns_second(coset_tables.element[i])))
			steps |= UINT64_C(1) << i;
	return steps;
}

void coset_fill_turns(void)
{
	fill_extracted();
	fill_turns();
	fill_edge_tables();
	fill_flips();
	fill_axes();
	fill_neighbours();
}
