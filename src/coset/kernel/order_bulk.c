/* An iteration of bulk lookups (bulk.h), which begins where ordering hints (hints.h) lead. */
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
	bulk_units_destroy(bulk->units);
	hints_destroy(bulk->hints);
	bulk_lookup_destroy(bulk->lookup);
	free(bulk);
}

/* That of an engine that may not have taken part in one so far.  @return NULL without memory */
static struct bulk *bulk_ready(struct engine *k)
{
	if (k->bulk == NULL)
		k->bulk = calloc(1, sizeof *k->bulk);
	if (k->bulk != NULL && k->bulk->lookup == NULL)
		k->bulk->lookup = bulk_lookup_create();
	return k->bulk != NULL && k->bulk->lookup != NULL ? k->bulk : NULL;
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

/* First what hints lead to, then lookups. */
static bool more(struct worker *w)
{
	struct engine *const k = w->kernel_state;
	if (k->bulk->led_margin < N_MARGINS && hints_follow(w))
		return true;
	const bool has_unit = begin_next_unit(w);
	bulk_take_pairs(w);  /* of the last unit, too, if there is no other one */
	return has_unit;
}

static void take_corner_coset(struct worker *w, struct search *s, void *context)
{
	static const struct node_source source = {.more = more, .take_evaluated = bulk_take, .between = bulk_take_pairs};
	struct engine *const k = w->kernel_state;
	const struct bulk *const owner = context;
	struct bulk *const bulk = bulk_ready(k);
	if (bulk == NULL) {
		search_fail(s, SEARCH_NO_MEMORY);
		return;
	}
	bulk->units_now = owner->units;
	bulk->hints_now = owner->hints;
	const bool has_hints = owner->hints != NULL;
	bulk->led_margin = has_hints && hints_exist(owner->hints) ? hints_least_margin(owner->hints, s->threshold) : N_MARGINS;
	bulk->recorded_margin = has_hints ? hints_least_margin(owner->hints, s->threshold + 1) : N_MARGINS;
	engine_begin_whole(k, s);
	k->counted_below = k->cap;  /* bulk lookups count the nodes above */
	bulk_lookup_forget(bulk->lookup);
	bulk->lookup->is_begun = false;
	if (bulk->led_margin < N_MARGINS)  /* hints begin there */
		k->stages->find_two_moves(&s->request.cube, &bulk->lookup->two_moves);
	k->source = &source;
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

/* Hints of an iteration are of use in the next one.  Without memory there are none. */
static void begin_hints(struct bulk *bulk, const struct engine *k, const struct search *s)
{
	if (bulk->hints == NULL)
		bulk->hints = hints_create();
	if (bulk->hints == NULL)
		return;
	if (bulk->cube != s->id)
		hints_forget(bulk->hints);
	bulk->cube = s->id;
	hints_begin(bulk->hints, s->threshold, k->last_hinted);
}

/* If the iteration before was a single unit, and this one is, its hints tell which oriented sequences are below the cap. */
static void begin_near(struct engine *k, const struct search *s)
{
	struct bulk_units *const units = k->bulk->units;
	const unsigned n_moves = s->threshold - k->cap;
	const struct sequences *const all = units->n == 1 ? bulk_sequences(k, n_moves) : NULL;
	if (all == NULL || k->bulk->hints == NULL || !hints_exist(k->bulk->hints)
	    || sequences_get_joined(k->shape.corners, n_moves - 1) == NULL)
		return;
	units->knows_near = bulk_begin_near(units, (size_t)all->n_sequences * N_SYMMETRIES);
	units->is_shared |= units->knows_near;
}

static bool iterate(struct worker *w, struct search *s)
{
	struct engine *const k = w->kernel_state;
	if (s->symmetries != 1 || !bulk_exists(s->threshold, k->cap) || !is_for_table(k) || bulk_ready(k) == NULL)
		return false;
	struct bulk *const bulk = k->bulk;
	if (bulk->units == NULL)
		bulk->units = bulk_units_create();
	if (bulk->units == NULL)
		return false;
	begin_hints(bulk, k, s);
	bulk_units_begin(bulk->units, s->threshold, k->cap, search_n_threads(s));
	begin_near(k, s);
	w->counts.n_generated += 1 + bulk->units->n_generated;
	w->counts.n_expanded += bulk->units->n_expanded;
	search_together(w, s, take_corner_coset, bulk);
	return true;
}

const struct order order_bulk = {.iterate = iterate, .destroy = destroy};
