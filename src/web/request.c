#include "web/request.h"

#include "report/json.h"
#include "report/record.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a field's reader gets. */
struct field {
	const struct field_row *row;
	const json_t *value;
	struct web_request *request;
	struct web_error *error;
};

/* A field of a request, and where its value goes. */
struct field_row {
	const char *name;
	bool (*take)(const struct field *f);
	size_t at;                        /* of the member that is set */
	const void *choices;              /* const char *[2], or the web_reading */
	json_int_t min, max;              /* of a number */
};
#define IN(member) offsetof(struct web_request, member)

static void *member_of(const struct field *f)
{
	return (char *)f->request + f->row->at;
}

static bool expect(const struct field *f, const char *what)
{
	return web_error_set(f->error, WEB_UNPROCESSABLE, "%s: expected %s", f->row->name, what);
}

/* ---- kinds of values ---- */
unsigned web_choice_of(const char *text, const char *const choices[2])
{
	unsigned i = 0;
	while (i < 2 && (text == NULL || strcmp(text, choices[i]) != 0))
		i++;
	return i;
}

static bool choose(const struct field *f, const char *const choices[2], unsigned *out)
{
	*out = web_choice_of(json_string_value(f->value), choices);
	return *out < 2 || web_error_set(f->error, WEB_UNPROCESSABLE, "%s: expected \"%s\" or \"%s\"", f->row->name, choices[0], choices[1]);
}

static bool take_choice(const struct field *f)
{
	return choose(f, f->row->choices, member_of(f));
}

const struct web_reading web_readings[N_WEB_READINGS] = {
	{"letters", {"english", "french"}, {0, SUPERFLIP_READ_FRENCH}},
	{"parentheses", {"group", "niss"}, {SUPERFLIP_READ_GROUPS, SUPERFLIP_READ_NISS}},
	{"centers", {"false", "true"}, {0, SUPERFLIP_READ_CENTERS}},  /* of a query; a request has a boolean */
};

static bool take_reading(const struct field *f)
{
	const struct web_reading *const reading = f->row->choices;
	unsigned choice;
	if (!choose(f, reading->choices, &choice))
		return false;
	f->request->read_options |= reading->option[choice];
	return true;
}

static bool take_flag(const struct field *f)
{
	*(bool *)member_of(f) = json_is_true(f->value);
	return json_is_boolean(f->value) || expect(f, "true or false");
}

static bool take_centers(const struct field *f)
{
	f->request->read_options |= json_is_true(f->value) ? SUPERFLIP_READ_CENTERS : 0;
	return json_is_boolean(f->value) || expect(f, "true or false");
}

static bool take_number(const struct field *f)
{
	const json_int_t n = json_integer_value(f->value);
	if (!json_is_integer(f->value) || n < f->row->min || n > f->row->max)
		return web_error_set(f->error, WEB_UNPROCESSABLE, "%s: expected a whole number from %d to %d", f->row->name, (int)f->row->min,
		                     (int)f->row->max);
	*(unsigned *)member_of(f) = (unsigned)n;
	return true;
}

/* ---- fields ---- */
static bool take_scramble(const struct field *f)
{
	return json_is_string(f->value) ? web_request_set_cube(f->request, json_string_value(f->value), f->error) : expect(f, "a string");
}

static bool take_goal(const struct field *f)
{
	if (!json_is_string(f->value))
		return expect(f, "a string");
	if (web_request_set_goal(f->request, json_string_value(f->value), f->error))
		return true;
	f->error->field = f->row->name;
	return false;
}

static bool take_method(const struct field *f)
{
	const char *const name = json_string_value(f->value);
	const superflip_method *const method = superflip_method_find(name);
	if (method != NULL) {
		f->request->method = method;
		return true;
	}
	char names[300] = "";
	for (unsigned i = 0; superflip_method_at(i) != NULL; i++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i > 0 ? ", " : "", superflip_method_at(i)->name);
	return expect(f, names);
}

static bool take_n(const struct field *f)
{
	const char *const text = json_string_value(f->value);
	const bool is_all = text != NULL && strcmp(text, "all") == 0;
	if (!is_all && (!json_is_integer(f->value) || json_integer_value(f->value) < 1))
		return expect(f, "a whole number of at least 1, or \"all\"");
	f->request->search.n_solutions = is_all ? SUPERFLIP_ALL : json_integer_value(f->value);
	return true;
}

static bool take_time_limit(const struct field *f)
{
	const double seconds = json_number_value(f->value);
	if (!json_is_number(f->value) || !isfinite(seconds) || seconds <= 0)
		return expect(f, "seconds, more than 0");
	f->request->search.time_limit_s = seconds;
	return true;
}

