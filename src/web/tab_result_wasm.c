/* Results of the tab's jobs. */
#include "web/tab_wasm.h"

static const superflip_result *result_of(struct tab_job *job)
{
	superflip_job *const work = tab_work(job);
	return work != NULL ? superflip_job_result(work) : NULL;
}

/** Of a job that is done: outcome (superflip_outcome), whether it is optimal, complete, hit a limit; length, lower bound, solutions,
 * iterations, stages, nodes, seconds.  NULL: it never began, and tab_job_fault() says why. */
EXPORTED const double *tab_job_result(struct tab_job *job)
{
	const superflip_result *const r = result_of(job);
	if (r == NULL)
		return NULL;
	return tab_numbers(11, (const double[]){
		r->outcome, r->is_optimal, r->is_complete, r->has_hit_limit, tab_cost(job, r->length), tab_cost(job, r->lower_bound),
		(double)r->n_solutions, r->n_iterations, r->n_stages, (double)r->n_generated, r->seconds,
	});
}

/** Why a job failed. */
EXPORTED const char *tab_job_fault(struct tab_job *job)
{
	const superflip_result *const r = result_of(job);
	return r != NULL ? superflip_status_text(r->failure) : job->error.text;
}

/** Why the turns of the set never solve it; NULL: they may. */
EXPORTED const char *tab_result_unreachable(struct tab_job *job)
{
	const superflip_result *const r = result_of(job);
	return r != NULL ? r->why_unreachable : NULL;
}

EXPORTED const char *tab_job_heuristic(struct tab_job *job)
{
	return job->used;
}

/** Solution i of the result, in order of length; NULL: there is none. */
EXPORTED const char *tab_result_solution(struct tab_job *job, unsigned i)
{
	unsigned n, length;
	const superflip_result *const r = result_of(job);
	const uint8_t *const moves = r != NULL ? superflip_result_solution(r, i, &n, &length, NULL) : NULL;
	return moves != NULL ? tab_write_moves(job, moves, n, length) : NULL;
}

/** How many free turns solution i of the result begins and ends with. */
EXPORTED const double *tab_result_free_turns(struct tab_job *job, unsigned i)
{
	unsigned n_before, n_after;
	superflip_result_free_turns(result_of(job), i, &n_before, &n_after);
	return tab_numbers(2, (const double[]){n_before, n_after});
}

/** The goal as solution i of the result reaches it from one of several sides; "": of another goal. */
EXPORTED const char *tab_result_reached(struct tab_job *job, unsigned i)
{
	superflip_result_reached(result_of(job), i, tab.text, sizeof tab.text);
	return tab.text;
}

/** The goal of stage i of the result; NULL: it has none. */
EXPORTED const char *tab_result_stage_goal(struct tab_job *job, unsigned i)
{
	return superflip_result_stage_goal(result_of(job), i);
}

/** Name of stage i of the result; NULL: there is none. */
EXPORTED const char *tab_result_stage_name(struct tab_job *job, unsigned i)
{
	const char *name = NULL;
	unsigned n;
	const superflip_result *const r = result_of(job);
	return r != NULL && superflip_result_stage(r, i, &name, &n) != NULL ? name : NULL;
}

/** The moves of the solution that stage i makes. */
EXPORTED const char *tab_result_stage_moves(struct tab_job *job, unsigned i)
{
	unsigned n = 0;
	const superflip_result *const r = result_of(job);
	const uint8_t *const moves = r != NULL ? superflip_result_stage_share(r, i, &n) : NULL;
	return tab_write_moves(job, moves, n, n);
}

/** How many turns stage i makes, before any are merged. */
EXPORTED unsigned tab_result_stage_length(struct tab_job *job, unsigned i)
{
	unsigned n = 0;
	const superflip_result *const r = result_of(job);
	if (r != NULL)
		superflip_result_stage(r, i, NULL, &n);
	return n;
}
