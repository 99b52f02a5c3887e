#include "session/session.h"

#include <ctype.h>
#include <strings.h>
#include <unistd.h>

enum { EXPECTED_MAX = 400 };

/* ---- numbers ---- */

bool number_read(const char *text, uint64_t min, uint64_t max, uint64_t *out)
{
	/* Seeds are often written in hexadecimal.  strtoull() also takes blanks, signs and a wrapped-around
	 * negative number. */
	const bool is_hex = strncasecmp(text, "0x", 2) == 0;
	char *end;
	errno = 0;
	*out = strtoull(text, &end, is_hex ? 16 : 10);
	return isxdigit((unsigned char)text[is_hex ? 2 : 0]) && *end == '\0' && errno == 0 && *out >= min
	       && *out <= max;
}

/* Digits, perhaps with decimals and an exponent, and a unit: of a count one of k M G T (thousands), 1e9,
 * 2.5G; of seconds s, m or h; of a size k M G T (1024 each; B or iB may follow), or a share of the machine's
 * memory, 8G, 512MiB, 50%. */
static bool read_quantity(enum option_kind kind, const char *text, long double *out)
{
	static const char letters[] = "kMGTKmgt";
	char *end;
	*out = strtold(text, &end);
	/* It knows more notations than these, such as 0x10, 1e-3, inf. */
	if (!text_is_digit(*text) || !text_is_digit(end[-1]) || strcspn(text, "xX+-") < (size_t)(end - text))
		return false;
	if (kind == OPTION_SECONDS) {
		*out *= *end == 'h' ? 3600 : *end == 'm' ? 60 : 1;
		end += *end == 'h' || *end == 'm' || *end == 's';
		return *end == '\0' && *out > 0 && *out < 1e10L;
	}
	if (kind == OPTION_SIZE && strcmp(end, "%") == 0) {
		*out *= (long double)sysconf(_SC_PHYS_PAGES) * (long double)sysconf(_SC_PAGESIZE) / 100;
		return strtold(text, NULL) <= 100 && *out >= 1;
	}
	const size_t letter = strcspn(letters, (const char[]){*end, '\0'});
	const bool has_letter = letters[letter] != '\0';
	for (size_t i = 0; i <= letter % 4 && has_letter; i++)
		*out *= kind == OPTION_SIZE ? 1024 : 1000;
	end += has_letter;
	if (kind == OPTION_SIZE)
		end += has_letter && text_begins(end, "iB") > 0 ? 2 : *end == 'B';
	return *end == '\0' && *out >= 1 && *out < 9.2e18L;
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
                   uint64_t *out, superflip_error *error)
{
	char expected[EXPECTED_MAX] = "";
	for (*out = row->min; *out < n; ++*out)
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
	uint64_t value = 0;
	memcpy(&value, at, row->size);  /* little-endian (pdb/header.h) */
	return value;
}

static bool take_value(const struct option_row *row, void *member, const char *value, superflip_error *error)
{
	char range[EXPECTED_MAX];
	const char *expected = range;
	uint64_t number = 0;
	long double quantity = 0;
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
		is_right = number_read(value, row->min, row->max, &number);
		snprintf(range, sizeof range, "a whole number from %" PRIu64 " to %" PRIu64, row->min, row->max);
		break;
	case OPTION_CHOICE:
		if (!option_choose(row, value, row->choices, row->n_choices, &number, error))
			return false;
		break;
	case OPTION_SECONDS:
		if (!read_quantity(row->kind, value, &quantity))
			return option_refuse(error, row, value, "seconds, or 10m, or 2h");
		*(double *)member = (double)quantity;
		return true;
	case OPTION_COUNT:
		is_right = read_quantity(row->kind, value, &quantity);
		expected = "a number such as 1e9 or 5G";
		break;
	case OPTION_SIZE:
		is_right = read_quantity(row->kind, value, &quantity)
		           && (row->max == 0 || quantity <= (long double)row->max);
		expected = "a size such as 8G, or 50%";
		break;
	}
	if (!is_right)
		return option_refuse(error, row, value, row->expected != NULL ? row->expected : expected);
	if (quantity > 0)
		number = (uint64_t)quantity;
	memcpy(member, &number, row->size);
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
