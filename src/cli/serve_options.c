#include "cli/serve_options.h"

#include "cli/cli.h"
#include "cli/number.h"
#include "cli/option.h"
#include "cli/suggest.h"
#include "heuristic/heuristic.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum option_id {
	OPT_THREADS = 't', OPT_QUIET = 'q', OPT_HELP = 'h', OPT_PORT = 'p',
	OPT_BIND = 256, OPT_TOKEN, OPT_TOKEN_FILE, OPT_ORIGIN, OPT_WAITING, OPT_RUNNING, OPT_PER_CLIENT, OPT_SECONDS, OPT_BYTES,
	OPT_SOLUTIONS, OPT_KEEP, OPT_CONNECTIONS, OPT_CONNECTIONS_PER_CLIENT, OPT_ACCESS_LOG, OPT_HEURISTIC, OPT_MEMORY, OPT_PRELOAD, OPT_PDB_DIR,
};

static const struct option_row rows[] = {
	{OPT_PORT, 1, "port", "N", "port to listen on (8080); 2023 is where pages of cubing.js ask; 0: any that is free"},
	{OPT_BIND, 1, "bind", "ADDRESS", "address to listen on (127.0.0.1); beyond this machine only with a token"},
	{OPT_TOKEN, 1, "token", "TOKEN", "answer only those who send it (other users of this machine see it in ps)"},
	{OPT_TOKEN_FILE, 1, "token-file", "FILE", "the same, from the first line of a file"},
	{OPT_ORIGIN, 1, "allow-origin", "ORIGIN", "pages of this site, such as https://example.net, may ask, too; may be given again"},
	{OPT_WAITING, 1, "waiting", "N", "cubes that may wait (64); more are refused with 429"},
	{OPT_RUNNING, 1, "running", "N", "cubes that are searched at the same time (2)"},
	{OPT_PER_CLIENT, 1, "per-client", "N", "cubes of one address that may wait or be searched (16)"},
	{OPT_SECONDS, 1, "time-limit", "SECONDS", "the longest search for a cube (60; also 10m, 2h)"},
	{OPT_BYTES, 1, "request-bytes", "SIZE", "the largest request (64k)"},
	{OPT_SOLUTIONS, 1, "solutions", "N", "the most solutions of a cube (10000)"},
	{OPT_KEEP, 1, "keep", "SECONDS", "how long results are kept (10m)"},
	{OPT_CONNECTIONS, 1, "connections", "N", "connections at the same time (256)"},
	{OPT_CONNECTIONS_PER_CLIENT, 1, "connections-per-client", "N", "connections of one address; more are closed (half of all)"},
	{OPT_ACCESS_LOG, 1, "access-log", "FILE", "append a line for each request to FILE, or - for standard error"},
	{OPT_HEURISTIC, 1, "heuristic", "NAME", "lower bounds to search with; auto: the strongest installed"},
	{OPT_THREADS, 1, "threads", "N", "threads; 0: all usable processors, the default"},
	{OPT_MEMORY, 1, "memory", "SIZE", "use no tables larger than SIZE together: 8G, or 50% of the machine"},
	{OPT_PRELOAD, 1, "preload", NULL, "copy the tables into memory, on huge pages, instead of mapping the files"},
	{OPT_PDB_DIR, 1, "pdb-dir", "DIRECTORY", "where the pattern databases are"},
	{OPT_QUIET, 1, "quiet", NULL, "print only errors on standard error"},
	{OPT_HELP, 1, "help", NULL, "print this help"},
};
enum { N_ROWS = sizeof rows / sizeof *rows, MAX_THREADS = 1024, MAX_CUBES = 100000, MAX_CONNECTIONS = 10000 };

static void print_help(void)
{
	puts("usage: superflip serve [OPTION...]\n\n"
	     "Serve a page that solves cubes, and an interface for programs, over HTTP until it is interrupted: open\n"
	     "http://127.0.0.1:8080 in a browser. /api/openapi.yaml describes the interface.\n");
	option_rows_print(rows, N_ROWS, 1);
	puts("\n`superflip help heuristics` lists the heuristics.\n"
	     "exit status: 2 usage, 4 table or I/O error, 5 not enough memory, 128 + n after signal n");
}

static bool refuse(const struct option_row *row, const char *value, const char *expected)
{
	complain("serve: --%s '%s': expected %s", row->name, value, expected);
	return false;
}

static bool take_number(const struct option_row *row, const char *text, unsigned min, unsigned max, unsigned *out)
{
	char expected[80];
	uint64_t value;
	if (number_read(text, min, max, &value)) {
		*out = (unsigned)value;
		return true;
	}
	snprintf(expected, sizeof expected, "a whole number from %u to %u", min, max);
	return refuse(row, text, expected);
}

static bool take_seconds(const struct option_row *row, const char *text, double *out)
{
	return number_read_seconds(text, out) || refuse(row, text, "seconds, or 10m, or 2h");
}

