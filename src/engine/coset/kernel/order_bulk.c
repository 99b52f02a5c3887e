/* An iteration of bulk lookups (bulk.h), which begins where ordering hints lead. */
#include "coset/kernel/bulk.h"
#include "coset/kernel/orders.h"
#include "coset/kernel/stages.h"

/* ---- state ---- */
static void destroy(struct engine *k)
{
	struct bulk *const bulk = k->bulk;
	if (bulk == NULL)
		return;
	pthread_mutex_destroy(&bulk->hinting.hints.lock);
	free(bulk->hinting.hints.found.hint);
	free(bulk->hinting.hints.before.hint);
	free(bulk->hinting.joined.after);
	free(bulk->lookup.listed);
	sequences_release();
	free(bulk);
}

struct bulk *bulk_of(struct engine *k)
{
	if (k->bulk != NULL)
		return k->bulk;
	k->bulk = aligned_alloc(64, sizeof *k->bulk);
	if (k->bulk == NULL)
		return NULL;
	memset(k->bulk, 0, offsetof(struct bulk, lookup.block));
	pthread_mutex_init(&k->bulk->hinting.hints.lock, NULL);
	k->bulk->hinting.hints.last = bulk_last_threshold(k->cap);
	bulk_lookup_init(&k->bulk->lookup);
	sequences_hold();
	return k->bulk;
}

const struct sequences *bulk_sequences(struct engine *k, unsigned n_moves)
{
	const struct sequences **const all = &k->bulk->sequences[n_moves];
	if (*all == NULL)
		*all = sequences_get(k->resolution.shape.corners, n_moves);
	return *all;
}

/* ---- taking part ---- */
/* What passes below the last unit; then where hints lead, then the next unit that nobody has begun. */
static bool more(struct worker *w)
{
	struct engine *const k = w->kernel_state;
	bulk_expand(w);
	bulk_take_pairs(w);
	if (engine_full_queue(k) <= k->top)
		return true;
	if (k->bulk->led_margin < N_MARGINS && hints_follow(w))
		return true;
	const struct bulk_unit *const unit = bulk_units_next(&k->bulk->owner->units);
	if (unit != NULL && bulk_lookup_prepare(k, k->top - k->cap - unit->n_moves)) {
		bulk_lookup_run(w, unit);
		return true;
	}
	if (unit != NULL)
		search_fail(k->search, SEARCH_NO_MEMORY);
	return false;
}

static void take_part(struct worker *w, struct search *s, void *context)
{
	struct engine *const k = w->kernel_state;
	struct bulk *const owner = context;
	struct bulk *const bulk = bulk_of(k);
	if (bulk == NULL) {
		search_fail(s, SEARCH_NO_MEMORY);
		return;
	}
	bulk->owner = owner;
	engine_begin_whole(k, s);
	bulk_lookup_forget(&bulk->lookup);
	bulk->lookup.is_begun = false;
	hints_join(k);
	k->source = more;
	engine_drain(w);
}

/* ---- an iteration ---- */
static bool iterate(struct worker *w, struct search *s)
{
	struct engine *const k = w->kernel_state;
	/* Bulk lookups save what is looked up of nodes with as many moves left as the cap, but not of their
	 * children: they are worth it with tables of which few entries are below the cap, or pass for being
	 * so. */
	const struct pdb_histogram *const sample = &k->table->histogram;
	uint64_t n = 0;
	items_foreach(count, sample->count, k->cap)
		n += *count;
	if (k->metric != METRIC_HTM || n * PASSING_ONE_IN > n + sample->count[k->cap] || s->symmetries != 1
	    || s->threshold < k->cap + BULK_MIN_MOVES || s->threshold > bulk_last_threshold(k->cap)
	    || bulk_of(k) == NULL)
		return false;
	struct bulk_units *const units = &k->bulk->units;
	bulk_units_begin(units, s->threshold, k->cap, search_n_threads(s));
	hints_begin(k, s);
	w->counts.n_generated += 1 + units->n_generated;
	w->counts.n_expanded += units->n_expanded;
	search_together(w, s, take_part, k->bulk);
	if (!search_must_stop(s)) {  /* else not all is counted that is counted twice */
		w->counts.n_expanded -= units->n_led;
		w->counts.n_generated -= (uint64_t)N_NEXT_TURNS * units->n_led;
		search_report(w, s);
	}
	return true;
}

const struct order order_bulk = {.iterate = iterate, .destroy = destroy};
