/* Jobs of the tab, and how far they are. */
#include "web/tab_wasm.h"

#include "base/threads.h"
#include "report/prediction.h"

#include <stdlib.h>
#include <string.h>

static bool is_optimal(const struct tab_job *job)
{
	return job->method == superflip_method_at(0);
}

static superflip_status make_solver(struct tab_job *job, superflip_solver **out)
{
	superflip_tables *tables = NULL;
	if (job->goal != NULL || job->turns != NULL) {
		tables = tab_tables_of_goal(job);
		const superflip_status status = tables != NULL ? superflip_solver_create(&job->solver, tables, out, &job->error) : job->error.status;
		superflip_tables_close(tables);
		return status;
	}
	if (job->method->takes_tables && job->solver.puzzle == SUPERFLIP_3X3) {
		tables = tab_await_tables(job->solver.metric, &job->error);
		if (tables == NULL)
			return job->error.status;
	}
	return superflip_solver_create(&job->solver, tables, out, &job->error);
}

/* Without threads no lock is held here, so that the page may ask. */
static void hear_change(void *nothing)
{
	(void)nothing;
	tab_tell();
}

static superflip_status start_work(struct tab_job *job, superflip_solver *solver)
{
	pthread_mutex_lock(&job->lock);
	const superflip_status status = superflip_job_start(solver, job->cube, &job->request, &job->work, &job->error);
	job->used = superflip_solver_heuristic(solver);
	job->n_threads = superflip_solver_threads(solver);
	if (status == SUPERFLIP_OK && job->is_cancelled)
		superflip_job_cancel(job->work);
	pthread_mutex_unlock(&job->lock);
	return status;
}

static void *run(void *argument)
{
	struct tab_job *const job = argument;
	superflip_solver *solver = NULL;
	superflip_status status = make_solver(job, &solver);
	if (status == SUPERFLIP_OK)
		status = start_work(job, solver);
	if (status == SUPERFLIP_OK)
		superflip_job_wait(job->work, -1);
	superflip_solver_free(solver);
	pthread_mutex_lock(&job->lock);
	job->is_done = true;
	pthread_mutex_unlock(&job->lock);
	return NULL;
}

/** A job, not begun.
 * @param cube         taken over
 * @param goal, turns  taken over; NULL: the solved cube, turns of faces
 * @param n_solutions  SUPERFLIP_ALL: all
 * @param time_limit_s 0: none
 * @param read_options as of the cube's text
 * @return released by tab_job_free(); NULL: tab_error_text() says why */
EXPORTED struct tab_job *tab_job(superflip_cube *cube, superflip_goal *goal, superflip_turns *turns, superflip_metric metric,
                                 const char *method, double n_solutions, double time_limit_s, unsigned read_options)
{
	struct tab_job *const job = calloc(1, sizeof *job);
	const superflip_method *const found = superflip_method_find(method);
	if (job == NULL || found == NULL) {
		strcpy(tab.error.text, found == NULL ? "there is no such method" : "not enough memory");
		superflip_cube_free(cube);
		superflip_goal_free(goal);
		superflip_turns_free(turns);
		free(job);
		return NULL;
	}
	*job = (struct tab_job){
		.cube = cube, .goal = goal, .turns = turns, .method = found,
		.read_options = read_options & SUPERFLIP_READ_FRENCH,
		.lock = PTHREAD_MUTEX_INITIALIZER,
	};
	superflip_solver_options_init(&job->solver);
	job->solver.puzzle = superflip_cube_puzzle(cube);
	job->solver.metric = metric;
	job->solver.method = found->name;
	job->solver.n_threads = tab.n_threads;
	superflip_request_init(&job->request);
	job->request.n_solutions = (int64_t)n_solutions;
	job->request.time_limit_s = time_limit_s;
	job->request.notify = hear_change;
	return job;
}

/** Begin with a job, or, without threads, do it. */
EXPORTED void tab_job_begin(struct tab_job *job)
{
	if (!HAS_THREADS) {
		run(job);
		return;
	}
	job->has_thread = pthread_create(&job->thread, NULL, run, job) == 0;
	if (job->has_thread)
		return;
	strcpy(job->error.text, "no thread can be had");
	job->is_done = true;
}

