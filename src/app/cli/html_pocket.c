/* The table that lets a page solve any 2x2x2. */
#include "cli/html.h"

#include "pocket/table.h"

#include <assert.h>
#include <stdlib.h>

char *html_pocket_table(superflip_metric metric)
{
	static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	static_assert(POCKET_TABLE_BYTES % 3 == 0, "base64 without padding");
	struct pocket_table *const table = pocket_table_build((enum metric)metric);
	char *const text = table != NULL ? malloc(POCKET_TABLE_BYTES / 3 * 4 + 1) : NULL, *to = text;
	for (unsigned i = 0; text != NULL && i < POCKET_TABLE_BYTES; i += 3) {
		const uint8_t *const bytes = table->mod3 + i;
		const uint32_t word = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
		for (unsigned k = 0; k < 4; k++)
			*to++ = digit[word >> (18 - 6 * k) & 63];
		*to = '\0';
	}
	free(table);
	return text;
}
