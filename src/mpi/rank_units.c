/* The units of an iteration: the source of this rank's pool is a list that rank 0 keeps from running dry. */
#include "mpi/rank_state.h"

#include "base/clock.h"
#include "cli/tables_engine.h"

#include <string.h>

/* Units for so long are there when rank 0 is asked for more; and at most so many. */
static const double ahead_s = 0.02, window_length_s = 0.02;
enum { MAX_AHEAD = 4096 };

/* ---- for the pool's threads ---- */
static void update_waits(struct rank *r)
{
	atomic_store(&r->waits, list_n(&r->units) == 0 && !atomic_load(&r->is_over));
}

static bool begin(void *context, struct search *s)
{
	struct rank *const r = context;
	pthread_mutex_lock(&r->lock);
	r->search = s;
	update_waits(r);
	pthread_mutex_unlock(&r->lock);
	return true;
}

static enum unit_next next(void *context, struct work_unit *unit)
{
	struct rank *const r = context;
	pthread_mutex_lock(&r->lock);
	const enum unit_next next = list_take(&r->units, unit) ? UNIT_NEXT : atomic_load(&r->is_over) ? UNIT_END : UNIT_WAIT;
	r->n_begun += next == UNIT_NEXT;
	update_waits(r);
	pthread_mutex_unlock(&r->lock);
	return next;
}

static bool waits(void *context)
{
	struct rank *const r = context;
	return atomic_load(&r->waits);
}

static void done(void *context, const struct work_unit *unit, const struct unit_account *account)
{
	struct rank *const r = context;
	const struct done_unit done = {unit->counter, *account};
	pthread_mutex_lock(&r->lock);
	list_append(r, &r->done, &done);
	r->done_counts.n_generated += account->counts.n_generated;
	r->done_counts.n_expanded += account->counts.n_expanded;
	r->done_counts.n_lookups += account->counts.n_lookups;
	pthread_mutex_unlock(&r->lock);
}

static void found(void *context, const uint8_t *path, unsigned n)
{
	struct rank *const r = context;
	struct found_message found = {.n = n};
	memcpy(found.path, path, n);
	pthread_mutex_lock(&r->lock);
	found.iteration = r->begin.iteration;
	list_append(r, &r->found, &found);
	pthread_mutex_unlock(&r->lock);
}

static void end(void *context, struct search *s)
{
	struct rank *const r = context;
	(void)s;
	pthread_mutex_lock(&r->lock);
	r->search = NULL;
	pthread_mutex_unlock(&r->lock);
}

/* ---- in the runner ---- */
void rank_search_iteration(struct rank *r)
{
	const struct unit_source source = {r, begin, next, waits, done, found, end};
	struct search_request request = r->begin.request;
	struct search_result result;
	request.units = &source;
	pool_solve(r->pool, &request, &result);
	pthread_mutex_lock(&r->lock);
	r->outcome = result.outcome;
	r->counts = (struct node_counts){result.n_generated, result.n_expanded, result.n_lookups};
	pthread_mutex_unlock(&r->lock);
	search_result_free(&result);
}

/* ---- in the thread that talks to MPI ---- */
void rank_begin_iteration(struct rank *r, const struct message *m)
{
	pthread_mutex_lock(&r->lock);
	memcpy(&r->begin, m->bytes, sizeof r->begin);
	atomic_store(&r->is_over, false);
	r->units.first = r->units.n = 0;
	r->done_counts = (struct node_counts){0};
	r->n_begun = r->window_begun = 0;
	r->window_s = clock_monotonic_s();
	r->has_asked = r->is_dry = false;
	r->job = JOB_ITERATION;
	r->is_job_done = false;
	update_waits(r);
	pthread_cond_signal(&r->has_job);
	pthread_mutex_unlock(&r->lock);
}

void rank_take_units(struct rank *r, const struct message *m)
{
	const struct units_message *const head = m->bytes;
	const size_t n = (m->size - sizeof *head) / sizeof(struct work_unit);
	pthread_mutex_lock(&r->lock);
	if (head->iteration == r->begin.iteration) {
		for (size_t i = 0; i < n; i++)
			list_append(r, &r->units, (const char *)m->bytes + sizeof *head + i * sizeof(struct work_unit));
		r->has_asked = false;
		r->is_dry = n == 0;
		update_waits(r);
	}
	pthread_mutex_unlock(&r->lock);
}

