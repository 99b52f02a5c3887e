/* The search with Reid's bound: flip, slice and twist along three axes, moved by tables.
 *
 * All children of a node are asked for along one axis before any is looked at, so that memory works on
 * several entries at once; those that the first axis keeps are asked for along the second, and so on. */
#include "coord/phase1.h"
#include "search/kernel.h"
#include "subgroup/reid.h"

enum { SHARE_MIN_LEFT = 7 };  /* smaller subtrees are not worth giving away */

struct node {
	struct phase1_coset coset[N_AXES];
};

struct child {
	struct node node;
	uint8_t move;
	uint8_t largest, smallest;                /* of the distances so far */
	uint32_t number;                          /* along the axis that is asked for */
};

/* What a thread keeps. */
struct visit {
	const struct phase1_tables *tables;
	const uint8_t *entries;
	enum metric metric;
	struct worker *worker;
	struct search *search;
	struct work_unit node;                    /* the path to where the search is */
};

/* Along an axis, the cube is seen by a symmetry. */
static void ask(const struct visit *v, const struct node *parent, struct child *c, unsigned axis)
{
	c->node.coset[axis] =
		phase1_after(v->tables, parent->coset[axis], symmetry_move[axis * N_AXIS_SYMMETRIES][c->move]);
	c->number = phase1_number(v->tables, c->node.coset[axis]);
	__builtin_prefetch(&v->entries[c->number / 2]);
}

/* Keep the children whose distances along all axes so far, and one more where all are equal, are less than
 * `left`; ask for those along the next axis. @return how many are left */
static unsigned look(const struct visit *v, const struct node *parent, struct child *child, unsigned n,
                     unsigned axis, unsigned left)
{
	unsigned n_kept = 0;
	for (unsigned i = 0; i < n; i++) {
		struct child c = child[i];
		const uint8_t distance = (uint8_t)pdb_nibble(v->entries, c.number);
		c.largest = distance > c.largest ? distance : c.largest;
		c.smallest = distance < c.smallest ? distance : c.smallest;
		const bool are_equal = axis == N_AXES - 1 && c.largest == c.smallest && c.largest != 0;
		if (c.largest + (unsigned)are_equal >= left)
			continue;
		if (axis + 1 < N_AXES)
			ask(v, parent, &c, axis + 1);
		child[n_kept++] = c;
	}
	return n_kept;
}

static void expand(struct visit *v, const struct node *node, unsigned left)
{
	struct node_counts *const counts = &v->worker->counts;
	struct child child[N_MOVES];
	const unsigned last = v->node.last;
	unsigned n = 0;
	if (counts->n_generated >= REPORT_NODES)
		search_report(v->worker, v->search);
	set_foreach(move, move_successors[v->metric][last]) {
		child[n] = (struct child){.move = (uint8_t)move, .smallest = UINT8_MAX};
		ask(v, node, &child[n++], 0);
	}
	counts->n_expanded++;
	counts->n_generated += n;
	for (unsigned axis = 0; axis < N_AXES; axis++) {
		counts->n_lookups += n;
		n = look(v, node, child, n, axis, left);
	}
	for (unsigned i = 0; i < n && !search_must_stop(v->search); i++) {
		v->node.prefix[v->node.n_prefix++] = child[i].move;
		v->node.last = move_last_after[v->metric][last][child[i].move];
		if (worker_goes_on(v->worker, v->search, &v->node, left - 1, SHARE_MIN_LEFT))
			expand(v, &child[i].node, left - 1);
		v->node.n_prefix--;
	}
	v->node.last = (uint16_t)last;
}

static void run(struct worker *w, struct search *s, const struct work_unit *unit)
{
	struct visit *const v = w->kernel_state;
	v->worker = w;
	v->search = s;
	v->node = *unit;
	const struct cube cube = search_unit_cube(s, unit);
	struct node node;
	for (unsigned axis = 0; axis < N_AXES; axis++) {
		const struct cube seen = cube_conjugate(&cube, axis * N_AXIS_SYMMETRIES);
		node.coset[axis] = phase1_rank(&seen);
	}
	const unsigned left = search_left(s, unit);
	if (worker_goes_on(w, s, unit, left, UINT_MAX))
		expand(v, &node, left);
}

static bool is_for(const struct heuristic *h)
{
	return h->spec->evaluate == heuristic_reid;
}

static void *create(const struct heuristic *h)
{
	struct visit *const v = malloc(sizeof *v);
	if (v != NULL)
		*v = (struct visit){.tables = phase1_tables(), .entries = h->table[0].entries, .metric = h->metric};
	return v;
}

const struct kernel kernel_reid = {
	.name = "reid", .is_for = is_for, .create = create, .destroy = free, .run = run};