static bool take_node_limit(const struct field *f)
{
	const json_int_t n = json_integer_value(f->value);
	if (!json_is_integer(f->value) || n < 1)
		return expect(f, "a whole number of at least 1");
	f->request->search.node_limit = (uint64_t)n;
	return true;
}

static bool take_copy(const struct field *f)
{
	char **const copy = member_of(f);
	if (!json_is_string(f->value))
		return expect(f, "a string");
	*copy = strdup(json_string_value(f->value));
	return *copy != NULL || web_error_set(f->error, WEB_UNAVAILABLE, "not enough memory");
}

/* read_turns() reads it with those of the same sense. */
static bool take_text(const struct field *f)
{
	return json_is_string(f->value) || expect(f, "a string");
}

enum { MAX_WIDTH = 10000, MAX_STEP_SLACK = 10 };

static const struct field_row fields[] = {
	{"puzzle", take_choice, IN(solver.puzzle), record_puzzle_names, 0, 0},
	{"metric", take_text, 0, NULL, 0, 0},
	{"method", take_method, 0, NULL, 0, 0},
	{"n", take_n, 0, NULL, 0, 0},
	{"over", take_number, IN(search.over_optimal), NULL, 0, SUPERFLIP_MAX_LENGTH},
	{"min", take_number, IN(search.min_length), NULL, 0, SUPERFLIP_MAX_LENGTH},
	{"max", take_number, IN(search.max_length), NULL, 0, SUPERFLIP_MAX_LENGTH},
	{"time_limit", take_time_limit, 0, NULL, 0, 0},
	{"node_limit", take_node_limit, 0, NULL, 0, 0},
	{"deterministic", take_flag, IN(search.is_deterministic), NULL, 0, 0},
	{"past_goal", take_flag, IN(search.past_goal), NULL, 0, 0},
	{"up_to_symmetry", take_flag, IN(search.up_to_symmetry), NULL, 0, 0},
	{"letters", take_reading, 0, &web_readings[0], 0, 0},
	{"parentheses", take_reading, 0, &web_readings[1], 0, 0},
	{"centers", take_centers, 0, NULL, 0, 0},
	{"steps", take_copy, IN(steps), NULL, 0, 0},
	{"width", take_number, IN(solver.width), NULL, 1, MAX_WIDTH},
	{"step_slack", take_number, IN(solver.step_slack), NULL, 0, MAX_STEP_SLACK},
	{"niss", take_flag, IN(solver.has_niss), NULL, 0, 0},
	{"neutral", take_copy, IN(neutral), NULL, 0, 0},
	{"detached", take_flag, IN(detached), NULL, 0, 0},
	/* These are read in the letters and in the sense that the fields before have named. */
	{"scramble", take_scramble, 0, NULL, 0, 0},
	{"goal", take_goal, 0, NULL, 0, 0},
	{"moves", take_text, 0, NULL, 0, 0},
	{"cost", take_text, 0, NULL, 0, 0},
};
enum { N_FIELDS = sizeof fields / sizeof *fields };

struct web_request web_request_default(void)
{
	struct web_request request = {.method = superflip_method_at(0)};
	superflip_solver_options_init(&request.solver);
	superflip_request_init(&request.search);
	return request;
}

static bool set_cube(const struct web_request *r, const char *text, unsigned more_options, superflip_cube **out, struct web_error *error)
{
	superflip_error fault;
	return superflip_cube_parse(r->solver.puzzle, text, r->read_options | more_options, out, &fault) == SUPERFLIP_OK
	       || web_error_of(error, &fault);
}

bool web_request_set_cube(struct web_request *request, const char *text, struct web_error *error)
{
	if (!set_cube(request, text, SUPERFLIP_READ_GREY, &request->cube, error))
		return false;
	request->scramble = strdup(text);
	return request->scramble != NULL || web_error_set(error, WEB_UNAVAILABLE, "not enough memory");
}

bool web_request_set_goal(struct web_request *request, const char *text, struct web_error *error)
{
	superflip_error fault;
	if (!superflip_text_is_goal(text)) {
		if (!set_cube(request, text, 0, &request->goal, error))
			return false;
	} else if (request->solver.puzzle == SUPERFLIP_2X2) {
		return web_error_set(error, WEB_UNPROCESSABLE, "goal: '%.40s' is of the 3x3x3", text);
	} else if (superflip_goal_parse(text, &request->pieces, &fault) != SUPERFLIP_OK) {
		return web_error_of(error, &fault);
	} else if (superflip_goal_is_solved(request->pieces)) {
		superflip_goal_free(request->pieces);
		request->pieces = NULL;
	}
	request->goal_text = strdup(text);
	return request->goal_text != NULL || web_error_set(error, WEB_UNAVAILABLE, "not enough memory");
}

