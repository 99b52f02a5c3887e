/* All cosets of one depth without duplicates, by breadth-first search: where the marking of a coset table starts.
 *
 * They lie in places (coset/math/map.h), the parts as a table has them.  Within a place a coset is its index in the
 * frame of the class.  Every place holds all copies of its cosets (coset_tables.stabilizer), which may be of
 * several parts. */
#ifndef SUPERFLIP_COSET_BUILD_LEVEL_H
#define SUPERFLIP_COSET_BUILD_LEVEL_H
#include "coset/math/map.h"

#include <stddef.h>

/* What is searched: what a table tells apart, and the moves of one step. */
struct coset_space {
	const struct coset_resolution *resolution;
	uint32_t moves;      /* bit m: move m of the metric (cube/move.h) is one */
};

/** Whether a way is one step. */
static inline bool coset_transition_is_step(const struct coset_space *space, const struct coset_transition *transition)
{
	return space->moves >> coset_tables.house_move[transition->move] & 1;
}

/* Indices in a byte or two and some two bits each (after Elias, "Efficient storage and retrieval by content and address of
 * static files", J. ACM 21, 1974): the low bytes, and of the rest, which rises, how much it does: the i-th index has a one
 * at bit (index >> 8 * low_bytes) + i.  What does not rise has four bytes, and what these take less room for. */
struct coset_set {
	uint64_t *words;     /* the rising part, and then the low bytes; owned, NULL: nothing is kept */
	uint32_t n, n_rising;  /* indices; words of the rising part */
	unsigned low_bytes;  /* 1, 2 or 4 */
};

/* A set, from one end to the other. */
struct coset_set_reader {
	const struct coset_set *set;
	uint32_t n_read, at;  /* indices; the word of the rising part, */
	uint64_t word;        /* and of that what is left */
};

struct coset_level {
	struct coset_set block[COSET_MAX_BLOCKS];
};

/* Where one thread finds the cosets of one place. */
struct coset_workspace {
	uint64_t *bits;      /* one for each coset of the place, on cache lines */
	uint32_t n_words;    /* of 64 bits */
	uint32_t *found, *spare;  /* a list of them, and room for another one */
	uint32_t n_found, max_found;
};

/** @return false without memory; coset_workspace_free() releases it in any case */
bool coset_workspace_make(unsigned flip_bits, struct coset_workspace *out);
void coset_workspace_free(struct coset_workspace *workspace);
/** Forget the place. */
void coset_workspace_clear(struct coset_workspace *workspace);

/** The solved cube's coset alone.  @return false without memory */
bool coset_level_first(const struct coset_space *space, struct coset_level *out);

/** Find place p of the level after `newest`: what moves make of that one, but for itself and the one `before`.
 * @param workspace        clear
 * @return false without memory */
bool coset_level_next(const struct coset_space *space, const struct coset_level *newest, const struct coset_level *before,
                      unsigned p, struct coset_workspace *workspace);

/** Keep what is listed.  @return false without memory */
bool coset_set_make(const struct coset_workspace *workspace, struct coset_set *out);
void coset_set_free(struct coset_set *set);
size_t coset_set_bytes(const struct coset_set *set);

struct coset_set_reader coset_set_begin(const struct coset_set *set);
/** The next indices, as they were listed.  @return how many: fewer than `max` at the end only */
unsigned coset_set_read(struct coset_set_reader *r, unsigned max, uint32_t *out);

void coset_level_free(struct coset_level *level);
#endif
