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
#include "search/search.h"

enum baseline_method {
	BASELINE_BREADTH_FIRST,
	BASELINE_DEPTH_FIRST,
	BASELINE_A_STAR,
	BASELINE_IDA_STAR,
	BASELINE_IDA_STAR_ORDERED,
	BASELINE_BIDIRECTIONAL,
	N_BASELINES
};
extern const char *const baseline_name[N_BASELINES];   /* "bfs", "dfs", "astar", "ida", "ida-pq", "bidirectional" */

/** Whether a search is led by a heuristic, and whether it keeps its nodes in memory. */
bool baseline_has_heuristic(enum baseline_method method);
bool baseline_keeps_nodes(enum baseline_method method);

struct baseline_request {
	struct cube cube;                  /* solvable */
	enum metric metric;
	const struct heuristic *heuristic; /* of that metric; where baseline_has_heuristic() */
	unsigned bound_cap;                /* larger bounds count as this one, as from tables of a limited depth; 0: as they are */
	bool has_15_children;              /* HTM: only the same face is forbidden after a move */
	unsigned max_length;               /* look for no longer solution; 0: none */
	uint64_t node_limit;               /* generated nodes; 0: none */
	uint64_t memory_limit_bytes;       /* for nodes; tables do not count; 0: none */
	double time_limit_s;               /* 0: none */
	bool (*stopped)(void *context);    /* asked now and then: true ends with METHOD_INTERRUPTED; may be NULL */
	void *context;                     /* of stopped() */
};

/** One optimal solution, or the limit that struck; valid after cube_init().
 * @param result  filled; n_generated counts roots and all children of expanded nodes, of all iterations */
void baseline_solve(enum baseline_method method, const struct baseline_request *request, struct method_result *result);
#endif
