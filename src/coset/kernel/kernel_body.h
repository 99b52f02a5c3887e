/* The kernel of the slice-free coset tables.  One body, compiled once for every instruction set
 * (coset_avx512.c, coset_avx2.c, coset_portable.c), which define COSET_KERNEL, COSET_NAME and COSET_RUNS_HERE.
 *
 * A node's moves come in groups by axis: six single turns and nine pairs of commuting turns, of the two axes that the
 * last group left.  (In the quarter-turn metric: four singles, and eleven combinations of two to four of them.)  All
 * quarter turns of an axis are one left factor of the inverse, and half turns none: one look-up of the inverse an axis
 * decides about all its moves, then one look-up of each child that is left.
 *
 * With layers (coset/math/coset.h) the two faces' quarter turns lead to two of them, and one look-up tells of all layers of a
 * coset.  Half turns leave the layer, but quarter turns of both faces lead to the node's coset in a neighbour of its
 * layer: what the look-up that led to the node told of its neighbours, it keeps.
 *
 * A node is kept in its own frame (coset/math/coset.h): of the corners only the class is needed, and the frames of its
 * children are found in a small table.  Its inverse is kept as it is.
 *
 * Random reads take hundreds of cycles, so hundreds must be under way.  Nodes wait in a queue for each number of
 * moves left, first in, first out; a group of up to GROUP nodes of one queue goes through stages, each a plain loop
 * without unpredictable branches:
 *   1  for each node and axis: index of the inverse after a quarter turn
 *   2  read these; list the turns that pass
 *   3  for each of them: index of the child
 *   4  read; make the survivors and append them to the queue of one move less
 *   5  combinations of which all single turns survived: make them and append them UNTESTED to the queue of as many
 *      moves less, whose next group looks them up together with its stage 1
 * Most work are nodes with as many moves left as the cap, the first ones that can be cut, and most of these are cut at
 * stage 2.  So stage 4 of the nodes above them makes no survivors but appends the whole family; stage 1 finds the indices of
 * the children's inverses from the parent's, and stage 2 makes the few children that it lists turns of.
 * In iterations of some lengths these nodes are found by sweeps instead, by the cosets of their inverses (coset/kernel/sweep.h),
 * and begin with stage 3; only those to which the iteration before leads (coset/kernel/leads_search.h) come first, and with stage 1.
 * Two groups are under way: what stage 3 of the one found is asked for during stage 1 of the other, and what that found
 * while stage 4 of the first reads.  So lines are asked for between other work, or all at once
 * (coset/kernel/asking.h), and arrive during still other work.
 * Reading begins as soon as they may be there: a few values must be fetched from the side table, too.
 * The full queue with the fewest moves left goes first.  If none is full, the next nodes of the frontier (coset/kernel/frontier.h)
 * are begun; at the end the queue with the most moves left is taken. */
#include "coset/kernel/openings.h"

#include <sys/mman.h>

static bool is_for(const struct heuristic *h)
{
	const struct heuristic_design *const d = h->design;
	return COSET_RUNS_HERE && d->n_tables == 1 && d->table[0].family == COORDINATE_COSET;
}

static void fill_passing(struct coset *k)
{
	for (unsigned passing = 0; passing < N_PASSING; passing++) {
		const bool is_swapped = passing >> 3;
		unsigned turns = 0;
		for (unsigned i = 0; i < 3; i++)
			turns |= passing >> i & 1 ? passing_turns_of[k->metric][is_swapped ? 2 - i : i] : 0;
		for (unsigned turn = 0; turn < TURNS; turn++)
			if (turns >> turn & 1)
				k->passing_turns[passing][k->n_passing[passing]++] = turn;
	}
}

/* Append the turns that make so many clockwise quarter turns (0 to 3) of a face: in quarter turns, one or two. */
static void append_turns_of_face(struct combination *c, unsigned order, unsigned *n, enum metric metric, unsigned face,
                                 unsigned quarters)
{
	const bool is_double = metric == METRIC_QTM && quarters == 2;
	for (unsigned i = 0; quarters != 0 && i < (is_double ? 2u : 1u); i++)
		c->turn[order][(*n)++] = (uint8_t)(3 * face + (is_double ? 1 : quarters) - 1);
}

