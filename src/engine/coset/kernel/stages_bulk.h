/* The stages of a bulk lookup: entries in the order of the table; those below the cap that matter to some
 * sequence; their values, recorded at the oriented sequence. */
#pragma once
#include "coset/kernel/bulk.h"
#include "coset/kernel/stages_canonical.h"

/* ---- where entries lead ---- */
/* Where each block's entries lead, for each symmetry; those that lead to one group of filter blocks follow
 * each other. */
static void find_oriented_blocks(const struct engine *k, struct bulk_lookup *l)
{
	const unsigned n_corner_cosets = k->resolution.n_corner_cosets;
	uint32_t end[COSET_CLASS_GROUPS * COSET_MAX_CORNER_COSETS + 1] = {0};
	struct oriented_block *const unsorted = l->unsorted;
	unsigned n = 0;
	for (unsigned p = 0; p < l->sequences->n_blocks; p++)
		for (unsigned i = 0; i < N_SYMMETRIES; i++) {
			const uint64_t corners = coset_corners_after(l->sequences->block[p].corners, &l->corners[i]);
			const uint32_t transform = coset_tables.corner[coset_corner_state(corners)];
			const unsigned before = corner_coset_in_table(k, coset_raw_corner_coset(corners));
			const unsigned corner_coset =
				k->resolution.corner_coset_map[coset_transform_map(transform)][before];
			unsorted[n++] = (struct oriented_block){transform, (uint16_t)p, (uint8_t)i,
			                                        (uint8_t)corner_coset};
			end[coset_transform_class(transform) % COSET_CLASS_GROUPS * n_corner_cosets + corner_coset]++;
		}
	for (unsigned g = 0, begin = 0; g < COSET_CLASS_GROUPS * n_corner_cosets; g++) {
		const unsigned n_of_group = end[g];
		end[g] = begin;
		begin += n_of_group;
	}
	items_foreach(from, unsorted, n) {
		l->block[end[coset_transform_class(from->transform) % COSET_CLASS_GROUPS * n_corner_cosets
		             + from->corner_coset]++] = *from;
	}
	l->n_blocks = n;
}

/* Equivalent index number i of the entries of a run: the least of it and of what is there counts. */
static ALWAYS_INLINE void index_equivalents(const struct engine *k, const struct bulk_lookup *l,
                                            struct bulk_batch *b, const struct bulk_run *run, unsigned n,
                                            unsigned i, bool has_subcosets)
{
	const struct oriented_block *const block = &l->block[run->oriented_block];
	const unsigned class = coset_transform_class(block->transform);
	const unsigned corner_coset =
		i == 0 ? block->corner_coset : equivalent_corner_coset(k, block->transform, i, block->corner_coset);
	const uint32_t transform = i == 0 ? block->transform : coset_transform_equivalent(block->transform, i);
	const uint64_t begin = begin_of(k, class, corner_coset);
	const unsigned flip_bits = flip_bits_of(has_subcosets);
	const struct coset_edge_transform edge_transform =
		coset_edge_transform_after(&l->edges[block->symmetry], transform);
	const uint8_t (*const edges)[16] = &l->sequences->edges[run->entry];
	uint64_t *const entry = &b->entry[run->begin];
	uint8_t *const bits = &b->bits[run->begin], *const equivalent = &b->equivalent[run->begin];
	uint32_t index[BULK_BATCH];
	for (unsigned e = 0; e < n; e++)
		index[e] = coset_entry_by_transform(coset_edges_load(edges[e]), &edge_transform, flip_bits);
	if (i == 0) {
		for (unsigned e = 0; e < n; e++)
			entry[e] = begin + (has_subcosets ? index[e] >> COSET_SUBCOSET_BITS : index[e]);
		for (unsigned e = 0; e < n && has_subcosets; e++)
			bits[e] = (uint8_t)bits_of_subcoset(index[e]);
		return;
	}
	for (unsigned e = 0; e < n; e++) {
		const uint64_t other = begin + (has_subcosets ? index[e] >> COSET_SUBCOSET_BITS : index[e]);
		if (has_subcosets)
			bits[e] = other < entry[e] ? (uint8_t)bits_of_subcoset(index[e])
			                           : bits[e] | (other == entry[e] ? TIED : 0);
		equivalent[e] = other < entry[e] ? (uint8_t)i : equivalent[e];
		entry[e] = other < entry[e] ? other : entry[e];
	}
}

/* The next entries of an oriented block after sequences that begin with one of the unit's axes: those of
 * buckets that follow each other.  Returns how many there are. */
