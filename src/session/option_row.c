#include "session/option_row.h"

#include "session/error.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { EXPECTED_MAX = 200 };

/* ---- numbers ---- */

bool number_read(const char *text, uint64_t min, uint64_t max, uint64_t *out)
{
	/* strtoull() also takes blanks, signs and a wrapped-around negative number. */
	if (*text == '\0' || text[strspn(text, "0123456789")] != '\0')
		return false;
	errno = 0;
	const unsigned long long value = strtoull(text, NULL, 10);
	if (errno != 0 || value < min || value > max)
		return false;
	*out = value;
	return true;
}

/* Digits, perhaps with decimals and an exponent; what follows is left in *rest. */
static bool read_decimal(const char *text, long double *value, const char **rest)
{
	const char *p = text + strspn(text, "0123456789");
	if (p == text)
		return false;
	if (*p == '.') {
		const size_t n_decimals = strspn(p + 1, "0123456789");
		if (n_decimals == 0)
			return false;
		p += 1 + n_decimals;
	}
	if (*p == 'e' || *p == 'E') {
		const size_t n_digits = strspn(p + 1, "0123456789");
		if (n_digits == 0 || n_digits > 2)
			return false;
		p += 1 + n_digits;
	}
	char *end;
	*value = strtold(text, &end);
	*rest = p;
	return end == p;  /* strtold() knows more notations than these, such as 0x10 */
}

/* The power for a letter of "kMGT" at *p, which is then skipped. */
static long double take_factor(const char **p, long double thousand)
{
	static const char letters[] = "kMGT", others[] = "Kmgt";
	const char *const other = **p != '\0' ? strchr(others, **p) : NULL;
	const char *const found = other != NULL ? letters + (other - others) : **p != '\0' ? strchr(letters, **p)
		: NULL;
	if (found == NULL)
		return 1;
	long double factor = thousand;
	for (const char *letter = letters; letter < found; letter++)
		factor *= thousand;
	++*p;
	return factor;
}

static bool round_to_count(long double value, uint64_t *out)
{
	if (!(value >= 1 && value < 9.2e18L))
		return false;
	*out = (uint64_t)value;
	return true;
}

bool number_read_count(const char *text, uint64_t *out)
{
	long double value;
	const char *rest;
	if (!read_decimal(text, &value, &rest))
		return false;
	value *= take_factor(&rest, 1000);
	return *rest == '\0' && round_to_count(value, out);
}

bool number_read_seconds(const char *text, double *out)
{
	long double value;
	const char *rest;
	if (!read_decimal(text, &value, &rest))
		return false;
	const long double unit = *rest == 'h' ? 3600 : *rest == 'm' ? 60 : 1;
	rest += *rest == 'h' || *rest == 'm' || *rest == 's';
	if (*rest != '\0' || !(value > 0 && value * unit < 1e10L))
		return false;
	*out = (double)(value * unit);
	return true;
}

static uint64_t physical_memory_bytes(void)
{
	const long n_pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
	return n_pages > 0 && page_bytes > 0 ? (uint64_t)n_pages * (uint64_t)page_bytes : UINT64_MAX;
}

bool number_read_bytes(const char *text, uint64_t *out)
{
	long double value;
	const char *rest;
	if (!read_decimal(text, &value, &rest))
		return false;
	if (strcmp(rest, "%") == 0)
		return value <= 100 && round_to_count(value / 100 * (long double)physical_memory_bytes(), out);
	const long double factor = take_factor(&rest, 1024);
	if (factor > 1 && strncmp(rest, "iB", 2) == 0)
		rest += 2;
	else if (*rest == 'B')
		rest++;
	return *rest == '\0' && round_to_count(value * factor, out);
}

/* ---- values ---- */

bool option_refuse(superflip_error *error, const struct option_row *row, const char *value,
                   const char *expected)
{
	error_say(error, SUPERFLIP_BAD_TEXT, "expected %s", expected);
	error->field = row->name;
	snprintf(error->token, sizeof error->token, "%s", value);
	return false;
}

bool option_choose(const struct option_row *row, const char *value, const char *const *names, unsigned n,
                   unsigned *out,
                   superflip_error *error)
{
	char expected[EXPECTED_MAX] = "";
	for (*out = (unsigned)row->min; *out < n; ++*out)
		if (strcmp(value, names[*out]) == 0)
			return true;
	for (unsigned i = 0; i < n; i++) {
		const size_t length = strlen(expected);
		snprintf(expected + length, sizeof expected - length, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ",
		         names[i]);
	}
	return option_refuse(error, row, value, row->expected != NULL ? row->expected : expected);
}

