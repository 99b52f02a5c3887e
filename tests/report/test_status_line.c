/* What of a status line fits the terminal, and when a log gets a line. */
#include "report/status_line.h"

#include "support/test.h"

static const char text[] = "16 moves: 1:23 left, 0:12 elapsed, 1.24 billion nodes, 102.7 million nodes/s";

Test(status_line, the_parts_that_fit_are_whole_and_leave_the_last_column_free)
{
	for (unsigned columns = 20; columns < sizeof text + 2; columns++) {
		const unsigned fit = status_line_fit(text, columns);
		cr_expect_lt(fit, columns);
		cr_expect(text[fit] == '\0' || text[fit] == ',' || fit == columns - 1, "%u columns: %.*s|", columns,
		          (int)fit, text);
	}
	cr_expect_eq(status_line_fit(text, 80), strlen(text));
	cr_expect_eq(status_line_fit(text, 40), strlen("16 moves: 1:23 left, 0:12 elapsed"));
	cr_expect_eq(status_line_fit(text, 10), 9u, "a first part that is too long is cut");
	cr_expect_eq(status_line_fit("", 10), 0u);
}

/* The times, in seconds, of the lines of a run that looks once a second. */
static unsigned log_lines(unsigned from_s, unsigned to_s)
{
	unsigned n = 0;
	double last_s = 0;
	for (unsigned s = 0; s < to_s; s++)
		if (status_log_is_due(60, s, last_s)) {
			last_s = s;
			n += s >= from_s;
		}
	return n;
}

Test(status_line, a_log_has_a_line_a_minute_at_first_and_then_rarer_ones)
{
	cr_expect_eq(log_lines(0, 601), 10u);
	cr_expect_eq(log_lines(3600, 7200), 7u, "lines in the second hour: %u", log_lines(3600, 7200));
	cr_expect_leq(log_lines(0, 24 * 3600), 70u, "lines of a day: %u", log_lines(0, 24 * 3600));
}
