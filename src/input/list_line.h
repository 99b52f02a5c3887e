/* One plain line of a list: what is number, label, time, scramble, comment and date in it. */
#ifndef SUPERFLIP_INPUT_LIST_LINE_H
#define SUPERFLIP_INPUT_LIST_LINE_H
#include "input/label.h"
#include "input/line_reader.h"

enum line_kind { LINE_BLANK, LINE_TITLE, LINE_SCRAMBLE };

/** A line in parts. They point into the line, which is cut up. */
struct line_parts {
	unsigned column;           /* of the scramble, from 1, in characters */
	const char *scramble;      /* may be empty after a number or a time */
	const char *fault;         /* why this is no scramble; NULL if it may be one */
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
 * @param last_extra  n_extra of the scramble before this one: "E2" may be a turn of the slice E, or follow "E1" */
enum line_kind line_parts_read(const struct line *line, unsigned options, unsigned last_extra, struct line_parts *out);

/** Where the blanks at p end, also the no-break spaces of web pages. */
char *line_skip_blanks(char *p);

/** Cut the blanks off the end of start .. end - 1. */
void line_trim_end(const char *start, char *end);
#endif
