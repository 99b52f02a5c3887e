#include "web/request.h"

#include "base/suggest.h"
#include "report/record.h"

#include <ctype.h>

static const char *const letters[] = {"english", "french"};

#define IN(field) OPTION_IN(struct web_request, field)
static const struct option_row own_rows[] = {
	{0, FOR_REQUEST, "scramble", "TEXT", NULL, OPTION_TEXT, IN(scramble)},
	{0, FOR_REQUEST, "puzzle", "NAME", NULL, OPTION_CHOICE, IN(problem.puzzle),
	 OPTION_NAMES(record_puzzle_names)},
	{0, FOR_REQUEST, "letters", "NAME", NULL, OPTION_CHOICE, IN(letters), OPTION_NAMES(letters)},
	{0, FOR_REQUEST, "detached", NULL, NULL, OPTION_FLAG, IN(detached)},
	{0, FOR_REQUEST, "wait", "SECONDS", NULL, OPTION_SECONDS, IN(wait_s)},
};
enum { N_OWN_ROWS = sizeof own_rows / sizeof *own_rows, MAX_KEYS = 64 };

/* ---- keys ---- */

const char *web_key(const char *field, char key[WEB_KEY_SIZE])
{
	const struct option_row *const row = problem_row(field);
	snprintf(key, WEB_KEY_SIZE, "%s", row != NULL && row->key != NULL ? row->key : field);
	for (char *c = key; *c != '\0'; c++)
		*c = *c == '-' ? '_' : *c;
	return key;
}

