/* superflip show: draw a position and describe it. */
#include "cli/cli.h"
#include "cli/entries.h"
#include "cli/option.h"
#include "cli/show.h"
#include "cli/show_script.h"
#include "coord/numbers.h"
#include "coord/phase1.h"
#include "cube/cubies.h"
#include "cube/facelet.h"
#include "cube/notation.h"
#include "cube/sticker_cycles.h"
#include "cube/symmetry.h"
#include "input/list.h"
#include "report/net.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER, N_COLORS };
static const char *const color_name[N_COLORS] = {"auto", "always", "never"};

struct request {
	bool is_svg, is_coloured;
	bool is_product, reduces, compares;
	bool plays, may_overwrite;
	const char *html_path;        /* NULL: no page */
	const char *pdb_directory;    /* NULL: the usual places */
	unsigned puzzle;              /* superflip_puzzle, of what is played */
	unsigned color;               /* enum color */
	long power;
	struct show_bounds *bounds;
	unsigned read_options;
	unsigned n_shown;
	int status;                   /* of the last one that could not be shown */
};

static struct cube power_of(const struct cube *c, long exponent)
{
	const struct cube factor = exponent < 0 ? cube_inverse(c) : *c;
	unsigned long left = (unsigned long)labs(exponent) % cube_order(c);
	struct cube power = cube_solved;
	for (; left > 0; left--)
		power = cube_product(&power, &factor);
	return power;
}

static void print_moves(const struct maneuver *m)
{
	fputs("moves      ", stdout);
	for (size_t i = 0; i < m->n_moves; i++)
		printf(" %s", move_name[m->moves[i]]);
	putchar('\n');
}

static void print_inverse(const struct maneuver *m)
{
	fputs("inverse    ", stdout);
	for (size_t i = m->n_moves; i > 0; i--)
		printf(" %s", move_name[move_inverse(m->moves[i - 1])]);
	putchar('\n');
}

/* Which faces stood where U R F are now; that says how the cube is held. */
static void print_rotation(unsigned rotation)
{
	fputs("turned      U R F are where", stdout);
	for (unsigned face = FACE_U; face <= FACE_F; face++)
		printf(" %c", face_letter[move_face(symmetry_move[rotation][face * 3])]);
	puts(" were");
}

static void print_coordinates(const struct cube *c)
{
	const struct position_numbers n = numbers_of_cube(c);
	const struct phase1_coset coset = phase1_rank(c);
	char cycles[STICKER_CYCLES_TEXT_SIZE];
	sticker_cycles_write(c, cycles);
	printf("coordinates edges %u, flips %u, corners %u, twists %u\n", n.edges, n.flips, n.corners, n.twists);
	printf("phase 1     flip %u, slice %u, twist %u\n", coset.flip, coset.slice, coset.twist);
	printf("cycles      %s\n", cycles);
}

/* @param m  NULL: the position is not shown as moves */
static void print_position(struct request *r, const struct position *position, const struct maneuver *m)
{
	const struct cube *const c = &position->cube;
	char facelets[FACELET_TEXT_SIZE], cubies[CUBIES_TEXT_SIZE];
	facelet_write(c, facelets);
	cubies_write(c, cubies);
	net_draw_text(stdout, facelets, r->is_coloured);
	printf("facelets    %s\ncubies      %s\n", facelets, cubies);
	if (m != NULL) {
		print_moves(m);
		print_inverse(m);
	}
	if (position->rotation != 0)
		print_rotation(position->rotation);
	printf("symmetries  %d of %d\nparity      %s\norder       %u\n", __builtin_popcountll(cube_symmetries(c)), N_SYMMETRIES,
	       cube_is_odd(c) ? "odd" : "even", cube_order(c));
	if (!show_pieces_print(c)) {
		complain("not enough memory for the half-turn reduction");
		r->status = EXIT_MEMORY;
		return;
	}
	print_coordinates(c);
	show_bounds_print(r->bounds, c);
}

static void draw(struct request *r, const struct position *position, const struct maneuver *m)
{
	char facelets[FACELET_TEXT_SIZE];
	if (!r->is_svg) {
		if (r->n_shown > 0)
			putchar('\n');
		print_position(r, position, m);
		return;
	}
	facelet_write(&position->cube, facelets);
	net_draw_svg(stdout, facelets);
}

