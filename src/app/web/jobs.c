/* The queue: what comes in, what begins, what is dropped.  What becomes of one job stands in job.c. */
#include "web/jobs.h"

#include "base/clock.h"
#include "base/threads.h"
#include "base/words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How long the dispatcher sleeps before it looks again at what nobody tells it. */
static const double look_s = 0.25;

struct web_limits web_limits_default(void)
{
	return (struct web_limits){
		.waiting = 64, .running = 2, .per_client = 16, .seconds = 60, .request_bytes = 65536, .solutions = 10000,
		.approximates = true, .goal_bytes = UINT64_C(4) << 30, .keep_s = 600, .keep = 1000, .abandon_s = 60,
			.leave_s = 5,
	};
}

struct web_job_counts web_jobs_counts(struct web_jobs *jobs)
{
	pthread_mutex_lock(&jobs->lock);
	const struct web_job_counts counts = jobs->counts;
	pthread_mutex_unlock(&jobs->lock);
	return counts;
}

static void sleep_until_woken(struct web_jobs *jobs)
{
	const struct timespec until = clock_after(look_s);
	pthread_mutex_lock(&jobs->wake_lock);
	while (!jobs->is_woken && pthread_cond_timedwait(&jobs->wakes, &jobs->wake_lock, &until) == 0)
		continue;
	jobs->is_woken = false;
	pthread_mutex_unlock(&jobs->wake_lock);
}

/* ---- from the queue to the solvers ---- */

/* The oldest job that waits and may begin now, or whose tables may be built.  With the lock held. */
static struct web_job *take(struct web_jobs *jobs)
{
	const bool may_run = jobs->counts.running < jobs->limits.running, may_build = jobs->building == NULL;
	struct web_job *job = jobs->first;
	while (job != NULL && (job->state != WEB_JOB_WAITING || !(job->needs_tables ? may_build : may_run)))
		job = job->next;
	if (job == NULL)
		return NULL;
	job->n_holders++;
	if (job->needs_tables)
		return jobs->building = job;
	job->state = WEB_JOB_RUNNING;
	jobs->counts.waiting--;
	jobs->counts.running++;
	pthread_cond_broadcast(&jobs->changed);
	return job;
}

static bool on_change(void *context, const superflip_progress *progress)
{
	struct web_jobs *const jobs = context;
	(void)progress;
	jobs->notify(jobs);
	return true;
}

static superflip_status start(struct web_job *job, struct solver *solver, superflip_job **out,
                              superflip_error *error)
{
	const struct web_request *const r = &job->request;
	const struct superflip_problem *const p = &r->problem;
	/* A page shows something in any case; a proof is asked for with a time that is the client's own. */
	const bool approximates = job->jobs->limits.approximates && problem_is_search(p) && p->puzzle == SUPERFLIP_3X3
	                          && p->position == NULL && r->pieces == NULL && p->turns == NULL
	                          && p->search.min_length == 0;
	const superflip_job_options options = {
		.size = sizeof options, .approximates = approximates, .notify = on_change, .notify_context = job->jobs,
	};
	return session_begin(&job->jobs->engine->session, solver, p, r->pieces, r->cube, &options, out, error);
}

static bool on_table(void *context, const superflip_progress *p)
{
	struct web_job *const job = context;
	pthread_mutex_lock(&job->jobs->lock);
	snprintf(job->table.name, sizeof job->table.name, "%s", p->table);
	job->table.stage = p->stage;
	job->table.share = p->share;
	const bool goes_on = !job->is_cancelled;
	pthread_mutex_unlock(&job->jobs->lock);
	return goes_on;
}

