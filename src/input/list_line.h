/* One plain line of a list: what is number, time, scramble, comment and date in it. */
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
};

/** Cut a line into its parts.
 *     3. 12.34[comment]   SCRAMBLE   @date   # comment      (csTimer)
 *     E1. SCRAMBLE                                          (sheets of the WCA)
 *     SCRAMBLE (18f*)                                       (Cube Explorer)
 * A title names what follows: "3x3x3 Round 1 Scramble Set A", "Extra Scrambles". */
enum line_kind line_parts_read(const struct line *line, struct line_parts *out);

/** Whether a title or a column "Puzzle" names another puzzle than the event, "333" or "222": "4x4x4", "Skewb". */
bool title_is_of_other_puzzle(const char *title, const char *event);

/** Where the blanks at p end, also the no-break spaces of web pages. */
char *line_skip_blanks(char *p);

/** Cut the blanks off the end of start .. end - 1. */
void line_trim_end(const char *start, char *end);
#endif
