/* A request as libmicrohttpd brings it, piece by piece, and the reply as it wants it. */
#include "web/http_request.h"

#include "base/array.h"
#include "base/clock.h"
#include "report/printable.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What the access log tells of a request; texts are as the client sent them, and NULL if it did not. */
struct log_line {
	time_t begin;
	char *method, *uri, *version;        /* owned */
	unsigned status;                     /* 0: it got no reply of ours */
	uint64_t n_bytes;                    /* of the reply's body */
};

/* A request between its first line and its reply. */
struct exchange {
	struct MHD_Connection *connection;   /* NULL until its head has arrived */
	struct log_line told;
	struct web_connection *owner;
	int socket;
	char client[WEB_CLIENT_SIZE];
	char *body;
	size_t body_size, body_capacity, n_discarded;
	bool is_too_large;
};

/* ---- what the server asks of a request ---- */
static const char *find(void *context, enum web_part part, const char *name)
{
	static const enum MHD_ValueKind kinds[] = {
		[WEB_QUERY] = MHD_GET_ARGUMENT_KIND, [WEB_HEADER] = MHD_HEADER_KIND, [WEB_COOKIE] = MHD_COOKIE_KIND,
	};
	return MHD_lookup_connection_value(((struct exchange *)context)->connection, kinds[part], name);
}

