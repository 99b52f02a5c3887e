/* Patterns of cubing.js. */
#include "web/request.h"

#include "report/json.h"

/* cubing.js numbers positions and pieces in its own order; ours is that of enum edge, enum corner and the
 * faces U R F D L B. */
static const uint8_t our_edge[N_EDGES] = {UF, UR, UB, UL, DF, DR, DB, DL, FR, FL, BR, BL};
static const uint8_t our_corner[N_CORNERS] = {URF, UBR, ULB, UFL, DFR, DLF, DBL, DRB};
static const uint8_t our_face[N_FACES] = {FACE_U, FACE_L, FACE_F, FACE_R, FACE_B, FACE_D};

enum { CENTRE_OF_FACE = 4 };

/* @param keys  of the pieces, and of how they are turned
 * @param out   their numbers, and how they are turned */
static bool read_orbit(const json_t *data, const char *const keys[2], const char *name, unsigned n_pieces,
                       unsigned n_orientations, uint8_t out[2][N_EDGES], superflip_error *error)
{
	const json_t *const object = json_object_get(data, name);
	if (!json_is_object(object))
		return web_refuse(error, WEB_UNPROCESSABLE, "pattern: %s is missing; it is no pattern of the 3x3x3",
		                  name);
	for (unsigned k = 0; k < 2; k++) {
		const json_t *const array = json_object_get(object, keys[k]);
		const unsigned limit = k == 0 ? n_pieces : n_orientations;
		for (unsigned i = 0; i < n_pieces; i++) {
			const json_t *const number = json_array_get(array, i);
			const json_int_t value = json_integer_value(number);
			if (json_array_size(array) != n_pieces || !json_is_integer(number) || value < 0
			    || value >= (json_int_t)limit)
				return web_refuse(error, WEB_UNPROCESSABLE,
				                  "pattern: %s.%s: expected %u whole numbers below %u", name, keys[k],
				                  n_pieces, limit);
			out[k][i] = (uint8_t)value;
		}
	}
	return true;
}

bool web_pattern_facelets(const json_t *data, bool is_turn, char out[FACELET_TEXT_SIZE],
                          superflip_error *error)
{
	static const char centre[] = "CENTERS",
	                  *const keys[][2] = {{"pieces", "orientation"}, {"permutation", "orientationDelta"}};
	uint8_t edges[2][N_EDGES], corners[2][N_EDGES], centres[2][N_EDGES] = {{0, 1, 2, 3, 4, 5}};
	if (!read_orbit(data, keys[is_turn], "EDGES", N_EDGES, 2, edges, error)
	    || !read_orbit(data, keys[is_turn], "CORNERS", N_CORNERS, 3, corners, error)
	    || (json_object_get(data, centre) != NULL
	        && !read_orbit(data, keys[is_turn], centre, N_FACES, 4, centres, error)))
		return false;
	for (unsigned i = 0; i < N_FACES; i++)
		out[our_face[i] * FACE_FACELETS + CENTRE_OF_FACE] = face_letter[our_face[centres[0][i]]];
	for (unsigned i = 0; i < N_EDGES; i++)
		for (unsigned k = 0; k < 2; k++)
			out[facelet_of(N_CORNERS + our_edge[i], (k + edges[1][i]) % 2)] =
			    edge_name[our_edge[edges[0][i]]][k];
	for (unsigned i = 0; i < N_CORNERS; i++)
		for (unsigned k = 0; k < 3; k++)
			out[facelet_of(our_corner[i], (k + corners[1][i]) % 3)] =
			    corner_name[our_corner[corners[0][i]]][k];
	out[FACELET_TEXT_SIZE - 1] = '\0';
	return true;
}

