/* Requests and replies, whoever carries them: web/http.c over the network, tests and fuzzers directly. */
#pragma once
#include "web/jobs.h"

/* ---- who may ask: the token, and which pages of other sites (Fetch standard, CORS); access.c ---- */

enum { WEB_MAX_ORIGINS = 16 };

struct web_access {
	const char *token;            /* NULL: nobody needs one */
	const char *allowed_origins[WEB_MAX_ORIGINS + 1];  /* "https://example.net", beside those of this machine;
	                                                    * then NULL */
	bool is_local;                /* bound to the loopback interface: the Host of a request must be this
	                               * machine, so that no foreign name that resolves to it (DNS rebinding)
	                               * makes a browser ask us */
};

/** Whether the text names this machine: localhost, 127.x.y.z or [::1], with a port or without. */
bool web_is_local_host(const char *host);

/** Whether a page of this origin may read answers. */
bool web_may_share(const struct web_access *access, const char *origin);

/** Whether a request that a browser sent may be answered at all.
 * @param host, origin  headers, NULL: absent */
bool web_may_ask(const struct web_access *access, const char *host, const char *origin);

/** Whether a request has the token.
 * @param authorization  header "Bearer TOKEN"; NULL: absent
 * @param cookie         value of the cookie; NULL: absent */
bool web_has_token(const struct web_access *access, const char *authorization, const char *cookie);

/** Compare in a time that tells nothing about the token. */
bool web_is_token(const struct web_access *access, const char *text);

/** Whether a text can be a token: 1 to 256 letters, digits and -._~ (it stands in headers and cookies as it
 * is). */
bool web_token_is_possible(const char *token);

/* ---- requests and replies ---- */

/** Something the program carries: the page, the description. */
struct web_file { const char *type; const unsigned char *data; size_t size; };

struct web_server {
	struct web_jobs *jobs;
	struct web_access access;
	struct web_file page, description;
	const char *policy;              /* of the page, for a header: it carries all it needs, and asks nobody
	                                  * but this server */
	double started_s;
	_Atomic uint64_t n_replies[6];   /* by the first digit of the status */
};

/** Where a request has values with names. */
enum web_part { WEB_QUERY, WEB_HEADER, WEB_COOKIE };

/** A request.  Everything is borrowed while it is answered. */
struct web_call {
	struct web_server *server;
	const char *method, *path;
	const json_t *query;          /* an object of strings */
	const char *body;             /* size bytes */
	size_t body_size;
	const char *client;           /* its address */
	const char *(*find)(void *context, enum web_part part, const char *name);  /* NULL: absent; not asked
	                                                                            * for what is in the query */
	bool (*is_gone)(void *context);  /* whether the client closed the connection; NULL: no answer may wait */
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
	const char *share_with;       /* the origin that may read it; borrowed of the request; NULL: none */
	const char *allow;            /* methods, for 405 and for preflights; constant; NULL: none */
	unsigned retry_after_s;       /* 0: none */
	struct web_job *stream;       /* the body is its events; owned and watched; NULL: none */
	struct web_cursor cursor;     /* from here on */
};

static inline const char *web_find(const struct web_call *call, enum web_part part, const char *name)
{
	return part == WEB_QUERY ? json_string_value(json_object_get(call->query, name))
	                         : call->find(call->context, part, name);
}

/** Answer a request.  POST /v0/solve/pattern waits until the cube is solved, /api/solve as long as it is told
 * to; everything else is quick.
 * @param out  filled whatever happens */
void web_answer(const struct web_call *call, struct web_reply *out);

/** Leaves the job of a stream. */
void web_reply_free(struct web_reply *reply);

/** Make a reply of a JSON object, which is released, or of an error. */
void web_reply_json(struct web_reply *out, enum web_status status, json_t *object);
void web_reply_error(struct web_reply *out, const superflip_error *error);
void web_reply_refuse(struct web_reply *out, enum web_status status, const char *message);

/* ---- inside the server ---- */

/** Answer a request; those of these need no job: positions, scrambles, goals, tables, the server itself. */
typedef void web_answer_fn(const struct web_call *call, struct web_reply *out);
web_answer_fn web_show, web_scramble, web_tables, web_goals, web_about, web_metrics, web_health;
