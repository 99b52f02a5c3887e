/* A bulk lookup from its unit to the sequences that pass, and the memory for it. */
#include "coset/kernel/bulk.h"
#include "coset/kernel/stages.h"

/* ---- what does not depend on the unit ---- */
void bulk_lookup_init(struct bulk_lookup *l)
{
	for (unsigned left = 0; left < COSET_LEFTS; left++) {
		for (unsigned flips = 0; flips < 1 << COSET_SUBCOSET_BITS; flips++) {
			/* S, M, E */
			const unsigned of_slice[COSET_AXES] = {flips & 1, (flips ^ flips >> 1) & 1, flips >> 1};
			unsigned after[COSET_AXES];
			for (unsigned slice = 0; slice < COSET_AXES; slice++)
				after[coset_tables.edge_left[left][32 + 4 * slice] >> 1 & 3] = of_slice[slice];
			l->flips_after[left][flips] = (uint8_t)(after[0] | after[2] << 1);
		}
		for (unsigned bits = 0; bits < 1 << COSET_SUBCOSET_BITS; bits++)
			for (unsigned near = 0; near < 1 << (1 << COSET_SUBCOSET_BITS); near++)
				for (unsigned flips = 0; flips < 1 << COSET_SUBCOSET_BITS; flips++)
					l->flips_before[left][bits][near] |=
						(uint8_t)((near >> (l->flips_after[left][flips] ^ bits) & 1) << flips);
	}
}

bool bulk_lookup_prepare(struct engine *k, unsigned n_moves)
{
	struct bulk *const owner = k->bulk->owner;
	struct bulk_lookup *const l = &k->bulk->lookup;
	l->all = &owner->units;
	l->are_common = l->all->is_shared && !l->all->knows_near;
	l->records = l->are_common ? owner->lookup.own_records : l->own_records;
	l->sequences = bulk_sequences(k, n_moves);
	struct bulk_listed *const listed =
		l->sequences == NULL ? NULL
							 : array_reserve(l->listed, BULK_BATCH * l->sequences->most_refs + 1,
	                                         &l->listed_capacity, sizeof *listed);
	if (listed != NULL)
		l->listed = listed;
	return listed != NULL;
}

void bulk_lookup_forget(struct bulk_lookup *l)
{
	l->n_passing = l->n_taken = l->n_short = l->n_short_taken = l->values.lookups.n = 0;
}

/* ---- what passes ---- */
/* An oriented sequence at which something was recorded: unless hints have led to it, a node.  If slices are
 * searched one by one and both its axes pass in different ones, it comes twice, each time for an axis: as its
 * own inverse is not below the cap, neither tells anything of the other's. */
static void add_passing(struct engine *k, const struct bulk *bulk, struct bulk_lookup *l, uint32_t oriented)
{
	/* Where the search was stopped another thread may still be recording, or marking what is near. */
	const struct bulk_passing passing = {atomic_load_explicit(&l->records[oriented], memory_order_relaxed),
	                                     oriented};
	const struct sequence *const sequence = &l->sequences->sequence[oriented / N_SYMMETRIES];
	const bool is_short = sequence->n_moves != l->sequences->n_moves;
	atomic_store_explicit(&l->records[oriented], 0, memory_order_relaxed);
	hints_record(k, &passing, is_short);
	if (is_short) {
		l->short_passing[l->n_short] = passing;
		/* If hints have led to all that is below the cap, but for pairs of quarter turns, where its
		 * own neighbours tell. */
		l->n_short += bulk->led_margin != 1 || passing.record >> RECORD_OWN & 1;
		return;
	}
	/* Hints have led to ends of sequences by the value of the inverse: that after a pair of quarter turns
	 * they do not know. */
	const unsigned last = sequence->turns[sequence->n_turns - 1];
	const bool is_pair_of_quarters = axis_turns_first(last) % 2 != 0 && axis_turns_second(last) % 2 != 0;
	const unsigned own = margin(k, record_value(k, passing.record, 0)),
	               least = is_pair_of_quarters ? 1 : bulk->led_margin;
	if (l->all->knows_near
	        ? atomic_load_explicit(&l->all->near[oriented / 64], memory_order_relaxed) >> oriented % 64 & 1
	        : bulk->led_margin < N_MARGINS && own >= least)
		return;
	/* The largest margin of what is known of the node, unlimited: each step means about four times as many
	 * solutions below it for the work of searching there. */
	unsigned nearest = k->cap;
	for (unsigned number = 0; number < RECORD_NUMBERS; number++) {
		const unsigned value = record_value(k, passing.record, number);
		nearest = value < nearest ? value : nearest;
	}
	l->priority[l->n_passing] = (uint8_t)(k->cap - nearest);
	l->unordered[l->n_passing++] = passing;
}

/* What passes, by falling priority; else in the order of the sequences, and so by the first moves: what is
 * read of them is near to what was just read. */
