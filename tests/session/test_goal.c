/* Goals by the public header: read, built, searched for, and what does not go with them. */
#include "session/fixture.h"

#include "support/test.h"
#include <pthread.h>

TestSuite(api_goal, .init = make_own_directory, .fini = remove_own_directory);

static superflip_goal *goal_of(const char *text)
{
	superflip_goal *goal = NULL;
	superflip_error error;
	cr_assert_eq(superflip_goal_parse(text, &goal, &error), SUPERFLIP_OK, "%s: %s", text, error.text);
	return goal;
}

/* With tables of the goal, which are built. */
static superflip_solver *solver_of_goal(const superflip_goal *goal)
{
	superflip_tables_options options;
	superflip_tables *tables = NULL;
	superflip_error error;
	superflip_tables_options_init(&options);
	options.goal = goal;
	options.directory = own_directory;
	cr_assert_eq(superflip_tables_open(&options, &tables, &error), SUPERFLIP_TABLE_MISSING);
	options.builds_missing = true;
	superflip_tables *const of_goal = tables_by(&options);
	options.heuristic = "korf";
	cr_expect_eq(superflip_tables_open(&options, &tables, &error), SUPERFLIP_BAD_ARGUMENT);
	return solver_of(of_goal);
}

Test(api_goal, is_reached_in_the_fewest_moves)
{
	superflip_goal *const goal = goal_of("cross:F");
	superflip_solver *const solver = solver_of_goal(goal);
	superflip_cube *const cube = cube_of("B U");
	superflip_result *const result = result_of(solver, cube, NULL);
	unsigned n;
	const uint8_t *const moves = superflip_result_solution(result, 0, &n, NULL, NULL);
	cr_expect(result->is_optimal);
	cr_expect_eq(n, 1u, "%u moves", n);
	cr_expect(superflip_goal_is_reached(goal, cube, moves, n));
	cr_expect_not(superflip_goal_is_reached(goal, cube, NULL, 0));
	superflip_request request;
	superflip_request_init(&request);
	request.goal = cube;
	superflip_job *job;
	cr_expect_eq(superflip_job_start(solver, cube, &request, &job, NULL), SUPERFLIP_BAD_ARGUMENT);
	superflip_result_free(result);
	superflip_cube_free(cube);
	superflip_solver_free(solver);
	superflip_goal_free(goal);
}

enum { N_LISTS = 2, N_CUBES = 300 };

struct of_list {
	superflip_stream *stream;
	const superflip_goal *goal;
	unsigned n_right;
};

static void *add_all(void *argument)
{
	struct of_list *const list = argument;
	for (uint64_t id = 1; id <= N_CUBES; id++) {
		superflip_cube *const cube = cube_of(easy[id % N_EASY]);
		superflip_stream_add(list->stream, id, cube, -1, NULL);
		superflip_cube_free(cube);
	}
	superflip_stream_finish(list->stream);
	return NULL;
}

static void *take_all(void *argument)
{
	struct of_list *const list = argument;
	superflip_result *result;
	while (superflip_stream_next(list->stream, -1, &result) == SUPERFLIP_OK) {
		unsigned n;
		const uint8_t *const moves = superflip_result_solution(result, 0, &n, NULL, NULL);
		superflip_cube *const cube = cube_of(easy[result->id % N_EASY]);
		list->n_right += result->is_optimal && superflip_goal_is_reached(list->goal, cube, moves, n);
		superflip_cube_free(cube);
		superflip_result_free(result);
	}
	return NULL;
}

/* Whoever waits for results of a goal whose table is exact solves what waits: two lists at once, each added to by another thread. */
Test(api_goal, lists_are_solved_by_those_who_wait_for_them)
{
	superflip_goal *const goal = goal_of("cross");
	superflip_solver *const solver = solver_of_goal(goal);
	superflip_stream_options options;
	superflip_stream_options_init(&options);
	options.window = 5;
	struct of_list list[N_LISTS];
	pthread_t adder[N_LISTS], taker[N_LISTS];
	for (unsigned i = 0; i < N_LISTS; i++) {
		list[i] = (struct of_list){.goal = goal};
		cr_assert_eq(superflip_stream_open(solver, NULL, &options, &list[i].stream, NULL), SUPERFLIP_OK);
		pthread_create(&taker[i], NULL, take_all, &list[i]);
		pthread_create(&adder[i], NULL, add_all, &list[i]);
	}
	for (unsigned i = 0; i < N_LISTS; i++) {
		pthread_join(adder[i], NULL);
		pthread_join(taker[i], NULL);
		cr_expect_eq(list[i].n_right, (unsigned)N_CUBES);
		superflip_stream_free(list[i].stream);
	}
	superflip_solver_free(solver);
	superflip_goal_free(goal);
}