/* Everything is done, or nothing is wanted any more. */
void rank_end_iteration(struct rank *r, const struct message *m)
{
	(void)m;
	pthread_mutex_lock(&r->lock);
	r->units.first = r->units.n = 0;
	atomic_store(&r->is_over, true);
	update_waits(r);
	if (r->search != NULL)
		search_fail(r->search, SEARCH_INTERRUPTED);
	pthread_mutex_unlock(&r->lock);
}

static bool tell_found(struct rank *r)
{
	struct found_message found;
	bool has_told = false;
	while (list_take(&r->found, &found)) {
		rank_send(r, MESSAGE_FOUND, &found, sizeof found, NULL, 0);
		has_told = true;
	}
	return has_told;
}

static bool tell_done(struct rank *r)
{
	const size_t n = list_n(&r->done);
	if (n == 0)
		return false;
	const struct done_message head = {r->begin.iteration};
	const struct done_unit *const first = (const struct done_unit *)r->done.items + r->done.first;
	rank_send(r, MESSAGE_DONE, &head, sizeof head, first, n * sizeof *first);
	r->done.first = r->done.n = 0;
	return true;
}

static void ask(struct rank *r)
{
	const double now_s = clock_monotonic_s();
	if (now_s - r->window_s >= window_length_s) {
		r->units_per_s = (double)(r->n_begun - r->window_begun) / (now_s - r->window_s);
		r->window_s = now_s;
		r->window_begun = r->n_begun;
	}
	const double ahead = r->units_per_s * ahead_s;
	const size_t wanted = pool_threads(r->pool) + (ahead < MAX_AHEAD ? (size_t)ahead : (size_t)MAX_AHEAD);
	if (r->has_asked || r->is_dry || atomic_load(&r->is_over) || list_n(&r->units) >= wanted)
		return;
	const struct ask_message message = {r->begin.iteration, (uint32_t)(2 * wanted - list_n(&r->units))};
	rank_send(r, MESSAGE_ASK, &message, sizeof message, NULL, 0);
	r->has_asked = true;
}

static bool has_failed(const struct rank *r)
{
	return r->outcome == SEARCH_BAD_TABLE || r->outcome == SEARCH_NO_MEMORY || r->outcome == SEARCH_OVERFLOW;
}

static void tell_over(struct rank *r)
{
	if (r->outcome == SEARCH_BAD_TABLE)
		tables_complain_of_fault(&r->heuristic);  /* rank 0 has files of its own */
	const struct over_message over = {
		.iteration = r->begin.iteration, .outcome = (uint32_t)r->outcome,
		.rest = {
			r->counts.n_generated - r->done_counts.n_generated, r->counts.n_expanded - r->done_counts.n_expanded,
			r->counts.n_lookups - r->done_counts.n_lookups,
		},
	};
	rank_send(r, MESSAGE_OVER, &over, sizeof over, NULL, 0);
	r->job = JOB_NONE;
}

/* Rank 0 takes over what it is told, also into its journal.  The search ends with SEARCH_BAD_TABLE, since a fault stays. */
static void drop_if_tables_changed(struct rank *r)
{
	if (list_n(&r->found) + list_n(&r->done) == 0 || heuristic_fault(&r->heuristic, NULL) == PDB_OK)
		return;
	r->found.first = r->found.n = r->done.first = r->done.n = 0;
}

bool rank_tell_units(struct rank *r)
{
	pthread_mutex_lock(&r->lock);
	drop_if_tables_changed(r);
	const bool has_found = tell_found(r), has_done = tell_done(r);
	ask(r);
	/* A solution that is enough ends the search here before rank 0 knows; a fault it must be told: it waits for our units. */
	if (r->is_job_done && (atomic_load(&r->is_over) || has_failed(r)))
		tell_over(r);
	pthread_mutex_unlock(&r->lock);
	return has_found || has_done;
}
