#include "input/list_line.h"

#include "cube/text.h"
#include "cube/turn.h"

#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

char *line_skip_blanks(char *p)
{
	return p + (text_skip_space(p) - p);
}

void line_trim_end(const char *start, char *end)
{
	while (end > start && is_blank(end[-1]))
		end--;
	*end = '\0';
}

static unsigned count_characters(const char *start, const char *end)
{
	unsigned n = 0;
	for (; start < end; n++)
		start += *start != '\0' ? text_char_bytes(start) : 1;  /* a comment before `end` may have been cut off by NUL */
	return n;
}

/* The end of "1.", "1)", "(1)", "E1." or "Extra 1." if a blank or the end of the line follows; else p. */
static char *skip_number(char *p, const char **number)
{
	char *q = p + (*p == '(');
	char *const begin = q;
	if (q == p && strncasecmp(q, "extra ", 6) == 0 && is_digit(q[6]))
		q += 6;
	else if (q == p && *q == 'E' && is_digit(q[1]))
		q++;
	char *const digits = q;
	while (is_digit(*q))
		q++;
	if (q == digits || (*q != ')' && (*p == '(' || *q != '.')) || !(is_blank(q[1]) || q[1] == '\0'))
		return p;
	*q = '\0';
	*number = begin;
	return q + 1;
}

/* DNF or DNF(12.34), or digits with decimals and perhaps +; p if there is none. */
static char *skip_bare_time(char *p)
{
	if (strncmp(p, "DNF", 3) == 0) {
		char *const closing = p[3] == '(' ? strchr(p, ')') : NULL;
		return closing != NULL ? closing + 1 : p + 3;
	}
	char *q = p + strspn(p, "0123456789:");
	const size_t n_decimals = q > p && *q == '.' ? strspn(q + 1, "0123456789") : 0;
	if (n_decimals == 0)
		return p;
	q += 1 + n_decimals;
	return q + (*q == '+');
}

/* csTimer's time of a solve: 12.34 1:02.34 12.34+ (12.34) DNF(12.34) DNF, then perhaps a [comment]. If none, p. */
static char *skip_time(char *p, struct label *label)
{
	char *const begin = p + (*p == '(');
	char *q = skip_bare_time(begin);
	char *const time_end = q;
	if (q == begin || (*p == '(' && *q++ != ')'))
		return p;
	char *const bracket = *q == '[' ? strchr(q, ']') : NULL;
	char *const end = bracket != NULL ? bracket + 1 : q;
	if (!is_blank(*end) && *end != '\0')
		return p;
	if (bracket != NULL) {
		label->comment = q + 1;
		line_trim_end(q + 1, bracket);
	}
	label->time = begin;
	/* The NUL that ends the time must not hide the scramble: both are looked at by themselves from here on. */
	const bool is_last = *end == '\0';
	*time_end = '\0';
	return is_last ? end : end + 1;
}

/* Where the comment begins, or the end of the text. */
static char *find_comment(char *p)
{
	while (*p != '\0' && *p != '#' && !(p[0] == '/' && p[1] == '/'))
		p++;
	return p;
}

/* Where csTimer's " @date" begins, or the end. */
static char *find_date(char *start, char *end)
{
	for (char *p = start; p + 1 < end; p++)
		if (is_blank(p[0]) && p[1] == '@' && is_digit(p[2]))
			return p;
	return end;
}

/* Where Cube Explorer's length begins, "(18f*)" at the end of a maneuver, * for a proved one; else the end. */
static char *find_length(char *start, char *end)
{
	char *p = end;
	while (p > start && is_blank(p[-1]))
		p--;
	if (p == start || p[-1] != ')')
		return end;
	char *opening = p - 1;
	while (opening > start && *opening != '(')
		opening--;
	char *q = opening + 1;
	const size_t n_digits = strspn(q, "0123456789");
	q += n_digits;
	const size_t n_metric = strspn(q, "fqsmht");
	q += n_metric;
	q += *q == '*';
	return *opening == '(' && n_digits > 0 && n_metric <= 1 && q == p - 1 && opening > start ? opening : end;
}

/* ---- titles ---- */
static const char *const title_words[] = {
	"round", "group", "scramble", "scrambles", "set", "extra", "extras", "attempt", "session", "event", "competition",
	"first", "second", "third", "final", "cube", "open", "championship",
};
static const char *const puzzle_words[] = {
	"3x3x3", "3x3", "333", "2x2x2", "2x2", "222", "4x4x4", "4x4", "444", "5x5x5", "5x5", "555", "6x6x6", "6x6", "666",
	"7x7x7", "7x7", "777", "pyraminx", "pyra", "pyram", "megaminx", "mega", "minx", "skewb", "clock", "square-1", "sq1",
	"sq-1", "square-one",
};

