#include "cube/turn_automaton.h"

/* ---- classes of holds ---- */

struct classes {
	unsigned n;
	uint16_t of[N_HOLDS];
	uint16_t head[N_HOLDS];             /* the first hold of each */
};

/* Whether each step from a has one from b by the same element, at the same cost, to the same class. */
static bool are_steps_matched(const struct frame_step *steps, const unsigned *n_from, const struct classes *c,
                              unsigned a, unsigned b)
{
	for (unsigned i = n_from[a]; i < n_from[a + 1]; i++) {
		bool is_matched = false;
		for (unsigned j = n_from[b]; j < n_from[b + 1] && !is_matched; j++)
			is_matched = steps[i].element == steps[j].element && steps[i].cost == steps[j].cost
			             && c->of[steps[i].to] == c->of[steps[j].to];
		if (!is_matched)
			return false;
	}
	return true;
}

/* Split classes until all members of one have the same steps. */
static struct classes find_classes(const struct frame_step *steps, const unsigned *n_from, unsigned n_holds)
{
	struct classes c = {.n = 1};
	for (unsigned n_before = 0; n_before != c.n;) {
		struct classes finer = {.n = 0};
		n_before = c.n;
		for (unsigned o = 0; o < n_holds; o++) {
			unsigned k = 0;
			if (n_from[o] == n_from[o + 1])
				continue;  /* no turn leads there */
			while (k < finer.n
			       && !(c.of[finer.head[k]] == c.of[o]
			            && are_steps_matched(steps, n_from, &c, finer.head[k], o)
			            && are_steps_matched(steps, n_from, &c, o, finer.head[k])))
				k++;
			if (k == finer.n)
				finer.head[finer.n++] = (uint16_t)o;
			finer.of[o] = (uint16_t)k;
		}
		c = finer;
	}
	return c;
}

/* Steps between classes: those of the first hold of each, without the dearer ones to the same. */
static void join_classes(const struct classes *c, struct frame_step *steps, unsigned *n_from)
{
	unsigned n = 0, first[N_HOLDS + 1];
	for (unsigned k = 0; k < c->n; k++) {
		first[k] = n;
		for (unsigned i = n_from[c->head[k]]; i < n_from[c->head[k] + 1]; i++) {
			struct frame_step step = steps[i];
			step.from = (uint16_t)k;
			step.to = c->of[step.to];
			unsigned j = first[k];
			while (j < n && (steps[j].element != step.element || steps[j].to != step.to))
				j++;
			if (j == n)
				n++;
			else if (steps[j].cost <= step.cost)
				continue;
			steps[j] = step;
		}
	}
	first[c->n] = n;
	memcpy(n_from, first, (c->n + 1) * sizeof *first);
}

/* ---- states ---- */

/* What follows a run of an axis is its longer runs, and then the runs of other axes from its last class. */
struct state {
	uint16_t axis, class;
	unsigned n_longer;
	struct turn_step longer[TURN_SET_MAX];
};
enum { NO_AXIS = 3, MAX_STATES = 4096 };

struct maker {
	struct frame_step steps[N_HOLDS * TURN_SET_MAX];
	unsigned n_from[N_HOLDS + 1];
	unsigned n_classes;
	struct axis_path paths[AXIS_PRODUCTS * N_HOLDS];  /* [product * n_classes + class] */
	struct state *states;
	size_t n_states, states_capacity;
	/* runs of one turn, by class and axis */
	struct { unsigned n; struct turn_step step[TURN_SET_MAX]; } begin[N_HOLDS][3];
	uint16_t least[2][MAX_STATES];
};

static int compare_longer(const void *a, const void *b)
{
	const struct turn_step *const x = a, *const y = b;
	return x->element != y->element ? (int)x->element - (int)y->element : (int)x->next - (int)y->next;
}

