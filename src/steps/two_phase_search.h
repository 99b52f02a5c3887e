/* The two-phase search: which sequences of moves are looked at, in which order, and by which thread.
 *
 * A sequence that solves the cube is split after its last quarter turn of R L F B, uniquely: before it phase 1 brings the
 * cube into H = <U,D,R2,L2,F2,B2>, after it phase 2 stays there.  The cube is searched in up to six variants: seen along
 * each of three axes, itself and its inverse.
 *
 * Round r looks at all sequences of phase 1 with r moves and at all totals up to r + TWO_PHASE_SLACK, so that every round
 * has found all solutions whose phase 1 has at most r moves and whose total has at most r + TWO_PHASE_SLACK.  Each
 * solution found lowers the limit of all that follow.  A solution of r moves has at most r in phase 1, so after round r
 * nothing of up to r moves is left unseen: a best solution of r + 1 moves is then proved optimal.
 *
 * A round is cut into units of work, a variant and the first two moves of phase 1.  Units are taken in order from one
 * counter; threads need not wait for each other between rounds.
 *
 * Source: H. Kociemba, "Close to God's algorithm", Cubism For Fun 28 (1992); http://kociemba.org/cube.htm. */
#ifndef SUPERFLIP_STEPS_TWO_PHASE_SEARCH_H
#define SUPERFLIP_STEPS_TWO_PHASE_SEARCH_H
#include "steps/method.h"
#include "steps/two_phase_cosets.h"
#include "steps/two_phase_subgroup.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
	TWO_PHASE_VARIANTS = 6,
	TWO_PHASE_LONGEST = COSETS_MAX_DISTANCE + 18,  /* H has diameter 18 in its own moves (REFERENCE: Rokicki 2008, Table 1) */
	TWO_PHASE_SLACK = 11,
};

struct two_phase_tables {
	struct coset_distances *cosets;
	struct subgroup_tables *subgroup;
};

/** One of the ways to look at the cube. */
struct variant {
	uint8_t axis;                 /* 0: U-D, 1: R-L, 2: F-B takes the part of U-D */
	bool is_inverse;
	struct coset_node coset;
	unsigned distance;            /* of the coset from H */
	struct corner_places corners;
	struct edge_places edges;
};

enum two_phase_stop { STOP_NONE, STOP_SHORT_ENOUGH, STOP_TIME, STOP_ASKED };

/** A cube being solved: what its threads share. */
struct two_phase_search {
	const struct two_phase_tables *tables;
	const struct search_request *request;
	struct variant variants[TWO_PHASE_VARIANTS];
	unsigned n_variants;
	unsigned first_round;         /* the smallest distance of a variant */
	double start_s;
	/* Relaxed, as all here: a thread that reads an old value only does work in vain. */
	_Atomic unsigned limit;       /* solutions must be shorter */
	_Atomic uint32_t next_unit;
	_Atomic enum two_phase_stop stop;
	_Atomic unsigned first_unfinished;  /* the earliest round of which a thread left a unit unfinished */
	_Atomic uint64_t n_nodes;
	pthread_mutex_t lock;         /* of what follows: the shortest solution so far, as a solution of its variant */
	bool is_solved;
	unsigned variant, n_phase1_moves, n_moves;
	uint8_t moves[TWO_PHASE_LONGEST];
};

/** Fill in the variants and set everything else to nothing found yet.
 * @return whether the mutex could be had; if so, two_phase_search_destroy() releases it */
bool two_phase_search_init(struct two_phase_search *s, const struct method_run *run);
void two_phase_search_destroy(struct two_phase_search *s);

/** Search with the calling thread until nothing shorter can be found or a limit is hit; any number of threads do so
 * at once. */
void two_phase_search_run(struct two_phase_search *s);

/** The symmetry that makes an axis (struct variant) the U-D axis. */
unsigned two_phase_axis_symmetry(unsigned axis);
#endif