static bool is_same_word(const char *at, size_t length, const char *word)
{
	return strlen(word) == length && strncasecmp(at, word, length) == 0;
}

/* Call for each word of the title, without punctuation around it; true as soon as one of the words is listed. */
static bool has_word(const char *title, const char *const *words, size_t n, const char **found)
{
	static const char between[] = " \t:,;.()[]-_/";
	for (const char *at = title + strspn(title, between); *at != '\0';) {
		size_t length = strcspn(at, " \t:,;()[]/");
		while (length > 0 && strchr(between, at[length - 1]) != NULL)
			length--;
		for (size_t i = 0; i < n; i++)
			if (is_same_word(at, length, words[i])) {
				*found = words[i];
				return true;
			}
		at += length > 0 ? length : 1;
		at += strspn(at, between);
	}
	return false;
}

bool title_is_of_other_puzzle(const char *title, const char *event)
{
	const char *found;
	if (title == NULL || !has_word(title, puzzle_words, sizeof puzzle_words / sizeof *puzzle_words, &found))
		return false;
	return found[0] != event[0];  /* "3x3" and "333", "2x2" and "222" */
}

/* Whether the first word is all turns: then the line is a scramble, or a bad one. */
static bool begins_with_turns(const char *text)
{
	struct turn ignored;
	const char *end;
	for (const char *at = text; *at != '\0' && text_space_bytes(at) == 0; at = end) {
		end = turn_token_end(at);
		if (!turn_read(at, end, 0, &ignored))
			return false;
	}
	return true;
}

static bool is_title(const char *text)
{
	const char *found;
	if (begins_with_turns(text) || strpbrk(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == NULL)
		return false;
	return has_word(text, title_words, sizeof title_words / sizeof *title_words, &found) ||
	       has_word(text, puzzle_words, sizeof puzzle_words / sizeof *puzzle_words, &found);
}

/* ---- the line ---- */
static enum line_kind read_nul_line(const struct line *line, char *p, struct line_parts *out)
{
	out->column = count_characters(line->text, line->text + strlen(line->text)) + 1;
	line_trim_end(p, p + strlen(p));
	out->scramble = p;
	out->fault = "a NUL byte; scrambles are text";
	return LINE_SCRAMBLE;
}

static void read_comment(char *end, struct label *label)
{
	char *const comment = line_skip_blanks(end + (*end == '#' ? 1 : 2));
	line_trim_end(comment, comment + strlen(comment));
	if (*comment != '\0')
		label->comment = comment;
}

/* What follows the scramble at p. */
static void read_tail(char *p, char *end, struct line_parts *out)
{
	char *const date = find_date(p, end), *const length = find_length(p, date);
	if (date < end) {
		line_trim_end(date, end);
		out->label.date = date + 2;
	}
	if (length < date) {
		*strchr(length, ')') = '\0';
		out->label.comment = out->label.comment == NULL ? length + 1 : out->label.comment;
	}
	line_trim_end(p, length);
}

enum line_kind line_parts_read(const struct line *line, struct line_parts *out)
{
	*out = (struct line_parts){.column = 1, .scramble = ""};
	char *p = line_skip_blanks(line->text);
	if (strlen(line->text) != line->size)
		return read_nul_line(line, p, out);
	char *const after_number = skip_number(p, &out->label.number);
	char *const q = line_skip_blanks(after_number), *const after_time = skip_time(q, &out->label);
	const bool has_prefix = out->label.number != NULL || out->label.time != NULL;
	p = has_prefix ? line_skip_blanks(after_time) : p;
	char *const end = find_comment(p);
	if (end == p && !has_prefix)
		return LINE_BLANK;
	if (*end != '\0')
		read_comment(end, &out->label);
	*end = '\0';
	if (!has_prefix && is_title(p)) {
		line_trim_end(p, end);
		out->title = p;
		return LINE_TITLE;
	}
	read_tail(p, end, out);
	out->column = count_characters(line->text, p) + 1;
	out->scramble = p;
	out->fault = *p == '\0' ? "no scramble after the number" : NULL;
	return LINE_SCRAMBLE;
}
