/* Requests and replies, whoever carries them: web/http.c over the network, tests and fuzzers directly. */
#ifndef SUPERFLIP_WEB_SERVER_H
#define SUPERFLIP_WEB_SERVER_H
#include "web/access.h"
#include "web/events.h"

#include <stdatomic.h>

/** Something the program carries: the page, the description. */
struct web_file { const char *type; const unsigned char *data; size_t size; };

struct web_server {
	struct web_jobs *jobs;
	struct web_access access;
	struct web_file page, description;
	double started_s;
	_Atomic uint64_t n_replies[6];   /* by the first digit of the status */
	_Atomic uint64_t n_streams;      /* of events, open now */
};

/** Where a request has values with names. */
enum web_part { WEB_QUERY, WEB_HEADER, WEB_COOKIE };

/** A request.  Everything is borrowed while it is answered. */
struct web_call {
	const char *method, *path;
	const char *body;             /* size bytes */
	size_t body_size;
	const char *client;           /* its address */
	const char *(*find)(void *context, enum web_part part, const char *name);  /* NULL: absent */
	bool (*is_gone)(void *context);  /* whether the client closed the connection */
	void *context;
};

/** What is answered.  What is owned is released by web_reply_free(). */
struct web_reply {
	enum web_status status;
	const char *type;             /* of the body; constant */
	char *text;                   /* owned; NULL: none */
	struct web_file file;         /* the body if there is no text */
	char *location;               /* owned; NULL: none */
	char *set_cookie;             /* owned; NULL: none */
	char *share_with;             /* the origin that may read it; owned; NULL: none */
	const char *allow;            /* methods, for 405 and for preflights; constant; NULL: none */
	unsigned retry_after_s;       /* 0: none */
	struct web_job *stream;       /* the body is its events; owned and watched; NULL: none */
	struct web_cursor cursor;     /* from here on */
};

static inline const char *web_find(const struct web_call *call, enum web_part part, const char *name)
{
	return call->find(call->context, part, name);
}

/** Answer a request.  POST /v0/solve/pattern waits until the cube is solved; everything else is quick.
 * @param out  filled whatever happens */
void web_answer(struct web_server *server, const struct web_call *call, struct web_reply *out);

/** Leaves the job of a stream. */
void web_reply_free(struct web_server *server, struct web_reply *reply);

/** Make a reply of a JSON object, which is released, or of an error. */
void web_reply_json(struct web_reply *out, enum web_status status, json_t *object);
void web_reply_error(struct web_reply *out, const superflip_error *error);
void web_reply_refuse(struct web_reply *out, enum web_status status, const char *message);

/* ---- inside the server ---- */

/** Answer a request; those of these need no job: positions, scrambles, goals, tables, the server itself. */
typedef void web_answer_fn(struct web_server *server, const struct web_call *call, struct web_reply *out);
web_answer_fn web_show, web_scramble, web_tables, web_goals, web_about, web_metrics, web_health;
#endif
