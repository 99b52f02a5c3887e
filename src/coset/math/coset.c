#include "coset/math/coset.h"

#include "coset/math/packed.h"
#include "coord/corners.h"

#include <pthread.h>
#include <stdlib.h>

enum { N_ROTATION_COSETS = 6, N_TETRADS = 70, NO_MAP = 255 };

struct coset_tables coset_tables;

static const uint8_t corner_label[N_CORNERS] = {
	[URF] = 0, [ULB] = 1, [DLF] = 2, [DRB] = 3, [UFL] = 4, [UBR] = 5, [DFR] = 6, [DBL] = 7,
};
static const uint8_t corner_of_label[N_CORNERS] = {URF, ULB, DLF, DRB, UFL, UBR, DFR, DBL};
static const uint8_t edge_label[N_EDGES] = {
	[UR] = 0, [UL] = 1, [DR] = 2, [DL] = 3, [UF] = 4, [UB] = 5, [DF] = 6, [DB] = 7,
	[FR] = 8, [FL] = 9, [BL] = 10, [BR] = 11,
};
static const uint8_t edge_of_label[N_EDGES] = {UR, UL, DR, DL, UF, UB, DF, DB, FR, FL, BL, BR};

/* ---- packed cubes ---- */
static uint8_t corner_code(unsigned label, unsigned twist)
{
	return (uint8_t)(label | twist << 3);
}

static uint8_t edge_code(unsigned label, unsigned flip)
{
	return (uint8_t)(32 | flip << 4 | label);
}

void coset_pack(const struct cube *c, uint8_t edges[12], uint8_t corners[8])
{
	for (unsigned i = 0; i < N_EDGES; i++)
		edges[edge_label[i]] = edge_code(edge_label[c->edge_perm[i]], c->edge_ori[i]);
	for (unsigned i = 0; i < N_CORNERS; i++)
		corners[corner_label[i]] = corner_code(corner_label[c->corner_perm[i]], c->corner_ori[i]);
}

static uint64_t word_of_bytes(const uint8_t bytes[8])
{
	uint64_t word = 0;
	for (unsigned i = 0; i < 8; i++)
		word |= (uint64_t)bytes[i] << 8 * i;
	return word;
}

static unsigned part_seen(struct coset_shape shape, unsigned part)
{
	return shape.corners == COSET_HTR ? part : shape.corners == COSET_PARITY ? part & 1 : 0;
}

static unsigned layer_in_frame(coset_edges edges, uint32_t word)
{
	const unsigned bits = coset_entry(edges, word, 9 + COSET_LAYER_BITS) % (1 << COSET_LAYER_BITS);
	return coset_layer(coset_axes_after(word, 0), bits);
}

uint64_t coset_rank(struct coset_shape shape, const struct cube *c)
{
	coset_init();
	struct coset_cube packed = {.edges = {0}};
	coset_pack(c, packed.edges, packed.corners);
	const uint64_t corners = word_of_bytes(packed.corners);
	const uint32_t word = coset_tables.corner[coset_corner_state(corners)];
	const coset_edges edges = coset_edges_load(packed.edges);
	uint64_t least = UINT64_MAX;
	for (unsigned i = 0; i < coset_tables.n_stabilizers[coset_word_class(word)]; i++) {
		const uint32_t copy = coset_word_copy(word, i);
		const unsigned part = coset_tables.part_map[coset_word_map(copy)][coset_raw_part(corners)];
		const uint32_t place = coset_word_class(word) * coset_n_parts(shape.corners) + part_seen(shape, part);
		uint64_t index = (uint64_t)place * coset_place_entries(shape) + coset_entry(edges, copy, shape.flip_bits);
		if (shape.has_layers)
			index = index * COSET_LAYERS + layer_in_frame(edges, copy);
		least = index < least ? index : least;
	}
	return least;
}

/* The subset with a rank, as a mask: the inverse of rank_subset() for four of n positions. */
static unsigned unrank_four(unsigned rank, unsigned n);
static bool permutes_axes_oddly(unsigned s);

