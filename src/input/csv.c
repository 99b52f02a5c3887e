#include "input/csv.h"

#include "input/list_line.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_FIELDS = CSV_NOWHERE };

unsigned csv_split(char *text, char separator, char *field[MAX_FIELDS])
{
	unsigned n_fields = 0;
	for (char *p = text; n_fields < MAX_FIELDS;) {
		char *to = p;
		bool is_quoted = false;
		field[n_fields++] = p;
		for (; *p != '\0' && (is_quoted || *p != separator); p++) {
			if (*p != '"')
				*to++ = *p;
			else if (is_quoted && p[1] == '"')
				*to++ = *p++;
			else
				is_quoted = !is_quoted;
		}
		const bool is_last = *p == '\0';
		line_trim_end(field[n_fields - 1], to);
		if (is_last)
			break;
		p++;
	}
	return n_fields;
}

static const struct { const char *name; enum csv_column column; } known_columns[] = {
	{"Scramble", CSV_SCRAMBLE}, {"No.", CSV_NUMBER}, {"No", CSV_NUMBER}, {"id", CSV_NUMBER}, {"Time", CSV_TIME},
	{"Time(millis)", CSV_TIME}, {"Comment", CSV_COMMENT}, {"label", CSV_COMMENT}, {"Notes", CSV_COMMENT},
	{"Date", CSV_DATE}, {"Date(millis)", CSV_DATE}, {"Puzzle", CSV_PUZZLE}, {"Penalty", CSV_PENALTY},
};

static void find_columns(char *const *field, unsigned n_fields, struct csv_columns *out)
{
	for (unsigned c = 0; c < N_CSV_COLUMNS; c++)
		out->place[c] = CSV_NOWHERE;
	for (unsigned i = 0; i < n_fields; i++)
		for (size_t k = 0; k < sizeof known_columns / sizeof *known_columns; k++) {
			const char *const name = line_skip_blanks(field[i]);
			if (strcasecmp(name, known_columns[k].name) == 0 && out->place[known_columns[k].column] == CSV_NOWHERE)
				out->place[known_columns[k].column] = i;
			out->has_milliseconds |= strcasecmp(name, "Time(millis)") == 0;
		}
}

/* Twisty Timer: what it keeps (puzzle, category, time, date, scramble, penalty, comment), or what it gives to other timers
 * (time, scramble, date). */
static bool find_columns_of_twisty_timer(unsigned n_fields, struct csv_columns *out)
{
	static const unsigned of_backup[N_CSV_COLUMNS] = {
		[CSV_SCRAMBLE] = 4, [CSV_NUMBER] = CSV_NOWHERE, [CSV_TIME] = 2, [CSV_COMMENT] = 6, [CSV_DATE] = 3, [CSV_PUZZLE] = 0,
		[CSV_PENALTY] = 5,
	}, for_others[N_CSV_COLUMNS] = {
		[CSV_SCRAMBLE] = 1, [CSV_NUMBER] = CSV_NOWHERE, [CSV_TIME] = 0, [CSV_COMMENT] = CSV_NOWHERE, [CSV_DATE] = 2,
		[CSV_PUZZLE] = CSV_NOWHERE, [CSV_PENALTY] = CSV_NOWHERE,
	};
	if (n_fields < 2)
		return false;
	out->has_milliseconds = n_fields >= 7;
	memcpy(out->place, n_fields >= 7 ? of_backup : for_others, sizeof out->place);
	return true;
}

bool csv_recognise(const char *line, struct csv_columns *out, bool *has_header)
{
	static const char separators[] = ";,\t";
	*has_header = false;
	for (const char *s = separators; *s != '\0'; s++) {
		char *const copy = strchr(line, *s) != NULL ? strdup(line) : NULL;
		char *field[MAX_FIELDS];
		if (copy == NULL)
			continue;
		*out = (struct csv_columns){.separator = *s};
		const unsigned n_fields = csv_split(copy, *s, field);
		find_columns(field, n_fields, out);
		free(copy);
		*has_header = out->place[CSV_SCRAMBLE] != CSV_NOWHERE;
		if (*has_header || (*line == '"' && strstr(line, "\";\"") != NULL && find_columns_of_twisty_timer(n_fields, out)))
			return true;
	}
	return false;
}

static const char *field_of(const struct csv_columns *c, enum csv_column column, char *const *field, unsigned n_fields)
{
	return c->place[column] < n_fields ? line_skip_blanks(field[c->place[column]]) : "";
}

const char *csv_read(char *line, const struct csv_columns *c, struct csv_record *out)
{
	char *field[MAX_FIELDS];
	const unsigned n_fields = csv_split(line, c->separator, field);
	const char *const time = field_of(c, CSV_TIME, field, n_fields), *const date = field_of(c, CSV_DATE, field, n_fields);
	*out = (struct csv_record){
		.scramble = field_of(c, CSV_SCRAMBLE, field, n_fields),
		.puzzle = field_of(c, CSV_PUZZLE, field, n_fields),
		.label = {.number = field_of(c, CSV_NUMBER, field, n_fields), .time = time,
		          .comment = field_of(c, CSV_COMMENT, field, n_fields), .date = date},
	};
	if (c->has_milliseconds) {
		const char *const penalty = field_of(c, CSV_PENALTY, field, n_fields);  /* 0 none, 1 two seconds, 2 DNF */
		label_format_time(strtod(time, NULL), *penalty == '1', *penalty == '2', out->time);
		label_format_date(strtod(date, NULL) / 1000, out->date);
		out->label.time = out->time;
		out->label.date = out->date;
	}
	if (c->place[CSV_SCRAMBLE] >= n_fields)
		return "a CSV record without the field \"Scramble\"";
	return *out->scramble == '\0' ? "the field \"Scramble\" is empty" : NULL;
}
