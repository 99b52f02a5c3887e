#include "coset/kernel/leads.h"

#include <stdlib.h>
#include <string.h>

struct leads *leads_create(void)
{
	struct leads *const l = calloc(1, sizeof *l);
	if (l != NULL)
		pthread_mutex_init(&l->lock, NULL);
	return l;
}

void leads_destroy(struct leads *l)
{
	if (l != NULL) {
		pthread_mutex_destroy(&l->lock);
		free(l->found.lead);
		free(l->before.lead);
	}
	free(l);
}

void leads_forget(struct leads *l)
{
	l->found.n = l->found.threshold = 0;
}

void leads_begin(struct leads *l, unsigned threshold, unsigned last)
{
	const struct lead_list free_list = l->before;
	l->last = last;
	l->before = l->found;
	if (l->before.threshold + 1 != threshold)
		l->before.n = 0;
	l->found = free_list;
	l->found.n = 0;
	l->found.threshold = threshold;
	atomic_store(&l->n_begun, 0);
	atomic_store(&l->n_ended, 0);
}

bool leads_exist(const struct leads *l)
{
	return l->before.n != 0;
}

void leads_add(struct leads *l, const struct lead *lead, unsigned n)
{
	pthread_mutex_lock(&l->lock);
	struct lead_list *const all = &l->found;
	if (all->threshold != 0 && n > all->capacity - all->n) {
		const unsigned capacity = 2 * all->capacity > all->n + n ? 2 * all->capacity : all->n + n;
		struct lead *const more = realloc(all->lead, capacity * sizeof *more);
		if (more == NULL) {
			all->n = all->threshold = 0;
		} else {
			all->lead = more;
			all->capacity = capacity;
		}
	}
	if (all->threshold != 0) {
		memcpy(all->lead + all->n, lead, n * sizeof *lead);
		all->n += n;
	}
	pthread_mutex_unlock(&l->lock);
}

static unsigned n_blocks(const struct leads *l)
{
	return (l->before.n + LEADS_AT_ONCE - 1) / LEADS_AT_ONCE;
}

unsigned leads_next(struct leads *l, const struct lead **lead, unsigned *pass)
{
	const unsigned n = n_blocks(l);
	/* Relaxed: leads were found in an iteration that has ended.  Looking first keeps the count from running over. */
	if (atomic_load_explicit(&l->n_begun, memory_order_relaxed) >= LEAD_PASSES * n)
		return 0;
	const unsigned i = atomic_fetch_add_explicit(&l->n_begun, 1, memory_order_relaxed);
	if (i >= LEAD_PASSES * n)
		return 0;
	const unsigned begin = i % n * LEADS_AT_ONCE;
	*lead = &l->before.lead[begin];
	*pass = i / n;
	return l->before.n - begin < LEADS_AT_ONCE ? l->before.n - begin : LEADS_AT_ONCE;
}

void leads_end(struct leads *l)
{
	atomic_fetch_add_explicit(&l->n_ended, 1, memory_order_release);  /* to leads_all_ended() */
}

bool leads_all_ended(const struct leads *l)
{
	/* Of leads_end() in all threads. */
	return atomic_load_explicit(&l->n_ended, memory_order_acquire) == LEAD_PASSES * n_blocks(l);
}
