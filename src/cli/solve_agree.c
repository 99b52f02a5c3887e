/* Which options of the commands that search go together, and what they mean together. */
#include "cli/solve_options.h"

#include "cli/cli.h"
#include "cli/option.h"

#include <string.h>

static bool refuse_of_method(const struct solve_options *o, const char *option, const char *why)
{
	return complain_and(false, "--method %s: %s %s", o->method_name, option, why);
}

/* What only lists of steps take. */
static bool steps_options_agree(const struct solve_options *o)
{
	const char *const option = o->width != 0 ? "--width" : o->step_slack != 0 ? "--step-slack" : o->has_niss ? "--niss" : NULL;
	if (option != NULL)
		complain("%s is for lists of steps: --steps FILE, or --method fmc and its like", option);
	return option == NULL;
}

static bool method_agrees(const struct solve_options *o)
{
	const superflip_request *const r = &o->request;
	if (o->method_name == NULL)
		return steps_options_agree(o)
		       && (!o->explains || (complain("--explain prints the stages of --method two-phase, thistlethwaite, layers or a "
		                                     "list of steps"), false));
	const superflip_method *const method = superflip_method_find(o->method_name);
	const bool is_pocket = o->puzzle == SUPERFLIP_2X2;
	if (is_pocket && strcmp(o->method_name, "random-walk") != 0)
		return refuse_of_method(o, "--puzzle 2x2", "is solved by its table, or by --method random-walk");
	if (method->takes_steps && (r->over_optimal != 0 || r->min_length != 0 || r->max_length != SUPERFLIP_MAX_LENGTH))
		return refuse_of_method(o, "--over, --min and --max",
		                        "are for the search for shortest solutions; --step-slack lets steps be longer");
	if (method->takes_steps && o->format == RECORD_CSV && o->explains)
		return refuse_of_method(o, "--explain", "has no form in CSV; --json has one");
	if (method->takes_steps)
		return true;
	if (!steps_options_agree(o))
		return false;
	if (r->n_solutions != 1 || r->over_optimal != 0 || r->min_length != 0)
		return refuse_of_method(o, "-n, --all, --over and --min",
		                        "are for the search for shortest solutions; it finds one solution");
	if (!method->counts_quarter_turns && !is_pocket && o->tables.metric != SUPERFLIP_HTM)
		return refuse_of_method(o, "--metric qtm", "is not counted; leave it out");
	if (!method->searches && r->max_length != SUPERFLIP_MAX_LENGTH)
		return refuse_of_method(o, "--max", "has no effect");
	if (!method->searches && r->time_limit_s > 0)
		return refuse_of_method(o, "--time-limit", "has no effect: the method searches nothing");
	if (!method->counts_nodes && r->node_limit != 0)
		return refuse_of_method(o, "--node-limit", "has no effect: the method counts no nodes");
	if (o->tables.heuristic != NULL && !method->takes_tables)
		return refuse_of_method(o, "--heuristic", "has no effect: the method uses none");
	if (o->explains && !method->has_stages)
		return refuse_of_method(o, "--explain", "has no effect: the method has no stages");
	if (o->explains && o->format == RECORD_CSV)
		return refuse_of_method(o, "--explain", "has no form in CSV; --json has one");
	return true;
}

/* @return 0, having complained, if a word is no turn of a face */
static uint32_t read_moves(const char *option, const char *text, unsigned options)
{
	uint32_t moves = 0;
	superflip_error error;
	if (superflip_moves_parse_set(text, options, &moves, &error) == SUPERFLIP_OK)
		return moves;
	if (error.token[0] != '\0')
		complain("--%s '%s': '%s' is not a turn of a face; expected some of U R F D L B, each perhaps with 2 or '", option, text,
		         error.token);
	else
		complain("--%s '%s': expected turns of faces, such as \"U R2 F\"", option, text);
	return 0;
}

/* A list that the program has, by its name, or one of a file. */
static bool read_steps(struct solve_options *o)
{
	if (o->steps_path == NULL)
		return true;
	if (o->method_name != NULL)
		return complain_and(false, "--steps is a method; leave out --method %s", o->method_name);
	const superflip_method *const known = superflip_method_find(o->steps_path);
	o->method_name = known != NULL && known->takes_steps ? known->name : "steps";
	return strcmp(o->method_name, "steps") != 0
	       || option_read_file("--steps", o->steps_path, "a list of steps", o->steps_text, sizeof o->steps_text);
}

/* Whether --moves names turns of faces and nothing else. */
static bool moves_are_of_faces(const struct solve_options *o)
{
	uint32_t moves;
	return superflip_moves_parse_set(o->turns.moves, o->read_options, &moves, NULL) == SUPERFLIP_OK;
}

