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

static bool take_length(const struct field *f)
{
	const json_int_t n = json_integer_value(f->value);
	if (!json_is_integer(f->value) || n < 0 || n > SUPERFLIP_MAX_LENGTH)
		return web_error_set(f->error, WEB_UNPROCESSABLE, "%s: expected a whole number from 0 to %d", f->row->name, SUPERFLIP_MAX_LENGTH);
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

/* read_turns() reads it with those of the same sense. */
static bool take_text(const struct field *f)
{
	return json_is_string(f->value) || expect(f, "a string");
}

static const struct field_row fields[] = {
	{"puzzle", take_choice, IN(solver.puzzle), record_puzzle_names},
	{"metric", take_text, 0, NULL},
	{"method", take_method, 0, NULL},
	{"n", take_n, 0, NULL},
	{"over", take_length, IN(search.over_optimal), NULL},
	{"min", take_length, IN(search.min_length), NULL},
	{"max", take_length, IN(search.max_length), NULL},
	{"time_limit", take_time_limit, 0, NULL},
	{"node_limit", take_node_limit, 0, NULL},
	{"deterministic", take_flag, IN(search.is_deterministic), NULL},
	{"up_to_symmetry", take_flag, IN(search.up_to_symmetry), NULL},
	{"letters", take_reading, 0, &web_readings[0]},
	{"parentheses", take_reading, 0, &web_readings[1]},
	{"centers", take_centers, 0, NULL},
	{"detached", take_flag, IN(detached), NULL},
	/* These are read in the letters and in the sense that the fields before have named. */
	{"scramble", take_scramble, 0, NULL},
	{"goal", take_goal, 0, NULL},
	{"moves", take_text, 0, NULL},
	{"cost", take_text, 0, NULL},
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
	if (counted == N_RECORD_METRICS || costs != NULL
	    || (moves != NULL && superflip_moves_parse_set(moves, r->read_options, &r->solver.moves, NULL) != SUPERFLIP_OK))
		return read_turn_set(metric != NULL ? metric : record_metric_name[SUPERFLIP_HTM], moves, costs, r, error);
	r->solver.metric = (superflip_metric)counted;
	return true;
}

/* What the library would refuse later, when nobody waits for a reply any more; in its words. */
static bool options_agree(const struct web_request *r, struct web_error *error)
{
	const char *const method = r->method->name;
	const superflip_request *const s = &r->search;
	const bool is_pocket = r->solver.puzzle == SUPERFLIP_2X2, has_all_moves = r->solver.moves == SUPERFLIP_ALL_MOVES;
	const bool is_search = r->method == superflip_method_at(0);
	const bool is_french = (r->read_options & SUPERFLIP_READ_FRENCH) != 0;
	const bool is_one = s->n_solutions == 1 && s->over_optimal == 0 && s->min_length == 0;
	if (s->min_length > s->max_length)
		return web_error_set(error, WEB_UNPROCESSABLE, "min %u is greater than max %u", s->min_length, s->max_length);
	if (r->turns != NULL && (is_pocket || !is_search || is_french || s->up_to_symmetry))
		return web_error_set(error, WEB_UNPROCESSABLE, "%s: not with slices, wide turns, costs or metrics other than htm and qtm",
		                     is_pocket ? "puzzle" : !is_search ? "method" : is_french ? "letters" : "up_to_symmetry");
	if (!is_search && (is_pocket || !has_all_moves))
		return web_error_set(error, WEB_UNPROCESSABLE, "the method '%s' solves the 3x3x3 with all turns", method);
	if (r->solver.metric == SUPERFLIP_QTM && !r->method->counts_quarter_turns)
		return web_error_set(error, WEB_UNPROCESSABLE, "the method '%s' does not count quarter turns", method);
	if (!is_search && !is_one)
		return web_error_set(error, WEB_UNPROCESSABLE, "the method '%s' finds one solution, of any length", method);
	if (!is_search && superflip_cube_has_centers(r->cube))
		return web_error_set(error, WEB_UNPROCESSABLE, "centers: the method '%s' leaves centres as they come", method);
	if (is_pocket && !has_all_moves)
		return web_error_set(error, WEB_UNPROCESSABLE, "the 2x2x2 is solved with all turns");
	if (is_pocket && !(is_one && s->max_length == SUPERFLIP_MAX_LENGTH))
		return web_error_set(error, WEB_UNPROCESSABLE, "for the 2x2x2 neither lengths nor a number of solutions can be given");
	if (r->pieces != NULL && (!is_search || s->up_to_symmetry))
		return web_error_set(error, WEB_UNPROCESSABLE, "%s is for whole cubes; the goal '%s' is searched for with tables of its own, all "
		                     "solutions one by one", is_search ? "up_to_symmetry" : "method", superflip_goal_name(r->pieces));
	if (s->up_to_symmetry && s->n_solutions != SUPERFLIP_ALL)
		return web_error_set(error, WEB_UNPROCESSABLE, "up_to_symmetry needs all solutions: only they fall into whole classes");
	/* Nothing else limits how many there are. */
	if (s->up_to_symmetry && (s->over_optimal > 0 || s->min_length > 0))
		return web_error_set(error, WEB_UNPROCESSABLE, "up_to_symmetry: on a server without over and min");
	return true;
}

/* Of a cube with grey stickers what is seen is to be solved, or has to decide whether the goal is reached; not all goals know marked
 * centres. */
static bool goal_fits_cube(struct web_request *r, struct web_error *error)
{
	superflip_error fault;
	if (superflip_cube_is_whole(r->cube) && r->pieces == NULL)
		return true;
	if (r->goal != NULL)
		return web_error_set(error, WEB_UNPROCESSABLE, "goal: a cube with grey stickers is solved, or brought to a goal of pieces");
	const superflip_status status = r->pieces == NULL ? superflip_cube_goal(r->cube, &r->pieces, &fault)
	                                                  : superflip_goal_takes(r->pieces, r->cube, &fault);
	return status == SUPERFLIP_OK || web_error_of(error, &fault);
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
	return read_turns(object, request, error) && goal_fits_cube(request, error) && options_agree(request, error);
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
	superflip_cube_free(request->cube);
	superflip_cube_free(request->goal);
	superflip_goal_free(request->pieces);
	superflip_turns_free(request->turns);
	request->turns = NULL;
	request->scramble = request->goal_text = NULL;
	request->cube = request->goal = NULL;
	request->pieces = NULL;
}
