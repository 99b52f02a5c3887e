/* Shortest solutions that use some of the turns only: what is the same for all cubes, in the metric of one pool.  A request takes
 * `permitted` and `perimeter`, which stay as they are until its search is done. */
#ifndef SUPERFLIP_STEPS_RESTRICTED_H
#define SUPERFLIP_STEPS_RESTRICTED_H
#include "cube/group.h"
#include "search/search.h"

enum { RESTRICTED_PERIMETER = 300000 /* positions: 24 MB, a tenth of a second */ };

struct restricted {
	uint32_t permitted;                  /* bit m for move m */
	struct group *group;                 /* the positions that the turns make; of others a search would go on in vain */
	struct perimeter perimeter;          /* of these turns */
};

/** @param n_positions  of the perimeter: RESTRICTED_PERIMETER, or fewer
 * @return false without memory; else to be released by restricted_close() */
bool restricted_open(enum metric metric, uint32_t permitted, uint64_t n_positions, struct restricted *out);
void restricted_close(struct restricted *r);
#endif
