/* superflip scramble: random positions, or random moves. */
#include "cli/cli.h"
#include "cube/random.h"
#include "session/session.h"

enum type { TYPE_STATE, TYPE_MOVES, TYPE_FMC, N_TYPES, TYPE_GOAL = N_TYPES };
enum format { FORMAT_FACELETS, FORMAT_CUBIES, FORMAT_MOVES, N_FORMATS };

static const char *const type_name[N_TYPES] = {"state", "moves", "fmc"};
static const char *const format_name[N_FORMATS] = {"facelets", "cubies", "moves"};

/* What a type leaves to be solved, as the goal that its cubes are at, or its pattern; other types are goals
 * themselves. */
static const struct { const char *type, *goal;
} type_goals[] = {
	{"corners", "edges"},   {"edges", "corners"},  {"ll", "f2l"},         {"oll", "f2l"},
	{"pll", "oll"},         {"zbll", "f2l+eo:FB"}, {"coll", "f2l+eo:FB"}, {"2gll", "ppppxxxx-ooooxxxxxxxx-U"},
	{"ell", "f2l+corners"}, {"cmll", "f2b"},       {"lse", "cmll"},
};

static struct request {
	struct superflip_problem problem;   /* the first member: struct option_set */
	uint64_t count, length, seed;
	unsigned type, format;
	bool has_seed, has_type, has_length, has_format;
	struct goal goal;                   /* TYPE_GOAL: each of the cubes that are there is equally likely */
} request = {.count = 1};
static struct superflip_problem *const problem = &request.problem;

static OPTION_TAKER(take_type)
{
	const char *goal = value;
	struct input_error fault;
	request.has_type = true;
	for (request.type = 0; request.type < N_TYPES; request.type++)
		if (text_equal(value, type_name[request.type]))
			return true;
	array_foreach(row_of, type_goals)
		goal = text_equal(value, row_of->type) ? row_of->goal : goal;
	return goal_parse(goal, &request.goal, &fault)
	       || option_refuse(
	           error, row, value,
	           "state, moves, fmc, corners, edges, ll, oll, pll, zbll, coll, 2gll, ell, cmll, lse, or a goal "
	           "such as eo, dr, htr, f2l-1");
}

#define GIVEN(field) OPTION_GIVEN(struct request, field)
static const struct option_row rows[] = {
	ROW_NUMBER('n', FOR_SCRAMBLE, "count", "N", "how many (1)", count, 1, UINT64_MAX),
	{'s', FOR_SCRAMBLE, "seed", "S",
	 "repeat the scrambles of this seed, 0 to 2^64 - 1; without it they come from\n"
	 "the system's generator and cannot be predicted", OPTION_NUMBER, IN(seed), .max = UINT64_MAX,
	 GIVEN(has_seed)},
	{'t', FOR_SCRAMBLE, "type", "TYPE",
	 "state: each of the 43,252,003,274,489,856,000 positions equally likely (the\n"
	 "default); moves: random moves, no face twice in a row (the default with\n"
	 "--length, --metric, --moves or --puzzle 2x2); fmc: begins and ends with R' U' F; corners, edges,\n"
	 "ll, oll, pll, zbll, coll, 2gll, ell, cmll, lse: only that is scrambled; a goal, such as eo, dr,\n"
	 "htr, f2l-1: each of the positions that are there equally likely", OPTION_OTHER, .take = take_type},
	{'l', FOR_SCRAMBLE, "length", "L",
	 "number of moves for --type moves (25; for the 2x2 15)", OPTION_NUMBER,
	 IN(length), .max = UINT64_MAX,
	 GIVEN(has_length)},
	{'f', FOR_SCRAMBLE, "format", "FORMAT",
	 "facelets (the default for states), cubies (Reid's order), or moves (the\n"
	 "default for moves); moves of a state: at most 22 by the two-phase method, the\n"
	 "fewest for a 2x2", OPTION_CHOICE, IN(format), OPTION_NAMES(format_name), GIVEN(has_format)},
};

static bool marks_centres(void)
{
	return (problem->read_options & READ_CENTERS) != 0;
}

