#include "base/parallel.h"

#include "base/array.h"

#include <pthread.h>
#include <stdatomic.h>

struct loop {
	parallel_chunk *chunk;
	void *context;
	uint32_t n_chunks;
	_Atomic uint32_t next, n_helpers;
};

static _Thread_local unsigned number;

unsigned parallel_thread(void)
{
	return number;
}

/* Do the next chunk, if there is one.  Relaxed: the chunks meet only at pthread_join(). */
static bool run_chunk(struct loop *loop)
{
	const uint32_t i = atomic_fetch_add_explicit(&loop->next, 1, memory_order_relaxed);
	if (i >= loop->n_chunks)
		return false;
	loop->chunk(loop->context, i);
	return true;
}

static void *run_chunks(void *argument)
{
	struct loop *const loop = argument;
	number = atomic_fetch_add(&loop->n_helpers, 1) + 1;
	while (run_chunk(loop))
		;
	return NULL;
}

bool parallel_for_watched(unsigned n_threads, uint32_t n_chunks, parallel_chunk *chunk,
                          void *context, bool (*goes_on)(void *watcher, uint32_t n_begun), void *watcher)
{
	struct loop loop = {.chunk = chunk, .context = context, .n_chunks = n_chunks};
	pthread_t helper[PARALLEL_MAX_THREADS];
	unsigned n_helpers = 0;
	const unsigned wanted = n_threads < PARALLEL_MAX_THREADS ? n_threads : PARALLEL_MAX_THREADS;
	while (n_helpers + 1 < wanted && pthread_create(&helper[n_helpers], NULL, run_chunks, &loop) == 0)
		n_helpers++;
	bool is_complete = true;
	while (run_chunk(&loop)) {
		const uint32_t n_begun = atomic_load_explicit(&loop.next, memory_order_relaxed);
		if (goes_on != NULL && !goes_on(watcher, n_begun < n_chunks ? n_begun : n_chunks)) {
			atomic_store_explicit(&loop.next, n_chunks, memory_order_relaxed);
			is_complete = false;
		}
	}
	items_foreach(h, helper, n_helpers)
		pthread_join(*h, NULL);
	return is_complete;
}

void parallel_for(unsigned n_threads, uint32_t n_chunks, parallel_chunk *chunk,
                  void *context)
{
	parallel_for_watched(n_threads, n_chunks, chunk, context, NULL, NULL);
}
