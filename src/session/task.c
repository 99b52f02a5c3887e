/* One cube in work, from the queue of its solver to its result, and what that does to its job. */
#include "session/session.h"

/* ---- life ---- */

superflip_status solver_lock(struct solver *solver, superflip_error *error)
{
	if (solver->generation != forked_generation())
		return error_say(error, SUPERFLIP_FORKED,
		                 "the solver belongs to the parent process; make one in the child");
	pthread_mutex_lock(&solver->lock);
	return SUPERFLIP_OK;
}

superflip_status solver_takes(const struct solver *solver, const superflip_cube *cube, const char *name,
                              superflip_error *error)
{
	const superflip_facts facts = superflip_cube_facts(cube);
	if (cube->puzzle != solver->puzzle)
		return error_refuse(error, "the %s and the solver are of different puzzles",
		                    name);
	if (facts.has_centers && solver->kind != SOLVER_POOL)
		return error_refuse(error, "the centres of the %s count, and the method '%s' does not know them",
		                    name, solver->method->about.name);
	if (solver_goal(solver) != NULL)
		return goal_takes(solver->tables->goal, cube, error);
	return facts.is_whole
	           ? SUPERFLIP_OK
	           : error_refuse(
				   error,
				   "not all stickers of the %s are known; the solver needs the tables of superflip_goal_of_cube()",
				   name);
}

superflip_status task_make(superflip_job *job, const superflip_cube *cube, struct task **out,
                           superflip_error *error)
{
	struct solver *const solver = job->solver;
	if (solver_takes(solver, cube, "cube", error) != SUPERFLIP_OK)
		return SUPERFLIP_BAD_ARGUMENT;
	const struct cube searched = cube_product(&job->goal_inverse, &cube->cube);
	if (searched.centres != 0 && cube_check(&searched) != CUBE_OK)
		return error_refuse(
			error,
			"no turns lead from the cube's centres to the goal's: their parity differs from the corners'");
	struct task *const task = calloc(1, sizeof *task);
	struct result *const result = calloc(1, sizeof *result);
	if (task == NULL || result == NULL
	    || (solver->kind == SOLVER_METHOD
	        && (result->by_method = calloc(1, sizeof *result->by_method)) == NULL)) {
		result_free(result);
		free(task);
		return error_no_memory(error);
	}
	*task = (struct task){.solver = solver, .job = job, .request = job->request, .cube = searched,
	                      .searched = searched, .result = result};
	*out = task;
	return SUPERFLIP_OK;
}

void task_free(struct task *task)
{
	result_free(task->result);
	free(task);
}

bool task_is_cancelled(void *context)
{
	struct task *const task = context;
	return atomic_load(&task->watch.is_cancelled);
}

/* ---- the queue ---- */

/* Take a task out of the list that it is in. */
static void unlink_task(struct task **list, struct task *task)
{
	while (*list != task)
		list = &(*list)->next;
	*list = task->next;
	if (task->solver->end == &task->next)
		task->solver->end = list;
	task->next = NULL;
}

struct task *tasks_take(struct solver *solver)
{
	while (solver->first != NULL && solver->first->job->is_unwanted)
		job_cancel(solver->first->job);
	struct task *const task = solver->first;
	if (task == NULL)
		return NULL;
	unlink_task(&solver->first, task);
	task->next = solver->running;
	solver->running = task;
	task->state = TASK_RUNNING;
	task->begin_s = clock_monotonic_s();
	job_on_change(task->job);
	return task;
}

/* ---- what a job learns ---- */

void job_on_change(superflip_job *job)
{
	if (job == NULL)
		return;
	job->n_changes++;
	if (job->is_single || job->n_change_waiters > 0)
		pthread_cond_broadcast(&job->has_result);
	if (job->notify == NULL)
		return;
	const superflip_progress progress = job_describe(job);
	job->is_unwanted |= !job->notify(job->notify_context, &progress);
	for (struct task *task = job->solver->running; task != NULL && job->is_unwanted; task = task->next)
		if (task->job == job)
			atomic_store(&task->watch.is_cancelled, true);
}

void task_end(struct task *task)
{
	superflip_job *const job = task->job;
	if (task->state == TASK_RUNNING)
		unlink_task(&task->solver->running, task);
	task->state = TASK_DONE;
	if (job == NULL) {
		task_free(task);
		return;
	}
	job->n_done++;
	job->n_generated += task->result->public.n_generated;
	job->end_s = clock_monotonic_s();
	if (task == job_task(job, job->n_taken))
		pthread_cond_broadcast(&job->has_result);
	job_on_change(job);
}

/* ---- results of searches ---- */

