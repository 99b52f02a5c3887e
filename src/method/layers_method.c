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

static bool create(unsigned n_threads, void **out)
{
	(void)n_threads;
	*out = NULL;
	return true;
}

static void destroy(void *tables)
{
	(void)tables;
}

static size_t table_bytes(const void *tables)
{
	(void)tables;
	return 0;
}

/* The stages keep all quarter turns; the solution is what the filter leaves. */
static void solve(const struct cube *c, struct method_result *out)
{
	struct layers_turns turns;
	layers_solve(c, &turns);
	*out = (struct method_result){.outcome = METHOD_SOLVED, .n_stages = N_LAYERS_STAGES, .n_stage_moves = turns.n,
	                              .merge = method_merge_runs};
	for (unsigned stage = 0; stage < N_LAYERS_STAGES; stage++) {
		const unsigned begin = stage > 0 ? turns.end[stage - 1] : 0;
		out->stages[stage] = (struct method_stage){layers_stage_name[stage], turns.end[stage] - begin};
	}
	for (unsigned i = 0; i < turns.n; i++)
		out->stage_moves[i] = (uint8_t)(sticker_face[turns.face[i]] * 3);
	out->n_moves = layers_filter(turns.face, turns.n, out->moves);
}

static void solve_filtered(const void *tables, const struct cube *c, const struct method_limits *limits,
                           struct method_result *out)
{
	(void)tables;
	(void)limits;
	solve(c, out);
}

static void solve_folded(const void *tables, const struct cube *c, const struct method_limits *limits,
                         struct method_result *out)
{
	(void)tables;
	(void)limits;
	solve(c, out);
	out->merge = method_fold_moves;
	out->n_moves = method_fold_moves(out->moves, out->n_moves);
}

static_assert((unsigned)LAYERS_MAX_TURNS <= METHOD_MAX_MOVES, "a result holds every turn");

const struct method layers_method = {
	.name = "layers", .summary = "layer by layer, as a beginner solves (Boulanger & Ardisson): about 163 moves",
	.create = create, .destroy = destroy, .table_bytes = table_bytes, .solve = solve_filtered,
};
const struct method layers_folded_method = {
	.name = "layers-folded", .summary = "the same with all turns merged that can be merged: about 161 moves",
	.create = create, .destroy = destroy, .table_bytes = table_bytes, .solve = solve_folded,
};
