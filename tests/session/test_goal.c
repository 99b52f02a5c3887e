/* Goals by the public header: read, built, searched for, and what does not go with them. */
#include "session/fixture.h"

#include <pthread.h>

TestSuite(api_goal, .init = open_own, .fini = close_own);

static superflip_goal *goal_of(const char *text)
{
	superflip_goal *goal = NULL;
	must(superflip_goal_parse(text, &goal, &last_error));
	return goal;
}

/* Have the tables of a problem built, which are not there yet. */
static void prepare(const char *fields, const superflip_cube *cube)
{
	superflip_problem *const problem = problem_of(fields);
	superflip_tables *tables;
	cr_assert_eq(superflip_tables_open(session, problem, cube, NULL, NULL, &tables, &last_error),
	             SUPERFLIP_TABLE_MISSING, "nothing is built unasked");
	must(superflip_session_prepare(session, problem, cube, NULL, NULL, &last_error));
}

Test(api_goal, is_reached_in_the_fewest_moves)
{
	prepare("goal=cross:F", NULL);
	superflip_result *const result = solve("goal=cross:F", "B U");
	char text[40];
	cr_expect(result->is_optimal && result->length == 1);
	cr_expect_eq(superflip_result_reached(result, 0, text, sizeof text), 0u, "there is one side only");
	superflip_result *const neutral = solve("goal=cross;neutral=all", "F R");
	cr_expect(neutral->is_optimal && neutral->length == 1);
	superflip_result_reached(neutral, 0, text, sizeof text);
	cr_expect_eq(strncmp(text, "cross:", 6), 0, "%s", text);
}

enum { N_LISTS = 2, N_CUBES = 300 };

struct of_list {
	superflip_job *job;
	superflip_problem *problem;
	unsigned n_right;
};

static void *add_all(void *argument)
{
	struct of_list *const list = argument;
	for (uint64_t id = 1; id <= N_CUBES; id++)
		superflip_job_add(list->job, id, cube_of(easy[id % N_EASY]), -1, NULL);
	superflip_job_finish(list->job);
	return NULL;
}

static void *take_all(void *argument)
{
	struct of_list *const list = argument;
	for (const superflip_result *result; (result = next_of(list->job)) != NULL;) {
		char text[100];
		superflip_solution s;
		if (superflip_result_solution(result, 0, &s))
			superflip_problem_write(list->problem, s.moves, s.n_moves, NULL, text, sizeof text, NULL);
		const superflip_verdict verdict = verdict_of(list->problem, cube_of(easy[result->id % N_EASY]), text);
		list->n_right += result->is_optimal && verdict.solves && verdict.length == result->length;
	}
	return NULL;
}

/* Whoever waits for results of a goal whose table is exact solves what waits: two lists at once, each added
 * to by another thread. */
Test(api_goal, lists_are_solved_by_those_who_wait_for_them)
{
	struct of_list list[N_LISTS];
	pthread_t adder[N_LISTS], taker[N_LISTS];
	superflip_problem *const problem = problem_of("goal=cross");
	prepare("goal=cross", NULL);
	for (unsigned i = 0; i < N_LISTS; i++) {
		list[i] = (struct of_list){.problem = problem};
		must(superflip_job_open(session, problem, NULL, OPTIONS(.window = 5), &list[i].job, NULL));
	}
	for (unsigned i = 0; i < N_LISTS; i++) {
		pthread_create(&taker[i], NULL, take_all, &list[i]);
		pthread_create(&adder[i], NULL, add_all, &list[i]);
	}
	for (unsigned i = 0; i < N_LISTS; i++) {
		pthread_join(adder[i], NULL);
		pthread_join(taker[i], NULL);
		cr_expect_eq(list[i].n_right, (unsigned)N_CUBES);
		superflip_job_free(list[i].job);
	}
}

