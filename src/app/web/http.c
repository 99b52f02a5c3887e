/* Start and end of the server on the network.  How a request is answered stands in http_request.c. */
#include "web/http_request.h"

#include "base/clock.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How long replies that have begun may take after the end. */
enum { LAST_REPLIES_S = 2 };

enum { THREAD_STACK_BYTES = 512 << 10, CONNECTION_MEMORY_BYTES = 64 << 10 };

struct web_http_options web_http_options_default(void)
{
	return (struct web_http_options){.bind = "127.0.0.1", .port = 8080, .connections = 256, .request_s = 20, .silence_s = 20};
}

/* ---- addresses ---- */
/* The first address; to be freed by freeaddrinfo().  @return 0, or as getaddrinfo() */
static int find_address(const char *bind, uint16_t port, struct addrinfo **out)
{
	char service[8];
	const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
	snprintf(service, sizeof service, "%u", port);
	return getaddrinfo(bind, service, &hints, out);
}

bool web_is_loopback(const char *bind)
{
	struct addrinfo *address;
	if (find_address(bind, 0, &address) != 0)
		return false;
	const struct sockaddr *const a = address->ai_addr;
	const bool is_local = a->sa_family == AF_INET
		? ntohl(((const struct sockaddr_in *)(const void *)a)->sin_addr.s_addr) >> 24 == 127
		: a->sa_family == AF_INET6
		    && IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)(const void *)a)->sin6_addr);
	freeaddrinfo(address);
	return is_local;
}

/* ---- connections ---- */
/* libmicrohttpd calls this when a connection begins and ends. */
static void note_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                            enum MHD_ConnectionNotificationCode code)
{
	struct web_http *const http = context;
	pthread_mutex_lock(&http->lock);
	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		const union MHD_ConnectionInfo *const info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
		struct web_connection *const c = calloc(1, sizeof *c);
		if (c != NULL) {
			c->socket = info != NULL ? dup(info->connect_fd) : -1;
			c->deadline_s = clock_monotonic_s() + http->options.request_s;
			c->next = http->connections;
			http->connections = c;
		}
		*socket_context = c;
	} else {
		struct web_connection **at = &http->connections;
		while (*at != NULL && *at != *socket_context)
			at = &(*at)->next;
		struct web_connection *const c = *at;
		if (c != NULL) {
			*at = c->next;
			if (c->socket >= 0)
				close(c->socket);
			free(c);
		}
	}
	pthread_mutex_unlock(&http->lock);
}

void web_http_set_deadline(struct web_http *http, struct web_connection *c, double after_s)
{
	if (c == NULL)
		return;
	pthread_mutex_lock(&http->lock);
	c->deadline_s = after_s > 0 ? clock_monotonic_s() + after_s : 0;
	pthread_mutex_unlock(&http->lock);
}

void web_http_count_request(struct web_http *http, int change)
{
	pthread_mutex_lock(&http->lock);
	http->n_requests += change;
	pthread_cond_broadcast(&http->ends);
	pthread_mutex_unlock(&http->lock);
}

/* A request that comes byte by byte would keep its thread for ever: libmicrohttpd only knows how long a client was silent. */
static void *end_late_requests(void *context)
{
	struct web_http *const http = context;
	pthread_mutex_lock(&http->lock);
	while (!http->is_ending) {
		const double now_s = clock_monotonic_s();
		for (struct web_connection *c = http->connections; c != NULL; c = c->next)
			if (c->deadline_s > 0 && now_s > c->deadline_s && c->socket >= 0)
				shutdown(c->socket, SHUT_RDWR);
		const struct timespec until = clock_after(1);
		pthread_cond_timedwait(&http->ends, &http->lock, &until);
	}
	pthread_mutex_unlock(&http->lock);
	return NULL;
}

/* ---- start and end ---- */
/* libmicrohttpd tells what it thinks of malformed requests; nobody needs to know. */
static void ignore_message(void *context, const char *format, va_list arguments)
{
	(void)context, (void)format, (void)arguments;
}

static struct MHD_Daemon *start_daemon(struct web_http *http, const struct addrinfo *address)
{
	const unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ERROR_LOG
	                       | MHD_USE_ITC | (address->ai_family == AF_INET6 ? MHD_USE_IPv6 : 0);
	return MHD_start_daemon(flags, http->options.port, NULL, NULL, web_http_access, http,
		MHD_OPTION_EXTERNAL_LOGGER, ignore_message, NULL,
		MHD_OPTION_SOCK_ADDR, address->ai_addr,
		MHD_OPTION_URI_LOG_CALLBACK, web_http_begin, http,
		MHD_OPTION_CONNECTION_LIMIT, http->options.connections,
		MHD_OPTION_PER_IP_CONNECTION_LIMIT, http->options.connections_per_client,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)http->options.silence_s,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY_BYTES,
		MHD_OPTION_THREAD_STACK_SIZE, (size_t)THREAD_STACK_BYTES,
		MHD_OPTION_NOTIFY_CONNECTION, note_connection, http,
		MHD_OPTION_NOTIFY_COMPLETED, web_http_completed, http,
		MHD_OPTION_END);
}

static void free_http(struct web_http *http)
{
	pthread_cond_destroy(&http->ends);
	pthread_mutex_destroy(&http->lock);
	free(http);
}

struct web_http *web_http_start(struct web_server *server, const struct web_http_options *options, char *error, size_t error_size)
{
	struct addrinfo *address;
	const int fault = find_address(options->bind, options->port, &address);
	if (fault != 0) {
		snprintf(error, error_size, "--bind %s: %s", options->bind, gai_strerror(fault));
		return NULL;
	}
	struct web_http *const http = calloc(1, sizeof *http);
	if (http == NULL) {
		freeaddrinfo(address);
		snprintf(error, error_size, "not enough memory");
		return NULL;
	}
	http->server = server;
	http->options = *options;
	if (options->connections_per_client == 0)
		http->options.connections_per_client = (options->connections + 1) / 2;
	pthread_mutex_init(&http->lock, NULL);
	clock_condition_init(&http->ends);
	errno = 0;
	http->daemon = start_daemon(http, address);
	freeaddrinfo(address);
	if (http->daemon != NULL && pthread_create(&http->watcher, NULL, end_late_requests, http) == 0)
		return http;
	snprintf(error, error_size, "cannot listen on %s port %u: %s", options->bind, options->port,
	         errno != 0 ? strerror(errno) : "libmicrohttpd does not start");
	if (http->daemon != NULL)
		MHD_stop_daemon(http->daemon);
	free_http(http);
	return NULL;
}

uint16_t web_http_port(const struct web_http *http)
{
	const union MHD_DaemonInfo *const info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_BIND_PORT);
	return info != NULL && info->port != 0 ? info->port : http->options.port;
}

void web_http_quiesce(struct web_http *http)
{
	const int socket = MHD_quiesce_daemon(http->daemon);
	if (socket >= 0)
		close(socket);
}

void web_http_stop(struct web_http *http)
{
	const struct timespec until = clock_after(LAST_REPLIES_S);
	pthread_mutex_lock(&http->lock);
	/* libmicrohttpd closes connections in the middle of a reply. */
	while (http->n_requests > 0 && pthread_cond_timedwait(&http->ends, &http->lock, &until) == 0)
		continue;
	http->is_ending = true;
	pthread_cond_broadcast(&http->ends);
	pthread_mutex_unlock(&http->lock);
	pthread_join(http->watcher, NULL);
	MHD_stop_daemon(http->daemon);
	free_http(http);
}
