#include "pdb/parallel.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MAX_THREADS = 256 };

struct loop {
	void (*chunk)(void *context, uint32_t i);
	void *context;
	uint32_t n_chunks;
	_Atomic uint32_t next;
};

static void *run_chunks(void *argument)
{
	struct loop *const loop = argument;
	/* Relaxed: the chunks meet only at pthread_join(). */
	for (uint32_t i; (i = atomic_fetch_add_explicit(&loop->next, 1, memory_order_relaxed)) < loop->n_chunks;)
		loop->chunk(loop->context, i);
	return NULL;
}

void parallel_for(unsigned n_threads, uint32_t n_chunks, void (*chunk)(void *context, uint32_t i), void *context)
{
	struct loop loop = {.chunk = chunk, .context = context, .n_chunks = n_chunks};
	pthread_t helper[MAX_THREADS];
	unsigned n_helpers = 0;
	const unsigned wanted = n_threads < MAX_THREADS ? n_threads : MAX_THREADS;
	while (n_helpers + 1 < wanted && pthread_create(&helper[n_helpers], NULL, run_chunks, &loop) == 0)
		n_helpers++;
	run_chunks(&loop);
	for (unsigned i = 0; i < n_helpers; i++)
		pthread_join(helper[i], NULL);
}
