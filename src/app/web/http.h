/* The server on the network, by GNU libmicrohttpd: a thread for each connection, so that a slow client holds
 * up nobody else. */
#pragma once
#include "web/server.h"

extern const struct web_http_options {
	const char *bind;             /* an address or a name of this machine: "127.0.0.1", "::1", "0.0.0.0" */
	uint16_t port;                /* 0: any that is free */
	unsigned connections;         /* at the same time; more wait outside */
	unsigned connections_per_client;  /* of one address; more are closed; 0: half of all */
	double request_s;             /* how long a request may take to arrive */
	double silence_s;             /* how long a client may be silent, or not read */
	FILE *access_log;             /* a line for each request; NULL: none */
} web_http_options_default;

/** Whether an address or a name is of the loopback interface, where other machines do not come.
 * @return false also if there is no such address */
bool web_is_loopback(const char *bind);

/** Take the address and port: whoever connects from now on waits for web_http_start().
 * @param error   filled with a line for people if false is returned */
bool web_http_listen(const struct web_http_options *options, char *error, size_t error_size);

/** Begin to answer.
 * @param server  borrowed until web_http_stop()
 * @return false without memory or threads */
bool web_http_start(struct web_server *server);

/** The port that is listened on. */
uint16_t web_http_port(void);

/** Close connections whose request has not arrived in time: one that comes byte by byte would keep its thread
 * for ever, since libmicrohttpd only knows how long a client was silent.  To be called several times a
 * second. */
void web_http_end_late(void);

/** Take no more connections; those that are open go on. */
void web_http_quiesce(void);

/** Close what is open after the replies in progress, and free it.  Call web_jobs_stop() before, so that
 * nobody waits for a cube. */
void web_http_stop(void);
