/* The table of the slice-free cosets: cut off at a cap, so only what is nearer than the cap is looked for.
 *
 * Breadth-first search over the cosets themselves: those of one place are a set of indices, and all of a set goes one way
 * by one map.  The sets up to depth cap - 2 are kept, in some ten bits a coset; what is nearer than the cap has 13 times
 * as many cosets, too many to be kept.  So the lines are made group by group: each of its places has a bitmap, in which
 * the sets are marked and what the maps to this place make of all sets of depth cap - 2.  A place's bitmap stays in the
 * caches meanwhile.  From the bitmaps come the members of each line (pdb/coset_solve.h).
 *
 * The sets of depth cap - 2 are in memory that finished lines will need.  When these come near, some sets are given up,
 * and found once more for each map that begins there.
 *
 * The sets have all copies of a coset; the table has the least.
 *
 * With layers (pdb/coset_lines.h) the search is for the cosets of the smallest group: sets have all flips, and each
 * permutation of the axes has places of its own.  What is marked is not whether a slot is a member but its symbol, in
 * four bits; odd layers need no marks. */
#include "coord/coset.h"
#include "pdb/build.h"
#include "pdb/coset_level.h"
#include "pdb/coset_solve.h"
#include "pdb/parallel.h"

#include <assert.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
	BLOCK = 256,                    /* cosets mapped at once */
	SHEET_LINES = 512,              /* lines whose bitmaps are together, and that are solved together */
	MIN_GROUP_TASKS = 4,            /* in which the lines of a group are solved */
	STRETCH = 512,                  /* words of bitmaps looked at at once */
	AT_ONCE = 3,                    /* marks of a word */
	ROWS_AT_ONCE = 8,
	/* Members kept of a line; with more, all pass.  An odd number of cache lines, so that lists are not all in one set of
	 * the cache. */
	MAX_LINE = 39 * 16,
	HUGE_PAGE = 2 << 20,
	PROGRAM_BYTES = 10 << 20,       /* the program itself, its tables of symmetries and maps */
};
static_assert((int)SHEET_LINES <= (int)COSET_BATCH_LINES && (int)MAX_LINE >= (int)COSET_MAX_MEMBERS, "what a solver takes");

struct desk {
	struct coset_desk coset;
	uint64_t *marks;                    /* of one place: an entry's bits are those from entry * mark_bits on */
	/* Of one sheet's lines: */
	uint32_t member[SHEET_LINES][MAX_LINE];
	uint32_t n_members[SHEET_LINES], n_first[SHEET_LINES];  /* all, and those for the first test */
	atomic_flag is_taken;
};

/* Ways from all cosets of a class to their copies. */
struct copies {
	unsigned begin[COSET_CLASSES + 1];
	struct copy {
		struct coset_map map;
		uint8_t part_map;               /* a row of parts.part_map */
	} *of;
};

struct making {
	const struct build *build;
	struct coset_shape shape;
	uint8_t *lines, *side;              /* of the table */
	struct coset_reader at;             /* where its entries stand */
	struct coset_parts parts;
	struct coset_space space;           /* of these parts */
	uint32_t n_groups, n_sheets, n_slots, place_slots;  /* sheets of a group, slots of a line, and those of one place */
	unsigned mark_bits;                 /* of an entry */
	size_t place_words;                 /* of a place's marks */
	struct copies copies;
	struct coset_level *level;          /* by depth, up to the base and one more, of which not all places may be there */
	struct desk *desks;                 /* one for each thread */
	unsigned depth;                     /* of the cosets that are looked for */
	size_t room;                        /* for what is kept of the last level: bytes, and how many are taken */
	_Atomic size_t taken;
	/* The window: groups begin to before end, and bitmaps of all their sheets. */
	uint32_t begin, end, n_bitmaps;     /* the latter of groups, as there is memory for */
	uint64_t *sheets;                   /* each slot by slot, a line's marks in every mark_bits bits */
	unsigned group_tasks;               /* in which its lines are solved */
	double share_done, share;           /* of the whole work: before this loop and in it */
	uint32_t n_steps;                   /* of the loop */
	_Atomic bool has_no_memory;
};

