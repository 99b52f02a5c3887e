/* An iteration with ordering hints: those of the one before are followed, and what its bulk lookups record becomes hints. */
#include "coset/kernel/order_hints.h"

#include "coset/kernel/stages.h"

#include <stdlib.h>

struct hinting *hinting_of(struct engine *k)
{
	struct bulk *const bulk = k->bulk;
	if (bulk->hinting == NULL) {
		bulk->hinting = calloc(1, sizeof *bulk->hinting);
		if (bulk->hinting != NULL)
			bulk->hinting->last = bulk_last_threshold(k->cap);
	}
	return bulk->hinting;
}

static void destroy(struct bulk *bulk)
{
	if (bulk->hinting != NULL) {
		hints_destroy(bulk->hinting->hints);
		joined_destroy(bulk->hinting->joined);
	}
	free(bulk->hinting);
}

/* ---- an iteration begins ---- */
/* If the iteration before was a single unit, and this one is, its hints tell which oriented sequences are below the cap. */
static void begin_near(struct engine *k, struct hinting *h, const struct search *s)
{
	struct bulk_units *const units = k->bulk->units;
	if (units->n != 1 || !hints_exist(h->hints))
		return;
	const unsigned n_moves = s->threshold - k->cap;  /* of sequences, the most */
	assert(n_moves == BULK_MAX_MOVES);
	if (h->joined == NULL)
		h->joined = joined_create(bulk_sequences(k, n_moves - 1), bulk_sequences(k, n_moves));
	if (h->joined == NULL)
		return;
	units->knows_near = bulk_begin_near(units, (size_t)h->joined->to->n_sequences * N_SYMMETRIES);
	units->is_shared |= units->knows_near;
}

/* Without memory there are no hints. */
static void begin(struct engine *k, const struct search *s)
{
	struct hinting *const h = hinting_of(k);
	if (h != NULL && h->hints == NULL)
		h->hints = hints_create();
	if (h == NULL || h->hints == NULL)
		return;
	if (h->cube != s->id)
		hints_forget(h->hints);
	h->cube = s->id;
	hints_begin(h->hints, s->threshold, h->last);
	begin_near(k, h, s);
}

/* How large margins must be for hints to be followed in an iteration: in the last one there would be too many else.  Returns
 * N_MARGINS if none are followed. */
static unsigned least_margin(const struct hints *h, unsigned threshold)
{
	return threshold < h->last ? 1 : threshold == h->last ? 2 : N_MARGINS;
}

/* A thread that recorded nothing would leave out nodes of the next iteration, so without memory the search ends. */
static void join(struct engine *k, const struct bulk *owner)
{
	struct bulk *const bulk = k->bulk;
	struct hinting *const h = hinting_of(k);
	const struct hinting *const from = owner->hinting;
	const bool has_hints = from != NULL && from->hints != NULL;
	bulk->led_margin = N_MARGINS;
	if (h == NULL) {
		if (has_hints)
			search_fail(k->search, SEARCH_NO_MEMORY);
		return;
	}
	h->hints_now = has_hints ? from->hints : NULL;
	h->joined_now = from != NULL ? from->joined : NULL;
	h->recorded_margin = has_hints ? least_margin(h->hints_now, k->search->threshold + 1) : N_MARGINS;
	h->n_recorded = 0;
	if (!has_hints || !hints_exist(h->hints_now))
		return;
	bulk->led_margin = least_margin(h->hints_now, k->search->threshold);
	if (bulk->led_margin < N_MARGINS)
		k->stages->bulk->find_two_moves(&k->search->request.cube, &bulk->lookup->two_moves);
}

/* ---- hints of the next iteration ---- */
static void add_recorded(struct hinting *h)
{
	if (h->n_recorded != 0)
		hints_add(h->hints_now, h->recorded, h->n_recorded);
	h->n_recorded = 0;
}

static void record(struct engine *k, const struct bulk_passing *p, bool is_short)
{
	struct hinting *const h = k->bulk->hinting;
	const struct bulk_lookup *const l = k->bulk->lookup;
	if (h == NULL || h->recorded_margin == N_MARGINS)
		return;
	const unsigned classes = hint_classes(k, p->record, h->recorded_margin);
	const uint64_t others = p->record & ~(UINT64_C(1) << RECORD_OWN);
	if (classes == 0 || (!is_short && hint_classes(k, others, h->recorded_margin) == 0))
		return;
	h->recorded[h->n_recorded++] = (struct hint){
		.record = p->record, .where = hint_where(p->oriented, l->turns, l->n_turns), .classes = (uint8_t)classes,
	};
	if (h->n_recorded == HINTS_RECORDED)
		add_recorded(h);
}

static void end_unit(struct engine *k)
{
	if (k->bulk->hinting != NULL)
		add_recorded(k->bulk->hinting);
}

/* Until it is known where hints have led. */
static void wait_for_hints(const struct engine *k)
{
	const struct hints *const h = k->bulk->hinting->hints_now;
	for (unsigned n = 0; !hints_all_ended(h) && !search_must_stop(k->search);)
		worker_pause(&n);
}

const struct bulk_order order_hints = {
	.begin = begin, .join = join, .follow = hints_follow, .record = record, .end_unit = end_unit, .wait = wait_for_hints,
	.destroy = destroy,
};
