/* A batch of nodes on its way through the stages, and the entries that are read for it. */
#pragma once
#include "coset/filter/read.h"
#include "coset/kernel/node.h"

enum {
	BATCH = 128,                            /* nodes; half of it is 5 % slower, twice as many are not
	                                         * faster */
	N_NODE_AXES = N_AXES_LEFT * BATCH,       /* node axes: a node and one of the axes that it may turn next */
	MAX_LIST = N_NODE_AXES * TURNS,
	LIST_ROOM = MAX_LIST + 64,              /* vectors are written whole */
	CHILD_BITS = 6,
};
static_assert((int)MAX_LIST <= (int)COSET_READ_MAX, "all children are read at once");

/* Entries that are looked up together. */
struct lookups {
	unsigned n;
	/* Group << 32 | index within it; once located, the block's offset and group << 16 | slot
	 * (coset/filter/read.h). */
	uint64_t entry[LIST_ROOM];
	uint32_t slot[LIST_ROOM];
	/* With subcosets: as coset_two_subcosets() has them, at first some bits only; the values in both; all
	 * subcosets below the cap. */
	uint16_t subcosets[LIST_ROOM];
	_Alignas(64) uint8_t value[LIST_ROOM], second[LIST_ROOM];
	uint32_t near[LIST_ROOM];
	bool is_begun;                          /* to be read: the values in `low` are yet to come */
	struct coset_low low;
};

struct batch {
	unsigned left, n;                       /* moves left; nodes */
	/* If nodes are the children of deferred siblings' parents, made only if they are needed: these; else no
	 * parents. */
	unsigned first_parent, n_parents;
	struct node node[BATCH];

	/* Node axes: number 2 * i + b is axis b of node i.  The inverse after a quarter turn of its first
	 * face: */
	struct lookups inverses;
	_Alignas(64) uint32_t inverse_transform[N_NODE_AXES];
	_Alignas(64) uint64_t inverse_corners[N_NODE_AXES];
	uint64_t inverse_begin[N_NODE_AXES];
	_Alignas(64) uint8_t node_value[N_NODE_AXES];  /* of the node's own inverse */
	/* Where an inverse's coset is in several of its subcosets: those in the frame, and what each of these
	 * counts as. */
	bool is_tied[N_NODE_AXES];
	uint16_t subcosets_there[N_NODE_AXES], tied[N_NODE_AXES + 64];  /* the latter: numbers of node axes */
	uint8_t least_subcoset[N_NODE_AXES][COSET_SUBCOSETS];
	uint8_t axis[N_NODE_AXES];
	uint16_t passing[N_NODE_AXES + 64];      /* node axes of which some turns may pass */

	/* Children: node axis << CHILD_BITS | turn, as seen in the frame. */
	struct lookups children;
	_Alignas(64) uint32_t child_transform[LIST_ROOM];
	_Alignas(64) uint16_t child[LIST_ROOM];
	uint8_t unpruned_turns[N_NODE_AXES];     /* of the axis: bits 0-2 the first face, 3-5 the second; */
	const struct node *made;                /* the unpruned, in their queue, and which of them is reached by a
	                                         * turn */
	uint16_t made_by_turn[N_NODE_AXES][TURNS];

	/* Nodes that waited unevaluated. */
	struct lookups pending;
	struct node pending_node[N_NODE_AXES];
};
