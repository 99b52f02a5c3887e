/* Cubes of one problem in work: what comes in, results in their order, and how far they are. */
#include "session/session.h"

enum { MOST_ITERATIONS_KEPT = 65536, USUAL_WINDOW = 1024, MAX_WINDOW = 1 << 24 };
static const double brief_s = 1e-3;  /* an iteration, a wait */

/* ---- life ---- */

/* What can be had without memory of its own. */
static void fill(superflip_job *job, const struct search_request *request, const superflip_job_options *o)
{
	job->request = *request;
	job->request.approximates |= o->approximates;
	job->goal_inverse = request->position != NULL ? cube_inverse(&request->position->cube) : cube_solved;
	job->window = o->window;
	job->drops_brief_iterations = o->drops_brief_iterations;
	job->notify = o->notify;
	job->notify_context = o->notify_context;
	/* All iterations of all cubes that may be in work; pages that are never written cost nothing. */
	job->n_kept = (uint64_t)o->window * (SUPERFLIP_MAX_LENGTH + 1);
	if (job->n_kept > MOST_ITERATIONS_KEPT)
		job->n_kept = MOST_ITERATIONS_KEPT;
	job->shortest = UINT_MAX;
	job->begin_s = clock_monotonic_s();
	clock_condition_init(&job->has_room);
	clock_condition_init(&job->has_result);
}

static void free_parts(superflip_job *job)
{
	duplicates_free(job->duplicates);
	free(job->iterations);
	free(job->slot);
	free(job->heuristic);
	free(job);
}

superflip_status job_open(struct solver *solver, const struct search_request *request,
                          const superflip_job_options *options, bool is_single, superflip_job **out,
                          superflip_error *error)
{
	superflip_job_options o = {.size = sizeof o};
	superflip_status status = options_read(&o, options, error);
	if (status == SUPERFLIP_OK && o.window > MAX_WINDOW)
		status = error_refuse(error, "the window has more than %d cubes", MAX_WINDOW);
	o.window = is_single ? 1 : o.window == 0 ? USUAL_WINDOW : o.window;
	if (status == SUPERFLIP_OK && request->position != NULL)
		status = solver_takes(solver, request->position, "goal", error);
	if (status != SUPERFLIP_OK)
		return status;
	superflip_job *const job = calloc(1, sizeof *job);
	if (job == NULL)
		return error_no_memory(error);
	const char *const heuristic = solver_heuristic_name(solver);
	job->is_single = is_single;
	fill(job, request, &o);
	/* The tables know each move of the solutions that are asked for. */
	job->is_brief = solver->alone != NULL && solver->backend.run == NULL && !is_single
	                && request->over_optimal == 0 && request->min_length == 0;
	/* Equal cubes are told by symmetry and inversion. */
	const bool finds_duplicates = o.finds_duplicates && solver->kind == SOLVER_POOL
	                              && solver_turns(solver) == NULL && !job->is_brief;
	job->slot = calloc(o.window, sizeof *job->slot);
	job->iterations = calloc(job->n_kept, sizeof *job->iterations);
	job->duplicates = finds_duplicates ? duplicates_create(solver_goal(solver)) : NULL;
	job->heuristic = heuristic != NULL ? strdup(heuristic) : NULL;
	if (job->slot == NULL || job->iterations == NULL || (finds_duplicates && job->duplicates == NULL)
	    || (heuristic != NULL && job->heuristic == NULL)) {
		free_parts(job);
		return error_no_memory(error);
	}
	job->solver = solver;
	atomic_fetch_add(&solver->n_users, 1);
	pthread_mutex_lock(&solver->lock);
	job->next = solver->jobs;
	solver->jobs = job;
	pthread_mutex_unlock(&solver->lock);
	*out = job;
	return SUPERFLIP_OK;
}