static bool knows_all_fields(const json_t *object, struct web_error *error)
{
	const char *name;
	json_t *value;
	json_object_foreach((json_t *)(uintptr_t)object, name, value) {
		bool is_known = false;
		for (unsigned i = 0; i < N_FIELDS && !is_known; i++)
			is_known = strcmp(name, fields[i].name) == 0;
		if (!is_known)
			return web_error_set(error, WEB_UNPROCESSABLE, "'%.40s' is not a field of a request; /api/openapi.yaml lists them", name);
	}
	return true;
}

/* The turn set of a request.
 * @param moves, costs  NULL: those of the metric */
static bool read_turn_set(const char *metric, const char *moves, const char *costs, struct web_request *r, struct web_error *error)
{
	superflip_error fault, ignored;
	superflip_turns *without_costs;
	if (superflip_turns_parse(metric, moves, costs, r->read_options & SUPERFLIP_READ_FRENCH, &r->turns, &fault) == SUPERFLIP_OK)
		return true;
	const bool is_of_costs = costs != NULL && superflip_turns_parse(metric, moves, NULL, 0, &without_costs, &ignored) == SUPERFLIP_OK;
	if (is_of_costs)
		superflip_turns_free(without_costs);
	web_error_of(error, &fault);
	error->field = fault.status == SUPERFLIP_UNKNOWN_NAME ? "metric" : is_of_costs || moves == NULL ? "cost" : "moves";
	return false;
}

/* Turns of faces in half or quarter turns have searches of their own. */
static bool read_turns(const json_t *object, struct web_request *r, struct web_error *error)
{
	const char *const metric = json_string_value(json_object_get(object, "metric")), *const moves = json_string_value(json_object_get(object, "moves"));
	const char *const costs = json_string_value(json_object_get(object, "cost"));
	const unsigned counted = metric != NULL ? web_choice_of(metric, record_metric_name) : SUPERFLIP_HTM;
	if (counted != N_RECORD_METRICS && costs == NULL
	    && (moves == NULL || superflip_moves_parse_set(moves, r->read_options, &r->solver.moves, NULL) == SUPERFLIP_OK)) {
		r->solver.metric = (superflip_metric)counted;
		return true;
	}
	if (!read_turn_set(metric != NULL ? metric : record_metric_name[SUPERFLIP_HTM], moves, costs, r, error))
		return false;
	if (superflip_turns_are_moves(r->turns, &r->solver.metric, &r->solver.moves)) {  /* costs that change nothing */
		superflip_turns_free(r->turns);
		r->turns = NULL;
	}
	return true;
}

static bool read_fields(const json_t *object, struct web_request *request, struct web_error *error)
{
	if (!knows_all_fields(object, error))
		return false;
	for (unsigned i = 0; i < N_FIELDS; i++) {
		const struct field f = {&fields[i], json_object_get(object, fields[i].name), request, error};
		if (f.value != NULL && !fields[i].take(&f))
			return false;
	}
	if (request->scramble == NULL)
		return web_error_set(error, WEB_UNPROCESSABLE, "scramble: missing; \"\" is the solved cube");
	if (!read_turns(object, request, error) || !web_request_agrees(request, error))
		return false;
	/* The n best: of a goal longer ones as well. */
	if (request->pieces != NULL && request->search.n_solutions > 1 && json_object_get(object, "over") == NULL)
		request->search.over_optimal = SUPERFLIP_MAX_LENGTH;
	return true;
}

bool web_request_from(const char *body, size_t size, bool (*take)(const json_t *, struct web_request *, struct web_error *),
                      struct web_request *out, struct web_error *error)
{
	json_error_t fault;
	json_t *const object = json_loadb(body, size, JSON_REJECT_DUPLICATES, &fault);
	if (object == NULL)
		return web_error_set(error, WEB_BAD_REQUEST, "the body is no JSON: line %d, column %d: %s", fault.line, fault.column, fault.text);
	struct web_request request = web_request_default();
	const bool is_right = json_is_object(object) ? take(object, &request, error)
	                                             : web_error_set(error, WEB_BAD_REQUEST, "the body is no JSON object");
	json_decref(object);
	if (is_right)
		*out = request;
	else
		web_request_free(&request);
	return is_right;
}

bool web_request_read(const char *body, size_t size, struct web_request *out, struct web_error *error)
{
	return web_request_from(body, size, read_fields, out, error);
}

void web_request_free(struct web_request *request)
{
	free(request->scramble);
	free(request->goal_text);
	free(request->steps);
	free(request->neutral);
	superflip_cube_free(request->cube);
	superflip_cube_free(request->goal);
	superflip_goal_free(request->pieces);
	superflip_turns_free(request->turns);
	request->turns = NULL;
	request->scramble = request->goal_text = request->steps = request->neutral = NULL;
	request->cube = request->goal = NULL;
	request->pieces = NULL;
}
