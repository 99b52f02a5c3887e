/* All sequences of so many moves, arranged by the cosets to which they take the inverse: what a bulk lookup
 * looks up (bulk.h).
 *
 * After a sequence w the inverse of a cube c is w^-1 c^-1, and in its coset K w^-1 c^-1 nothing counts of w
 * but its own coset, K w^-1.  Many sequences share one, and symmetries take one coset to 48: if S w^-1 S^-1
 * is looked up with S c^-1 S^-1, the entry is that of w^-1 with c^-1.  So of the sequences that symmetries
 * take to each other one stands here, and an *oriented sequence* is its number * N_SYMMETRIES + a
 * symmetry. */
#pragma once
#include "coset/math/coset.h"

enum {
	SEQUENCE_MAX_MOVES = 5,
	SEQUENCES_MAX = 1 << 14,                /* of five moves, and of four, up to symmetry: 13,065 */
	SEQUENCE_MAX_REFS = 3 * SEQUENCES_MAX,  /* as they are, and after a quarter turn of two axes */
	N_KNOWN_BUCKETS = COSET_AXES + 1, N_BUCKETS = 2 * N_KNOWN_BUCKETS,
};

/* What a coset tells of a sequence. */
enum ref_kind {
	AFTER_QUARTER,                          /* the inverse after a quarter turn of an axis, */
	AFTER_NONE,                             /* and after none, for a sequence of n_moves moves; */
	PAIR_QUARTER,                           /* the same for one of n_moves - 1 moves, where pairs of turns are
	                                         * yet to come */
	PAIR_SAME,
};

struct sequence {
	uint64_t stabilizer;                    /* symmetries that take it to itself */
	uint8_t n_moves;                        /* that of struct sequences, or one less */
	uint8_t n_turns, turns[SEQUENCE_MAX_MOVES];  /* by axes (cube/symmetry.h) */
};

/* A sequence in whose coset an entry is. */
struct sequence_ref {
	uint16_t sequence;
	uint8_t first, last;                    /* its first and last turns of an axis */
	uint8_t right, left;                    /* the transform from the sequence's inverse to the frame */
	uint16_t kind : 2, axis : 2;            /* enum ref_kind; of the quarter turn, which is of its first
	                                         * face */
	uint16_t is_symmetric : 1;              /* some symmetries leave the sequence as it is */
	uint16_t subcoset : 5, second : 5;         /* its subcoset in the frame, and that after the quarter turn
	                                         * of the second face, the edges' bits beside those of the entry
	                                         * (exclusive or) */
};

/* Entries of one class and corner coset.  In buckets 0 to 2 are those of which all sequences begin with that
 * axis, in the next bucket all others: of what an iteration of one move less has looked up, too.  Then the
 * same of what it has not. */
struct sequence_block {
	uint16_t class;
	uint64_t corners;                       /* packed, in the frame */
	uint32_t begin[N_BUCKETS + 1];          /* of the buckets */
};

struct sequences {
	unsigned n_moves, n_entries, n_blocks, n_sequences;
	unsigned most_refs;                     /* of an entry */
	struct sequence_block block[COSET_CLASSES * COSET_MAX_CORNER_COSETS];
	_Alignas(64) uint8_t edges[SEQUENCE_MAX_REFS][16];  /* of each entry, in the frame */
	uint32_t ref_begin[SEQUENCE_MAX_REFS + 1];  /* where each entry's references begin, and where the last
	                                             * one's end */
	struct sequence_ref ref[SEQUENCE_MAX_REFS];
	uint32_t subcosets[SEQUENCE_MAX_REFS];  /* of each entry, as bits, those that matter to any of its
	                                         * references */
	struct sequence sequence[SEQUENCES_MAX];
};

/** The moves of an axis' turns, in the half-turn metric. */
static inline unsigned axis_turns_moves(unsigned turns)
{
	return (axis_turns_first(turns) != 0 ? 1u : 0u) + (axis_turns_second(turns) != 0 ? 1u : 0u);
}

/** Whether the iteration before, of sequences of one move less, has looked the entry up, too: after one more
 * turn. */
static inline bool ref_is_known(const struct sequence_ref *r)
{
	return r->kind == AFTER_NONE || r->kind == PAIR_QUARTER;
}

static inline bool ref_is_quarter(const struct sequence_ref *r)
{
	return r->kind == AFTER_QUARTER || r->kind == PAIR_QUARTER;
}

/** What sequences_get() makes is kept until all that hold it have released it.  Thread-safe. */
void sequences_hold(void);
void sequences_release(void);

/** Those of 2 to SEQUENCE_MAX_MOVES moves in the half-turn metric, for tables that tell so much of corners
 * apart: made when they are first asked for.  Thread-safe.
 * @return NULL without memory */
const struct sequences *sequences_get(unsigned corners, unsigned n_moves);

/** The least of the oriented sequences that are equal to one. */
static inline uint32_t sequences_least(const struct sequences *all, uint32_t oriented)
{
	const uint32_t first = oriented / N_SYMMETRIES * N_SYMMETRIES;
	unsigned least = oriented % N_SYMMETRIES;
	set64_foreach(symmetry, all->sequence[oriented / N_SYMMETRIES].stabilizer & ~UINT64_C(1)) {
		const unsigned other = symmetry_product[oriented % N_SYMMETRIES][symmetry];
		least = other < least ? other : least;
	}
	return first + least;
}

/* Sequences joined to those of one move more: where an oriented sequence is after one turn more. */
struct joined {
	const struct sequences *to;             /* those of one move more */
	uint32_t (*after)[N_AXIS_TURNS];        /* by sequence of `from` and turns (joined_after()); owned */
};

/** From sequences to those of one move more, which stay the caller's.  @return false without memory, or
 * without either of them */
bool sequences_join(struct joined *j, const struct sequences *from, const struct sequences *to);

/** The oriented sequence of `to` after one of `from`: by a turn of another axis after one of n_moves moves,
 * by a pair of turns after one of one move less, by nothing (turns == 0) after the former. */
static inline uint32_t joined_after(const struct joined *j, uint32_t oriented, unsigned turns)
{
	const unsigned symmetry = oriented % N_SYMMETRIES;
	const unsigned seen = turns == 0 ? 0 : symmetry_axis_turns[symmetry_inverse[symmetry]][turns];
	const uint32_t there = j->after[oriented / N_SYMMETRIES][seen];
	const uint32_t found =
		there / N_SYMMETRIES * N_SYMMETRIES + symmetry_product[symmetry][there % N_SYMMETRIES];
	return sequences_least(j->to, found);
}