const struct option_row *web_row(const char *key, superflip_error *error)
{
	char known[MAX_KEYS][WEB_KEY_SIZE];
	const char *names[MAX_KEYS], *nearest;
	unsigned n = 0;
	for (unsigned i = 0; i < N_OWN_ROWS + n_problem_rows && n < MAX_KEYS; i++) {
		const struct option_row *const row = i < N_OWN_ROWS ? &own_rows[i] : &problem_rows[i - N_OWN_ROWS];
		if ((row->users & FOR_REQUEST) == 0)
			continue;
		names[n] = web_key(row->name, known[n]);
		if (strcmp(names[n++], key) == 0)
			return row;
	}
	nearest = suggest(key, names, n);
	error_say(error, (superflip_status)WEB_UNPROCESSABLE, "'%.40s' is not a field of a request; %s%s%s", key,
	          nearest != NULL ? "did you mean '" : "/api/openapi.yaml lists them",
	          nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
	return NULL;
}

/* ---- errors ---- */

enum web_status web_error_status(const superflip_error *error)
{
	const superflip_status status = error->status;
	return status >= (superflip_status)WEB_OK ? (enum web_status)status
	       : status >= SUPERFLIP_BAD_ARGUMENT && status < SUPERFLIP_NO_MEMORY ? WEB_UNPROCESSABLE
	                                                                          : WEB_UNAVAILABLE;
}

json_t *web_error_json(const superflip_error *error)
{
	char key[WEB_KEY_SIZE] = "", message[WEB_KEY_SIZE + sizeof error->text];
	if (error->field != NULL)
		web_key(error->field, key);
	const bool is_of_value = *key != '\0' && error->column == 0,
	           has_place = error->status == SUPERFLIP_BAD_TEXT && !is_of_value;
	snprintf(message, sizeof message, "%s%s%s", is_of_value ? key : "", is_of_value ? ": " : "",
	         *error->text != '\0' ? error->text : superflip_status_text(error->status));
	return json_pack("{s:{s:i, s:o, s:s*, s:o*, s:o*, s:o*}}", "error", "status", web_error_status(error),
	                 "message", json_text(message), "field", *key != '\0' ? key : NULL, "row",
	                 has_place && error->row > 0 ? json_integer((json_int_t)error->row + 1) : NULL,
	                 "column", has_place ? json_integer(error->column) : NULL, "token",
	                 has_place ? json_text(error->token) : NULL);
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

static bool set(struct web_request *r, const char *key, const json_t *value, bool is_query,
                superflip_error *error)
{
	const struct option_row *const row = web_row(key, error);
	char number[32];
	if (row == NULL || is_query)
		return row != NULL && web_take(row, r, json_string_value(value), error);
	const char *const text = text_of(row, value, number);
	if (text == NULL && (row->kind == OPTION_TEXT || row->kind == OPTION_OTHER || row->kind == OPTION_FLAG))
		return option_refuse(error, row, "", row->kind == OPTION_FLAG ? "true or false"
		                     : row->expected != NULL ? row->expected : "a string");
	return (row->kind == OPTION_FLAG && json_is_false(value))
	       || option_row_take(row, r, text != NULL ? text : "", error);  /* "" is no number and no choice */
}

bool web_take(const struct option_row *row, void *out, const char *text, superflip_error *error)
{
	const bool is_flag = row->kind == OPTION_FLAG;
	if (text == NULL || (is_flag && strcmp(text, "false") == 0)
	    || (is_flag && strcmp(text, "true") != 0 ? option_refuse(error, row, text, "true or false")
	        : option_row_take(row, out, text, error)))
		return true;
	error->status = (superflip_status)WEB_BAD_REQUEST;
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
	const superflip_problem *const p = &r->problem;
	const struct search_request *const s = &p->search;
	/* Nothing else limits how many there are. */
	const bool are_many =
	               s->up_to_symmetry && (s->over_optimal != 0 || s->min_length != 0 || r->pieces != NULL),
	           has_no_effect =
	               (s->past_goal && r->pieces == NULL) || (p->goal_text != NULL && p->pieces == NULL);
	superflip_needs info;
	if (p->method->takes_steps && steps_measure(p, NULL, &info, fault) != SUPERFLIP_OK)
		return false;
	return (!are_many && !has_no_effect)
	       || error_of_field(
				  fault,
				  are_many       ? "up-to-symmetry"
				  : s->past_goal ? "past-goal"
								 : "neutral",
				  error_refuse(fault, are_many ? "on a server only without over, min and a goal of pieces"
	                                           : "no effect: only with a goal of pieces"))
	              == SUPERFLIP_OK;
}

bool web_request_complete(struct web_request *r, superflip_error *error)
{
	superflip_problem *const p = &r->problem;
	p->read_options |= r->letters * SUPERFLIP_READ_FRENCH;
	return problem_complete(p, error)
	       && superflip_cube_parse(p->puzzle, r->scramble, p->read_options | SUPERFLIP_READ_GREY, &r->cube,
	                               error) == SUPERFLIP_OK
	       && problem_goal_of(p, r->cube, &r->pieces, error) && server_agrees(r, error);
}

bool web_request_read(const char *body, size_t size, web_translate_fn *translate, struct web_request *out,
                      superflip_error *error)
{
	json_error_t fault;
	json_t *object = json_loadb(body, size, JSON_REJECT_DUPLICATES, &fault);
	if (object == NULL)
		return web_refuse(error, WEB_BAD_REQUEST, "the body is no JSON: line %d, column %d: %s", fault.line,
		                  fault.column, json_fault(&fault));
	if (json_is_object(object) ? translate == NULL || translate(&object, error)
	    : web_refuse(error, WEB_BAD_REQUEST, "the body is no JSON object"))
		return web_request_of(object, false, out, error);
	json_decref(object);
	return false;
}

bool web_request_of(json_t *object, bool is_query, struct web_request *out, superflip_error *error)
{
	const char *key;
	json_t *value;
	bool is_right = true;
	*out = web_request_default();
	out->body = object;
	json_object_foreach(object, key, value)
		is_right = is_right && set(out, key, value, is_query, error);
	if (is_right && out->scramble == NULL)
		is_right = web_refuse(error, WEB_UNPROCESSABLE, "scramble: missing; \"\" is the solved cube");
	if (is_right && web_request_complete(out, error))
		return true;
	web_request_free(out);
	return false;
}

void web_request_free(struct web_request *request)
{
	superflip_cube_free(request->cube);
	superflip_goal_free(request->pieces);
	problem_free(&request->problem);
	json_decref(request->body);
}
