/* GET /api/tables, /api/server, /metrics, /healthz. */
#include "web/server.h"

#include "report/record.h"

/* ---- tables ---- */
void web_tables(const struct web_call *call, struct web_reply *out)
{
	struct web_jobs *const jobs = call->server->jobs;
	superflip_tables *const tables = jobs->tables;
	json_t *const open = json_array(), *const known = json_array();
	superflip_table_info info = {.size = sizeof info};
	for (unsigned i = 0; tables != NULL && superflip_tables_table(tables, i, &info); i++)
		json_array_append_new(open, json_pack("{s:s, s:s, s:o, s:o}", "name", info.name, "metric",
		                                      record_metric_name[info.metric], "file_bytes",
		                                      json_count(info.file_bytes), "resident_bytes",
		                                      info.has_pages ? json_count(info.resident_bytes)
		                                      : json_null()));
	superflip_catalogue *catalogue = NULL;
	const superflip_heuristic *h;
	const bool has_catalogue = catalogue_make(&jobs->session.where, false, &catalogue, NULL) == SUPERFLIP_OK;
	for (unsigned i = 0; has_catalogue && (h = superflip_catalogue_at(catalogue, i)) != NULL; i++)
		json_array_append_new(known, json_pack("{s:s, s:s, s:b, s:b, s:o}", "name", h->name,
		                                       "summary", h->summary, "installed",
		                                       h->is_installed, "for_comparison",
		                                       h->is_for_comparison, "file_bytes",
		                                       json_count(h->file_bytes)));
	superflip_catalogue_free(catalogue);
	web_reply_json(out, WEB_OK, json_pack(
		"{s:o, s:o, s:i, s:f, s:o, s:o}",
		"heuristic", json_text(info.heuristic), "kernel", json_text(info.kernel),
		"threads", (int)jobs->session.where.n_threads,
		"checked_share", info.checked_share, "tables",
		    open, "heuristics", known));
}

/* ---- the server ---- */
void web_about(const struct web_call *call, struct web_reply *out)
{
	const struct web_limits *const limits = &call->server->jobs->limits;
	const superflip_session *const session = &call->server->jobs->session;
	json_t *const list = json_array();
	const superflip_method *m;
	for (unsigned i = 0; (m = superflip_method_at(i)) != NULL; i++) {
		superflip_problem p;
		superflip_needs info;
		/* A method may need tables that are not built here. */
		if (session->most_bytes != 0 && m->takes_steps) {
			problem_init(&p);
			p.method = m;
			if (steps_measure(&p, session->where.directory, &info, NULL) == SUPERFLIP_OK
			    && !session_may_build(session, info.file_bytes))
				continue;
		}
		json_array_append_new(list, json_pack("{s:s, s:s, s:b, s:b, s:b, s:b, s:b, s:b}", "name", m->name,
		                                      "summary", m->summary, "optimal", m->is_optimal, "stages",
		                                      m->has_stages, "searches", m->searches, "qtm",
		                                      m->counts_quarter_turns, "hopeless", m->is_hopeless, "steps",
		                                      m->takes_steps));
	}
	web_reply_json(out, WEB_OK,
	               json_pack("{s:s, s:[s, s, s, s, s, s], s:o, s:{s:i, s:i, s:i, s:f, s:o, s:o, s:f}}",
	                         "version", superflip_version(),
		"metrics", "htm", "qtm", "stm", "atm", "stqm", "etm", "methods", list, "limits", "waiting",
			limits->waiting, "running", limits->running,
		"per_client", limits->per_client, "seconds", limits->seconds, "request_bytes",
			json_count(limits->request_bytes),
		"solutions", json_count(limits->solutions), "keep_seconds", limits->keep_s));
}

