/* One cube in work: a stream of one, whose caller is notified of every change and has solutions as they are found. */
#include "session/solver.h"

#include "base/array.h"
#include "base/clock.h"
#include "cube/symmetry.h"

#include <stdlib.h>
#include <string.h>

struct superflip_job {
	superflip_stream stream;             /* first: tasks have a pointer to it; its solver's lock guards everything here */
	bool is_live;                        /* solutions are given as they are found */
	struct search_solution *found;       /* owned; in the order in which they were found */
	uint64_t n_found;
	size_t capacity;
};

static struct task *task_of(const superflip_job *job)
{
	return stream_task(&job->stream, 0);
}

/* ---- what becomes of the cube; with the lock held ---- */

static bool reserve(superflip_job *job, uint64_t n)
{
	struct search_solution *const more = array_reserve(job->found, job->n_found + n, &job->capacity, sizeof *more);
	if (more != NULL)
		job->found = more;
	return more != NULL;
}

/* Takes the lock itself.  Without memory solutions come at the end, with the result. */
static void on_solutions(void *context, const struct search_solution *solutions, uint64_t n)
{
	struct task *const task = context;
	pthread_mutex_lock(&task->solver->lock);
	superflip_job *const job = (superflip_job *)task->stream;
	if (job != NULL && job->is_live) {
		job->is_live = reserve(job, n);
		if (job->is_live) {
			memcpy(job->found + job->n_found, solutions, n * sizeof *solutions);
			job->n_found += n;
		}
		stream_on_change(&job->stream);
	}
	pthread_mutex_unlock(&task->solver->lock);
}

/* ---- life ---- */

/* Whether what is found first belongs to the result in any case. */
static bool can_be_live(const struct task *task)
{
	const superflip_request *const r = &task->request;
	return task->solver->kind == SOLVER_POOL && !r->is_deterministic && !r->up_to_symmetry
	       && (r->n_solutions == SUPERFLIP_ALL || r->n_solutions == 1 || cube_symmetries(&task->cube) == 1);
}

/* Of a job that was opened. */
static superflip_status begin(superflip_job *job, const superflip_cube *cube, superflip_error *error)
{
	struct task *task;
	const superflip_status status = task_make(&job->stream, cube, &task, error);
	if (status != SUPERFLIP_OK)
		return status;
	job->is_live = can_be_live(task);
	task->watch.found = on_solutions;
	task->watch.context = task;
	return stream_add_task(&job->stream, 1, task, 0, error);
}

superflip_status superflip_job_start(superflip_solver *solver, const superflip_cube *cube, const superflip_request *request,
                                     superflip_job **out, superflip_error *error)
{
	superflip_stream_options of_one;
	superflip_stream_options_init(&of_one);
	of_one.window = 1;
	superflip_job *const job = calloc(1, sizeof *job);
	if (job == NULL)
		return error_no_memory(error);
	job->stream.is_job = true;
	superflip_status status = stream_init(&job->stream, solver, request, &of_one, error);
	if (status != SUPERFLIP_OK) {
		free(job);
		return status;
	}
	status = begin(job, cube, error);
	if (status != SUPERFLIP_OK) {
		superflip_job_free(job);
		return status;
	}
	*out = job;
	return SUPERFLIP_OK;
}

void superflip_job_cancel(superflip_job *job)
{
	superflip_stream_cancel(&job->stream);
}

void superflip_job_free(superflip_job *job)
{
	if (job == NULL)
		return;
	if (stream_close(&job->stream))
		free(job->found);
	free(job);
}

/* ---- waiting and asking ---- */

static bool is_done(const superflip_job *job)
{
	return task_of(job)->state == TASK_DONE;
}

