/* Turn sets as callers have them. */
#include "session/turns.h"

#include "session/cube.h"
#include "session/options.h"
#include "session/problem.h"
#include "session/tables.h"
#include "cube/notation.h"
#include "cube/symmetry.h"
#include "cube/turn_frame.h"
#include "pdb/pdb.h"
#include "pieces/closure.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether the set is turns of faces, each at its cost in a metric. */
static void find_moves(struct turns *turns)
{
	char identity[TURN_SET_TEXT_SIZE], of_moves[TURN_SET_TEXT_SIZE];
	const uint32_t faces = turn_set_faces(&turns->set);
	turn_set_identity(&turns->set, identity);
	for (unsigned m = METRIC_HTM; m <= METRIC_QTM && turns->moves == 0; m++) {
		const struct turn_set set = turn_set_of_moves((enum metric)m, faces);
		turn_set_identity(&set, of_moves);
		if (strcmp(identity, of_moves) == 0)
			*turns = (struct turns){m == METRIC_QTM ? TURNS_QTM : TURNS_HTM, set, faces};
	}
}

superflip_status turns_parse(const char *metric, const char *turns, const char *costs, unsigned options,
                             struct turns **out, superflip_error *error)
{
	struct turns made = {.metric = TURNS_HTM};
	struct input_error fault = {.column = 0};
	const superflip_status status = options_check_text(SUPERFLIP_3X3, metric, options, error);
	if (status != SUPERFLIP_OK)
		return status;
	api_init(SUPERFLIP_3X3);
	while (made.metric < N_TURN_METRICS && strcmp(metric, turn_metric_name[made.metric]) != 0)
		made.metric++;
	if (made.metric == N_TURN_METRICS)
		return error_of_field(error, "metric", error_say(error, SUPERFLIP_UNKNOWN_NAME,
		                      "there is no metric '%s'; expected htm, qtm, stm, atm, stqm or etm", metric));
	if (turn_set_read(made.metric, turns, costs, options, &made.set, &fault)) {
		find_moves(&made);
		return api_give(&made, sizeof made, out, error);
	}
	const superflip_status failure = error_of_input(error, &fault);
	const bool is_of_costs =
		costs != NULL
		&& (turns == NULL || turn_set_read(made.metric, turns, NULL, options, &made.set, &fault));
	return error_of_field(error, is_of_costs ? "cost" : turns != NULL ? "moves" : "metric", failure);
}

struct turns *turns_of_moves(enum metric metric, uint32_t moves)
{
	struct turns *const turns = malloc(sizeof *turns);
	api_init(SUPERFLIP_3X3);
	if (turns != NULL)
		*turns = (struct turns){metric == METRIC_QTM ? TURNS_QTM : TURNS_HTM, turn_set_of_moves(metric, moves), moves};
	return turns;
}

void turns_free(struct turns *turns)
{
	free(turns);
}

const char *turns_metric(const struct turns *turns)
{
	return turn_metric_name[turns->metric];
}

size_t turns_identity(const struct turns *turns, char *out, size_t size)
{
	char text[TURN_SET_TEXT_SIZE];
	turn_set_identity(&turns->set, text);
	return (size_t)snprintf(out, size, "%s", text);
}

double turns_cost(const struct turns *turns, unsigned units)
{
	return (double)units * turns->set.unit_thousandths / 1000;
}

bool turns_write(const struct turns *turns, const uint8_t *moves, unsigned n, unsigned *units, char *out,
                 size_t size)
{
	return turn_set_write(&turns->set, moves, n, ANY_ORIENTATION, units, out, size);
}

uint64_t turns_states(const struct turns *turns)
{
	struct coordinate_key table;
	struct turn_costs costs;
	return closure_coordinate(&turns->set, &table, &costs) ? coordinate_size(table) : 0;
}
