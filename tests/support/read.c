#include "support/read.h"

#include "support/test.h"

struct goal goal_of(const char *text)
{
	struct goal goal;
	struct input_error error;
	cr_assert(goal_parse(text, &goal, &error), "%s: %s", text, error.message);
	return goal;
}

struct pattern pattern_of(const char *text)
{
	struct pattern pattern;
	cr_assert(pattern_read(text, &pattern), "%s", text);
	return pattern;
}

struct turn_set turn_set_of(enum turn_metric metric, const char *turns, const char *costs)
{
	struct turn_set set;
	struct input_error error;
	cr_assert(turn_set_read(metric, turns, costs, 0, &set, &error), "%s %s: %s", turns, costs, error.message);
	return set;
}

struct maneuver maneuver_of(const char *text, unsigned options)
{
	struct maneuver m = {.cube = cube_solved};
	struct input_error error = {0};
	cr_assert(notation_read(text, options, &m, &error), "%s: %s", text, error.message);
	return m;
}

struct position position_of(const char *text, unsigned options)
{
	struct position p = {.cube = cube_solved};
	struct input_error error = {0};
	cr_assert(position_read(text, options, &p, &error), "%s: %s", text, error.message);
	return p;
}
