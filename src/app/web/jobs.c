/* The queue: what comes in, what begins, what becomes of it, what is dropped. */
#include "web/jobs.h"

#include "base/system.h"
#include "base/words.h"
#include "report/prediction.h"

/* How long the dispatcher sleeps before it looks again at what nobody tells it. */
static const double look_s = 0.25;

/* A time limit that has passed: 0 would be none. */
static const double least_s = 1e-3;

const struct web_limits web_limits_default = {
	.waiting = 64,
	.running = 2,
	.per_client = 16,
	.seconds = 60,
	.request_bytes = 65536,
	.solutions = 10000,
	.approximates = true,
	.goal_bytes = UINT64_C(4) << 30,
	.keep_s = 600,
	.keep = 1000,
	.abandon_s = 60,
	.leave_s = 5,
};

struct web_job_counts web_jobs_counts(struct web_jobs *jobs)
{
	pthread_mutex_lock(&jobs->lock);
	const struct web_job_counts counts = jobs->counts;
	pthread_mutex_unlock(&jobs->lock);
	return counts;
}

/* ---- the end of a job; with the lock held ---- */

/* One holder less. */
static void drop(struct web_job *job)
{
	if (--job->n_holders > 0)
		return;
	if (job->solver != NULL)
		session_return(&job->jobs->session, job->solver);
	superflip_job_free(job->work);
	web_request_free(&job->request);
	free(job);
}

/* A job is over, however it went. */
static void finish(struct web_job *job)
{
	struct web_job_counts *const counts = &job->jobs->counts;
	const superflip_result *const result = job->work != NULL ? superflip_job_result(job->work) : NULL;
	*(job->state == WEB_JOB_WAITING ? &counts->waiting : &counts->running) -= 1;
	job->state = WEB_JOB_DONE;
	job->done_s = clock_monotonic_s();
	counts->kept++;
	counts->by_outcome[result != NULL ? result->outcome : job->outcome]++;
	if (result != NULL) {
		counts->nodes += result->n_generated;
		counts->seconds += result->seconds;
	}
	pthread_cond_broadcast(&job->jobs->changed);
}

/* Cancel a job that is not done; one that waits is then done. */
static void stop(struct web_job *job)
{
	if (job->state == WEB_JOB_DONE || job->is_cancelled)
		return;
	job->is_cancelled = true;
	if (job->work != NULL)
		superflip_job_cancel(job->work);
	if (job->state == WEB_JOB_WAITING)
		finish(job);
}

/* ---- solvers, and what is known of the tables of whole cubes ---- */

/* Whether a request is searched by all turns, with the tables of whole cubes. */
static bool is_plain(const struct web_request *r)
{
	const superflip_problem *const p = &r->problem;
	return p->puzzle == SUPERFLIP_3X3 && problem_is_search(p) && p->turns == NULL
	        && r->pieces == NULL;
}

/* A solver for a request, shared with others like it: session_borrow(). */
static superflip_status borrow(struct web_jobs *jobs, const struct web_request *request, bool builds,
                               superflip_notify *notify, void *context, struct solver **out,
                               superflip_error *error)
{
	const superflip_problem *const p = &request->problem;
	struct solver *kept;
	const superflip_status status = session_borrow(&jobs->session, p, request->pieces, request->cube, builds,
	                                               notify, context, out, error);
	if (status != SUPERFLIP_OK || !is_plain(request))
		return status;
	pthread_mutex_lock(&jobs->plain_lock);
	/* It is kept: nobody returns it a second time. */
	if (jobs->prediction[p->metric] == NULL
	    && session_borrow(&jobs->session, p, NULL, NULL, false, NULL, NULL, &kept, NULL) == SUPERFLIP_OK)
		jobs->prediction[p->metric] = prediction_start(kept->tables);
	pthread_mutex_unlock(&jobs->plain_lock);
	return status;
}

superflip_status web_jobs_open_tables(struct web_jobs *jobs, superflip_notify *notify, void *context,
                                      superflip_error *error)
{
	const struct web_request request = web_request_default();
	struct solver *solver;
	const superflip_status status = borrow(jobs, &request, true, notify, context, &solver, error);
	if (status == SUPERFLIP_OK) {
		jobs->tables = solver->tables;
		jobs->session.where.n_threads = solver->n_threads;
		session_return(&jobs->session, solver);  /* it is kept by borrow() */
	}
	return status;
}

