/* Jobs that are lists: order, window, duplicates, iterations, cancelling. */
#include "session/fixture.h"

TestSuite(api_list, .init = open_korf, .fini = close_korf);

static superflip_job *open_list(const char *fields, const superflip_job_options *options)
{
	superflip_job *list = NULL;
	must(superflip_job_open(session, problem_of(fields), NULL, options, &list, &last_error));
	free_made();
	return list;
}

static superflip_job *open_by(unsigned window, bool finds_duplicates)
{
	return open_list(KORF, OPTIONS(.window = window, .finds_duplicates = finds_duplicates));
}

/* Cube number i of a list: one of the easy ones after some turns of U. */
static superflip_cube *cube_number(uint64_t i)
{
	char text[64];
	static const char *const turns[] = {"", " U", " U2", " U'"};
	snprintf(text, sizeof text, "%s%s", easy[i % N_EASY], turns[i / N_EASY % 4]);
	return cube_of(text);
}

static bool is_solved_by(const superflip_cube *cube, const superflip_result *result)
{
	superflip_solution s;
	cr_assert(superflip_result_solution(result, 0, &s));
	return superflip_cube_facts(cube_turned(cube, s.moves, s.n_moves)).is_solved;
}

/* Add as much as there is room for, and take as much as there is.  @return how many were duplicates */
static uint64_t run_through(superflip_job *list, uint64_t n, unsigned window)
{
	uint64_t n_added = 0, n_taken = 0, n_duplicates = 0;
	for (const superflip_result *result; n_added < n || n_taken < n;) {
		superflip_status status = SUPERFLIP_OK;
		while (n_added < n && (status = superflip_job_add(list, 10 * (n_added + 1), cube_number(n_added), 0,
		                                                  NULL)) == SUPERFLIP_OK) {
			cr_assert_leq(++n_added - n_taken, window);
			free_made();  /* the list keeps copies */
		}
		cr_assert(status == SUPERFLIP_OK || status == SUPERFLIP_FULL);
		if (n_added == n)
			superflip_job_finish(list);
		cr_assert_not_null(result = next_of(list));
		cr_expect_eq(result->id, 10 * ++n_taken, "in order");
		cr_expect(result->is_optimal && is_solved_by(cube_number(n_taken - 1), result), "cube %lu", n_taken);
		n_duplicates += result->duplicate_of != 0;
	}
	cr_expect_null(next_of(list));
	return n_duplicates;
}

Test(api_list, many_cubes_come_out_in_order_through_a_small_window)
{
	superflip_job *const list = open_by(7, false);
	cr_expect_eq(run_through(list, 300, 7), 0u);
	const superflip_progress progress = progress_of(list);
	cr_expect(progress.is_done && progress.n_added == 300 && progress.n_done == 300);
	cr_expect_gt(progress.n_generated, 300u);
	superflip_iteration iteration;
	uint64_t i = 0, id = 0, last_id = 0;
	superflip_status status;
	for (; (status = superflip_job_iteration(list, &i, &id, &iteration)) == SUPERFLIP_OK; last_id = id)
		cr_expect(id % 10 == 0 && id + 10 * 7 > last_id, "of cubes in the window: %lu after %lu", id,
		          last_id);
	cr_expect_eq(status, SUPERFLIP_END);
	cr_expect(i > 100 && i == progress.n_iterations);
	superflip_job_free(list);
}

Test(api_list, brief_iterations_are_dropped_on_request_and_results_keep_all_of_theirs)
{
	superflip_job *const list = open_list(KORF, OPTIONS(.drops_brief_iterations = true));
	superflip_iteration iteration;
	must(superflip_job_add(list, 1, cube_number(1), -1, NULL));
	const superflip_result *const result = next_of(list);
	cr_expect_gt(result->n_iterations, 0u);
	uint64_t n_told = 0, n_long = 0;
	while (superflip_job_iteration(list, &n_told, NULL, &iteration) == SUPERFLIP_OK)
		cr_expect_geq(iteration.seconds, 1e-3);
	for (unsigned i = 0; superflip_result_iteration(result, i) != NULL; i++)
		n_long += superflip_result_iteration(result, i)->seconds >= 1e-3;
	cr_expect_eq(n_told, n_long);
	superflip_job_free(list);
}

