/* The values of a problem, as options and in requests. */
#include "session/session.h"

#include "base/suggest.h"

enum { MAX_WIDTH = 10000, MAX_SLACK = 10, NAMES_MAX = 64, FOR_SEARCH = FOR_SOLVE | FOR_BATCH,
       FOR_ASKING = FOR_SEARCH | FOR_REQUEST,
       FOR_SHEET = FOR_ASKING | FOR_ALGS, FOR_COMMANDS = FOR_SEARCH | FOR_ALGS | FOR_VERIFY,
       FOR_ALL = FOR_COMMANDS | FOR_REQUEST, FOR_TURNS = FOR_CONVERT | FOR_SCRAMBLE | FOR_TABLES,
       FOR_CUBES = FOR_CONVERT | FOR_SCRAMBLE | FOR_SHOW };

const char *const option_puzzle_names[2] = {"3x3", "2x2"};

static bool take_method(void *problem, const struct option_row *row, const char *name, superflip_error *error)
{
	const char *names[NAMES_MAX];
	unsigned n = 0;
	uint64_t choice;
	for (; superflip_method_at(n) != NULL && n < NAMES_MAX; n++)
		names[n] = superflip_method_at(n)->name;
	if (!option_choose(row, name, names, n, &choice, error))
		return false;
	((superflip_problem *)problem)->method = superflip_method_at((unsigned)choice);
	return true;
}

static void tell_method(const void *problem, FILE *out)
{
	fprintf(out, "method=%s\n", ((const superflip_problem *)problem)->method->name);
}

