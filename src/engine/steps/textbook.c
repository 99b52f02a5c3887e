/* The searches of the textbooks for one cube, on one thread: breadth-first from one end and from both,
 * depth-first with a
 * growing limit, A*, and IDA* with its children in the order of the moves or of their bounds.  Every cube
 * is made by
 * cube_after(), every bound by heuristic_evaluate(): slow but alike, so that what is compared are the
 * methods.
 *
 * All but one search the tree of canonical maneuvers (cube/move.h): no face twice in a row, and opposite
 * faces in one order
 * only: 13.3 children a node on average.  None of these checks whether a position was seen before: the
 * 624,124 canonical
 * maneuvers of up to five moves lead to 621,649 positions, so a table of them would save nearly nothing. 
 * The search from
 * both ends keeps each position once, since it must recognise those of the other end.
 *
 * A search finds one optimal solution, or reports the limit that was hit.  n_generated counts roots and all
 * children of
 * expanded nodes, of all iterations. */
#include "steps/method.h"

enum { CLOCK_EXPANSIONS = 1 << 12 };  /* between two looks at the clock */

#define TEXTBOOK .is_optimal = true, .counts_nodes = true, .counts_quarter_turns = true, .searches = true

/* Whether one more node may be expanded; it is then counted.  If not, the result says which limit was hit. */
static bool may_expand(struct method_run *run)
{
	struct method_result *const result = run->result;
	if (run->request->node_limit != 0 && result->n_generated >= run->request->node_limit) {
		result->outcome = SEARCH_NODE_LIMIT;
		return false;
	}
	if (result->n_expanded % CLOCK_EXPANSIONS == 0 && method_must_stop(run))
		return false;
	result->n_expanded++;
	return true;
}

/* Record that n moves of cost 1 solve the cube. */
static void record(struct method_run *run, const uint8_t *path, unsigned n)
{
	const struct search_solution found = search_solution_of_path(path, n);
	run->result->outcome = SEARCH_SOLVED;
	run->result->is_optimal = true;
	run->result->n_moves = found.n_moves;
	memcpy(run->result->moves, found.moves, found.n_moves);
}

/* The bound of a cube, 0 for the methods that use none. */
static unsigned bound_of(const struct method_run *run, const struct cube *c)
{
	return run->heuristic == NULL ? 0 : heuristic_evaluate(run->heuristic, c);
}

/* ---- depth-first, in memory for one path: without bounds every node within the threshold is visited; with
 * them this is IDA*
 * (R. Korf, "Depth-first iterative-deepening", AIJ 27, 1985) ---- */

struct child {
	struct cube cube;
	uint8_t move, last, bound;
};

struct descent {
	struct method_run *run;
	bool is_ordered;                       /* children by their bounds, the most promising first */
	unsigned n_path;
	uint8_t path[SEARCH_MAX_LENGTH];
};

/* True when there is nothing more to do: a solution is found, or a limit was hit. */
static bool descend(struct descent *d, const struct cube *c, unsigned last, unsigned left)
{
	if (left == 0) {
		if (!cube_is_solved(c))
			return false;
		record(d->run, d->path, d->n_path);
		return true;
	}
	if (!may_expand(d->run))
		return true;
	struct child children[N_MOVES];
	unsigned n = 0;
	set_foreach(move, d->run->successors[last]) {
		struct child child = {
			.cube = cube_after(c, move),
			.move = (uint8_t)move,
			.last = move_last_after[d->run->request->metric][last][move],
		};
		child.bound = (uint8_t)bound_of(d->run, &child.cube);
		d->run->result->n_generated++;
		if (child.bound >= left)
			continue;
		/* Insertion keeps the order of the moves among equals. */
		unsigned at = n++;
		for (; d->is_ordered && at > 0 && children[at - 1].bound > child.bound; at--)
			children[at] = children[at - 1];
		children[at] = child;
	}
	items_foreach(child, children, n) {
		d->path[d->n_path++] = child->move;
		if (descend(d, &child->cube, child->last, left - 1))
			return true;
		d->n_path--;
	}
	return false;
}

static void deepen(struct method_run *run)
{
	/* A quarter turn flips the permutation parity: in QTM only every second threshold can be a length. */
	const unsigned step = run->request->metric == METRIC_QTM ? 2 : 1;
	unsigned threshold = bound_of(run, &run->request->cube);
	if (step == 2 && threshold % 2 != cube_is_odd(&run->request->cube))
		threshold++;
	struct descent d = {.run = run, .is_ordered = run->method == &ida_ordered_method};
	for (bool is_over = false; !is_over && threshold <= run->max_length; threshold += step) {
		run->result->n_generated++;
		run->result->lower_bound = threshold;
		run->result->peak_bytes = (uint64_t)threshold * N_MOVES * sizeof(struct child);
		is_over = descend(&d, &run->request->cube, LAST_NONE, threshold);
	}
}

