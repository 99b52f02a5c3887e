#include "steps/solution_classes.h"

#include "search/roots.h"

enum { MAX_IMAGES = 2 * N_SYMMETRIES };

struct solution_group solution_group_of(const struct cube *c, uint32_t permitted, const struct goal *goal)
{
	struct solution_group group = {.permitted = permitted};
	const uint64_t symmetries = goal != NULL ? goal_symmetries(goal) : cube_symmetries(c);
	const struct goal_look look = goal != NULL ? goal_look(goal, c, 0) : (struct goal_look){{0}};
	const struct cube inverse = cube_inverse(c);
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		const struct goal_look from_there = goal != NULL ? goal_look(goal, c, s) : look;
		const struct cube image = cube_conjugate(&inverse, s);
		if (symmetries >> s & 1 && symmetry_keeps_moves(s, false, permitted)
		    && memcmp(&look, &from_there, sizeof look) == 0)
			group.symmetries |= (uint64_t)1 << s;
		if (goal == NULL && cube_equal(&image, c) && symmetry_keeps_moves(s, true, permitted))
			group.antisymmetries |= (uint64_t)1 << s;
	}
	return group;
}

/* An image in the order of the search: two quarter turns that make a half turn are done clockwise, if they
 * may be.  Without the free turn at the end, which may be that of another side. */
static struct search_solution image_of(const struct search_solution *solution, unsigned symmetry,
                                       uint32_t permitted)
{
	struct search_solution image = solution_image(solution, symmetry);
	image.n_moves = (uint8_t)(image.n_moves - image.n_after);
	for (unsigned i = 1; i < image.n_moves; i++) {
		const unsigned move = image.moves[i];
		if (image.moves[i - 1] == move && move_turns(move) == 3 && permitted >> move_inverse(move) & 1)
			image.moves[i - 1] = image.moves[i] = (uint8_t)move_inverse(move);
	}
	return image;
}

/* All images, some of which may be equal.  @return how many */
static unsigned fill_images(const struct search_solution *solution, const struct solution_group *group,
                            struct search_solution images[MAX_IMAGES])
{
	struct search_solution inverse = *solution;
	moves_invert(inverse.moves, inverse.n_moves);
	unsigned n = 0;
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		if (group->symmetries >> s & 1)
			images[n++] = image_of(solution, s, group->permitted);
		if (group->antisymmetries >> s & 1)
			images[n++] = image_of(&inverse, s, group->permitted);
	}
	return n;
}

unsigned solution_n_images(const struct search_solution *solution, const struct solution_group *group)
{
	struct search_solution images[MAX_IMAGES];
	const unsigned n = fill_images(solution, group, images);
	unsigned n_different = 0;
	for (unsigned i = 0; i < n; i++) {
		unsigned before = 0;
		while (before < i && search_compare_solutions(&images[before], &images[i]) != 0)
			before++;
		n_different += before == i;
	}
	return n_different;
}

uint64_t solution_classes_keep(struct search_solution *solutions, uint64_t n,
                               const struct solution_group *group)
{
	uint64_t n_kept = 0;
	items_foreach(solution, solutions, n) {
		struct search_solution images[MAX_IMAGES], own = *solution;
		bool is_first = true;
		own.n_moves = (uint8_t)(own.n_moves - own.n_after);
		for (unsigned k = fill_images(solution, group, images); k-- > 0 && is_first;)
			is_first = search_compare_solutions(&images[k], &own) >= 0;
		if (is_first)
			solutions[n_kept++] = *solution;
	}
	return n_kept;
}
