/* superflip scramble: random positions, or random moves. */
#include "session/problem.h"
#include "cli/cli.h"
#include "cli/option.h"
#include "cli/cubes.h"
#include "cube/random.h"
#include "cube/turn_automaton.h"
#include "goal/goal.h"
#include "pocket/text.h"

#include <inttypes.h>
#include <string.h>

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

struct request {
	uint64_t count, length, seed;
	unsigned type, format, letters;     /* letters: READ_FRENCH or 0 */
	superflip_puzzle puzzle;
	bool has_seed, has_type, has_length, has_format, has_metric, marks_centres;
	struct { unsigned metric; const char *moves; } turns;
	struct turns *turn_set;          /* owned; NULL: turns of faces */
	struct short_moves short_moves;
	struct goal goal;                   /* TYPE_GOAL: each of the cubes that are there is equally likely */
};

static bool take_type(void *request, const struct option_row *row, const char *value, superflip_error *error)
{
	struct request *const r = request;
	const char *goal = value;
	struct input_error fault;
	r->has_type = true;
	for (r->type = 0; r->type < N_TYPES; r->type++)
		if (strcmp(value, type_name[r->type]) == 0)
			return true;
	for (unsigned i = 0; i < sizeof type_goals / sizeof *type_goals; i++)
		goal = strcmp(value, type_goals[i].type) == 0 ? type_goals[i].goal : goal;
	cube_init();
	return goal_parse(goal, &r->goal, &fault)
	       || option_refuse(
	           error, row, value,
	           "state, moves, fmc, corners, edges, ll, oll, pll, zbll, coll, 2gll, ell, cmll, lse, or a goal "
	           "such as eo, dr, htr, f2l-1");
}

#define IN(field) OPTION_IN(struct request, field)
#define GIVEN(field) OPTION_GIVEN(struct request, field)
static const struct option_row rows[] = {
	ROW_NUMBER('n', 1, "count", "N", "how many (1)", count, 1, UINT64_MAX),
	{'s', 1, "seed", "S", "repeat the scrambles of this seed, 0 to 2^64 - 1; without it they come from\n"
	 "the system's generator and cannot be predicted", OPTION_NUMBER, IN(seed), .max = UINT64_MAX, GIVEN(has_seed)},
	{'t', 1, "type", "TYPE", "state: each of the 43,252,003,274,489,856,000 positions equally likely (the\n"
	 "default); moves: random moves, no face twice in a row (the default with\n"
	 "--length, --metric, --moves or --puzzle 2x2); fmc: begins and ends with R' U' F; corners, edges,\n"
	 "ll, oll, pll, zbll, coll, 2gll, ell, cmll, lse: only that is scrambled; a goal, such as eo, dr,\n"
	 "htr, f2l-1: each of the positions that are there equally likely", OPTION_OTHER, .take = take_type},
	{'l', 1, "length", "L", "number of moves for --type moves (25; for the 2x2 15)", OPTION_NUMBER, IN(length), .max = UINT64_MAX,
	 GIVEN(has_length)},
	{0, 1, "metric", "METRIC", "moves of htm, qtm, stm (slices), atm (two faces at once), stqm or etm (rotations):\n"
	 "each equally likely, no axis twice in a row", OPTION_CHOICE, IN(turns.metric), OPTION_NAMES(turn_metric_name),
	 GIVEN(has_metric)},
	ROW_TEXT(0, 1, "moves", "TURNS",
	         "moves of these turns: \"M U\", \"R U r\"; a letter alone is all turns of its layers",
	         turns.moves),
	ROW_CHOICE('p', 1, "puzzle", "PUZZLE",
	           "3x3 (the default), or 2x2: moves of U R F only; --type state: each of its\n"
	           "3,674,160 states equally likely", puzzle, option_puzzle_names),
	ROW_FLAG(0, 1, "centers",
	         "centres count: facelets and cubies are followed by those that are turned, \"U+ R2\";\n"
	         "of states each of 2,048 ways is equally likely", marks_centres),
	{0, 1, "french", NULL, "moves are written with H B A P G D for U D F B L R", OPTION_FLAG, IN(letters),
	 .max = READ_FRENCH},
	{'f', 1, "format", "FORMAT", "facelets (the default for states), cubies (Reid's order), or moves (the\n"
	 "default for moves); moves of a state: at most 22 by the two-phase method, the\n"
	 "fewest for a 2x2", OPTION_CHOICE, IN(format), OPTION_NAMES(format_name), GIVEN(has_format)},
};
static const struct option_set option_set = {
	OPTION_SET(rows, 1),
	.usage = "scramble [OPTION...]\n\nPrint random scrambles, one a line.",
	.misuse = "scramble: '%s' is an argument too many; `superflip scramble --help` explains",
	.more =
		"The generator behind --seed is xoshiro256** seeded by SplitMix64; the same seed gives the same scrambles on every\n"
		"machine.",
};