/* Have a job searched that was taken, or its tables built; without the lock, since both take time. */
static void *begin(void *context)
{
	struct web_job *const job = context;
	struct web_jobs *const jobs = job->jobs;
	superflip_error error = {0};
	superflip_job *work = NULL;
	pthread_mutex_lock(&jobs->lock);
	const bool builds = job->needs_tables;
	struct solver *solver = job->solver;
	pthread_mutex_unlock(&jobs->lock);
	superflip_status status = SUPERFLIP_OK;
	if (solver == NULL)
		status = web_engine_borrow(jobs->engine, &job->request, builds, on_table, job, &solver, &error);
	if (status == SUPERFLIP_OK && !builds)
		status = start(job, solver, &work, &error);
	pthread_mutex_lock(&jobs->lock);
	if (builds)
		jobs->building = NULL;
	job->needs_tables = status == SUPERFLIP_TABLE_MISSING && !builds && !job->is_cancelled;
	job->table = (struct web_table_progress){.name = ""};
	job->work = work;
	job->solver = work == NULL ? solver : NULL;
	if (job->needs_tables) {
		job->state = WEB_JOB_WAITING;
		jobs->counts.running--;
		jobs->counts.waiting++;
	} else if (job->state != WEB_JOB_DONE
	           && status != SUPERFLIP_OK) {   /* DONE: cancelled while its tables were built */
		error.status = status;
		if (!job->is_cancelled)
			web_error_of(&job->error, &error);
		web_job_finish(job);
	} else if (work != NULL && job->is_cancelled) {
		superflip_job_cancel(work);
	}
	web_jobs_changed(jobs);
	web_job_drop(job);
	pthread_mutex_unlock(&jobs->lock);
	return NULL;
}

/* Beside the queue: until a solver is there other jobs begin and end. */
static void begin_beside(struct web_job *job)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, begin, job) == 0)
		pthread_detach(thread);
	else
		begin(job);
}

/* ---- keeping order; with the lock held ---- */

static bool is_abandoned(const struct web_job *job, double now_s)
{
	if (job->state == WEB_JOB_DONE || job->is_cancelled || job->request.detached || job->n_watchers > 0)
		return false;
	const struct web_limits *const limits = &job->jobs->limits;
	return job->left_s > job->asked_s ? now_s - job->left_s > limits->leave_s
	       : now_s - job->asked_s > limits->abandon_s;
}

