#include "cluster/dealer.h"

#include "base/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const double flush_every_s = 1;

struct dealt {
	uint64_t work_before, work;            /* nodes expanded in the iteration before; in this one if it is done */
	bool is_done;
};

struct dealer {
	const struct heuristic *heuristic;
	unsigned min_moves;
	bool expects_others;
	struct unit_source source;
	const struct search_stream *stream;    /* of dealer_run() */

	pthread_mutex_t lock;                  /* guards what follows */
	pthread_cond_t closed;                 /* dealer_close() was called */
	struct unit_journal *journal;
	double last_flush_s;
	int error;
	bool is_searching;                     /* a cube is in work */
	struct unit_list list;                 /* of that cube */
	bool is_evaluated;
	uint32_t cube;                         /* its number in the journal */
	struct search *search;                 /* while an iteration is in progress */
	bool is_open;                          /* others may take part */
	struct dealt *unit;                    /* as in the list */
	uint32_t *order, n_order;              /* the units to be searched, the best first */
	uint32_t n_dealt, n_undone;
	_Atomic bool waits;                    /* everything is dealt, and not everything done */
};

/* ---- the journal ---- */
/* End the search; the first error counts. */
static void note_error(struct dealer *d, int error)
{
	if (d->error == 0)
		d->error = error;
	if (d->search != NULL)
		search_fail(d->search, error == ENOMEM ? SEARCH_NO_MEMORY : SEARCH_INTERRUPTED);
}

/* Bring the journal to the disk, now and then or at once. */
static void flush(struct dealer *d, bool at_once)
{
	const double now_s = clock_monotonic_s();
	if (d->journal == NULL || (!at_once && now_s - d->last_flush_s < flush_every_s))
		return;
	d->last_flush_s = now_s;
	const enum record_log_status status = unit_journal_flush(d->journal);
	if (d->journal->log.error != 0)
		note_error(d, d->journal->log.error);
	if (status == RECORD_LOG_DAMAGED && d->search != NULL)
		search_fail(d->search, SEARCH_BAD_TABLE);
}

static void keep_solution(struct dealer *d, const uint8_t *path, unsigned n)
{
	struct unit_solution solution = {.cube = d->cube, .threshold = n};
	memcpy(solution.path, path, n);
	if (d->journal != NULL && !unit_journal_add_solution(d->journal, &solution))
		note_error(d, ENOMEM);
	flush(d, true);
}

/* Units that an earlier run has searched are done. */
static void recall_units(struct dealer *d)
{
	struct node_counts sum = {0};
	for (uint64_t i = 0; i < d->journal->n_entries; i++) {
		const struct unit_entry *const e = &d->journal->entry[i];
		if (e->cube != d->cube || e->threshold != d->search->threshold || e->unit >= d->list.n_units || d->unit[e->unit].is_done)
			continue;
		d->unit[e->unit].is_done = true;
		d->unit[e->unit].work = e->account.counts.n_expanded;
		node_counts_add(&sum, &e->account.counts);
	}
	search_add_counts(d->search, &sum);
}

/* Those of units that are not done will be found again, unless all that are wanted are there. */
static void recall_solutions(struct dealer *d)
{
	const struct unit_journal *const j = d->journal;
	uint64_t n = 0;
	for (uint64_t i = 0; i < j->n_solutions; i++)
		n += unit_journal_has_solution(j, i, d->cube, d->search->threshold);
	const bool are_enough = !search_wants_all(d->search) && d->search->n_solutions + n >= (uint64_t)d->search->request.n_solutions;
	for (uint64_t i = 0; i < j->n_solutions; i++) {
		if (!unit_journal_has_solution(j, i, d->cube, d->search->threshold))
			continue;
		const uint32_t unit = unit_list_find(&d->list, j->solution[i].path, j->solution[i].threshold);
		if (are_enough || (unit != UINT32_MAX && d->unit[unit].is_done))
			search_add_solution(d->search, 0, j->solution[i].path, j->solution[i].threshold);
	}
}

/* ---- an iteration, for the threads of the pool ---- */
static void update_waits(struct dealer *d)
{
	atomic_store(&d->waits, d->n_dealt == d->n_order && d->n_undone != 0);
}

