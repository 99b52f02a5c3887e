#include "coord/coset.h"

#include "coord/coset_packed.h"
#include "coord/corners.h"

#include <pthread.h>

enum { N_ROTATION_COSETS = 6, N_TETRADS = 70 };

struct coset_tables coset_tables;

const struct coset_size_name coset_sizes[COSET_N_SIZES] = {
	{"coset-30m", 14, false}, {"coset-125m", 56, false}, {"coset-300m", 140, false},
	{"coset-1g", 450, false}, {"coset-2.6g", 585, true},
};

static const uint8_t corner_label[N_CORNERS] = {
	[URF] = 0, [ULB] = 1, [DLF] = 2, [DRB] = 3, [UFL] = 4, [UBR] = 5, [DFR] = 6, [DBL] = 7,
};
static const uint8_t corner_of_label[N_CORNERS] = {URF, ULB, DLF, DRB, UFL, UBR, DFR, DBL};
static const uint8_t edge_label[N_EDGES] = {
	[UR] = 0, [UL] = 1, [DR] = 2, [DL] = 3, [UF] = 4, [UB] = 5, [DF] = 6, [DB] = 7,
	[FR] = 8, [FL] = 9, [BL] = 10, [BR] = 11,
};
static const uint8_t edge_of_label[N_EDGES] = {UR, UL, DR, DL, UF, UB, DF, DB, FR, FL, BL, BR};

unsigned coset_cap(unsigned classes, bool parity)
{
	const unsigned n = classes << parity;
	return n < 7 ? 9 : n < 28 ? 10 : n < 280 ? 11 : 12;
}

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

uint64_t coset_rank(unsigned classes, bool parity, const struct cube *c)
{
	coset_init();
	struct coset_cube packed = {.edges = {0}};
	coset_pack(c, packed.edges, packed.corners);
	const uint32_t word = coset_tables.corner[coset_corner_state(word_of_bytes(packed.corners))];
	const uint64_t class = coset_word_class(word) % classes + (parity && cube_is_odd(c) ? classes : 0u);
	return class * COSET_CLASS_SIZE + coset_edge_index(coset_edges_load(packed.edges), word);
}

/* The subset with a rank, as a mask: the inverse of rank_subset() for four of n positions. */
static unsigned unrank_four(unsigned rank, unsigned n);

struct cube coset_unrank(unsigned classes, bool parity, uint64_t index)
{
	coset_init();
	const unsigned flips = (unsigned)(index % 256), slices = (unsigned)(index / 256 % COSET_SLICES);
	const unsigned class = (unsigned)(index / COSET_CLASS_SIZE % classes);
	const bool is_odd = parity && index / COSET_CLASS_SIZE >= classes;
	struct cube c = cube_solved;
	const uint64_t corners = coset_tables.representative[class];
	for (unsigned i = 0; i < N_CORNERS; i++) {
		const unsigned code = corners >> 8 * i & 31;
		c.corner_perm[corner_of_label[i]] = corner_of_label[code & 7];
		c.corner_ori[corner_of_label[i]] = (uint8_t)(code >> 3);
	}
	if (cube_is_odd(&c) != is_odd) {  /* two cubies of one tetrad change places */
		unsigned a = 0, b = 0;
		while (c.corner_perm[a] != corner_of_label[0])
			a++;
		while (c.corner_perm[b] != corner_of_label[1])
			b++;
		c.corner_perm[a] = corner_of_label[1];
		c.corner_perm[b] = corner_of_label[0];
	}
	const unsigned m = unrank_four(slices / N_TETRADS, N_EDGES), e = unrank_four(slices % N_TETRADS, N_EDGES - 4);
	unsigned normal = (flips & 7) << 1 | (flips & 0x38) << 2 | (flips & 0xC0) << 3;
	normal |= (unsigned)(__builtin_popcount(normal) & 1) << 11;
	unsigned count[3] = {0, 0, 0}, n_others = 0;
	for (unsigned i = 0; i < N_EDGES; i++) {
		const bool is_m = m >> i & 1;
		const unsigned slice = is_m ? 1 : (e >> n_others & 1) * 2;
		n_others += !is_m;
		c.edge_perm[edge_of_label[i]] = edge_of_label[slice * 4 + count[slice]];
		c.edge_ori[edge_of_label[i]] = normal >> (slice * 4 + count[slice]) & 1;
		count[slice]++;
	}
	return c;
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
		memset(coset_tables.edge_right[s].from, 0x80, sizeof coset_tables.edge_right[s].from);  /* none: code 0 */
		for (unsigned i = 0; i < N_EDGES; i++) {
			coset_tables.edge_right[s].from[edge_label[i]] = edge_label[c->edge_perm[i]];
			coset_tables.edge_right[s].flip[edge_label[i]] = (uint8_t)(c->edge_ori[i] << 4);
			for (unsigned flip = 0; flip < 2; flip++)
				coset_tables.edge_left[s][edge_code(edge_label[i], flip)] =
					(uint8_t)(1u << (edge_label[c->edge_perm[i]] >> 2) | (c->edge_ori[i] ^ flip) << 3);
		}
	}
	for (unsigned mask = 0; mask < 4096; mask++) {
		if (__builtin_popcount(mask) != 4)
			continue;
		const unsigned rank = rank_subset(mask);
		coset_tables.slice_rank_m[mask] = (uint16_t)(rank * N_TETRADS);
		if (mask < 256) {
			coset_tables.slice_rank_e[mask] = (uint8_t)rank;
			coset_tables.tetrad_base[mask] = rank * N_TWISTS;
		}
	}
}

