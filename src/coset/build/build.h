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
	TILE_FILTER_BLOCKS = 512,              /* lines whose marks are together, and that are solved together */
	/* Members kept of a line; with more, all pass.  An odd number of cache lines, so that lists are not all in one set of
	 * the cache. */
	MAX_BLOCK_MEMBERS = 39 * 16,
};
static_assert((int)TILE_FILTER_BLOCKS <= (int)COSET_BATCH_FILTER_BLOCKS && (int)MAX_BLOCK_MEMBERS >= (int)COSET_MAX_MEMBERS,
              "what a solver takes");

struct workspace {
	struct coset_workspace coset;
	uint64_t *bitmap;                    /* of one place: an entry's bits are those from entry * bits_per_entry on */
	/* Of one tile's lines: */
	uint32_t member[TILE_FILTER_BLOCKS][MAX_BLOCK_MEMBERS];
	uint32_t n_members[TILE_FILTER_BLOCKS], n_first[TILE_FILTER_BLOCKS];  /* all, and those for the first test */
	atomic_flag is_taken;
};

/* Ways from all cosets of a class to their copies. */
struct equivalents {
	unsigned begin[COSET_CLASSES + 1];
	struct equivalent {
		struct coset_map map;
		uint8_t corner_coset_map;               /* a row of parts.corner_coset_map */
	} *of;
};

struct coset_build {
	const struct build *build;
	struct coset_shape shape;
	uint8_t *filter_blocks, *side;              /* of the table */
	struct coset_reader at;             /* where its entries stand */
	struct coset_resolution resolution;
	struct coset_space space;           /* of these parts */
	uint32_t n_groups, n_tiles, n_slots, block_slots;  /* tiles of a group, slots of a line, and those of one place */
	unsigned bits_per_entry;                 /* of an entry */
	size_t block_words;                 /* of a place's marks */
	struct equivalents equivalents;
	struct coset_level *level;          /* by depth, up to the base and one more, of which not all places may be there */
	struct workspace *workspaces;                 /* one for each thread */
	unsigned depth;                     /* of the cosets that are looked for */
	size_t room;                        /* for what is kept of the last level: bytes, and how many are taken */
	_Atomic size_t taken;
	/* The pass: groups begin to before end, and all their tiles. */
	uint32_t begin, end, n_with_tiles; /* the latter: groups that there are tiles for */
	uint64_t *tiles;                   /* each slot by slot, a line's marks in every bits_per_entry bits */
	unsigned group_tasks;               /* in which its lines are solved */
	double share_done, share;           /* of the whole work: before this loop and in it */
	uint32_t n_steps;                   /* of the loop */
	_Atomic bool has_no_memory;
};

/* ---- places ---- */
/* A place among those of its group. */
struct offset {
	unsigned group;
	uint32_t begin;                     /* of its entries */
};

static inline struct offset offset_of_block(const struct coset_build *m, unsigned p)
{
	const struct coset_block block = coset_block(&m->resolution, p);
	const uint32_t slots_before = block.class / COSET_CLASS_GROUPS * coset_block_slots(m->shape);
	return (struct offset){
		block.class % COSET_CLASS_GROUPS * m->resolution.n_corner_cosets + block.corner_coset,
			slots_before * m->shape.filter_blocks,
	};
}

/* Place number i of a group, of the axes' permutations one. */
static inline unsigned block_of(const struct coset_build *m, uint32_t group, unsigned i, unsigned axes)
{
	const unsigned n_corner_cosets = m->resolution.n_corner_cosets;
	const struct coset_block block = {group / n_corner_cosets + i * COSET_CLASS_GROUPS, group % n_corner_cosets, axes};
	return coset_block_number(&m->resolution, block);
}

/* Words of a tile's marks for one slot; and where its marks are, of number i of the pass's groups. */
static inline unsigned slot_words(const struct coset_build *m)
{
	return TILE_FILTER_BLOCKS * m->bits_per_entry / 64;
}

static inline uint64_t *tile_of(const struct coset_build *m, uint32_t i, uint32_t tile)
{
	return m->tiles + ((size_t)i * m->n_tiles + tile) * m->n_slots * slot_words(m);
}

static inline struct workspace *take_workspace(const struct coset_build *m)
{
	/* No more places are in work than there are threads.  Acquire meets the release of the thread before. */
	unsigned i = 0;
	while (atomic_flag_test_and_set_explicit(&m->workspaces[i].is_taken, memory_order_acquire))
		i = (i + 1) % m->build->n_threads;
	return &m->workspaces[i];
}

static inline void give_back(struct workspace *workspace)
{
	coset_workspace_clear(&workspace->coset);
	atomic_flag_clear_explicit(&workspace->is_taken, memory_order_release);
}

/* Without what tells subcosets apart: the table's entry, from its place's begin on. */
static inline uint32_t entry_of(const struct coset_build *m, uint32_t coset)
{
	return coset >> m->resolution.subcoset_bits;
}

/* Odd subcosets tell nothing that an even one does not. */
static inline bool is_marked(const struct coset_build *m, unsigned p)
{
	return !coset_block_is_odd(&m->resolution, p);
}

/* With subcosets, the label of a coset whose place has these axes; without them it counts for nothing. */
static inline unsigned label_of(const struct coset_build *m, unsigned axes, uint32_t coset)
{
	return m->resolution.n_axes == 1 ? 0 : coset_label(axes, coset % (1 << COSET_SUBCOSET_BITS));
}

/* Of a place, at the depth that is looked for. */
static inline struct coset_set *last_set(const struct coset_build *m, unsigned p)
{
	return &m->level[m->depth].block[p];
}

/* ---- copies, copies.c ---- */
/** Find the ways to all copies.  @return false without memory */
bool build_find_equivalents(struct coset_build *m);

/** Of up to MAPPED_AT_ONCE cosets of a place those stay that none of their copies is before, whatever the subcosets.
 * @return how many */
unsigned build_keep_canonical(const struct coset_build *m, unsigned p, uint32_t *cosets, unsigned n);

/* ---- sets by depth, sets.c ---- */
/** The side values of the solved cube's cosets. */
void build_begin_side_values(struct coset_build *m);

/** List what is at m->depth in a place.  @return false without memory */
bool build_find_block(const struct coset_build *m, uint32_t p, struct coset_workspace *workspace);

/* Parts of loops (base/parallel.h); the context is the making. */
/** Keep the set of place p, up to the base, and lower its side values. */
void build_keep_block(void *context, uint32_t p);
/** Keep the last set of place p if there is room. */
void build_keep_while_there_is_room(void *context, uint32_t p);
/** Keep the last sets that the lines of the pass's place number i need. */
void build_keep_own_sets(void *context, uint32_t i);

/** Give up last sets until the others have room. */
void build_give_up_sets(struct coset_build *m);

/* ---- marks, marks.c ---- */
/** Mark what is near in the pass's place number i, and deal the marks out to its group's tiles. */
void build_mark_block(void *context, uint32_t i);

/* ---- lines, lines.c ---- */
/** Make the lines of one of the tasks of the pass's groups from the tiles. */
void build_solve_filter_blocks(void *context, uint32_t task);
#endif