/* What took most in the iteration before comes first, since solutions are where the nodes are; then what is largest. */
static int compare_units(const void *a, const void *b, void *context)
{
	const struct dealer *const d = context;
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	const uint64_t work_x = d->unit[x].work_before, work_y = d->unit[y].work_before;
	const unsigned path_x = d->list.node[d->list.unit[x]].root.n_path, path_y = d->list.node[d->list.unit[y]].root.n_path;
	if (work_x != work_y)
		return work_x > work_y ? -1 : 1;
	return path_x != path_y ? (path_x < path_y ? -1 : 1) : x < y ? -1 : 1;
}

static void put_in_order(struct dealer *d)
{
	d->n_order = 0;
	for (uint32_t i = 0; i < d->list.n_units; i++)
		if (!d->unit[i].is_done && unit_list_fits(&d->list, i, d->search->threshold))
			d->order[d->n_order++] = i;
	qsort_r(d->order, d->n_order, sizeof *d->order, compare_units, d);
	d->n_undone = d->n_order;
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

/* The same iterations are divided as without a source: the others count all of the first moves though symmetries exchange some. */
static bool begin(void *context, struct search *s)
{
	struct dealer *const d = context;
	if (s->turns != NULL || s->threshold < roots_first_threshold(d->heuristic))
		return false;
	pthread_mutex_lock(&d->lock);
	d->search = s;
	d->n_order = d->n_dealt = d->n_undone = 0;
	if (d->list.n_units == 0)
		note_error(d, ENOMEM);
	else
		count_above_units(d);
	for (uint32_t i = 0; i < d->list.n_units; i++)
		d->unit[i] = (struct dealt){.work_before = d->unit[i].work};
	if (d->list.n_units != 0 && d->journal != NULL) {
		recall_units(d);
		recall_solutions(d);
	}
	put_in_order(d);
	update_waits(d);
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
	const struct unit_entry entry = {.cube = d->cube, .threshold = d->search->threshold, .unit = unit, .account = *account};
	d->unit[unit].is_done = true;
	d->unit[unit].work = account->counts.n_expanded;
	d->n_undone--;
	update_waits(d);
	if (d->journal != NULL && !unit_journal_add(d->journal, &entry))
		note_error(d, ENOMEM);
	flush(d, false);
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
		keep_solution(d, path, n);
	pthread_mutex_unlock(&d->lock);
}

static void end(void *context, struct search *s)
{
	struct dealer *const d = context;
	(void)s;
	pthread_mutex_lock(&d->lock);
	flush(d, true);
	while (d->is_open)
		pthread_cond_wait(&d->closed, &d->lock);
	d->search = NULL;
	pthread_mutex_unlock(&d->lock);
}

/* ---- others ---- */
bool dealer_iteration(struct dealer *d, struct search_request *out)
{
	pthread_mutex_lock(&d->lock);
	const bool is_open = d->is_open;
	if (is_open) {
		*out = d->search->request;
		out->min_length = out->max_length = d->search->threshold;
		out->over_optimal = 0;
		out->node_limit = 0;
		out->time_limit_s = 0;
	}
	pthread_mutex_unlock(&d->lock);
	return is_open;
}

unsigned dealer_take(struct dealer *d, struct work_unit *units, unsigned max, unsigned n_shares, unsigned n_own)
{
	pthread_mutex_lock(&d->lock);
	const unsigned share = (d->n_order - d->n_dealt) / n_shares * n_own, most = share > 0 ? share : 1;
	const unsigned n = d->search != NULL && !search_must_stop(d->search) ? take(d, units, max < most ? max : most) : 0;
	pthread_mutex_unlock(&d->lock);
	return n;
}

void dealer_done(struct dealer *d, uint32_t unit, const struct unit_account *account)
{
	pthread_mutex_lock(&d->lock);
	if (unit < d->list.n_units && !d->unit[unit].is_done) {
		search_add_counts(d->search, &account->counts);
		set_done(d, unit, account);
	}
	pthread_mutex_unlock(&d->lock);
}

void dealer_found(struct dealer *d, const uint8_t *path, unsigned n)
{
	pthread_mutex_lock(&d->lock);
	keep_solution(d, path, n);
	search_add_solution(d->search, 0, path, n);
	pthread_mutex_unlock(&d->lock);
}

bool dealer_is_over(struct dealer *d)
{
	pthread_mutex_lock(&d->lock);
	const bool is_over = d->n_undone == 0 || search_must_stop(d->search);
	pthread_mutex_unlock(&d->lock);
	return is_over;
}

void dealer_add_rest(struct dealer *d, const struct node_counts *counts, enum search_outcome outcome)
{
	search_add_counts(d->search, counts);
	if (outcome == SEARCH_NO_MEMORY || outcome == SEARCH_OVERFLOW || outcome == SEARCH_BAD_TABLE)
		search_fail(d->search, outcome);
}

void dealer_close(struct dealer *d)
{
	pthread_mutex_lock(&d->lock);
	d->is_open = false;
	pthread_cond_signal(&d->closed);
	pthread_mutex_unlock(&d->lock);
}

/* ---- a stream, cube by cube ---- */
static void forget_cube(struct dealer *d)
{
	unit_list_free(&d->list);
	free(d->unit);
	free(d->order);
	d->unit = NULL;
	d->order = NULL;
	d->is_searching = d->is_evaluated = false;
}

/* The units of a cube.  Without memory there are none, and its first iteration fails. */
static void begin_cube(struct dealer *d, const struct cube *c)
{
	const unsigned kept = d->journal != NULL ? unit_journal_min_moves(d->journal, c) : 0;
	if (!unit_list_fill(&d->list, d->heuristic->metric, heuristic_symmetries(d->heuristic, c), kept != 0 ? kept : d->min_moves))
		return;
	d->unit = calloc(d->list.n_units, sizeof *d->unit);
	d->order = calloc(d->list.n_units, sizeof *d->order);
	d->cube = d->journal != NULL ? unit_journal_cube(d->journal, c, d->list.min_moves) : 0;
	if (d->unit == NULL || d->order == NULL || d->cube == UINT32_MAX)
		forget_cube(d);
}

static enum search_next next_cube(void *context, struct search_request *request, void **tag)
{
	struct dealer *const d = context;
	if (d->is_searching)
		return STREAM_WAIT;
	const enum search_next next = d->stream->next(d->stream->context, request, tag);
	if (next != STREAM_NEXT)
		return next;
	pthread_mutex_lock(&d->lock);
	begin_cube(d, &request->cube);
	d->is_searching = true;
	pthread_mutex_unlock(&d->lock);
	request->units = &d->source;
	return STREAM_NEXT;
}

static void end_cube(void *context, void *tag, struct search_result *result)
{
	struct dealer *const d = context;
	pthread_mutex_lock(&d->lock);
	flush(d, true);
	forget_cube(d);
	pthread_mutex_unlock(&d->lock);
	d->stream->done(d->stream->context, tag, result);
}

static void end_iteration(void *context, void *tag, const struct search_iteration *iteration)
{
	struct dealer *const d = context;
	if (d->stream->iteration != NULL)
		d->stream->iteration(d->stream->context, tag, iteration);
}

static bool tick(void *context, uint64_t n_generated)
{
	struct dealer *const d = context;
	pthread_mutex_lock(&d->lock);
	flush(d, false);
	const bool is_sound = d->error == 0;
	pthread_mutex_unlock(&d->lock);
	return (d->stream->tick == NULL || d->stream->tick(d->stream->context, n_generated)) && is_sound;
}

void dealer_run(struct dealer *d, struct pool *pool, const struct search_stream *stream, bool expects_others)
{
	d->expects_others = expects_others;
	d->stream = stream;
	pool_run(pool, &(struct search_stream){.context = d, .next = next_cube, .done = end_cube, .iteration = end_iteration, .tick = tick});
}

int dealer_error(const struct dealer *d)
{
	return d->error;
}

struct dealer *dealer_create(const struct heuristic *h, struct unit_journal *journal, unsigned min_moves)
{
	struct dealer *const d = calloc(1, sizeof *d);
	if (d == NULL)
		return NULL;
	d->heuristic = h;
	d->journal = journal;
	d->min_moves = min_moves;
	d->source = (struct unit_source){d, begin, next, waits, done, found, end};
	pthread_mutex_init(&d->lock, NULL);
	pthread_cond_init(&d->closed, NULL);
	return d;
}

void dealer_free(struct dealer *d)
{
	pthread_cond_destroy(&d->closed);
	pthread_mutex_destroy(&d->lock);
	free(d);
}
