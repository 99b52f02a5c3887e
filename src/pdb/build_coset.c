/* The table of the slice-free cosets: cut off at a cap, so only what is nearer than the cap is looked for.
 *
 * Breadth-first search over the cosets themselves: those of one place are a set of indices, and all of a set goes one way
 * by one map.  The sets up to depth cap - 3, the base, are kept; what is nearer than the cap has 13 times 13 times as many
 * cosets, too many to be kept.  So the table is made window by window, of as many groups of places as there is memory
 * for: unless they fit, too, the sets of depth cap - 2 are found once more, those of the window are kept, and the
 * window's part of depth cap - 1, their children, is marked in bitmaps with a bit for every slot of every line.  From
 * these come the members of each line (pdb/coset_solve.h).  The lines of later windows are memory for bitmaps until then.
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
#include <endian.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
	BLOCK = 256,                    /* cosets mapped at once */
	SHEET_LINES = 512,              /* lines whose bitmaps are together, and that are solved together */
	GROUP_TASKS = 4,                /* in which the lines of a group are solved */
	/* Members kept of a line; with more, all pass.  An odd number of cache lines, so that lists are not all in one set of
	 * the cache. */
	MAX_LINE = 39 * 16,
	HUGE_PAGE = 2 << 20,
	PROGRAM_BYTES = 12 << 20,       /* the program itself, its tables of symmetries and maps */
};
static_assert((int)SHEET_LINES <= (int)COSET_BATCH_LINES && (int)MAX_LINE >= (int)COSET_MAX_MEMBERS, "what a solver takes");