bool solver_is_reached(const struct solver *solver, const struct cube *c)
{
	if (solver->puzzle == SUPERFLIP_2X2)
		return pocket_index_to_solve(c) == POCKET_SOLVED;
	const struct goal *const goal = solver->list_goal.n_views > 0 ? &solver->list_goal : solver_goal(solver);
	return goal != NULL ? goal_holds(goal, c) : cube_is_solved(c);
}

/* Whether each solution leads the cube to the goal at the cost that is claimed.  No search and no method is
 * trusted. */
static bool is_sound(const struct task *task)
{
	const struct solver *const solver = task->solver;
	const superflip_result *const result = &task->result->public;
	const struct method_result *const by_method = task->result->by_method;
	const struct turns *const turns = solver_turns(solver) != NULL ? &solver->given : NULL;
	superflip_solution s;
	unsigned cost;
	if (by_method != NULL && solver->puzzle == SUPERFLIP_3X3)
		return result->n_solutions == 0 || method_result_solves(by_method, &task->cube);
	for (uint64_t i = 0; superflip_result_solution(result, i, &s); i++) {
		const struct cube end = cube_after_moves(task->cube, s.moves, s.n_moves);
		if (!solver_is_reached(solver, &end)
		    || (s.n_before > 0 && !goal_holds_after(solver_goal(solver), &end, 1u + s.moves[0]))
		    || !turns_measure(turns, solver->metric, s.moves + s.n_before,
		                      s.n_moves - s.n_before - s.n_after, &cost)
		    || cost != s.length)
			return false;
	}
	return true;
}

/* Take over what a search has found, or r->by_method, whose moves it then has.
 * @param heuristic  whose fault a failure may be; NULL: none */
static void fill(struct result *r, struct search_result *found, const struct heuristic *heuristic)
{
	superflip_result *const p = &r->public;
	p->outcome = found->outcome < SEARCH_NO_MEMORY ? (superflip_outcome)found->outcome : SUPERFLIP_FAILED;
	if (p->outcome == SUPERFLIP_FAILED) {
		const enum status fault = heuristic != NULL ? heuristic_fault(heuristic, NULL) : STATUS_OK;
		p->failure = found->outcome == SEARCH_NO_MEMORY  ? SUPERFLIP_NO_MEMORY
		             : found->outcome == SEARCH_OVERFLOW ? SUPERFLIP_INTERNAL
		             : fault != STATUS_OK                ? error_status_of_pdb(fault)
		                                                 : SUPERFLIP_TABLE_DAMAGED;
	}
	p->is_complete = found->outcome == SEARCH_SOLVED;
	p->is_optimal = found->is_optimal;
	p->length = found->n_solutions > 0 ? found->length : 0;
	p->lower_bound = found->lower_bound;
	p->n_solutions = found->n_solutions;
	p->n_iterations = found->n_iterations;
	p->n_generated = found->n_generated;
	p->n_expanded = found->n_expanded;
	p->n_lookups = found->n_lookups;
	p->seconds = found->seconds;
	const struct method_result *const m = r->by_method;
	if (m != NULL) {
		p->is_by_method = true;
		p->has_hit_limit = found->n_solutions > 0 && m->has_hit_limit;
		p->n_stages = found->n_solutions > 0 ? m->n_stages : 0;
		p->is_by_list = m->is_by_list;
		/* Copied: the texts are those of the solver's tables. */
		for (unsigned i = 0; i < m->n_stages; i++) {
			snprintf(r->stage_name[i], sizeof r->stage_name[i], "%s", m->stages[i].name);
			if (m->stages[i].goal != NULL)
				goal_name_from(m->stages[i].goal, m->stages[i].rotation, r->stage_goal[i]);
		}
		if (m->n_told > 0)
			snprintf(r->goal, sizeof r->goal, "%s",
			         m->goal != NULL ? m->goal->name : m->stages[m->n_told - 1].goal);
		snprintf(r->stuck_at, sizeof r->stuck_at, "%s", m->stuck != NULL ? m->stuck : "");
		p->stuck_at = m->stuck != NULL ? r->stuck_at : NULL;
	}
	memcpy(r->iterations, found->iterations, found->n_iterations * sizeof *found->iterations);
	free(r->solutions);
	r->solutions = found->solutions;
	found->solutions = NULL;
	found->n_solutions = 0;
}

