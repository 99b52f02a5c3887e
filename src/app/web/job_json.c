/* A job as JSON (doc/openapi.yaml). */
#include "web/events.h"

#include "cube/turn_set.h"
#include "report/json.h"
#include "report/record.h"

#include <stdlib.h>

static json_t *prediction(const struct web_job *job, unsigned threshold)
{
	struct web_engine *const engine = job->jobs->engine;
	const double n_nodes = engine != NULL ? web_engine_predict(engine, &job->request, threshold) : 0;
	return n_nodes > 0 ? json_real(n_nodes) : json_null();
}

/* Also what is proved once an iteration is over. */
static json_t *add_prediction(const struct web_job *job, const superflip_iteration *it, json_t *object)
{
	const unsigned bound = it->threshold + (it->is_complete && it->n_solutions == 0);
	json_object_set_new(object, "predicted", prediction(job, it->threshold));
	json_object_set_new(object, "lower_bound", record_json_length(problem_units(&job->request.problem), bound));
	return object;
}

json_t *web_iteration_json(const struct web_job *job, const superflip_iteration *it)
{
	return add_prediction(job, it,
	                      record_json_iteration(&(struct record){.turn_set = problem_units(&job->request.problem)}, it));
}

/* ---- progress ---- */
json_t *web_progress_json(struct web_job *job)
{
	superflip_job *const work = web_job_work(job);
	superflip_iteration it;
	uint64_t n_before = 0;  /* in the iterations that are over */
	double before_s = 0;
	uint64_t i = 0;
	while (work != NULL && superflip_job_iteration(work, &i, NULL, &it) == SUPERFLIP_OK) {
		n_before += it.n_generated;
		before_s += it.seconds;
	}
	const superflip_progress p = web_job_progress(job);
	const uint64_t n_now = p.n_generated > n_before ? p.n_generated - n_before : 0;
	const double now_s = p.seconds - before_s;
	json_t *const predicted = p.has_begun ? prediction(job, p.threshold) : json_null();
	const double n_left = json_number_value(predicted) - (double)n_now;
	const bool can_tell = json_is_real(predicted) && n_now > 0 && now_s > 0 && !p.is_done;
	json_t *const left = !can_tell ? json_null() : json_real(n_left > 0 ? n_left * now_s / (double)n_now : 0);
	const struct turns *const turns = problem_units(&job->request.problem);
	const struct web_table_progress t = web_job_table(job);
	json_t *const table = t.name[0] == '\0' ? json_null()
		: json_pack("{s:s, s:s, s:f}", "name", t.name, "stage", t.stage, "share", t.share);
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:f, s:o, s:o, s:f}", "table", table, "threshold",
	                 p.has_begun && p.threshold > 0 ? record_json_length(turns, p.threshold) : json_null(),
	                 "lower_bound",
	                 record_json_length(turns, p.lower_bound),
	                 "nodes", json_count(n_now), "nodes_total", json_count(p.n_generated), "predicted",
	                 predicted,
	                 "seconds", p.seconds, "solutions", json_count(p.n_solutions), "time_left", left,
	                 "checked_share", p.checked_share);
}

/* ---- results ---- */
static const char *stop_reason(const struct web_job *job, const superflip_result *r)
{
	if (r->outcome == SUPERFLIP_SOLVED && job->wants_more
	    && r->n_solutions == (uint64_t)job->request.problem.search.n_solutions)
		return "solution limit";
	return r->outcome == SUPERFLIP_FAILED ? "error" : record_stop_reason(r);
}

static json_t *result_json(struct web_job *job, const superflip_result *r)
{
	const struct web_request *const q = &job->request;
	const char *const stopped = stop_reason(job, r);
	const superflip_progress p = web_job_progress(job);
	const struct record record = {
		.result = r, .heuristic = p.heuristic, .n_threads = p.n_threads, .staged_cube = r->n_stages > 0
			? q->cube : NULL,
		.is_french = (q->problem.read_options & SUPERFLIP_READ_FRENCH) != 0, .turn_set = problem_units(&q->problem),
	};
	json_t *const object = json_object();
	json_object_set_new(object, "status",
	                    json_string(r->outcome == SUPERFLIP_FAILED ? "error"
	                                : record_status_name[record_status(&record)]));
	record_json_put_result(object, &record, false);
	for (unsigned i = 0; i < r->n_iterations; i++)
		add_prediction(job, superflip_result_iteration(r, i),
		               json_array_get(json_object_get(object, "nodes_by_depth"), i));
	const bool has_turns = q->problem.turns != NULL;
	json_t *const more = json_pack(
		"{s:b, s:s?, s:o*, s:o*, s:s*, s:o*}", "complete", r->is_complete && stopped == NULL,
		    "stopped", stopped,
		"approximate", r->is_approximate ? json_true() : NULL, "reachable",
		    has_turns ? json_boolean(!r->is_unreachable) : NULL,
		"unreachable", r->why_unreachable, "error", r->outcome != SUPERFLIP_FAILED ? NULL
		: json_text(job->error.status != 0 ? job->error.what.text
		            : superflip_status_text(r->failure)));
	json_object_update(object, more);
	json_decref(more);
	return object;
}

/* The scramble as moves that viewers read; null if it is facelets or cubies. */
static json_t *setup_json(const struct web_job *job)
{
	const struct web_request *const r = &job->request;
	size_t length = 0;
	if (superflip_cube_facts(r->cube).form != SUPERFLIP_FORM_MOVES
	    || moves_standard(r->problem.puzzle, r->scramble, r->problem.read_options, NULL, 0, &length,
	                                NULL) != SUPERFLIP_OK)
		return json_null();
	char *const text = malloc(length + 1);
	if (text == NULL)
		return NULL;
	moves_standard(r->problem.puzzle, r->scramble, r->problem.read_options, text, length + 1, &length,
	                         NULL);
	json_t *const setup = json_string(text);
	free(text);
	return setup;
}

json_t *web_job_json(struct web_job *job)
{
	static const char *const states[] = {[WEB_JOB_WAITING] = "waiting", [WEB_JOB_RUNNING] = "running",
		[WEB_JOB_DONE] = "done"};
	const struct web_request *const r = &job->request;
	unsigned ahead;
	const enum web_job_state state = web_job_state(job, &ahead);
	/* A job that never began was cancelled, or was not possible. */
	const superflip_result none = {.outcome = job->error.status != 0 ? SUPERFLIP_FAILED
	                               : SUPERFLIP_STOPPED};
	const superflip_result *const result = state == WEB_JOB_DONE ? web_job_result(job) : NULL;
	return json_pack("{s:s, s:s, s:i, s:o, s:o, s:o, s:b, s:o, s:o, s:s, s:s, s:s, s:o, s:o}", "id", job->id,
	                 "state", states[state],
		"ahead", ahead, "scramble", json_text(r->scramble),
		"facelets", json_cube(r->cube, SUPERFLIP_FORM_FACELETS), "centers", json_centers(r->cube),
		"rotated", superflip_cube_facts(r->cube).is_rotated, "setup", setup_json(job), "goal",
			json_text(r->problem.goal),
		"puzzle", record_puzzle_names[r->problem.puzzle],
		"metric", turn_metric_name[r->problem.metric], "method", r->problem.method->name, "progress",
			web_progress_json(job),
		"result", state != WEB_JOB_DONE ? json_null()
		    : result_json(job, result != NULL ? result : &none));
}
