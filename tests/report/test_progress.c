/* What a job's progress looks like on a terminal and in a log; the bar carries the wish to stop, seen or
 * not. */
#include "report/progress.h"

#include "support/support.h"

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

Test(progress, an_invisible_bar_still_stops_the_job)
{
	struct progress_bar bar = progress_bar_start("label", true, stopped, NULL);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	cr_expect(progress.tell(progress.context, "stage", 1, 2));
	stop_signal = 2;
	cr_expect_not(progress.tell(progress.context, "stage", 1, 2));
	progress_bar_finish(&bar);
	cr_expect_geq(progress_bar_seconds(&bar), 0.0);
}

Test(progress, a_job_without_a_way_to_stop_goes_on)
{
	struct progress_bar bar = progress_bar_start("label", true, NULL, NULL);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	cr_expect(progress.tell(progress.context, "stage", 0, 0));
}

#define BAR "\r\033[Ktable: "
#define LOG "superflip: table: "

Test(progress, a_bar_is_drawn_and_a_log_written_as_often_as_anybody_reads_them)
{
	static const struct {
		const char *claim;
		enum progress_style style;
		double seconds_a_percent;
		unsigned min_drawn, max_drawn, min_lines, max_lines;
		const char *begins, *parts[3];
	} cases[] = {
		{"a bar shows percent, elapsed and left of the stage", PROGRESS_BAR, 3, 201, 201, 0, 0, BAR,
		 {BAR "building [##########          ]  50 % 150.0 s, 2:30 left", BAR "building [####################] 100 % 300.0 s, 0:00 left",
		  BAR "writing [#####               ]  25 % 375.0 s, 3:45 left"}},
		/* Two stages of 0.9 s: the beginning of each, a redraw every twelve steps, and the end. */
		{"a bar is drawn ten times a second at most and does not guess early", PROGRESS_BAR, 0.009, 1, 19, 0, 0, BAR, {NULL}},
		{"a log has a line for each tenth", PROGRESS_LOG, 3, 0, 0, 18, 18, LOG "building, 10 %, 30 s, 4:30 left\n",
		 {"\n" LOG "writing, 90 %, 570 s, 0:30 left\n"}},
		{"a log of hours tells the hours and is never silent for long", PROGRESS_LOG, 100, 0, 0, 18, 60,
		 LOG "building, 1 %, 100 s, 2:45:00 left\n", {"\n" LOG "building, 10 %, 1000 s, 2:30:00 left\n"}},
		{"a short job leaves nothing in a log", PROGRESS_LOG, 0.04, 0, 0, 0, 0, "", {NULL}},
		{"nothing is seen of a hidden bar", PROGRESS_HIDDEN, 3, 0, 0, 0, 0, "", {NULL}},
	};
	array_foreach(row, cases) {
		char *const text = written(row->style, row->seconds_a_percent);
		const unsigned n_drawn = count_in(text, "\r"), n_lines = count_in(text, "\n");
		cr_expect(n_drawn >= row->min_drawn && n_drawn <= row->max_drawn, "%s: drawn %u times", row->claim,
		          n_drawn);
		cr_expect(n_lines >= row->min_lines && n_lines <= row->max_lines, "%s: %u lines", row->claim,
		          n_lines);
		cr_expect_eq(strncmp(text, row->begins, strlen(row->begins)), 0, "%s: %s", row->claim, text);
		for (unsigned k = 0; k < 3 && row->parts[k] != NULL; k++)
			cr_expect_not_null(strstr(text, row->parts[k]), "%s: %s", row->claim, text);
		if (row->seconds_a_percent < 0.01)
			cr_expect_eq(count_in(text, "left"), 0u, "%s", text);
		if (row->style == PROGRESS_BAR)
			cr_expect_str_eq(text + strlen(text) - 4, "\r\033[K", "it is gone at the end");
		else
			cr_expect(count_in(text, "\033") == 0 && (*text == '\0') == (*row->begins == '\0'), "%s: %s",
			          row->claim, text);
		free(text);
	}
}
