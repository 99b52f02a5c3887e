/* superflip show: draw a position and describe it. */
#include "cli/cli.h"
#include "cli/html.h"
#include "cli/option.h"
#include "cli/show.h"
#include "pocket/text.h"
#include "report/net.h"
#include "session/session.h"
#include "steps/method.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER, N_COLORS };
static const char *const color_name[N_COLORS] = {"auto", "always", "never"};

struct request {
	bool is_svg, is_coloured;
	bool is_product, reduces, compares;
	bool plays, may_overwrite;
	bool lists_goals;
	const char *goal_text;        /* to be drawn; NULL: none */
	enum table_format format;     /* of the list of goals */
	const char *html_path;        /* NULL: no page */
	const char *pdb_directory;    /* NULL: the usual places */
	superflip_puzzle puzzle;      /* of what is played */
	unsigned color;               /* enum color */
	long power;
	superflip_tables **bounds;    /* NULL: without them */
	unsigned read_options;
	unsigned n_shown;
	int status;                   /* of the last one that could not be shown */
};

static struct cube power_of(const struct cube *c, long exponent)
{
	const struct cube factor = exponent < 0 ? cube_inverse(c) : *c;
	struct cube power = cube_solved;
	for (unsigned long left = (unsigned long)labs(exponent) % cube_order(c); left > 0; left--)
		power = cube_product(&power, &factor);
	return power;
}

static int draw(struct request *r, const struct scramble *position)
{
	char facelets[FACELET_TEXT_SIZE];
	if (r->is_svg) {
		facelet_write_seen(&position->cube, position->seen, facelets);
		net_draw_svg(stdout, facelets);
		return EXIT_SOLVED;
	}
	if (r->n_shown > 0)
		putchar('\n');
	return r->lists_goals ? show_goals(position, r->format)
	                      : show_position(position, r->bounds, r->read_options, r->is_coloured);
}

/* What cannot be shown is told; the others are shown all the same. */
static int show_entry(void *context, const char *name, const struct list_entry *entry)
{
	struct request *const r = context;
	struct scramble position;
	const superflip_error second = {.column = 1,
	                                .text = "an SVG document shows one scramble; this is a second one"};
	int status = entry_read_scramble(name, entry, SUPERFLIP_3X3,
	                                 r->read_options | (r->power == 1 ? READ_GREY | SCRAMBLE_MOVES : 0u),
	                                 &position);
	if (status == EXIT_SOLVED) {
		if (r->power != 1)
			position = (struct scramble){.cube = power_of(&position.cube, r->power),
			                             .form = POSITION_FACELETS, .seen = POSITION_WHOLE};
		if (r->is_svg && r->n_shown > 0) {
			entry_refuse(name, entry, &second);
			status = EXIT_USAGE;
		} else {
			status = draw(r, &position);
			r->n_shown++;
		}
		fflush(stdout);
		maneuver_free(&position.moves);
	}
	r->status = status != EXIT_SOLVED ? status : r->status;
	return EXIT_SOLVED;
}

/* All arguments as one position: the first, then the second, ... */
static int show_product(struct request *r, int n, char **scrambles)
{
	struct scramble product = {.cube = cube_solved, .form = POSITION_FACELETS, .seen = POSITION_WHOLE},
					factor;
	for (int i = 0; i < n; i++) {
		const int status = argument_read_scramble(scrambles, i, SUPERFLIP_3X3, r->read_options, &factor);
		if (status != EXIT_SOLVED)
			return status;
		product.cube = cube_product(&product.cube, &factor.cube);
	}
	product.cube = power_of(&product.cube, r->power);
	return draw(r, &product);
}

static bool take_power(void *options, const struct option_row *row, const char *value, superflip_error *error)
{
	struct request *const r = options;
	char *end;
	errno = 0;
	r->power = strtol(value, &end, 10);
	if (errno == 0 && end != value && *end == '\0' && labs(r->power) <= 1000000000)
		return true;
	return option_refuse(error, row, value, "a whole number from -1000000000 to 1000000000");
}

static bool moves_are_played(const struct request *r)
{
	return r->plays || r->html_path != NULL;
}

