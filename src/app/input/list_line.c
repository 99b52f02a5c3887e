#include "input/list_line.h"

#include "input/words.h"

#include <time.h>

char *line_skip_blanks(char *p)
{
	return p + (text_skip_space(p) - p);
}

void line_trim_end(const char *start, char *end)
{
	while (end > start && text_is_blank(end[-1]))
		end--;
	*end = '\0';
}

static unsigned count_characters(const char *start, const char *end)
{
	unsigned n = 0;
	for (; start < end; n++) {
		const bool is_cut = *start == '\0';  /* the line was cut up by NULs, perhaps within a character */
		start += is_cut ? 1 : text_char_bytes(start);
		while (is_cut && start < end && (*start & 0xC0) == 0x80)
			start++;
	}
	return n;
}

/* ---- labels ---- */
bool label_join(const struct label *l, char **out)
{
	const char *const parts[] = {l->title, l->number, l->name, l->time, l->comment, l->date};
	enum { N_PARTS = sizeof parts / sizeof *parts };
	size_t n_bytes = 0;
	items_foreach(part, parts, N_PARTS)
		n_bytes += *part != NULL ? strlen(*part) : 0;
	free(*out);
	*out = n_bytes > 0 ? malloc(n_bytes + N_PARTS + 3) : NULL;
	if (*out == NULL)
		return n_bytes == 0;
	char *to = *out;
	for (unsigned i = 0, last = 0; i < N_PARTS; i++) {
		const char *const part = parts[i];
		if (part == NULL || *part == '\0')
			continue;
		if (last == 1 && text_is_digit(to[-1]))
			*to++ = '.';
		to = stpcpy(stpcpy(stpcpy(to, to > *out ? " " : ""), part == l->date ? "@" : ""), part);
		last = i;
	}
	return true;
}

void label_set_time(struct label *l, double milliseconds, bool has_plus_two, bool is_dnf)
{
	l->time = "";
	if (!(milliseconds >= 0 && milliseconds < 1e12))
		return;
	const unsigned long long hundredths = (unsigned long long)milliseconds / 10 + (has_plus_two ? 200 : 0);
	const unsigned rest = (unsigned)(hundredths % 6000);
	/* No minutes are no digits: "%.0llu". */
	snprintf(l->time_text, sizeof l->time_text,
	         rest < hundredths ? "%s%llu:%02u.%02u%s%s" : "%s%.0llu%u.%02u%s%s", is_dnf ? "DNF(" : "",
	         hundredths / 6000, rest / 100, rest % 100, has_plus_two ? "+" : "", is_dnf ? ")" : "");
	l->time = l->time_text;
}

void label_set_date(struct label *l, double seconds)
{
	struct tm date;
	const time_t at = seconds > 0 && seconds < 4e9 ? (time_t)seconds : -1;
	const bool is_date = at >= 0 && gmtime_r(&at, &date) != NULL
	                     && strftime(l->date_text, sizeof l->date_text, "%Y-%m-%d %H:%M:%S", &date) != 0;
	l->date = is_date ? l->date_text : "";
}

/* ---- the number ---- */
/* Whether "E2" begins what looks like a scramble of a sheet: a dozen face turns and nothing else. */
static bool may_be_extra(const char *p)
{
	enum { FEWEST_TURNS = 12 };
	unsigned n = 0;
	if (*p != 'E' || (p[1] != '2' && p[1] != '3') || !text_is_blank(p[2]))
		return false;
	for (p += 2; *(p = text_skip_space(p)) != '\0'; n++) {
		if (strchr("URFDLB", *p) == NULL)
			return false;
		p += 1 + strspn(p + 1, "2'");
	}
	return n >= FEWEST_TURNS;
}

/* The end of "1.", "1)", "1:", "(1)", "[1]", "E1.", "E1" or "Extra 1." if a blank or the end of the line
 * follows; else p. */
