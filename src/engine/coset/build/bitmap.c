/* What is below the cap in a cell, as a bitmap that stays in the caches while it is filled; then it is
 * scattered slot by slot over the tiles of its group. */
#include "coset/build/build.h"

enum { SLOTS_AT_ONCE = 8 };

/* Labels, from 1 on.  Two different ones in one entry become COSET_LABEL_ANY. */
static void set_labels(uint64_t *bitmap, unsigned axes, const uint32_t *cosets, unsigned n)
{
	items_foreach(coset, cosets, n) {
		const uint32_t entry = *coset >> COSET_SUBCOSET_BITS;
		const uint64_t label = 1 + coset_label(axes, *coset % (1 << COSET_SUBCOSET_BITS));
		const unsigned shift = entry % 16 * 4;
		const uint64_t old = bitmap[entry / 16], here = old >> shift & 15;
		const uint64_t new = here == 0 || here == label ? label : COSET_LABEL_ANY + 1;
		bitmap[entry / 16] = old ^ (here ^ new) << shift;
	}
}

/* Record a set, or its image under a map. */
static void record_set(const struct coset_build *m, const struct coset_set *set, const struct coset_map *map,
                       unsigned axes, uint64_t *bitmap)
{
	uint32_t cosets[COSET_MAPPED_AT_ONCE], after[COSET_MAPPED_AT_ONCE];
	coset_set_foreach(set, cosets, n) {
		const uint32_t *const found = map != NULL ? after : cosets;
		if (map != NULL)
			coset_mappers[processor_level()](map, cosets, n, after);
		if (m->bits_per_entry == 1)
			items_foreach(entry, found, n)
				bitmap[*entry / 64] |= UINT64_C(1) << *entry % 64;
		else
			set_labels(bitmap, axes, found, n);
	}
}

/* Record what the moves lead to in a cell from the sets of the last level.  @return false without memory */
static bool record_children(const struct coset_build *m, unsigned p, struct coset_workspace *workspace,
                            uint64_t *bitmap)
{
	const struct coset_cell cell = coset_cell(&m->resolution, p);
	for (unsigned i = coset_transitions.begin_to[cell.class]; i < coset_transitions.begin_to[cell.class + 1];
	     i++) {
		const struct coset_transition *const transition = &coset_transitions.by_to[i];
		const unsigned from = coset_cell_before(&m->resolution, transition, p);
		struct coset_set found = {.words = NULL};
		const struct coset_set *last = last_set(m, from);
		struct coset_map map;
		if (!coset_transition_is_step(&m->resolution, transition))
			continue;
		if (last->words == NULL) {
			if (!build_find_cell(m, from, workspace) || !coset_set_make(workspace, &found))
				return false;
			coset_workspace_clear(workspace);
			last = &found;
		}
		coset_map_fill(&map, transition, m->resolution.flip_bits);
		record_set(m, last, &map, cell.axes, bitmap);
		coset_set_free(&found);
	}
	return true;
}

static inline uint64_t entry_mask(const struct coset_build *m)
{
	return (UINT64_C(1) << m->bits_per_entry) - 1;
}

/* Of up to COSET_MAPPED_AT_ONCE entries of the bitmap, keep only the canonical ones. */
static void drop_equivalents_of(const struct coset_build *m, unsigned p, uint32_t *entries, unsigned n,
                                uint64_t *bitmap)
{
	uint32_t least[COSET_MAPPED_AT_ONCE];
	for (unsigned i = 0; i < n; i++)
		least[i] = entries[i] << m->resolution.subcoset_bits;
	const unsigned n_least = coset_keep_canonical(&m->resolution, p, least, n);
	for (unsigned i = 0, k = 0; i < n; i++) {
		const bool is_least = k < n_least && entry_of(m, least[k]) == entries[i];
		const uint64_t bit = (uint64_t)entries[i] * m->bits_per_entry;
		bitmap[bit / 64] &= is_least ? UINT64_MAX : ~(entry_mask(m) << bit % 64);
		k += is_least;
	}
}

