#include "web/job_json.h"

#include "report/json.h"
#include "report/record.h"
#include "report/stages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *prediction(const struct web_job *job, unsigned threshold)
{
	struct web_engine *const engine = job->jobs->engine;
	const double n_nodes = engine != NULL ? web_engine_predict(engine, &job->request, threshold) : 0;
	return n_nodes > 0 ? json_real(n_nodes) : json_null();
}

/* What is proved once an iteration is over. */
static unsigned bound_after(const superflip_iteration *it)
{
	return it->threshold + (it->is_complete && it->n_solutions == 0);
}

json_t *web_iteration_json(const struct web_job *job, const superflip_iteration *it)
{
	return json_pack("{s:i, s:o, s:o, s:o, s:b, s:f, s:o, s:i}", "threshold", (int)it->threshold,
	                 "generated", json_count(it->n_generated), "expanded", json_count(it->n_expanded),
	                 "lookups", json_count(it->n_lookups), "complete", (int)it->is_complete, "seconds", it->seconds,
	                 "predicted", prediction(job, it->threshold), "lower_bound", (int)bound_after(it));
}

json_t *web_solution_json(const struct web_job *job, const uint8_t *moves, unsigned n_moves)
{
	const struct web_request *const r = &job->request;
	return json_pack("{s:i, s:o}", "length", (int)superflip_moves_length(r->solver.metric, moves, n_moves),
	                 "moves", json_moves(moves, n_moves, r->read_options));
}

/* ---- progress ---- */
/* Nodes and seconds of the iterations that are over. */
static void sum_iterations(struct web_job *job, uint64_t *n_nodes, double *seconds)
{
	superflip_job *const work = web_job_work(job);
	superflip_iteration it;
	*n_nodes = 0;
	*seconds = 0;
	for (unsigned i = 0; work != NULL && superflip_job_iteration(work, i, &it) == SUPERFLIP_OK; i++) {
		*n_nodes += it.n_generated;
		*seconds += it.seconds;
	}
}

json_t *web_progress_json(struct web_job *job)
{
	uint64_t n_before;
	double before_s;
	sum_iterations(job, &n_before, &before_s);
	const superflip_progress p = web_job_progress(job);
	const uint64_t n_now = p.n_generated > n_before ? p.n_generated - n_before : 0;
	const double now_s = p.seconds - before_s;
	json_t *const predicted = p.has_begun ? prediction(job, p.threshold) : json_null();
	const double n_left = json_number_value(predicted) - (double)n_now;
	const bool can_tell = json_is_real(predicted) && n_now > 0 && now_s > 0 && !p.is_done;
	json_t *const left = !can_tell ? json_null() : json_real(n_left > 0 ? n_left * now_s / (double)n_now : 0);
	return json_pack("{s:o, s:i, s:o, s:o, s:o, s:f, s:o, s:o, s:f}", "threshold",
	                 p.has_begun && p.threshold > 0 ? json_integer(p.threshold) : json_null(), "lower_bound", (int)p.lower_bound,
	                 "nodes", json_count(n_now), "nodes_total", json_count(p.n_generated), "predicted", predicted,
	                 "seconds", p.seconds, "solutions", json_count(p.n_solutions), "time_left", left,
	                 "checked_share", p.checked_share);
}

/* ---- results ---- */
static const char *status_name(const superflip_result *r)
{
	if (r->outcome == SUPERFLIP_FAILED)
		return "error";
	if (r->n_solutions > 0 && r->is_optimal)
		return "optimal";
	if (r->outcome == SUPERFLIP_SOLVED || r->has_hit_limit)
		return "solved";
	return r->outcome == SUPERFLIP_NONE ? "none" : "bound";
}

static const char *stop_reason(const struct web_job *job, const superflip_result *r)
{
	if (r->outcome == SUPERFLIP_SOLVED && job->wants_more && r->n_solutions == (uint64_t)job->request.search.n_solutions)
		return "solution limit";
	return r->outcome == SUPERFLIP_FAILED ? "error" : record_stop_reason(r);
}

