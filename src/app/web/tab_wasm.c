/* The server in a tab of a browser, without a network, as src/app/web/tab/worker.js calls it, and the one
 * table of its session.  All exported functions are called in one thread.  With threads that one never waits
 * for long, and what takes time runs in others; without them (base/threads.h) it does the work itself, and
 * lets the page ask now and then how far it is.  A text that a function returns holds until the next call. */
#include "report/json.h"
#include "web/server.h"

#include <emscripten.h>

/* JavaScript calls it. */
#define EXPORTED __attribute__((used, visibility("default")))

static const char tab_directory[] = "/tables";

/* Larger tables take minutes here, or more memory than a tab has. */
static const uint64_t turn_bytes = 128 << 20;

/* Measured in tabs of Chromium: the smallest table was built in 8 to 18 s where 1.5 are
 * expected of the machine's own instructions, ten random positions took 66 s where 35 are, and take 0.8 to
 * 0.9 of that since lookups of bytes index cosets. */
static const double slower_to_build = 8, slower_to_solve = 1.7;

static const double no_limit_s = 1e9, keep_s = 10;
enum { MANY_JOBS = 1 << 20, JOBS_AT_ONCE = 8, TABLE_NAME_BYTES = 32 };

/* TABLE_UNSOUND: there is none, or none that may be used; it will be built. */
enum table_state { TABLE_OPENING, TABLE_READY, TABLE_FAILED, TABLE_UNSOUND };

/* The reply to GET /api/jobs/ID/events. */
struct stream {
	struct web_reply reply;
	struct stream *next;
};

/* The state of the module, which is a program. */
static struct {
	struct web_server server;
	struct stream *streams;
	char *text;                              /* that a function returned last */
	char table[TABLE_NAME_BYTES];            /* its name, which is its heuristic's */
	bool builds;                             /* it, whatever is there */
	pthread_mutex_t lock;                    /* guards the rest */
	pthread_cond_t changed;
	superflip_progress progress;             /* of the work on it */
	enum table_state state;
	superflip_error fault;                   /* with TABLE_FAILED and TABLE_UNSOUND */
} tab = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

EM_JS(void, ask_how_far, (void), { Module["howFar"](); })

/* @param text  owned by who hands it over */
static const char *give(char *text)
{
	free(tab.text);
	return tab.text = text;
}

/* ---- the server ---- */
/* What jobs of the whole cube wait for. */
static superflip_status await_table(superflip_error *error)
{
	pthread_mutex_lock(&tab.lock);
	while (tab.state == TABLE_OPENING || tab.state == TABLE_UNSOUND)
		pthread_cond_wait(&tab.changed, &tab.lock);
	const bool is_ready = tab.state == TABLE_READY;
	if (!is_ready)
		*error = tab.fault;
	pthread_mutex_unlock(&tab.lock);
	return is_ready ? SUPERFLIP_OK : error->status;
}

static bool hear_change(void *nothing, const superflip_progress *progress)
{
	ask_how_far();
	return true;
}

/** Before anything else.
 * @param most_bytes  of tables that may be built for one problem
 * @return why it cannot begin; NULL: it can */
EXPORTED const char *tab_start(unsigned n_threads, unsigned most_bytes)
{
	struct web_server *const server = &tab.server;
	struct web_limits limits = web_limits_default;
	const struct tables_options options = {
		.directory = tab_directory, .heuristic = "auto", .n_threads = n_threads,
	};
	limits.waiting = limits.per_client = limits.keep = MANY_JOBS;
	limits.running = HAS_THREADS ? JOBS_AT_ONCE : 1;
	limits.seconds = no_limit_s;
	limits.keep_s = keep_s;
	limits.approximates = false;
	server->jobs = web_jobs_open(&options, &limits);
	if (server->jobs == NULL)
		return "not enough memory or threads";
	server->jobs->session.await = await_table;
	server->jobs->session.most_bytes = most_bytes;
	server->jobs->session.limits = "this tab builds";
	server->jobs->session.max_idle = 0;
	server->jobs->session.turn_bytes = turn_bytes;
	if (!HAS_THREADS)
		server->jobs->notify = hear_change;
	return NULL;
}

static const char *find(void *nothing, enum web_part part, const char *name)
{
	return part == WEB_HEADER && strcmp(name, "Content-Type") == 0 ? "application/json" : NULL;
}

/** Answer a request.
 * @param body  JSON; of a GET the query, an object of strings
 * @return {"status": ..., "body": ...} */
EXPORTED const char *tab_call(const char *method, const char *path, const char *body)
{
	json_t *const query = json_loads(body, 0, NULL);
	struct stream *const s = calloc(1, sizeof *s);
	char *answer = NULL;
	if (s == NULL)
		return NULL;
	web_answer(
		&(struct web_call){
			.server = &tab.server,
			.method = method,
			.path = path,
			.query = query,
			.body = body,
			.body_size = strlen(body),
			.client = "",
			.find = find,
		},
		&s->reply);
	json_decref(query);
	if (asprintf(&answer, "{\"status\": %d, \"body\": %s}", s->reply.status,
	             s->reply.text != NULL ? s->reply.text : "null") < 0)
		answer = NULL;
	if (s->reply.stream != NULL) {
		s->next = tab.streams;
		tab.streams = s;
	} else {
		web_reply_free(&s->reply);
		free(s);
	}
	return give(answer);
}

/** The events since the last call of all jobs whose events were asked for, as a server sends them, each job's
 * after a line "job: ID".
 * @return NULL: all have ended */
