/* superflip serve: the page and the interface for programs over HTTP. */
#include "cli/cli.h"

#ifdef SUPERFLIP_HAS_HTTP
#include "base/clock.h"
#include "base/memory.h"
#include "base/words.h"
#include "cli/option.h"
#include "cli/tables.h"
#include "web/http.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

extern const unsigned char web_page[], web_openapi[];   /* made by the Makefile */
extern const size_t web_page_bytes, web_openapi_bytes;


/* ---- the options ---- */

struct serve_options {
	struct web_http_options http;
	struct web_limits limits;
	struct tables_options tables;
	struct web_access access;      /* is_local follows from http.bind */
	const char *access_log;        /* a file, "-" for standard error; NULL: none */
	bool is_quiet;
	char token[260];               /* of --token-file */
};

enum { WAIT_MS = 50, MAX_THREADS = 1024, MAX_CUBES = 100000, MAX_CONNECTIONS = 10000 };

static bool take_token(void *options, const struct option_row *row, const char *text, superflip_error *error)
{
	(void)options;
	return web_token_is_possible(text)
	       || option_refuse(error, row, "...", "letters, digits and -._~, at most 256");
}

static bool take_token_file(void *options, const struct option_row *row, const char *path,
                            superflip_error *error)
{
	struct serve_options *const o = options;
	FILE *const file = fopen(path, "r");
	if (file == NULL || fgets(o->token, sizeof o->token, file) == NULL) {
		option_refuse(error, row, path, "");
		snprintf(error->text, sizeof error->text, "%s", file == NULL ? strerror(errno) : "the file is empty");
		if (file != NULL)
			fclose(file);
		return false;
	}
	fclose(file);
	o->token[strcspn(o->token, "\r\n")] = '\0';
	o->access.token = o->token;
	return take_token(o, row, o->token, error);
}

static bool take_origin(void *options, const struct option_row *row, const char *origin,
                        superflip_error *error)
{
	struct serve_options *const o = options;
	unsigned n = 0;
	while (o->access.allowed_origins[n] != NULL)
		n++;
	if (n == WEB_MAX_ORIGINS)
		return option_refuse(error, row, origin, "fewer sites");
	o->access.allowed_origins[n] = origin;
	return true;
}

#define IN(field) OPTION_IN(struct serve_options, field)
static const struct option_row rows[] = {
	ROW_NUMBER('p', 1, "port", "N",
	           "port to listen on (8080); 2023 is where pages of cubing.js ask; 0: any that is free",
	           http.port, 0, UINT16_MAX),
	ROW_TEXT(0, 1, "bind", "ADDRESS",
	         "address to listen on (127.0.0.1); beyond this machine only with a token", http.bind),
	{0, 1, "token", "TOKEN", "answer only those who send it (other users of this machine see it in ps)",
	 OPTION_TEXT, IN(access.token), .take = take_token},
	{0, 1, "token-file", "FILE", "the same, from the first line of a file", OPTION_OTHER, .take = take_token_file},
	{0, 1, "allow-origin", "ORIGIN", "also answer pages of this site, such as https://example.net; may be repeated",
	 OPTION_OTHER, .take = take_origin},
	ROW_NUMBER(0, 1, "waiting", "N", "cubes that may wait (64); more are refused with 429",
	 limits.waiting, 1, MAX_CUBES),
	ROW_NUMBER(0, 1, "running", "N", "cubes that are searched at the same time (2)", limits.running, 1,
	           MAX_THREADS),
	ROW_NUMBER(0, 1, "per-client", "N", "cubes of one address that may wait or be searched (16)",
	 limits.per_client, 1, MAX_CUBES),
	{0, 1, "time-limit", "SECONDS", "the longest search for a cube (60; also 10m, 2h)", OPTION_SECONDS, IN(limits.seconds)},
	{0, 1, "request-bytes", "SIZE", "the largest request (64k)",
	 OPTION_SIZE, IN(limits.request_bytes), .max = 1 << 30, .expected = "a size of at most 1G, such as 64k"},
	ROW_NUMBER(0, 1, "solutions", "N", "the most solutions of a cube (10000)", limits.solutions, 1,
	           MAX_CUBES),
	{0, 1, "goal-tables", "SIZE", "build tables of at most SIZE together for goals, turns and steps that are asked for (4G)",
	 OPTION_SIZE, IN(limits.goal_bytes)},
	{0, 1, "keep", "SECONDS", "how long results are kept (10m)", OPTION_SECONDS, IN(limits.keep_s)},
	ROW_NUMBER(0, 1, "connections", "N", "connections at the same time (256)", http.connections, 2,
	           MAX_CONNECTIONS),
	ROW_NUMBER(0, 1, "connections-per-client", "N",
	           "connections of one address; more are closed (half of all)", http.connections_per_client,
	           1, MAX_CONNECTIONS),
	ROW_TEXT(0, 1, "access-log", "FILE",
	         "append a line for each request to FILE, or - for standard error", access_log),
	{0, 1, "heuristic", "NAME", "lower bounds to search with; auto: the strongest installed",
	 OPTION_TEXT, IN(tables.heuristic), .take = option_take_heuristic},
	ROW_NUMBER('t', 1, "threads", "N", "threads; 0: all usable processors, the default", tables.n_threads,
	           0, MAX_THREADS),
	{0, 1, "memory", "SIZE", "use no tables larger than SIZE together: 8G, or 50% of the machine", OPTION_SIZE, IN(tables.memory_bytes)},
	ROW_FLAG(0, 1, "preload", "copy the tables into memory, on huge pages, instead of mapping the files",
	         tables.preloads),
	ROW_TEXT(0, 1, "pdb-dir", "DIRECTORY", "where the pattern databases are", tables.directory),
	ROW_FLAG('q', 1, "quiet", "print only errors on standard error", is_quiet),
};
static const struct option_set option_set = {
	OPTION_SET(rows, 1),
	.usage =
		"serve [OPTION...]\n\n"
		"Serve a page that solves cubes, and an interface for programs, over HTTP until it is interrupted: open\n"
		"http://127.0.0.1:8080 in a browser. /api/openapi.yaml describes the interface.",
	.misuse = "serve: '%s' is an argument too many; `superflip serve --help` explains",
	.more = "`superflip help heuristics` lists the heuristics.\n"
			"exit status: 2 usage, 4 table or I/O error, 5 not enough memory, 128 + n after signal n",
};

