/* Sessions, jobs of problems and tables as callers have them: options are read, problems checked, progress is
 * told. */
#include "session/session.h"

#include "session/cube.h"
#include "session/options.h"
#include "session/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 1024 };

/* ---- sessions ---- */

superflip_status superflip_session_open(const superflip_session_options *options, superflip_session **out,
                                        superflip_error *error)
{
	superflip_session_options o = {.size = sizeof o};
	const superflip_status status = options_read(&o, options, error);
	if (status != SUPERFLIP_OK)
		return status;
	if (o.n_threads > MAX_THREADS)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "%u threads; expected at most %d", o.n_threads,
		                 MAX_THREADS);
	superflip_session *const made = malloc(sizeof *made);
	char *const directory = o.directory != NULL ? strdup(o.directory) : NULL;
	if (made == NULL || (o.directory != NULL && directory == NULL)) {
		free(made);
		return error_no_memory(error);
	}
	session_init(made, &(struct tables_options){
	                       .directory = directory,
	                       .memory_bytes = o.memory_bytes,
	                       .n_threads = o.n_threads,
	                       .preloads = o.preloads,
	                   });
	made->node_bytes = o.node_bytes;
	made->build_bytes = o.build_bytes;
	made->builds = !o.builds_nothing;
	made->notify = o.notify;
	made->notify_context = o.notify_context;
	*out = made;
	return SUPERFLIP_OK;
}

void superflip_session_close(superflip_session *session)
{
	if (session == NULL)
		return;
	session_end(session);
	session_release(session);
}

/* ---- what problems need ---- */

superflip_status superflip_session_measure(superflip_session *session, superflip_problem *problem,
                                           const superflip_cube *cube, superflip_needs *out,
                                           superflip_error *error)
{
	superflip_goal *own;
	const superflip_goal *pieces;
	superflip_needs needs;
	superflip_status status = problem_understand(problem, cube, &own, &pieces, error);
	if (status == SUPERFLIP_OK)
		status = session_is_ours(session, error);
	if (status == SUPERFLIP_OK)
		status = session_measure(session, problem, pieces, &needs, error);
	if (status == SUPERFLIP_OK)
		options_give(out, &needs);
	superflip_goal_free(own);
	return status;
}

superflip_status superflip_session_prepare(superflip_session *session, superflip_problem *problem,
                                           const superflip_cube *cube, superflip_notify *notify,
                                           void *context, superflip_error *error)
{
	superflip_goal *own;
	const superflip_goal *pieces;
	struct solver *solver;
	superflip_status status = problem_understand(problem, cube, &own, &pieces, error);
	if (status == SUPERFLIP_OK)
		status = session_borrow(session, problem, pieces, cube, true, notify, context, &solver, error);
	if (status == SUPERFLIP_OK)
		session_return(session, solver);
	superflip_goal_free(own);
	return status;
}

/* ---- jobs ---- */

static superflip_status begin(superflip_session *session, superflip_problem *problem,
                              const superflip_cube *like, const superflip_cube *cube,
                              const superflip_job_options *options, superflip_job **out,
                              superflip_error *error)
{
	superflip_job_options o = {.size = sizeof o};
	superflip_goal *own = NULL;
	const superflip_goal *pieces;
	struct solver *solver;
	superflip_status status = options_read(&o, options, error);
	if (status == SUPERFLIP_OK)
		status = problem_understand(problem, like, &own, &pieces, error);
	if (status == SUPERFLIP_OK)
		status = session_borrow(
			session, problem, pieces, cube, session->builds, o.notify != NULL ? o.notify : session->notify,
			o.notify != NULL ? o.notify_context : session->notify_context, &solver, error);
	if (status == SUPERFLIP_OK) {
		status = session_begin(session, solver, problem, pieces, cube, &o, out, error);
		if (status != SUPERFLIP_OK)
			session_return(session, solver);
	}
	superflip_goal_free(own);
	return status;
}

