/* One plain line of a list: what is number, label, time, scramble, comment and date in it; labels, which join
 * all but the scramble. */
#pragma once
#include "input/line_reader.h"

/** The parts of a label; NULL or "": there is none. Nothing is owned. */
struct label {
	const char *title, *number, *name, *time, *comment, *date;
	const char *solution;               /* no part of the joined label */
	char time_text[40], date_text[32];  /* of label_set_time(), label_set_date() */
};

/** Join the parts: "TITLE NUMBER. NAME TIME COMMENT @DATE".
 * @param label  a text of the caller's, which is freed and replaced; NULL: there are no parts
 * @return false without memory */
bool label_join(const struct label *parts, char **label);

/** Milliseconds as timers print them: 12.34, 1:02.34; a penalty of 2 s ends with +, a solve that counts for
 * nothing is DNF(12.34). */
void label_set_time(struct label *label, double milliseconds, bool has_plus_two, bool is_dnf);

/** Seconds since 1970 as 2024-01-31 12:00:00 (UTC); "" for what is no date. */
void label_set_date(struct label *label, double seconds);

enum line_kind { LINE_BLANK, LINE_TITLE, LINE_SCRAMBLE };

/** A line in parts. They point into the line, which is cut up. */
struct line_parts {
	struct list_entry entry;   /* its line, column, scramble and fault; may be empty after a number or a
	                            * time */
	struct label label;        /* without a title */
	const char *title;         /* of LINE_TITLE */
	unsigned n_extra;          /* of an extra scramble of a sheet, "E2"; 0: it is none */
};

/** Cut a line into its parts.
 *     3. 12.34[comment]   SCRAMBLE   @date   # comment      (csTimer)
 *     E1 SCRAMBLE                                           (sheets of the WCA)
 *     T-perm: SCRAMBLE                                      (a label, as words_skip_label() has it)
 *     "SCRAMBLE"
 *     https://alg.cubing.net/?setup=SCRAMBLE                (a link, as link_read() has it)
 *     SCRAMBLE (18f*)                                       (Cube Explorer)
 * A title names what follows: "3x3x3 Round 1 Scramble Set A", "Extra Scrambles".
 * @param options     READ_FRENCH, READ_POCKET
 * @param last_extra  n_extra of the scramble before this one: "E2" may be a turn of the slice E, or follow
 *   "E1" */
enum line_kind line_parts_read(const struct line *line, unsigned options, unsigned last_extra,
                               struct line_parts *out);

/** Where the blanks at p end, also the no-break spaces of web pages. */
char *line_skip_blanks(char *p);

/** Cut the blanks off the end of start .. end - 1. */
void line_trim_end(const char *start, char *end);
