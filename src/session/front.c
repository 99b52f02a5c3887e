/* Sessions, jobs of problems and tables as callers have them: options are read, problems checked, progress is
 * told. */
#include "session/session.h"

enum { MAX_THREADS = 1024 };

/* ---- sessions ---- */

superflip_status superflip_session_open(const superflip_session_options *options, superflip_session **out,
                                        superflip_error *error)
{
	superflip_session_options o = {.size = sizeof o};
	if (options_read(&o, options, error) != SUPERFLIP_OK)
		return SUPERFLIP_BAD_ARGUMENT;
	if (o.n_threads > MAX_THREADS)
		return error_refuse(error, "%u threads; expected at most %d", o.n_threads,
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
	                       .notify = o.notify,
	                       .notify_context = o.notify_context,
	                   });
	made->node_bytes = o.node_bytes;
	made->build_bytes = o.build_bytes;
	made->builds = !o.builds_nothing;
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
	superflip_goal *pieces;
	superflip_needs needs;
	superflip_status status = problem_understand(problem, cube, &pieces, error);
	if (status == SUPERFLIP_OK)
		status = session_is_ours(session, error);
	if (status == SUPERFLIP_OK)
		status = session_measure(session, problem, pieces, &needs, error);
	if (status == SUPERFLIP_OK)
		options_give(out, &needs);
	superflip_goal_free(pieces);
	return status;
}

/* @param tables  where they are wanted; NULL: they are only opened */
static superflip_status provide(superflip_session *session, superflip_problem *problem,
                                const superflip_cube *cube, bool builds, superflip_notify *notify,
                                void *context, superflip_tables **tables, superflip_error *error)
{
	superflip_goal *pieces;
	struct solver *solver;
	superflip_status status = problem_understand(problem, cube, &pieces, error);
	if (status == SUPERFLIP_OK)
		status = session_borrow(session, problem, pieces, tables == NULL ? cube : NULL, builds, notify,
		                        context, &solver, error);
	if (status == SUPERFLIP_OK) {
		if (tables != NULL)
			*tables = tables_keep(solver->tables);
		session_return(session, solver);
	}
	superflip_goal_free(pieces);
	return status;
}

superflip_status superflip_session_prepare(superflip_session *session, superflip_problem *problem,
                                           const superflip_cube *cube, superflip_notify *notify,
                                           void *context, superflip_error *error)
{
	return provide(session, problem, cube, true, notify, context, NULL, error);
}

superflip_status superflip_tables_open(superflip_session *session, superflip_problem *problem,
                                       const superflip_cube *cube, superflip_notify *notify, void *context,
                                       superflip_tables **out, superflip_error *error)
{
	return provide(session, problem, cube, session->builds, notify, context, out, error);
}

/* ---- jobs ---- */

static superflip_status begin(superflip_session *session, superflip_problem *problem,
                              const superflip_cube *like, const superflip_cube *cube,
                              const superflip_job_options *options, superflip_job **out,
                              superflip_error *error)
{
	superflip_job_options o = {.size = sizeof o};
	superflip_goal *pieces = NULL;
	struct solver *solver;
	superflip_status status = options_read(&o, options, error);
	if (status == SUPERFLIP_OK)
		status = problem_understand(problem, like, &pieces, error);
	if (status == SUPERFLIP_OK)
		status = session_borrow(
			session, problem, pieces, cube, session->builds,
			o.notify != NULL ? o.notify : session->where.notify,
			o.notify != NULL ? o.notify_context : session->where.notify_context, &solver, error);
	if (status == SUPERFLIP_OK) {
		status = session_begin(session, solver, problem, pieces, cube, &o, out, error);
		if (status != SUPERFLIP_OK)
			session_return(session, solver);
	}
	superflip_goal_free(pieces);
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

/* Have the files of a problem built or checked. */
static superflip_status for_files(superflip_session *session, superflip_problem *problem, unsigned flags,
                                  superflip_notify *notify, void *context, bool only_verifies,
                                  superflip_error *error)
{
	superflip_status status = superflip_problem_check(problem, error);
	if (status == SUPERFLIP_OK)
		status = session_is_ours(session, error);
	if (status == SUPERFLIP_OK && problem->turns != problem_units(problem))
		status = error_of_field(
			error, "moves",
			error_refuse(error, "tables of fewer turns of faces are built by superflip_session_prepare()"));
	if (status != SUPERFLIP_OK)
		return status;
	struct tables_options o = session->where;
	o.heuristic = problem->heuristic;
	o.metric = problem_units(problem) == NULL ? (superflip_metric)problem->metric : SUPERFLIP_HTM;
	o.goal = problem->pieces;
	o.turns = problem->turns;
	o.builds_again = flags & SUPERFLIP_BUILD_AGAIN;
	o.only_verifies = only_verifies;
	o.refuses_to_wait = flags & SUPERFLIP_BUILD_NO_WAIT;
	o.notify = notify;
	o.notify_context = context;
	return tables_build(&o, error);
}

superflip_status superflip_tables_build(superflip_session *session, superflip_problem *problem,
                                        unsigned flags, superflip_notify *notify, void *context,
                                        superflip_error *error)
{
	return for_files(session, problem, flags, notify, context, false, error);
}

superflip_status superflip_tables_verify(superflip_session *session, superflip_problem *problem,
                                         superflip_notify *notify, void *context, superflip_error *error)
{
	return for_files(session, problem, 0, notify, context, true, error);
}

superflip_status superflip_catalogue_make(superflip_session *session, superflip_metric metric, bool measures,
                                          superflip_catalogue **out, superflip_error *error)
{
	struct tables_options o = session->where;
	if (metric > SUPERFLIP_QTM)
		return error_refuse(error, "the metric is neither SUPERFLIP_HTM nor SUPERFLIP_QTM");
	o.metric = metric;
	const superflip_status status = session_is_ours(session, error);
	return status == SUPERFLIP_OK ? catalogue_make(&o, measures, out, error) : status;
}
