#include "search/roots.h"

#include <string.h>

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
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		if (symmetries >> s & 1) {
			const unsigned image = symmetry_axis_turns[s][turns];
			is_covered[image] = true;
			remaining |= (uint64_t)(image == turns) << s;
		}
	return remaining;
}

/* Append all ways to turn an axis after `before`, or one of those that symmetries exchange. */
static void fill_after(struct roots *roots, enum metric metric, const struct root *before,
                       uint64_t symmetries)
{
	const bool is_first = before->n_path == 0;
	bool is_covered[N_AXIS_TURNS] = {false};
	for (unsigned turns = 0; turns < N_AXIS_TURNS; turns++) {
		if (is_covered[turns] || turns % 16 == 0
		    || (!is_first && (before->last - 1u) % 3 == axis_turns_axis(turns)))
			continue;
		const uint64_t remaining = symmetries_after(symmetries, turns, is_covered);
		struct root *const root = &roots->root[roots->n];
		*root = root_after(before, metric, turns);
		root->parent = is_first ? (uint16_t)roots->n : before->parent;
		roots->n++;
		if (is_first)
			fill_after(roots, metric, root, remaining);
	}
}

void roots_fill(struct roots *roots, enum metric metric, uint64_t symmetries)
{
	const struct root nothing = {.n_path = 0};
	roots->n = 0;
	fill_after(roots, metric, &nothing, symmetries);
}

void roots_fill_first(struct root roots[N_FIRST_ROOTS], enum metric metric)
{
	const struct root nothing = {.n_path = 0};
	unsigned n_roots = 0;
	for (unsigned turns = 0; turns < N_AXIS_TURNS; turns++)
		if (turns % 16 != 0)
			roots[n_roots++] = root_after(&nothing, metric, turns);
}

unsigned root_evaluate(struct root *root, unsigned n_before, const struct heuristic *h, unsigned threshold,
                       struct cube *cube)
{
	const unsigned largest = heuristic_largest_value(h);
	unsigned n = 0;
	for (unsigned m = n_before; m < root->n_path; m++) {
		*cube = cube_after(cube, root->path[m]);
		root->bound_before = root->bound;
		if (m + 1 + largest <= threshold)
			continue;
		const unsigned bound = heuristic_evaluate(h, cube) + m + 1;
		root->bound = (uint8_t)(bound > root->bound ? bound : root->bound);
		n++;
	}
	return n;
}

unsigned roots_evaluate(struct roots *roots, const struct heuristic *h, const struct cube *c,
                        unsigned threshold)
{
	unsigned n = 0, longest = 0;
	for (unsigned i = 0; i < roots->n; i++)
		longest = roots->root[i].n_path > longest ? roots->root[i].n_path : longest;
	if (longest + heuristic_largest_value(h) <= threshold)
		return 0;
	struct cube parent_cube = *c;  /* what the path of the latest root over one axis makes */
	for (unsigned i = 0; i < roots->n; i++) {
		struct root *const root = &roots->root[i];
		const struct root *const parent = &roots->root[root->parent];
		const bool is_first = root->parent == i;
		struct cube cube = is_first ? *c : parent_cube;
		root->bound = is_first ? 0 : parent->bound;
		n += root_evaluate(root, is_first ? 0 : parent->n_path, h, threshold, &cube);
		if (is_first)
			parent_cube = cube;
	}
	return n;
}

struct work_unit root_unit(const struct root *root, uint32_t number, unsigned threshold)
{
	struct work_unit unit = {
		.threshold = (uint8_t)threshold, .n_prefix = root->n_path, .last = root->last, .counter = number};
	memcpy(unit.prefix, root->path, sizeof root->path);
	return unit;
}

void roots_count(const struct roots *roots, unsigned threshold, uint64_t *n_generated, uint64_t *n_expanded)
{
	(*n_expanded)++;
	for (unsigned i = 0; i < roots->n; i++) {
		*n_generated += roots->root[i].bound_before <= threshold;
		*n_expanded += roots->root[i].parent == i && roots->root[i].bound <= threshold;
	}
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
