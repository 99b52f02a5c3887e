#include "report/progress.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BAR_CELLS = 30 };

static const double redraw_s = 0.1;

static double seconds_since(const struct timespec *then)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

struct progress_bar progress_bar_start(const char *label, bool is_quiet, int (*stopped)(void))
{
	struct progress_bar bar = {
		.label = label, .stopped = stopped, .is_visible = !is_quiet && isatty(STDERR_FILENO), .stage = "",
	};
	clock_gettime(CLOCK_MONOTONIC, &bar.start);
	bar.drawn = bar.start;
	return bar;
}

static void draw(struct progress_bar *bar, const char *stage, uint64_t done, uint64_t total)
{
	static const char cells[] = "##############################";
	static_assert(sizeof cells == BAR_CELLS + 1, "one character for each cell");
	const double share = total == 0 ? 1.0 : (double)done / (double)total;
	const int n_full = (int)(share * BAR_CELLS);
	fprintf(stderr, "\r\033[K%s: %s [%-*.*s] %3d %% %.1f s", bar->label, stage, BAR_CELLS, n_full, cells,
	        (int)(share * 100), seconds_since(&bar->start));
	fflush(stderr);
	clock_gettime(CLOCK_MONOTONIC, &bar->drawn);
}

static bool tell(void *context, const char *stage, uint64_t done, uint64_t total)
{
	struct progress_bar *const bar = context;
	if (bar->is_visible && (strcmp(stage, bar->stage) != 0 || seconds_since(&bar->drawn) >= redraw_s))
		draw(bar, stage, done, total);
	bar->stage = stage;
	return bar->stopped == NULL || bar->stopped() == 0;
}

struct pdb_progress progress_bar_callback(struct progress_bar *bar)
{
	return (struct pdb_progress){tell, bar};
}

void progress_bar_finish(struct progress_bar *bar)
{
	if (bar->is_visible)
		fputs("\r\033[K", stderr);
	bar->is_visible = false;
}

double progress_bar_seconds(const struct progress_bar *bar)
{
	return seconds_since(&bar->start);
}
