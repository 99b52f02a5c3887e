/* The stages of the coset kernel: functions on a batch of nodes, each a plain loop without unpredictable
 * branches, compiled for every instruction set.  All versions give the same results. */
#pragma once
#include "coset/kernel/kernels.h"
#include "coset/kernel/records.h"

struct bulk_batch;
struct bulk_lookup;

typedef void stage_fn(struct engine *k, struct batch *b);

struct stages {
	/* Stage 1: canonical indices of the inverses after a quarter turn, located. */
	stage_fn *index_inverses;
	/* Stages 2 and 4: all values but those in the side table, which are prefetched; and these. */
	void (*begin_reading)(struct engine *k, struct lookups *l);
	void (*end_reading)(struct engine *k, struct lookups *l);
	stage_fn *list_children;
	/* Stage 3: canonical indices of the children, located; stage 4. */
	stage_fn *index_children, *make_unpruned;
	/* Stage 5.  Returns how many combinations there are. */
	unsigned (*make_combinations)(struct engine *k, struct batch *b);
	/* Nodes that waited unevaluated: indices, and then those that are within their bound to the queue. */
	stage_fn *index_pending, *evaluate_pending;
	/* Values of at most LIST_ROOM single cubes. */
	void (*read_cubes)(struct engine *k, const struct cube *cube, unsigned n, uint8_t *value);
	/* The child by a move as seen in the parent's frame, in a frame of its own; value and last axis are the
	 * caller's to set. Returns the move as it is. */
	unsigned (*make_child)(const struct engine *k, const struct node *from, unsigned seen, struct node *to);
	/* The child by a step of an axis that is left, with what its parent's record tells of it. */
	void (*make_after)(const struct engine *k, const struct node *from, uint64_t record, unsigned node_axis,
	                   unsigned step, unsigned depth, struct node *to);
	/* At most BATCH nodes at the ends of paths, the first n_before moves of which are those to a cube; what
	 * is known of their inverses is the caller's to set. */
	void (*make_at_ends)(const struct engine *k, const struct cube *from, unsigned n_before,
	                     const struct node_path *path, unsigned n, struct node *to);
	/* Of the optional bulk lookups (bulk.h). */
	void (*find_oriented_blocks)(const struct engine *k, struct bulk_lookup *l);
	void (*begin_bulk_batch)(const struct engine *k, struct bulk_lookup *l, struct bulk_batch *b);
	void (*end_bulk_batch)(struct engine *k, struct bulk_lookup *l, const struct bulk_batch *b);
	void (*record_values)(struct engine *k, struct bulk_lookup *l);
};

#define DECLARE_STAGES(set, name, level) extern const struct stages stages_##set;
COSET_INSTRUCTION_SETS(DECLARE_STAGES)
#undef DECLARE_STAGES

/** Prefetch the blocks of located entries towards the second-level cache, which has more room for misses than
 * the first. */
static inline void prefetch_blocks(const struct engine *k, const struct lookups *l)
{
	for (unsigned i = 0; i < l->n; i++)
		__builtin_prefetch(&k->filter.filter_block[l->entry[i]], 0, 2);
}

/* ---- what several stages, and deferred siblings, use ---- */
/* Values after quarter turns of each axis' second face. */
static inline const uint8_t *second_values(const struct engine *k, const struct batch *b)
{
	return k->has_subcosets ? b->inverses.second : b->inverses.value;
}

/* Whether nodes with so many moves left defer their children. */
static inline bool defers_siblings(const struct engine *k, unsigned left)
{
	return k->defers_siblings && left == k->cap + 1;
}

/* A turn of a node axis' first face as it looks in the node's frame: there it may be the second one. */
static inline unsigned seen_first(const struct batch *b, unsigned node_axis)
{
	const struct node *const node = &b->node[node_axis / 2];
	return coset_tables.seen_move[node->frame][other_axes[node->axis][node_axis & 1] * TURNS];
}

/* With subcosets, of the inverse after quarter turns of a face: which of its neighbours may be below the
 * cap. */
static inline uint8_t near_after(const struct batch *b, unsigned node_axis, bool is_second)
{
	const uint32_t transform = b->inverse_transform[node_axis], near = b->inverses.near[node_axis];
	const unsigned turned_axis = other_axes[b->node[node_axis / 2].axis][node_axis & 1];
	const unsigned both =
		b->is_tied[node_axis] ? b->subcosets_there[node_axis] : b->inverses.subcosets[node_axis];
	const unsigned subcoset = is_second ? both >> 8 : both & 255;
	unsigned neighbours = 0;
	for (unsigned axis = 0; axis < COSET_AXES; axis++) {
		const unsigned there = coset_neighbour(transform, axis_then(axis, turned_axis, is_second), subcoset);
		neighbours |= (near >> (b->is_tied[node_axis] ? b->least_subcoset[node_axis][there] : there) & 1)
		              << axis;
	}
	return (uint8_t)neighbours;
}

/* What stages 1 and 2 have found of node number i. */
static inline uint64_t record_of_node(const struct engine *k, const struct batch *b, unsigned i)
{
	const uint8_t *const value[2] = {b->inverses.value, second_values(k, b)};
	uint64_t record = record_of(k, 0, b->node[i].value, b->node[i].near);
	for (unsigned a = 0; a < N_AXES_LEFT; a++)
		for (unsigned face = 0; face < 2; face++) {
			const unsigned node_axis = N_AXES_LEFT * i + a,
			               near = k->has_subcosets ? near_after(b, node_axis, face) : 0;
			record |= record_of(k, record_number(a, face), value[face][node_axis], near);
		}
	return record;
}
