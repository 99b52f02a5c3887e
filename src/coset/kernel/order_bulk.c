/* An iteration of bulk lookups (bulk.h), which begins where an optional order leads. */
#include "coset/kernel/bulk.h"
#include "coset/kernel/orders.h"
#include "coset/kernel/stages.h"

#include <stdlib.h>

/* ---- state ---- */
static void destroy(struct engine *k)
{
	struct bulk *const bulk = k->bulk;
	if (bulk == NULL)
		return;
	if (bulk->order != NULL)
		bulk->order->destroy(bulk);
	bulk_units_destroy(bulk->units);
	bulk_lookup_destroy(bulk->lookup);
	sequences_release();
	free(bulk);
}

struct bulk *bulk_of(struct engine *k)
{
	static const struct bulk new = {
		.led_margin = N_MARGINS,
		.order = &order_hints,
	};
	if (k->bulk == NULL) {
		k->bulk = malloc(sizeof *k->bulk);
		if (k->bulk == NULL)
			return NULL;
		*k->bulk = new;
		sequences_hold();
	}
	if (k->bulk->lookup == NULL)
		k->bulk->lookup = bulk_lookup_create();
	return k->bulk->lookup != NULL ? k->bulk : NULL;
}

const struct sequences *bulk_sequences(struct engine *k, unsigned n_moves)
{
	const struct sequences **const all = &k->bulk->sequences[n_moves];
	if (*all == NULL)
		*all = sequences_get(k->shape.corners, n_moves);
	return *all;
}

/* ---- taking part ---- */
/* The next unit that nobody has begun. */
static bool begin_next_unit(struct worker *w)
{
	struct engine *const k = w->kernel_state;
	const struct bulk_unit *const unit = bulk_units_next(k->bulk->units_now);
	if (unit == NULL)
		return false;
	if (!bulk_lookup_prepare(k, k->top - k->cap - unit->n_path)) {
		search_fail(k->search, SEARCH_NO_MEMORY);
		return false;
	}
	bulk_lookup_run(w, unit);
	return true;
}

/* What passes below the last unit; then where the optional order leads, then lookups. */
static bool more(struct worker *w)
{
	struct engine *const k = w->kernel_state;
	bulk_expand(w);
	bulk_take_pairs(w);
	if (engine_full_queue(k) <= k->top)
		return true;
	if (k->bulk->led_margin < N_MARGINS && k->bulk->order->follow(w))
		return true;
	return begin_next_unit(w);
}

static void take_part(struct worker *w, struct search *s, void *context)
{
	struct engine *const k = w->kernel_state;
	const struct bulk *const owner = context;
	struct bulk *const bulk = bulk_of(k);
	if (bulk == NULL) {
		search_fail(s, SEARCH_NO_MEMORY);
		return;
	}
	bulk->units_now = owner->units;
	engine_begin_whole(k, s);
	bulk_lookup_forget(bulk->lookup);
	bulk->lookup->is_begun = false;
	if (bulk->order != NULL)
		bulk->order->join(k, owner);
	k->source = more;
	engine_drain(w);
}

/* ---- an iteration ---- */
/* Bulk lookups save what is looked up of nodes with as many moves left as the cap, but not of their children: they are worth it
 * with tables of which few entries are below the cap, or pass for being so. */
static bool is_for_table(const struct engine *k)
{
	const struct pdb_histogram *const sample = &k->table->histogram;
	uint64_t n = 0;
	for (unsigned i = 0; i < k->cap; i++)
		n += sample->count[i];
	return k->metric == METRIC_HTM && n * PASSING_ONE_IN <= n + sample->count[k->cap];
}

static bool iterate(struct worker *w, struct search *s)
{
	struct engine *const k = w->kernel_state;
	if (s->symmetries != 1 || !bulk_exists(s->threshold, k->cap) || !is_for_table(k) || bulk_of(k) == NULL)
		return false;
	struct bulk *const bulk = k->bulk;
	if (bulk->units == NULL)
		bulk->units = bulk_units_create();
	if (bulk->units == NULL)
		return false;
	bulk_units_begin(bulk->units, s->threshold, k->cap, search_n_threads(s));
	if (bulk->order != NULL)
		bulk->order->begin(k, s);
	w->counts.n_generated += 1 + bulk->units->n_generated;
	w->counts.n_expanded += bulk->units->n_expanded;
	search_together(w, s, take_part, bulk);
	if (!search_must_stop(s)) {  /* else not all is counted that is counted twice */
		w->counts.n_expanded -= bulk->units->n_led;
		w->counts.n_generated -= (uint64_t)N_AXES_LEFT * k->t->n_passing[7] * bulk->units->n_led;
		search_report(w, s);
	}
	return true;
}

const struct order order_bulk = {.iterate = iterate, .destroy = destroy};
