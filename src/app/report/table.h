/* Tables of results, written once and read by people, spreadsheets, programs and Markdown. */
#pragma once
#include "report/json.h"

#include <math.h>

enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_JSONL, TABLE_MARKDOWN, N_TABLE_FORMATS };
extern const char *const table_format_name[N_TABLE_FORMATS];   /* "text", "csv", ... */

struct table;

/** @param columns  their names, the same in every format: "distance,cosets", at most TABLE_MAX_COLUMNS
 * @return NULL without memory, which the functions below take for a table that lacks it */
enum { TABLE_MAX_COLUMNS = 16 };
struct table *table_create(const char *columns);
void table_free(struct table *table);

/** Lay it out in text by a printf format for the text of each column, not by what is in the cells; numbers
 * get no separators. */
void table_set_layout(struct table *table, const char *const *formats);

/* Facts about the whole table: seed, version, machine ... written before it ("# key: value" in text and CSV,
 * the first object, with values of their types, in JSON Lines). */

/** @param value  a reference that this function takes over; NULL counts as lack of memory
 * @param text   the same for people; NULL: as JSON writes it, without quotes around a string */
void table_add_fact(struct table *table, const char *key, json_t *value, const char *text);

/** A cell, which table_add_cells() takes over.  Large numbers get thousands separators where people read
 * them; a number that is not finite is left empty. */
struct cell {
	json_t *value;        /* NULL: there was no memory */
	char *shown;          /* what people read instead of it; NULL: the value */
	unsigned decimals;    /* of a real number, where people read it */
};
struct cell cell_text(const char *text);  /* NULL: it is left empty */
struct cell cell_count(uint64_t count);
struct cell cell_real(double value, unsigned decimals);
struct cell cell_shown(struct cell cell, const char *shown);

/** Add the next cells, from left to right and row by row. */
void table_add_cells(struct table *table, const struct cell *cells, size_t n);
#define TABLE_ROW(table, ...) \
	table_add_cells(table, (const struct cell[]){__VA_ARGS__}, sizeof((const struct cell[]){__VA_ARGS__}) / sizeof(struct cell))

/** "1,234,567", as people read it in a table. */
const char *table_count_text(double count, char text[32]);

/** Write the table and free it.
 * @return false if memory ran out, now or while cells were added; errors of the stream are left to
 *   ferror() */
bool table_write(struct table *table, enum table_format format, FILE *out);