Test(api_goal, names_of_one_goal_have_the_same_patterns)
{
	char a[200], b[200];
	superflip_goal *const one = goal_of("cross"), *const other = goal_of(" cross : D "), *const third = goal_of("cross:U");
	cr_expect_str_eq(superflip_goal_name(other), "cross:D");
	superflip_goal_patterns(one, a, sizeof a);
	cr_expect_eq(superflip_goal_patterns(other, b, sizeof b), strlen(b));
	cr_expect_str_eq(a, b);
	superflip_goal_patterns(third, b, sizeof b);
	cr_expect_str_neq(a, b);
	superflip_goal_free(one);
	superflip_goal_free(other);
	superflip_goal_free(third);
	superflip_goal_free(NULL);
	cr_expect(superflip_text_is_goal("cross") && !superflip_text_is_goal("R U") && !superflip_text_is_goal(NULL));
}

Test(api_goal, faults_name_the_column)
{
	superflip_goal *goal = NULL;
	superflip_error error;
	cr_expect_eq(superflip_goal_parse("eo+crss", &goal, &error), SUPERFLIP_BAD_TEXT);
	cr_expect_eq(error.column, 4u);
	cr_expect_not_null(strstr(error.text, "did you mean 'cross'?"));
	cr_expect_eq(superflip_goal_parse(NULL, &goal, &error), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_null(goal);
}

Test(api_goal, is_drawn_with_grey_stickers)
{
	static const struct { const char *goal, *facelets; } rows[] = {
		{"solved", "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"},
		{"cross", "....U........R..R.....F..F..D.DDD.D.....L..L.....B..B."},
		{"....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.", "....U........R..R.....F..F..D.DDD.D.....L..L.....B..B."},
		{"oll", "UUUUUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB"},
		{"ll", "UUUUUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB"},
		{"dr", "....U........R........F........D........L........B...."},
		{"cross+neutral", "....U........R........F........D........L........B...."},
		{"2x2x2:URF", "....UU.UURR.RR.....FF.FF.......D........L........B...."},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char facelets[60];
		superflip_goal *const goal = goal_of(rows[i].goal);
		cr_expect_eq(superflip_goal_facelets(goal, facelets, sizeof facelets), 54u);
		cr_expect_str_eq(facelets, rows[i].facelets, "%s: %s", rows[i].goal, facelets);
		superflip_goal_free(goal);
	}
}

Test(api_goal, is_measured_before_it_has_tables)
{
	static const struct { const char *goal; uint64_t n_states; unsigned n_sides; bool is_exact; } rows[] = {
		{"cross", 190080, 1, true}, {"eo", 2048, 1, true}, {"xcross", 72990720, 4, true}, {"cross+neutral", 190080, 6, true},
		{"f2l", 0, 1, false},
	};
	superflip_tables_options options;
	superflip_goal_info info;
	superflip_tables_options_init(&options);
	superflip_goal_info_init(&info);
	options.directory = "/nonexistent";
	cr_expect_eq(superflip_goal_measure(&options, &info, NULL), SUPERFLIP_BAD_ARGUMENT);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		superflip_goal *const goal = goal_of(rows[i].goal);
		options.goal = goal;
		cr_assert_eq(superflip_goal_measure(&options, &info, NULL), SUPERFLIP_OK);
		cr_expect(info.n_states == rows[i].n_states && info.n_sides == rows[i].n_sides && info.is_exact == rows[i].is_exact
		          && !info.is_installed && info.n_tables > 0 && info.build_bytes > 0, "%s", rows[i].goal);
		cr_expect_geq(info.file_bytes, rows[i].n_states / 2);
		superflip_goal_free(goal);
	}
}

