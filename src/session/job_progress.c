/* How far a job is: waiting, progress, iterations, and solutions of one cube as they are found. */
#include "session/solver.h"

#include "session/options.h"
#include "base/array.h"
#include "base/clock.h"
#include "cube/symmetry.h"

#include <stdlib.h>
#include <string.h>

/* ---- solutions as they are found ---- */

/* Takes the lock itself.  Without memory solutions come at the end, with the result. */
static void on_solutions(void *context, const struct search_solution *solutions, uint64_t n)
{
	struct task *const task = context;
	pthread_mutex_lock(&task->solver->lock);
	superflip_job *const job = task->job;
	if (job != NULL && job->is_live) {
		struct search_solution *const more =
			array_reserve(job->found, job->n_found + n, &job->found_capacity, sizeof *more);
		job->is_live = more != NULL;
		if (job->is_live) {
			job->found = more;
			memcpy(job->found + job->n_found, solutions, n * sizeof *solutions);
			job->n_found += n;
		}
		job_on_change(job);
	}
	pthread_mutex_unlock(&task->solver->lock);
}

void job_give_live(superflip_job *job, struct task *task)
{
	const struct solve_request *const r = &job->request;
	job->is_live =
		job->solver->kind == SOLVER_POOL && !r->is_deterministic && !r->up_to_symmetry
		&& (r->n_solutions == ALL_SOLUTIONS || r->n_solutions == 1 || cube_symmetries(&task->cube) == 1);
	task->watch.found = on_solutions;
	task->watch.context = task;
}

superflip_status superflip_job_solution(superflip_job *job, uint64_t i, uint8_t *moves,
                                        superflip_solution *out)
{
	superflip_solution given = {.moves = NULL};
	if (solver_lock(job->solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	const bool will_be = job->is_single && job->n_taken < job->n_added && !job_has_next(job);
	if (job->is_live && i < job->n_found)
		given = result_solution_of(&job->found[i]);
	else if (job->is_single && job_has_next(job) && (!job->is_live || job->n_found == 0))
		superflip_result_solution(&job_task(job, 0)->result->public, i, &given);
	if (given.moves != NULL) {
		memcpy(moves, given.moves, given.n_moves);
		*out = given;
		out->moves = moves;
	}
	pthread_mutex_unlock(&job->solver->lock);
	return given.moves != NULL ? SUPERFLIP_OK : will_be ? SUPERFLIP_TIMEOUT : SUPERFLIP_END;
}

/* ---- waiting ---- */

superflip_status superflip_job_wait(superflip_job *job, uint64_t n_changes, double timeout_s)
{
	struct solver *const solver = job->solver;
	const struct timespec until = clock_after(timeout_s);
	solver_run_alone(solver);
	if (solver_lock(solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	bool is_in_time = true, is_over = false;
	job->n_change_waiters += n_changes != UINT64_MAX;
	while (!(is_over = job_has_next(job) || job_is_at_end(job)
	                   || (n_changes != UINT64_MAX && job_describe(job).n_changes != n_changes))
	       && is_in_time)
		is_in_time = job_await_result(job, timeout_s, &until);
	job->n_change_waiters -= n_changes != UINT64_MAX;
	pthread_mutex_unlock(&solver->lock);
	return is_over ? SUPERFLIP_OK : SUPERFLIP_TIMEOUT;
}

const superflip_result *superflip_job_result(superflip_job *job)
{
	if (solver_lock(job->solver, NULL) != SUPERFLIP_OK)
		return NULL;
	const bool is_there = job_has_next(job);
	const superflip_result *const result = is_there ? &job_task(job, job->n_taken)->result->public : NULL;
	pthread_mutex_unlock(&job->solver->lock);
	if (is_there && job->is_single)
		job_return_solver(job);
	return result;
}

/* ---- progress ---- */

static void describe_list(const superflip_job *job, superflip_progress *p)
{
	p->has_begun = job->n_added > 0;
	p->is_done = job_is_at_end(job);
	p->n_changes = job->n_done + job->n_iterations;
	p->threshold = job->threshold;
	p->id = job->threshold_id;
	p->n_iterations = (unsigned)job->n_iterations;
	p->seconds = clock_monotonic_s() - job->begin_s;
	p->n_generated = job->n_generated;
	for (uint64_t n = job->n_taken; n < job->n_added; n++)
		if (job_task(job, n)->state == TASK_RUNNING)
			p->n_generated += atomic_load(&job_task(job, n)->watch.n_generated);
}

superflip_progress job_describe(const superflip_job *job)
{
	superflip_progress p = {
		.size = sizeof p, .checked_share = 1, .n_added = job->n_added, .n_done = job->n_done,
		.heuristic = job->heuristic, .n_threads = solver_threads(job->solver),
	};
	if (job->solver->tables != NULL)
		p.checked_share = tables_checked_share(job->solver->tables);
	if (job->is_single && job->n_taken < job->n_added) {
		struct task *const task = job_task(job, 0);
		p.is_done = task->state == TASK_DONE;
		p.has_begun = task->begin_s > 0;
		p.n_changes = job->n_changes;
		p.threshold = atomic_load(&task->watch.threshold);
		p.step = atomic_load(&task->watch.step);
		const superflip_result *const result = &task->result->public;
		p.n_iterations = p.is_done ? result->n_iterations : (unsigned)job->n_iterations;
		p.n_generated = p.is_done ? result->n_generated : atomic_load(&task->watch.n_generated);
		p.n_solutions = p.is_done ? result->n_solutions : job->n_found;
		/* The search begins at the heuristic's bound, and goes on to the next length when one is proved to
		 * have no solution. */
		p.lower_bound = p.is_done ? result->lower_bound
		                : task->request.min_length == 0 && job->n_found == 0 ? p.threshold : 0;
		if (p.has_begun)
			p.seconds = (p.is_done ? job->end_s : clock_monotonic_s()) - task->begin_s;
	} else {
		describe_list(job, &p);
	}
	p.stage = p.has_begun && !p.is_done ? "searching" : NULL;
	return p;
}

void superflip_job_progress(superflip_job *job, superflip_progress *out)
{
	superflip_progress progress = {.size = sizeof progress, .checked_share = 1};
	if (solver_lock(job->solver, NULL) == SUPERFLIP_OK) {
		progress = job_describe(job);
		pthread_mutex_unlock(&job->solver->lock);
	}
	options_give(out, &progress);
}

superflip_status superflip_job_iteration(superflip_job *job, uint64_t *i, uint64_t *id,
                                         superflip_iteration *out)
{
	if (solver_lock(job->solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	const struct task *const task = job->is_single && job_has_next(job) ? job_task(job, 0) : NULL;
	const uint64_t n = task != NULL ? task->result->public.n_iterations : job->n_iterations;
	const bool will_be =
		task == NULL && !(job->n_done == job->n_added && (job->is_finished || job->is_cancelled));
	if (n > job->n_kept && *i < n - job->n_kept)
		*i = n - job->n_kept;
	const bool is_there = *i < n;
	if (is_there) {
		const struct job_iteration *const kept = &job->iterations[*i % job->n_kept];
		*out = task != NULL ? task->result->iterations[*i] : kept->iteration;
		if (id != NULL)
			*id = task != NULL ? task->result->public.id : kept->id;
		++*i;
	}
	pthread_mutex_unlock(&job->solver->lock);
	return is_there ? SUPERFLIP_OK : will_be ? SUPERFLIP_TIMEOUT : SUPERFLIP_END;
}
