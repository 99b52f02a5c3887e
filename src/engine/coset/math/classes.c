/* The tables of classes: the corner states that choose a frame, the corner cosets that tables distinguish,
 * and the steps from frame to frame. */
#include "coset/math/labels.h"
#include "coset/math/packed.h"

enum { N_ROTATION_COSETS = 6, NO_MAP = 255 };

/* ---- corner cosets ---- */
/* A corner coset is a permutation of three pairings: where its third one goes, and its parity, to which the
 * tetrads' positions add theirs. */
static void fill_raw_corner_cosets(void)
{
	for (unsigned axes = 0; axes < 256; axes++) {
		const unsigned first[3] = {axes & 3, axes >> 2 & 3, (axes ^ axes >> 2) & 3};
		const unsigned second[3] = {axes >> 4 & 3, axes >> 6, (axes >> 4 ^ axes >> 6) & 3};
		if (first[0] * first[1] * first[2] * second[0] * second[1] * second[2] == 0)
			continue;  /* two corners would have the same label */
		uint8_t x[3];
		for (unsigned i = 0; i < 3; i++) {
			x[i] = 0;
			while (second[x[i]] != first[i])
				x[i]++;
		}
		for (unsigned is_odd = 0; is_odd < 2; is_odd++)
			coset_tables.raw_corner_coset[is_odd << 8 | axes] =
				(uint8_t)(4 - 2u * x[2] + (permutation_is_odd(x, 3) ^ is_odd));
	}
}

/* The number of a map of corner cosets, as which it is added if it is new; the identity is the first. */
static unsigned n_maps;

static unsigned number_map(const uint8_t map[COSET_MAX_CORNER_COSETS])
{
	unsigned i = 0;
	while (i < n_maps && memcmp(coset_tables.corner_coset_map[i], map, COSET_MAX_CORNER_COSETS) != 0)
		i++;
	if (i == COSET_MAPS)
		abort();  /* all maps are made of permutations of three pairings and the inversion */
	if (i == n_maps)
		memcpy(coset_tables.corner_coset_map[n_maps++], map, COSET_MAX_CORNER_COSETS);
	return i;
}

/* Products of maps may be new ones. */
static void fill_maps_after(void)
{
	for (unsigned a = 0; a < n_maps; a++)
		for (unsigned b = 0; b < n_maps; b++) {
			uint8_t both[COSET_MAX_CORNER_COSETS];
			for (unsigned corner_coset = 0; corner_coset < COSET_MAX_CORNER_COSETS; corner_coset++)
				both[corner_coset] =
					coset_tables.corner_coset_map[b][coset_tables.corner_coset_map[a][corner_coset]];
			coset_tables.corner_coset_map_after[a][b] = (uint8_t)number_map(both);
		}
}

/* What symmetries do to corner cosets, by the mask of one tetrad's positions. */
static struct {
	uint64_t corners[256][COSET_MAX_CORNER_COSETS];        /* of each corner coset */
	uint8_t label[N_SYMMETRIES][8];                /* a symmetry's corners, as labels and as positions */
	uint8_t map[256][N_SYMMETRIES][2];             /* by the right symmetry, and by whether the left one
	                                                * exchanges the tetrads */
	uint8_t turn_map[256][COSET_TURNS];
} changes;

/* The map made by rearranging corners: the label from each position, replaced by another label. */
static unsigned map_of_turn(const uint64_t corners[COSET_MAX_CORNER_COSETS], const uint8_t from[8],
                            const uint8_t relabel[8])
{
	uint8_t map[COSET_MAX_CORNER_COSETS];
	for (unsigned corner_coset = 0; corner_coset < COSET_MAX_CORNER_COSETS; corner_coset++) {
		uint64_t turned = 0;
		for (unsigned i = 0; i < N_CORNERS; i++)
			turned |= (uint64_t)relabel[corners[corner_coset] >> 8 * from[i] & 7] << 8 * i;
		map[corner_coset] = (uint8_t)coset_raw_corner_coset(turned);
	}
	return number_map(map);
}

static void fill_corner_coset_changes(void)
{
	static const struct coset_shape all_corner_cosets = {.filter_blocks = 1, .corners = COSET_HTR};
	number_map((const uint8_t[]){0, 1, 2, 3, 4, 5});
	memset(changes.map, NO_MAP, sizeof changes.map);
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		for (unsigned i = 0; i < N_CORNERS; i++)
			changes.label[s][i] = corner_label[symmetry_cube[s].corner_perm[coset_corner_of_label[i]]];
	for (unsigned mask = 0; mask < 256; mask++) {
		uint64_t corners = 0;
		unsigned next[2] = {0, 4};
		for (unsigned i = 0; i < N_CORNERS; i++)
			corners |= (uint64_t)next[mask >> i & 1]++ << 8 * i;
		if (next[0] != 4)
			continue;
		for (unsigned corner_coset = 0; corner_coset < COSET_MAX_CORNER_COSETS; corner_coset++)
			changes.corners[mask][corner_coset] =
				coset_corners_of_corner_coset(corners, all_corner_cosets, corner_coset);
		for (unsigned i = 0; i < COSET_TURNS; i++)
			changes.turn_map[mask][i] = (uint8_t)map_of_turn(
				changes.corners[mask], coset_tables.turn[i].from, changes.label[0]);
	}
}

/* A left symmetry as coset_transform() stores it. */
static unsigned left_number(unsigned left, unsigned right)
{
	return left + (coset_permutes_axes_oddly(symmetry_product[left][right]) ? N_SYMMETRIES : 0);
}

