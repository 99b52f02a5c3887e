#include "search/units.h"

/* ---- filling ---- */

/* Append all ways to go on from `before` by turns of another axis, or one of those that symmetries exchange,
 * and what continues these.  Symmetries are used for two axes: iterations visit the same nodes whatever the
 * units. */
static bool fill_after(struct unit_list *list, enum metric metric, const struct root *before,
                       uint64_t symmetries)
{
	const bool is_first = before->n_axes == 0;
	bool is_covered[N_AXIS_TURNS] = {false};
	for (unsigned turns = 0; turns < N_AXIS_TURNS; turns++) {
		if (is_covered[turns] || turns % 16 == 0
		    || (!is_first && (before->last - 1u) % 3 == axis_turns_axis(turns)))
			continue;
		const uint64_t remaining = symmetries_after(symmetries, turns, is_covered);
		const uint32_t number = (uint32_t)list->n_nodes;
		struct root root = root_after(before, metric, turns);
		const bool turns_half = axis_turns_first(turns) == 2 || axis_turns_second(turns) == 2;
		if (list->are_shifts && (is_first ? turns_half || root.n_path != 1
		                              : turns_half && before->n_axes != 1 && !before->has_half))
			continue;
		root.has_half |= turns_half;
		root.is_unit = !is_first && root.n_path >= list->min_moves;
		list->longest = root.n_path > list->longest ? root.n_path : list->longest;
		assert(root.n_path <= MAX_ROOT_PATH && root.n_axes < UNIT_AXES_MAX);
		if (!array_append(&list->node, &list->n_nodes, &list->nodes_capacity, &root, sizeof root))
			return false;
		if (root.is_unit ? !array_append(&list->unit, &list->n_units, &list->units_capacity, &number,
		                                 sizeof number)
		                 : !fill_after(list, metric, &root, is_first ? remaining : 1))
			return false;
	}
	return true;
}

bool unit_list_fill(struct unit_list *out, enum metric metric, uint64_t symmetries, unsigned min_moves)
{
	for (unsigned moves = min_moves != 0 ? min_moves : UNIT_MOVES_MIN;; moves++) {
		*out = (struct unit_list){.min_moves = moves};
		const bool is_filled = fill_after(out, metric, &(struct root){.n_path = 0}, symmetries);
		if (is_filled && (min_moves != 0 || out->n_units >= UNITS_WANTED || moves == UNIT_MOVES_MAX))
			return true;
		unit_list_free(out);
		if (!is_filled)
			return false;
	}
}

bool unit_list_has_shifts(const struct cube *c)
{
	const struct cube inverse = cube_inverse(c);
	bool are_turns = true;
	for (unsigned face = 0; face < N_FACES && are_turns; face++) {
		const struct cube turned = cube_after(&inverse, face * 3), image = cube_product(&turned, c);
		are_turns = false;
		for (unsigned move = 0; move < N_MOVES; move++)
			are_turns |= cube_equal(&image, &move_cube[move]);
	}
	return are_turns;
}

bool unit_list_fill_shifts(struct unit_list *out, enum metric metric, uint64_t symmetries)
{
	*out = (struct unit_list){.min_moves = UNIT_MOVES_MAX, .are_shifts = true};
	if (fill_after(out, metric, &(struct root){.n_path = 0}, symmetries))
		return true;
	unit_list_free(out);
	return false;
}

void unit_list_free(struct unit_list *list)
{
	free(list->node);
	free(list->unit);
	*list = (struct unit_list){.min_moves = 0};
}

/* ---- bounds ---- */
uint64_t unit_list_evaluate(struct unit_list *list, const struct heuristic *h, const struct cube *c,
                            unsigned threshold)
{
	const unsigned largest = heuristic_largest_value(h);
	uint64_t n = 0;
	struct cube cube_at[UNIT_AXES_MAX] = {*c};       /* what the latest prefix over so many axes makes, */
	const struct root nothing = {.n_path = 0}, *root_at[UNIT_AXES_MAX] = {&nothing};  /* and that prefix */
	items_foreach(root, list->node, list->longest + largest > threshold ? list->n_nodes : 0) {
		const struct root *const before = root_at[root->n_axes - 1];
		struct cube *const cube = &cube_at[root->n_axes];
		*cube = cube_at[root->n_axes - 1];
		root->bound = before->bound;
		for (unsigned m = before->n_path; m < root->n_path; m++) {
			*cube = cube_after(cube, root->path[m]);
			root->bound_before = root->bound;
			if (m + 1 + largest <= threshold)
				continue;
			const unsigned bound = heuristic_evaluate(h, cube) + m + 1;
			root->bound = (uint8_t)(bound > root->bound ? bound : root->bound);
			n++;
		}
		root_at[root->n_axes] = root;
	}
	return n;
}

void unit_list_count(const struct unit_list *list, unsigned threshold, uint64_t *n_generated,
                     uint64_t *n_expanded)
{
	(*n_generated)++;
	(*n_expanded)++;
	items_foreach(node, list->node, list->n_nodes) {
		*n_generated += node->bound_before <= threshold;
		*n_expanded += !node->is_unit && node->bound <= threshold;
	}
}

/* ---- units ---- */
struct work_unit unit_list_unit(const struct unit_list *list, uint32_t number, unsigned threshold)
{
	const struct root *const root = &list->node[list->unit[number]];
	struct work_unit unit = {
		.threshold = (uint8_t)threshold, .n_prefix = root->n_path, .last = root->last, .counter = number};
	memcpy(unit.prefix, root->path, sizeof root->path);
	return unit;
}

bool unit_contains(const struct work_unit *unit, const uint8_t *path, unsigned n)
{
	if (n < unit->n_prefix || memcmp(unit->prefix, path, unit->n_prefix) != 0)
		return false;
	return n == unit->n_prefix || move_face(path[unit->n_prefix]) % 3 != (unit->last - 1u) % 3;
}

uint32_t unit_list_find(const struct unit_list *list, const uint8_t *path, unsigned n)
{
	for (uint32_t number = 0; number < list->n_units; number++) {
		const struct work_unit unit = unit_list_unit(list, number, n);
		if (unit_contains(&unit, path, n))
			return number;
	}
	return UINT32_MAX;
}
