#include "web/request.h"

#include "report/json.h"
#include "report/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a field's reader gets. */
struct field {
	const char *name;
	const json_t *value;
	struct web_request *request;
	struct web_error *error;
};

static bool expect(const struct field *f, const char *what)
{
	return web_error_set(f->error, WEB_UNPROCESSABLE, "%s: expected %s", f->name, what);
}

/* ---- kinds of values ---- */
static bool take_choice(const struct field *f, const char *const *names, unsigned n, unsigned *out)
{
	const char *const text = json_string_value(f->value);
	char expected[200] = "";
	for (unsigned i = 0; i < n; i++) {
		if (text != NULL && strcmp(text, names[i]) == 0) {
			*out = i;
			return true;
		}
		snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s\"%s\"", i > 0 ? " or " : "", names[i]);
	}
	return expect(f, expected);
}

static bool take_flag(const struct field *f, bool *out)
{
	*out = json_is_true(f->value);
	return json_is_boolean(f->value) || expect(f, "true or false");
}

static bool take_length(const struct field *f, unsigned *out)
{
	const json_int_t n = json_integer_value(f->value);
	if (!json_is_integer(f->value) || n < 0 || n > SUPERFLIP_MAX_LENGTH)
		return web_error_set(f->error, WEB_UNPROCESSABLE, "%s: expected a whole number from 0 to %d", f->name, SUPERFLIP_MAX_LENGTH);
	*out = (unsigned)n;
	return true;
}

/* ---- fields ---- */
static bool take_scramble(const struct field *f)
{
	return json_is_string(f->value) ? web_request_set_cube(f->request, json_string_value(f->value), f->error) : expect(f, "a string");
}

static bool take_goal(const struct field *f)
{
	return json_is_string(f->value) ? web_request_set_goal(f->request, json_string_value(f->value), f->error) : expect(f, "a string");
}

static bool take_over(const struct field *f) { return take_length(f, &f->request->over); }
static bool take_min(const struct field *f) { return take_length(f, &f->request->min); }
static bool take_max(const struct field *f) { return take_length(f, &f->request->max); }
static bool take_deterministic(const struct field *f) { return take_flag(f, &f->request->deterministic); }
static bool take_up_to_symmetry(const struct field *f) { return take_flag(f, &f->request->up_to_symmetry); }
static bool take_detached(const struct field *f) { return take_flag(f, &f->request->detached); }

static bool take_puzzle(const struct field *f)
{
	unsigned puzzle = 0;
	if (!take_choice(f, record_puzzle_names, 2, &puzzle))
		return false;
	f->request->puzzle = (superflip_puzzle)puzzle;
	return true;
}

static bool take_metric(const struct field *f)
{
	unsigned metric = 0;
	if (!take_choice(f, record_metric_name, 2, &metric))
		return false;
	f->request->metric = (superflip_metric)metric;
	return true;
}

static bool take_method(const struct field *f)
{
	const char *const name = json_string_value(f->value);
	const superflip_method *const method = name != NULL ? superflip_method_find(name) : NULL;
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
	f->request->n_solutions = is_all ? SUPERFLIP_ALL : json_integer_value(f->value);
	return true;
}

static bool take_time_limit(const struct field *f)
{
	const double seconds = json_number_value(f->value);
	if (!json_is_number(f->value) || !isfinite(seconds) || seconds <= 0)
		return expect(f, "seconds, more than 0");
	f->request->time_limit_s = seconds;
	return true;
}

static bool take_node_limit(const struct field *f)
{
	const json_int_t n = json_integer_value(f->value);
	if (!json_is_integer(f->value) || n < 1)
		return expect(f, "a whole number of at least 1");
	f->request->node_limit = (uint64_t)n;
	return true;
}

static bool take_letters(const struct field *f)
{
	static const char *const names[] = {"english", "french"};
	unsigned choice = 0;
	if (!take_choice(f, names, 2, &choice))
		return false;
	f->request->read_options |= choice == 1 ? SUPERFLIP_READ_FRENCH : 0;
	return true;
}

static bool take_parentheses(const struct field *f)
{
	static const char *const names[] = {"group", "niss"};
	unsigned choice = 0;
	if (!take_choice(f, names, 2, &choice))
		return false;
	f->request->read_options |= choice == 0 ? SUPERFLIP_READ_GROUPS : SUPERFLIP_READ_NISS;
	return true;
}

static bool take_moves(const struct field *f)
{
	superflip_error error;
	if (!json_is_string(f->value))
		return expect(f, "turns such as \"U R2 F\"");
	if (superflip_moves_parse_set(json_string_value(f->value), f->request->read_options, &f->request->moves, &error) == SUPERFLIP_OK)
		return true;
	web_error_of(f->error, &error);
	f->error->has_place = false;  /* that is for the scramble */
	return false;
}

