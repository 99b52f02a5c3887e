#include "coset/kernel/records.h"

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
	c.needed = (uint16_t)(1u << (c.is_odd[0] && c.is_odd[1] ? 8 : c.is_odd[0] ? 6
	                             : c.is_odd[1] ? 9 : c.n == 2 ? 7 : 1));
	/* Two quarter turns are a half turn either way round: both ways must be unpruned. */
	for (unsigned i = 0; i < c.n; i++)
		c.needed |= (uint16_t)(i > 0 && c.turn[0][i] == c.turn[0][i - 1] ? 5u << c.turn[0][i] / 3 * 3
		                                                                  : 1u << c.turn[0][i]);
	return c;
}

enum { NO_STEP = AXIS_STEPS };

/* Those of one more child, by a step of an axis that is left, or of the source itself. */
static void add_node_axes(struct node_axes *t, unsigned node_axis, unsigned step)
{
	const bool is_child = step != NO_STEP;
	for (unsigned last = 0; last <= COSET_AXES; last++)
		for (unsigned i = 0; i < N_AXES_LEFT; i++) {
			const unsigned between = is_child ? other_axes[last][node_axis] : last,
						   axis = other_axes[between][i];
			uint8_t *const relabel = t->relabel[last][t->n + i];
			for (unsigned code = 0; code < 64; code++)
				relabel[code] = coset_tables.quarter_relabel[axis][
					is_child ? coset_tables.turn[turn_of_axis(between, step)].relabel[code] % 64 : code];
			memcpy(t->labels[last][t->n + i], relabel, N_CORNERS);
			t->axis[last][t->n + i] = (uint8_t)axis;
		}
	t->number[t->n / N_AXES_LEFT] = (uint8_t)(is_child ? record_number_after(node_axis, step) : 0);
	t->parity[t->n / N_AXES_LEFT] = !is_child || !turn_is_quarter(turn_of_axis(0, step));
	t->n += N_AXES_LEFT;
	t->reciprocal = UINT16_MAX / t->n + 1;
}

void kernel_tables_fill(struct kernel_tables *t, unsigned metric)
{
	unsigned n = 0;
	t->batch = metric < N_METRICS ? BATCH : MAX_LIST / (N_AXES_LEFT * AXIS_STEPS);
	for (unsigned first = 0; first < 4; first++)
		for (unsigned second = 0; second < 4; second++) {
			const struct combination c = combination_of(metric, first, second);
			if (c.n >= 2 && !coset_is_step(metric, first, second))
				t->combination[n++] = c;
		}
	for (unsigned row = 0; row < sizeof t->passing_combinations / sizeof *t->passing_combinations; row++)
		for (unsigned i = 0; i < n; i++)
			t->passing_combinations[row] |=
				(uint16_t)((row & t->combination[i].needed) == t->combination[i].needed ? 1u << i : 0);
	add_node_axes(&t->of_node, 0, NO_STEP);
	/* What is done step by step; in the quarter-turn metric a half turn is a combination. */
	for (unsigned i = 0; i < MAX_SIBLINGS; i++) {
		const unsigned step = i % AXIS_STEPS, node_axis = i / AXIS_STEPS, turn = turn_of_axis(0, step);
		if (!(coset_steps(metric) >> turn & 1))
			continue;
		t->sibling_turn[t->of_siblings.n / N_AXES_LEFT] = (uint8_t)(node_axis << 4 | step);
		add_node_axes(&t->of_siblings, node_axis, step);
		t->single_turns |= (uint8_t)(step < TURNS ? 1u << step : 0);
		for (unsigned passing = 0; passing < N_PASSING; passing++) {
			const bool is_second = turn_is_of_second_face(turn) != (passing >> 3 != 0);
			const unsigned needed = !turn_is_quarter(turn) ? 2 : step >= TURNS ? 5 : is_second ? 4 : 1;
			t->passing_steps[passing] |= (uint16_t)(passing & needed ? 1u << step : 0);
		}
	}
	for (unsigned turn = 0; turn < (metric < N_METRICS ? N_MOVES : COSET_TURNS); turn++) {
		t->written[turn] = metric < N_METRICS ? coset_tables.house_move[turn] : coset_tables.element[turn];
		t->number[t->written[turn]] = (uint8_t)turn;
	}
}