static int take_entry(struct request *r, const char *name, const struct list_entry *entry)
{
	struct position position;
	struct maneuver m = {.n_moves = 0};
	struct input_error error = {.column = 1, .message = "an SVG document shows one scramble; this is a second one"};
	const int status = entry_read(name, entry, r->read_options, &position);
	if (status != EXIT_SOLVED)
		return status;
	if (r->is_svg && r->n_shown > 0) {
		entry_refuse(name, entry, &error);
		return EXIT_USAGE;
	}
	if (position.form == POSITION_MOVES && !notation_read(entry->scramble, r->read_options, &m, &error))
		return entry_refuse(name, entry, &error);
	if (r->power != 1)
		position = (struct position){.cube = power_of(&position.cube, r->power), .form = POSITION_FACELETS};
	draw(r, &position, position.form == POSITION_MOVES ? &m : NULL);
	fflush(stdout);
	r->n_shown++;
	maneuver_free(&m);
	return EXIT_SOLVED;
}

/* The others are shown all the same. */
static int show_entry(void *context, const char *name, const struct list_entry *entry)
{
	struct request *const r = context;
	const int status = take_entry(r, name, entry);
	r->status = status != EXIT_SOLVED ? status : r->status;
	return EXIT_SOLVED;
}

/* The arguments, or without any standard input as a list, as for solve. */
static int show_all(struct request *r, int n, char **scrambles)
{
	const struct entry_reader reader = {.take = show_entry, .context = r, .list_options = r->read_options};
	const int status = n > 0 ? entries_of_arguments(&reader, scrambles, n) : entries_of_file(&reader, "-");
	return status != EXIT_SOLVED ? status : r->status;
}

/* All arguments as one position: the first, then the second, ... */
static int show_product(struct request *r, int n, char **scrambles)
{
	struct position product = {.cube = cube_solved, .form = POSITION_FACELETS};
	for (int i = 0; i < n; i++) {
		struct position factor;
		struct input_error error = {.column = 0};
		if (!position_read(scrambles[i], r->read_options, &factor, &error)) {
			complain("argument %d: column %u: %s", i + 1, error.column, error.message);
			return error.is_no_memory ? EXIT_MEMORY : EXIT_INPUT;
		}
		product.cube = cube_product(&product.cube, &factor.cube);
	}
	product.cube = power_of(&product.cube, r->power);
	draw(r, &product, NULL);
	return r->status;
}

static bool wants_colour(enum color when)
{
	const char *const no_color = getenv("NO_COLOR");
	if (when == COLOR_AUTO)
		return isatty(STDOUT_FILENO) && (no_color == NULL || *no_color == '\0');
	return when == COLOR_ALWAYS;
}

static bool take_power(void *options, const struct option_row *row, const char *value)
{
	struct request *const r = options;
	char *end;
	errno = 0;
	r->power = strtol(value, &end, 10);
	if (errno == 0 && end != value && *end == '\0' && labs(r->power) <= 1000000000)
		return true;
	return option_refuse(row, value, "a whole number from -1000000000 to 1000000000");
}

static bool moves_are_played(const struct request *r)
{
	return r->plays || r->html_path != NULL;
}

/* How many scrambles fit what is asked for. */
static bool count_agrees(const struct request *r, int n)
{
	if (r->is_svg && !r->is_product && n > 1)
		complain("show: --svg draws one scramble, here are %d; a scramble of several words needs quotes", n);
	else if (r->compares && n != 2)
		complain("show: --same compares two scrambles, here are %d; a scramble of several words needs quotes", n);
	else if ((r->reduces || r->is_product) && n == 0)
		complain("show: --%s needs scrambles as arguments", r->reduces ? "reduce" : "product");
	else if (r->reduces + r->compares + (r->is_product || r->power != 1) > 1 || ((r->reduces || r->compares) && r->is_svg))
		complain("show: --reduce and --same print words only; leave the other options out");
	else if (r->plays && r->html_path != NULL)
		complain("show: --play and --html exclude each other");
	else if (moves_are_played(r) && (r->reduces || r->compares || r->is_product || r->power != 1 || r->is_svg))
		complain("show: --%s plays moves; leave the other options out", r->plays ? "play" : "html");
	else if (moves_are_played(r) && (n < 1 || n > 2))
		complain("show: --%s takes a scramble, or a position and moves; a scramble of several words needs quotes",
		         r->plays ? "play" : "html");
	else if (!moves_are_played(r) && r->puzzle != SUPERFLIP_3X3)
		complain("show: --puzzle 2x2 is for --play and --html; `superflip pocket show` describes a 2x2");
	else
		return true;
	return false;
}

