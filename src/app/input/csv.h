/* Tables: CSV of csTimer, Twisty Timer and superflip, the WCA's WCA_export_Scrambles.tsv, and whatever has a
 * column "Scramble" or "Alg". */
#pragma once
#include "input/line_reader.h"

enum csv_column {
	CSV_SCRAMBLE, CSV_SOLUTION, CSV_STATUS, CSV_METRIC, CSV_LENGTH,            /* of results: they have all
	                                                                            * these, */
	CSV_LOWER_BOUND, CSV_GOAL, CSV_TURNS, CSV_COSTS, CSV_REACHED,              /* and may have these */
	CSV_NUMBER, CSV_TIME, CSV_COMMENT, CSV_DATE, CSV_PUZZLE, CSV_PENALTY, CSV_ALGORITHM,
	CSV_COMPETITION, CSV_EVENT, CSV_ROUND, CSV_GROUP, CSV_EXTRA, CSV_ATTEMPT,  /* of the WCA */
	N_CSV_COLUMNS
};

struct csv_columns {
	char separator;                      /* ; , or a tab */
	unsigned place[N_CSV_COLUMNS];       /* of each column in a record; CSV_NOWHERE: there is none */
	bool has_header;                     /* the line that they were found in is no record */
	bool has_milliseconds;               /* times are milliseconds, dates milliseconds since 1970 */
};
enum { CSV_NOWHERE = 64 };

/** A record while its scrambles are given out: a multi-blind attempt has several. */
struct csv_row {
	struct list_entry entry;             /* without number and progress; its label is owned */
	char *next;                          /* in the line, the scramble to be given; NULL: there are no more */
	bool has_several, is_other_puzzle;
};

/** The fields of a record. */
struct csv_fields {
	const struct csv_columns *columns;
	char *field[CSV_NOWHERE];
	unsigned n;
};

/** Split a record in place: '"' stands around fields that need it and is doubled within (quoting_after()). */
struct csv_fields csv_split(char *text, const struct csv_columns *columns);

/** What is wrong with the quotation marks of a record: one is never closed, or between commas text
 * follows it.
 * @param line, column  where the record begins; become where the fault is, in characters
 * @return NULL: nothing */
const char *csv_fault(const char *record, char separator, uint64_t *line, unsigned *column);

/** What a record has in a column, without blanks around it; "" if there is nothing. */
char *csv_field(const struct csv_fields *f, enum csv_column column);

/** Whether the first line of a file is that of such a table: a header with the column "Scramble", or quoted
 * fields as Twisty Timer writes them (with and without a header).
 * @param options  READ_FRENCH, READ_POCKET: what are turns and hence no header */
bool csv_recognise(const char *line, unsigned options, struct csv_columns *out);

/** Read a record; the line is cut up. @return false without memory */
bool csv_row_read(struct csv_row *row, const struct line *line, const struct csv_columns *columns,
                  unsigned options);

/** The next scramble of the record, as an entry without number and progress; the line must still be there.
 * @return false: no more */
bool csv_row_next(struct csv_row *row, struct list_entry *out);
