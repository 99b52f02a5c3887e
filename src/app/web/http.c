/* The server on the network: requests as libmicrohttpd brings them, piece by piece, and replies as it wants
 * them. */
#include "web/http.h"

#include "report/printable.h"

#include <microhttpd.h>
#include <netdb.h>
#include <poll.h>
#include <strings.h>
#include <unistd.h>

/* How long replies that have begun may take after the end. */
static const double last_replies_s = 2;

enum { THREAD_STACK_BYTES = 512 << 10, CONNECTION_MEMORY_BYTES = 64 << 10, STREAM_BLOCK_BYTES = 16384,
       MAX_DISCARDED_BYTES = 1 << 20 };

struct web_connection {
	int socket;                   /* a duplicate of our own, so that its number cannot become another
	                               * connection's; -1: none */
	_Atomic double deadline_s;    /* when its request must have arrived; 0: it has */
	struct web_connection *next;
};

/* The one server of a program. */
static struct {
	struct web_server *server;
	struct web_http_options options;
	struct MHD_Daemon *daemon;
	int socket;                   /* that listens */
	_Atomic int n_requests;       /* between head and end of the reply */
	pthread_mutex_t lock;         /* guards what follows */
	struct web_connection *connections;
} http = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* A request from its first line to the end of its reply. */
struct exchange {
	struct MHD_Connection *connection;
	struct web_connection *owner;        /* NULL until its head has arrived */
	char client[WEB_CLIENT_SIZE];
	json_t *query;                       /* owned; its names and values, decoded */
	bool is_bad_query;
	char *body;
	size_t body_size, body_capacity;
	size_t n_discarded;                  /* of a body that is too large */
	struct web_reply reply;
	char *events;                        /* of its stream: written and not yet taken; owned */
	size_t n_events, n_taken;
	/* For the access log: */
	time_t begin;
	char *request;                       /* "METHOD URI VERSION", or what was sent of it; owned */
	unsigned status;                     /* 0: it got no reply of ours */
	uint64_t n_bytes;                    /* of the reply's body */
};

const struct web_http_options web_http_options_default = {
	.bind = "127.0.0.1", .port = 8080, .connections = 256, .request_s = 20, .silence_s = 20,
};

/* ---- what the server asks of a request ---- */
static const char *find(void *context, enum web_part part, const char *name)
{
	return MHD_lookup_connection_value(((struct exchange *)context)->connection,
	                                   part == WEB_HEADER ? MHD_HEADER_KIND : MHD_COOKIE_KIND, name);
}

static bool is_gone(void *context)
{
	struct pollfd at = {.fd = ((struct exchange *)context)->owner->socket, .events = POLLRDHUP};
	return poll(&at, 1, 0) > 0 && at.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL);
}

/* ---- replies ---- */
/* The next events of a stream, as soon as there are some, until there is nothing more to come, or nobody
 * listens. */
static ssize_t read_stream(void *context, uint64_t position, char *out, size_t max)
{
	struct exchange *const x = context;
	struct web_job *const job = x->reply.stream;
	struct web_cursor *const cursor = &x->reply.cursor;
	while (x->n_taken == x->n_events) {
		if (cursor->has_ended)
			return MHD_CONTENT_READER_END_OF_STREAM;
		free(x->events);
		x->events = NULL;
		x->n_events = x->n_taken = 0;
		FILE *const text = is_gone(x) ? NULL : memory_stream(&x->events, &x->n_events);
		if (text == NULL)
			return MHD_CONTENT_READER_END_WITH_ERROR;
		web_events_write(job, cursor, clock_monotonic_s(), text);
		if (memory_stream_end(text, &x->events) == NULL)
			return MHD_CONTENT_READER_END_WITH_ERROR;
		if (x->n_events == 0)
			web_job_wait(job, cursor->n_changes, web_events_pause_s);
	}
	const size_t n = x->n_events - x->n_taken < max ? x->n_events - x->n_taken : max;
	memcpy(out, x->events + x->n_taken, n);
	x->n_taken += n;
	x->n_bytes += n;
	return (ssize_t)n;
}

