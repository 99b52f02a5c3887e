/* Lists of steps: a method as a text, of which each line is a goal (doc/steps.md). */
#pragma once
#include "goal/goal.h"

enum { STEPS_MAX = 10, STEP_NAME_SIZE = 32, STEP_MAX_KEEP = 10000 };

struct step {
	char name[STEP_NAME_SIZE];
	struct goal goal;
	struct turn_set turns;        /* that it may use; empty: all of faces */
	uint32_t faces;               /* the same, bit m for move m; 0: there are others, slices among them */
	unsigned keep;                /* beginnings that go on after this step, if that is more than the width */
	bool may_invert;              /* with NISS it is tried on the inverse, too */
	double n_cases;               /* how many states of the step before look different to it; of the first,
	                               * all states */
};

struct step_list {
	unsigned n;
	char neutral[8];              /* the faces that may be below; "": as the goals have it */
	struct step step[STEPS_MAX];
};

/** Read a list.  Valid after cube_init().
 * @param out  on success filled; otherwise its contents mean nothing
 * @return false with *error filled, its row too */
bool step_list_read(const char *text, struct step_list *out, struct input_error *error);

/** Whether the inverse of a cube at the goal is there, too: then it is reached on the cube if it is on the
 * inverse. */
bool step_goal_has_inverses(const struct goal *goal);

/** Set which faces may be below: letters such as "UD", or "all".  @return false if they are none */
bool step_list_take_neutral(struct step_list *list, const char *faces);

/** The lists that the program has; NULL after the last. */
struct known_list {
	const char *name, *text;
};
extern const struct known_list known_lists[];
