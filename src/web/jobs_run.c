/* What is done with jobs: searched, in the order in which they came; dropped when they are old; cancelled when nobody wants them. */
#include "web/job.h"

#include "base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How long a thread sleeps before it looks again at what nobody tells it. */
static const double look_s = 0.25;

/* Wait for a change of the queue, at most for so long.  The lock is held. */
static void wait_for_change(struct web_jobs *jobs, double timeout_s)
{
	const struct timespec until = clock_after(timeout_s);
	pthread_cond_timedwait(&jobs->changed, &jobs->lock, &until);
}

/* A job that is over, however it went.  The lock is held. */
static void finish(struct web_job *job)
{
	struct web_jobs *const jobs = job->jobs;
	const superflip_result *const result = job->work != NULL ? superflip_job_result(job->work) : NULL;
	job->state = WEB_JOB_DONE;
	job->done_s = clock_monotonic_s();
	jobs->counts.kept++;
	if (result == NULL) {
		jobs->counts.by_outcome[job->error != NULL ? SUPERFLIP_FAILED : SUPERFLIP_STOPPED]++;
	} else {
		jobs->counts.by_outcome[result->outcome]++;
		jobs->counts.nodes += result->n_generated;
		jobs->counts.seconds += result->seconds;
	}
	pthread_cond_broadcast(&jobs->changed);
}

void web_job_stop(struct web_job *job)
{
	if (job->state == WEB_JOB_DONE || job->is_cancelled)
		return;
	job->is_cancelled = true;
	if (job->work != NULL)
		superflip_job_cancel(job->work);
	if (job->state != WEB_JOB_WAITING)
		return;
	job->jobs->counts.waiting--;
	finish(job);
}

/* ---- searching ---- */
static superflip_status start(struct web_job *job, superflip_solver *solver, superflip_job **out, superflip_error *error)
{
	const struct web_request *const r = &job->request;
	superflip_request request;
	superflip_request_init(&request);
	request.n_solutions = r->n_solutions;
	request.over_optimal = r->over;
	request.min_length = r->min;
	request.max_length = r->max;
	request.node_limit = r->node_limit;
	request.time_limit_s = r->method->searches ? r->time_limit_s : 0;
	request.is_deterministic = r->deterministic;
	request.up_to_symmetry = r->up_to_symmetry;
	/* A page shows something in any case; a proof is asked for with a time that is the client's own. */
	request.approximates = r->method == superflip_method_at(0) && r->puzzle == SUPERFLIP_3X3 && r->goal == NULL
	                       && r->moves == SUPERFLIP_ALL_MOVES && r->min == 0;
	request.goal = r->goal;
	return superflip_job_start(solver, r->cube, &request, out, error);
}

/* The work is in place: whoever cancels from now on cancels it. */
static void begin(struct web_job *job, superflip_job *work, superflip_solver *solver)
{
	struct web_jobs *const jobs = job->jobs;
	pthread_mutex_lock(&jobs->lock);
	job->work = work;
	job->heuristic = superflip_solver_heuristic(solver);
	job->n_threads = superflip_solver_threads(solver);
	if (job->is_cancelled)
		superflip_job_cancel(work);
	pthread_cond_broadcast(&jobs->changed);
	pthread_mutex_unlock(&jobs->lock);
}

static void search(struct web_job *job)
{
	struct web_engine *const engine = job->jobs->engine;
	superflip_error error = {0};
	superflip_solver *solver;
	superflip_job *work;
	superflip_status status = web_engine_borrow(engine, &job->request, &solver, &error);
	if (status == SUPERFLIP_OK) {
		status = start(job, solver, &work, &error);
		if (status == SUPERFLIP_OK) {
			begin(job, work, solver);
			superflip_job_wait(work, -1);
		}
		web_engine_return(engine, &job->request, solver);
	}
	if (status == SUPERFLIP_OK)
		return;
	error.status = status;
	struct web_error *const told = malloc(sizeof *told);
	if (told == NULL)
		return;
	web_error_of(told, &error);
	pthread_mutex_lock(&job->jobs->lock);
	job->error = told;
	pthread_mutex_unlock(&job->jobs->lock);
}

/* The oldest job that waits, NULL if none does.  The lock is held. */
static struct web_job *take(struct web_jobs *jobs)
{
	struct web_job *job = jobs->first;
	while (job != NULL && job->state != WEB_JOB_WAITING)
		job = job->next;
	if (job == NULL)
		return NULL;
	job->state = WEB_JOB_RUNNING;
	job->n_holders++;
	jobs->counts.waiting--;
	jobs->counts.running++;
	pthread_cond_broadcast(&jobs->changed);
	return job;
}

void *web_jobs_search(void *context)
{
	struct web_jobs *const jobs = context;
	pthread_mutex_lock(&jobs->lock);
	for (;;) {
		struct web_job *const job = take(jobs);
		if (job == NULL && jobs->is_stopping)
			break;
		if (job == NULL) {
			pthread_cond_wait(&jobs->changed, &jobs->lock);
			continue;
		}
		pthread_mutex_unlock(&jobs->lock);
		search(job);
		pthread_mutex_lock(&jobs->lock);
		jobs->counts.running--;
		finish(job);
		web_job_drop(job);
	}
	pthread_mutex_unlock(&jobs->lock);
	return NULL;
}