/* Corners that stand in the places of the tetrads as these do, and are twisted like these, but are of another part. */
static uint64_t corners_of_part(uint64_t corners, struct coset_shape shape, unsigned part)
{
	static const uint8_t order[COSET_MAX_PARTS][4] = {
		{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1},
	};
	for (unsigned i = 0; i < COSET_MAX_PARTS; i++) {
		uint64_t arranged = corners;
		for (unsigned b = 0; b < N_CORNERS; b++)
			if ((corners >> 8 * b & 4) == 0)
				arranged ^= (uint64_t)((corners >> 8 * b & 3) ^ order[i][corners >> 8 * b & 3]) << 8 * b;
		if (part_seen(shape, coset_raw_part(arranged)) == part)
			return arranged;
	}
	abort();  /* one tetrad's six arrangements modulo half turns make all parts */
}

struct cube coset_unrank(struct coset_shape shape, uint64_t index)
{
	coset_init();
	const unsigned layer = (unsigned)(index % coset_n_layers(shape)), axes = layer >> COSET_LAYER_BITS;
	index /= coset_n_layers(shape);
	const unsigned flips = (unsigned)(index & ((1u << shape.flip_bits) - 1));
	const unsigned slices = (unsigned)((index >> shape.flip_bits) % COSET_SLICES);
	const unsigned place = (unsigned)(index / coset_place_entries(shape)), n_parts = coset_n_parts(shape.corners);
	const unsigned class = place / n_parts, part = place % n_parts;
	struct cube c = cube_solved;
	const uint64_t corners = corners_of_part(coset_tables.representative[class], shape, part);
	for (unsigned i = 0; i < N_CORNERS; i++) {
		const unsigned code = corners >> 8 * i & 31;
		c.corner_perm[corner_of_label[i]] = corner_of_label[code & 7];
		c.corner_ori[corner_of_label[i]] = (uint8_t)(code >> 3);
	}
	const unsigned m = unrank_four(slices / N_TETRADS, N_EDGES), e = unrank_four(slices % N_TETRADS, N_EDGES - 4);
	unsigned normal = (flips & 7) << 1 | (flips & 0x38) << 2 | (flips & 0x1C0) << 3;
	/* The last flip: that of the first edge of M, or of the last of E. */
	normal |= (unsigned)(__builtin_popcount(normal) & 1) << (shape.flip_bits == 9 ? 4 : 11);
	normal ^= (layer & 1 ? 0x0FF : 0) ^ (layer & 2 ? 0xFF0 : 0);
	unsigned count[3] = {0, 0, 0}, n_others = 0;
	for (unsigned i = 0; i < N_EDGES; i++) {
		const bool is_m = m >> i & 1;
		const unsigned slice = is_m ? 1 : (e >> n_others & 1) * 2;
		n_others += !is_m;
		c.edge_perm[edge_of_label[i]] = edge_of_label[slice * 4 + count[slice]];
		c.edge_ori[edge_of_label[i]] = normal >> (slice * 4 + count[slice]) & 1;
		count[slice]++;
	}
	/* The axes are still as they are.  A rotation from the left permutes them; for an odd permutation all edges are flipped. */
	unsigned turn = 0;
	while (coset_tables.axes_after_left[symmetry_inverse[turn]][0] != axes)
		turn += 2;
	for (unsigned i = 0; i < N_EDGES && permutes_axes_oddly(turn); i++)
		c.edge_ori[i] ^= 1;
	return cube_product(&symmetry_cube[turn], &c);
}

/* ---- set-up ---- */
static unsigned binomial(unsigned n, unsigned k)
{
	unsigned b = 1;
	for (unsigned i = 0; i < k; i++)
		b = b * (n - i) / (i + 1);
	return b;
}

/* Rank of a set among all of its size, by the combinatorial number system. */
static unsigned rank_subset(unsigned mask)
{
	unsigned rank = 0, k = 0;
	for (unsigned i = 0; mask >> i != 0; i++)
		if (mask >> i & 1) {
			k++;
			rank += i < k ? 0 : binomial(i, k);
		}
	return rank;
}

static unsigned unrank_four(unsigned rank, unsigned n)
{
	unsigned mask = 0;
	for (unsigned i = n, k = 4; k > 0; k--) {
		do
			i--;
		while (i >= k && binomial(i, k) > rank);
		rank -= i < k ? 0 : binomial(i, k);
		mask |= 1u << i;
	}
	return mask;
}

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