static bool socket_is_gone(int socket)
{
	struct pollfd at = {.fd = socket, .events = POLLRDHUP};
	return poll(&at, 1, 0) > 0 && (at.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
}

static bool is_gone(void *context)
{
	return socket_is_gone(((struct exchange *)context)->socket);
}

static void name_client(struct MHD_Connection *connection, char client[WEB_CLIENT_SIZE])
{
	const union MHD_ConnectionInfo *const info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const struct sockaddr *const address = info != NULL ? info->client_addr : NULL;
	const void *const bytes = address == NULL ? NULL
		: address->sa_family == AF_INET6 ? (const void *)&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr
		: (const void *)&((const struct sockaddr_in *)(const void *)address)->sin_addr;
	if (bytes == NULL || inet_ntop(address->sa_family, bytes, client, WEB_CLIENT_SIZE) == NULL)
		snprintf(client, WEB_CLIENT_SIZE, "?");
}

/* ---- a stream of events ---- */
struct stream {
	struct web_server *server;
	struct web_reply reply;       /* its job and cursor */
	int socket;
	char *text;                   /* written and not yet taken; owned */
	size_t size, n_taken;
	uint64_t *n_sent;             /* of the exchange */
};

static void free_stream(void *context)
{
	struct stream *const s = context;
	web_reply_free(s->server, &s->reply);
	free(s->text);
	free(s);
}

/* Write what is new; wait for something if nothing is.  @return false: there is nothing more to come, or nobody listens */
static bool fill_stream(struct stream *s)
{
	struct web_job *const job = s->reply.stream;
	while (s->n_taken == s->size) {
		if (s->reply.cursor.has_ended || socket_is_gone(s->socket))
			return false;
		free(s->text);
		s->text = NULL;
		s->size = s->n_taken = 0;
		FILE *const out = open_memstream(&s->text, &s->size);
		if (out == NULL)
			return false;
		web_events_write(job, &s->reply.cursor, clock_monotonic_s(), out);
		if (fclose(out) != 0 || s->text == NULL)
			return false;
		if (s->size == 0)
			web_job_wait(job, s->reply.cursor.n_changes, web_events_pause_s);
	}
	return true;
}

static ssize_t read_stream(void *context, uint64_t position, char *out, size_t max)
{
	(void)position;
	struct stream *const s = context;
	if (!fill_stream(s))
		return s->reply.cursor.has_ended ? MHD_CONTENT_READER_END_OF_STREAM : MHD_CONTENT_READER_END_WITH_ERROR;
	const size_t n = s->size - s->n_taken < max ? s->size - s->n_taken : max;
	memcpy(out, s->text + s->n_taken, n);
	s->n_taken += n;
	*s->n_sent += n;
	return (ssize_t)n;
}

/* ---- replies ---- */
static void add_headers(struct MHD_Response *response, const struct web_reply *reply)
{
	char number[16];
	const struct { const char *name, *value; } headers[] = {
		{"Content-Type", reply->type}, {"Location", reply->location}, {"Set-Cookie", reply->set_cookie}, {"Allow", reply->allow},
		{"Access-Control-Allow-Origin", reply->share_with},
		{"Access-Control-Allow-Methods", reply->share_with != NULL ? reply->allow : NULL},
		{"Access-Control-Allow-Headers", reply->share_with != NULL && reply->allow != NULL ? "Content-Type, Authorization, Last-Event-ID" : NULL},
		{"Access-Control-Allow-Private-Network", reply->share_with != NULL && reply->allow != NULL ? "true" : NULL},
		{"WWW-Authenticate", reply->status == WEB_UNAUTHORIZED ? "Bearer" : NULL},
		{"Cache-Control", "no-store"}, {"X-Content-Type-Options", "nosniff"}, {"Referrer-Policy", "no-referrer"},
		{"X-Frame-Options", "DENY"}, {"Vary", "Origin"},
		/* The page carries its scripts, styles, fonts and pictures, and asks nobody but this server. */
		{"Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob: data:; worker-src blob: data:; "
		                            "style-src 'unsafe-inline'; img-src data: blob:; font-src data:; connect-src 'self' data: blob:; "
		                            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
	};
	for (unsigned i = 0; i < sizeof headers / sizeof *headers; i++)
		if (headers[i].value != NULL)
			MHD_add_response_header(response, headers[i].name, headers[i].value);
	snprintf(number, sizeof number, "%u", reply->retry_after_s);
	if (reply->retry_after_s > 0)
		MHD_add_response_header(response, "Retry-After", number);
}

static struct MHD_Response *make_response(struct web_server *server, struct web_reply *reply, struct exchange *x)
{
	enum { BLOCK_BYTES = 16384 };
	if (reply->stream == NULL) {
		x->told.n_bytes = reply->text != NULL ? strlen(reply->text) : reply->file.size;
		return reply->text != NULL ? MHD_create_response_from_buffer(x->told.n_bytes, reply->text,
		                                                             MHD_RESPMEM_MUST_COPY)
		    : MHD_create_response_from_buffer(reply->file.size, (void *)(uintptr_t)reply->file.data,
		                                      MHD_RESPMEM_PERSISTENT);
	}
	struct stream *const s = calloc(1, sizeof *s);
	if (s == NULL)
		return NULL;
	*s = (struct stream){.server = server, .reply = {.stream = reply->stream, .cursor = reply->cursor},
	                     .socket = x->socket, .n_sent = &x->told.n_bytes};
	struct MHD_Response *const response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES,
	                                                                        read_stream, s, free_stream);
	if (response == NULL)
		free(s);
	else
		reply->stream = NULL;  /* from now on the response's */
	return response;
}

static enum MHD_Result send_reply(struct web_http *http, struct exchange *x, struct web_reply *reply)
{
	struct MHD_Response *const response = make_response(http->server, reply, x);
	enum MHD_Result result = MHD_NO;
	if (response != NULL) {
		add_headers(response, reply);
		result = MHD_queue_response(x->connection, (unsigned)reply->status, response);
		x->told.status = (unsigned)reply->status;
		MHD_destroy_response(response);
	}
	web_reply_free(http->server, reply);
	return result;
}

static enum MHD_Result refuse(struct web_http *http, struct exchange *x, enum web_status status, const char *message)
{
	struct web_reply reply = {0};
	web_reply_refuse(&reply, status, message);
	atomic_fetch_add(&http->server->n_replies[status / 100 % 6], 1);
	return send_reply(http, x, &reply);
}

/* ---- a line for each request, in the common log format of web servers ---- */

/* A text of the client between quotes. */
static void write_quoted(const char *text, size_t n, FILE *out)
{
	for (const char *const end = text + n; text < end;) {
		if (*text == '"' || *text == '\\')
			fprintf(out, "\\x%02X", (unsigned)*text++);
		else
			text += printable_write_char(text, out);
	}
}

/* The page's query may be the token, which opens the server to whoever reads it. */
static void write_uri(const char *uri, FILE *out)
{
	const size_t n = strcspn(uri, "?");
	const bool is_page = (n == 1 && *uri == '/') || (n == 3 && strncasecmp(uri, "%2F", n) == 0);
	write_quoted(uri, is_page ? n : strlen(uri), out);
	if (is_page && uri[n] != '\0')
		fputs("?...", out);
}

/* CLIENT - - [TIME] "METHOD URI VERSION" STATUS BYTES.  Nothing in it steers a terminal or ends the line, a
 * quote in the request is written as \x22, and the page's query, which may be the token, as "...". */
static void write_line(FILE *out, const char *client, const struct log_line *line)
{
	char when[40];
	struct tm parts;
	strftime(when, sizeof when, "%d/%b/%Y:%H:%M:%S %z", localtime_r(&line->begin, &parts));
	fprintf(out, "%s - - [%s] \"", client, when);
	if (line->method != NULL) {
		write_quoted(line->method, strlen(line->method), out);
		fputc(' ', out);
	}
	if (line->uri != NULL)
		write_uri(line->uri, out);
	fprintf(out, "%s%s\" ", line->version != NULL ? " " : "", line->version != NULL ? line->version : "");
	if (line->status != 0)
		fprintf(out, "%u %" PRIu64 "\n", line->status, line->n_bytes);
	else
		fputs("- -\n", out);
}

/* ---- requests ---- */
/* libmicrohttpd has decoded the query; a text that ends before its end would be another one. */
static enum MHD_Result find_nul(void *context, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value,
                                size_t value_size)
{
	(void)kind;
	bool *const found = context;
	*found = *found || strlen(name) != name_size || (value != NULL && strlen(value) != value_size);
	return MHD_YES;
}

void *web_http_begin(void *context, const char *uri, struct MHD_Connection *connection)
{
	struct web_http *const http = context;
	struct exchange *const x = calloc(1, sizeof *x);
	if (x == NULL || http->options.access_log == NULL)
		return x;
	x->told.begin = time(NULL);
	x->told.uri = strdup(uri);
	name_client(connection, x->client);
	return x;
}

/* The head has arrived. */
static enum MHD_Result begin(struct web_http *http, struct MHD_Connection *connection, const char *method, const char *version,
                             struct exchange *x)
{
	const union MHD_ConnectionInfo *const info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	const union MHD_ConnectionInfo *const owner = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	x->connection = connection;
	x->socket = info != NULL ? info->connect_fd : -1;
	x->owner = owner != NULL ? owner->socket_context : NULL;
	name_client(connection, x->client);
	if (http->options.access_log != NULL) {
		x->told.method = strdup(method);
		x->told.version = strdup(version);
	}
	web_http_count_request(http, 1);
	/* A body that says it is too large is refused before it comes. */
	const char *const length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
	const size_t limit = http->server->jobs->limits.request_bytes;
	if (length != NULL && strtoull(length, NULL, 10) > limit)
		return refuse(http, x, WEB_TOO_LARGE, "the body of the request is larger than this server takes");
	return MHD_YES;
}

/* @return MHD_NO to close the connection: it would go on for ever */
static enum MHD_Result take_body(struct web_http *http, struct exchange *x, const char *data, size_t size)
{
	enum { MAX_DISCARDED = 1 << 20 };
	const size_t limit = http->server->jobs->limits.request_bytes;
	x->is_too_large = x->is_too_large || size > limit - x->body_size;
	if (x->is_too_large) {
		x->n_discarded += size;
		return x->n_discarded <= MAX_DISCARDED ? MHD_YES : MHD_NO;
	}
	char *const larger = array_reserve(x->body, x->body_size + size, &x->body_capacity, 1);
	if (larger == NULL)
		return MHD_NO;
	x->body = larger;
	memcpy(x->body + x->body_size, data, size);
	x->body_size += size;
	return MHD_YES;
}

enum MHD_Result web_http_access(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                const char *version, const char *upload_data, size_t *upload_data_size, void **request_context)
{
	struct web_http *const http = context;
	struct exchange *const x = *request_context;
	if (x == NULL)
		return MHD_NO;
	if (x->connection == NULL)
		return begin(http, connection, method, version, x);
	if (*upload_data_size > 0) {
		const size_t size = *upload_data_size;
		*upload_data_size = 0;
		return take_body(http, x, upload_data, size);
	}
	web_http_set_deadline(http, x->owner, 0);
	if (x->is_too_large)
		return refuse(http, x, WEB_TOO_LARGE, "the body of the request is larger than this server takes");
	bool has_nul = false;
	MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, find_nul, &has_nul);
	if (has_nul)
		return refuse(http, x, WEB_BAD_REQUEST, "the query has a NUL");
	const struct web_call call = {
		.method = method, .path = url, .body = x->body != NULL ? x->body : "",
		.body_size = x->body_size,
		.client = x->client, .find = find, .is_gone = is_gone, .context = x,
	};
	struct web_reply reply;
	web_answer(http->server, &call, &reply);
	return send_reply(http, x, &reply);
}

void web_http_completed(void *context, struct MHD_Connection *connection, void **request_context,
                        enum MHD_RequestTerminationCode code)
{
	(void)connection, (void)code;
	struct web_http *const http = context;
	struct exchange *const x = *request_context;
	if (x == NULL)
		return;
	if (x->connection != NULL) {
		web_http_set_deadline(http, x->owner, http->options.silence_s + http->options.request_s);
		web_http_count_request(http, -1);
	}
	char *line = NULL;
	size_t size = 0;
	/* As a whole, so that lines of several threads do not mix. */
	FILE *const log = http->options.access_log, *const whole = log != NULL ? open_memstream(&line, &size)
	    : NULL;
	if (whole != NULL) {
		write_line(whole, x->client, &x->told);
		if (fclose(whole) == 0) {
			fwrite(line, 1, size, log);
			fflush(log);
		}
	}
	free(line);
	free(x->told.method);
	free(x->told.uri);
	free(x->told.version);
	free(x->body);
	free(x);
	*request_context = NULL;
}
