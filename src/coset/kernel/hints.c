#include "coset/kernel/hints.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

struct hints *hints_create(void)
{
	struct hints *const h = calloc(1, sizeof *h);
	if (h != NULL)
		pthread_mutex_init(&h->lock, NULL);
	return h;
}

void hints_destroy(struct hints *h)
{
	if (h != NULL) {
		pthread_mutex_destroy(&h->lock);
		free(h->found.hint);
		free(h->before.hint);
	}
	free(h);
}

void hints_forget(struct hints *h)
{
	h->found.n = h->found.threshold = 0;
}

void hints_begin(struct hints *h, unsigned threshold, unsigned last)
{
	const struct hint_list free_list = h->before;
	h->last = last;
	h->before = h->found;
	if (h->before.threshold + 1 != threshold)
		h->before.n = 0;
	h->found = free_list;
	h->found.n = 0;
	h->found.threshold = threshold;
	atomic_store(&h->n_begun, 0);
	atomic_store(&h->n_ended, 0);
}

bool hints_exist(const struct hints *h)
{
	return h->before.n != 0;
}

void hints_add(struct hints *h, const struct hint *hint, unsigned n)
{
	pthread_mutex_lock(&h->lock);
	struct hint_list *const all = &h->found;
	if (all->threshold != 0) {
		struct hint *const more = array_reserve(all->hint, all->n + n, &all->capacity, sizeof *more);
		if (more == NULL)
			all->n = all->threshold = 0;
		else
			all->hint = more;
	}
	if (all->threshold != 0) {
		memcpy(all->hint + all->n, hint, n * sizeof *hint);
		all->n += n;
	}
	pthread_mutex_unlock(&h->lock);
}

static unsigned n_blocks(const struct hints *h)
{
	return (h->before.n + HINTS_AT_ONCE - 1) / HINTS_AT_ONCE;
}

unsigned hints_next(struct hints *h, const struct hint **hint, unsigned *class)
{
	const unsigned n = n_blocks(h);
	/* Relaxed: hints were found in an iteration that has ended.  Looking first keeps the count from running over. */
	if (atomic_load_explicit(&h->n_begun, memory_order_relaxed) >= HINT_CLASSES * n)
		return 0;
	const unsigned i = atomic_fetch_add_explicit(&h->n_begun, 1, memory_order_relaxed);
	if (i >= HINT_CLASSES * n)
		return 0;
	const unsigned begin = i % n * HINTS_AT_ONCE;
	*hint = &h->before.hint[begin];
	*class = i / n;
	return h->before.n - begin < HINTS_AT_ONCE ? h->before.n - begin : HINTS_AT_ONCE;
}

void hints_end(struct hints *h)
{
	atomic_fetch_add_explicit(&h->n_ended, 1, memory_order_release);  /* to hints_all_ended() */
}

bool hints_all_ended(const struct hints *h)
{
	/* Of hints_end() in all threads. */
	return atomic_load_explicit(&h->n_ended, memory_order_acquire) == HINT_CLASSES * n_blocks(h);
}
