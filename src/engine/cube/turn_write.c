/* Solutions as people turn them: the cheapest turns of a set that make face turns on fixed centres. */
#include "cube/turn_frame.h"

/* The best way to an orientation: of a row, those after so many blocks. */
struct written {
	unsigned cost, n_turns;             /* cost UINT_MAX: not reached */
	uint8_t from;
	const struct axis_path *path;
};

struct writer {
	struct frame_step steps[N_ORIENTATIONS * TURN_SET_MAX];
	unsigned n_from[N_ORIENTATIONS + 1];
	struct axis_path paths[N_AXES][AXIS_PRODUCTS][N_ORIENTATIONS];  /* from the first orientation; the others
	                                                                 * see the same turns by hand */
};

/* The turns of one axis that follow each other are a block, an axis_turns_number().  One that turns nothing
 * is left out, and those around it meet.  @return how many there are */
static unsigned make_blocks(const uint8_t *moves, unsigned n, uint8_t *blocks)
{
	unsigned n_blocks = 0;
	for (unsigned i = 0; i < n; i++) {
		const unsigned axis = move_face(moves[i]) % 3, turns = move_turns(moves[i]);
		const unsigned of_move = move_face(moves[i]) < 3 ? axis_turns_number(axis, turns, 0)
		                                                 : axis_turns_number(axis, 0, turns);
		if (n_blocks == 0 || axis_turns_axis(blocks[n_blocks - 1]) != axis)
			blocks[n_blocks++] = (uint8_t)axis_turns_number(axis, 0, 0);
		uint8_t *const last = &blocks[n_blocks - 1];
		*last = (uint8_t)axis_turns_product(*last, of_move);
		n_blocks -= *last % AXIS_PRODUCTS == 0;
	}
	return n_blocks;
}

static bool is_better(const struct written *old, unsigned cost, unsigned n_turns)
{
	return cost < old->cost || (cost == old->cost && n_turns < old->n_turns);
}

/* Turn a block from every orientation of `before`. */
static void turn_block(const struct writer *w, unsigned block,
                       const struct written before[N_ORIENTATIONS], struct written after[N_ORIENTATIONS])
{
	for (unsigned o = 0; o < N_ORIENTATIONS; o++)
		after[o] = (struct written){.cost = UINT_MAX};
	for (unsigned from = 0; from < N_ORIENTATIONS; from++) {
		if (before[from].cost == UINT_MAX)
			continue;
		const unsigned by_hand = symmetry_axis_turns[symmetry_inverse[2 * from]][block];
		for (unsigned frame = 0; frame < N_ORIENTATIONS; frame++) {
			const struct axis_path *const p =
				&w->paths[axis_turns_axis(by_hand)][by_hand % AXIS_PRODUCTS][frame];
			struct written *const to = &after[symmetry_product[2 * from][2 * frame] / 2];
			if (p->is_known && is_better(to, before[from].cost + p->cost, before[from].n_turns + p->n))
				*to = (struct written){before[from].cost + p->cost, before[from].n_turns + p->n, (uint8_t)from, p};
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

/* The orientation in which the best way ends. */
static unsigned best_end(const struct written last[N_ORIENTATIONS], unsigned end)
{
	struct written best = {.cost = UINT_MAX};
	struct turn rotations[2];
	unsigned best_at = 0;
	for (unsigned o = 0; o < N_ORIENTATIONS; o++) {
		const unsigned n_turns = last[o].n_turns + rotations_to(o, end, rotations);
		if (!is_better(&best, last[o].cost, n_turns))
			continue;
		best = (struct written){.cost = last[o].cost, .n_turns = n_turns};
		best_at = o;
	}
	return best_at;
}

bool turn_set_write(const struct turn_set *set, const uint8_t *moves, unsigned n, unsigned end,
                    unsigned *cost, char *out, size_t size)
{
	uint8_t *const blocks = malloc(n + 1);
	struct written (*const rows)[N_ORIENTATIONS] = malloc((n + 1) * sizeof *rows);
	struct writer *const w = malloc(sizeof *w);
	struct turn *turns = NULL;
	if (blocks != NULL && rows != NULL && w != NULL) {
		const unsigned n_blocks = make_blocks(moves, n, blocks);
		turn_set_frame_steps(set, w->steps, w->n_from);
		for (unsigned axis = 0; axis < N_AXES; axis++)
			axis_paths_find(w->steps, w->n_from, axis, 0, false, w->paths[axis]);
		for (unsigned o = 0; o < N_ORIENTATIONS; o++)
			rows[0][o] = (struct written){.cost = o == 0 ? 0 : UINT_MAX};
		for (unsigned b = 0; b < n_blocks; b++)
			turn_block(w, blocks[b], rows[b], rows[b + 1]);
		unsigned at = best_end(rows[n_blocks], end), i = rows[n_blocks][at].n_turns;
		turns = rows[n_blocks][at].cost != UINT_MAX ? malloc((i + 2) * sizeof *turns) : NULL;
		if (turns != NULL && cost != NULL)
			*cost = rows[n_blocks][at].cost;
		/* Follow the best way back from its end. */
		const unsigned n_turns = turns != NULL ? i + rotations_to(at, end, turns + i) : 0;
		for (unsigned b = n_blocks; b > 0 && turns != NULL; b--) {
			const struct written *const last = &rows[b][at];
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
	free(w);
	const bool is_written = turns != NULL;
	free(turns);
	return is_written;
}