static void add_headers(struct MHD_Response *response, const struct web_reply *reply)
{
	char number[16];
	const bool is_preflight = reply->share_with != NULL && reply->allow != NULL;
	snprintf(number, sizeof number, "%u", reply->retry_after_s);
	const struct { const char *name, *value;
	} headers[] = {
		{"Content-Type", reply->type},
		{"Location", reply->location},
		{"Set-Cookie", reply->set_cookie},
		{"Allow", reply->allow},
		{"Access-Control-Allow-Origin", reply->share_with},
		{"Access-Control-Allow-Methods", is_preflight ? reply->allow : NULL},
		{"Access-Control-Allow-Headers", is_preflight ? "Content-Type, Authorization, Last-Event-ID" : NULL},
		{"Access-Control-Allow-Private-Network", is_preflight ? "true" : NULL},
		{"WWW-Authenticate", reply->status == WEB_UNAUTHORIZED ? "Bearer" : NULL},
		{"Retry-After", reply->retry_after_s > 0 ? number : NULL},
		{"Cache-Control", "no-store"},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
		{"X-Frame-Options", "DENY"},
		{"Vary", "Origin"},
		{"Content-Security-Policy", http.server->policy},
	};
	array_foreach(header, headers)
		if (header->value != NULL)
			MHD_add_response_header(response, header->name, header->value);
}

/* What the reply consists of is released when the request is over. */
static enum MHD_Result send_reply(struct exchange *x)
{
	const struct web_reply *const reply = &x->reply;
	const void *const body = reply->text != NULL ? (const void *)reply->text : reply->file.data;
	x->n_bytes = reply->text != NULL ? strlen(reply->text) : reply->file.size;
	struct MHD_Response *const response = reply->stream != NULL
		? MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK_BYTES, read_stream, x, NULL)
		: MHD_create_response_from_buffer(x->n_bytes, (void *)(uintptr_t)body, MHD_RESPMEM_PERSISTENT);
	if (response == NULL)
		return MHD_NO;
	add_headers(response, reply);
	x->status = (unsigned)reply->status;
	http.server->n_replies[x->status / 100 % 6]++;
	const enum MHD_Result result = MHD_queue_response(x->connection, x->status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result refuse(struct exchange *x, enum web_status status, const char *message)
{
	web_reply_refuse(&x->reply, status, message);
	return send_reply(x);
}

/* ---- a line for each request, in the common log format of web servers ---- */

/* CLIENT - - [TIME] "METHOD URI VERSION" STATUS BYTES.  Nothing in it steers a terminal or ends the line, and
 * a quote in the request is written as \x22.  Lines of several threads do not mix. */
static void write_line(FILE *out, const struct exchange *x)
{
	char when[40];
	struct tm parts;
	strftime(when, sizeof when, "%d/%b/%Y:%H:%M:%S %z", localtime_r(&x->begin, &parts));
	flockfile(out);
	fprintf(out, "%s - - [%s] \"", x->client, when);
	for (const char *at = x->request != NULL ? x->request : ""; *at != '\0';)
		if (*at == '"' || *at == '\\')
			fprintf(out, "\\x%02X", (unsigned)*at++);
		else
			at += printable_write_char(at, out);
	if (x->status != 0)
		fprintf(out, "\" %u %" PRIu64 "\n", x->status, x->n_bytes);
	else
		fputs("\" - -\n", out);
	fflush(out);
	funlockfile(out);
}

/* ---- what libmicrohttpd calls for a request ---- */

/* Its first line has arrived.  @return its context, NULL without memory */
static void *begin(void *context, const char *uri, struct MHD_Connection *connection)
{
	struct exchange *const x = calloc(1, sizeof *x);
	if (x == NULL)
		return NULL;
	x->connection = connection;
	x->begin = time(NULL);
	/* The page's query may be the token, which opens the server to whoever reads the log. */
	const size_t n = strcspn(uri, "?");
	const bool is_page = (n == 1 && *uri == '/') || (n == 3 && strncasecmp(uri, "%2F", n) == 0);
	if (asprintf(&x->request, "%.*s%s", is_page ? (int)n : (int)strlen(uri), uri,
	             is_page && uri[n] != '\0' ? "?..." : "") < 0)
		x->request = NULL;
	const union MHD_ConnectionInfo *const info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	if (info == NULL
	    || getnameinfo(info->client_addr, sizeof(struct sockaddr_storage), x->client, sizeof x->client, NULL,
	                   0, NI_NUMERICHOST)
	           != 0)
		snprintf(x->client, sizeof x->client, "?");
	return x;
}

/* It has decoded the query.  A text that ends before its end would be another one; of two values one would be
 * ignored. */
static enum MHD_Result take_parameter(void *context, enum MHD_ValueKind kind, const char *name,
                                      size_t name_size, const char *value, size_t value_size)
{
	struct exchange *const x = context;
	x->is_bad_query |= strlen(name) != name_size || (value != NULL && strlen(value) != value_size)
		|| json_object_get(x->query, name) != NULL
		|| json_object_set_new(x->query, name, json_string(value != NULL ? value : "")) != 0;
	return MHD_YES;
}

/* The head has arrived (then there is no owner yet), a piece of its body, or all of it. */
static enum MHD_Result take(void *context, struct MHD_Connection *connection, const char *url,
                            const char *method, const char *version, const char *data, size_t *data_size,
                            void **request)
{
	struct exchange *const x = *request;
	const size_t limit = http.server->jobs->limits.request_bytes, size = *data_size;
	static const char too_large[] = "the body of the request is larger than this server takes";
	if (x == NULL)
		return MHD_NO;
	if (x->owner == NULL) {
		x->owner = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
		if (x->owner == NULL)
			return MHD_NO;
		http.n_requests++;
		char *whole;
		if (asprintf(&whole, "%s %s %s", method, x->request != NULL ? x->request : "", version) >= 0) {
			free(x->request);
			x->request = whole;
		}
		/* A body that says it is too large is refused before it comes. */
		const char *const length = find(x, WEB_HEADER, "Content-Length");
		return length != NULL && strtoull(length, NULL, 10) > limit ? refuse(x, WEB_TOO_LARGE, too_large)
		                                                            : MHD_YES;
	}
	*data_size = 0;
	if (size > 0 && (x->n_discarded > 0 || size > limit - x->body_size)) {
		x->n_discarded += size;
		return x->n_discarded <= MAX_DISCARDED_BYTES ? MHD_YES : MHD_NO;  /* it would go on for ever */
	}
	if (size > 0) {
		char *const larger = array_reserve(x->body, x->body_size + size, &x->body_capacity, 1);
		if (larger == NULL)
			return MHD_NO;
		x->body = larger;
		memcpy(x->body + x->body_size, data, size);
		x->body_size += size;
		return MHD_YES;
	}
	x->owner->deadline_s = 0;
	if (x->n_discarded > 0)
		return refuse(x, WEB_TOO_LARGE, too_large);
	x->query = json_object();
	MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, take_parameter, x);
	if (x->is_bad_query)
		return refuse(x, WEB_BAD_REQUEST, "the query has a name twice, a NUL, or is not UTF-8");
	web_answer(
		&(struct web_call){
			.server = http.server,
			.method = method,
			.path = url,
			.query = x->query,
			.body = x->body != NULL ? x->body : "",
			.body_size = x->body_size,
			.client = x->client,
			.find = find,
			.is_gone = is_gone,
			.context = x,
		},
		&x->reply);
	return send_reply(x);
}

