/* The canonical order of a turn set's search, derived from the set.
 *
 * A run is all turns of one axis that follow each other.  They commute, so a run is known by its product and
 * by what it does to the frame; of all runs that agree in these the cheapest is searched, and of several the
 * one of most turns (a half turn in quarter turns is two of them), the first of these in the order of
 * axis_paths_find().  Beginnings of such runs are such runs, so the runs are a tree.  What may follow depends
 * on a state: where in the tree of an axis the search is, and how the frame stands.
 *
 * Holds (orientations of the frame and, with prices of pairs, last turns) from which the same turns of pieces
 * lead to the same, at the same costs, are one class: if a set is the same from all sides, as those of all
 * named metrics are, there is one.  A step costs what it does in the state that it is taken from. */
#pragma once
#include "cube/turn_frame.h"

/* Searches have room for paths of so many steps, and for so many units. */
enum { TURN_PATH_MAX = 40, TURN_ROOM_MAX = 240 };

struct turn_step {
	uint8_t element;                    /* the pieces are turned so: axis_turns_number() */
	uint8_t cost;
	uint16_t next;                      /* the state after it */
};

struct turn_automaton {
	struct turn_set set;                /* which it is of */
	unsigned n_classes;
	unsigned n_states;                  /* the search begins in state 0 */
	uint32_t *first;                    /* steps of state s are numbers first[s] .. first[s + 1] - 1 */
	struct turn_step *step;
	unsigned cheapest, dearest;         /* of all steps */
	unsigned room;                      /* what costs no more has room: within it no path is too long */
	struct turn_costs costs;
	unsigned stride;                    /* costs of ways between two positions differ by multiples of it; */
	bool has_parity;                    /* an even number of strides is an even permutation */
};

/** @return false without memory; else to be released by turn_automaton_free() */
bool turn_automaton_make(const struct turn_set *set, struct turn_automaton *out);
void turn_automaton_free(struct turn_automaton *a);

/** The least that a turn costs for each move of the metric that it is, rounded down. */
unsigned turn_automaton_least_cost(const struct turn_automaton *a, enum metric metric);

/** The cube after an element: turns of one axis. */
struct cube cube_after_element(const struct cube *c, unsigned element);

/** Face turns of a path of elements. @param moves  2 * n @return how many they are */
unsigned elements_to_moves(const uint8_t *elements, unsigned n, uint8_t *moves);
