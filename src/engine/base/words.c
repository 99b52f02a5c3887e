#include "base/words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char *words_count(uint64_t n, const char *noun, char text[WORDS_BYTES])
{
	const size_t length = strlen(noun);
	const bool has_ies = length > 1 && noun[length - 1] == 'y' && strchr("aeiou", noun[length - 2]) == NULL;
	const char *const ending = n == 1 ? has_ies ? "y" : "" : has_ies ? "ies" : "s";
	snprintf(text, WORDS_BYTES, "%" PRIu64 " %.*s%s", n, (int)(length - has_ies), noun, ending);
	return text;
}

const char *words_large(double n, char text[WORDS_BYTES])
{
	if (n < 1e6)
		snprintf(text, WORDS_BYTES, n < 1 ? "%.2g" : "%.0f", n);
	else if (n < 1e9)
		snprintf(text, WORDS_BYTES, "%.1f million", n / 1e6);
	else
		snprintf(text, WORDS_BYTES, "%.2f billion", n / 1e9);
	return text;
}

const char *words_bytes(uint64_t n, char text[WORDS_BYTES])
{
	const unsigned unit = n < 1 << 20 ? 0 : n < 1 << 30 ? 1 : 2;
	if (n < 1024)
		snprintf(text, WORDS_BYTES, "%" PRIu64 " bytes", n);
	else
		snprintf(text, WORDS_BYTES, "%.1f %ciB", (double)n / (1024u << 10 * unit), "KMG"[unit]);
	return text;
}

const char *words_rate(double n, char text[WORDS_BYTES])
{
	snprintf(text, WORDS_BYTES, n > 0 && n < 1 ? "%.2g" : "%.1f", n);
	return text;
}

const char *words_duration(double seconds, char text[WORDS_BYTES])
{
	const unsigned long total = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 1000000000ul;
	if (total < 3600)
		snprintf(text, WORDS_BYTES, "%lu:%02lu", total / 60, total % 60);
	else
		snprintf(text, WORDS_BYTES, "%lu:%02lu:%02lu", total / 3600, total / 60 % 60, total % 60);
	return text;
}
