/* superflip scramble: random positions, or random moves. */
#include "cli/cli.h"
#include "cli/option.h"
#include "cli/short_moves.h"
#include "cli/status.h"
#include "cube/cubies.h"
#include "cube/facelet.h"
#include "cube/notation.h"
#include "cube/random.h"
#include "pocket/text.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
	"usage: superflip scramble [OPTION...]\n\n"
	"Print random scrambles, one a line.\n\n"
	"  -n, --count N          how many (1)\n"
	"  -s, --seed S           repeat the scrambles of this seed, 0 to 2^64 - 1; without it they come from the system's\n"
	"                         generator and cannot be predicted\n"
	"  -t, --type TYPE        state: each of the 43,252,003,274,489,856,000 positions equally likely (the default)\n"
	"                         moves: random moves, no face twice in a row (the default with --length or --puzzle 2x2)\n"
	"  -l, --length L         number of moves for --type moves (25; for the 2x2 15)\n"
	"  -p, --puzzle PUZZLE    3x3 (the default), or 2x2: moves of U R F only; --type state: each of its 3,674,160 states\n"
	"                         equally likely\n"
	"  -f, --format FORMAT    facelets (the default for states), cubies (Reid's order), or moves (the default for moves);\n"
	"                         moves of a state: at most 22 by the two-phase method, the fewest for a 2x2\n"
	"  -h, --help             print this\n\n"
	"The generator behind --seed is xoshiro256** seeded by SplitMix64; the same seed gives the same scrambles on every\n"
	"machine.\n";

enum type { TYPE_STATE, TYPE_MOVES, N_TYPES };
enum format { FORMAT_FACELETS, FORMAT_CUBIES, FORMAT_MOVES, N_FORMATS };
enum { NOT_GIVEN = -1 };

static const char *const type_name[N_TYPES] = {"state", "moves"};
static const char *const puzzle_name[2] = {"3x3", "2x2"};
static const char *const format_name[N_FORMATS] = {"facelets", "cubies", "moves"};

struct request {
	uint64_t count, length, seed;
	unsigned type, puzzle, format;
	bool has_seed;
	struct short_moves short_moves;
};

/* On a cube of two layers U R F reach everything; D L B would be the same turns from another side. */
static uint32_t permitted_moves(superflip_puzzle puzzle)
{
	const uint32_t face_moves = 7;
	return puzzle == SUPERFLIP_3X3 ? (1u << N_MOVES) - 1
	                            : face_moves << FACE_U * 3 | face_moves << FACE_R * 3 | face_moves << FACE_F * 3;
}

static void print_cube(const struct request *r, const struct cube *c)
{
	char facelets[FACELET_TEXT_SIZE], cubies[CUBIES_TEXT_SIZE];
	if (r->puzzle == SUPERFLIP_2X2)
		pocket_write_facelets(c, facelets);
	else
		facelet_write(c, facelets);
	cubies_write(c, cubies);
	puts(r->format == FORMAT_FACELETS ? facelets : cubies);
}

/* @return EXIT_SOLVED, or another status, having complained */
static int print_state(struct request *r, struct random_source *source)
{
	struct cube c;
	if (r->puzzle == SUPERFLIP_2X2) {
		const struct pocket p = pocket_unrank((uint32_t)random_below(source, POCKET_STATES));
		c = pocket_to_cube(&p);
	} else
		c = random_cube(source);
	if (source->error != 0)
		return EXIT_SOLVED;  /* told by the caller */
	if (r->format != FORMAT_MOVES) {
		print_cube(r, &c);
		return EXIT_SOLVED;
	}
	uint8_t moves[SHORT_MOVES_MAX];
	unsigned n;
	char text[3 * SHORT_MOVES_MAX + 1];
	const int status = short_moves_make(&r->short_moves, (superflip_puzzle)r->puzzle, &c, moves, &n);
	if (status == EXIT_SOLVED) {
		notation_write(moves, n, text, sizeof text);
		puts(text);
	}
	return status;
}

/* Moves are printed as they are drawn: a maneuver may be longer than memory. */
static void print_moves(const struct request *r, struct random_source *source)
{
	const uint32_t permitted = permitted_moves(r->puzzle);
	struct cube c = cube_solved;
	unsigned last = LAST_NONE;
	for (uint64_t i = 0; i < r->length && !interrupted_by() && !ferror(stdout); i++) {
		const unsigned move = random_move(source, permitted, &last);
		if (r->format == FORMAT_MOVES)
			printf(i == 0 ? "%s" : " %s", move_name[move]);
		else
			c = cube_after(&c, move);
	}
	if (r->format == FORMAT_MOVES)
		putchar('\n');
	else
		print_cube(r, &c);
}

