#include "session/fixture.h"

#include "support/test.h"
#include <stdatomic.h>

static superflip_job *start(superflip_solver *solver, const char *text, const superflip_request *request)
{
	superflip_cube *const cube = cube_of(text);
	superflip_job *job = NULL;
	superflip_error error = {.text = ""};
	cr_assert_eq(superflip_job_start(solver, cube, request, &job, &error), SUPERFLIP_OK, "%s", error.text);
	superflip_cube_free(cube);
	return job;
}

static superflip_progress progress_of(superflip_job *job)
{
	superflip_progress progress;
	superflip_progress_init(&progress);
	superflip_job_progress(job, &progress);
	return progress;
}

/* Wait for some iterations of a search that will not end by itself. */
static void await_iterations(superflip_job *job, unsigned n)
{
	superflip_progress progress = progress_of(job);
	while (progress.n_iterations < n && !progress.is_done) {
		superflip_job_wait_change(job, progress.n_changes, -1);
		progress = progress_of(job);
	}
}

Test(api_job, a_cancelled_job_ends_with_the_bound_it_has_proved, .init = open_korf, .fini = close_korf)
{
	superflip_job *const job = start(korf, superflip_position, NULL);
	cr_expect_eq(superflip_job_wait(job, 0), SUPERFLIP_TIMEOUT);
	cr_expect_null(superflip_job_result(job));
	await_iterations(job, 2);
	const superflip_progress progress = progress_of(job);
	cr_expect(progress.has_begun);
	cr_expect_not(progress.is_done);
	cr_expect_gt(progress.lower_bound, 8u);
	superflip_iteration first, second;
	cr_assert_eq(superflip_job_iteration(job, 0, &first), SUPERFLIP_OK);
	cr_assert_eq(superflip_job_iteration(job, 1, &second), SUPERFLIP_OK);
	cr_expect_eq(second.threshold, first.threshold + 1);
	cr_expect_gt(second.n_generated, first.n_generated);
	cr_expect(first.is_complete);
	superflip_job_cancel(job);
	cr_assert_eq(superflip_job_wait(job, -1), SUPERFLIP_OK);
	const superflip_result *const result = superflip_job_result(job);
	cr_assert_not_null(result);
	cr_expect_eq(result->outcome, SUPERFLIP_STOPPED);
	cr_expect_geq(result->lower_bound, second.threshold + 1);
	cr_expect_geq(result->n_iterations, 2u);
	cr_expect_eq(superflip_job_iteration(job, 40, &first), SUPERFLIP_END);
	superflip_job_free(job);
}

Test(api_job, one_is_cancelled_and_the_others_go_on, .init = open_korf, .fini = close_korf)
{
	superflip_job *const hard = start(korf, superflip_position, NULL);
	superflip_job *jobs[N_EASY];
	for (unsigned i = 0; i < N_EASY; i++)
		jobs[i] = start(korf, easy[i], NULL);
	superflip_job_cancel(jobs[N_EASY - 1]);  /* perhaps still in the queue, perhaps done */
	for (unsigned i = 0; i + 1 < N_EASY; i++) {
		cr_assert_eq(superflip_job_wait(jobs[i], -1), SUPERFLIP_OK, "a new job begins while a hard one is searched");
		cr_expect_eq(superflip_job_result(jobs[i])->length, easy_length[i]);
	}
	cr_assert_eq(superflip_job_wait(jobs[N_EASY - 1], -1), SUPERFLIP_OK);
	cr_expect_eq(superflip_job_wait(hard, 0), SUPERFLIP_TIMEOUT);
	for (unsigned i = 0; i < N_EASY; i++)
		superflip_job_free(jobs[i]);
	superflip_job_free(hard);  /* while it runs */
	superflip_job *const after = start(korf, "R U", NULL);
	cr_assert_eq(superflip_job_wait(after, -1), SUPERFLIP_OK);
	cr_expect_eq(superflip_job_result(after)->length, 2u);
	superflip_job_free(after);
}

