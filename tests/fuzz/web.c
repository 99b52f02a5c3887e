/* Requests of clients: whatever is asked, there is a reply with a known status, and its body is JSON where it
 * says so. The input: method, path, query, headers (a line each, "name=value" joined by '&'), then the
 * body. */
#include "fuzz/fuzz.h"
#include "web/server.h"

static struct web_server server;
static char *lines[4];

/* A text "a=b&c=d" as the query that it is. */
static json_t *query_of(const char *text)
{
	json_t *const query = json_object();
	for (size_t n; *text != '\0'; text += n + (text[n] != '\0')) {
		const size_t n_name = strcspn(text, "=&");
		char *const name = strndup(text, n_name);
		n = strcspn(text, "&");
		if (n > n_name && name != NULL)
			json_object_set_new(query, name, json_stringn(text + n_name + 1, n - n_name - 1));
		free(name);
	}
	return query;
}

/* The value of a name in a text "a=b&c=d"; kept until the next request. */
static const char *find(void *context, enum web_part part, const char *name)
{
	static char values[16][256];
	static unsigned n;
	const size_t length = strlen(name);
	for (const char *at = lines[3]; at != NULL;) {
		if (strncmp(at, name, length) == 0 && at[length] == '=') {
			char *const value = values[n++ % 16];
			snprintf(value, sizeof values[0], "%.*s", (int)strcspn(at + length + 1, "&"), at + length + 1);
			return value;
		}
		const char *const end = strchr(at, '&');
		at = end != NULL ? end + 1 : NULL;
	}
	return NULL;
}

static bool is_gone(void *context) { return true; }

static void open_server(void)
{
	cube_init();
	pocket_init();
	struct web_limits limits = web_limits_default;
	limits.running = 0;
	limits.keep = 10;
	limits.waiting = limits.per_client = 4;
	server = (struct web_server){.jobs = web_jobs_open(&(struct tables_options){0}, &limits),
	                             .access = {.is_local = true},
	                             .page = {"text/html", (const unsigned char *)"", 0}};
	CLAIM(server.jobs != NULL);
}

/* Cut the input into lines; the rest is the body. */
static const char *cut(char *text)
{
	for (unsigned i = 0; i < 4; i++) {
		lines[i] = text;
		char *const end = strchr(text, '\n');
		if (end == NULL)
			text += strlen(text);
		else {
			*end = '\0';
			text = end + 1;
		}
	}
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (server.jobs == NULL)
		open_server();
	char *const text = fuzz_text(data, size);
	const char *const body = cut(text);
	json_t *const query = query_of(lines[2]);
	const struct web_call call = {
		.server = &server,
		.method = lines[0],
		.path = lines[1],
		.query = query,
		.body = body,
		.body_size = (size_t)(text + size - body),
		.client = "fuzz",
		.find = find,
		.is_gone = is_gone,
	};
	struct web_reply reply;
	web_answer(&call, &reply);
	json_decref(query);
	CLAIM(reply.status >= 200 && reply.status < 600);
	if (reply.text != NULL && strcmp(reply.type, "application/json") == 0) {
		json_t *const json = json_loads(reply.text, 0, NULL);
		CLAIM(json_is_object(json));
		json_decref(json);
	}
	if (reply.status == WEB_ACCEPTED) {  /* room for the next one */
		struct web_job *const job = web_jobs_find(server.jobs, strrchr(reply.location, '/') + 1);
		CLAIM(job != NULL);
		web_job_cancel(job);
		web_job_release(job);
	}
	web_reply_free(&reply);
	free(text);
	return 0;
}