/* How many scrambles fit what is asked for. */
static bool count_agrees(const struct request *r, int n)
{
	const bool has_words = r->reduces || r->compares, has_product = r->is_product || r->power != 1;
	const bool is_played = moves_are_played(r);
	const char *const player = r->plays ? "play" : "html";
	if (r->is_svg && !r->is_product && n > 1)
		complain("show: --svg draws one scramble, here are %d; a scramble of several words needs quotes", n);
	else if (r->compares && n != 2)
		complain("show: --same compares two scrambles, here are %d; a scramble of several words needs quotes",
		         n);
	else if ((r->reduces || r->is_product) && n == 0)
		complain("show: --%s needs scrambles as arguments", r->reduces ? "reduce" : "product");
	else if (r->reduces + r->compares + has_product > 1 || (has_words && r->is_svg))
		complain("show: --reduce and --same print words only; leave the other options out");
	else if (r->goal_text != NULL && (n > 0 || r->lists_goals || has_words || r->is_product || is_played))
		complain("show: --goal draws a goal and nothing else; --goals tells how far a scramble is from them");
	else if (r->lists_goals && (r->is_svg || has_words || is_played))
		complain("show: --goals prints a table only; leave the other options out");
	else if (r->plays && r->html_path != NULL)
		complain("show: --play and --html exclude each other");
	else if (is_played && (has_words || has_product || r->is_svg))
		complain("show: --%s plays moves; leave the other options out", player);
	else if (is_played && (n < 1 || n > 2))
		complain(
			"show: --%s takes a scramble, or a position and moves; a scramble of several words needs quotes",
			player);
	else if (!is_played && r->puzzle != SUPERFLIP_3X3)
		complain("show: --puzzle 2x2 is for --play and --html; `superflip pocket show` describes a 2x2");
	else
		return true;
	return false;
}

/* ---- moves: what is left of them, whether two lead to the same position, and what is to be played ---- */

/* Each maneuver with its turns merged. */
static int print_reduced(int n, char *const *maneuvers, unsigned read_options)
{
	int status = EXIT_SOLVED;
	for (int i = 0; i < n; i++) {
		struct maneuver m;
		superflip_error error;
		if (maneuver_parse(SUPERFLIP_3X3, maneuvers[i], read_options, &m, &error) != SUPERFLIP_OK) {
			status = argument_refuse(i, &error);
			continue;
		}
		maneuver_write_out(&m);
		show_moves(m.moves, method_fold_moves(m.moves, (unsigned)m.n_moves), read_options);
		maneuver_free(&m);
	}
	return status;
}