/* ---- keeping order ---- */
static bool is_abandoned(const struct web_job *job, double now_s)
{
	if (job->state == WEB_JOB_DONE || job->is_cancelled || job->request.detached || job->n_watchers > 0)
		return false;
	const struct web_limits *const limits = &job->jobs->limits;
	return job->left_s > job->asked_s ? now_s - job->left_s > limits->leave_s : now_s - job->asked_s > limits->abandon_s;
}

static void cancel_abandoned(struct web_jobs *jobs, double now_s)
{
	for (struct web_job *job = jobs->first; job != NULL; job = job->next) {
		if (!is_abandoned(job, now_s))
			continue;
		jobs->counts.abandoned++;
		web_job_stop(job);
	}
}

static void drop_old(struct web_jobs *jobs, double now_s)
{
	for (struct web_job **at = &jobs->first; *at != NULL;) {
		struct web_job *const job = *at;
		const bool is_old = job->state == WEB_JOB_DONE && now_s - job->done_s > jobs->limits.keep_s;
		const bool is_too_much = job->state == WEB_JOB_DONE && jobs->counts.kept > jobs->limits.keep && job->n_holders == 1;
		if (!is_old && !is_too_much) {
			at = &job->next;
			continue;
		}
		*at = job->next;
		if (jobs->end == &job->next)
			jobs->end = at;
		jobs->counts.kept--;
		jobs->counts.evicted++;
		web_job_drop(job);
	}
}

void *web_jobs_keep_order(void *context)
{
	struct web_jobs *const jobs = context;
	pthread_mutex_lock(&jobs->lock);
	while (!jobs->is_stopping) {
		const double now_s = clock_monotonic_s();
		cancel_abandoned(jobs, now_s);
		drop_old(jobs, now_s);
		wait_for_change(jobs, look_s);
	}
	pthread_mutex_unlock(&jobs->lock);
	return NULL;
}

/* ---- asking ---- */
enum web_job_state web_job_state(struct web_job *job, unsigned *ahead)
{
	pthread_mutex_lock(&job->jobs->lock);
	const enum web_job_state state = job->state;
	unsigned n = 0;
	for (const struct web_job *other = job->jobs->first; ahead != NULL && state == WEB_JOB_WAITING && other != job; other = other->next)
		n += other->state == WEB_JOB_WAITING;
	pthread_mutex_unlock(&job->jobs->lock);
	if (ahead != NULL)
		*ahead = n;
	return state;
}

/* The work of a job, NULL while it waits; it stays until the job is freed. */
static superflip_job *work_of(struct web_job *job)
{
	pthread_mutex_lock(&job->jobs->lock);
	superflip_job *const work = job->work;
	pthread_mutex_unlock(&job->jobs->lock);
	return work;
}

void web_job_wait(struct web_job *job, uint64_t n_changes, double timeout_s)
{
	superflip_job *const work = work_of(job);
	pthread_mutex_lock(&job->jobs->lock);
	const bool waits_for_queue = work == NULL || job->state == WEB_JOB_DONE;
	if (waits_for_queue && job->state != WEB_JOB_DONE)
		wait_for_change(job->jobs, timeout_s);
	pthread_mutex_unlock(&job->jobs->lock);
	if (!waits_for_queue)
		superflip_job_wait_change(work, n_changes, timeout_s);
}

void web_job_progress(struct web_job *job, superflip_progress *out)
{
	superflip_job *const work = work_of(job);
	superflip_progress_init(out);
	if (work != NULL)
		superflip_job_progress(work, out);
}

superflip_status web_job_iteration(struct web_job *job, unsigned i, superflip_iteration *out)
{
	superflip_job *const work = work_of(job);
	return work != NULL ? superflip_job_iteration(work, i, out) : SUPERFLIP_TIMEOUT;
}

superflip_status web_job_solution(struct web_job *job, uint64_t i, uint8_t *moves, unsigned *n_moves)
{
	superflip_job *const work = work_of(job);
	return work != NULL ? superflip_job_solution(work, i, moves, n_moves) : SUPERFLIP_TIMEOUT;
}

const superflip_result *web_job_result(struct web_job *job, const struct web_error **error)
{
	superflip_job *const work = work_of(job);
	if (error != NULL)
		*error = job->error;
	return work != NULL ? superflip_job_result(work) : NULL;
}

const char *web_job_heuristic(struct web_job *job)
{
	pthread_mutex_lock(&job->jobs->lock);
	const char *const heuristic = job->heuristic;
	pthread_mutex_unlock(&job->jobs->lock);
	return heuristic;
}

unsigned web_job_threads(struct web_job *job)
{
	pthread_mutex_lock(&job->jobs->lock);
	const unsigned n_threads = job->n_threads;
	pthread_mutex_unlock(&job->jobs->lock);
	return n_threads;
}