static void fill_turns(void)
{
	for (unsigned i = 0; i < N_MOVES; i++) {
		const unsigned axis = i / 6, face = axis + i % 6 / 3 * 3, move = face * 3 + i % 3;
		const struct cube *const c = &move_cube[move];
		struct coset_turn *const t = &coset_tables.turn[i];
		coset_tables.house_move[i] = (uint8_t)move;
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
		fill_relabel(&move_cube[move_inverse(move)], t->relabel);
		if (i % 6 == 0)
			fill_relabel(c, coset_tables.quarter_relabel[axis]);
	}
}

static void fill_edge_tables(void)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		const struct cube *const c = &symmetry_cube[s];
		/* none: code 0, which stays 0 with the sign */
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
			coset_tables.slice_rank_m[mask] = (uint16_t)(rank_subset(mask) * N_TETRADS);
	for (unsigned mask = 0; mask < 256; mask++)
		if (__builtin_popcount(mask) == 4)
			coset_tables.slice_rank_e[mask] = (uint8_t)rank_subset(mask);
}

/* The first edges of S and E are not flipped, with 8 bits nor is that of M; another one follows from the others. */
static void fill_flips(void)
{
	for (unsigned flips = 0; flips < 4096; flips++) {
		const unsigned s = flips & 1, m = flips >> 4 & 1, e = flips >> 8 & 1;
		const unsigned eight = (unsigned)coset_extract(flips ^ s * 0x00F ^ m * 0x0F0 ^ e * 0xF00, 0x6EE);
		const unsigned nine = (unsigned)coset_extract(flips ^ s * 0x0FF ^ e * 0xFF0, 0xEEE);
		coset_tables.flip_number[coset_flip_kind(8)][flips] = (uint16_t)eight;
		coset_tables.flip_number[coset_flip_kind(9)][flips] = (uint16_t)nine;
		coset_tables.flip_number[coset_flip_kind(11)][flips] = (uint16_t)(nine << COSET_LAYER_BITS | e << 1 | s);
	}
}

static bool is_half_rotation(unsigned s)
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
static bool permutes_axes_oddly(unsigned s)
{
	uint8_t axes[COSET_AXES];
	axes_after(s, axes);
	return permutation_is_odd(axes, COSET_AXES);
}

/* ---- layers ---- */
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
		coset_tables.even_axes[i] = permutes_axes_oddly(first[i]) ? COSET_ODD_AXES : n_even++;
}

/* S is the slice between the faces of axis 2, M between those of 1, E of 0. */
static unsigned slice_of_axis(unsigned axis)
{
	return COSET_AXES - 1 - axis;
}

/* A slice's quarter turn from the left, seen in the frame, exchanges the two other axes and flips the slice; and all
 * slices, as the axes are permuted oddly then or no longer. */
static void fill_neighbours(void)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		uint8_t axes[COSET_AXES];
		axes_after(s, axes);
		for (unsigned axis = 0; axis < COSET_AXES && permutes_axes_oddly(s); axis++)
			for (unsigned layer = 0; layer < COSET_LAYERS && axes[axis] == axis; layer++) {
				const unsigned slice = slice_of_axis(axis);
				const unsigned flips = (layer ^ (slice == 0 ? 2 : slice == 1 ? 3 : 1)) & ((1 << COSET_LAYER_BITS) - 1);
				const unsigned after = coset_tables.axes_after_left[s][layer >> COSET_LAYER_BITS];
				coset_tables.neighbour[layer][slice] = (uint8_t)coset_layer(after, flips);
			}
	}
	for (unsigned left = 0; left < COSET_LEFTS; left++)
		for (unsigned axis = 0; axis < COSET_AXES; axis++)
			coset_tables.seen_slice[left][axis] = coset_tables.edge_left[left][32 + 4 * slice_of_axis(axis)] >> 1 & 3;
}

/* ---- parts ---- */
/* The permutations of three pairings, by the part that they are where the tetrads' places are an even permutation.  Two
 * that differ in bit 0 differ by the exchange of the first two pairings: with odd places that is done once more. */
static const uint8_t pairings[COSET_MAX_PARTS][3] = {
	{0, 1, 2}, {1, 0, 2}, {2, 0, 1}, {0, 2, 1}, {1, 2, 0}, {2, 1, 0},
};

static unsigned part_of(const uint8_t x[3])
{
	unsigned part = 0;
	while (memcmp(pairings[part], x, 3) != 0)
		part++;
	return part;
}