double web_jobs_predict(struct web_jobs *jobs, const struct web_request *request, unsigned threshold)
{
	struct prediction *const prediction =
		is_plain(request) ? jobs->prediction[request->problem.metric] : NULL;
	return prediction == NULL ? 0 : prediction_of(
		prediction, request->problem.position == NULL ? request->cube : NULL, threshold);
}

bool web_jobs_bound(struct web_jobs *jobs, const superflip_cube *cube, unsigned *out)
{
	if (jobs->tables == NULL || superflip_cube_facts(cube).puzzle != SUPERFLIP_3X3
	    || tables_checked_share(jobs->tables) < 1
	    || tables_fault(jobs->tables, NULL) != SUPERFLIP_OK)
		return false;
	*out = superflip_tables_bound(jobs->tables, cube);
	return true;
}

/* ---- from the queue to the solvers ---- */

static bool on_table(void *context, const superflip_progress *progress)
{
	struct web_job *const job = context;
	pthread_mutex_lock(&job->jobs->lock);
	job->of_tables = *progress;
	if (job->until_s > 0 && clock_monotonic_s() > job->until_s)
		job->outcome = SUPERFLIP_TIME_LIMIT;
	const bool goes_on = !job->is_cancelled && job->outcome != SUPERFLIP_TIME_LIMIT;
	pthread_mutex_unlock(&job->jobs->lock);
	return goes_on;
}

/* Have a job searched that was taken, to its end, or its tables built; without the lock, since both take
 * time. */
static void *begin(void *context)
{
	struct web_job *const job = context;
	struct web_jobs *const jobs = job->jobs;
	const struct web_request *const r = &job->request;
	const superflip_problem *const p = &r->problem;
	/* A page shows something in any case; a proof is asked for with a time that is the client's own. */
	const superflip_job_options options = {
		.size = sizeof options, .notify = jobs->notify,
		.approximates = jobs->limits.approximates && is_plain(r) && p->position == NULL
		                && p->search.min_length == 0,
	};
	superflip_error error = {0};
	superflip_status status = SUPERFLIP_OK;
	superflip_job *work = NULL;
	pthread_mutex_lock(&jobs->lock);
	const bool builds = job->needs_tables;
	struct solver *solver = job->solver;
	const double now_s = clock_monotonic_s();
	if (builds && job->limit_s > 0)
		job->until_s = now_s + job->limit_s;
	else if (job->until_s > 0)  /* the search has the rest of it */
		job->request.problem.search.time_limit_s =
			fmax(fmin(job->request.problem.search.time_limit_s, job->until_s - now_s), least_s);
	pthread_mutex_unlock(&jobs->lock);
	if (solver == NULL)
		status = borrow(jobs, r, builds, on_table, job, &solver, &error);
	if (status == SUPERFLIP_OK && !builds)
		status = session_begin(&jobs->session, solver, p, r->pieces, r->cube, &options, &work, &error);
	pthread_mutex_lock(&jobs->lock);
	if (builds)
		jobs->is_building = false;
	job->needs_tables = status == SUPERFLIP_TABLE_MISSING && !builds && !job->is_cancelled;
	job->of_tables = (superflip_progress){0};
	job->work = work;
	job->solver = work == NULL ? solver : NULL;
	if (job->needs_tables) {
		job->state = WEB_JOB_WAITING;
		jobs->counts.running--;
		jobs->counts.waiting++;
	} else if (job->state != WEB_JOB_DONE && status != SUPERFLIP_OK) {  /* DONE: cancelled meanwhile */
		error.status = status;
		if (!job->is_cancelled && job->outcome != SUPERFLIP_TIME_LIMIT) {
			job->error = error;
			job->outcome = SUPERFLIP_FAILED;
		}
		finish(job);
	} else if (work != NULL && job->is_cancelled) {
		superflip_job_cancel(work);
	}
	pthread_cond_broadcast(&jobs->changed);
	if (work != NULL) {
		pthread_mutex_unlock(&jobs->lock);
		superflip_job_wait(work, UINT64_MAX, -1);
		pthread_mutex_lock(&jobs->lock);
		finish(job);
	}
	jobs->n_threads--;
	drop(job);
	pthread_mutex_unlock(&jobs->lock);
	return NULL;
}

/* Begin the oldest job that waits and may begin now, or have its tables built.  The lock is held, but for a
 * while. */
