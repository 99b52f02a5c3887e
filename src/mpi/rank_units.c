/* The units of an iteration: the source of this rank's pool is a list that rank 0 keeps from running dry. */
#include "mpi/rank.h"

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
	pthread_mutex_lock(&r->lock);
	list_append(r, &r->done, &(struct done_unit){unit->counter, *account});
	node_counts_add(&r->done_counts, &account->counts);
	pthread_mutex_unlock(&r->lock);
}

static void found(void *context, const uint8_t *path, unsigned n)
{
	struct rank *const r = context;
	struct path found = {.n = n};
	memcpy(found.moves, path, n);
	pthread_mutex_lock(&r->lock);
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
	struct search_request request = r->request;
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
	r->request = rank_own_request(r, *(const struct search_request *)m->bytes);
	atomic_store(&r->is_over, false);
	list_clear(&r->units);
	r->done_counts = (struct node_counts){0};
	r->n_begun = r->window_begun = 0;
	r->window_s = clock_monotonic_s();
	r->has_asked = r->is_dry = false;
	update_waits(r);
	rank_begin_job(r, JOB_ITERATION);
}

void rank_take_units(struct rank *r, const struct message *m)
{
	const struct work_unit *const units = m->bytes;
	const size_t n = m->size / sizeof *units;
	for (size_t i = 0; i < n; i++)
		list_append(r, &r->units, &units[i]);
	r->has_asked = false;
	r->is_dry = n == 0;
	update_waits(r);
}

/* Everything is done, or nothing is wanted any more. */
void rank_end_iteration(struct rank *r)
{
	list_clear(&r->units);
	atomic_store(&r->is_over, true);
	update_waits(r);
	if (r->search != NULL)
		search_fail(r->search, SEARCH_INTERRUPTED);
}

static bool tell_found(struct rank *r)
{
	struct path found;
	bool has_told = false;
	while (list_take(&r->found, &found)) {
		link_send(&r->link, 0, MESSAGE_FOUND, found.moves, found.n, NULL, 0);
		has_told = true;
	}
	return has_told;
}

static bool tell_done(struct rank *r)
{
	const size_t n = list_n(&r->done);
	if (n == 0)
		return false;
	const struct done_unit *const first = (const struct done_unit *)r->done.items + r->done.first;
	link_send(&r->link, 0, MESSAGE_DONE, first, n * sizeof *first, NULL, 0);
	list_clear(&r->done);
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
	const uint32_t n_units = (uint32_t)(2 * wanted - list_n(&r->units));
	link_send(&r->link, 0, MESSAGE_ASK, &n_units, sizeof n_units, NULL, 0);
	r->has_asked = true;
}

static bool has_failed(const struct rank *r)
{
	return r->outcome == SEARCH_BAD_TABLE || r->outcome == SEARCH_NO_MEMORY || r->outcome == SEARCH_OVERFLOW;
}

static void tell_over(struct rank *r)
{
	if (r->outcome == SEARCH_BAD_TABLE)
		tables_complain_of_fault(r->heuristic);  /* rank 0 has files of its own */
	const struct over_message over = {
		.outcome = r->outcome,
		.rest = {
			r->counts.n_generated - r->done_counts.n_generated, r->counts.n_expanded - r->done_counts.n_expanded,
			r->counts.n_lookups - r->done_counts.n_lookups,
		},
	};
	link_send(&r->link, 0, MESSAGE_OVER, &over, sizeof over, NULL, 0);
	r->job = JOB_NONE;
}

/* Rank 0 takes over what it is told, also into its journal.  The search ends with SEARCH_BAD_TABLE, since a fault stays. */
static void drop_if_tables_changed(struct rank *r)
{
	if (list_n(&r->found) + list_n(&r->done) == 0 || heuristic_fault(r->heuristic, NULL) == PDB_OK)
		return;
	list_clear(&r->found);
	list_clear(&r->done);
}

bool rank_tell_units(struct rank *r)
{
	drop_if_tables_changed(r);
	const bool has_found = tell_found(r), has_done = tell_done(r);
	ask(r);
	/* A solution that is enough ends the search here before rank 0 knows; a fault it must be told: it waits for our units. */
	if (r->is_job_done && (atomic_load(&r->is_over) || has_failed(r)))
		tell_over(r);
	return has_found || has_done;
}
