/* GET /api/scramble: random positions, as moves that make them. */
#include "web/server.h"

#include "cube/random.h"
#include "report/json.h"
#include "report/record.h"

#include <string.h>

enum { MAX_SCRAMBLES = 100, MAX_LENGTH = 1000, SHORT_LENGTH = 22 };
enum type { TYPE_STATE, TYPE_MOVES };
static const char *const type_name[] = {"state", "moves"};

struct query {
	superflip_puzzle puzzle;
	enum type type;
	uint64_t n, length, seed;
	bool has_length, has_seed;
};

#define IN(field) OPTION_IN(struct query, field)
#define GIVEN(field) OPTION_GIVEN(struct query, field)
static const struct option_row rows[] = {
	{.name = "puzzle", .kind = OPTION_CHOICE, IN(puzzle), OPTION_NAMES(record_puzzle_names)},
	{.name = "type", .kind = OPTION_CHOICE, IN(type), OPTION_NAMES(type_name)},
	{.name = "n", .kind = OPTION_NUMBER, IN(n), .min = 1, .max = MAX_SCRAMBLES},
	{.name = "length", .kind = OPTION_NUMBER, IN(length), .max = MAX_LENGTH, GIVEN(has_length)},
	{.name = "seed", .kind = OPTION_NUMBER, IN(seed), .max = UINT64_MAX, GIVEN(has_seed)},
};

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

static superflip_status moves_scrambles(const struct query *q, json_t *out)
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

/* Moves that make a cube: a short solution backwards; facelets for who may not wait. */
static superflip_status append_state(superflip_session *session, superflip_problem *problem,
                                     const superflip_cube *cube, json_t *out, superflip_error *error)
{
	superflip_result *result = NULL;
	superflip_solution found;
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	json_t *object = NULL;
	const superflip_status status = session->await != NULL ? SUPERFLIP_OK
		: superflip_solve(session, problem, cube, &result, error);
	if (session->await != NULL) {
		object = json_pack("{s:o, s:o}", "scramble", json_cube(cube, SUPERFLIP_FORM_FACELETS),
		                   "facelets", json_cube(cube, SUPERFLIP_FORM_FACELETS));
	} else if (status == SUPERFLIP_OK && superflip_result_solution(result, 0, &found)) {
		memcpy(moves, found.moves, found.n_moves);
		moves_invert(moves, found.n_moves);
		object = scramble_json(problem->puzzle, moves, found.n_moves);
	}
	superflip_result_free(result);
	return status != SUPERFLIP_OK || json_array_append_new(out, object) == 0 ? status : SUPERFLIP_INTERNAL;
}

static superflip_status state_scrambles(const struct query *q, superflip_session *session, json_t *out,
                                        superflip_error *error)
{
	superflip_random *random;
	struct superflip_problem problem;
	superflip_status status = q->has_seed ? superflip_random_from_seed(q->seed, &random, error)
	                                      : superflip_random_from_system(&random, error);
	if (status != SUPERFLIP_OK)
		return status;
	problem_init(&problem);
	problem.puzzle = q->puzzle;
	if (q->puzzle == SUPERFLIP_3X3) {
		problem.method = method_named("two-phase");
		problem.search.max_length = SHORT_LENGTH;
	}
	for (uint64_t i = 0; i < q->n && status == SUPERFLIP_OK; i++) {
		superflip_cube *cube = NULL;
		status = superflip_cube_random(random, q->puzzle, &cube, error);
		if (status == SUPERFLIP_OK)
			status = append_state(session, &problem, cube, out, error);
		superflip_cube_free(cube);
	}
	problem_free(&problem);
	superflip_random_free(random);
	return status;
}

void web_scramble(struct web_server *server, const struct web_call *call, struct web_reply *out)
{
	struct query q = {.n = 1};
	superflip_error error = {0};
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!web_take(&rows[i], &q, web_find(call, WEB_QUERY, rows[i].name), &error)) {
			web_reply_error(out, &error);
			return;
		}
	if (!q.has_length)
		q.length = q.puzzle == SUPERFLIP_2X2 ? 11 : 25;
	json_t *const array = json_array();
	error.status = q.type == TYPE_MOVES ? moves_scrambles(&q, array)
		: server->jobs->limits.running == 0 ? SUPERFLIP_CANCELLED
		: state_scrambles(&q, &server->jobs->session, array, &error);
	if (error.status == SUPERFLIP_OK) {
		web_reply_json(out, WEB_OK,
		               json_pack("{s:s, s:s, s:o}", "puzzle", record_puzzle_names[q.puzzle], "type",
		                         type_name[q.type], "scrambles", array));
		return;
	}
	json_decref(array);
	web_reply_error(out, &error);
}