static bool begin_next(struct web_jobs *jobs)
{
	const bool may_run = jobs->counts.running < jobs->limits.running;
	struct web_job *job = jobs->first;
	pthread_t thread;
	while (job != NULL
	       && (job->state != WEB_JOB_WAITING || !(job->needs_tables ? !jobs->is_building : may_run)))
		job = job->next;
	if (job == NULL)
		return false;
	job->n_holders++;
	jobs->n_threads++;
	if (job->needs_tables) {
		jobs->is_building = true;
	} else {
		job->state = WEB_JOB_RUNNING;
		jobs->counts.waiting--;
		jobs->counts.running++;
		pthread_cond_broadcast(&jobs->changed);
	}
	pthread_mutex_unlock(&jobs->lock);
	/* Beside the queue: until a solver is there other jobs begin and end. */
	if (pthread_create(&thread, NULL, begin, job) == 0)
		pthread_detach(thread);
	else
		begin(job);
	pthread_mutex_lock(&jobs->lock);
	return true;
}

/* ---- keeping order ---- */

static bool is_abandoned(const struct web_job *job, double now_s)
{
	const struct web_limits *const limits = &job->jobs->limits;
	return job->state != WEB_JOB_DONE && !job->is_cancelled && !job->request.detached && job->n_watchers == 0
	       && (job->left_s > job->asked_s ? now_s - job->left_s > limits->leave_s
	           : now_s - job->asked_s > limits->abandon_s);
}

/* Cancel what nobody wants and drop what is old; begin a job, or sleep if there is none.  The lock is held,
 * but for a while. */
static void look_around(struct web_jobs *jobs)
{
	const double now_s = clock_monotonic_s();
	for (struct web_job *job, **at = &jobs->first; (job = *at) != NULL;) {
		if (is_abandoned(job, now_s)) {
			jobs->counts.abandoned++;
			stop(job);
		}
		const bool is_too_much = jobs->counts.kept > jobs->limits.keep && job->n_holders == 1;
		if (job->state != WEB_JOB_DONE || !(is_too_much || now_s - job->done_s > jobs->limits.keep_s)) {
			at = &job->next;
			continue;
		}
		*at = job->next;
		if (jobs->end == &job->next)
			jobs->end = at;
		jobs->counts.kept--;
		drop(job);
	}
	if (begin_next(jobs) || !HAS_THREADS)
		return;
	const struct timespec until = clock_after(look_s);
	pthread_cond_timedwait(&jobs->changed, &jobs->lock, &until);
}