static void drop_equivalents(const struct coset_build *m, unsigned p, uint64_t *bitmap)
{
	const unsigned per_word = 64 / m->bits_per_entry;
	uint32_t entries[COSET_MAPPED_AT_ONCE];
	unsigned n = 0;
	for (size_t w = 0; w < m->cell_words; w++) {
		for (uint64_t left = bitmap[w]; left != 0;) {
			const unsigned at = (unsigned)__builtin_ctzll(left) / m->bits_per_entry;
			entries[n++] = (uint32_t)w * per_word + at;
			left &= ~(entry_mask(m) << at * m->bits_per_entry);
		}
		if (n > COSET_MAPPED_AT_ONCE - per_word) {
			drop_equivalents_of(m, p, entries, n, bitmap);
			n = 0;
		}
	}
	drop_equivalents_of(m, p, entries, n, bitmap);
}

/* A tile's part of the bitmap for one slot of a cell.  What follows the last filter block belongs to the next
 * slot. */
static void copy_slot(const struct coset_build *m, const uint64_t *bitmap, unsigned slot, uint32_t tile,
                      uint64_t *to)
{
	const uint32_t n_left = m->filter.group_filter_blocks - tile * TILE_FILTER_BLOCKS;
	const unsigned n_words = slot_words(m);
	const unsigned n_bits = (n_left < TILE_FILTER_BLOCKS ? n_left : TILE_FILTER_BLOCKS) * m->bits_per_entry;
	const uint64_t begin =
		((uint64_t)slot * m->filter.group_filter_blocks + tile * TILE_FILTER_BLOCKS) * m->bits_per_entry;
	const uint64_t *const from = bitmap + begin / 64;
	const unsigned shift = begin % 64;
	for (unsigned w = 0; w < n_words; w++)
		to[w] = from[w] >> shift | from[w + 1] << 1 << (63 - shift);
	for (unsigned w = n_bits / 64; w < n_words; w++)
		to[w] &= w == n_bits / 64 ? (UINT64_C(1) << n_bits % 64) - 1 : 0;
}

/* Scatter the bitmap of cell number i of the pass over the tiles, a few slots at a time. */
static void scatter(const struct coset_build *m, uint32_t i, const uint64_t *bitmap)
{
	const unsigned first_slot = i % COSET_GROUP_CELLS * m->filter.cell_slots;
	for (unsigned begin = 0; begin < m->filter.cell_slots; begin += SLOTS_AT_ONCE) {
		const unsigned n_left = m->filter.cell_slots - begin,
		               n = n_left < SLOTS_AT_ONCE ? n_left : SLOTS_AT_ONCE;
		for (uint32_t tile = 0; tile < m->n_tiles; tile++) {
			uint64_t *const to =
				tile_of(m, i / COSET_GROUP_CELLS, tile) + (size_t)(first_slot + begin) * slot_words(m);
			for (unsigned k = 0; k < n; k++)
				copy_slot(m, bitmap, begin + k, tile, to + k * slot_words(m));
		}
	}
}

void build_fill_bitmap(void *context, uint32_t i)
{
	struct coset_build *const m = context;
	const uint32_t group = m->begin + i / COSET_GROUP_CELLS;
	struct workspace *const workspace = &m->workspaces[parallel_thread()];
	uint64_t *const bitmap = workspace->bitmap;
	bool has_memory = true;
	memset(bitmap, 0, m->cell_words * sizeof *bitmap);
	for (unsigned axes = 0; axes < m->resolution.n_axes && has_memory; axes++) {
		const unsigned p = cell_of(m, group, i % COSET_GROUP_CELLS, axes);
		if (!is_recorded(m, p))
			continue;
		for (unsigned depth = 0; depth <= m->depth; depth++)
			record_set(m, &m->level[depth].cell[p], NULL, axes, bitmap);
		has_memory = record_children(m, p, &workspace->coset, bitmap);
	}
	const unsigned p = cell_of(m, group, i % COSET_GROUP_CELLS, 0);
	if (coset_tables.n_stabilizers[coset_cell(&m->resolution, p).class] > 1)
		drop_equivalents(m, p, bitmap);
	scatter(m, i, bitmap);
	if (!has_memory)
		atomic_store(&m->has_no_memory, true);
}
