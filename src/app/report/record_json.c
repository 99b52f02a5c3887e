/* Records as JSON Lines (doc/json-lines.md). */
#include "report/record.h"

#include "session/session.h"
/* A cost that is no whole number has decimals. */
json_t *record_json_length(const superflip_problem *problem, unsigned length)
{
	const double cost = superflip_problem_cost(problem, length);
	return cost == (double)(json_int_t)cost ? json_integer((json_int_t)cost) : json_real(cost);
}

static const char *unless_empty(const char *text)
{
	return *text != '\0' ? text : NULL;
}

json_t *record_json_solution(const struct record *r, const struct solution *s)
{
	const bool is_by_list = r->result->is_by_list;
	char moves[MOVES_TEXT_BYTES], link[LINK_BYTES] = "", chain[RECORD_CHAIN_BYTES] = "";
	json_t *const lengths = is_by_list ? json_array() : NULL, *const steps = is_by_list ? json_array() : NULL;
	record_format_whole(r, s, false, moves);
	/* Of a list of steps: with parentheses for turns on the inverse, and how long each step is. */
	if (is_by_list)
		superflip_result_chain(r->result, s->number, r->problem->read_options, chain,
		                       sizeof chain);
	for (unsigned step = 0; is_by_list && step < r->result->n_stages; step++) {
		char text[STEP_TEXT_SIZE];
		result_write_step(r->result, s->number, step, r->problem->read_options, text);
		json_array_append_new(steps, json_string(text));
		json_array_append_new(lengths, record_json_length(
			r->problem, superflip_result_chain_step(r->result, s->number, step, NULL)));
	}
	if (r->with_links)
		record_format_link(r, s, link);
	return json_pack("{s:o, s:s, s:s*, s:s*, s:s*, s:s*, s:s*, s:o*, s:o*, s:o*, s:s*}", "length",
	                 record_json_length(r->problem, s->length),
	                 "moves", moves, "before", unless_empty(s->before), "after", unless_empty(s->after),
	                 "reached", unless_empty(s->reached), "color", unless_empty(s->color),
	                 "niss", is_by_list ? chain : NULL, "steps", lengths, "step_moves", steps,
	                 "by_symmetry", r->result->n_symmetries != 0 ? json_integer(s->n_images) : NULL, "link",
	                 unless_empty(link));
}

/* A measured number: null where records are to be the same in every run. */
static json_t *json_measured(const superflip_problem *problem, json_t *number)
{
	if (!problem->search.is_deterministic)
		return number;
	json_decref(number);
	return json_null();
}

json_t *record_json_iteration(const superflip_problem *problem, const superflip_iteration *it)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:b, s:o}", "threshold",
	                 record_json_length(problem, it->threshold), "generated", json_count(it->n_generated),
	                 "expanded", json_count(it->n_expanded), "lookups",
	                 json_measured(problem, json_count(it->n_lookups)), "complete", it->is_complete,
	                 "seconds", json_measured(problem, json_real(it->seconds)));
}

void record_json_put_result(json_t *object, const struct record *r)
{
	const superflip_result *const a = r->result;
	const bool is_job = r->id == 0, is_none = record_status(r) == RECORD_NONE;
	json_t *const solutions = json_array(), *const depths = json_array();
	for (uint64_t i = 0; i < a->n_solutions; i++) {
		const struct solution s = record_solution_of(r, i);
		json_array_append_new(solutions, record_json_solution(r, &s));
	}
	for (unsigned i = 0; i < a->n_iterations; i++)
		json_array_append_new(depths, record_json_iteration(r->problem, superflip_result_iteration(a, i)));
	json_object_update_new(object, json_pack(
		"{s:o*, s:o, s:o, s:b, s:o*, s:s*, s:s?, s:o*, s:o, s:o*, s:o, s:o, s:o, s:o, s:i}",
	              "method", is_job ? NULL : json_string(r->problem->method->name), "length",
	              a->n_solutions > 0 ? record_json_length(r->problem, a->length) : json_null(), "lower_bound",
	              a->is_unreachable && !is_job ? json_null() : record_json_length(r->problem, a->lower_bound),
	              "complete", record_is_complete(r) || is_none, "lengths",
	              is_none && !a->is_unreachable && !is_job
	                  ? json_pack("[i, i]", r->problem->search.min_length, r->problem->search.max_length)
	                  : NULL,
	              "stuck_at", a->stuck_at, "stopped", record_stop_reason(a), "duplicate_of",
	              is_job                ? NULL
	              : a->duplicate_of > 0 ? json_count(a->duplicate_of)
	                                    : json_null(),
	              "solutions", solutions, "stages",
	              r->staged_cube != NULL && a->is_by_method ? record_json_stages(r) : NULL, "seconds",
	              json_measured(r->problem, json_real(a->seconds)), "nodes", json_count(a->n_generated),
	              "nodes_by_depth", depths, "heuristic", json_text(r->heuristic), "threads", r->n_threads));
}

json_t *record_json(const struct record *r)
{
	const superflip_result *const a = r->result;
	const superflip_error *const e = r->error;
	json_t *const object = json_pack(
		"{s:s, s:o, s:o, s:o, s:s, s:o, s:s*, s:o*, s:o, s:s, s:s, s:s*, s:s*, s:o*, s:s*, s:o*, s:s*}",
		"schema", RECORD_SCHEMA, "id", json_count(r->id), "line",
		r->line > 0 ? json_count(r->line) : json_null(), "label", json_text(r->label), "puzzle",
		record_puzzle_names[r->problem->puzzle], "scramble", json_text(r->scramble), "letters",
		r->problem->read_options & SUPERFLIP_READ_FRENCH ? "french" : NULL, "centers",
		r->marked_cube != NULL ? json_centers(r->marked_cube) : NULL, "checksum",
		json_sprintf("%016" PRIx64, r->checksum), "status", record_status_name[record_status(r)], "metric",
		turn_metric_name[r->problem->metric], "costs", r->problem->costs, "facelets", r->facelets, "goal",
		r->goal != NULL ? json_text(r->goal) : NULL, "turns", r->turns, "reachable",
		r->turns != NULL ? json_boolean(a == NULL || !a->is_unreachable) : NULL, "unreachable",
		a != NULL ? a->why_unreachable : NULL);
	if (a != NULL)
		record_json_put_result(object, r);
	else
		json_object_set_new(object, "error", json_pack(
			"{s:o*, s:i, s:o, s:o}", "row", e->row > 0 ? json_integer((json_int_t)e->row + 1) : NULL,
			"column", e->column, "token", json_text(e->token), "message", json_text(e->text)));
	return object;
}