void superflip_job_free(superflip_job *job)
{
	if (job == NULL)
		return;
	struct solver *const solver = job->solver;
	if (job_lock(job)) {
		superflip_job **at = &solver->jobs;
		while (*at != job)
			at = &(*at)->next;
		*at = job->next;
		job->notify = NULL;
		job->is_single = false;
		job_cancel(job);
		job_abandon(job, job->n_taken);
		job_unlock(job);
		pthread_cond_destroy(&job->has_room);
		pthread_cond_destroy(&job->has_result);
		free(job->found);
	} else {
		job->duplicates = NULL;  /* the parent's threads were perhaps changing them */
	}
	job_return_solver(job);
	free_parts(job);
	solver_release(solver);
}

void superflip_job_cancel(superflip_job *job)
{
	if (job_lock(job)) {
		job_cancel(job);
		job_unlock(job);
	}
}

/* Of a lock that is held: end what notify did not want any more. */
static void obey_notify(superflip_job *job)
{
	if (job->is_unwanted && !job->is_cancelled)
		job_cancel(job);
}

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

/* ---- adding ---- */

static bool wait(superflip_job *job, pthread_cond_t *condition, double timeout_s,
                 const struct timespec *until)
{
	if (timeout_s == 0)
		return false;
	if (timeout_s < 0)
		return pthread_cond_wait(condition, &job->solver->lock) == 0;
	return pthread_cond_timedwait(condition, &job->solver->lock, until) != ETIMEDOUT;
}

/* With the lock held: whether there is room, perhaps after waiting. */
static superflip_status await_room(superflip_job *job, double timeout_s, superflip_error *error)
{
	const struct timespec until = clock_after(timeout_s);
	bool is_in_time = true;
	obey_notify(job);
	while (!job->is_cancelled && job->n_added - job->n_taken >= job->window && is_in_time)
		is_in_time = wait(job, &job->has_room, timeout_s, &until);
	const superflip_status status = job->is_cancelled ? SUPERFLIP_CANCELLED
		: job->n_added - job->n_taken < job->window ? SUPERFLIP_OK : SUPERFLIP_FULL;
	return status == SUPERFLIP_OK ? status : error_say(error, status, "%s", superflip_status_text(status));
}

/* With the lock held, unless it is a forked child. */
static superflip_status check_id(const superflip_job *job, uint64_t id, superflip_error *error)
{
	if (id <= job->last_id)
		return error_refuse(error, "the id is not larger than the one before");
	return job->is_finished ? error_refuse(error, "the job is finished") : SUPERFLIP_OK;
}

superflip_status superflip_job_add(superflip_job *job, uint64_t id, const superflip_cube *cube,
                                   double timeout_s, superflip_error *error)
{
	struct solver *const solver = job->solver;
	struct task *task;
	bool is_queued = false;
	superflip_status status = task_make(job, cube, &task, error);
	if (status != SUPERFLIP_OK)
		return status;
	task->result->public.id = job->is_single ? 0 : id;
	task->watch.told_from_s = job->drops_brief_iterations ? brief_s : 0;
	status = solver_lock(solver, error);
	if (status == SUPERFLIP_OK) {
		status = check_id(job, id, error);
		if (status == SUPERFLIP_OK)
			status = await_room(job, timeout_s, error);
		if (status == SUPERFLIP_OK) {
			job->last_id = id;
			job->slot[job->n_added++ % job->window] = task;
			if (job->is_single) {
				/* Its solutions are given as they are found, if they belong to the result in any case. */
				const struct search_request *const r = &job->request;
				job->is_live = solver->kind == SOLVER_POOL && !r->is_deterministic && !r->up_to_symmetry
				               && (r->n_solutions == ALL_SOLUTIONS || r->n_solutions == 1
				                   || cube_symmetries(&task->cube) == 1);
				task->watch.found = on_solutions;
				task->watch.context = task;
			}
			is_queued = task_begin(task);
		}
		pthread_mutex_unlock(&solver->lock);
	}
	if (is_queued && !job->is_brief && solver->pool != NULL)
		pool_ask_again(solver->pool);  /* it may look into the queue now */
	if (status != SUPERFLIP_OK)
		task_free(task);
	return status;
}

