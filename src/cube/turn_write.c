/* Solutions as people turn them: the cheapest turns of a set that make face turns on fixed centres. */
#include "cube/turn_frame.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct written {
	unsigned cost, n_turns;             /* cost UINT_MAX: not reached */
	uint8_t from;
	struct axis_path path;
};

static unsigned axis_of(unsigned move)
{
	return move_face(move) % 3;
}

/* The product of the turns of one axis that begin at `at`.  @return how many there are */
static unsigned next_block(const uint8_t *moves, unsigned n, unsigned at, unsigned *product)
{
	unsigned turns[2] = {0, 0}, i = at;
	for (; i < n && axis_of(moves[i]) == axis_of(moves[at]); i++)
		turns[move_face(moves[i]) / 3] += move_turns(moves[i]);
	*product = axis_turns_number(0, turns[0] % 4, turns[1] % 4);
	return i - at;
}

static bool is_better(const struct written *old, unsigned cost, unsigned n_turns)
{
	return cost < old->cost || (cost == old->cost && n_turns < old->n_turns);
}

static void write_block(const struct frame_step *steps, const unsigned *n_from, unsigned axis, unsigned product,
                        const struct written before[N_ORIENTATIONS], struct written after[N_ORIENTATIONS])
{
	struct axis_path paths[AXIS_PRODUCTS][N_ORIENTATIONS];
	for (unsigned o = 0; o < N_ORIENTATIONS; o++)
		after[o] = (struct written){.cost = UINT_MAX};
	for (unsigned from = 0; from < N_ORIENTATIONS; from++) {
		if (before[from].cost == UINT_MAX)
			continue;
		axis_paths_find(steps, n_from, axis, from, false, paths);
		for (unsigned to = 0; to < N_ORIENTATIONS; to++) {
			const struct axis_path *const p = &paths[product][to];
			if (p->is_known && is_better(&after[to], before[from].cost + p->cost, before[from].n_turns + p->n))
				after[to] = (struct written){before[from].cost + p->cost, before[from].n_turns + p->n, (uint8_t)from, *p};
		}
	}
}

/* The words of all blocks, from the last one back.  @return false if the blocks cannot be done */
static bool write_words(const struct turn_set *set, const struct frame_step *steps, const struct written (*blocks)[N_ORIENTATIONS],
                        unsigned n_blocks, unsigned *cost, char *out, size_t size)
{
	uint8_t labels[AXIS_PATH_MAX * 256];
	unsigned end = 0, n = 0;
	for (unsigned o = 1; o < N_ORIENTATIONS; o++)
		if (is_better(&blocks[n_blocks][end], blocks[n_blocks][o].cost, blocks[n_blocks][o].n_turns))
			end = o;
	if (blocks[n_blocks][end].cost == UINT_MAX || blocks[n_blocks][end].n_turns > sizeof labels)
		return false;
	if (cost != NULL)
		*cost = blocks[n_blocks][end].cost;
	for (unsigned b = n_blocks; b > 0; b--) {
		const struct written *const w = &blocks[b][end];
		for (unsigned i = w->path.n; i-- > 0;)
			labels[n++] = steps[w->path.step[i]].label;
		end = w->from;
	}
	size_t length = 0;
	for (unsigned i = n; i-- > 0;) {
		char word[LAYERED_TEXT_SIZE];
		layered_turn_write(&set->turn[labels[i]], word);
		length += (size_t)snprintf(length < size ? out + length : NULL, length < size ? size - length : 0, "%s%s", i + 1 < n ? " " : "", word);
	}
	if (n == 0 && size > 0)
		out[0] = '\0';
	return true;
}

bool turn_set_write(const struct turn_set *set, const uint8_t *moves, unsigned n, unsigned *cost, char *out, size_t size)
{
	struct written (*const blocks)[N_ORIENTATIONS] = malloc((n + 1) * sizeof *blocks);
	struct frame_step *const steps = malloc(N_ORIENTATIONS * TURN_SET_MAX * sizeof *steps);
	unsigned n_from[N_ORIENTATIONS + 1], n_blocks = 0, product;
	bool is_written = false;
	if (blocks != NULL && steps != NULL) {
		turn_set_frame_steps(set, steps, n_from);
		for (unsigned o = 0; o < N_ORIENTATIONS; o++)
			blocks[0][o] = (struct written){.cost = o == 0 ? 0 : UINT_MAX};
		for (unsigned at = 0; at < n; n_blocks++) {
			const unsigned axis = axis_of(moves[at]);
			at += next_block(moves, n, at, &product);
			write_block(steps, n_from, axis, product, (const struct written *)blocks[n_blocks], blocks[n_blocks + 1]);
		}
		is_written = write_words(set, steps, (const struct written (*)[N_ORIENTATIONS])blocks, n_blocks, cost, out, size);
	}
	free(blocks);
	free(steps);
	return is_written;
}
