/* A progress bar on a terminal, for long jobs that report through struct pdb_progress. */
#ifndef SUPERFLIP_REPORT_PROGRESS_H
#define SUPERFLIP_REPORT_PROGRESS_H
#include "pdb/pdb.h"

#include <time.h>

struct progress_bar {
	const char *label;            /* what is being made; borrowed */
	int (*stopped)(void);         /* nonzero: stop the job; may be NULL */
	bool is_visible;              /* stderr is a terminal and nobody asked for quiet */
	struct timespec start, drawn;
	const char *stage;            /* the last one told */
};

/** Start a bar for one job.  Even an invisible one carries `stopped` to the job.
 * @param is_quiet  never draw */
struct progress_bar progress_bar_start(const char *label, bool is_quiet, int (*stopped)(void));

/** What to hand to the job; the bar must outlive it and stay where it is. */
struct pdb_progress progress_bar_callback(struct progress_bar *bar);

/** Remove the bar from the terminal. */
void progress_bar_finish(struct progress_bar *bar);

/** Seconds since the bar was started. */
double progress_bar_seconds(const struct progress_bar *bar);
#endif
