/* Tables: CSV of csTimer, Twisty Timer and superflip, the WCA's WCA_export_Scrambles.tsv, and whatever has a
 * column "Scramble" or "Alg". */
#ifndef SUPERFLIP_INPUT_CSV_H
#define SUPERFLIP_INPUT_CSV_H
#include "input/line_reader.h"

enum csv_column {
	CSV_SCRAMBLE, CSV_NUMBER, CSV_TIME, CSV_COMMENT, CSV_DATE, CSV_PUZZLE, CSV_PENALTY, CSV_ALGORITHM,
	CSV_COMPETITION, CSV_EVENT, CSV_ROUND, CSV_GROUP, CSV_EXTRA, CSV_ATTEMPT,  /* of the WCA */
	N_CSV_COLUMNS
};

struct csv_columns {
	char separator;                      /* ; , or a tab */
	unsigned place[N_CSV_COLUMNS];       /* of each column in a record; CSV_NOWHERE: there is none */
	bool has_milliseconds;               /* times are milliseconds, dates milliseconds since 1970 */
};
enum { CSV_NOWHERE = 64 };

/** A record while its scrambles are given out: a multi-blind attempt has several. */
struct csv_row {
	char *next;                          /* in the line, the scramble to be given; NULL: there are no more */
	char *label;                         /* owned; "" if there is none */
	const char *fault;                   /* why the record has no scramble; NULL if it has one */
	uint64_t line;
	bool has_several, is_other_puzzle;
};

/** Split a record in place: '"' stands around fields that need it and is doubled within.
 * @return how many fields, at most CSV_NOWHERE */
unsigned csv_split(char *text, char separator, char *field[CSV_NOWHERE]);

/** Whether the first line of a file is that of such a table: a header with the column "Scramble", or quoted
 * fields as Twisty Timer writes them (with and without a header).
 * @param options     LIST_FRENCH, LIST_POCKET: what are turns and hence no header
 * @param has_header  set: the line itself is no record */
bool csv_recognise(const char *line, unsigned options, struct csv_columns *out, bool *has_header);

/** Read a record; the line is cut up. @return false without memory */
bool csv_row_read(struct csv_row *row, const struct line *line, const struct csv_columns *columns,
                  unsigned options);

/** The next scramble of the record, as an entry without number and progress; the line must still be there.
 * @return false: no more */
bool csv_row_next(struct csv_row *row, struct list_entry *out);

void csv_row_free(struct csv_row *row);
#endif
