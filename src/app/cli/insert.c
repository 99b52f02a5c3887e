/* superflip insert: the best insertions into a skeleton. */
#include "cli/solving.h"
#include "report/say.h"
#include "steps/insert.h"

#define SAY(text) say(request.read_options, text)

static struct request {
	uint64_t n_solutions;
	unsigned max_turns, max_insertions, read_options;
	bool finds_all, is_json;
} request = {.n_solutions = 1, .max_turns = 10};

static const struct option_row rows[] = {
	ROW_NUMBER('n', 1, "solutions", "N", "the N best solutions (1)", n_solutions, 1, 10000),
	ROW_FLAG(0, 1, "all", "all solutions of the least length", finds_all),
	ROW_NUMBER('M', 1, "max", "LENGTH", "the most moves of an inserted maneuver (10)", max_turns, 1,
               INSERT_MAX_TURNS),
	ROW_NUMBER(
		0, 1, "insertions", "N",
		"insert up to N maneuvers, 1 to 3; without it as few as solve the cube, or two if\nmore than three pieces are left",
		max_insertions, 1, INSERT_MAX),
	{0, 1, "parentheses", "group|niss", "what (R U) means: a group, or turns on the inverse (NISS)",
	 OPTION_OTHER, IN(read_options), .take = option_take_parentheses},
	{0, 1, "french", NULL, "moves are written with H B A P G D for U D F B L R; words are French", OPTION_FLAG,
	 IN(read_options), .max = READ_FRENCH},
	ROW_FLAG(0, 1, "json", "print a record of JSON Lines", is_json),
	ROW_QUIET(1, "print only solutions, and errors"),
};

/* The moves that an insertion has cancelled. */
static unsigned n_cancelled(const struct inserted *s, unsigned i)
{
	const struct insertion *const done = &s->insertion[i];
	return done->n_into + done->n - (i + 1 < s->n_insertions ? done[1].n_into : s->n_moves);
}

static const char *moves_text(const uint8_t *moves, unsigned n, char text[3 * INSERT_MAX_MOVES + 1])
{
	notation_write_in(request.read_options, moves, n, text, 3 * INSERT_MAX_MOVES + 1);
	return text;
}

static void print_solution(const struct inserted *s)
{
	char text[3 * INSERT_MAX_MOVES + 1];
	printf("%u%s%s\n", s->n_moves, s->n_moves > 0 ? "  " : "", moves_text(s->moves, s->n_moves, text));
	for (unsigned i = 0; i < s->n_insertions; i++) {
		const struct insertion *const done = &s->insertion[i];
		printf("    %s%s[", moves_text(done->into, done->at, text), done->at > 0 ? " " : "");
		printf("%s]%s", moves_text(done->moves, done->n, text), done->at < done->n_into ? " " : "");
		printf(SAY("%s  (%s, %u cancelled)\n"), moves_text(done->into + done->at, done->n_into - done->at, text),
		       words_of(done->n, SAY("move")), n_cancelled(s, i));
	}
}

/* As solve --json has it, and what was inserted where. */
static int print_record(char *scramble, const struct insert_result *found, json_t *about)
{
	static const superflip_method method = {.name = "insert"};
	const superflip_result none = {.outcome = SUPERFLIP_NONE, .is_by_method = true, .stuck_at = "insertion"};
	superflip_problem asked;
	problem_init(&asked);
	asked.method = &method;
	asked.read_options = request.read_options;
	asked.search.is_deterministic = true;  /* seconds are not measured */
	json_t *const record = record_json(&(struct record){
		.problem = &asked, .id = 1, .scramble = scramble, .n_threads = 1, .result = &none,
		.checksum = solving_checksum(scramble, NULL)});
	json_object_set_new(record, "insert", about);
	if (found->n > 0) {
		json_object_del(record, "stuck_at");
		json_object_update_new(record,
		                       json_pack("{s:s, s:i, s:b}", "status", record_status_name[RECORD_SOLVED],
		                                 "length", found->found->n_moves, "complete", 1));
	}
	items_foreach(s, found->found, found->n) {
		json_t *const insertions = json_array();
		for (unsigned i = 0; i < s->n_insertions; i++) {
			const struct insertion *const done = &s->insertion[i];
			json_array_append_new(insertions, json_pack("{s:o, s:i, s:o, s:i}",
				"into", json_moves(done->into, done->n_into, request.read_options), "after", done->at,
				"moves", json_moves(done->moves, done->n, request.read_options),
				"cancelled", n_cancelled(s, i)));
		}
		json_array_append_new(json_object_get(record, "solutions"), json_pack("{s:i, s:o, s:o}",
			"length", s->n_moves, "moves", json_moves(s->moves, s->n_moves, request.read_options),
			"insertions", insertions));
	}
	return json_write_line(record, 6, stdout) ? EXIT_SOLVED : complain_of_memory();
}

