#include "cube/canonical.h"

/* The permutations decide nearly always, and mostly by their first cubies: those are looked at before a whole
 * cube is computed.  < 0: S c S^-1 comes before `best`, as far as the permutations tell. */
static int compare_permutations(const struct cube *c, unsigned symmetry, const struct cube *best)
{
	const struct cube *const s = &symmetry_cube[symmetry], *const inverse =
	                                                           &symmetry_cube[symmetry_inverse[symmetry]];
	for (unsigned i = 0; i < N_CUBIES; i++) {
		const unsigned cubie = cube_cubie(s, cube_cubie(c, cube_cubie(inverse, i)));
		if (cubie != cube_cubie(best, i))
			return (int)cubie - (int)cube_cubie(best, i);
	}
	return 0;
}

unsigned cube_canonical_ways(const struct cube *c, struct cube *out,
                             struct cube_transform how[MAX_CUBE_TRANSFORMS])
{
	const struct cube of[2] = {*c, cube_inverse(c)};
	struct cube best = *c;
	unsigned n = 0;
	for (unsigned inverted = 0; inverted < 2; inverted++)
		for (unsigned s = 0; s < N_SYMMETRIES; s++) {
			int order = compare_permutations(&of[inverted], s, &best);
			if (order > 0)
				continue;
			const struct cube seen = cube_conjugate(&of[inverted], s);
			/* Then the orientations. */
			order = order < 0 ? order : memcmp(seen.corner_ori, best.corner_ori, sizeof seen.corner_ori);
			order = order != 0 ? order : memcmp(seen.edge_ori, best.edge_ori, sizeof seen.edge_ori);
			order = order != 0 ? order : (int)seen.centres - (int)best.centres;
			if (order > 0)
				continue;
			n = order < 0 ? 0 : n;
			best = seen;
			how[n++] = (struct cube_transform){(uint8_t)s, inverted == 1};
		}
	*out = best;
	return n;
}

struct cube cube_canonical(const struct cube *c, struct cube_transform *how)
{
	struct cube_transform ways[MAX_CUBE_TRANSFORMS];
	struct cube canonical;
	cube_canonical_ways(c, &canonical, ways);
	*how = ways[0];
	return canonical;
}

void cube_transform_moves(struct cube_transform from, struct cube_transform to, uint8_t *moves, unsigned n)
{
	const unsigned symmetry = symmetry_product[symmetry_inverse[to.symmetry]][from.symmetry];
	items_foreach(move, moves, n)
		*move = symmetry_move[symmetry][*move];
	if (from.is_inverted != to.is_inverted)
		moves_invert(moves, n);  /* what solves a cube, backwards, solves its inverse */
	moves_sort_commuting(moves, n);
}
