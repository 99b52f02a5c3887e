/* The builder of the slice-free coset tables.  A table is cut off at a cap, so only entries below the cap are
 * searched for.
 *
 * The search is breadth-first over the cosets themselves.  The cosets of one cell and depth are a set of
 * indices, and one map takes all of a set to the next cell.  Sets up to depth cap - 2 are kept, in about
 * eleven bits a coset; the entries below the cap are 13 times as many, too many to keep.  The filter blocks
 * are therefore made in passes over a few groups.  In a pass each cell of these groups has a bitmap of the
 * sets and of the images of all sets of depth cap - 2 in this cell; it stays in the caches while it is
 * filled.  The members of each filter block are read off the bitmaps (coset/filter/solve.h).
 *
 * The sets of depth cap - 2 lie in memory that finished filter blocks will need.  When these come near, some
 * sets are freed and recomputed for each map that starts there.
 *
 * This file has the passes and the driver; sets, bitmaps and filter blocks are in files of their own.
 *
 * Sets hold all equivalent indices of a coset; the table stores the canonical one.
 *
 * With subcosets (coset/filter/filter.h) the search is over the cosets of the smallest group: sets keep all
 * flips, and each permutation of the axes has cells of its own.  The bitmap then holds a label of four bits
 * an entry instead of one bit; odd subcosets set no bits. */
#include "coset/build/build.h"

#include "coset/build/build_coset.h"
#include "base/memory.h"

enum {
	MIN_GROUP_TASKS = 4,            /* tasks that solve the filter blocks of a group */
	PROGRAM_BYTES = 10 << 20,       /* the program, its symmetry tables and maps */
	LOST_BYTES = 16 << 20, LOST_WHEN_SHORT = 32 << 20,  /* at least: fragmentation by sets that come and go,
	                                                     * lists */
};

/* ---- memory ---- */
static const uint64_t mebibyte = 1 << 20;

bool coset_builder_is_short_of_memory(struct coset_shape shape, unsigned metric)
{
	return coset_table_bytes(shape, metric) / 4 < (shape.has_subcosets ? 256 : 64) * mebibyte;
}

uint64_t coset_builder_bytes(struct coset_shape shape, unsigned metric, unsigned n_threads)
{
	/* Move tables and lists; the tiles of one group; a workspace for each thread. */
	enum { USUAL_THREADS = 2 };
	const uint64_t least = (shape.has_subcosets ? 352 : 88) * mebibyte,
		of_a_thread = (shape.has_subcosets ? 24 : 10) * mebibyte;
	const uint64_t usual = coset_builder_is_short_of_memory(shape, metric) ? least
		: coset_table_bytes(shape, metric) / 4;
	return usual + (n_threads > USUAL_THREADS ? n_threads - USUAL_THREADS : 0) * of_a_thread;
}

/* ---- loops ---- */
static bool goes_on(void *context, uint32_t n_begun)
{
	const struct coset_build *const m = context;
	const double share = m->share_done + m->share * n_begun / m->n_steps;
	return !atomic_load(&m->has_no_memory) &&
	       build_goes_on(m->build, (uint64_t)(share * (double)m->build->image->n_entries));
}

/* A loop that is a given share of the whole work. */
static enum status run_loop(struct coset_build *m, uint32_t n_steps, parallel_chunk *step,
                            double share)
{
	m->n_steps = n_steps;
	m->share = share;
	const bool is_done = parallel_for_watched(m->build->n_threads, n_steps, step, m, goes_on, m);
	m->share_done += share;
	return atomic_load(&m->has_no_memory) ? STATUS_NO_MEMORY : is_done ? STATUS_OK : STATUS_INTERRUPTED;
}

/* ---- passes ---- */
static size_t cell_bytes(const struct coset_build *m)
{
	return (m->cell_words * sizeof(uint64_t) + 63) / 64 * 64;
}

static size_t level_bytes(const struct coset_build *m, unsigned depth)
{
	size_t n = 0;
	items_foreach(set, m->level[depth].cell, coset_n_cells(&m->resolution))
		n += coset_set_bytes(set);
	return n;
}

static size_t group_bytes(const struct coset_build *m)
{
	return (size_t)m->filter.group_filter_blocks * COSET_FILTER_BLOCK_BYTES;
}

static size_t tiles_bytes(const struct coset_build *m)
{
	return (size_t)m->n_tiles * m->n_slots * slot_words(m) * sizeof *m->tiles;
}

/* Memory beside the table for tiles and for sets of the last level; at least that for the tiles of one
 * group. */
static size_t memory_beside(const struct coset_build *m)
{
	size_t taken = PROGRAM_BYTES + m->build->n_threads * (sizeof(struct workspace) + 2 * cell_bytes(m));
	for (unsigned depth = 0; depth <= m->filter.base; depth++)
		taken += level_bytes(m, depth);
	const size_t share = m->build->image->size_bytes / 32, least = share > LOST_BYTES ? share : LOST_BYTES;
	const size_t lost = coset_builder_is_short_of_memory(m->shape, m->metric) ? LOST_WHEN_SHORT : least;
	const size_t all = (size_t)coset_builder_bytes(m->shape, m->metric, m->build->n_threads) - lost;
	return all > taken + tiles_bytes(m) ? all - taken : tiles_bytes(m);
}

