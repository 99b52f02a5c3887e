/* Records as JSON Lines (doc/json-lines.md). */
#include "report/record_parts.h"

#include "report/json.h"
#include "report/stages.h"

#include <inttypes.h>

/* A cost that is no whole number has decimals. */
json_t *record_json_length(const superflip_turns *turn_set, unsigned length)
{
	const double cost = turn_set != NULL ? superflip_turns_cost(turn_set, length) : length;
	return cost == (double)(json_int_t)cost ? json_integer((json_int_t)cost) : json_real(cost);
}

/* Of a list of steps: with parentheses for turns on the inverse, and how long each step is. */
static int put_chain(json_t *solution, const struct record *r, uint64_t number)
{
	char chain[RECORD_CHAIN_BYTES];
	json_t *const lengths = json_array();
	superflip_result_chain(r->result, number, r->is_french ? SUPERFLIP_READ_FRENCH : 0, chain, sizeof chain);
	int failed = json_object_set_new(solution, "niss", json_string(chain));
	for (unsigned step = 0; step < r->result->n_stages; step++)
		failed |= json_array_append_new(lengths, json_integer(superflip_result_chain_step(r->result, number, step, NULL)));
	return failed | json_object_set_new(solution, "steps", lengths);
}

static json_t *json_solution(const struct record *r, const struct solution *s, bool with_links)
{
	char moves[MOVES_TEXT_BYTES], link[LINK_BYTES];
	record_format_whole(r, s, false, moves);
	json_t *const solution = json_pack("{s:o, s:s}", "length", record_json_length(r->turn_set, s->length), "moves", moves);
	int failed = solution == NULL;
	if (*s->before != '\0')
		failed |= json_object_set_new(solution, "before", json_string(s->before));
	if (*s->after != '\0')
		failed |= json_object_set_new(solution, "after", json_string(s->after));
	if (*s->reached != '\0')
		failed |= json_object_set_new(solution, "reached", json_string(s->reached));
	if (r->result->is_by_list)
		failed |= put_chain(solution, r, s->number);
	if (r->result->n_symmetries != 0)
		failed |= json_object_set_new(solution, "by_symmetry", json_integer(s->n_images));
	if (with_links) {
		record_format_link(r, s, link);
		failed |= json_object_set_new(solution, "link", json_string(link));
	}
	if (failed == 0)
		return solution;
	json_decref(solution);
	return NULL;
}

/* A measured number: null where records are to be the same in every run. */
static json_t *json_measured(const struct record *r, json_t *number)
{
	if (!r->omits_measurements)
		return number;
	json_decref(number);
	return json_null();
}

json_t *record_json_iteration(const struct record *r, const superflip_iteration *it)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:b, s:o}", "threshold", record_json_length(r->turn_set, it->threshold),
	                 "generated", json_count(it->n_generated), "expanded", json_count(it->n_expanded),
	                 "lookups", json_measured(r, json_count(it->n_lookups)), "complete", (int)it->is_complete,
	                 "seconds", json_measured(r, json_real(it->seconds)));
}

