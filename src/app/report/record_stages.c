/* A method's solution stage by stage: the moves, how many there are before and after merging, and the cube
 * after each. */
#include "report/record.h"

#include "session/session.h"
#include "report/net.h"
#include "report/say.h"
#include "steps/layers.h"

/* The cube before the first stage; of a 2x2x2 the cubie at DBL then counts as solved. */
static struct cube begin(const struct record *r)
{
	const struct cube *const c = &r->staged_cube->cube;
	return r->problem->puzzle == SUPERFLIP_2X2 ? pocket_turned_home(c, DBL) : *c;
}

/* Stage i, of a list of steps with its length as its numbers of moves.
 * @param c  before the stage; afterwards after it
 * @return whether its moves are turned on the inverse (NISS); of moves on both sides the text tells which */
static bool tell(const struct record *r, unsigned i, struct cube *c, superflip_stage *stage,
                 char moves[STEP_TEXT_SIZE], char facelets[FACELET_TEXT_SIZE])
{
	superflip_result_stage(r->result, i, stage);
	const uint8_t *turns;
	const struct method_stage *const done = result_step(r->result, 0, i, &turns);
	bool is_on_inverse;
	const unsigned length = superflip_result_chain_step(r->result, 0, i, &is_on_inverse);
	*c = method_stage_after(done, c, turns);
	cube_draw(r->problem->puzzle, c, POSITION_WHOLE, facelets);
	if (done->n_inverse > 0 && !is_on_inverse)
		result_write_step(r->result, 0, i, r->problem->read_options, moves);
	else
		superflip_moves_write(stage->share, stage->n_share, r->problem->read_options, moves, STEP_TEXT_SIZE);
	if (r->result->is_by_list)
		stage->n_moves = stage->n_share = length;
	return is_on_inverse;
}

#define SAY(text) say(r->problem->read_options, text)

void record_write_stages(const struct record *r, bool is_coloured, FILE *out)
{
	struct cube now = begin(r);
	char moves[STEP_TEXT_SIZE], facelets[FACELET_TEXT_SIZE];
	cube_draw(r->problem->puzzle, &now, POSITION_WHOLE, facelets);
	net_draw_text(out, facelets, is_coloured);
	unsigned n_turns = 0;
	superflip_solution all = {.n_moves = 0};
	superflip_result_solution(r->result, 0, &all);
	const unsigned n_all = r->result->is_by_list ? all.length : all.n_moves;
	for (unsigned i = 0; i < r->result->n_stages; i++) {
		superflip_stage stage;
		const bool is_on_inverse = tell(r, i, &now, &stage, moves, facelets);
		n_turns += stage.n_moves;
		fprintf(out, stage.goal != NULL ? SAY("\n%u. %s (%s): %s") : SAY("\n%u. %s%s: %s"), i + 1,
		        SAY(stage.name), stage.goal != NULL ? stage.goal : "", words_of(stage.n_share, SAY("move")));
		if (stage.n_moves != stage.n_share)
			fprintf(out, SAY(", merged from %u turns"), stage.n_moves);
		fprintf(out, is_on_inverse ? "\n(%s)%s" : "\n%s%s", moves, stage.n_share > 0 ? "\n" : "");
		net_draw_text(out, facelets, is_coloured);
	}
	fprintf(out, SAY("\nall: %s"), words_of(n_all, SAY("move")));
	if (n_turns != n_all)
		fprintf(out, SAY(", merged from %u turns"), n_turns);
	fputc('\n', out);
	if (strcmp(r->problem->method->name, layers_method.about.name) != 0)
		return;
	layers_write(all.moves, all.n_moves, moves);
	fprintf(out, SAY("as Boulanger and Ardisson write it: %s\n"), moves);
}

json_t *record_json_stages(const struct record *r)
{
	struct cube now = begin(r);
	json_t *const stages = json_array();
	for (unsigned i = 0; i < r->result->n_stages; i++) {
		superflip_stage stage;
		char moves[STEP_TEXT_SIZE], facelets[FACELET_TEXT_SIZE];
		const bool is_on_inverse = tell(r, i, &now, &stage, moves, facelets);
		json_array_append_new(stages, json_pack("{s:s, s:i, s:i, s:s, s:s, s:s*, s:o*}", "name", stage.name,
		                                        "length", stage.n_moves, "merged_length", stage.n_share,
		                                        "moves", moves, "facelets", facelets, "goal", stage.goal,
		                                        "inverse", is_on_inverse ? json_true() : NULL));
	}
	return stages;
}
