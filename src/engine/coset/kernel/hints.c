/* An iteration with ordering hints: those of the one before are followed, and what its bulk lookups record
 * becomes hints.
 *
 * Bulk lookups record at oriented sequences: a hint is one, after the turns of a unit.  After a sequence of
 * full length its nodes come after one turn more; pairs of turns after the same one lead to nodes with one
 * move less left than the cap, and those after a short sequence, of one move less, to nodes with the cap
 * left. */

#include "coset/kernel/bulk.h"
#include "coset/kernel/stages.h"

enum { TURNS_BITS = 6 };
static_assert((int)N_AXIS_TURNS <= 1 << TURNS_BITS && ORIENTED_BITS + TURNS_BITS * (int)HINTED_TURNS <= 32,
              "bits for all");

/* ---- the hints of all threads ---- */
/* For the next iteration, by any thread.  Without memory there will be none. */
static void add_hints(struct hints *h, const struct hint *hint, unsigned n)
{
	struct hint_list *const all = &h->found;
	pthread_mutex_lock(&h->lock);
	struct hint *more = NULL;
	if (all->threshold != 0)
		more = array_reserve(all->hint, all->n + n, &all->capacity, sizeof *more);
	if (more == NULL) {
		all->n = all->threshold = 0;
	} else {
		all->hint = more;
		memcpy(more + all->n, hint, n * sizeof *hint);
		all->n += n;
	}
	pthread_mutex_unlock(&h->lock);
}

static unsigned n_blocks(const struct hints *h)
{
	return (h->before.n + HINTS_AT_ONCE - 1) / HINTS_AT_ONCE;
}

/* The next hints of the iteration before, and the class; some may not be in it.  Returns how many, at most
 * HINTS_AT_ONCE; 0 if all are begun. */
static unsigned take_next(struct hints *h, const struct hint **hint, unsigned *class)
{
	/* Relaxed: hints were found in an iteration that has ended. */
	const unsigned n = n_blocks(h), i = atomic_fetch_add_explicit(&h->n_begun, 1, memory_order_relaxed);
	if (i >= HINT_CLASSES * n)
		return 0;
	const unsigned begin = i % n * HINTS_AT_ONCE;
	*hint = &h->before.hint[begin];
	*class = i / n;
	return h->before.n - begin < HINTS_AT_ONCE ? h->before.n - begin : HINTS_AT_ONCE;
}

void hints_wait(const struct engine *k)
{
	const struct hints *const h = &k->bulk->owner->hinting.hints;
	/* Acquire: of hints_follow() in all threads. */
	for (unsigned n = 0;
	     atomic_load_explicit(&h->n_ended, memory_order_acquire) != HINT_CLASSES * n_blocks(h)
	     && !search_must_stop(k->search);)
		worker_pause(&n);
}

/* ---- an iteration begins ---- */
void hints_begin(struct engine *k, const struct search *s)
{
	struct hinting *const hinting = &k->bulk->hinting;
	struct hints *const h = &hinting->hints;
	const struct hint_list free_list = h->before;
	h->before = h->found;
	if (hinting->cube != s->id || h->before.threshold + 1 != s->threshold)
		h->before.n = 0;
	hinting->cube = s->id;
	h->found = free_list;
	h->found.n = 0;
	h->found.threshold = s->threshold;
	atomic_store(&h->n_begun, 0);
	atomic_store(&h->n_ended, 0);
	/* If the iteration before was a single unit, and this one is, its hints tell which oriented sequences are
	 * below the cap. */
	struct joined *const j = &hinting->joined;
	struct bulk_units *const units = &k->bulk->units;
	if (units->n == 1 && h->before.n != 0
	    && (j->after != NULL
	        || sequences_join(j, bulk_sequences(k, BULK_MAX_MOVES - 1), bulk_sequences(k, BULK_MAX_MOVES)))) {
		memset(units->near, 0, sizeof units->near);
		units->knows_near = units->is_shared = true;
	}
}

/* How large margins must be for hints to be followed in an iteration: in the last one there would be too many
 * else.  Returns N_MARGINS if none are followed. */
