/* The searches that the parallel IDA* is compared with: breadth-first, depth-first with a growing limit, A*, and IDA* as
 * in the textbook, with its children in the order of the moves or of their bounds.  One thread, every cube made by
 * cube_after(), every bound by heuristic_evaluate(): slow but alike, so that what is compared are the methods.
 *
 * All search the tree of canonical maneuvers (cube/move.h): no face twice in a row, and opposite faces in one order
 * only.  Kevin Chen and Yuxiang Li only forbid the same face again: 15 children a node instead of 13.3 on average, 1.8
 * times the nodes at depth 6.  None looks whether a position was seen before: the 624,124 canonical maneuvers of up to five
 * moves lead to 621,649 positions, so a table of them would save nearly nothing. */
#ifndef SUPERFLIP_METHOD_BASELINE_H
#define SUPERFLIP_METHOD_BASELINE_H
#include "search/search.h"

enum baseline_method {
	BASELINE_BREADTH_FIRST,
	BASELINE_DEPTH_FIRST,
	BASELINE_A_STAR,
	BASELINE_IDA_STAR,
	BASELINE_IDA_STAR_ORDERED,
	N_BASELINES
};
extern const char *const baseline_name[N_BASELINES];   /* "bfs", "dfs", "astar", "ida", "ida-ordered" */

struct baseline_request {
	struct cube cube;                  /* solvable */
	enum metric metric;
	const struct heuristic *heuristic; /* of that metric; the first two methods use none */
	uint64_t node_limit;               /* generated nodes; 0: none */
	uint64_t memory_limit_bytes;       /* for nodes; tables do not count; 0: none */
	double time_limit_s;               /* 0: none */
	int (*stopped)(void);              /* asked now and then: nonzero ends with SEARCH_INTERRUPTED; may be NULL */
};

struct baseline_result {
	enum search_outcome outcome;       /* SEARCH_NO_MEMORY: the memory limit struck, or there was no more */
	struct search_solution solution;   /* optimal; if outcome is SEARCH_SOLVED */
	uint64_t n_generated;              /* roots and all children of expanded nodes, of all iterations */
	uint64_t n_expanded;
	uint64_t peak_bytes;               /* of nodes; what the method itself needs */
	double seconds;
};

/** One optimal solution, or the limit that struck. */
void baseline_solve(enum baseline_method method, const struct baseline_request *request, struct baseline_result *result);
#endif
