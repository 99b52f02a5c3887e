/* Which request goes where. */
#include "web/server.h"

#include "base/clock.h"
#include "report/json.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
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

void web_reply_error(struct web_reply *out, const struct web_error *error)
{
	web_reply_json(out, error->status, web_error_json(error));
	out->retry_after_s = error->status == WEB_TOO_MANY ? 1 : 0;
}

void web_reply_refuse(struct web_reply *out, enum web_status status, const char *message)
{
	struct web_error error;
	web_error_set(&error, status, "%s", message);
	web_reply_error(out, &error);
}

void web_reply_free(struct web_server *server, struct web_reply *reply)
{
	free(reply->text);
	free(reply->location);
	free(reply->set_cookie);
	free(reply->share_with);
	if (reply->stream == NULL)
		return;
	web_job_leave(reply->stream);
	atomic_fetch_sub(&server->n_streams, 1);
}

static void reply_file(struct web_reply *out, const struct web_file *file)
{
	out->status = WEB_OK;
	out->type = file->type;
	out->file = *file;
}

/* ---- parameters ---- */
bool web_query_choice(const struct web_call *call, const char *name, const char *const choices[2], unsigned standard, unsigned *out,
                      struct web_error *error)
{
	const char *const text = web_find(call, WEB_QUERY, name);
	for (*out = text != NULL ? 0 : standard; text != NULL && *out < 2 && strcmp(text, choices[*out]) != 0; ++*out)
		continue;
	return text == NULL || *out < 2 || web_error_set(error, WEB_BAD_REQUEST, "%s: expected %s or %s", name, choices[0], choices[1]);
}

bool web_query_number(const struct web_call *call, const char *name, uint64_t min, uint64_t max, uint64_t standard, uint64_t *out,
                      struct web_error *error)
{
	const char *const text = web_find(call, WEB_QUERY, name);
	*out = standard;
	if (text == NULL)
		return true;
	char *end;
	errno = 0;
	*out = strtoull(text, &end, 10);
	if (isdigit((unsigned char)text[0]) && *end == '\0' && errno == 0 && *out >= min && *out <= max)
		return true;
	return web_error_set(error, WEB_BAD_REQUEST, "%s: expected a whole number from %" PRIu64 " to %" PRIu64, name, min, max);
}

/* ---- solving ---- */
/* Queue what the body asks for.  @return NULL, and the reply is made */
static struct web_job *add_job(struct web_server *server, const struct web_call *call,
                               bool (*read)(const char *, size_t, struct web_request *, struct web_error *), struct web_reply *out)
{
	struct web_request request;
	struct web_error error;
	struct web_job *job = NULL;
	const char *const type = web_find(call, WEB_HEADER, "Content-Type");
	if (type == NULL || strncasecmp(type, type_of_json, strlen(type_of_json)) != 0) {
		web_reply_refuse(out, WEB_BAD_TYPE, "Content-Type: expected application/json");
		return NULL;
	}
	if (read(call->body, call->body_size, &request, &error)) {
		job = web_jobs_add(server->jobs, &request, call->client, &error);
		web_request_free(&request);
	}
	if (job == NULL)
		web_reply_error(out, &error);
	return job;
}

static void post_solve(struct web_server *server, const struct web_call *call, struct web_reply *out)
{
	struct web_job *const job = add_job(server, call, web_request_read, out);
	if (job == NULL)
		return;
	if (asprintf(&out->location, "/api/jobs/%s", job->id) < 0)
		out->location = NULL;
	web_reply_json(out, WEB_ACCEPTED, web_job_json(job));
	web_job_release(job);
}

static void post_pattern(struct web_server *server, const struct web_call *call, struct web_reply *out)
{
	struct web_job *const job = add_job(server, call, web_pattern_read, out);
	if (job == NULL)
		return;
	struct web_job_view v;
	superflip_solution found;
	web_job_watch(job);
	while ((v = web_job_look(job)).state != WEB_JOB_DONE) {
		if (call->is_gone(call->context))
			web_job_cancel(job);
		web_job_wait(job, v.progress.n_changes, look_s);
	}
	const superflip_result *const result = v.result;
	if (result != NULL && superflip_result_solution(result, 0, &found))
		web_reply_json(out, WEB_OK, json_pack("{s:o}", "alg", json_moves(found.moves, found.n_moves, 0)));
	else if (job->error.status != 0)
		web_reply_error(out, &job->error);
	else if (result != NULL && result->outcome == SUPERFLIP_NONE)
		web_reply_refuse(out, WEB_NOT_FOUND, "there is no solution within these limits");
	else
		web_reply_refuse(out, WEB_UNAVAILABLE,
		                 "no solution was found in the time that this server gives a cube");
	web_job_leave(job);
}

