
#include "base/once.h"
#include "coset/math/labels.h"
#include "coset/math/packed.h"
#include "coord/permutation.h"
#include "coord/phase1.h"

struct coset_tables coset_tables;

const uint8_t coset_corner_of_label[N_CORNERS] = {URF, ULB, DLF, DRB, UFL, UBR, DFR, DBL};
const uint8_t coset_edge_of_label[N_EDGES] = {UR, UL, DR, DL, UF, UB, DF, DB, FR, FL, BL, BR};

/* ---- packed cubes ---- */
struct coset_cube coset_pack(const struct cube *c)
{
	struct coset_cube packed = {.corners = 0};
	for (unsigned i = 0; i < N_EDGES; i++)
		packed.edges[edge_label[i]] = edge_code(edge_label[c->edge_perm[i]], c->edge_ori[i]);
	for (unsigned i = 0; i < N_CORNERS; i++)
		packed.corners |= (uint64_t)corner_code(corner_label[c->corner_perm[i]], c->corner_ori[i])
		                  << 8 * corner_label[i];
	return packed;
}

static unsigned corner_coset_seen(struct coset_shape shape, unsigned corner_coset)
{
	return shape.corners == COSET_HTR ? corner_coset : corner_coset & 1;
}

unsigned coset_indices(struct coset_shape shape, const struct cube *c,
                       uint64_t indices[COSET_MAX_STABILIZERS])
{
	coset_init();
	const struct coset_cube packed = coset_pack(c);
	const uint64_t corners = packed.corners;
	const uint32_t transform = coset_tables.corner[coset_corner_state(corners)];
	const coset_edges edges = coset_edges_load(packed.edges);
	const unsigned class = coset_transform_class(transform), n = coset_tables.n_stabilizers[class];
	for (unsigned i = 0; i < n; i++) {
		const uint32_t equivalent = coset_transform_equivalent(transform, i);
		const unsigned corner_coset =
			coset_tables.corner_coset_map[coset_transform_map(equivalent)][coset_raw_corner_coset(corners)];
		const uint64_t cell =
			class * coset_n_corner_cosets(shape.corners) + corner_coset_seen(shape, corner_coset);
		const uint32_t entry = coset_entry(edges, equivalent, COSET_FLIP_BITS_WITH_SUBCOSET);
		const unsigned subcoset =
			coset_subcoset(coset_axes_after(equivalent, 0), entry % (1 << COSET_SUBCOSET_BITS));
		const uint64_t index = cell * COSET_CELL_ENTRIES + (entry >> COSET_SUBCOSET_BITS);
		indices[i] = shape.has_subcosets ? index * COSET_SUBCOSETS + subcoset : index;
	}
	return n;
}

uint64_t coset_rank(struct coset_shape shape, const struct cube *c)
{
	uint64_t indices[COSET_MAX_STABILIZERS], canonical = UINT64_MAX;
	for (unsigned i = coset_indices(shape, c, indices); i-- > 0;)
		canonical = indices[i] < canonical ? indices[i] : canonical;
	return canonical;
}

/* Corners with the same tetrad positions and twists in another corner coset. */
uint64_t coset_corners_of_corner_coset(uint64_t corners, struct coset_shape shape, unsigned corner_coset)
{
	for (unsigned i = 0; i < COSET_MAX_CORNER_COSETS; i++) {
		uint8_t order[4];
		uint64_t arranged = corners;
		permutation_unrank(i, 4, 4, order);
		for (unsigned b = 0; b < N_CORNERS; b++)
			if ((corners >> 8 * b & 4) == 0)
				arranged ^= (uint64_t)((corners >> 8 * b & 3) ^ order[corners >> 8 * b & 3]) << 8 * b;
		if (corner_coset_seen(shape, coset_raw_corner_coset(arranged)) == corner_coset)
			return arranged;
	}
	abort();  /* one tetrad's six arrangements modulo half turns make all corner cosets */
}

