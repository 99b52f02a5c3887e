/* Which request goes where. */
#include "web/server.h"

#include "report/json.h"

#include <strings.h>

static const char type_of_json[] = "application/json";
static const double look_s = 0.25;  /* how often a waiting request looks whether its client is still there */

/* ---- replies ---- */
void web_reply_json(struct web_reply *out, enum web_status status, json_t *object)
{
	out->text = json_line(object);
	out->type = type_of_json;
	out->status = out->text != NULL ? status : WEB_UNAVAILABLE;
}

void web_reply_error(struct web_reply *out, const superflip_error *error)
{
	web_reply_json(out, web_error_status(error), web_error_json(error));
	out->retry_after_s = out->status == WEB_TOO_MANY;
}

void web_reply_refuse(struct web_reply *out, enum web_status status, const char *message)
{
	superflip_error error;
	error_say(&error, (superflip_status)status, "%s", message);
	web_reply_error(out, &error);
}

void web_reply_free(struct web_reply *reply)
{
	free(reply->text);
	free(reply->location);
	free(reply->set_cookie);
	if (reply->stream == NULL)
		return;
	reply->stream->jobs->n_streams--;
	web_job_leave(reply->stream);
}

/* ---- solving ---- */
/* Queue what the body, or the query of a GET, asks for.  @return NULL, and the reply is made */
static struct web_job *add_job(const struct web_call *call,
                               web_translate_fn *translate, struct web_reply *out)
{
	struct web_request request;
	superflip_error error;
	struct web_job *job = NULL;
	const char *const type = web_find(call, WEB_HEADER, "Content-Type");
	const bool is_json = type != NULL && strncasecmp(type, type_of_json, strlen(type_of_json)) == 0,
	           is_query = strcmp(call->method, "GET") == 0;
	if (is_query ? web_request_of(json_deep_copy(call->query), true, &request, &error)
	    : (is_json || web_refuse(&error, WEB_BAD_TYPE, "Content-Type: expected application/json"))
	          && web_request_read(call->body, call->body_size, translate, &request, &error)) {
		job = web_jobs_add(call->server->jobs, &request, call->client, &error);
		web_request_free(&request);
	}
	if (job == NULL)
		web_reply_error(out, &error);
	return job;
}

/* Wait until a job is done, at most for so long; it is cancelled when its client has gone, unless it is
 * detached. */
static struct web_job_view await(const struct web_call *call, struct web_job *job, double seconds)
{
	const double until_s = clock_monotonic_s() + seconds;
	struct web_job_view v;
	job->n_watchers++;
	while ((v = web_job_look(job)).state != WEB_JOB_DONE && call->is_gone != NULL
	       && clock_monotonic_s() < until_s) {
		const bool is_gone = call->is_gone(call->context);
		if (is_gone && job->request.detached)
			break;
		if (is_gone)
			web_job_cancel(job);
		web_job_wait(job, v.progress.n_changes, look_s);
	}
	job->n_watchers--;
	/* It was asked for until now. */
	struct web_job *const found = web_jobs_find(job->jobs, job->id);
	if (found != NULL)
		web_job_release(found);
	return v;
}

static void refuse_method(struct web_reply *out, const char *allowed)
{
	web_reply_refuse(out, WEB_BAD_METHOD, "this method is not for this address");
	out->allow = allowed;
}

static void solve(const struct web_call *call, struct web_reply *out)
{
	const bool is_get = strcmp(call->method, "GET") == 0;
	const char *const site = web_find(call, WEB_HEADER, "Sec-Fetch-Site");
	/* A picture of a foreign page is such a GET, too, without an origin. */
	if (is_get && site != NULL && strcmp(site, "cross-site") == 0
	    && web_find(call, WEB_HEADER, "Origin") == NULL) {
		web_reply_refuse(out, WEB_FORBIDDEN, "pages of other sites may not ask for solutions");
		return;
	}
	if (!is_get && strcmp(call->method, "POST") != 0) {
		refuse_method(out, "GET, POST");
		return;
	}
	struct web_job *const job = add_job(call, NULL, out);
	if (job == NULL)
		return;
	const double wait_s = job->request.wait_s;
	const bool is_done = wait_s > 0 && await(call, job, wait_s).state == WEB_JOB_DONE;
	if (asprintf(&out->location, "/api/jobs/%s", job->id) < 0)
		out->location = NULL;
	web_reply_json(out, is_done ? WEB_OK : WEB_ACCEPTED, web_job_json(job));
	out->retry_after_s = wait_s > 0 && !is_done;
	web_job_release(job);
}

static void post_pattern(const struct web_call *call, struct web_reply *out)
{
	struct web_job *const job = add_job(call, web_pattern_translate, out);
	superflip_solution found;
	if (job == NULL)
		return;
	const struct web_job_view v = await(call, job, INFINITY);
	if (v.result != NULL && superflip_result_solution(v.result, 0, &found))
		web_reply_json(out, WEB_OK, json_pack("{s:o}", "alg", json_moves(found.moves, found.n_moves, 0)));
	else if (job->error.status != 0)
		web_reply_error(out, &job->error);
	else if (v.result != NULL && v.result->outcome == SUPERFLIP_NONE)
		web_reply_refuse(out, WEB_NOT_FOUND, "there is no solution within these limits");
	else
		web_reply_refuse(out, WEB_UNAVAILABLE,
		                 "no solution was found in the time that this server gives a cube");
	web_job_release(job);
}

