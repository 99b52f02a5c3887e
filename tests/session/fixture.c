#include "session/fixture.h"
#include "pdb/scratch.h"
#include "support/tables.h"

#include "support/test.h"

const char *const easy[N_EASY] = {
	"", "R", "R U2", "R U R'", "R U R' U'", "R2 L2 U2 D2", "F R U R' U' F'", "R U F D L", "R2 U F2 D' B L2", "U2 R' F2 L D",
};
const unsigned easy_length[N_EASY] = {0, 1, 2, 3, 4, 4, 6, 5, 6, 5};
const char superflip_position[] = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
superflip_session *session;
char own_directory[SCRATCH_MAX];

static void expect_ok(superflip_status status, const superflip_error *error, const char *what)
{
	cr_assert_eq(status, SUPERFLIP_OK, "%s: %s", what, error->text);
}

superflip_cube *cube_with(superflip_puzzle puzzle, const char *text, unsigned options)
{
	superflip_cube *cube = NULL;
	superflip_error error;
	expect_ok(superflip_cube_parse(puzzle, text, options, &cube, &error), &error, text);
	return cube;
}

superflip_cube *cube_of(const char *text)
{
	return cube_with(SUPERFLIP_3X3, text, 0);
}

superflip_problem *problem_of(const char *fields)
{
	superflip_problem *problem = NULL;
	superflip_error error;
	char text[1000], *rest;
	expect_ok(superflip_problem_create(&problem, &error), &error, fields);
	snprintf(text, sizeof text, "%s", fields);
	for (char *field = strtok_r(text, ";", &rest); field != NULL; field = strtok_r(NULL, ";", &rest)) {
		char *const value = strchr(field, '=');
		*value = '\0';
		expect_ok(superflip_problem_set(problem, field, value + 1, &error), &error, fields);
	}
	return problem;
}

static void open_in(const char *directory, bool builds_nothing)
{
	const superflip_session_options options = {
		.size = sizeof options, .directory = directory, .n_threads = 2, .builds_nothing = builds_nothing,
	};
	superflip_error error;
	expect_ok(superflip_session_open(&options, &session, &error), &error, directory);
}

void build(const char *heuristic, const char *metric)
{
	superflip_problem *const problem = problem_of("");
	superflip_error error;
	expect_ok(superflip_problem_set(problem, "heuristic", heuristic, &error), &error, heuristic);
	expect_ok(superflip_problem_set(problem, "metric", metric, &error), &error, metric);
	expect_ok(superflip_tables_build(session, problem, 0, NULL, NULL, &error), &error, heuristic);
	superflip_problem_free(problem);
}

void open_korf(void)
{
	open_in(shared_table_directory(), false);
	build("korf", "htm");
}

void close_korf(void)
{
	superflip_session_close(session);
}

void open_own(void)
{
	scratch_make(own_directory);
	open_in(own_directory, true);
}

void close_own(void)
{
	superflip_session_close(session);
	scratch_remove(own_directory);
}

superflip_result *result_of(const char *fields, const superflip_cube *cube)
{
	superflip_problem *const problem = problem_of(fields);
	superflip_result *result = NULL;
	superflip_error error;
	superflip_solution s;
	expect_ok(superflip_solve(session, problem, cube, &result, &error), &error, fields);
	for (uint64_t i = 0; superflip_result_solution(result, i, &s); i++) {
		char text[3 * SUPERFLIP_MAX_MOVES + 1];
		superflip_verdict verdict = {.size = sizeof verdict};
		superflip_moves_write(s.moves, s.n_moves, 0, text, sizeof text);
		expect_ok(superflip_problem_verify(problem, cube, text, &verdict, &error), &error, text);
		cr_expect(verdict.solves && verdict.is_permitted && verdict.length == s.length,
		          "%s: solution %lu, %s, of length %u", fields, i, text, s.length);
	}
	superflip_problem_free(problem);
	return result;
}

superflip_result *solve(const char *fields, const char *scramble)
{
	superflip_cube *const cube = cube_of(scramble);
	superflip_result *const result = result_of(fields, cube);
	superflip_cube_free(cube);
	return result;
}

superflip_job *start(const char *fields, const char *scramble, const superflip_job_options *options)
{
	superflip_problem *const problem = problem_of(fields);
	superflip_cube *const cube = cube_of(scramble);
	superflip_job *job = NULL;
	superflip_error error;
	expect_ok(superflip_job_start(session, problem, cube, options, &job, &error), &error, fields);
	superflip_problem_free(problem);
	superflip_cube_free(cube);
	return job;
}

superflip_progress progress_of(superflip_job *job)
{
	superflip_progress progress = {.size = sizeof progress};
	superflip_job_progress(job, &progress);
	return progress;
}
