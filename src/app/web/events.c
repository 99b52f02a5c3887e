#include "web/jobs.h"

#include "report/record.h"

const double web_events_pause_s = 0.25;
static const double silence_s = 15;

/* What was found is told in many writes, so that nobody waits for all of it. */
enum { MAX_FOUND_A_TIME = 200 };

/* ---- parts ---- */

static json_t *prediction(const struct web_job *job, unsigned threshold)
{
	const double n_nodes = web_jobs_predict(job->jobs, &job->request, threshold);
	return n_nodes > 0 ? json_real(n_nodes) : json_null();
}

/* To an iteration; also what is proved once it is over: no more than the first solutions say, and nothing of
 * lengths below the least asked for. */
static json_t *add_prediction(const struct web_job *job, const superflip_iteration *it, json_t *object)
{
	const superflip_problem *const p = &job->request.problem;
	const unsigned bound = it->threshold + (it->is_complete && it->n_solutions == 0),
	               most = job->work->shortest;
	json_object_set_new(object, "predicted", prediction(job, it->threshold));
	json_object_set_new(object, "lower_bound",
	                    record_json_length(p, p->search.min_length > 0 ? 0 : bound < most ? bound : most));
	return object;
}

/* The table that is built; its size, if the name says which. */
static json_t *table_json(const superflip_progress *p)
{
	struct coordinate_key key;
	const bool is_known = coordinate_parse(p->table, &key);
	return json_pack("{s:s, s:s, s:f, s:i, s:i, s:o}", "name", p->table, "stage", p->stage, "share", p->share,
	                 "number", p->table_number, "of", p->n_tables, "bytes",
	                 is_known ? json_count(pdb_key_file_bytes(pdb_key_in(key, METRIC_HTM))) : json_null());
}

static json_t *progress_json(const struct web_job *job, const struct web_job_view *v)
{
	const superflip_progress *const p = &v->progress;
	const superflip_problem *const problem = &job->request.problem;
	superflip_iteration it;
	uint64_t n_before = 0;  /* in the iterations that are over */
	double before_s = 0;
	uint64_t i = 0;
	while (v->work != NULL && superflip_job_iteration(v->work, &i, NULL, &it) == SUPERFLIP_OK) {
		n_before += it.n_generated;
		before_s += it.seconds;
	}
	const uint64_t n_now = p->n_generated > n_before ? p->n_generated - n_before : 0;
	const double now_s = p->seconds - before_s;
	json_t *const predicted = p->has_begun ? prediction(job, p->threshold) : json_null();
	const double n_left = json_number_value(predicted) - (double)n_now;
	const bool can_tell = json_is_real(predicted) && n_now > 0 && now_s > 0 && !p->is_done,
	    has_table = v->work == NULL && p->table[0] != '\0';
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:f, s:o, s:o, s:f}", "table",
	                 has_table ? table_json(p) : json_null(), "step",
	                 p->step > 0 ? json_integer(p->step) : json_null(), "threshold",
	                 p->has_begun && p->threshold > 0 ? record_json_length(problem, p->threshold)
	                                                  : json_null(),
	                 "lower_bound", record_json_length(problem, p->lower_bound), "nodes", json_count(n_now),
	                 "nodes_total", json_count(p->n_generated), "predicted", predicted, "seconds", p->seconds,
	                 "solutions", json_count(p->n_solutions), "time_left",
	                 !can_tell ? json_null() : json_real(n_left > 0 ? n_left * now_s / (double)n_now : 0),
	                 "checked_share", p->checked_share);
}

/* ---- results ---- */

static json_t *result_json(const struct web_job *job, const struct web_job_view *v)
{
	const struct web_request *const q = &job->request;
	/* A job that never began was cancelled, took too long to begin, or was not possible. */
	const superflip_result none = {.outcome = job->outcome, .failure = job->error.status};
	const superflip_result *const r = v->result != NULL ? v->result : &none;
	const bool has_failed = r->outcome == SUPERFLIP_FAILED,
	    is_cut = r->outcome == SUPERFLIP_SOLVED && job->wants_more
	             && r->n_solutions == (uint64_t)q->problem.search.n_solutions;
	const char *const stopped = is_cut ? "solution limit" : has_failed ? "error" : record_stop_reason(r);
	const struct record record = {
		.problem = &q->problem,
		.result = r,
		.heuristic = v->progress.heuristic,
		.n_threads = v->progress.n_threads,
		.held = record_held(q->cube),
		.staged_cube = r->n_stages > 0 ? q->cube : NULL,
	};
	json_t *const object = json_object();
	json_object_set_new(object, "status",
	                    json_string(has_failed ? "error" : record_status_name[record_status(&record)]));
	record_json_put_result(object, &record);
	for (unsigned i = 0; i < r->n_iterations; i++)
		add_prediction(job, superflip_result_iteration(r, i),
		               json_array_get(json_object_get(object, "nodes_by_depth"), i));
	const bool has_turns = q->problem.turns != NULL;
	json_object_update_new(object, json_pack(
		"{s:o*, s:s?, s:o*, s:o*, s:s*, s:o*}", "complete", is_cut ? json_false() : NULL,
		"stopped", stopped, "approximate", r->is_approximate ? json_true() : NULL,
		"reachable", has_turns ? json_boolean(!r->is_unreachable) : NULL, "unreachable", r->why_unreachable,
		"error", !has_failed ? NULL : json_text(*job->error.text != '\0' ? job->error.text
		                                        : superflip_status_text(r->failure))));
	return object;
}

