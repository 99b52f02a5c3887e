/* What a problem's values mean together, and what does not go together. */
#include "session/session.h"
#include "steps/list.h"

void problem_init(superflip_problem *p)
{
	*p = (superflip_problem){
		.method = superflip_method_at(0), .search = search_request_default(&cube_solved),
	};
}

void problem_free(superflip_problem *p)
{
	superflip_goal_free(p->pieces);
	superflip_cube_free(p->position);
	free(p->turns);
	free(p->goal_text);
	free(p->list_text);
	p->goal_text = NULL;
	p->list_text = NULL;
	p->pieces = NULL;
	p->position = NULL;
	p->turns = NULL;
}

bool problem_is_search(const superflip_problem *p)
{
	return p->method == superflip_method_at(0);
}

/* @return false */
#define refuse(error, field, ...) \
	(error_of_field((error), (field), error_refuse((error), __VA_ARGS__)) == SUPERFLIP_OK)

/* The field that is at fault.  @return false */
static bool is_of(superflip_error *error, const char *field)
{
	error->field = field;
	return false;
}

/* ---- turns ---- */

bool problem_permit(superflip_problem *p, uint32_t moves)
{
	const struct turns made = {p->metric, turn_set_of_moves((enum metric)p->metric, moves), moves};
	free(p->turns);
	p->turns = moves != ALL_MOVES ? array_copy(&made, sizeof made) : NULL;
	return p->turns != NULL || moves == ALL_MOVES;
}

static bool read_turns(superflip_problem *p, superflip_error *error)
{
	uint32_t moves = ALL_MOVES, excluded = 0;
	if (p->metric > TURNS_QTM || p->costs != NULL
	    || (p->moves != NULL && moves_parse_set(p->moves, p->read_options, &moves, error) != SUPERFLIP_OK)) {
		if (turns_parse((enum turn_metric)p->metric, p->moves, p->costs,
		                p->read_options & SUPERFLIP_READ_FRENCH, &p->turns, error) != SUPERFLIP_OK)
			return false;
		const struct { bool is_given; const char *field;
		} others[] = {
			{p->puzzle == SUPERFLIP_2X2, "puzzle"},
			{!problem_is_search(p) && (!p->method->takes_steps || p->moves != NULL || p->costs != NULL),
			 "method"},
			{p->excluded != NULL, "exclude"},
			{p->search.up_to_symmetry, "up-to-symmetry"},
			{p->read_options & SUPERFLIP_READ_FRENCH, "french"},
		};
		array_foreach(other, others)
			if (other->is_given && p->turns->moves == 0)
				return refuse(
					error, other->field,
					"only with turns of faces in htm and qtm; not with slices, wide turns, costs or the metric %s",
					turn_metric_name[p->metric]);
		if (p->turns->moves == 0)
			return true;
		moves = p->turns->moves;
		p->costs = NULL;  /* they change nothing */
		p->metric = p->turns->metric;
	}
	if (p->excluded != NULL
	    && moves_parse_set(p->excluded, p->read_options, &excluded, error) != SUPERFLIP_OK)
		return is_of(error, "exclude");
	moves &= ~excluded;
	if (moves == 0)
		return refuse(error, p->moves != NULL ? "moves" : "exclude", "moves and exclude leave no turn");
	return problem_permit(p, moves) || error_no_memory(error) == SUPERFLIP_OK;
}

/* ---- the goal ---- */

/* Add the faces of free turns, and those on which it may be reached, to the text of the goal. */
static bool complete_goal(superflip_problem *p, superflip_error *error)
{
	const char *const goal = p->goal != NULL ? p->goal : "solved";
	const char *const faces = p->neutral != NULL && strcmp(p->neutral, "all") != 0 ? p->neutral : "";
	const bool begins_free = p->free_before != NULL;
	const char *const after = p->free_face != NULL && !begins_free ? p->free_face : "",
	           *const before = begins_free ? p->free_before : after;
	if (p->neutral != NULL && !p->method->takes_steps
	    && (*p->neutral == '\0' || (*faces != '\0' && faces[strspn(faces, "URFDLB")] != '\0')))
		return refuse(error, "neutral", "expected all, or faces such as UD");
	if (!begins_free && p->free_face == NULL && (p->neutral == NULL || p->method->takes_steps))
		return true;
	if (p->goal != NULL && !text_is_goal(p->goal))
		return refuse(error, "goal", "auf and neutral go with a goal that has a name, not with a position");
	if (asprintf(&p->goal_text, "%s%s%s%s%s%s%s%s", goal, *after != '\0' ? "+auf:" : "", after,
	             *before != '\0' ? "+preauf:" : "", before, p->neutral != NULL ? "+neutral" : "",
	             *faces != '\0' ? ":" : "", faces) < 0) {
		p->goal_text = NULL;
		return error_no_memory(error) == SUPERFLIP_OK;
	}
	p->goal = p->goal_text;
	p->neutral = NULL;  /* part of the goal, by which a run is told from others */
	return true;
}

