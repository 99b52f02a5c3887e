#include "web/request.h"

#include "report/record.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool take_letters(void *request, const struct option_row *row, const char *value,
                         superflip_error *error)
{
	static const char *const names[] = {"english", "french"};
	struct superflip_problem *const p = request;
	unsigned choice;
	if (!option_choose(row, value, names, 2, &choice, error))
		return false;
	p->read_options |= choice == 1 ? SUPERFLIP_READ_FRENCH : 0;
	return true;
}

#define IN(field) OPTION_IN(struct web_request, field)
static const struct option_row own_rows[] = {
	{0, FOR_REQUEST, "scramble", "TEXT", NULL, OPTION_TEXT, IN(scramble)},
	{0, FOR_REQUEST, "puzzle", "NAME", NULL, OPTION_CHOICE, IN(problem.puzzle),
	 OPTION_NAMES(record_puzzle_names)},
	{0, FOR_REQUEST, "letters", "NAME", NULL, OPTION_OTHER, .take = take_letters},
	{0, FOR_REQUEST, "detached", NULL, NULL, OPTION_FLAG, IN(detached)},
};
enum { N_OWN_ROWS = sizeof own_rows / sizeof *own_rows };

/* ---- keys ---- */

const char *web_key(const char *field, char key[WEB_KEY_SIZE])
{
	const struct option_row *const row = problem_row(field);
	snprintf(key, WEB_KEY_SIZE, "%s", row != NULL && row->key != NULL ? row->key : field);
	for (char *c = key; *c != '\0'; c++)
		*c = *c == '-' ? '_' : *c;
	return key;
}

static const struct option_row *find(const char *key)
{
	char other[WEB_KEY_SIZE];
	for (unsigned i = 0; i < N_OWN_ROWS + n_problem_rows; i++) {
		const struct option_row *const row = i < N_OWN_ROWS ? &own_rows[i] : &problem_rows[i - N_OWN_ROWS];
		if ((row->users & FOR_REQUEST) != 0 && strcmp(web_key(row->name, other), key) == 0)
			return row;
	}
	return NULL;
}

/* ---- values ---- */

/* A value as the text that a row reads; NULL: it is of a wrong type. */
static const char *text_of(const struct option_row *row, const json_t *value, char number[32])
{
	const bool is_text = row->kind == OPTION_TEXT || row->kind == OPTION_CHOICE;
	if (row->kind == OPTION_FLAG)
		return json_is_boolean(value) ? "" : NULL;
	if (json_is_string(value))
		return row->kind != OPTION_NUMBER
		       && (is_text || row->kind != OPTION_OTHER || !isdigit((unsigned char)*json_string_value(value)))
		       ? json_string_value(value) : NULL;
	if (json_is_integer(value))
		snprintf(number, 32, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else
		snprintf(number, 32, "%.15g", json_number_value(value));
	return json_is_number(value) && !is_text ? number : NULL;
}

static bool set(struct web_request *r, const char *key, const json_t *value, superflip_error *fault)
{
	const struct option_row *const row = find(key);
	char number[32];
	if (row == NULL) {
		*fault = (superflip_error){.status = SUPERFLIP_BAD_ARGUMENT};
		snprintf(fault->text, sizeof fault->text,
		         "'%.40s' is not a field of a request; /api/openapi.yaml lists them", key);
		return false;
	}
	const char *const text = text_of(row, value, number);
	if (text == NULL)
		return option_refuse(fault, row, "", row->kind == OPTION_FLAG ? "true or false" : row->kind == OPTION_NUMBER
		                     ? "a whole number"
		                     : row->expected != NULL ? row->expected : "a string");
	return (row->kind == OPTION_FLAG && json_is_false(value)) || option_row_take(row, r, text, fault);
}

bool web_request_set(struct web_request *request, const char *key, const char *text, struct web_error *error)
{
	superflip_error fault;
	if (text == NULL || option_row_take(find(key), request, text, &fault))
		return true;
	web_error_of(error, &fault);
	error->status = WEB_BAD_REQUEST;
	return false;
}

/* ---- requests ---- */

struct web_request web_request_default(void)
{
	struct web_request request = {.cube = NULL};
	problem_init(&request.problem);
	return request;
}

/* What a server does not take, and what the library would refuse later, when nobody waits for a reply any
 * more. */
static bool server_agrees(const struct web_request *r, superflip_error *fault)
{
	const struct solve_request *const s = &r->problem.search;
	superflip_needs info;
	if (r->problem.method->takes_steps && steps_measure(&r->problem, NULL, &info, fault) != SUPERFLIP_OK) {
		fault->field = r->problem.steps != NULL ? "steps" : r->problem.neutral != NULL ? "neutral" : "method";
		return false;
	}
	/* Nothing else limits how many there are. */
	if (!s->up_to_symmetry || (s->over_optimal == 0 && s->min_length == 0 && r->pieces == NULL))
		return true;
	*fault = (superflip_error){
		.status = SUPERFLIP_BAD_ARGUMENT, .field = "up-to-symmetry",
			.text = "on a server only without over, min and a goal of pieces",
	};
	return false;
}

bool web_request_complete(struct web_request *r, struct web_error *error)
{
	struct superflip_problem *const p = &r->problem;
	superflip_error fault;
	return (problem_complete(p, &fault)
	        && superflip_cube_parse(p->puzzle, r->scramble, p->read_options | SUPERFLIP_READ_GREY, &r->cube,
	                                &fault) == SUPERFLIP_OK
	        && problem_goal_of(p, r->cube, &r->seen, &r->pieces, &fault) && server_agrees(r, &fault))
	       || web_error_of(error, &fault);
}

bool web_request_of(json_t *object, struct web_request *out, struct web_error *error)
{
	struct web_request request = web_request_default();
	superflip_error fault;
	const char *key;
	json_t *value;
	request.body = object;
	json_object_foreach(object, key, value)
		if (!set(&request, key, value, &fault)) {
			web_request_free(&request);
			return web_error_of(error, &fault);
		}
	if (object == NULL)
		web_error_set(error, WEB_UNAVAILABLE, "not enough memory");
	else if (request.scramble == NULL)
		web_error_set(error, WEB_UNPROCESSABLE, "scramble: missing; \"\" is the solved cube");
	if (request.scramble == NULL || !web_request_complete(&request, error)) {
		web_request_free(&request);
		return false;
	}
	*out = request;
	return true;
}

json_t *web_body_read(const char *body, size_t size, struct web_error *error)
{
	json_error_t fault;
	json_t *const object = json_loadb(body, size, JSON_REJECT_DUPLICATES, &fault);
	if (json_is_object(object))
		return object;
	if (object == NULL)
		web_error_set(error, WEB_BAD_REQUEST, "the body is no JSON: line %d, column %d: %s", fault.line,
		              fault.column, fault.text);
	else
		web_error_set(error, WEB_BAD_REQUEST, "the body is no JSON object");
	json_decref(object);
	return NULL;
}

bool web_request_read(const char *body, size_t size, struct web_request *out, struct web_error *error)
{
	json_t *const object = web_body_read(body, size, error);
	return object != NULL && web_request_of(object, out, error);
}

void web_request_free(struct web_request *request)
{
	superflip_cube_free(request->cube);
	superflip_goal_free(request->seen);
	problem_free(&request->problem);
	json_decref(request->body);
	request->cube = NULL;
	request->seen = NULL;
	request->body = NULL;
}
