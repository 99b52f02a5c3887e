/* Shortest solutions that use some of the turns only: what is the same for all cubes. */
#ifndef SUPERFLIP_METHOD_RESTRICTED_H
#define SUPERFLIP_METHOD_RESTRICTED_H
#include "cube/group.h"
#include "search/search.h"

enum { RESTRICTED_PERIMETER = 300000 /* positions: 24 MB, a tenth of a second */ };

struct restricted {
	uint32_t permitted;                  /* bit m for move m */
	struct group *group;                 /* the positions that the turns make */
	struct perimeter perimeter;          /* of these turns */
};

/** @param n_positions  of the perimeter: RESTRICTED_PERIMETER, or fewer
 * @return false without memory; else to be released by restricted_close() */
bool restricted_open(enum metric metric, uint32_t permitted, uint64_t n_positions, struct restricted *out);
void restricted_close(struct restricted *r);

/** Whether the permitted turns solve the cube at all.  If not, a search would go on in vain. */
bool restricted_can_solve(const struct restricted *r, const struct cube *c);

/** Have a request, for a pool of the same metric, use these turns only.  *r stays as it is until the search is done. */
void restricted_request(const struct restricted *r, struct search_request *request);
#endif
