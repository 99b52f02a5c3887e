/* The table of jobs: what comes in, who holds what.  What is done with them stands in jobs_run.c. */
#include "web/job.h"

#include "base/clock.h"
#include "base/words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

struct web_limits web_limits_default(void)
{
	return (struct web_limits){
		.waiting = 64, .running = 2, .per_client = 16, .seconds = 60, .request_bytes = 65536, .solutions = 10000, .keep_s = 600,
		.keep = 1000, .abandon_s = 60, .leave_s = 5,
	};
}

/* ---- life of the table ---- */

struct web_jobs *web_jobs_open(struct web_engine *engine, const struct web_limits *limits)
{
	struct web_jobs *const jobs = calloc(1, sizeof *jobs);
	pthread_t *const threads = calloc(limits->running + 1, sizeof *threads);
	if (jobs == NULL || threads == NULL) {
		free(jobs);
		free(threads);
		return NULL;
	}
	*jobs = (struct web_jobs){.engine = engine, .limits = *limits, .threads = threads, .end = &jobs->first};
	clock_condition_init(&jobs->changed);
	pthread_mutex_init(&jobs->lock, NULL);
	int error = 0;
	for (; jobs->n_threads <= limits->running && error == 0; jobs->n_threads++)
		error = pthread_create(&threads[jobs->n_threads], NULL, jobs->n_threads == 0 ? web_jobs_keep_order : web_jobs_search, jobs);
	if (error == 0)
		return jobs;
	jobs->n_threads--;
	web_jobs_close(jobs);
	errno = error;
	return NULL;
}

void web_jobs_stop(struct web_jobs *jobs)
{
	pthread_mutex_lock(&jobs->lock);
	jobs->is_stopping = true;
	for (struct web_job *job = jobs->first; job != NULL; job = job->next)
		web_job_stop(job);
	pthread_cond_broadcast(&jobs->changed);
	pthread_mutex_unlock(&jobs->lock);
}

void web_jobs_close(struct web_jobs *jobs)
{
	web_jobs_stop(jobs);
	for (unsigned i = 0; i < jobs->n_threads; i++)
		pthread_join(jobs->threads[i], NULL);
	while (jobs->first != NULL) {
		struct web_job *const job = jobs->first;
		jobs->first = job->next;
		web_job_drop(job);
	}
	pthread_cond_destroy(&jobs->changed);
	pthread_mutex_destroy(&jobs->lock);
	free(jobs->threads);
	free(jobs);
}

const struct web_limits *web_jobs_limits(const struct web_jobs *jobs)
{
	return &jobs->limits;
}

struct web_job_counts web_jobs_counts(struct web_jobs *jobs)
{
	pthread_mutex_lock(&jobs->lock);
	struct web_job_counts counts = jobs->counts;
	counts.is_stopping = jobs->is_stopping;
	pthread_mutex_unlock(&jobs->lock);
	return counts;
}

/* ---- life of a job ---- */
static void free_job(struct web_job *job)
{
	superflip_job_free(job->work);
	free(job->error);
	web_request_free(&job->request);
	free(job);
}

void web_job_drop(struct web_job *job)
{
	if (--job->n_holders == 0)
		free_job(job);
}

void web_job_release(struct web_job *job)
{
	struct web_jobs *const jobs = job->jobs;
	pthread_mutex_lock(&jobs->lock);
	web_job_drop(job);
	pthread_mutex_unlock(&jobs->lock);
}

/* Nobody guesses the id of another client's job. */
static bool make_id(char id[WEB_JOB_ID_SIZE])
{
	uint8_t random[(WEB_JOB_ID_SIZE - 1) / 2];
	if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
		return false;
	for (size_t i = 0; i < sizeof random; i++)
		snprintf(id + 2 * i, 3, "%02x", random[i]);
	return true;
}

