/* What became of a cube, with what the public structure only tells through functions. */
#pragma once
#include "steps/method.h"
#include "steps/solution_classes.h"

enum { STAGE_NAME_SIZE = 48 };

struct result {
	superflip_result public;                     /* first: the caller has a pointer to it */
	superflip_iteration iterations[SUPERFLIP_MAX_LENGTH + 1];
	struct search_solution *solutions;           /* owned; of a search */
	struct method_result *by_method;             /* owned; NULL of a search */
	/* The solver, which has these texts too, may be freed before the result. */
	char stage_name[METHOD_MAX_STAGES][STAGE_NAME_SIZE], stage_goal[METHOD_MAX_STAGES][GOAL_SIDE_SIZE],
		stuck_at[STAGE_NAME_SIZE];
	char goal[GOAL_NAME_SIZE];                   /* of a search, or of a list, if it, or its first step, may
	                                              * be reached from several sides; else "" */
	struct solution_group group;                 /* by which solutions were put into classes; {0}: they were
	                                              * not */
};

/** A solution that was found, which stays its owner's. */
superflip_solution result_solution_of(const struct search_solution *solution);

/** How many of the last moves of solution i undo turns on the inverse, and do not lead to the goal. */
unsigned result_n_undone(const superflip_result *result, uint64_t i);

/** A step of solution i of a list of steps, or a stage, and its moves. */
const struct method_stage *result_step(const superflip_result *result, uint64_t i, unsigned step,
                                       const uint8_t **moves);

/** Write it, turns on the inverse in parentheses.  @return the length */
enum { STEP_TEXT_SIZE = 3 * SUPERFLIP_MAX_MOVES + 4 };
size_t result_write_step(const superflip_result *result, uint64_t i, unsigned step, unsigned options,
                         char text[STEP_TEXT_SIZE]);

void result_free(struct result *r);