bool option_take_heuristic(void *options, const struct option_row *row, const char *value,
                           superflip_error *error)
{
	const char *names[NAMES_MAX];
	unsigned n = 0;
	if (strcmp(value, "auto") == 0 || heuristic_find(value) != NULL)
		return true;
	for (; n < n_heuristic_specs && n < NAMES_MAX; n++)
		names[n] = heuristic_specs[n].name;
	const char *const nearest = suggest(value, names, n);
	option_refuse(error, row, value, "");
	snprintf(error->text, sizeof error->text, "no such name%s%s%s", nearest != NULL ? ", did you mean '" : "",
	         nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
	return false;
}

static bool take_count(void *problem, const struct option_row *row, const char *value, superflip_error *error)
{
	superflip_problem *const p = problem;
	uint64_t n = (uint64_t)ALL_SOLUTIONS;
	if (strcmp(value, "all") != 0 && !number_read(value, 1, INT64_MAX, &n))
		return option_refuse(error, row, value, row->expected);
	p->search.n_solutions = (int64_t)n;
	return true;
}

/* In one line; without a list none, as before there was this row. */
static void tell_steps(const void *problem, FILE *out)
{
	const char *const steps = ((const superflip_problem *)problem)->steps;
	for (const char *at = steps != NULL ? steps : ""; *at != '\0'; at++)
		fprintf(out, "%s%c", at == steps ? "steps=" : "", *at == '\n' ? '|' : *at);
	fputs(steps != NULL ? "\n" : "", out);
}

static void tell_count(const void *problem, FILE *out)
{
	const superflip_problem *const p = problem;
	if (p->search.n_solutions == ALL_SOLUTIONS)
		fputs("solutions=all\n", out);
	else
		fprintf(out, "solutions=%" PRId64 "\n", p->search.n_solutions);
}

/* Without it the N best of a goal may be longer ones. */
static void tell_over(const void *problem, FILE *out)
{
	const superflip_problem *const p = problem;
	fprintf(out, "over=%u%s\n", p->search.over_optimal,
	        p->search.n_solutions > 1 && !p->has_over ? " or more" : "");
}

bool option_take_parentheses(void *options, const struct option_row *row, const char *value,
                             superflip_error *error)
{
	static const char *const names[] = {"group", "niss"};
	static const unsigned bits[] = {SUPERFLIP_READ_GROUPS, SUPERFLIP_READ_NISS};
	uint64_t choice;
	if (!option_choose(row, value, names, 2, &choice, error))
		return false;
	unsigned *const read = (unsigned *)(void *)((char *)options + row->member);
	*read = (*read & ~(bits[0] | bits[1])) | bits[choice];
	return true;
}

static void tell_parentheses(const void *problem, FILE *out)
{
	const unsigned options = ((const superflip_problem *)problem)->read_options;
	fprintf(out, "parentheses=%s\n", options & SUPERFLIP_READ_NISS ? "niss"
	        : options & SUPERFLIP_READ_GROUPS ? "group" : "none");
}

static void tell_goal(const void *problem, FILE *out)
{
	const superflip_problem *const p = problem;
	char text[4096] = "solved";
	if (p->pieces != NULL)
		superflip_goal_patterns(p->pieces, text, sizeof text);
	else if (p->position != NULL && !superflip_cube_facts(p->position).is_solved)
		superflip_cube_write(p->position, SUPERFLIP_FORM_FACELETS, text, sizeof text);
	fprintf(out, "goal=%s\n", text);
}

static void tell_moves(const void *problem, FILE *out)
{
	const superflip_problem *const p = problem;
	char text[TURN_SET_TEXT_SIZE] = "all";
	if (problem_units(p) != NULL)
		turn_set_identity(&p->turns->set, text);
	else if (p->turns != NULL)
		problem_write_moves(p, text);
	fprintf(out, "moves=%s\n", text);
}

#define IN(field) OPTION_IN(superflip_problem, field)
#define GIVEN(field) OPTION_GIVEN(superflip_problem, field)
const struct option_row problem_rows[] = {
	{0, FOR_COMMANDS | FOR_REVIEW | IDENTIFIES, "heuristic", "NAME",
	 "lower bounds to search with; auto: the strongest installed", OPTION_TEXT, IN(heuristic),
	 .take = option_take_heuristic, .absent = "auto"},
	{0, FOR_ALL | FOR_TURNS | IDENTIFIES, "metric", "htm|qtm|stm|atm|stqm|etm",
	 "count face turns (htm, the default), quarter turns (qtm), slices as one turn (stm; stqm in quarter turns),\nturns of an axis (atm), rotations as well (etm)",
	 OPTION_CHOICE, IN(metric), OPTION_NAMES(turn_metric_name), GIVEN(has_metric)},
	{0, FOR_ASKING | IDENTIFIES, "method", "NAME",
	 "how to solve; optimal: proved shortest solutions, the default", OPTION_OTHER, IN(method),
	 .take = take_method, .tell = tell_method},
	{0, FOR_REQUEST | IDENTIFIES, "steps", "LIST", NULL, OPTION_TEXT, IN(steps), .tell = tell_steps},
	ROW_NUMBER(0, FOR_ASKING | IDENTIFIES, "width", "N",
               "with a list of steps: keep the N best beginnings after each step (1)", width, 1,
               MAX_WIDTH),
	ROW_NUMBER(0, FOR_ASKING | IDENTIFIES, "step-slack", "K",
               "with a list of steps: steps may be K moves longer than the shortest", step_slack, 0,
               MAX_SLACK),
	ROW_FLAG(0, FOR_ASKING | IDENTIFIES, "niss",
             "with a goal or a list of steps: also turn on the inverse; (R U) marks these turns", has_niss),
	ROW_TEXT(0, FOR_ASKING | IDENTIFIES, "begin", "SKELETON",
             "with a goal or a list of steps: continue from these turns, such as \"(F) U R\"", begin),
	{'n', FOR_SHEET | IDENTIFIES, "solutions", "N",
	 "find up to N of the shortest solutions (1); with a goal the N best", OPTION_OTHER, .take = take_count,
	 .expected = "a whole number of at least 1, or all", GIVEN(has_count), .tell = tell_count, .key = "n"},
	{'O', FOR_SHEET | IDENTIFIES, "over", "K", "also solutions up to K moves longer than the shortest",
	 OPTION_NUMBER, IN(search.over_optimal), .max = SUPERFLIP_MAX_LENGTH, GIVEN(has_over),
	 .tell = tell_over},
	ROW_FLAG(0, FOR_SHEET | IDENTIFIES, "past-goal",
             "with a goal: also solutions that reach it before their end", search.past_goal),
	ROW_NUMBER('m', FOR_ASKING | IDENTIFIES, "min", "LENGTH", "the shortest length to search for",
               search.min_length, 0, SUPERFLIP_MAX_LENGTH),
	{'M', FOR_SHEET | IDENTIFIES, "max", "LENGTH", "the longest length to search for", OPTION_NUMBER,
	 IN(search.max_length), .max = SUPERFLIP_MAX_LENGTH, GIVEN(has_max)},
	ROW_FLAG(0, FOR_ASKING | IDENTIFIES, "up-to-symmetry",
             "with all solutions: print one of each set that symmetries and inversion exchange",
             search.up_to_symmetry),
	{0, FOR_ALL | IDENTIFIES, "goal", "GOAL",
	 "reach this instead of the solved cube: a position, or a goal such as cross, eo:FB,\n"
	 "xcross:FR",
	 OPTION_TEXT, IN(goal), .tell = tell_goal},
	ROW_TEXT(0, FOR_COMMANDS, "auf", "FACE",
             "with a goal: turns of FACE are free before the first move and after the last", free_face),
	ROW_TEXT(0, FOR_ASKING | FOR_VERIFY | IDENTIFIES, "neutral", "all|FACES",
             "with a goal: reach it on whichever of FACES takes the fewest moves; with a "
             "list of steps:\nhold whichever of FACES at the bottom",
             neutral),
	{0, FOR_ASKING | FOR_VERIFY | FOR_CUBES | IDENTIFIES, "centers", NULL,
	 "centres count, too: moves turn them, and after facelets or cubies \"U+ R2 F-\" "
	 "names\nthose that are turned",
	 OPTION_FLAG, IN(read_options), .max = SUPERFLIP_READ_CENTERS},
	{0, FOR_ALL | FOR_TURNS | IDENTIFIES, "moves", "TURNS",
	 "use these turns only: \"U R2 F\", \"M U\", \"R U r\"; a letter alone is all turns\nof its layers",
	 OPTION_TEXT, IN(moves), .tell = tell_moves},
	ROW_TEXT(0, FOR_ALL | FOR_CONVERT | FOR_TABLES, "cost", "COSTS",
             "what turns cost: \"U=1 U2=1.5 (R L')=2\", or @FILE; solutions have the least cost", costs),
	ROW_TEXT(0, FOR_SEARCH | FOR_ALGS, "exclude", "TURNS", "use all turns but these", excluded),
	ROW_FLAG(0, FOR_SHEET | IDENTIFIES, "deterministic",
             "the same solution each time, for any number of threads", search.is_deterministic),
	{0, FOR_ALL | FOR_REVIEW | IDENTIFIES, "time-limit", "SECONDS",
	 "give up on a cube after SECONDS (also 10m, 2h)", OPTION_SECONDS, IN(search.time_limit_s)},
	{0, FOR_ALL | IDENTIFIES, "node-limit", "N", "give up on a cube after N generated nodes (also 1e9, 5G)",
	 OPTION_COUNT, IN(search.node_limit)},
	ROW_CHOICE('p', FOR_SEARCH | FOR_CUBES | FOR_VERIFY | IDENTIFIES, "puzzle", "3x3|2x2", "which puzzle (3x3)", puzzle,
               option_puzzle_names),
	{0, FOR_COMMANDS | FOR_CUBES | IDENTIFIES, "french", NULL,
	 "read and write moves with H B A P G D for U D F B L R; results, stages, show and sheets are in French", OPTION_FLAG,
	 IN(read_options), .max = SUPERFLIP_READ_FRENCH, .key = "letters"},
	{0, FOR_ALL | FOR_CONVERT | FOR_SHOW | FOR_REVIEW | IDENTIFIES, "parentheses", "group|niss",
	 "what (R U) means: a group, or turns on the inverse (NISS)", OPTION_OTHER, IN(read_options),
	 .take = option_take_parentheses, .tell = tell_parentheses},
};
const unsigned n_problem_rows = sizeof problem_rows / sizeof *problem_rows;

const struct option_row *problem_row(const char *name)
{
	items_foreach(row, problem_rows, n_problem_rows)
		if (strcmp(row->name, name) == 0)
			return row;
	return NULL;
}