superflip_status superflip_job_start(superflip_session *session, superflip_problem *problem,
                                     const superflip_cube *cube, const superflip_job_options *options,
                                     superflip_job **out, superflip_error *error)
{
	return begin(session, problem, cube, cube, options, out, error);
}

superflip_status superflip_job_open(superflip_session *session, superflip_problem *problem,
                                    const superflip_cube *cube, const superflip_job_options *options,
                                    superflip_job **out, superflip_error *error)
{
	return begin(session, problem, cube, NULL, options, out, error);
}

superflip_status superflip_solve(superflip_session *session, superflip_problem *problem,
                                 const superflip_cube *cube, superflip_result **out, superflip_error *error)
{
	superflip_job *job;
	superflip_status status = superflip_job_start(session, problem, cube, NULL, &job, error);
	if (status != SUPERFLIP_OK)
		return status;
	status = superflip_job_next(job, -1, out);
	superflip_job_free(job);
	return status;
}

/* ---- tables ---- */

superflip_status superflip_tables_open(superflip_session *session, superflip_problem *problem,
                                       const superflip_cube *cube, superflip_notify *notify, void *context,
                                       superflip_tables **out, superflip_error *error)
{
	superflip_goal *own;
	const superflip_goal *pieces;
	superflip_tables *tables;
	superflip_status status = problem_understand(problem, cube, &own, &pieces, error);
	if (status == SUPERFLIP_OK)
		status = session_tables(session, problem, pieces, session->builds, notify, context, &tables, error);
	if (status == SUPERFLIP_OK)
		*out = tables;
	superflip_goal_free(own);
	return status;
}

/* Have the files of a problem built or checked. */
static superflip_status for_files(superflip_session *session, superflip_problem *problem, unsigned flags,
                                  superflip_notify *notify, void *context,
                                  superflip_status (*work)(const struct tables_options *, superflip_error *),
                                  superflip_error *error)
{
	superflip_status status = superflip_problem_check(problem, error);
	if (status == SUPERFLIP_OK)
		status = session_is_ours(session, error);
	if (status == SUPERFLIP_OK && problem->turns != problem_units(problem))
		status = error_of_field(error, "moves", error_say(error, SUPERFLIP_BAD_ARGUMENT,
			"tables of fewer turns of faces are built by superflip_session_prepare()"));
	if (status != SUPERFLIP_OK)
		return status;
	struct tables_options o = session->where;
	o.heuristic = problem->heuristic;
	o.metric = problem_units(problem) == NULL ? (superflip_metric)problem->metric : SUPERFLIP_HTM;
	o.goal = problem->pieces;
	o.turns = problem->turns;
	o.builds_again = (flags & SUPERFLIP_BUILD_AGAIN) != 0;
	o.refuses_to_wait = (flags & SUPERFLIP_BUILD_NO_WAIT) != 0;
	o.notify = notify;
	o.notify_context = context;
	return work(&o, error);
}

superflip_status superflip_tables_build(superflip_session *session, superflip_problem *problem,
                                        unsigned flags, superflip_notify *notify, void *context,
                                        superflip_error *error)
{
	return for_files(session, problem, flags, notify, context, tables_build, error);
}

superflip_status superflip_tables_verify(superflip_session *session, superflip_problem *problem,
                                         superflip_notify *notify, void *context, superflip_error *error)
{
	return for_files(session, problem, 0, notify, context, tables_verify, error);
}

superflip_status superflip_catalogue_make(superflip_session *session, superflip_metric metric, bool measures,
                                          superflip_catalogue **out, superflip_error *error)
{
	struct tables_options o = session->where;
	if (!options_is_metric(metric))
		return error_of_metric(error);
	o.metric = metric;
	const superflip_status status = session_is_ours(session, error);
	return status == SUPERFLIP_OK ? catalogue_make(&o, measures, out, error) : status;
}
