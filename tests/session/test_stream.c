#include "session/fixture.h"

#include "support/test.h"

static superflip_stream *open_by(superflip_solver *solver, const superflip_stream_options *options)
{
	superflip_stream *stream = NULL;
	cr_assert_eq(superflip_stream_open(solver, NULL, options, &stream, NULL), SUPERFLIP_OK);
	return stream;
}

static superflip_stream *open_stream(superflip_solver *solver, unsigned window, bool finds_duplicates)
{
	superflip_stream_options options;
	superflip_stream_options_init(&options);
	options.window = window;
	options.finds_duplicates = finds_duplicates;
	return open_by(solver, &options);
}

/* Cube number i of a list: one of the easy ones after some turns of U. */
static superflip_cube *cube_number(uint64_t i)
{
	char text[64];
	static const char *const turns[] = {"", " U", " U2", " U'"};
	snprintf(text, sizeof text, "%s%s", easy[i % N_EASY], turns[i / N_EASY % 4]);
	return cube_of(text);
}

/* Add as much as there is room for, and take as much as there is. */
static void run_through(superflip_stream *stream, uint64_t n, unsigned window, uint64_t *n_duplicates)
{
	uint64_t n_added = 0, n_taken = 0;
	superflip_result *result;
	for (superflip_status status = SUPERFLIP_OK; status != SUPERFLIP_END;) {
		while (n_added < n) {
			superflip_cube *const cube = cube_number(n_added);
			status = superflip_stream_add(stream, 10 * (n_added + 1), cube, 0, NULL);
			superflip_cube_free(cube);
			if (status == SUPERFLIP_FULL)
				break;
			cr_assert_eq(status, SUPERFLIP_OK);
			n_added++;
			cr_assert_leq(n_added - n_taken, window);
		}
		if (n_added == n)
			superflip_stream_finish(stream);
		status = superflip_stream_next(stream, -1, &result);
		if (status == SUPERFLIP_END)
			break;
		cr_assert_eq(status, SUPERFLIP_OK);
		cr_expect_eq(result->id, 10 * (n_taken + 1), "in order");
		cr_expect(result->is_optimal);
		superflip_cube *const cube = cube_number(n_taken);
		cr_expect(is_solved_by(cube, NULL, result), "cube %lu", n_taken);
		*n_duplicates += result->duplicate_of != 0;
		superflip_cube_free(cube);
		superflip_result_free(result);
		n_taken++;
	}
	cr_expect_eq(n_taken, n);
}

Test(api_stream, many_cubes_come_out_in_order_through_a_small_window, .init = open_korf, .fini = close_korf)
{
	uint64_t n_duplicates = 0;
	superflip_stream *const stream = open_stream(korf, 7, false);
	run_through(stream, 300, 7, &n_duplicates);
	cr_expect_eq(n_duplicates, 0u);
	superflip_progress progress;
	superflip_progress_init(&progress);
	superflip_stream_progress(stream, &progress);
	cr_expect(progress.is_done);
	cr_expect_eq(progress.n_added, 300u);
	cr_expect_eq(progress.n_done, 300u);
	cr_expect_gt(progress.n_generated, 300u);
	superflip_iteration iteration;
	uint64_t id, n_iterations = 0;
	while (superflip_stream_iteration(stream, &id, &iteration) == SUPERFLIP_OK)
		n_iterations++;
	cr_expect_gt(n_iterations, 100u);
	superflip_stream_free(stream);
}

Test(api_stream, brief_iterations_are_dropped_on_request_and_results_keep_all_of_theirs, .init = open_korf, .fini = close_korf)
{
	superflip_stream_options options;
	superflip_stream_options_init(&options);
	options.drops_brief_iterations = true;
	superflip_stream *const stream = open_by(korf, &options);
	superflip_cube *const cube = cube_number(1);
	superflip_result *result = NULL;
	superflip_iteration iteration;
	uint64_t id;
	cr_assert_eq(superflip_stream_add(stream, 1, cube, -1, NULL), SUPERFLIP_OK);
	cr_assert_eq(superflip_stream_next(stream, -1, &result), SUPERFLIP_OK);
	cr_expect_gt(result->n_iterations, 0u);
	uint64_t n_told = 0, n_long = 0;
	for (; superflip_stream_iteration(stream, &id, &iteration) == SUPERFLIP_OK; n_told++)
		cr_expect_geq(iteration.seconds, 1e-3);
	for (unsigned i = 0; i < result->n_iterations; i++)
		n_long += superflip_result_iteration(result, i)->seconds >= 1e-3;
	cr_expect_eq(n_told, n_long);
	superflip_result_free(result);
	superflip_cube_free(cube);
	superflip_stream_free(stream);
}