const struct method dfs_method = {{"dfs", "depth-first search with a growing limit", TEXTBOOK},
	.solve = deepen};
const struct method ida_method = {{"ida", "IDA* as in the textbook, on one thread", TEXTBOOK,
	.takes_tables = true}, .solve = deepen};
const struct method ida_ordered_method = {
	{"ida-pq", "the same with children in the order of their bounds", TEXTBOOK, .takes_tables = true},
		.solve = deepen,
};

/* ---- nodes that are kept ---- */

#define NO_NODE UINT32_MAX

/* In 24 bytes: the cube with five bits a cubie, and how it was reached. */
struct node {
	uint64_t corners : 40, move : 5, last : 4, depth : 6;
	uint64_t edges;
	uint32_t parent;                       /* index of another node; of the root: anything */
	uint32_t next;                         /* in a list of the search */
};

/* All nodes around one cube, by index. */
struct store {
	struct node *node;
	uint32_t n, capacity, limit;
	/* Of the search from both ends; a node's `next` is then the next one with the same hash. */
	bool has_heads;
	uint32_t *head;                        /* `capacity` of them */
	uint32_t level_begin;                  /* of the last level; its nodes end at n */
	unsigned depth;                        /* of the last level */
};

/* As many nodes of so many bytes as the memory limit allows. */
static struct store empty_store(const struct method_run *run, unsigned node_bytes)
{
	const uint64_t bytes = run->request->memory_limit_bytes, most = bytes / node_bytes;
	return (struct store){.limit = bytes == 0 || most > UINT32_MAX ? UINT32_MAX : most == 0 ? 1
		: (uint32_t)most};
}

static uint32_t *head_of(const struct store *s, const struct node *node)
{
	uint64_t h =
		(node->corners * UINT64_C(0x9E3779B97F4A7C15)) ^ (node->edges * UINT64_C(0xC2B2AE3D27D4EB4F));
	h ^= h >> 32;
	return &s->head[(h * UINT64_C(0xD6E8FEB86659FD93) >> 32) % s->capacity];
}

static void link_node(struct store *s, uint32_t index)
{
	uint32_t *const head = head_of(s, &s->node[index]);
	s->node[index].next = *head;
	*head = index;
}

/* Keep a node; its depth, move and last are those of `how`.  @return false without memory, or if the limit is
 * hit: the result says so */
static bool add(struct method_run *run, struct store *s, const struct cube *c, struct node how)
{
	if (s->n == s->capacity) {
		const uint64_t twice = s->capacity == 0 ? 1024 : 2 * (uint64_t)s->capacity;
		const uint64_t capacity = twice < s->limit ? twice : s->limit;
		const bool is_full = capacity == s->capacity;
		struct node *const more = is_full ? NULL : realloc(s->node, capacity * sizeof *more);
		uint32_t *const head =
			more == NULL || !s->has_heads ? NULL : realloc(s->head, capacity * sizeof *head);
		s->node = more != NULL ? more : s->node;
		if (more == NULL || (s->has_heads && head == NULL)) {
			run->result->outcome = is_full && s->limit < UINT32_MAX ? SEARCH_MEMORY_LIMIT : SEARCH_NO_MEMORY;
			return false;
		}
		s->capacity = (uint32_t)capacity;
		s->head = head;
		if (head != NULL)
			memset(head, 0xFF, capacity * sizeof *head);
		for (uint32_t i = 0; i < s->n && head != NULL; i++)
			link_node(s, i);
	}
	const struct position_bits bits = bits_of_cube(c);
	how.corners = bits.corners & ((UINT64_C(1) << 40) - 1);
	how.edges = bits.edges;
	s->node[s->n++] = how;
	run->result->peak_bytes = (uint64_t)s->n * sizeof how;
	return true;
}

static struct cube cube_of(const struct store *s, uint32_t index)
{
	return cube_of_bits((struct position_bits){s->node[index].corners, s->node[index].edges});
}

