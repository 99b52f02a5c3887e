/* superflip show: draw a position and describe it. */
#include "cli/cases.h"
#include "cli/html.h"
#include "cli/show.h"

static const char *const color_name[N_COLORS] = {"auto", "always", "never"};

struct request show_request = {.power = 1};
superflip_problem *const show_problem = &show_request.problem;
struct show_script script;

/* After P = C S, as notation.h has it, Q = D T is done: then T^-1 (S^-1 C S) T (T^-1 D T) is seen. */
static void append(struct scramble *done, const struct scramble *next)
{
	const struct cube turned = cube_conjugate(&done->cube, symmetry_inverse[next->rotation]);
	done->cube = cube_product(&turned, &next->cube);
	done->rotation = symmetry_product[done->rotation][next->rotation];
}

static void raise_to(long exponent, struct scramble *s)
{
	struct scramble factor = *s,
					twelfth = {.cube = cube_solved, .form = POSITION_FACELETS, .seen = POSITION_WHOLE};
	factor.rotation |= s->moves.rotation;  /* the position of a 2x2x2 has none */
	maneuver_free(&s->moves);
	if (exponent < 0) {
		const struct cube c = cube_conjugate(&s->cube, factor.rotation);
		factor.cube = cube_inverse(&c);
		factor.rotation = symmetry_inverse[factor.rotation];
	}
	*s = twelfth;
	for (unsigned i = 0; i < 12; i++)
		append(&twelfth, &factor);  /* which turns the whole cube back */
	const unsigned long n = (unsigned long)labs(exponent) % (12 * cube_order(&twelfth.cube));
	for (unsigned long i = 0; i < n; i++)
		append(s, &factor);
}

static void draw(const struct scramble *position)
{
	if (show_request.n_shown > 0)
		putchar('\n');
	if (show_request.lists_goals)
		show_goals(position);
	else
		show_position(position);
}

/* What cannot be shown is told; the others are shown all the same. */
static int show_entry(const char *name, const struct list_entry *entry)
{
	struct scramble position;
	const superflip_error second = {.column = 1,
	                                .text = "an SVG document shows one scramble; this is a second one"};
	int status = entry_read_scramble(
		name, entry, show_problem->puzzle,
		show_problem->read_options | SCRAMBLE_MOVES | (show_request.power == 1 ? READ_GREY : 0u), &position);
	if (status == EXIT_SOLVED) {
		if (show_request.power != 1)
			raise_to(show_request.power, &position);
		if (show_request.is_svg && show_request.n_shown > 0) {
			entry_refuse(name, entry, &second);
			status = EXIT_USAGE;
		} else {
			draw(&position);
			show_request.n_shown++;
		}
		fflush(stdout);
		maneuver_free(&position.moves);
	}
	show_request.status = status != EXIT_SOLVED ? status : show_request.status;
	return EXIT_SOLVED;
}

/* All arguments as one position: the first, then the second, ... */
static int show_product(int n, char **scrambles)
{
	struct scramble product = {.cube = cube_solved, .form = POSITION_FACELETS, .seen = POSITION_WHOLE},
					factor;
	for (int i = 0; i < n; i++) {
		const int status =
			argument_read_scramble(scrambles, i, show_problem->puzzle,
			                       show_problem->read_options | SCRAMBLE_MOVES, &factor);
		if (status != EXIT_SOLVED)
			return status;
		raise_to(1, &factor);
		append(&product, &factor);
	}
	raise_to(show_request.power, &product);
	draw(&product);
	return EXIT_SOLVED;
}

static OPTION_TAKER(take_power)
{
	char *end;
	errno = 0;
	show_request.power = strtol(value, &end, 10);
	if (errno == 0 && end != value && *end == '\0' && labs(show_request.power) <= 1000000000)
		return true;
	return option_refuse(error, row, value, "a whole number from -1000000000 to 1000000000");
}

static bool moves_are_played(void)
{
	return show_request.plays || show_request.html_path != NULL;
}

