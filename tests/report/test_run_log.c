#include "report/run_log.h"

#include "pdb/scratch.h"

static char detail[RECORD_LOG_DETAIL_MAX];

SCRATCH_SUITE(run_log, "record");

static enum status open_with(int seed, struct run_log *log)
{
	json_t *const parameters = json_pack("{s:i}", "seed", seed), *const about = run_about(2);
	const enum status status = run_log_open(path, parameters, about, log, detail);
	json_decref(parameters);
	json_decref(about);
	return status;
}

static struct run_log open_first(void)
{
	struct run_log log;
	cr_assert_eq(open_with(1, &log), STATUS_OK);
	return log;
}

/* What a run finds; it adds a piece of its own. */
static void expect_pieces(const int *pieces, size_t n, int own)
{
	struct run_log log = open_first();
	cr_assert_eq(json_array_size(log.lines), n);
	for (size_t i = 0; i < n; i++)
		cr_expect_eq(json_integer_value(json_object_get(json_array_get(log.lines, i), "piece")), pieces[i]);
	cr_assert_eq(run_log_append(&log, json_pack("{s:i}", "piece", own)), STATUS_OK);
	run_log_close(&log);
}

Test(run_log, a_later_run_finds_the_pieces_and_a_line_that_was_cut_off_is_removed)
{
	expect_pieces(NULL, 0, 10);
	expect_pieces((int[]){10}, 1, 11);
	append_to(path, "{\"piece\":1");
	expect_pieces((int[]){10, 11}, 2, 12);
	expect_pieces((int[]){10, 11, 12}, 3, 13);
}

Test(run_log, a_second_run_other_parameters_and_a_damaged_line_are_refused)
{
	struct run_log log = open_first(), second;
	cr_expect_eq(open_with(1, &second), STATUS_LOCKED);
	run_log_close(&log);
	cr_expect_eq(open_with(2, &log), STATUS_DIFFERENT);
	cr_expect_eq(strncmp(detail, "seed is 1 there, not 2; it was begun with {", 43), 0, "%s", detail);
	append_to(path, "{\"piece\":\n");
	cr_expect_eq(open_with(1, &log), STATUS_FOREIGN);
	cr_expect_str_eq(detail, "line 2 is damaged");
}

Test(run_log, a_file_of_something_else_is_left_alone)
{
	append_to(path, "my notes\n");
	struct run_log log;
	cr_expect_eq(open_with(1, &log), STATUS_FOREIGN);
	append_to(path, "more");
	expect_file(path, "my notes\nmore");
}
