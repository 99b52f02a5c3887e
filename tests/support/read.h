/* Texts that must be sound: whatever they are of; the test fails at any other. */
#ifndef SUPERFLIP_TESTS_SUPPORT_READ_H
#define SUPERFLIP_TESTS_SUPPORT_READ_H
#include "cube/notation.h"
#include "goal/goal.h"

struct goal goal_of(const char *text);
struct pattern pattern_of(const char *text);
struct turn_set turn_set_of(enum turn_metric metric, const char *turns, const char *costs);

/** @param options  those of notation_read() and position_read() */
struct maneuver maneuver_of(const char *text, unsigned options);
struct position position_of(const char *text, unsigned options);
#endif
