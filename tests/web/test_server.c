/* Which request gets which status; nothing is solved, because limits->running is 0. */
#include "web/server.h"

#include "support/test.h"

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

static bool is_gone(void *context) { return true; }

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
		.is_gone = is_gone,
	};
	web_answer(&call, &reply);
	json_decref(query);
	return reply;
}

static void expect_status(const char *method, const char *path, const char *body, enum web_status expected)
{
	struct web_reply reply = ask(method, path, body);
	cr_expect_eq(reply.status, expected, "%s %s: %d %s", method, path, reply.status,
	             reply.text != NULL ? reply.text : "");
	web_reply_free(&reply);
}

static void close_server(void)
{
	web_jobs_close(server.jobs);
}

TestSuite(web_server, .init = open_server, .fini = close_server);

Test(web_server, what_there_is_answers)
{
	expect_status("GET", "/", "", WEB_OK);
	expect_status("HEAD", "/", "", WEB_OK);
	expect_status("GET", "/healthz", "", WEB_OK);
	expect_status("GET", "/metrics", "", WEB_OK);
	expect_status("GET", "/api/openapi.yaml", "", WEB_OK);
	expect_status("GET", "/api/server", "", WEB_OK);
	given[0] = (const char *const[]){"scramble", "R U", NULL};
	expect_status("GET", "/api/show", "", WEB_OK);
	given[0] =
		(const char *const[]){"scramble", "....U........R.......FF..D..R.DD..D.....LD.L.....B..B.", NULL};
	expect_status("GET", "/api/show", "", WEB_OK);
	expect_status("GET", "/api/goals", "", WEB_OK);
	given[0] = (const char *const[]){"goal", "cross+FR", NULL};
	expect_status("GET", "/api/goals", "", WEB_OK);
	given[0] = (const char *const[]){"goal", "crss", NULL};
	expect_status("GET", "/api/goals", "", WEB_UNPROCESSABLE);
	given[0] = (const char *const[]){"type", "moves", "seed", "1", NULL};
	expect_status("GET", "/api/scramble", "", WEB_OK);
}

Test(web_server, what_there_is_not_is_not_found_and_other_methods_are_named)
{
	expect_status("GET", "/nothing", "", WEB_NOT_FOUND);
	expect_status("GET", "/../etc/passwd", "", WEB_NOT_FOUND);
	expect_status("GET", "/api/jobs/", "", WEB_NOT_FOUND);
	expect_status("GET", "/api/jobs/0123456789abcdef0123456789abcdef", "", WEB_NOT_FOUND);
	expect_status("GET", "/api/jobs/0123456789abcdef0123456789abcdef/events", "", WEB_NOT_FOUND);
	expect_status("GET", "/api/jobs/0123456789abcdef0123456789abcdef/other", "", WEB_NOT_FOUND);
	expect_status("PUT", "/api/solve", "", WEB_BAD_METHOD);
	expect_status("DELETE", "/api/show", "", WEB_BAD_METHOD);
	struct web_reply reply = ask("PUT", "/api/jobs/0123456789abcdef0123456789abcdef", "");
	cr_expect_eq(reply.status, WEB_BAD_METHOD);
	cr_expect_str_eq(reply.allow, "GET, DELETE");
	web_reply_free(&reply);
}

Test(web_server, a_body_must_say_that_it_is_json)
{
	expect_status("POST", "/api/solve", "{\"scramble\":\"R\"}", WEB_BAD_TYPE);
	given[1] = (const char *const[]){"Content-Type", "text/plain", NULL};
	expect_status("POST", "/api/solve", "{\"scramble\":\"R\"}", WEB_BAD_TYPE);
	given[1] = (const char *const[]){"Content-Type", "application/json; charset=utf-8", NULL};
	expect_status("POST", "/api/solve", "{\"scramble\":\"R\"}", WEB_ACCEPTED);
	expect_status("POST", "/api/solve", "{\"scramble\":\"R U X\"}", WEB_UNPROCESSABLE);
}

Test(web_server, a_query_is_a_request_too_and_waits_no_longer_than_its_client)
{
	expect_status("GET", "/api/solve", "", WEB_UNPROCESSABLE);
	given[0] = (const char *const[]){"scramble", "R U", "n", "all", "centers", "true", "over", "1", NULL};
	expect_status("GET", "/api/solve", "", WEB_ACCEPTED);
	given[0] = (const char *const[]){"scramble", "R U", "wait", "1000", NULL};
	expect_status("GET", "/api/solve", "", WEB_OK);  /* who asked has gone: it was cancelled */
	given[0] = (const char *const[]){"scramble", "R U", "wait", "1000", "detached", "true", NULL};
	expect_status("GET", "/api/solve", "", WEB_ACCEPTED);
	given[0] = (const char *const[]){"scramble", "R U", "over", "x", NULL};
	expect_status("GET", "/api/solve", "", WEB_BAD_REQUEST);
	given[0] = (const char *const[]){"scramble", "R U", "metod", "layers", NULL};
	struct web_reply reply = ask("GET", "/api/solve", "");
	cr_expect_eq(reply.status, WEB_UNPROCESSABLE);
	cr_expect_not_null(strstr(reply.text, "'metod' is not a field of a request; did you mean 'method'?"));
	web_reply_free(&reply);
	/* A picture of another site. */
	given[0] = (const char *const[]){"scramble", "R U", NULL};
	given[1] = (const char *const[]){"Sec-Fetch-Site", "cross-site", NULL};
	expect_status("GET", "/api/solve", "", WEB_FORBIDDEN);
}