/* The number of a state, added if it is new.  @return MAX_STATES without memory */
static unsigned number_of(struct maker *m, struct state *state)
{
	qsort(state->longer, state->n_longer, sizeof *state->longer, compare_longer);
	for (unsigned i = 0; i < m->n_states; i++) {
		const struct state *const s = &m->states[i];
		if (s->axis == state->axis && s->class == state->class && s->n_longer == state->n_longer
		    && memcmp(s->longer, state->longer, state->n_longer * sizeof *state->longer) == 0)
			return i;
	}
	const unsigned number = (unsigned)m->n_states;
	const bool is_added =
		number < MAX_STATES
		&& array_append(&m->states, &m->n_states, &m->states_capacity, state, sizeof *state);
	return is_added ? number : MAX_STATES;
}

static unsigned make_state(struct maker *m, unsigned axis, unsigned product, unsigned class);

/* The first steps after a run of an axis to its longer runs, for which the states that follow are made.
 * @return how many */
static unsigned make_longer(struct maker *m, unsigned axis, const struct axis_path *path,
                            struct turn_step longer[TURN_SET_MAX])
{
	unsigned n = 0;
	for (unsigned p = 0; p < AXIS_PRODUCTS; p++)
		for (unsigned k = 0; k < m->n_classes; k++) {
			const struct axis_path *const other = &m->paths[p * m->n_classes + k];
			/* Whether it is `path` and one step more. */
			if (!other->is_known || other->n != path->n + 1
			    || memcmp(path->step, other->step, path->n * sizeof *path->step) != 0)
				continue;
			const struct frame_step *const last = &m->steps[other->step[path->n]];
			longer[n++] = (struct turn_step){last->element, last->cost, (uint16_t)make_state(m, axis, p, k)};
		}
	return n;
}

/* The state after a run, and before that those after its longer ones. */
static unsigned make_state(struct maker *m, unsigned axis, unsigned product, unsigned class)
{
	struct state state = {.axis = (uint16_t)axis, .class = (uint16_t)class};
	state.n_longer = make_longer(m, axis, &m->paths[product * m->n_classes + class], state.longer);
	return number_of(m, &state);
}

/* Steps of all states in the order of elements. */
static bool write_steps(struct maker *m, struct turn_automaton *out)
{
	out->n_states = (unsigned)m->n_states;
	out->first = malloc((m->n_states + 1) * sizeof *out->first);
	out->step = malloc(m->n_states * 3 * TURN_SET_MAX * sizeof *out->step);
	if (out->first == NULL || out->step == NULL)
		return false;
	uint32_t n = 0;
	for (unsigned s = 0; s < m->n_states; s++) {
		const struct state *const state = &m->states[s];
		out->first[s] = n;
		memcpy(out->step + n, state->longer, state->n_longer * sizeof *state->longer);
		n += state->n_longer;
		for (unsigned axis = 0; axis < 3; axis++)
			if (axis != state->axis) {
				memcpy(out->step + n, m->begin[state->class][axis].step,
				       m->begin[state->class][axis].n * sizeof *out->step);
				n += m->begin[state->class][axis].n;
			}
		qsort(out->step + out->first[s], n - out->first[s], sizeof *out->step, compare_longer);
	}
	out->first[m->n_states] = n;
	out->cheapest = TURN_COST_MAX;
	items_foreach(step, out->step, n) {
		const unsigned cost = step->cost;
		out->cheapest = cost < out->cheapest ? cost : out->cheapest;
		out->dearest = cost > out->dearest ? cost : out->dearest;
	}
	/* The least that one step too many costs, from each state on; what cannot go on is never too long. */
	for (unsigned n_steps = 0; n_steps <= TURN_PATH_MAX; n_steps++)
		for (unsigned s = 0; s < out->n_states; s++) {
			const uint16_t *const before = m->least[n_steps % 2];
			uint16_t *const least = &m->least[(n_steps + 1) % 2][s];
			*least = UINT16_MAX / 2;
			items_foreach(step, out->step + out->first[s], out->first[s + 1] - out->first[s])
				if (before[step->next] + step->cost < *least)
					*least = (uint16_t)(before[step->next] + step->cost);
		}
	const unsigned too_long = m->least[(TURN_PATH_MAX + 1) % 2][0],
				   most = out->dearest == 1 ? TURN_PATH_MAX : TURN_ROOM_MAX;
	out->room = too_long <= most ? too_long - 1 : most;
	return true;
}