/* Whether a definition's turns of the faces are ours; then so is its numbering. */
static bool check_definition(const json_t *definition, superflip_error *error)
{
	const char *const name = json_string_value(json_object_get(definition, "name"));
	if (name == NULL || strcmp(name, "3x3x3") != 0)
		return web_refuse(error, WEB_UNPROCESSABLE,
		                  "definition: the puzzle is '%.40s'; this server solves patterns of the 3x3x3",
		                  name != NULL ? name : "");
	for (unsigned face = 0; face < N_FACES; face++) {
		const char letter[] = {face_letter[face], '\0'};
		const json_t *const turn = json_object_get(json_object_get(definition, "moves"), letter);
		const struct cube turned = cube_after(&cube_solved, face * 3);
		char ours[FACELET_TEXT_SIZE], theirs[FACELET_TEXT_SIZE];
		superflip_error ignored;
		facelet_write(&turned, ours);
		if (!web_pattern_facelets(turn, true, theirs, &ignored) || strcmp(ours, theirs) != 0)
			return web_refuse(error, WEB_UNPROCESSABLE,
			                  "definition: the turn %s is not that of cubing.js's 3x3x3", letter);
	}
	return true;
}

/* A pattern as the cube or the goal of a request; its data may stand in an object of their own. */
static bool put_pattern(const json_t *pattern, const char *key, json_t *request, superflip_error *error)
{
	char facelets[FACELET_TEXT_SIZE];
	const json_t *const data = json_object_get(pattern, "patternData");
	if (!web_pattern_facelets(data != NULL ? data : pattern, false, facelets, error))
		return false;
	json_object_set_new(request, key, json_string(facelets));
	return true;
}

static bool put_generators(const json_t *names, json_t *request, superflip_error *error)
{
	uint32_t some, all = 0;
	uint8_t moves[N_MOVES];
	size_t i, n = 0;
	json_t *name;
	json_array_foreach(names, i, name) {
		if (!json_is_string(name)
		    || moves_parse_set(json_string_value(name), 0, &some, NULL) != SUPERFLIP_OK)
			return web_refuse(error, WEB_UNPROCESSABLE,
			                  "searchArgs.generatorMoves: expected turns of faces, such as [\"U\", \"R\"]");
		all |= some;
	}
	for (uint8_t move = 0; move < N_MOVES; move++)
		if (all >> move & 1)
			moves[n++] = move;
	return names == NULL || json_object_set_new(request, "moves", json_moves(moves, n, 0)) == 0
	       || error_no_memory(error) == SUPERFLIP_OK;
}

static bool put_depth(const json_t *arguments, const char *name, const char *key, json_t *request,
                      superflip_error *error)
{
	const json_t *const depth = json_object_get(arguments, name);
	const json_int_t n = json_integer_value(depth);
	if (depth == NULL || json_is_null(depth))
		return true;
	if (!json_is_integer(depth) || n < 0)
		return web_refuse(error, WEB_UNPROCESSABLE, "searchArgs.%s: expected a whole number", name);
	json_object_set_new(request, key, json_integer(n < SUPERFLIP_MAX_LENGTH ? n : SUPERFLIP_MAX_LENGTH));
	return true;
}

/* Fields that only control how another program searches (randomStart, startPruneDepth, ...) are ignored. */
bool web_pattern_translate(json_t **object, superflip_error *error)
{
	const json_t *const start = json_object_get(*object, "startPattern"),
		*const arguments = json_object_get(*object, "searchArgs");
	json_t *const request = json_object();
	if (json_is_true(json_object_get(arguments, "quantumMetric")))
		json_object_set_new(request, "metric", json_string("qtm"));
	const bool is_read = check_definition(json_object_get(*object, "definition"), error)
		&& put_pattern(json_object_get(*object, "pattern"), "scramble", request, error)
		&& (start == NULL || json_is_null(start) || put_pattern(start, "goal", request, error))
		&& put_depth(arguments, "minDepth", "min", request, error)
		&& put_depth(arguments, "maxDepth", "max", request, error)
		&& (request != NULL || error_no_memory(error) == SUPERFLIP_OK)
		&& put_generators(json_object_get(arguments, "generatorMoves"), request, error);
	json_decref(*object);
	*object = request;
	return is_read;
}