/* ---- for those who watch it ---- */
static void write_outcomes(FILE *out, const struct web_job_counts *counts)
{
	static const char *const names[] = {
		[SUPERFLIP_SOLVED] = "solved", [SUPERFLIP_NONE] = "none", [SUPERFLIP_NODE_LIMIT] = "node_limit",
		[SUPERFLIP_TIME_LIMIT] = "time_limit", [SUPERFLIP_MEMORY_LIMIT] = "memory_limit",
			[SUPERFLIP_STOPPED] = "stopped",
		[SUPERFLIP_FAILED] = "failed",
	};
	fputs(
		"# HELP superflip_cubes_done_total Cubes that are done, by what ended them.\n# TYPE superflip_cubes_done_total counter\n",
		out);
	for (unsigned i = 0; i <= SUPERFLIP_FAILED; i++)
		fprintf(out, "superflip_cubes_done_total{outcome=\"%s\"} %" PRIu64 "\n", names[i],
		        counts->by_outcome[i]);
	fputs(
		"# HELP superflip_cubes_refused_total Cubes that were refused, by the limit.\n# TYPE superflip_cubes_refused_total counter\n",
		out);
	fprintf(out, "superflip_cubes_refused_total{limit=\"waiting\"} %" PRIu64 "\n", counts->refused_full);
	fprintf(out, "superflip_cubes_refused_total{limit=\"per_client\"} %" PRIu64 "\n", counts->refused_client);
}

void web_metrics(const struct web_call *call, struct web_reply *out)
{
	size_t size;
	const struct web_job_counts counts = web_jobs_counts(call->server->jobs);
	const superflip_tables *const tables = call->server->jobs->tables;
	FILE *const text = memory_stream(&out->text, &size);
	if (text == NULL) {
		out->status = WEB_UNAVAILABLE;
		return;
	}
	const struct { const char *name, *type, *help; double value; } metrics[] = {
		{"uptime_seconds", "gauge", "Since the server began to serve.",
		 clock_monotonic_s() - call->server->started_s},
		{"cubes_accepted_total", "counter", "Cubes that were queued.", (double)counts.accepted},
		{"cubes_abandoned_total", "counter",
		 "Cubes that were cancelled because nobody asked for them any more.",
		 (double)counts.abandoned},
		{"cubes_waiting", "gauge", "Cubes in the queue now.", counts.waiting},
		{"cubes_running", "gauge", "Cubes that are searched now.", counts.running},
		{"results_kept", "gauge", "Results that are kept now.", counts.kept},
		{"nodes_total", "counter", "Nodes generated for cubes that are done.", (double)counts.nodes},
		{"search_seconds_total", "counter", "Seconds spent on cubes that are done.", counts.seconds},
		{"event_streams", "gauge", "Streams of events that are open now.",
		 (double)call->server->jobs->n_streams},
		{"tables_checked_share", "gauge", "How much of the tables has been checked, 0 to 1.",
		 tables != NULL ? tables_checked_share(tables) : 0},
	};
	const size_t n = sizeof metrics / sizeof *metrics - (tables == NULL);
	items_foreach(metric, metrics, n)
		fprintf(text, "# HELP superflip_%s %s\n# TYPE superflip_%s %s\nsuperflip_%s %.17g\n",
		        metric->name, metric->help, metric->name, metric->type, metric->name,
		        metric->value);
	write_outcomes(text, &counts);
	fputs("# HELP superflip_http_replies_total Replies by the first digit of their status.\n"
	      "# TYPE superflip_http_replies_total counter\n", text);
	for (unsigned i = 2; i < 6; i++)
		fprintf(text, "superflip_http_replies_total{class=\"%uxx\"} %" PRIu64 "\n", i,
		        call->server->n_replies[i]);
	out->status = memory_stream_end(text, &out->text) != NULL ? WEB_OK : WEB_UNAVAILABLE;
	out->type = "text/plain; version=0.0.4; charset=utf-8";
}

void web_health(const struct web_call *call, struct web_reply *out)
{
	const superflip_tables *const tables = call->server->jobs->tables;
	superflip_error fault;
	const char *what = "ok";
	if (web_jobs_counts(call->server->jobs).is_stopping)
		what = "stopping";
	else if (tables != NULL && tables_fault(tables, &fault) != SUPERFLIP_OK)
		what = fault.text;
	out->status = strcmp(what, "ok") == 0 ? WEB_OK : WEB_UNAVAILABLE;
	out->type = "text/plain; charset=utf-8";
	if (asprintf(&out->text, "%s\n", what) < 0)
		out->text = NULL;
}