superflip_status superflip_job_pass(superflip_job *job, uint64_t id, const superflip_cube *cube,
                                    superflip_error *error)
{
	superflip_status status = solver_takes(job->solver, cube, "cube", error);
	if (status == SUPERFLIP_OK)
		status = solver_lock(job->solver, error);
	if (status != SUPERFLIP_OK)
		return status;
	status = check_id(job, id, error);
	if (status == SUPERFLIP_OK) {
		const struct cube c = cube_product(&job->goal_inverse, &cube->cube);
		job->last_id = id;
		if (job->duplicates != NULL)
			duplicates_pass(job->duplicates, &c, id);
	}
	job_unlock(job);
	return status;
}

void superflip_job_finish(superflip_job *job)
{
	if (!job_lock(job))
		return;
	job->is_finished = true;
	pthread_cond_broadcast(&job->has_result);
	job_unlock(job);
}

/* ---- taking ---- */

static bool has_next(const superflip_job *job)
{
	return job->n_taken < job->n_added && job_task(job, job->n_taken)->state == TASK_DONE;
}

static bool is_at_end(const superflip_job *job)
{
	return job->n_taken == job->n_added && (job->is_finished || job->is_cancelled);
}

/* Where results come faster than threads wake, several are waited for. */
static bool await_result(superflip_job *job, double timeout_s, const struct timespec *until)
{
	if (job->is_brief && job->solver->first != NULL && backend_run_here(job->solver))
		return true;
	if (timeout_s != 0 && !job->is_brief && clock_monotonic_s() - job->taken_s < brief_s) {
		job_unlock(job);
		nanosleep(&(struct timespec){.tv_nsec = (long)(brief_s / 2 * 1e9)}, NULL);
		pthread_mutex_lock(&job->solver->lock);
		if (has_next(job))
			return true;
	}
	return wait(job, &job->has_result, timeout_s, until);
}

superflip_status superflip_job_next(superflip_job *job, double timeout_s, superflip_result **out)
{
	solver_run_alone(job->solver);
	const struct timespec until = clock_after(timeout_s);
	if (!job_lock(job))
		return SUPERFLIP_FORKED;
	bool is_in_time = true;
	obey_notify(job);
	while (!has_next(job) && !is_at_end(job) && is_in_time) {
		is_in_time = await_result(job, timeout_s, &until);
		obey_notify(job);
	}
	struct task *const task = has_next(job) ? job_task(job, job->n_taken++) : NULL;
	if (task != NULL) {
		job->taken_s = clock_monotonic_s();
		*out = &task->result->public;
		task->result = NULL;
		pthread_cond_signal(&job->has_room);
	}
	const bool has_ended = is_at_end(job);
	job_unlock(job);
	if (task != NULL)
		task_free(task);
	if (has_ended)
		job_return_solver(job);
	return task != NULL ? SUPERFLIP_OK : has_ended ? SUPERFLIP_END : SUPERFLIP_TIMEOUT;
}

/* ---- how far it is ---- */

superflip_status superflip_job_solution(superflip_job *job, uint64_t i, uint8_t *moves,
                                        superflip_solution *out)
{
	superflip_solution given = {.moves = NULL};
	if (!job_lock(job))
		return SUPERFLIP_FORKED;
	const bool will_be = job->is_single && job->n_taken < job->n_added && !has_next(job);
	if (job->is_live && i < job->n_found)
		given = result_solution_of(&job->found[i]);
	else if (job->is_single && has_next(job) && (!job->is_live || job->n_found == 0))
		superflip_result_solution(&job_task(job, 0)->result->public, i, &given);
	if (given.moves != NULL) {
		memcpy(moves, given.moves, given.n_moves);
		*out = given;
		out->moves = moves;
	}
	job_unlock(job);
	return given.moves != NULL ? SUPERFLIP_OK : will_be ? SUPERFLIP_TIMEOUT : SUPERFLIP_END;
}

/* ---- waiting ---- */

