#include "report/stages.h"

#include "session/session.h"
#include "base/words.h"
#include "cube/facelet.h"
#include "cube/move.h"
#include "report/net.h"
#include "steps/layers.h"

#include <string.h>

enum { MOVES_TEXT_BYTES = 3 * SUPERFLIP_MAX_MOVES + 1 };

/* One stage, ready to be told. */
struct told {
	const char *name, *goal;             /* goal NULL: of a method that is no list of steps */
	unsigned n_turns, n_merged;
	bool is_on_inverse;                  /* the moves are turned on the inverse (NISS) */
	char moves[MOVES_TEXT_BYTES];        /* of the solution */
	char facelets[FACELET_TEXT_SIZE];    /* after the stage */
};

/* @param c  before the stage; afterwards after it */
static void tell(const superflip_result *r, unsigned stage, unsigned read_options, struct cube *c,
                 struct told *out)
{
	superflip_stage made;
	superflip_result_stage(r, stage, &made);
	out->name = made.name;
	out->goal = made.goal;
	out->n_turns = made.n_moves;
	out->n_merged = made.n_share;
	superflip_moves_write(made.share, made.n_share, read_options, out->moves, sizeof out->moves);
	struct method_stage done = {.n_moves = made.n_moves};
	if (r->is_by_list)
		superflip_result_chain_step(r, 0, stage, &done.is_on_inverse);
	out->is_on_inverse = done.is_on_inverse;
	*c = method_stage_after(&done, c, made.moves);
	facelet_write(c, out->facelets);
}

void stages_write_text(const superflip_cube *cube, const superflip_result *r, const char *method,
                       unsigned read_options, bool is_coloured, FILE *out)
{
	struct cube now = cube->cube;
	char facelets[FACELET_TEXT_SIZE];
	facelet_write(&now, facelets);
	net_draw_text(out, facelets, is_coloured);
	unsigned n_turns = 0;
	superflip_solution all = {.n_moves = 0};
	superflip_result_solution(r, 0, &all);
	for (unsigned stage = 0; stage < r->n_stages; stage++) {
		struct told told;
		tell(r, stage, read_options, &now, &told);
		n_turns += told.n_turns;
		fprintf(out, told.goal != NULL ? "\n%u. %s (%s): %s" : "\n%u. %s%s: %s", stage + 1, told.name,
		        told.goal != NULL ? told.goal : "", words_of(told.n_merged, "move"));
		if (told.n_turns != told.n_merged)
			fprintf(out, ", merged from %u turns", told.n_turns);
		fprintf(out, told.is_on_inverse ? "\n(%s)%s" : "\n%s%s", told.moves, told.n_merged > 0 ? "\n" : "");
		net_draw_text(out, told.facelets, is_coloured);
	}
	fprintf(out, "\nall: %s", words_of(all.n_moves, "move"));
	if (n_turns != all.n_moves)
		fprintf(out, ", merged from %u turns", n_turns);
	fputc('\n', out);
	if (strcmp(method, layers_method.about.name) != 0)
		return;
	char text[MOVES_TEXT_BYTES];
	layers_write(all.moves, all.n_moves, text);
	fprintf(out, "as Boulanger and Ardisson write it: %s\n", text);
}

json_t *stages_json(const superflip_cube *cube, const superflip_result *r, unsigned read_options)
{
	struct cube now = cube->cube;
	json_t *const stages = json_array();
	for (unsigned stage = 0; stage < r->n_stages; stage++) {
		struct told told;
		tell(r, stage, read_options, &now, &told);
		json_t *const object = json_pack("{s:s, s:i, s:i, s:s, s:s, s:s*, s:o*}", "name", told.name,
		                                 "length", told.n_turns, "merged_length", told.n_merged,
		                                 "moves", told.moves, "facelets", told.facelets, "goal",
		                                 told.goal, "inverse", told.is_on_inverse ? json_true()
		                                 : NULL);
		json_array_append_new(stages, object);
	}
	return stages;
}
