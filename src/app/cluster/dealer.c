#include "cluster/dealer.h"

#include "base/clock.h"

static const double flush_every_s = 1;

/* ---- the stock ---- */
static bool is_empty(uint64_t range)
{
	return (uint32_t)range == range >> 32;
}

bool stock_waits(void *stock)
{
	const struct stock *const s = stock;
	return is_empty(atomic_load(&s->range)) && !atomic_load(&s->is_over);
}

uint64_t stock_take(struct stock *s, uint32_t n)
{
	uint64_t range = atomic_load(&s->range), end;
	do
		end = range >> 32 < (uint32_t)range + n ? range >> 32 : (uint32_t)range + n;
	while (!atomic_compare_exchange_weak(&s->range, &range, range >> 32 << 32 | end));
	return end << 32 | (uint32_t)range;
}

enum unit_next stock_next(void *stock, struct work_unit *unit)
{
	struct stock *const s = stock;
	const uint64_t range = stock_take(s, 1);
	if (is_empty(range))
		return atomic_load(&s->is_over) ? UNIT_END : UNIT_WAIT;
	*unit = s->unit[(uint32_t)range];
	return UNIT_NEXT;
}

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
	if (!at_once && now_s - d->last_flush_s < flush_every_s)
		return;
	d->last_flush_s = now_s;
	const enum status status = unit_journal_flush(d->journal);
	if (d->journal->log.error != 0)
		note_error(d, d->journal->log.error);
	if (status == STATUS_DAMAGED && d->search != NULL)
		search_fail(d->search, SEARCH_BAD_TABLE);
}

/* Units that an earlier run has searched are done.  Solutions of the others will be found again, unless all
 * that are wanted are there. */
static void recall(struct dealer *d)
{
	const struct unit_journal *const j = d->journal;
	struct search *const s = d->search;
	struct node_counts sum = {0};
	uint64_t n = s->n_solutions;
	items_foreach(e, j->entry, j->n_entries) {
		if (e->cube != d->cube || e->threshold != s->threshold || e->unit >= d->list.n_units
		    || d->unit[e->unit].is_done)
			continue;
		d->unit[e->unit].is_done = true;
		d->unit[e->unit].work = e->account.counts.n_expanded;
		node_counts_add(&sum, &e->account.counts);
	}
	search_add_counts(s, &sum);
	items_foreach(solution, j->solution, j->n_solutions)
		n += solution->cube == d->cube && solution->threshold == s->threshold;
	const bool are_enough = !search_wants_all(s) && n >= (uint64_t)s->request.n_solutions;
	items_foreach(found, j->solution, j->n_solutions) {
		if (found->cube != d->cube || found->threshold != s->threshold)
			continue;
		const uint32_t unit = unit_list_find(&d->list, found->path, found->threshold);
		if (are_enough || (unit != UINT32_MAX && d->unit[unit].is_done))
			search_add_solution(s, 0, found->path, found->threshold);
	}
}

/* ---- an iteration, for the threads of the pool ---- */
/* What took most in the iteration before comes first: solutions are where nodes are.  Then the largest. */
static int compare_units(const void *a, const void *b, void *context)
{
	const struct dealer *const d = context;
	const struct work_unit *const x = a, *const y = b;
	const uint64_t work_x = d->unit[x->counter].work_before, work_y = d->unit[y->counter].work_before;
	if (work_x != work_y)
		return work_x > work_y ? -1 : 1;
	if (x->n_prefix != y->n_prefix)
		return x->n_prefix < y->n_prefix ? -1 : 1;
	return x->counter < y->counter ? -1 : 1;
}

static void order_units(struct dealer *d, unsigned threshold)
{
	struct node_counts counts = {0};  /* of the nodes above the units */
	if (!d->is_evaluated)
		counts.n_lookups = d->heuristic->spec->n_lookups
		                   * unit_list_evaluate(&d->list, d->heuristic, &d->search->request.cube, threshold);
	d->is_evaluated = true;
	unit_list_count(&d->list, threshold, &counts.n_generated, &counts.n_expanded);
	search_add_counts(d->search, &counts);
	items_foreach(unit, d->unit, d->list.n_units)
		*unit = (struct unit_state){.work_before = unit->work};
	recall(d);
	for (uint32_t i = 0; i < d->list.n_units; i++)
		if (!d->unit[i].is_done && unit_list_fits(&d->list, i, threshold))
			d->order[d->n_order++] = unit_list_unit(&d->list, i, threshold);
	qsort_r(d->order, d->n_order, sizeof *d->order, compare_units, d);
}