static superflip_status wait_for(superflip_job *job, const uint64_t *n_changes, double timeout_s)
{
	superflip_solver *const solver = job->stream.solver;
	const struct timespec until = clock_after(timeout_s);
	solver_run_alone(solver);
	if (solver_lock(solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	bool is_in_time = true, is_over = false;
	while (!(is_over = is_done(job) || (n_changes != NULL && job->stream.n_changes != *n_changes)) && is_in_time)
		is_in_time = stream_wait(&job->stream, &job->stream.has_result, timeout_s, &until);
	pthread_mutex_unlock(&solver->lock);
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

/* With the lock held: how far the search is. */
static void describe_search(const superflip_job *job, superflip_progress *progress)
{
	struct task *const task = task_of(job);
	progress->n_iterations = (unsigned)job->stream.n_iterations;
	progress->n_generated = atomic_load(&task->watch.n_generated);
	progress->n_solutions = job->n_found;
	/* The search begins at the heuristic's bound, and goes on to the next length when one is proved to have no solution. */
	progress->lower_bound = task->request.min_length == 0 && job->n_found == 0 ? progress->threshold : 0;
	if (progress->has_begun)
		progress->seconds = clock_monotonic_s() - task->begin_s;
}

/* With the lock held: what the result says. */
static void describe_result(const superflip_job *job, superflip_progress *progress)
{
	const superflip_result *const result = &task_of(job)->result->public;
	progress->n_iterations = result->n_iterations;
	progress->n_generated = result->n_generated;
	progress->n_solutions = result->n_solutions;
	progress->lower_bound = result->lower_bound;
	if (progress->has_begun)
		progress->seconds = job->stream.end_s - task_of(job)->begin_s;
}

static void describe(const superflip_stream *stream, superflip_progress *progress)
{
	const superflip_job *const job = (const superflip_job *)stream;
	progress->is_done = is_done(job);
	progress->has_begun = task_of(job)->begin_s > 0;
	progress->n_changes = stream->n_changes;
	progress->threshold = atomic_load(&task_of(job)->watch.threshold);
	(progress->is_done ? describe_result : describe_search)(job, progress);
}

void superflip_job_progress(superflip_job *job, superflip_progress *out)
{
	stream_tell_progress(&job->stream, describe, out);
}

superflip_status superflip_job_iteration(superflip_job *job, unsigned i, superflip_iteration *out)
{
	const superflip_stream *const stream = &job->stream;
	if (solver_lock(stream->solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	const bool will_be = !is_done(job);
	const bool is_there = i < (will_be ? stream->n_iterations : task_of(job)->result->public.n_iterations);
	if (is_there)
		*out = will_be ? stream->iterations[i % stream->n_kept].iteration : task_of(job)->result->iterations[i];
	pthread_mutex_unlock(&stream->solver->lock);
	return is_there ? SUPERFLIP_OK : will_be ? SUPERFLIP_TIMEOUT : SUPERFLIP_END;
}

superflip_status superflip_job_solution(superflip_job *job, uint64_t i, uint8_t *moves, unsigned *n_moves, unsigned *length)
{
	unsigned ignored;
	if (length == NULL)
		length = &ignored;
	if (solver_lock(job->stream.solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	const bool will_be = !is_done(job);
	const uint8_t *from = NULL;
	if (job->is_live && i < job->n_found) {
		from = job->found[i].moves;
		*n_moves = job->found[i].n_moves;
		*length = job->found[i].length;
	} else if (!will_be && (!job->is_live || job->n_found == 0))
		from = superflip_result_solution(&task_of(job)->result->public, i, n_moves, length, NULL);
	if (from != NULL)
		memcpy(moves, from, *n_moves);
	pthread_mutex_unlock(&job->stream.solver->lock);
	return from != NULL ? SUPERFLIP_OK : will_be ? SUPERFLIP_TIMEOUT : SUPERFLIP_END;
}

const superflip_result *superflip_job_result(superflip_job *job)
{
	if (solver_lock(job->stream.solver, NULL) != SUPERFLIP_OK)
		return NULL;
	const superflip_result *const result = is_done(job) ? &task_of(job)->result->public : NULL;
	pthread_mutex_unlock(&job->stream.solver->lock);
	return result;
}

superflip_status superflip_solve(superflip_solver *solver, const superflip_cube *cube, const superflip_request *request,
                                 superflip_result **out, superflip_error *error)
{
	superflip_job *job;
	superflip_status status = superflip_job_start(solver, cube, request, &job, error);
	if (status != SUPERFLIP_OK)
		return status;
	superflip_job_wait(job, -1);
	superflip_stream_next(&job->stream, -1, out);
	superflip_job_free(job);
	return SUPERFLIP_OK;
}