struct desk {
	struct coset_desk coset;
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
	uint32_t n_groups, n_sheets, n_slots;  /* sheets of a group, slots of a line */
	uint32_t row_bytes;                 /* of a sheet: marks of each line for one slot */
	struct copies copies;
	struct coset_level *level;          /* by depth up to the base; one more, perhaps only of the window's places */
	bool keeps_all;                     /* of that one, too */
	struct desk *desks;                 /* one for each thread */
	unsigned depth;                     /* of the cosets that are looked for */
	/* The window: groups begin to before end. */
	uint32_t begin, end;
	uint8_t **bitmap;                   /* by group */
	uint8_t *beside;                    /* room for bitmaps beside the table, */
	uint32_t n_beside;                  /* so many */
	pthread_mutex_t *locks;             /* of the bitmaps, one for each place; the first one's for all axes */
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

/* The places of a group, and number i of them. */
static unsigned n_places_of_group(const struct making *m)
{
	return COSET_GROUP_PLACES * m->parts.n_axes;
}

static unsigned place_of(const struct making *m, uint32_t group, unsigned i)
{
	const unsigned n_parts = m->parts.n_parts, n_axes = m->parts.n_axes;
	const struct coset_place place = {
		group / n_parts + i / n_axes * COSET_CLASS_GROUPS, group % n_parts, i % n_axes,
	};
	return coset_place_number(&m->parts, place);
}

static bool is_in_window(const struct making *m, unsigned p)
{
	const uint32_t group = seat_of(m, p).group;
	return group >= m->begin && group < m->end;
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

static inline size_t bitmap_bytes(const struct making *m)
{
	return (size_t)m->n_sheets * m->n_slots * m->row_bytes;
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

/* Up to BLOCK of a list, or what a map makes of them, and of these the least. */
static unsigned read_least(const struct making *m, unsigned p, const uint32_t *cosets, unsigned n,
                           const struct coset_map *map, uint32_t *out)
{
	if (map != NULL)
		coset_mapper_best()->map(map, cosets, n, out);
	else
		memcpy(out, cosets, n * sizeof *out);
	return keep_least(m, p, out, n);
}

/* The same of a set, from coset `begin` on. */
static unsigned read_least_of_set(const struct making *m, unsigned p, const struct coset_set *set, uint32_t begin,
                                  uint32_t *out)
{
	const unsigned n = set->n - begin < BLOCK ? set->n - begin : BLOCK;
	coset_set_read(set, begin, n, out);
	return keep_least(m, p, out, n);
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
	for (uint32_t done = 0; done < set->n; done += BLOCK) {
		uint32_t cosets[BLOCK];
		const unsigned n = read_least_of_set(m, p, set, done, cosets);
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
	if (!find_place(m, p, &desk->coset) || !coset_level_keep(&m->level[m->depth], p, &desk->coset))
		atomic_store(&m->has_no_memory, true);
	else if (m->depth <= m->at.base)
		lower_side_values(m, p, &m->level[m->depth].place[p]);
	give_back(desk);
}

/* ---- the window's bitmaps ---- */
/* With layers, the symbol of a coset whose place has these axes; without them it counts for nothing. */
static inline unsigned symbol_of(const struct making *m, unsigned axes, uint32_t coset)
{
	return m->parts.n_axes == 1 ? 0 : coset_symbol(axes, coset % (1 << COSET_LAYER_BITS));
}

/* Where some entries of a group stand in its bitmap. */
struct located {
	unsigned n;
	size_t byte[BLOCK];
	uint8_t mark[BLOCK], mask[BLOCK];   /* a mark, and all that may be there */
};

/* `axes` is their place's. */
static void locate(const struct making *m, uint32_t begin, unsigned axes, const uint8_t *bitmap, const uint32_t *cosets,
                   unsigned n, struct located *out)
{
	const uint32_t n_slots = m->n_slots, row_bytes = m->row_bytes;
	const unsigned in_byte = SHEET_LINES / row_bytes;
	for (unsigned i = 0; i < n; i++) {
		const struct spot s = spot_of(m, begin + entry_of(m, cosets[i]));
		const uint32_t row = s.line / SHEET_LINES * n_slots + s.slot, in_row = s.line % SHEET_LINES;
		const unsigned shift = in_row % in_byte * (8 / in_byte);
		const unsigned mark = 1 + symbol_of(m, axes, cosets[i]);
		out->byte[i] = (size_t)row * row_bytes + in_row / in_byte;
		out->mark[i] = (uint8_t)(mark << shift);
		out->mask[i] = (uint8_t)(((1u << 8 / in_byte) - 1) << shift);
	}
	for (unsigned i = 0; i < n; i++)
		__builtin_prefetch(bitmap + out->byte[i], 1);
	out->n = n;
}

static void mark_located(const struct making *m, uint8_t *bitmap, const struct located *l)
{
	if (m->parts.n_axes == 1) {
		for (unsigned i = 0; i < l->n; i++)
			bitmap[l->byte[i]] |= l->mark[i];
		return;
	}
	for (unsigned i = 0; i < l->n; i++) {
		const uint8_t old = bitmap[l->byte[i]], here = old & l->mask[i], any = (COSET_SYMBOL_ANY + 1) * 0x11 & l->mask[i];
		const uint8_t new = here == 0 || here == l->mark[i] ? l->mark[i] : any;
		bitmap[l->byte[i]] = (uint8_t)((old & ~l->mask[i]) | new);
	}
}

/* Mark cosets of a place, or what a map makes of cosets. */
static void mark(const struct making *m, unsigned p, const uint32_t *cosets, uint32_t n, const struct coset_map *map)
{
	const struct seat seat = seat_of(m, p);
	const unsigned axes = coset_place(&m->parts, p).axes;
	uint8_t *const bitmap = m->bitmap[seat.group];
	struct located block[2];
	unsigned newest = 0;
	block[1].n = 0;
	if (!is_marked(m, p))
		return;
	pthread_mutex_lock(&m->locks[p - axes]);
	for (uint32_t begin = 0; begin < n || block[newest ^ 1].n != 0; begin += BLOCK, newest ^= 1) {
		uint32_t here[BLOCK];
		const unsigned n_left = begin >= n ? 0 : n - begin < BLOCK ? n - begin : BLOCK;
		const unsigned n_here = n_left == 0 ? 0 : read_least(m, p, cosets + begin, n_left, map, here);
		locate(m, seat.begin, axes, bitmap, here, n_here, &block[newest]);
		mark_located(m, bitmap, &block[newest ^ 1]);  /* while those are on their way */
	}
	pthread_mutex_unlock(&m->locks[p - axes]);
}

/* Mark a kept set. */
static void mark_set(const struct making *m, unsigned p, const struct coset_set *set)
{
	uint32_t cosets[BLOCK];
	for (uint32_t begin = 0; begin < set->n; begin += BLOCK) {
		const unsigned n = set->n - begin < BLOCK ? set->n - begin : BLOCK;
		coset_set_read(set, begin, n, cosets);
		mark(m, p, cosets, n, NULL);
	}
}

static bool leads_into_window(const struct making *m, const struct coset_way *way, unsigned p)
{
	return coset_way_is_step(&m->space, way) && is_in_window(m, coset_place_after(&m->parts, way, p));
}

static bool place_matters(const struct making *m, unsigned p)
{
	const unsigned class = coset_place(&m->parts, p).class;
	bool matters = is_in_window(m, p);
	for (unsigned i = coset_ways.begin_from[class]; i < coset_ways.begin_from[class + 1] && !matters; i++)
		matters = leads_into_window(m, &coset_ways.by_from[i], p);
	return matters;
}

static void mark_children(const struct making *m, unsigned p, const struct coset_desk *desk)
{
	const unsigned class = coset_place(&m->parts, p).class;
	for (unsigned i = coset_ways.begin_from[class]; i < coset_ways.begin_from[class + 1]; i++) {
		const struct coset_way *const way = &coset_ways.by_from[i];
		struct coset_map map;
		if (!leads_into_window(m, way, p))
			continue;
		coset_map_fill(&map, way, m->parts.flip_bits);
		mark(m, coset_place_after(&m->parts, way, p), desk->found, desk->n_found, &map);
	}
}

static void mark_place(void *context, uint32_t p)
{
	struct making *const m = context;
	if (!place_matters(m, p))
		return;
	struct desk *const desk = take_desk(m);
	struct coset_set *const kept = &m->level[m->depth].place[p];
	bool has_memory = m->keeps_all ? coset_level_list(kept, &desk->coset) : find_place(m, p, &desk->coset);
	if (has_memory)
		mark_children(m, p, &desk->coset);
	if (has_memory && is_in_window(m, p)) {
		mark(m, p, desk->coset.found, desk->coset.n_found, NULL);
		has_memory = m->keeps_all || coset_level_keep(&m->level[m->depth], p, &desk->coset);
		for (unsigned depth = 0; depth <= m->at.base; depth++)
			mark_set(m, p, &m->level[depth].place[p]);
	}
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
	for (uint32_t done = 0; done < set->n; done += BLOCK) {
		const unsigned n = read_least_of_set(m, p, set, done, cosets);
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
	for (unsigned i = 0; i < n_places_of_group(m); i++) {
		const unsigned p = place_of(m, group, i);
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

/* Marks of one row, one bit each or four. */
static void list_row(const struct making *m, const uint8_t *row, unsigned slot, struct desk *desk)
{
	const unsigned bits = m->row_bytes * 8 / SHEET_LINES;
	const uint64_t low_bits = bits == 1 ? UINT64_MAX : UINT64_MAX / 15;
	for (unsigned w = 0; w < m->row_bytes / 8; w++) {
		uint64_t marks;
		memcpy(&marks, row + 8 * w, sizeof marks);
		marks = le64toh(marks);
		uint64_t has = bits == 1 ? marks : (marks | marks >> 1 | marks >> 2 | marks >> 3) & low_bits;
		for (; has != 0; has &= has - 1) {
			const unsigned at = (unsigned)__builtin_ctzll(has), symbol = bits == 1 ? 0 : (unsigned)(marks >> at & 15) - 1;
			add_member(desk, (64 * w + at) / bits, coset_member(slot, 0, symbol));
		}
	}
}

static void list_members(const struct making *m, const uint8_t *sheet, struct desk *desk)
{
	memset(desk->n_members, 0, sizeof desk->n_members);
	for (unsigned slot = 0; slot < m->n_slots; slot++, sheet += m->row_bytes)
		list_row(m, sheet, slot, desk);
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
	list_members(m, m->bitmap[group] + (size_t)sheet * m->n_slots * m->row_bytes, desk);
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
	const uint32_t group = m->begin + task / GROUP_TASKS, part = task % GROUP_TASKS;
	const uint32_t first = part * m->n_sheets / GROUP_TASKS, end = (part + 1) * m->n_sheets / GROUP_TASKS;
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
		n += m->level[depth].place[p].n;
	return n * COSET_PACKED_BYTES;
}

/* Memory for windows beside the table: what is left of a quarter of it, or enough for one bitmap.  Some is lost between
 * the sets that come and go. */
static size_t memory_beside(const struct making *m)
{
	size_t taken = PROGRAM_BYTES + m->build->n_threads * sizeof(struct desk)
	               + m->copies.begin[COSET_CLASSES] * sizeof *m->copies.of;
	for (unsigned depth = 0; depth <= m->at.base + 1; depth++)
		taken += level_bytes(m, depth);
	const size_t table = m->build->image->size_bytes, quarter = table / 4 - table / 32;
	return quarter > taken + bitmap_bytes(m) ? quarter - taken : bitmap_bytes(m);
}

static size_t group_bytes(const struct making *m)
{
	return (size_t)m->at.group_lines * COSET_LINE_BYTES;
}

/* Bitmaps that fit into the lines behind a group. */
static uint32_t n_bitmaps_behind(const struct making *m, uint32_t group)
{
	return (uint32_t)((m->n_groups - group) * group_bytes(m) / bitmap_bytes(m));
}

/* The end of a window: its bitmaps and what is kept of its places fit, or it is one group. */
static uint32_t end_of_window(const struct making *m, uint32_t begin, size_t beside, double growth)
{
	const double kept = m->keeps_all ? 0 : growth * (double)level_bytes(m, m->at.base) / m->n_groups;  /* of a group */
	uint32_t end = begin + 1;
	while (end < m->n_groups) {
		const uint32_t n = end + 1 - begin, n_behind = n_bitmaps_behind(m, end + 1);
		const double bitmaps = n > n_behind ? (double)(n - n_behind) * (double)bitmap_bytes(m) : 0;
		if (bitmaps + n * kept > (double)beside)
			break;
		end++;
	}
	return end;
}

static void clear_bitmap(void *context, uint32_t i)
{
	const struct making *const m = context;
	memset(m->bitmap[m->begin + i], 0, bitmap_bytes(m));
}

/* Room for more bitmaps beside the table: what was in it is lost.  @return false without memory */
static bool make_room_beside(struct making *m, uint32_t n)
{
	if (n <= m->n_beside)
		return true;
	const size_t bytes = (n * bitmap_bytes(m) + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	free(m->beside);
	m->beside = aligned_alloc(HUGE_PAGE, bytes);
	m->n_beside = m->beside == NULL ? 0 : n;
	if (m->beside != NULL)
		madvise(m->beside, bytes, MADV_HUGEPAGE);
	return m->beside != NULL;
}

/* What sets that came and went have left between others goes back to the system: 8 MB of coset-300m. */
static void release_holes(void)
{
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

static enum pdb_status make_window(struct making *m, double share)
{
	const uint32_t n = m->end - m->begin, n_behind = n_bitmaps_behind(m, m->end);
	if (n > n_behind && !make_room_beside(m, n - n_behind))
		return PDB_NO_MEMORY;
	for (uint32_t i = 0; i < n; i++)
		m->bitmap[m->begin + i] = i < n_behind ? m->lines + m->end * group_bytes(m) + i * bitmap_bytes(m)
		                                       : m->beside + (i - n_behind) * bitmap_bytes(m);
	enum pdb_status status = run_loop(m, n, clear_bitmap, 0.02 * share);
	if (status == PDB_OK)
		status = run_loop(m, coset_n_places(&m->parts), mark_place, 0.48 * share);
	if (status == PDB_OK)
		status = run_loop(m, n * GROUP_TASKS, solve_lines, 0.5 * share);
	if (!m->keeps_all)
		coset_level_free(&m->level[m->depth]);
	release_holes();
	return status;
}

static enum pdb_status make_windows(struct making *m, double share, double growth)
{
	const size_t beside = memory_beside(m);
	enum pdb_status status = PDB_OK;
	for (m->begin = 0; m->begin < m->n_groups && status == PDB_OK; m->begin = m->end) {
		m->end = end_of_window(m, m->begin, beside, growth);
		status = make_window(m, share * (m->end - m->begin) / m->n_groups);
	}
	return status;
}

/* ---- all ---- */
static bool make_desks(struct making *m)
{
	const unsigned n_threads = m->build->n_threads, n_places = coset_n_places(&m->parts);
	m->locks = malloc(n_places * sizeof *m->locks);
	m->bitmap = calloc(m->n_groups, sizeof *m->bitmap);
	m->level = calloc(m->at.base + 2, sizeof *m->level);
	m->desks = calloc(n_threads, sizeof *m->desks);
	bool has_memory = find_copies(m) && m->locks != NULL && m->bitmap != NULL && m->level != NULL && m->desks != NULL;
	for (unsigned i = 0; i < n_places && has_memory; i++)
		pthread_mutex_init(&m->locks[i], NULL);  /* which cannot fail here, and need not be destroyed */
	for (unsigned i = 0; i < n_threads && has_memory; i++) {
		atomic_flag_clear(&m->desks[i].is_taken);
		has_memory = coset_desk_make(m->parts.flip_bits, &m->desks[i].coset);
	}
	return has_memory;
}

static void free_desks(struct making *m)
{
	for (unsigned i = 0; i < m->build->n_threads && m->desks != NULL; i++)
		coset_desk_free(&m->desks[i].coset);
	for (unsigned depth = 0; depth < m->at.base + 2 && m->level != NULL; depth++)
		coset_level_free(&m->level[depth]);
	free(m->beside);
	free(m->copies.of);
	free(m->desks);
	free(m->level);
	free(m->bitmap);
	free(m->locks);
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
	const double growth = m->build->image->key.metric == METRIC_QTM ? 9 : 13.4, share_of_base = 0.04;
	enum pdb_status status = PDB_OK;
	begin_side_values(m);
	for (m->depth = 1; m->depth <= m->at.base && status == PDB_OK; m->depth++)
		status = run_loop(m, coset_n_places(&m->parts), keep_place, share_of_base / m->at.base);
	m->keeps_all = growth * (double)level_bytes(m, m->at.base) < (double)memory_beside(m) / 3;
	if (status == PDB_OK && m->keeps_all)
		status = run_loop(m, coset_n_places(&m->parts), keep_place, 0);
	return status == PDB_OK ? make_windows(m, 1 - share_of_base, growth) : status;
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
		.row_bytes = SHEET_LINES * (shape.has_layers ? 4 : 1) / 8,
	};
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
