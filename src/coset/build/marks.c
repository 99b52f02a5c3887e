/* What is nearer than the cap in a place, marked in bits that stay in the caches meanwhile, and dealt out as rows of bits for
 * the lines of its group. */
#include "coset/build/build.h"

#include <string.h>

enum { ROWS_AT_ONCE = 8 };

static void mark_cosets(uint64_t *marks, const uint32_t *cosets, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		marks[cosets[i] / 64] |= UINT64_C(1) << cosets[i] % 64;
}

/* Symbols, from 1 on; with another one there, that of any layer. */
static void mark_symbols(uint64_t *marks, unsigned axes, const uint32_t *cosets, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const uint32_t entry = cosets[i] >> COSET_LAYER_BITS;
		const uint64_t mark = 1 + coset_symbol(axes, cosets[i] % (1 << COSET_LAYER_BITS));
		const unsigned shift = entry % 16 * 4;
		const uint64_t old = marks[entry / 16], here = old >> shift & 15;
		const uint64_t new = here == 0 || here == mark ? mark : COSET_SYMBOL_ANY + 1;
		marks[entry / 16] = old ^ (here ^ new) << shift;
	}
}

/* Mark a set, or what a map makes of it. */
static void mark_set(const struct making *m, const struct coset_set *set, const struct coset_map *map, unsigned axes,
                     uint64_t *marks)
{
	struct coset_set_reader reader = coset_set_begin(set);
	uint32_t cosets[MAPPED_AT_ONCE], after[MAPPED_AT_ONCE];
	for (unsigned n; (n = coset_set_read(&reader, MAPPED_AT_ONCE, cosets)) != 0;) {
		if (map != NULL)
			coset_mapper_best()->map(map, cosets, n, after);
		if (m->mark_bits == 1)
			mark_cosets(marks, map != NULL ? after : cosets, n);
		else
			mark_symbols(marks, axes, map != NULL ? after : cosets, n);
	}
}

/* What leads to a place from the sets of the last level.  @return false without memory */
static bool mark_children(const struct making *m, unsigned p, struct coset_desk *desk, uint64_t *marks)
{
	const struct coset_place place = coset_place(&m->parts, p);
	for (unsigned i = coset_ways.begin_to[place.class]; i < coset_ways.begin_to[place.class + 1]; i++) {
		const struct coset_way *const way = &coset_ways.by_to[i];
		const unsigned from = coset_place_before(&m->parts, way, p);
		struct coset_set found = {.words = NULL};
		const bool is_kept = last_set(m, from)->words != NULL;
		struct coset_map map;
		if (!coset_way_is_step(&m->space, way))
			continue;
		if (!is_kept && (!making_find_place(m, from, desk) || !coset_set_make(desk, &found)))
			return false;
		coset_map_fill(&map, way, m->parts.flip_bits);
		mark_set(m, is_kept ? last_set(m, from) : &found, &map, place.axes, marks);
		coset_set_free(&found);
		if (!is_kept)
			coset_desk_clear(desk);
	}
	return true;
}

static inline uint64_t mark_mask(const struct making *m)
{
	return (UINT64_C(1) << m->mark_bits) - 1;
}

/* Of up to MAPPED_AT_ONCE entries that are marked, the least of their copies stay so. */
static void drop_copies_of(const struct making *m, unsigned p, uint32_t *entries, unsigned n, uint64_t *marks)
{
	uint32_t least[MAPPED_AT_ONCE];
	for (unsigned i = 0; i < n; i++)
		least[i] = entries[i] << m->parts.layer_bits;
	const unsigned n_least = making_keep_least(m, p, least, n);
	for (unsigned i = 0, k = 0; i < n; i++) {
		const bool is_least = k < n_least && entry_of(m, least[k]) == entries[i];
		const uint64_t bit = (uint64_t)entries[i] * m->mark_bits;
		marks[bit / 64] &= is_least ? UINT64_MAX : ~(mark_mask(m) << bit % 64);
		k += is_least;
	}
}

