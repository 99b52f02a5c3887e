/* All cosets of one depth, without duplicates, by breadth-first search: the basis of a coset table.
 *
 * They lie in cells (coset/math/map.h).  Within a cell a coset is its index in the frame of the class.  Cells
 * hold all equivalent indices of their cosets (coset_tables.stabilizer), which may belong to several corner
 * cosets. */
#pragma once
#include "coset/math/map.h"

/** Whether a transition is one step. */
static inline bool coset_transition_is_step(const struct coset_resolution *resolution,
                                            const struct coset_transition *transition)
{
	return resolution->turns >> transition->turn & 1;
}

/* A sorted set of indices in one or two bytes and about two bits each (after P. Elias, "Efficient storage and
 * retrieval by content and address of static files", J. ACM 21, 1974): the low bytes as they are, in the
 * order of the list; the rest, which must not fall, in unary: index number i sets bit (index >> 8 *
 * low_bytes) + i. */
struct coset_set {
	uint64_t *words;     /* the high bits, then the low bytes; owned; NULL if nothing is kept */
	uint32_t n, n_high_words;  /* indices; words of the high bits */
	unsigned low_bytes;  /* 1 or 2, whichever takes less memory */
};

/* A sequential reader of a set. */
struct coset_set_reader {
	const struct coset_set *set;
	uint32_t n_read, at;  /* indices read; the current word of the high bits */
	uint64_t word;        /* and its bits not yet read */
};

/* ---- levels ---- */
struct coset_level {
	struct coset_set cell[COSET_MAX_CELLS];
};

/* One thread's workspace for finding the cosets of one cell. */
struct coset_workspace {
	uint64_t *bits;      /* one for each coset of the cell, aligned to a cache line */
	uint64_t *lines;     /* one for each cache line of these: some of its bits may be set */
	uint32_t n_words;    /* of 64 bits */
	uint32_t *found, n_found;  /* the list of cosets, rising */
	size_t capacity;
};

/** @return false without memory; coset_workspace_free() releases it in any case */
bool coset_workspace_make(unsigned flip_bits, struct coset_workspace *out);
void coset_workspace_free(struct coset_workspace *workspace);
/** Forget the cell. */
void coset_workspace_clear(struct coset_workspace *workspace);

/** The level that holds the solved cube's coset alone.
 * @param workspace  clear
 * @return false without memory */
bool coset_level_first(const struct coset_resolution *resolution, struct coset_workspace *workspace,
                       struct coset_level *out);

/** Find cell p of the level after `newest`: the children of `newest` that are neither in it nor in `before`,
 * the level before it.
 * @param workspace  clear
 * @return false without memory */
bool coset_level_next(const struct coset_resolution *resolution, const struct coset_level *newest,
                      const struct coset_level *before, unsigned p, struct coset_workspace *workspace);

/** Keep the listed cosets as a set.  @return false without memory */
bool coset_set_make(const struct coset_workspace *workspace, struct coset_set *out);
void coset_set_free(struct coset_set *set);
size_t coset_set_bytes(const struct coset_set *set);

struct coset_set_reader coset_set_begin(const struct coset_set *set);
/** Read the next indices, in list order.  @return how many; fewer than `max` only at the end */
unsigned coset_set_read(struct coset_set_reader *r, unsigned max, uint32_t *out);
/** Each n indices of a set, in an array of COSET_MAPPED_AT_ONCE. */
#define coset_set_foreach(from, cosets, n) \
	for (struct coset_set_reader reader = coset_set_begin(from); reader.set != NULL; reader.set = NULL) \
		for (unsigned n; (n = coset_set_read(&reader, COSET_MAPPED_AT_ONCE, cosets)) != 0;)

void coset_level_free(struct coset_level *level);
