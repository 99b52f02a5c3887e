/* Bulk lookups: all nodes with as many moves left as the cap, below one node some moves above them, are found
 * by looking up the cosets of their inverses one after the other, not by making the nodes.
 *
 * Which cosets these are does not depend on the cube: they are those of all short sequences, times the cube's
 * inverse (sequences.h).  Many sequences share one.  Those of one class and corner coset have their corners
 * in common, and with them the frame; so an index takes the edges alone, and the entries are looked up group
 * by group, in a few megabytes of the table at a time, whose addresses are translated quickly.  What is below
 * the cap is recorded at the sequences that lead there (stages_bulk.h); then the nodes after these are made
 * (bulk_nodes.c), and go through stage 3 and on. */
#ifndef SUPERFLIP_COSET_KERNEL_BULK_H
#define SUPERFLIP_COSET_KERNEL_BULK_H
#include "coset/kernel/bulk_units.h"
#include "coset/kernel/hints.h"
#include "coset/kernel/records.h"

enum {
	PASSING_ONE_IN = 16,                    /* bulk lookups are for tables of which at most so many entries
	                                         * are below the cap */
	FOUND_BITS = 64,
	BULK_BATCH = 256,                       /* entries: addresses that are translated for more are forgotten
	                                         * before they are used */
	ORIENTED_BITS = 20,
};
static_assert((int)SEQUENCES_MAX * N_SYMMETRIES <= 1 << ORIENTED_BITS, "bits for their numbers");

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
	uint8_t node_axis;                         /* which of the axes that are left */
	bool is_quarter, is_swapped;            /* after a quarter turn; the axis' first face is the second in
	                                         * this direction */
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
	struct oriented_block *block;           /* and as many more to sort them */
	size_t blocks_room, oriented_room, listed_room;
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
	struct bulk_listed *listed;             /* as many as all of them may have */
	struct bulk_values values;
	_Atomic uint64_t *records, *own_records;        /* by oriented sequence; common if threads share a unit;
	                                                 * all 0 between lookups */
	uint64_t *found;                        /* where this thread recorded something first, as bits; the
	                                         * same */
	struct bulk_passing *passing, *unordered;  /* those, in order and not; */
	struct bulk_passing *short_passing;     /* of sequences of one move less */
	uint8_t *priority;                      /* of these */
	unsigned n_passing, n_taken, n_short, n_short_taken;
	/* What a left symmetry makes of a subcoset's bits; and, by bits that are added, which of these are near
	 * before it, as bits, if it is known which are after it. */
	uint8_t flips_after[COSET_LEFTS][1 << COSET_SUBCOSET_BITS];
	uint8_t flips_before[COSET_LEFTS][1 << COSET_SUBCOSET_BITS][1 << (1 << COSET_SUBCOSET_BITS)];
};

/* An axis that is seen in the direction of a symmetry. */
static inline unsigned real_axis(unsigned symmetry, unsigned axis)
{
	return axis_turns_axis(symmetry_axis_turns[symmetry][axis_turns_number(axis, 1, 0)]);
}

/* What an engine keeps for bulk lookups from cube to cube. */
struct bulk {
	struct bulk_units units;                /* of the cubes that this thread begins */
	struct bulk_lookup lookup;              /* this thread's own */
	struct hinting hinting;
	const struct sequences *sequences[SEQUENCE_MAX_MOVES + 1];
	/* In the iteration in progress, which other threads may have begun: */
	struct bulk_units *units_now;
	unsigned led_margin;                    /* hints have led to nodes whose inverse has such a margin, */
	                                        /* and bulk lookups leave these alone; N_MARGINS: to none */
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
void bulk_lookup_free(struct bulk_lookup *l);
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
#endif
