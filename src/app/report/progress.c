#include "report/progress.h"

#include "base/clock.h"
#include "base/words.h"
#include "report/status_line.h"

enum { BAR_CELLS = 20, LOG_PERCENT = 10, TIME_LEFT_BYTES = WORDS_BYTES + 16, LINE_BYTES = 512 };

static const double redraw_s = 0.1;
static const double log_every_s = 10;    /* and LOG_PERCENT: at most nine lines of a stage that keeps
                                          * moving */
static const double log_slow_s = 60;     /* of one that does not */
static const double guess_after_s = 1;   /* before that, the first steps say little about the others */

struct progress_bar progress_bar_start_on(FILE *out, enum progress_style style, double (*now_s)(void),
                                          const char *label, int (*stopped)(void))
{
	const double start_s = now_s();
	return (struct progress_bar){
		.label = label, .stopped = stopped, .style = style, .out = out, .now_s = now_s, .start_s = start_s,
		.drawn_s = start_s, .told_s = start_s, .stage = "", .stage_start_s = start_s,
	};
}

struct progress_bar progress_bar_start(const char *label, bool is_quiet, int (*stopped)(void),
                                       bool (*is_asked)(void))
{
	const enum progress_style style = is_quiet                       ? PROGRESS_HIDDEN
	                                  : status_line_is_wanted(false) ? PROGRESS_BAR
	                                                                 : PROGRESS_LOG;
	struct progress_bar bar = progress_bar_start_on(stderr, style, clock_monotonic_s, label, stopped);
	bar.is_asked = is_asked;
	return bar;
}

/* The widest bar that leaves room for all of the words. */
static void draw(struct progress_bar *bar, double share, const char *time_left)
{
	static const char cells[] = "####################";
	static_assert(sizeof cells == BAR_CELLS + 1, "one character for each cell");
	char drawn[BAR_CELLS + 4] = "", text[LINE_BYTES];
	unsigned rows, columns, length;
	terminal_size(fileno(bar->out), &rows, &columns);
	for (int n = BAR_CELLS; n >= 0; n -= BAR_CELLS / 4) {
		snprintf(drawn, sizeof drawn, " [%-*.*s]", n, (int)(share * n), cells);
		length =
			(unsigned)snprintf(text, sizeof text, "%s: %s%s %3d %% %.1f s%s", bar->label, bar->stage,
		                       n > 0 ? drawn : "", (int)(share * 100), progress_bar_seconds(bar), time_left);
		if (length < columns)
			break;
	}
	status_line_show(bar->out, text);
}

static void write_line(struct progress_bar *bar, double share, const char *time_left)
{
	fprintf(bar->out, "superflip: %s: %s, %d %%, %.0f s%s\n", bar->label, bar->stage, (int)(share * 100),
	        progress_bar_seconds(bar), time_left);
	fflush(bar->out);
	bar->logged_percent = (unsigned)(share * 100);
}

static bool tell(void *context, const char *stage, uint64_t done, uint64_t total)
{
	struct progress_bar *const bar = context;
	if (bar->building != NULL && strcmp(stage, "building") == 0)
		stage = bar->building;
	const bool is_new_stage = strcmp(stage, bar->stage) != 0;
	if (is_new_stage) {
		bar->stage_start_s = bar->told_s;  /* a job tells when a part is done, so that it began then */
		bar->logged_percent = 0;
		bar->stage = stage;
	}
	bar->told_s = bar->now_s();
	const double share = done < total ? (double)done / (double)total : 1.0;
	/* ", 1:05 left", if this stage goes on as it has begun; nothing while that would be a guess. */
	const double elapsed_s = bar->told_s - bar->stage_start_s, since_drawn_s = bar->told_s - bar->drawn_s;
	char left[WORDS_BYTES], time_left[TIME_LEFT_BYTES] = "";
	if (elapsed_s >= guess_after_s && share > 0)
		snprintf(time_left, sizeof time_left, ", %s left",
		         words_duration(elapsed_s * (1 - share) / share, left));
	if (bar->is_asked != NULL && bar->is_asked()) {
		if (bar->style == PROGRESS_BAR)  /* it is drawn again after the line */
			status_line_clear(bar->out);
		write_line(bar, share, time_left);
	}
	const bool is_tenth = since_drawn_s >= log_every_s && share * 100 >= bar->logged_percent + LOG_PERCENT;
	const bool is_due = bar->style == PROGRESS_BAR
	                        ? is_new_stage || since_drawn_s >= redraw_s
	                        : share < 1
	                              && (is_tenth
	                                  || status_log_is_due(log_slow_s, bar->told_s - bar->start_s,
	                                                       bar->drawn_s - bar->start_s));
	if (is_due && bar->style != PROGRESS_HIDDEN) {
		if (bar->style == PROGRESS_BAR)
			draw(bar, share, time_left);
		else
			write_line(bar, share, time_left);
		bar->drawn_s = bar->told_s;
	}
	return bar->stopped == NULL || bar->stopped() == 0;
}

struct pdb_progress progress_bar_callback(struct progress_bar *bar)
{
	return (struct pdb_progress){tell, bar};
}

void progress_bar_finish(struct progress_bar *bar)
{
	if (bar->style == PROGRESS_BAR)
		status_line_clear(bar->out);
	bar->style = PROGRESS_HIDDEN;
}

double progress_bar_seconds(const struct progress_bar *bar)
{
	return bar->now_s() - bar->start_s;
}