/* ---- places ---- */
/* A place among those of its group. */
struct seat {
	unsigned group;
	uint32_t begin;                     /* of its entries */
};

static struct seat seat_of(const struct making *m, unsigned p)
{
	const struct coset_place place = coset_place(&m->parts, p);
	const uint32_t slots_before = place.class / COSET_CLASS_GROUPS * coset_place_slots(m->shape);
	return (struct seat){
		place.class % COSET_CLASS_GROUPS * m->parts.n_parts + place.part, slots_before * m->shape.lines,
	};
}

/* Place number i of a group, of the axes' permutations one. */
static unsigned place_of(const struct making *m, uint32_t group, unsigned i, unsigned axes)
{
	const unsigned n_parts = m->parts.n_parts;
	return coset_place_number(&m->parts, (struct coset_place){group / n_parts + i * COSET_CLASS_GROUPS, group % n_parts, axes});
}

/* Words of a sheet's marks for one slot; and where its marks are, of number i of the window's groups. */
static inline unsigned row_words(const struct making *m)
{
	return SHEET_LINES * m->mark_bits / 64;
}

static inline uint64_t *sheet_of(const struct making *m, uint32_t i, uint32_t sheet)
{
	return m->sheets + ((size_t)i * m->n_sheets + sheet) * m->n_slots * row_words(m);
}

/* Where an entry of a group stands. */
struct spot {
	uint32_t line, slot;
};

static inline struct spot spot_of(const struct making *m, uint32_t entry)
{
	const uint32_t slot = (uint32_t)((uint64_t)entry * m->at.reciprocal >> m->at.shift);
	return (struct spot){entry - slot * m->at.group_lines, slot};
}

static size_t place_bytes(const struct making *m)
{
	return (m->place_words * sizeof(uint64_t) + 63) / 64 * 64;
}

static struct desk *take_desk(const struct making *m)
{
	/* No more places are in work than there are threads.  Acquire meets the release of the thread before. */
	unsigned i = 0;
	while (atomic_flag_test_and_set_explicit(&m->desks[i].is_taken, memory_order_acquire))
		i = (i + 1) % m->build->n_threads;
	return &m->desks[i];
}

static void give_back(struct desk *desk)
{
	coset_desk_clear(&desk->coset);
	atomic_flag_clear_explicit(&desk->is_taken, memory_order_release);
}

/* ---- copies ---- */
static bool find_copies(struct making *m)
{
	struct copies *const c = &m->copies;
	unsigned n = 0;
	for (unsigned class = 0; class < COSET_CLASSES; class++)
		n += coset_tables.n_stabilizers[class] - 1u;
	c->of = malloc(n * sizeof *c->of);
	if (c->of == NULL)
		return false;
	n = 0;
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		c->begin[class] = n;
		for (unsigned s = 1; s < coset_tables.n_stabilizers[class]; s++) {
			const struct coset_way way = coset_copy(class, s);
			c->of[n].part_map = way.map;
			coset_map_fill(&c->of[n++].map, &way, m->parts.flip_bits);
		}
	}
	c->begin[COSET_CLASSES] = n;
	return true;
}

/* Without what tells layers apart: the table's entry, from its place's begin on. */
static inline uint32_t entry_of(const struct making *m, uint32_t coset)
{
	return coset >> m->parts.layer_bits;
}

/* Odd layers tell nothing that an even one does not. */
static inline bool is_marked(const struct making *m, unsigned p)
{
	return !coset_place_is_odd(&m->parts, p);
}

/* Of up to BLOCK cosets of a place those stay that none of their copies is before, whatever the layers.  Returns how
 * many. */
