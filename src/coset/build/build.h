/* Inside the builder of the coset tables: what its parts share. */
#ifndef SUPERFLIP_COSET_BUILD_BUILD_H
#define SUPERFLIP_COSET_BUILD_BUILD_H
#include "coset/math/coset.h"
#include "pdb/build.h"
#include "coset/build/level.h"
#include "coset/filter/solve.h"

#include <assert.h>
#include <stdatomic.h>

enum {
	MAPPED_AT_ONCE = 256,           /* cosets */
	SHEET_LINES = 512,              /* lines whose marks are together, and that are solved together */
	/* Members kept of a line; with more, all pass.  An odd number of cache lines, so that lists are not all in one set of
	 * the cache. */
	MAX_LINE = 39 * 16,
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
	/* The window: groups begin to before end, and all their sheets. */
	uint32_t begin, end, n_with_sheets; /* the latter: groups that there are sheets for */
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

static inline struct seat seat_of(const struct making *m, unsigned p)
{
	const struct coset_place place = coset_place(&m->parts, p);
	const uint32_t slots_before = place.class / COSET_CLASS_GROUPS * coset_place_slots(m->shape);
	return (struct seat){
		place.class % COSET_CLASS_GROUPS * m->parts.n_parts + place.part, slots_before * m->shape.lines,
	};
}

/* Place number i of a group, of the axes' permutations one. */
static inline unsigned place_of(const struct making *m, uint32_t group, unsigned i, unsigned axes)
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

static inline struct desk *take_desk(const struct making *m)
{
	/* No more places are in work than there are threads.  Acquire meets the release of the thread before. */
	unsigned i = 0;
	while (atomic_flag_test_and_set_explicit(&m->desks[i].is_taken, memory_order_acquire))
		i = (i + 1) % m->build->n_threads;
	return &m->desks[i];
}

static inline void give_back(struct desk *desk)
{
	coset_desk_clear(&desk->coset);
	atomic_flag_clear_explicit(&desk->is_taken, memory_order_release);
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

/* With layers, the symbol of a coset whose place has these axes; without them it counts for nothing. */
static inline unsigned symbol_of(const struct making *m, unsigned axes, uint32_t coset)
{
	return m->parts.n_axes == 1 ? 0 : coset_symbol(axes, coset % (1 << COSET_LAYER_BITS));
}

/* Of a place, at the depth that is looked for. */
static inline struct coset_set *last_set(const struct making *m, unsigned p)
{
	return &m->level[m->depth].place[p];
}

/* ---- copies, copies.c ---- */
/** Find the ways to all copies.  @return false without memory */
bool making_find_copies(struct making *m);

/** Of up to MAPPED_AT_ONCE cosets of a place those stay that none of their copies is before, whatever the layers.
 * @return how many */
unsigned making_keep_least(const struct making *m, unsigned p, uint32_t *cosets, unsigned n);

/* ---- sets by depth, sets.c ---- */
/** The side values of the solved cube's cosets. */
void making_begin_side_values(struct making *m);

/** List what is at m->depth in a place.  @return false without memory */
bool making_find_place(const struct making *m, uint32_t p, struct coset_desk *desk);

/* Parts of loops (base/parallel.h); the context is the making. */
/** Keep the set of place p, up to the base, and lower its side values. */
void making_keep_place(void *context, uint32_t p);
/** Keep the last set of place p if there is room. */
void making_keep_while_there_is_room(void *context, uint32_t p);
/** Keep the last sets that the lines of the window's place number i need. */
void making_keep_own_sets(void *context, uint32_t i);

/** Give up last sets until the others have room. */
void making_give_up_sets(struct making *m);

/* ---- marks, marks.c ---- */
/** Mark what is near in the window's place number i, and deal the marks out to its group's sheets. */
void making_mark_place(void *context, uint32_t i);

/* ---- lines, lines.c ---- */
/** Make the lines of one of the tasks of the window's groups from the sheets. */
void making_solve_lines(void *context, uint32_t task);
#endif
