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
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
	"usage: superflip show [OPTION...] [SCRAMBLE...]\n\n"
	"Draw positions and describe them. A scramble is one argument: moves, 54 facelets (letters U R F D L B or\n"
	"colours) or Reid's twenty cubies. Without arguments a list is read from standard input, as solve reads\n"
	"it: one scramble a line, a net or rows of facelets, an export.\n\n"
	"Corners, edges: the cycles of the pieces; each goes to the next place, the last to the first.  EO: bad edges by\n"
	"axis; DR: the corners and edges that are outside of <U,D,R2,L2,F2,B2> and its like; HTR: whether half turns suffice.\n\n"
	"Coordinates: the lexicographic ranks of the edges and corners in the places UR UF UL UB DR DF DL DB FR FL BL BR and\n"
	"URF UFL ULB UBR DFR DLF DBL DRB; flips u and twists v of these places as the sums of u_i 2^(i-1) and v_i 3^(i-1), i\n"
	"from 1; flip, slice and twist are Kociemba's of phase 1.  Cycles: where each of 48 stickers goes, counted on L F R B\n"
	"side by side (top rows 1-12, middle 13-20, bottom 21-32), then on U 33-40 and D 41-48.  Bounds: the lower bound of\n"
	"each installed heuristic.\n\n"
	"      --color WHEN       always, never, or auto: if standard output is a terminal and NO_COLOR is not set\n"
	"      --svg              print the net of one scramble as an SVG document, and nothing else\n"
	"      --play             step through moves on the terminal: those of a scramble, a solution of a position written\n"
	"                         otherwise, or, with two arguments, the moves of the second from the position of the first\n"
	"      --html FILE        write a page to FILE that plays the same in a browser, without a server\n"
	"      --force            replace FILE if it exists\n"
	"  -p, --puzzle PUZZLE    of --play and --html: 3x3 (the default), or 2x2; the page of a 2x2 solves any state\n"
	"      --parentheses HOW  what (R U) means: group, or niss, turns on the inverse\n"
	"      --french           face letters H B A P G D for U D F B L R\n"
	"      --power N          show N repetitions of the scramble; a negative N repeats its inverse\n"
	"      --product          show the product of the scrambles, done one after the other\n"
	"      --reduce           print the moves with turns of a face merged, and nothing else\n"
	"      --same             tell whether two scrambles lead to the same position; exit status 0 if so, 1 if not\n"
	"      --pdb-dir DIR      where the pattern databases are\n"
	"  -h, --help             print this\n\n"
	"If the moves turn the whole cube (wide moves, slices, rotations), it is shown as it is held at the end, each face\n"
	"named by its place, not by its colour.\n";

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER, N_COLORS };
static const char *const color_name[N_COLORS] = {"auto", "always", "never"};

struct request {
	bool is_svg, is_coloured;
	bool is_product, reduces, compares;
	bool plays, may_overwrite;
	const char *html_path;        /* NULL: no page */
	const char *pdb_directory;    /* NULL: the usual places */
	unsigned puzzle;              /* superflip_puzzle, of what is played */
	long power;
	struct show_bounds *bounds;
	unsigned read_options;
	unsigned n_shown;
	int status;                   /* of the last one that could not be shown */
};

/* How often c must be repeated to return to the start. */
static unsigned order_of(const struct cube *c)
{
	struct cube power = *c;
	unsigned order = 1;
	for (; !cube_is_solved(&power); order++)
		power = cube_product(&power, c);
	return order;
}

static struct cube power_of(const struct cube *c, long exponent)
{
	const struct cube factor = exponent < 0 ? cube_inverse(c) : *c;
	unsigned long left = (unsigned long)labs(exponent) % order_of(c);
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
static void print_position(const struct request *r, const struct position *position, const struct maneuver *m)
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
	       cube_is_odd(c) ? "odd" : "even", order_of(c));
	show_pieces_print(c);
	print_coordinates(c);
	show_bounds_print(r->bounds, c);
}

static void draw(const struct request *r, const struct position *position, const struct maneuver *m)
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
	return EXIT_SOLVED;
}

