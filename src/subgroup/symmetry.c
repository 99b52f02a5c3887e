#include "subgroup/symmetry.h"

#include "subgroup/member.h"

static bool is_in_h(const struct cube *c)
{
	return phase1_is_in_h(phase1_rank(c));
}

/* Whether c H c^-1 is H: it is enough that the moves of H stay in H. */
static bool keeps_h(const struct cube *c)
{
	const struct cube inverse = cube_inverse(c);
	for (unsigned k = 0; k < N_H_MOVES; k++) {
		const struct cube moved = cube_after(c, h_moves[k]), conjugate = cube_product(&moved, &inverse);
		if (!is_in_h(&conjugate))
			return false;
	}
	return true;
}

struct subgroup_symmetries subgroup_symmetries_of(const struct cube *c)
{
	struct subgroup_symmetries found = {0, 0};
	const bool may_invert = keeps_h(c);
	for (unsigned s = 0; s < N_AXIS_SYMMETRIES; s++) {
		const struct cube image = cube_conjugate(c, s), back = cube_inverse(&image);
		const struct cube kept = cube_product(c, &back), inverted = cube_product(c, &image);
		if (is_in_h(&kept))
			found.keeping |= 1u << s;
		if (may_invert && is_in_h(&inverted))
			found.inverting |= 1u << s;
	}
	return found;
}

struct cube subgroup_symmetry_image(const struct cube *c, struct subgroup_symmetry symmetry, const struct cube *member)
{
	/* The member is c w. */
	const struct cube back = cube_inverse(c), w = cube_product(&back, member), w_back = cube_inverse(&w);
	const struct cube image = cube_conjugate(symmetry.inverts ? &w_back : &w, symmetry.symmetry);
	return cube_product(c, &image);
}
