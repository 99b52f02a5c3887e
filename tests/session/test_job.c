/* Jobs of one cube: progress, cancelling, solutions as they come, and what outlives what. */
#include "session/fixture.h"

#include <stdatomic.h>

TestSuite(api_job, .init = open_korf, .fini = close_korf);

/* Wait for some iterations of a search that will not end by itself. */
static void await_iterations(superflip_job *job, unsigned n)
{
	superflip_progress progress = progress_of(job);
	while (progress.n_iterations < n && !progress.is_done) {
		superflip_job_wait(job, progress.n_changes, -1);
		progress = progress_of(job);
	}
}

static void expect_length(superflip_job *job, unsigned length)
{
	must(superflip_job_wait(job, UINT64_MAX, -1));
	cr_expect_eq(superflip_job_result(job)->length, length);
}

Test(api_job, a_cancelled_job_ends_with_the_bound_it_has_proved)
{
	superflip_job *const job = start(KORF, superflip_position, NULL);
	uint64_t i = 0, id = 1;
	cr_expect_eq(superflip_job_wait(job, UINT64_MAX, 0), SUPERFLIP_TIMEOUT);
	cr_expect_null(superflip_job_result(job));
	await_iterations(job, 2);
	const superflip_progress progress = progress_of(job);
	cr_expect(progress.has_begun && !progress.is_done && progress.n_threads == 2);
	cr_expect_str_eq(progress.stage, "searching");
	cr_expect_str_eq(progress.heuristic, "korf");
	cr_expect_gt(progress.lower_bound, 8u);
	superflip_iteration first, second;
	must(superflip_job_iteration(job, &i, &id, &first));
	must(superflip_job_iteration(job, &i, NULL, &second));
	cr_expect(i == 2 && id == 0);
	cr_expect_eq(second.threshold, first.threshold + 1);
	cr_expect_gt(second.n_generated, first.n_generated);
	cr_expect(first.is_complete);
	i = 40;
	cr_expect_eq(superflip_job_iteration(job, &i, NULL, &first), SUPERFLIP_TIMEOUT);
	superflip_job_cancel(job);
	must(superflip_job_wait(job, UINT64_MAX, -1));
	const superflip_result *const result = superflip_job_result(job);
	cr_assert_not_null(result);
	cr_expect_eq(result->outcome, SUPERFLIP_STOPPED);
	cr_expect_eq(result->id, 0u);
	cr_expect_geq(result->lower_bound, second.threshold + 1);
	cr_expect_geq(result->n_iterations, 2u);
	cr_expect_eq(superflip_job_iteration(job, &i, NULL, &first), SUPERFLIP_END);
	superflip_job_free(job);
}

Test(api_job, one_is_cancelled_and_the_others_go_on)
{
	superflip_job *const hard = start(KORF, superflip_position, NULL), *jobs[N_EASY];
	for (unsigned i = 0; i < N_EASY; i++)
		jobs[i] = start(KORF, easy[i], NULL);
	superflip_job_cancel(jobs[N_EASY - 1]);  /* perhaps still in the queue, perhaps done */
	for (unsigned i = 0; i + 1 < N_EASY; i++)
		expect_length(jobs[i], easy_length[i]);  /* a new job begins while a hard one is searched */
	must(superflip_job_wait(jobs[N_EASY - 1], UINT64_MAX, -1));
	cr_expect_eq(superflip_job_wait(hard, UINT64_MAX, 0), SUPERFLIP_TIMEOUT);
	for (unsigned i = 0; i < N_EASY; i++)
		superflip_job_free(jobs[i]);
	superflip_job_free(hard);  /* while it runs */
	superflip_job *const after = start(KORF, "R U", NULL);
	expect_length(after, 2);
	superflip_job_free(after);
}

Test(api_job, two_problems_of_a_session_are_solved_beside_each_other)
{
	superflip_job *const hard = start(KORF, superflip_position, NULL), *const few = start(KORF "moves=U R",
	                                                                                      "R U R'", NULL);
	superflip_job *const limited = start(KORF "max=2", "R U R'", NULL);
	expect_length(few, 3);
	expect_length(limited, 0);
	superflip_job_free(few);
	superflip_job_free(limited);
	superflip_job_free(hard);
}

