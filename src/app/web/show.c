/* GET /api/show: a position, described. */
#include "web/server.h"

#include "coord/numbers.h"
#include "coord/phase1.h"
#include "cube/notation.h"
#include "cube/sticker_cycles.h"
#include "cube/symmetry.h"
#include "report/json.h"
#include "report/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static json_t *describe_cube(const superflip_cube *cube)
{
	superflip_cubies cubies;
	struct cube c = cube_solved;
	static_assert(offsetof(struct cube, centres) == sizeof cubies, "the library's cubies are ours");
	superflip_cube_get_cubies(cube, &cubies);
	memcpy(&c, &cubies, sizeof cubies);
	const struct position_numbers n = numbers_of_cube(&c);
	const struct phase1_coset coset = phase1_rank(&c);
	char cycles[STICKER_CYCLES_TEXT_SIZE];
	sticker_cycles_write(&c, cycles);
	return json_pack("{s:i, s:s, s:i, s:s, s:{s:i, s:i, s:i, s:i}, s:{s:i, s:i, s:i}}",
		"symmetries", __builtin_popcountll(cube_symmetries(&c)), "parity", cube_is_odd(&c) ? "odd" : "even",
		"order", (int)cube_order(&c), "cycles", cycles,
		"coordinates", "edges", (int)n.edges, "flips", (int)n.flips, "corners", (int)n.corners, "twists",
			(int)n.twists,
		"phase1", "flip", (int)coset.flip, "slice", (int)coset.slice, "twist", (int)coset.twist);
}

static json_t *moves_json(const uint8_t *moves, size_t n, unsigned read_options)
{
	char *const text = malloc(3 * n + 1);
	if (text == NULL)
		return NULL;
	superflip_moves_write(moves, n, read_options & SUPERFLIP_READ_FRENCH, text, 3 * n + 1);
	json_t *const string = json_string(text);
	free(text);
	return string;
}

/* The text as turns of faces, and backwards; null and null if it is no moves. */
static void put_moves(json_t *object, const struct web_request *r, const superflip_cube *cube)
{
	struct maneuver m;
	struct input_error ignored;
	const unsigned pocket = r->problem.puzzle == SUPERFLIP_2X2 ? READ_POCKET : 0;
	const bool are_moves = superflip_cube_facts(cube).form == SUPERFLIP_FORM_MOVES
	                       && notation_read(r->scramble, r->problem.read_options | pocket, &m, &ignored);
	json_object_set_new(object, "moves", are_moves ? moves_json(m.moves, m.n_moves, r->problem.read_options)
	                    : json_null());
	if (are_moves)
		moves_invert(m.moves, m.n_moves);
	json_object_set_new(object, "inverse", are_moves ? moves_json(m.moves, m.n_moves, r->problem.read_options)
	                    : json_null());
	if (are_moves)
		maneuver_free(&m);
}

static json_t *describe(struct web_server *server, const struct web_request *r, const superflip_cube *cube)
{
	static const char *const forms[] = {
		[SUPERFLIP_FORM_MOVES] = "moves", [SUPERFLIP_FORM_FACELETS] = "facelets",
			[SUPERFLIP_FORM_CUBIES] = "cubies",
	};
	const bool is_whole = superflip_cube_facts(cube).is_whole;
	json_t *const object = r->problem.puzzle == SUPERFLIP_3X3 && is_whole ? describe_cube(cube) : json_object();
	json_t *const general = json_pack("{s:s, s:s, s:o, s:o, s:b, s:b, s:b}", "puzzle",
	                                  record_puzzle_names[r->problem.puzzle],
		"form", forms[superflip_cube_facts(cube).form], "facelets", json_cube(cube, SUPERFLIP_FORM_FACELETS),
		"cubies", json_cube(cube, SUPERFLIP_FORM_CUBIES), "rotated", (int)superflip_cube_facts(cube).is_rotated,
		"solved", (int)superflip_cube_facts(cube).is_solved, "whole", (int)is_whole);
	unsigned bound;
	const bool has_bound = is_whole && server->engine != NULL && web_engine_bound(server->engine, cube, &bound);
	json_object_update(object, general);
	json_decref(general);
	json_object_set_new(object, "lower_bound", has_bound ? json_integer(bound) : json_null());
	json_object_set_new(object, "centers", json_centers(cube));
	put_moves(object, r, cube);
	return object;
}

static bool read_query(const struct web_call *call, struct web_request *r, struct web_error *error)
{
	static const char *const keys[] = {"puzzle", "letters", "parentheses"},
		*const no_or_yes[] = {"false", "true"};
	unsigned centers;
	for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
		if (!web_request_set(r, keys[i], web_find(call, WEB_QUERY, keys[i]), error))
			return false;
	if (!web_query_choice(call, "centers", no_or_yes, 0, &centers, error))
		return false;
	r->problem.read_options |= centers == 1 ? SUPERFLIP_READ_CENTERS : 0;
	r->scramble = web_find(call, WEB_QUERY, "scramble");
	return r->scramble != NULL ? web_request_complete(r, error)
	                           : web_error_set(error, WEB_BAD_REQUEST,
	                                           "scramble: missing; an empty one is the solved cube");
}

void web_show(struct web_server *server, const struct web_call *call, struct web_reply *out)
{
	struct web_request request = web_request_default();
	struct web_error error;
	if (read_query(call, &request, &error))
		web_reply_json(out, WEB_OK, describe(server, &request, request.cube));
	else
		web_reply_error(out, &error);
	web_request_free(&request);
}
