#include "input/words.h"

#include "cube/turn.h"
#include "pocket/text.h"

#include <strings.h>

/* Signs around words: of ASCII, and the quotes of word processors. */
static const char between[] = " \t\v\f\r\n:,;.()[]/|='\"*_<>";

/* ---- words ---- */
struct word {
	const char *at;
	size_t length;
};

/* The next word, without signs around it. @return false: there is none */
static bool next_word(struct word *w)
{
	const char *at = w->at + w->length;
	at += strspn(at, between);
	w->at = at;
	w->length = strcspn(at, between);
	return w->length > 0;
}

bool words_have(const char *words, const char *text, size_t length)
{
	for (; *words != '\0'; words += strcspn(words, " ") + 1)
		if (strncasecmp(text, words, length) == 0 && words[length] == ' ')
			return true;
	return false;
}

static bool is_one_of(const struct word *w, const char *words)
{
	return words_have(words, w->at, w->length);
}

static bool are_turns(const char *at, const char *end, unsigned options)
{
	struct turn ignored;
	for (const char *token_end; at < end; at = token_end) {
		token_end = turn_token_end(at);
		token_end = token_end < end ? token_end : end;
		if (!turn_read(at, token_end, options, &ignored))
			return false;
	}
	return true;
}

bool words_begin_scramble(const char *text, unsigned options)
{
	return *text == '(' || *text == '[' || (*text != '\0' && are_turns(text, text_skip_word(text), options));
}

/* ---- titles ---- */
/* Titles of parts of an event: those of a sheet's 4x4x4 go on with the 4x4x4. */
static const char part_words[] =
    "round group scramble scrambles set extra extras attempt first second third final ";
static const char title_words[] = "session event competition cube open championship ";
static const char other_puzzles[] =
	"pyraminx pyra pyram megaminx mega minx kilominx skewb clock "
	"square-1 square squan sq1 sq-1 square-one ";
/* Events of the 3x3x3 where no size is named; "bld" could be turns. */
static const char events[] = "bf bld oh fm fmc ft mbf mbld ";

/* The size of the cube that a word names, "333", "3BLD", "333oh"; the word becomes all of "3 × 3". 0: none */
static unsigned take_size(struct word *w)
{
	const char digit = *w->at, *end = w->at + 1;
	if (digit < '2' || digit > '7')
		return 0;
	if (end[0] == digit && end[1] == digit)
		end += 2;
	for (;;) {
		const char *const sign = text_skip_space(end), *at = sign + strspn(sign, "xX*");
		at = text_skip_space(at + text_begins(at, "\u00D7"));
		if (at == sign || *at != digit)
			break;
		end = at + 1;
	}
	struct word event = {end + (*end == '-'), 0};
	event.length = strcspn(event.at, between);
	if (event.length > 0 ? !is_one_of(&event, events) : end == w->at + 1)
		return 0;
	w->length = (size_t)(event.at + event.length - w->at);
	return (unsigned)(digit - '0');
}

bool words_have_title(const char *text)
{
	for (struct word w = {text, 0}; next_word(&w);)
		if (take_size(&w) > 0 || is_one_of(&w, part_words)
		    || is_one_of(&w, title_words)
		    || is_one_of(&w, other_puzzles))
			return true;
	return false;
}

enum named_puzzle words_name_puzzle(const char *title, unsigned options)
{
	const unsigned this_size = options & READ_POCKET ? 2 : 3;
	bool is_first = true, is_event = false, is_unknown = false;
	for (struct word w = {title, 0}; title != NULL && next_word(&w); is_first = false) {
		const unsigned size = take_size(&w);
		if (size > 0 && (is_first || strspn(w.at, "0123456789") < w.length))
			return size == this_size ? NAMES_THIS : NAMES_OTHER;
		if (is_one_of(&w, other_puzzles))
			return NAMES_OTHER;
		is_event |= is_one_of(&w, events);
		is_unknown |= w.length > 1 && (text_is_letter(*w.at) || *w.at & 0x80)
		              && !is_one_of(&w, part_words);
	}
	return is_event ? (this_size == 3 ? NAMES_THIS : NAMES_OTHER) : is_unknown ? NAMES_UNKNOWN : NAMES_PART;
}

bool words_may_be_turns(const char *text)
{
	unsigned n_turns = 0, n_others = 0;
	for (struct word w = {text, 0}; next_word(&w);)
		if (take_size(&w) > 0 || is_one_of(&w, events) || *w.at & 0x80
		    || strcspn(w.at, "aceghijkmnopqstvACGHIJKNOPQTV") < w.length)
			n_others++;
		else
			n_turns += strcspn(w.at, "URFDLBMESXYZurfdlbxyzw") < w.length;
	return n_turns >= 2 * n_others;
}

