/* One job: its life, its end, and how far it is. */
#include "web/jobs.h"

#include "base/clock.h"
#include "base/system.h"

#include <stdio.h>
#include <stdlib.h>

void web_jobs_wake(void *context)
{
	struct web_jobs *const jobs = context;
	pthread_mutex_lock(&jobs->wake_lock);
	jobs->is_woken = true;
	pthread_cond_signal(&jobs->wakes);
	pthread_mutex_unlock(&jobs->wake_lock);
}

void web_jobs_changed(struct web_jobs *jobs)
{
	pthread_cond_broadcast(&jobs->changed);
	web_jobs_wake(jobs);
}

/* ---- life ---- */

void web_job_drop(struct web_job *job)
{
	if (--job->n_holders > 0)
		return;
	if (job->solver != NULL)
		session_return(&job->jobs->engine->session, job->solver);
	superflip_job_free(job->work);
	web_request_free(&job->request);
	free(job);
}

void web_job_release(struct web_job *job)
{
	struct web_jobs *const jobs = job->jobs;
	pthread_mutex_lock(&jobs->lock);
	web_job_drop(job);
	pthread_mutex_unlock(&jobs->lock);
}

struct web_job *web_job_make(struct web_jobs *jobs, struct web_error *error)
{
	struct web_job *const job = calloc(1, sizeof *job);
	uint8_t random[(WEB_JOB_ID_SIZE - 1) / 2];
	if (job != NULL && system_random(random, sizeof random) == 0) {
		/* Nobody guesses the id of another client's job. */
		for (size_t i = 0; i < sizeof random; i++)
			snprintf(job->id + 2 * i, 3, "%02x", random[i]);
		job->jobs = jobs;
		job->n_holders = 1;
		return job;
	}
	free(job);
	web_error_set(error, WEB_UNAVAILABLE, "not enough memory or no random numbers");
	return NULL;
}

/* ---- its end; with the lock held ---- */

void web_job_finish(struct web_job *job)
{
	struct web_jobs *const jobs = job->jobs;
	const superflip_result *const result = job->work != NULL ? superflip_job_result(job->work) : NULL;
	*(job->state == WEB_JOB_WAITING ? &jobs->counts.waiting : &jobs->counts.running) -= 1;
	job->state = WEB_JOB_DONE;
	job->done_s = clock_monotonic_s();
	jobs->counts.kept++;
	if (result == NULL) {
		jobs->counts.by_outcome[job->error.status != 0 ? SUPERFLIP_FAILED : SUPERFLIP_STOPPED]++;
	} else {
		jobs->counts.by_outcome[result->outcome]++;
		jobs->counts.nodes += result->n_generated;
		jobs->counts.seconds += result->seconds;
	}
	web_jobs_changed(jobs);
}

void web_job_look_at(struct web_job *job)
{
	if (job->state != WEB_JOB_RUNNING || job->work == NULL || job->is_looked_at)
		return;
	job->is_looked_at = true;
	const bool is_over = superflip_job_wait(job->work, UINT64_MAX, 0) == SUPERFLIP_OK;
	job->is_looked_at = false;
	if (is_over)
		web_job_finish(job);
}

void web_job_stop(struct web_job *job)
{
	if (job->state == WEB_JOB_DONE || job->is_cancelled)
		return;
	job->is_cancelled = true;
	if (job->work != NULL)
		superflip_job_cancel(job->work);
	if (job->state == WEB_JOB_WAITING)
		web_job_finish(job);
}

void web_job_cancel(struct web_job *job)
{
	struct web_jobs *const jobs = job->jobs;
	pthread_mutex_lock(&jobs->lock);
	web_job_stop(job);
	pthread_mutex_unlock(&jobs->lock);
}

/* ---- asking ---- */

void web_job_watch(struct web_job *job, bool begins)
{
	pthread_mutex_lock(&job->jobs->lock);
	if (begins) {
		job->n_watchers++;
	} else {
		job->n_watchers--;
		job->left_s = clock_monotonic_s();
	}
	pthread_mutex_unlock(&job->jobs->lock);
}

enum web_job_state web_job_state(struct web_job *job, unsigned *ahead)
{
	unsigned n = 0;
	pthread_mutex_lock(&job->jobs->lock);
	web_job_look_at(job);
	const enum web_job_state state = job->state;
	for (const struct web_job *other = job->jobs->first; state == WEB_JOB_WAITING && other != job; other = other->next)
		n += other->state == WEB_JOB_WAITING && other->needs_tables == job->needs_tables;
	pthread_mutex_unlock(&job->jobs->lock);
	if (ahead != NULL)
		*ahead = n;
	return state;
}

superflip_job *web_job_work(struct web_job *job)
{
	pthread_mutex_lock(&job->jobs->lock);
	superflip_job *const work = job->work;
	pthread_mutex_unlock(&job->jobs->lock);
	return work;
}

const superflip_result *web_job_result(struct web_job *job)
{
	superflip_job *const work = web_job_work(job);
	return work != NULL ? superflip_job_result(work) : NULL;
}

struct web_table_progress web_job_table(struct web_job *job)
{
	pthread_mutex_lock(&job->jobs->lock);
	const struct web_table_progress table = job->table;
	pthread_mutex_unlock(&job->jobs->lock);
	return table;
}

superflip_progress web_job_progress(struct web_job *job)
{
	superflip_job *const work = web_job_work(job);
	superflip_progress progress = {.size = sizeof progress};
	if (work != NULL)
		superflip_job_progress(work, &progress);
	return progress;
}

void web_job_wait(struct web_job *job, uint64_t n_changes, double timeout_s)
{
	pthread_mutex_lock(&job->jobs->lock);
	superflip_job *const work = job->work;
	if (work == NULL && job->state != WEB_JOB_DONE) {
		const struct timespec until = clock_after(timeout_s);
		pthread_cond_timedwait(&job->jobs->changed, &job->jobs->lock, &until);
	}
	pthread_mutex_unlock(&job->jobs->lock);
	if (work != NULL)
		superflip_job_wait(work, n_changes, timeout_s);
}
