/* superflip scramble: random positions, or random moves. */
#include "cli/cases.h"
#include "cli/drawn.h"
#include "report/net.h"
#include "report/say.h"

enum type { TYPE_STATE, TYPE_MOVES, TYPE_FMC, N_TYPES, TYPE_GOAL = N_TYPES };
/* From FORMAT_MOVES on with moves. */
enum format { FORMAT_FACELETS, FORMAT_CUBIES, FORMAT_MOVES, FORMAT_HTML, N_FORMATS };

static const char *const type_name[N_TYPES] = {"state", "moves", "fmc"};
static const char *const format_name[N_FORMATS] = {"facelets", "cubies", "moves", "html"};

/* What a type leaves to be solved: the name of a set, whose cases its cubes are, or another one, and the goal
 * that its cubes are at, or its pattern; other types are goals themselves. */
#define SETS(X) \
	X("ll", "f2l") X("oll", "f2l") X("pll", "oll") X("zbll", "f2l+eo:FB") X("coll", "f2l+eo:FB") \
	X("2gll", "ppppxxxx-ooooxxxxxxxx-U") X("ell", "f2l+corners") X("cmll", "f2b") X("lse", "cmll")
#define OTHERS(X) X("corners", "edges") X("edges", "corners") X("roux-sb", "fb")
#define ROW_OF_SET(name, goal) {name, goal, name},
#define ROW_OF_OTHER(name, goal) {name, goal, NULL},
#define LISTED(name, goal) name ", "
#define CHOSEN(name, goal) name "|"
static const struct { const char *type, *goal, *set;
} type_goals[] = {SETS(ROW_OF_SET) OTHERS(ROW_OF_OTHER) {"f2l-1", "f2l-1", "f2l"}};

static struct request {
	superflip_problem problem;   /* the first member: struct option_set */
	uint64_t count, seed;
	unsigned length, longest;           /* of moves they are equal */
	unsigned type, format;
	bool has_seed, has_type, has_length, has_format;
	struct goal goal;                   /* TYPE_GOAL: each of the cubes that are there is equally likely */
	const char *from;                   /* a goal that they are `length` moves away from; NULL: any */
	const char *set;                    /* whose cases the cubes of the type are; NULL: of none */
	bool is_labelled;
	struct tables_options tables;
} request = {.count = 1};
static superflip_problem *const asked = &request.problem;

static OPTION_TAKER(take_type)
{
	const char *goal = value;
	struct input_error fault;
	request.has_type = true;
	for (request.type = 0; request.type < N_TYPES; request.type++)
		if (text_equal(value, type_name[request.type]))
			return true;
	array_foreach(row_of, type_goals)
		if (text_equal(value, row_of->type)) {
			goal = row_of->goal;
			request.set = row_of->set;
		}
	return goal_parse(goal, &request.goal, &fault)
	       || option_refuse(
	           error, row, value,
	           "state, moves, fmc, " SETS(LISTED) OTHERS(LISTED) "or a goal such as eo, dr, htr, f2l-1");
}