static inline unsigned next_entries(const struct bulk_lookup *l, const struct oriented_block *block,
                                    uint32_t *first)
{
	const uint32_t *const begin = l->sequences->block[block->block].begin;
	const unsigned buckets = l->buckets[block->symmetry];
	unsigned bucket = 0;
	while (!(buckets >> bucket & 1) || (begin[bucket + 1] <= l->entry_now && bucket < N_BUCKETS - 1))
		bucket++;
	*first = l->entry_now > begin[bucket] ? l->entry_now : begin[bucket];
	while (buckets >> (bucket + 1) & 1)
		bucket++;
	return begin[bucket + 1] - *first;
}

/* Whether there is a next oriented block: one after the other, or in the next slice of them. */
static inline bool has_blocks(struct bulk_lookup *l)
{
	while (l->block_now == l->block_end && l->all->is_shared && l->n_slices != l->most_slices) {
		const unsigned slice =
			atomic_fetch_add_explicit(&l->all->n_slices_begun, 1, memory_order_relaxed);
		if (slice >= BULK_SLICES)
			break;
		l->n_slices++;
		l->is_first |= slice == 0;
		l->block_now = slice * l->n_blocks / BULK_SLICES;
		l->block_end = (slice + 1) * l->n_blocks / BULK_SLICES;
	}
	return l->block_now < l->block_end;
}

/* As many as a batch has room for. */
static ALWAYS_INLINE void index_bulk_entries(const struct engine *k, struct bulk_lookup *l,
                                             struct bulk_batch *b, bool has_subcosets)
{
	b->n = b->n_runs = 0;
	while (b->n < BULK_BATCH && has_blocks(l)) {
		const struct oriented_block *const block = &l->block[l->block_now];
		uint32_t entry;
		const unsigned n_next = next_entries(l, block, &entry), room = BULK_BATCH - b->n,
		               n = n_next < room ? n_next : room;
		struct bulk_run *const run = &b->run[b->n_runs];
		*run = (struct bulk_run){entry, l->block_now, (uint16_t)b->n};
		const unsigned n_equivalents = coset_tables.n_stabilizers[coset_transform_class(block->transform)];
		memset(&b->equivalent[run->begin], 0, n);
		for (unsigned i = 0; i < n_equivalents && n != 0; i++)
			index_equivalents(k, l, b, run, n, i, has_subcosets);
		b->n_runs += n != 0;
		b->n += n;
		l->entry_now = entry + n;
		if (l->entry_now == l->sequences->block[block->block].begin[N_BUCKETS]) {
			l->block_now++;
			l->entry_now = 0;
		}
	}
	b->run[b->n_runs].begin = (uint16_t)b->n;
}

static void begin_bulk_batch(const struct engine *k, struct bulk_lookup *l, struct bulk_batch *b)
{
	if (k->has_subcosets)
		index_bulk_entries(k, l, b, true);
	else
		index_bulk_entries(k, l, b, false);
	coset_locate(&k->filter, b->entry, b->slot, b->n);
	for (unsigned i = 0; i < b->n; i++)
		__builtin_prefetch(&k->filter.filter_block[b->entry[i]], 0, 2);
}

/* ---- values, recorded ---- */
static void record_values(struct engine *k, struct bulk_lookup *l)
{
	struct bulk_values *const v = &l->values;
	end_reading(k, &v->lookups);
	const uint8_t *const second = k->has_subcosets ? v->lookups.second : v->lookups.value;
	for (unsigned i = 0; i < v->lookups.n; i++) {
		const struct bulk_item *const item = &v->item[i];
		const unsigned value[2] = {v->lookups.value[i], second[i]};
		uint64_t more = 0;
		for (unsigned face = 0; face < item->n; face++)
			more |= record_of(k, item->number[face], value[face], item->near[face]);
		_Atomic uint64_t *const record = &l->records[item->oriented];
		const uint64_t before = l->are_common ? atomic_fetch_or_explicit(record, more, memory_order_relaxed)
		                                      : atomic_load_explicit(record, memory_order_relaxed);
		if (!l->are_common)
			atomic_store_explicit(record, before | more, memory_order_relaxed);
		const uint64_t is_found = before == 0;
		l->found[item->oriented / FOUND_BITS] |= is_found << item->oriented % FOUND_BITS;
	}
	v->lookups.n = 0;
}

/* Where a transform leads from a subcoset, but for the bits that are added there. */
static inline unsigned subcoset_after_transform(const struct bulk_lookup *l, uint32_t transform,
                                                unsigned subcoset)
{
	const unsigned flips =
		l->flips_after[coset_transform_left(transform)][subcoset & ((1 << COSET_SUBCOSET_BITS) - 1)];
	return coset_subcoset(coset_axes_after(transform, subcoset >> COSET_SUBCOSET_BITS), flips);
}

