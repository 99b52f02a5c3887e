#include "session/fixture.h"

#include "support/test.h"

/* What a program has that was compiled with a header whose request had more members. */
struct newer_request { superflip_request request; uint64_t of_the_future; };
struct newer_progress { superflip_progress progress; uint64_t of_the_future; };

Test(api_options, what_an_older_or_newer_header_lacks_or_has_is_told_apart, .init = open_korf, .fini = close_korf)
{
	superflip_cube *const cube = cube_of("R U");
	struct newer_request newer;
	superflip_result *result = NULL;
	superflip_error error;
	(superflip_request_init)((superflip_request *)&newer, sizeof newer);
	cr_expect_eq(newer.request.size, sizeof newer);
	cr_expect_eq(newer.of_the_future, 0u);
	cr_expect_eq(superflip_solve(korf, cube, &newer.request, &result, &error), SUPERFLIP_OK, "%s", error.text);
	superflip_result_free(result);
	newer.of_the_future = 1;
	cr_expect_eq(superflip_solve(korf, cube, &newer.request, &result, &error), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_not_null(strstr(error.text, "this version"), "%s", error.text);

	/* An older one knew the number of solutions only: the rest has its defaults. */
	struct { size_t size; int64_t n_solutions; } older;
	(superflip_request_init)((superflip_request *)(void *)&older, sizeof older);
	older.n_solutions = 1;
	cr_expect_eq(superflip_solve(korf, cube, (superflip_request *)(void *)&older, &result, &error), SUPERFLIP_OK, "%s", error.text);
	cr_expect_eq(result->length, 2u);
	superflip_result_free(result);
	superflip_cube_free(cube);
}

void superflip_init_request(superflip_request *request, size_t size);

Test(api_options, programs_of_the_header_of_0_2_0_get_their_defaults)
{
	superflip_request old = {.size = 0}, new = {.size = 0};
	superflip_init_request(&old, sizeof old);
	superflip_request_init(&new);
	cr_expect_eq(memcmp(&old, &new, sizeof old), 0);
}

Test(api_options, no_more_is_filled_in_than_the_caller_has_room_for, .init = open_korf, .fini = close_korf)
{
	superflip_cube *const cube = cube_of("R U");
	superflip_job *job;
	struct newer_progress newer;
	struct { size_t size; bool has_begun, is_done; unsigned char guard[sizeof(superflip_progress)]; } older;
	cr_assert_eq(superflip_job_start(korf, cube, NULL, &job, NULL), SUPERFLIP_OK);
	superflip_job_wait(job, -1);
	memset(&older, 0xAA, sizeof older);
	older.size = offsetof(superflip_progress, is_done) + sizeof(bool);
	superflip_job_progress(job, (superflip_progress *)(void *)&older);
	cr_expect(older.is_done);
	for (size_t i = 0; i < sizeof older.guard; i++)
		cr_assert_eq(older.guard[i], 0xAA, "byte %zu", i);
	(superflip_progress_init)((superflip_progress *)&newer, sizeof newer);
	superflip_job_progress(job, (superflip_progress *)&newer);
	cr_expect_eq(newer.progress.size, sizeof newer);
	cr_expect(newer.progress.is_done);
	superflip_job_free(job);
	superflip_cube_free(cube);
}

Test(api_options, what_was_not_begun_by_its_init_function_is_refused, .init = open_korf, .fini = close_korf)
{
	superflip_request request;
	superflip_cube *const cube = cube_of("R U");
	superflip_result *result;
	memset(&request, 0, sizeof request);
	cr_expect_eq(superflip_solve(korf, cube, &request, &result, NULL), SUPERFLIP_BAD_ARGUMENT);
	memset(&request, 0xA5, sizeof request);
	cr_expect_eq(superflip_solve(korf, cube, &request, &result, NULL), SUPERFLIP_BAD_ARGUMENT);
	superflip_request_init(&request);
	request.min_length = 5;
	request.max_length = 4;
	cr_expect_eq(superflip_solve(korf, cube, &request, &result, NULL), SUPERFLIP_BAD_ARGUMENT);
	superflip_cube_free(cube);
}

Test(api_options, the_version_of_the_library_is_that_of_its_header)
{
	char text[32];
	snprintf(text, sizeof text, "%d.%d.%d", SUPERFLIP_VERSION_MAJOR, SUPERFLIP_VERSION_MINOR, SUPERFLIP_VERSION_PATCH);
	cr_expect_str_eq(superflip_version(), text);
	cr_expect_eq(superflip_version_number(), (unsigned)SUPERFLIP_VERSION_NUMBER);
}

Test(api_options, every_status_has_words)
{
	static const superflip_status all[] = {
		SUPERFLIP_OK, SUPERFLIP_TIMEOUT, SUPERFLIP_END, SUPERFLIP_FULL, SUPERFLIP_CANCELLED, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_BAD_TEXT,
		SUPERFLIP_UNKNOWN_NAME, SUPERFLIP_NO_MEMORY, SUPERFLIP_NO_THREADS, SUPERFLIP_IO, SUPERFLIP_NO_SPACE, SUPERFLIP_TOO_LARGE,
		SUPERFLIP_TABLE_MISSING, SUPERFLIP_TABLE_FOREIGN, SUPERFLIP_TABLE_DAMAGED, SUPERFLIP_TABLE_CHANGED, SUPERFLIP_TABLE_LOCKED,
		SUPERFLIP_FORKED, SUPERFLIP_INTERNAL,
	};
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
		for (unsigned k = 0; k < i; k++)
			cr_expect_str_neq(superflip_status_text(all[i]), superflip_status_text(all[k]));
}

Test(api_options, what_means_nothing_is_refused)
{
	superflip_cube *cube = NULL, *const solved = cube_of("");
	superflip_verdict verdict;
	superflip_error error;
	uint8_t moves[8] = {0};
	size_t n;
	uint32_t set;
	const superflip_cubies cubies = {{0}, {0}, {0}, {0}};
	superflip_random *random;
	const superflip_puzzle no_puzzle = (superflip_puzzle)2;
	cr_expect_eq(superflip_cube_parse(no_puzzle, "R", 0, &cube, &error), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_not_null(strstr(error.text, "puzzle"), "%s", error.text);
	cr_expect_eq(superflip_cube_parse(SUPERFLIP_3X3, "R", 8, &cube, &error), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_not_null(strstr(error.text, "0x8"), "%s", error.text);
	cr_expect_eq(superflip_cube_parse(SUPERFLIP_3X3, NULL, 0, &cube, &error), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_not_null(strstr(error.text, "NULL"), "%s", error.text);
	cr_expect_eq(superflip_cube_from_moves(no_puzzle, moves, 1, &cube, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_eq(superflip_cube_from_cubies(no_puzzle, &cubies, &cube, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_assert_eq(superflip_random_from_seed(1, &random, NULL), SUPERFLIP_OK);
	cr_expect_eq(superflip_cube_random(random, no_puzzle, &cube, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_eq(superflip_moves_parse(SUPERFLIP_3X3, NULL, 0, moves, 8, &n, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_eq(superflip_moves_standard(SUPERFLIP_3X3, NULL, 0, NULL, 0, &n, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_eq(superflip_moves_parse_set(NULL, 0, &set, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_eq(superflip_moves_parse_set("R", 64, &set, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_not(superflip_text_is_turn(NULL, 0));
	cr_expect_eq(superflip_moves_length((superflip_metric)7, moves, 1), 0u);
	superflip_verdict_init(&verdict);
	cr_expect_eq(superflip_verify(solved, NULL, SUPERFLIP_HTM, NULL, 0, &verdict, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_eq(superflip_verify(solved, NULL, (superflip_metric)2, "", 0, &verdict, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_null(superflip_method_find(NULL));
	cr_expect_null(cube, "nothing was made");
	superflip_random_free(random);
	superflip_cube_free(solved);
}

Test(api_options, statuses_and_outcomes_have_words)
{
	for (int i = SUPERFLIP_SOLVED; i <= SUPERFLIP_FAILED; i++)
		for (int k = SUPERFLIP_SOLVED; k < i; k++)
			cr_expect_str_neq(superflip_outcome_text((superflip_outcome)i), superflip_outcome_text((superflip_outcome)k));
	cr_expect_str_eq(superflip_outcome_text(SUPERFLIP_SOLVED), "solved");
	cr_expect_str_eq(superflip_outcome_text((superflip_outcome)99), "an unknown outcome");
	cr_expect_str_eq(superflip_status_text(SUPERFLIP_FORKED), "a forked child needs a solver of its own");
}