static bool take_bytes(const struct option_row *row, const char *text, size_t *out)
{
	uint64_t bytes;
	if (!number_read_bytes(text, &bytes) || bytes > 1 << 30)
		return refuse(row, text, "a size of at most 1G, such as 64k");
	*out = (size_t)bytes;
	return true;
}

static bool take_token(const struct option_row *row, const char *text, struct serve_options *o)
{
	o->access.token = text;
	return web_token_is_possible(text) || refuse(row, "...", "letters, digits and -._~, at most 256");
}

static bool take_token_file(const struct option_row *row, const char *path, struct serve_options *o)
{
	FILE *const file = fopen(path, "r");
	if (file == NULL || fgets(o->token, sizeof o->token, file) == NULL) {
		complain("serve: --token-file %s: %s", path, file == NULL ? strerror(errno) : "the file is empty");
		if (file != NULL)
			fclose(file);
		return false;
	}
	fclose(file);
	o->token[strcspn(o->token, "\r\n")] = '\0';
	return take_token(row, o->token, o);
}

static bool take_origin(const struct option_row *row, const char *origin, struct serve_options *o)
{
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

static bool take_heuristic(const struct option_row *row, const char *name, struct serve_options *o)
{
	o->engine.heuristic = name;
	if (strcmp(name, "auto") == 0 || heuristic_find(name) != NULL)
		return true;
	const char *const nearest = suggest_heuristic(name);
	complain("serve: --%s '%s': there is none of this name%s%s%s `superflip help heuristics` lists them", row->name, name,
	         nearest != NULL ? ", did you mean '" : "", nearest != NULL ? nearest : "", nearest != NULL ? "'?" : ";");
	return false;
}

static bool take_option(struct serve_options *o, const struct option_row *row, const char *value)
{
	unsigned number = 0;
	bool is_right = true;
	switch ((enum option_id)row->id) {
	case OPT_PORT:
		is_right = take_number(row, value, 0, UINT16_MAX, &number);
		o->http.port = (uint16_t)number;
		return is_right;
	case OPT_BIND:        o->http.bind = value; return true;
	case OPT_TOKEN:       return take_token(row, value, o);
	case OPT_TOKEN_FILE:  return take_token_file(row, value, o);
	case OPT_ORIGIN:      return take_origin(row, value, o);
	case OPT_WAITING:     return take_number(row, value, 1, MAX_CUBES, &o->limits.waiting);
	case OPT_RUNNING:     return take_number(row, value, 1, MAX_THREADS, &o->limits.running);
	case OPT_PER_CLIENT:  return take_number(row, value, 1, MAX_CUBES, &o->limits.per_client);
	case OPT_SECONDS:     return take_seconds(row, value, &o->limits.seconds);
	case OPT_BYTES:       return take_bytes(row, value, &o->limits.request_bytes);
	case OPT_SOLUTIONS:
		is_right = take_number(row, value, 1, MAX_CUBES, &number);
		o->limits.solutions = number;
		return is_right;
	case OPT_KEEP:        return take_seconds(row, value, &o->limits.keep_s);
	case OPT_CONNECTIONS: return take_number(row, value, 2, MAX_CONNECTIONS, &o->http.connections);
	case OPT_CONNECTIONS_PER_CLIENT: return take_number(row, value, 1, MAX_CONNECTIONS, &o->http.connections_per_client);
	case OPT_ACCESS_LOG:  o->access_log = value; return true;
	case OPT_HEURISTIC:   return take_heuristic(row, value, o);
	case OPT_THREADS:     return take_number(row, value, 0, MAX_THREADS, &o->engine.n_threads);
	case OPT_MEMORY:      return number_read_bytes(value, &o->engine.memory_bytes) || refuse(row, value, "a size such as 8G, or 50%");
	case OPT_PRELOAD:     o->engine.preloads = true; return true;
	case OPT_PDB_DIR:     o->engine.directory = value; return true;
	case OPT_QUIET:       o->is_quiet = true; return true;
	case OPT_HELP:        break;  /* handled where the exit status is known */
	}
	return true;
}

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
	struct getopt_tables tables;
	option_rows_select(rows, N_ROWS, 1, &tables);
	*out = (struct serve_options){.http = web_http_options_default(), .limits = web_limits_default()};
	*exit_status = EXIT_USAGE;
	opterr = 0;
	for (int found; (found = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1;) {
		if (found == '?' || found == ':') {
			*exit_status = option_refused(found, argv[0], argv, tables.longs);
			return false;
		}
		if (found == OPT_HELP) {
			print_help();
			*exit_status = EXIT_SOLVED;
			return false;
		}
		if (!take_option(out, option_rows_find(rows, N_ROWS, found), optarg))
			return false;
	}
	if (optind < argc) {
		complain("serve: '%s' is an argument too many; `superflip serve --help` explains", argv[optind]);
		return false;
	}
	return options_agree(out);
}