superflip_status superflip_job_wait(superflip_job *job, uint64_t n_changes, double timeout_s)
{
	const struct timespec until = clock_after(timeout_s);
	solver_run_alone(job->solver);
	if (!job_lock(job))
		return SUPERFLIP_FORKED;
	bool is_in_time = true, is_over = false;
	job->n_change_waiters += n_changes != UINT64_MAX;
	while (!(is_over = has_next(job) || is_at_end(job)
	                   || (n_changes != UINT64_MAX && job_describe(job).n_changes != n_changes))
	       && is_in_time)
		is_in_time = await_result(job, timeout_s, &until);
	job->n_change_waiters -= n_changes != UINT64_MAX;
	job_unlock(job);
	return is_over ? SUPERFLIP_OK : SUPERFLIP_TIMEOUT;
}

const superflip_result *superflip_job_result(superflip_job *job)
{
	if (!job_lock(job))
		return NULL;
	const superflip_result *const result =
		has_next(job) ? &job_task(job, job->n_taken)->result->public : NULL;
	job_unlock(job);
	if (result != NULL && job->is_single)
		job_return_solver(job);
	return result;
}

/* ---- progress ---- */

superflip_progress job_describe(const superflip_job *job)
{
	superflip_progress p = {
		.size = sizeof p, .checked_share = 1, .n_added = job->n_added, .n_done = job->n_done,
		.heuristic = job->heuristic, .n_threads = job->solver->n_threads,
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
		p.n_iterations = (unsigned)job->n_iterations;
		p.n_generated = p.is_done ? result->n_generated : atomic_load(&task->watch.n_generated);
		p.n_solutions = p.is_done ? result->n_solutions : job->n_found;
		/* The search begins at the heuristic's bound, and goes on to the next length when one is proved to
		 * have no solution; perhaps also beyond the shortest. */
		p.lower_bound = p.is_done                         ? result->lower_bound
		                : task->request.min_length > 0    ? 0
		                : p.threshold < job->shortest     ? p.threshold
		                                                  : job->shortest;
		if (p.has_begun)
			p.seconds = (p.is_done ? job->end_s : clock_monotonic_s()) - task->begin_s;
	} else {
		p.has_begun = job->n_added > 0;
		p.is_done = is_at_end(job);
		p.n_changes = job->n_done + job->n_iterations;
		p.threshold = job->threshold;
		p.id = job->threshold_id;
		p.n_iterations = (unsigned)job->n_iterations;
		p.seconds = clock_monotonic_s() - job->begin_s;
		p.n_generated = job->n_generated;
		for (uint64_t n = job->n_taken; n < job->n_added; n++)
			if (job_task(job, n)->state == TASK_RUNNING)
				p.n_generated += atomic_load(&job_task(job, n)->watch.n_generated);
	}
	p.stage = p.has_begun && !p.is_done ? "searching" : NULL;
	return p;
}

void superflip_job_progress(superflip_job *job, superflip_progress *out)
{
	superflip_progress progress = {.size = sizeof progress, .checked_share = 1};
	if (job_lock(job)) {
		progress = job_describe(job);
		job_unlock(job);
	}
	options_give(out, &progress);
}

superflip_status superflip_job_iteration(superflip_job *job, uint64_t *i, uint64_t *id,
                                         superflip_iteration *out)
{
	if (!job_lock(job))
		return SUPERFLIP_FORKED;
	const uint64_t n = job->n_iterations;
	const bool will_be = job->n_done < job->n_added || !(job->is_finished || job->is_cancelled);
	if (n > job->n_kept && *i < n - job->n_kept)
		*i = n - job->n_kept;
	const bool is_there = *i < n;
	if (is_there) {
		const struct job_iteration *const kept = &job->iterations[*i % job->n_kept];
		*out = kept->iteration;
		if (id != NULL)
			*id = kept->id;
		++*i;
	}
	job_unlock(job);
	return is_there ? SUPERFLIP_OK : will_be ? SUPERFLIP_TIMEOUT : SUPERFLIP_END;
}