static void arrange_passing(struct engine *k, struct bulk_lookup *l)
{
	uint32_t begin[RECORD_VALUE_MASK + 1] = {0};
	for (uint32_t first = 0; first < l->sequences->n_sequences * N_SYMMETRIES; first += FOUND_BITS) {
		set64_foreach(i, l->found[first / FOUND_BITS])
			add_passing(k, k->bulk, l, first + (unsigned)i);
		l->found[first / FOUND_BITS] = 0;
	}
	hints_end_unit(k);
	items_foreach(priority, l->priority, l->n_passing)
		begin[RECORD_VALUE_MASK - *priority]++;
	for (unsigned r = 1; r <= RECORD_VALUE_MASK; r++)
		begin[r] += begin[r - 1];
	for (unsigned i = l->n_passing; i-- > 0;)
		l->passing[--begin[RECORD_VALUE_MASK - l->priority[i]]] = l->unordered[i];
}

/* ---- a unit ---- */
/* Count the nodes that begin with turns of some axes after a unit, but for those of which all is counted when
 * they are taken: every one above the cap has 30 children over one axis; with one move left more the pairs
 * are counted apart, as with as many as the cap. */
static void count_nodes_above(struct worker *w, unsigned n_moves, unsigned n_axes)
{
	uint64_t n[BULK_MAX_MOVES + 1] = {0, 6 * n_axes, (12 * 6 + 9) * n_axes};
	for (unsigned i = 3; i <= n_moves; i++)
		n[i] = 12 * n[i - 1] + 18 * n[i - 2];
	for (unsigned i = 1; i <= n_moves; i++) {
		w->counts.n_expanded += n[i];
		w->counts.n_generated += (i + 2 <= n_moves ? 30 : 12) * n[i];
	}
}

static void begin_unit(struct engine *k, struct bulk_lookup *l, const struct bulk_unit *unit)
{
	l->unit = unit;
	l->path.n = 0;
	l->cube = k->search->request.cube;
	items_foreach(turns, unit->turns, unit->n_turns) {
		bulk_append_axis_turns(&l->path, *turns);
		l->cube = cube_after_element(&l->cube, *turns);
	}
	const struct cube inverse = cube_inverse(&l->cube);
	for (unsigned i = 0; i < N_SYMMETRIES; i++) {
		const struct cube seen = cube_conjugate(&inverse, symmetry_inverse[i]);
		const struct coset_cube packed = coset_pack(&seen);
		unsigned buckets = 1u << COSET_AXES;
		set_foreach(axis, unit->axes)
			buckets |= 1u << coset_axis_seen(symmetry_inverse[i], axis);
		l->buckets[i] = (uint8_t)(buckets << N_KNOWN_BUCKETS | (l->all->knows_near ? 0 : buckets));
		for (unsigned p = 0; p < N_CORNERS; p++) {
			l->corners[i].from[p] = packed.corners >> 8 * p & 7;
			l->corners[i].twist[p] = packed.corners >> 8 * p & 3 << 3;
		}
		for (unsigned e = 0; e < 16; e++) {
			l->edges[i].from[e] = packed.edges[e] & 15;
			l->edges[i].flip[e] = packed.edges[e] & 1 << 4;
		}
	}
	k->stages->find_oriented_blocks(k, l);
	l->block_now = l->entry_now = 0;
	l->block_end = l->all->is_shared ? 0 : l->n_blocks;
	l->is_first = !l->all->is_shared;
	l->is_begun = true;
}

/* If it is known which oriented sequences are below the cap, what comes after others need not wait for the
 * end of a lookup. With fewer slices at once less of what is looked up is near in the table: a quarter, an
 * eighth and a sixteenth take the same time within 4 % (doc/notebook.md). */
enum { SLICES_AT_ONCE = BULK_SLICES / 8 };

void bulk_lookup_run(struct worker *w, const struct bulk_unit *unit)
{
	struct engine *const k = w->kernel_state;
	struct bulk_lookup *const l = &k->bulk->lookup;
	if (!l->all->knows_near || !l->is_begun)
		begin_unit(k, l, unit);
	bulk_lookup_forget(l);
	l->n_slices = 0;
	l->most_slices = l->all->knows_near ? SLICES_AT_ONCE : BULK_SLICES;
	/* All entries, in two batches: the one is looked up while the other is prefetched. */
	struct bulk_batch *now = &l->batch[0], *next = &l->batch[1];
	for (k->stages->begin_bulk_batch(k, l, now); now->n != 0 && !search_must_stop(k->search);) {
		k->stages->begin_bulk_batch(k, l, next);
		k->stages->end_bulk_batch(k, l, now);
		w->counts.n_lookups += now->n;
		if (w->counts.n_lookups >= REPORT_NODES)  /* nodes are made later: a limit of time must not wait for
		                                           * these */
			search_report(w, k->search);
		struct bulk_batch *const done = now;
		now = next;
		next = done;
	}
	k->stages->record_values(k, l);
	if (l->all->knows_near) {
		hints_wait(k);
	} else if (l->n_slices != 0) {
		/* What threads record at one oriented sequence may be in any of their slices.  Release and acquire:
		 * whoever knows that all have ended sees what was recorded. */
		atomic_fetch_add_explicit(&l->all->n_slices_ended, l->n_slices, memory_order_release);
		for (unsigned n = 0;
		     atomic_load_explicit(&l->all->n_slices_ended, memory_order_acquire) != BULK_SLICES
		     && !search_must_stop(k->search);)
			worker_pause(&n);
	}
	arrange_passing(k, l);
	if (l->is_first)
		count_nodes_above(w, l->sequences->n_moves, (unsigned)__builtin_popcount(unit->axes));
	l->is_first = false;
}