static bool is_half_rotation(unsigned s)
{
	bool keeps_axes = s % 2 == 0;
	for (unsigned face = 0; face < 3; face++)
		keeps_axes &= move_face(symmetry_move[s][face * 3]) % 3 == face;
	return keeps_axes;
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
static void add_class(const struct cube *c, unsigned class, const uint8_t rho[N_ROTATION_COSETS])
{
	coset_tables.representative[class] = pack_corners(c);
	const uint32_t first = coset_corner_state(coset_tables.representative[class]);
	for (unsigned k = 0; k < N_SYMMETRIES; k++) {
		const unsigned right_back = symmetry_inverse[k];
		const struct cube turned = cube_product(c, &symmetry_cube[k]);
		for (unsigned i = 0; i < N_ROTATION_COSETS; i++) {
			const unsigned left = symmetry_product[rho[i]][right_back];
			const struct cube image = cube_product(&symmetry_cube[left], &turned);
			const uint32_t state = coset_corner_state(pack_corners(&image));
			if (state == first) {
				const unsigned n = coset_tables.n_stabilizers[class]++;
				coset_tables.stabilizer[class][n].left = (uint8_t)left;
				coset_tables.stabilizer[class][n].right = (uint8_t)k;
			}
			if (coset_tables.corner[state] != UINT32_MAX)
				continue;
			/* rotations by 180 degrees from the left leave a state as it is */
			unsigned j = 0;
			while (!is_half_rotation(symmetry_product[symmetry_product[rho[j]][k]][left]))
				j++;
			coset_tables.corner[state] = coset_word(right_back, symmetry_product[rho[j]][k], class);
		}
	}
}

static void fill_classes(void)
{
	uint8_t rho[N_ROTATION_COSETS];
	list_axis_rotations(rho);
	memset(coset_tables.corner, 0xFF, sizeof coset_tables.corner);
	unsigned n_classes = 0;
	for (unsigned mask = 0; mask < 256; mask++)
		for (unsigned twists = 0; twists < N_TWISTS && __builtin_popcount(mask) == 4; twists++)
			if (coset_tables.corner[coset_tables.tetrad_base[mask] + twists] == UINT32_MAX) {
				const struct cube c = corners_of_state(mask, twists);
				add_class(&c, n_classes++, rho);
			}
}

static void fill_steps(void)
{
	uint8_t number[N_MOVES];  /* of a move here */
	for (unsigned i = 0; i < N_MOVES; i++)
		number[coset_tables.house_move[i]] = (uint8_t)i;
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		for (unsigned i = 0; i < N_MOVES; i++)
			coset_tables.seen_move[s][i] = number[symmetry_move[symmetry_inverse[s]][coset_tables.house_move[i]]];
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		struct coset_cube cube = {.edges = {0}};
		for (unsigned i = 0; i < N_CORNERS; i++)
			cube.corners[i] = (uint8_t)(coset_tables.representative[class] >> 8 * i);
		for (unsigned i = 0; i < N_MOVES; i++) {
			const uint64_t corners = coset_corners_after(cube.corners, &coset_tables.turn[i]);
			coset_tables.step[class][i] = coset_tables.corner[coset_corner_state(corners)];
		}
	}
}

static void fill_tables(void)
{
	cube_init();
	fill_turns();
	fill_edge_tables();
	fill_classes();
	fill_steps();
}

void coset_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, fill_tables);
}

/* ---- for builders ---- */
void coset_fold_fill(struct coset_fold *fold, unsigned classes, bool parity)
{
	for (unsigned class = 0; class < COSET_CLASSES; class++)
		fold->class_begin[class] = (uint64_t)(class % classes) * COSET_CLASS_SIZE;
	fold->odd_begin = parity ? (uint64_t)classes * COSET_CLASS_SIZE : 0;
}
