/* Structures of older and newer headers, and what means nothing. */
#include "session/fixture.h"

TestSuite(api_options, .fini = free_made);

/* What a program has that was compiled with a header whose structure had more members. */
struct newer_options { superflip_job_options options; uint64_t of_the_future; };

Test(api_options, what_an_older_or_newer_header_lacks_or_has_is_told_apart, .init = open_korf,
	 .fini = close_korf)
{
	static const struct { uint64_t size, of_the_future; const char *fault; } rows[] = {
		{sizeof(struct newer_options), 0, NULL},
		{sizeof(struct newer_options), 1, "this version"},
		{offsetof(superflip_job_options,
		          finds_duplicates), 0, NULL},  /* of an older one: the rest is not read */
		{0, 0, "size"},
		{UINT64_C(0xA5A5A5A5A5A5A5A5), 0, "size"},
	};
	array_foreach(row, rows) {
		struct newer_options newer = {.of_the_future = row->of_the_future};
		superflip_job *job = NULL;
		newer.options.size = row->size;
		if (row->size < sizeof newer.options)
			memset((char *)&newer + row->size, 0xA5, sizeof newer - row->size);
		cr_expect_eq(
			superflip_job_start(session, problem_of(KORF), cube_of("R U"), &newer.options, &job, &last_error),
			row->fault == NULL ? SUPERFLIP_OK : SUPERFLIP_BAD_ARGUMENT, "%lu: %s", row->size,
			last_error.text);
		cr_expect(row->fault == NULL || strstr(last_error.text, row->fault) != NULL, "%s", last_error.text);
		superflip_job_free(job);
	}
}

/* Of each structure that the library fills in, what an older header had no room for is left alone, and so is
 * what a newer one has. */
Test(api_options, no_more_is_filled_in_than_the_caller_has_room_for, .init = open_korf, .fini = close_korf)
{
	superflip_cube *const cube = cube_of("R U");
	superflip_problem *const problem = problem_of(KORF);
	superflip_job *const job = start(KORF, "R U", NULL);
	superflip_tables *tables;
	must(superflip_tables_open(session, problem, NULL, NULL, NULL, &tables, NULL));
	superflip_job_wait(job, UINT64_MAX, -1);
	const struct { size_t older, whole; } sizes[] = {
		{offsetof(superflip_progress, is_done) + sizeof(bool), sizeof(superflip_progress)},
		{offsetof(superflip_needs, n_sides), sizeof(superflip_needs)},
		{offsetof(superflip_verdict, is_permitted), sizeof(superflip_verdict)},
		{offsetof(superflip_table_info, checked_share), sizeof(superflip_table_info)},
	};
	for (unsigned i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
		union {
			size_t size;
			superflip_progress progress;
			superflip_needs needs;
			superflip_verdict verdict;
			superflip_table_info info;
			unsigned char bytes[sizeof(superflip_table_info) + 8];
		} u;
		const size_t size = i % 2 == 0 ? sizes[i / 2].older : sizes[i / 2].whole + 8;
		const size_t last = i % 2 == 0 ? size : sizes[i / 2].whole;
		memset(&u, 0xAA, sizeof u);
		u.size = size;
		switch (i / 2) {
		case 0: superflip_job_progress(job, &u.progress); cr_expect(u.progress.is_done); break;
		case 1:
			superflip_session_measure(session, problem, cube, &u.needs, NULL);
			cr_expect_eq(u.needs.n_states, 0u);
			break;
		case 2:
			superflip_problem_verify(problem, cube, "U' R'", &u.verdict, NULL);
			cr_expect(u.verdict.solves);
			break;
		default: superflip_tables_table(tables, 0, &u.info); cr_expect_str_eq(u.info.heuristic, "korf");
		}
		cr_expect_eq(u.size, size, "%u", i);
		for (size_t k = last; k < sizeof u; k++)
			cr_assert_eq(u.bytes[k], 0xAA, "%u: byte %zu", i, k);
	}
	superflip_tables_close(tables);
	superflip_job_free(job);
}

Test(api_options, the_version_of_the_library_is_that_of_its_header)
{
	char text[32];
	snprintf(text, sizeof text, "%d.%d.%d", SUPERFLIP_VERSION_MAJOR, SUPERFLIP_VERSION_MINOR,
	         SUPERFLIP_VERSION_PATCH);
	cr_expect_str_eq(superflip_version(), text);
}