static struct web_job *make_job(struct web_jobs *jobs, struct web_error *error)
{
	struct web_job *const job = calloc(1, sizeof *job);
	if (job != NULL && make_id(job->id)) {
		job->jobs = jobs;
		return job;
	}
	free(job);
	web_error_set(error, WEB_UNAVAILABLE, "not enough memory or no random numbers");
	return NULL;
}

static bool has_room(struct web_jobs *jobs, const char *client, struct web_error *error)
{
	unsigned n_of_client = 0;
	for (const struct web_job *job = jobs->first; job != NULL; job = job->next)
		n_of_client += job->state != WEB_JOB_DONE && strcmp(job->client, client) == 0;
	if (jobs->is_stopping)
		return web_error_set(error, WEB_UNAVAILABLE, "the server is stopping");
	if (jobs->counts.waiting >= jobs->limits.waiting) {
		jobs->counts.refused_full++;
		return web_error_set(error, WEB_TOO_MANY, "%s waiting, and no more may; try again later",
		                     words_of(jobs->counts.waiting, "cube"));
	}
	if (n_of_client >= jobs->limits.per_client) {
		jobs->counts.refused_client++;
		return web_error_set(error, WEB_TOO_MANY, "%u of your cubes are waiting or searched, and no more may; try again later", n_of_client);
	}
	return true;
}

/* What was asked for, within what the server allows. */
static void apply_limits(struct web_job *job)
{
	const struct web_limits *const limits = &job->jobs->limits;
	struct web_request *const r = &job->request;
	job->wants_more = r->n_solutions == SUPERFLIP_ALL || (uint64_t)r->n_solutions > limits->solutions;
	if (job->wants_more && !r->up_to_symmetry)
		r->n_solutions = (int64_t)limits->solutions;
	const double usual_s = r->time_limit_s > 0 ? r->time_limit_s : r->method->usual_s;
	r->time_limit_s = usual_s > 0 && usual_s < limits->seconds ? usual_s : limits->seconds;
}

struct web_job *web_jobs_add(struct web_jobs *jobs, struct web_request *request, const char *client, struct web_error *error)
{
	struct web_job *const job = make_job(jobs, error);
	if (job == NULL)
		return NULL;
	pthread_mutex_lock(&jobs->lock);
	if (!has_room(jobs, client, error)) {
		pthread_mutex_unlock(&jobs->lock);
		free_job(job);
		return NULL;
	}
	job->request = *request;
	*request = (struct web_request){0};
	apply_limits(job);
	snprintf(job->client, sizeof job->client, "%s", client);
	job->asked_s = clock_monotonic_s();
	job->n_holders = 2;  /* the table and the caller */
	*jobs->end = job;
	jobs->end = &job->next;
	jobs->counts.accepted++;
	jobs->counts.waiting++;
	pthread_cond_broadcast(&jobs->changed);
	pthread_mutex_unlock(&jobs->lock);
	return job;
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

/* ---- the rest of jobs.h ---- */
void web_job_cancel(struct web_job *job)
{
	struct web_jobs *const jobs = job->jobs;
	pthread_mutex_lock(&jobs->lock);
	web_job_stop(job);
	pthread_mutex_unlock(&jobs->lock);
}

void web_job_watch(struct web_job *job)
{
	pthread_mutex_lock(&job->jobs->lock);
	job->n_watchers++;
	pthread_mutex_unlock(&job->jobs->lock);
}

void web_job_leave(struct web_job *job)
{
	pthread_mutex_lock(&job->jobs->lock);
	job->n_watchers--;
	job->left_s = clock_monotonic_s();
	pthread_mutex_unlock(&job->jobs->lock);
}

const char *web_job_id(const struct web_job *job) { return job->id; }
const struct web_request *web_job_request(const struct web_job *job) { return &job->request; }
bool web_job_wants_more(const struct web_job *job) { return job->wants_more; }
struct web_engine *web_job_engine(const struct web_job *job) { return job->jobs->engine; }