static unsigned least_margin(const struct hints *h, unsigned threshold)
{
	return threshold < h->last ? 1 : threshold == h->last ? 2 : N_MARGINS;
}

void hints_join(struct engine *k)
{
	struct bulk *const bulk = k->bulk;
	const struct hints *const h = &bulk->owner->hinting.hints;
	bulk->hinting.recorded_margin = least_margin(h, k->search->threshold + 1);
	bulk->hinting.n_recorded = 0;
	bulk->led_margin = h->before.n == 0 ? N_MARGINS : least_margin(h, k->search->threshold);
}

/* ---- classes: by margin, the largest first ---- */
static unsigned margin_of_class(unsigned class)
{
	return N_MARGINS - 1 - class;
}

static unsigned classes_of(const struct engine *k, uint64_t record, unsigned least_margin)
{
	unsigned margins = 0, classes = 0;  /* as bits */
	if (least_margin == N_MARGINS)
		return 0;
	for (unsigned number = 0; number < RECORD_NUMBERS; number++)
		margins |= 1u << margin(k, record_value(k, record, number));
	/* With the least margin come pairs of two quarter turns after short sequences. */
	if (record >> RECORD_OWN & 1)
		margins |= 1u << least_margin;
	for (unsigned class = 0; class < HINT_CLASSES; class++)
		if (margin_of_class(class) >= least_margin)
			classes |= (margins >> margin_of_class(class) & 1) << class;
	return classes;
}

/* ---- hints of the next iteration ---- */
void hints_end_unit(struct engine *k)
{
	struct hinting *const h = &k->bulk->hinting;
	if (h->n_recorded != 0)
		add_hints(&k->bulk->owner->hinting.hints, h->recorded, h->n_recorded);
	h->n_recorded = 0;
}

void hints_record(struct engine *k, const struct bulk_passing *p, bool is_short)
{
	struct hinting *const h = &k->bulk->hinting;
	const struct bulk_unit *const unit = k->bulk->lookup.unit;
	const unsigned classes = classes_of(k, p->record, h->recorded_margin);
	const uint64_t others = p->record & ~(UINT64_C(1) << RECORD_OWN);
	if (classes == 0 || (!is_short && classes_of(k, others, h->recorded_margin) == 0))
		return;
	uint32_t where = p->oriented;
	for (unsigned i = 0; i < unit->n_turns; i++)  /* no turns of an axis have number 0 */
		where |= (uint32_t)unit->turns[i] << (ORIENTED_BITS + TURNS_BITS * i);
	h->recorded[h->n_recorded++] =
		(struct hint){.record = p->record, .where = where, .classes = (uint8_t)classes};
	if (h->n_recorded == HINTS_RECORDED)
		hints_end_unit(k);
}

/* ---- where a hint is ---- */
static uint32_t oriented_of(const struct hint *hint)
{
	return hint->where & ((1 << ORIENTED_BITS) - 1);
}

/* Moves of sequences that are not short, with those of the unit. */
static unsigned full_depth(const struct engine *k)
{
	return k->top - k->cap - 1;
}

/* ---- hints of the next iteration that this one's know already ---- */
struct known_hints {
	unsigned n;
	struct hint hint[HINTS_AT_ONCE * (N_PAIRS + 1)];
};

static void add_known(struct engine *k, struct known_hints *known, uint64_t record, uint32_t where)
{
	const unsigned classes = classes_of(k, record, k->bulk->hinting.recorded_margin);
	known->hint[known->n++] =
		(struct hint){.record = record, .where = where, .classes = (uint8_t)classes};
}

/* A node after turns: its oriented sequence is below the cap itself. */
static void reach(struct engine *k, const struct hint *hint, unsigned turns, const struct node *n,
                  struct known_hints *known)
{
	struct bulk *const owner = k->bulk->owner;
	if (!owner->units.knows_near)
		return;
	const uint32_t oriented = joined_after(&owner->hinting.joined, oriented_of(hint), turns);
	/* Relaxed: whoever knows that all hints have ended (hints_wait()) sees it. */
	atomic_fetch_or_explicit(&owner->units.near[oriented / 64], UINT64_C(1) << oriented % 64,
	                         memory_order_relaxed);
	add_known(k, known, record_of(k, 0, n->value, n->near), oriented);
}

