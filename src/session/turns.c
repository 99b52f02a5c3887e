/* Turn sets as callers have them. */
#include "session/session.h"

superflip_status turns_parse(enum turn_metric metric, const char *turns, const char *costs, unsigned options,
                             struct turns **out, superflip_error *error)
{
	struct turns made = {.metric = metric};
	struct input_error fault = {.column = 0};
	api_init(SUPERFLIP_3X3);
	if (turn_set_read(metric, turns, costs, options, &made.set, &fault)) {
		/* Whether the set is turns of faces, each at its cost in a metric. */
		char identity[TURN_SET_TEXT_SIZE], of_moves[TURN_SET_TEXT_SIZE];
		const uint32_t faces = turn_set_faces(&made.set);
		turn_set_identity(&made.set, identity);
		for (unsigned m = METRIC_HTM; m <= METRIC_QTM && made.moves == 0; m++) {
			const struct turn_set set = turn_set_of_moves((enum metric)m, faces);
			turn_set_identity(&set, of_moves);
			if (strcmp(identity, of_moves) == 0)
				made = (struct turns){m, set, faces};
		}
		return api_give(&made, sizeof made, out, error);
	}
	const superflip_status failure = error_of_input(error, &fault);
	const bool is_of_costs =
		costs != NULL
		&& (turns == NULL || turn_set_read(metric, turns, NULL, options, &made.set, &fault));
	return error_of_field(error, is_of_costs ? "cost" : turns != NULL ? "moves" : "metric", failure);
}

double turns_cost(const struct turns *turns, unsigned units)
{
	return (double)units * turns->set.unit_thousandths / 1000;
}

bool turns_measure(const struct turns *turns, enum metric metric, const uint8_t *moves, unsigned n,
                   unsigned *cost)
{
	bool is_permitted = true;
	if (turns != NULL && turns->moves == 0)
		return turns_write(turns, moves, n, cost, NULL, 0);
	*cost = moves_cost(metric, moves, n);
	items_foreach(move, moves, n)
		is_permitted &= turns == NULL || turns->moves >> *move & 1;
	return is_permitted;
}

bool turns_write(const struct turns *turns, const uint8_t *moves, unsigned n, unsigned *units, char *out,
                 size_t size)
{
	return turn_set_write(&turns->set, moves, n, ANY_ORIENTATION, units, out, size);
}
