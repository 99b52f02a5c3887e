/* What the sweeps of an iteration begin with: the openings behind which all sequences of so many moves lie that one sweep
 * looks up (coset/kernel/sweep.h). */
#ifndef SUPERFLIP_COSET_KERNEL_SWEEPS_H
#define SUPERFLIP_COSET_KERNEL_SWEEPS_H
#include "search/roots.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum {
	SWEEP_MAX_MOVES = 5,                    /* behind an opening; one less behind one that ends with a pair of turns */
	SWEEP_MIN_MOVES = 4,                    /* with fewer an iteration is no sweep */
	SWEEPS_MAX_OPENING = 3,                 /* moves, or one more */
	SWEEPS_LEADING_TURNS = 2,               /* of axes, to openings behind which leads (coset/kernel/leads.h) may be found */
	SWEEPS_MAX = 3240 + 243 * 18,           /* openings of so many moves, and of one more that end with a pair */
	SWEEP_SLICES = 64,                      /* of a sweep that threads share */
};

struct sweep_opening {
	uint8_t path[SWEEPS_MAX_OPENING + 1], n_path;  /* as in struct subtree */
	uint8_t turns[SWEEPS_MAX_OPENING + 1], n_turns;  /* the same by axes (cube/symmetry.h) */
	uint8_t axes;                           /* of the first turns behind it, as bits */
};

struct sweeps {
	unsigned n;
	unsigned n_expanded, n_generated;       /* nodes to the openings, and their children */
	_Atomic unsigned n_begun;
	struct sweep_opening opening[SWEEPS_MAX];
	/* A single sweep, if there are more threads than one or leads tell which of its images are near: every thread begins it and
	 * takes slices of it.  What they note is common, but for the latter. */
	bool is_shared;
	_Atomic unsigned n_slices_begun, n_slices_ended;
	uint64_t *notes;                        /* all 0 before and after */
	size_t n_notes;
	/* If leads (coset/kernel/leads.h) of a single sweep have told which of its images are near themselves: what a thread has found in
	 * some slices is searched at once, and its notes are its own.  Those images, as bits: */
	bool knows_near;
	uint64_t *near;
	size_t near_room;
	/* Of a single sweep, by image: next turns behind which a node survived, as bits. */
	struct survivors {
		uint16_t *turns;
		size_t room;
		bool are_known;                 /* else there is nothing in turns */
	} survivors, survivors_before;          /* in this iteration and the one before */
};

/** No sweeps so far.  @return NULL without memory */
struct sweeps *sweeps_create(void);
/** Which may be NULL. */
void sweeps_destroy(struct sweeps *s);

/** Whether an iteration may be sweeps: these have moves enough, and the openings are not too many. */
bool sweeps_exist(unsigned threshold, unsigned cap);
/** The last iteration that may be. */
static inline unsigned sweeps_last_threshold(unsigned cap)
{
	return cap + SWEEP_MAX_MOVES + SWEEPS_MAX_OPENING;
}

/** Find the openings of an iteration.  There are more of them where threads would wait for each other otherwise; a single one
 * is shared.
 * @param n_threads  which will take part, as far as is known */
void sweeps_begin(struct sweeps *s, unsigned threshold, unsigned cap, unsigned n_threads);

/** The next opening that nobody has begun, or that of which there are slices that nobody has.  @return NULL: there are none */
const struct sweep_opening *sweeps_next(struct sweeps *s);

/** The next slice of a shared sweep.  @return SWEEP_SLICES: all are begun */
unsigned sweeps_next_slice(struct sweeps *s);
/** So many slices have ended: whoever knows that all have sees what was noted. */
void sweeps_end_slices(struct sweeps *s, unsigned n);
bool sweeps_all_slices_ended(const struct sweeps *s);

/** Begin to mark which of n images are near.  @return false without memory */
bool sweeps_begin_near(struct sweeps *s, size_t n);
/* Relaxed: what is set before leads_end() is seen by whoever knows of leads_all_ended(). */
static inline void sweeps_set_near(struct sweeps *s, uint32_t image)
{
	__atomic_fetch_or(&s->near[image / 64], UINT64_C(1) << image % 64, __ATOMIC_RELAXED);
}

static inline bool sweeps_is_near(const struct sweeps *s, uint32_t image)
{
	/* Where the search was stopped another thread may still be marking. */
	return __atomic_load_n(&s->near[image / 64], __ATOMIC_RELAXED) >> image % 64 & 1;
}

/** Begin to mark behind which of n images nodes survive; n == 0: not in this iteration. */
void sweeps_begin_survivors(struct sweeps *s, size_t n);
/* Relaxed: they are read when the iteration has ended for all threads. */
static inline void sweeps_add_survivor(struct sweeps *s, uint32_t image, unsigned turn)
{
	__atomic_fetch_or(&s->survivors.turns[image], (uint16_t)(1u << turn), __ATOMIC_RELAXED);
}

/** Room for n notes of a shared sweep, the same for all threads.  @return NULL without memory */
uint64_t *sweeps_notes(struct sweeps *s, size_t n);
#endif
