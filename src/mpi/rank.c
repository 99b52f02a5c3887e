#include "mpi/rank.h"

#include "api/tables.h"
#include "base/array.h"
#include "cli/cli.h"
#include "cli/tables.h"

#include <errno.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists ---- */
void list_append(const struct rank *r, struct list_of *list, const void *item)
{
	if (list->first == list->n)
		list_clear(list);
	if (!array_append(&list->items, &list->n, &list->capacity, item, list->size))
		link_abort(&r->link, "not enough memory");
}

bool list_take(struct list_of *list, void *item)
{
	if (list->first == list->n)
		return false;
	memcpy(item, (const char *)list->items + list->first++ * list->size, list->size);
	return true;
}

/* ---- the runner ---- */
void rank_begin_job(struct rank *r, enum rank_job job)
{
	r->job = job;
	r->is_job_done = false;
	pthread_cond_signal(&r->has_job);
}

/* ---- whole cubes of a list: the stream of this rank's pool is what rank 0 has sent ---- */
/* ---- for the pool's threads ---- */
/* The tag is the cube's number. */
static enum search_next next(void *context, struct search_request *request, void **tag)
{
	struct rank *const r = context;
	struct cube_message cube;
	pthread_mutex_lock(&r->lock);
	enum search_next next = r->quits || r->is_interrupted ? STREAM_END : STREAM_WAIT;
	if (next == STREAM_WAIT && list_take(&r->cubes, &cube)) {
		next = STREAM_NEXT;
		*request = rank_own_request(r, cube.request);
		*tag = (void *)(uintptr_t)cube.id;
	}
	pthread_mutex_unlock(&r->lock);
	return next;
}

static void done(void *context, void *tag, struct search_result *result)
{
	struct rank *const r = context;
	pthread_mutex_lock(&r->lock);
	list_append(r, &r->results, &(struct result_message){(uintptr_t)tag, *result});
	pthread_mutex_unlock(&r->lock);
}

static bool tick(void *context, uint64_t n_generated)
{
	struct rank *const r = context;
	(void)n_generated;
	pthread_mutex_lock(&r->lock);
	const bool goes_on = !r->is_interrupted;
	pthread_mutex_unlock(&r->lock);
	return goes_on;
}

static void search_cubes(struct rank *r)
{
	pool_run(r->pool, &(struct search_stream){.context = r, .next = next, .done = done, .tick = tick});
}

/* ---- in the thread that talks to MPI ---- */
static void take_cube(struct rank *r, const struct message *m)
{
	list_append(r, &r->cubes, m->bytes);
	if (r->job == JOB_NONE)
		rank_begin_job(r, JOB_CUBES);
}

static bool tell_results(struct rank *r)
{
	struct cube_message cube;
	struct result_message message;
	bool has_told = false;
	while (r->is_interrupted && list_take(&r->cubes, &cube))  /* before it began */
		list_append(r, &r->results, &(struct result_message){cube.id, {.outcome = SEARCH_INTERRUPTED}});
	while (list_take(&r->results, &message)) {
		struct search_solution *const solutions = message.result.solutions;
		message.result.solutions = NULL;
		link_send(&r->link, 0, MESSAGE_RESULT, &message, sizeof message, solutions, message.result.n_solutions * sizeof *solutions);
		free(solutions);
		has_told = true;
	}
	return has_told;
}

static void *run_jobs(void *argument)
{
	struct rank *const r = argument;
	pthread_mutex_lock(&r->lock);
	for (;;) {
		while ((r->job == JOB_NONE || r->is_job_done) && !r->quits)
			pthread_cond_wait(&r->has_job, &r->lock);
		if (r->quits)
			break;
		const enum rank_job job = r->job;
		pthread_mutex_unlock(&r->lock);
		if (job == JOB_ITERATION)
			rank_search_iteration(r);
		else
			search_cubes(r);
		pthread_mutex_lock(&r->lock);
		r->is_job_done = true;
	}
	pthread_mutex_unlock(&r->lock);
	return NULL;
}

/* ---- tables ---- */
static void refuse(struct rank *r, const char *format, const char *what)
{
	struct ready_message ready = {.is_ready = false};
	char host[MPI_MAX_PROCESSOR_NAME + 1] = "";
	int n_host;
	MPI_Get_processor_name(host, &n_host);
	int n = snprintf(ready.reason, sizeof ready.reason, "host %s: ", host);
	n = n < (int)sizeof ready.reason ? n : (int)sizeof ready.reason - 1;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(ready.reason + n, sizeof ready.reason - (size_t)n, format, what);
#pragma GCC diagnostic pop
	link_send(&r->link, 0, MESSAGE_READY, &ready, sizeof ready, NULL, 0);
}

struct search_request rank_own_request(const struct rank *r, struct search_request request)
{
	request.goal = r->tables->goal;
	request.goals = r->tables->completions;
	request.n_goals = r->tables->n_completions;
	return request;
}