/* More problems than a session keeps solvers of. */
Test(api_job, results_stay_when_the_session_drops_their_solver)
{
	const superflip_cube *const pocket = cube_with(SUPERFLIP_2X2, "R U F", 0);
	superflip_job *const first = start(KORF, "R U F", NULL);
	expect_length(first, 3);
	result_of("puzzle=2x2", pocket);
	result_of("puzzle=2x2;metric=qtm", pocket);
	for (unsigned i = 0; superflip_method_at(i) != NULL; i++) {
		const superflip_method *const m = superflip_method_at(i);
		char fields[60];
		snprintf(fields, sizeof fields, "method=%s", m->name);
		if (!m->is_hopeless && !m->takes_tables && !m->takes_steps && !m->is_optimal)
			solve(fields, "R U F");
	}
	const superflip_progress progress = progress_of(first);
	cr_expect(progress.is_done && progress.lower_bound == 3);
	cr_expect_str_eq(progress.heuristic, "korf");
	cr_expect(next_of(first) != NULL && next_of(first) == NULL);
	must(superflip_job_wait(first, UINT64_MAX, 60));
	superflip_job_free(first);
}

Test(api_job, jobs_outlive_their_session)
{
	superflip_job *const running = start(KORF, superflip_position, NULL), *jobs[20];
	await_iterations(running, 1);
	for (unsigned i = 0; i < 20; i++)
		jobs[i] = start(KORF, superflip_position, NULL);
	superflip_job_free(jobs[19]);
	superflip_session_close(session);
	session = NULL;
	jobs[19] = running;
	for (unsigned i = 0; i < 20; i++) {
		must(superflip_job_wait(jobs[i], UINT64_MAX, 0));
		cr_expect_eq(superflip_job_result(jobs[i])->outcome, SUPERFLIP_STOPPED);
		cr_expect(progress_of(jobs[i]).is_done);
		superflip_job_free(jobs[i]);
	}
}

/* The solutions of a job, as they come, are those of its result. */
static void expect_same_solutions(const char *fields, const char *text)
{
	superflip_job *const job = start(fields, text, NULL);
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	superflip_solution s, other;
	uint64_t n = 0;
	for (superflip_status status; (status = superflip_job_solution(job, n, moves, &s)) != SUPERFLIP_END;)
		if (status == SUPERFLIP_OK)
			n++;
		else
			superflip_job_wait(job, progress_of(job).n_changes, 0.01);
	const superflip_result *const result = superflip_job_result(job);
	cr_assert_not_null(result);
	cr_expect_eq(n, result->n_solutions, "'%s': %lu came, %lu there are", text, n, result->n_solutions);
	for (uint64_t i = 0; i < n; i++) {
		bool is_there = false;
		must(superflip_job_solution(job, i, moves, &s));
		for (uint64_t k = 0; !is_there && superflip_result_solution(result, k, &other); k++)
			is_there = s.n_moves == other.n_moves && s.length == other.length
			           && memcmp(s.moves, other.moves, s.n_moves) == 0;
		cr_expect(is_there && s.moves == moves, "'%s': solution %lu", text, i);
	}
	superflip_job_free(job);
}

Test(api_job, solutions_come_as_they_are_found)
{
	expect_same_solutions(KORF "solutions=all;over=1", "R U F D L2");
	expect_same_solutions(KORF "solutions=all;over=1", "R2 L2 U2 D2");  /* which symmetries leave as it is */
	expect_same_solutions(KORF "solutions=all;deterministic=yes", "R U F D L2");
}

/* How often a job was told of, and after how many times it does not want to be any more. */
struct listener { _Atomic unsigned n, most; };

static bool listen(void *context, const superflip_progress *progress)
{
	struct listener *const l = context;
	return atomic_fetch_add(&l->n, 1) + 1 < l->most && progress->size == sizeof *progress;
}

Test(api_job, every_change_is_notified_until_the_job_is_freed_or_cancelled_by_it)
{
	struct listener l = {.most = 1000};
	const superflip_job_options *const options = OPTIONS(.notify = listen, .notify_context = &l);
	superflip_job *job = start(KORF, "R U F D", options);
	expect_length(job, 4);
	const superflip_progress progress = progress_of(job);
	cr_expect_eq(l.n, progress.n_changes, "%u of %lu", l.n, progress.n_changes);
	cr_expect_geq(progress.n_changes, 3u, "begin, iterations, end");
	superflip_job_free(job);
	job = start(KORF, superflip_position, options);
	superflip_job_free(job);
	const unsigned n_at_end = l.n;
	job = start(KORF, "R", NULL);
	expect_length(job, 1);
	cr_expect_eq(l.n, n_at_end);
	superflip_job_free(job);
	for (l.most = 1; l.most < 4; l.most++) {
		l.n = 0;
		job = start(KORF, superflip_position, options);
		must(superflip_job_wait(job, UINT64_MAX, -1));
		cr_expect_eq(superflip_job_result(job)->outcome, SUPERFLIP_STOPPED);
		superflip_job_free(job);
	}
}