/* Which neighbours of a reference's subcoset are near, by the axes as they are after a symmetry. */
static inline unsigned near_of_ref(const struct sequence_ref *r, uint32_t all_near, unsigned symmetry,
                                   unsigned subcoset, bool is_second)
{
	unsigned near = 0;
	for (unsigned axis = 0; axis < COSET_AXES; axis++) {
		const unsigned then = ref_is_quarter(r) ? axis_then(axis, r->axis, is_second) : axis;
		const unsigned neighbour = coset_tables.neighbour[subcoset][coset_tables.seen_slice[r->left][then]];
		near |= (all_near >> neighbour & 1) << coset_axis_seen(symmetry, axis);
	}
	return near;
}

static inline uint32_t transform_of_entry(const struct bulk_lookup *l, const struct bulk_batch *b,
                                          const struct bulk_entry *e)
{
	const uint32_t transform = l->block[b->run[e->run].oriented_block].transform;
	return b->equivalent[e->i] == 0 ? transform : coset_transform_equivalent(transform, b->equivalent[e->i]);
}

/* With subcosets that are tied, which counts for each. */
static const uint8_t *canonical_of_entry(struct engine *k, const struct bulk_lookup *l,
                                         const struct bulk_batch *b, const struct bulk_entry *e,
                                         uint32_t transform)
{
	const unsigned symmetry = l->block[b->run[e->run].oriented_block].symmetry;
	const coset_edges edges =
		coset_edges_after(coset_edges_load(l->sequences->edges[e->number]), &l->edges[symmetry]);
	return least_subcosets(k, edges, transform, coset_entry_of(&k->filter, b->entry[e->i], b->slot[e->i]));
}

/* The subcosets of item number i: that of the reference, and after a quarter turn that of the second face. */
static inline void set_subcosets(struct engine *k, struct bulk_lookup *l, const struct bulk_batch *batch,
                                 const struct bulk_entry *e, const struct sequence_ref *r, unsigned symmetry,
                                 unsigned i)
{
	struct bulk_item *const item = &l->values.item[i];
	const uint32_t transform = transform_of_entry(l, batch, e);
	const unsigned bits = batch->bits[e->i] % TIED;
	unsigned subcoset = subcoset_after_transform(l, transform, r->subcoset) ^ bits;
	unsigned second = subcoset_after_transform(l, transform, r->second) ^ bits;
	item->near[0] = (uint8_t)near_of_ref(r, e->near, symmetry, r->subcoset, false);
	item->near[1] = (uint8_t)near_of_ref(r, e->near, symmetry, r->second, true);
	if (batch->bits[e->i] >= TIED) {
		const uint8_t *const least = canonical_of_entry(k, l, batch, e, transform);
		subcoset = least[subcoset];
		second = least[second];
	}
	l->values.lookups.subcosets[i] =
		coset_two_subcosets(subcoset, ref_is_quarter(r) ? second : COSET_NO_SUBCOSET);
}

/* List the value of an entry for a sequence. */
static inline void list_value(struct engine *k, struct bulk_lookup *l, const struct bulk_batch *batch,
                              const struct bulk_listed *listed)
{
	const struct bulk_entry *const e = &l->entry[listed->entry];
	const struct sequence_ref *const r = &l->sequences->ref[listed->ref];
	const unsigned from = l->block[batch->run[e->run].oriented_block].symmetry;
	const unsigned symmetry = symmetry_product[from][symmetry_inverse[r->right]];
	const uint32_t oriented = r->sequence * N_SYMMETRIES + symmetry;
	if ((l->unit->axes >> axis_turns_axis(symmetry_axis_turns[symmetry][r->first]) & 1) == 0
	    || (r->is_symmetric && sequences_least(l->sequences, oriented) != oriented))
		return;  /* of equal oriented sequences one is enough */
	struct bulk_values *const v = &l->values;
	const unsigned i = v->lookups.n;
	struct bulk_item *const item = &v->item[i];
	*item = (struct bulk_item){.oriented = oriented, .n = 1};
	__builtin_prefetch(&l->records[oriented], 1);
	if (ref_is_quarter(r)) {
		const unsigned turn = symmetry_axis_turns[symmetry][axis_turns_number(r->axis, 1, 0)],
		               last_axis = axis_turns_axis(symmetry_axis_turns[symmetry][r->last]);
		const bool is_second_axis = other_axes[last_axis][1] == axis_turns_axis(turn);
		item->n = 2;
		for (unsigned face = 0; face < 2; face++)  /* in this direction the first may be the second */
			item->number[face] = (uint8_t)record_number(is_second_axis, face ^ (axis_turns_first(turn) == 0));
	}
	if (k->has_subcosets)
		set_subcosets(k, l, batch, e, r, symmetry, i);
	v->lookups.entry[i] = batch->entry[e->i];
	v->lookups.slot[i] = batch->slot[e->i];
	if (++v->lookups.n == COSET_READ_MAX)
		record_values(k, l);
}

