/* How a kernel asks for the cache lines of a group: all at once, or some with each step of other work.  Which is faster
 * depends on how long addresses take to be translated, and differs with the processor, the host's pages, the size of the
 * table and the minute: 0.9 to 1.04 of the time.  So both ways are tried now and then, in blocks that take turns, and once
 * one of them has been faster in clearly more pairs of blocks than the other, it is taken.  What is counted and found does
 * not depend on it. */
#ifndef SUPERFLIP_COSET_KERNEL_ASKING_H
#define SUPERFLIP_COSET_KERNEL_ASKING_H
#include <stdbool.h>
#include <stdint.h>

enum {  /* the first three in look-ups */
	ASKING_BLOCK = 4096,
	ASKING_TRIED_FIRST_AFTER = 1 << 16,
	ASKING_TRIED_AGAIN_AFTER = 1 << 21,
	ASKING_PAIRS = 8,                       /* of blocks, in a trial */
};

struct asking {
	bool at_once;                           /* the way now, */
	bool is_better_at_once;                 /* and that between trials */
	unsigned n_blocks, n_wins;              /* of the trial so far; pairs of them in which it was faster to ask at once */
	double lead;                            /* of that way, in pairs */
	uint64_t n_lookups, end;                /* in this block, or since the last trial, and how many that should be */
	int64_t begin_ns;                       /* of the block */
	double each_ns[2];                      /* a look-up's time in the last block of either way */
};

/** Begin with one way, until trials tell. */
struct asking asking_begin(bool at_once);

/** After a pause: a block begins anew.  Times are of any clock that goes evenly. */
void asking_resume(struct asking *a, int64_t now_ns);

/** Count look-ups.  @return true: asking_next() must follow */
static inline bool asking_count(struct asking *a, unsigned n_lookups)
{
	a->n_lookups += n_lookups;
	return a->n_lookups >= a->end;
}

/** The next block of a trial, or the end of it, or the next one's beginning: the way may be another from here on. */
void asking_next(struct asking *a, int64_t now_ns);
#endif
