#include "report/results.h"

enum { SUM_DIGITS = 16, SEAL_MIN = 2 + 2 + 17 + 2 + SUM_DIGITS };  /* "0 1 CUBE ? SUM" */

static void write_sum(const char *text, size_t size, char sum[SUM_DIGITS + 1])
{
	snprintf(sum, SUM_DIGITS + 1, "%016" PRIx64, (uint64_t)XXH3_64bits(text, size));
}

bool results_seal(FILE *record, char *const *text, const size_t *size, enum record_format format,
                  const struct seal *seal)
{
	const bool is_json = format == RECORD_JSON;
	char sum[SUM_DIGITS + 1];
	/* It replaces "}\n" or "\n"; of a row it is the last column. */
	fseeko(record, *size > 0 ? (off_t)(*size - 1 - is_json) : 0, SEEK_SET);
	fprintf(record, "%s%x %" PRIu64 " %016" PRIx64 " %s ",
	        is_json ? ",\"seal\":\"" : format == RECORD_TEXT ? "  # " : "", seal->kind, seal->number,
	        seal->cube, seal->problem);
	if (fflush(record) != 0)
		return false;
	write_sum(*text, *size, sum);
	fprintf(record, is_json ? "%s\"}\n" : "%s\n", sum);
	return fflush(record) == 0 && !ferror(record);
}

/* Find the seal at the end of what was read: after the last character that it has none of.  @return where its
 * sum is; NULL: there is none */
static const char *find_seal(struct results *r)
{
	const bool is_json = r->size > 3 && memcmp(r->text + r->size - 3, "\"}\n", 3) == 0;
	const char *const end = r->text + r->size - (is_json ? 3 : 1);
	const char *seal = end;
	int n = 0;
	while (seal > r->text && strchr("\",\t#\n", seal[-1]) == NULL)
		seal--;
	if (end - seal < SEAL_MIN
	    || sscanf(seal, "%x %" SCNu64 " %16" SCNx64 " %n", &r->seal.kind, &r->seal.number, &r->seal.cube,
	              &n)
	               != 3
	    || r->seal.kind >= N_RESULT_KINDS || n < 17 || strspn(seal + n - 17, "0123456789abcdef") != 16
	    || n + SUM_DIGITS >= end - seal)
		return NULL;
	r->seal.problem = seal + n;
	r->problem_size = (size_t)(end - SUM_DIGITS - 1 - r->seal.problem);
	r->plain_size = seal - r->text >= 3 ? (size_t)(seal - r->text) - 3 : 0;
	return end - SUM_DIGITS;
}

enum status results_next(struct results *r)
{
	r->size = 0;
	for (;;) {
		errno = 0;
		const ssize_t n = getline(&r->line, &r->line_capacity, r->in);
		if (n <= 0)
			return feof(r->in)       ? STATUS_END
			       : errno == ENOMEM ? STATUS_NO_MEMORY
			                         : STATUS_IO;
		char *const text = array_reserve(r->text, r->size + (size_t)n + 1, &r->capacity, 1);
		if (text == NULL)
			return STATUS_NO_MEMORY;
		memcpy(text + r->size, r->line, (size_t)n + 1);
		r->text = text;
		r->size += (size_t)n;
		if (text[r->size - 1] != '\n')
			return STATUS_END;
		const char *const sum = find_seal(r);
		char expected[SUM_DIGITS + 1];
		if (sum == NULL)
			continue;
		write_sum(text, (size_t)(sum - text), expected);
		if (memcmp(sum, expected, SUM_DIGITS) != 0)
			return STATUS_END;
		r->end += r->size;
		return STATUS_OK;
	}
}

void results_close(struct results *r)
{
	if (r->in != NULL)
		fclose(r->in);
	free(r->text);
	free(r->line);
	*r = (struct results){.in = NULL};
}