static void fill_raw_parts(void)
{
	for (unsigned axes = 0; axes < 256; axes++) {
		const unsigned first[3] = {axes & 3, axes >> 2 & 3, (axes ^ axes >> 2) & 3};
		const unsigned second[3] = {axes >> 4 & 3, axes >> 6, (axes >> 4 ^ axes >> 6) & 3};
		if (first[0] * first[1] * first[2] * second[0] * second[1] * second[2] == 0)
			continue;  /* two labels would be the same */
		uint8_t x[3];
		for (unsigned i = 0; i < 3; i++) {
			x[i] = 0;
			while (second[x[i]] != first[i])
				x[i]++;
		}
		coset_tables.raw_part[axes] = (uint8_t)part_of(x);
		coset_tables.raw_part[256 | axes] = (uint8_t)(part_of(x) ^ 1);
	}
}

static unsigned find_map(const uint8_t map[COSET_MAX_PARTS])
{
	unsigned i = 0;
	while (memcmp(coset_tables.part_map[i], map, COSET_MAX_PARTS) != 0)
		if (++i == COSET_MAPS)
			abort();  /* all maps are made of permutations and the inversion */
	return i;
}

static void fill_part_maps(void)
{
	for (unsigned map = 0; map < COSET_MAPS; map++)
		for (unsigned part = 0; part < COSET_MAX_PARTS; part++) {
			const uint8_t *const x = pairings[part], *const r = pairings[map % 6], *const s = pairings[map / 6 % 6];
			uint8_t inverse[3], image[3];
			for (uint8_t i = 0; i < 3; i++)
				inverse[x[i]] = i;
			for (unsigned i = 0; i < 3; i++)
				image[i] = r[map < 36 ? x[s[i]] : inverse[s[i]]];
			coset_tables.part_map[map][part] = (uint8_t)part_of(image);
		}
	for (unsigned a = 0; a < COSET_MAPS; a++)
		for (unsigned b = 0; b < COSET_MAPS; b++) {
			uint8_t both[COSET_MAX_PARTS];
			for (unsigned part = 0; part < COSET_MAX_PARTS; part++)
				both[part] = coset_tables.part_map[b][coset_tables.part_map[a][part]];
			coset_tables.part_map_after[a][b] = (uint8_t)find_map(both);
		}
}

/* What the set-up computes once: what symmetries do to axes, and to parts by which tetrad is where, as a mask. */
struct part_changes {
	bool permutes_axes_oddly[N_SYMMETRIES];
	uint64_t corners[256][COSET_MAX_PARTS];        /* of each part */
	uint8_t label[N_SYMMETRIES][8];                /* a symmetry's corners, as labels and as places */
	uint8_t map[256][N_SYMMETRIES][2];             /* by the right symmetry, and if the left one exchanges the tetrads */
	uint8_t turn_map[256][N_MOVES];
};

/* The map of turning corners: a label from each place, another for each label. */
static unsigned map_of_turn(const uint64_t corners[COSET_MAX_PARTS], const uint8_t from[8], const uint8_t relabel[8])
{
	uint8_t map[COSET_MAX_PARTS];
	for (unsigned part = 0; part < COSET_MAX_PARTS; part++) {
		uint64_t turned = 0;
		for (unsigned i = 0; i < N_CORNERS; i++)
			turned |= (uint64_t)relabel[corners[part] >> 8 * from[i] & 7] << 8 * i;
		map[part] = (uint8_t)coset_raw_part(turned);
	}
	return find_map(map);
}

static void fill_part_changes(struct part_changes *changes)
{
	static const struct coset_shape all_parts = {.lines = 1, .corners = COSET_HTR, .flip_bits = 8};
	for (unsigned mask = 0; mask < 256; mask++) {
		if (__builtin_popcount(mask) != 4)
			continue;
		uint64_t corners = 0;
		unsigned next[2] = {0, 4};
		for (unsigned i = 0; i < N_CORNERS; i++)
			corners |= (uint64_t)next[mask >> i & 1]++ << 8 * i;
		for (unsigned part = 0; part < COSET_MAX_PARTS; part++)
			changes->corners[mask][part] = corners_of_part(corners, all_parts, part);
	}
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		changes->permutes_axes_oddly[s] = permutes_axes_oddly(s);
		for (unsigned i = 0; i < N_CORNERS; i++)
			changes->label[s][i] = corner_label[symmetry_cube[s].corner_perm[corner_of_label[i]]];
	}
	memset(changes->map, NO_MAP, sizeof changes->map);
	for (unsigned i = 0; i < N_MOVES; i++) {
		uint8_t from[N_CORNERS];
		for (unsigned k = 0; k < N_CORNERS; k++)
			from[k] = coset_tables.turn[i].from[16 + k] - 16;
		for (unsigned tetrad = 0; tetrad < 256; tetrad++)
			if (__builtin_popcount(tetrad) == 4)
				changes->turn_map[tetrad][i] = (uint8_t)map_of_turn(changes->corners[tetrad], from, changes->label[0]);
	}
}

