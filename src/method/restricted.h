/* Shortest solutions that use some of the turns only: IDA* over runs of turns of one face, with the bounds of a heuristic for
 * all turns (fewer turns make no position nearer) and of a perimeter of the turns permitted.  One thread. */
#ifndef SUPERFLIP_METHOD_RESTRICTED_H
#define SUPERFLIP_METHOD_RESTRICTED_H
#include "cube/group.h"
#include "method/perimeter.h"
#include "search/search.h"

enum { RESTRICTED_ALL_MOVES = (1 << N_MOVES) - 1, RESTRICTED_MAX_RUNS = 64, RESTRICTED_MAX_RUN = 4,
       RESTRICTED_PERIMETER = 300000 /* positions: 24 MB, a tenth of a second */ };

/* All turns of one face that directly follow each other, turns of the opposite face aside.  They commute, so their order means
 * nothing: of a run that is one turn in effect, that turn stands if it is permitted; else each multiset of permitted turns of
 * the least cost that has the effect. */
struct restricted_run {
	uint8_t face, cost, n_moves;
	uint8_t moves[RESTRICTED_MAX_RUN];
	struct cube cube;
};

/** What is the same for all cubes. */
struct restricted {
	uint32_t permitted;                  /* bit m for move m */
	enum metric metric;
	const struct heuristic *heuristic;   /* borrowed; of that metric; NULL: none */
	struct group *group;                 /* the positions that the turns make */
	struct perimeter perimeter;
	unsigned n_runs;
	struct restricted_run runs[RESTRICTED_MAX_RUNS];   /* by face, then by their turns */
};

/** @param n_positions  of the perimeter: RESTRICTED_PERIMETER, or fewer
 * @return false without memory; else to be released by restricted_close() */
bool restricted_open(enum metric metric, uint32_t permitted, const struct heuristic *h, uint64_t n_positions,
                     struct restricted *out);
void restricted_close(struct restricted *r);

/** Whether the permitted turns solve the cube at all. */
bool restricted_can_solve(const struct restricted *r, const struct cube *c);

/** Solve a cube as a pool does (search/search.h), by permitted turns.
 * @param request  `deterministic` is always so
 * @param stopped  asked now and then; true ends the search with SEARCH_INTERRUPTED; may be NULL
 * @param out      filled; released by search_result_free().  SEARCH_NONE at once if the turns do not solve the cube */
void restricted_solve(const struct restricted *r, const struct search_request *request, bool (*stopped)(void *context),
                      void *context, struct search_result *out);
#endif