Test(web_server, a_job_can_be_asked_for_and_cancelled)
{
	given[1] = (const char *const[]){"Content-Type", "application/json", NULL};
	struct web_reply reply = ask("POST", "/api/solve", "{\"scramble\":\"R U\"}");
	cr_assert_eq(reply.status, WEB_ACCEPTED);
	cr_assert_not_null(reply.location);
	json_t *const job = json_loads(reply.text, 0, NULL);
	cr_expect_str_eq(json_string_value(json_object_get(job, "state")), "waiting");
	cr_expect_not_null(strstr(reply.location, json_string_value(json_object_get(job, "id"))));
	json_decref(job);
	expect_status("GET", reply.location, "", WEB_OK);
	struct web_reply cancelled = ask("DELETE", reply.location, "");
	cr_expect_not_null(strstr(cancelled.text, "\"state\":\"done\""));
	cr_expect_not_null(strstr(cancelled.text, "\"stopped\":\"interrupted\""));
	web_reply_free(&cancelled);
	web_reply_free(&reply);
}

Test(web_server, without_the_token_only_what_is_open_answers)
{
	server.access.token = "T";
	expect_status("GET", "/", "", WEB_UNAUTHORIZED);
	expect_status("GET", "/api/server", "", WEB_UNAUTHORIZED);
	expect_status("GET", "/nothing", "", WEB_UNAUTHORIZED);
	expect_status("GET", "/healthz", "", WEB_OK);
	given[1] = (const char *const[]){"Authorization", "Bearer T", NULL};
	expect_status("GET", "/api/server", "", WEB_OK);
	given[1] = NULL;
	given[2] = (const char *const[]){"superflip_token", "T", NULL};
	expect_status("GET", "/", "", WEB_OK);
}

Test(web_server, the_token_in_the_address_becomes_a_cookie)
{
	server.access.token = "T";
	given[0] = (const char *const[]){"token", "T", NULL};
	struct web_reply reply = ask("GET", "/", "");
	cr_expect_eq(reply.status, WEB_SEE_OTHER);
	cr_expect_str_eq(reply.location, "/");
	cr_expect_not_null(strstr(reply.set_cookie, "superflip_token=T;"));
	cr_expect_not_null(strstr(reply.set_cookie, "HttpOnly"));
	web_reply_free(&reply);
	given[0] = (const char *const[]){"token", "U", NULL};
	expect_status("GET", "/", "", WEB_UNAUTHORIZED);
	given[0] = (const char *const[]){"token", "T", NULL};
	expect_status("GET", "/api/server", "", WEB_UNAUTHORIZED);
}

Test(web_server, pages_of_this_machine_may_read_answers_and_others_get_none)
{
	given[1] = (const char *const[]){"Origin", "http://localhost:3333", "Host", "localhost:2023", NULL};
	struct web_reply reply = ask("OPTIONS", "/v0/solve/pattern", "");
	cr_expect_eq(reply.status, WEB_NO_CONTENT);
	cr_expect_str_eq(reply.share_with, "http://localhost:3333");
	cr_expect_not_null(strstr(reply.allow, "POST"));
	web_reply_free(&reply);
	given[1] = (const char *const[]){"Origin", "https://example.net", "Host", "localhost:2023", NULL};
	reply = ask("OPTIONS", "/v0/solve/pattern", "");
	cr_expect_eq(reply.status, WEB_FORBIDDEN);
	cr_expect_null(reply.share_with);
	web_reply_free(&reply);
}

Test(web_server, a_description_agrees_with_the_position)
{
	given[0] = (const char *const[]){"scramble", "R U F", NULL};
	struct web_reply reply = ask("GET", "/api/show", "");
	json_t *const shown = json_loads(reply.text, 0, NULL);
	cr_expect_str_eq(json_string_value(json_object_get(shown, "inverse")), "F' U' R'");
	cr_expect_eq(json_integer_value(json_object_get(shown, "order")), 80);
	cr_expect_str_eq(json_string_value(json_object_get(shown, "parity")), "odd");
	json_decref(shown);
	web_reply_free(&reply);
}

Test(web_server, parameters_are_checked)
{
	expect_status("GET", "/api/show", "", WEB_BAD_REQUEST);
	given[0] = (const char *const[]){"scramble", "R", "puzzle", "4x4x4", NULL};
	expect_status("GET", "/api/show", "", WEB_BAD_REQUEST);
	given[0] = (const char *const[]){"type", "moves", "n", "101", NULL};
	expect_status("GET", "/api/scramble", "", WEB_BAD_REQUEST);
	given[0] = (const char *const[]){"type", "moves", "n", "1x", NULL};
	expect_status("GET", "/api/scramble", "", WEB_BAD_REQUEST);
	given[0] = (const char *const[]){"type", "moves", "n", "-1", NULL};
	expect_status("GET", "/api/scramble", "", WEB_BAD_REQUEST);
}