/* A left symmetry as coset_word() has it. */
static unsigned left_number(const struct part_changes *changes, unsigned left, unsigned right)
{
	return left + (changes->permutes_axes_oddly[symmetry_product[left][right]] ? N_SYMMETRIES : 0);
}

/* A left symmetry permutes the axes of both tetrads alike, so all that counts is whether it exchanges them. */
static unsigned map_of_pair(struct part_changes *changes, uint32_t state, unsigned left, unsigned right)
{
	const unsigned tetrad = state / N_TWISTS;
	uint8_t *const map = &changes->map[tetrad][right][changes->label[left][0] >> 2];
	if (*map == NO_MAP)
		*map = (uint8_t)map_of_turn(changes->corners[tetrad], changes->label[right], changes->label[left]);
	return *map;
}

/* One rotation for each permutation of the axes, the identity first: rotations modulo those by 180 degrees. */
static void list_axis_rotations(uint8_t rho[N_ROTATION_COSETS])
{
	unsigned n = 0;
	bool is_covered[N_SYMMETRIES] = {false};
	for (unsigned r = 0; r < N_SYMMETRIES; r += 2) {
		if (is_covered[r])
			continue;
		rho[n++] = (uint8_t)r;
		for (unsigned v = 0; v < N_SYMMETRIES; v++)
			if (is_half_rotation(v))
				is_covered[symmetry_product[v][r]] = true;
	}
}

static struct cube corners_of_state(unsigned mask, unsigned twists)
{
	struct cube c = cube_solved;
	unsigned next[2] = {0, 4}, sum = 0;
	for (unsigned i = 0; i < N_CORNERS; i++, twists /= 3) {
		const unsigned position = corner_of_label[i], twist = i < N_CORNERS - 1 ? twists % 3 : (3 - sum % 3) % 3;
		c.corner_perm[position] = corner_of_label[next[mask >> i & 1]++];
		c.corner_ori[position] = (uint8_t)twist;
		sum += twist;
	}
	return c;
}

static uint64_t pack_corners(const struct cube *c)
{
	uint8_t edges[N_EDGES], corners[N_CORNERS];
	coset_pack(c, edges, corners);
	return word_of_bytes(corners);
}

/* Everything that the 288 pairs make of a new class's representative leads back to it. */
static void add_class(struct part_changes *changes, const struct cube *c, unsigned class,
                      const uint8_t rho[N_ROTATION_COSETS])
{
	coset_tables.representative[class] = pack_corners(c);
	if (class > 0)
		coset_tables.first_stabilizer[class] =
			(uint16_t)(coset_tables.first_stabilizer[class - 1] + coset_tables.n_stabilizers[class - 1]);
	const uint32_t first = coset_corner_state(coset_tables.representative[class]);
	for (unsigned k = 0; k < N_SYMMETRIES; k++) {
		const unsigned right_back = symmetry_inverse[k];
		const struct cube turned = cube_product(c, &symmetry_cube[k]);
		for (unsigned i = 0; i < N_ROTATION_COSETS; i++) {
			const unsigned left = symmetry_product[rho[i]][right_back];
			const struct cube image = cube_product(&symmetry_cube[left], &turned);
			const uint32_t state = coset_corner_state(pack_corners(&image));
			if (state == first) {
				const unsigned n = coset_tables.first_stabilizer[class] + coset_tables.n_stabilizers[class]++;
				coset_tables.stabilizer[n] = (struct coset_stabilizer){
					.left = (uint8_t)left_number(changes, left, k), .right = (uint8_t)k,
					.map = (uint8_t)map_of_pair(changes, state, left, k),
				};
			}
			if (coset_tables.corner[state] != UINT32_MAX)
				continue;
			/* rotations by 180 degrees from the left leave a state as it is */
			unsigned j = 0;
			while (!is_half_rotation(symmetry_product[symmetry_product[rho[j]][k]][left]))
				j++;
			const unsigned left_back = symmetry_product[rho[j]][k];
			const unsigned map = map_of_pair(changes, state, left_back, right_back);
			coset_tables.corner[state] =
				coset_word(right_back, left_number(changes, left_back, right_back), class, map);
		}
	}
}