/** Stop; the job is done soon afterwards, when it has begun. */
EXPORTED void tab_job_cancel(struct tab_job *job)
{
	pthread_mutex_lock(&job->lock);
	job->is_cancelled = true;
	if (job->work != NULL)
		superflip_job_cancel(job->work);
	pthread_mutex_unlock(&job->lock);
}

/** Free a job that is done. */
EXPORTED void tab_job_free(struct tab_job *job)
{
	if (job->has_thread)
		pthread_join(job->thread, NULL);
	superflip_job_free(job->work);
	superflip_cube_free(job->cube);
	superflip_goal_free(job->goal);
	superflip_turns_free(job->turns);
	free(job->steps);
	free(job->neutral);
	pthread_mutex_destroy(&job->lock);
	free(job);
}

static double predict(const struct tab_job *job, unsigned threshold)
{
	if (!is_optimal(job) || job->goal != NULL || job->turns != NULL || job->solver.puzzle != SUPERFLIP_3X3)
		return 0;
	pthread_mutex_lock(&tab.lock);
	struct prediction *const prediction = tab.prediction[job->solver.metric];
	pthread_mutex_unlock(&tab.lock);
	return prediction != NULL ? prediction_of(prediction, job->cube, threshold) : 0;
}

superflip_job *tab_work(struct tab_job *job)
{
	pthread_mutex_lock(&job->lock);
	superflip_job *const work = job->work;
	pthread_mutex_unlock(&job->lock);
	return work;
}

double tab_cost(const struct tab_job *job, unsigned units)
{
	return job->turns != NULL ? superflip_turns_cost(job->turns, units) : units;
}

/** Whether it is done, whether it has begun, threshold, proved bound, nodes so far, seconds so far, solutions so far, nodes that
 * the iteration is predicted to have (0: not known), iterations that are over, threads. */
EXPORTED const double *tab_job_progress(struct tab_job *job)
{
	superflip_progress p;
	superflip_progress_init(&p);
	pthread_mutex_lock(&job->lock);
	const bool is_done = job->is_done;  /* before what it found: the end comes last */
	const unsigned n_threads = job->n_threads;
	pthread_mutex_unlock(&job->lock);
	superflip_job *const work = tab_work(job);
	if (work != NULL)
		superflip_job_progress(work, &p);
	return tab_numbers(10, (const double[]){
		is_done, p.has_begun, tab_cost(job, p.threshold), tab_cost(job, p.lower_bound), (double)p.n_generated, p.seconds, (double)p.n_solutions,
		predict(job, p.threshold), p.n_iterations, n_threads,
	});
}

/** Iteration i: threshold, generated, expanded, lookups, whether it is complete, seconds, predicted nodes (0: not known),
 * solutions.  NULL: not yet, or none. */
EXPORTED const double *tab_job_iteration(struct tab_job *job, unsigned i)
{
	superflip_iteration it;
	superflip_job *const work = tab_work(job);
	if (work == NULL || superflip_job_iteration(work, i, &it) != SUPERFLIP_OK)
		return NULL;
	return tab_numbers(8, (const double[]){
		tab_cost(job, it.threshold), (double)it.n_generated, (double)it.n_expanded, (double)it.n_lookups, it.is_complete, it.seconds,
		predict(job, it.threshold), (double)it.n_solutions,
	});
}

const char *tab_write_moves(const struct tab_job *job, const uint8_t *moves, unsigned n, unsigned length)
{
	if (job->turns == NULL || !superflip_turns_write(job->turns, moves, n, NULL, tab.text, sizeof tab.text))
		superflip_moves_write(moves, n, job->read_options, tab.text, sizeof tab.text);
	tab.numbers[0] = tab_cost(job, length);
	return tab.text;
}

/** The length of the moves that were written last. */
EXPORTED double tab_length(void)
{
	return tab.numbers[0];
}

/** Solution i of those found so far, in the order in which they were found; NULL: not yet, or none. */
EXPORTED const char *tab_job_solution(struct tab_job *job, unsigned i)
{
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	unsigned n, length;
	superflip_job *const work = tab_work(job);
	if (work == NULL || superflip_job_solution(work, i, moves, &n, &length) != SUPERFLIP_OK)
		return NULL;
	return tab_write_moves(job, moves, n, length);
}
