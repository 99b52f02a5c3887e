#include "api/solver.h"

#include "base/clock.h"
#include "cube/symmetry.h"

#include <stdlib.h>
#include <string.h>

struct superflip_job {
	superflip_solver *solver;            /* kept; its lock guards everything here */
	struct item *item;
	pthread_cond_t changed;
	uint64_t n_changes;
	unsigned n_iterations;               /* that are over; of item->result */
	bool is_live;                        /* solutions are told as they are found */
	struct search_solution *found;       /* owned; in the order in which they were found */
	uint64_t n_found, capacity;
	double end_s;
};

/* ---- what the solver tells; with the lock held ---- */

static void change(superflip_job *job)
{
	const superflip_request *const r = &job->item->asked.request;
	job->n_changes++;
	pthread_cond_broadcast(&job->changed);
	if (r->notify != NULL)
		r->notify(r->notify_context);
}

void job_hear_begin(superflip_job *job)
{
	change(job);
}

void job_hear_nothing_new(superflip_job *job)
{
	change(job);
}

void job_hear_iteration(superflip_job *job, const struct search_iteration *iteration)
{
	if (job->n_iterations <= SUPERFLIP_MAX_LENGTH)
		job->item->result->iterations[job->n_iterations++] = result_iteration_of(iteration);
	change(job);
}

void job_hear_end(superflip_job *job)
{
	job->n_iterations = job->item->result->public.n_iterations;
	job->end_s = clock_monotonic_s();
	change(job);
}

static bool make_room(superflip_job *job, uint64_t n)
{
	if (job->n_found + n <= job->capacity)
		return true;
	const uint64_t capacity = 2 * (job->n_found + n);
	struct search_solution *const more = realloc(job->found, capacity * sizeof *more);
	if (more == NULL)
		return false;
	job->found = more;
	job->capacity = capacity;
	return true;
}

void job_hear_found(void *context, const struct search_solution *solutions, uint64_t n)
{
	struct item *const item = context;
	pthread_mutex_lock(&item->solver->lock);
	superflip_job *const job = item->job;
	if (job != NULL && job->is_live) {
		/* Without memory they come at the end, with the result. */
		job->is_live = make_room(job, n);
		if (job->is_live) {
			memcpy(job->found + job->n_found, solutions, n * sizeof *solutions);
			job->n_found += n;
		}
		change(job);
	}
	pthread_mutex_unlock(&item->solver->lock);
}

/* ---- life ---- */

/* Whether what is found first belongs to the result in any case. */
static bool can_be_live(const struct item *item)
{
	const superflip_request *const r = &item->asked.request;
	return item->solver->kind == SOLVER_POOL && !r->is_deterministic && !r->up_to_symmetry
	       && (r->n_solutions == SUPERFLIP_ALL || r->n_solutions == 1 || cube_symmetries(&item->cube) == 1);
}

superflip_status superflip_job_start(superflip_solver *solver, const superflip_cube *cube, const superflip_request *request,
                                     superflip_job **out, superflip_error *error)
{
	struct asked asked;
	superflip_status status = solver_takes(solver, cube, error);
	if (status == SUPERFLIP_OK)
		status = asked_of(solver, request, &asked, error);
	if (status != SUPERFLIP_OK)
		return status;
	superflip_job *const job = calloc(1, sizeof *job);
	struct item *const item = item_make(solver, cube, &asked);
	if (job == NULL || item == NULL) {
		free(job);
		if (item != NULL)
			item_release(item);
		return error_no_memory(error);
	}
	job->solver = solver_keep(solver);
	job->item = item;
	item->job = job;
	job->is_live = can_be_live(item);
	clock_condition_init(&job->changed);
	if (solver_lock(solver, error) != SUPERFLIP_OK) {
		item_release(item);
		free(job);
		solver_release(solver);
		return SUPERFLIP_FORKED;
	}
	items_add(item);
	pthread_mutex_unlock(&solver->lock);
	solver_wake(solver);
	*out = job;
	return SUPERFLIP_OK;
}

/* With the lock held. */
static void cancel(superflip_job *job)
{
	struct item *const item = job->item;
	atomic_store(&item->watch.is_cancelled, true);
	if (item->state != ITEM_QUEUED)
		return;
	result_tell_stopped(item->result);
	item_end(item);
	items_remove(item);
}

void superflip_job_cancel(superflip_job *job)
{
	if (solver_lock(job->solver, NULL) != SUPERFLIP_OK)
		return;
	cancel(job);
	pthread_mutex_unlock(&job->solver->lock);
}

void superflip_job_free(superflip_job *job)
{
	if (job == NULL)
		return;
	superflip_solver *const solver = job->solver;
	if (solver_lock(solver, NULL) == SUPERFLIP_OK) {
		job->item->job = NULL;  /* before it is cancelled: nobody is told any more */
		cancel(job);
		pthread_mutex_unlock(&solver->lock);
		item_release(job->item);
		pthread_cond_destroy(&job->changed);
		free(job->found);
	}
	free(job);
	solver_release(solver);
}

