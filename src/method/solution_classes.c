#include "method/solution_classes.h"

#include "search/roots.h"

#include <string.h>

static int compare(const struct search_solution *a, const struct search_solution *b)
{
	const unsigned n = a->n_moves < b->n_moves ? a->n_moves : b->n_moves;
	const int order = memcmp(a->moves, b->moves, n);
	return order != 0 ? order : (int)a->n_moves - (int)b->n_moves;
}

static bool keeps(unsigned symmetry, uint32_t permitted)
{
	for (unsigned m = 0; m < N_MOVES; m++)
		if ((permitted >> m & 1) != 0 && (permitted >> symmetry_move[symmetry][m] & 1) == 0)
			return false;
	return true;
}

uint64_t solution_symmetries(const struct cube *c, uint32_t permitted)
{
	uint64_t symmetries = cube_symmetries(c);
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		if (!keeps(s, permitted))
			symmetries &= ~((uint64_t)1 << s);
	return symmetries;
}

unsigned solution_n_images(const struct search_solution *solution, uint64_t symmetries)
{
	struct search_solution images[N_SYMMETRIES];
	unsigned n = 0;
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		if ((symmetries >> s & 1) == 0)
			continue;
		images[n] = solution_image(solution, s);
		unsigned before = 0;
		while (before < n && compare(&images[before], &images[n]) != 0)
			before++;
		n += before == n;
	}
	return n;
}

static bool is_first_of_class(const struct search_solution *solution, uint64_t symmetries)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		const struct search_solution image = solution_image(solution, s);
		if ((symmetries >> s & 1) != 0 && compare(&image, solution) < 0)
			return false;
	}
	return true;
}

uint64_t solution_classes_keep(struct search_solution *solutions, uint64_t n, uint64_t symmetries)
{
	uint64_t n_kept = 0;
	for (uint64_t i = 0; i < n; i++)
		if (is_first_of_class(&solutions[i], symmetries))
			solutions[n_kept++] = solutions[i];
	return n_kept;
}
