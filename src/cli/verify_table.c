#include "cli/verify_table.h"

#include "input/csv.h"

#include <stdlib.h>
#include <string.h>

static const char *const column_name[N_VERIFY_COLUMNS] = {"scramble", "solution", "status", "metric", "length", "lower_bound"};

static bool find_columns(char *const *field, unsigned n_fields, struct verify_table *out)
{
	for (unsigned c = 0; c < N_VERIFY_COLUMNS; c++) {
		out->place[c] = 0;
		while (out->place[c] < n_fields && strcmp(field[out->place[c]], column_name[c]) != 0)
			out->place[c]++;
		if (out->place[c] == n_fields && c != VERIFY_LOWER_BOUND)
			return false;
	}
	return true;
}

bool verify_table_begins(const char *line, struct verify_table *out)
{
	for (const char *separator = ",\t"; *separator != '\0'; separator++) {
		char *field[CSV_NOWHERE];
		char *const copy = strdup(line);
		if (copy == NULL)
			return false;
		struct verify_table found = {.separator = *separator};
		const bool is_header = find_columns(field, csv_split(copy, *separator, field), &found);
		free(copy);
		if (is_header)
			*out = found;
		if (is_header)
			return true;
	}
	return false;
}

void verify_table_split(const struct verify_table *table, char *row, const char *field[N_VERIFY_COLUMNS])
{
	char *all[CSV_NOWHERE];
	const unsigned n = csv_split(row, table->separator, all);
	for (unsigned c = 0; c < N_VERIFY_COLUMNS; c++)
		field[c] = table->place[c] < n ? all[table->place[c]] : "";
}

static const char *skip_digits(const char *text)
{
	return text + strspn(text, "0123456789");
}

bool verify_is_answer(const char *line)
{
	const char *const number_end = skip_digits(line);
	if (number_end > line && strncmp(number_end, ".  ", 3) == 0)
		line = number_end + 3;
	if (strncmp(line, "-  ", 3) == 0)
		return true;
	const char *const length = strncmp(line, ">=", 2) == 0 ? line + 2 : line, *const end = skip_digits(length);
	return end > length && (*end == '*' || *end == '\0' || strncmp(end, "  ", 2) == 0);
}

bool verify_row_goes_on(const struct verify_table *table, const char *row)
{
	bool is_quoted = false;
	for (; table->separator == ',' && *row != '\0'; row++)
		is_quoted ^= *row == '"';
	return is_quoted;
}

char *verify_split_at_arrow(char *text)
{
	static const char *const arrows[] = {"->", "=>", "\u2192", "\t"};
	for (unsigned i = 0; i < sizeof arrows / sizeof *arrows; i++) {
		char *const arrow = strstr(text, arrows[i]);
		if (arrow == NULL)
			continue;
		*arrow = '\0';
		return arrow + strlen(arrows[i]);
	}
	return NULL;
}
