/* Lines that verify reads besides JSON: SCRAMBLE -> SOLUTION, and the rows of solve --csv and --tsv. */
#ifndef SUPERFLIP_CLI_VERIFY_TABLE_H
#define SUPERFLIP_CLI_VERIFY_TABLE_H
#include <stdbool.h>

enum verify_column { VERIFY_SCRAMBLE, VERIFY_SOLUTION, VERIFY_STATUS, VERIFY_METRIC, VERIFY_LENGTH, VERIFY_LOWER_BOUND, N_VERIFY_COLUMNS };

/** The columns of a table; separator '\0': the lines are none. */
struct verify_table {
	char separator;
	unsigned place[N_VERIFY_COLUMNS];
};

/** Whether a line is the header of a table with these columns, the last of which it may lack; then *out is set. */
bool verify_table_begins(const char *line, struct verify_table *out);

/** The fields of a row, which is cut up; "" for what it lacks. */
void verify_table_split(const struct verify_table *table, char *row, const char *field[N_VERIFY_COLUMNS]);

/** Whether a line is what `solve` and `batch` print for people: "3.  18*  U R2 ...", ">=13  none: ...". */
bool verify_is_answer(const char *line);

/** Whether a quoted field goes on in the next line. */
bool verify_row_goes_on(const struct verify_table *table, const char *row);

/** The solution after an arrow (-> => →) or a tab; the text before it is terminated there. NULL if there is neither. */
char *verify_split_at_arrow(char *text);
#endif
