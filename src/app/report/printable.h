/* Text from anywhere on its way to a terminal: nothing of it steers the terminal or hides. */
#pragma once
#include "cube/text.h"

/** Write text; a character that cannot be shown (text_is_printable()) is described, as in <U+009B>, and a
 * byte that is no UTF-8, as in <0x9B>. */
void printable_write(const char *text, FILE *out);

/** Write one character in this way.  @return its bytes in the text, 0 at the end of it */
size_t printable_write_char(const char *at, FILE *out);

/** A copy in which such characters are described; the caller frees it.  @return NULL without memory */
char *printable_copy(const char *text);

/** Write lines that a file holds: line feeds and tabs stay.  @return false if the stream fails */
bool printable_write_lines(const char *text, size_t size, FILE *out);

/** Write a JSON text on one line; in it such a character becomes an escape, \u009b, which means the same. */
void printable_write_json(const char *json, FILE *out);

/** Write a field of CSV, quoted where RFC 4180 asks for it and where a reader could take it for a comment;
 * line feeds and tabs stay. */
void csv_write_text(const char *text, FILE *out);