#define GIVEN(field) OPTION_GIVEN(struct request, field)
static const struct option_row rows[] = {
	ROW_NUMBER('n', FOR_SCRAMBLE, "count", "N", "how many (1)", count, 1, UINT64_MAX),
	{'s', FOR_SCRAMBLE, "seed", "S",
	 "repeat the scrambles of this seed, 0 to 2^64 - 1; without it they come from\n"
	 "the system's generator and cannot be predicted", OPTION_NUMBER, IN(seed), .max = UINT64_MAX,
	 GIVEN(has_seed)},
	{'t', FOR_SCRAMBLE, "type", "state|moves|fmc|\n          " SETS(CHOSEN) OTHERS(CHOSEN) "GOAL",
	 "state: each of the 43,252,003,274,489,856,000 positions equally likely (the\n"
	 "default); moves: random moves, no face twice in a row (the default with\n"
	 "--length, --metric, --moves or --puzzle 2x2); fmc: begins and ends with R' U' F; ll to\n"
	 "roux-sb: only that is scrambled; a goal, such as eo,\n"
	 "dr, htr, f2l-1: each of its positions equally likely", OPTION_OTHER, .take = take_type},
	ROW_TEXT(0, FOR_SCRAMBLE, "goal", "GOAL",
	         "states at the distance --length from GOAL, each equally likely", from),
	{'l', FOR_SCRAMBLE, "length", "L",
	 "number of moves for --type moves (25; for the 2x2 15), or the distance from --goal: 6, or 7-8",
	 OPTION_OTHER, IN(length), .max = UINT_MAX, .expected = "a whole number, or two such as 7-8",
	 .take = option_take_range, GIVEN(has_length)},
	ROW_FLAG(0, FOR_SCRAMBLE, "label", "begin lines of sets, of f2l-1, dr and htr with the case, \"pll-T: \", \"f2l-7-BL: \"",
	         is_labelled),
	{'f', FOR_SCRAMBLE, "format", "FORMAT",
	 "facelets (the default for states), cubies (Reid's order), moves (the default\n"
	 "for moves and with --french), or html: moves and pictures, to print; moves of a\n"
	 "state: at most 22 by the two-phase method, the fewest for a 2x2",
	 OPTION_CHOICE, IN(format), OPTION_NAMES(format_name), GIVEN(has_format)},
	ROW_TEXT(0, FOR_SCRAMBLE, "pdb-dir", "DIR", "of --goal: where the pattern databases are", tables.directory),
};

static bool marks_centres(void)
{
	return asked->read_options & READ_CENTERS;
}

/* In a section of its own on a page. */
static void begin_scramble(void)
{
	static uint64_t number;
	if (request.format == FORMAT_HTML)
		printf("<section><h2>%" PRIu64 "</h2>\n<p>", ++number);
}

/* What follows the moves, or is printed in their place. */
static void end_scramble(const struct cube *c)
{
	char text[128];
	superflip_cube_write(&(superflip_cube){.puzzle = asked->puzzle, .cube = *c, .seen = POSITION_WHOLE},
	                     request.format == FORMAT_CUBIES ? SUPERFLIP_FORM_CUBIES : SUPERFLIP_FORM_FACELETS,
	                     text, sizeof text);
	puts(request.format == FORMAT_HTML ? "</p>" : request.format == FORMAT_MOVES ? "" : text);
	if (request.format == FORMAT_HTML) {
		net_draw_svg(stdout, text);
		puts("</section>");
	}
}

static struct cube random_state(void)
{
	struct cube c = request.type == TYPE_GOAL ? goal_random(&request.goal, &drawn_source)
	                                          : position_draw(asked->puzzle, &drawn_source);
	while (marks_centres() && drawn_source.error == 0 && (c.centres == 0 || cube_check(&c) != CUBE_OK))
		c.centres = (uint16_t)(CENTRES_MARKED | random_below(&drawn_source, N_CENTRES));
	return c;
}

/* Whether such a number may stand beside the goal, as in "dr+3qt", and a cube, unless it is NULL, has it. */
static bool has_number(unsigned n, const char *of, const struct cube *c)
{
	char name[GOAL_SIDE_SIZE];
	struct goal goal;
	struct input_error ignored;
	snprintf(name, sizeof name, "%s+%u%s", request.goal.name, n, of);
	return goal_parse(name, &goal, &ignored) && (c == NULL || goal_holds(&goal, c));
}

/* Of htr the corners and edges that are not at home, "htr-4c6e"; of dr the goal that says more,
 * "dr+4c4e3qt". */
static void print_counts(const struct cube *c)
{
	static const char *const kinds[] = {"c", "e", "qt"};
	const bool is_dr = has_number(0, "c", NULL);
	unsigned n_moved[2] = {0};
	for (unsigned place = 0; place < N_CUBIES; place++)
		n_moved[place >= N_CORNERS] += cube_cubie(c, place) != place;
	printf("%s%c", request.goal.name, is_dr ? '+' : '-');
	if (!is_dr)
		printf("%uc%ue", n_moved[0], n_moved[1]);
	array_foreach(kind, kinds)
		for (unsigned n = 0; n <= N_CORNERS && is_dr; n++)
			if (has_number(n, *kind, c))
				printf("%u%s", n, *kind);
	fputs(": ", stdout);
}