static bool wants_colour(enum color when)
{
	const char *const no_color = getenv("NO_COLOR");
	if (when == COLOR_AUTO)
		return isatty(STDOUT_FILENO) && (no_color == NULL || *no_color == '\0');
	return when == COLOR_ALWAYS;
}

static bool take_power(struct request *r, const char *value)
{
	char *end;
	errno = 0;
	r->power = strtol(value, &end, 10);
	if (errno == 0 && end != value && *end == '\0' && labs(r->power) <= 1000000000)
		return true;
	complain("show: --power %s: expected a whole number from -1000000000 to 1000000000", value);
	return false;
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

enum {
	OPTION_COLOR = 256, OPTION_SVG, OPTION_FRENCH, OPTION_POWER, OPTION_PRODUCT, OPTION_REDUCE, OPTION_SAME, OPTION_PDB_DIR,
	OPTION_PLAY, OPTION_HTML, OPTION_FORCE, OPTION_PARENTHESES,
};

/* @return false, having complained, if the value is none */
static bool take_option(struct request *r, const char *command, int option)
{
	static const char *const puzzle_name[] = {"3x3", "2x2"};
	static const char *const parentheses_name[] = {"group", "niss"};
	unsigned when = COLOR_AUTO, meaning;
	switch (option) {
	case OPTION_COLOR:
		if (!option_choice(command, "--color", optarg, color_name, N_COLORS, &when))
			return false;
		r->is_coloured = wants_colour(when);
		break;
	case OPTION_PARENTHESES:
		if (!option_choice(command, "--parentheses", optarg, parentheses_name, 2, &meaning))
			return false;
		r->read_options |= meaning == 0 ? READ_GROUPS : READ_NISS;
		break;
	case OPTION_POWER:   return take_power(r, optarg);
	case 'p':            return option_choice(command, "--puzzle", optarg, puzzle_name, 2, &r->puzzle);
	case OPTION_SVG:     r->is_svg = true; break;
	case OPTION_PLAY:    r->plays = true; break;
	case OPTION_HTML:    r->html_path = optarg; break;
	case OPTION_FORCE:   r->may_overwrite = true; break;
	case OPTION_FRENCH:  r->read_options |= READ_FRENCH; break;
	case OPTION_PRODUCT: r->is_product = true; break;
	case OPTION_REDUCE:  r->reduces = true; break;
	case OPTION_SAME:    r->compares = true; break;
	case OPTION_PDB_DIR: r->pdb_directory = optarg; break;
	default:             break;
	}
	return true;
}

int command_show(int argc, char **argv)
{
	static const struct option options[] = {
		{"color", required_argument, NULL, OPTION_COLOR}, {"svg", no_argument, NULL, OPTION_SVG},
		{"french", no_argument, NULL, OPTION_FRENCH}, {"power", required_argument, NULL, OPTION_POWER},
		{"product", no_argument, NULL, OPTION_PRODUCT}, {"reduce", no_argument, NULL, OPTION_REDUCE},
		{"same", no_argument, NULL, OPTION_SAME}, {"pdb-dir", required_argument, NULL, OPTION_PDB_DIR},
		{"play", no_argument, NULL, OPTION_PLAY}, {"html", required_argument, NULL, OPTION_HTML},
		{"force", no_argument, NULL, OPTION_FORCE}, {"puzzle", required_argument, NULL, 'p'},
		{"parentheses", required_argument, NULL, OPTION_PARENTHESES}, {"help", no_argument, NULL, 'h'}, {0},
	};
	struct request r = {.power = 1, .is_coloured = wants_colour(COLOR_AUTO)};
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, ":p:h", options, NULL)) != -1;) {
		if (option == 'h') {
			fputs(help, stdout);
			return EXIT_SOLVED;
		}
		if (option == '?' || option == ':')
			return option_refused(option, argv[0], argv, options);
		if (!take_option(&r, argv[0], option))
			return EXIT_USAGE;
	}
	return count_agrees(&r, argc - optind) ? run(&r, argc - optind, argv + optind) : EXIT_USAGE;
}