static void drop_copies(const struct making *m, unsigned p, uint64_t *marks)
{
	const unsigned per_word = 64 / m->mark_bits;
	uint32_t entries[MAPPED_AT_ONCE];
	unsigned n = 0;
	for (size_t w = 0; w < m->place_words; w++) {
		for (uint64_t left = marks[w]; left != 0;) {
			const unsigned at = (unsigned)__builtin_ctzll(left) / m->mark_bits;
			entries[n++] = (uint32_t)w * per_word + at;
			left &= ~(mark_mask(m) << at * m->mark_bits);
		}
		if (n > MAPPED_AT_ONCE - per_word) {
			drop_copies_of(m, p, entries, n, marks);
			n = 0;
		}
	}
	drop_copies_of(m, p, entries, n, marks);
}

/* A sheet's marks for one slot of a place.  What is behind the last line belongs to the next slot. */
static void copy_row(const struct making *m, const uint64_t *marks, unsigned slot, uint32_t sheet, uint64_t *to)
{
	const uint32_t n_left = m->at.group_lines - sheet * SHEET_LINES;
	const unsigned n_words = row_words(m), n_bits = (n_left < SHEET_LINES ? n_left : SHEET_LINES) * m->mark_bits;
	const uint64_t begin = ((uint64_t)slot * m->at.group_lines + sheet * SHEET_LINES) * m->mark_bits;
	const uint64_t *const row = marks + begin / 64;
	const unsigned shift = begin % 64;
	for (unsigned w = 0; w < n_words; w++)
		to[w] = row[w] >> shift | row[w + 1] << 1 << (63 - shift);
	for (unsigned w = n_bits / 64; w < n_words; w++)
		to[w] &= w == n_bits / 64 ? (UINT64_C(1) << n_bits % 64) - 1 : 0;
}

/* The marks of place number i of the window, some slots at a time, to the sheets. */
static void deal_out(const struct making *m, uint32_t i, const uint64_t *marks)
{
	const unsigned first_slot = i % COSET_GROUP_PLACES * m->place_slots;
	for (unsigned begin = 0; begin < m->place_slots; begin += ROWS_AT_ONCE) {
		const unsigned n_left = m->place_slots - begin, n = n_left < ROWS_AT_ONCE ? n_left : ROWS_AT_ONCE;
		for (uint32_t sheet = 0; sheet < m->n_sheets; sheet++) {
			uint64_t *const to = sheet_of(m, i / COSET_GROUP_PLACES, sheet) + (size_t)(first_slot + begin) * row_words(m);
			for (unsigned k = 0; k < n; k++)
				copy_row(m, marks, begin + k, sheet, to + k * row_words(m));
		}
	}
}

void making_mark_place(void *context, uint32_t i)
{
	struct making *const m = context;
	const uint32_t group = m->begin + i / COSET_GROUP_PLACES;
	struct desk *const desk = take_desk(m);
	uint64_t *const marks = desk->marks;
	bool has_memory = true;
	memset(marks, 0, m->place_words * sizeof *marks);
	for (unsigned axes = 0; axes < m->parts.n_axes && has_memory; axes++) {
		const unsigned p = place_of(m, group, i % COSET_GROUP_PLACES, axes);
		if (!is_marked(m, p))
			continue;
		for (unsigned depth = 0; depth <= m->depth; depth++)
			mark_set(m, &m->level[depth].place[p], NULL, axes, marks);
		has_memory = mark_children(m, p, &desk->coset, marks);
	}
	const unsigned p = place_of(m, group, i % COSET_GROUP_PLACES, 0);
	if (coset_tables.n_stabilizers[coset_place(&m->parts, p).class] > 1)
		drop_copies(m, p, marks);
	deal_out(m, i, marks);
	give_back(desk);
	if (!has_memory)
		atomic_store(&m->has_no_memory, true);
}
