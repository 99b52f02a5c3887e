#include "search/units.h"

#include "base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- filling ---- */
struct filling {
	struct unit_list *list;
	enum metric metric;
	size_t nodes_capacity, units_capacity;
};

static bool append(struct filling *f, const struct unit_node *node)
{
	struct unit_list *const list = f->list;
	struct unit_node *const nodes =
		array_reserve(list->node, list->n_nodes + 1, &f->nodes_capacity, sizeof *nodes);
	list->node = nodes != NULL ? nodes : list->node;
	uint32_t *const units = array_reserve(list->unit, list->n_units + 1, &f->units_capacity, sizeof *units);
	list->unit = units != NULL ? units : list->unit;
	if (nodes == NULL || units == NULL)
		return false;
	if (node->is_unit)
		list->unit[list->n_units++] = list->n_nodes;
	list->node[list->n_nodes++] = *node;
	return true;
}

/* Append all ways to go on from `before` by turns of another axis, or one of those that symmetries exchange,
 * and what continues these.  Symmetries are used for two axes, as roots_fill() does: iterations then visit
 * the same nodes. */
static bool fill_after(struct filling *f, const struct unit_node *before, uint64_t symmetries)
{
	const bool is_first = before->n_axes == 0;
	bool is_covered[N_AXIS_TURNS] = {false};
	for (unsigned turns = 0; turns < N_AXIS_TURNS; turns++) {
		if (is_covered[turns] || turns % 16 == 0
		    || (!is_first && (before->root.last - 1u) % 3 == axis_turns_axis(turns)))
			continue;
		const uint64_t remaining = symmetries_after(symmetries, turns, is_covered);
		struct unit_node node = {.n_axes = (uint8_t)(before->n_axes + 1),
		                         .root = root_after(&before->root, f->metric, turns)};
		node.is_unit = !is_first && node.root.n_path >= f->list->min_moves;
		assert(node.root.n_path <= MAX_ROOT_PATH && node.n_axes < UNIT_AXES_MAX);
		if (!append(f, &node) || (!node.is_unit && !fill_after(f, &node, is_first ? remaining : 1)))
			return false;
	}
	return true;
}

bool unit_list_fill(struct unit_list *out, enum metric metric, uint64_t symmetries, unsigned min_moves)
{
	const struct unit_node nothing = {.n_axes = 0};
	unsigned moves = min_moves != 0 ? min_moves : UNIT_MOVES_MIN;
	for (;; moves++) {
		*out = (struct unit_list){.min_moves = moves};
		struct filling filling = {.list = out, .metric = metric};
		const bool is_filled = fill_after(&filling, &nothing, symmetries);
		if (is_filled && (min_moves != 0 || out->n_units >= UNITS_WANTED || moves == UNIT_MOVES_MAX))
			return true;
		unit_list_free(out);
		if (!is_filled)
			return false;
	}
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
	uint64_t n = 0;
	struct cube cube_at[UNIT_AXES_MAX] = {*c};       /* what the latest prefix over so many axes makes, */
	struct root nothing = {.n_path = 0};
	const struct root *root_at[UNIT_AXES_MAX] = {&nothing};  /* and that prefix */
	for (uint32_t i = 0; i < list->n_nodes; i++) {
		const unsigned n_axes = list->node[i].n_axes;
		struct root *const root = &list->node[i].root;
		const struct root *const before = root_at[n_axes - 1];
		cube_at[n_axes] = cube_at[n_axes - 1];
		root->bound = before->bound;
		n += root_evaluate(root, before->n_path, h, threshold, &cube_at[n_axes]);
		root_at[n_axes] = root;
	}
	return n;
}

void unit_list_count(const struct unit_list *list, unsigned threshold, uint64_t *n_generated,
                     uint64_t *n_expanded)
{
	(*n_generated)++;
	(*n_expanded)++;
	for (uint32_t i = 0; i < list->n_nodes; i++) {
		*n_generated += list->node[i].root.bound_before <= threshold;
		*n_expanded += !list->node[i].is_unit && list->node[i].root.bound <= threshold;
	}
}

/* ---- units ---- */
struct work_unit unit_list_unit(const struct unit_list *list, uint32_t number, unsigned threshold)
{
	return root_unit(&list->node[list->unit[number]].root, number, threshold);
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