static void take_search(struct task *task, struct search_result *found)
{
	const struct solver *const solver = task->solver;
	const struct goal *const goal = solver_goal(solver);
	struct result *const r = task->result;
	fill(r, found, solver_heuristic(solver));
	if (!is_sound(task))
		fill(r, &(struct search_result){.outcome = SEARCH_OVERFLOW}, NULL);
	if (task->request.up_to_symmetry) {
		/* Of solutions that symmetries of the cube exchange one stays. */
		r->group = solution_group_of(&task->cube, solver_moves(solver), goal);
		r->public.n_solutions = solution_classes_keep(r->solutions, r->public.n_solutions, &r->group);
		r->public.n_symmetries = (unsigned)(__builtin_popcountll(r->group.symmetries)
		                                    + __builtin_popcountll(r->group.antisymmetries));
	}
	if (goal != NULL && strstr(goal->name, "neutral") != NULL) {
		/* From which side each solution reaches the goal. */
		memcpy(r->goal, goal->name, sizeof r->goal);
		items_foreach(s, r->solutions, r->public.n_solutions) {
			const struct cube end =
				cube_after_moves(task->cube, s->moves, s->n_moves - (unsigned)s->n_after);
			s->rotation = (uint8_t)goal_rotation(goal, &end, s->n_before > 0 ? 1u + s->moves[0] : 0);
		}
	}
	r->public.is_approximate = task->is_approximate;
}

/* The answer for a duplicate by the result of the first of its class. */
static void take_image(struct task *task, const struct search_result *of_first)
{
	struct search_result image;
	if (!duplicate_image(&task->duplicate, of_first, &image))
		image = (struct search_result){.outcome = SEARCH_NO_MEMORY};
	take_search(task, &image);
}

void task_finish(struct task *task, struct search_result *found)
{
	struct solver *const solver = task->solver;
	pthread_mutex_lock(&solver->lock);
	superflip_job *const job = task->job;
	const bool has_duplicates = job != NULL && job->duplicates != NULL;
	if (has_duplicates) {
		/* Keep what was found for them, and end those that wait for it. */
		duplicates_found(job->duplicates, &task->duplicate, found);
		for (uint64_t n = job->n_taken; n < job->n_added; n++) {
			struct task *const other = job_task(job, n);
			if (other->state != TASK_WAITING || other->duplicate.searched_by != task->result->public.id)
				continue;
			other->is_approximate = task->is_approximate;
			take_image(other, found);
			task_end(other);
		}
	}
	if (has_duplicates && task->duplicate.first_id != task->result->public.id) {
		take_image(task, found);
		search_result_free(found);
	} else
		take_search(task, found);
	solver->n_in_pool -= task->is_in_pool;
	task_end(task);
	pthread_mutex_unlock(&solver->lock);
}

bool task_begin(struct task *task)
{
	struct solver *const solver = task->solver;
	struct duplicates *const duplicates = task->job->duplicates;
	superflip_result *const result = &task->result->public;
	enum duplicate_kind kind = DUPLICATE_NONE;
	if (duplicates != NULL) {
		kind = duplicates_look_up(duplicates, &task->cube, result->id, &task->duplicate);
		task->searched = task->duplicate.first;
		result->duplicate_of = task->duplicate.first_id != result->id ? task->duplicate.first_id : 0;
	}
	if (kind == DUPLICATE_ANSWERED) {
		struct search_result answer;
		if (!duplicates_answer(duplicates, &task->duplicate, &answer))
			answer = (struct search_result){.outcome = SEARCH_NO_MEMORY};
		take_search(task, &answer);
		task_end(task);
	} else if (kind == DUPLICATE_PENDING)
		task->state = TASK_WAITING;
	else {
		task->state = TASK_QUEUED;
		*solver->end = task;
		solver->end = &task->next;
		pthread_cond_signal(task->job->is_brief ? &task->job->has_result : &solver->work_arrives);
	}
	return task->state == TASK_QUEUED;
}

/* ---- cancelling ---- */

void job_abandon(superflip_job *job, uint64_t n)
{
	for (uint64_t i = n; i < job->n_added; i++) {
		struct task *const task = job_task(job, i);
		task->job = NULL;
		if (task->state == TASK_QUEUED)
			unlink_task(&task->solver->first, task);
		if (task->state != TASK_RUNNING)
			task_free(task);
	}
	job->n_added = n;
}

void job_cancel(superflip_job *job)
{
	job->is_cancelled = true;
	uint64_t n = job->n_taken;
	for (; n < job->n_added && (job->is_single || job_task(job, n)->state != TASK_QUEUED); n++) {
		struct task *const task = job_task(job, n);
		atomic_store(&task->watch.is_cancelled, true);  /* it ends soon; at once if it was not begun */
		if (task->state == TASK_QUEUED) {
			unlink_task(&task->solver->first, task);
			task->result->public.outcome = SUPERFLIP_STOPPED;
			task_end(task);
		}
	}
	job_abandon(job, n);
	pthread_cond_broadcast(&job->has_room);
	pthread_cond_broadcast(&job->has_result);
}