static bool make(struct maker *m, const struct turn_set *set, struct turn_automaton *out)
{
	out->set = *set;
	turn_set_frame_steps(set, m->steps, m->n_from);
	const struct classes classes = find_classes(m->steps, m->n_from, turn_set_holds(set));
	join_classes(&classes, m->steps, m->n_from);
	out->n_classes = m->n_classes = classes.n;
	const struct frame_step *const end = m->steps + m->n_from[m->n_classes];
	/* The costs of turns, and what all of them have in common. */
	for (const struct frame_step *s = m->steps; s < end; s++) {
		/* Tables are built from the goal on: there a turn is one that is to be undone. */
		uint8_t *const least = &out->costs.of[axis_turns_inverse(s->element)];
		out->stride = turn_cost_gcd(s->cost, out->stride);
		if (s->element % 16 != 0)  /* a rotation leaves the pieces as they are */
			*least = *least == 0 || s->cost < *least ? s->cost : *least;
	}
	out->has_parity = true;
	for (const struct frame_step *s = m->steps; s < end; s++)
		out->has_parity &= s->cost / out->stride % 2
		                   == (axis_turns_first(s->element) + axis_turns_second(s->element)) % 2;
	if (number_of(m, &(struct state){.axis = NO_AXIS, .class = classes.of[0]}) == MAX_STATES)
		return false;
	for (unsigned class = 0; class < classes.n; class++)
		for (unsigned axis = 0; axis < 3; axis++) {
			/* All runs of an axis from a class. */
			axis_paths_find(m->steps, m->n_from, axis, class, classes.n, true, NULL, m->paths);
			m->paths[class].is_known = false;
			m->begin[class][axis].n =
				make_longer(m, axis, &(struct axis_path){.n = 0}, m->begin[class][axis].step);
		}
	return m->n_states < MAX_STATES && write_steps(m, out);
}

bool turn_automaton_make(const struct turn_set *set, struct turn_automaton *out)
{
	struct maker *const m = calloc(1, sizeof *m);
	*out = (struct turn_automaton){.n_classes = 0};
	const bool is_made = m != NULL && make(m, set, out);
	if (m != NULL)
		free(m->states);
	free(m);
	if (!is_made)
		turn_automaton_free(out);
	return is_made;
}

void turn_automaton_free(struct turn_automaton *a)
{
	free(a->first);
	free(a->step);
	*a = (struct turn_automaton){.n_classes = 0};
}

unsigned turn_automaton_least_cost(const struct turn_automaton *a, enum metric metric)
{
	unsigned least = TURN_COST_MAX;
	for (unsigned element = 0; element < N_AXIS_TURNS; element++) {
		uint8_t moves[2];
		const uint8_t path = (uint8_t)element;
		const unsigned length = moves_cost(metric, moves, elements_to_moves(&path, 1, moves));
		const unsigned cost = a->costs.of[axis_turns_inverse(element)];
		if (cost != 0 && cost / length < least)
			least = cost / length;
	}
	return least;
}

/* ---- paths ---- */

unsigned elements_to_moves(const uint8_t *elements, unsigned n, uint8_t *moves)
{
	unsigned n_moves = 0;
	items_foreach(element, elements, n) {
		const unsigned axis = axis_turns_axis(*element), first = axis_turns_first(*element),
		               second = axis_turns_second(*element);
		if (first != 0)
			moves[n_moves++] = (uint8_t)(axis * 3 + first - 1);
		if (second != 0)
			moves[n_moves++] = (uint8_t)((axis + 3) * 3 + second - 1);
	}
	return n_moves;
}

struct cube cube_after_element(const struct cube *c, unsigned element)
{
	uint8_t moves[2];
	const uint8_t path = (uint8_t)element;
	return cube_after_moves(*c, moves, elements_to_moves(&path, 1, moves));
}