static void fill_classes(struct part_changes *changes)
{
	uint8_t rho[N_ROTATION_COSETS];
	list_axis_rotations(rho);
	memset(coset_tables.corner, 0xFF, sizeof coset_tables.corner);
	unsigned n_classes = 0;
	for (unsigned mask = 0; mask < 256; mask++)
		for (unsigned twists = 0; twists < N_TWISTS && __builtin_popcount(mask) == 4; twists++)
			if (coset_tables.corner[mask * N_TWISTS + twists] == UINT32_MAX) {
				const struct cube c = corners_of_state(mask, twists);
				add_class(changes, &c, n_classes++, rho);
			}
}

static void fill_steps(const struct part_changes *changes)
{
	uint8_t number[N_MOVES];  /* of a move here */
	for (unsigned i = 0; i < N_MOVES; i++)
		number[coset_tables.house_move[i]] = (uint8_t)i;
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		for (unsigned i = 0; i < N_MOVES; i++) {
			const unsigned seen = number[symmetry_move[symmetry_inverse[s]][coset_tables.house_move[i]]];
			coset_tables.seen_move[s][i] = (uint8_t)seen;
			coset_tables.real_move[s][seen] = (uint8_t)i;
		}
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		struct coset_cube cube = {.edges = {0}};
		for (unsigned i = 0; i < N_CORNERS; i++)
			cube.corners[i] = (uint8_t)(coset_tables.representative[class] >> 8 * i);
		const unsigned tetrad = coset_corner_state(coset_tables.representative[class]) / N_TWISTS;
		for (unsigned i = 0; i < N_MOVES; i++) {
			const uint64_t corners = coset_corners_after(word_of_bytes(cube.corners), &coset_tables.turn[i]);
			const uint32_t word = coset_tables.corner[coset_corner_state(corners)];
			const unsigned map = coset_tables.part_map_after[changes->turn_map[tetrad][i]][coset_word_map(word)];
			coset_tables.step[class][i] =
				coset_word(coset_word_right(word), coset_word_left(word), coset_word_class(word), map);
		}
	}
}

static void note_copies(uint32_t *word)
{
	if (coset_tables.n_stabilizers[coset_word_class(*word)] > 1)
		*word |= UINT32_C(1) << 31;
}

static void note_all_copies(void)
{
	for (unsigned state = 0; state < COSET_CORNER_STATES; state++)
		if (coset_tables.corner[state] != UINT32_MAX)
			note_copies(&coset_tables.corner[state]);
	for (unsigned class = 0; class < COSET_CLASSES; class++)
		for (unsigned i = 0; i < N_MOVES; i++)
			note_copies(&coset_tables.step[class][i]);
}

static void fill_tables(void)
{
	static struct part_changes changes;
	cube_init();
	fill_turns();
	fill_edge_tables();
	fill_flips();
	fill_axes();
	fill_neighbours();
	fill_raw_parts();
	fill_part_maps();
	fill_part_changes(&changes);
	fill_classes(&changes);
	fill_steps(&changes);
	note_all_copies();
}

void coset_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, fill_tables);
}

/* ---- for builders ---- */
void coset_parts_fill(struct coset_parts *parts, struct coset_shape shape)
{
	coset_init();
	parts->n_parts = coset_n_parts(shape.corners);
	parts->n_axes = shape.has_layers ? COSET_N_AXES : 1;
	parts->layer_bits = shape.has_layers ? COSET_LAYER_BITS : 0;
	parts->flip_bits = shape.flip_bits + parts->layer_bits;
	for (unsigned map = 0; map < COSET_MAPS; map++)
		for (unsigned part = 0; part < COSET_MAX_PARTS; part++)
			parts->part_map[map][part] = (uint8_t)part_seen(shape, coset_tables.part_map[map][part]);
}
