/* Layer by layer as a method: turns become moves, by the report's filter or by folding. */
#include "method/layers.h"

#include <assert.h>
#include <string.h>

unsigned layers_filter(const uint8_t *faces, unsigned n, uint8_t *moves)
{
	for (unsigned i = 0; i < n; i++)
		moves[i] = (uint8_t)(sticker_face[faces[i]] * 3);
	return method_merge_runs(moves, n);
}

void layers_write(const uint8_t *moves, unsigned n, char *out)
{
	static const char *const mark[] = {"", "2", "-"};
	for (unsigned i = 0; i < n; i++) {
		unsigned colour = 0;
		while (sticker_face[colour] != move_face(moves[i]))
			colour++;
		out = stpcpy(out, mark[move_turns(moves[i]) - 1]);
		*out++ = sticker_letter[colour];
		*out++ = ';';
	}
	*out = '\0';
}

/* The stages keep all quarter turns; the solution is what the filter leaves. */
static void solve(const struct method *method, const void *tables, const struct search_request *request, struct method_result *out)
{
	(void)tables;
	struct layers_turns turns;
	layers_solve(&request->cube, &turns);
	*out = (struct method_result){.outcome = SEARCH_SOLVED, .n_stages = N_LAYERS_STAGES, .n_stage_moves = turns.n,
	                              .merge = method_merge_runs};
	for (unsigned stage = 0; stage < N_LAYERS_STAGES; stage++) {
		const unsigned begin = stage > 0 ? turns.end[stage - 1] : 0;
		out->stages[stage] = (struct method_stage){layers_stage_name[stage], turns.end[stage] - begin};
	}
	for (unsigned i = 0; i < turns.n; i++)
		out->stage_moves[i] = (uint8_t)(sticker_face[turns.face[i]] * 3);
	out->n_moves = layers_filter(turns.face, turns.n, out->moves);
	if (method != &layers_folded_method)
		return;
	out->merge = method_fold_moves;
	out->n_moves = method_fold_moves(out->moves, out->n_moves);
}

static_assert((unsigned)LAYERS_MAX_TURNS <= METHOD_MAX_MOVES, "a result holds every turn");

const struct method layers_method = {
	{"layers", "layer by layer, as a beginner solves (Boulanger & Ardisson): about 163 moves", .has_stages = true}, .solve = solve,
};
const struct method layers_folded_method = {
	{"layers-folded", "the same with all turns merged that can be merged: about 161 moves", .has_stages = true}, .solve = solve,
};