/* The request is over, however that came. */
static void complete(void *context, struct MHD_Connection *connection, void **request,
                     enum MHD_RequestTerminationCode code)
{
	struct exchange *const x = *request;
	if (x == NULL)
		return;
	if (http.options.access_log != NULL)
		write_line(http.options.access_log, x);
	web_reply_free(&x->reply);
	if (x->owner != NULL) {
		x->owner->deadline_s = clock_monotonic_s() + http.options.silence_s + http.options.request_s;
		http.n_requests--;
	}
	json_decref(x->query);
	free(x->events);
	free(x->request);
	free(x->body);
	free(x);
	*request = NULL;
}

/* ---- connections ---- */

/* libmicrohttpd calls this when a connection begins and ends. */
static void note_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                            enum MHD_ConnectionNotificationCode code)
{
	struct web_connection *c = *socket_context, **at = &http.connections;
	pthread_mutex_lock(&http.lock);
	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		const union MHD_ConnectionInfo *const info =
			MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
		*socket_context = c = calloc(1, sizeof *c);
		if (c != NULL) {
			c->socket = info != NULL ? dup(info->connect_fd) : -1;
			c->deadline_s = clock_monotonic_s() + http.options.request_s;
			c->next = http.connections;
			http.connections = c;
		}
	} else if (c != NULL) {
		while (*at != c)
			at = &(*at)->next;
		*at = c->next;
		if (c->socket >= 0)
			close(c->socket);
		free(c);
	}
	pthread_mutex_unlock(&http.lock);
}

