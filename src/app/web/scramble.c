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
	superflip_cube *cube;
	if (superflip_cube_from_moves(puzzle, moves, n, &cube, NULL) != SUPERFLIP_OK)
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
	const uint32_t permitted = q->puzzle == SUPERFLIP_2X2 ? 0x1FF : SUPERFLIP_ALL_MOVES;
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
 * @param solver  NULL: facelets will do, for who may not wait */
static superflip_status append_state(superflip_solver *solver, const struct scramble_query *q,
                                     const superflip_cube *cube, json_t *out,
                                     superflip_error *error)
{
	superflip_request request;
	superflip_result *result;
	superflip_request_init(&request);
	if (solver == NULL)
		return json_array_append_new(out,
		                             json_pack("{s:o, s:o}", "scramble", json_cube(cube, SUPERFLIP_FORM_FACELETS),
		       "facelets", json_cube(cube, SUPERFLIP_FORM_FACELETS))) == 0 ? SUPERFLIP_OK : SUPERFLIP_NO_MEMORY;
	if (q->puzzle == SUPERFLIP_3X3)
		request.max_length = SHORT_LENGTH;
	const superflip_status status = superflip_solve(solver, cube, &request, &result, error);
	if (status != SUPERFLIP_OK)
		return status;
	unsigned n = 0;
	const uint8_t *const solution = superflip_result_solution(result, 0, &n, NULL, NULL);
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	json_t *object = NULL;
	if (solution != NULL) {
		memcpy(moves, solution, n);
		moves_invert(moves, n);
		object = scramble_json(q->puzzle, moves, n);
	}
	superflip_result_free(result);
	return json_array_append_new(out, object) == 0 ? SUPERFLIP_OK : SUPERFLIP_INTERNAL;
}

static superflip_status append_states(const struct scramble_query *q, superflip_solver *solver, json_t *out,
                                      superflip_error *error)
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
			status = append_state(solver, q, cube, out, error);
		superflip_cube_free(cube);
	}
	superflip_random_free(random);
	return status;
}

static superflip_status state_scrambles(struct web_engine *engine, const struct scramble_query *q,
                                        json_t *out, superflip_error *error)
{
	struct web_request request = web_request_default();
	request.problem.puzzle = q->puzzle;
	if (q->puzzle == SUPERFLIP_3X3)
		request.problem.method = superflip_method_find("two-phase");
	if (engine != NULL && engine->session.await != NULL)
		return append_states(q, NULL, out, error);
	struct session_solver *solver;
	superflip_status status = SUPERFLIP_CANCELLED;
	if (engine != NULL)
		status = web_engine_borrow(engine, &request, false, NULL, NULL, &solver, error);
	if (status != SUPERFLIP_OK)
		return status;
	status = append_states(q, solver->solver, out, error);
	session_return(&engine->session, solver);
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