/* ---- to the nodes ---- */
/* All that a hint leads to in a class, from the node n at some depth.  Returns how many nodes are not counted
 * otherwise. */
static unsigned follow(struct engine *k, const struct node *n, unsigned depth, const struct hint *hint,
                       unsigned class, struct known_hints *known)
{
	const unsigned wanted = margin_of_class(class);
	const uint64_t record = hint->record;
	struct queue *const q = &k->queue[k->cap];
	if (depth != full_depth(k)) {  /* nodes after pairs of turns, unevaluated */
		const unsigned before = q->n_pending;
		add_pairs(k, n, depth, record, 1u << wanted | (wanted == k->bulk->led_margin ? PAIRS_OF_QUARTERS : 0),
		          q);
		for (unsigned i = before; i < q->n_pending; i++) {
			const struct node *const to = &q->pending[i];
			const unsigned first = node_move(to, depth), second = node_move(to, depth + 1);
			reach(k, hint, axis_turns_number(first / TURNS, first % 3 + 1, second % 3 + 1), to, known);
		}
		return 0;
	}
	for (unsigned turn = 0; turn < N_NEXT_TURNS; turn++) {
		if (margin(k, record_value(k, record, record_number_after(turn / TURNS, turn % TURNS))) != wanted)
			continue;
		const struct node *const to = add_node(k, n, depth, record, turn, q);
		reach(k, hint, coset_tables.element[node_move(to, depth)], to, known);
	}
	/* In the next iteration it is a short one; of its own inverse this one's lookup tells more. */
	if (k->bulk->owner->units.knows_near && (hint->classes & ((1u << class) - 1)) == 0)
		add_known(
			k, known,
			record
				& ~(RECORD_VALUE_MASK | (uint64_t)ALL_NEIGHBOURS << RECORD_NEAR | UINT64_C(1) << RECORD_OWN),
			joined_after(&k->bulk->owner->hinting.joined, oriented_of(hint), 0));
	return add_pairs(k, n, depth, record, 1u << wanted, &k->queue[k->cap - 1]);
}

bool hints_follow(struct worker *w)
{
	struct engine *const k = w->kernel_state;
	struct bulk *const bulk = k->bulk;
	struct hints *const hints = &bulk->owner->hinting.hints;
	const struct hint *hint;
	unsigned class, n = 0;
	const unsigned n_next = take_next(hints, &hint, &class);
	const struct hint *followed[HINTS_AT_ONCE];
	struct node_path path[HINTS_AT_ONCE];
	struct node made[HINTS_AT_ONCE];
	struct known_hints known = {.n = 0};
	static_assert((int)HINTS_AT_ONCE <= (int)BATCH, "they are made together");
	static_assert((int)HINTS_AT_ONCE * (int)N_PAIRS <= (int)MAX_FROM_SOURCE,
	              "there is room for what they lead to");
	if (n_next == 0)
		return false;
	items_foreach(h, hint, n_next)
		if (h->classes >> class & 1) {
			struct node_path *const p = &path[n];
			p->n = 0;
			for (uint32_t turns = h->where >> ORIENTED_BITS; turns != 0; turns >>= TURNS_BITS)
				bulk_append_axis_turns(p, turns & ((1 << TURNS_BITS) - 1));
			bulk_append_sequence(p, bulk_sequences(k, full_depth(k) - p->n), oriented_of(h));
			followed[n++] = h;
		}
	if (n != 0)
		k->stages->make_at_ends(k, &k->search->request.cube, 0, path, n, made);
	const struct queue *const led = &k->queue[k->cap];
	const unsigned n_before = queue_n(led);
	for (unsigned i = 0; i < n; i++)
		w->counts.n_generated += follow(k, &made[i], path[i].n, followed[i], class, &known);
	atomic_fetch_add_explicit(&bulk->owner->units.n_led, queue_n(led) - n_before, memory_order_relaxed);
	if (known.n != 0)
		add_hints(hints, known.hint, known.n);
	atomic_fetch_add_explicit(&hints->n_ended, 1, memory_order_release);  /* to hints_wait() */
	return true;
}
