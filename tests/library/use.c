/* What a new user of the library writes from its header alone: two threads with one session, ten cubes, one
 * cancelled, progress read, everything freed.  tests/build/library.bats runs it as it is, under valgrind, and
 * with ThreadSanitizer.
 *     use DIRECTORY        (of tables, which are built if they are missing) */
#include <superflip.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const scrambles[] = {
	"R",
	"R U2",
	"R U R'",
	"R U R' U'",
	"R2 L2 U2 D2",
	"F R U R' U' F'",
	"R U F D L",
	"R2 U F2 D' B L2",
	"U2 R' F2 L D",
	"L F",
};
enum { N_SCRAMBLES = sizeof scrambles / sizeof *scrambles };
static const unsigned length[N_SCRAMBLES] = {1, 2, 3, 4, 4, 6, 5, 6, 5, 2};

static superflip_session *session;
static superflip_problem *problem;

static void check(superflip_status status, const superflip_error *error)
{
	if (status == SUPERFLIP_OK)
		return;
	fprintf(stderr, "%s: %s\n", superflip_status_text(status), error->text);
	exit(1);
}

static void expect(bool is_right, const char *what)
{
	if (is_right)
		return;
	fprintf(stderr, "not so: %s\n", what);
	exit(1);
}

static superflip_job *start(const char *scramble)
{
	superflip_error error;
	superflip_cube *cube;
	superflip_job *job;
	check(superflip_cube_parse(SUPERFLIP_3X3, scramble, 0, &cube, &error), &error);
	check(superflip_job_start(session, problem, cube, NULL, &job, &error), &error);
	superflip_cube_free(cube);
	return job;
}

/* Ten cubes beside one that takes too long and is cancelled. */
static void *solve_ten(void *context)
{
	superflip_progress progress = {.size = sizeof progress};
	superflip_job *jobs[N_SCRAMBLES];
	superflip_job *const hard = start("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
	for (unsigned i = 0; i < N_SCRAMBLES; i++)
		jobs[i] = start(scrambles[i]);
	for (unsigned i = 0; i < N_SCRAMBLES; i++) {
		superflip_job_wait(jobs[i], UINT64_MAX, -1);
		const superflip_result *const result = superflip_job_result(jobs[i]);
		expect(result != NULL && result->is_optimal && result->length == length[i], scrambles[i]);
		superflip_job_free(jobs[i]);
	}
	superflip_job_progress(hard, &progress);
	expect(progress.has_begun && !progress.is_done, "the hard cube is in work");
	superflip_job_cancel(hard);
	superflip_job_wait(hard, UINT64_MAX, -1);
	expect(superflip_job_result(hard)->outcome == SUPERFLIP_STOPPED, "the hard cube was cancelled");
	superflip_job_free(hard);
	superflip_job_free(start(scrambles[0]));  /* freed while it is in work */
	return context;
}

int main(int argc, char **argv)
{
	superflip_session_options options = {
		.size = sizeof options, .directory = argc > 1 ? argv[1] : NULL, .n_threads = 2};
	superflip_error error;
	pthread_t threads[2];
	check(superflip_session_open(&options, &session, &error), &error);
	check(superflip_problem_create(&problem, &error), &error);
	check(superflip_problem_set(problem, "heuristic", "korf", &error), &error);
	check(superflip_tables_build(session, problem, 0, NULL, NULL, &error), &error);
	for (unsigned i = 0; i < 2; i++)
		expect(pthread_create(&threads[i], NULL, solve_ten, NULL) == 0, "threads can be started");
	for (unsigned i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	superflip_problem_free(problem);
	superflip_session_close(session);
	puts("all well");
	return 0;
}