static char *skip_number(char *p, unsigned last_extra, struct line_parts *out)
{
	const char opening = *p == '(' || *p == '[' ? *p : '\0';
	char *const begin = p + (opening != '\0');
	const bool is_extra = *p == 'E' && text_is_digit(p[1]);
	char *const digits = begin + (is_extra ? 1 : opening == '\0' && strncasecmp(p, "extra ", 6) == 0 ? 6 : 0);
	char *const q = digits + strspn(digits, "0123456789");
	if (q == digits)
		return p;
	const unsigned n = is_extra && q - digits < 3 ? (unsigned)atoi(digits) : 0;
	/* "E2 R U ..." follows "E1 ..." on a sheet; nobody writes the slice turn E as E1, and there is no E4. */
	const bool is_number_of_extra = n == 1 || n > 3 || (n > 1 && n == last_extra + 1);
	const char *const closing = opening == '(' ? ")" : opening == '[' ? "]" : ".):";
	const bool is_closed = *q != '\0' && strchr(closing, *q) != NULL;
	if (is_closed ? !text_is_blank(q[1]) && q[1] != '\0' : !text_is_blank(*q) || !is_number_of_extra)
		return p;
	*q = '\0';
	out->label.number = begin;
	out->n_extra = n;
	return q + 1;
}

/* ---- the time ---- */
/* csTimer's time of a solve: 12.34 1:02.34 12.34+ (12.34) DNF(12.34) DNF, then perhaps a [comment]. If none,
 * p. */
static char *skip_time(char *p, struct label *label)
{
	char *const begin = p + (*p == '(');
	char *q = begin + (words_skip_time(begin) - begin);
	char *const time_end = q;
	if (q == begin || (*p == '(' && *q++ != ')'))
		return p;
	char *const bracket = *q == '[' ? strchr(q, ']') : NULL;
	char *const end = bracket != NULL ? bracket + 1 : q;
	if (!text_is_blank(*end) && *end != '\0')
		return p;
	if (bracket != NULL) {
		label->comment = q + 1;
		line_trim_end(q + 1, bracket);
	}
	label->time = begin;
	/* The NUL that ends the time must not hide the scramble: both are looked at by themselves from here
	 * on. */
	const bool is_last = *end == '\0';
	*time_end = '\0';
	return is_last ? end : end + 1;
}

/* ---- what follows the scramble ---- */
/* Take off the comment. "Scramble #2" has none, and neither has "https://".  @return where it began, or the
 * end of the text */
static char *cut_comment(char *begin, unsigned options, struct label *label)
{
	char *p = begin;
	for (; *p != '\0'; p++) {
		const bool is_hash = *p == '#', is_slashes = p[0] == '/' && p[1] == '/';
		if (is_slashes && (p == begin || p[-1] != ':'))
			break;
		if (is_hash && (p == begin || !text_is_digit(p[1]) || words_begin_scramble(begin, options)))
			break;
	}
	if (*p == '\0')
		return p;
	char *const comment = line_skip_blanks(p + (*p == '#' ? 1 : 2));
	line_trim_end(comment, comment + strlen(comment));
	if (*comment != '\0')
		label->comment = comment;
	*p = '\0';
	return p;
}

/* Take off Cube Explorer's length, "(18f*)" at the end of a maneuver, * for a proved one. */
static void cut_length(char *start, struct label *label)
{
	char *p = start + strlen(start);  /* no blanks are before it */
	if (p == start || *--p != ')')
		return;
	char *opening = p;
	while (opening > start && *opening != '(')
		opening--;
	char *const metric = opening + 1 + strspn(opening + 1, "0123456789");
	const size_t n_metric = strspn(metric, "fqsmht");
	char *const q = metric + n_metric + (metric[n_metric] == '*');
	if (*opening != '(' || metric == opening + 1 || n_metric > 1 || q != p || opening == start)
		return;
	*p = '\0';
	label->comment = label->comment == NULL ? opening + 1 : label->comment;
	line_trim_end(start, opening);
}