static bool are_same_tables(const struct heuristic *h, const struct open_message *open)
{
	bool are_same = h->spec->n_tables == open->n_tables;
	for (unsigned i = 0; i < h->spec->n_tables && are_same; i++)
		are_same = h->table[i].checksum == open->checksum[i];
	return are_same;
}

/* Options: rank 0 has read the same ones, and would have complained. */
static bool open_heuristic(struct rank *r, const struct open_message *open, unsigned *n_threads)
{
	struct solve_options o;
	int status;
	if (solve_options_read(r->argc, r->argv, r->user, "", &o, &status) < 0)
		return false;
	if (!goal_is_of_pieces(&o))
		o.tables.heuristic = open->heuristic;
	o.tables.metric = (superflip_metric)open->metric;
	o.is_verbose = false;
	o.is_quiet = true;
	*n_threads = o.tables.n_threads;
	if (tables_open_shared(&o, true, &r->tables) != EXIT_SOLVED)
		return false;
	r->heuristic = &r->tables->heuristic;
	return true;
}

static void open_tables(struct rank *r, const struct open_message *open)
{
	unsigned n_threads;
	if (strcmp(open->version, SUPERFLIP_VERSION) != 0 || open->sizes != message_sizes()) {
		refuse(r, "this is another version of superflip-mpi (%s) than that of rank 0", SUPERFLIP_VERSION);
		return;
	}
	if (!open_heuristic(r, open, &n_threads)) {
		refuse(r, "the tables of rank 0, %s, cannot be opened here", open->heuristic);
		return;
	}
	if (!are_same_tables(r->heuristic, open)) {
		refuse(r, "its tables of %s are not those of rank 0; build them again with one version of superflip", open->heuristic);
		return;
	}
	r->pool = pool_create(r->heuristic, n_threads);
	if (r->pool == NULL || (errno = pthread_create(&r->runner, NULL, run_jobs, r)) != 0) {
		refuse(r, "cannot start the threads: %s; choose a smaller --threads", strerror(errno));
		return;
	}
	const struct ready_message ready = {.is_ready = true, .n_threads = pool_threads(r->pool)};
	link_send(&r->link, 0, MESSAGE_READY, &ready, sizeof ready, NULL, 0);
}

/* ---- the thread that talks to MPI ---- */
static void take_message(struct rank *r, const struct message *m)
{
	if (m->kind == MESSAGE_OPEN) {
		open_tables(r, m->bytes);
		return;
	}
	pthread_mutex_lock(&r->lock);
	switch ((enum message_kind)m->kind) {
	case MESSAGE_BEGIN: rank_begin_iteration(r, m); break;
	case MESSAGE_UNITS: rank_take_units(r, m); break;
	case MESSAGE_END:   rank_end_iteration(r); break;
	case MESSAGE_CUBE:  take_cube(r, m); break;
	case MESSAGE_STOP:  r->is_interrupted = true; break;
	default:            break;
	}
	pthread_mutex_unlock(&r->lock);
	if (m->kind == MESSAGE_CUBE)
		pool_ask_again(r->pool);
}

static bool tell(struct rank *r)
{
	pthread_mutex_lock(&r->lock);
	const bool has_told = r->job == JOB_ITERATION ? rank_tell_units(r) : r->job == JOB_CUBES && tell_results(r);
	pthread_mutex_unlock(&r->lock);
	return has_told;
}

static void serve(struct rank *r)
{
	for (;;) {
		struct message m;
		bool is_busy = link_receive(&r->link, &m);
		if (is_busy && m.kind == MESSAGE_QUIT)
			return;
		if (is_busy)
			take_message(r, &m);
		is_busy |= tell(r);
		if (!is_busy)
			link_rest();
	}
}

static void quit(struct rank *r)
{
	pthread_mutex_lock(&r->lock);
	r->quits = true;
	atomic_store(&r->is_over, true);
	pthread_cond_signal(&r->has_job);
	pthread_mutex_unlock(&r->lock);
	if (r->pool != NULL) {
		pool_ask_again(r->pool);
		pthread_join(r->runner, NULL);
		pool_destroy(r->pool);
	}
	superflip_tables_close(r->tables);
}

void rank_run(enum option_users user, int argc, char **argv)
{
	struct rank r = {
		.link = link_open(), .user = user, .argc = argc, .argv = argv, .units.size = sizeof(struct work_unit),
		.done.size = sizeof(struct done_unit), .found.size = sizeof(struct path), .cubes.size = sizeof(struct cube_message),
		.results.size = sizeof(struct result_message),
	};
	pthread_mutex_init(&r.lock, NULL);
	pthread_cond_init(&r.has_job, NULL);
	catch_interrupts(false);  /* rank 0 ends the job */
	serve(&r);
	quit(&r);
	link_close(&r.link);
	free(r.units.items);
	free(r.done.items);
	free(r.found.items);
	free(r.cubes.items);
	free(r.results.items);
	pthread_cond_destroy(&r.has_job);
	pthread_mutex_destroy(&r.lock);
}
