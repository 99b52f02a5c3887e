/* The searches of the textbooks for one cube, on one thread: breadth-first from one end and from both, depth-first with a
 * growing limit, A*, and IDA* with its children in the order of the moves or of their bounds.  Every cube is made by
 * cube_after(), every bound by heuristic_evaluate(): slow but alike, so that what is compared are the methods.
 *
 * All but one search the tree of canonical maneuvers (cube/move.h): no face twice in a row, and opposite faces in one order
 * only: 13.3 children a node on average.  None of these looks whether a position was seen before: the 624,124 canonical maneuvers of up to five
 * moves lead to 621,649 positions, so a table of them would save nearly nothing.  The search from both ends keeps each
 * position once, since it must recognise those of the other end.
 *
 * A search finds one optimal solution, or tells the limit that struck.  n_generated counts roots and all children of expanded nodes, of
 * all iterations. */
#ifndef SUPERFLIP_STEPS_BASELINE_H
#define SUPERFLIP_STEPS_BASELINE_H
#include "steps/method.h"

/** Whether one more node may be expanded; it is then counted.  If not, the result says what struck. */
bool baseline_may_expand(struct method_run *run);

/** The state `last` after a move. */
static inline unsigned baseline_last_after(const struct method_run *run, unsigned last, unsigned move)
{
	return move_last_after[run->request->metric][last][move];
}

/** Record that n moves of cost 1 solve the cube. */
void baseline_found(struct method_run *run, const uint8_t *path, unsigned n);

/** The bound of a cube, 0 for the methods that use none. */
unsigned baseline_bound(const struct method_run *run, const struct cube *c);

/* A node that is kept, in 24 bytes: the cube with five bits a cubie, and how it was reached. */
struct kept_node {
	uint64_t corners : 40, move : 5, last : 4, depth : 6;
	uint64_t edges;
	uint32_t parent;                   /* index of another node; of the root: anything */
	uint32_t next;                     /* of a list that a search keeps */
};

/* All nodes of a search, by index. */
struct node_store {
	struct kept_node *node;
	uint32_t n, capacity;
	uint32_t limit;                        /* of n; 0: none */
};
#define NO_NODE UINT32_MAX

#define TEXTBOOK .is_optimal = true, .counts_nodes = true, .counts_quarter_turns = true, .searches = true

/** How many nodes of so many bytes the memory limit allows; 0: no limit. */
uint32_t node_limit_by_memory(const struct method_run *run, unsigned node_bytes);

/** Keep a node; its depth, move and last are those of `how`.
 * @return false without memory, or if the limit is hit: the result says so */
bool node_store_add(struct method_run *run, struct node_store *store, const struct cube *c, struct kept_node how);
struct cube node_store_cube(const struct node_store *store, uint32_t index);

/** The moves from the root to a node. @return how many */
unsigned node_store_path(const struct node_store *store, uint32_t index, uint8_t *path);

/* The children of a kept node, one after the other. */
struct children {
	struct cube parent, cube;
	struct kept_node how;
	uint32_t moves_left;
	unsigned last;                         /* of the parent */
};

/** @param moves  that are made; those that may follow, or more */
struct children children_of(const struct node_store *store, uint32_t index, uint32_t moves);

/** The next one, in `cube` and `how`; it is counted as generated. @return false: there is none */
bool next_child(struct method_run *run, struct children *c);
#endif
