/* Lists of steps in the tab. */
#include "web/tab_wasm.h"

#include <stdlib.h>
#include <string.h>

/** Have a job solved by a list of steps, before it begins.
 * @param steps    "": that of the job's method
 * @param neutral  the faces that may be below; "": as the list has it
 * @return false if the list is none, or needs tables that are too large: tab_error_text() says so */
EXPORTED bool tab_job_by_steps(struct tab_job *job, const char *steps, unsigned width, bool has_niss, const char *neutral)
{
	superflip_solver_options *const o = &job->solver;
	superflip_goal_info info;
	superflip_goal_info_init(&info);
	o->steps = job->steps = *steps != '\0' ? strdup(steps) : NULL;
	o->neutral = job->neutral = *neutral != '\0' ? strdup(neutral) : NULL;
	o->directory = tab_options(SUPERFLIP_HTM, NULL, NULL).directory;
	o->width = width;
	o->has_niss = has_niss;
	return superflip_steps_measure(o, &info, &tab.error) == SUPERFLIP_OK && tab_may_build(&info, "these steps need", &tab.error);
}

static const superflip_result *result_of(struct tab_job *job)
{
	return superflip_job_result(tab_work(job));
}

/** Solution i of a job that is done, its turns on the inverse in parentheses. */
EXPORTED const char *tab_result_chain(struct tab_job *job, unsigned i)
{
	superflip_result_chain(result_of(job), i, job->read_options, tab.text, sizeof tab.text);
	return tab.text;
}

/** How many moves a step of solution i has. */
EXPORTED unsigned tab_result_step(struct tab_job *job, unsigned i, unsigned step)
{
	return superflip_result_chain_step(result_of(job), i, step, NULL);
}

/** The step without a solution; NULL: there is none. */
EXPORTED const char *tab_result_stuck(struct tab_job *job)
{
	return result_of(job)->stuck_at;
}
