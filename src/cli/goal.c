#include "cli/goal.h"

#include "cli/cli.h"

#include <string.h>

/* @return 0, having complained, if a word is no turn of a face */
static uint32_t read_moves(const char *option, const char *text, unsigned options)
{
	uint32_t moves = 0;
	superflip_error error;
	if (superflip_moves_parse_set(text, options, &moves, &error) == SUPERFLIP_OK)
		return moves;
	if (error.token[0] != '\0')
		complain("--%s '%s': '%s' is not a turn of a face; expected some of U R F D L B, each perhaps with 2 or '", option, text,
		         error.token);
	else
		complain("--%s '%s': expected turns of faces, such as \"U R2 F\"", option, text);
	return 0;
}

bool goal_read(const struct solve_options *o, superflip_cube **out)
{
	superflip_error error;
	*out = NULL;
	if (o->goal_text == NULL || superflip_cube_parse(o->puzzle, o->goal_text, o->read_options, out, &error) == SUPERFLIP_OK)
		return true;
	complain("--goal: column %u: %s", error.column, error.text);
	return false;
}

static bool read_permitted(struct solve_options *o)
{
	o->permitted = SUPERFLIP_ALL_MOVES;
	if (o->moves_text != NULL && (o->permitted = read_moves("moves", o->moves_text, o->read_options)) == 0)
		return false;
	if (o->exclude_text != NULL) {
		const uint32_t excluded = read_moves("exclude", o->exclude_text, o->read_options);
		o->permitted &= ~excluded;
		if (excluded == 0)
			return false;
	}
	if (o->permitted == 0)
		complain("--moves and --exclude leave no turn");
	return o->permitted != 0;
}

bool goal_options_agree(struct solve_options *o)
{
	superflip_cube *goal;
	const char *const option = o->moves_text != NULL ? "moves"
	                         : o->exclude_text != NULL ? "exclude" : o->request.up_to_symmetry ? "up-to-symmetry" : NULL;
	if (option != NULL && o->puzzle == SUPERFLIP_2X2) {
		complain("--%s is for --puzzle 3x3: of the 2x2 one shortest solution in turns of U, R and F is looked up", option);
		return false;
	}
	if (!goal_read(o, &goal))
		return false;
	superflip_cube_free(goal);
	if (!read_permitted(o))
		return false;
	if (goal_restricts(o) && o->method_name != NULL && strcmp(o->method_name, "optimal") != 0) {
		complain("--method %s uses all turns; --moves and --exclude are for --method optimal", o->method_name);
		return false;
	}
	if (o->request.up_to_symmetry && o->request.n_solutions != SUPERFLIP_ALL) {
		complain("--up-to-symmetry needs --all: only all solutions fall into whole classes");
		return false;
	}
	return true;
}

void goal_tell(const void *options, FILE *out)
{
	superflip_cube *goal;
	char text[80] = "solved";
	if (goal_read(options, &goal) && goal != NULL && !superflip_cube_is_solved(goal))
		superflip_cube_write(goal, SUPERFLIP_FORM_FACELETS, text, sizeof text);
	superflip_cube_free(goal);
	fprintf(out, "goal=%s\n", text);
}

void goal_tell_moves(const void *options, FILE *out)
{
	const struct solve_options *const o = options;
	uint8_t moves[SUPERFLIP_N_MOVES];
	char text[3 * SUPERFLIP_N_MOVES + 1];
	size_t n = 0;
	for (uint8_t m = 0; m < SUPERFLIP_N_MOVES; m++)
		if ((o->permitted >> m & 1) != 0)
			moves[n++] = m;
	superflip_moves_write(moves, n, 0, text, sizeof text);
	fprintf(out, "moves=%s\n", n == SUPERFLIP_N_MOVES ? "all" : text);
}