/* How many scrambles fit what is asked for. */
static bool count_agrees(int n)
{
	const bool has_words = show_request.reduces || show_request.compares,
			   has_product = show_request.is_product || show_request.power != 1;
	const bool is_played = moves_are_played();
	const bool draws_many = show_request.is_svg && !show_request.is_product && n > 1;
	if (draws_many || (show_request.compares && n != 2))
		return complain_and(
			false, "show: --%s, here are %d; a scramble of several words needs quotes",
			draws_many ? "svg draws one scramble" : "same compares two scrambles", n);
	const char *const fault =
		show_request.reduces && n == 0      ? "--reduce needs scrambles as arguments"
		: show_request.is_product && n == 0 ? "--product needs scrambles as arguments"
		: show_request.reduces + show_request.compares + has_product > 1 || (has_words && show_request.is_svg)
			? "--reduce and --same print words only; leave the other options out"
		: show_request.goal_text != NULL
				&& (n > 0 || show_request.lists_goals || has_words || show_request.is_product || is_played)
			? "--goal draws a goal and nothing else; --goals tells how far a scramble is from them"
		: show_request.lists_goals && (show_request.is_svg || has_words || is_played)
			? "--goals prints a table only; leave the other options out"
		: show_request.plays && show_request.html_path != NULL ? "--play and --html exclude each other"
		: is_played && (has_words || has_product || show_request.is_svg)
			? "--play and --html play moves; leave the other options out"
		: is_played && (n < 1 || n > 2)
			? "--play and --html take a scramble, or a position and moves; a scramble of several words needs quotes"
		: (show_request.lists_goals || show_request.goal_text != NULL)
				&& show_problem->puzzle == SUPERFLIP_2X2
			? "--goal and --goals are of a 3x3"
			: NULL;
	return fault == NULL || complain_and(false, "show: %s", fault);
}

/* ---- moves: what is left of them, whether two lead to the same position, and what is to be played ---- */

/* Each maneuver with its turns merged. */
static int print_reduced(int n, char *const *maneuvers)
{
	int status = EXIT_SOLVED;
	for (int i = 0; i < n; i++) {
		struct maneuver m;
		superflip_error error;
		if (maneuver_parse(show_problem->puzzle, maneuvers[i], show_problem->read_options, &m, &error)
		    != SUPERFLIP_OK) {
			status = argument_refuse(i, &error);
			continue;
		}
		maneuver_write_held(&m);  /* a solution stays one */
		show_moves(m.moves, method_fold_moves(m.moves, (unsigned)m.n_moves));
		maneuver_free(&m);
	}
	return status;
}

