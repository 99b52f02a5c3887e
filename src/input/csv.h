/* Tables of solves: CSV of csTimer, Twisty Timer, superflip, and whoever names a column "Scramble". */
#ifndef SUPERFLIP_INPUT_CSV_H
#define SUPERFLIP_INPUT_CSV_H
#include "input/label.h"

#include <stdbool.h>

enum csv_column {
	CSV_SCRAMBLE, CSV_NUMBER, CSV_TIME, CSV_COMMENT, CSV_DATE, CSV_PUZZLE, CSV_PENALTY, N_CSV_COLUMNS
};

struct csv_columns {
	char separator;                      /* ; , or a tab */
	unsigned place[N_CSV_COLUMNS];       /* of each column in a record; CSV_NOWHERE: there is none */
	bool has_milliseconds;               /* times are milliseconds, dates milliseconds since 1970 */
};
enum { CSV_NOWHERE = 64 };

/** A record. Its texts point into the line or into the record. */
struct csv_record {
	const char *scramble, *puzzle;       /* "" if there is none */
	struct label label;                  /* without a title */
	char time[LABEL_TIME_SIZE], date[LABEL_DATE_SIZE];
};

/** Split a record in place: '"' stands around fields that need it and is doubled within.
 * @return how many fields, at most CSV_NOWHERE */
unsigned csv_split(char *text, char separator, char *field[CSV_NOWHERE]);

/** Whether the first line of a file is that of such a table: a header with the column "Scramble", or quoted fields as
 * Twisty Timer writes them (with and without a header).
 * @param has_header  set: the line itself is no record */
bool csv_recognise(const char *line, struct csv_columns *out, bool *has_header);

/** Read a record; the line is cut up.
 * @return why it has no scramble, NULL if it has one */
const char *csv_read(char *line, const struct csv_columns *columns, struct csv_record *out);
#endif