/* ---- jobs ---- */
static void refuse_path(struct web_reply *out)
{
	web_reply_refuse(out, WEB_NOT_FOUND,
	                 "there is nothing of this name; /api/openapi.yaml lists what there is");
}

/* "/api/jobs/ID" or "/api/jobs/ID/events". */
static void answer_job(const struct web_call *call, const char *id,
                       struct web_reply *out)
{
	const size_t n = strcspn(id, "/");
	const bool is_events = strcmp(id + n, "/events") == 0, is_get = strcmp(call->method, "GET") == 0;
	if (id[n] != '\0' && !is_events) {
		refuse_path(out);
		return;
	}
	if (!is_get && (is_events || strcmp(call->method, "DELETE") != 0)) {
		refuse_method(out, is_events ? "GET" : "GET, DELETE");
		return;
	}
	struct web_job *const job = n == WEB_JOB_ID_SIZE - 1 ? web_jobs_find(call->server->jobs, id) : NULL;
	if (job == NULL) {
		web_reply_refuse(out, WEB_NOT_FOUND,
		                 "there is no such job, or none any more: results are kept for a while only");
	} else if (is_events) {
		job->n_watchers++;
		job->jobs->n_streams++;
		*out = (struct web_reply){
			.status = WEB_OK, .type = "text/event-stream", .stream = job,
			.cursor = web_cursor_after(web_find(call, WEB_HEADER, "Last-Event-ID")),
		};
	} else {
		if (!is_get)
			web_job_cancel(job);
		web_reply_json(out, WEB_OK, web_job_json(job));
		web_job_release(job);
	}
}

/* ---- the page, the description ---- */
static void get_file(const struct web_call *call, struct web_reply *out)
{
	const bool is_page = strcmp(call->path, "/") == 0;
	const struct web_file *const file = is_page ? &call->server->page : &call->server->description;
	const char *const token = web_find(call, WEB_QUERY, "token");
	*out = (struct web_reply){.status = WEB_OK, .type = file->type, .file = *file};
	if (!is_page || token == NULL || call->server->access.token == NULL
	    || !web_is_token(&call->server->access, token))
		return;
	*out = (struct web_reply){.status = WEB_SEE_OTHER, .location = strdup("/")};
	if (asprintf(&out->set_cookie, "superflip_token=%s; Path=/; HttpOnly; SameSite=Strict", token) < 0)
		out->set_cookie = NULL;
}

static const struct route {
	const char *path, *method;    /* method NULL: whoever answers looks at it */
	bool is_open;                 /* needs no token */
	web_answer_fn *answer;
} routes[] = {
	{"/", "GET", false, get_file},
	{"/api/solve", NULL, false, solve},
	{"/api/show", "GET", false, web_show},
	{"/api/scramble", "GET", false, web_scramble},
	{"/api/goals", "GET", false, web_goals},
	{"/api/tables", "GET", false, web_tables},
	{"/api/server", "GET", false, web_about},
	{"/api/openapi.yaml", "GET", true, get_file},
	{"/metrics", "GET", false, web_metrics},
	{"/healthz", "GET", true, web_health},
	{"/v0/solve/pattern", "POST", false, post_pattern},
};
enum { N_ROUTES = sizeof routes / sizeof *routes };

void web_answer(const struct web_call *call, struct web_reply *out)
{
	static const char jobs_path[] = "/api/jobs/";
	const struct web_access *const access = &call->server->access;
	struct web_call asked = *call;
	if (strcmp(call->method, "HEAD") == 0)
		asked.method = "GET";  /* whoever carries the reply leaves out the body */
	const struct route *route = routes;
	while (route < routes + N_ROUTES && strcmp(route->path, call->path) != 0)
		route++;
	const bool is_there = route < routes + N_ROUTES;
	const char *const origin = web_find(call, WEB_HEADER, "Origin"),
	                 *const in_query = strcmp(call->path, "/") == 0 ? web_find(call, WEB_QUERY, "token")
	                                                                : NULL;
	*out = (struct web_reply){.status = WEB_NO_CONTENT};
	if (!web_may_ask(access, web_find(call, WEB_HEADER, "Host"), origin))
		web_reply_refuse(out, WEB_FORBIDDEN,
		                 "this server answers pages of this machine only; --allow-origin names another one");
	else if (strcmp(call->method, "OPTIONS") == 0)
		out->allow = "GET, POST, DELETE, OPTIONS";
	else if (!(is_there && route->is_open)
	         && !web_has_token(access, web_find(call, WEB_HEADER, "Authorization"),
	                           in_query != NULL ? in_query : web_find(call, WEB_COOKIE, "superflip_token")))
		web_reply_refuse(out, WEB_UNAUTHORIZED,
		                 "a token is needed: Authorization: Bearer TOKEN, or open /?token=TOKEN once");
	else if (strncmp(call->path, jobs_path, strlen(jobs_path)) == 0)
		answer_job(&asked, call->path + strlen(jobs_path), out);
	else if (!is_there)
		refuse_path(out);
	else if (route->method != NULL && strcmp(route->method, asked.method) != 0)
		refuse_method(out, route->method);
	else
		route->answer(&asked, out);
	if (web_may_share(access, origin))
		out->share_with = origin;
}