Test(api_goal, goals_have_names_and_patterns_and_are_listed)
{
	static const struct { const char *text, *name; } rows[] = {
		{" cross : D ", "cross:D"}, {"cross:U", "cross:U"}, {"solved", "solved"},
	};
	array_foreach(row, rows) {
		char patterns[400];
		superflip_goal *const goal = goal_of(row->text);
		cr_expect_str_eq(superflip_goal_name(goal), row->name);
		cr_expect_eq(superflip_goal_patterns(goal, patterns, sizeof patterns), strlen(patterns));
		cr_expect_eq(superflip_goal_is_solved(goal), strcmp(row->name, "solved") == 0);
		superflip_goal_free(goal);
	}
	const char *arguments, *picture;
	unsigned n = 0;
	for (const char *name; (name = superflip_goal_at(n, &arguments, &picture)) != NULL; n++)
		cr_expect(strlen(name) > 0 && strlen(picture) > 0 && (*arguments == '\0' || *arguments == ':'),
		          "%s%s", name, arguments);
	cr_expect_gt(n, 10u);
}

Test(api_goal, faults_name_the_column)
{
	superflip_goal *goal = NULL;
	cr_expect_eq(superflip_goal_parse("eo+crss", &goal, &last_error), SUPERFLIP_BAD_TEXT);
	cr_expect_eq(last_error.column, 4u);
	cr_expect_not_null(strstr(last_error.text, "did you mean 'cross'?"));
	cr_expect_eq(superflip_goal_parse(NULL, &goal, &last_error), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_null(goal);
}

Test(api_goal, is_drawn_with_grey_stickers)
{
	static const struct { const char *goal, *facelets;
	} rows[] = {
		{"solved", "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"},
		{"cross", "....U........R..R.....F..F..D.DDD.D.....L..L.....B..B."},
		{"....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.",
	     "....U........R..R.....F..F..D.DDD.D.....L..L.....B..B."},
		{"oll", "UUUUUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB"},
		{"ll", "UUUUUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB"},
		{"dr", "....U........R........F........D........L........B...."},
		{"cross+neutral", "....U........R........F........D........L........B...."},
		{"2x2x2:URF", "....UU.UURR.RR.....FF.FF.......D........L........B...."},
	};
	array_foreach(row, rows) {
		char facelets[60];
		superflip_goal *const goal = goal_of(row->goal);
		cr_expect_eq(superflip_goal_facelets(goal, facelets, sizeof facelets), 54u);
		cr_expect_str_eq(facelets, row->facelets, "%s: %s", row->goal, facelets);
		superflip_goal_free(goal);
	}
}

Test(api_goal, is_measured_before_it_has_tables)
{
	static const struct { const char *fields; uint64_t n_states; unsigned n_sides; bool is_exact; } rows[] = {
		{"goal=cross", 190080, 1, true}, {"goal=eo", 2048, 1, true}, {"goal=xcross", 72990720, 4, true},
		{"goal=cross+neutral", 190080, 6, true}, {"goal=f2l", 0, 1, false},
	};
	array_foreach(row, rows) {
		const superflip_needs needs = needs_of(row->fields, NULL);
		cr_expect(needs.n_states == row->n_states && needs.n_sides == row->n_sides
		          && needs.is_exact == row->is_exact
		          && !needs.is_installed && needs.n_tables > 0 && needs.build_bytes > 0, "%s", row->fields);
		cr_expect_geq(needs.file_bytes, row->n_states / 2);
	}
}

Test(api_goal, cube_of_which_not_all_is_seen_takes_goals_that_what_is_seen_decides)
{
	static const char solved_text[] = "....U..U....RR.....F.FFF.F..D..D........LL.......B....";
	static const uint8_t moves[] = {15, 0};  /* B U: what is seen is a turn away */
	char text[96];
	superflip_cube *made;
	superflip_goal *goal, *const cross = goal_of("cross:D");
	superflip_problem *const problem = problem_of("");
	superflip_job *job;
	bool holds = true;
	cr_expect_eq(superflip_cube_parse(SUPERFLIP_3X3, solved_text, 0, &made, NULL), SUPERFLIP_BAD_TEXT);
	superflip_cube *const solved = grey_cube_of(solved_text), *const cube = cube_turned(solved, moves, 2);
	cr_expect(superflip_cube_facts(solved).is_solved && !superflip_cube_facts(cube).is_solved
	          && !superflip_cube_facts(cube).is_whole);
	superflip_cube_write(cube, SUPERFLIP_FORM_FACELETS, text, sizeof text);
	cr_expect_str_eq(text, "...UU.......RR.......FFF.F..D..D.....F..LL.......B....");
	must(superflip_goal_of_cube(cube, &goal, &last_error));
	cr_expect_str_eq(superflip_goal_name(goal), solved_text);
	cr_expect(superflip_goal_holds(goal, cube, &holds, NULL) == SUPERFLIP_OK && !holds);
	cr_expect(superflip_goal_holds(goal, solved, &holds, NULL) == SUPERFLIP_OK && holds);
	cr_expect_eq(superflip_goal_holds(cross, cube, &holds, &last_error), SUPERFLIP_BAD_ARGUMENT);
	cr_expect(needs_of("", cube).n_states > 0 && !needs_of("", cube).is_installed);
	cr_expect_eq(needs_of("", NULL).n_states, 0u, "of whole cubes");
	prepare("", cube);
	const superflip_result *const result = result_of("", cube);
	cr_expect(result->is_optimal && result->length == 1);
	cr_expect(verdict_of(problem, cube, "U'").solves);
	/* A list takes cubes that look like the one it was opened for. */
	superflip_cube *const other = grey_cube_of("....U..U....RR.....F...F.F..D..D......................");
	must(superflip_job_open(session, problem, cube, NULL, &job, &last_error));
	must(superflip_job_add(job, 1, cube, 0, NULL));
	cr_expect_eq(superflip_job_add(job, 2, other, 0, &last_error), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_not_null(strstr(last_error.text, "which piece is at UR"), "%s", last_error.text);
	superflip_job_free(job);
	/* Another goal, and what is made of whole cubes only. */
	cr_expect_eq(superflip_cube_inverse(cube, &made, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_eq(superflip_cube_product(cube, solved, &made, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_expect(superflip_cube_equals(cube, cube) && !superflip_cube_equals(cube, solved));
	static const char *const whole_only[] = {
		"goal=cross:D", "heuristic=korf", "method=layers", "goal=R U", "solutions=all;up-to-symmetry=yes",
	};
	array_foreach(fields, whole_only)
		cr_expect_eq(superflip_job_start(session, problem_of(*fields), cube, NULL, &job, NULL),
		             SUPERFLIP_BAD_ARGUMENT, "%s", *fields);
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
		must(superflip_cube_turned(cube, &m, 1, &turned, NULL));
		lead = n_turns_lead(turned, wanted, n - 1);
		superflip_cube_free(turned);
	}
	return lead;
}

/* Pieces of which one sticker is seen, where others like them are not. */
Test(api_goal, one_sticker_may_be_of_any_piece_that_fits)
{
	static const char solved[] = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
	static const struct { const char *scramble, *goal; } rows[] = {  /* NULL: what is seen of the scramble is
	                                                                  * solved */
		{"....U........RU.......F........D........L........B....", NULL},          /* an edge */
		{"....U........R..D.....F........D........L.......BB....", NULL},          /* two edges: twelve readings */
		{"....U........R........F.....U..D........L........B...U", NULL},          /* two corners */
		{"...UU........R........F.....U..D........L.L......B....", NULL},          /* different axes; tables of single pieces */
		{"....U........R....R...F........D.......ULD.......B....", NULL},
		{"....UU.......R........F........D........L........B....", "F R U"},
		{".U.UUU.......R........F........D........L........B....", "F R' B"},       /* three of four */
		{"U...U........R...R....F........D........LL.......B....", "R D L"},
	};
	array_foreach(row, rows) {
		const char *const wanted = row->goal != NULL ? row->scramble : solved;
		const superflip_cube *const cube = grey_cube_of(row->goal != NULL ? row->goal : row->scramble);
		char fields[80] = "";
		if (row->goal != NULL)
			snprintf(fields, sizeof fields, "goal=%s", wanted);
		must(superflip_session_prepare(session, problem_of(fields), cube, NULL, NULL, NULL));
		const superflip_result *const result = result_of(fields, cube);
		unsigned length = 0;
		while (length < 4 && !n_turns_lead(cube, wanted, length))
			length++;
		cr_expect(result->is_optimal && result->length == length, "%s: %u, not %u", row->scramble,
		          result->length, length);
	}
}