Test(api_list, duplicates_take_the_answer_of_the_first)
{
	superflip_job *const list = open_by(50, true);
	const uint64_t n_duplicates = run_through(list, 200, 50);
	cr_expect_geq(n_duplicates, 160u, "40 different cubes, some of them equal up to symmetry: %lu",
	              n_duplicates);
	superflip_job_free(list);
}

Test(api_list, a_cube_that_was_passed_is_what_later_ones_are_duplicates_of)
{
	superflip_job *const list = open_by(5, true);
	superflip_cube *const cube = cube_of("R U F D L"), *const image = cube_of("L' U' F' D' R'");
	superflip_result *result;
	must(superflip_job_pass(list, 3, cube, NULL));
	cr_expect_eq(superflip_job_add(list, 3, image, 0, NULL), SUPERFLIP_BAD_ARGUMENT,
	             "the id was there before");
	must(superflip_job_add(list, 4, image, 0, NULL));
	result = next_of(list);
	cr_expect_eq(result->duplicate_of, 3u);
	cr_expect(is_solved_by(image, result));
	cr_expect_eq(superflip_job_next(list, 0, &result), SUPERFLIP_TIMEOUT);
	superflip_job_finish(list);
	cr_expect_eq(superflip_job_add(list, 5, cube, 0, NULL), SUPERFLIP_BAD_ARGUMENT,
	             "no more cubes were to come");
	superflip_job_free(list);
}

/* After it was cancelled: what was begun comes, in order, and no more.  @return how many */
static uint64_t expect_end(superflip_job *list)
{
	uint64_t n = 0;
	for (const superflip_result *result; (result = next_of(list)) != NULL;)
		cr_expect(result->outcome == SUPERFLIP_STOPPED && result->id == ++n);
	must(superflip_job_wait(list, UINT64_MAX, 60));
	cr_expect_eq(superflip_job_add(list, 200, cube_of(""), -1, NULL), SUPERFLIP_CANCELLED);
	superflip_job_free(list);
	return n;
}

Test(api_list, cancelled_it_gives_what_was_begun_and_ends)
{
	superflip_job *const list = open_by(100, false);
	superflip_cube *const cube = cube_of(superflip_position);
	superflip_iteration iteration;
	uint64_t i = 0;
	for (uint64_t id = 1; id <= 100; id++)
		must(superflip_job_add(list, id, cube, 0, NULL));
	cr_expect_eq(superflip_job_add(list, 101, cube, 0, NULL), SUPERFLIP_FULL);
	for (uint64_t n_changes = 0; superflip_job_iteration(list, &i, NULL, &iteration) != SUPERFLIP_OK;) {
		must(superflip_job_wait(list, n_changes, 60));  /* an iteration is a change */
		n_changes = progress_of(list).n_changes;
	}
	superflip_job_cancel(list);
	const uint64_t n = expect_end(list);
	cr_expect(n >= 1 && n <= 2, "%lu came, no more than there are threads", n);
}

static bool refuse_iterations(void *context, const superflip_progress *progress)
{
	*(uint64_t *)context = progress->n_added;
	return progress->n_iterations == 0;
}

Test(api_list, notify_that_is_false_cancels_it)
{
	uint64_t n_added = 0;
	superflip_job *const list = open_list(KORF, OPTIONS(.notify = refuse_iterations,
	                                                    .notify_context = &n_added));
	superflip_cube *const cube = cube_of(superflip_position);
	for (uint64_t id = 1; id <= 100 && superflip_job_add(list, id, cube, -1, NULL) == SUPERFLIP_OK;)
		id++;
	const uint64_t n = expect_end(list);
	cr_expect(n >= 1 && n < 100 && n_added >= n, "%lu came", n);
}

Test(api_list, a_method_and_the_2x2x2_come_in_order_too)
{
	for (unsigned k = 0; k < 2; k++) {
		superflip_job *const list = open_list(k == 0 ? "method=layers" : "puzzle=2x2", NULL);
		for (uint64_t i = 1; i <= 30; i++) {
			const superflip_cube *const cube = cube_with(k == 0 ? SUPERFLIP_3X3 : SUPERFLIP_2X2,
			                                             easy[i % N_EASY], 0);
			must(superflip_job_add(list, i, cube, -1, NULL));
			const superflip_result *const result = next_of(list);
			cr_expect(result->id == i && result->outcome == SUPERFLIP_SOLVED);
		}
		superflip_job_free(list);
	}
}
