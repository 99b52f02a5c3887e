/* Text in CSV and TSV. */
#ifndef SUPERFLIP_REPORT_CSV_H
#define SUPERFLIP_REPORT_CSV_H
#include <stdio.h>

/** Write one field, quoted where RFC 4180 asks for it, and where a reader could take it for a comment.
 * What cannot be shown is described (report/printable.h), but for line feeds and tabs. */
void csv_write_text(const char *text, FILE *out);

/** Write one field of TSV: tabs and line ends become blanks, for it has no quotes. */
void tsv_write_text(const char *text, FILE *out);
#endif