static void *dispatch(void *context)
{
	struct web_jobs *const jobs = context;
	pthread_mutex_lock(&jobs->lock);
	while (!jobs->counts.is_stopping || jobs->n_threads > 0)
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

/* ---- life of the queue ---- */

static void free_jobs(struct web_jobs *jobs)
{
	for (struct web_job *job; (job = jobs->first) != NULL;) {
		jobs->first = job->next;
		drop(job);
	}
	for (unsigned metric = 0; metric <= SUPERFLIP_QTM; metric++)
		prediction_stop(jobs->prediction[metric]);
	session_end(&jobs->session);
	pthread_mutex_destroy(&jobs->plain_lock);
	pthread_cond_destroy(&jobs->changed);
	pthread_mutex_destroy(&jobs->lock);
	free(jobs);
}

struct web_jobs *web_jobs_open(const struct tables_options *where, const struct web_limits *limits)
{
	struct web_jobs *const jobs = calloc(1, sizeof *jobs);
	if (jobs == NULL)
		return NULL;
	*jobs = (struct web_jobs){.limits = *limits, .end = &jobs->first};
	session_init(&jobs->session, where);
	pthread_mutex_init(&jobs->plain_lock, NULL);
	clock_condition_init(&jobs->changed);
	pthread_mutex_init(&jobs->lock, NULL);
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
		stop(job);
	pthread_cond_broadcast(&jobs->changed);
	pthread_mutex_unlock(&jobs->lock);
}

void web_jobs_close(struct web_jobs *jobs)
{
	web_jobs_stop(jobs);
	pthread_join(jobs->thread, NULL);
	free_jobs(jobs);
}

/* ---- adding ---- */

static bool has_room(struct web_jobs *jobs, const char *client, superflip_error *error)
{
	unsigned n_of_client = 0;
	for (const struct web_job *job = jobs->first; job != NULL; job = job->next)
		n_of_client += job->state != WEB_JOB_DONE && strcmp(job->client, client) == 0;
	if (jobs->counts.is_stopping)
		return web_refuse(error, WEB_UNAVAILABLE, "the server is stopping");
	if (jobs->counts.waiting >= jobs->limits.waiting) {
		jobs->counts.refused_full++;
		return web_refuse(error, WEB_TOO_MANY, "%s waiting, and no more may; try again later",
		                     words_of(jobs->counts.waiting, "cube"));
	}
	if (n_of_client >= jobs->limits.per_client) {
		jobs->counts.refused_client++;
		return web_refuse(error, WEB_TOO_MANY,
		                     "%u of your cubes are waiting or searched, and no more may; try again later",
		                     n_of_client);
	}
	return true;
}

struct web_job *web_jobs_add(struct web_jobs *jobs, struct web_request *request, const char *client,
                             superflip_error *error)
{
	struct web_job *const job = calloc(1, sizeof *job);
	uint8_t random[(WEB_JOB_ID_SIZE - 1) / 2];
	if (job == NULL || system_random(random, sizeof random) != 0) {
		error_say(error, SUPERFLIP_NO_MEMORY, "not enough memory or no random numbers");
		free(job);
		return NULL;
	}
	/* Nobody guesses the id of another client's job. */
	for (size_t i = 0; i < sizeof random; i++)
		snprintf(job->id + 2 * i, 3, "%02x", random[i]);
	job->jobs = jobs;
	pthread_mutex_lock(&jobs->lock);
	const bool is_added = has_room(jobs, client, error);
	if (is_added) {
		job->outcome = SUPERFLIP_STOPPED;
		job->request = *request;
		*request = (struct web_request){0};
		/* What was asked for, within what the server allows. */
		const struct web_limits *const limits = &jobs->limits;
		superflip_problem *const p = &job->request.problem;
		struct search_request *const r = &p->search;
		p->has_over |= r->n_solutions == ALL_SOLUTIONS;  /* all of the shortest, not the best of any length */
		job->wants_more = r->n_solutions == ALL_SOLUTIONS || (uint64_t)r->n_solutions > limits->solutions;
		if (job->wants_more && !r->up_to_symmetry)
			r->n_solutions = (int64_t)limits->solutions;
		job->limit_s = p->method->searches ? r->time_limit_s : 0;
		const double usual_s = r->time_limit_s > 0 ? r->time_limit_s : p->method->usual_s;
		r->time_limit_s = !p->method->searches ? 0
			: usual_s > 0 && usual_s < limits->seconds ? usual_s : limits->seconds;
		snprintf(job->client, sizeof job->client, "%s", client);
		job->asked_s = clock_monotonic_s();
		job->n_holders = 2;  /* the caller, and the queue */
		*jobs->end = job;
		jobs->end = &job->next;
		jobs->counts.accepted++;
		jobs->counts.waiting++;
		pthread_cond_broadcast(&jobs->changed);
	}
	pthread_mutex_unlock(&jobs->lock);
	if (is_added)
		return job;
	free(job);
	return NULL;
}

/* ---- asking ---- */

struct web_job *web_jobs_find(struct web_jobs *jobs, const char *id)
{
	pthread_mutex_lock(&jobs->lock);
	struct web_job *job = jobs->first;
	while (job != NULL && strncmp(job->id, id, WEB_JOB_ID_SIZE - 1) != 0)
		job = job->next;
	if (job != NULL) {
		job->n_holders++;
		job->asked_s = clock_monotonic_s();
	}
	pthread_mutex_unlock(&jobs->lock);
	return job;
}

void web_job_release(struct web_job *job)
{
	struct web_jobs *const jobs = job->jobs;
	pthread_mutex_lock(&jobs->lock);
	drop(job);
	pthread_mutex_unlock(&jobs->lock);
}

void web_job_cancel(struct web_job *job)
{
	pthread_mutex_lock(&job->jobs->lock);
	stop(job);
	pthread_mutex_unlock(&job->jobs->lock);
}

void web_job_leave(struct web_job *job)
{
	struct web_jobs *const jobs = job->jobs;
	pthread_mutex_lock(&jobs->lock);
	job->n_watchers--;
	job->left_s = clock_monotonic_s();
	drop(job);
	pthread_mutex_unlock(&jobs->lock);
}

struct web_job_view web_job_look(struct web_job *job)
{
	pthread_mutex_lock(&job->jobs->lock);
	struct web_job_view view = {.state = job->state, .work = job->work, .progress = job->of_tables};
	for (const struct web_job *other = job->jobs->first; view.state == WEB_JOB_WAITING && other != job;
	     other = other->next)
		view.ahead += other->state == WEB_JOB_WAITING && other->needs_tables == job->needs_tables;
	pthread_mutex_unlock(&job->jobs->lock);
	view.progress.size = sizeof view.progress;
	if (view.work != NULL) {
		superflip_job_progress(view.work, &view.progress);
		view.result = superflip_job_result(view.work);
	}
	return view;
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