/* ---- serving ---- */

static int open_engine(struct serve_options *o, struct web_engine **out)
{
	if (tables_directory_is_missing(o->tables.directory, "korf"))
		return EXIT_TABLE;
	struct tables_bars bars = {.is_quiet = o->is_quiet};
	superflip_error error = {0};
	o->tables.notify = tables_show_bar;
	o->tables.notify_context = &bars;
	/* Methods that keep nodes may run beside each other. */
	const superflip_status status = web_engine_open(
		&o->tables, memory_available_bytes() / 2 / o->limits.running, o->limits.goal_bytes, out, &error);
	tables_finish_bars(&bars);
	if (status == SUPERFLIP_OK)
		return EXIT_SOLVED;
	if (status == SUPERFLIP_CANCELLED && interrupted_by() != 0)
		return 128 + interrupted_by();
	return tables_complain_of_opening(&error, &o->tables);
}

static int wait_for_signal(const struct serve_options *o, struct web_jobs *jobs, struct web_engine *engine,
                           struct web_http *http)
{
	const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
	superflip_error fault;
	while (interrupted_by() == 0) {
		if (status_is_wanted()) {
			const struct web_job_counts c = web_jobs_counts(jobs);
			complain("serve: %s waiting, %u searched now, %" PRIu64 " accepted, %" PRIu64 " refused",
			         words_of(c.waiting, "cube"), c.running, c.accepted,
			         c.refused_full + c.refused_client);
		}
		/* What a damaged table finds is no answer, and it does not heal. */
		if (tables_fault(engine->tables, &fault) != SUPERFLIP_OK) {
			complain("serve: %s", fault.text);
			return EXIT_TABLE;
		}
		web_http_end_late(http);
		nanosleep(&pause, NULL);
	}
	if (!o->is_quiet)
		complain("serve: stopping");
	return 128 + interrupted_by();
}

static int serve(const struct serve_options *o, struct web_engine *engine)
{
	struct web_jobs *const jobs = web_jobs_open(engine, &o->limits);
	if (jobs == NULL) {
		complain("serve: cannot start the threads: %s", strerror(errno));
		return EXIT_MEMORY;
	}
	struct web_server server = {
		.engine = engine, .jobs = jobs, .access = o->access, .started_s = clock_monotonic_s(),
		.page = {"text/html; charset=utf-8", web_page, web_page_bytes},
		.description = {"application/yaml", web_openapi, web_openapi_bytes},
	};
	char error[512];
	struct web_http *const http = web_http_start(&server, &o->http, error, sizeof error);
	int status = EXIT_TABLE;
	if (http == NULL) {
		complain("serve: %s", error);
	} else {
		const bool is_ipv6 = strchr(o->http.bind, ':') != NULL;
		if (!o->is_quiet)
			complain("http://%s%s%s:%u/%s: %s, %s; Ctrl-C ends", is_ipv6 ? "[" : "", o->http.bind,
			         is_ipv6 ? "]" : "", web_http_port(http), o->access.token != NULL ? "?token=..." : "",
			         words_of(engine->n_threads, "thread"), tables_heuristic(engine->tables));
		status = wait_for_signal(o, jobs, engine, http);
		web_http_quiesce(http);
		web_jobs_stop(jobs);   /* whoever waits gets what was found */
		web_http_stop(http);
	}
	web_jobs_close(jobs);
	return status;
}

int command_serve(int argc, char **argv)
{
	struct serve_options options = {.http = web_http_options_default(), .limits = web_limits_default()};
	options.tables = (struct tables_options){0};
	int status;
	if (option_set_read(&option_set, argc, argv, &options, &status) < 0)
		return status;
	options.access.is_local = web_is_loopback(options.http.bind);
	if (!options.access.is_local && options.access.token == NULL)
		return complain_and(EXIT_USAGE,
		                    "serve: --bind %s: other machines could ask, so a token is needed: "
		                    "--token-file FILE or --token TOKEN", options.http.bind);
	catch_interrupts();
	struct web_engine *engine;
	const char *const path = options.access_log;
	FILE *const log = path == NULL ? NULL : strcmp(path, "-") == 0 ? stderr : fopen(path, "ae");
	if (path != NULL && log == NULL)
		return complain_and(EXIT_TABLE, "serve: --access-log %s: %s", path, strerror(errno));
	options.http.access_log = log;
	status = open_engine(&options, &engine);
	if (status == EXIT_SOLVED) {
		status = serve(&options, engine);
		web_engine_close(engine);
	}
	const bool has_failed = log != NULL && ferror(log);
	if (log != NULL && ((log != stderr && fclose(log) != 0) || has_failed))
		return complain_and(EXIT_TABLE, "serve: --access-log %s: not every line could be written",
		                    path);
	return status;
}
#else
int command_serve(int argc, char **argv)
{
	(void)argc, (void)argv;
	complain(
		"serve: this program was built without libmicrohttpd; `make deps-web all` (Debian: libmicrohttpd-dev) builds it with");
	return EXIT_USAGE;
}
#endif