static void look_at_all(struct web_jobs *jobs, double now_s)
{
	for (struct web_job *job = jobs->first; job != NULL; job = job->next) {
		web_job_look_at(job);
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
		const bool is_over = job->state == WEB_JOB_DONE && job != jobs->building;
		const bool is_old = is_over && now_s - job->done_s > jobs->limits.keep_s;
		const bool is_too_much = is_over && jobs->counts.kept > jobs->limits.keep && job->n_holders == 1;
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

/* Begin jobs, finish them, cancel what nobody wants and drop what is old.  The lock is held, but for a
 * while. */
static void look_around(struct web_jobs *jobs)
{
	const double now_s = clock_monotonic_s();
	look_at_all(jobs, now_s);
	drop_old(jobs, now_s);
	struct web_job *const job = take(jobs);
	pthread_mutex_unlock(&jobs->lock);
	if (job != NULL)
		begin_beside(job);
	else if (HAS_THREADS)
		sleep_until_woken(jobs);
	pthread_mutex_lock(&jobs->lock);
}

static void *dispatch(void *context)
{
	struct web_jobs *const jobs = context;
	pthread_mutex_lock(&jobs->lock);
	while (!jobs->counts.is_stopping || jobs->counts.running > 0 || jobs->building != NULL)
		look_around(jobs);
	pthread_mutex_unlock(&jobs->lock);
	return NULL;
}

void web_jobs_run(struct web_jobs *jobs)
{
	pthread_mutex_lock(&jobs->lock);
	while (jobs->counts.waiting + jobs->counts.running > 0)
		look_around(jobs);
	pthread_mutex_unlock(&jobs->lock);
}

/* ---- life of the table ---- */

static void free_jobs(struct web_jobs *jobs)
{
	while (jobs->first != NULL) {
		struct web_job *const job = jobs->first;
		jobs->first = job->next;
		web_job_drop(job);
	}
	pthread_cond_destroy(&jobs->changed);
	pthread_cond_destroy(&jobs->wakes);
	pthread_mutex_destroy(&jobs->lock);
	pthread_mutex_destroy(&jobs->wake_lock);
	free(jobs);
}

struct web_jobs *web_jobs_open(struct web_engine *engine, const struct web_limits *limits)
{
	struct web_jobs *const jobs = calloc(1, sizeof *jobs);
	if (jobs == NULL)
		return NULL;
	*jobs = (struct web_jobs){.engine = engine, .limits = *limits, .end = &jobs->first, .notify = web_jobs_wake};
	clock_condition_init(&jobs->changed);
	clock_condition_init(&jobs->wakes);
	pthread_mutex_init(&jobs->lock, NULL);
	pthread_mutex_init(&jobs->wake_lock, NULL);
	const int error = HAS_THREADS ? pthread_create(&jobs->thread, NULL, dispatch, jobs) : 0;
	if (error == 0)
		return jobs;
	free_jobs(jobs);
	errno = error;
	return NULL;
}

void web_jobs_stop(struct web_jobs *jobs)
{
	pthread_mutex_lock(&jobs->lock);
	jobs->counts.is_stopping = true;
	for (struct web_job *job = jobs->first; job != NULL; job = job->next)
		web_job_stop(job);
	web_jobs_changed(jobs);
	pthread_mutex_unlock(&jobs->lock);
}

void web_jobs_close(struct web_jobs *jobs)
{
	web_jobs_stop(jobs);
	pthread_join(jobs->thread, NULL);
	free_jobs(jobs);
}

/* ---- adding ---- */

static bool has_room(struct web_jobs *jobs, const char *client, struct web_error *error)
{
	unsigned n_of_client = 0;
	for (const struct web_job *job = jobs->first; job != NULL; job = job->next)
		n_of_client += job->state != WEB_JOB_DONE && strcmp(job->client, client) == 0;
	if (jobs->counts.is_stopping)
		return web_error_set(error, WEB_UNAVAILABLE, "the server is stopping");
	if (jobs->counts.waiting >= jobs->limits.waiting) {
		jobs->counts.refused_full++;
		return web_error_set(error, WEB_TOO_MANY, "%s waiting, and no more may; try again later",
		                     words_of(jobs->counts.waiting, "cube"));
	}
	if (n_of_client >= jobs->limits.per_client) {
		jobs->counts.refused_client++;
		return web_error_set(error, WEB_TOO_MANY,
		                     "%u of your cubes are waiting or searched, and no more may; try again later",
		                     n_of_client);
	}
	return true;
}

/* What was asked for, within what the server allows. */
static void apply_limits(struct web_job *job)
{
	const struct web_limits *const limits = &job->jobs->limits;
	struct solve_request *const r = &job->request.problem.search;
	job->request.problem.has_over |= r->n_solutions == ALL_SOLUTIONS;  /* all of the shortest, not the
	                                                                    * best of any length */
	job->wants_more = r->n_solutions == ALL_SOLUTIONS || (uint64_t)r->n_solutions > limits->solutions;
	if (job->wants_more && !r->up_to_symmetry)
		r->n_solutions = (int64_t)limits->solutions;
	const double usual_s = r->time_limit_s > 0 ? r->time_limit_s : job->request.problem.method->usual_s;
	r->time_limit_s = !job->request.problem.method->searches ? 0
		: usual_s > 0 && usual_s < limits->seconds ? usual_s : limits->seconds;
}

struct web_job *web_jobs_add(struct web_jobs *jobs, struct web_request *request, const char *client,
                             struct web_error *error)
{
	struct web_job *const job = web_job_make(jobs, error);
	if (job == NULL)
		return NULL;
	pthread_mutex_lock(&jobs->lock);
	const bool is_added = has_room(jobs, client, error);
	if (is_added) {
		job->request = *request;
		*request = (struct web_request){0};
		apply_limits(job);
		snprintf(job->client, sizeof job->client, "%s", client);
		job->asked_s = clock_monotonic_s();
		job->n_holders++;  /* the caller, and the table */
		*jobs->end = job;
		jobs->end = &job->next;
		jobs->counts.accepted++;
		jobs->counts.waiting++;
		web_jobs_changed(jobs);
	}
	pthread_mutex_unlock(&jobs->lock);
	if (is_added)
		return job;
	web_job_drop(job);
	return NULL;
}

struct web_job *web_jobs_find(struct web_jobs *jobs, const char *id)
{
	pthread_mutex_lock(&jobs->lock);
	struct web_job *job = jobs->first;
	while (job != NULL && strcmp(job->id, id) != 0)
		job = job->next;
	if (job != NULL) {
		job->n_holders++;
		job->asked_s = clock_monotonic_s();
	}
	pthread_mutex_unlock(&jobs->lock);
	return job;
}
