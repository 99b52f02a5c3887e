/* The action of a turn on the cosets of one class: maps from frame to frame, for builders.
 *
 * In its frame a coset is its class, its corner coset, and its edges: (slices << flip bits) + flips, here
 * called its index.  A turn leads from a class to one other class, always by the same symmetries
 * (coset_tables.step), so it permutes and flips the edges of all cosets of a class alike.  A slice is four of
 * the twelve positions, a quartet; a table of all quartets tells where they go, in which order and with which
 * flips. */
#pragma once
#include "base/processor.h"
#include "coset/math/coset.h"

/* A class transition: a turn (coset_tables) in the parent's frame, then a transform into the child's. */
struct coset_transition {
	uint32_t transform;
	uint16_t from;
	uint8_t turn;
};

/* From each class, enough transitions for a set of cosets that is closed under its stabiliser: of turns that
 * a stabiliser exchanges, one suffices.  To each class, one for each of its stabilisers, so the result is
 * closed, too. */
enum { COSET_N_TRANSITIONS = 31227 };

struct coset_transitions {
	struct coset_transition by_from[COSET_N_TRANSITIONS], by_to[COSET_N_TRANSITIONS];
	uint16_t begin_from[COSET_CLASSES + 1], begin_to[COSET_CLASSES + 1];  /* where those of a class begin */
	uint8_t map_back[COSET_MAPS];  /* the inverse of a map of corner cosets */
};

struct coset_map {
	const uint32_t *quartet_transition;  /* what becomes of four edges (coset/math/map_tables.h) */
	uint8_t s_before, m_before, e_before;  /* the slices that become S, M and E: 0 S, 1 M, 2 E */
	uint8_t flip_bits;
	uint16_t flips;               /* of an index: slices flipped as a whole */
};

/** Constant after coset_transitions_init(), which is idempotent and thread-safe. */
extern struct coset_transitions coset_transitions;
void coset_transitions_init(void);

void coset_map_fill(struct coset_map *map, const struct coset_transition *transition, unsigned flip_bits);

/** The transition of a class's stabiliser number s, without a turn (turn COSET_TURNS): to an equivalent
 * index. */
struct coset_transition coset_stabilizer_transition(unsigned class, unsigned s);

/* Builders have a cell for each class, corner coset and, with subcosets, permutation of the axes. */
enum { COSET_MAX_CELLS = COSET_CLASSES * COSET_MAX_CORNER_COSETS * COSET_N_AXES };

struct coset_cell {
	unsigned class, corner_coset, axes;
};

static inline unsigned coset_n_cells(const struct coset_resolution *resolution)
{
	return COSET_CLASSES * resolution->n_corner_cosets * resolution->n_axes;
}

static inline unsigned coset_cell_number(const struct coset_resolution *resolution, struct coset_cell p)
{
	return (p.class * resolution->n_corner_cosets + p.corner_coset) * resolution->n_axes + p.axes;
}

static inline struct coset_cell coset_cell(const struct coset_resolution *resolution, unsigned number)
{
	const unsigned without_axes = number / resolution->n_axes;
	return (struct coset_cell){
		without_axes / resolution->n_corner_cosets,
		without_axes % resolution->n_corner_cosets,
		number % resolution->n_axes,
	};
}

/** The cell that a transition's transform leads to; the one from which a transition leads here. */
static inline unsigned coset_cell_after(const struct coset_resolution *resolution, uint32_t transform,
                                        unsigned number)
{
	struct coset_cell p = coset_cell(resolution, number);
	p.class = coset_transform_class(transform);
	p.corner_coset = resolution->corner_coset_map[coset_transform_map(transform)][p.corner_coset];
	if (resolution->n_axes > 1)
		p.axes = coset_axes_after(transform, p.axes);
	return coset_cell_number(resolution, p);
}

static inline unsigned coset_cell_before(const struct coset_resolution *resolution,
                                         const struct coset_transition *t, unsigned number)
{
	const uint32_t back =
		coset_transform(symmetry_inverse[coset_transform_right(t->transform)],
		                symmetry_inverse[coset_transform_left(t->transform) % N_SYMMETRIES], t->from,
		                coset_transitions.map_back[coset_transform_map(t->transform)]);
	return coset_cell_after(resolution, back, number);
}

enum { COSET_MAPPED_AT_ONCE = 256 };

/** Of up to COSET_MAPPED_AT_ONCE cosets of a cell, keep those whose index is canonical, whatever the
 * subcosets.
 * @return how many */
unsigned coset_keep_canonical(const struct coset_resolution *resolution, unsigned cell, uint32_t *cosets,
                              unsigned n);

/** The index within a cell of an index of the coordinate. */
static inline uint32_t coset_index_in_cell(const struct coset_resolution *resolution, uint64_t index,
                                           unsigned *cell)
{
	const unsigned n_subcosets = coset_n_subcosets(resolution->shape), bits = resolution->subcoset_bits;
	const unsigned subcoset = (unsigned)(index % n_subcosets);
	const uint64_t coset = index / n_subcosets;
	*cell = (unsigned)(coset / COSET_CELL_ENTRIES) * resolution->n_axes + (subcoset >> bits);
	return (uint32_t)(coset % COSET_CELL_ENTRIES) << bits | (subcoset & ((1u << bits) - 1));
}

/** Map n cosets, at most COSET_MAPPED_AT_ONCE, from[] to to[]. */
typedef void coset_mapper(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to);
extern coset_mapper coset_mapper_avx512, coset_mapper_avx2, coset_mapper_portable;
/* By processor_level(); all give the same results. */
extern coset_mapper *const coset_mappers[PROCESSOR_LEVELS];
