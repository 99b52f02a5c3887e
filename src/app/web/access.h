/* Who may ask: the token, and which pages of other sites (Fetch standard, CORS). */
#ifndef SUPERFLIP_WEB_ACCESS_H
#define SUPERFLIP_WEB_ACCESS_H
#include <stdbool.h>

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
#endif
