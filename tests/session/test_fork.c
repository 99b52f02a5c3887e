/* A forked child: the threads of its parent's solvers do not exist there. */
#include "session/fixture.h"

#include "support/test.h"
#include <sys/wait.h>
#include <unistd.h>

struct work {
	superflip_tables *tables;
	superflip_solver *solver;
	superflip_cube *cube;
	superflip_job *job;
	superflip_stream *stream;
};

/* A job and a stream, both busy with a cube that takes years. */
static struct work begin(void)
{
	struct work w = {.tables = tables_of("korf", SUPERFLIP_HTM), .cube = cube_of(superflip_position)};
	superflip_solver_options options;
	superflip_solver_options_init(&options);
	options.n_threads = 2;
	w.solver = solver_by(&options, w.tables);
	cr_assert_eq(superflip_job_start(w.solver, w.cube, NULL, &w.job, NULL), SUPERFLIP_OK);
	cr_assert_eq(superflip_stream_open(w.solver, NULL, NULL, &w.stream, NULL), SUPERFLIP_OK);
	cr_assert_eq(superflip_stream_add(w.stream, 1, w.cube, -1, NULL), SUPERFLIP_OK);
	superflip_job_wait_change(w.job, 0, -1);
	return w;
}

static void end(struct work *w)
{
	superflip_job_free(w->job);
	superflip_stream_free(w->stream);
	superflip_solver_free(w->solver);
	superflip_tables_close(w->tables);
	superflip_cube_free(w->cube);
}

/* How often a call of the child was not refused. */
static unsigned use_solver(struct work *w)
{
	superflip_job *job;
	superflip_stream *stream;
	superflip_result *result;
	superflip_error error = {.status = SUPERFLIP_OK};
	unsigned n_wrong = superflip_job_start(w->solver, w->cube, NULL, &job, &error) != SUPERFLIP_FORKED;
	n_wrong += error.status != SUPERFLIP_FORKED || error.text[0] == '\0';
	n_wrong += superflip_solve(w->solver, w->cube, NULL, &result, NULL) != SUPERFLIP_FORKED;
	n_wrong += superflip_stream_open(w->solver, NULL, NULL, &stream, NULL) != SUPERFLIP_FORKED;
	return n_wrong;
}

static unsigned use_job(superflip_job *job)
{
	superflip_iteration iteration;
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	unsigned n_moves;
	superflip_progress progress;
	superflip_progress_init(&progress);
	superflip_job_progress(job, &progress);
	superflip_job_cancel(job);
	unsigned n_wrong = progress.has_begun || progress.is_done || superflip_job_result(job) != NULL;
	n_wrong += superflip_job_wait(job, -1) != SUPERFLIP_FORKED;
	n_wrong += superflip_job_wait_change(job, 0, -1) != SUPERFLIP_FORKED;
	n_wrong += superflip_job_iteration(job, 0, &iteration) != SUPERFLIP_FORKED;
	n_wrong += superflip_job_solution(job, 0, moves, &n_moves, NULL) != SUPERFLIP_FORKED;
	return n_wrong;
}

static unsigned use_stream(superflip_stream *stream, const superflip_cube *cube)
{
	superflip_result *result;
	superflip_iteration iteration;
	uint64_t id;
	superflip_progress progress;
	superflip_progress_init(&progress);
	superflip_stream_progress(stream, &progress);
	superflip_stream_finish(stream);
	superflip_stream_cancel(stream);
	unsigned n_wrong = progress.has_begun || progress.is_done;
	n_wrong += superflip_stream_add(stream, 2, cube, -1, NULL) != SUPERFLIP_FORKED;
	n_wrong += superflip_stream_pass(stream, 2, cube, NULL) != SUPERFLIP_FORKED;
	n_wrong += superflip_stream_next(stream, -1, &result) != SUPERFLIP_FORKED;
	n_wrong += superflip_stream_iteration(stream, &id, &iteration) != SUPERFLIP_FORKED;
	return n_wrong;
}

#ifdef __SANITIZE_THREAD__
enum { CHILD_HAS_THREADS = 0 };  /* ThreadSanitizer ends a forked child that starts one */
#else
enum { CHILD_HAS_THREADS = 1 };
#endif

/* A solver of the child's own, with its parent's tables. */
static unsigned solve_anew(superflip_tables *tables)
{
	superflip_solver *solver;
	superflip_result *result;
	superflip_cube *cube;
	if (superflip_solver_create(NULL, tables, &solver, NULL) != SUPERFLIP_OK
	    || superflip_cube_parse(SUPERFLIP_3X3, "R U R' U'", 0, &cube, NULL) != SUPERFLIP_OK
	    || superflip_solve(solver, cube, NULL, &result, NULL) != SUPERFLIP_OK)
		return 1;
	const unsigned n_wrong = result->length != 4 || !result->is_optimal;
	superflip_result_free(result);
	superflip_cube_free(cube);
	superflip_solver_free(solver);
	return n_wrong;
}

/* The status of the child; one that hangs is ended by its alarm. */
static int in_child(unsigned (*use)(struct work *), struct work *w)
{
	const pid_t child = fork();
	cr_assert_geq(child, 0);
	if (child == 0) {
		alarm(60);
		_exit((int)use(w));
	}
	int status = -1;
	waitpid(child, &status, 0);
	return status;
}

static unsigned use_all(struct work *w)
{
	return use_solver(w) + use_job(w->job) + use_stream(w->stream, w->cube);
}

static unsigned solve_and_end(struct work *w)
{
	/* An emulator's own threads are not there in a child, so that threads of the child's may not begin. */
	const bool has_threads = CHILD_HAS_THREADS && getenv("SUPERFLIP_EMULATED") == NULL;
	const unsigned n_wrong = has_threads ? solve_anew(w->tables) : 0;
	end(w);
	return n_wrong;
}

Test(api_fork, a_child_is_told_whose_handles_it_has)
{
	struct work w = begin();
	cr_expect_eq(in_child(use_all, &w), 0);
	cr_expect_eq(superflip_job_wait(w.job, 0), SUPERFLIP_TIMEOUT, "the parent goes on");
	end(&w);
}

Test(api_fork, a_child_solves_by_itself_and_frees_what_it_has)
{
	struct work w = begin();
	for (unsigned i = 0; i < 8; i++)  /* the threads are stopped here and there */
		cr_expect_eq(in_child(solve_and_end, &w), 0);
	end(&w);
}
