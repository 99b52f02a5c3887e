#include "input/csv.h"

#include "input/list_line.h"
#include "input/words.h"

struct csv_fields csv_split(char *text, const struct csv_columns *columns)
{
	struct csv_fields f = {.columns = columns};
	for (char *p = text; f.n < CSV_NOWHERE;) {
		char *to = p;
		enum quoting before = QUOTING_BEFORE, now;
		f.field[f.n++] = p;
		for (; *p != '\0' && (before == QUOTING_OPEN || *p != columns->separator); p++, before = now) {
			now = quoting_after(before, *p, columns->separator);
			/* A mark that opens again at once is a doubled one. */
			if (*p != '"' || now == QUOTING_PLAIN || before == QUOTING_CLOSED)
				*to++ = *p;
		}
		const bool is_last = *p == '\0';
		line_trim_end(f.field[f.n - 1], to);
		if (is_last)
			break;
		p++;
	}
	return f;
}

const char *csv_fault(const char *record, char separator, uint64_t *line, unsigned *column)
{
	const char *place = NULL;
	enum quoting now = QUOTING_BEFORE, before;
	bool is_followed = false;
	for (const char *at = record; *at != '\0' && !is_followed; at++) {
		before = now;
		now = quoting_after(now, *at, separator);
		if (now == QUOTING_OPEN && *at == '"' && before != QUOTING_CLOSED)
			place = at;
		if (now != QUOTING_CLOSED || at[1] == '"')
			continue;
		place = at + 1 + strspn(at + 1, " ");
		is_followed = separator == ',' && strchr(",", *place) == NULL;
	}
	if (now != QUOTING_OPEN && !is_followed)
		return NULL;
	for (const char *p = record; p < place; p++) {
		*line += *p == '\n';
		*column = *p == '\n' ? 1 : *column + ((*p & 0xC0) != 0x80);
	}
	return now == QUOTING_OPEN ? "a quotation mark is never closed" : "text after a closing quotation mark";
}

char *csv_field(const struct csv_fields *f, enum csv_column column)
{
	static char nothing[] = "";
	return f->columns->place[column] < f->n ? line_skip_blanks(f->field[f->columns->place[column]]) : nothing;
}

/* Their names; newer exports of the WCA have underscores in theirs. */
static const char *const known_columns[N_CSV_COLUMNS] = {
	[CSV_SCRAMBLE] = "scramble ",
	[CSV_SOLUTION] = "solution ",
	[CSV_STATUS] = "status ",
	[CSV_METRIC] = "metric ",
	[CSV_LENGTH] = "length ",
	[CSV_LOWER_BOUND] = "lower_bound lowerbound ",
	[CSV_GOAL] = "goal ",
	[CSV_TURNS] = "turns ",
	[CSV_COSTS] = "costs ",
	[CSV_REACHED] = "reached ",
	[CSV_NUMBER] = "no. no id ",
	[CSV_TIME] = "time time(millis) ",
	[CSV_COMMENT] = "comment label name notes ",
	[CSV_DATE] = "date date(millis) ",
	[CSV_PUZZLE] = "puzzle ",
	[CSV_PENALTY] = "penalty ",
	[CSV_ALGORITHM] = "alg algorithm ",
	[CSV_COMPETITION] = "competitionid competition_id ",
	[CSV_EVENT] = "eventid event_id ",
	[CSV_ROUND] = "roundtypeid round_type_id ",
	[CSV_GROUP] = "groupid group_id ",
	[CSV_EXTRA] = "isextra is_extra ",
	[CSV_ATTEMPT] = "scramblenum scramble_num ",
};

/* @return whether the fields are a header; "Scramble, R U F" is a label and a scramble */
static bool find_columns(const struct csv_fields *f, unsigned options, struct csv_columns *out)
{
	bool has_scramble = false;
	items_foreach(place, out->place, N_CSV_COLUMNS)
		*place = CSV_NOWHERE;
	for (unsigned i = 0; i < f->n; i++) {
		const char *const name = line_skip_blanks(f->field[i]);
		has_scramble |= words_begin_scramble(name, options);
		out->has_milliseconds |= strcasecmp(name, "Time(millis)") == 0;
		for (unsigned c = 0; c < N_CSV_COLUMNS; c++)
			if (out->place[c] == CSV_NOWHERE && words_have(known_columns[c], name, strlen(name)))
				out->place[c] = i;
	}
	if (out->place[CSV_SCRAMBLE] == CSV_NOWHERE)
		out->place[CSV_SCRAMBLE] = out->place[CSV_ALGORITHM];
	return out->place[CSV_SCRAMBLE] != CSV_NOWHERE && !has_scramble;
}