static bool takes_centres(const superflip_goal *goal, superflip_error *error)
{
	superflip_cube *marked = NULL;
	const bool takes = superflip_cube_parse(SUPERFLIP_3X3, "", SUPERFLIP_READ_CENTERS, &marked,
	                                        error) == SUPERFLIP_OK
	                   && goal_takes(goal, marked, error) == SUPERFLIP_OK;
	superflip_cube_free(marked);
	return takes || is_of(error, "centers");
}

static bool pieces_agree(superflip_problem *p, superflip_error *error)
{
	const char *const name = superflip_goal_name(p->pieces);
	if (p->read_options & SUPERFLIP_READ_CENTERS && !takes_centres(p->pieces, error))
		return false;
	if (!problem_is_search(p))
		return refuse(error, "method", "only for whole cubes, not for the goal '%s'", name);
	if (heuristic_is_named(p->heuristic) && goal_n_completions(&p->pieces->goal) > SEARCH_MAX_GOALS)
		return refuse(
			error, "heuristic",
			"only for whole cubes: '%s' may overestimate the moves to the goal '%s', which has tables of its own",
			p->heuristic, name);
	return true;
}

/* Tell goals of pieces from positions. */
static bool read_goal(superflip_problem *p, superflip_error *error)
{
	if (!complete_goal(p, error))
		return false;
	if (p->goal == NULL)
		return true;
	const bool is_named = text_is_goal(p->goal);
	const bool is_read = is_named && superflip_goal_parse(p->goal, &p->pieces, error) == SUPERFLIP_OK;
	if (is_read && p->puzzle == SUPERFLIP_2X2 && !superflip_goal_is_solved(p->pieces))
		return refuse(error, "goal", "'%s' is of the 3x3x3, and this is a 2x2x2", p->goal);
	/* Letters of the 2x2x2 may look like the beginning of a name. */
	if ((is_named && !is_read && p->puzzle != SUPERFLIP_2X2)
	    || (!is_read && superflip_cube_parse(p->puzzle, p->goal, p->read_options, &p->position,
	                                         error) != SUPERFLIP_OK))
		return is_of(error, "goal");
	if (!is_read || !superflip_goal_is_solved(p->pieces))
		return !is_read || pieces_agree(p, error);
	const bool takes = (p->read_options & SUPERFLIP_READ_CENTERS) == 0 || takes_centres(p->pieces, error);
	superflip_goal_free(p->pieces);
	p->pieces = NULL;
	p->goal = NULL;
	return takes;
}

/* ---- skeletons ---- */

static bool read_begin(superflip_problem *p, superflip_error *error)
{
	struct method_beginning *const b = &p->beginning;
	struct maneuver m;
	if (p->begin == NULL)
		return true;
	if (maneuver_parse(SUPERFLIP_3X3, p->begin,
	                   (p->read_options & SUPERFLIP_READ_FRENCH) | SUPERFLIP_READ_NISS, &m, error)
	    != SUPERFLIP_OK)
		return is_of(error, "begin");
	const bool fits = m.n_moves <= METHOD_MAX_BEGINNING;
	b->n_moves = (unsigned)m.n_moves;
	b->n_inverse = (unsigned)m.n_inverse;
	for (size_t i = 0; i < m.n_moves && fits; i++)
		b->moves[i] = symmetry_move[m.rotation][m.moves[i]];
	moves_invert(b->moves, fits ? m.n_inverse : 0);
	maneuver_free(&m);
	return fits || refuse(error, "begin", "more than %d turns", METHOD_MAX_BEGINNING);
}

/* A goal that is reached on the inverse, too, or after a beginning, is a list of one step. */
static bool make_list(superflip_problem *p, superflip_error *error)
{
	const char *const field = p->has_niss ? "niss" : "begin";
	if (!problem_is_search(p) || p->steps != NULL || (!p->has_niss && p->begin == NULL))
		return true;
	if (p->goal == NULL || !text_is_goal(p->goal))
		return refuse(error, field,
		              "only for lists of steps, such as the method fmc, and for goals that have a name");
	if (!complete_goal(p, error))
		return false;
	if (superflip_goal_parse(p->goal, &p->pieces, error) != SUPERFLIP_OK)
		return is_of(error, "goal");
	if (superflip_goal_is_solved(p->pieces) || goal_has_free_turns(p->pieces))
		return refuse(error, field, "for goals without free turns, other than the solved cube");
	if (p->has_niss && !step_goal_has_inverses(&p->pieces->goal))
		return refuse(error, field,
		              "a cube whose inverse is at '%s' need not be there; leave out niss for this goal",
		              superflip_goal_name(p->pieces));
	if (p->turns != NULL || p->metric != TURNS_HTM || p->heuristic != NULL || p->search.up_to_symmetry)
		return refuse(error, field,
		              "goals are reached by all turns of faces in htm, without heuristic and up-to-symmetry");
	if (asprintf(&p->list_text, "%s = %s%s", p->goal, p->goal, p->has_niss ? " ; inverse" : "") < 0) {
		p->list_text = NULL;
		return error_no_memory(error) == SUPERFLIP_OK;
	}
	p->steps = p->list_text;
	p->method = method_named("steps");
	return true;
}

