/* All sequences of so many moves, arranged by the cosets to which they take the inverse: what a sweep looks up
 * (search/coset/sweep.h).
 *
 * Behind a sequence w the inverse of a cube c is w^-1 c^-1, and in its coset K w^-1 c^-1 nothing counts of w but its own
 * coset, K w^-1.  Many sequences share one, and symmetries take one coset to 48: if S w^-1 S^-1 is looked up behind
 * S c^-1 S^-1, the entry is that of w^-1 behind c^-1.  So of the sequences that symmetries take to each other one stands
 * here, behind one of its images for each symmetry of the cube. */
#ifndef SUPERFLIP_SEARCH_COSET_WORDS_H
#define SUPERFLIP_SEARCH_COSET_WORDS_H
#include "coord/coset.h"

enum {
	WORDS_MAX_MOVES = 5,
	WORDS_N_SEGMENTS = COSET_AXES + 1,
};

/* What is asked of a coset behind a sequence. */
enum words_kind {
	WORDS_QUARTER,      /* that behind a quarter turn of an axis, */
	WORDS_SAME,         /* and that behind none, after n_moves moves; */
	WORDS_PAIR_QUARTER, /* the same one move before, where pairs of turns are yet to come */
	WORDS_PAIR_SAME,
};

struct words_sequence {
	uint8_t n_moves;                        /* that of struct coset_words, or one less */
	uint8_t n_turns, turns[WORDS_MAX_MOVES];  /* by axes (cube/symmetry.h) */
};

/* A sequence in whose coset an entry is. */
struct words_branch {
	uint16_t sequence;
	uint8_t first, last;                    /* its first and last turns of an axis */
	uint8_t right, left;                    /* the way from the sequence's inverse into the frame; */
	uint16_t kind : 2, axis : 2;            /* enum words_kind; of the quarter turn, which is of its first face */
	uint16_t is_symmetric : 1;              /* some symmetries leave the sequence as it is */
	uint16_t layer : 5, second : 5;         /* its layer in the frame, and that behind the quarter turn of the second face, but
	                                         * with the edges' bits beside those of the entry's (exclusive or) */
};

/* Entries of one class and part.  In its segments 0 to 2 are those of which all sequences begin with that axis, in the last
 * one all others. */
struct words_place {
	uint16_t class;
	uint64_t corners;                       /* packed, in the frame */
	uint32_t begin[WORDS_N_SEGMENTS + 1];   /* of the segments */
};

static inline bool words_is_quarter(const struct words_branch *b)
{
	return b->kind == WORDS_QUARTER || b->kind == WORDS_PAIR_QUARTER;
}

struct coset_words {
	unsigned n_moves, n_entries, n_places, n_sequences, most_branches;  /* the last one: of an entry */
	struct words_place *place;
	uint8_t (*edges)[16];                   /* of each entry, in the frame */
	uint32_t *branch_begin;                 /* where each entry's branches begin, and where the last one's end */
	struct words_branch *branch;
	uint32_t *layers;                       /* of each entry, as bits, those that matter to any of its branches */
	struct words_sequence *sequence;
	uint64_t *stabilizer;                   /* of each sequence: symmetries that take it to itself */
};

/** Those of 2 to WORDS_MAX_MOVES moves in the half-turn metric, for tables that tell so many parts and flips apart: made when
 * they are asked for first, and kept.  Thread-safe.
 * @return NULL without memory */
const struct coset_words *coset_words(unsigned corners, unsigned flip_bits, unsigned n_moves);
#endif