static void print_cube(const struct request *r, const struct cube *c)
{
	char text[CUBES_TEXT_SIZE];
	cubes_write(r->puzzle, c, POSITION_WHOLE, r->format == FORMAT_CUBIES, text);
	puts(text);
}

/* @return EXIT_SOLVED, or another status, having complained */
static int print_state(struct request *r, struct random_source *source)
{
	struct cube c;
	if (r->puzzle == SUPERFLIP_2X2) {
		const struct pocket p = pocket_unrank((uint32_t)random_below(source, POCKET_STATES));
		c = pocket_to_cube(&p);
	} else
		c = r->type == TYPE_GOAL ? goal_random(&r->goal, source) : random_cube(source);
	while (r->marks_centres && source->error == 0 && (c.centres == 0 || cube_check(&c) != CUBE_OK))
		c.centres = (uint16_t)(CENTRES_MARKED | random_below(source, N_CENTRES));
	if (source->error != 0)
		return EXIT_SOLVED;  /* told by the caller */
	if (r->format != FORMAT_MOVES) {
		print_cube(r, &c);
		return EXIT_SOLVED;
	}
	uint8_t moves[SHORT_MOVES_MAX];
	unsigned n;
	char text[3 * SHORT_MOVES_MAX + 1];
	if (r->type == TYPE_FMC) {
		/* The cube between two R' U' F that makes this one: P^-1 c P^-1. */
		const uint8_t undone[] = {FACE_F * 3 + 2, FACE_U * 3, FACE_R * 3};
		const struct cube p = cube_after_moves(cube_solved, undone, 3), begun = cube_product(&p, &c);
		c = cube_product(&begun, &p);
		/* As in TNoodle: no F or B after the padding, no R or L before it. */
		r->short_moves.not_first = UINT32_C(7) << FACE_F * 3 | UINT32_C(7) << FACE_B * 3;
		r->short_moves.not_last = UINT32_C(7) << FACE_R * 3 | UINT32_C(7) << FACE_L * 3;
	}
	const int status = short_moves_make(&r->short_moves, r->puzzle, &c, moves, &n);
	if (status == EXIT_SOLVED) {
		const char *const padding = r->type != TYPE_FMC ? "" : r->letters != 0 ? "D' H' A" : "R' U' F";
		notation_write_in(r->letters, moves, n, text, sizeof text);
		printf(r->type == TYPE_FMC ? "%s %s %s\n" : "%s%s%s\n", padding, text, padding);
	}
	return status;
}

/* Moves are printed as they are drawn: a maneuver may be longer than memory. */
static void print_moves(const struct request *r, struct random_source *source)
{
	/* On a cube of two layers U R F reach everything; D L B would be the same turns from another side. */
	const uint32_t permitted = r->puzzle == SUPERFLIP_3X3 ? (1u << N_MOVES) - 1
	    : 7u << FACE_U * 3 | 7u << FACE_R * 3 | 7u << FACE_F * 3;
	struct cube c = cube_solved;
	unsigned last = r->turn_set != NULL ? (unsigned)N_AXES : (unsigned)LAST_NONE;
	c.centres = r->marks_centres ? CENTRES_MARKED : 0;
	for (uint64_t i = 0; i < r->length && !interrupted_by() && !ferror(stdout); i++) {
		char text[LAYERED_TEXT_SIZE];
		if (r->turn_set != NULL) {
			/* No axis twice in a row: whatever two turns of an axis do may be one turn, or none. */
			const struct turn_set *const set = &r->turn_set->set;
			const struct layered_turn *t;
			do
				t = &set->turn[random_below(source, set->n)];
			while (t->axis == last);
			last = t->axis;
			/* A turn by somebody who holds the cube, who then sees it from where the centres are. */
			c = cube_after_element(&c, layered_turn_element(t));
			for (unsigned k = 0; k < t->middle; k++)
				c = cube_conjugate(&c, symmetry_inverse[symmetry_quarter_turn[t->axis]]);
			layered_turn_write(t, text);
		} else {
			const uint8_t move = (uint8_t)random_move(source, permitted, &last);
			c = cube_after(&c, move);
			notation_write_in(r->letters, &move, 1, text, sizeof text);
		}
		if (r->format == FORMAT_MOVES)
			printf(i == 0 ? "%s" : " %s", text);
	}
	if (r->format == FORMAT_MOVES)
		putchar('\n');
	else
		print_cube(r, &c);
}

