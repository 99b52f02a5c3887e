/* Breadth-first search from both ends: levels around the cube and around the solved one, the smaller one first, until a
 * position is in both.  Two trees of half the depth are much smaller than one: at distance 10 two of 574,908 leaves instead
 * of one of 2.4e11.  I. Pohl, "Bi-directional search", Machine Intelligence 6 (1971). */
#include "steps/baseline.h"

#include <stdlib.h>
#include <string.h>

enum { FROM_CUBE, FROM_SOLVED, N_SIDES };
enum { FIRST_HEADS = 1024, NODE_BYTES = sizeof(struct kept_node) + 2 * sizeof(uint32_t) };  /* one to two heads a node */

/* The positions seen from one end, each once; `next` of a node is the next one with the same hash. */
struct side {
	struct node_store store;
	uint32_t *head, n_heads;               /* a power of two */
	uint32_t level_begin;                  /* of the last level; its nodes end at store.n */
	unsigned depth;                        /* of the last level */
};

static uint64_t hash(const struct kept_node *node)
{
	uint64_t h = (node->corners * UINT64_C(0x9E3779B97F4A7C15)) ^ (node->edges * UINT64_C(0xC2B2AE3D27D4EB4F));
	h ^= h >> 32;
	return h * UINT64_C(0xD6E8FEB86659FD93) >> 32;
}

static uint32_t find(const struct side *side, const struct kept_node *wanted)
{
	uint32_t i = side->n_heads == 0 ? NO_NODE : side->head[hash(wanted) & (side->n_heads - 1)];
	while (i != NO_NODE && (side->store.node[i].corners != wanted->corners || side->store.node[i].edges != wanted->edges))
		i = side->store.node[i].next;
	return i;
}

static void link_node(struct side *side, uint32_t index)
{
	struct kept_node *const node = &side->store.node[index];
	uint32_t *const head = &side->head[hash(node) & (side->n_heads - 1)];
	node->next = *head;
	*head = index;
}

/* Room for one more node among the heads. */
static bool rehash(struct method_run *run, struct side *side)
{
	if (side->store.n < side->n_heads)
		return true;
	const uint32_t n = side->n_heads == 0 ? FIRST_HEADS : 2 * side->n_heads;
	uint32_t *const head = n > side->n_heads ? realloc(side->head, n * sizeof *head) : NULL;
	if (head == NULL) {
		run->result->outcome = SEARCH_NO_MEMORY;
		return false;
	}
	memset(head, 0xFF, n * sizeof *head);
	side->head = head;
	side->n_heads = n;
	for (uint32_t i = 0; i < side->store.n; i++)
		link_node(side, i);
	return true;
}

/* Keep a position unless it is known. @return false if memory struck; *index NO_NODE if it was known */
static bool add(struct method_run *run, struct side *side, const struct cube *c, struct kept_node how, uint32_t *index)
{
	*index = NO_NODE;
	if (!rehash(run, side) || !node_store_add(run, &side->store, c, how))
		return false;
	if (find(side, &side->store.node[side->store.n - 1]) != NO_NODE) {
		side->store.n--;
		return true;
	}
	*index = side->store.n - 1;
	link_node(side, *index);
	return true;
}

/* The moves to the meeting point, then back along those of the other end. */
static void found(struct method_run *run, const struct side *sides, const uint32_t index[N_SIDES])
{
	uint8_t path[2 * SEARCH_MAX_LENGTH];
	unsigned n = node_store_path(&sides[FROM_CUBE].store, index[FROM_CUBE], path);
	const struct kept_node *const theirs = sides[FROM_SOLVED].store.node;
	for (uint32_t i = index[FROM_SOLVED]; theirs[i].depth > 0; i = theirs[i].parent)
		path[n++] = (uint8_t)move_inverse(theirs[i].move);
	baseline_found(run, path, n);
}

/* @return true if that was the last thing to do */
static bool expand(struct method_run *run, struct side *sides, unsigned which, uint32_t parent)
{
	struct side *const side = &sides[which];
	/* In HTM the canonical order loses no position, although each keeps only the first sequence that led to it: a turn that it
	 * forbids leads to what a sibling leads to, or nearer.  In QTM this is not so, and all quarter turns are made. */
	const uint32_t turns = run->request->metric == METRIC_QTM ? QUARTER_TURNS
	    : run->successors[side->store.node[parent].last];
	for (struct children c = children_of(&side->store, parent, turns); next_child(run, &c);) {
		uint32_t index[N_SIDES];
		if (!add(run, side, &c.cube, c.how, &index[which]))
			return true;
		if (index[which] == NO_NODE)
			continue;
		index[!which] = find(&sides[!which], &side->store.node[index[which]]);
		if (index[!which] == NO_NODE)
			continue;
		found(run, sides, index);
		return true;
	}
	return false;
}

/* All nodes of the last level of one side. @return true if that was the last thing to do */
static bool expand_level(struct method_run *run, struct side *sides, unsigned which)
{
	struct side *const side = &sides[which];
	const uint32_t begin = side->level_begin, end = side->store.n;
	run->result->lower_bound = sides[0].depth + sides[1].depth + 1;
	for (uint32_t i = begin; i < end; i++)
		if (!baseline_may_expand(run) || expand(run, sides, which, i))
			return true;
	side->level_begin = end;
	side->depth++;
	return false;
}

static uint32_t level_size(const struct side *side)
{
	return side->store.n - side->level_begin;
}

/* No solution has at most the two depths together: it would have been met on the way. */
static void search(struct method_run *run, struct side *sides)
{
	uint32_t root[N_SIDES];
	run->result->n_generated = N_SIDES;
	const struct kept_node how = {.last = LAST_NONE};
	if (!add(run, &sides[FROM_CUBE], &run->request->cube, how, &root[FROM_CUBE]) ||
	    !add(run, &sides[FROM_SOLVED], &cube_solved, how, &root[FROM_SOLVED]))
		return;
	if (cube_is_solved(&run->request->cube)) {
		found(run, sides, root);
		return;
	}
	while (sides[0].depth + sides[1].depth < run->max_length) {
		const unsigned which = level_size(&sides[FROM_SOLVED]) < level_size(&sides[FROM_CUBE]) ? FROM_SOLVED : FROM_CUBE;
		if (expand_level(run, sides, which))
			return;
	}
}

static void solve(struct method_run *run)
{
	struct side sides[N_SIDES] = {0};
	for (unsigned i = 0; i < N_SIDES; i++)
		sides[i].store.limit = node_limit_by_memory(run, N_SIDES * NODE_BYTES);
	search(run, sides);
	run->result->peak_bytes = 0;
	for (unsigned i = 0; i < N_SIDES; i++) {
		run->result->peak_bytes += sides[i].store.n * sizeof(struct kept_node)
		    + sides[i].n_heads * sizeof(uint32_t);
		free(sides[i].store.node);
		free(sides[i].head);
	}
}

const struct method bidirectional_method = {
	{"bidirectional", "breadth-first search from both ends until they meet, kept in memory", TEXTBOOK}, .solve = solve,
};