static unsigned keep_least(const struct making *m, unsigned p, uint32_t *cosets, unsigned n)
{
	const struct coset_place place = coset_place(&m->parts, p);
	const unsigned class = place.class, part = place.part;
	for (unsigned i = m->copies.begin[class]; i < m->copies.begin[class + 1]; i++) {
		const struct copy *const copy = &m->copies.of[i];
		const unsigned part_after = m->parts.part_map[copy->part_map][part];
		uint32_t after[BLOCK];
		unsigned n_kept = 0;
		if (part_after != part) {
			n = part_after < part ? 0 : n;
			continue;
		}
		coset_mapper_best()->map(&copy->map, cosets, n, after);
		for (unsigned k = 0; k < n; k++) {
			const uint32_t coset = cosets[k];
			cosets[n_kept] = coset;
			n_kept += entry_of(m, after[k]) >= entry_of(m, coset);
		}
		n = n_kept;
	}
	return n;
}

/* ---- loops ---- */
static bool goes_on(void *context, uint32_t n_begun)
{
	const struct making *const m = context;
	const double share = m->share_done + m->share * n_begun / m->n_steps;
	return !atomic_load(&m->has_no_memory) &&
	       build_goes_on(m->build, (uint64_t)(share * (double)m->build->image->n_entries));
}

/* A loop over chunks that is a share of the whole work. */
static enum pdb_status run_loop(struct making *m, uint32_t n_chunks, void (*chunk)(void *context, uint32_t i), double share)
{
	m->n_steps = n_chunks;
	m->share = share;
	const bool is_done = parallel_for_watched(m->build->n_threads, n_chunks, chunk, goes_on, m);
	m->share_done += share;
	return atomic_load(&m->has_no_memory) ? PDB_NO_MEMORY : is_done ? PDB_OK : PDB_INTERRUPTED;
}

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
	uint32_t cosets[BLOCK];
	for (unsigned n; (n = coset_set_read(&reader, BLOCK, cosets)) != 0;) {
		n = keep_least(m, p, cosets, n);
		for (unsigned i = 0; i < n; i++)
			__builtin_prefetch(&m->side[coset_side_slot(m->at.side_log2, begin + entry_of(m, cosets[i])) >> 1], 1);
		for (unsigned i = 0; i < n; i++)
			lower_side_value(m, begin + entry_of(m, cosets[i]));
	}
}

/* What is at m->depth in a place, listed on the desk. */
static bool find_place(const struct making *m, uint32_t p, struct coset_desk *desk)
{
	static const struct coset_level none;
	const struct coset_level *const before = m->depth >= 2 ? &m->level[m->depth - 2] : &none;
	return coset_level_next(&m->space, &m->level[m->depth - 1], before, p, desk);
}

static void keep_place(void *context, uint32_t p)
{
	struct making *const m = context;
	struct desk *const desk = take_desk(m);
	if (!find_place(m, p, &desk->coset) || !coset_set_make(&desk->coset, &m->level[m->depth].place[p]))
		atomic_store(&m->has_no_memory, true);
	else
		lower_side_values(m, p, &m->level[m->depth].place[p]);
	give_back(desk);
}

/* ---- the last sets that are kept ---- */
static inline struct coset_set *last_set(const struct making *m, unsigned p)
{
	return &m->level[m->depth].place[p];
}

static bool keep_last_set(struct making *m, unsigned p)
{
	struct desk *const desk = take_desk(m);
	const bool has_memory = find_place(m, p, &desk->coset) && coset_set_make(&desk->coset, last_set(m, p));
	give_back(desk);
	if (has_memory)
		atomic_fetch_add(&m->taken, coset_set_bytes(last_set(m, p)));
	else
		atomic_store(&m->has_no_memory, true);
	return has_memory;
}

static void keep_while_there_is_room(void *context, uint32_t p)
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

static bool is_in_window(const struct making *m, unsigned p)
{
	const uint32_t group = seat_of(m, p).group;
	return group >= m->begin && group < m->end;
}

/* Whether something is marked from a place's set for groups from m->begin on. */
static bool is_needed(const struct making *m, unsigned p)
{
	const unsigned class = coset_place(&m->parts, p).class;
	bool is = seat_of(m, p).group >= m->begin;
	for (unsigned i = coset_ways.begin_from[class]; i < coset_ways.begin_from[class + 1] && !is; i++)
		is = seat_of(m, coset_place_after(&m->parts, &coset_ways.by_from[i], p)).group >= m->begin;
	return is;
}

