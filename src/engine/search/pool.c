/* Threads that are created once, take cubes from a stream, and steal work from each other (worker.c). */
#include "search/pool.h"

#include "base/clock.h"
#include "base/threads.h"

enum { TICKS_PER_S = 10 };

/* ---- streams ---- */
static void *list_of(const struct search_stream *stream)
{
	return stream->list != NULL ? stream->list : stream->context;
}

static bool run_is_over(const struct pool *pool)
{
	return atomic_load(&pool->has_ended) && atomic_load(&pool->n_active) == 0;
}

bool pool_take(struct pool *pool, struct search_request *request, void **tag)
{
	if (!atomic_load(&pool->may_ask))
		return false;
	pthread_mutex_lock(&pool->stream_lock);
	bool has_one = false;
	if (atomic_load(&pool->interrupted))
		atomic_store(&pool->has_ended, true);
	/* False before the question: who has something new and finds it true need not say so
	 * (pool_ask_again()). */
	const bool may_ask = atomic_exchange(&pool->may_ask, false);
	if (may_ask && !atomic_load(&pool->has_ended) && pool->stream != NULL) {
		const enum search_next next = pool->stream->next(list_of(pool->stream), request, tag);
		has_one = next == STREAM_NEXT;
		if (has_one)
			atomic_fetch_add(&pool->n_active, 1);
		if (next == STREAM_END)
			atomic_store(&pool->has_ended, true);
	}
	if (has_one)
		atomic_store(&pool->may_ask, true);
	pthread_mutex_unlock(&pool->stream_lock);
	return has_one;
}

struct waiting {
	const struct pool *pool;
	const struct search_watch *watch;
};

static bool is_waited_for(void *context, const char *stage, uint64_t done, uint64_t total)
{
	const struct waiting *const waiting = context;
	return !atomic_load(&waiting->pool->interrupted)
	       && (waiting->watch == NULL || !atomic_load(&waiting->watch->is_cancelled));
}

/* What was searched counts once every byte of the tables has been checked; until then this thread checks,
 * too.  Without that nothing is proved, but a solution is one all the same. */
static void await_check(struct pool *pool, const struct search_watch *watch, struct search_result *result)
{
	struct waiting waiting = {pool, watch};
	const enum status status =
		heuristic_await_check(pool->heuristic, &(struct pdb_progress){is_waited_for, &waiting}, NULL);
	if (status == STATUS_OK)
		return;
	result->outcome = status == STATUS_INTERRUPTED ? SEARCH_INTERRUPTED : SEARCH_BAD_TABLE;
	result->is_optimal = false;
	result->lower_bound = 0;
}

void pool_give_back(struct pool *pool, void *tag, struct search_result *result, bool is_of_others)
{
	pthread_mutex_lock(&pool->stream_lock);
	for (unsigned i = 0; is_of_others && i < result->n_iterations && pool->stream->iteration != NULL; i++)
		pool->stream->iteration(pool->stream->context, tag, &result->iterations[i]);
	if (is_of_others)
		atomic_fetch_add(&pool->n_generated, result->n_generated);
	pool->stream->done(list_of(pool->stream), tag, result);
	atomic_fetch_sub(&pool->n_active, 1);
	atomic_store(&pool->may_ask, !atomic_load(&pool->has_ended));
	pthread_mutex_unlock(&pool->stream_lock);
}

static bool nothing_to_begin(const void *context)
{
	const struct pool *const pool = context;
	return !atomic_load(&pool->may_ask) && !run_is_over(pool) && atomic_load(&pool->divided) == NULL;
}

static void serve_run(struct worker *w)
{
	struct pool *const pool = w->pool;
	while (!run_is_over(pool)) {
		struct search_request request;
		struct search_result result;
		void *tag = NULL;
		if (pool_take(pool, &request, &tag)) {
			ida_solve(w, &request, tag, &result);
			await_check(pool, request.watch, &result);
			pool_give_back(pool, tag, &result, false);
		} else {
			worker_take_units(w);
			worker_help_while(w, nothing_to_begin, pool);
		}
	}
}

