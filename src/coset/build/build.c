/* The table of the slice-free cosets: cut off at a cap, so only what is nearer than the cap is looked for.
 *
 * Breadth-first search over the cosets themselves: those of one place are a set of indices, and all of a set goes one way
 * by one map.  The sets up to depth cap - 2 are kept, in eleven bits a coset and more; what is nearer than the cap has 13 times
 * as many cosets, too many to be kept.  So the lines are made window by window, a window being some groups: each of its
 * places has marks, a bit for each coset, for the sets and for what the maps to this place make of all sets of depth
 * cap - 2.  A place's marks stay in the caches meanwhile.  From them come the members of each line (coset/filter/solve.h).
 *
 * The sets of depth cap - 2 are in memory that finished lines will need.  When these come near, some sets are given up,
 * and found once more for each map that begins there.
 *
 * Here are the windows and what leads to them; sets, marks, lines and copies are in files of their own.
 *
 * The sets have all copies of a coset; the table has the least.
 *
 * With layers (coset/filter/filter.h) the search is for the cosets of the smallest group: sets have all flips, and each
 * permutation of the axes has places of its own.  What is marked is not whether a slot is a member but its symbol, in
 * four bits; odd layers need no marks. */
#include "coset/build/build.h"

#include "coset/build/build_coset.h"
#include "coset/build/memory.h"
#include "base/memory.h"
#include "base/parallel.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
	MIN_GROUP_TASKS = 4,            /* in which the lines of a group are solved */
	PROGRAM_BYTES = 10 << 20,       /* the program itself, its tables of symmetries and maps */
	LOST_BYTES = 16 << 20, LOST_WHEN_SHORT = 32 << 20,  /* at least: sets come and go, and leave holes; lists */
};

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

/* ---- windows ---- */
static size_t place_bytes(const struct making *m)
{
	return (m->place_words * sizeof(uint64_t) + 63) / 64 * 64;
}

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

static size_t sheets_bytes(const struct making *m)
{
	return (size_t)m->n_sheets * m->n_slots * row_words(m) * sizeof *m->sheets;
}

/* Memory beside the table, for sheets and sets of the last level, or enough for the sheets of one group. */
static size_t memory_beside(const struct making *m)
{
	size_t taken = PROGRAM_BYTES + m->build->n_threads * (sizeof(struct desk) + 2 * place_bytes(m))
	               + m->copies.begin[COSET_CLASSES] * sizeof *m->copies.of;
	for (unsigned depth = 0; depth <= m->at.base; depth++)
		taken += level_bytes(m, depth);
	const enum metric metric = m->build->image->key.metric;
	const size_t share = m->build->image->size_bytes / 32, least = share > LOST_BYTES ? share : LOST_BYTES;
	const size_t lost = coset_builder_is_short_of_memory(m->shape, metric) ? LOST_WHEN_SHORT : least;
	const size_t all = (size_t)coset_builder_bytes(m->shape, metric, m->build->n_threads) - lost;
	return all > taken + sheets_bytes(m) ? all - taken : sheets_bytes(m);
}

/* So many groups are work for all threads, if there is room for their sheets beside the sets. */
static uint32_t end_of_window(const struct making *m, size_t beside, size_t sets)
{
	const uint32_t n_left = m->n_groups - m->begin;
	uint32_t n = m->build->n_threads < n_left ? m->build->n_threads : n_left;
	while (n > 1 && n * sheets_bytes(m) + sets > beside + (n_left - n) * group_bytes(m))
		n--;
	return m->begin + n;
}

/* @return false without memory */
static bool make_sheets(struct making *m, uint32_t n)
{
	if (n == m->n_with_sheets)
		return true;
	free(m->sheets);
	m->sheets = memory_alloc_huge(n * sheets_bytes(m));
	m->n_with_sheets = m->sheets == NULL ? 0 : n;
	return m->sheets != NULL;
}

