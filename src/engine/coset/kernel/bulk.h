/* Bulk lookups: all nodes with as many moves left as the cap, below one node some moves above them, are found
 * by looking up the cosets of their inverses one after the other, not by making the nodes.
 *
 * Which cosets these are does not depend on the cube: they are those of all short sequences, times the cube's
 * inverse (sequences.h).  Many sequences share one.  Those of one class and corner coset have their corners
 * in common, and with them the frame; so an index takes the edges alone, and the entries are looked up group
 * by group, in a few megabytes of the table at a time, whose addresses are translated quickly.  What is below
 * the cap is recorded at the sequences that lead there (stages_bulk.h); then the nodes after these are made
 * (bulk_nodes.c), and go through stage 3 and on. */
#pragma once
#include "coset/kernel/hints.h"
#include "coset/kernel/records.h"

/* ---- bulk_units.c: the first moves, below which one bulk lookup finds all sequences of so many more ---- */
enum {
	BULK_MAX_MOVES = 5,                     /* after a unit's prefix; one less if that ends with a pair of
	                                         * turns */
	BULK_MIN_MOVES = 4,                     /* with fewer an iteration has no bulk lookups */
	BULK_MAX_PREFIX = 3,                    /* moves, or one more */
	BULK_MAX_UNITS = 3240 + 243 * 18,       /* prefixes of so many moves, and of one more that end with a
	                                         * pair */
	BULK_SLICES = 64,                       /* of a lookup that threads share */
	BULK_MAX_ORIENTED = SEQUENCES_MAX * N_SYMMETRIES,
};

struct bulk_unit {
	uint8_t turns[BULK_MAX_PREFIX + 1], n_turns, n_moves;  /* by axes (cube/symmetry.h) */
	uint8_t axes;                           /* of the first turns after it, as bits */
};

struct bulk_units {
	unsigned n;
	unsigned n_expanded, n_generated;       /* nodes to the units, and their children */
	_Atomic unsigned n_begun;
	_Atomic unsigned n_led;                 /* nodes with the cap left, by hints: units count them, too */
	struct bulk_unit unit[BULK_MAX_UNITS];
	/* A single unit, if there are more threads than one or hints tell which of its oriented sequences are
	 * near: every thread begins it and takes slices of it.  Their records are common, but for the latter. */
	bool is_shared;
	_Atomic unsigned n_slices_begun, n_slices_ended;
	/* If hints of a single unit have told which of its oriented sequences are below the cap themselves: what
	 * a thread has found in some slices is searched at once, and its records are its own.  Those oriented
	 * sequences, as bits: */
	bool knows_near;
	_Atomic uint64_t near[BULK_MAX_ORIENTED / 64];
};

/** The last iteration that may be one of bulk lookups: the units are not too many. */
static inline unsigned bulk_last_threshold(unsigned cap)
{
	return cap + BULK_MAX_MOVES + BULK_MAX_PREFIX;
}

/** Find the units of an iteration.  There are more of them where threads would wait for each other otherwise;
 * a single one is shared.
 * @param n_threads  that will take part, as far as is known */
void bulk_units_begin(struct bulk_units *u, unsigned threshold, unsigned cap, unsigned n_threads);

/** The next unit that nobody has begun, or that of which there are slices that nobody has.  @return NULL:
 * there are none */
const struct bulk_unit *bulk_units_next(struct bulk_units *u);

/* ---- lookups ---- */
enum {
	PASSING_ONE_IN = 16,                    /* bulk lookups are for tables of which at most so many entries
	                                         * are below the cap */
	FOUND_BITS = 64,
	BULK_BATCH = 256,                       /* entries: addresses that are translated for more are forgotten
	                                         * before they are used */
	ORIENTED_BITS = 20,
	MAX_ORIENTED_BLOCKS = COSET_CLASSES * COSET_MAX_CORNER_COSETS * N_SYMMETRIES,
};
static_assert((int)BULK_MAX_ORIENTED <= 1 << ORIENTED_BITS, "bits for their numbers");

/* Where the entries of a block of sequences lead in the direction of a symmetry. */
struct oriented_block {
	uint32_t transform;
	uint16_t block;
	uint8_t symmetry, corner_coset;
};

/* Entries of one oriented block that follow each other in a batch, from number `begin` on. */
struct bulk_run {
	uint32_t entry, oriented_block;
	uint16_t begin;
};

/* Entries that are looked up together. */
struct bulk_batch {
	unsigned n, n_runs;
	_Alignas(64) uint64_t entry[COSET_READ_ROOM];  /* canonical, as in struct lookups */
	uint32_t slot[COSET_READ_ROOM];
	uint8_t bits[COSET_READ_ROOM], equivalent[COSET_READ_ROOM];  /* with subcosets: bits and TIED; which
	                                                              * equivalent index it is */
	struct bulk_run run[BULK_BATCH + 1];
};

/* What an entry means to an oriented sequence. */
struct bulk_item {
	uint32_t oriented;
	uint8_t n, number[2];                   /* what is recorded: values after a quarter turn of either face of
	                                         * an axis, or the sequence's own */
	uint8_t near[2];                        /* neighbours, after turns of either face */
};

