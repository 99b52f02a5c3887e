/* Tables of results, written once and read by people, spreadsheets, programs, Markdown and LaTeX. */
#ifndef SUPERFLIP_REPORT_TABLE_H
#define SUPERFLIP_REPORT_TABLE_H
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_JSONL, TABLE_MARKDOWN, TABLE_LATEX, N_TABLE_FORMATS };
extern const char *const table_format_name[N_TABLE_FORMATS];   /* "text", "csv", ... */

struct table;

/** @param columns  their names, the same in every format; borrowed until table_free()
 * @return NULL without memory */
struct table *table_create(const char *const *columns, unsigned n_columns);
void table_free(struct table *table);

/* Facts about the whole table: seed, version, machine ... written before it ("# key: value" in text and CSV, the first object, with
 * values of their types, in JSON Lines). */
void table_add_fact(struct table *table, const char *key, const char *text);
void table_add_fact_real(struct table *table, const char *key, double value, unsigned decimals);

/** @param value  a reference that this function takes over; NULL counts as lack of memory
 * @param text   the same for people; NULL: as JSON writes it, without quotes around a string */
void table_add_fact_value(struct table *table, const char *key, json_t *value, const char *text);

/* Cells, from left to right and row by row.  Large numbers get thousands separators where people read them. */
void table_add_text(struct table *table, const char *text);
void table_add_count(struct table *table, uint64_t count);
void table_add_real(struct table *table, double value, unsigned decimals);
void table_add_none(struct table *table);

/** @return false if memory ran out, now or while cells were added; errors of the stream are left to ferror() */
bool table_write(const struct table *table, enum table_format format, FILE *out);
#endif
