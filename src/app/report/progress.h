/* The progress of a long job that reports through struct pdb_progress: a bar on a terminal, otherwise a line
 * now and then. */
#pragma once
#include "pdb/pdb.h"

enum progress_style { PROGRESS_HIDDEN, PROGRESS_BAR, PROGRESS_LOG };

struct progress_bar {
	const char *label;            /* what is being made; borrowed */
	int (*stopped)(void);         /* nonzero: stop the job; may be NULL */
	bool (*is_asked)(void);       /* whether a line is wanted now, whatever the style; NULL: never */
	enum progress_style style;
	FILE *out;
	double (*now_s)(void);        /* a clock that never goes back */
	double start_s, drawn_s, told_s;
	const char *stage;            /* the last one told */
	const char *building;         /* what the stage "building" is called; NULL: that */
	double stage_start_s;
	unsigned logged_percent;      /* of the stage, in the last line of the log */
};

/** Start a bar for one job.  Even a hidden one carries `stopped` to the job.
 * @param is_quiet  hide it; otherwise it is a bar if stderr is a terminal, and else a log */
struct progress_bar progress_bar_start(const char *label, bool is_quiet, int (*stopped)(void),
                                       bool (*is_asked)(void));

/** The same, to any file and with any clock. */
struct progress_bar progress_bar_start_on(FILE *out, enum progress_style style, double (*now_s)(void),
                                          const char *label, int (*stopped)(void));

/** What to hand to the job; the bar must outlive it and stay where it is. */
struct pdb_progress progress_bar_callback(struct progress_bar *bar);

/** Remove the bar from the terminal. */
void progress_bar_finish(struct progress_bar *bar);

/** Seconds since the bar was started. */
double progress_bar_seconds(const struct progress_bar *bar);