/* Twisty Timer's fields, which have no header: what it keeps, or what it gives to other timers. */
static bool find_columns_of_twisty_timer(const struct csv_fields *f, unsigned options,
                                         struct csv_columns *out)
{
	char backup[] = "Puzzle;;Time(millis);Date(millis);Scramble;Penalty;Comment",
		 for_others[] = "Time;Scramble;Date";
	if (f->n < 2 || (f->n < 7 && words_skip_time(f->field[0]) == f->field[0]))
		return false;
	const struct csv_fields names = csv_split(f->n >= 7 ? backup : for_others, out);
	return find_columns(&names, options, out);
}

bool csv_recognise(const char *line, unsigned options, struct csv_columns *out)
{
	static const char separators[] = ";,\t";
	for (const char *s = separators; *s != '\0'; s++) {
		char *const copy = strchr(line, *s) != NULL ? strdup(line) : NULL;
		if (copy == NULL)
			continue;
		*out = (struct csv_columns){.separator = *s};
		const struct csv_fields f = csv_split(copy, out);
		out->has_header = find_columns(&f, options, out);
		const bool is_table = out->has_header || (*line == '"' && strstr(line, "\";\"") != NULL &&
		                                      find_columns_of_twisty_timer(&f, options, out));
		free(copy);
		if (is_table)
			return true;
	}
	return false;
}

/* ---- records ---- */
static bool make_label(const struct csv_fields *f, char **out)
{
	char attempt[100];
	struct label label = {.number = csv_field(f, CSV_NUMBER),
	                      .time = csv_field(f, CSV_TIME),
	                      .comment = csv_field(f, CSV_COMMENT),
	                      .date = csv_field(f, CSV_DATE)};
	if (f->columns->place[CSV_EVENT] != CSV_NOWHERE) {
		/* "333-f A2", as TNoodle's sets are labelled: event, round, group, attempt. */
		snprintf(attempt, sizeof attempt, "%.20s-%.20s %.20s%s%.20s", csv_field(f, CSV_EVENT),
		         csv_field(f, CSV_ROUND), csv_field(f, CSV_GROUP), *csv_field(f, CSV_EXTRA) == '1' ? "E" : "",
		         csv_field(f, CSV_ATTEMPT));
		label = (struct label){.title = csv_field(f, CSV_COMPETITION), .name = attempt};
	} else if (f->columns->has_milliseconds) {
		const char *const penalty = csv_field(f, CSV_PENALTY);  /* 0 none, 1 two seconds, 2 DNF */
		label_set_time(&label, strtod(label.time, NULL), *penalty == '1', *penalty == '2');
		label_set_date(&label, strtod(label.date, NULL) / 1000);
	}
	return label_join(&label, out);
}

bool csv_row_read(struct csv_row *row, const struct line *line, const struct csv_columns *columns,
                  unsigned options)
{
	struct list_entry entry = {.line = line->number, .column = 1};
	entry.fault = csv_fault(line->text, columns->separator, &entry.line, &entry.column);
	const struct csv_fields f = csv_split(line->text, columns);
	const char *const event = csv_field(&f, CSV_EVENT);
	free(row->entry.label);
	const bool has_event = columns->place[CSV_EVENT] != CSV_NOWHERE;
	entry.fault = entry.fault != NULL ? entry.fault
		: columns->place[CSV_SCRAMBLE] >= f.n ? "a CSV record without the field \"Scramble\""
		: has_event && *event == '\0' ? "the field \"eventId\" is empty: which puzzle is this?"
		: *csv_field(&f, CSV_SCRAMBLE) == '\0' ? "the field \"Scramble\" is empty" : NULL;
	*row = (struct csv_row){.entry = entry};
	/* Events 333, 333oh, 333fm, 333bf, 333ft, 333mbf are of the 3x3x3. */
	row->is_other_puzzle = (entry.fault == NULL || *event != '\0')
	                       && (has_event
	                           ? strncmp(event, options & READ_POCKET ? "222" : "333", 3) != 0
	                           : words_name_puzzle(csv_field(&f, CSV_PUZZLE), options) == NAMES_OTHER);
	if (row->is_other_puzzle)
		return true;
	row->next = csv_field(&f, CSV_SCRAMBLE);
	row->has_several = entry.fault == NULL && text_begins(event, "333mb") > 0;
	return make_label(&f, &row->entry.label);
}

bool csv_row_next(struct csv_row *row, struct list_entry *out)
{
	if (row->next == NULL)
		return false;
	*out = row->entry;
	out->scramble = row->next;
	char *const end = row->has_several ? row->next + strcspn(row->next, "|\n") : row->next;
	row->next = row->has_several && *end != '\0' ? line_skip_blanks(end + 1) : NULL;
	if (row->next != NULL)
		line_trim_end(out->scramble, end);
	return true;
}