/* What a turn set does not go with. */
static bool turn_set_agrees(const struct solve_options *o)
{
	const struct { bool is_given; const char *option; } others[] = {
		{o->puzzle == SUPERFLIP_2X2, "--puzzle 2x2"}, {o->method_name != NULL, "--method"},
		{o->exclude_text != NULL, "--exclude"}, {o->request.up_to_symmetry, "--up-to-symmetry"},
		{o->journal_path != NULL, "--journal"},
		{o->html_path != NULL, "--html"}, {(o->read_options & SUPERFLIP_READ_FRENCH) != 0, "--french"},
	};
	for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
		if (others[i].is_given)
			return complain_and(false, "%s is for turns of faces in htm and qtm; not with slices, wide turns, costs or "
			                    "--metric %s", others[i].option, turn_option_metrics[o->turns.metric]);
	return true;
}

/* Tell sets of turns from those of faces, which have searches of their own. */
static bool read_turn_set(struct solve_options *o)
{
	superflip_turns *turns;
	if (!turn_options_read_file(&o->turns))
		return false;
	o->has_turn_set = o->turns.metric > SUPERFLIP_QTM || o->turns.costs != NULL || (o->turns.moves != NULL && !moves_are_of_faces(o));
	if (!o->has_turn_set) {
		o->tables.metric = (superflip_metric)o->turns.metric;
		return true;
	}
	if (!turns_open(o, &turns))
		return false;
	/* Costs that change nothing. */
	if ((o->turns.moves == NULL || moves_are_of_faces(o)) && superflip_turns_are_moves(turns, &o->tables.metric, &o->permitted)) {
		o->has_turn_set = false;
		o->turns.costs = NULL;
	}
	superflip_turns_free(turns);
	return !o->has_turn_set || turn_set_agrees(o);
}

static bool read_permitted(struct solve_options *o)
{
	o->permitted = SUPERFLIP_ALL_MOVES;
	if (o->has_turn_set)
		return true;
	if (o->turns.moves != NULL && (o->permitted = read_moves("moves", o->turns.moves, o->read_options)) == 0)
		return false;
	if (o->exclude_text != NULL) {
		const uint32_t excluded = read_moves("exclude", o->exclude_text, o->read_options);
		o->permitted &= ~excluded;
		if (excluded == 0)
			return false;
	}
	if (o->permitted == 0)
		complain("--moves and --exclude leave no turn");
	return o->permitted != 0;
}

/* Add --auf and --neutral to the text of the goal. */
static bool complete_goal(struct solve_options *o)
{
	const bool is_all = o->neutral_faces != NULL && strcmp(o->neutral_faces, "all") == 0;
	const superflip_method *const method = superflip_method_find(o->method_name);
	if (o->free_before != NULL && !o->has_turn_set) {
		snprintf(o->goal_whole, sizeof o->goal_whole, "%s+preauf:%s", o->goal_text, o->free_before);
		o->goal_text = o->goal_whole;
	}
	if ((o->free_face == NULL && o->neutral_faces == NULL) || (method != NULL && method->takes_steps && o->free_face == NULL))
		return true;
	if (o->goal_text != NULL && !superflip_text_is_goal(o->goal_text))
		return complain_and(false, "--auf and --neutral go with a goal that has a name, not with a position");
	const char *const goal = o->goal_text != NULL ? o->goal_text : "solved", *const face = o->free_face != NULL ? o->free_face : "";
	/* Of several sides none has the one face that may turn first; a set of turns may move that face. */
	if (o->neutral_faces == NULL && !o->has_turn_set)
		snprintf(o->goal_whole, sizeof o->goal_whole, "%s+auf:%s+preauf:%s", goal, face, face);
	else
		snprintf(o->goal_whole, sizeof o->goal_whole, "%s%s%s%s%s%s", goal, *face != '\0' ? "+auf:" : "", face,
		         o->neutral_faces != NULL ? "+neutral" : "", is_all || o->neutral_faces == NULL ? "" : ":",
		         is_all || o->neutral_faces == NULL ? "" : o->neutral_faces);
	o->goal_text = o->goal_whole;
	o->neutral_faces = NULL;  /* part of the goal, by which a run is told from others */
	return true;
}

static bool takes_centres(const superflip_goal *goal)
{
	superflip_cube *marked = NULL;
	superflip_error error;
	const bool takes = superflip_cube_parse(SUPERFLIP_3X3, "", SUPERFLIP_READ_CENTERS, &marked, &error) == SUPERFLIP_OK
	                   && superflip_goal_takes(goal, marked, &error) == SUPERFLIP_OK;
	superflip_cube_free(marked);
	if (!takes)
		complain("--centers: %s", error.text);
	return takes;
}