/* The goal at which a list of one's own ends.  What is wrong with the list is said by whoever makes its
 * tables. */
static bool find_goal(superflip_problem *p, superflip_error *error)
{
	struct input_error fault;
	if (p->steps == NULL || p->list_text != NULL)
		return true;
	struct step_list *const list = malloc(sizeof *list);
	if (list == NULL)
		return error_no_memory(error) == SUPERFLIP_OK;
	api_init(SUPERFLIP_3X3);
	const bool is_read = step_list_read(p->steps, list, &fault);
	const struct goal *const goal = &list->step[is_read ? list->n - 1 : 0].goal;
	const bool is_neutral = is_read && (p->neutral != NULL || list->neutral[0] != '\0');
	const bool is_goal = is_read && !goal_is_solved_cube(goal);
	if (is_goal && asprintf(&p->goal_text, "%s%s", goal->name, is_neutral ? "+neutral" : "") < 0)
		p->goal_text = NULL;
	p->goal = p->goal_text;
	free(list);
	return !is_goal
	       || (p->goal == NULL ? error_no_memory(error) : superflip_goal_parse(p->goal, &p->pieces, error))
	              == SUPERFLIP_OK;
}

/* ---- methods and limits ---- */

static bool method_agrees(superflip_problem *p, superflip_error *error)
{
	const struct search_request *const r = &p->search;
	const superflip_method *const m = p->method;
	const bool is_pocket = p->puzzle == SUPERFLIP_2X2;
	const char *const of_steps = p->width != 0 ? "width" : p->step_slack != 0 ? "step-slack" : p->has_niss
		? "niss" : p->begin != NULL ? "begin" : NULL;
	/* What a search for shortest solutions takes, and others do not. */
	const char *const of_lengths = r->over_optimal != 0 ? "over" : r->min_length != 0 ? "min"
		: m->takes_steps && r->max_length != SUPERFLIP_MAX_LENGTH ? "max" : NULL;
	if (!m->takes_steps && of_steps != NULL)
		return refuse(error, of_steps, "only for lists of steps, such as the method fmc");
	if (problem_is_search(p))
		return true;
	if (is_pocket && method_find(m->name)->pocket == NULL)
		return refuse(error, "method",
		              "'%s' solves the 3x3x3; the 2x2x2 is solved by its table, layers or random-walk",
		              m->name);
	if (p->turns != problem_units(p))
		return refuse(error, "method",
		              "'%s' uses all turns; moves and exclude are for the search for shortest solutions",
		              m->name);
	if (p->read_options & SUPERFLIP_READ_CENTERS)
		return refuse(error, "centers",
		              "only for shortest solutions; the method '%s' leaves centres as they come", m->name);
	if (!m->counts_quarter_turns && !is_pocket && p->metric == TURNS_QTM)
		return refuse(error, "metric", "the method '%s' does not count quarter turns", m->name);
	if (m->takes_steps)
		return of_lengths == NULL
		       || (p->list_text != NULL && (p->begin == NULL || strcmp(of_lengths, "over") == 0))
		       || refuse(error, of_lengths,
		                 "only for the search for shortest solutions; step-slack lets steps be longer");
	if (r->n_solutions != 1 || of_lengths != NULL)
		return refuse(error, of_lengths != NULL ? of_lengths : "solutions",
		              "only for the search for shortest solutions; the method '%s' "
		              "finds one solution", m->name);
	if (!m->searches && r->max_length != SUPERFLIP_MAX_LENGTH)
		return refuse(error, "max", "no effect: the method '%s' searches nothing", m->name);
	if (!m->counts_nodes && r->node_limit != 0)
		return refuse(error, "node-limit", "no effect: the method '%s' counts no nodes", m->name);
	if (!m->takes_tables && p->heuristic != NULL)
		return refuse(error, "heuristic", "no effect: the method '%s' uses none", m->name);
	return true;
}

