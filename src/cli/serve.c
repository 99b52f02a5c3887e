/* superflip serve: the page and the interface for programs over HTTP. */
#include "cli/cli.h"

#ifdef SUPERFLIP_HAS_HTTP
#include "base/clock.h"
#include "base/memory.h"
#include "base/words.h"
#include "cli/serve_options.h"
#include "cli/status.h"
#include "report/progress.h"
#include "web/http.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

extern const unsigned char web_page[], web_openapi[];   /* made by the Makefile */
extern const size_t web_page_bytes, web_openapi_bytes;

enum { WAIT_MS = 50 };

/* What the library tells of tables that it builds or checks, on a bar. */
struct tables_progress {
	struct progress_bar bar;
	struct pdb_progress callback;
	bool is_quiet, has_bar;
	char table[64];
};

static bool show_tables(void *context, const char *table, const char *stage, uint64_t done, uint64_t total)
{
	struct tables_progress *const p = context;
	if (!p->has_bar || strcmp(p->table, table) != 0) {
		if (p->has_bar)
			progress_bar_finish(&p->bar);
		snprintf(p->table, sizeof p->table, "%s", table);
		p->bar = progress_bar_start(p->table, p->is_quiet, interrupted_by);
		p->bar.is_asked = status_is_wanted;
		p->callback = progress_bar_callback(&p->bar);
		p->has_bar = true;
	}
	return p->callback.tell(p->callback.context, stage, done, total);
}

static int open_engine(struct serve_options *o, struct web_engine **out)
{
	struct tables_progress progress = {.is_quiet = o->is_quiet};
	superflip_error error = {0};
	o->engine.progress = show_tables;
	o->engine.progress_context = &progress;
	/* Methods that keep nodes may run beside each other. */
	o->engine.node_memory_bytes = memory_available_bytes() / 2 / o->limits.running;
	const superflip_status status = web_engine_open(&o->engine, out, &error);
	if (progress.has_bar)
		progress_bar_finish(&progress.bar);
	if (status == SUPERFLIP_OK)
		return EXIT_SOLVED;
	if (status == SUPERFLIP_CANCELLED && interrupted_by() != 0)
		return 128 + interrupted_by();
	complain("serve: %s", error.text[0] != '\0' ? error.text : superflip_status_text(status));
	return status == SUPERFLIP_NO_MEMORY || status == SUPERFLIP_TOO_LARGE || status == SUPERFLIP_NO_THREADS ? EXIT_MEMORY : EXIT_TABLE;
}

static void tell_address(const struct serve_options *o, const struct web_http *http, struct web_engine *engine)
{
	const bool is_ipv6 = strchr(o->http.bind, ':') != NULL;
	if (!o->is_quiet)
		complain("http://%s%s%s:%u/%s: %s, %s; Ctrl-C ends", is_ipv6 ? "[" : "", o->http.bind, is_ipv6 ? "]" : "",
		         web_http_port(http), o->access.token != NULL ? "?token=..." : "", words_of(web_engine_threads(engine), "thread"),
		         superflip_tables_heuristic(web_engine_tables(engine)));
}

static void tell_status(struct web_jobs *jobs)
{
	const struct web_job_counts c = web_jobs_counts(jobs);
	complain("serve: %s waiting, %u searched now, %" PRIu64 " accepted, %" PRIu64 " refused", words_of(c.waiting, "cube"), c.running, c.accepted,
	         c.refused_full + c.refused_client);
}

static int wait_for_signal(const struct serve_options *o, struct web_jobs *jobs, struct web_engine *engine)
{
	const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
	superflip_error fault;
	while (interrupted_by() == 0) {
		if (status_is_wanted())
			tell_status(jobs);
		/* What a damaged table finds is no answer, and it does not heal. */
		if (superflip_tables_fault(web_engine_tables(engine), &fault) != SUPERFLIP_OK) {
			complain("serve: %s", fault.text);
			return EXIT_TABLE;
		}
		nanosleep(&pause, NULL);
	}
	if (!o->is_quiet)
		complain("serve: stopping");
	return 128 + interrupted_by();
}

/* @return NULL without a log; *is_open false after complaining */
static FILE *open_access_log(const char *path, bool *is_open)
{
	FILE *const log = path == NULL ? NULL : strcmp(path, "-") == 0 ? stderr : fopen(path, "ae");
	*is_open = path == NULL || log != NULL;
	if (!*is_open)
		complain("serve: --access-log %s: %s", path, strerror(errno));
	return log;
}

/* @return status, or EXIT_TABLE after complaining if lines were lost */
static int close_access_log(FILE *log, const char *path, int status)
{
	if (log == NULL)
		return status;
	bool is_whole = !ferror(log);
	if (log != stderr)
		is_whole = fclose(log) == 0 && is_whole;
	if (is_whole)
		return status;
	complain("serve: --access-log %s: not every line could be written", path);
	return EXIT_TABLE;
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
		tell_address(o, http, engine);
		status = wait_for_signal(o, jobs, engine);
		web_http_quiesce(http);
		web_jobs_stop(jobs);   /* whoever waits gets what was found */
		web_http_stop(http);
	}
	web_jobs_close(jobs);
	return status;
}

int command_serve(int argc, char **argv)
{
	struct serve_options options;
	int status;
	if (!serve_options_read(argc, argv, &options, &status))
		return status;
	catch_interrupts(false);
	struct web_engine *engine;
	bool is_open;
	FILE *const log = options.http.access_log = open_access_log(options.access_log, &is_open);
	if (!is_open)
		return EXIT_TABLE;
	status = open_engine(&options, &engine);
	if (status == EXIT_SOLVED) {
		status = serve(&options, engine);
		web_engine_close(engine);
	}
	return close_access_log(log, options.access_log, status);
}
#else
int command_serve(int argc, char **argv)
{
	(void)argc, (void)argv;
	complain("serve: this program was built without libmicrohttpd; `make deps-web all` (Debian: libmicrohttpd-dev) builds it with");
	return EXIT_USAGE;
}
#endif