static bool combination_passes(const struct combination *c, unsigned row)
{
	/* Two quarter turns are a half turn either way round: both ways must have survived. */
	unsigned needed = 0;
	for (unsigned i = 0; i < c->n; i++)
		needed |= i > 0 && c->turn[0][i] == c->turn[0][i - 1] ? 5u << c->turn[0][i] / 3 * 3 : 1u << c->turn[0][i];
	if ((row & needed) != needed)
		return false;
	if (c->is_odd[0] && c->is_odd[1])
		return row >> 8 & 1;
	if (c->is_odd[0] || c->is_odd[1])
		return row >> (c->is_odd[0] ? 6 : 9) & 1;
	return row >> (c->cost == 2 ? 7 : 1) & 1;
}

static void fill_combinations(struct coset *k)
{
	unsigned n = 0;
	for (unsigned first = 0; first < 4; first++)
		for (unsigned second = 0; second < 4; second++) {
			struct combination c = {.is_odd = {first % 2, second % 2}};
			unsigned n_moves[2] = {0, 0};
			append_turns_of_face(&c, 0, &n_moves[0], k->metric, 0, first);
			append_turns_of_face(&c, 0, &n_moves[0], k->metric, 1, second);
			append_turns_of_face(&c, 1, &n_moves[1], k->metric, 1, second);
			append_turns_of_face(&c, 1, &n_moves[1], k->metric, 0, first);
			c.n = c.cost = (uint8_t)n_moves[0];
			if (c.n >= 2)
				k->combination[n++] = c;
		}
	for (unsigned row = 0; row < N_ROWS; row++)
		for (unsigned i = 0; i < n; i++)
			if (combination_passes(&k->combination[i], row))
				k->passing_combinations[row].number[k->passing_combinations[row].n++] = (uint8_t)i;
}

static void fill_axes(struct coset *k)
{
	for (unsigned frame = 0; frame < N_SYMMETRIES; frame++)
		for (unsigned axis = 0; axis < COSET_AXES; axis++) {
			k->seen_axis[frame][axis] = coset_tables.seen_move[frame][axis * TURNS] / TURNS;
			k->is_swapped[frame][axis] = coset_tables.seen_move[frame][axis * TURNS] % TURNS >= 3;
		}
	for (unsigned last = 0; last <= COSET_AXES; last++)
		for (unsigned i = 0; i < N_AXES_LEFT * N_CORNERS; i++) {
			const unsigned axis = other_axes[last][i / N_CORNERS];
			k->quarter_labels[last][i] = coset_tables.quarter_relabel[axis][i % N_CORNERS];
		}
}

/* Tables for branches b behind child number `child`, and parents behind an axis. */
static void fill_branch(struct coset *k, unsigned last, unsigned child, unsigned b)
{
	const unsigned turn = k->child_turn[child], axis = other_axes[last][turn / TURNS], branch = N_AXES_LEFT * child + b;
	const uint8_t *const quarter = coset_tables.quarter_relabel[other_axes[axis][b]];
	const uint8_t *const move = coset_tables.turn[axis * TURNS + turn % TURNS].relabel;
	for (unsigned code = 0; code < 64; code++)
		k->branch_relabel[last][branch][code] = quarter[move[code] % 64];
	memcpy(k->branch_labels[last][branch], k->branch_relabel[last][branch], N_CORNERS);
	k->branch_axis[last][branch] = other_axes[axis][b];
	k->branch_parity[branch] = !turn_is_quarter(turn % TURNS);
}

