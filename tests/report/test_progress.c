/* The bar carries the wish to stop to the job, whether it is seen or not. */
#include "report/progress.h"

#include <criterion/criterion.h>

static int stop_signal;

static int stopped(void)
{
	return stop_signal;
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