static bool has_turns(const char *text, unsigned options)
{
	bool is_lettered = false;
	for (struct word w = {text, 0}; next_word(&w);) {
		if (take_size(&w) > 0 || is_one_of(&w, events))
			continue;
		bool has_letter = false, has_digit = false;
		items_foreach(c, w.at, w.length) {
			has_letter |= text_is_letter(*c);
			has_digit |= text_is_digit(*c);
		}
		/* Letters and digits in one word, "RU22", are mistyped turns rather than a word of a title; not
		 * "sq1". */
		if ((has_letter && has_digit && !is_one_of(&w, other_puzzles))
		    || (are_turns(w.at, w.at + w.length, options) && !(is_lettered && w.length == 1)))
			return true;
		is_lettered = is_one_of(&w, "set group ");
	}
	return false;
}

/* "Face 0 :" begins the stickers of a face. */
static bool is_head(const char *text)
{
	return strncasecmp(text, "face ", 5) == 0;
}

bool words_are_title(const char *text, unsigned options)
{
	static const char wide[] = "\uFF1A";
	const size_t length = strlen(text), n_wide = strlen(wide);
	const bool ends_with_colon = length > 1 && (text[length - 1] == ':'
	                                            || (length > n_wide
	                                                && strcmp(text + length - n_wide, wide) == 0));
	const char *letter = text;
	while (*letter != '\0' && !text_is_letter(*letter) && (*letter & 0x80) == 0)
		letter++;
	return *letter != '\0' && !is_head(text) && !has_turns(text, options)
	    && (ends_with_colon || words_have_title(text));
}

/* ---- labels ---- */
/* The bytes of a sign between a label and a scramble: a colon, a comma, ..., or a dash before a blank. */
static size_t separator_bytes(const char *at)
{
	size_t n = 1;
	switch (*at) {
	case ':': case ';': case ',': case '\t': case '|': case '=':
		return 1;
	case '-':
		break;
	case '\xEF':
		return text_begins(at, "\uFF1A");  /* the wide colon */
	case '\xE2':
		n = text_begins(at, "\u2013") + text_begins(at, "\u2014");  /* dashes */
		break;
	default:
		return 0;
	}
	return n > 0 && text_space_bytes(at + n) > 0 ? n : 0;
}

/* Turns in a label would be lost; "Cube B" and "Rb-perm 2" have at most one word that could be some. */
static bool is_label(const char *begin, const char *end, unsigned options)
{
	unsigned n_turns = 0, n_words = 0;
	for (struct word w = {begin, 0}; next_word(&w) && w.at < end; n_words++) {
		w.length = w.at + w.length > end ? (size_t)(end - w.at) : w.length;
		n_turns += are_turns(w.at, w.at + w.length, options);
	}
	return n_turns <= 1 && n_words > n_turns;
}

static bool is_quote(const char *at)
{
	return *at == '"' || text_begins(at, "\u201C") > 0;
}

/* Whether everything from here is a cube, or, looking only at the beginning, whether there are turns or a
 * link. */
static bool is_scramble(const char *at, unsigned options, bool is_whole)
{
	struct position ignored;
	struct cube cube;
	struct input_error error;
	if (text_begins(at, "http") > 0 && strstr(at, "://") != NULL)
		return true;
	if (is_quote(at) || !is_whole)
		return words_begin_scramble(is_quote(at) ? at + text_char_bytes(at) : at, options);
	if (*at == '\0')
		return false;
	return options & READ_POCKET
	           ? pocket_read_any(at, options & ~(unsigned)READ_POCKET, NULL, &cube, &error)
	           : position_read(at, options | READ_GREY, &ignored, &error);
}

enum { LONGEST_LABEL = 200 };

char *words_skip_label(char *text, unsigned options, char **end)
{
	if (*text == '(' || *text == '[' || is_head(text))
		return NULL;
	char *first = text;
	while (*first != '\0' && separator_bytes(first) == 0)
		first++;
	for (unsigned pass = 0; pass < 2; pass++)
		for (char *at = first; *at != '\0' && at < text + LONGEST_LABEL; at++) {
			const size_t n = separator_bytes(at);
			if (n == 0 || !is_label(text, at, options))
				continue;
			char *const scramble = at + (text_skip_space(at + n) - at);
			if (is_scramble(scramble, options, pass == 0)) {
				*end = at;
				return scramble;
			}
		}
	return NULL;
}

const char *words_two_readings(const char *text, unsigned options)
{
	if (!text_is_letter(text[0]) || (text[1] != ':' && text[1] != '\t')
	    || !are_turns(text, text + 1, options))
		return NULL;
	if (text[1] == ':')
		return "two readings: one letter before a colon is a label, or begins a conjugate; write a longer label, or [A: B]";
	return strchr(text + 2, '\t') == NULL && strchr(text + 2, ' ') != NULL
	           ? "two readings: one letter before a tab is a label, or a turn; write a longer label, or a blank"
	           : NULL;
}