/* @return false, having complained */
static bool read_turns(struct request *r)
{
	if (!r->has_metric && r->turns.moves == NULL)
		return true;
	if (r->type != TYPE_MOVES || r->puzzle == SUPERFLIP_2X2)
		return complain_and(false, "scramble: --metric and --moves are for --type moves of a 3x3");
	superflip_error error;
	if (turns_parse(turn_metric_name[r->turns.metric], r->turns.moves, NULL, 0, &r->turn_set, &error)
	    != SUPERFLIP_OK)
		return option_complain(&error) == EXIT_SOLVED;
	const struct turn_set *const set = &r->turn_set->set;
	unsigned i = 1;
	while (i < set->n && set->turn[i].axis == set->turn[0].axis)
		i++;
	if (i < set->n || r->length < 2)
		return true;
	complain("scramble: --moves '%s': all turns are of one axis; random moves need two", r->turns.moves);
	turns_free(r->turn_set);
	return false;
}

/* Fill in defaults, refuse contradictions. */
static bool complete_request(struct request *r)
{
	if (!r->has_type)
		r->type = r->has_length || r->has_metric || r->turns.moves != NULL || r->puzzle == SUPERFLIP_2X2
		              ? TYPE_MOVES
		              : TYPE_STATE;
	if (!r->has_format)
		r->format = r->type == TYPE_MOVES || r->type == TYPE_FMC ? FORMAT_MOVES : FORMAT_FACELETS;
	if (!r->has_length)
		r->length = r->puzzle == SUPERFLIP_2X2 ? 15 : 25;
	if (r->type != TYPE_MOVES && r->has_length)
		complain("scramble: --length is for --type moves");
	else if (r->type >= TYPE_FMC && r->puzzle == SUPERFLIP_2X2)
		complain("scramble: --puzzle 2x2 has --type state and moves");
	else if (r->type == TYPE_FMC && r->format != FORMAT_MOVES)
		complain("scramble: --type fmc is moves; leave out --format");
	else if (r->puzzle == SUPERFLIP_2X2 && r->format == FORMAT_CUBIES)
		complain("scramble: --format cubies is for --puzzle 3x3; a 2x2 is facelets or moves");
	else if (r->marks_centres && (r->puzzle == SUPERFLIP_2X2 || r->format == FORMAT_MOVES))
		complain(
			"scramble: --centers is for --format facelets and cubies of a 3x3; moves turn centres anyhow");
	else if (r->letters != 0 && (r->format != FORMAT_MOVES || r->has_metric || r->turns.moves != NULL))
		complain("scramble: --french is for --format moves, without --metric and --moves");
	else
		return read_turns(r);
	return false;
}

int command_scramble(int argc, char **argv)
{
	struct request r = {.count = 1};
	struct random_source source;
	int status;
	if (option_set_read(&option_set, argc, argv, &r, &status) < 0)
		return status;
	if (!complete_request(&r))
		return EXIT_USAGE;
	if (r.has_seed)
		random_from_seed(&source, r.seed);
	else
		random_from_system(&source);
	catch_interrupts();
	pocket_init();
	status = EXIT_SOLVED;
	for (uint64_t i = 0; i < r.count && source.error == 0 && status == EXIT_SOLVED && !interrupted_by()
	     && !ferror(stdout); i++) {
		if (status_is_wanted())
			complain("scramble: %" PRIu64 " of %" PRIu64 " are written", i, r.count);
		if (r.turn_set != NULL || r.type == TYPE_MOVES)
			print_moves(&r, &source);
		else
			status = print_state(&r, &source);
	}
	short_moves_free(&r.short_moves);
	turns_free(r.turn_set);
	if (source.error != 0)
		return complain_and(EXIT_TABLE,
		                    "scramble: the system gives no random numbers: %s; --seed works without them",
		                    strerror(source.error));
	return interrupted_by() ? 128 + interrupted_by() : status;
}
