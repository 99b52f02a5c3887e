/* The sets of each depth, cell by cell: up to the base all are kept, together with their side values; of the
 * last level as many as fit. */
#include "coset/build/build.h"

#include <malloc.h>

/* ---- up to the base ---- */
static void lower_side_value(const struct coset_build *m, uint64_t entry)
{
	const uint64_t slot = coset_side_slot(m->filter.side_log2, entry);
	_Atomic uint8_t *const byte = &m->side[slot >> 1];
	const unsigned shift = (unsigned)(slot & 1) * 4;
	uint8_t old = atomic_load_explicit(byte, memory_order_relaxed), new;  /* read after the threads have been
	                                                                       * joined */
	do {
		if (((unsigned)old >> shift & 15u) <= m->depth)
			return;
		new = (uint8_t)((old & ~(15u << shift)) | m->depth << shift);
	} while (
		!atomic_compare_exchange_weak_explicit(byte, &old, new, memory_order_relaxed, memory_order_relaxed));
}

static void lower_side_values(const struct coset_build *m, unsigned p, const struct coset_set *set)
{
	const uint64_t begin = first_entry(m, p);
	if (m->depth != 0 && !is_recorded(m, p))
		return;
	uint32_t cosets[COSET_MAPPED_AT_ONCE];
	coset_set_foreach(set, cosets, n) {
		n = coset_keep_canonical(&m->resolution, p, cosets, n);
		items_foreach(coset, cosets, n)
			__builtin_prefetch(
				&m->side[coset_side_slot(m->filter.side_log2, begin + entry_of(m, *coset)) >> 1], 1);
		items_foreach(coset, cosets, n)
			lower_side_value(m, begin + entry_of(m, *coset));
	}
}

bool build_find_cell(const struct coset_build *m, uint32_t p, struct coset_workspace *workspace)
{
	static const struct coset_level none;
	return coset_level_next(&m->resolution, &m->level[m->depth - 1],
	                        m->depth >= 2 ? &m->level[m->depth - 2] : &none, p, workspace);
}

static bool keep_last_set(struct coset_build *m, unsigned p)
{
	struct coset_workspace *const workspace = &m->workspaces[parallel_thread()].coset;
	const bool has_memory = build_find_cell(m, p, workspace) && coset_set_make(workspace, last_set(m, p));
	coset_workspace_clear(workspace);
	if (has_memory)
		atomic_fetch_add(&m->kept_bytes, coset_set_bytes(last_set(m, p)));
	else
		atomic_store(&m->has_no_memory, true);
	return has_memory;
}

void build_keep_cell(void *context, uint32_t p)
{
	struct coset_build *const m = context;
	if (keep_last_set(m, p))
		lower_side_values(m, p, last_set(m, p));
}

void build_begin_side_values(struct coset_build *m)
{
	m->depth = 0;
	for (unsigned p = 0; p < coset_n_cells(&m->resolution); p++)
		lower_side_values(m, p, &m->level[0].cell[p]);
}

/* ---- the last level ---- */
void build_keep_if_it_fits(void *context, uint32_t p)
{
	struct coset_build *const m = context;
	if (atomic_load(&m->kept_bytes) < m->capacity)
		keep_last_set(m, p);
}

/* Whether a cell's set is still needed for groups from m->begin on. */
static bool is_needed(const struct coset_build *m, unsigned p)
{
	const unsigned class = coset_cell(&m->resolution, p).class;
	bool is = is_recorded(m, p) && group_of(m, p) >= m->begin;
	for (unsigned i = coset_transitions.begin_from[class]; i < coset_transitions.begin_from[class + 1] && !is;
	     i++) {
		const struct coset_transition *const transition = &coset_transitions.by_from[i];
		const unsigned after = coset_cell_after(&m->resolution, transition->transform, p);
		is = coset_transition_is_step(&m->resolution, transition) && is_recorded(m, after)
		     && group_of(m, after) >= m->begin;
	}
	return is;
}

void build_evict_sets(struct coset_build *m)
{
	const size_t before = m->kept_bytes;
	for (unsigned must = 0; must < 2; must++)
		for (unsigned p = 0; p < coset_n_cells(&m->resolution) && m->kept_bytes > m->capacity; p++) {
			const bool is_of_pass =
				is_recorded(m, p) && group_of(m, p) >= m->begin && group_of(m, p) < m->end;
			if (last_set(m, p)->words != NULL && !(must ? is_of_pass : is_needed(m, p))) {
				atomic_fetch_sub(&m->kept_bytes, coset_set_bytes(last_set(m, p)));
				coset_set_free(last_set(m, p));
			}
		}
#ifdef __GLIBC__
	if (m->kept_bytes < before)
		malloc_trim(0);  /* freed sets leave holes */
#endif
}

void build_keep_own_sets(void *context, uint32_t i)
{
	struct coset_build *const m = context;
	const uint32_t group = m->begin + i / COSET_GROUP_CELLS;
	for (unsigned axes = 0; axes < m->resolution.n_axes; axes++) {
		const unsigned p = cell_of(m, group, i % COSET_GROUP_CELLS, axes);
		if (is_recorded(m, p) && last_set(m, p)->words == NULL && !keep_last_set(m, p))
			return;
	}
}