static enum status run_pass(struct coset_build *m, double share)
{
	const uint32_t n = m->end - m->begin;
	/* At least two tasks for each thread.  Each task reads all sets of its group, so there are no more
	 * than needed. */
	const unsigned enough = (2 * m->build->n_threads + n - 1) / n;
	const unsigned tasks = enough > MIN_GROUP_TASKS ? enough : MIN_GROUP_TASKS;
	m->group_tasks = tasks < m->n_tiles ? tasks : m->n_tiles;
	enum status status = run_loop(m, n * COSET_GROUP_CELLS, build_keep_own_sets, 0);
	if (status == STATUS_OK)
		status = run_loop(m, n * COSET_GROUP_CELLS, build_fill_bitmap, 0.5 * share);
	if (status == STATUS_OK)
		status = run_loop(m, n * m->group_tasks, build_solve_filter_blocks, 0.5 * share);
	return status;
}

/* A pass takes as many groups as there are threads, if their tiles fit beside the sets.  Filter blocks not
 * yet made take no memory; sets of the last level use it meanwhile. */
static enum status run_passes(struct coset_build *m, double share)
{
	static const double growths[N_COSET_METRICS] = {13.4, 9, 17, 26};  /* of cosets; bytes grow slightly
	                                                                    * less */
	const double growth = growths[m->metric];
	const size_t beside = memory_beside(m),
				 expected = (size_t)(growth * (double)level_bytes(m, m->filter.base));
	enum status status = STATUS_OK;
	m->kept_bytes = 0;  /* what was counted before stays */
	for (m->begin = 0; m->begin < m->filter.n_groups && status == STATUS_OK; m->begin = m->end) {
		const size_t sets = m->begin == 0 ? expected : m->kept_bytes;
		const uint32_t n_left = m->filter.n_groups - m->begin;
		uint32_t n = m->build->n_threads < n_left ? m->build->n_threads : n_left;
		while (n > 1 && n * tiles_bytes(m) + sets > beside + (n_left - n) * group_bytes(m))
			n--;
		const size_t tiles = n * tiles_bytes(m);
		m->end = m->begin + n;
		m->capacity = beside + (n_left - n) * group_bytes(m) - tiles;
		if (m->begin == 0)
			status = run_loop(m, coset_n_cells(&m->resolution), build_keep_if_it_fits, 0.1 * share);
		build_evict_sets(m);
		if (status == STATUS_OK && n != m->n_with_tiles) {
			free(m->tiles);
			m->n_with_tiles = n;
			m->tiles = memory_alloc_huge(tiles);
			status = m->tiles == NULL ? STATUS_NO_MEMORY : STATUS_OK;
		}
		if (status == STATUS_OK)
			status = run_pass(m, 0.9 * share * n / m->filter.n_groups);
	}
	return status;
}

/* ---- all ---- */
static bool make_workspaces(struct coset_build *m)
{
	const unsigned n_threads = m->build->n_threads;
	m->level = calloc(m->filter.base + 2, sizeof *m->level);
	m->workspaces = calloc(n_threads, sizeof *m->workspaces);
	bool has_memory = m->level != NULL && m->workspaces != NULL;
	for (unsigned i = 0; i < n_threads && has_memory; i++) {
		m->workspaces[i].bitmap = aligned_alloc(64, cell_bytes(m));
		has_memory = m->workspaces[i].bitmap != NULL
		             && coset_workspace_make(m->resolution.flip_bits, &m->workspaces[i].coset);
	}
	return has_memory;
}

enum status build_coset(const struct build *b, struct coset_shape shape, unsigned metric)
{
	struct pdb *const image = b->image;
	const struct coset_filter filter = coset_filter_of(image->entries, shape, metric);
	coset_transitions_init();
	struct coset_build m = {
		.build = b, .shape = shape, .metric = metric,
		.side = (_Atomic uint8_t *)image->entries,
		.filter_blocks = image->entries + (filter.filter_block - filter.side),
		.filter = filter,
		.resolution = coset_resolution_of(shape, coset_steps(metric)),
		.n_tiles = (shape.filter_blocks + TILE_FILTER_BLOCKS - 1) / TILE_FILTER_BLOCKS,
		.n_slots = coset_filter_block_slots(shape),
		.bits_per_entry = shape.has_subcosets ? 4 : 1,
	};
	m.cell_words = ((size_t)filter.cell_slots * shape.filter_blocks + TILE_FILTER_BLOCKS) * m.bits_per_entry / 64 + 2;
	memset(image->entries, 0xFF, (size_t)(m.filter_blocks - image->entries));
	enum status status = STATUS_NO_MEMORY;
	if (make_workspaces(&m) && coset_level_first(&m.resolution, &m.workspaces->coset, &m.level[0])) {
		const double share_of_base = 0.04;
		status = STATUS_OK;
		build_begin_side_values(&m);
		for (m.depth = 1; m.depth <= m.filter.base && status == STATUS_OK; m.depth++)
			status = run_loop(&m, coset_n_cells(&m.resolution), build_keep_cell,
			                  share_of_base / m.filter.base);
		if (status == STATUS_OK)
			status = run_passes(&m, 1 - share_of_base);
	}
	items_foreach(workspace, m.workspaces, m.workspaces != NULL ? b->n_threads : 0) {
		coset_workspace_free(&workspace->coset);
		free(workspace->bitmap);
	}
	items_foreach(level, m.level, m.level != NULL ? m.filter.base + 2 : 0)
		coset_level_free(level);
	free(m.tiles);
	free(m.workspaces);
	free(m.level);
	return status;
}
