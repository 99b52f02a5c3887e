/* The table that lets a page solve any 2x2x2. */
#include "cli/html.h"

#include "pocket/table.h"

#include <stdlib.h>

/* RFC 4648. @return a text of the caller's; NULL without memory */
static char *base64(const uint8_t *bytes, size_t n)
{
	static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *const text = malloc((n + 2) / 3 * 4 + 1), *to = text;
	for (size_t i = 0; text != NULL && i < n; i += 3) {
		const unsigned left = n - i < 3 ? (unsigned)(n - i) : 3;
		const uint32_t word = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0)
		                      | (left > 2 ? bytes[i + 2] : 0);
		for (unsigned k = 0; k < 4; k++)
			*to++ = k <= left ? digit[word >> (18 - 6 * k) & 63] : '=';
	}
	if (text != NULL)
		*to = '\0';
	return text;
}

char *html_pocket_table(superflip_metric metric)
{
	struct pocket_table *const table = pocket_table_build((enum metric)metric);
	char *const text = table != NULL ? base64(table->mod3, sizeof table->mod3) : NULL;
	free(table);
	return text;
}