static int print_whether_same(char *const scrambles[2], unsigned read_options)
{
	struct scramble position[2];
	for (int i = 0; i < 2; i++) {
		const int status = argument_read_scramble(scrambles, i, SUPERFLIP_3X3, read_options, &position[i]);
		if (status != EXIT_SOLVED)
			return status;
	}
	const bool are_same =
		cube_equal(&position[0].cube, &position[1].cube) && position[0].rotation == position[1].rotation;
	puts(are_same ? "the same position" : "different positions");
	return are_same ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

/* ---- what is to be played ---- */

/* Moves alone are played from the solved cube; a position written otherwise to its end, a shortest solution
 * of a 2x2x2, else one of the two-phase method; of two arguments the moves of the second from the position of
 * the first, not all of whose stickers need be known. */
static int read_script(superflip_puzzle puzzle, unsigned read_options, int n, char *const *scrambles,
                       struct show_script *out)
{
	const bool is_pocket = puzzle == SUPERFLIP_2X2;
	struct scramble position;
	superflip_error error;
	const unsigned grey = n == 2 && puzzle == SUPERFLIP_3X3 ? READ_GREY : 0;
	int status = argument_read_scramble(scrambles, 0, puzzle,
	                                    read_options | grey | (n == 1 ? (unsigned)SCRAMBLE_MOVES : 0),
	                                    &position);
	if (status != EXIT_SOLVED)
		return status;
	*out = (struct show_script){
		.puzzle = puzzle, .start = position.cube, .seen = position.seen, .title = scrambles[0],
		.status = "played",
		.read_options = read_options, .moves = position.moves,
	};
	struct maneuver *const m = &out->moves;
	if (n == 1 && position.form == POSITION_MOVES) {
		out->start = cube_solved;
		out->status = "moves";
		return EXIT_SOLVED;
	}
	if (n == 1) {
		/* The moves that are found make the position; backwards they solve it. */
		struct short_moves tables = {0};
		uint8_t moves[SHORT_MOVES_MAX];
		unsigned n_moves = 0;
		status = short_moves_make(&tables, puzzle, &out->start, moves, &n_moves);
		short_moves_free(&tables);
		if (status != EXIT_SOLVED)
			return status;
		m->moves = malloc(n_moves + 1);
		if (m->moves == NULL)
			return complain_of_memory();
		moves_invert(moves, n_moves);
		memcpy(m->moves, moves, n_moves);
		m->n_moves = n_moves;
		out->status = is_pocket ? "optimal" : "solved";
		return EXIT_SOLVED;
	}
	if (maneuver_parse(puzzle, scrambles[1], read_options, m, &error) != SUPERFLIP_OK)
		return argument_refuse(1, &error);
	/* Turns on the inverse come before the position; the others are played. */
	struct maneuver inverse = *m;
	inverse.n_moves = m->n_inverse;
	out->start = maneuver_end(&inverse, &out->start);
	m->n_moves -= m->n_inverse;
	for (size_t i = 0; i < m->n_moves; i++)
		m->moves[i] = symmetry_move[m->rotation][m->moves[m->n_inverse + i]];
	return EXIT_SOLVED;
}

void show_script_draw(const struct show_script *s, const struct cube *c, char out[FACELET_TEXT_SIZE])
{
	char all[FACELET_TEXT_SIZE];
	facelet_write_seen(c, s->seen, s->puzzle == SUPERFLIP_3X3 ? out : all);
	if (s->puzzle == SUPERFLIP_2X2)
		pocket_pick_facelets(all, out);
}

static int write_page(const struct request *r, const struct show_script *s)
{
	char facelets[FACELET_TEXT_SIZE];
	struct html_page page = {s->puzzle, SUPERFLIP_HTM, json_array()};
	show_script_draw(s, &s->start, facelets);
	const bool is_added = html_page_add_moves(&page, facelets, s->title, s->status, s->moves.moves,
	                                          s->moves.n_moves, s->read_options);
	const int status = is_added ? html_page_write(&page, r->html_path, r->may_overwrite)
	                            : complain_of_memory();
	json_decref(page.cubes);
	return status;
}

static int run(struct request *r, int n, char **scrambles)
{
	if (moves_are_played(r)) {
		struct show_script script;
		int status = read_script(r->puzzle, r->read_options, n, scrambles, &script);
		if (status != EXIT_SOLVED)
			return status;
		status = r->plays ? show_play(&script) : write_page(r, &script);
		maneuver_free(&script.moves);
		return status;
	}
	if (r->reduces)
		return print_reduced(n, scrambles, r->read_options);
	if (r->compares)
		return print_whether_same(scrambles, r->read_options);
	if (r->goal_text != NULL)
		return show_goal(r->goal_text, r->is_svg, r->is_coloured);
	int of_tables = EXIT_SOLVED;
	if (r->lists_goals)
		show_goals_open(r->pdb_directory);
	else if ((r->bounds = show_bounds_open(r->pdb_directory, &of_tables)) == NULL)
		return complain_of_memory();
	/* The arguments, or without any standard input as a list, as for solve. */
	const struct entry_reader reader = {.take = show_entry, .context = r, .list_options = r->read_options};
	int status = r->is_product ? show_product(r, n, scrambles)
	             : n > 0 ? entries_of_arguments(&reader, scrambles, n) : entries_of_file(&reader, "-");
	status = status != EXIT_SOLVED ? status : r->status;
	show_bounds_close(r->bounds);
	show_goals_close();
	return status != EXIT_SOLVED ? status : of_tables;
}

#define IN(field) OPTION_IN(struct request, field)
static const struct option_row rows[] = {
	ROW_CHOICE(0, 1, "color", "WHEN",
	           "always, never, or auto: if standard output is a terminal and NO_COLOR is not\nset", color,
	           color_name),
	ROW_FLAG(0, 1, "svg", "print the net of one scramble as an SVG document, and nothing else", is_svg),
	ROW_FLAG(0, 1, "play", "step through moves on the terminal: those of a scramble, a solution of a\n"
	 "position written otherwise, or, with two arguments, the moves of the second\n"
	 "from the position of the first", plays),
	ROW_TEXT(0, 1, "html", "FILE",
	         "write a page to FILE that plays the same in a browser, without a server", html_path),
	ROW_FLAG(0, 1, "force", "replace FILE if it exists", may_overwrite),
	ROW_CHOICE('p', 1, "puzzle", "PUZZLE",
	           "of --play and --html: 3x3 (the default), or 2x2; the page of a 2x2 solves any\nstate",
	           puzzle, option_puzzle_names),
	{0, 1, "parentheses", "HOW", "what (R U) means: group, or niss, turns on the inverse", OPTION_OTHER, IN(read_options),
	 .take = option_take_parentheses},
	{0, 1, "french", NULL, "face letters H B A P G D for U D F B L R", OPTION_FLAG, IN(read_options), .max = READ_FRENCH},
	{0, 1, "centers", NULL, "centres count, as for solve, and are told", OPTION_FLAG, IN(read_options), .max = READ_CENTERS},
	{0, 1, "power", "N", "show N repetitions of the scramble; a negative N repeats its inverse", OPTION_OTHER, .take = take_power},
	ROW_FLAG(0, 1, "product", "show the product of the scrambles, done one after the other", is_product),
	ROW_FLAG(0, 1, "reduce", "print the moves with turns of a face merged, and nothing else", reduces),
	ROW_FLAG(0, 1, "same",
	         "tell whether two scrambles lead to the same position; exit status 0 if so, 1 if\nnot",
	         compares),
	ROW_FLAG(0, 1, "goals",
	         "tell how far the scramble is from each goal that has a name (`superflip help\n"
	         "goals`), from its nearest side", lists_goals),
	ROW_TEXT(0, 1, "goal", "GOAL", "draw a goal; stickers that do not matter are grey", goal_text),
	ROW_CHOICE(0, 1, "format", "FORMAT", "of --goals: text (default), csv, jsonl, markdown", format,
	           table_format_name),
	ROW_TEXT(0, 1, "pdb-dir", "DIR", "where the pattern databases are", pdb_directory),
};
static const struct option_set option_set = {
	OPTION_SET(rows, 1),
	.usage =
		"show [OPTION...] [SCRAMBLE...]\n\n"
		"Draw positions and describe them. A scramble is one argument: moves, 54 facelets (letters U R F D L B or\n"
		"colours) or Reid's twenty cubies. Without arguments a list is read from standard input, as solve reads\n"
		"it: one scramble a line, a net or rows of facelets, an export.\n\n"
		"Corners, edges: the cycles of the pieces; each goes to the next place, the last to the first.  EO: bad edges by\n"
		"axis; DR: the corners and edges that are outside of <U,D,R2,L2,F2,B2> and its like; HTR: whether half turns suffice.\n\n"
		"Coordinates: the lexicographic ranks of the edges and corners in the places UR UF UL UB DR DF DL DB FR FL BL BR and\n"
		"URF UFL ULB UBR DFR DLF DBL DRB; flips u and twists v of these places as the sums of u_i 2^(i-1) and v_i 3^(i-1), i\n"
		"from 1; flip, slice and twist are Kociemba's of phase 1.  Cycles: where each of 48 stickers goes, counted on L F R B\n"
		"side by side (top rows 1-12, middle 13-20, bottom 21-32), then on U 33-40 and D 41-48.  Bounds: the lower bound of\n"
		"each installed heuristic.",
	.more =
		"If the moves turn the whole cube (wide moves, slices, rotations), it is shown as it is held at the end, each face\n"
		"named by its place, not by its colour.",
};

int command_show(int argc, char **argv)
{
	struct request r = {.power = 1};
	int status;
	const int first = option_set_read(&option_set, argc, argv, &r, &status);
	if (first < 0)
		return status;
	r.is_coloured = r.color == COLOR_ALWAYS || (r.color == COLOR_AUTO && isatty(STDOUT_FILENO)
	                                            && colours_are_welcome());
	return count_agrees(&r, argc - first) ? run(&r, argc - first, argv + first) : EXIT_USAGE;
}
