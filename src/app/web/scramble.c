/* GET /api/scramble: random positions, as moves that make them. */
#include "web/server.h"

#include "cube/random.h"
#include "report/json.h"
#include "report/record.h"

#include <string.h>

enum { MAX_SCRAMBLES = 100, MAX_LENGTH = 1000, SHORT_LENGTH = 22 };
enum type { TYPE_STATE, TYPE_MOVES };
static const char *const type_name[] = {"state", "moves"};

struct scramble_query {
	superflip_puzzle puzzle;
	enum type type;
	uint64_t n, length, seed;
	bool has_seed;
};

static bool read_query(const struct web_call *call, struct scramble_query *q, struct web_error *error)
{
	unsigned puzzle, type;
	if (!web_query_choice(call, "puzzle", record_puzzle_names, SUPERFLIP_3X3, &puzzle, error)
	    || !web_query_choice(call, "type", type_name, TYPE_STATE, &type, error)
	    || !web_query_number(call, "n", 1, MAX_SCRAMBLES, 1, &q->n, error)
	    || !web_query_number(call, "length", 0, MAX_LENGTH, puzzle == SUPERFLIP_2X2 ? 11 : 25, &q->length, error)
	    || !web_query_number(call, "seed", 0, UINT64_MAX, 0, &q->seed, error))
		return false;
	q->puzzle = (superflip_puzzle)puzzle;
	q->type = (enum type)type;
	q->has_seed = web_find(call, WEB_QUERY, "seed") != NULL;
	return true;
}

/* {"scramble": moves, "facelets": what they make}. */
static json_t *scramble_json(superflip_puzzle puzzle, const uint8_t *moves, unsigned n)
{
	superflip_cube *solved = NULL, *cube = NULL;
	if (superflip_cube_parse(puzzle, "", 0, &solved, NULL) == SUPERFLIP_OK)
		superflip_cube_turned(solved, moves, n, &cube, NULL);
	superflip_cube_free(solved);
	if (cube == NULL)
		return NULL;
	json_t *const object = json_pack("{s:o, s:o}", "scramble", json_moves(moves, n, 0),
	                                 "facelets", json_cube(cube, SUPERFLIP_FORM_FACELETS));
	superflip_cube_free(cube);
	return object;
}

/* ---- moves ---- */
static superflip_status moves_scrambles(const struct scramble_query *q, json_t *out)
{
	/* On a cube of two layers U R F reach everything. */
	const uint32_t permitted = q->puzzle == SUPERFLIP_2X2 ? 0x1FF : ALL_MOVES;
	struct random_source source;
	uint8_t moves[MAX_LENGTH];
	if (q->has_seed)
		random_from_seed(&source, q->seed);
	else if (!random_from_system(&source))
		return SUPERFLIP_IO;
	for (uint64_t n = 0; n < q->n; n++) {
		unsigned last = LAST_NONE;
		for (uint64_t i = 0; i < q->length; i++)
			moves[i] = (uint8_t)random_move(&source, permitted, &last);
		if (source.error != 0)
			return SUPERFLIP_IO;
		if (json_array_append_new(out, scramble_json(q->puzzle, moves, (unsigned)q->length)) != 0)
			return SUPERFLIP_NO_MEMORY;
	}
	return SUPERFLIP_OK;
}

/* ---- states ---- */
/* Moves that make a cube: a short solution backwards.
 * @param problem  how to find it; NULL: facelets will do, for who may not wait */
static superflip_status append_state(superflip_session *session, superflip_problem *problem,
                                     const superflip_cube *cube, json_t *out, superflip_error *error)
{
	superflip_result *result;
	superflip_solution found;
	if (problem == NULL)
		return json_array_append_new(out,
		                             json_pack("{s:o, s:o}", "scramble", json_cube(cube, SUPERFLIP_FORM_FACELETS),
		       "facelets", json_cube(cube, SUPERFLIP_FORM_FACELETS))) == 0 ? SUPERFLIP_OK : SUPERFLIP_NO_MEMORY;
	const superflip_status status = superflip_solve(session, problem, cube, &result, error);
	if (status != SUPERFLIP_OK)
		return status;
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	json_t *object = NULL;
	if (superflip_result_solution(result, 0, &found)) {
		memcpy(moves, found.moves, found.n_moves);
		moves_invert(moves, found.n_moves);
		object = scramble_json(problem->puzzle, moves, found.n_moves);
	}
	superflip_result_free(result);
	return json_array_append_new(out, object) == 0 ? SUPERFLIP_OK : SUPERFLIP_INTERNAL;
}

static superflip_status append_states(const struct scramble_query *q, superflip_session *session,
                                      superflip_problem *problem, json_t *out, superflip_error *error)
{
	superflip_random *random;
	superflip_status status = q->has_seed ? superflip_random_from_seed(q->seed, &random, error)
	                                      : superflip_random_from_system(&random, error);
	if (status != SUPERFLIP_OK)
		return status;
	for (uint64_t i = 0; i < q->n && status == SUPERFLIP_OK; i++) {
		superflip_cube *cube = NULL;
		status = superflip_cube_random(random, q->puzzle, &cube, error);
		if (status == SUPERFLIP_OK)
			status = append_state(session, problem, cube, out, error);
		superflip_cube_free(cube);
	}
	superflip_random_free(random);
	return status;
}

static superflip_status state_scrambles(struct web_engine *engine, const struct scramble_query *q,
                                        json_t *out, superflip_error *error)
{
	struct superflip_problem problem;
	if (engine == NULL)
		return SUPERFLIP_CANCELLED;
	if (engine->session.await != NULL)
		return append_states(q, NULL, NULL, out, error);
	problem_init(&problem);
	problem.puzzle = q->puzzle;
	if (q->puzzle == SUPERFLIP_3X3) {
		problem.method = method_named("two-phase");
		problem.search.max_length = SHORT_LENGTH;
	}
	const superflip_status status = append_states(q, &engine->session, &problem, out, error);
	problem_free(&problem);
	return status;
}

void web_scramble(struct web_server *server, const struct web_call *call, struct web_reply *out)
{
	struct scramble_query q = {0};
	struct web_error error;
	superflip_error fault = {0};
	if (!read_query(call, &q, &error)) {
		web_reply_error(out, &error);
		return;
	}
	json_t *const array = json_array();
	const superflip_status status = q.type == TYPE_MOVES ? moves_scrambles(&q, array)
	                                                     : state_scrambles(server->engine, &q, array, &fault);
	if (status == SUPERFLIP_OK) {
		web_reply_json(out, WEB_OK,
		               json_pack("{s:s, s:s, s:o}", "puzzle", record_puzzle_names[q.puzzle], "type",
		                         type_name[q.type],
		                                      "scrambles", array));
		return;
	}
	json_decref(array);
	fault.status = status;
	web_error_of(&error, &fault);
	web_reply_error(out, &error);
}
