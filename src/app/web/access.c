#include "web/server.h"

#include <regex.h>
#include <strings.h>

bool web_is_local_host(const char *host)
{
	regex_t form;
	if (regcomp(&form, "^(localhost|127\\.[0-9.]*|\\[::1\\])(:[0-9]*)?$",
	            REG_EXTENDED | REG_ICASE | REG_NOSUB) != 0)
		return false;
	const bool is_local = regexec(&form, host, 0, NULL, 0) == 0;
	regfree(&form);
	return is_local;
}

/* The host of an origin "http://HOST"; NULL if it is none. */
static const char *host_of(const char *origin)
{
	return strncasecmp(origin, "http://", 7) == 0    ? origin + 7
	       : strncasecmp(origin, "https://", 8) == 0 ? origin + 8
	                                                 : NULL;
}

bool web_may_share(const struct web_access *access, const char *origin)
{
	if (origin == NULL)
		return false;
	for (const char *const *allowed = access->allowed_origins; *allowed != NULL; allowed++)
		if (strcmp(origin, *allowed) == 0)
			return true;
	const char *const host = host_of(origin);
	return host != NULL && web_is_local_host(host);
}

bool web_may_ask(const struct web_access *access, const char *host, const char *origin)
{
	if (access->is_local && host != NULL && !web_is_local_host(host))
		return false;
	if (origin == NULL || web_may_share(access, origin))
		return true;
	const char *const origin_host = host_of(origin);  /* our own page, by the name under which it was
	                                                   * opened */
	return !access->is_local && host != NULL && origin_host != NULL && strcasecmp(origin_host, host) == 0;
}

bool web_is_token(const struct web_access *access, const char *text)
{
	const size_t n = strlen(access->token), n_text = text != NULL ? strlen(text) : 0;
	unsigned difference = n != n_text;
	for (size_t i = 0; i < n_text; i++)
		difference |= (unsigned char)text[i] ^ (unsigned char)access->token[i % n];
	return difference == 0;
}

bool web_has_token(const struct web_access *access, const char *authorization, const char *cookie)
{
	static const char scheme[] = "Bearer ";
	if (access->token == NULL)
		return true;
	if (authorization != NULL && strncasecmp(authorization, scheme, strlen(scheme)) == 0)
		return web_is_token(access, authorization + strlen(scheme));
	return cookie != NULL && web_is_token(access, cookie);
}

bool web_token_is_possible(const char *token)
{
	const size_t n = strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~");
	return token[n] == '\0' && n > 0 && n <= 256;
}