Test(api_options, statuses_and_outcomes_have_words)
{
	for (int i = 0; i <= SUPERFLIP_INTERNAL; i++)
		for (int k = 0; k < i; k++)
			cr_expect(
				strcmp(superflip_status_text((superflip_status)i), superflip_status_text((superflip_status)k))
						!= 0
					|| strcmp(superflip_status_text((superflip_status)i),
			                  superflip_status_text((superflip_status)99))
						   == 0,
				"%d and %d", i, k);
	for (int i = SUPERFLIP_SOLVED; i <= SUPERFLIP_FAILED; i++)
		for (int k = SUPERFLIP_SOLVED; k < i; k++)
			cr_expect_str_neq(superflip_outcome_text((superflip_outcome)i),
			                  superflip_outcome_text((superflip_outcome)k));
	cr_expect_str_eq(superflip_outcome_text(SUPERFLIP_SOLVED), "solved");
	cr_expect_str_eq(superflip_outcome_text((superflip_outcome)99), "an unknown outcome");
	cr_expect_not_null(strstr(superflip_status_text(SUPERFLIP_FORKED), "forked child"));
}

Test(api_options, what_means_nothing_is_refused, .init = open_korf, .fini = close_korf)
{
	superflip_cube *cube = NULL;
	superflip_verdict verdict = {.size = sizeof verdict};
	superflip_session *opened = NULL;
	superflip_catalogue *catalogue;
	superflip_result *result;
	uint8_t moves[8] = {0};
	size_t n;
	const superflip_cubies cubies = {{0}, {0}, {0}, {0}};
	superflip_random *random;
	const superflip_puzzle no_puzzle = (superflip_puzzle)2;
	const struct { superflip_puzzle puzzle; const char *text; unsigned options; const char *why; } rows[] = {
		{no_puzzle, "R", 0, "puzzle"}, {SUPERFLIP_3X3, "R", 8, "0x8"}, {SUPERFLIP_3X3, NULL, 0, "NULL"},
		{SUPERFLIP_2X2, "R", SUPERFLIP_READ_CENTERS, "centres"},
	};
	array_foreach(row, rows) {
		cr_expect_eq(superflip_cube_parse(row->puzzle, row->text, row->options, &cube, &last_error),
		             SUPERFLIP_BAD_ARGUMENT);
		cr_expect_not_null(strstr(last_error.text, row->why), "%s", last_error.text);
		cr_expect_eq(superflip_moves_parse(row->puzzle, row->text, row->options, moves, 8, &n, NULL),
		             SUPERFLIP_BAD_ARGUMENT);
	}
	must(superflip_random_from_seed(1, &random, NULL));
	const superflip_status statuses[] = {
		superflip_cube_from_cubies(no_puzzle, &cubies, &cube, NULL),
		superflip_cube_random(random, no_puzzle, &cube, NULL),
		superflip_problem_verify(problem_of(""), cube_of(""), NULL, &verdict, NULL),
		superflip_session_open(
			&(superflip_session_options){.size = sizeof(superflip_session_options), .n_threads = 1000000},
			&opened, NULL),
		superflip_session_open(&(superflip_session_options){.size = 0}, &opened, NULL),
		superflip_solve(session, problem_of("puzzle=2x2"), cube_of("R"), &result, NULL),
		superflip_catalogue_make(session, (superflip_metric)7, false, &catalogue, NULL),
	};
	array_foreach(status, statuses)
		cr_expect_eq(*status, SUPERFLIP_BAD_ARGUMENT, "%td", status - statuses);
	cr_expect_eq(superflip_moves_length((superflip_metric)7, moves, 1), 0u);
	cr_expect(cube == NULL && opened == NULL, "nothing was made");
	superflip_random_free(random);
	superflip_session_close(NULL);
	superflip_job_free(NULL);
	superflip_result_free(NULL);
	superflip_tables_close(NULL);
	superflip_problem_free(NULL);
	superflip_cube_free(NULL);
	superflip_goal_free(NULL);
	superflip_random_free(NULL);
	superflip_catalogue_free(NULL);
}
