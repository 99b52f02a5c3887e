/* A forked child: the threads of its parent's sessions do not exist there. */
#include "session/fixture.h"

#include "support/tables.h"
#include <sys/wait.h>

static superflip_problem *problem;
static superflip_cube *cube;
static superflip_tables *tables;
static superflip_job *job, *list;

/* A job and a list, both busy with a cube that takes years. */
static void begin(void)
{
	open_korf();
	problem = problem_of(KORF);
	cube = cube_of(superflip_position);
	job = start(KORF, superflip_position, NULL);
	must(superflip_tables_open(session, problem, NULL, NULL, NULL, &tables, NULL));
	must(superflip_job_open(session, problem, NULL, NULL, &list, NULL));
	must(superflip_job_add(list, 1, cube, -1, NULL));
	superflip_job_wait(job, 0, -1);
}

static void end(void)
{
	superflip_job_free(job);
	superflip_job_free(list);
	superflip_tables_close(tables);
	close_korf();
}

TestSuite(api_fork, .init = begin, .fini = end);

/* How often a call of the child was not refused. */
static unsigned use_session(void)
{
	superflip_job *made;
	superflip_result *result;
	superflip_tables *opened;
	superflip_catalogue *catalogue;
	superflip_needs needs = {.size = sizeof needs};
	const superflip_status statuses[] = {
		superflip_job_start(session, problem, cube, NULL, &made, &last_error),
		superflip_job_open(session, problem, NULL, NULL, &made, NULL),
		superflip_solve(session, problem, cube, &result, NULL),
		superflip_session_prepare(session, problem, cube, NULL, NULL, NULL),
		superflip_session_measure(session, problem, cube, &needs, NULL),
		superflip_tables_open(session, problem, NULL, NULL, NULL, &opened, NULL),
		superflip_tables_build(session, problem, 0, NULL, NULL, NULL),
		superflip_tables_verify(session, problem, NULL, NULL, NULL),
		superflip_catalogue_make(session, SUPERFLIP_HTM, false, &catalogue, NULL),
	};
	unsigned n_wrong = last_error.status != SUPERFLIP_FORKED || last_error.text[0] == '\0';
	array_foreach(row, statuses)
		n_wrong += *row != SUPERFLIP_FORKED;
	return n_wrong;
}

static unsigned use_job(superflip_job *of_parent)
{
	superflip_iteration iteration;
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	superflip_solution solution;
	superflip_result *result;
	uint64_t i = 0;
	const superflip_progress progress = progress_of(of_parent);
	superflip_job_finish(of_parent);
	superflip_job_cancel(of_parent);
	unsigned n_wrong = progress.has_begun || progress.is_done || superflip_job_result(of_parent) != NULL;
	const superflip_status statuses[] = {
		superflip_job_wait(of_parent, UINT64_MAX, -1), superflip_job_wait(of_parent, 0, -1),
		superflip_job_iteration(of_parent, &i, NULL, &iteration),
		superflip_job_solution(of_parent, 0, moves, &solution), superflip_job_next(of_parent, -1, &result),
		superflip_job_add(of_parent, 2, cube, -1, NULL), superflip_job_pass(of_parent, 2, cube, NULL),
	};
	array_foreach(row, statuses)
		n_wrong += *row != SUPERFLIP_FORKED;
	return n_wrong;
}

/* The status of the child; one that hangs is ended by its alarm. */
static int in_child(unsigned (*use)(void))
{
	const pid_t child = fork();
	cr_assert_geq(child, 0);
	if (child == 0) {
		alarm(60);
		_exit((int)use());
	}
	int status = -1;
	waitpid(child, &status, 0);
	return status;
}

static unsigned use_all(void)
{
	return use_session() + use_job(job) + use_job(list);
}

#ifdef __SANITIZE_THREAD__
enum { CHILD_HAS_THREADS = 0 };  /* ThreadSanitizer ends a forked child that starts one */
#else
enum { CHILD_HAS_THREADS = 1 };
#endif

/* A session of the child's own; cube, problem and tables are those of its parent. */
static unsigned solve_and_end(void)
{
	const superflip_session_options options = {.size = sizeof options, .directory = shared_table_directory()};
	superflip_session *own;
	superflip_result *result;
	superflip_cube *easy_cube;
	unsigned n_wrong = superflip_tables_bound(tables, cube) < 8;
	/* An emulator's own threads are not there in a child, so that threads of the child's may not begin. */
	if (CHILD_HAS_THREADS && getenv("SUPERFLIP_EMULATED") == NULL) {
		if (superflip_session_open(&options, &own, NULL) != SUPERFLIP_OK
		    || superflip_cube_parse(SUPERFLIP_3X3, "R U R' U'", 0, &easy_cube, NULL) != SUPERFLIP_OK
		    || superflip_solve(own, problem, easy_cube, &result, NULL) != SUPERFLIP_OK)
			return 1;
		n_wrong += result->length != 4 || !result->is_optimal;
		superflip_result_free(result);
		superflip_cube_free(easy_cube);
		superflip_session_close(own);
	}
	end();
	return n_wrong;
}

Test(api_fork, a_child_is_told_whose_handles_it_has)
{
	cr_expect_eq(in_child(use_all), 0);
	cr_expect_eq(superflip_job_wait(job, UINT64_MAX, 0), SUPERFLIP_TIMEOUT, "the parent goes on");
}

Test(api_fork, a_child_solves_by_itself_and_frees_what_it_has)
{
	for (unsigned i = 0; i < 8; i++)  /* the threads are stopped here and there */
		cr_expect_eq(in_child(solve_and_end), 0);
}