static void *work(void *argument)
{
	struct worker *const w = argument;
	struct pool *const pool = w->pool;
	uint64_t n_served = 0;
	pthread_mutex_lock(&pool->lock);
	for (;;) {
		while (pool->n_runs == n_served && !pool->quits)
			pthread_cond_wait(&pool->run_begins, &pool->lock);
		if (pool->quits)
			break;
		pthread_mutex_unlock(&pool->lock);
		serve_run(w);
		pthread_mutex_lock(&pool->lock);
		n_served++;
		if (--pool->n_serving == 0)
			pthread_cond_signal(&pool->run_ends);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

/* A damaged table ends all searches, and so does the stream if it likes. */
static void look_around(struct pool *pool, const struct search_stream *stream)
{
	bool goes_on = heuristic_fault(pool->heuristic, NULL) == STATUS_OK;
	pthread_mutex_lock(&pool->stream_lock);
	if (stream->tick != NULL)
		goes_on &= stream->tick(stream->context, atomic_load(&pool->n_generated));
	if (!goes_on) {
		atomic_store(&pool->interrupted, true);
		atomic_store(&pool->has_ended, true);
	}
	pthread_mutex_unlock(&pool->stream_lock);
}

void pool_look_around_alone(struct pool *pool)
{
	const double now_s = clock_monotonic_s();
	if (now_s - pool->looked_around_s < 1.0 / TICKS_PER_S)
		return;
	pool->looked_around_s = now_s;
	look_around(pool, pool->stream);
}

static void set_stream(struct pool *pool, const struct search_stream *stream)
{
	pthread_mutex_lock(&pool->stream_lock);
	pool->stream = stream;
	pthread_mutex_unlock(&pool->stream_lock);
}

void pool_run(struct pool *pool, const struct search_stream *stream)
{
	pthread_mutex_lock(&pool->lock);
	set_stream(pool, stream);
	atomic_store(&pool->interrupted, false);
	atomic_store(&pool->n_generated, 0);
	atomic_store(&pool->has_ended, false);
	atomic_store(&pool->may_ask, true);
	pool->n_serving = pool->n_threads;
	pool->n_runs++;
	pthread_cond_broadcast(&pool->run_begins);
	if (pool->n_running == 0) {
		serve_run(&pool->workers[0]);
		pool->n_serving = 0;
	}
	while (pool->n_serving != 0) {
		const struct timespec until = clock_after(1.0 / TICKS_PER_S);
		if (pthread_cond_timedwait(&pool->run_ends, &pool->lock, &until) != ETIMEDOUT)
			continue;
		pthread_mutex_unlock(&pool->lock);
		look_around(pool, stream);
		pthread_mutex_lock(&pool->lock);
	}
	set_stream(pool, NULL);
	pthread_mutex_unlock(&pool->lock);
}

bool pool_is_interrupted(const struct pool *pool)
{
	return atomic_load(&pool->interrupted);
}

void pool_ask_again(struct pool *pool)
{
	if (atomic_load(&pool->may_ask))
		return;
	pthread_mutex_lock(&pool->stream_lock);
	atomic_store(&pool->may_ask, !atomic_load(&pool->has_ended));
	pthread_mutex_unlock(&pool->stream_lock);
}

/* ---- a stream of one ---- */
struct single {
	const struct search_request *request;  /* NULL once given out */
	struct search_result *result;
};

static enum search_next single_next(void *list, struct search_request *request, void **tag)
{
	struct single *const single = list;
	if (single->request == NULL)
		return STREAM_END;
	*request = *single->request;
	single->request = NULL;
	return STREAM_NEXT;
}

static void single_done(void *list, void *tag, struct search_result *result)
{
	const struct single *const single = list;
	*single->result = *result;
}

void pool_solve_watched(struct pool *pool, const struct search_request *request,
                        const struct search_stream *watch, struct search_result *out)
{
	struct search_stream stream = *watch;
	stream.list = &(struct single){request, out};
	stream.next = single_next;
	stream.done = single_done;
	*out = (struct search_result){.outcome = SEARCH_INTERRUPTED};  /* should the stream end before it began */
	pool_run(pool, &stream);
}

void pool_solve(struct pool *pool, const struct search_request *request, struct search_result *out)
{
	pool_solve_watched(pool, request, &(struct search_stream){0}, out);
}

/* ---- life ---- */
unsigned pool_threads(const struct pool *pool)
{
	return pool->n_threads;
}

struct pool_statistics pool_statistics(const struct pool *pool)
{
	struct pool_statistics sum = {0};
	items_foreach(w, pool->workers, pool->n_threads) {
		sum.n_steals += w->n_steals;
		sum.idle_s += w->idle_s;
	}
	return sum;
}

struct pool *pool_create_with(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads)
{
	const bool has_threads = HAS_THREADS && n_threads != POOL_ALONE;
	const unsigned n_workers = !has_threads ? 1 : n_threads != 0 ? n_threads : processors_usable();
	cube_init();
	struct pool *const pool = calloc(1, sizeof *pool);
	if (pool == NULL)
		return NULL;
	pool->heuristic = h;
	pool->kernel = kernel;
	pthread_mutex_init(&pool->stream_lock, NULL);
	pthread_mutex_init(&pool->units_lock, NULL);
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->run_begins, NULL);
	clock_condition_init(&pool->run_ends);
	pool->workers = aligned_alloc(_Alignof(struct worker), n_workers * sizeof *pool->workers);
	int error = pool->workers == NULL ? ENOMEM : 0;
	for (; error == 0 && pool->n_threads < n_workers; pool->n_threads++) {
		void *const state = kernel->create(h);
		pool->workers[pool->n_threads] = (struct worker){
			.deque = DEQUE_EMPTY, .pool = pool, .random = pool->n_threads, .kernel_state = state};
		error = state == NULL ? ENOMEM : 0;
	}
	while (error == 0 && has_threads && pool->n_running < n_workers) {
		struct worker *const w = &pool->workers[pool->n_running];
		error = pthread_create(&w->thread, NULL, work, w);
		pool->n_running += error == 0;
	}
	if (error == 0)
		return pool;
	pool_destroy(pool);
	errno = error;
	return NULL;
}

struct pool *pool_create(const struct heuristic *h, unsigned n_threads)
{
	return pool_create_with(h, kernel_best(h), n_threads);
}

void pool_destroy(struct pool *pool)
{
	if (pool == NULL)
		return;
	pthread_mutex_lock(&pool->lock);
	pool->quits = true;
	pthread_cond_broadcast(&pool->run_begins);
	pthread_mutex_unlock(&pool->lock);
	for (unsigned i = 0; i < pool->n_threads; i++) {
		if (i < pool->n_running)
			pthread_join(pool->workers[i].thread, NULL);
		if (pool->workers[i].kernel_state != NULL)
			pool->kernel->destroy(pool->workers[i].kernel_state);
	}
	free(pool->workers);
	pthread_cond_destroy(&pool->run_begins);
	pthread_cond_destroy(&pool->run_ends);
	pthread_mutex_destroy(&pool->lock);
	pthread_mutex_destroy(&pool->units_lock);
	pthread_mutex_destroy(&pool->stream_lock);
	free(pool);
}
