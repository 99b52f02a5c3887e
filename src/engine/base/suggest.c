#include "base/suggest.h"

#include "base/array.h"

#include <string.h>

enum { WORD_MAX = 40 };

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Letters changed, left out, put in, or exchanged with their neighbours (Damerau 1964; optimal string
 * alignment). */
static unsigned distance(const char *a, const char *b)
{
	const size_t n = strlen(a), m = strlen(b);
	unsigned d[WORD_MAX + 1][WORD_MAX + 1];
	if (n > WORD_MAX || m > WORD_MAX)
		return WORD_MAX;
	for (size_t i = 0; i <= n; i++)
		for (size_t j = 0; j <= m; j++) {
			if (i == 0 || j == 0) {
				d[i][j] = (unsigned)(i + j);
				continue;
			}
			d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
		}
	return d[n][m];
}

const char *suggest(const char *word, const char *const *names, unsigned n)
{
	const size_t length = strlen(word);
	const unsigned limit = (unsigned)(length / 3 > 0 ? length / 3 : 1);
	const char *nearest = NULL, *beginning = NULL;
	unsigned nearest_distance = limit + 1, n_beginning = 0;
	items_foreach(name, names, n) {
		const unsigned far = distance(word, *name);
		if (far < nearest_distance) {
			nearest = *name;
			nearest_distance = far;
		}
		if (length > 1 && strncmp(*name, word, length) == 0) {
			beginning = *name;
			n_beginning++;
		}
	}
	return n_beginning == 1 ? beginning : nearest;
}
