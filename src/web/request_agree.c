/* What does not fit together in a request. */
#include "web/request.h"

#include <string.h>

/* A list of steps, and what only such lists take; the library reads it. */
static bool steps_agree(struct web_request *r, struct web_error *error)
{
	superflip_solver_options *const o = &r->solver;
	superflip_goal_info info;
	superflip_error fault;
	if (r->steps != NULL && r->method == superflip_method_at(0))
		r->method = superflip_method_find("steps");
	if (r->steps != NULL && strcmp(r->method->name, "steps") != 0)
		return web_error_set(error, WEB_UNPROCESSABLE, "steps is a method; leave out the method '%s'", r->method->name);
	if (!r->method->takes_steps)
		return (o->width == 0 && o->step_slack == 0 && !o->has_niss && r->neutral == NULL)
		       || web_error_set(error, WEB_UNPROCESSABLE, "width, step_slack, niss and neutral are for lists of steps");
	o->method = r->method->name;
	o->steps = r->steps;
	o->neutral = r->neutral;
	superflip_goal_info_init(&info);
	if (superflip_steps_measure(o, &info, &fault) == SUPERFLIP_OK)
		return true;
	web_error_of(error, &fault);
	error->field = r->steps != NULL ? "steps" : "neutral";
	return false;
}

/* What the library would refuse later, when nobody waits for a reply any more; in its words. */
static bool options_agree(const struct web_request *r, struct web_error *error)
{
	const char *const method = r->method->name;
	const superflip_request *const s = &r->search;
	const bool is_pocket = r->solver.puzzle == SUPERFLIP_2X2, has_all_moves = r->solver.moves == SUPERFLIP_ALL_MOVES;
	const bool is_search = r->method == superflip_method_at(0);
	const bool is_french = (r->read_options & SUPERFLIP_READ_FRENCH) != 0;
	const bool is_one = s->n_solutions == 1 && s->over_optimal == 0 && s->min_length == 0;
	if (s->min_length > s->max_length)
		return web_error_set(error, WEB_UNPROCESSABLE, "min %u is greater than max %u", s->min_length, s->max_length);
	if (r->turns != NULL && (is_pocket || !is_search || is_french || s->up_to_symmetry))
		return web_error_set(error, WEB_UNPROCESSABLE, "%s: not with slices, wide turns, costs or metrics other than htm and qtm",
		                     is_pocket ? "puzzle" : !is_search ? "method" : is_french ? "letters" : "up_to_symmetry");
	if (!is_search && (is_pocket || !has_all_moves))
		return web_error_set(error, WEB_UNPROCESSABLE, "the method '%s' solves the 3x3x3 with all turns", method);
	if (r->solver.metric == SUPERFLIP_QTM && !r->method->counts_quarter_turns)
		return web_error_set(error, WEB_UNPROCESSABLE, "the method '%s' does not count quarter turns", method);
	if (r->method->takes_steps && (s->over_optimal != 0 || s->min_length != 0 || s->max_length != SUPERFLIP_MAX_LENGTH))
		return web_error_set(error, WEB_UNPROCESSABLE, "over, min and max are for the search for shortest solutions; step_slack lets steps be longer");
	if (!is_search && !is_one && !r->method->takes_steps)
		return web_error_set(error, WEB_UNPROCESSABLE, "the method '%s' finds one solution, of any length", method);
	if (!is_search && superflip_cube_has_centers(r->cube))
		return web_error_set(error, WEB_UNPROCESSABLE, "centers: the method '%s' leaves centres as they come", method);
	if (is_pocket && !has_all_moves)
		return web_error_set(error, WEB_UNPROCESSABLE, "the 2x2x2 is solved with all turns");
	if (is_pocket && !(is_one && s->max_length == SUPERFLIP_MAX_LENGTH))
		return web_error_set(error, WEB_UNPROCESSABLE, "for the 2x2x2 neither lengths nor a number of solutions can be given");
	if (r->pieces != NULL && (!is_search || s->up_to_symmetry))
		return web_error_set(error, WEB_UNPROCESSABLE, "%s is for whole cubes; the goal '%s' is searched for with tables of its own, all "
		                     "solutions one by one", is_search ? "up_to_symmetry" : "method", superflip_goal_name(r->pieces));
	if (s->up_to_symmetry && s->n_solutions != SUPERFLIP_ALL)
		return web_error_set(error, WEB_UNPROCESSABLE, "up_to_symmetry needs all solutions: only they fall into whole classes");
	/* Nothing else limits how many there are. */
	if (s->up_to_symmetry && (s->over_optimal > 0 || s->min_length > 0))
		return web_error_set(error, WEB_UNPROCESSABLE, "up_to_symmetry: on a server without over and min");
	return true;
}

static bool frees_first_turn(const superflip_goal *goal)
{
	uint8_t move = 0;
	while (move < SUPERFLIP_N_MOVES && !superflip_goal_frees(goal, move))
		move++;
	return move < SUPERFLIP_N_MOVES;
}

/* Of a cube with grey stickers what is seen is to be solved, or has to decide whether the goal is reached; not all goals know marked
 * centres. */
static bool goal_fits_cube(struct web_request *r, struct web_error *error)
{
	superflip_error fault;
	if (superflip_cube_is_whole(r->cube) && r->pieces == NULL)
		return true;
	if (r->goal != NULL)
		return web_error_set(error, WEB_UNPROCESSABLE, "goal: a cube with grey stickers is solved, or brought to a goal of pieces");
	if (r->pieces == NULL)
		return superflip_cube_goal(r->cube, &r->pieces, &fault) == SUPERFLIP_OK || web_error_of(error, &fault);
	const bool is_free_too_soon = r->turns != NULL && frees_first_turn(r->pieces);
	if (!is_free_too_soon && superflip_goal_takes(r->pieces, r->cube, &fault) == SUPERFLIP_OK)
		return true;
	if (is_free_too_soon)
		web_error_set(error, WEB_UNPROCESSABLE, "with a turn set only turns at the end can be free; leave out preauf");
	else
		web_error_of(error, &fault);
	error->field = "goal";
	return false;
}

bool web_request_agrees(struct web_request *r, struct web_error *error)
{
	return goal_fits_cube(r, error) && steps_agree(r, error) && options_agree(r, error);
}
