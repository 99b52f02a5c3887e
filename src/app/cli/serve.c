/* superflip serve: the page and the interface for programs over HTTP. */
#include "cli/tables.h"

#ifdef SUPERFLIP_HAS_HTTP
#include "web/http.h"

extern const unsigned char web_page[], web_openapi[];   /* made by the Makefile */
extern const size_t web_page_bytes, web_openapi_bytes;
extern const char web_policy[];

/* ---- the options ---- */

static struct request {
	struct web_http_options http;
	struct web_limits limits;
	struct tables_options tables;
	struct web_access access;      /* is_local follows from http.bind */
	const char *access_log;        /* a file, "-" for standard error; NULL: none */
	char token[260];               /* of --token-file */
} request;

enum { WAIT_MS = 50, MAX_THREADS = 1024, MAX_CUBES = 100000, MAX_CONNECTIONS = 10000 };

static OPTION_TAKER(take_token)
{
	return web_token_is_possible(value)
	       || option_refuse(error, row, "...", "letters, digits and -._~, at most 256");
}

static OPTION_TAKER(take_token_file)
{
	FILE *const file = fopen(value, "r");
	if (file == NULL || fgets(request.token, sizeof request.token, file) == NULL) {
		option_refuse(error, row, value, "");
		snprintf(error->text, sizeof error->text, "%s", file == NULL ? strerror(errno) : "the file is empty");
		if (file != NULL)
			fclose(file);
		return false;
	}
	fclose(file);
	request.token[strcspn(request.token, "\r\n")] = '\0';
	request.access.token = request.token;
	return take_token(options, row, request.token, error);
}

static OPTION_TAKER(take_origin)
{
	unsigned n = 0;
	while (request.access.allowed_origins[n] != NULL)
		n++;
	if (n == WEB_MAX_ORIGINS)
		return option_refuse(error, row, value, "fewer sites");
	request.access.allowed_origins[n] = value;
	return true;
}

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
	ROWS_OF_TABLES(1, tables),
	ROW_QUIET(1, "print only errors on standard error"),
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

static int open_tables(struct web_jobs *jobs)
{
	if (tables_directory_is_missing(request.tables.directory, "korf"))
		return EXIT_TABLE;
	superflip_error error = {0};
	superflip_session *const s = &jobs->session;
	/* Methods that keep nodes may run beside each other. */
	s->node_bytes = memory_available_bytes() / 2 / request.limits.running;
	s->limits = "this server builds for requests";
	const superflip_status status = web_jobs_open_tables(jobs, tables_show_bar, NULL, &error);
	s->build_bytes = request.limits.goal_bytes;
	s->built_bytes = 0;
	tables_finish_bars();
	if (status == SUPERFLIP_OK)
		return EXIT_SOLVED;
	if (status == SUPERFLIP_CANCELLED && interrupted_by() != 0)
		return interrupted_by();
	return tables_complain_of_opening(&error, &request.tables);
}

static int wait_for_signal(struct web_jobs *jobs)
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
		if (tables_fault(jobs->tables, &fault) != SUPERFLIP_OK) {
			complain("serve: %s", fault.text);
			return EXIT_TABLE;
		}
		web_http_end_late();
		nanosleep(&pause, NULL);
	}
	remark("serve: stopping");
	return interrupted_by();
}

static int serve(void)
{
	struct web_jobs *const jobs = web_jobs_open(&request.tables, &request.limits);
	if (jobs == NULL)
		return complain_and(EXIT_MEMORY, "serve: cannot start the threads: %s", strerror(errno));
	char error[512];
	/* A port that is taken is known before a table is built. */
	int status = web_http_listen(&request.http, error, sizeof error) ? open_tables(jobs)
		: complain_and(EXIT_TABLE, "serve: %s", error);
	struct web_server server = {
		.jobs = jobs, .access = request.access, .started_s = clock_monotonic_s(),
		.page = {"text/html; charset=utf-8", web_page, web_page_bytes},
		.policy = web_policy,
		.description = {"application/yaml", web_openapi, web_openapi_bytes},
	};
	if (status == EXIT_SOLVED && !web_http_start(&server))
		status = complain_and(EXIT_MEMORY, "serve: libmicrohttpd does not start");
	if (status == EXIT_SOLVED) {
		const bool is_ipv6 = strchr(request.http.bind, ':') != NULL;
		remark("http://%s%s%s:%u/%s: %s, %s; Ctrl-C ends", is_ipv6 ? "[" : "", request.http.bind,
			         is_ipv6 ? "]" : "", web_http_port(), request.access.token != NULL ? "?token=..." : "",
			         words_of(jobs->session.where.n_threads, "thread"), tables_heuristic(jobs->tables));
		status = wait_for_signal(jobs);
		web_http_quiesce();
		web_jobs_stop(jobs);   /* whoever waits gets what was found */
		web_http_stop();
	}
	web_jobs_close(jobs);
	return status;
}

static int run(int argc, char **argv)
{
	request.http = web_http_options_default;
	request.limits = web_limits_default;
	const int first = option_set_read(&option_set, argc, argv, &request);
	if (first < 0)
		return ~first;
	request.access.is_local = web_is_loopback(request.http.bind);
	if (!request.access.is_local && request.access.token == NULL)
		return usage_error("serve: --bind %s: other machines could ask, so a token is needed: "
		                    "--token-file FILE or --token TOKEN", request.http.bind);
	catch_interrupts();
	const char *const path = request.access_log;
	FILE *const log = path == NULL ? NULL : text_equal(path, "-") ? stderr : fopen(path, "ae");
	if (path != NULL && log == NULL)
		return complain_and(EXIT_TABLE, "serve: --access-log %s: %s", path, strerror(errno));
	request.http.access_log = log;
	const int status = serve();
	const bool has_failed = log != NULL && ferror(log);
	if (log != NULL && ((log != stderr && fclose(log) != 0) || has_failed))
		return complain_and(EXIT_TABLE, "serve: --access-log %s: not every line could be written",
		                    path);
	return status;
}
#else
static int run(int argc, char **argv)
{
	return usage_error("serve: this program was built without libmicrohttpd; `make deps-web all` (Debian: "
	                   "libmicrohttpd-dev) builds it with");
}
#endif

const struct command command_serve = {
	"serve", "a page and an interface for programs over HTTP", .run = run,
};
