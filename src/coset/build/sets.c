/* The sets of the cosets of each depth, place by place: up to the base all are kept, with their side values, and of the last
 * level those for which there is room. */
#include "coset/build/build.h"

#include <malloc.h>

/* ---- up to the base ---- */
static void lower_side_value(const struct making *m, uint64_t entry)
{
	const uint64_t slot = coset_side_slot(m->at.side_log2, entry);
	uint8_t *const byte = &m->side[slot >> 1];
	const unsigned shift = (unsigned)(slot & 1) * 4;
	uint8_t old = __atomic_load_n(byte, __ATOMIC_RELAXED), new;
	do {
		if (((unsigned)old >> shift & 15u) <= m->depth)
			return;
		new = (uint8_t)((old & ~(15u << shift)) | m->depth << shift);
	} while (!__atomic_compare_exchange_n(byte, &old, new, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

static void lower_side_values(const struct making *m, unsigned p, const struct coset_set *set)
{
	const struct seat seat = seat_of(m, p);
	const uint64_t begin = (uint64_t)seat.group << 32 | seat.begin;
	if (m->depth != 0 && !is_marked(m, p))
		return;
	struct coset_set_reader reader = coset_set_begin(set);
	uint32_t cosets[MAPPED_AT_ONCE];
	for (unsigned n; (n = coset_set_read(&reader, MAPPED_AT_ONCE, cosets)) != 0;) {
		n = making_keep_least(m, p, cosets, n);
		for (unsigned i = 0; i < n; i++)
			__builtin_prefetch(&m->side[coset_side_slot(m->at.side_log2, begin + entry_of(m, cosets[i])) >> 1], 1);
		for (unsigned i = 0; i < n; i++)
			lower_side_value(m, begin + entry_of(m, cosets[i]));
	}
}

bool making_find_place(const struct making *m, uint32_t p, struct coset_desk *desk)
{
	static const struct coset_level none;
	const struct coset_level *const before = m->depth >= 2 ? &m->level[m->depth - 2] : &none;
	return coset_level_next(&m->space, &m->level[m->depth - 1], before, p, desk);
}

void making_keep_place(void *context, uint32_t p)
{
	struct making *const m = context;
	struct desk *const desk = take_desk(m);
	if (!making_find_place(m, p, &desk->coset) || !coset_set_make(&desk->coset, &m->level[m->depth].place[p]))
		atomic_store(&m->has_no_memory, true);
	else
		lower_side_values(m, p, &m->level[m->depth].place[p]);
	give_back(desk);
}

void making_begin_side_values(struct making *m)
{
	m->depth = 0;
	for (unsigned p = 0; p < coset_n_places(&m->parts); p++)
		lower_side_values(m, p, &m->level[0].place[p]);
}

/* ---- the last level ---- */
static bool keep_last_set(struct making *m, unsigned p)
{
	struct desk *const desk = take_desk(m);
	const bool has_memory = making_find_place(m, p, &desk->coset) && coset_set_make(&desk->coset, last_set(m, p));
	give_back(desk);
	if (has_memory)
		atomic_fetch_add(&m->taken, coset_set_bytes(last_set(m, p)));
	else
		atomic_store(&m->has_no_memory, true);
	return has_memory;
}

void making_keep_while_there_is_room(void *context, uint32_t p)
{
	struct making *const m = context;
	if (atomic_load(&m->taken) < m->room)
		keep_last_set(m, p);
}

static void give_up(struct making *m, unsigned p)
{
	atomic_fetch_sub(&m->taken, coset_set_bytes(last_set(m, p)));
	coset_set_free(last_set(m, p));
}

/* Whether the window's lines need a place's set. */
static bool is_of_window(const struct making *m, unsigned p)
{
	const uint32_t group = seat_of(m, p).group;
	return is_marked(m, p) && group >= m->begin && group < m->end;
}

/* Whether something is marked from a place's set for groups from m->begin on. */
static bool is_needed(const struct making *m, unsigned p)
{
	const unsigned class = coset_place(&m->parts, p).class;
	bool is = is_marked(m, p) && seat_of(m, p).group >= m->begin;
	for (unsigned i = coset_ways.begin_from[class]; i < coset_ways.begin_from[class + 1] && !is; i++) {
		const struct coset_way *const way = &coset_ways.by_from[i];
		const unsigned after = coset_place_after(&m->parts, way, p);
		is = coset_way_is_step(&m->space, way) && is_marked(m, after) && seat_of(m, after).group >= m->begin;
	}
	return is;
}

void making_give_up_sets(struct making *m)
{
	const size_t taken = m->taken;
	for (unsigned must = 0; must < 2; must++)
		for (unsigned p = 0; p < coset_n_places(&m->parts) && m->taken > m->room; p++)
			if (last_set(m, p)->words != NULL && (must ? !is_of_window(m, p) : !is_needed(m, p)))
				give_up(m, p);
#ifdef __GLIBC__
	if (m->taken < taken)
		malloc_trim(0);  /* sets that came and went have left holes */
#endif
}

void making_keep_own_sets(void *context, uint32_t i)
{
	struct making *const m = context;
	const uint32_t group = m->begin + i / COSET_GROUP_PLACES;
	for (unsigned axes = 0; axes < m->parts.n_axes; axes++) {
		const unsigned p = place_of(m, group, i % COSET_GROUP_PLACES, axes);
		if (is_marked(m, p) && last_set(m, p)->words == NULL && !keep_last_set(m, p))
			return;
	}
}