static bool pocket_agrees(const superflip_problem *p, superflip_error *error)
{
	const char *const field = p->neutral != NULL                                ? "neutral"
	                          : p->moves != NULL                                ? "moves"
	                          : p->excluded != NULL                             ? "exclude"
	                          : p->search.up_to_symmetry                        ? "up-to-symmetry"
	                          : (p->read_options & SUPERFLIP_READ_CENTERS) != 0 ? "centers"
	                          : heuristic_is_named(p->heuristic)                ? "heuristic"
	                                                                            : NULL;
	return p->puzzle != SUPERFLIP_2X2 || field == NULL
	       || refuse(error, field,
	                 "only for the 3x3x3: the 2x2x2 is solved by its own table, in turns of U, R and F");
}

bool problem_complete(superflip_problem *p, superflip_error *error)
{
	const struct search_request *const r = &p->search;
	if (r->min_length > r->max_length)
		return refuse(error, "min", "%u is greater than max %u", r->min_length, r->max_length);
	if (p->steps != NULL && !problem_is_search(p) && strcmp(p->method->name, "steps") != 0)
		return refuse(error, "steps", "a method of its own; leave out the method '%s'", p->method->name);
	if (p->steps != NULL)
		p->method = method_named("steps");
	if (!read_begin(p, error) || !read_turns(p, error) || !make_list(p, error) || !method_agrees(p, error)
	    || !pocket_agrees(p, error) || (p->list_text == NULL && !read_goal(p, error)) || !find_goal(p, error))
		return false;
	return !r->up_to_symmetry || r->n_solutions == ALL_SOLUTIONS
	       || refuse(error, "up-to-symmetry", "needs all solutions: only they fall into whole classes");
}

/* ---- what is made of it ---- */

bool problem_goal_of(const superflip_problem *p, const superflip_cube *cube, superflip_goal **out,
                     superflip_error *error)
{
	const char *const what = !problem_is_search(p) ? "a method" : p->heuristic != NULL ? "a heuristic"
		: p->search.up_to_symmetry ? "up-to-symmetry" : p->position != NULL ? "a position to reach" : NULL;
	const bool is_whole = cube == NULL || superflip_cube_facts(cube).is_whole;
	*out = NULL;
	if (!is_whole && what != NULL)
		return refuse(error, NULL, "not all stickers of this cube are known, and %s is for whole cubes",
		              what);
	if (p->pieces == NULL)
		return is_whole || superflip_goal_of_cube(cube, out, error) == SUPERFLIP_OK;
	return (is_whole || goal_takes(p->pieces, cube, error) == SUPERFLIP_OK)
	       && api_give(p->pieces, sizeof *p->pieces, out, error) == SUPERFLIP_OK;
}

superflip_status problem_understand(superflip_problem *problem, const superflip_cube *cube,
                                    superflip_goal **pieces, superflip_error *error)
{
	superflip_error ignored;
	const superflip_status status = superflip_problem_check(problem, error);
	*pieces = NULL;
	if (status != SUPERFLIP_OK)
		return status;
	if (cube != NULL && superflip_cube_facts(cube).puzzle != problem->puzzle)
		return error_refuse(error, "the cube and the problem are of different puzzles");
	error = error != NULL ? error : &ignored;
	return problem_goal_of(problem, cube, pieces, error) ? SUPERFLIP_OK : error->status;
}

bool problem_is_refused(const superflip_problem *p, const superflip_goal *pieces,
                        const superflip_cube *cube)
{
	if (p->turns == NULL || (problem_units(p) == NULL && heuristic_is_named(p->heuristic)))
		return false;
	const struct cube back = cube_inverse(p->position != NULL ? &p->position->cube : &cube_solved),
	                  wanted = pieces != NULL ? cube->cube : cube_product(&back, &cube->cube);
	struct reach *const reach = reach_make(&p->turns->set, pieces != NULL ? &pieces->goal : NULL);
	const bool is_refused = reach != NULL && reach_obstacle(reach, &wanted) != NULL;
	reach_free(reach);
	return is_refused;
}

struct search_request problem_request(const superflip_problem *p, bool is_of_pieces)
{
	struct search_request request = p->search;
	/* The N best: of a goal longer ones as well. */
	if (is_of_pieces && request.n_solutions > 1 && !p->has_over)
		request.over_optimal = SUPERFLIP_MAX_LENGTH;
	request.position = p->position;
	return request;
}

void problem_write_moves(const superflip_problem *p, char *text)
{
	uint8_t moves[SUPERFLIP_N_MOVES];
	size_t n = 0;
	set_foreach(move, p->turns->moves)
		moves[n++] = (uint8_t)move;
	superflip_moves_write(moves, n, p->read_options & SUPERFLIP_READ_FRENCH, text, 3 * SUPERFLIP_N_MOVES + 1);
}
