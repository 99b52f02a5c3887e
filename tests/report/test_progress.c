/* What a job's progress looks like on a terminal and in a log; the bar carries the wish to stop, seen or not. */
#include "report/progress.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static int stop_signal;

static int stopped(void)
{
	return stop_signal;
}

static double clock_s;

static double now_s(void)
{
	return clock_s;
}

/* What is written by a job of the stages "building" and "writing" that takes so many seconds a percent. */
static char *written(enum progress_style style, double seconds_a_percent)
{
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	clock_s = 1000;
	struct progress_bar bar = progress_bar_start_on(out, style, now_s, "table", NULL);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	for (unsigned stage = 0; stage < 2; stage++)
		for (unsigned percent = 1; percent <= 100; percent++) {
			clock_s += seconds_a_percent;
			cr_assert(progress.tell(progress.context, stage == 0 ? "building" : "writing", percent * 7, 700));
		}
	progress_bar_finish(&bar);
	fclose(out);
	return text;
}

static unsigned count(const char *text, const char *what)
{
	unsigned n = 0;
	for (const char *p = text; (p = strstr(p, what)) != NULL; p++)
		n++;
	return n;
}

Test(progress, an_invisible_bar_still_stops_the_job)
{
	struct progress_bar bar = progress_bar_start("label", true, stopped);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	cr_expect(progress.tell(progress.context, "stage", 1, 2));
	stop_signal = 2;
	cr_expect_not(progress.tell(progress.context, "stage", 1, 2));
	progress_bar_finish(&bar);
	cr_expect_geq(progress_bar_seconds(&bar), 0.0);
}

Test(progress, a_job_without_a_way_to_stop_goes_on)
{
	struct progress_bar bar = progress_bar_start("label", true, NULL);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	cr_expect(progress.tell(progress.context, "stage", 0, 0));
}

Test(progress, a_bar_shows_percent_elapsed_and_left_of_the_stage)
{
	char *const text = written(PROGRESS_BAR, 3);
	cr_expect_not_null(strstr(text, "\r\033[Ktable: building [##########          ]  50 % 150.0 s, 2:30 left"), "%s", text);
	cr_expect_not_null(strstr(text, "\r\033[Ktable: building [####################] 100 % 300.0 s, 0:00 left"), "%s", text);
	cr_expect_not_null(strstr(text, "\r\033[Ktable: writing [#####               ]  25 % 375.0 s, 3:45 left"), "%s", text);
	cr_expect_eq(count(text, "\r"), 201u, "drawn %u times", count(text, "\r"));
	cr_expect_eq(count(text, "\n"), 0u);
	cr_expect_str_eq(text + strlen(text) - 4, "\r\033[K", "it is gone at the end");
	free(text);
}

Test(progress, a_bar_is_drawn_ten_times_a_second_at_most_and_does_not_guess_early)
{
	char *const text = written(PROGRESS_BAR, 0.009);
	/* Two stages of 0.9 s: the beginning of each, a redraw every twelve steps, and the end. */
	cr_expect_leq(count(text, "\r"), 19u, "drawn %u times", count(text, "\r"));
	cr_expect_eq(count(text, "left"), 0u, "%s", text);
	free(text);
}

Test(progress, a_log_has_a_line_for_each_tenth)
{
	char *const text = written(PROGRESS_LOG, 3);
	cr_expect_eq(count(text, "\n"), 18u, "%s", text);
	cr_expect_eq(count(text, "\r") + count(text, "\033"), 0u);
	cr_expect_eq(strncmp(text, "superflip: table: building, 10 %, 30 s, 4:30 left\n", 50), 0, "%s", text);
	cr_expect_not_null(strstr(text, "\nsuperflip: table: writing, 90 %, 570 s, 0:30 left\n"), "%s", text);
	free(text);
}

Test(progress, a_log_of_hours_tells_the_hours_and_is_never_silent_for_long)
{
	char *const text = written(PROGRESS_LOG, 100);
	cr_expect_eq(strncmp(text, "superflip: table: building, 1 %, 100 s, 2:45:00 left\n", 53), 0, "%s", text);
	cr_expect_not_null(strstr(text, "\nsuperflip: table: building, 10 %, 1000 s, 2:30:00 left\n"), "%s", text);
	cr_expect_leq(count(text, "\n"), 60u, "%s", text);
	free(text);
}

Test(progress, a_short_job_leaves_nothing_in_a_log)
{
	char *const text = written(PROGRESS_LOG, 0.04);
	cr_expect_str_empty(text);
	free(text);
}

Test(progress, nothing_is_seen_of_a_hidden_bar)
{
	char *const text = written(PROGRESS_HIDDEN, 3);
	cr_expect_str_empty(text);
	free(text);
}