static const struct field_reader {
	const char *name;
	bool (*take)(const struct field *f);
} fields[] = {
	{"puzzle", take_puzzle}, {"metric", take_metric}, {"method", take_method}, {"n", take_n},
	{"over", take_over}, {"min", take_min}, {"max", take_max}, {"time_limit", take_time_limit}, {"node_limit", take_node_limit},
	{"deterministic", take_deterministic}, {"up_to_symmetry", take_up_to_symmetry}, {"letters", take_letters},
	{"parentheses", take_parentheses}, {"detached", take_detached},
	/* These are read in the letters and in the sense that the fields before have named. */
	{"scramble", take_scramble}, {"goal", take_goal}, {"moves", take_moves},
};
enum { N_READERS = sizeof fields / sizeof *fields };

struct web_request web_request_default(void)
{
	return (struct web_request){
		.method = superflip_method_at(0), .n_solutions = 1, .max = SUPERFLIP_MAX_LENGTH, .moves = SUPERFLIP_ALL_MOVES,
	};
}

static bool set_cube(const struct web_request *r, const char *text, superflip_cube **out, struct web_error *error)
{
	superflip_error fault;
	if (superflip_cube_parse(r->puzzle, text, r->read_options, out, &fault) == SUPERFLIP_OK)
		return true;
	web_error_of(error, &fault);
	return false;
}

bool web_request_set_cube(struct web_request *request, const char *text, struct web_error *error)
{
	if (!set_cube(request, text, &request->cube, error))
		return false;
	request->scramble = strdup(text);
	return request->scramble != NULL || web_error_set(error, WEB_UNAVAILABLE, "not enough memory");
}

bool web_request_set_goal(struct web_request *request, const char *text, struct web_error *error)
{
	return set_cube(request, text, &request->goal, error);
}

static bool knows_all_fields(const json_t *object, struct web_error *error)
{
	const char *name;
	json_t *value;
	json_object_foreach((json_t *)(uintptr_t)object, name, value) {
		bool is_known = false;
		for (unsigned i = 0; i < N_READERS && !is_known; i++)
			is_known = strcmp(name, fields[i].name) == 0;
		if (!is_known)
			return web_error_set(error, WEB_UNPROCESSABLE, "'%.40s' is not a field of a request; /api/openapi.yaml lists them", name);
	}
	return true;
}

/* What the library would refuse later, when nobody waits for a reply any more; in its words. */
static bool options_agree(const struct web_request *r, struct web_error *error)
{
	const char *const method = r->method->name;
	const bool is_search = r->method == superflip_method_at(0);
	const bool is_one = r->n_solutions == 1 && r->over == 0 && r->min == 0;
	if (r->min > r->max)
		return web_error_set(error, WEB_UNPROCESSABLE, "min %u is greater than max %u", r->min, r->max);
	if (!is_search && (r->puzzle != SUPERFLIP_3X3 || r->moves != SUPERFLIP_ALL_MOVES))
		return web_error_set(error, WEB_UNPROCESSABLE, "the method '%s' solves the 3x3x3 with all turns", method);
	if (r->metric == SUPERFLIP_QTM && !r->method->counts_quarter_turns)
		return web_error_set(error, WEB_UNPROCESSABLE, "the method '%s' does not count quarter turns", method);
	if (!is_search && !is_one)
		return web_error_set(error, WEB_UNPROCESSABLE, "the method '%s' finds one solution, of any length", method);
	if (r->puzzle == SUPERFLIP_2X2 && r->moves != SUPERFLIP_ALL_MOVES)
		return web_error_set(error, WEB_UNPROCESSABLE, "the 2x2x2 is solved with all turns");
	if (r->puzzle == SUPERFLIP_2X2 && !(is_one && r->max == SUPERFLIP_MAX_LENGTH))
		return web_error_set(error, WEB_UNPROCESSABLE, "for the 2x2x2 neither lengths nor a number of solutions can be given");
	if (r->up_to_symmetry && r->n_solutions != SUPERFLIP_ALL)
		return web_error_set(error, WEB_UNPROCESSABLE, "up_to_symmetry needs all solutions: only they fall into whole classes");
	/* Nothing else limits how many there are. */
	if (r->up_to_symmetry && (r->over > 0 || r->min > 0))
		return web_error_set(error, WEB_UNPROCESSABLE, "up_to_symmetry: on a server without over and min");
	return true;
}

static bool read_fields(const json_t *object, struct web_request *request, struct web_error *error)
{
	if (!knows_all_fields(object, error))
		return false;
	for (unsigned i = 0; i < N_READERS; i++) {
		const struct field f = {fields[i].name, json_object_get(object, fields[i].name), request, error};
		if (f.value != NULL && !fields[i].take(&f))
			return false;
	}
	if (request->scramble == NULL)
		return web_error_set(error, WEB_UNPROCESSABLE, "scramble: missing; \"\" is the solved cube");
	return options_agree(request, error);
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
	superflip_cube_free(request->cube);
	superflip_cube_free(request->goal);
	request->scramble = NULL;
	request->cube = request->goal = NULL;
}