static void fill_families(struct coset *k)
{
	for (unsigned turn = 0; turn < N_CHILDREN; turn++) {
		const unsigned of_axis = turn % TURNS, branch = turn / TURNS;
		if ((single_turns[k->metric] >> of_axis & 1) == 0)
			continue;
		k->child_value[k->n_children] = (uint8_t)(turn_is_quarter(of_axis) ? turn_is_of_second_face(of_axis) * 2 + branch : 4);
		k->child_turn[k->n_children++] = (uint8_t)turn;
	}
	for (unsigned b = 0; b < N_BRANCHES; b++) {
		k->family_of_branch[b] = (uint8_t)(b / (N_AXES_LEFT * k->n_children));
		k->branch_in_family[b] = (uint8_t)(b % (N_AXES_LEFT * k->n_children));
	}
	for (unsigned last = 0; last < COSET_AXES; last++)
		for (unsigned child = 0; child < k->n_children; child++)
			for (unsigned b = 0; b < N_AXES_LEFT; b++)
				fill_branch(k, last, child, b);
}

static void destroy(void *state)
{
	struct coset *const k = state;
	free_sweep(k->sweep);
	free(k->nodes);
	free(k->own_work);
	free(k);
}

/* Sweeps save what is looked up of nodes with as many moves left as the cap, but not of their children: they are worth it with
 * tables in which few entries are nearer than the cap, or pass for being so. */
static bool can_sweep(const void *state)
{
	const struct coset *const k = state;
	const struct pdb_histogram *const sample = &k->table->histogram;
	uint64_t n = 0;
	for (unsigned i = 0; i < k->cap; i++)
		n += sample->count[i];
	return k->metric == METRIC_HTM && n * SWEPT_PASSING <= n + sample->count[k->cap];
}

static void *create(const struct heuristic *h)
{
	coset_init();
	const size_t nodes_bytes = sizeof(struct node) * (QUEUE_NODES + QUEUE_UNTESTED) * (MAX_LEFT + 1);
	const size_t nodes_room = (nodes_bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	struct coset *const k = aligned_alloc(64, (sizeof *k + 63) / 64 * 64);
	struct node *const nodes = aligned_alloc(HUGE_PAGE, nodes_room);
	uint32_t *const own_work = calloc(MAX_ORIGINS, sizeof *own_work);
	if (k == NULL || nodes == NULL || own_work == NULL) {
		free(k);
		free(nodes);
		free(own_work);
		return NULL;
	}
	madvise(nodes, nodes_room, MADV_HUGEPAGE);
	memset(k, 0, sizeof *k);
	k->nodes = nodes;
	k->own_work = own_work;
	k->table = &h->table[0];
	const struct coset_lines lines = coset_lines_of_key(k->table->entries, k->table->key);
	k->reader = coset_reader_of(&lines);
	k->cap = k->table->base + COSET_LEVELS;
	coset_parts_fill(&k->parts, coset_shape_of(&k->table->key.coordinate));
	for (unsigned class = 0; class < COSET_CLASSES; class++)
		k->class_begin[class] = coset_class_begin(&lines, class);
	k->has_layers = lines.n_layers > 1;
	k->asking = asking_begin(k->table->size_bytes >> 30 >= ASKED_AT_ONCE_GIB);
	k->metric = h->metric;
	fill_passing(k);
	fill_combinations(k);
	roots_fill_first(k->first_roots, k->metric);
	fill_axes(k);
	fill_families(k);
#ifdef COSET_AVX512
	fill_layer_tables(&k->layer_tables);
#endif
	for (unsigned left = 0; left <= MAX_LEFT; left++) {
		k->queue[left].node = nodes + (size_t)left * (QUEUE_NODES + QUEUE_UNTESTED);
		k->queue[left].untested = k->queue[left].node + QUEUE_NODES;
	}
	return k;
}

const struct kernel COSET_KERNEL = {
	.name = COSET_NAME,
	.is_for = is_for,
	.create = create,
	.destroy = destroy,
	.run = run,
	.open = open_roots,
	.can_sweep = can_sweep,
	.begin_sweeps = begin_sweeps,
	.sweep = run_sweeps,
};