/* ---- what matters ---- */
/* Those of all subcosets that count as a near one. */
static uint32_t near_by_least(const uint8_t *least, uint32_t near)
{
	uint32_t all = 0;
	for (unsigned subcoset = 0; subcoset < COSET_SUBCOSETS; subcoset++)
		all |= (near >> least[subcoset] & 1) << subcoset;
	return all;
}

/* From where a transform leads to subcosets: to those of each permutation of the axes, and for bits that are
 * added there by which of four are near, as bits, what these were before. */
struct subcosets_before {
	uint8_t first[COSET_N_AXES];
	const uint8_t (*bits)[1 << (1 << COSET_SUBCOSET_BITS)];
};

static inline struct subcosets_before subcosets_before(const struct bulk_lookup *l, uint32_t transform)
{
	struct subcosets_before before = {.bits = l->flips_before[coset_transform_left(transform)]};
	for (unsigned axes = 0; axes < COSET_N_AXES; axes++)
		before.first[axes] = (uint8_t)coset_subcoset(coset_axes_after(transform, axes), 0);
	return before;
}

static inline uint32_t near_before(const struct subcosets_before *before, unsigned bits, uint32_t near)
{
	uint32_t all = 0;
	for (unsigned axes = 0; axes < COSET_N_AXES; axes++)
		all |= (uint32_t)before->bits[bits][near >> before->first[axes] & 15] << coset_subcoset(axes, 0);
	return all;
}

/* Those entries below the cap that matter to a reference.  Which they are cannot be foreseen, so the
 * program hardly branches here.  Returns how many. */
static ALWAYS_INLINE unsigned keep_entries(struct engine *k, struct bulk_lookup *l,
                                           const struct bulk_batch *b, bool has_subcosets)
{
	const unsigned n = coset_list_passing(&k->filter, 0, b->entry, b->slot, b->n, has_subcosets, &l->scratch,
	                                      l->near);
	unsigned n_kept = 0;
	for (unsigned run = 0, j = 0; run < b->n_runs; run++) {
		const uint32_t first = b->run[run].entry - b->run[run].begin;
		const struct subcosets_before before =
			subcosets_before(l, l->block[b->run[run].oriented_block].transform);
		for (; j < n && l->scratch.passing[j] < b->run[run + 1].begin; j++) {
			const uint16_t i = l->scratch.passing[j];
			struct bulk_entry *const e = &l->entry[n_kept];
			*e = (struct bulk_entry){has_subcosets ? l->near[i] : UINT32_MAX, first + i, (uint16_t)run, i};
			if (has_subcosets && (b->equivalent[i] != 0 || b->bits[i] >= TIED)) {
				const uint32_t transform = transform_of_entry(l, b, e);
				const struct subcosets_before there = subcosets_before(l, transform);
				const uint8_t *const least =
					b->bits[i] < TIED ? NULL : canonical_of_entry(k, l, b, e, transform);
				e->near = near_before(&there, b->bits[i] % TIED,
				                      least == NULL ? e->near : near_by_least(least, e->near));
			} else if (has_subcosets) {
				e->near = near_before(&before, b->bits[i], e->near);
			}
			__builtin_prefetch(&l->sequences->ref[l->sequences->ref_begin[e->number]]);  /* listed soon */
			n_kept += (e->near & l->sequences->subcosets[e->number]) != 0;
		}
	}
	return n_kept;
}

static inline unsigned list_refs(const struct bulk_lookup *l, unsigned n)
{
	const struct sequences *const all = l->sequences;
	unsigned n_listed = 0;
	for (unsigned j = 0; j < n; j++) {
		const struct bulk_entry *const e = &l->entry[j];
		for (uint32_t m = all->ref_begin[e->number]; m < all->ref_begin[e->number + 1]; m++) {
			const struct sequence_ref *const r = &all->ref[m];
			l->listed[n_listed] = (struct bulk_listed){m, (uint16_t)j};
			n_listed += (((e->near >> r->subcoset | e->near >> r->second) & 1) | (r->kind == PAIR_SAME))
			            & !(l->all->knows_near && ref_is_known(r));
		}
	}
	return n_listed;
}

static void end_bulk_batch(struct engine *k, struct bulk_lookup *l, const struct bulk_batch *b)
{
	const unsigned n_kept =
		k->has_subcosets ? keep_entries(k, l, b, true) : keep_entries(k, l, b, false);
	const unsigned n_listed = list_refs(l, n_kept);
	for (unsigned i = 0; i < n_listed; i++)
		list_value(k, l, b, &l->listed[i]);
}