/* ---- jobs ---- */
/* "/api/jobs/ID" or "/api/jobs/ID/events". */
static void answer_job(struct web_server *server, const struct web_call *call, const char *rest, struct web_reply *out)
{
	char id[WEB_JOB_ID_SIZE];
	const size_t n = strcspn(rest, "/");
	const bool is_events = strcmp(rest + n, "/events") == 0;
	if (rest[n] != '\0' && !is_events) {
		web_reply_refuse(out, WEB_NOT_FOUND, "there is nothing of this name; /api/openapi.yaml lists what there is");
		return;
	}
	const bool is_get = strcmp(call->method, "GET") == 0;
	if (!is_get && (is_events || strcmp(call->method, "DELETE") != 0)) {
		web_reply_refuse(out, WEB_BAD_METHOD, "this method is not for this address");
		out->allow = is_events ? "GET" : "GET, DELETE";
		return;
	}
	struct web_job *job = NULL;
	if (n == sizeof id - 1) {
		memcpy(id, rest, n);
		id[n] = '\0';
		job = web_jobs_find(server->jobs, id);
	}
	if (job == NULL)
		web_reply_refuse(out, WEB_NOT_FOUND, "there is no such job, or none any more: results are kept for a while only");
	else if (is_events) {
		web_job_watch(job);
		atomic_fetch_add(&server->n_streams, 1);
		out->status = WEB_OK;
		out->type = "text/event-stream";
		out->stream = job;
		out->cursor = web_cursor_after(web_find(call, WEB_HEADER, "Last-Event-ID"));
	} else {
		if (!is_get)
			web_job_cancel(job);
		web_reply_json(out, WEB_OK, web_job_json(job));
		web_job_release(job);
	}
}

/* ---- the page ---- */
static void get_page(struct web_server *server, const struct web_call *call, struct web_reply *out)
{
	const char *const token = web_find(call, WEB_QUERY, "token");
	const struct web_access *const access = &server->access;
	reply_file(out, &server->page);
	if (token == NULL || access->token == NULL || !web_is_token(access, token))
		return;
	*out = (struct web_reply){.status = WEB_SEE_OTHER, .location = strdup("/")};
	if (asprintf(&out->set_cookie, "superflip_token=%s; Path=/; HttpOnly; SameSite=Strict", token) < 0)
		out->set_cookie = NULL;
}

static void get_description(struct web_server *server, const struct web_call *call, struct web_reply *out)
{
	(void)call;
	reply_file(out, &server->description);
}

static const struct route {
	const char *path, *method;
	bool is_open;                 /* needs no token */
	void (*answer)(struct web_server *server, const struct web_call *call, struct web_reply *out);
} routes[] = {
	{"/", "GET", false, get_page},
	{"/api/solve", "POST", false, post_solve},
	{"/api/show", "GET", false, web_show},
	{"/api/scramble", "GET", false, web_scramble},
	{"/api/goals", "GET", false, web_goals},
	{"/api/tables", "GET", false, web_tables},
	{"/api/server", "GET", false, web_about},
	{"/api/openapi.yaml", "GET", true, get_description},
	{"/metrics", "GET", false, web_metrics},
	{"/healthz", "GET", true, web_health},
	{"/v0/solve/pattern", "POST", false, post_pattern},
};
enum { N_ROUTES = sizeof routes / sizeof *routes };

static const char jobs_path[] = "/api/jobs/";

static void follow_route(struct web_server *server, const struct web_call *call, struct web_reply *out)
{
	if (strncmp(call->path, jobs_path, strlen(jobs_path)) == 0) {
		answer_job(server, call, call->path + strlen(jobs_path), out);
		return;
	}
	for (unsigned i = 0; i < N_ROUTES; i++) {
		if (strcmp(routes[i].path, call->path) != 0)
			continue;
		if (strcmp(routes[i].method, call->method) == 0) {
			routes[i].answer(server, call, out);
			return;
		}
		web_reply_refuse(out, WEB_BAD_METHOD, "this method is not for this address");
		out->allow = routes[i].method;
		return;
	}
	web_reply_refuse(out, WEB_NOT_FOUND, "there is nothing of this name; /api/openapi.yaml lists what there is");
}

static bool needs_token(const struct web_server *server, const struct web_call *call)
{
	for (unsigned i = 0; i < N_ROUTES; i++)
		if (routes[i].is_open && strcmp(routes[i].path, call->path) == 0)
			return false;
	const char *const in_query = strcmp(call->path, "/") == 0 ? web_find(call, WEB_QUERY, "token") : NULL;
	return !web_has_token(&server->access, web_find(call, WEB_HEADER, "Authorization"),
	                      in_query != NULL ? in_query : web_find(call, WEB_COOKIE, "superflip_token"));
}

void web_answer(struct web_server *server, const struct web_call *call, struct web_reply *out)
{
	struct web_call asked = *call;
	if (strcmp(call->method, "HEAD") == 0)
		asked.method = "GET";  /* whoever carries the reply leaves out the body */
	const char *const origin = web_find(call, WEB_HEADER, "Origin");
	*out = (struct web_reply){.status = WEB_NO_CONTENT};
	if (!web_may_ask(&server->access, web_find(call, WEB_HEADER, "Host"), origin))
		web_reply_refuse(out, WEB_FORBIDDEN, "this server answers pages of this machine only; --allow-origin names another one");
	else if (strcmp(call->method, "OPTIONS") == 0)
		out->allow = "GET, POST, DELETE, OPTIONS";
	else if (needs_token(server, call))
		web_reply_refuse(out, WEB_UNAUTHORIZED, "a token is needed: Authorization: Bearer TOKEN, or open /?token=TOKEN once");
	else
		follow_route(server, &asked, out);
	if (web_may_share(&server->access, origin))
		out->share_with = strdup(origin);
}
