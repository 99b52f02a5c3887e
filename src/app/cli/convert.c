/* superflip convert: cubes in one form of writing to another. */
#include "cli/cli.h"
#include "cube/layout.h"
#include "session/session.h"

enum form { FORM_MOVES, FORM_FRENCH, FORM_FACELETS, FORM_CUBIES, FORM_REID, FORM_DIGITS, N_FORMS };
static const char *const form_name[N_FORMS] = {"moves", "french", "facelets", "cubies", "reid", "digits"};
static struct request {
	superflip_problem problem; /* the first member: struct option_set */
	unsigned to;
	enum list_source source;
	bool has_labels, is_inverse;
	char costs_read[16384];      /* of --cost @FILE */
	uint64_t n_written, n_unread;
} request = {.to = N_FORMS};
static superflip_problem *const problem = &request.problem;

static const struct option_row rows[] = {
	ROW_CHOICE(0, FOR_CONVERT, "to", "FORM",
	           "what to write: moves, french, facelets, cubies (or reid) or digits", to, form_name),
	ROW_FLAG(0, FOR_CONVERT, "labels", "add the label of each cube as a comment", has_labels),
	ROW_FLAG(0, FOR_CONVERT, "inverse", "write the inverse of each cube: what undoes it", is_inverse),
	ROW_CHOICE(0, FOR_CONVERT, "from", "PROGRAM", "the program that wrote the list, as for solve", source,
	           list_source_name),
};

static void end_line(const struct list_entry *entry)
{
	if (request.has_labels && entry->label != NULL) {
		fputs("  # ", stdout);
		printable_write(entry->label, stdout);
	}
	putchar('\n');
}

/* Face turns, or turns of the set with the centres left where they were. */
static int write_moves(const char *name, const struct scramble *c,
                       const struct list_entry *entry)
{
	enum { TURN_BYTES = TURN_TEXT_SIZE + 1 };
	uint8_t found[SHORT_MOVES_MAX], on_centres[SUPERFLIP_MAX_MOVES];
	const uint8_t *moves = c->moves.moves;
	size_t n = c->moves.n_moves;
	superflip_error error = {.column = 1, .text = "the turns of --metric, --moves and --cost cannot replace these, axis by axis"};
	if (c->form != POSITION_MOVES) {
		unsigned n_found;
		if (c->cube.centres != 0)
			return entry_refuse(name, entry, &(superflip_error){
				.column = 1, .text = "moves that turn the centres, too, are found by solve --centers"});
		const int status = short_moves_make(problem->puzzle, &c->cube, found, &n_found);
		if (status != EXIT_SOLVED)
			return status;
		moves = found;
		n = n_found;
	}
	if (problem->turns != NULL && n > SUPERFLIP_MAX_MOVES) {
		snprintf(error.text, sizeof error.text, "more than %u turns of faces are not written in turns of a set", SUPERFLIP_MAX_MOVES);
		return entry_refuse(name, entry, &error);
	}
	const size_t size = problem->turns != NULL ? TURN_BYTES * (AXIS_PATH_MAX * n + 2) + 1 : 3 * n + 1;
	char *const text = malloc(size);
	if (text == NULL)
		return complain_of_memory();
	bool is_written = true;
	if (problem->turns != NULL) {
		for (size_t i = 0; i < n; i++)
			on_centres[i] = symmetry_move[c->rotation][moves[i]];
		is_written = turn_set_write(&problem->turns->set, on_centres, (unsigned)n, c->rotation / 2, NULL,
		                            text, size);
	} else
		notation_write_in(request.to == FORM_FRENCH ? READ_FRENCH : 0, moves, n, text, size);
	/* Lists skip empty lines. */
	if (is_written)
		fputs(*text != '\0' ? text : request.to == FORM_FRENCH ? "H H'" : "U U'", stdout);
	free(text);
	return is_written ? EXIT_SOLVED : entry_refuse(name, entry, &error);
}

/* Kevin Chen and Yuxiang Li: six faces with heads, three rows of three digits each. */
static void write_digits(const struct cube *c, const struct list_entry *entry)
{
	static const char order[] = "ULFRBD";
	char facelets[FACELET_TEXT_SIZE];
	facelet_write(c, facelets);
	if (request.n_written > 0)
		putchar('\n');
	for (unsigned place = 0; place < N_FACES; place++) {
		const unsigned face = (unsigned)(strchr(face_letter, order[place]) - face_letter);
		printf("Face %c :", order[place]);
		if (place == 0)
			end_line(entry);
		else
			putchar('\n');
		for (unsigned i = 0; i < FACE_FACELETS; i++)
			printf("%u%c", (unsigned)(strchr(order, facelets[face * FACE_FACELETS + i]) - order),
			       i % 3 == 2 ? '\n' : ' ');
	}
}

