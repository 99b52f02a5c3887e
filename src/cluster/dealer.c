#include "cluster/dealer_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void update_waits(struct dealer *d)
{
	atomic_store(&d->waits, d->n_dealt == d->n_order && d->n_undone != 0);
}

/* ---- an iteration, for the threads of the pool ---- */
struct ranked_unit {
	uint64_t work;
	uint32_t n_path, number;
};

/* What took most in the iteration before comes first, since solutions are where the nodes are; then what is largest. */
static int compare_ranked(const void *a, const void *b)
{
	const struct ranked_unit *const x = a, *const y = b;
	if (x->work != y->work)
		return x->work > y->work ? -1 : 1;
	if (x->n_path != y->n_path)
		return x->n_path < y->n_path ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

static bool put_in_order(struct dealer *d, const uint64_t *work_before)
{
	struct ranked_unit *const ranked = malloc(d->list.n_units * sizeof *ranked);
	if (ranked == NULL)
		return false;
	uint32_t n = 0;
	for (uint32_t i = 0; i < d->list.n_units; i++)
		if (!d->is_done[i] && unit_list_fits(&d->list, i, d->search->threshold))
			ranked[n++] = (struct ranked_unit){work_before[i], d->list.node[d->list.unit[i]].root.n_path, i};
	qsort(ranked, n, sizeof *ranked, compare_ranked);
	for (uint32_t i = 0; i < n; i++)
		d->order[i] = ranked[i].number;
	d->n_order = d->n_undone = n;
	d->n_dealt = 0;
	free(ranked);
	return true;
}

static void count_above_units(struct dealer *d)
{
	struct node_counts counts = {0};
	if (!d->is_evaluated)
		counts.n_lookups = d->heuristic->spec->n_lookups
		                   * unit_list_evaluate(&d->list, d->heuristic, &d->search->request.cube, d->search->threshold);
	d->is_evaluated = true;
	unit_list_count(&d->list, d->search->threshold, &counts.n_generated, &counts.n_expanded);
	search_add_counts(d->search, &counts);
}

static bool begin_iteration(struct dealer *d)
{
	uint64_t *const work_before = malloc(d->list.n_units * sizeof *work_before);
	if (work_before == NULL)
		return false;
	memcpy(work_before, d->work, d->list.n_units * sizeof *work_before);
	memset(d->work, 0, d->list.n_units * sizeof *d->work);
	memset(d->is_done, 0, d->list.n_units * sizeof *d->is_done);
	count_above_units(d);
	dealer_recall(d);
	const bool is_ordered = put_in_order(d, work_before);
	free(work_before);
	update_waits(d);
	return is_ordered;
}

/* The same iterations are divided as without a source: the others count all of the first moves though symmetries exchange some. */
static bool begin(void *context, struct search *s)
{
	struct dealer *const d = context;
	if (s->turns != NULL || s->threshold < roots_first_threshold(d->heuristic))
		return false;
	pthread_mutex_lock(&d->lock);
	d->search = s;
	d->n_order = d->n_dealt = d->n_undone = 0;
	if (d->list.n_units == 0 || !begin_iteration(d))
		dealer_note_error(d, ENOMEM);
	d->n_iterations++;
	d->is_open = d->expects_others;
	pthread_mutex_unlock(&d->lock);
	return true;
}

static unsigned take(struct dealer *d, struct work_unit *units, unsigned max)
{
	unsigned n = 0;
	while (n < max && d->n_dealt < d->n_order)
		units[n++] = unit_list_unit(&d->list, d->order[d->n_dealt++], d->search->threshold);
	update_waits(d);
	return n;
}

static enum unit_next next(void *context, struct work_unit *unit)
{
	struct dealer *const d = context;
	pthread_mutex_lock(&d->lock);
	const enum unit_next next = take(d, unit, 1) == 1 ? UNIT_NEXT : d->n_undone != 0 ? UNIT_WAIT : UNIT_END;
	pthread_mutex_unlock(&d->lock);
	return next;
}

static bool waits(void *context)
{
	struct dealer *const d = context;
	return atomic_load(&d->waits);
}

static void set_done(struct dealer *d, uint32_t unit, const struct unit_account *account)
{
	d->is_done[unit] = true;
	d->work[unit] = account->counts.n_expanded;
	d->n_undone--;
	update_waits(d);
	dealer_keep(d, unit, account);
}

static void done(void *context, const struct work_unit *unit, const struct unit_account *account)
{
	struct dealer *const d = context;
	pthread_mutex_lock(&d->lock);
	set_done(d, unit->counter, account);
	pthread_mutex_unlock(&d->lock);
}

static void found(void *context, const uint8_t *path, unsigned n)
{
	struct dealer *const d = context;
	pthread_mutex_lock(&d->lock);
	if (d->search != NULL)  /* else it is of an iteration without units */
		dealer_keep_solution(d, path, n);
	pthread_mutex_unlock(&d->lock);
}

static void end(void *context, struct search *s)
{
	struct dealer *const d = context;
	(void)s;
	pthread_mutex_lock(&d->lock);
	dealer_flush(d, true);
	while (d->is_open)
		pthread_cond_wait(&d->closed, &d->lock);
	d->search = NULL;
	pthread_mutex_unlock(&d->lock);
}

void dealer_fill_source(struct dealer *d)
{
	d->source = (struct unit_source){d, begin, next, waits, done, found, end};
}

/* ---- others ---- */
void dealer_expect_others(struct dealer *d)
{
	d->expects_others = true;
}

bool dealer_iteration(struct dealer *d, struct dealer_iteration *out)
{
	pthread_mutex_lock(&d->lock);
	const bool is_open = d->is_open;
	if (is_open)
		*out = (struct dealer_iteration){d->n_iterations, d->search->threshold, d->search->request};
	pthread_mutex_unlock(&d->lock);
	return is_open;
}

unsigned dealer_take(struct dealer *d, struct work_unit *units, unsigned max)
{
	pthread_mutex_lock(&d->lock);
	const unsigned n = d->search != NULL && !search_must_stop(d->search) ? take(d, units, max) : 0;
	pthread_mutex_unlock(&d->lock);
	return n;
}

uint32_t dealer_left(struct dealer *d)
{
	pthread_mutex_lock(&d->lock);
	const uint32_t n = d->n_order - d->n_dealt;
	pthread_mutex_unlock(&d->lock);
	return n;
}

void dealer_done(struct dealer *d, uint32_t unit, const struct unit_account *account)
{
	pthread_mutex_lock(&d->lock);
	if (unit < d->list.n_units && !d->is_done[unit]) {
		search_add_counts(d->search, &account->counts);
		set_done(d, unit, account);
	}
	pthread_mutex_unlock(&d->lock);
}

void dealer_found(struct dealer *d, const uint8_t *path, unsigned n)
{
	pthread_mutex_lock(&d->lock);
	dealer_keep_solution(d, path, n);
	search_add_solution(d->search, path, n);
	pthread_mutex_unlock(&d->lock);
}

bool dealer_is_over(struct dealer *d)
{
	pthread_mutex_lock(&d->lock);
	const bool is_over = d->n_undone == 0 || search_must_stop(d->search);
	pthread_mutex_unlock(&d->lock);
	return is_over;
}

void dealer_add(struct dealer *d, const struct node_counts *counts)
{
	search_add_counts(d->search, counts);
}

void dealer_fail(struct dealer *d, enum search_outcome why)
{
	search_fail(d->search, why);
}

void dealer_close(struct dealer *d)
{
	pthread_mutex_lock(&d->lock);
	d->is_open = false;
	pthread_cond_signal(&d->closed);
	pthread_mutex_unlock(&d->lock);
}