/* How a move leads on from a node; that is counted as generated. */
static struct node child_of(struct method_run *run, const struct store *s, uint32_t index, unsigned move)
{
	const struct node *const parent = &s->node[index];
	run->result->n_generated++;
	return (struct node){
		.move = move & 31u, .last = move_last_after[run->request->metric][parent->last][move] & 15u,
		.depth = (parent->depth + 1u) & 63u, .parent = index,
	};
}

/* The moves from the root to a node. @return how many */
static unsigned path_to(const struct store *s, uint32_t index, uint8_t *path)
{
	const unsigned n = s->node[index].depth;
	for (unsigned i = n; i-- > 0; index = s->node[index].parent)
		path[i] = s->node[index].move;
	return n;
}

/* Record the way to a node if its cube is solved. */
static bool is_end(struct method_run *run, const struct store *s, uint32_t index, const struct cube *c)
{
	uint8_t path[SEARCH_MAX_LENGTH];
	if (!cube_is_solved(c))
		return false;
	record(run, path, path_to(s, index, path));
	return true;
}

/* ---- breadth-first: nodes in the order in which they were found, so the array is the queue ---- */

static void solve_breadth_first(struct method_run *run)
{
	struct store s = empty_store(run, sizeof *s.node);
	const struct cube *const root = &run->request->cube;
	run->result->n_generated = 1;
	bool goes_on = add(run, &s, root, (struct node){.last = LAST_NONE}) && !is_end(run, &s, 0, root);
	for (uint32_t next = 0; goes_on && s.node[next].depth < run->max_length && may_expand(run); next++) {
		const struct cube parent = cube_of(&s, next);
		run->result->lower_bound = s.node[next].depth + 1u;
		set_foreach(move, run->successors[s.node[next].last]) {
			if (!goes_on)
				break;
			const struct node how = child_of(run, &s, next, move);
			const struct cube c = cube_after(&parent, move);
			goes_on = add(run, &s, &c, how) && !is_end(run, &s, s.n - 1, &c);
		}
	}
	free(s.node);
}

const struct method bfs_method = {
	{"bfs", "breadth-first search: all shorter sequences, kept in memory", TEXTBOOK},
		.solve = solve_breadth_first,
};

/* ---- A* (P. Hart, N. Nilsson, B. Raphael, 1968): of all open nodes expand one with the least f = moves
 * made + bound.
 * On a tree an admissible bound is enough for the first solution taken to be optimal. ---- */

enum { N_BUCKETS = SEARCH_MAX_LENGTH + 1 };

/* Nodes by f, the newest first: among equals the deepest is likeliest to be near a solution. */
struct open_nodes {
	struct store store;
	uint32_t first[N_BUCKETS];
	unsigned least_f;
};

/* Nodes that no solution within the length asked for goes through are left out. */
static bool add_open(struct method_run *run, struct open_nodes *open, const struct cube *c, struct node how)
{
	const unsigned f = how.depth + bound_of(run, c);
	if (f > run->max_length)
		return true;
	how.next = open->first[f];
	if (!add(run, &open->store, c, how))
		return false;
	open->first[f] = open->store.n - 1;
	open->least_f = f < open->least_f ? f
		: open->least_f;  /* a bound that is not consistent may fall again */
	return true;
}

static void solve_a_star(struct method_run *run)
{
	struct open_nodes open = {.store = empty_store(run, sizeof(struct node)), .least_f = N_BUCKETS};
	memset(open.first, 0xFF, sizeof open.first);
	run->result->n_generated = 1;
	bool goes_on = add_open(run, &open, &run->request->cube, (struct node){.last = LAST_NONE});
	while (goes_on) {
		while (open.least_f < N_BUCKETS && open.first[open.least_f] == NO_NODE)
			open.least_f++;
		if (open.least_f == N_BUCKETS)
			break;
		const uint32_t index = open.first[open.least_f];
		const struct cube parent = cube_of(&open.store, index);
		open.first[open.least_f] = open.store.node[index].next;
		run->result->lower_bound = open.least_f > run->result->lower_bound ? open.least_f
			: run->result->lower_bound;
		goes_on = !is_end(run, &open.store, index, &parent) && may_expand(run);
		set_foreach(move, run->successors[open.store.node[index].last]) {
			if (!goes_on)
				break;
			const struct node how = child_of(run, &open.store, index, move);
			const struct cube c = cube_after(&parent, move);
			goes_on = add_open(run, &open, &c, how);
		}
	}
	free(open.store.node);
}

const struct method a_star_method = {
	{"astar", "A*: the most promising node first, all kept in memory", TEXTBOOK, .takes_tables = true},
		.solve = solve_a_star,
};