struct cube coset_unrank(struct coset_shape shape, uint64_t index)
{
	coset_init();
	const unsigned subcoset = (unsigned)(index % coset_n_subcosets(shape)),
	               axes = subcoset >> COSET_SUBCOSET_BITS;
	index /= coset_n_subcosets(shape);
	const unsigned flips = (unsigned)(index & ((1u << COSET_FLIP_BITS) - 1));
	const unsigned slices = (unsigned)((index >> COSET_FLIP_BITS) % COSET_SLICES);
	const unsigned cell = (unsigned)(index / COSET_CELL_ENTRIES),
	               n_corner_cosets = coset_n_corner_cosets(shape.corners);
	const unsigned class = cell / n_corner_cosets, corner_coset = cell % n_corner_cosets;
	struct cube c = cube_solved;
	const uint64_t corners =
		coset_corners_of_corner_coset(coset_tables.representative[class], shape, corner_coset);
	for (unsigned i = 0; i < N_CORNERS; i++) {
		const unsigned code = corners >> 8 * i & 31;
		c.corner_perm[coset_corner_of_label[i]] = coset_corner_of_label[code & 7];
		c.corner_ori[coset_corner_of_label[i]] = (uint8_t)(code >> 3);
	}
	/* phase1_unrank_positions() has the largest set first. */
	const unsigned m = phase1_unrank_positions(N_SLICES - 1 - slices / N_TETRADS),
	               e = phase1_unrank_positions(N_SLICES - 1 - slices % N_TETRADS);
	unsigned normal = (flips & 7) << 1 | (flips & 0x38) << 2 | (flips & 0x1C0) << 3;
	/* The last flip is that of the first edge of M. */
	normal |= (unsigned)(__builtin_popcount(normal) & 1) << 4;
	normal ^= (subcoset & 1 ? 0x0FF : 0) ^ (subcoset & 2 ? 0xFF0 : 0);
	unsigned count[3] = {0, 0, 0}, n_others = 0;
	for (unsigned i = 0; i < N_EDGES; i++) {
		const bool is_m = m >> i & 1;
		const unsigned slice = is_m ? 1 : (e >> n_others & 1) * 2;
		n_others += !is_m;
		c.edge_perm[coset_edge_of_label[i]] = coset_edge_of_label[slice * 4 + count[slice]];
		c.edge_ori[coset_edge_of_label[i]] = normal >> (slice * 4 + count[slice]) & 1;
		count[slice]++;
	}
	/* The axes are not yet permuted.  A rotation from the left permutes them; an odd permutation flips all
	 * edges. */
	unsigned turn = 0;
	while (coset_tables.axes_after_left[symmetry_inverse[turn]][0] != axes)
		turn += 2;
	items_foreach(orientation, c.edge_ori, coset_permutes_axes_oddly(turn) ? N_EDGES : 0)
		*orientation ^= 1;
	return cube_product(&symmetry_cube[turn], &c);
}

/* ---- set-up ---- */
static void fill_tables(void)
{
	cube_init();
	coset_fill_turns();
	coset_fill_classes();
}

void coset_init(void)
{
	ONCE(fill_tables);
}

/* ---- for builders ---- */
struct coset_resolution coset_resolution_of(struct coset_shape shape, uint64_t turns)
{
	const unsigned subcoset_bits = shape.has_subcosets ? COSET_SUBCOSET_BITS : 0;
	struct coset_resolution resolution = {
		.shape = shape, .n_corner_cosets = coset_n_corner_cosets(shape.corners),
		.n_axes = shape.has_subcosets ? COSET_N_AXES : 1, .flip_bits = COSET_FLIP_BITS + subcoset_bits,
		.subcoset_bits = subcoset_bits, .turns = turns,
	};
	coset_init();
	for (unsigned map = 0; map < COSET_MAPS; map++)
		for (unsigned corner_coset = 0; corner_coset < COSET_MAX_CORNER_COSETS; corner_coset++)
			resolution.corner_coset_map[map][corner_coset] =
				(uint8_t)corner_coset_seen(shape, coset_tables.corner_coset_map[map][corner_coset]);
	return resolution;
}