json_t *web_job_json(struct web_job *job)
{
	static const char *const states[] = {
		[WEB_JOB_WAITING] = "waiting", [WEB_JOB_RUNNING] = "running", [WEB_JOB_DONE] = "done",
	};
	const struct web_job_view v = web_job_look(job);
	const struct web_request *const r = &job->request;
	const superflip_facts facts = superflip_cube_facts(r->cube);
	/* The scramble as moves that viewers read; null if it is facelets or cubies. */
	char *const setup = facts.form == SUPERFLIP_FORM_MOVES
		? moves_standard(r->problem.puzzle, r->scramble, r->problem.read_options) : NULL;
	json_t *const object =
		json_pack("{s:s, s:s, s:i, s:o, s:o, s:o, s:b, s:o, s:o, s:s, s:s, s:s, s:o, s:o}", "id", job->id,
	                 "state", states[v.state], "ahead", v.ahead, "scramble", json_text(r->scramble),
	                 "facelets", json_cube(r->cube, SUPERFLIP_FORM_FACELETS), "centers",
	                 json_centers(r->cube), "rotated", facts.is_rotated, "setup",
	                 json_text(setup), "goal", json_text(r->problem.goal), "puzzle",
	                 record_puzzle_names[r->problem.puzzle], "metric", turn_metric_name[r->problem.metric],
	                 "method", r->problem.method->name, "progress", progress_json(job, &v), "result",
	                 v.state != WEB_JOB_DONE ? json_null() : result_json(job, &v));
	free(setup);
	return object;
}

/* ---- events ---- */

struct web_cursor web_cursor_after(const char *id)
{
	struct web_cursor cursor = {0};
	unsigned n_iterations;
	uint64_t n_solutions;
	char rest;
	if (id != NULL && sscanf(id, "%6u.%12" SCNu64 "%c", &n_iterations, &n_solutions, &rest) == 2) {
		cursor.n_iterations = n_iterations;
		cursor.n_solutions = n_solutions;
	}
	return cursor;
}

/* The id says what was told up to this event. */
static void write_event(struct web_cursor *cursor, const char *name, json_t *data, double now_s, FILE *out)
{
	char *const text = json_line(data);
	if (text != NULL)
		fprintf(out, "event: %s\nid: %" PRIu64 ".%" PRIu64 "\ndata: %s\n\n", name, cursor->n_iterations,
		        cursor->n_solutions, text);
	free(text);
	cursor->told_s = now_s;
}

/* Iterations and solutions, in the order in which a search makes them: a solution belongs to the iteration
 * that ends after it. */
static void write_found(const struct web_job *job, superflip_job *work, struct web_cursor *cursor,
                        double now_s, FILE *out)
{
	const superflip_problem *const p = &job->request.problem;
	const superflip_result unknown = {.id = 0};
	const struct record r = {.problem = p, .result = &unknown};
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	superflip_iteration it;
	superflip_solution found;
	for (unsigned n_told = 0; n_told < MAX_FOUND_A_TIME; n_told++) {
		uint64_t next = cursor->n_iterations;
		const bool has_ended = superflip_job_iteration(work, &next, NULL, &it) == SUPERFLIP_OK;
		if ((!has_ended || it.n_solutions > 0)
		    && superflip_job_solution(work, cursor->n_solutions, moves, &found) == SUPERFLIP_OK) {
			const struct solution s = record_solution(p, &found);
			json_t *const object = record_json_solution(&r, &s);
			json_object_set_new(object, "number", json_count(++cursor->n_solutions));
			write_event(cursor, "solution", object, now_s, out);
		} else if (has_ended) {
			cursor->n_iterations = next;
			write_event(cursor, "iteration", add_prediction(job, &it, record_json_iteration(p, &it)),
			            now_s, out);
		} else {
			return;
		}
	}
}

void web_events_write(struct web_job *job, struct web_cursor *cursor, double now_s, FILE *out)
{
	const struct web_job_view v = web_job_look(job);  /* before what it found: the end comes last */
	const superflip_progress *const p = &v.progress;
	const uint64_t n_before = cursor->n_iterations + cursor->n_solutions;
	const bool is_done = v.state == WEB_JOB_DONE,
	           has_table = v.work == NULL && !is_done && p->table[0] != '\0';
	if (v.state == WEB_JOB_WAITING && !has_table && !(cursor->has_waited && cursor->ahead == v.ahead)) {
		cursor->has_waited = true;
		cursor->ahead = v.ahead;
		write_event(cursor, "waiting", json_pack("{s:i}", "ahead", v.ahead), now_s, out);
	}
	if (p->has_begun && !cursor->has_begun) {
		cursor->has_begun = true;
		write_event(cursor, "begin", progress_json(job, &v), now_s, out);
	}
	if (v.work != NULL)
		write_found(job, v.work, cursor, now_s, out);
	if (is_done && cursor->n_iterations + cursor->n_solutions == n_before) {
		write_event(cursor, "end", web_job_json(job), now_s, out);
		cursor->has_ended = true;
	} else if ((has_table
	            || (p->has_begun && !p->is_done && (p->n_generated != cursor->n_nodes || p->step > 0)))
	           && now_s - cursor->told_s >= web_events_pause_s) {
		cursor->n_nodes = p->n_generated;
		cursor->has_waited &= !has_table;
		write_event(cursor, "progress", progress_json(job, &v), now_s, out);
	} else if (now_s - cursor->told_s >= silence_s) {
		fputs(":\n\n", out);
		cursor->told_s = now_s;
	}
	cursor->n_changes = p->n_changes;
}
