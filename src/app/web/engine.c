/* Solvers of requests, and what is known of the tables of whole cubes. */
#include "web/jobs.h"

#include "report/prediction.h"

/* Whether a request is searched by all turns, with the tables of whole cubes. */
static bool is_plain(const struct web_request *r)
{
	const struct superflip_problem *const p = &r->problem;
	return p->puzzle == SUPERFLIP_3X3 && problem_is_search(p) && p->turns == NULL
	        && r->pieces == NULL;
}

superflip_status web_jobs_borrow(struct web_jobs *jobs, const struct web_request *request, bool builds,
                                 superflip_notify *notify, void *context, struct solver **out,
                                 superflip_error *error)
{
	const struct superflip_problem *const p = &request->problem;
	const superflip_status status = session_borrow(&jobs->session, p, request->pieces, request->cube, builds,
	                                               notify, context, out, error);
	if (status != SUPERFLIP_OK || !is_plain(request))
		return status;
	pthread_mutex_lock(&jobs->plain_lock);
	if (jobs->plain[p->metric] == NULL
	    && session_borrow(&jobs->session, p, NULL, NULL, false, NULL, NULL, &jobs->plain[p->metric],
	                      NULL) == SUPERFLIP_OK)
		jobs->prediction[p->metric] = prediction_start(jobs->plain[p->metric]->tables);
	pthread_mutex_unlock(&jobs->plain_lock);
	return status;
}

superflip_status web_jobs_open_tables(struct web_jobs *jobs, superflip_notify *notify, void *context,
                                      superflip_error *error)
{
	const struct web_request request = web_request_default();
	struct solver *solver;
	const superflip_status status = web_jobs_borrow(jobs, &request, true, notify, context, &solver, error);
	if (status == SUPERFLIP_OK) {
		jobs->tables = solver->tables;
		jobs->session.where.n_threads = solver_threads(solver);
		session_return(&jobs->session, solver);  /* it is kept in `plain` */
	}
	return status;
}

double web_jobs_predict(struct web_jobs *jobs, const struct web_request *request, unsigned threshold)
{
	struct prediction *const prediction =
		is_plain(request) ? jobs->prediction[request->problem.metric] : NULL;
	const superflip_cube *const cube = request->problem.position == NULL ? request->cube : NULL;
	return prediction != NULL ? prediction_of(prediction, cube, threshold) : 0;
}

bool web_jobs_bound(struct web_jobs *jobs, const superflip_cube *cube, unsigned *out)
{
	if (jobs->tables == NULL || superflip_cube_facts(cube).puzzle != SUPERFLIP_3X3
	    || tables_checked_share(jobs->tables) < 1
	    || tables_fault(jobs->tables, NULL) != SUPERFLIP_OK)
		return false;
	*out = superflip_tables_bound(jobs->tables, cube);
	return true;
}