/* An entry that is no cube is named, and the others are converted. */
static int convert_entry(const char *name, const struct list_entry *entry)
{
	struct scramble c;
	const bool shows_stickers =
		!request.is_inverse
		&& (request.to == FORM_FACELETS || request.to == FORM_CUBIES || request.to == FORM_REID);
	int status =
		entry_read_scramble(name, entry, problem->puzzle,
	                        problem->read_options | (shows_stickers ? READ_GREY : SCRAMBLE_MOVES), &c);
	if (status != EXIT_SOLVED) {
		request.n_unread++;
		return status == EXIT_MEMORY ? EXIT_MEMORY : EXIT_SOLVED;
	}
	if (request.is_inverse) {
		/* Of moves C and a rotation S. With turns of a set S is written, and the inverse begins with that of
		 * S. */
		uint8_t *const moves = c.moves.moves;
		c.cube = cube_inverse(&c.cube);
		moves_invert(moves, c.moves.n_moves);
		for (size_t i = 0; problem->turns != NULL && i < c.moves.n_moves; i++)
			moves[i] = symmetry_move[c.rotation][moves[i]];
		c.rotation = symmetry_inverse[c.rotation];
	}
	const bool has_rows = request.to == FORM_DIGITS && problem->puzzle == SUPERFLIP_3X3;
	char text[128] = "";
	if (has_rows)
		write_digits(&c.cube, entry);
	else if (request.to == FORM_MOVES || request.to == FORM_FRENCH)
		status = write_moves(name, &c, entry);
	else
		superflip_cube_write(
			&(superflip_cube){.puzzle = problem->puzzle, .cube = c.cube, .seen = c.seen},
			request.to == FORM_FACELETS ? SUPERFLIP_FORM_FACELETS : SUPERFLIP_FORM_CUBIES, text, sizeof text);
	fputs(text, stdout);
	if (status == EXIT_SOLVED && !has_rows)
		end_line(entry);
	maneuver_free(&c.moves);
	request.n_written += status == EXIT_SOLVED;
	request.n_unread += status == EXIT_INPUT;
	if (fflush(stdout) != 0 || ferror(stdout))
		return complain_of_errno("standard output");
	return status == EXIT_INPUT ? EXIT_SOLVED : status;
}

static void tell_status(void)
{
	if (status_is_wanted())
		complain("convert: %" PRIu64 " written, %" PRIu64 " invalid", request.n_written, request.n_unread);
}

static COMMAND_RUN(run)
{
	const bool is_pocket = problem->puzzle == SUPERFLIP_2X2,
			   has_turns = problem->has_metric || problem->moves != NULL || problem->costs != NULL;
	const char *const fault =
		is_pocket && (request.to == FORM_CUBIES || request.to == FORM_REID)
			? "convert: --to cubies and reid are for --puzzle 3x3; a 2x2 is moves, facelets or digits"
		: is_pocket && request.is_inverse ? "convert: --inverse is for a 3x3"
		: problem->read_options & READ_CENTERS && (is_pocket || request.to == FORM_DIGITS)
			? "convert: --centers is for moves, facelets and cubies of a 3x3"
		: has_turns && (is_pocket || request.to != FORM_MOVES)
			? "convert: --metric, --moves and --cost are for --to moves of a 3x3"
			: NULL;
	const char *const path = n == 0 ? "-" : *arguments;
	struct scramble c;
	superflip_error error;
	if (request.to == N_FORMS)
		return usage_error(
			"convert: --to FORM is missing: moves, french, facelets, cubies or "
			"digits; the list is a FILE or standard input, as in echo \"R U\" | superflip convert --to facelets");
	if (n > 1)
		return usage_error("convert: expected one FILE; scrambles are read from standard input: "
		                    "echo \"R U\" | superflip convert --to %s", form_name[request.to]);
	if (fault != NULL)
		return usage_error("%s", fault);
	if (!text_equal(path, "-") && access(path, F_OK) != 0
	    && scramble_read(problem->puzzle, path, problem->read_options, &c, NULL))
		return usage_error(
			"convert: expected a FILE, and there is none named '%s'; for a scramble: echo \"%s\" | superflip "
			"convert --to %s",
			path, path, form_name[request.to]);
	if (!option_read_costs(&problem->costs, request.costs_read, sizeof request.costs_read))
		return EXIT_USAGE;
	if (has_turns
	    && turns_parse(problem->metric, problem->moves, problem->costs, 0, &problem->turns, &error)
	           != SUPERFLIP_OK)
		return option_complain(&error);
	const struct entry_reader reader = {
		.take = convert_entry, .look_around = tell_status, .source = request.source,
		.list_options = (is_pocket ? (unsigned)READ_POCKET : 0) | problem->read_options,
	};
	catch_interrupts();
	const int status = entries_of_file(&reader, path);
	return status == EXIT_SOLVED && request.n_unread > 0 ? EXIT_INPUT : status;
}

const struct command command_convert = {
	"convert",
	"convert cubes from one notation to another",
	run,
	&request,
	{
		OPTION_SET(rows, FOR_CONVERT),
		.has_problem = true,
		.usage =
			"convert [OPTION...] --to FORM [FILE]\n\n"
			"Convert a list of cubes, each in any form that solve and batch read, to one form. "
			"Cubes with stickers that do not\n"
			"matter can be written as facelets or cubies only. FILE is a list or an export; - or nothing is standard input. A cube\n"
			"that cannot be read is reported on standard error; the others are converted.",
		.more =
			"forms:\n"
			"  moves     face turns that make the position: moves stay as they are; for a\n"
			"            position in another form, at most 22 moves are found; with --metric,\n"
			"            --moves or --cost in turns of that set, slices or wide turns, the\n"
			"            cheapest for each run of turns of one axis, then rotations as the\n"
			"            centres were\n"
			"  french    the same with H B A P G D for U D F B L R\n"
			"  facelets  54 letters, faces in the order U R F D L B (2x2: 24)\n"
			"  cubies    Reid's twenty cubies; also: reid\n"
			"  digits    eighteen rows of three digits under heads \"Face U :\" to \"Face D :\",\n"
			"            U0 L1 F2 R3 B4 D5 (2x2: Théry's fourteen numbers)\n\n"
			"exit status: 0 all converted, 2 usage, 3 some could not be read, 4 table or I/O error, 5 not enough memory",
	},
};