static json_t *solutions_json(const struct web_job *job, const superflip_result *r)
{
	json_t *const array = json_array();
	int failed = 0;
	for (uint64_t i = 0; i < r->n_solutions; i++) {
		unsigned n_moves, n_images;
		const uint8_t *const moves = superflip_result_solution(r, i, &n_moves, NULL, &n_images);
		json_t *const solution = web_solution_json(job, moves, n_moves);
		failed |= job->request.search.up_to_symmetry ? json_object_set_new(solution, "by_symmetry", json_integer(n_images)) : 0;
		failed |= json_array_append_new(array, solution);
	}
	if (failed == 0)
		return array;
	json_decref(array);
	return NULL;
}

static json_t *iterations_json(const struct web_job *job, const superflip_result *r)
{
	json_t *const array = json_array();
	int failed = 0;
	for (unsigned i = 0; i < r->n_iterations; i++)
		failed |= json_array_append_new(array, web_iteration_json(job, superflip_result_iteration(r, i)));
	if (failed == 0)
		return array;
	json_decref(array);
	return NULL;
}

static json_t *result_json(struct web_job *job, const superflip_result *r)
{
	json_t *const object = json_pack("{s:s, s:o, s:i, s:b, s:o, s:o, s:f, s:o, s:o, s:o, s:i}", "status", status_name(r),
		"length", r->n_solutions > 0 ? json_integer(r->length) : json_null(), "lower_bound", (int)r->lower_bound,
		"complete", (int)(r->is_complete && stop_reason(job, r) == NULL), "stopped", json_text(stop_reason(job, r)),
		"solutions", solutions_json(job, r), "seconds", r->seconds, "nodes", json_count(r->n_generated),
		"nodes_by_depth", iterations_json(job, r), "heuristic", json_text(job->heuristic),
		"threads", (int)job->n_threads);
	if (r->is_approximate)
		json_object_set_new(object, "approximate", json_true());
	if (job->request.solver.moves != SUPERFLIP_ALL_MOVES)
		json_object_set_new(object, "reachable", json_boolean(!r->is_unreachable));
	if (r->n_stages > 0)
		json_object_set_new(object, "stages", stages_json(job->request.cube, r, job->request.read_options & SUPERFLIP_READ_FRENCH));
	if (r->outcome == SUPERFLIP_FAILED)
		json_object_set_new(object, "error", json_text(job->error.status != 0 ? job->error.message : superflip_status_text(r->failure)));
	return object;
}

static json_t *result_or_null(struct web_job *job)
{
	if (web_job_state(job, NULL) != WEB_JOB_DONE)
		return json_null();
	/* A job that never began was cancelled, or was not possible. */
	const superflip_result none = {.outcome = job->error.status != 0 ? SUPERFLIP_FAILED : SUPERFLIP_STOPPED};
	const superflip_result *const result = web_job_result(job);
	return result_json(job, result != NULL ? result : &none);
}

/* The scramble as moves that viewers read; null if it is facelets or cubies. */
static json_t *setup_json(const struct web_job *job)
{
	const struct web_request *const r = &job->request;
	size_t length = 0;
	if (superflip_cube_form(r->cube) != SUPERFLIP_FORM_MOVES
	    || superflip_moves_standard(r->solver.puzzle, r->scramble, r->read_options, NULL, 0, &length, NULL) != SUPERFLIP_OK)
		return json_null();
	char *const text = malloc(length + 1);
	if (text == NULL)
		return NULL;
	superflip_moves_standard(r->solver.puzzle, r->scramble, r->read_options, text, length + 1, &length, NULL);
	json_t *const setup = json_string(text);
	free(text);
	return setup;
}

json_t *web_job_json(struct web_job *job)
{
	static const char *const states[] = {[WEB_JOB_WAITING] = "waiting", [WEB_JOB_RUNNING] = "running", [WEB_JOB_DONE] = "done"};
	const struct web_request *const r = &job->request;
	unsigned ahead;
	const enum web_job_state state = web_job_state(job, &ahead);
	return json_pack("{s:s, s:s, s:i, s:o, s:o, s:b, s:o, s:s, s:s, s:s, s:o, s:o}", "id", job->id, "state", states[state],
		"ahead", (int)ahead, "scramble", json_text(r->scramble),
		"facelets", json_cube(r->cube, SUPERFLIP_FORM_FACELETS),
		"rotated", (int)superflip_cube_is_rotated(r->cube), "setup", setup_json(job), "puzzle", record_puzzle_names[r->solver.puzzle],
		"metric", record_metric_name[r->solver.metric], "method", r->method->name, "progress", web_progress_json(job),
		"result", result_or_null(job));
}
