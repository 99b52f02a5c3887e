/* GET /api/scramble: random positions, as moves that make them. */
#include "web/server.h"

#include "cube/random.h"
#include "report/record.h"

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

/* Add {"scramble": moves, "facelets": what they make}; the moves of a state are a short solution backwards,
 * or its facelets for who may not wait. */
static superflip_status add_scramble(const struct query *q, superflip_session *session,
                                     superflip_problem *problem, struct random_source *source, json_t *out,
                                     superflip_error *error)
{
	/* On a cube of two layers U R F reach everything. */
	const uint32_t permitted = q->puzzle == SUPERFLIP_2X2 ? 0x1FF : ALL_MOVES;
	superflip_cube cube = {.puzzle = q->puzzle, .form = SUPERFLIP_FORM_CUBIES, .seen = POSITION_WHOLE};
	uint8_t moves[MAX_LENGTH];
	unsigned n = 0, last = LAST_NONE;
	superflip_result *result = NULL;
	superflip_solution found;
	superflip_status status = SUPERFLIP_OK;
	const bool has_moves = q->type == TYPE_MOVES || session->await == NULL;
	if (q->type == TYPE_MOVES) {
		while (n < q->length)
			moves[n++] = (uint8_t)random_move(source, permitted, &last);
		cube.cube = cube_after_moves(cube_solved, moves, n);
	} else
		cube.cube = position_draw(q->puzzle, source);
	if (source->error != 0)
		return error_say(error, SUPERFLIP_IO, "the system's random numbers: %s", strerror(source->error));
	if (q->type == TYPE_STATE && has_moves) {
		status = superflip_solve(session, problem, &cube, &result, error);
		if (status == SUPERFLIP_OK && !superflip_result_solution(result, 0, &found))
			status = SUPERFLIP_INTERNAL;
		if (status == SUPERFLIP_OK)
			memcpy(moves, found.moves, n = found.n_moves);
		moves_invert(moves, n);
		superflip_result_free(result);
	}
	json_t *const facelets = json_cube(&cube, SUPERFLIP_FORM_FACELETS),
	              *const object = json_pack("{s:o, s:O}", "scramble",
	                                        has_moves ? json_moves(moves, n, 0) : json_incref(facelets),
	                                        "facelets", facelets);
	json_decref(facelets);
	return json_array_append_new(out, object) == 0 || status != SUPERFLIP_OK ? status : SUPERFLIP_NO_MEMORY;
}

void web_scramble(const struct web_call *call, struct web_reply *out)
{
	struct query q = {.n = 1};
	superflip_problem problem;
	struct random_source source;
	superflip_error error = {0};
	array_foreach(row, rows)
		if (!web_take(row, &q, web_find(call, WEB_QUERY, row->name), &error)) {
			web_reply_error(out, &error);
			return;
		}
	if (!q.has_length)
		q.length = q.puzzle == SUPERFLIP_2X2 ? 11 : 25;
	api_init(q.puzzle);
	problem_init(&problem);
	problem.puzzle = q.puzzle;
	if (q.puzzle == SUPERFLIP_3X3) {
		problem.method = method_named("two-phase");
		problem.search.max_length = SHORT_LENGTH;
	}
	if (q.has_seed)
		random_from_seed(&source, q.seed);
	else
		random_from_system(&source);
	json_t *const array = json_array();
	if (q.type == TYPE_STATE && call->server->jobs->limits.running == 0)
		error.status = SUPERFLIP_CANCELLED;
	for (uint64_t i = 0; i < q.n && error.status == SUPERFLIP_OK; i++)
		error.status = add_scramble(&q, &call->server->jobs->session, &problem, &source, array, &error);
	problem_free(&problem);
	if (error.status == SUPERFLIP_OK) {
		web_reply_json(out, WEB_OK,
		               json_pack("{s:s, s:s, s:o}", "puzzle", record_puzzle_names[q.puzzle], "type",
		                         type_name[q.type], "scrambles", array));
		return;
	}
	json_decref(array);
	web_reply_error(out, &error);
}
