#include "session/fixture.h"
#include "pdb/scratch.h"
#include "support/tables.h"

#include <stdatomic.h>

const char *const easy[N_EASY] = {
	"",
	"R",
	"R U2",
	"R U R'",
	"R U R' U'",
	"R2 L2 U2 D2",
	"F R U R' U' F'",
	"R U F D L",
	"R2 U F2 D' B L2",
	"U2 R' F2 L D",
};
const unsigned easy_length[N_EASY] = {0, 1, 2, 3, 4, 4, 6, 5, 6, 5};
const char superflip_position[] = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
superflip_session *session;
char own_directory[SCRATCH_MAX];
_Thread_local superflip_error last_error;

/* Of each, one member is set. */
struct made { superflip_cube *cube; superflip_problem *problem; superflip_result *result; };
static struct made made[4096];
static atomic_uint n_made;

static void keep(struct made m)
{
	const unsigned i = n_made++;
	cr_assert_lt(i, sizeof made / sizeof *made);
	made[i] = m;
}

void free_made(void)
{
	while (n_made > 0) {
		const struct made m = made[--n_made];
		superflip_cube_free(m.cube);
		superflip_problem_free(m.problem);
		superflip_result_free(m.result);
	}
}

static superflip_cube *make_cube(superflip_puzzle puzzle, const char *text, unsigned options)
{
	superflip_cube *cube = NULL;
	must(superflip_cube_parse(puzzle, text, options, &cube, &last_error));
	return cube;
}

superflip_cube *cube_with(superflip_puzzle puzzle, const char *text, unsigned options)
{
	superflip_cube *const cube = make_cube(puzzle, text, options);
	keep((struct made){.cube = cube});
	return cube;
}

superflip_cube *cube_of(const char *text)
{
	return cube_with(SUPERFLIP_3X3, text, 0);
}

superflip_cube *grey_cube_of(const char *facelets)
{
	return cube_with(SUPERFLIP_3X3, facelets, SUPERFLIP_READ_GREY);
}

superflip_cube *cube_turned(const superflip_cube *cube, const uint8_t *moves, size_t n)
{
	superflip_cube *turned = NULL;
	must(superflip_cube_turned(cube, moves, n, &turned, &last_error));
	keep((struct made){.cube = turned});
	return turned;
}

static superflip_problem *make_problem(const char *fields)
{
	superflip_problem *problem = NULL;
	char text[1000], *rest;
	must(superflip_problem_create(&problem, &last_error));
	snprintf(text, sizeof text, "%s", fields);
	for (char *field = strtok_r(text, ";", &rest); field != NULL; field = strtok_r(NULL, ";", &rest)) {
		char *const value = strchr(field, '=');
		*value = '\0';
		must(superflip_problem_set(problem, field, value + 1, &last_error));
	}
	return problem;
}

superflip_problem *problem_of(const char *fields)
{
	superflip_problem *const problem = make_problem(fields);
	keep((struct made){.problem = problem});
	return problem;
}

static void open_in(const char *directory, bool builds_nothing)
{
	const superflip_session_options options = {
		.size = sizeof options, .directory = directory, .n_threads = 2, .builds_nothing = builds_nothing,
	};
	must(superflip_session_open(&options, &session, &last_error));
}

void build(const char *heuristic, const char *metric)
{
	char fields[60];
	snprintf(fields, sizeof fields, "heuristic=%s;metric=%s", heuristic, metric);
	must(superflip_tables_build(session, problem_of(fields), 0, NULL, NULL, &last_error));
}

void open_korf(void)
{
	open_in(shared_table_directory(), false);
	build("korf", "htm");
}

void close_korf(void)
{
	free_made();
	superflip_session_close(session);
}

void open_own(void)
{
	scratch_make(own_directory);
	open_in(own_directory, true);
}

void close_own(void)
{
	close_korf();
	scratch_remove(own_directory);
}

superflip_needs needs_of(const char *fields, const superflip_cube *cube)
{
	superflip_needs needs = {.size = sizeof needs};
	must(superflip_session_measure(session, problem_of(fields), cube, &needs, &last_error));
	return needs;
}

superflip_verdict verdict_of(superflip_problem *problem, const superflip_cube *cube, const char *solution)
{
	superflip_verdict verdict = {.size = sizeof verdict};
	must(superflip_problem_verify(problem, cube, solution, &verdict, &last_error));
	return verdict;
}

superflip_result *result_of(const char *fields, const superflip_cube *cube)
{
	superflip_problem *const problem = problem_of(fields);
	superflip_result *result = NULL;
	superflip_solution s;
	must(superflip_solve(session, problem, cube, &result, &last_error));
	for (uint64_t i = 0; superflip_result_solution(result, i, &s); i++) {
		char text[3 * SUPERFLIP_MAX_MOVES + 1];
		superflip_moves_write(s.moves, s.n_moves, 0, text, sizeof text);
		const superflip_verdict verdict = verdict_of(problem, cube, text);
		cr_expect(verdict.solves && verdict.is_permitted && verdict.length == s.length,
		          "%s: solution %lu, %s, of length %u", fields, i, text, s.length);
	}
	keep((struct made){.result = result});
	return result;
}

superflip_result *solve(const char *fields, const char *scramble)
{
	return result_of(fields, cube_of(scramble));
}

superflip_job *start(const char *fields, const char *scramble, const superflip_job_options *options)
{
	superflip_problem *const problem = make_problem(fields);
	superflip_cube *const cube = make_cube(SUPERFLIP_3X3, scramble, 0);
	superflip_job *job = NULL;
	must(superflip_job_start(session, problem, cube, options, &job, &last_error));
	superflip_problem_free(problem);
	superflip_cube_free(cube);
	return job;
}

superflip_result *next_of(superflip_job *job)
{
	superflip_result *result = NULL;
	const superflip_status status = superflip_job_next(job, -1, &result);
	cr_assert(status == SUPERFLIP_OK || status == SUPERFLIP_END);
	keep((struct made){.result = result});
	return result;
}

superflip_progress progress_of(superflip_job *job)
{
	superflip_progress progress = {.size = sizeof progress};
	superflip_job_progress(job, &progress);
	return progress;
}
