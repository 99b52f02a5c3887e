#include "search/turn_order.h"

#include <string.h>

/* Runs by the turns of a face that are permitted: 1 is a quarter turn, 2 a half turn, 4 a quarter turn back.  A digit is so many
 * quarter turns. */
static const char *const runs_of[8][4] = {
	[1] = {"1", "11", "111"},
	[2] = {"2"},
	[1 | 2] = {"1", "2", "12"},
	[4] = {"3", "33", "333"},
	[1 | 4] = {"1", "3", "11", "33"},
	[2 | 4] = {"2", "3", "23"},
	[1 | 2 | 4] = {"1", "2", "3"},
};

/* The state after a move of the same run, made if there is none. */
static unsigned step(struct turn_order *o, unsigned state, unsigned move)
{
	if ((o->successors[state] >> move & 1) != 0)
		return o->after[state][move];
	const unsigned next = o->n_states++;
	o->successors[state] |= 1u << move;
	o->after[state][move] = (uint8_t)next;
	o->run[next].face = (uint8_t)move_face(move);
	return next;
}

static void add_run(struct turn_order *o, enum metric metric, unsigned face, const char *digits)
{
	unsigned state = LAST_NONE;
	for (const char *digit = digits; *digit != '\0'; digit++) {
		const unsigned turns = (unsigned)(*digit - '0');
		if (metric == METRIC_QTM && turns == 2)
			state = step(o, step(o, state, face * 3), face * 3);
		else
			state = step(o, state, face * 3 + turns - 1);
	}
	struct turn_run *const run = &o->run[state];
	for (const char *digit = digits; *digit != '\0'; digit++)
		run->moves[run->n_moves++] = (uint8_t)(face * 3 + (unsigned)(*digit - '0') - 1);
}

/* No run follows one of the same face, nor one of U, R or F that of the opposite face. */
static bool may_follow(unsigned face, unsigned last)
{
	return face != last && !(last >= 3 && face == last - 3);
}

void turn_order_fill(enum metric metric, uint32_t permitted, struct turn_order *out)
{
	memset(out, 0, sizeof *out);
	out->n_states = 1;
	for (unsigned face = 0; face < N_FACES; face++)
		for (unsigned i = 0; i < 4 && runs_of[permitted >> face * 3 & 7][i] != NULL; i++)
			add_run(out, metric, face, runs_of[permitted >> face * 3 & 7][i]);
	for (unsigned state = 1; state < out->n_states; state++)
		for (unsigned move = 0; move < N_MOVES; move++)
			if (turn_order_is_complete(out, state) && (out->successors[LAST_NONE] >> move & 1) != 0
			    && may_follow(move_face(move), out->run[state].face)) {
				out->successors[state] |= 1u << move;
				out->after[state][move] = out->after[LAST_NONE][move];
			}
}

struct search_solution turn_order_solution(const struct turn_order *o, const uint8_t *path, unsigned n)
{
	struct search_solution solution = {.length = (uint8_t)n};
	unsigned state = LAST_NONE;
	for (unsigned i = 0; i < n; i++) {
		state = o->after[state][path[i]];
		if (i + 1 < n && move_face(path[i + 1]) == move_face(path[i]))
			continue;
		memcpy(&solution.moves[solution.n_moves], o->run[state].moves, o->run[state].n_moves);
		solution.n_moves = (uint8_t)(solution.n_moves + o->run[state].n_moves);
	}
	return solution;
}
