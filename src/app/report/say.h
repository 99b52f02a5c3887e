/* What people read in their language: the words of doc/words.tsv, and the frame of pages. */
#pragma once
#include <stdio.h>

/** A text of the table, also a format, in the language that goes with the letters of the moves.
 * @param options  READ_FRENCH
 * @return the text itself if it has no other words */
const char *say(unsigned options, const char *text) __attribute__((format_arg(2)));

/** Begin a page of sections, in columns, three of them on A4; it ends with PAGE_END. */
void page_begin(FILE *out, unsigned options, const char *title);
#define PAGE_END "</body></html>\n"
