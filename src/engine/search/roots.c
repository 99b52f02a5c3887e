#include "search/roots.h"

static void append_turns(struct root *root, enum metric metric, unsigned face, unsigned turns)
{
	/* In QTM a half turn is searched as two clockwise quarter turns. */
	const bool doubled = metric == METRIC_QTM && turns == 2;
	for (unsigned i = 0; turns != 0 && i < (doubled ? 2u : 1u); i++)
		root->path[root->n_path++] = (uint8_t)(face * 3 + (doubled ? 1 : turns) - 1);
}

struct root root_after(const struct root *before, enum metric metric, unsigned turns)
{
	struct root root = *before;
	root.n_axes++;
	const unsigned axis = axis_turns_axis(turns);
	/* The second face closes the axis, whether or not it was turned. */
	root.last = (uint8_t)(1 + axis + 3);
	append_turns(&root, metric, axis, axis_turns_first(turns));
	append_turns(&root, metric, axis + 3, axis_turns_second(turns));
	return root;
}

uint64_t symmetries_after(uint64_t symmetries, unsigned turns, bool is_covered[N_AXIS_TURNS])
{
	uint64_t remaining = 0;
	set64_foreach(s, symmetries) {
		const unsigned image = symmetry_axis_turns[s][turns];
		is_covered[image] = true;
		remaining |= (uint64_t)(image == turns) << s;
	}
	return remaining;
}

struct search_solution solution_image(const struct search_solution *solution, unsigned symmetry)
{
	struct search_solution image = *solution;
	for (unsigned i = 0; i < image.n_moves; i++)
		image.moves[i] = symmetry_move[symmetry][solution->moves[i]];
	moves_sort_commuting(image.moves + image.n_before,
	                     image.n_moves - (unsigned)image.n_before - image.n_after);
	return image;
}
