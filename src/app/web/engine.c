#include "web/engine.h"

#include "report/prediction.h"

#include <stdlib.h>

/* Whether a request is searched by all turns, with the tables of whole cubes. */
static bool is_plain(const struct web_request *r)
{
	const struct superflip_problem *const p = &r->problem;
	return p->puzzle == SUPERFLIP_3X3 && problem_is_search(p) && p->turns == NULL
	        && r->pieces == NULL;
}

superflip_status web_engine_borrow(struct web_engine *e, const struct web_request *request, bool builds,
                                   superflip_notify *notify, void *context,
                                   struct solver **out,
                                   superflip_error *error)
{
	const struct superflip_problem *const p = &request->problem;
	const superflip_status status = session_borrow(&e->session, p, request->pieces, request->cube, builds,
	                                               notify, context, out, error);
	if (status != SUPERFLIP_OK || !is_plain(request))
		return status;
	pthread_mutex_lock(&e->lock);
	if (e->plain[p->metric] == NULL
	    && session_borrow(&e->session, p, NULL, NULL, false, NULL, NULL, &e->plain[p->metric],
	                      NULL) == SUPERFLIP_OK)
		e->prediction[p->metric] = prediction_start(e->plain[p->metric]->tables);
	pthread_mutex_unlock(&e->lock);
	return status;
}

struct web_engine *web_engine_new(const struct tables_options *options, uint64_t node_memory_bytes)
{
	struct web_engine *const e = calloc(1, sizeof *e);
	if (e == NULL)
		return NULL;
	session_init(&e->session, options);
	e->session.where.notify = NULL;
	e->session.node_bytes = node_memory_bytes;
	pthread_mutex_init(&e->lock, NULL);
	return e;
}

superflip_status web_engine_open(const struct tables_options *options, uint64_t node_memory_bytes,
                                 uint64_t goal_bytes,
                                 struct web_engine **out, superflip_error *error)
{
	struct web_engine *const e = web_engine_new(options, node_memory_bytes);
	if (e == NULL)
		return SUPERFLIP_NO_MEMORY;
	const struct web_request request = web_request_default();
	struct solver *solver;
	const superflip_status status = web_engine_borrow(e, &request, true, options->notify,
	                                                  options->notify_context, &solver, error);
	if (status != SUPERFLIP_OK) {
		web_engine_close(e);
		return status;
	}
	e->tables = solver->tables;
	e->n_threads = solver_threads(solver);
	session_return(&e->session, solver);  /* it is kept in `plain` */
	e->session.build_bytes = goal_bytes;
	e->session.built_bytes = 0;
	e->session.limits = "this server builds for requests";
	*out = e;
	return SUPERFLIP_OK;
}

void web_engine_close(struct web_engine *e)
{
	for (unsigned metric = 0; metric < WEB_N_METRICS; metric++)
		prediction_stop(e->prediction[metric]);
	session_end(&e->session);
	pthread_mutex_destroy(&e->lock);
	free(e);
}

double web_engine_predict(struct web_engine *e, const struct web_request *request, unsigned threshold)
{
	struct prediction *const prediction = is_plain(request) ? e->prediction[request->problem.metric] : NULL;
	const superflip_cube *const cube = request->problem.position == NULL ? request->cube : NULL;
	return prediction != NULL ? prediction_of(prediction, cube, threshold) : 0;
}

bool web_engine_bound(struct web_engine *e, const superflip_cube *cube, unsigned *out)
{
	if (e->tables == NULL || superflip_cube_facts(cube).puzzle != SUPERFLIP_3X3
	    || tables_checked_share(e->tables) < 1
	    || tables_fault(e->tables, NULL) != SUPERFLIP_OK)
		return false;
	*out = superflip_tables_bound(e->tables, cube);
	return true;
}
