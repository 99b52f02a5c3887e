/* superflip show: draw a position and describe it. */
#include "cli/cli.h"
#include "cli/option.h"
#include "cube/cubies.h"
#include "cube/facelet.h"
#include "cube/notation.h"
#include "cube/symmetry.h"
#include "report/net.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
	"usage: superflip show [OPTION...] [SCRAMBLE...]\n\n"
	"Draws positions and describes them. A scramble is one argument: moves, 54 facelets (letters U R F D L B or\n"
	"colours) or Reid's twenty cubies. Without arguments scrambles are read from standard input, one per line; empty\n"
	"lines and lines that begin with # are skipped.\n\n"
	"      --color WHEN       always, never, or auto: if standard output is a terminal and NO_COLOR is not set\n"
	"      --svg              print the net of one scramble as an SVG document, and nothing else\n"
	"      --french           face letters H B A P G D for U D F B L R\n"
	"  -h, --help             print this\n\n"
	"If the moves turn the whole cube (wide moves, slices, rotations), it is shown as it is held at the end, each face\n"
	"named by its place, not by its colour.\n";

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER, N_COLORS };
static const char *const color_name[N_COLORS] = {"auto", "always", "never"};

struct request {
	bool is_svg, is_coloured;
	unsigned read_options;
	unsigned n_shown;
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

static void print_position(const struct position *position, const struct maneuver *m, bool is_coloured)
{
	const struct cube *const c = &position->cube;
	char facelets[FACELET_TEXT_SIZE], cubies[CUBIES_TEXT_SIZE];
	facelet_write(c, facelets);
	cubies_write(c, cubies);
	net_draw_text(stdout, facelets, is_coloured);
	printf("facelets    %s\ncubies      %s\n", facelets, cubies);
	if (position->form == POSITION_MOVES) {
		print_moves(m);
		print_inverse(m);
	}
	if (position->rotation != 0)
		print_rotation(position->rotation);
	printf("symmetries  %d of %d\nparity      %s\norder       %u\n", __builtin_popcountll(cube_symmetries(c)), N_SYMMETRIES,
	       cube_is_odd(c) ? "odd" : "even", order_of(c));
}

/* One scramble; `where` names its source in a message, up to the number of the column. */
static int show(struct request *r, const char *where, const char *text)
{
	struct position position;
	struct maneuver m = {.n_moves = 0};
	struct input_error error;
	if (!position_read(text, r->read_options, &position, &error) ||
	    (position.form == POSITION_MOVES && !notation_read(text, r->read_options, &m, &error))) {
		complain("%s%u: %s", where, error.column, error.message);
		return EXIT_INPUT;
	}
	if (r->is_svg && r->n_shown > 0) {
		complain("%s1: an SVG document shows one scramble; this is a second one", where);
		maneuver_free(&m);
		return EXIT_USAGE;
	}
	if (r->is_svg) {
		char facelets[FACELET_TEXT_SIZE];
		facelet_write(&position.cube, facelets);
		net_draw_svg(stdout, facelets);
	} else {
		if (r->n_shown > 0)
			putchar('\n');
		print_position(&position, &m, r->is_coloured);
	}
	fflush(stdout);
	r->n_shown++;
	maneuver_free(&m);
	return EXIT_SOLVED;
}

static int show_arguments(struct request *r, int n, char **scrambles)
{
	int status = EXIT_SOLVED;
	for (int i = 0; i < n; i++) {
		char where[48];
		snprintf(where, sizeof where, "argument %d: column ", i + 1);
		const int shown = show(r, where, scrambles[i]);
		status = shown != EXIT_SOLVED ? shown : status;
	}
	return status;
}

static bool is_remark(const char *line)
{
	line += strspn(line, " \t\r\n");
	return *line == '\0' || *line == '#' || strncmp(line, "//", 2) == 0;
}

static int show_lines(struct request *r, FILE *in)
{
	static const char byte_order_mark[] = "\xEF\xBB\xBF";
	char *line = NULL;
	size_t size = 0;
	int status = EXIT_SOLVED;
	ssize_t length;
	for (unsigned long number = 1; (length = getline(&line, &size, in)) >= 0; number++) {
		char where[48];
		snprintf(where, sizeof where, "standard input:%lu:", number);
		for (ssize_t i = 0; i < length; i++)
			if (line[i] == '\0')
				line[i] = '\x1A';  /* so that it is refused and does not hide the rest of the line */
		const bool is_marked = number == 1 && strncmp(line, byte_order_mark, strlen(byte_order_mark)) == 0;
		const char *const text = is_marked ? line + strlen(byte_order_mark) : line;
		const int shown = is_remark(text) ? EXIT_SOLVED : show(r, where, text);
		status = shown != EXIT_SOLVED ? shown : status;
	}
	const int error = errno;
	free(line);
	if (!feof(in)) {
		complain("show: cannot read standard input: %s", strerror(error));
		return error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE;
	}
	return status;
}

static bool wants_colour(enum color when)
{
	const char *const no_color = getenv("NO_COLOR");
	if (when == COLOR_AUTO)
		return isatty(STDOUT_FILENO) && (no_color == NULL || *no_color == '\0');
	return when == COLOR_ALWAYS;
}

int command_show(int argc, char **argv)
{
	enum { OPTION_COLOR = 256, OPTION_SVG, OPTION_FRENCH };
	static const struct option options[] = {
		{"color", required_argument, NULL, OPTION_COLOR}, {"svg", no_argument, NULL, OPTION_SVG},
		{"french", no_argument, NULL, OPTION_FRENCH}, {"help", no_argument, NULL, 'h'}, {0},
	};
	struct request r = {0};
	unsigned when = COLOR_AUTO;
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, ":h", options, NULL)) != -1;)
		switch (option) {
		case OPTION_COLOR:
			if (!option_choice(argv[0], "--color", optarg, color_name, N_COLORS, &when))
				return EXIT_USAGE;
			break;
		case OPTION_SVG:
			r.is_svg = true;
			break;
		case OPTION_FRENCH:
			r.read_options |= READ_FRENCH;
			break;
		case 'h':
			fputs(help, stdout);
			return EXIT_SOLVED;
		default:
			return option_refused(option, argv[0], argv);
		}
	r.is_coloured = wants_colour(when);
	if (r.is_svg && argc - optind > 1) {
		complain("show: --svg draws one scramble, not %d; put a scramble of several words in quotes", argc - optind);
		return EXIT_USAGE;
	}
	return optind < argc ? show_arguments(&r, argc - optind, argv + optind) : show_lines(&r, stdin);
}