static int print_scrambles(struct request *r)
{
	struct random_source source;
	if (r->has_seed)
		random_from_seed(&source, r->seed);
	else
		random_from_system(&source);
	catch_interrupts(false);
	pocket_init();
	int status = EXIT_SOLVED;
	for (uint64_t i = 0; i < r->count && source.error == 0 && status == EXIT_SOLVED && !interrupted_by() && !ferror(stdout);
	     i++) {
		if (status_is_wanted())
			complain("scramble: %" PRIu64 " of %" PRIu64 " are written", i, r->count);
		if (r->type == TYPE_MOVES)
			print_moves(r, &source);
		else
			status = print_state(r, &source);
	}
	short_moves_free(&r->short_moves);
	if (source.error != 0) {
		complain("scramble: the system gives no random numbers: %s; --seed works without them", strerror(source.error));
		return EXIT_TABLE;
	}
	return interrupted_by() ? 128 + interrupted_by() : status;
}

/* Fill in defaults, refuse contradictions. */
static bool complete_request(struct request *r, int type, int format, bool has_length)
{
	r->type = type != NOT_GIVEN ? (unsigned)type
	        : has_length || r->puzzle == SUPERFLIP_2X2 ? TYPE_MOVES : TYPE_STATE;
	r->format = format != NOT_GIVEN ? (unsigned)format : r->type == TYPE_MOVES ? FORMAT_MOVES : FORMAT_FACELETS;
	if (!has_length)
		r->length = r->puzzle == SUPERFLIP_2X2 ? 15 : 25;
	if (r->type == TYPE_STATE && has_length)
		complain("scramble: --length is for --type moves");
	else if (r->puzzle == SUPERFLIP_2X2 && r->format == FORMAT_CUBIES)
		complain("scramble: --format cubies is for --puzzle 3x3; a 2x2 is facelets or moves");
	else if (r->count == 0)
		complain("scramble: --count 0: expected a whole number from 1 to %llu", (unsigned long long)UINT64_MAX);
	else
		return true;
	return false;
}

/* What the options give; complete_request() fills in what they leave open. */
struct given {
	struct request request;
	int type, format;
	bool has_length;
};

static bool take_option(struct given *g, const char *command, int option)
{
	unsigned choice = 0;
	bool understood = true;
	switch (option) {
	case 'n':
		return option_number(command, "--count", optarg, UINT64_MAX, &g->request.count);
	case 's':
		return g->request.has_seed = option_number(command, "--seed", optarg, UINT64_MAX, &g->request.seed);
	case 't':
		understood = option_choice(command, "--type", optarg, type_name, N_TYPES, &choice);
		g->type = (int)choice;
		return understood;
	case 'l':
		return g->has_length = option_number(command, "--length", optarg, UINT64_MAX, &g->request.length);
	case 'p':
		return option_choice(command, "--puzzle", optarg, puzzle_name, 2, &g->request.puzzle);
	default:
		understood = option_choice(command, "--format", optarg, format_name, N_FORMATS, &choice);
		g->format = (int)choice;
		return understood;
	}
}

int command_scramble(int argc, char **argv)
{
	static const struct option options[] = {
		{"count", required_argument, NULL, 'n'}, {"seed", required_argument, NULL, 's'},
		{"type", required_argument, NULL, 't'}, {"length", required_argument, NULL, 'l'},
		{"puzzle", required_argument, NULL, 'p'}, {"format", required_argument, NULL, 'f'},
		{"help", no_argument, NULL, 'h'}, {0},
	};
	struct given g = {.request = {.count = 1}, .type = NOT_GIVEN, .format = NOT_GIVEN};
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, ":n:s:t:l:p:f:h", options, NULL)) != -1;) {
		if (option == 'h') {
			fputs(help, stdout);
			return EXIT_SOLVED;
		}
		if (option == '?' || option == ':')
			return option_refused(option, argv[0], argv, options);
		if (!take_option(&g, argv[0], option))
			return EXIT_USAGE;
	}
	if (optind < argc) {
		complain("scramble: '%s' is an argument too many; `superflip scramble --help` explains", argv[optind]);
		return EXIT_USAGE;
	}
	return complete_request(&g.request, g.type, g.format, g.has_length) ? print_scrambles(&g.request) : EXIT_USAGE;
}