/* ---- breadth-first from both ends: levels around the cube and around the solved one, the smaller one
 * first, until a position
 * is in both.  Two trees of half the depth are much smaller than one: at distance 10 two of 574,908 leaves
 * instead of one of
 * 2.4e11.  I. Pohl, "Bi-directional search", Machine Intelligence 6 (1971). ---- */

enum { FROM_CUBE, FROM_SOLVED, N_SIDES };

static uint32_t find(const struct store *s, const struct node *wanted)
{
	uint32_t i = *head_of(s, wanted);
	while (i != NO_NODE && (s->node[i].corners != wanted->corners || s->node[i].edges != wanted->edges))
		i = s->node[i].next;
	return i;
}

/* Keep a position of one side unless it is known.
 * @return true if there is nothing more to do: the other side has it, or a limit was hit */
static bool add_to_side(struct method_run *run, struct store sides[N_SIDES], unsigned which,
	const struct cube *c, struct node how)
{
	struct store *const s = &sides[which], *const other = &sides[!which];
	uint8_t path[2 * SEARCH_MAX_LENGTH];
	if (!add(run, s, c, how))
		return true;
	const uint32_t index = s->n - 1;
	if (find(s, &s->node[index]) != NO_NODE) {
		s->n--;
		return false;
	}
	link_node(s, index);
	const uint32_t there = other->n == 0 ? NO_NODE : find(other, &s->node[index]);
	if (there == NO_NODE)
		return false;
	/* The moves to the meeting point, then back along those of the other end. */
	const unsigned n = path_to(&sides[FROM_CUBE], which == FROM_CUBE ? index : there, path);
	const unsigned n_back = path_to(&sides[FROM_SOLVED], which == FROM_CUBE ? there : index, path + n);
	moves_invert(path + n, n_back);
	record(run, path, n + n_back);
	return true;
}

/* All nodes of the last level of one side.  @return as add_to_side() */
static bool expand_level(struct method_run *run, struct store sides[N_SIDES], unsigned which)
{
	struct store *const s = &sides[which];
	const uint32_t begin = s->level_begin, end = s->n;
	run->result->lower_bound = sides[0].depth + sides[1].depth + 1;
	for (uint32_t i = begin; i < end; i++) {
		/* In HTM the canonical order loses no position, although each keeps only the first sequence that
		 * led to it: a turn that it
		 * forbids leads to what a sibling leads to, or nearer.  In QTM this is not so, and all quarter
		 * turns are made. */
		const uint32_t moves = run->request->metric == METRIC_QTM ? QUARTER_TURNS
			: run->successors[s->node[i].last];
		const struct cube parent = cube_of(s, i);
		if (!may_expand(run))
			return true;
		set_foreach(move, moves) {
			const struct node how = child_of(run, s, i, move);
			const struct cube c = cube_after(&parent, move);
			if (add_to_side(run, sides, which, &c, how))
				return true;
		}
	}
	s->level_begin = end;
	s->depth++;
	return false;
}

static void solve_from_both_ends(struct method_run *run)
{
	struct store sides[N_SIDES];
	const struct node root = {.last = LAST_NONE};
	items_foreach(side, sides, N_SIDES) {
		*side = empty_store(run, N_SIDES * (sizeof(struct node) + 2 * sizeof(uint32_t)));
		side->has_heads = true;
	}
	run->result->n_generated = N_SIDES;
	bool is_over = add_to_side(run, sides, FROM_CUBE, &run->request->cube, root)
	    || add_to_side(run, sides, FROM_SOLVED, &cube_solved, root);
	/* No solution has at most the two depths together: it would have been met on the way. */
	while (!is_over && sides[0].depth + sides[1].depth < run->max_length) {
		const uint32_t n_from_cube = sides[FROM_CUBE].n - sides[FROM_CUBE].level_begin;
		const uint32_t n_from_solved = sides[FROM_SOLVED].n - sides[FROM_SOLVED].level_begin;
		is_over = expand_level(run, sides, n_from_solved < n_from_cube ? FROM_SOLVED : FROM_CUBE);
	}
	run->result->peak_bytes = 0;
	array_foreach(side, sides) {
		run->result->peak_bytes += side->n * sizeof(struct node) + side->capacity * sizeof(uint32_t);
		free(side->node);
		free(side->head);
	}
}

const struct method bidirectional_method = {
	{"bidirectional", "breadth-first search from both ends until they meet, kept in memory", TEXTBOOK},
		.solve = solve_from_both_ends,
};