static void print_cube(const struct cube *c)
{
	char text[128];
	superflip_cube_write(&(superflip_cube){.puzzle = problem->puzzle, .cube = *c, .seen = POSITION_WHOLE},
	                     request.format == FORMAT_CUBIES ? SUPERFLIP_FORM_CUBIES : SUPERFLIP_FORM_FACELETS,
	                     text, sizeof text);
	puts(text);
}

static struct random_source source;

/* @return EXIT_SOLVED, or another status, having complained */
static int print_state(void)
{
	struct cube c = request.type == TYPE_GOAL ? goal_random(&request.goal, &source)
	                                          : position_draw(problem->puzzle, &source);
	while (marks_centres() && source.error == 0 && (c.centres == 0 || cube_check(&c) != CUBE_OK))
		c.centres = (uint16_t)(CENTRES_MARKED | random_below(&source, N_CENTRES));
	if (source.error != 0)
		return EXIT_SOLVED;  /* told by the caller */
	if (request.format != FORMAT_MOVES) {
		print_cube(&c);
		return EXIT_SOLVED;
	}
	uint8_t moves[SHORT_MOVES_MAX];
	unsigned n;
	char text[3 * SHORT_MOVES_MAX + 1];
	if (request.type == TYPE_FMC) {
		/* The cube between two R' U' F that makes this one: P^-1 c P^-1. */
		const uint8_t undone[] = {FACE_F * 3 + 2, FACE_U * 3, FACE_R * 3};
		const struct cube p = cube_after_moves(cube_solved, undone, 3), begun = cube_product(&p, &c);
		c = cube_product(&begun, &p);
		/* As in TNoodle: no F or B after the padding, no R or L before it. */
		short_moves_not_first = UINT32_C(7) << FACE_F * 3 | UINT32_C(7) << FACE_B * 3;
		short_moves_not_last = UINT32_C(7) << FACE_R * 3 | UINT32_C(7) << FACE_L * 3;
	}
	const int status = short_moves_make(problem->puzzle, &c, moves, &n);
	if (status == EXIT_SOLVED) {
		const char *const padding =
			request.type != TYPE_FMC ? ""
			: (problem->read_options & READ_FRENCH) != 0 ? "D' H' A" : "R' U' F";
		notation_write_in(problem->read_options, moves, n, text, sizeof text);
		printf(request.type == TYPE_FMC ? "%s %s %s\n" : "%s%s%s\n", padding, text, padding);
	}
	return status;
}

/* Moves are printed as they are drawn: a maneuver may be longer than memory. */
static void print_moves(void)
{
	/* On a cube of two layers U R F reach everything; D L B would be the same turns from another side. */
	const uint32_t permitted = problem->puzzle == SUPERFLIP_3X3 ? (1u << N_MOVES) - 1
	    : 7u << FACE_U * 3 | 7u << FACE_R * 3 | 7u << FACE_F * 3;
	struct cube c = cube_solved;
	unsigned last = problem->turns != NULL ? (unsigned)N_AXES : (unsigned)LAST_NONE;
	c.centres = marks_centres() ? CENTRES_MARKED : 0;
	for (uint64_t i = 0; i < request.length && !interrupted_by() && !ferror(stdout); i++) {
		char text[TURN_TEXT_SIZE];
		if (problem->turns != NULL) {
			/* No axis twice in a row: whatever two turns of an axis do may be one turn, or none. */
			const struct turn_set *const set = &problem->turns->set;
			const struct turn *t;
			do
				t = &set->turn[random_below(&source, set->n)];
			while (t->axis == last);
			last = t->axis;
			/* A turn by somebody who holds the cube, who then sees it from where the centres are. */
			c = cube_after_element(&c, turn_element(t));
			for (unsigned k = 0; k < t->middle; k++)
				c = cube_conjugate(&c, symmetry_inverse[symmetry_quarter_turn[t->axis]]);
			turn_write(t, text);
		} else {
			const uint8_t move = (uint8_t)random_move(&source, permitted, &last);
			c = cube_after(&c, move);
			notation_write_in(problem->read_options, &move, 1, text, sizeof text);
		}
		if (request.format == FORMAT_MOVES)
			printf(i == 0 ? "%s" : " %s", text);
	}
	if (request.format == FORMAT_MOVES)
		putchar('\n');
	else
		print_cube(&c);
}

