/* Solutions as people turn them: the cheapest turns of a set that make face turns on fixed centres. */
#include "cube/turn_frame.h"

/* The best way to an orientation: of a row, those after so many blocks. */
struct written {
	unsigned cost, n_turns;             /* cost UINT_MAX: not reached */
	uint16_t from;
	const struct axis_path *path;
};

struct writer {
	struct frame_step *steps;
	unsigned n_holds, n_from[N_HOLDS + 1];
	struct axis_path *paths;            /* [((row * N_AXES + axis) * AXIS_PRODUCTS + product) * n_holds +
	                                     * hold], from the first orientation; the others see the same turns by
	                                     * hand */
};

/* The turns of one axis that follow each other are a block, an axis_turns_number().  One that turns nothing
 * is left out, and those around it meet, if `is_joined`: with prices of pairs it may be there for these.
 * @return how many there are */
static unsigned make_blocks(const uint8_t *moves, unsigned n, bool is_joined, uint8_t *blocks)
{
	unsigned n_blocks = 0;
	items_foreach(move, moves, n) {
		const unsigned axis = move_face(*move) % 3, turns = move_turns(*move);
		const unsigned of_move = move_face(*move) < 3 ? axis_turns_number(axis, turns, 0)
		                                                 : axis_turns_number(axis, 0, turns);
		if (n_blocks == 0 || axis_turns_axis(blocks[n_blocks - 1]) != axis)
			blocks[n_blocks++] = (uint8_t)axis_turns_number(axis, 0, 0);
		uint8_t *const last = &blocks[n_blocks - 1];
		*last = (uint8_t)axis_turns_product(*last, of_move);
		n_blocks -= is_joined && *last % AXIS_PRODUCTS == 0;
	}
	return n_blocks;
}

static bool is_better(const struct written *old, unsigned cost, unsigned n_turns)
{
	return cost < old->cost || (cost == old->cost && n_turns < old->n_turns);
}

/* Turn a block from every hold of `before`. */
static void turn_block(const struct writer *w, unsigned block,
                       const struct written *before, struct written *after)
{
	items_foreach(to, after, w->n_holds)
		*to = (struct written){.cost = UINT_MAX};
	for (unsigned from = 0; from < w->n_holds; from++) {
		const unsigned o = from % N_ORIENTATIONS, row = from / N_ORIENTATIONS;
		if (before[from].cost == UINT_MAX)
			continue;
		const unsigned by_hand = symmetry_axis_turns[symmetry_inverse[2 * o]][block];
		for (unsigned hold = 0; hold < w->n_holds; hold++) {
			const unsigned frame = hold % N_ORIENTATIONS;
			const struct axis_path *const p =
				&w->paths[(row * N_AXIS_TURNS + by_hand) * w->n_holds + hold];
			struct written *const to = &after[hold - frame + symmetry_product[2 * o][2 * frame] / 2];
			if (p->is_known && is_better(to, before[from].cost + p->cost, before[from].n_turns + p->n))
				*to = (struct written){before[from].cost + p->cost, before[from].n_turns + p->n,
				                       (uint16_t)from, p};
		}
	}
}

/* Exactly n rotations that bring the frame from one orientation to another.  @return false if so many
 * cannot */
static bool find_rotations(unsigned from, unsigned to, unsigned n, struct turn *out)
{
	if (n == 0)
		return from == to;
	for (uint8_t axis = 0; axis < N_AXES; axis++)
		for (uint8_t quarters = 1, o = (uint8_t)from; quarters < 4; quarters++) {
			o = symmetry_product[2 * o][symmetry_quarter_turn[axis]] / 2;
			out[0] =
				(struct turn){.axis = axis, .near = quarters, .middle = quarters, .far = quarters};
			if (find_rotations(o, to, n - 1, out + 1))
				return true;
		}
	return false;
}

/* The fewest rotations to the end that is wanted: none, one or two. */
static unsigned rotations_to(unsigned from, unsigned end, struct turn out[2])
{
	unsigned n = 0;
	while (end != ANY_ORIENTATION && !find_rotations(from, end, n, out))
		n++;
	return n;
}

/* The hold in which the best way ends. */
static unsigned best_end(const struct writer *w, const struct written *last, unsigned end)
{
	struct written best = {.cost = UINT_MAX};
	struct turn rotations[2];
	unsigned best_at = 0;
	for (unsigned h = 0; h < w->n_holds; h++) {
		const unsigned n_turns = last[h].n_turns + rotations_to(h % N_ORIENTATIONS, end, rotations);
		if (!is_better(&best, last[h].cost, n_turns))
			continue;
		best = (struct written){.cost = last[h].cost, .n_turns = n_turns};
		best_at = h;
	}
	return best_at;
}