Test(api_goal, cube_of_which_not_all_is_seen_takes_goals_that_what_is_seen_decides)
{
	static const uint8_t moves[] = {15, 0};  /* B U: the cross on F is a turn away */
	char text[80];
	superflip_cube *solved, *cube, *other, *made;
	superflip_goal *goal, *cross = goal_of("cross:D");
	superflip_verdict verdict;
	superflip_error error;
	cr_expect_eq(superflip_cube_parse(SUPERFLIP_3X3, "....U..U....RR.....F.FFF.F..D..D........LL.......B....", 0, &solved, NULL), SUPERFLIP_BAD_TEXT);
	cr_assert_eq(superflip_cube_parse(SUPERFLIP_3X3, "....U..U....RR.....F.FFF.F..D..D........LL.......B....", SUPERFLIP_READ_GREY, &solved, &error),
	             SUPERFLIP_OK, "%s", error.text);
	cr_assert_eq(superflip_cube_turned(solved, moves, 2, &cube, NULL), SUPERFLIP_OK);
	cr_expect(superflip_cube_is_solved(solved) && !superflip_cube_is_solved(cube) && !superflip_cube_is_whole(cube));
	superflip_cube_write(cube, SUPERFLIP_FORM_FACELETS, text, sizeof text);
	cr_expect_str_eq(text, "...UU.......RR.......FFF.F..D..D.....F..LL.......B....");
	cr_assert_eq(superflip_cube_goal(cube, &goal, &error), SUPERFLIP_OK, "%s", error.text);
	cr_expect_str_eq(superflip_goal_name(goal), "....U..U....RR.....F.FFF.F..D..D........LL.......B....");
	cr_expect_eq(superflip_goal_takes(goal, cube, NULL), SUPERFLIP_OK);
	cr_expect_eq(superflip_goal_takes(cross, cube, &error), SUPERFLIP_BAD_ARGUMENT);
	superflip_solver *const solver = solver_of_goal(goal);
	superflip_result *const result = result_of(solver, cube, NULL);
	cr_expect(result->is_optimal && result->length == 1);
	superflip_verdict_init(&verdict);
	cr_expect_eq(superflip_verify(cube, NULL, SUPERFLIP_HTM, "U'", 0, &verdict, NULL), SUPERFLIP_OK);
	cr_expect(verdict.solves);
	cr_expect_eq(superflip_verify(cube, solved, SUPERFLIP_HTM, "U'", 0, &verdict, NULL), SUPERFLIP_BAD_ARGUMENT);
	/* A piece of another goal; and what is made of whole cubes only. */
	cr_assert_eq(superflip_cube_parse(SUPERFLIP_3X3, "....U..U....RR.....F...F.F..D..D......................", SUPERFLIP_READ_GREY, &other, NULL), SUPERFLIP_OK);
	superflip_job *job;
	cr_expect_eq(superflip_job_start(solver, other, NULL, &job, &error), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_not_null(strstr(error.text, "which piece is at UR"), "%s", error.text);
	cr_expect_eq(superflip_cube_inverse(cube, &made, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_expect(superflip_cube_equals(cube, cube) && !superflip_cube_equals(cube, solved));
	superflip_result_free(result);
	superflip_cube_free(solved);
	superflip_cube_free(cube);
	superflip_cube_free(other);
	superflip_solver_free(solver);
	superflip_goal_free(goal);
	superflip_goal_free(cross);
}

/* Whether n turns, or fewer, bring each sticker that is seen to where a text wants it: a plain search. */
static bool n_turns_lead(const superflip_cube *cube, const char *wanted, unsigned n)
{
	char text[80];
	superflip_cube_write(cube, SUPERFLIP_FORM_FACELETS, text, sizeof text);
	bool lead = true;
	for (unsigned i = 0; i < 54; i++)
		lead &= text[i] == '.' || wanted[i] == '.' || text[i] == wanted[i];
	for (uint8_t m = 0; m < SUPERFLIP_N_MOVES && n > 0 && !lead; m++) {
		superflip_cube *turned;
		cr_assert_eq(superflip_cube_turned(cube, &m, 1, &turned, NULL), SUPERFLIP_OK);
		lead = n_turns_lead(turned, wanted, n - 1);
		superflip_cube_free(turned);
	}
	return lead;
}

/* Pieces of which one sticker is seen, where others like them are not. */
Test(api_goal, one_sticker_may_be_of_any_piece_that_fits)
{
	static const char solved[] = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
	static const struct { const char *scramble, *goal; } rows[] = {  /* NULL: what is seen of the scramble is solved */
		{"....U........RU.......F........D........L........B....", NULL},          /* an edge */
		{"....U........R..D.....F........D........L.......BB....", NULL},          /* two edges: twelve readings */
		{"....U........R........F.....U..D........L........B...U", NULL},          /* two corners */
		{"...UU........R........F.....U..D........L.L......B....", NULL},          /* different axes; tables of single pieces */
		{"....U........R....R...F........D.......ULD.......B....", NULL},
		{"....UU.......R........F........D........L........B....", "F R U"},
		{".U.UUU.......R........F........D........L........B....", "F R' B"},       /* three of four */
		{"U...U........R...R....F........D........LL.......B....", "R D L"},
	};
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		superflip_tables_options options;
		superflip_cube *cube;
		superflip_error error;
		superflip_goal *goal = rows[i].goal != NULL ? goal_of(rows[i].scramble) : NULL;
		cr_assert_eq(superflip_cube_parse(SUPERFLIP_3X3, rows[i].goal != NULL ? rows[i].goal : rows[i].scramble, SUPERFLIP_READ_GREY, &cube, &error),
		             SUPERFLIP_OK, "%s", error.text);
		cr_assert(goal != NULL || superflip_cube_goal(cube, &goal, &error) == SUPERFLIP_OK, "%s", error.text);
		superflip_tables_options_init(&options);
		options.goal = goal;
		options.directory = own_directory;
		options.builds_missing = true;
		superflip_solver *const solver = solver_of(tables_by(&options));
		superflip_result *const result = result_of(solver, cube, NULL);
		unsigned length = 0;
		while (length < 4 && !n_turns_lead(cube, rows[i].goal != NULL ? rows[i].scramble : solved, length))
			length++;
		cr_expect(result->is_optimal && result->length == length, "%s: %u, not %u", rows[i].scramble, result->length, length);
		superflip_result_free(result);
		superflip_solver_free(solver);
		superflip_cube_free(cube);
		superflip_goal_free(goal);
	}
}

Test(api_goal, turn_sets_have_solutions_in_their_costs)
{
	char text[64];
	superflip_goal *const goal = goal_of("eo:FB");
	superflip_turns *turns;
	superflip_error error;
	cr_expect_eq(superflip_turns_parse("stm", "M M", NULL, 0, &turns, &error), SUPERFLIP_BAD_TEXT);
	cr_expect_eq(error.column, 3u);
	cr_expect_eq(superflip_turns_parse("xtm", NULL, NULL, 0, &turns, &error), SUPERFLIP_UNKNOWN_NAME);
	cr_assert_eq(superflip_turns_parse("stm", NULL, "M=1.5", 0, &turns, &error), SUPERFLIP_OK);
	superflip_tables_options options;
	superflip_tables_options_init(&options);
	options.directory = own_directory;
	options.goal = goal;
	options.turns = turns;
	options.builds_missing = true;
	superflip_solver *const solver = solver_of(tables_by(&options));
	superflip_result *result;
	superflip_cube *const cube = cube_of("U M' U' M'");
	superflip_request request;
	superflip_request_init(&request);
	request.up_to_symmetry = true;
	request.n_solutions = SUPERFLIP_ALL;
	cr_expect_eq(superflip_solve(solver, cube, &request, &result, NULL), SUPERFLIP_BAD_ARGUMENT);
	result = result_of(solver, cube, NULL);
	unsigned n, length, units;
	const uint8_t *const moves = superflip_result_solution(result, 0, &n, &length, NULL);
	cr_assert(superflip_turns_write(turns, moves, n, &units, text, sizeof text));
	cr_expect_eq(units, length);
	cr_expect_eq(superflip_turns_cost(turns, length), 2.5, "%s: %g", text, superflip_turns_cost(turns, length));
	cr_expect(superflip_goal_is_reached_by(goal, cube, text, 0), "%s", text);
	superflip_verdict verdict;
	superflip_verdict_init(&verdict);
	cr_expect_eq(superflip_turns_verify(turns, cube, NULL, text, 0, &verdict, NULL), SUPERFLIP_OK);
	cr_expect_eq(verdict.length, length);
	superflip_result_free(result);
	superflip_cube_free(cube);
	superflip_solver_free(solver);
	superflip_turns_free(turns);
	superflip_goal_free(goal);
}