static double begun_s;

/* @return interrupted_by(), having said how long it takes */
static int look_around(void)
{
	const double elapsed_s = clock_monotonic_s() - begun_s;
	char elapsed[WORDS_BYTES];
	if (tell_is_due(false, elapsed_s, 60))
		tell("insert: searching, %s elapsed", words_duration(elapsed_s, elapsed));
	return interrupted_by();
}

/* @param m  the skeleton  @return an exit status */
static int insert(const struct scramble *scramble, char *text, const struct maneuver *m)
{
	struct insert_result found;
	const struct cube left = cube_after_moves(scramble->cube, m->moves, (unsigned)m->n_moves);
	unsigned n_corners = 0, n_edges = 0;
	begun_s = clock_monotonic_s();
	for (unsigned place = 0; place < N_CUBIES; place++)
		*(place < N_CORNERS ? &n_corners : &n_edges) +=
			cube_cubie(&left, place) != place || cube_ori(&left, place) != 0;
	const enum status status = insert_search(
		&(struct insert_request){.start = scramble->cube,
	                             .skeleton = m->moves,
	                             .n_moves = (unsigned)m->n_moves,
	                             .max_turns = request.max_turns,
	                             .max_insertions = request.max_insertions,
	                             .n_solutions = request.finds_all ? 0 : (size_t)request.n_solutions,
	                             .stopped = look_around},
		&found);
	tell_hide();
	if (status != STATUS_OK)
		return status == STATUS_INTERRUPTED ? interrupted_by() : complain_of_memory();
	items_foreach(solution, found.found, found.n) {
		const struct cube end =
			cube_after_moves(scramble->cube, solution->moves, solution->n_moves);
		if (!cube_is_solved(&end))
			return complain_and(EXIT_TABLE,
			                    "insert: a solution that does not solve the cube: please report this");
	}
	int result = EXIT_SOLVED;
	if (found.n_insertions > 0)
		remark("insert: %s and %s are left; %s of at most %u moves: %s", words_of(n_corners, "corner"),
		       words_of(n_edges, "edge"), words_of(found.n_insertions, "insertion"), request.max_turns,
		       found.n == 0                          ? "none solves the cube"
		       : found.n_insertions < INSERT_MAX ? "none make a shorter solution: proved"
		                                         : "not all were tried");
	if (request.is_json)
		result =
			print_record(text, &found,
		                 json_pack("{s:o, s:i, s:i, s:i, s:i, s:b}", "skeleton",
		                           json_moves(m->moves, m->n_moves, request.read_options), "corners",
		                           n_corners, "edges", n_edges, "insertions", found.n_insertions, "max_moves",
		                           request.max_turns, "complete", found.n_insertions < INSERT_MAX));
	else if (found.n == 0)
		puts(SAY("-  none: no such insertions solve the cube"));
	items_foreach(solution, found.found, !request.is_json ? found.n : 0)
		print_solution(solution);
	if (found.n == 0 && result == EXIT_SOLVED)
		result = EXIT_NOT_SOLVED;
	free(found.found);
	return result;
}

static int run(int n, char **arguments)
{
	struct scramble scramble;
	struct maneuver m;
	superflip_error error = {.text = "a skeleton has at most 90 moves"};
	catch_interrupts();
	int status = argument_read_scramble(arguments, 0, SUPERFLIP_3X3, request.read_options, &scramble);
	if (status != EXIT_SOLVED)
		return status;
	if (maneuver_parse(SUPERFLIP_3X3, arguments[1], request.read_options, &m, &error) != SUPERFLIP_OK)
		return argument_refuse(1, &error);
	maneuver_write_held(&m);
	status =
		m.n_moves > INSERT_MAX_SKELETON ? argument_refuse(1, &error) : insert(&scramble, arguments[0], &m);
	maneuver_free(&m);
	return status;
}

const struct command command_insert = {
	"insert",
	"find the best insertions into a skeleton",
	run,
	&request,
	{
		OPTION_SET(rows, 1),
		.usage =
			"insert [OPTION...] SCRAMBLE SKELETON\n\n"
			"A skeleton solves all of a scramble but a few pieces, such as three corners. Find the maneuvers to insert, and the places, "
			"that make the shortest solution after cancellations. Below each solution is what was inserted, in [ ].",
		.misuse =
			"insert: expected a SCRAMBLE and a SKELETON, two arguments; `superflip insert --help` describes them",
		.min_arguments = 2,
		.max_arguments = 2,
		.more =
			"A maneuver may be inserted between any two moves, also between turns of opposite faces in either order, the next one "
			"into the result after cancellation. It moves at most five pieces, corners only or edges only; if both are left, also "
			"up to two of each. One and two insertions are tried exhaustively, three only from the best beginnings.\n\n"
			"exit status: 0 solved, 1 no insertions found, 2 usage, 3 bad input, 5 not enough memory",
	},
};
