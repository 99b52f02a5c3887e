/* The searches of the textbooks for one cube, on one thread: breadth-first from one end and from both, depth-first with a
 * growing limit, A*, and IDA* with its children in the order of the moves or of their bounds.  Every cube is made by
 * cube_after(), every bound by heuristic_evaluate(): slow but alike, so that what is compared are the methods.
 *
 * All but one search the tree of canonical maneuvers (cube/move.h): no face twice in a row, and opposite faces in one order
 * only.  Kevin Chen and Yuxiang Li only forbid the same face again: 15 children a node instead of 13.3 on average, 1.8 times the
 * nodes at depth 6.  None of these looks whether a position was seen before: the 624,124 canonical maneuvers of up to five
 * moves lead to 621,649 positions, so a table of them would save nearly nothing.  The search from both ends keeps each
 * position once, since it must recognise those of the other end. */
#ifndef SUPERFLIP_METHOD_BASELINE_H
#define SUPERFLIP_METHOD_BASELINE_H
#include "method/method.h"

enum baseline_method {
	BASELINE_BREADTH_FIRST,
	BASELINE_DEPTH_FIRST,
	BASELINE_A_STAR,
	BASELINE_IDA_STAR,
	BASELINE_IDA_STAR_ORDERED,
	BASELINE_BIDIRECTIONAL,
	N_BASELINES
};
/** "bfs", "dfs", "astar", "ida", "ida-pq", "bidirectional": one optimal solution, or the limit that struck.  n_generated counts roots and
 * all children of expanded nodes, of all iterations; request->heuristic is used by those that take tables. */
extern const struct method baselines[N_BASELINES];
#endif
