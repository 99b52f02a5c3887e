/* Inside the searches of the 2x2x2 that keep states: what a state becomes, and the way back from the solved one. */
#ifndef SUPERFLIP_POCKET_SEARCH_TRACE_H
#define SUPERFLIP_POCKET_SEARCH_TRACE_H
#include "pocket/search.h"

static inline uint32_t pocket_state_after(uint32_t index, unsigned move)
{
	return pocket_index(pocket_perm_after[index / POCKET_ORIS][move], pocket_ori_after[index % POCKET_ORIS][move]);
}

static inline unsigned pocket_inverse(unsigned move) { return move / 3 * 3 + 2 - move % 3; }

enum { POCKET_ROOT = POCKET_MOVES };   /* the step to the state that a search begins with */

/** Fill length and steps of *out.
 * @param step_to  by state: the step that led to it */
void pocket_trace_back(const uint8_t *step_to, struct pocket_found *out);
#endif
