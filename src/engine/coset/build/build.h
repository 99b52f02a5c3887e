/* Inside the builder of coset tables: what its files share. */
#pragma once
#include "pdb/pdb.h"
#include "coset/build/level.h"
#include "coset/filter/solve.h"

#include <stdatomic.h>

enum {
	TILE_FILTER_BLOCKS = 512,              /* filter blocks whose bitmaps lie together and that are solved
	                                        * together */
	/* Members kept of a filter block; with more, all slots pass.  An odd number of cache lines, so that lists
	 * spread over the sets of the cache. */
	MAX_BLOCK_MEMBERS = 39 * 16,
};
static_assert((int)TILE_FILTER_BLOCKS <= (int)COSET_BATCH_FILTER_BLOCKS
                  && (int)MAX_BLOCK_MEMBERS >= (int)COSET_MAX_MEMBERS,
              "what a solver takes");

struct workspace {
	struct coset_workspace coset;
	uint64_t *bitmap;                    /* of one cell; an entry's bits begin at entry * bits_per_entry */
	/* Of one tile's filter blocks: */
	uint32_t member[TILE_FILTER_BLOCKS][MAX_BLOCK_MEMBERS];
	uint32_t n_members[TILE_FILTER_BLOCKS], n_first[TILE_FILTER_BLOCKS];  /* all; those for the first test */
};

struct coset_build {
	const struct build *build;
	struct coset_shape shape;
	unsigned metric;                    /* enum coset_metric */
	uint8_t *filter_blocks;             /* of the table */
	_Atomic uint8_t *side;
	struct coset_filter filter;         /* the table */
	struct coset_resolution resolution;
	uint32_t n_tiles, n_slots;          /* of a group; of a filter block */
	unsigned bits_per_entry;                 /* of an entry */
	size_t cell_words;                 /* of a cell's bitmap */
	struct coset_level *level;          /* by depth, up to base + 1; of the last one, not all cells may be
	                                     * kept */
	struct workspace *workspaces;                 /* one for each thread (parallel_thread()) */
	unsigned depth;                     /* of the cosets that are searched for */
	size_t capacity;                    /* bytes for sets of the last level, and for those that are kept */
	_Atomic size_t kept_bytes;
	/* The pass: groups begin to end - 1, and all their tiles. */
	uint32_t begin, end, n_with_tiles; /* the latter: groups that tiles are allocated for */
	uint64_t *tiles;                   /* slot by slot, bits_per_entry bits for each filter block */
	unsigned group_tasks;               /* tasks that solve its filter blocks */
	double share_done, share;           /* of the whole work: before this loop and in it */
	uint32_t n_steps;                   /* of the loop */
	_Atomic bool has_no_memory;
};

/* ---- cells ---- */
/* A cell's first entry: group << 32 | index within the group. */
static inline uint64_t first_entry(const struct coset_build *m, unsigned p)
{
	const struct coset_cell cell = coset_cell(&m->resolution, p);
	return coset_class_begin(&m->filter, cell.class) + ((uint64_t)cell.corner_coset << 32);
}

static inline uint32_t group_of(const struct coset_build *m, unsigned p)
{
	return (uint32_t)(first_entry(m, p) >> 32);
}

/* Block number i of a group, for one permutation of the axes. */
static inline unsigned cell_of(const struct coset_build *m, uint32_t group, unsigned i, unsigned axes)
{
	const unsigned n_corner_cosets = m->resolution.n_corner_cosets;
	const struct coset_cell cell = {group / n_corner_cosets + i * COSET_CLASS_GROUPS, group % n_corner_cosets,
	                                axes};
	return coset_cell_number(&m->resolution, cell);
}

/* Words of a tile's bitmap for one slot; and a tile's bitmap, group i of the pass. */
static inline unsigned slot_words(const struct coset_build *m)
{
	return TILE_FILTER_BLOCKS * m->bits_per_entry / 64;
}

static inline uint64_t *tile_of(const struct coset_build *m, uint32_t i, uint32_t tile)
{
	return m->tiles + ((size_t)i * m->n_tiles + tile) * m->n_slots * slot_words(m);
}

/* The table's entry of a coset, from its cell's begin on: the index without its subcoset bits. */
static inline uint32_t entry_of(const struct coset_build *m, uint32_t coset)
{
	return coset >> m->resolution.subcoset_bits;
}

/* Whether a cell's cosets are in bitmaps and side table: odd subcosets tell nothing that even ones do not. */
static inline bool is_recorded(const struct coset_build *m, unsigned p)
{
	return coset_tables.even_axes[coset_cell(&m->resolution, p).axes] != COSET_ODD_AXES;
}

/* The set of a cell at the depth that is searched for. */
static inline struct coset_set *last_set(const struct coset_build *m, unsigned p)
{
	return &m->level[m->depth].cell[p];
}

/* ---- sets by depth, sets.c ---- */
/** Set the side values of the solved cube's cosets. */
void build_begin_side_values(struct coset_build *m);

/** List the cosets of a cell at m->depth.  @return false without memory */
bool build_find_cell(const struct coset_build *m, uint32_t p, struct coset_workspace *workspace);

/* Bodies of loops (base/parallel.h); the context is the struct coset_build. */
/** Keep the set of cell p, up to the base, and lower its side values. */
void build_keep_cell(void *context, uint32_t p);
/** Keep the last set of cell p if there is capacity for it. */
void build_keep_if_it_fits(void *context, uint32_t p);
/** Keep the last sets that the filter blocks of the pass's cell number i need. */
void build_keep_own_sets(void *context, uint32_t i);

/** Free last sets until the others fit, first those that nothing needs any more. */
void build_evict_sets(struct coset_build *m);

/* ---- bitmaps, bitmap.c ---- */
/** Fill the bitmap of the pass's cell number i with what is below the cap, and scatter it over the tiles of
 * its group. */
void build_fill_bitmap(void *context, uint32_t i);

/* ---- filter blocks, filter_blocks.c ---- */
/** Make the filter blocks of one task of the pass's groups from the tiles. */
void build_solve_filter_blocks(void *context, uint32_t task);