/* Until the others have room. */
static void give_up_sets(struct making *m)
{
	const size_t taken = m->taken;
	for (unsigned must = 0; must < 2; must++)
		for (unsigned p = 0; p < coset_n_places(&m->parts) && m->taken > m->room; p++)
			if (last_set(m, p)->words != NULL && (must ? !is_in_window(m, p) : !is_needed(m, p)))
				give_up(m, p);
#ifdef __GLIBC__
	if (m->taken < taken)
		malloc_trim(0);  /* sets that came and went have left holes */
#endif
}

/* ---- the window's bitmaps ---- */
/* With layers, the symbol of a coset whose place has these axes; without them it counts for nothing. */
static inline unsigned symbol_of(const struct making *m, unsigned axes, uint32_t coset)
{
	return m->parts.n_axes == 1 ? 0 : coset_symbol(axes, coset % (1 << COSET_LAYER_BITS));
}

static void mark_bits(uint64_t *marks, const uint32_t *cosets, unsigned n)
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
	uint32_t cosets[BLOCK], after[BLOCK];
	for (unsigned n; (n = coset_set_read(&reader, BLOCK, cosets)) != 0;) {
		if (map != NULL)
			coset_mapper_best()->map(map, cosets, n, after);
		if (m->mark_bits == 1)
			mark_bits(marks, map != NULL ? after : cosets, n);
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
		if (!is_kept && (!find_place(m, from, desk) || !coset_set_make(desk, &found)))
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

/* Of up to BLOCK entries that are marked, the least of their copies stay so. */
static void drop_copies_of(const struct making *m, unsigned p, uint32_t *entries, unsigned n, uint64_t *marks)
{
	uint32_t least[BLOCK];
	for (unsigned i = 0; i < n; i++)
		least[i] = entries[i] << m->parts.layer_bits;
	const unsigned n_least = keep_least(m, p, least, n);
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
	uint32_t entries[BLOCK];
	unsigned n = 0;
	for (size_t w = 0; w < m->place_words; w++) {
		for (uint64_t left = marks[w]; left != 0;) {
			const unsigned at = (unsigned)__builtin_ctzll(left) / m->mark_bits;
			entries[n++] = (uint32_t)w * per_word + at;
			left &= ~(mark_mask(m) << at * m->mark_bits);
		}
		if (n > BLOCK - per_word) {
			drop_copies_of(m, p, entries, n, marks);
			n = 0;
		}
	}
	drop_copies_of(m, p, entries, n, marks);
}

/* The sets that the window's own places need for its lines. */
static void keep_own_sets(void *context, uint32_t i)
{
	struct making *const m = context;
	const uint32_t group = m->begin + i / COSET_GROUP_PLACES;
	for (unsigned axes = 0; axes < m->parts.n_axes; axes++) {
		const unsigned p = place_of(m, group, i % COSET_GROUP_PLACES, axes);
		if (is_marked(m, p) && last_set(m, p)->words == NULL && !keep_last_set(m, p))
			return;
	}
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

static void mark_place(void *context, uint32_t i)
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

/* ---- the window's lines ---- */
/* Members for tests after the first, by sheet. */
struct deeper {
	uint32_t first_sheet, n_sheets;
	uint32_t *begin;                    /* of each sheet, and behind the last */
	struct deeper_member { uint32_t member; uint16_t line; } *of;
};

static bool is_of_sheets(const struct deeper *d, uint32_t line)
{
	return line / SHEET_LINES - d->first_sheet < d->n_sheets;
}

/* The members of a set, once for each of `n_tests` tests after the first: counted, or written where they belong. */
static void add_deeper(const struct making *m, struct deeper *d, unsigned p, const struct coset_set *set,
                       unsigned n_tests, bool is_counted)
{
	const uint32_t begin = seat_of(m, p).begin;
	const unsigned axes = coset_place(&m->parts, p).axes;
	uint32_t cosets[BLOCK];
	if (!is_marked(m, p))
		return;
	struct coset_set_reader reader = coset_set_begin(set);
	for (unsigned n; (n = coset_set_read(&reader, BLOCK, cosets)) != 0;) {
		n = keep_least(m, p, cosets, n);
		for (unsigned i = 0; i < n; i++) {
			const struct spot s = spot_of(m, begin + entry_of(m, cosets[i]));
			if (!is_of_sheets(d, s.line))
				continue;
			uint32_t *const end = &d->begin[s.line / SHEET_LINES - d->first_sheet];
			if (is_counted)
				*end += n_tests;
			for (unsigned test = 1; test <= n_tests && !is_counted; test++)
				d->of[(*end)++] = (struct deeper_member){
					coset_member(s.slot, test, symbol_of(m, axes, cosets[i])), s.line % SHEET_LINES,
				};
		}
	}
}

static void add_all_deeper(const struct making *m, struct deeper *d, uint32_t group, bool is_counted)
{
	for (unsigned i = 0; i < COSET_GROUP_PLACES * m->parts.n_axes; i++) {
		const unsigned p = place_of(m, group, i / m->parts.n_axes, i % m->parts.n_axes);
		for (unsigned depth = 0; depth <= m->at.base + 1; depth++)
			add_deeper(m, d, p, &m->level[depth].place[p], (depth <= m->at.base ? 2 : 1) * m->at.n_rows,
			           is_counted);
	}
}

/* Sorted by counting. */
static bool list_deeper(const struct making *m, uint32_t group, struct deeper *d)
{
	d->begin = calloc(d->n_sheets + 1, sizeof *d->begin);
	if (d->begin == NULL)
		return false;
	add_all_deeper(m, d, group, true);
	uint32_t n = 0;
	for (uint32_t i = 0; i <= d->n_sheets; i++) {
		const uint32_t n_here = d->begin[i];
		d->begin[i] = n;
		n += n_here;
	}
	d->of = malloc((n + 1) * sizeof *d->of);
	if (d->of == NULL)
		return false;
	add_all_deeper(m, d, group, false);
	for (uint32_t i = d->n_sheets; i > 0; i--)  /* each has become the next one's */
		d->begin[i] = d->begin[i - 1];
	d->begin[0] = 0;
	return true;
}

static inline void add_member(struct desk *desk, unsigned line, uint32_t member)
{
	const uint32_t n = desk->n_members[line]++;
	desk->member[line][n < MAX_LINE ? n : MAX_LINE - 1] = member;
}

/* One that may be there already, as near in another layer. */
static void add_deeper_member(struct desk *desk, unsigned line, uint32_t member)
{
	const uint32_t same = (1u << 24) - 1, n = desk->n_members[line] < MAX_LINE ? desk->n_members[line] : MAX_LINE;
	uint32_t i = desk->n_first[line];
	while (i < n && (desk->member[line][i] & same) != (member & same))
		i++;
	if (i >= n)
		add_member(desk, line, member);
	else if (desk->member[line][i] != member)
		desk->member[line][i] = (member & same) | (uint32_t)COSET_SYMBOL_ANY << 24;
}

/* The members that a word of marks tells of, for lines from number `line` on.  How many they are cannot be predicted: up to
 * AT_ONCE are written in any case, and only what counts is kept. */
static inline __attribute__((always_inline))
void list_word(uint64_t word, unsigned slot, unsigned line, unsigned bits, struct desk *desk)
{
	uint64_t has = bits == 1 ? word : (word | word >> 1 | word >> 2 | word >> 3) & UINT64_MAX / 15;
	do {
		for (unsigned k = 0; k < AT_ONCE; k++, has &= has - 1) {
			const unsigned at = (unsigned)__builtin_ctzll(has | UINT64_C(1) << (64 - bits)), to = line + at / bits;
			const unsigned symbol = bits == 1 ? 0 : (unsigned)(word >> at & 15) - 1;
			const uint32_t n = desk->n_members[to];
			desk->member[to][n < MAX_LINE ? n : MAX_LINE - 1] = coset_member(slot, 0, symbol);
			desk->n_members[to] = n + (has != 0);
		}
	} while (has != 0);
}

/* Those of a sheet. */
static inline __attribute__((always_inline))
void list_marks(const struct making *m, const uint64_t *sheet, unsigned bits, struct desk *desk)
{
	const unsigned row_words = SHEET_LINES * bits / 64;
	const size_t n_words = (size_t)m->n_slots * row_words;
	for (size_t begin = 0; begin < n_words; begin += STRETCH) {
		const unsigned n_here = n_words - begin < STRETCH ? (unsigned)(n_words - begin) : STRETCH;
		uint16_t number[STRETCH];
		unsigned n = 0;
		for (unsigned w = 0; w < n_here; w++) {
			number[n] = (uint16_t)w;
			n += sheet[begin + w] != 0;
		}
		for (unsigned i = 0; i < n; i++) {
			const size_t w = begin + number[i];
			list_word(sheet[w], (unsigned)(w / row_words), (unsigned)(w % row_words) * (64 / bits), bits, desk);
		}
	}
}

static void list_members(const struct making *m, const uint64_t *sheet, struct desk *desk)
{
	memset(desk->n_members, 0, sizeof desk->n_members);
	if (m->mark_bits == 1)
		list_marks(m, sheet, 1, desk);
	else
		list_marks(m, sheet, 4, desk);
	memcpy(desk->n_first, desk->n_members, sizeof desk->n_first);
}

/* A line that has too many members to be solved: those of the first test are given up. */
static void solve_deeper_only(uint32_t *member, uint32_t n, uint8_t *line)
{
	uint32_t n_kept = 0;
	for (uint32_t i = 0; i < n && i < MAX_LINE; i++) {
		member[n_kept] = member[i];
		n_kept += (member[i] >> 16 & 255) != 0;
	}
	const struct coset_batch batch = {.n_lines = 1, .stride = MAX_LINE, .member = member, .n = &n_kept};
	if (n <= MAX_LINE)  /* all of them are there */
		coset_solver_best()->solve(&batch, line);
	line[COSET_WIDTH_AT] |= COSET_DEEPER_ONLY;
}

static void solve_sheet(const struct making *m, uint32_t group, uint32_t sheet, const struct deeper *d, struct desk *desk)
{
	const uint32_t first = sheet * SHEET_LINES, n_lines = m->at.group_lines;
	list_members(m, sheet_of(m, group - m->begin, sheet), desk);
	for (uint32_t i = d->begin[sheet - d->first_sheet]; i < d->begin[sheet - d->first_sheet + 1]; i++)
		add_deeper_member(desk, d->of[i].line, d->of[i].member);
	const struct coset_batch batch = {
		.n_lines = n_lines - first < SHEET_LINES ? n_lines - first : SHEET_LINES,
		.stride = MAX_LINE, .member = desk->member[0], .n = desk->n_members,
	};
	uint8_t *const lines = m->lines + ((size_t)group * n_lines + first) * COSET_LINE_BYTES;
	coset_solver_best()->solve(&batch, lines);
	for (uint32_t i = 0; i < batch.n_lines; i++)
		if (lines[i * COSET_LINE_BYTES + COSET_WIDTH_AT] == 0)
			solve_deeper_only(desk->member[i], desk->n_members[i], lines + i * COSET_LINE_BYTES);
}

static void solve_lines(void *context, uint32_t task)
{
	struct making *const m = context;
	const uint32_t group = m->begin + task / m->group_tasks, part = task % m->group_tasks;
	const uint32_t first = part * m->n_sheets / m->group_tasks, end = (part + 1) * m->n_sheets / m->group_tasks;
	struct deeper deeper = {.first_sheet = first, .n_sheets = end - first};
	struct desk *const desk = take_desk(m);
	if (list_deeper(m, group, &deeper))
		for (uint32_t sheet = first; sheet < end; sheet++)
			solve_sheet(m, group, sheet, &deeper, desk);
	else
		atomic_store(&m->has_no_memory, true);
	free(deeper.of);
	free(deeper.begin);
	give_back(desk);
}

/* ---- windows ---- */
static size_t level_bytes(const struct making *m, unsigned depth)
{
	size_t n = 0;
	for (unsigned p = 0; p < coset_n_places(&m->parts); p++)
		n += coset_set_bytes(&m->level[depth].place[p]);
	return n;
}

static size_t group_bytes(const struct making *m)
{
	return (size_t)m->at.group_lines * COSET_LINE_BYTES;
}

static size_t bitmap_bytes(const struct making *m)
{
	return (size_t)m->n_sheets * m->n_slots * row_words(m) * sizeof *m->sheets;
}

/* Memory beside the table, for bitmaps and sets of the last level, or enough for one bitmap.  Some is lost between the sets
 * that come and go. */
static size_t memory_beside(const struct making *m)
{
	size_t taken = PROGRAM_BYTES + m->build->n_threads * (sizeof(struct desk) + 2 * place_bytes(m))
	               + m->copies.begin[COSET_CLASSES] * sizeof *m->copies.of;
	for (unsigned depth = 0; depth <= m->at.base; depth++)
		taken += level_bytes(m, depth);
	const size_t all = (size_t)pdb_builder_bytes(m->build->image->key) - m->build->image->size_bytes / 32;
	return all > taken + bitmap_bytes(m) ? all - taken : bitmap_bytes(m);
}

/* So many groups are work for all threads, if there is room for their bitmaps beside the sets. */
static uint32_t end_of_window(const struct making *m, size_t beside, size_t sets)
{
	const uint32_t n_left = m->n_groups - m->begin;
	uint32_t n = m->build->n_threads < n_left ? m->build->n_threads : n_left;
	while (n > 1 && n * bitmap_bytes(m) + sets > beside + (n_left - n) * group_bytes(m))
		n--;
	return m->begin + n;
}

/* @return false without memory */
static bool make_bitmaps(struct making *m, uint32_t n)
{
	if (n == m->n_bitmaps)
		return true;
	const size_t bytes = (n * bitmap_bytes(m) + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	free(m->sheets);
	m->sheets = aligned_alloc(HUGE_PAGE, bytes);
	m->n_bitmaps = m->sheets == NULL ? 0 : n;
	if (m->sheets != NULL)
		madvise(m->sheets, bytes, MADV_HUGEPAGE);
	return m->sheets != NULL;
}

static enum pdb_status make_window(struct making *m, double share)
{
	const uint32_t n = m->end - m->begin;
	enum pdb_status status = run_loop(m, n * COSET_GROUP_PLACES, keep_own_sets, 0);
	if (status == PDB_OK)
		status = run_loop(m, n * COSET_GROUP_PLACES, mark_place, 0.5 * share);
	if (status == PDB_OK)
		status = run_loop(m, n * m->group_tasks, solve_lines, 0.5 * share);
	return status;
}

/* Lines that are not yet made take no memory: sets of the last level have it meanwhile. */
static enum pdb_status make_windows(struct making *m, double share)
{
	const double growth = m->build->image->key.metric == METRIC_QTM ? 9 : 13.4;
	const size_t beside = memory_beside(m), expected = (size_t)(growth * (double)level_bytes(m, m->at.base));
	enum pdb_status status = PDB_OK;
	for (m->begin = 0; m->begin < m->n_groups && status == PDB_OK; m->begin = m->end) {
		m->end = end_of_window(m, beside, m->begin == 0 ? expected : m->taken);
		const size_t bitmaps = (m->end - m->begin) * bitmap_bytes(m);
		m->room = beside + (m->n_groups - m->end) * group_bytes(m) - bitmaps;
		if (m->begin == 0)
			status = run_loop(m, coset_n_places(&m->parts), keep_while_there_is_room, 0.1 * share);
		give_up_sets(m);
		if (status == PDB_OK && !make_bitmaps(m, m->end - m->begin))
			status = PDB_NO_MEMORY;
		if (status == PDB_OK)
			status = make_window(m, 0.9 * share * (m->end - m->begin) / m->n_groups);
	}
	return status;
}

/* ---- all ---- */
static bool make_desks(struct making *m)
{
	const unsigned n_threads = m->build->n_threads;
	m->level = calloc(m->at.base + 2, sizeof *m->level);
	m->desks = calloc(n_threads, sizeof *m->desks);
	bool has_memory = find_copies(m) && m->level != NULL && m->desks != NULL;
	for (unsigned i = 0; i < n_threads && has_memory; i++) {
		atomic_flag_clear(&m->desks[i].is_taken);
		m->desks[i].marks = aligned_alloc(64, place_bytes(m));
		has_memory = m->desks[i].marks != NULL && coset_desk_make(m->parts.flip_bits, &m->desks[i].coset);
	}
	return has_memory;
}

static void free_desks(struct making *m)
{
	for (unsigned i = 0; i < m->build->n_threads && m->desks != NULL; i++) {
		coset_desk_free(&m->desks[i].coset);
		free(m->desks[i].marks);
	}
	for (unsigned depth = 0; depth < m->at.base + 2 && m->level != NULL; depth++)
		coset_level_free(&m->level[depth]);
	free(m->sheets);
	free(m->copies.of);
	free(m->desks);
	free(m->level);
}

/* The solved cube's entries. */
static void begin_side_values(struct making *m)
{
	m->depth = 0;
	for (unsigned p = 0; p < coset_n_places(&m->parts); p++)
		lower_side_values(m, p, &m->level[0].place[p]);
}

static enum pdb_status make_all(struct making *m)
{
	const double share_of_base = 0.04;
	enum pdb_status status = PDB_OK;
	begin_side_values(m);
	for (m->depth = 1; m->depth <= m->at.base && status == PDB_OK; m->depth++)
		status = run_loop(m, coset_n_places(&m->parts), keep_place, share_of_base / m->at.base);
	return status == PDB_OK ? make_windows(m, 1 - share_of_base) : status;
}

/* Count the values of the sample as they are read. */
static void count_sample(const struct coset_lines *t, struct coset_shape shape, struct pdb_histogram *h)
{
	*h = (struct pdb_histogram){.max_depth = 0};
	for (uint64_t line = 0; line < coset_table_lines(shape); line += coset_sampled_one_in(shape)) {
		const uint64_t group = line / t->group_lines;
		for (unsigned slot = 0; slot < coset_line_slots(shape); slot++) {
			const uint64_t entry = group << 32 | (line % t->group_lines + slot * t->group_lines);
			for (unsigned layer = 0; layer < t->n_layers && coset_slot_is_counted(shape, line, slot); layer++)
				h->count[coset_lines_value(t, entry, layer)]++;
		}
	}
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++)
		if (h->count[d] != 0)
			h->max_depth = d;
}

enum pdb_status build_coset(const struct build *b)
{
	struct pdb_image *const image = b->image;
	const struct coset_shape shape = image->key.coordinate.coset;
	const struct coset_lines lines = pdb_lines(image->entries, image->key);
	coset_ways_init();
	struct making m = {
		.build = b, .shape = shape, .lines = image->entries + (lines.line - image->entries),
		.side = image->entries + (lines.side - image->entries), .at = coset_reader_of(&lines),
		.space = {&m.parts, b->moves}, .n_groups = lines.n_groups,
		.n_sheets = (shape.lines + SHEET_LINES - 1) / SHEET_LINES, .n_slots = coset_line_slots(shape),
		.place_slots = coset_place_slots(shape),
		.mark_bits = shape.has_layers ? 4 : 1,
		.group_tasks = b->n_threads > MIN_GROUP_TASKS ? b->n_threads : MIN_GROUP_TASKS,
	};
	m.place_words = ((size_t)m.place_slots * shape.lines + SHEET_LINES) * m.mark_bits / 64 + 2;
	coset_parts_fill(&m.parts, shape);
	memset(m.side, 0xFF, (size_t)(m.lines - m.side));
	enum pdb_status status = PDB_NO_MEMORY;
	if (make_desks(&m) && coset_level_first(&m.space, &m.level[0]))
		status = make_all(&m);
	free_desks(&m);
	if (status == PDB_OK)
		count_sample(&lines, shape, &image->histogram);
	return status;
}
