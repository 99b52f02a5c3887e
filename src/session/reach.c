#include "session/reach.h"

#include "cube/turn_automaton.h"
#include "search/search.h"

#include <stdlib.h>

/* Each turn of the pieces, however the cube is held.  @return false without memory */
static bool find_turns(struct reach *r, const struct turn_set *set)
{
	struct frame_step *const steps = malloc(N_ORIENTATIONS * TURN_SET_MAX * sizeof *steps);
	unsigned n_from[N_ORIENTATIONS + 1];
	uint64_t elements = 0;
	if (steps == NULL)
		return false;
	turn_set_frame_steps(set, steps, n_from);
	for (unsigned i = 0; i < n_from[N_ORIENTATIONS]; i++)
		elements |= UINT64_C(1) << steps[i].element;
	for (unsigned e = 0; e < N_AXIS_TURNS; e++)
		if ((elements >> e & 1) != 0)
			r->turn[r->n_turns++] = cube_after_element(&cube_solved, e);
	free(steps);
	return true;
}

bool reach_open(const struct turn_set *set, const struct goal *goal, struct reach *out)
{
	struct reach r = {.goal = goal};
	const bool has_few = goal == NULL || goal_n_completions(goal) <= SEARCH_MAX_GOALS;
	const bool is_open =
		find_turns(&r, set) && (!has_few || (r.group = turn_reach_make(set)) != NULL)
		&& (goal == NULL
	        || ((r.frames = goal_frames_make(goal, set)) != NULL
	            && (!has_few || (r.completion = goal_completions(goal, &r.n_completions)) != NULL)));
	*out = r;
	if (!is_open)
		reach_close(out);
	return is_open;
}

void reach_close(struct reach *r)
{
	free(r->group);
	free(r->completion);
	free(r->frames);
	*r = (struct reach){.n_turns = 0};
}

/* Whether the turns make one of few cubes that are at the goal. */
static bool makes_completion(const struct reach *r, const struct cube *c)
{
	for (size_t i = 0; i < r->n_completions; i++) {
		const struct cube inverse = cube_inverse(&r->completion[i]), between = cube_product(&inverse, c);
		if (turn_reach_obstacle(r->group, &between) == NULL)
			return true;
	}
	return false;
}

/* The same, perhaps after a turn that is free. */
static bool may_make_completion(const struct reach *r, const struct cube *c)
{
	bool makes = r->completion == NULL || makes_completion(r, c);
	for (unsigned turns = 0; turns < 3 && !makes && r->goal->free_before != 0; turns++) {
		const struct cube turned = cube_after(c, (r->goal->free_before - 1u) * 3 + turns);
		makes = makes_completion(r, &turned);
	}
	return makes;
}

const char *reach_obstacle(const struct reach *r, const struct cube *c)
{
	if (r->goal == NULL)
		return turn_reach_obstacle(r->group, c);
	if (!goal_frames_reach(r->frames, c))
		return goal_piece_obstacle;
	const char *const obstacle = goal_obstacle(r->goal, c, r->turn, r->n_turns);
	return obstacle != NULL || may_make_completion(r, c) ? obstacle : goal_parity_obstacle;
}
