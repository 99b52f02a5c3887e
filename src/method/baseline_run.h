/* Inside the baselines: limits, and nodes that are kept. */
#ifndef SUPERFLIP_METHOD_BASELINE_RUN_H
#define SUPERFLIP_METHOD_BASELINE_RUN_H
#include "method/baseline.h"

/* One search by one method. */
struct baseline_run {
	const struct search_request *request;
	struct method_result *result;
	const uint32_t *successors;            /* moves that may follow, by `last` (cube/move.h) */
	unsigned max_length;                   /* at most SEARCH_MAX_LENGTH */
	unsigned length;                       /* of the solution */
	double start_s;
};

/** Whether one more node may be expanded; it is then counted.  If not, the result says what struck. */
bool baseline_may_expand(struct baseline_run *run);

/** The state `last` after a move. */
static inline unsigned baseline_last_after(const struct baseline_run *run, unsigned last, unsigned move)
{
	return run->request->has_15_children ? 1 + move_face(move) : move_last_after[run->request->metric][last][move];
}

/** Record that n moves of cost 1 solve the cube. */
void baseline_found(struct baseline_run *run, const uint8_t *path, unsigned n);

/** The bound of a cube, 0 for the methods that use none. */
unsigned baseline_bound(const struct baseline_run *run, const struct cube *c);

/* A node that is kept, in 24 bytes: the cube with five bits a cubie, and how it was reached. */
struct kept_node {
	uint64_t corners : 40, move : 5, last : 4, depth : 6;
	uint64_t edges;
	uint32_t parent;                   /* index of another node; of the root: anything */
	uint32_t next;                     /* A*: the next open node with the same f */
};

/* All nodes of a search, by index. */
struct node_store {
	struct kept_node *node;
	uint32_t n, capacity;
	uint32_t limit;                        /* of n; 0: none */
};

/** How many nodes of so many bytes the memory limit allows; 0: no limit. */
uint32_t node_limit_by_memory(const struct baseline_run *run, unsigned node_bytes);

/** Keep a node; its depth, move and last are those of the arguments.
 * @return false without memory, or if the limit is hit: the result says so */
bool node_store_add(struct baseline_run *run, struct node_store *store, const struct cube *c, struct kept_node how);
struct cube node_store_cube(const struct node_store *store, uint32_t index);

/** Record the way from the root to a node as the solution. */
void node_store_found(struct baseline_run *run, const struct node_store *store, uint32_t index);

void baseline_bidirectional(struct baseline_run *run);
void baseline_breadth_first(struct baseline_run *run);
void baseline_a_star(struct baseline_run *run);
/** Depth-first searches with growing thresholds: without bounds the limited search, with them IDA*; children in the order of
 * the moves, or of their bounds. */
void baseline_deepen(struct baseline_run *run);
void baseline_deepen_ordered(struct baseline_run *run);
#endif
