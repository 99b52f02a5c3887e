/* Which request gets which status; nothing is solved, because limits->running is 0. */
#include "web/server.h"

#include "support/support.h"

static struct web_server server;

/* Values of the request by part: pairs of name and value, NULL at the end. */
static const char *const *given[3];

static const char *find(void *context, enum web_part part, const char *name)
{
	for (const char *const *pair = given[part]; pair != NULL && *pair != NULL; pair += 2)
		if (strcmp(pair[0], name) == 0)
			return pair[1];
	return NULL;
}

static void open_server(void)
{
	struct web_limits limits = web_limits_default;
	limits.running = 0;
	server = (struct web_server){
		.jobs = web_jobs_open(&(struct tables_options){0}, &limits),
		.access = {.is_local = true},
		.page = {"text/html", (const unsigned char *)"page", 4},
		.description = {"application/yaml", (const unsigned char *)"yaml", 4},
	};
	cr_assert_not_null(server.jobs);
}

static struct web_reply ask(const char *method, const char *path, const char *body)
{
	struct web_reply reply;
	json_t *const query = json_object();
	for (const char *const *pair = given[0]; pair != NULL && *pair != NULL; pair += 2)
		json_object_set_new(query, pair[0], json_string(pair[1]));
	const struct web_call call = {
		.server = &server,
		.method = method,
		.path = path,
		.query = query,
		.body = body,
		.body_size = strlen(body),
		.client = "test",
		.find = find,
		.is_gone = at_once,
	};
	web_answer(&call, &reply);
	json_decref(query);
	return reply;
}

static void close_server(void)
{
	web_jobs_close(server.jobs);
}

TestSuite(web_server, .init = open_server, .fini = close_server);

/* With the token T, where one is asked for. */
#define JSON_BODY .header = {"Content-Type", "application/json; charset=utf-8"}
#define SHOW "/api/show", .query
#define DRAW "/api/scramble", .query
#define NO_JOB "/api/jobs/0123456789abcdef0123456789abcdef"
static const struct {
	const char *method, *path, *query[5], *header[3], *cookie[3], *body;
	enum web_status status;
	bool asks_token;
} requests[] = {
	{"GET", "/", .status = WEB_OK},
	{"HEAD", "/", .status = WEB_OK},
	{"GET", "/metrics", .status = WEB_OK},
	{"GET", "/api/openapi.yaml", .status = WEB_OK},
	{"GET", SHOW = {"scramble", "R U"}, .status = WEB_OK},
	{"GET", SHOW = {"scramble", "....U........R.......FF..D..R.DD..D.....LD.L.....B..B."}, .status = WEB_OK},
	{"GET", SHOW = {NULL}, .status = WEB_BAD_REQUEST},
	{"GET", SHOW = {"scramble", "R", "puzzle", "4x4x4"}, .status = WEB_BAD_REQUEST},
	{"GET", "/api/goals", .query = {"goal", "cross+FR"}, .status = WEB_OK},
	{"GET", "/api/goals", .query = {"goal", "crss"}, .status = WEB_UNPROCESSABLE},
	{"GET", DRAW = {"type", "moves", "seed", "1"}, .status = WEB_OK},
	{"GET", DRAW = {"type", "moves", "n", "101"}, .status = WEB_BAD_REQUEST},
	{"GET", DRAW = {"type", "moves", "n", "1x"}, .status = WEB_BAD_REQUEST},
	{"GET", DRAW = {"type", "moves", "n", "-1"}, .status = WEB_BAD_REQUEST},
	{"GET", "/../etc/passwd", .status = WEB_NOT_FOUND},
	{"GET", "/api/jobs/", .status = WEB_NOT_FOUND},
	{"GET", NO_JOB, .status = WEB_NOT_FOUND},
	{"GET", NO_JOB "/events", .status = WEB_NOT_FOUND},
	{"GET", NO_JOB "/other", .status = WEB_NOT_FOUND},
	{"PUT", NO_JOB, .status = WEB_BAD_METHOD},
	{"DELETE", "/api/show", .status = WEB_BAD_METHOD},
	{"POST", "/api/solve", .body = "{\"scramble\":\"R\"}", .status = WEB_BAD_TYPE},
	{"POST", "/api/solve", JSON_BODY, .body = "{\"scramble\":\"R\"}", .status = WEB_ACCEPTED},
	{"POST", "/api/solve", JSON_BODY, .body = "{\"scramble\":\"R U X\"}", .status = WEB_UNPROCESSABLE},
	{"GET", "/api/server", .status = WEB_UNAUTHORIZED, .asks_token = true},
	{"GET", "/nothing", .status = WEB_UNAUTHORIZED, .asks_token = true},
	{"GET", "/healthz", .status = WEB_OK, .asks_token = true},
	{"GET", "/api/server", .header = {"Authorization", "Bearer T"}, .status = WEB_OK, .asks_token = true},
	{"GET", "/", .cookie = {"superflip_token", "T"}, .status = WEB_OK, .asks_token = true},
};

Test(web_server, each_request_has_its_status)
{
	array_foreach(row, requests) {
		server.access.token = row->asks_token ? "T" : NULL;
		given[0] = row->query, given[1] = row->header, given[2] = row->cookie;
		struct web_reply reply = ask(row->method, row->path, row->body != NULL ? row->body : "");
		cr_expect_eq(reply.status, row->status, "%s %s: %d %s", row->method, row->path, reply.status,
		             reply.text != NULL ? reply.text : "");
		web_reply_free(&reply);
	}
}
