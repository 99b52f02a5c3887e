#include "cli/serve_options.h"

#include "cli/cli.h"
#include "cli/number.h"
#include "cli/option.h"
#include "cli/suggest.h"
#include "heuristic/heuristic.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { MAX_THREADS = 1024, MAX_CUBES = 100000, MAX_CONNECTIONS = 10000 };

static bool take_token(void *options, const struct option_row *row, const char *text)
{
	(void)options;
	return web_token_is_possible(text) || option_refuse(row, "...", "letters, digits and -._~, at most 256");
}

static bool take_token_file(void *options, const struct option_row *row, const char *path)
{
	struct serve_options *const o = options;
	FILE *const file = fopen(path, "r");
	if (file == NULL || fgets(o->token, sizeof o->token, file) == NULL) {
		complain("serve: --token-file %s: %s", path, file == NULL ? strerror(errno) : "the file is empty");
		if (file != NULL)
			fclose(file);
		return false;
	}
	fclose(file);
	o->token[strcspn(o->token, "\r\n")] = '\0';
	o->access.token = o->token;
	return take_token(o, row, o->token);
}

static bool take_origin(void *options, const struct option_row *row, const char *origin)
{
	struct serve_options *const o = options;
	unsigned n = 0;
	while (o->access.allowed_origins[n] != NULL)
		n++;
	if (n == WEB_MAX_ORIGINS) {
		complain("serve: --%s '%s': at most %d sites", row->name, origin, WEB_MAX_ORIGINS);
		return false;
	}
	o->access.allowed_origins[n] = origin;
	return true;
}

static bool take_heuristic(void *options, const struct option_row *row, const char *name)
{
	(void)options;
	return option_is_heuristic(row, name);
}

#define IN(field) OPTION_IN(struct serve_options, field)
static const struct option_row rows[] = {
	{'p', 1, "port", "N", "port to listen on (8080); 2023 is where pages of cubing.js ask; 0: any that is free",
	 OPTION_NUMBER, IN(http.port), .max = UINT16_MAX},
	{0, 1, "bind", "ADDRESS", "address to listen on (127.0.0.1); beyond this machine only with a token", OPTION_TEXT, IN(http.bind)},
	{0, 1, "token", "TOKEN", "answer only those who send it (other users of this machine see it in ps)",
	 OPTION_TEXT, IN(access.token), .take = take_token},
	{0, 1, "token-file", "FILE", "the same, from the first line of a file", OPTION_OTHER, .take = take_token_file},
	{0, 1, "allow-origin", "ORIGIN", "also answer pages of this site, such as https://example.net; may be repeated",
	 OPTION_OTHER, .take = take_origin},
	{0, 1, "waiting", "N", "cubes that may wait (64); more are refused with 429",
	 OPTION_NUMBER, IN(limits.waiting), .min = 1, .max = MAX_CUBES},
	{0, 1, "running", "N", "cubes that are searched at the same time (2)", OPTION_NUMBER, IN(limits.running), .min = 1, .max = MAX_THREADS},
	{0, 1, "per-client", "N", "cubes of one address that may wait or be searched (16)",
	 OPTION_NUMBER, IN(limits.per_client), .min = 1, .max = MAX_CUBES},
	{0, 1, "time-limit", "SECONDS", "the longest search for a cube (60; also 10m, 2h)", OPTION_SECONDS, IN(limits.seconds)},
	{0, 1, "request-bytes", "SIZE", "the largest request (64k)",
	 OPTION_SIZE, IN(limits.request_bytes), .max = 1 << 30, .expected = "a size of at most 1G, such as 64k"},
	{0, 1, "solutions", "N", "the most solutions of a cube (10000)", OPTION_NUMBER, IN(limits.solutions), .min = 1, .max = MAX_CUBES},
	{0, 1, "keep", "SECONDS", "how long results are kept (10m)", OPTION_SECONDS, IN(limits.keep_s)},
	{0, 1, "connections", "N", "connections at the same time (256)", OPTION_NUMBER, IN(http.connections), .min = 2, .max = MAX_CONNECTIONS},
	{0, 1, "connections-per-client", "N", "connections of one address; more are closed (half of all)",
	 OPTION_NUMBER, IN(http.connections_per_client), .min = 1, .max = MAX_CONNECTIONS},
	{0, 1, "access-log", "FILE", "append a line for each request to FILE, or - for standard error", OPTION_TEXT, IN(access_log)},
	{0, 1, "heuristic", "NAME", "lower bounds to search with; auto: the strongest installed",
	 OPTION_TEXT, IN(engine.heuristic), .take = take_heuristic},
	{'t', 1, "threads", "N", "threads; 0: all usable processors, the default", OPTION_NUMBER, IN(engine.n_threads), .max = MAX_THREADS},
	{0, 1, "memory", "SIZE", "use no tables larger than SIZE together: 8G, or 50% of the machine", OPTION_SIZE, IN(engine.memory_bytes)},
	{0, 1, "preload", NULL, "copy the tables into memory, on huge pages, instead of mapping the files", OPTION_FLAG, IN(engine.preloads)},
	{0, 1, "pdb-dir", "DIRECTORY", "where the pattern databases are", OPTION_TEXT, IN(engine.directory)},
	{'q', 1, "quiet", NULL, "print only errors on standard error", OPTION_FLAG, IN(is_quiet)},
};
static const struct option_set option_set = {
	.rows = rows, .n_rows = sizeof rows / sizeof *rows, .user = 1,
	.usage = "serve [OPTION...]\n\n"
	         "Serve a page that solves cubes, and an interface for programs, over HTTP until it is interrupted: open\n"
	         "http://127.0.0.1:8080 in a browser. /api/openapi.yaml describes the interface.",
	.more = "`superflip help heuristics` lists the heuristics.\n"
	        "exit status: 2 usage, 4 table or I/O error, 5 not enough memory, 128 + n after signal n",
};

static bool options_agree(struct serve_options *o)
{
	o->access.is_local = web_is_loopback(o->http.bind);
	if (o->access.is_local || o->access.token != NULL)
		return true;
	complain("serve: --bind %s: other machines could ask, so a token is needed: --token-file FILE or --token TOKEN", o->http.bind);
	return false;
}

bool serve_options_read(int argc, char **argv, struct serve_options *out, int *exit_status)
{
	*out = (struct serve_options){.http = web_http_options_default(), .limits = web_limits_default()};
	const int first = option_set_read(&option_set, argc, argv, out, exit_status);
	if (first < 0)
		return false;
	if (first < argc) {
		complain("serve: '%s' is an argument too many; `superflip serve --help` explains", argv[first]);
		return false;
	}
	return options_agree(out);
}