/* A left symmetry permutes the axes of both tetrads alike, so only whether it exchanges them matters. */
static unsigned map_of_pair(uint32_t state, unsigned left, unsigned right)
{
	const unsigned tetrad = state / N_TWISTS;
	uint8_t *const map = &changes.map[tetrad][right][changes.label[left][0] >> 2];
	if (*map == NO_MAP)
		*map = (uint8_t)map_of_turn(changes.corners[tetrad], changes.label[right], changes.label[left]);
	return *map;
}

static struct cube corners_of_state(unsigned mask, unsigned twists)
{
	struct cube c = cube_solved;
	unsigned next[2] = {0, 4}, sum = 0;
	for (unsigned i = 0; i < N_CORNERS; i++, twists /= 3) {
		const unsigned position = coset_corner_of_label[i],
		               twist = i < N_CORNERS - 1 ? twists % 3 : (3 - sum % 3) % 3;
		c.corner_perm[position] = coset_corner_of_label[next[mask >> i & 1]++];
		c.corner_ori[position] = (uint8_t)twist;
		sum += twist;
	}
	return c;
}

/* Add a class; the transforms of all images of its representative under the 288 pairs lead back to it. */
static void add_class(const struct cube *c, unsigned class, const uint8_t rho[N_ROTATION_COSETS])
{
	coset_tables.representative[class] = coset_pack(c).corners;
	if (class > 0)
		coset_tables.first_stabilizer[class] =
			(uint16_t)(coset_tables.first_stabilizer[class - 1] + coset_tables.n_stabilizers[class - 1]);
	const uint32_t first = coset_corner_state(coset_tables.representative[class]);
	for (unsigned k = 0; k < N_SYMMETRIES; k++) {
		const unsigned right_back = symmetry_inverse[k];
		const struct cube turned = cube_product(c, &symmetry_cube[k]);
		items_foreach(rotation, rho, N_ROTATION_COSETS) {
			const unsigned left = symmetry_product[*rotation][right_back];
			const struct cube image = cube_product(&symmetry_cube[left], &turned);
			const uint32_t state = coset_corner_state(coset_pack(&image).corners);
			if (state == first) {
				const unsigned n = coset_tables.first_stabilizer[class] + coset_tables.n_stabilizers[class]++;
				coset_tables.stabilizer[n] = (struct coset_stabilizer){
					.left = (uint8_t)left_number(left, k), .right = (uint8_t)k,
					.map = (uint8_t)map_of_pair(state, left, k),
				};
			}
			if (coset_tables.corner[state] != UINT32_MAX)
				continue;
			/* rotations by 180 degrees from the left fix every state */
			unsigned j = 0;
			while (coset_tables.axes_after_left[symmetry_product[symmetry_product[rho[j]][k]][left]][0] != 0)
				j++;
			const unsigned left_back = symmetry_product[rho[j]][k];
			const unsigned map = map_of_pair(state, left_back, right_back);
			coset_tables.corner[state] =
				coset_transform(right_back, left_number(left_back, right_back), class, map);
		}
	}
}

static void fill_classes(void)
{
	/* One rotation for each permutation of the axes, the identity first: rotations modulo those by 180
	 * degrees. */
	uint8_t rho[N_ROTATION_COSETS];
	for (unsigned r = 0, n = 0, seen = 0; r < N_SYMMETRIES; r += 2) {
		const unsigned axes = 1u << coset_tables.axes_after_left[r][0];
		if ((seen & axes) == 0)
			rho[n++] = (uint8_t)r;
		seen |= axes;
	}
	memset(coset_tables.corner, 0xFF, sizeof coset_tables.corner);
	unsigned n_classes = 0;
	for (unsigned mask = 0; mask < 256; mask++)
		for (unsigned twists = 0; twists < N_TWISTS && __builtin_popcount(mask) == 4; twists++)
			if (coset_tables.corner[mask * N_TWISTS + twists] == UINT32_MAX) {
				const struct cube c = corners_of_state(mask, twists);
				add_class(&c, n_classes++, rho);
			}
	items_foreach(transform, coset_tables.corner, COSET_CORNER_STATES) {
		if (*transform != UINT32_MAX
		    && coset_tables.n_stabilizers[coset_transform_class(*transform)] > 1)
			*transform |= UINT32_C(1) << 31;
	}
}

static void fill_steps(void)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		for (unsigned i = 0; i < COSET_TURNS; i++) {
			const unsigned seen =
				coset_tables.of_element[symmetry_axis_turns[symmetry_inverse[s]][coset_tables.element[i]]];
			coset_tables.seen_move[s][i] = (uint8_t)seen;
			coset_tables.real_move[s][seen] = (uint8_t)i;
		}
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		const uint64_t representative = coset_tables.representative[class];
		const unsigned tetrad = coset_corner_state(representative) / N_TWISTS;
		for (unsigned i = 0; i < COSET_TURNS; i++) {
			const uint32_t transform = coset_tables.corner[coset_corner_state(
				coset_corners_after(representative, &coset_tables.turn[i]))],
				       map = coset_transform_map(transform);
			*(i < N_MOVES ? &coset_tables.step[class][i] : &coset_tables.pair_step[class][i - N_MOVES]) =
				transform - map + coset_tables.corner_coset_map_after[changes.turn_map[tetrad][i]][map];
		}
	}
}

void coset_fill_classes(void)
{
	fill_raw_corner_cosets();
	fill_corner_coset_changes();
	fill_classes();
	fill_maps_after();
	fill_maps_after();  /* with the maps that the first call has found */
	assert(n_maps == COSET_MAPS);
	fill_steps();
}
