/* Inside the server on the network: what connections and requests share. */
#ifndef SUPERFLIP_WEB_HTTP_REQUEST_H
#define SUPERFLIP_WEB_HTTP_REQUEST_H
#include "web/http.h"

#include <microhttpd.h>
#include <pthread.h>

struct web_connection {
	int socket;                   /* a duplicate of our own, so that its number cannot become another connection's; -1: none */
	double deadline_s;            /* when its request must have arrived; 0: it has */
	struct web_connection *next;
};

struct web_http {
	struct web_server *server;
	struct web_http_options options;
	struct MHD_Daemon *daemon;
	pthread_t watcher;
	pthread_mutex_t lock;         /* guards what follows */
	pthread_cond_t ends;          /* a request, or the server */
	int n_requests;               /* between head and end of the reply */
	bool is_ending;
	struct web_connection *connections;
};

/** The request of a connection must have arrived after so many seconds; 0: it has. */
void web_http_set_deadline(struct web_http *http, struct web_connection *connection, double after_s);

/** A request begins (1) or is over (-1). */
void web_http_count_request(struct web_http *http, int change);

/** What libmicrohttpd calls for a request: when its first line has arrived.  @return its context, NULL without memory */
void *web_http_begin(void *http, const char *uri, struct MHD_Connection *connection);
/** When its head has arrived, for each piece of its body, and for the reply. */
enum MHD_Result web_http_access(void *http, struct MHD_Connection *connection, const char *url, const char *method,
                                const char *version, const char *upload_data, size_t *upload_data_size, void **request_context);
/** And when a request is over, however that came. */
void web_http_completed(void *http, struct MHD_Connection *connection, void **request_context,
                        enum MHD_RequestTerminationCode code);
#endif
