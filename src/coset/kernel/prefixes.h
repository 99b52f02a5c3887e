/* Prefixes: the nodes after the first three axes of a search, expanded one after the other in the falling order of the lookups that
 * each took in the iteration before, for solutions are where the nodes are.  The finer the division, the sooner they come: most of
 * the work lies below three single turns, and these prefixes are split by their next turn.  Once it is known what lies below five
 * moves, the prefixes of three moves are refined: the nodes below them take their place, and those of four moves are split.
 *
 * Most prefixes are the same in all iterations, since no bound is larger than what is left below them: the first iteration makes
 * these persistent prefixes, the others begin with them, and then make what else fits their threshold. */
#ifndef SUPERFLIP_COSET_KERNEL_PREFIXES_H
#define SUPERFLIP_COSET_KERNEL_PREFIXES_H
#include "coset/kernel/node.h"
#include "search/roots.h"

#include <stdatomic.h>

enum {
	SPLIT_MOVES = 3, REFINED_SPLIT_MOVES = 4,       /* prefixes of so many moves are split, at first and once refined */
	N_TURNS_AFTER = 32,                             /* of two axes, 0 to 3 quarter turns of each face */
	N_OF_THREE_AXES = (MAX_ROOTS - N_FIRST_ROOTS) * 30,
	MAX_SHORT_PREFIXES = 18 * 12 * 12,              /* of SPLIT_MOVES moves */
	MAX_PREFIXES = N_OF_THREE_AXES + MAX_SHORT_PREFIXES * 30,
	MAX_PREFIX_NUMBERS = MAX_ROOTS * N_TURNS_AFTER,
	MAX_UNITS = MAX_PREFIXES * N_NEXT_TURNS,
	PREFIX_BITS = 17,
	MAX_OWN_COUNTERS = 1 + N_OF_THREE_AXES + MAX_SHORT_PREFIXES * N_NEXT_TURNS,
	MAX_COUNTERS = MAX_OWN_COUNTERS * (1 + N_NEXT_TURNS),
};
static_assert((int)MAX_PREFIXES <= 1 << PREFIX_BITS && (int)MAX_COUNTERS <= 1 << COUNTER_BITS, "bits for their numbers");

struct prefix {
	uint32_t counter;
	uint8_t n_moves;
	bool is_evaluated;                              /* its bound is known to fit */
	bool is_split;                                  /* it makes several units */
	bool shares_counter;                            /* with others: pairs of turns after the same first one */
};

/* What is expanded at once: a prefix, or only some of its next turns. */
struct prefix_unit {
	uint32_t prefix : PREFIX_BITS;
	uint32_t next_turns : N_NEXT_TURNS + 1;         /* with HAS_PREFIX in one unit of each prefix */
	uint32_t is_evaluated : 1, is_split : 1;
	uint32_t counter : COUNTER_BITS, n_moves : 32 - COUNTER_BITS;
};

struct prefixes {
	uint64_t cube;                                  /* search->id of the cube that they belong to */
	struct roots roots;
	_Atomic unsigned n;
	unsigned n_persistent;                          /* the first ones */
	unsigned persistent_moves;                      /* the most moves of these */
	struct prefix prefix[MAX_PREFIXES];
	_Alignas(64) struct node node[MAX_PREFIXES];
	_Alignas(64) struct node root[MAX_ROOTS];       /* roots are, as nodes, the same in all iterations */
	bool has_root[MAX_ROOTS];

	unsigned n_units;
	struct prefix_unit order[MAX_UNITS], unit[MAX_UNITS];  /* the best first, and as they were made */
	uint16_t rank[MAX_UNITS];
	_Atomic unsigned n_begun;                       /* units, roots or short prefixes, by any thread */

	/* Counters of lookups: each prefix has one, by its number; one of SPLIT_MOVES moves is followed by those of its next turns.
	 * The first of all, of prefixes of three and four moves, have N_NEXT_TURNS more each: see deep_counter().  0 is nobody's. */
	uint32_t counter[MAX_PREFIX_NUMBERS];
	unsigned n_counters;
	bool are_numbered;                              /* for all roots, in a metric: for the next cube, too */
	enum metric numbered_metric;
	bool counts_deep, counted_deep;                 /* in this iteration and the one before: behind one move more */
	uint32_t *work, *work_before;                   /* lookups by counter, in this iteration and the one before */
	uint32_t counts[2][MAX_COUNTERS];               /* where these are */

	unsigned split_moves;                           /* SPLIT_MOVES, or, once refined, REFINED_SPLIT_MOVES */
	bool is_refining;
	_Atomic uint64_t n_refined_expanded, n_refined_generated;  /* nodes above the refined prefixes: the same in later iterations */
};

/** @return NULL without memory */
struct prefixes *prefixes_create(void);
/** Which may be NULL. */
void prefixes_destroy(struct prefixes *p);

/** Begin a cube. */
void prefixes_begin(struct prefixes *p, enum metric metric, uint64_t symmetries);

/** Begin an iteration: forget the prefixes that are not persistent, but not what they took.
 * @param counts_deep  count lookups below one move more than without */
void prefixes_begin_iteration(struct prefixes *p, bool counts_deep);

/** Which turns lead to a prefix from a root. */
static inline unsigned prefix_number(unsigned root, unsigned axis, unsigned first_turns, unsigned second_turns)
{
	return root * N_TURNS_AFTER + axis * 16 + (first_turns & 3) * 4 + (second_turns & 3);
}

/** The counter below a next turn of a prefix of REFINED_SPLIT_MOVES moves, or of a next turn of one of SPLIT_MOVES. */
static inline unsigned deep_counter(const struct prefixes *p, unsigned counter, unsigned next_turn)
{
	return p->n_counters + N_NEXT_TURNS * (counter - 1) + next_turn;
}

/** Room for n prefixes, from the number that is returned on; by any thread, which then sets them.
 * @return MAX_PREFIXES or more: there is no room, which the caller must report (search_fail()) */
unsigned prefixes_reserve(struct prefixes *p, unsigned n);

/** After the first iteration's prefixes have been made: those of at most so many moves are persistent. */
void prefixes_keep(struct prefixes *p, unsigned n_moves);

/** Whether it is time to refine.  If so, the nodes below each prefix that prefixes_next_short() gives are added, and
 * prefixes_end_refining() follows. */
bool prefixes_begin_refining(struct prefixes *p);
bool prefixes_next_short(struct prefixes *p, unsigned *prefix);
void prefixes_end_refining(struct prefixes *p);

/** Put the units of the prefixes from number `first` on in order.  Those that took equally much, or nearly so, keep the order in
 * which they were added. */
void prefixes_sort(struct prefixes *p, unsigned first);

/** The next unit in the order that nobody has begun.  @return false: there are none */
bool prefixes_next(struct prefixes *p, struct prefix_unit *unit);
#endif