/* Whether a letter means other turns of pieces, or other costs, when the cube is held otherwise. */
static bool has_sides(const struct writer *w)
{
	uint8_t cost[N_AXIS_TURNS] = {0};  /* from the first orientation, whose steps come first */
	bool is_other = false;
	items_foreach(step, w->steps, w->n_from[w->n_holds]) {
		cost[step->element] = step->from == 0 ? step->cost : cost[step->element];
		is_other |= cost[step->element] != step->cost;
	}
	return is_other;
}

/* All ways to turn an axis by hand.  @return false without memory */
static bool find_paths(struct writer *w, const struct turn_set *set)
{
	const unsigned n = w->n_holds = turn_set_holds(set);
	w->steps = malloc(n * set->n * sizeof *w->steps);
	w->paths = malloc((set->n_rows + 1) * N_AXIS_TURNS * n * sizeof *w->paths);
	if (w->steps == NULL || w->paths == NULL)
		return false;
	turn_set_frame_steps(set, w->steps, w->n_from);
	struct axis_path rotations[N_AXES * N_ORIENTATIONS];
	const unsigned n_passes = set->n_rows == 0 && has_sides(w) ? 2 : 1;
	for (unsigned pass = 0; pass < n_passes; pass++) {
		for (unsigned i = 0; i < (set->n_rows + 1) * N_AXES; i++)
			axis_paths_find(w->steps, w->n_from, i % N_AXES, i / N_AXES * N_ORIENTATIONS, n, false,
			                pass == 0 ? NULL : rotations, &w->paths[i * AXIS_PRODUCTS * n]);
		for (unsigned axis = 0; axis < N_AXES; axis++)
			memcpy(rotations + axis * N_ORIENTATIONS, w->paths + axis * AXIS_PRODUCTS * n,
			       N_ORIENTATIONS * sizeof *rotations);
	}
	return true;
}

bool turn_set_write(const struct turn_set *set, const uint8_t *moves, unsigned n, unsigned end,
                    unsigned *cost, char *out, size_t size)
{
	const unsigned n_holds = turn_set_holds(set);
	uint8_t *const blocks = malloc(n + 1);
	struct written *const rows = malloc((n + 1) * n_holds * sizeof *rows);
	struct writer *const w = calloc(1, sizeof *w);
	struct turn *turns = NULL;
	if (blocks != NULL && rows != NULL && w != NULL && find_paths(w, set)) {
		const unsigned n_blocks = make_blocks(moves, n, set->n_rows == 0, blocks);
		for (unsigned h = 0; h < n_holds; h++)
			rows[h] = (struct written){.cost = h == 0 ? 0 : UINT_MAX};
		for (unsigned b = 0; b < n_blocks; b++)
			turn_block(w, blocks[b], rows + b * n_holds, rows + (b + 1) * n_holds);
		const struct written *const last_row = rows + n_blocks * n_holds;
		unsigned at = best_end(w, last_row, end), i = last_row[at].n_turns;
		turns = last_row[at].cost != UINT_MAX ? malloc((i + 2) * sizeof *turns) : NULL;
		if (turns != NULL && cost != NULL)
			*cost = last_row[at].cost;
		/* Follow the best way back from its end. */
		const unsigned n_turns = turns != NULL ? i + rotations_to(at % N_ORIENTATIONS, end, turns + i) : 0;
		for (unsigned b = n_blocks; b > 0 && turns != NULL; b--) {
			const struct written *const last = &rows[b * n_holds + at];
			for (unsigned k = last->path->n; k-- > 0;)
				turns[--i] = set->turn[w->steps[last->path->step[k]].label];
			at = last->from;
		}
		size_t length = 0;
		if (size > 0)
			out[0] = '\0';
		for (unsigned k = 0; k < n_turns; k++) {
			char word[TURN_TEXT_SIZE];
			turn_write(&turns[k], word);
			length += (size_t)snprintf(length < size ? out + length : NULL, length < size ? size - length : 0,
			                           "%s%s", k > 0 ? " " : "", word);
		}
	}
	free(blocks);
	free(rows);
	if (w != NULL) {
		free(w->steps);
		free(w->paths);
	}
	free(w);
	const bool is_written = turns != NULL;
	free(turns);
	return is_written;
}