/* Values that are to be read. */
struct bulk_values {
	struct lookups lookups;
	struct bulk_item item[COSET_READ_ROOM];
};

/* An entry that is below the cap in some subcosets: these, as references have them, its number among all
 * entries, its run, and its number in the batch. */
struct bulk_entry {
	uint32_t near, number;
	uint16_t run, i;
};

/* A reference to which such an entry matters. */
struct bulk_listed {
	uint32_t ref;
	uint16_t entry;
};

/* An oriented sequence that passes, and what is recorded there. */
struct bulk_passing {
	uint64_t record;
	uint32_t oriented;
};

/* A thread's bulk lookup. */
struct bulk_lookup {
	struct bulk_units *all;                 /* of the iteration */
	const struct sequences *sequences;
	const struct bulk_unit *unit;           /* begun last, */
	struct node_path path;                  /* its moves, */
	struct cube cube;                       /* and what they make of the cube */
	uint8_t buckets[N_SYMMETRIES];          /* what is looked up in the direction of each symmetry, as bits */
	struct coset_turn corners[N_SYMMETRIES];  /* the inverse in the direction of each symmetry, as a right
	                                           * factor */
	struct coset_edge_turn edges[N_SYMMETRIES];
	unsigned n_blocks, block_now, entry_now;  /* what comes next, */
	unsigned block_end;                     /* up to where; */
	unsigned n_slices, most_slices;         /* of a shared unit: how many have been taken, of how many at
	                                         * once */
	bool is_first;                          /* of the threads that share it: what they all do counts here */
	bool is_begun;                          /* in this iteration */
	struct bulk_batch batch[2];
	uint32_t near[COSET_READ_ROOM];
	struct coset_scratch scratch;
	struct bulk_entry entry[BULK_BATCH + 1];
	struct bulk_listed *listed;             /* as many as all of them may have; owned */
	size_t listed_capacity;
	struct bulk_values values;
	_Atomic uint64_t *records;              /* by oriented sequence: its own, or those of the thread that owns
	                                         * a shared unit; all 0 between lookups */
	bool are_common;
	_Atomic uint64_t own_records[BULK_MAX_ORIENTED];
	/* Where this thread recorded something first, as bits; the same. */
	uint64_t found[BULK_MAX_ORIENTED / FOUND_BITS];
	unsigned n_passing, n_taken, n_short, n_short_taken;
	/* What a left symmetry makes of a subcoset's bits; and, by bits that are added, which of these are near
	 * before it, as bits, if it is known which are after it. */
	uint8_t flips_after[COSET_LEFTS][1 << COSET_SUBCOSET_BITS];
	uint8_t flips_before[COSET_LEFTS][1 << COSET_SUBCOSET_BITS][1 << (1 << COSET_SUBCOSET_BITS)];
	/* From here on nothing is set when it is made: memory that is not touched is not taken. */
	struct oriented_block block[MAX_ORIENTED_BLOCKS], unsorted[MAX_ORIENTED_BLOCKS];
	/* What passes, in order and not; of sequences of one move less. */
	struct bulk_passing passing[BULK_MAX_ORIENTED], unordered[BULK_MAX_ORIENTED],
		short_passing[BULK_MAX_ORIENTED];
	uint8_t priority[BULK_MAX_ORIENTED];    /* of the unordered */
};

/* What an engine keeps for bulk lookups from cube to cube. */
struct bulk {
	struct bulk_units units;                /* of the cubes that this thread begins */
	struct hinting hinting;
	const struct sequences *sequences[SEQUENCE_MAX_MOVES + 1];
	struct bulk *owner;                     /* of the iteration in progress: that of the thread that has begun
	                                         * it */
	unsigned led_margin;                    /* hints have led to nodes whose inverse has such a margin, */
	                                        /* and bulk lookups leave these alone; N_MARGINS: to none */
	struct bulk_lookup lookup;              /* this thread's own */
};

/** An engine's, made when it is first asked for.  @return NULL without memory */
struct bulk *bulk_of(struct engine *k);

/** All sequences of so many moves, for the table.  @return NULL without memory */
const struct sequences *bulk_sequences(struct engine *k, unsigned n_moves);

/* ---- bulk_lookup.c ---- */
/** What does not depend on the cube. */
void bulk_lookup_init(struct bulk_lookup *l);
/** Whether there is memory for lookups of so many moves. */
bool bulk_lookup_prepare(struct engine *k, unsigned n_moves);
void bulk_lookup_forget(struct bulk_lookup *l);
/** Look up all entries below a unit, or slices of them; what passes waits then. */
void bulk_lookup_run(struct worker *w, const struct bulk_unit *unit);

/* ---- bulk_nodes.c: what comes after the sequences that pass ---- */
void bulk_append_axis_turns(struct node_path *p, unsigned turns);
void bulk_append_sequence(struct node_path *p, const struct sequences *all, uint32_t oriented);
/** Expand nodes with as many moves left as the cap, until some queue holds a batch or there are none any
 * more. */
void bulk_expand(struct worker *w);
/** Append pairs of turns after sequences of one move less, once there are no such nodes any more. */
void bulk_take_pairs(struct worker *w);