EXPORTED const char *tab_events(void)
{
	size_t size;
	char *text = NULL;
	FILE *const out = tab.streams != NULL ? memory_stream(&text, &size) : NULL;
	if (out == NULL)
		return NULL;
	for (struct stream **at = &tab.streams; *at != NULL;) {
		struct stream *const s = *at;
		fprintf(out, "job: %s\n", s->reply.stream->id);
		web_events_write(s->reply.stream, &s->reply.cursor, clock_monotonic_s(), out);
		if (!s->reply.cursor.has_ended) {
			at = &s->next;
			continue;
		}
		*at = s->next;
		web_reply_free(&s->reply);
		free(s);
	}
	return give(memory_stream_end(out, &text));
}

/** Without threads: solve what waits; meanwhile the page is asked to ask for events. */
EXPORTED void tab_work(void)
{
	web_jobs_run(tab.server.jobs);
}

/* ---- the table ---- */
/* With the lock held: what a job waits for may have come. */
static void set_state(enum table_state state)
{
	tab.state = state;
	pthread_cond_broadcast(&tab.changed);
}

static bool hear_progress(void *context, const superflip_progress *p)
{
	pthread_mutex_lock(&tab.lock);
	tab.progress = *p;
	pthread_mutex_unlock(&tab.lock);
	if (!HAS_THREADS)
		ask_how_far();
	return true;
}

/* Open the table, or build it; a wrong byte is found before anything is searched. */
static void *open_table(void *nothing)
{
	superflip_tables *tables = NULL;
	superflip_error error = {0};
	struct tables_options o = tab.server.jobs->session.where;
	o.heuristic = tab.table;
	o.builds_again = true;
	o.notify = hear_progress;
	superflip_status status = tab.builds ? tables_build(&o, &error) : SUPERFLIP_OK;
	if (status == SUPERFLIP_OK)
		status = tables_open(&o, &tables, &error);
	if (status == SUPERFLIP_OK)
		status = superflip_tables_await_check(tables, o.notify, NULL, &error);
	const bool is_unsound = status == SUPERFLIP_TABLE_MISSING || status == SUPERFLIP_TABLE_DAMAGED
	                        || status == SUPERFLIP_TABLE_FOREIGN;
	if (status != SUPERFLIP_OK) {
		superflip_tables_close(tables);
		tables = NULL;
	}
	pthread_mutex_lock(&tab.lock);
	tab.fault = error;
	tab.fault.status = status;
	tab.server.jobs->tables = tab.server.jobs->session.given = tables;
	set_state(status == SUPERFLIP_OK      ? TABLE_READY
	          : is_unsound && !tab.builds ? TABLE_UNSOUND
	                                      : TABLE_FAILED);
	pthread_mutex_unlock(&tab.lock);
	return nothing;
}

/** There will be no table, and why: a search that waits for it ends with that. */
EXPORTED void tab_fail(const char *why)
{
	pthread_mutex_lock(&tab.lock);
	if (tab.state != TABLE_READY) {
		error_say(&tab.fault, SUPERFLIP_IO, "%s", why);
		set_state(TABLE_FAILED);
	}
	pthread_mutex_unlock(&tab.lock);
}

/** Open the table of a name, or build it: begin with it, or, without threads, do it. */
EXPORTED void tab_open(const char *table, bool builds)
{
	pthread_t thread;
	snprintf(tab.table, sizeof tab.table, "%s", table);
	tab.builds = builds;
	tab.state = TABLE_OPENING;
	tab.progress = (superflip_progress){.stage = builds ? "building" : "checking"};
	if (!HAS_THREADS)
		open_table(NULL);
	else if (pthread_create(&thread, NULL, open_table, NULL) == 0)
		pthread_detach(thread);
	else
		tab_fail("no thread can be had");
}

/** What worker.js tells of the table ({table: ...}); the message of one that failed, or is not sound, says
 * why. */
EXPORTED const char *tab_table(void)
{
	static const char *const states[] = {
		[TABLE_OPENING] = "working", [TABLE_READY] = "ready", [TABLE_FAILED] = "failed",
		[TABLE_UNSOUND] = "unsound",
	};
	superflip_table_info info = {.size = sizeof info};
	pthread_mutex_lock(&tab.lock);
	if (tab.state == TABLE_READY)
		superflip_tables_table(tab.server.jobs->tables, 0, &info);
	const char *const reason = tab.fault.status == SUPERFLIP_NO_MEMORY ? "memory"
	                           : tab.fault.status == SUPERFLIP_NO_SPACE ? "space" : NULL;
	json_t *const told = json_pack("{s:s, s:s, s:s, s:f, s:o, s:b, s:i, s:s, s:o}", "name", tab.table,
		"state", states[tab.state], "stage", tab.progress.stage, "share", tab.progress.share,
		"bytes", json_count(info.file_bytes), "built", (int)tab.builds,
		"threads", (int)tab.server.jobs->session.where.n_threads, "message", tab.fault.text,
		"reason", json_text(reason));
	pthread_mutex_unlock(&tab.lock);
	return give(json_line(told));
}

/** What to expect here of the table called so: its bytes, those of memory while it is built, the seconds of
 * that, and of a random state.  NULL: there is none. */
EXPORTED const char *tab_facts(const char *table)
{
	static superflip_catalogue *catalogue;
	const struct tables_options *const o = &tab.server.jobs->session.where;
	if (catalogue == NULL && catalogue_make(o, true, &catalogue, NULL) != SUPERFLIP_OK)
		return NULL;
	const superflip_heuristic *const found = catalogue_find(catalogue, table);
	return found == NULL ? NULL : give(json_line(json_pack("{s:s, s:o, s:o, s:f, s:f}", "name", table,
		"bytes", json_count(found->file_bytes), "build_bytes", json_count(found->build_bytes),
		"build_seconds", slower_to_build * found->build_s,
		"solve_seconds", slower_to_solve * found->solve_s / o->n_threads)));
}