/* ---- solves of csTimer ---- */
const char *words_skip_time(const char *p)
{
	if (text_begins(p, "DNF") > 0) {
		const char *const closing = p[3] == '(' ? strchr(p, ')') : NULL;
		return closing != NULL ? closing + 1 : p + 3;
	}
	const char *q = p + strspn(p, "0123456789:");
	const size_t n_decimals = q > p && *q == '.' ? strspn(q + 1, "0123456789") : 0;
	if (n_decimals == 0)
		return p;
	q += 1 + n_decimals;
	q += *q == '+';
	return q + (*q == '=' ? strspn(q, "=+.:0123456789") : 0);  /* the phases of the solve: 12.34=5.00+7.34 */
}

bool words_begin_solve(const char *text)
{
	const size_t n_digits = strspn(text, "0123456789");
	if (n_digits == 0 || text[n_digits] != '.' || text_space_bytes(text + n_digits + 1) == 0)
		return false;
	const char *p = text_skip_space(text + n_digits + 1);
	p += *p == '(';
	return (text_is_digit(*p) || *p == 'D') && words_skip_time(p) > p;
}

/* ---- links ---- */
static const char *const pages[] = {"alg.cubing.net/", "alpha.twizzle.net/", "twizzle.net/",
                                    "experiments.cubing.net/"};

static size_t scheme_bytes(const char *text)
{
	return text_begins(text, "https://") + text_begins(text, "http://");
}

static bool is_known_page(const char *text)
{
	array_foreach(page, pages)
		if (text_begins(text, *page) > 0)
			return true;
	return false;
}

bool link_begins(const char *text)
{
	return *text >= 'a' && *text <= 'z' && (scheme_bytes(text) > 0 || is_known_page(text));
}

/* A value in place. @return false: a % without two digits, or a NUL */
static bool decode(char *value)
{
	char *to = value;
	for (char *from = value; *from != '\0'; from++) {
		*to = *from == '_' || *from == '+' ? ' ' : *from == '-' ? '\'' : *from;
		if (*from == '%') {
			const char digits[3] = {from[1], from[1] != '\0' ? from[2] : '\0'};
			if (strspn(digits, "0123456789abcdefABCDEF") != 2 || strcmp(digits, "00") == 0)
				return false;
			*to = (char)strtol(digits, NULL, 16);
			from += 2;
		}
		to++;
	}
	*to = '\0';
	return true;
}

const char *link_read(char *text, unsigned options, char **scramble, char **solution)
{
	char *setup = NULL, *moves = NULL, *query = strchr(text, '?');
	const char *puzzle = "3x3x3";
	if (!is_known_page(text + scheme_bytes(text)))
		return "a link to a page whose scrambles are unknown; links of alg.cubing.net and Twizzle are read";
	if (*text_skip_word(text) != '\0')
		return "text after a link; a comment begins with #";
	if (query != NULL)
		query++;
	for (char *part; (part = strsep(&query, "&")) != NULL;) {  /* between ? and & ... & */
		char *const equals = strchr(part, '=');
		if (*part == '\0')
			continue;
		if (equals == NULL)
			return "the link is cut or changed: a part of it has no '='; copy it from the page's address again";
		if (!decode(equals + 1))
			return "the link is cut or changed: two hexadecimal digits must follow each '%'";
		const struct word key = {part, (size_t)(equals - part)};
		if (is_one_of(&key, "setup setup-alg experimental-setup-alg "))
			setup = equals + 1;
		else if (is_one_of(&key, "alg "))
			moves = equals + 1;
		else if (is_one_of(&key, "puzzle "))
			puzzle = equals + 1;
	}
	const bool is_pocket = strcmp(puzzle, "2x2x2") == 0;
	if (!is_pocket && strcmp(puzzle, "3x3x3") != 0)
		return "a link to another puzzle";
	if (is_pocket != ((options & READ_POCKET) != 0))
		return is_pocket ? "a link to a 2x2x2; --puzzle 2x2 reads it"
		                 : "a link to a 3x3x3; without --puzzle 2x2 it is read";
	const bool has_setup = setup != NULL && *text_skip_space(setup) != '\0';
	if (solution != NULL && (!has_setup || moves == NULL || *text_skip_space(moves) == '\0'))
		return "the link has no scramble (setup=), or no solution (alg=)";
	if (solution != NULL)
		*solution = moves;
	moves = has_setup ? setup : moves;
	if (moves == NULL || *text_skip_space(moves) == '\0')
		return "a link without moves";
	/* Comments of the page, up to the ends of their lines, become blanks. */
	for (char *comment; (comment = strstr(moves, "//")) != NULL;)
		memset(comment, ' ', strcspn(comment, "\r\n"));
	*scramble = moves + (text_skip_space(moves) - moves);
	return NULL;
}