/* Take quotes off that stand around everything, perhaps with a comma after them. */
static char *unquote(char *p)
{
	static const char *const quotes[][2] = {
		{"\"", "\""}, {"'", "'"}, {"\u201C", "\u201D"}, {"\u2018", "\u2019"}};
	array_foreach(quote, quotes) {
		const size_t n_opening = strlen((*quote)[0]), n_closing = strlen((*quote)[1]);
		size_t length = strlen(p);
		if (strncmp(p, (*quote)[0], n_opening) != 0)
			continue;
		length -= length > n_opening && (p[length - 1] == ',' || p[length - 1] == ';');
		if (length < n_opening + n_closing || strncmp(p + length - n_closing, (*quote)[1], n_closing) != 0)
			continue;
		line_trim_end(p + n_opening, p + length - n_closing);
		return line_skip_blanks(p + n_opening);
	}
	return p;
}

/* The scramble at p, which no number or time precedes any more. */
static enum line_kind read_scramble(char *p, unsigned options, bool may_be_title, struct line_parts *out)
{
	char *end;
	const bool is_link = link_begins(p);
	out->entry.fault = words_two_readings(p, options);
	char *const after_label =
		out->entry.fault == NULL && !is_link ? words_skip_label(p, options, &end) : NULL;
	if (after_label != NULL) {
		line_trim_end(p, end);
		p = unquote(p);
		const bool is_number = out->label.number == NULL && *p != '\0' && p[strspn(p, "0123456789")] == '\0';
		*(is_number ? &out->label.number : &out->label.name) = p;
		p = after_label;
	} else if (may_be_title && !is_link && words_are_title(p, options)) {
		out->title = p;
		return LINE_TITLE;
	}
	cut_length(p, &out->label);
	p = unquote(p);
	if (link_begins(p))
		out->entry.fault = link_read(p, options, &p, NULL);
	out->entry.scramble = p;
	return LINE_SCRAMBLE;
}

enum line_kind line_parts_read(const struct line *line, unsigned options, unsigned last_extra,
                               struct line_parts *out)
{
	struct list_entry *const e = &out->entry;
	*out = (struct line_parts){
		.entry = {.line = line->number, .column = 1, .scramble = line->text + line->size}};
	char *p = line_skip_blanks(line->text);
	if (strlen(line->text) != line->size) {
		e->column = count_characters(line->text, line->text + strlen(line->text)) + 1;
		line_trim_end(p, p + strlen(p));
		e->scramble = p;
		e->fault = "a NUL byte; scrambles are text";
		return LINE_SCRAMBLE;
	}
	char *const after_number = skip_number(p, last_extra, out);
	char *const q = line_skip_blanks(after_number), *const after_time = skip_time(q, &out->label);
	const bool has_prefix = out->label.number != NULL || out->label.time != NULL;
	p = has_prefix ? line_skip_blanks(after_time) : p;
	char *end = cut_comment(p, options, &out->label);
	if (end == p && !has_prefix)
		return LINE_BLANK;
	/* Cut csTimer's " @2024-01-31 12:00:00" off, and the blanks before it. */
	for (char *at = p; at + 1 < end; at++)
		if (text_is_blank(at[0]) && at[1] == '@' && text_is_digit(at[2])
		    && at + 2 + strspn(at + 2, "0123456789-:/.TZ+ \t") == end) {
			line_trim_end(at, end);
			out->label.date = at + 2;
			end = at;
		}
	line_trim_end(p, end);
	if (read_scramble(p, options, !has_prefix, out) == LINE_TITLE)
		return LINE_TITLE;
	e->column = count_characters(line->text, e->scramble) + 1;
	if (*e->scramble == '\0' && e->fault == NULL)
		e->fault = "no scramble after the number";
	if (out->label.number == NULL && may_be_extra(e->scramble))
		e->fault = "two readings: E2 and E3 are turns of the slice, or numbers of extra scrambles; write E2. for the number, E2' "
		             "or E' for the turn";
	return LINE_SCRAMBLE;
}
