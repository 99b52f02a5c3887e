/* All sequences of so many moves, arranged by the cosets to which they take the inverse: what a sweep looks up
 * (coset/kernel/sweep.h).
 *
 * Behind a sequence w the inverse of a cube c is w^-1 c^-1, and in its coset K w^-1 c^-1 nothing counts of w but its own
 * coset, K w^-1.  Many sequences share one, and symmetries take one coset to 48: if S w^-1 S^-1 is looked up behind
 * S c^-1 S^-1, the entry is that of w^-1 behind c^-1.  So of the sequences that symmetries take to each other one stands
 * here, behind one of its images for each symmetry of the cube. */
#ifndef SUPERFLIP_COSET_KERNEL_SEQUENCES_H
#define SUPERFLIP_COSET_KERNEL_SEQUENCES_H
#include "coset/math/coset.h"
#include "cube/symmetry.h"

enum {
	WORDS_MAX_MOVES = 5,
	WORDS_N_KNOWN = COSET_AXES + 1, WORDS_N_SEGMENTS = 2 * WORDS_N_KNOWN,
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

/* Entries of one class and part.  In its segments 0 to 2 are those of which all sequences begin with that axis, in the next
 * one all others: of what an iteration of one move less has looked up.  Then the same of what it has not. */
struct words_place {
	uint16_t class;
	uint64_t corners;                       /* packed, in the frame */
	uint32_t begin[WORDS_N_SEGMENTS + 1];   /* of the segments */
};

/* Whether the iteration before, of sequences of one move less, has looked it up, too: behind one more turn. */
static inline bool words_is_known(const struct words_branch *b)
{
	return b->kind == WORDS_SAME || b->kind == WORDS_PAIR_QUARTER;
}

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
	const struct coset_words *more;         /* those of one move more, if they are known, */
	uint32_t (*behind)[N_AXIS_TURNS];       /* and where these have each sequence behind turns, coset_words_behind() */
};

/** Those of 2 to WORDS_MAX_MOVES moves in the half-turn metric, for tables that tell so many parts and flips apart: made when
 * they are asked for first, and kept.  Thread-safe.
 * @return NULL without memory */
const struct coset_words *coset_words(unsigned corners, unsigned flip_bits, unsigned n_moves);

/** Those that also know where those of one move more have them.  The same. */
const struct coset_words *coset_words_joined(unsigned corners, unsigned flip_bits, unsigned n_moves);

/** Of two images of a sequence that are the same one, the less. */
static inline uint32_t coset_words_least_image(const struct coset_words *words, uint32_t image)
{
	const uint32_t first = image / N_SYMMETRIES * N_SYMMETRIES;
	unsigned least = image % N_SYMMETRIES;
	for (uint64_t left = words->stabilizer[image / N_SYMMETRIES] & ~UINT64_C(1); left != 0; left &= left - 1) {
		const unsigned other = symmetry_product[image % N_SYMMETRIES][__builtin_ctzll(left)];
		least = other < least ? other : least;
	}
	return first + least;
}

/** The image, among the sequences of one move more, of what is behind an image: a turn of another axis behind one of n_moves
 * moves, a pair of turns behind one of one move less, or nothing behind the former. */
static inline uint32_t coset_words_behind(const struct coset_words *words, uint32_t image, unsigned turns)
{
	const unsigned symmetry = image % N_SYMMETRIES;
	const unsigned seen = turns == 0 ? 0 : symmetry_axis_turns[symmetry_inverse[symmetry]][turns];
	const uint32_t there = words->behind[image / N_SYMMETRIES][seen];
	const uint32_t found = there / N_SYMMETRIES * N_SYMMETRIES + symmetry_product[symmetry][there % N_SYMMETRIES];
	return coset_words_least_image(words->more, found);
}
#endif