static int print_whether_same(char *const scrambles[2])
{
	struct scramble a, b;
	int status = argument_read_scramble(scrambles, 0, show_problem->puzzle, show_problem->read_options, &a);
	if (status == EXIT_SOLVED)
		status = argument_read_scramble(scrambles, 1, show_problem->puzzle, show_problem->read_options, &b);
	if (status != EXIT_SOLVED)
		return status;
	const bool are_same = show_problem->puzzle == SUPERFLIP_2X2
	    ? pocket_index_to_solve(&a.cube) == pocket_index_to_solve(&b.cube)
	    : cube_equal(&a.cube, &b.cube) && a.rotation == b.rotation;
	puts(are_same ? SAY("the same position") : SAY("different positions"));
	return are_same ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

/* ---- what is to be played ---- */

/* Moves alone are played from the solved cube; a position written otherwise to its end, a shortest solution
 * of a 2x2x2, else one of the two-phase method; of two arguments the moves of the second from the position of
 * the first, not all of whose stickers need be known. */
static int read_script(int n, char *const *scrambles)
{
	struct scramble position;
	superflip_error error;
	const unsigned grey = n == 2 && show_problem->puzzle == SUPERFLIP_3X3 ? READ_GREY : 0;
	int status = argument_read_scramble(
		scrambles, 0, show_problem->puzzle,
		show_problem->read_options | grey | (n == 1 ? (unsigned)SCRAMBLE_MOVES : 0), &position);
	if (status != EXIT_SOLVED)
		return status;
	script = (struct show_script){
		.start = position.cube, .seen = position.seen, .title = scrambles[0],
		.status = "played", .moves = position.moves,
	};
	struct maneuver *const m = &script.moves;
	if (n == 1 && position.form == POSITION_MOVES) {
		script.start = cube_solved;
		script.status = "moves";
		return EXIT_SOLVED;
	}
	if (n == 1) {
		/* The moves that are found make the position; backwards they solve it. */
		uint8_t moves[SHORT_MOVES_MAX];
		unsigned n_moves = 0;
		status = short_moves_make(show_problem->puzzle, &script.start, moves, &n_moves);
		if (status != EXIT_SOLVED)
			return status;
		m->moves = allocate(n_moves + 1, 1);
		moves_invert(moves, n_moves);
		memcpy(m->moves, moves, n_moves);
		m->n_moves = n_moves;
		script.status = show_problem->puzzle == SUPERFLIP_2X2 ? "optimal" : "solved";
		return EXIT_SOLVED;
	}
	if (maneuver_parse(show_problem->puzzle, scrambles[1], show_problem->read_options, m, &error)
	    != SUPERFLIP_OK)
		return argument_refuse(1, &error);
	/* Turns on the inverse come before the position; the others are played. */
	struct maneuver inverse = *m;
	inverse.n_moves = m->n_inverse;
	script.start = maneuver_end(&inverse, &script.start);
	m->n_moves -= m->n_inverse;
	for (size_t i = 0; i < m->n_moves; i++)
		m->moves[i] = symmetry_move[m->rotation][m->moves[m->n_inverse + i]];
	return EXIT_SOLVED;
}

static int write_page(void)
{
	char facelets[FACELET_TEXT_SIZE];
	html_page = (struct html_page){show_problem->puzzle, SUPERFLIP_HTM, json_array()};
	cube_draw(show_problem->puzzle, &script.start, script.seen, facelets);
	const bool is_added = html_page_add_moves(facelets, script.title, script.status, script.moves.moves,
	                                          script.moves.n_moves, NULL, NULL, show_problem->read_options);
	return is_added ? html_page_write(show_request.html_path, show_request.may_overwrite)
	                : complain_of_memory();
}

static const struct option_row rows[] = {
	ROW_CHOICE(0, FOR_SHOW, "color", "WHEN",
               "always, never, or auto: if standard output is a terminal and NO_COLOR is not\nset", color,
               color_name),
	ROW_FLAG(
		0, FOR_SHOW, "svg",
		"print the net of one scramble, or a case as cubers draw it, as an SVG document,\nand nothing else",
		is_svg),
	ROW_FLAG(0, FOR_SHOW, "play",
             "step through moves on the terminal: those of a scramble, a solution of a\n"
             "position in another form, or, with two arguments, the moves of the second\n"
             "from the position of the first",
             plays),
	ROW_TEXT(0, FOR_SHOW, "html", "FILE",
             "write a page to FILE that plays the same in a browser, without a server", html_path),
	ROW_FLAG(0, FOR_SHOW, "force", "replace FILE if it exists", may_overwrite),
	{0, FOR_SHOW, "power", "N", "show N repetitions of the scramble; a negative N repeats its inverse",
	 OPTION_OTHER, .take = take_power},
	ROW_FLAG(0, FOR_SHOW, "product", "show the product of the scrambles, done one after the other",
             is_product),
	ROW_FLAG(0, FOR_SHOW, "reduce",
             "print the moves with turns of a face merged, of a cube held as at the beginning,\nand nothing else",
             reduces),
	ROW_FLAG(0, FOR_SHOW, "same",
             "say whether two scrambles lead to the same position; exit status 0 if so, 1 if\nnot",
             compares),
	ROW_FLAG(0, FOR_SHOW, "goals",
             "print how far the scramble is from each named goal (`superflip help\n"
             "goals`), from its nearest side",
             lists_goals),
	ROW_TEXT(0, FOR_SHOW, "goal", "GOAL", "draw a goal; stickers that do not matter are grey", goal_text),
	ROW_CHOICE(0, FOR_SHOW, "format", "FORMAT", "of --goals: text (default), csv, jsonl, markdown", format,
               table_format_name),
	ROW_PDB_DIR(FOR_SHOW, pdb_directory),
};

static COMMAND_RUN(run)
{
	show_request.is_coloured =
		show_request.color == COLOR_ALWAYS
		|| (show_request.color == COLOR_AUTO && isatty(STDOUT_FILENO) && colours_are_welcome());
	char facelets[FACELET_TEXT_SIZE], *drawn[] = {facelets};
	if (!count_agrees(n))
		return EXIT_USAGE;
	if (n == 1 && cases_draw(*arguments, facelets)) {
		arguments = drawn;
		if (show_request.is_svg) {
			net_draw_case_svg(stdout, facelets);
			return EXIT_SOLVED;
		}
	}
	if (moves_are_played()) {
		const int status = read_script(n, arguments);
		if (status != EXIT_SOLVED)
			return status;
		return show_request.plays ? show_play() : write_page();
	}
	if (show_request.reduces)
		return print_reduced(n, arguments);
	if (show_request.compares)
		return print_whether_same(arguments);
	if (show_request.goal_text != NULL)
		return show_goal();
	int of_tables = EXIT_SOLVED;
	if (!show_request.lists_goals && show_problem->puzzle == SUPERFLIP_3X3)
		show_request.bounds = show_bounds_open(&of_tables);
	/* The arguments, or without any standard input as a list, as for solve. */
	const struct entry_reader reader = {
		.take = show_entry,
		.list_options = read_options_of(show_problem->puzzle, show_problem->read_options)};
	int status = show_request.is_product ? show_product(n, arguments)
	             : n > 0 ? entries_of_arguments(&reader, arguments, n) : entries_of_file(&reader, "-");
	status = status != EXIT_SOLVED ? status : show_request.status;
	show_bounds_close();
	show_goals_close();
	return status != EXIT_SOLVED ? status : of_tables;
}

const struct command command_show = {
	"show",
	"draw a position and describe it",
	run,
	&show_request,
	{
		OPTION_SET(rows, FOR_SHOW),
		.has_problem = true,
		.usage =
			"show [OPTION...] [SCRAMBLE...]\n\n"
			"Draw positions and describe them. A scramble is one argument: moves, 54 facelets (letters U R F D L B or\n"
			"colours), Reid's twenty cubies, or, alone, the name of a case such as pll-T (`superflip algs --help`). Without\n"
			"arguments a list is read from standard input, as solve reads it: one scramble a line, a net or rows of facelets, an\n"
			"export.\n\n"
			"Corners, edges: the cycles of the pieces; each moves to the next position, the last to the first.  EO: bad edges by\n"
			"axis; DR: the corners and edges that violate domino reduction, by axis; HTR: whether half turns suffice.\n\n"
			"Coordinates: the lexicographic ranks of the edges and corners in the places UR UF UL UB DR DF DL DB FR FL BL BR and\n"
			"URF UFL ULB UBR DFR DLF DBL DRB; flips u and twists v of these places as the sums of u_i 2^(i-1) and v_i 3^(i-1), i\n"
			"from 1; flip, slice and twist are Kociemba's of phase 1.  Cycles: where each of 48 stickers goes, counted on L F R B\n"
			"side by side (top rows 1-12, middle 13-20, bottom 21-32), then on U 33-40 and D 41-48.  Bounds: the lower bound of\n"
			"each installed heuristic.",
		.more =
			"Of a 2x2x2 the cubie at DBL counts as solved; `superflip pocket show` has more of its numbers.\n\n"
			"If the moves turn the whole cube (wide moves, slices, rotations), it is shown as it is held at the end, each face\n"
			"named by its place, not by its colour.",
	},
};