Test(api_stream, duplicates_take_the_answer_of_the_first, .init = open_korf, .fini = close_korf)
{
	uint64_t n_duplicates = 0;
	superflip_stream *const stream = open_stream(korf, 50, true);
	run_through(stream, 200, 50, &n_duplicates);
	cr_expect_geq(n_duplicates, 160u, "40 different cubes, some of them equal up to symmetry: %lu", n_duplicates);
	superflip_stream_free(stream);
}

Test(api_stream, a_cube_that_was_passed_is_what_later_ones_are_duplicates_of, .init = open_korf, .fini = close_korf)
{
	superflip_stream *const stream = open_stream(korf, 5, true);
	superflip_cube *const cube = cube_of("R U F D L"), *const image = cube_of("L' U' F' D' R'");
	superflip_result *result;
	cr_assert_eq(superflip_stream_pass(stream, 3, cube, NULL), SUPERFLIP_OK);
	cr_expect_eq(superflip_stream_add(stream, 3, image, 0, NULL), SUPERFLIP_BAD_ARGUMENT, "the id was there before");
	cr_assert_eq(superflip_stream_add(stream, 4, image, 0, NULL), SUPERFLIP_OK);
	cr_assert_eq(superflip_stream_next(stream, -1, &result), SUPERFLIP_OK);
	cr_expect_eq(result->duplicate_of, 3u);
	cr_expect(is_solved_by(image, NULL, result));
	superflip_result_free(result);
	cr_expect_eq(superflip_stream_next(stream, 0, &result), SUPERFLIP_TIMEOUT);
	superflip_cube_free(cube);
	superflip_cube_free(image);
	superflip_stream_free(stream);
}

Test(api_stream, a_cancelled_stream_gives_what_was_begun_and_ends, .init = open_korf, .fini = close_korf)
{
	superflip_stream *const stream = open_stream(korf, 100, false);
	superflip_cube *const cube = cube_of(superflip_position);
	superflip_result *result;
	superflip_iteration iteration;
	uint64_t id, n = 0;
	for (uint64_t i = 1; i <= 100; i++)
		cr_assert_eq(superflip_stream_add(stream, i, cube, 0, NULL), SUPERFLIP_OK);
	cr_expect_eq(superflip_stream_add(stream, 101, cube, 0, NULL), SUPERFLIP_FULL);
	while (superflip_stream_iteration(stream, &id, &iteration) != SUPERFLIP_OK)
		cr_expect_eq(superflip_stream_next(stream, 0.01, &result), SUPERFLIP_TIMEOUT);
	superflip_stream_cancel(stream);
	while (superflip_stream_next(stream, -1, &result) == SUPERFLIP_OK) {
		cr_expect_eq(result->id, ++n);
		cr_expect_eq(result->outcome, SUPERFLIP_STOPPED);
		superflip_result_free(result);
	}
	cr_expect_geq(n, 1u);
	cr_expect_leq(n, 2u, "no more than there are threads");
	cr_expect_eq(superflip_stream_add(stream, 200, cube, -1, NULL), SUPERFLIP_CANCELLED);
	superflip_stream_free(stream);
	superflip_cube_free(cube);
}

Test(api_stream, a_method_and_the_2x2x2_stream_too)
{
	superflip_solver_options options;
	superflip_solver_options_init(&options);
	for (unsigned k = 0; k < 2; k++) {
		options.method = k == 0 ? "layers" : NULL;
		options.puzzle = k == 0 ? SUPERFLIP_3X3 : SUPERFLIP_2X2;
		superflip_solver *const solver = solver_by(&options, NULL);
		superflip_stream *const stream = open_stream(solver, 3, true);
		for (uint64_t i = 1; i <= 30; i++) {
			superflip_cube *cube;
			superflip_result *result;
			cr_assert_eq(superflip_cube_parse(options.puzzle, easy[i % N_EASY], 0, &cube, NULL), SUPERFLIP_OK);
			cr_assert_eq(superflip_stream_add(stream, i, cube, -1, NULL), SUPERFLIP_OK);
			cr_assert_eq(superflip_stream_next(stream, -1, &result), SUPERFLIP_OK);
			cr_expect_eq(result->id, i);
			cr_expect_eq(result->outcome, SUPERFLIP_SOLVED);
			superflip_result_free(result);
			superflip_cube_free(cube);
		}
		superflip_stream_free(stream);
		superflip_solver_free(solver);
	}
}