/* ---- waiting and asking ---- */

static bool is_done(const superflip_job *job)
{
	return job->item->state == ITEM_DONE;
}

static superflip_status wait_for(superflip_job *job, const uint64_t *n_changes, double timeout_s)
{
	const struct timespec until = clock_after(timeout_s);
	solver_serve_alone(job->solver);
	if (solver_lock(job->solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	bool is_in_time = true;
	while (!is_done(job) && (n_changes == NULL || job->n_changes == *n_changes) && is_in_time)
		is_in_time = condition_wait(&job->changed, &job->solver->lock, timeout_s, &until);
	const bool is_over = is_done(job) || (n_changes != NULL && job->n_changes != *n_changes);
	pthread_mutex_unlock(&job->solver->lock);
	return is_over ? SUPERFLIP_OK : SUPERFLIP_TIMEOUT;
}

superflip_status superflip_job_wait(superflip_job *job, double timeout_s)
{
	return wait_for(job, NULL, timeout_s);
}

superflip_status superflip_job_wait_change(superflip_job *job, uint64_t n_changes, double timeout_s)
{
	return wait_for(job, &n_changes, timeout_s);
}

void superflip_job_progress(superflip_job *job, superflip_progress *out)
{
	struct item *const item = job->item;
	superflip_progress progress = {.size = sizeof progress, .checked_share = 1};
	if (solver_lock(job->solver, NULL) != SUPERFLIP_OK) {
		options_give(out, &progress);
		return;
	}
	const superflip_result *const result = &item->result->public;
	progress.is_done = is_done(job);
	progress.has_begun = item->begin_s > 0;
	progress.n_changes = job->n_changes;
	progress.n_iterations = job->n_iterations;
	progress.threshold = atomic_load(&item->watch.threshold);
	progress.n_generated = progress.is_done ? result->n_generated : atomic_load(&item->watch.n_generated);
	progress.n_solutions = progress.is_done ? result->n_solutions : job->n_found;
	/* The search begins at the heuristic's bound, and goes on to the next length when one is proved to have no solution. */
	progress.lower_bound = progress.is_done ? result->lower_bound
	                     : item->asked.request.min_length == 0 && job->n_found == 0 ? progress.threshold : 0;
	if (progress.has_begun)
		progress.seconds = (progress.is_done ? job->end_s : clock_monotonic_s()) - item->begin_s;
	if (job->solver->tables != NULL)
		progress.checked_share = superflip_tables_checked_share(job->solver->tables);
	pthread_mutex_unlock(&job->solver->lock);
	options_give(out, &progress);
}

superflip_status superflip_job_iteration(superflip_job *job, unsigned i, superflip_iteration *out)
{
	if (solver_lock(job->solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	const bool is_there = i < job->n_iterations, will_be = !is_done(job);
	if (is_there)
		*out = job->item->result->iterations[i];
	pthread_mutex_unlock(&job->solver->lock);
	return is_there ? SUPERFLIP_OK : will_be ? SUPERFLIP_TIMEOUT : SUPERFLIP_END;
}

superflip_status superflip_job_solution(superflip_job *job, uint64_t i, uint8_t *moves, unsigned *n_moves)
{
	if (solver_lock(job->solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	const bool will_be = !is_done(job);
	const uint8_t *from = NULL;
	if (job->is_live && i < job->n_found) {
		from = job->found[i].moves;
		*n_moves = job->found[i].n_moves;
	} else if (!will_be && (!job->is_live || job->n_found == 0))
		from = superflip_result_solution(&job->item->result->public, i, n_moves, NULL, NULL);
	if (from != NULL)
		memcpy(moves, from, *n_moves);
	pthread_mutex_unlock(&job->solver->lock);
	return from != NULL ? SUPERFLIP_OK : will_be ? SUPERFLIP_TIMEOUT : SUPERFLIP_END;
}

const superflip_result *superflip_job_result(superflip_job *job)
{
	if (solver_lock(job->solver, NULL) != SUPERFLIP_OK)
		return NULL;
	const superflip_result *const result = is_done(job) ? &job->item->result->public : NULL;
	pthread_mutex_unlock(&job->solver->lock);
	return result;
}

superflip_status superflip_solve(superflip_solver *solver, const superflip_cube *cube, const superflip_request *request,
                                 superflip_result **out, superflip_error *error)
{
	superflip_job *job;
	const superflip_status status = superflip_job_start(solver, cube, request, &job, error);
	if (status != SUPERFLIP_OK)
		return status;
	superflip_job_wait(job, -1);
	pthread_mutex_lock(&solver->lock);
	*out = &job->item->result->public;
	job->item->result = NULL;
	pthread_mutex_unlock(&solver->lock);
	superflip_job_free(job);
	return SUPERFLIP_OK;
}
