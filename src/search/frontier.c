#include "search/frontier.h"

#include <stdlib.h>
#include <string.h>

enum { DIGIT_BITS = 11, N_DIGITS = 1 << DIGIT_BITS, NUMBER_BITS = 16 };

struct frontier *frontier_create(void)
{
	/* Pages of nodes that never exist are never touched. */
	struct frontier *const f = aligned_alloc(64, (sizeof *f + 63) / 64 * 64);
	if (f != NULL)
		frontier_begin(f);
	return f;
}

void frontier_begin(struct frontier *f)
{
	atomic_store(&f->n, 0);
}

void frontier_clear(struct frontier *f)
{
	memset(f->work_before, 0, sizeof f->work_before);
	for (unsigned i = 0; i < f->n; i++)
		f->work_before[f->opening[f->order[i]].number] = atomic_load_explicit(&f->work[i], memory_order_relaxed);
	f->n = 0;
}

unsigned frontier_reserve(struct frontier *f, unsigned n)
{
	return atomic_fetch_add_explicit(&f->n, n, memory_order_relaxed);
}

void frontier_set(struct frontier *f, unsigned i, struct opening opening, const void *node)
{
	f->opening[i] = opening;
	memcpy(f->node[i], node, sizeof f->node[i]);
}

/* One pass of a radix sort, stable and falling. */
static void sort_by_digit(const uint64_t *from, uint64_t *to, unsigned n, unsigned shift)
{
	uint32_t begin[N_DIGITS + 1] = {0};
	for (unsigned i = 0; i < n; i++)
		begin[N_DIGITS - (from[i] >> shift & (N_DIGITS - 1))]++;
	for (unsigned d = 1; d <= N_DIGITS; d++)
		begin[d] += begin[d - 1];
	for (unsigned i = 0; i < n; i++)
		to[begin[N_DIGITS - 1 - (from[i] >> shift & (N_DIGITS - 1))]++] = from[i];
}

void frontier_sort(struct frontier *f)
{
	const unsigned n = f->n;
	uint64_t largest = 0;
	for (unsigned i = 0; i < n; i++) {
		const uint64_t work = f->work_before[f->opening[i].number];
		f->key[0][i] = work << NUMBER_BITS | i;
		largest |= work;
	}
	unsigned newest = 0;
	for (unsigned shift = 0; shift + NUMBER_BITS < 64 && largest >> shift != 0; shift += DIGIT_BITS, newest ^= 1)
		sort_by_digit(f->key[newest], f->key[newest ^ 1], n, NUMBER_BITS + shift);
	for (unsigned i = 0; i < n; i++) {
		f->order[i] = (uint16_t)f->key[newest][i];
		atomic_store_explicit(&f->work[i], 0, memory_order_relaxed);
	}
	atomic_store(&f->n_begun, 0);
}

bool frontier_next(struct frontier *f, unsigned *place)
{
	/* Relaxed: what is read is constant during an iteration. */
	const unsigned n = atomic_load_explicit(&f->n, memory_order_relaxed);
	if (atomic_load_explicit(&f->n_begun, memory_order_relaxed) >= n)
		return false;
	*place = atomic_fetch_add_explicit(&f->n_begun, 1, memory_order_relaxed);
	return *place < n;
}
