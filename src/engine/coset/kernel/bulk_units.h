/* The units of an iteration of bulk lookups: the first moves, below which one bulk lookup finds all sequences
 * of so many more. */
#ifndef SUPERFLIP_COSET_KERNEL_BULK_UNITS_H
#define SUPERFLIP_COSET_KERNEL_BULK_UNITS_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	BULK_MAX_MOVES = 5,                     /* after a unit's prefix; one less if that ends with a pair of
	                                         * turns */
	BULK_MIN_MOVES = 4,                     /* with fewer an iteration has no bulk lookups */
	BULK_MAX_PREFIX = 3,                    /* moves, or one more */
	BULK_MAX_UNITS = 3240 + 243 * 18,       /* prefixes of so many moves, and of one more that end with a
	                                         * pair */
	BULK_SLICES = 64,                       /* of a lookup that threads share */
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
	_Atomic uint64_t *records;                      /* all 0 before and after */
	size_t n_records;
	/* If hints of a single unit have told which of its oriented sequences are below the cap themselves: what
	 * a thread has found in some slices is searched at once, and its records are its own.  Those oriented
	 * sequences, as bits: */
	bool knows_near;
	_Atomic uint64_t *near;
	size_t near_room;
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

/** Begin to mark which of n oriented sequences are below the cap.  @return false without memory */
bool bulk_begin_near(struct bulk_units *u, size_t n);

/** Room for n records of a shared unit, the same for all threads.  @return NULL without memory */
_Atomic uint64_t *bulk_shared_records(struct bulk_units *u, size_t n);
#endif
