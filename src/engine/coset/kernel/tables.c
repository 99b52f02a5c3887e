#include "coset/kernel/batch.h"
#include "coset/kernel/tables.h"

#include <pthread.h>

/* Whether turns of both faces of an axis, by their number among these, are one step. */
static bool pair_is_step(unsigned metric, unsigned pair)
{
	return coset_is_step(metric, pair / 3 + 1, pair % 3 + 1);
}

/* Turns of an axis that are looked up one by one, by which of the three may pass: in the quarter-turn metric
 * a half turn is a combination.  Then the turns of both faces. */
static void fill_passing(struct kernel_tables *t)
{
	static const uint8_t turns_of[3] = {0x05, 0x12, 0x28};
	for (unsigned passing = 0; passing < N_PASSING; passing++) {
		const bool is_swapped = passing >> 3;
		unsigned turns = 0;
		for (unsigned i = 0; i < 3; i++)
			turns |= passing >> i & 1 ? turns_of[is_swapped ? 2 - i : i] & t->single_turns : 0;
		for (unsigned turn = 0; turn < TURNS; turn++)
			if (turns >> turn & 1)
				t->passing_turns[passing][t->n_passing[passing]++] = (uint8_t)turn;
		for (unsigned pair = 0; pair < COSET_AXIS_PAIRS; pair++)
			if (pair_is_step(t->metric, pair) && (passing & (turn_is_quarter(N_MOVES + pair) ? 5u : 2u)) != 0)
				t->passing_pairs[passing][t->n_passing_pairs[passing]++] = (uint8_t)pair;
	}
}

/* Of so many clockwise quarter turns of each face, 0 to 3; in quarter turns a half turn is two of them. */
static struct combination combination_of(unsigned metric, unsigned first, unsigned second)
{
	struct combination c = {.is_odd = {first % 2, second % 2}};
	for (unsigned order = 0; order < 2; order++) {
		c.n = 0;
		for (unsigned i = 0; i < 2; i++) {
			const unsigned face = i ^ order, quarters = face == 0 ? first : second;
			const bool is_double = metric == METRIC_QTM && quarters == 2;
			for (unsigned k = 0; quarters != 0 && k < (is_double ? 2u : 1u); k++)
				c.turn[order][c.n++] = (uint8_t)(3 * face + (is_double ? 1 : quarters) - 1);
		}
	}
	return c;
}

static bool combination_passes(const struct combination *c, unsigned row)
{
	/* Two quarter turns are a half turn either way round: both ways must be unpruned. */
	unsigned needed = 0;
	for (unsigned i = 0; i < c->n; i++)
		needed |=
			i > 0 && c->turn[0][i] == c->turn[0][i - 1] ? 5u << c->turn[0][i] / 3 * 3 : 1u << c->turn[0][i];
	if ((row & needed) != needed)
		return false;
	if (c->is_odd[0] && c->is_odd[1])
		return row >> 8 & 1;
	if (c->is_odd[0] || c->is_odd[1])
		return row >> (c->is_odd[0] ? 6 : 9) & 1;
	return row >> (c->n == 2 ? 7 : 1) & 1;
}

static void fill_combinations(struct kernel_tables *t)
{
	unsigned n = 0;
	for (unsigned first = 0; first < 4; first++)
		for (unsigned second = 0; second < 4; second++) {
			const struct combination c = combination_of(t->metric, first, second);
			if (c.n >= 2 && !coset_is_step(t->metric, first, second))
				t->combination[n++] = c;
		}
	for (unsigned row = 0; row < N_ROWS; row++)
		for (unsigned i = 0; i < n; i++)
			if (combination_passes(&t->combination[i], row))
				t->passing_combinations[row].number[t->passing_combinations[row].n++] = (uint8_t)i;
}

/* Tables for node axis b of sibling number `child`, whose parent comes after the axis `last`. */
static void fill_node_axis(struct kernel_tables *t, unsigned last, unsigned child, unsigned b)
{
	const unsigned step = t->sibling_turn[child] & 15, axis = other_axes[last][t->sibling_turn[child] >> 4];
	const unsigned node_axis = N_AXES_LEFT * child + b;
	const uint8_t *const quarter = coset_tables.quarter_relabel[other_axes[axis][b]];
	const uint8_t *const move = coset_tables.turn[turn_of_axis(axis, step)].relabel;
	for (unsigned code = 0; code < 64; code++)
		t->node_axis_relabel[last][node_axis][code] = quarter[move[code] % 64];
	memcpy(t->node_axis_labels[last][node_axis], t->node_axis_relabel[last][node_axis], N_CORNERS);
	t->node_axis_axis[last][node_axis] = other_axes[axis][b];
	t->node_axis_parity[node_axis] = !turn_is_quarter(turn_of_axis(0, step));
}

static void fill_siblings(struct kernel_tables *t)
{
	for (unsigned i = 0; i < MAX_SIBLINGS; i++) {
		const unsigned step = i % AXIS_STEPS, node_axis = i / AXIS_STEPS, turn = turn_of_axis(0, step);
		if (step < TURNS ? (t->single_turns >> step & 1) == 0
		                 : !pair_is_step(t->metric, step - TURNS))
			continue;
		t->sibling_value[t->n_siblings] =
			(uint8_t)(turn_is_quarter(turn) ? turn_is_of_second_face(turn) * 2 + node_axis : 4);
		t->sibling_turn[t->n_siblings++] = (uint8_t)(node_axis << 4 | step);
	}
	for (unsigned last = 0; last < COSET_AXES; last++)
		for (unsigned child = 0; child < t->n_siblings; child++)
			for (unsigned b = 0; b < N_AXES_LEFT; b++)
				fill_node_axis(t, last, child, b);
}

const struct kernel_tables *kernel_tables(unsigned metric)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct kernel_tables tables[N_COSET_METRICS];
	static bool are_filled[N_COSET_METRICS];
	struct kernel_tables *const t = &tables[metric];
	pthread_mutex_lock(&lock);
	if (!are_filled[metric]) {
		t->metric = metric;
		t->single_turns = metric == METRIC_QTM ? 0x2D : 0x3F;
		t->batch = metric < N_METRICS ? BATCH : MAX_LIST / (N_AXES_LEFT * AXIS_STEPS);
		fill_passing(t);
		fill_combinations(t);
		fill_siblings(t);
		for (unsigned i = 0; i < (COSET_AXES + 1) * N_AXES_LEFT; i++)
			memcpy(&t->quarter_labels[i / N_AXES_LEFT][i % N_AXES_LEFT * N_CORNERS],
			       coset_tables.quarter_relabel[other_axes[i / N_AXES_LEFT][i % N_AXES_LEFT]], N_CORNERS);
		for (unsigned turn = 0; turn < (metric < N_METRICS ? N_MOVES : COSET_TURNS); turn++) {
			t->written[turn] =
				metric < N_METRICS ? coset_tables.house_move[turn] : coset_tables.element[turn];
			t->number[t->written[turn]] = (uint8_t)turn;
		}
		are_filled[metric] = true;
	}
	pthread_mutex_unlock(&lock);
	return t;
}
