#include "coord/phase1.h"

#include "base/once.h"

enum { SLICE_MASK = 0xF00, N_EDGE_SETS = 1 << N_EDGES };  /* bit e: edge or position e */

unsigned phase1_rank_flip(const struct cube *c)
{
	unsigned flip = 0;
	for (unsigned i = 0; i < N_EDGES - 1; i++)
		flip |= (unsigned)c->edge_ori[i] << i;
	return flip;
}

void phase1_unrank_flip(unsigned flip, struct cube *c)
{
	for (unsigned i = 0; i < N_EDGES - 1; i++)
		c->edge_ori[i] = flip >> i & 1;
	c->edge_ori[N_EDGES - 1] = (uint8_t)(__builtin_popcount(flip) & 1);
}

/* Sets of four positions by rank, largest set first, so that the slice itself is 0; and back. */
static uint16_t slice_set[N_SLICES];
static uint16_t slice_of_set[N_EDGE_SETS];

static void fill_slice_sets(void)
{
	unsigned rank = 0;
	for (unsigned set = N_EDGE_SETS; set-- > 0;)
		if (__builtin_popcount(set) == 4) {
			slice_set[rank] = (uint16_t)set;
			slice_of_set[set] = (uint16_t)rank++;
		}
}

static void need_slice_sets(void)
{
	ONCE(fill_slice_sets);
}

unsigned phase1_rank_positions(unsigned positions)
{
	need_slice_sets();
	return slice_of_set[positions];
}

unsigned phase1_unrank_positions(unsigned slice)
{
	need_slice_sets();
	return slice_set[slice];
}

unsigned phase1_rank_slice(const struct cube *c)
{
	unsigned set = 0;
	for (unsigned i = 0; i < N_EDGES; i++)
		set |= (unsigned)(c->edge_perm[i] >= FR) << i;
	return phase1_rank_positions(set);
}

void phase1_unrank_slice(unsigned slice, struct cube *c)
{
	need_slice_sets();
	unsigned next_slice_edge = FR, next_other = UR;
	for (unsigned i = 0; i < N_EDGES; i++)
		c->edge_perm[i] = (uint8_t)(slice_set[slice] >> i & 1 ? next_slice_edge++ : next_other++);
}

struct phase1_coset phase1_rank(const struct cube *c)
{
	return (struct phase1_coset){(uint16_t)phase1_rank_flip(c), (uint16_t)phase1_rank_slice(c),
	                             (uint16_t)corners_rank_twist(c)};
}

/* What S makes of a set of positions: position i of S c S^-1 looks at position S^-1(i) of c. */
static unsigned set_image(unsigned set, unsigned symmetry)
{
	const uint8_t *const from = symmetry_cube[symmetry_inverse[symmetry]].edge_perm;
	unsigned image = 0;
	for (unsigned i = 0; i < N_EDGES; i++)
		image |= (set >> from[i] & 1) << i;
	return image;
}

unsigned phase1_conjugate_flipslice(unsigned flipslice, unsigned symmetry)
{
	need_slice_sets();
	const unsigned positions = slice_set[flipslice / N_FLIPS], flip = flipslice % N_FLIPS;
	unsigned flipped = flip | (unsigned)(__builtin_popcount(flip) & 1) << (N_EDGES - 1);
	/* A quarter turn of the whole cube flips the slice's edges, by cubie before and by position afterwards,
	 * nothing else. */
	const bool flips_slice = symmetry_cube[symmetry].edge_ori[FR] != 0;
	if (flips_slice)
		flipped ^= positions;
	flipped = set_image(flipped, symmetry);
	if (flips_slice)
		flipped ^= SLICE_MASK;
	return phase1_flipslice(slice_of_set[set_image(positions, symmetry)], flipped & (N_FLIPS - 1));
}

/* In ascending order the first flipslice of a class that is met is its smallest. */
static void fill_classes(struct phase1_tables *t)
{
	const uint32_t not_met = UINT32_MAX;
	items_foreach(class, t->class_of, N_FLIPSLICES)
		*class = not_met;
	unsigned n_classes = 0;
	for (unsigned first = 0; first < N_FLIPSLICES; first++) {
		if (t->class_of[first] != not_met)
			continue;
		if (n_classes == N_FLIPSLICE_CLASSES)
			abort();  /* the symmetries are not a group */
		t->representative[n_classes] = first;
		for (unsigned s = 0; s < N_AXIS_SYMMETRIES; s++) {
			const unsigned image = phase1_conjugate_flipslice(first, s);
			if (image == first)
				t->stabiliser[n_classes] |= (uint16_t)(1u << s);
			if (t->class_of[image] == not_met)
				t->class_of[image] = n_classes << 4 | symmetry_inverse[s];
		}
		n_classes++;
	}
}

static struct phase1_tables tables;

static void fill_tables(void)
{
	need_slice_sets();
	coord_fill_moves(N_FLIPS, phase1_rank_flip, phase1_unrank_flip, tables.flip_after);
	coord_fill_moves(N_SLICES, phase1_rank_slice, phase1_unrank_slice, tables.slice_after);
	corners_fill_twist_moves(tables.twist_after);
	for (unsigned twist = 0; twist < N_TWISTS; twist++) {
		struct cube c = cube_solved;
		corners_unrank_twist(twist, &c);
		for (unsigned s = 0; s < N_AXIS_SYMMETRIES; s++) {
			const struct cube seen = cube_conjugate(&c, s);
			tables.twist_conjugate[twist][s] = (uint16_t)corners_rank_twist(&seen);
		}
	}
	fill_classes(&tables);
}

const struct phase1_tables *phase1_tables(void)
{
	ONCE(fill_tables);
	return &tables;
}