/* As without a source: undivided iterations count all first moves though symmetries exchange some. */
static bool begin(void *context, struct search *s)
{
	struct dealer *const d = context;
	if (s->turns != NULL || s->threshold < roots_first_threshold(d->heuristic))
		return false;
	pthread_mutex_lock(&d->lock);
	d->search = s;
	d->n_order = 0;
	if (d->list.n_units == 0)
		note_error(d, ENOMEM);
	else
		order_units(d, s->threshold);
	d->n_undone = d->n_order;
	d->stock.unit = d->order;
	atomic_store(&d->stock.range, (uint64_t)d->n_order << 32);
	atomic_store(&d->stock.is_over, d->n_undone == 0);
	d->n_open = d->n_others;
	pthread_mutex_unlock(&d->lock);
	return true;
}

static void done(void *context, const struct work_unit *unit, const struct unit_account *account)
{
	struct dealer *const d = context;
	pthread_mutex_lock(&d->lock);
	d->unit[unit->counter].is_done = true;
	d->unit[unit->counter].work = account->counts.n_expanded;
	atomic_store(&d->stock.is_over, --d->n_undone == 0);
	if (!unit_journal_add(d->journal,
	                         &(struct unit_entry){d->cube, unit->threshold, unit->counter, *account}))
		note_error(d, ENOMEM);
	flush(d, false);
	pthread_mutex_unlock(&d->lock);
}

static void found(void *context, const uint8_t *path, unsigned n)
{
	struct dealer *const d = context;
	pthread_mutex_lock(&d->lock);
	struct unit_solution solution = {.cube = d->cube, .threshold = n};
	memcpy(solution.path, path, n);
	if (d->search != NULL) {  /* else it is of an iteration without units */
		if (!unit_journal_add_solution(d->journal, &solution))
			note_error(d, ENOMEM);
		flush(d, true);
	}
	pthread_mutex_unlock(&d->lock);
}

static void end(void *context, struct search *s)
{
	struct dealer *const d = context;
	pthread_mutex_lock(&d->lock);
	flush(d, true);
	while (d->n_open != 0)
		pthread_cond_wait(&d->left, &d->lock);
	d->search = NULL;
	pthread_mutex_unlock(&d->lock);
}

struct search *dealer_iteration(struct dealer *d)
{
	pthread_mutex_lock(&d->lock);
	struct search *const search = d->n_open != 0 ? d->search : NULL;
	pthread_mutex_unlock(&d->lock);
	return search;
}

bool dealer_leave(struct dealer *d)
{
	pthread_mutex_lock(&d->lock);
	const bool is_last = --d->n_open == 0;
	pthread_cond_signal(&d->left);
	pthread_mutex_unlock(&d->lock);
	return is_last;
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

static enum search_next next_cube(void *context, struct search_request *request, void **tag)
{
	struct dealer *const d = context;
	if (d->is_searching)
		return STREAM_WAIT;
	const enum search_next next = d->stream->next(d->stream->context, request, tag);
	if (next != STREAM_NEXT)
		return next;
	pthread_mutex_lock(&d->lock);
	const struct cube *const c = &request->cube;
	const unsigned kept = unit_journal_min_moves(d->journal, c);
	/* Without memory there are no units, and the first iteration fails. */
	if (unit_list_fill(&d->list, d->heuristic->metric, heuristic_symmetries(d->heuristic, c),
	                   kept != 0 ? kept : d->min_moves)) {
		d->unit = calloc(d->list.n_units, sizeof *d->unit);
		d->order = calloc(d->list.n_units, sizeof *d->order);
		d->cube = unit_journal_cube(d->journal, c, d->list.min_moves);
		if (d->unit == NULL || d->order == NULL || d->cube == UINT32_MAX)
			forget_cube(d);
	}
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

static void end_iteration(void *context, void *tag, const superflip_iteration *iteration)
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

void dealer_run(struct dealer *d, struct pool *pool, const struct search_stream *stream, unsigned n_others)
{
	d->n_others = n_others;
	d->stream = stream;
	pool_run(pool, &(struct search_stream){
		.context = d, .next = next_cube, .done = end_cube, .iteration = end_iteration, .tick = tick,
	});
}

void dealer_init(struct dealer *d, const struct heuristic *h, struct unit_journal *journal,
                 unsigned min_moves)
{
	*d = (struct dealer){
		.heuristic = h, .journal = journal, .min_moves = min_moves,
		.source = {d, begin, stock_next, stock_waits, done, found, end},
		.lock = PTHREAD_MUTEX_INITIALIZER, .left = PTHREAD_COND_INITIALIZER,
	};
}

void dealer_destroy(struct dealer *d)
{
	pthread_cond_destroy(&d->left);
	pthread_mutex_destroy(&d->lock);
}