/* At least two tasks for each thread; each reads all sets of its group, so they are as few as will do. */
static unsigned tasks_of_group(const struct making *m, uint32_t n_groups)
{
	const unsigned n = (2 * m->build->n_threads + n_groups - 1) / n_groups, tasks = n > MIN_GROUP_TASKS ? n : MIN_GROUP_TASKS;
	return tasks < m->n_sheets ? tasks : m->n_sheets;
}

static enum pdb_status make_window(struct making *m, double share)
{
	const uint32_t n = m->end - m->begin;
	m->group_tasks = tasks_of_group(m, n);
	enum pdb_status status = run_loop(m, n * COSET_GROUP_PLACES, making_keep_own_sets, 0);
	if (status == PDB_OK)
		status = run_loop(m, n * COSET_GROUP_PLACES, making_mark_place, 0.5 * share);
	if (status == PDB_OK)
		status = run_loop(m, n * m->group_tasks, making_solve_lines, 0.5 * share);
	return status;
}

/* Lines that are not yet made take no memory: sets of the last level have it meanwhile. */
static enum pdb_status make_windows(struct making *m, double share)
{
	const double growth = m->build->image->key.metric == METRIC_QTM ? 9 : 13.4;  /* of cosets; of bytes somewhat less */
	const size_t beside = memory_beside(m), expected = (size_t)(growth * (double)level_bytes(m, m->at.base));
	enum pdb_status status = PDB_OK;
	for (m->begin = 0; m->begin < m->n_groups && status == PDB_OK; m->begin = m->end) {
		m->end = end_of_window(m, beside, m->begin == 0 ? expected : m->taken);
		const size_t sheets = (m->end - m->begin) * sheets_bytes(m);
		m->room = beside + (m->n_groups - m->end) * group_bytes(m) - sheets;
		if (m->begin == 0)
			status = run_loop(m, coset_n_places(&m->parts), making_keep_while_there_is_room, 0.1 * share);
		making_give_up_sets(m);
		if (status == PDB_OK && !make_sheets(m, m->end - m->begin))
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
	bool has_memory = making_find_copies(m) && m->level != NULL && m->desks != NULL;
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

static enum pdb_status make_all(struct making *m)
{
	const double share_of_base = 0.04;
	enum pdb_status status = PDB_OK;
	making_begin_side_values(m);
	for (m->depth = 1; m->depth <= m->at.base && status == PDB_OK; m->depth++)
		status = run_loop(m, coset_n_places(&m->parts), making_keep_place, share_of_base / m->at.base);
	return status == PDB_OK ? make_windows(m, 1 - share_of_base) : status;
}

enum pdb_status build_coset(const struct build *b, struct coset_shape shape)
{
	struct pdb_image *const image = b->image;
	const struct coset_lines lines = coset_lines_of(image->entries, shape, image->key.metric, image->base);
	coset_ways_init();
	struct making m = {
		.build = b, .shape = shape, .lines = image->entries + (lines.line - image->entries),
		.side = image->entries + (lines.side - image->entries), .at = coset_reader_of(&lines),
		.space = {&m.parts, b->moves}, .n_groups = lines.n_groups,
		.n_sheets = (shape.lines + SHEET_LINES - 1) / SHEET_LINES, .n_slots = coset_line_slots(shape),
		.place_slots = coset_place_slots(shape),
		.mark_bits = shape.has_layers ? 4 : 1,
	};
	m.place_words = ((size_t)m.place_slots * shape.lines + SHEET_LINES) * m.mark_bits / 64 + 2;
	coset_parts_fill(&m.parts, shape);
	memset(m.side, 0xFF, (size_t)(m.lines - m.side));
	enum pdb_status status = PDB_NO_MEMORY;
	if (make_desks(&m) && coset_level_first(&m.space, &m.level[0]))
		status = make_all(&m);
	free_desks(&m);
	return status;
}