/* "pll-T: ", "zbll-U-12: ", "pll-skip: ", and of a pair its slot as well, "f2l-7-BL: ". */
static void print_case(const struct cube *c)
{
	enum { N_UPRIGHT = 8 };  /* symmetries that leave U where it is come first */
	const struct case_set_name *set = case_set_names;
	unsigned number = 0, before, after;
	char name[CASE_NAME_SIZE], slot[GOAL_SIDE_SIZE];
	while (!text_equal(set->name, request.set))
		set++;
	for (unsigned side = 0; number == 0 && side < N_UPRIGHT; side += 2) {
		const struct cube seen = cube_conjugate(c, side);
		number = case_set_find(cases_of(set), &seen, &before, &after);
		goal_name_from("FR", side, slot);
	}
	if (number > 0)
		case_set_write_name(set, number, name);
	else
		snprintf(name, sizeof name, "%s-skip", set->name);
	printf(number > 0 && set->sees != NULL ? "%s-%s: " : "%s: %.0s", name, slot);
}

/* @return EXIT_SOLVED, or another status, having complained */
static int print_state(struct cube c)
{
	const struct cube end = c;
	begin_scramble();
	if (request.is_labelled)
		(request.set == NULL ? print_counts : print_case)(&c);
	if (request.format < FORMAT_MOVES) {
		end_scramble(&end);
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
	const int status = short_moves_make(asked->puzzle, &c, moves, &n);
	if (status == EXIT_SOLVED) {
		const char *const padding =
			request.type != TYPE_FMC ? ""
			: asked->read_options & READ_FRENCH ? "D' H' A" : "R' U' F";
		notation_write_in(asked->read_options, moves, n, text, sizeof text);
		printf(request.type == TYPE_FMC ? "%s %s %s" : "%s%s%s", padding, text, padding);
		end_scramble(&end);
	}
	return status;
}

/* Moves are printed as they are drawn: a maneuver may be longer than memory. */
static void print_moves(void)
{
	/* On a cube of two layers U R F reach everything; D L B would be the same turns from another side. */
	const uint32_t permitted = asked->puzzle == SUPERFLIP_3X3 ? (1u << N_MOVES) - 1
	    : 7u << FACE_U * 3 | 7u << FACE_R * 3 | 7u << FACE_F * 3;
	struct cube c = cube_solved;
	unsigned last = asked->turns != NULL ? (unsigned)N_AXES : (unsigned)LAST_NONE;
	c.centres = marks_centres() ? CENTRES_MARKED : 0;
	begin_scramble();
	for (uint64_t i = 0; i < request.length && !interrupted_by() && !ferror(stdout); i++) {
		char text[TURN_TEXT_SIZE];
		if (asked->turns != NULL) {
			/* No axis twice in a row: whatever two turns of an axis do may be one turn, or none. */
			const struct turn_set *const set = &asked->turns->set;
			const struct turn *t;
			do
				t = &set->turn[random_below(&drawn_source, set->n)];
			while (t->axis == last);
			last = t->axis;
			/* A turn by somebody who holds the cube, who then sees it from where the centres are. */
			c = cube_after_element(&c, turn_element(t));
			for (unsigned k = 0; k < t->middle; k++)
				c = cube_conjugate(&c, symmetry_inverse[symmetry_quarter_turn[t->axis]]);
			turn_write(t, text);
		} else {
			const uint8_t move = (uint8_t)random_move(&drawn_source, permitted, &last);
			c = cube_after(&c, move);
			notation_write_in(asked->read_options, &move, 1, text, sizeof text);
		}
		if (request.format >= FORMAT_MOVES)
			printf(i == 0 ? "%s" : " %s", text);
	}
	end_scramble(&c);
}

/* ---- so many moves from a goal ---- */

/* Those so far away are few where they are near: then they are made by that many moves away from cubes at the
 * goal; else random ones are solved.  Either way each is kept with the same probability. */
enum { MOST_MISSES = 1 << 21 };

static struct {
	struct goal goal;
	bool walks;
	uint64_t n_printed, n_missed;
	int status;
} far;

static double random_share(void)
{
	return (double)random_below(&drawn_source, UINT64_C(1) << 32) / (double)(UINT64_C(1) << 32);
}

static bool draw(struct drawn *out)
{
	const double least = pow(N_MOVES, request.length), most = pow(N_MOVES, request.longest + 1.0);
	unsigned i;
	/* Of all words of moves that have these lengths one in canonical order. */
	do {
		unsigned last = LAST_NONE;
		out->length =
			far.walks ? (unsigned)(log(least + random_share() * (most - least)) / log(N_MOVES) + 1e-12) : 0;
		out->cube = far.walks ? goal_random(&far.goal, &drawn_source) : random_state();
		for (i = 0; i < out->length; i++) {
			const unsigned move = (unsigned)random_below(&drawn_source, N_MOVES);
			if ((move_successors[METRIC_HTM][last] >> move & 1) == 0)
				break;
			last = move_last_after[METRIC_HTM][last][move];
			out->cube = cube_after(&out->cube, move);
		}
	} while (i < out->length && drawn_source.error == 0);
	out->chance = random_share();
	return true;
}

/* As many sequences lead to a cube as there are shortest solutions. */
static bool take(const struct drawn *d, const superflip_result *r)
{
	const bool is_kept = far.walks ? r->length == d->length && d->chance * (double)r->n_solutions < 1
	                               : r->length >= request.length && r->length <= request.longest;
	far.n_missed = is_kept ? 0 : far.n_missed + 1;
	if (is_kept) {
		far.status = print_state(d->cube);
		far.n_printed++;
	}
	return far.status == EXIT_SOLVED && far.n_printed < request.count && far.n_missed < MOST_MISSES
	       && !ferror(stdout);
}

static bool look(const struct solver *solver)
{
	struct input_error ignored;
	struct pdb_histogram known;
	goal_parse(request.from, &far.goal, &ignored);
	/* Of several sides the nearest counts, which is no farther than the first. */
	if (drawn_histogram(&far.goal, request.problem.metric, solver, &known)
	    && request.length > known.max_depth) {
		far.status = complain_and(EXIT_NOT_SOLVED, "scramble: no cube is more than %u moves from '%s'",
		                          known.max_depth, request.from);
		return false;
	}
	/* 13.35 moves may follow on average. */
	far.walks = request.type == TYPE_STATE && request.problem.metric == TURNS_HTM
	            && !goal_frees_before(&far.goal)
	            && pow(13.35, request.longest) < DRAWN_CUBES / goal_n_completions(&far.goal);
	solve_options.problem.search.n_solutions = far.walks ? ALL_SOLUTIONS : 1;
	return true;
}

/* ---- what is asked for ---- */

/* @return false, having complained */
static bool read_turns(void)
{
	superflip_error error;
	if ((!asked->has_metric || request.from != NULL) && asked->moves == NULL)
		return true;
	if (turns_parse(asked->metric, asked->moves, NULL, 0, &asked->turns, &error) != SUPERFLIP_OK)
		return option_complain(&error) == EXIT_SOLVED;
	const struct turn_set *const set = &asked->turns->set;
	unsigned i = 1;
	while (i < set->n && set->turn[i].axis == set->turn[0].axis)
		i++;
	return i < set->n || request.length < 2
	       || complain_and(false, "scramble: --moves '%s': all turns are of one axis; random moves need two",
	                       asked->moves);
}

/* Fill in defaults, refuse contradictions. */
static bool complete_request(void)
{
	const bool is_pocket = asked->puzzle == SUPERFLIP_2X2,
			   has_turns = asked->has_metric || asked->moves != NULL,
			   is_french = (asked->read_options & READ_FRENCH) != 0;
	if (!request.has_type)
		request.type = request.from == NULL && (request.has_length || has_turns || is_pocket) ? TYPE_MOVES
		                                                                                      : TYPE_STATE;
	if (!request.has_format)
		request.format = request.type == TYPE_MOVES || request.type == TYPE_FMC || is_french
		                     ? FORMAT_MOVES
		                     : FORMAT_FACELETS;
	if (!request.has_length)
		request.length = request.longest = is_pocket ? 15 : 25;
	const char *const fault =
		request.from != NULL
				&& (!request.has_length || (request.type != TYPE_STATE && request.type != TYPE_GOAL)
	                || marks_centres() || is_pocket || asked->moves != NULL)
			? "--goal needs --length, and is for states of a 3x3 and all turns, without --centers"
		: request.from == NULL && request.has_length
				&& (request.type != TYPE_MOVES || request.length != request.longest)
			? "--length is one number for --type moves; with --goal 6, or 7-8"
		: request.is_labelled && request.type != TYPE_GOAL
			? "--label is for --type " SETS(LISTED) "f2l-1, dr and htr; of others no case has a name or number"
		: request.type >= TYPE_FMC && is_pocket ? "--puzzle 2x2 has --type state and moves"
		: request.type == TYPE_FMC && request.format < FORMAT_MOVES
			? "--type fmc is moves; --format moves and html have them"
		: is_pocket && request.format == FORMAT_CUBIES
			? "--format cubies is for --puzzle 3x3; a 2x2 is facelets or moves"
		: marks_centres() && (is_pocket || request.format >= FORMAT_MOVES)
			? "--centers is for --format facelets and cubies of a 3x3; moves turn centres anyhow"
		: is_french && (has_turns || request.format < FORMAT_MOVES)
			? "--french is for --format moves and html, without --metric and --moves"
		: has_turns && request.from == NULL && (is_pocket || request.type != TYPE_MOVES)
			? "--metric and --moves are for --type moves of a 3x3"
			: NULL;
	if (fault == NULL && request.is_labelled && request.set == NULL && !text_equal(request.goal.name, "htr")
	    && !has_number(0, "c", NULL)) {
		complain("scramble: these cases have no names or numbers; lines begin without a label");
		request.is_labelled = false;
	}
	return fault == NULL ? read_turns() : complain_and(false, "scramble: %s", fault);
}

static COMMAND_RUN(run)
{
	int status = EXIT_SOLVED;
	if (!complete_request())
		return EXIT_USAGE;
	if (request.format == FORMAT_HTML)
		page_begin(stdout, asked->read_options, "Scrambles");
	drawn_begin(request.has_seed, request.seed);
	catch_interrupts();
	pocket_init();
	const uint64_t n_drawn = request.from == NULL ? request.count : 0;
	if (request.from != NULL) {
		status = drawn_solve(request.from, request.problem.metric, &request.tables, look, draw, take);
		if (status == EXIT_SOLVED)
			status = far.n_missed < MOST_MISSES ? far.status
				: complain_and(EXIT_NOT_SOLVED, "scramble: of %d cubes none is so far from '%s'", MOST_MISSES,
			                   request.from);
	}
	for (uint64_t i = 0; i < n_drawn && drawn_source.error == 0 && status == EXIT_SOLVED && !interrupted_by()
	     && !ferror(stdout); i++) {
		if (status_is_wanted())
			complain("scramble: %" PRIu64 " of %" PRIu64 " are written", i, request.count);
		if (asked->turns != NULL || request.type == TYPE_MOVES)
			print_moves();
		else {
			const struct cube c = random_state();
			status = drawn_source.error == 0 ? print_state(c) : EXIT_SOLVED;
		}
	}
	if (request.format == FORMAT_HTML)
		fputs(PAGE_END, stdout);
	return drawn_end(interrupted_or(status));
}

const struct command command_scramble = {
	"scramble",
	"print random positions or moves",
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
			"machine.  --format html prints a page for A4 paper: number, moves and the unfolded cube of each scramble.",
	},
};
