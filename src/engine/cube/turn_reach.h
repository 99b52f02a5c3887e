/* Whether the turns of a set solve a position at all, and if not, why.
 *
 * Stickers are numbered by where they are for whoever holds the cube, centres among them: there each turn is
 * one permutation, however the cube was held before, and the solved cube may be held in 24 ways. */
#ifndef SUPERFLIP_CUBE_TURN_REACH_H
#define SUPERFLIP_CUBE_TURN_REACH_H
#include "cube/group.h"
#include "cube/turn_set.h"

struct turn_reach;

/** @return NULL without memory; released by free() */
struct turn_reach *turn_reach_make(const struct turn_set *set);

/** What is in the way, as a part of a sentence about the turns: "they cannot ..."; a constant text.  NULL:
 * they solve the cube. */
const char *turn_reach_obstacle(const struct turn_reach *reach, const struct cube *c);
#endif
