/* GET /api/show: a position, described. */
#include "web/server.h"

#include "coord/phase1.h"
#include "cube/sticker_cycles.h"
#include "report/record.h"

static json_t *describe(struct web_server *server, const struct web_request *r)
{
	static const char *const forms[] = {
		[SUPERFLIP_FORM_MOVES] = "moves", [SUPERFLIP_FORM_FACELETS] = "facelets",
		[SUPERFLIP_FORM_CUBIES] = "cubies",
	};
	const unsigned options = r->problem.read_options;
	const superflip_cube *const cube = r->cube;
	const struct cube *const c = &cube->cube;
	const superflip_facts facts = superflip_cube_facts(cube);
	json_t *const object = json_object();
	if (r->problem.puzzle == SUPERFLIP_3X3 && facts.is_whole) {
		const struct position_numbers n = numbers_of_cube(c);
		const struct phase1_coset coset = phase1_rank(c);
		char cycles[STICKER_CYCLES_TEXT_SIZE];
		sticker_cycles_write(c, cycles);
		json_object_update_new(object,
		                       json_pack("{s:i, s:s, s:i, s:s, s:{s:i, s:i, s:i, s:i}, s:{s:i, s:i, s:i}}",
		                                 "symmetries", __builtin_popcountll(cube_symmetries(c)), "parity",
		                                 cube_is_odd(c) ? "odd" : "even", "order", cube_order(c), "cycles",
		                                 cycles, "coordinates", "edges", n.edges, "flips", n.flips, "corners",
		                                 n.corners, "twists", n.twists, "phase1", "flip", coset.flip, "slice",
		                                 coset.slice, "twist", coset.twist));
	}
	/* The text as turns of faces, and backwards; null and null if it is no moves. */
	struct maneuver m = {.n_moves = 0};
	struct input_error ignored;
	const bool are_moves = facts.form == SUPERFLIP_FORM_MOVES
	    && notation_read(r->scramble, read_options_of(r->problem.puzzle, options), &m, &ignored);
	json_t *const moves = are_moves ? json_moves(m.moves, m.n_moves, options) : json_null();
	if (are_moves)
		moves_invert(m.moves, m.n_moves);
	unsigned bound;
	const bool has_bound =
		facts.is_whole && web_jobs_bound(server->jobs, cube, &bound);
	json_object_update_new(object, json_pack(
		"{s:s, s:s, s:o, s:o, s:b, s:b, s:b, s:o, s:o, s:o, s:o}", "puzzle",
		    record_puzzle_names[r->problem.puzzle],
		"form", forms[facts.form], "facelets",
		    json_cube(cube, SUPERFLIP_FORM_FACELETS),
		"cubies", json_cube(cube, SUPERFLIP_FORM_CUBIES), "rotated",
		    facts.is_rotated,
		"solved", facts.is_solved, "whole", facts.is_whole,
		"lower_bound", has_bound ? json_integer(bound) : json_null(), "centers", json_centers(cube),
		    "moves", moves,
		"inverse", are_moves ? json_moves(m.moves, m.n_moves, options) : json_null()));
	if (are_moves)
		maneuver_free(&m);
	return object;
}

void web_show(const struct web_call *call, struct web_reply *out)
{
	static const char *const keys[] = {"puzzle", "letters", "parentheses", "centers"};
	struct web_request request = web_request_default();
	superflip_error error;
	bool is_right = true;
	array_foreach(key, keys)
		is_right =
			is_right && web_take(web_row(*key, &error), &request, web_find(call, WEB_QUERY, *key), &error);
	request.scramble = web_find(call, WEB_QUERY, "scramble");
	if (is_right
	    && (request.scramble != NULL
	        || web_refuse(&error, WEB_BAD_REQUEST, "scramble: missing; an empty one is the solved cube"))
	    && web_request_complete(&request, &error))
		web_reply_json(out, WEB_OK, describe(call->server, &request));
	else
		web_reply_error(out, &error);
	web_request_free(&request);
}