/* Tell goals that name pieces from positions. */
static bool read_goal_of_pieces(struct solve_options *o)
{
	superflip_goal *goal;
	superflip_error error;
	if (!complete_goal(o))
		return false;
	if (o->goal_text == NULL || !superflip_text_is_goal(o->goal_text))
		return true;
	if (superflip_goal_parse(o->goal_text, &goal, &error) != SUPERFLIP_OK)
		return o->puzzle == SUPERFLIP_2X2  /* moves, then */
		       || complain_and(false, "--goal: column %u: %s", error.column, error.text);
	if (o->puzzle == SUPERFLIP_2X2) {
		superflip_goal_free(goal);
		return complain_and(false, "--goal '%s' is of the 3x3", o->goal_text);
	}
	if (superflip_goal_is_solved(goal))
		o->goal_text = NULL;
	else
		snprintf(o->goal_name, sizeof o->goal_name, "%s", superflip_goal_name(goal));
	const bool takes = (o->read_options & SUPERFLIP_READ_CENTERS) == 0 || takes_centres(goal);
	superflip_goal_free(goal);
	return takes;
}

static bool has_few_completions(const struct solve_options *o)
{
	superflip_goal *goal;
	const bool has_few = goal_open(o, &goal) && superflip_goal_completions(goal) <= SUPERFLIP_MAX_COMPLETIONS;
	superflip_goal_free(goal);
	return has_few;
}

static bool goal_of_pieces_agrees(const struct solve_options *o)
{
	const bool names_heuristic = o->tables.heuristic != NULL && strcmp(o->tables.heuristic, "auto") != 0;
	if (!goal_is_of_pieces(o) || (o->method_name == NULL && (!names_heuristic || has_few_completions(o))))
		return true;
	if (o->method_name != NULL)
		complain("--method is for whole cubes, not for --goal '%s'", o->goal_name);
	else
		complain("--heuristic is for whole cubes: '%s' may overestimate the moves to --goal '%s', which has tables of its own",
		         o->tables.heuristic, o->goal_name);
	return false;
}

static bool goal_agrees(struct solve_options *o)
{
	superflip_cube *goal;
	const char *const option = o->turns.moves != NULL ? "moves"
	                         : o->exclude_text != NULL ? "exclude" : o->request.up_to_symmetry ? "up-to-symmetry" : NULL;
	if (option != NULL && o->puzzle == SUPERFLIP_2X2)
		return complain_and(false, "--%s is for --puzzle 3x3: of the 2x2 one shortest solution in turns of U, R and F is looked up",
		                    option);
	if (!read_goal_of_pieces(o) || !goal_of_pieces_agrees(o) || !goal_read(o, &goal))
		return false;
	superflip_cube_free(goal);
	if (!read_permitted(o))
		return false;
	if (goal_restricts(o) && o->method_name != NULL && strcmp(o->method_name, "optimal") != 0)
		return complain_and(false, "--method %s uses all turns; --moves and --exclude are for --method optimal", o->method_name);
	if (o->request.up_to_symmetry && o->request.n_solutions != SUPERFLIP_ALL)
		return complain_and(false, "--up-to-symmetry needs --all: only all solutions fall into whole classes");
	return true;
}

static bool centres_agree(const struct solve_options *o)
{
	if ((o->read_options & SUPERFLIP_READ_CENTERS) == 0 || (o->puzzle == SUPERFLIP_3X3 && o->method_name == NULL))
		return true;
	return complain_and(false, "--centers is for shortest solutions of the 3x3; %s", o->method_name != NULL
	                    ? "a method leaves centres as they come" : "a 2x2 has none");
}

bool solve_options_agree(struct solve_options *o)
{
	if (o->request.min_length > o->request.max_length)
		return complain_and(false, "--min %u is greater than --max %u", o->request.min_length, o->request.max_length);
	if (!read_steps(o) || !read_turn_set(o))
		return false;
	if (o->request.n_solutions == SUPERFLIP_ALL && o->has_max && !o->has_over)
		o->request.over_optimal = SUPERFLIP_MAX_LENGTH;  /* all of at most so many moves, not only the shortest */
	if (!method_agrees(o) || !centres_agree(o) || !goal_agrees(o))
		return false;
	if (o->journal_path != NULL && (o->puzzle == SUPERFLIP_2X2 || o->method_name != NULL || goal_restricts(o)))
		return complain_and(false, "--journal keeps units of the search for shortest solutions by all turns; not with --method, "
		                    "--moves, --exclude, --puzzle 2x2");
	const superflip_request *const r = &o->request;
	const bool is_plain = r->n_solutions == 1 && r->over_optimal == 0 && r->min_length == 0 &&
	                      r->max_length == SUPERFLIP_MAX_LENGTH && o->tables.heuristic == NULL;
	if (o->turns_opposite && (o->puzzle != SUPERFLIP_2X2 || (o->read_options & SUPERFLIP_READ_FRENCH) != 0))
		return complain_and(false, "--letters rbd is for --puzzle 2x2, without --french");
	if (o->puzzle == SUPERFLIP_2X2 && !is_plain)
		return complain_and(false, "--puzzle 2x2 finds one shortest solution by lookup; leave out -n, --all, --over, --min, --max "
		                    "and --heuristic");
	return true;
}