int record_json_put_result(json_t *object, const struct record *r, bool with_links)
{
	const superflip_result *const a = r->result;
	const bool is_job = r->id == 0;
	json_t *const solutions = json_array(), *const depths = json_array();
	int failed = 0;
	for (uint64_t i = 0; i < a->n_solutions; i++) {
		const struct solution s = record_solution_of(r, i);
		failed |= json_array_append_new(solutions, json_solution(r, &s, with_links));
	}
	for (unsigned i = 0; i < a->n_iterations; i++)
		failed |= json_array_append_new(depths, record_json_iteration(r, superflip_result_iteration(a, i)));
	failed |= is_job ? 0 : json_object_set_new(object, "method", json_text(r->method != NULL ? r->method : "optimal"));
	failed |= json_object_set_new(object, "length", a->n_solutions > 0 ? record_json_length(r->turn_set, a->length) : json_null());
	failed |= json_object_set_new(object, "lower_bound", a->is_unreachable && !is_job ? json_null() : record_json_length(r->turn_set, a->lower_bound));
	failed |= json_object_set_new(object, "complete", json_boolean(record_is_complete(r) || record_status(r) == RECORD_NONE));
	if (record_status(r) == RECORD_NONE && !a->is_unreachable && !is_job)
		failed |= json_object_set_new(object, "lengths", json_pack("[I, I]", (json_int_t)r->min_length, (json_int_t)r->max_length));
	if (a->stuck_at != NULL)
		failed |= json_object_set_new(object, "stuck_at", json_string(a->stuck_at));
	failed |= json_object_set_new(object, "stopped", json_text(record_stop_reason(a)));
	failed |= is_job ? 0 : json_object_set_new(object, "duplicate_of", r->duplicate_of > 0 ? json_count(r->duplicate_of) : json_null());
	failed |= json_object_set_new(object, "solutions", solutions);
	if (r->staged_cube != NULL && a->is_by_method)
		failed |= json_object_set_new(object, "stages", stages_json(r->staged_cube, a, r->is_french ? SUPERFLIP_READ_FRENCH : 0));
	failed |= json_object_set_new(object, "seconds", json_measured(r, json_real(a->seconds)));
	failed |= json_object_set_new(object, "nodes", json_count(a->n_generated));
	failed |= json_object_set_new(object, "nodes_by_depth", depths);
	failed |= json_object_set_new(object, "heuristic", json_text(r->heuristic));
	failed |= json_object_set_new(object, "threads", json_integer(r->n_threads));
	return failed;
}

static int put_error(json_t *object, const superflip_error *e)
{
	json_t *const error = json_object();
	int failed = e->row > 0 ? json_object_set_new(error, "row", json_integer((json_int_t)e->row + 1)) : 0;
	failed |= json_object_set_new(error, "column", json_integer(e->column));
	failed |= json_object_set_new(error, "token", json_text(e->token));
	failed |= json_object_set_new(error, "message", json_text(e->text));
	return failed | json_object_set_new(object, "error", error);
}

bool record_write_json(const struct record *r, bool with_links, FILE *out)
{
	char checksum[20];
	snprintf(checksum, sizeof checksum, "%016" PRIx64, r->checksum);
	json_t *const object = json_object();
	int failed = json_object_set_new(object, "schema", json_string(RECORD_SCHEMA));
	failed |= json_object_set_new(object, "id", json_count(r->id));
	failed |= json_object_set_new(object, "line", r->line > 0 ? json_count(r->line) : json_null());
	failed |= json_object_set_new(object, "label", json_text(r->label));
	failed |= json_object_set_new(object, "puzzle", json_string(record_puzzle_names[r->puzzle]));
	failed |= json_object_set_new(object, "scramble", json_text(r->scramble));
	failed |= r->is_french ? json_object_set_new(object, "letters", json_string("french")) : 0;
	failed |= r->marked_cube != NULL ? json_object_set_new(object, "centers", json_centers(r->marked_cube)) : 0;
	failed |= json_object_set_new(object, "checksum", json_string(checksum));
	failed |= json_object_set_new(object, "status", json_string(record_status_name[record_status(r)]));
	failed |= json_object_set_new(object, "metric", json_string(record_metric_text(r)));
	if (r->costs != NULL)
		failed |= json_object_set_new(object, "costs", json_string(r->costs));
	if (r->facelets != NULL)
		failed |= json_object_set_new(object, "facelets", json_string(r->facelets));
	if (r->goal != NULL)
		failed |= json_object_set_new(object, "goal", json_text(r->goal));
	if (r->turns != NULL) {
		failed |= json_object_set_new(object, "turns", json_string(r->turns));
		failed |= json_object_set_new(object, "reachable", json_boolean(r->result == NULL || !r->result->is_unreachable));
	}
	if (r->result != NULL && r->result->why_unreachable != NULL)
		failed |= json_object_set_new(object, "unreachable", json_string(r->result->why_unreachable));
	failed |= r->result != NULL ? record_json_put_result(object, r, with_links) : put_error(object, r->error);
	const bool is_written = json_write_line(object, failed == 0, 6, out);
	json_decref(object);
	return is_written;
}
