#include "cli/goal.h"

#include "cli/cli.h"
#include "cube/notation.h"
#include "cube/turn.h"
#include "pocket/text.h"

#include <string.h>

/* The moves that a word of --moves or --exclude names: a letter alone is all three turns of the face. */
static uint32_t moves_of_turn(const char *at, const char *end, unsigned options)
{
	struct turn t;
	if (!turn_read(at, end, options, &t) || (t.layers != LAYER_NEAR && t.layers != LAYER_FAR) || t.quarters == 0)
		return 0;
	const unsigned face = t.axis + (t.layers == LAYER_FAR ? 3u : 0u);
	const unsigned quarters = t.layers == LAYER_FAR ? 4u - t.quarters : t.quarters;
	return end == at + 1 ? 7u << face * 3 : 1u << (face * 3 + quarters - 1);
}

/* @return 0, having complained, if a word is no turn of a face */
static uint32_t read_moves(const char *option, const char *text, unsigned options)
{
	static const char between[] = " \t,<>";
	uint32_t moves = 0;
	for (const char *at = text + strspn(text, between); *at != '\0'; at += strspn(at, between)) {
		const char *end = turn_token_end(at);
		while (end > at + 1 && strchr(between, end[-1]) != NULL)
			end--;
		const uint32_t named = moves_of_turn(at, end, options);
		if (named == 0) {
			complain("--%s '%s': '%.*s' is not a turn of a face; expected some of U R F D L B, each perhaps with 2 or '",
			         option, text, (int)(end - at), at);
			return 0;
		}
		moves |= named;
		at = end;
	}
	if (moves == 0)
		complain("--%s '%s': expected turns of faces, such as \"U R2 F\"", option, text);
	return moves;
}

static bool read_goal(struct solve_options *o)
{
	struct position position;
	struct input_error error;
	if (o->goal_text == NULL)
		return true;
	const bool is_read = o->puzzle == PUZZLE_POCKET
	                   ? pocket_read_any(o->goal_text, o->read_options, NULL, &position.cube, &error)
	                   : position_read(o->goal_text, o->read_options, &position, &error);
	if (!is_read) {
		complain("--goal: column %u: %s", error.column, error.message);
		return false;
	}
	o->goal_inverse = cube_inverse(&position.cube);
	return true;
}

static bool read_permitted(struct solve_options *o)
{
	o->permitted = SEARCH_ALL_TURNS;
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
	o->goal_inverse = cube_solved;
	const char *const option = o->moves_text != NULL ? "moves"
	                         : o->exclude_text != NULL ? "exclude" : o->up_to_symmetry ? "up-to-symmetry" : NULL;
	if (option != NULL && o->puzzle == PUZZLE_POCKET) {
		complain("--%s is for --puzzle 3x3: of the 2x2 one shortest solution in turns of U, R and F is looked up", option);
		return false;
	}
	if (!read_goal(o) || !read_permitted(o))
		return false;
	if (goal_restricts(o) && o->method_name != NULL && strcmp(o->method_name, "optimal") != 0) {
		complain("--method %s uses all turns; --moves and --exclude are for --method optimal", o->method_name);
		return false;
	}
	if (o->up_to_symmetry && o->request.n_solutions != SEARCH_ALL) {
		complain("--up-to-symmetry needs --all: only all solutions fall into whole classes");
		return false;
	}
	return true;
}

/* From c to the goal is from goal' c to the solved cube. */
struct cube goal_cube(const struct solve_options *o, const struct cube *c)
{
	return cube_product(&o->goal_inverse, c);
}

int goal_run_open(const struct solve_options *o, struct goal_run *out)
{
	if (!restricted_open(o->metric, o->permitted, RESTRICTED_PERIMETER, &out->restricted)) {
		complain("not enough memory");
		return EXIT_MEMORY;
	}
	uint8_t moves[N_MOVES];
	size_t n = 0;
	for (unsigned m = 0; m < N_MOVES; m++)
		if ((o->permitted >> m & 1) != 0)
			moves[n++] = (uint8_t)m;
	notation_write(moves, n, out->turns, sizeof out->turns);
	return EXIT_SOLVED;
}

void goal_run_close(struct goal_run *run)
{
	restricted_close(&run->restricted);
}