static int run_script(const struct request *r, int n, char **scrambles)
{
	struct show_script script;
	int status = show_script_read((superflip_puzzle)r->puzzle, r->read_options, n, scrambles, &script);
	if (status != EXIT_SOLVED)
		return status;
	status = r->plays ? show_play(&script) : show_html(&script, r->html_path, r->may_overwrite);
	show_script_free(&script);
	return status;
}

static int run(struct request *r, int n, char **scrambles)
{
	if (moves_are_played(r))
		return run_script(r, n, scrambles);
	if (r->reduces)
		return show_reduced(n, scrambles, r->read_options);
	if (r->compares)
		return show_same(scrambles[0], scrambles[1], r->read_options);
	int of_tables;
	r->bounds = show_bounds_open(r->pdb_directory, &of_tables);
	if (r->bounds == NULL) {
		complain("not enough memory");
		return EXIT_MEMORY;
	}
	const int status = r->is_product ? show_product(r, n, scrambles) : show_all(r, n, scrambles);
	show_bounds_close(r->bounds);
	return status != EXIT_SOLVED ? status : of_tables;
}

static const char *const puzzle_name[] = {"3x3", "2x2"};

#define IN(field) OPTION_IN(struct request, field)
static const struct option_row rows[] = {
	{0, 1, "color", "WHEN", "always, never, or auto: if standard output is a terminal and NO_COLOR is not\nset", OPTION_CHOICE, IN(color),
	 OPTION_NAMES(color_name)},
	{0, 1, "svg", NULL, "print the net of one scramble as an SVG document, and nothing else", OPTION_FLAG, IN(is_svg)},
	{0, 1, "play", NULL, "step through moves on the terminal: those of a scramble, a solution of a\n"
	 "position written otherwise, or, with two arguments, the moves of the second\n"
	 "from the position of the first", OPTION_FLAG, IN(plays)},
	{0, 1, "html", "FILE", "write a page to FILE that plays the same in a browser, without a server", OPTION_TEXT, IN(html_path)},
	{0, 1, "force", NULL, "replace FILE if it exists", OPTION_FLAG, IN(may_overwrite)},
	{'p', 1, "puzzle", "PUZZLE", "of --play and --html: 3x3 (the default), or 2x2; the page of a 2x2 solves any\nstate", OPTION_CHOICE, IN(puzzle),
	 OPTION_NAMES(puzzle_name)},
	{0, 1, "parentheses", "HOW", "what (R U) means: group, or niss, turns on the inverse", OPTION_OTHER, IN(read_options),
	 .take = option_take_parentheses},
	{0, 1, "french", NULL, "face letters H B A P G D for U D F B L R", OPTION_FLAG, IN(read_options), .max = READ_FRENCH},
	{0, 1, "power", "N", "show N repetitions of the scramble; a negative N repeats its inverse", OPTION_OTHER, .take = take_power},
	{0, 1, "product", NULL, "show the product of the scrambles, done one after the other", OPTION_FLAG, IN(is_product)},
	{0, 1, "reduce", NULL, "print the moves with turns of a face merged, and nothing else", OPTION_FLAG, IN(reduces)},
	{0, 1, "same", NULL, "tell whether two scrambles lead to the same position; exit status 0 if so, 1 if\nnot", OPTION_FLAG, IN(compares)},
	{0, 1, "pdb-dir", "DIR", "where the pattern databases are", OPTION_TEXT, IN(pdb_directory)},
};
static const struct option_set option_set = {
	.rows = rows, .n_rows = sizeof rows / sizeof *rows, .user = 1,
	.usage = "show [OPTION...] [SCRAMBLE...]\n\n"
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
	.more = "If the moves turn the whole cube (wide moves, slices, rotations), it is shown as it is held at the end, each face\n"
	        "named by its place, not by its colour.",
};

int command_show(int argc, char **argv)
{
	struct request r = {.power = 1};
	int status;
	const int first = option_set_read(&option_set, argc, argv, &r, &status);
	if (first < 0)
		return status;
	r.is_coloured = wants_colour(r.color);
	return count_agrees(&r, argc - first) ? run(&r, argc - first, argv + first) : EXIT_USAGE;
}
