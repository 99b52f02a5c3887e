#include "report/stages.h"

#include "cube/facelet.h"
#include "cube/notation.h"
#include "report/net.h"

enum { MOVES_TEXT_BYTES = 3 * METHOD_MAX_MOVES + 1 };

unsigned stages_merge(const uint8_t *moves, unsigned n, uint8_t *merged)
{
	unsigned n_merged = 0;
	for (unsigned i = 0, end; i < n; i = end) {
		const unsigned face = move_face(moves[i]);
		unsigned turns = 0;
		for (end = i; end < n && move_face(moves[end]) == face; end++)
			turns += move_turns(moves[end]);
		if (turns % 4 != 0)
			merged[n_merged++] = (uint8_t)(face * 3 + turns % 4 - 1);
	}
	return n_merged;
}

/* One stage, ready to be told. */
struct told {
	const char *name;
	unsigned n_turns, n_merged;
	char moves[MOVES_TEXT_BYTES];        /* after merging */
	char facelets[FACELET_TEXT_SIZE];    /* after the stage */
};

/* @param c  before the stage; afterwards after it */
static void tell(const struct method_result *r, unsigned stage, unsigned begin, struct cube *c, struct told *out)
{
	uint8_t merged[METHOD_MAX_MOVES];
	out->name = r->stages[stage].name;
	out->n_turns = r->stages[stage].n_moves;
	out->n_merged = stages_merge(&r->stage_moves[begin], out->n_turns, merged);
	notation_write(merged, out->n_merged, out->moves, sizeof out->moves);
	*c = cube_after_moves(*c, &r->stage_moves[begin], out->n_turns);
	facelet_write(c, out->facelets);
}

void stages_write_text(const struct cube *c, const struct method_result *r, bool is_coloured, FILE *out)
{
	struct cube now = *c;
	char facelets[FACELET_TEXT_SIZE];
	facelet_write(c, facelets);
	net_draw_text(out, facelets, is_coloured);
	for (unsigned stage = 0, begin = 0; stage < r->n_stages; begin += r->stages[stage++].n_moves) {
		struct told told;
		tell(r, stage, begin, &now, &told);
		fprintf(out, "\n%u. %s: %u move%s", stage + 1, told.name, told.n_merged, told.n_merged == 1 ? "" : "s");
		if (told.n_turns != told.n_merged)
			fprintf(out, ", merged from %u turns", told.n_turns);
		fprintf(out, "\n%s%s", told.moves, told.n_merged > 0 ? "\n" : "");
		net_draw_text(out, told.facelets, is_coloured);
	}
	fprintf(out, "\nall: %u move%s", r->n_moves, r->n_moves == 1 ? "" : "s");
	if (r->n_stage_moves != r->n_moves)
		fprintf(out, ", merged from %u turns", r->n_stage_moves);
	fputc('\n', out);
}

json_t *stages_json(const struct cube *c, const struct method_result *r)
{
	struct cube now = *c;
	json_t *const stages = json_array();
	for (unsigned stage = 0, begin = 0; stage < r->n_stages; begin += r->stages[stage++].n_moves) {
		struct told told;
		tell(r, stage, begin, &now, &told);
		json_t *const object = json_pack("{s:s, s:i, s:i, s:s, s:s}", "name", told.name, "length", (int)told.n_turns,
		                                 "merged_length", (int)told.n_merged, "moves", told.moves, "facelets", told.facelets);
		if (json_array_append_new(stages, object) != 0) {
			json_decref(stages);
			return NULL;
		}
	}
	return stages;
}