/* @return false, having complained */
static bool read_turns(void)
{
	superflip_error error;
	if (!problem->has_metric && problem->moves == NULL)
		return true;
	if (turns_parse(problem->metric, problem->moves, NULL, 0, &problem->turns, &error) != SUPERFLIP_OK)
		return option_complain(&error) == EXIT_SOLVED;
	const struct turn_set *const set = &problem->turns->set;
	unsigned i = 1;
	while (i < set->n && set->turn[i].axis == set->turn[0].axis)
		i++;
	return i < set->n || request.length < 2
	       || complain_and(false, "scramble: --moves '%s': all turns are of one axis; random moves need two",
	                       problem->moves);
}

/* Fill in defaults, refuse contradictions. */
static bool complete_request(void)
{
	const bool is_pocket = problem->puzzle == SUPERFLIP_2X2,
			   has_turns = problem->has_metric || problem->moves != NULL;
	if (!request.has_type)
		request.type = request.has_length || has_turns || is_pocket ? TYPE_MOVES : TYPE_STATE;
	if (!request.has_format)
		request.format =
			request.type == TYPE_MOVES || request.type == TYPE_FMC ? FORMAT_MOVES : FORMAT_FACELETS;
	if (!request.has_length)
		request.length = is_pocket ? 15 : 25;
	const char *const fault =
		request.type != TYPE_MOVES && request.has_length ? "--length is for --type moves"
		: request.type >= TYPE_FMC && is_pocket ? "--puzzle 2x2 has --type state and moves"
		: request.type == TYPE_FMC && request.format != FORMAT_MOVES
			? "--type fmc is moves; leave out --format"
		: is_pocket && request.format == FORMAT_CUBIES
			? "--format cubies is for --puzzle 3x3; a 2x2 is facelets or moves"
		: marks_centres() && (is_pocket || request.format == FORMAT_MOVES)
			? "--centers is for --format facelets and cubies of a 3x3; moves turn centres anyhow"
		: (problem->read_options & READ_FRENCH) != 0 && (has_turns || request.format != FORMAT_MOVES)
			? "--french is for --format moves, without --metric and --moves"
		: has_turns && (is_pocket || request.type != TYPE_MOVES)
			? "--metric and --moves are for --type moves of a 3x3"
			: NULL;
	return fault == NULL ? read_turns() : complain_and(false, "scramble: %s", fault);
}

static COMMAND_RUN(run)
{
	int status = EXIT_SOLVED;
	if (!complete_request())
		return EXIT_USAGE;
	if (request.has_seed)
		random_from_seed(&source, request.seed);
	else
		random_from_system(&source);
	catch_interrupts();
	pocket_init();
	for (uint64_t i = 0; i < request.count && source.error == 0 && status == EXIT_SOLVED && !interrupted_by()
	     && !ferror(stdout); i++) {
		if (status_is_wanted())
			complain("scramble: %" PRIu64 " of %" PRIu64 " are written", i, request.count);
		if (problem->turns != NULL || request.type == TYPE_MOVES)
			print_moves();
		else
			status = print_state();
	}
	if (source.error != 0)
		return complain_and(EXIT_TABLE,
		                    "scramble: the system gives no random numbers: %s; --seed works without them",
		                    strerror(source.error));
	return interrupted_or(status);
}

const struct command command_scramble = {
	"scramble",
	"random positions or moves",
	run,
	&request,
	{
		OPTION_SET(rows, FOR_SCRAMBLE),
		.has_problem = true,
		.usage = "scramble [OPTION...]\n\nPrint random scrambles, one a line.",
		.misuse = "scramble: '%s' is an argument too many; `superflip scramble --help` explains",
		.more =
			"With --metric and --moves each turn is equally likely, no axis twice in a row.  Moves of a 2x2 are of U R F only; with\n"
			"--type state each of its 3,674,160 states is equally likely.  With --centers each of 2,048 ways to turn the centres of\n"
			"a state is equally likely.\n\n"
			"The generator behind --seed is xoshiro256** seeded by SplitMix64; the same seed gives the same scrambles on every\n"
			"machine.",
	},
};
