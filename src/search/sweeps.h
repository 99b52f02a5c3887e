/* What the sweeps of an iteration begin with: the openings behind which all sequences of so many moves lie that one sweep
 * looks up (search/coset/sweep.h), in the falling order of what lay behind them in the iteration before. */
#ifndef SUPERFLIP_SEARCH_SWEEPS_H
#define SUPERFLIP_SEARCH_SWEEPS_H
#include "search/roots.h"

#include <stdatomic.h>
#include <stddef.h>

enum {
	SWEEP_MAX_MOVES = 5,                    /* behind an opening; one less behind one that ends with a pair of turns */
	SWEEP_MIN_MOVES = 4,                    /* with fewer an iteration is no sweep */
	SWEEPS_MAX_OPENING = 2,                 /* moves, or one more */
	SWEEPS_MAX = 243 + 18 * 18,             /* openings of so many moves, and of one more that end with a pair */
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
	uint64_t order[SWEEPS_MAX];             /* the first comes first; their numbers are in the low bits */
	/* If threads share a sweep, the only one, each of them begins it and takes slices of it.  What they note is common. */
	bool is_shared;
	_Atomic unsigned n_slices_begun, n_slices_ended;
	uint64_t *notes;                        /* all 0 before and after */
	size_t n_notes;
};

/** No sweeps so far.  @return NULL without memory */
struct sweeps *sweeps_create(void);
/** Which may be NULL. */
void sweeps_destroy(struct sweeps *s);

/** Whether an iteration may be sweeps: these have moves enough, and the openings are not too many. */
bool sweeps_exist(unsigned threshold, unsigned cap);

/** Find the openings of an iteration.  There are more of them where threads would wait for each other otherwise; a single one
 * is shared.
 * @param n_threads  which will take part, as far as is known */
void sweeps_begin(struct sweeps *s, unsigned threshold, unsigned cap, unsigned n_threads);

/** Put these openings in the falling order of what lay behind them.
 * @param roots  over two axes, all of them, and
 * @param work   what lay behind each */
void sweeps_sort(struct sweeps *s, const struct roots *roots, const uint64_t work[MAX_ROOTS]);

/** The next opening that nobody has begun, or that of which there are slices that nobody has.  @return NULL: there are none */
const struct sweep_opening *sweeps_next(struct sweeps *s);

/** The next slice of a shared sweep.  @return SWEEP_SLICES: all are begun */
unsigned sweeps_next_slice(struct sweeps *s);
/** So many slices have ended: whoever knows that all have sees what was noted. */
void sweeps_end_slices(struct sweeps *s, unsigned n);
bool sweeps_all_slices_ended(const struct sweeps *s);

/** Room for n notes of a shared sweep, the same for all threads.  @return NULL without memory */
uint64_t *sweeps_notes(struct sweeps *s, size_t n);
#endif
