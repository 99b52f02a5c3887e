/* An iteration by the units of a source: every thread of the pool takes one after the other, and helps with
 * those of others where there is none.  A unit is done when all subtrees of it are that threads have given
 * each other. */
#include "search/pool.h"
#include "search/unit_source.h"

#include "base/clock.h"

struct open_unit {
	struct work_unit unit;
	_Atomic unsigned n_holding;
	struct unit_account account;           /* guarded by the pool's units_lock */
};

/* ---- a unit ---- */
void open_unit_hold(struct open_unit *open)
{
	if (open != NULL)
		atomic_fetch_add(&open->n_holding, 1);
}

void open_unit_release(struct search *s, struct open_unit *open)
{
	/* Seq_cst: the last one sees what all have counted. */
	if (open == NULL || atomic_fetch_sub(&open->n_holding, 1) != 1)
		return;
	/* Before a search stops no unit has left anything out. */
	if (!search_must_stop(s))
		s->request.units->done(s->request.units->context, &open->unit, &open->account);
	free(open);
}

void open_unit_run(struct worker *w, struct search *s, const struct work_unit *unit, struct open_unit *open)
{
	const struct node_counts before = worker_counts(w);
	const double begin_s = clock_thread_s();
	w->open = open;
	s->kernel->run(w, s, unit);
	w->open = NULL;
	const struct node_counts after = worker_counts(w);
	pthread_mutex_lock(&s->pool->units_lock);
	open->account.cpu_ns += (uint64_t)((clock_thread_s() - begin_s) * 1e9);
	open->account.counts.n_generated += after.n_generated - before.n_generated;
	open->account.counts.n_expanded += after.n_expanded - before.n_expanded;
	open->account.counts.n_lookups += after.n_lookups - before.n_lookups;
	pthread_mutex_unlock(&s->pool->units_lock);
}

/* ---- taking units ---- */
static bool must_wait(const void *context)
{
	const struct search *const s = context;
	return !search_must_stop(s) && s->request.units->waits(s->request.units->context);
}

static void take_units(struct worker *w, struct search *s)
{
	const struct unit_source *const source = s->request.units;
	while (!search_must_stop(s)) {
		struct work_unit unit;
		worker_empty_deque(w);  /* what nobody wanted of the last unit */
		const enum unit_next next = source->next(source->context, &unit);
		if (next == UNIT_END)
			return;
		if (next == UNIT_WAIT) {
			worker_help_while(w, must_wait, s);
			continue;
		}
		struct open_unit *const open = calloc(1, sizeof *open);
		if (open == NULL) {
			search_fail(s, SEARCH_NO_MEMORY);
			return;
		}
		open->unit = unit;
		open->n_holding = 1;
		open_unit_run(w, s, &unit, open);
		search_report(w, s);
		open_unit_release(s, open);
	}
}

void worker_take_units(struct worker *w)
{
	struct pool *const pool = w->pool;
	pthread_mutex_lock(&pool->units_lock);
	struct search *const s = atomic_load(&pool->divided);
	if (s != NULL)
		atomic_fetch_add(&pool->n_taking, 1);
	pthread_mutex_unlock(&pool->units_lock);
	if (s == NULL)
		return;
	take_units(w, s);
	atomic_fetch_sub(&pool->n_taking, 1);
}

/* ---- the iteration ---- */
static void divide(struct pool *pool, struct search *s)
{
	pthread_mutex_lock(&pool->units_lock);
	atomic_store(&pool->divided, s);
	pthread_mutex_unlock(&pool->units_lock);
}

static bool is_in_progress(const void *context)
{
	const struct search *const s = context;
	return atomic_load(&s->pool->n_taking) != 0 || atomic_load(&s->n_open) != 0;
}

bool search_iterate_units(struct worker *w, struct search *s)
{
	const struct unit_source *const source = s->request.units;
	if (source == NULL || !source->begin(source->context, s))
		return false;
	atomic_store(&s->n_open, 0);
	divide(s->pool, s);
	take_units(w, s);
	divide(s->pool, NULL);
	worker_help_while(w, is_in_progress, s);
	source->end(source->context, s);
	return true;
}
