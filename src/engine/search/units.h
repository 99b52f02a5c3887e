/* The units of work of an iteration, a few thousand, in a fixed order: the same for every threshold, process
 * and host.
 *
 * They are roots (roots.h), continued by another axis until they have at least so many moves, so that units
 * differ little in size; with UNIT_MOVES_MIN they are all roots over two axes.  A unit's number stays valid
 * in journals and messages as long as cube, metric and min_moves are the same. */
#pragma once
#include "search/roots.h"

enum { UNITS_WANTED = 5000, UNIT_MOVES_MIN = 2, UNIT_MOVES_MAX = 5, UNIT_AXES_MAX = 6 };

struct unit_list {
	unsigned min_moves, longest;           /* longest: the moves of the longest prefix */
	bool are_shifts;                       /* of unit_list_fill_shifts() */
	size_t n_nodes, nodes_capacity;
	struct root *node;                     /* each directly followed by those that continue it; owned */
	size_t n_units, units_capacity;
	uint32_t *unit;                        /* the node of each unit; owned */
};

/** All prefixes of which no symmetry (cube_symmetries()) takes one to another within its first two axes.
 * @param min_moves  UNIT_MOVES_MIN to UNIT_MOVES_MAX; 0: the fewest that give UNITS_WANTED units
 * @param out  released by unit_list_free()
 * @return false without memory; *out is then empty */
bool unit_list_fill(struct unit_list *out, enum metric metric, uint64_t symmetries, unsigned min_moves);

/** Whether a cube c takes each turn m to a turn c^-1 m c, such as the superflip (Reid, Cube-Lovers, 18 January
 * 1995), also with four spots: what a solution begins with may then be done last instead, as c takes it. */
bool unit_list_has_shifts(const struct cube *c);

/** The prefixes that are enough for one shortest solution of such a cube.  In one with quarter and half turns, as it
 * goes round, some quarter turn is followed by a half turn of another axis: those that begin so, and those without
 * half turns.  They have UNIT_MOVES_MAX moves or more. */
bool unit_list_fill_shifts(struct unit_list *out, enum metric metric, uint64_t symmetries);
void unit_list_free(struct unit_list *list);

/** Fill in the bounds for a cube: the largest of a path's prefixes counts.
 * @param threshold  what is certainly within this one, by the largest value that there is, counts as 0 and is
 *                   not evaluated: in the half-turn metric that is all prefixes over two axes
 * @return how many cubes were evaluated */
uint64_t unit_list_evaluate(struct unit_list *list, const struct heuristic *h, const struct cube *c,
                            unsigned threshold);

/** Whether a unit's bound fits a threshold. */
static inline bool unit_list_fits(const struct unit_list *list, uint32_t number, unsigned threshold)
{
	return list->node[list->unit[number]].bound <= threshold;
}

/** The unit as a value; its counter is its number. */
struct work_unit unit_list_unit(const struct unit_list *list, uint32_t number, unsigned threshold);

/** Add the nodes above the units, the cube itself among them. */
void unit_list_count(const struct unit_list *list, unsigned threshold, uint64_t *n_generated,
                     uint64_t *n_expanded);

/** Whether n moves of cost 1 from the cube pass through a unit: they begin with its prefix and then turn
 * another axis. */
bool unit_contains(const struct work_unit *unit, const uint8_t *path, unsigned n);

/** The unit through which a path leads.  @return its number; UINT32_MAX: none */
uint32_t unit_list_find(const struct unit_list *list, const uint8_t *path, unsigned n);