static uint64_t load(const struct option_row *row, const void *at)
{
	switch (row->size) {
	case 1: return *(const uint8_t *)at;
	case 2: return *(const uint16_t *)at;
	case 4: return *(const uint32_t *)at;
	default: assert(row->size == 8); return *(const uint64_t *)at;
	}
}

static void store(const struct option_row *row, void *at, uint64_t value)
{
	switch (row->size) {
	case 1: *(uint8_t *)at = (uint8_t)value; break;
	case 2: *(uint16_t *)at = (uint16_t)value; break;
	case 4: *(uint32_t *)at = (uint32_t)value; break;
	default: assert(row->size == 8); *(uint64_t *)at = value;
	}
}

/* Seeds are often written in hexadecimal; strtoull() would also take a sign or white space after the
 * prefix. */
static bool read_whole_number(const char *text, uint64_t min, uint64_t max, uint64_t *out)
{
	char *end;
	if (strncasecmp(text, "0x", 2) != 0 || !isxdigit((unsigned char)text[2]))
		return number_read(text, min, max, out);
	errno = 0;
	*out = strtoull(text, &end, 16);
	return *end == '\0' && errno == 0 && *out >= min && *out <= max;
}

static bool take_value(const struct option_row *row, void *member, const char *value, superflip_error *error)
{
	char range[EXPECTED_MAX];
	const char *expected = range;
	uint64_t number = 0;
	unsigned choice = 0;
	bool is_right = true, is_set;
	switch (row->kind) {
	case OPTION_FLAG:
		is_set = value == NULL || strcmp(value, "no") != 0;
		number = row->size == sizeof(bool) ? is_set : is_set ? load(row, member) | row->max
			: load(row, member) & ~row->max;
		break;
	case OPTION_TEXT:
		*(const char **)member = value;
		return true;
	case OPTION_OTHER:
		return true;
	case OPTION_NUMBER:
		is_right = read_whole_number(value, row->min, row->max, &number);
		snprintf(range, sizeof range, "a whole number from %" PRIu64 " to %" PRIu64, row->min, row->max);
		break;
	case OPTION_CHOICE:
		if (!option_choose(row, value, row->choices, row->n_choices, &choice, error))
			return false;
		number = choice;
		break;
	case OPTION_SECONDS:
		return number_read_seconds(value, member)
		       || option_refuse(error, row, value, "seconds, or 10m, or 2h");
	case OPTION_COUNT:
		is_right = number_read_count(value, &number);
		expected = "a number such as 1e9 or 5G";
		break;
	case OPTION_SIZE:
		is_right = number_read_bytes(value, &number) && (row->max == 0 || number <= row->max);
		expected = "a size such as 8G, or 50%";
		break;
	}
	if (!is_right)
		return option_refuse(error, row, value, row->expected != NULL ? row->expected : expected);
	store(row, member, number);
	return true;
}

bool option_row_take(const struct option_row *row, void *options, const char *value, superflip_error *error)
{
	if (!take_value(row, (char *)options + row->member, value, error))
		return false;
	if (row->take != NULL && !row->take(options, row, value, error))
		return false;
	if (row->given != 0)
		*(bool *)((char *)options + row->given - 1) = true;
	return true;
}

void option_row_tell(const struct option_row *row, const void *options, FILE *out)
{
	const void *const at = (const char *)options + row->member;
	if (row->tell != NULL) {
		row->tell(options, out);
		return;
	}
	fprintf(out, "%s=", row->name);
	switch (row->kind) {
	case OPTION_FLAG:
		fputs((load(row, at) & (row->size == sizeof(bool) ? 1 : row->max)) != 0 ? "yes" : "no", out);
		break;
	case OPTION_SECONDS: fprintf(out, "%.15g", *(const double *)at); break;
	case OPTION_CHOICE:  fputs(row->choices[load(row, at)], out); break;
	case OPTION_TEXT:
		fputs(*(const char *const *)at != NULL ? *(const char *const *)at
		      : row->absent != NULL            ? row->absent
		                                       : "",
		      out);
		break;
	default:             fprintf(out, "%" PRIu64, load(row, at));
	}
	fputc('\n', out);
}
