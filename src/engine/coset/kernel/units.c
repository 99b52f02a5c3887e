/* From a cube to a node and back: where a unit of work begins, and how one is given away. */
#include "coset/kernel/stages.h"
#include "search/roots.h"

/* ---- cubes and nodes ---- */
void engine_make_node(const struct engine *k, const struct cube *c, const uint8_t *path, unsigned n_path,
                      struct node *n)
{
	struct node_path p = {.n = (uint8_t)n_path};
	for (unsigned i = 0; i < n_path; i++)
		p.move[i] = k->t->number[path[i]];
	k->stages->make_at_ends(k, c, n_path, &p, 1, n);
	n->near = ALL_NEIGHBOURS;
}

/* The moves from the cube to a node at a depth below k->root, as a unit of work has them.  Returns how
 * many. */
static unsigned write_path(const struct engine *k, const struct node *n, unsigned depth,
                           uint8_t path[SEARCH_MAX_LENGTH])
{
	const unsigned n_prefix = k->root->n_prefix;
	memcpy(path, k->root->prefix, n_prefix);
	for (unsigned i = 0; i < depth; i++)
		path[n_prefix + i] = k->t->written[node_move(n, i)];
	return n_prefix + depth;
}

/* By the inverse, which is not in a frame. */
void engine_finish_leaves(struct engine *k)
{
	struct queue *const leaves = &k->queue[0];
	const struct coset_cube solved = coset_pack(&cube_solved);
	for (unsigned i = leaves->head; i < leaves->tail; i++) {
		const struct node *const n = &leaves->node[i];
		uint8_t path[SEARCH_MAX_LENGTH];
		if (memcmp(n->inverse_edges, solved.edges, sizeof n->inverse_edges) == 0
		    && memcmp(n->inverse_corners, &solved.corners, sizeof n->inverse_corners) == 0)
			search_found(k->search, k->root->start, path, write_path(k, n, k->top, path));
	}
	leaves->head = leaves->tail = 0;
}

/* ---- units ---- */
/* Append the node of a unit, whose moves after those of k->root become its path; both faces of its last axis
 * are done. */
static void push_unit(struct engine *k, const struct work_unit *unit)
{
	const struct cube c = search_unit_cube(k->search, unit);
	const unsigned n_before = k->root->n_prefix;
	unsigned record = unit->bound_record;
	if (record == 0) {
		const struct cube inverse = cube_inverse(&c);
		uint8_t value;
		k->stages->read_cubes(k, &inverse, 1, &value);
		record = bound_record(value, ALL_NEIGHBOURS);
	}
	struct node *const n = queue_append(&k->queue[unit->threshold - unit->n_prefix], 1);
	engine_make_node(k, &c, unit->prefix + n_before, unit->n_prefix - n_before, n);
	n->axis = (uint8_t)((unit->last - 1u) % 3);
	n->value = record & UINT8_MAX;
	n->near = record >> 8 & ALL_NEIGHBOURS;
}

void engine_share(struct worker *w)
{
	struct engine *const k = w->kernel_state;
	unsigned left = k->top;
	while (left > 0 && k->queue[left].tail == k->queue[left].head)
		left--;
	if (left < k->cap + 2)
		return;
	struct queue *const q = &k->queue[left];
	struct work_unit unit = {
		.threshold = (uint8_t)k->search->threshold, .counter = k->root->counter, .start = k->root->start};
	for (unsigned n = (q->tail - q->head + 1) / 2; n > 0; n--) {
		const struct node *const node = &q->node[q->tail - 1];
		unit.n_prefix = (uint8_t)write_path(k, node, k->top - left, unit.prefix);
		unit.bound_record = bound_record(node->value, node->near);
		unit.last = (uint8_t)(1 + 3 + node->axis);  /* after the second face of an axis neither may follow */
		if (!worker_share(w, k->search, &unit))
			return;
		q->tail--;
	}
}

/* The turns of one axis: as a path of steps, after which both faces are done. */
static struct root first_root(const struct engine *k, unsigned turns)
{
	const unsigned axis = axis_turns_axis(turns), first = axis_turns_first(turns),
	               second = axis_turns_second(turns);
	const bool is_step = coset_is_step(k->metric, first, second);
	return k->metric < N_METRICS ? root_after(&(struct root){.n_path = 0}, k->metric, turns)
	                             : (struct root){
		.n_path = is_step ? 1 : 2,
		.last = (uint8_t)(1 + 3 + axis),
		.path = {(uint8_t)axis_turns_number(axis, first, is_step ? second : 0),
	             (uint8_t)axis_turns_number(axis, 0, second)},
	};
}

/* Begin with what comes after the turns of one axis, if its bound fits: at a node that has no room for all
 * the moves that are left each is a unit of its own.  Short iterations are little else, so all entries are
 * read together. */
static void expand_cube(struct worker *w, struct search *s, const struct work_unit *unit,
                        const struct cube *c, bool has_room)
{
	struct engine *const k = w->kernel_state;
	struct root root[N_FIRST_ROOTS];
	struct cube after[2 * N_FIRST_ROOTS];
	uint8_t value[2 * N_FIRST_ROOTS];
	static_assert(2 * (int)N_FIRST_ROOTS <= (int)LIST_ROOM, "all are read together");
	for (unsigned i = 0; i < N_FIRST_ROOTS; i++) {
		root[i] = first_root(k, i / 15 * 16 + i % 15 + 1);
		after[2 * i] = search_path_cube(s, *c, root[i].path, root[i].n_path);
		after[2 * i + 1] = cube_inverse(&after[2 * i]);
	}
	k->stages->read_cubes(k, after, 2 * N_FIRST_ROOTS, value);
	w->counts.n_expanded++;
	w->counts.n_generated += N_FIRST_ROOTS;
	w->counts.n_lookups += 2 * N_FIRST_ROOTS;
	for (unsigned i = 0; i < N_FIRST_ROOTS; i++) {
		const unsigned bound = value[2 * i] > value[2 * i + 1] ? value[2 * i] : value[2 * i + 1];
		struct work_unit child = *unit;
		memcpy(child.prefix + unit->n_prefix, root[i].path, root[i].n_path);
		child.n_prefix = (uint8_t)(unit->n_prefix + root[i].n_path);
		child.last = root[i].last;
		child.bound_record = bound_record(value[2 * i + 1], ALL_NEIGHBOURS);
		if (child.last == unit->last  /* the same axis */ || child.n_prefix + bound > unit->threshold)
			continue;
		if (has_room)
			push_unit(k, &child);
		else if (!search_must_stop(s))
			engine_run_unit(w, s, &child);
	}
}

void engine_run_unit(struct worker *w, struct search *s, const struct work_unit *unit)
{
	struct engine *const k = w->kernel_state;
	const struct cube c = search_unit_cube(s, unit);
	const unsigned top = unit->threshold - unit->n_prefix;
	if (top == 0) {
		if (cube_is_solved(&c))
			search_found(s, unit->start, unit->prefix, unit->n_prefix);
		return;
	}
	if (top > MAX_LEFT) {
		expand_cube(w, s, unit, &c, false);
		return;
	}
	k->whole = (struct work_unit){
		.threshold = unit->threshold, .last = LAST_NONE, .counter = unit->counter, .start = unit->start};
	engine_begin(k, s, unit->threshold <= MAX_LEFT ? &k->whole : unit);
	if (unit->last != LAST_NONE)
		push_unit(k, unit);
	else
		expand_cube(w, s, unit, &c, true);
	engine_finish_leaves(k);
	engine_drain(w);
}