Test(api_job, jobs_outlive_their_solver, .init = open_korf, .fini = close_korf)
{
	superflip_job *const running = start(korf, superflip_position, NULL), *jobs[20];
	await_iterations(running, 1);
	for (unsigned i = 0; i < 20; i++)
		jobs[i] = start(korf, superflip_position, NULL);
	superflip_solver_free(korf);
	korf = NULL;
	cr_assert_eq(superflip_job_wait(running, 0), SUPERFLIP_OK);
	cr_expect_eq(superflip_job_result(running)->outcome, SUPERFLIP_STOPPED);
	for (unsigned i = 0; i < 20; i++) {
		cr_assert_eq(superflip_job_wait(jobs[i], 0), SUPERFLIP_OK);
		cr_expect_eq(superflip_job_result(jobs[i])->outcome, SUPERFLIP_STOPPED);
		superflip_job_free(jobs[i]);
	}
	superflip_job_free(running);
}

/* The solutions of a job, as they come, are those of its result. */
static void expect_same_solutions(superflip_solver *solver, const char *text)
{
	superflip_request request;
	superflip_request_init(&request);
	request.n_solutions = SUPERFLIP_ALL;
	request.over_optimal = 1;
	superflip_job *const job = start(solver, text, &request);
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	unsigned n_moves, length;
	uint64_t n = 0;
	for (superflip_status status; (status = superflip_job_solution(job, n, moves, &n_moves, NULL)) != SUPERFLIP_END;)
		if (status == SUPERFLIP_OK)
			n++;
		else
			superflip_job_wait_change(job, progress_of(job).n_changes, 0.01);
	const superflip_result *const result = superflip_job_result(job);
	cr_assert_not_null(result);
	cr_expect_eq(n, result->n_solutions, "'%s': %lu came, %lu there are", text, n, result->n_solutions);
	for (uint64_t i = 0; i < n; i++) {
		bool is_there = false;
		cr_assert_eq(superflip_job_solution(job, i, moves, &n_moves, &length), SUPERFLIP_OK);
		for (uint64_t k = 0; k < result->n_solutions && !is_there; k++) {
			unsigned n_other, other_length;
			const uint8_t *const other = superflip_result_solution(result, k, &n_other, &other_length, NULL);
			is_there = n_other == n_moves && other_length == length && memcmp(other, moves, n_moves) == 0;
		}
		cr_expect(is_there, "'%s': solution %lu", text, i);
	}
	superflip_job_free(job);
}

Test(api_job, solutions_come_as_they_are_found, .init = open_korf, .fini = close_korf)
{
	expect_same_solutions(korf, "R U F D L2");
	expect_same_solutions(korf, "R2 L2 U2 D2");  /* which symmetries leave as it is */
}

static void count(void *context)
{
	atomic_fetch_add((_Atomic unsigned *)context, 1);
}

Test(api_job, every_change_is_notified_until_the_job_is_freed, .init = open_korf, .fini = close_korf)
{
	_Atomic unsigned n = 0;
	superflip_request request;
	superflip_request_init(&request);
	request.notify = count;
	request.notify_context = &n;
	superflip_job *job = start(korf, "R U F D", &request);
	superflip_job_wait(job, -1);
	const superflip_progress progress = progress_of(job);
	cr_expect_eq(atomic_load(&n), progress.n_changes, "%u of %lu", atomic_load(&n), progress.n_changes);
	cr_expect_geq(progress.n_changes, 3u, "begin, iterations, end");
	superflip_job_free(job);
	job = start(korf, superflip_position, &request);
	superflip_job_free(job);
	const unsigned n_at_end = atomic_load(&n);
	job = start(korf, "R", NULL);
	superflip_job_wait(job, -1);
	cr_expect_eq(atomic_load(&n), n_at_end);
	superflip_job_free(job);
}