void web_http_end_late(void)
{
	const double now_s = clock_monotonic_s();
	pthread_mutex_lock(&http.lock);
	for (struct web_connection *c = http.connections; c != NULL; c = c->next)
		if (c->deadline_s > 0 && now_s > c->deadline_s)
			shutdown(c->socket, SHUT_RDWR);
	pthread_mutex_unlock(&http.lock);
}

/* ---- start and end ---- */

/* The first address; to be freed by freeaddrinfo().  @return 0, or as getaddrinfo() */
static int find_address(const char *bind, uint16_t port, struct addrinfo **out)
{
	char service[8];
	const struct addrinfo hints = {
		.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
	snprintf(service, sizeof service, "%u", port);
	return getaddrinfo(bind, service, &hints, out);
}

bool web_is_loopback(const char *bind)
{
	struct addrinfo *address;
	if (find_address(bind, 0, &address) != 0)
		return false;
	char text[WEB_CLIENT_SIZE] = "";
	getnameinfo(address->ai_addr, address->ai_addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST);
	freeaddrinfo(address);
	return strncmp(text, "127.", 4) == 0 || strcmp(text, "::1") == 0;
}

/* libmicrohttpd tells what it thinks of malformed requests; nobody needs to know. */
static void ignore_message(void *context, const char *format, va_list arguments)
{
}

bool web_http_listen(const struct web_http_options *options, char *error, size_t error_size)
{
	static const int on = 1;
	struct addrinfo *a;
	const int fault = find_address(options->bind, options->port, &a);
	if (fault != 0) {
		snprintf(error, error_size, "--bind %s: %s", options->bind, gai_strerror(fault));
		return false;
	}
	http.options = *options;
	http.socket = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	const bool listens = http.socket >= 0
		&& setsockopt(http.socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0
		&& (a->ai_family != AF_INET6
		    || setsockopt(http.socket, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) == 0)
		&& bind(http.socket, a->ai_addr, a->ai_addrlen) == 0 && listen(http.socket, SOMAXCONN) == 0;
	if (!listens)
		snprintf(error, error_size, "cannot listen on %s port %u: %s", options->bind, options->port,
		         strerror(errno));
	freeaddrinfo(a);
	return listens;
}

bool web_http_start(struct web_server *server)
{
	const struct web_http_options *const options = &http.options;
	http.server = server;
	const unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL
	                       | MHD_USE_ERROR_LOG | MHD_USE_ITC;
	http.daemon = MHD_start_daemon(
		flags, 0, NULL, NULL, take, NULL, MHD_OPTION_EXTERNAL_LOGGER, ignore_message, NULL,
		MHD_OPTION_LISTEN_SOCKET, http.socket, MHD_OPTION_URI_LOG_CALLBACK, begin, NULL,
		MHD_OPTION_CONNECTION_LIMIT, options->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
		options->connections_per_client != 0 ? options->connections_per_client
		                                     : (options->connections + 1) / 2,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)options->silence_s, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
		(size_t)CONNECTION_MEMORY_BYTES, MHD_OPTION_THREAD_STACK_SIZE, (size_t)THREAD_STACK_BYTES,
		MHD_OPTION_NOTIFY_CONNECTION, note_connection, NULL, MHD_OPTION_NOTIFY_COMPLETED, complete, NULL,
		MHD_OPTION_END);
	return http.daemon != NULL;
}

uint16_t web_http_port(void)
{
	return MHD_get_daemon_info(http.daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

void web_http_quiesce(void)
{
	const int socket = MHD_quiesce_daemon(http.daemon);
	if (socket >= 0)
		close(socket);
}

void web_http_stop(void)
{
	const double until_s = clock_monotonic_s() + last_replies_s;
	/* libmicrohttpd closes connections in the middle of a reply. */
	while (http.n_requests > 0 && clock_monotonic_s() < until_s)
		nanosleep(&(struct timespec){.tv_nsec = 20 * 1000 * 1000}, NULL);
	MHD_stop_daemon(http.daemon);
}
