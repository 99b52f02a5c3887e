#include "report/table_state.h"

#include "base/array.h"
#include "report/printable.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table *table_create(const char *const *columns, unsigned n_columns)
{
	struct table *const table = calloc(1, sizeof *table);
	if (table != NULL) {
		table->columns = columns;
		table->n_columns = n_columns;
	}
	return table;
}

void table_free(struct table *table)
{
	if (table == NULL)
		return;
	for (size_t i = 0; i < table->n_cells; i++)
		free(table->cells[i].text);
	for (size_t i = 0; i < table->n_facts; i++) {
		free(table->facts[i].key);
		free(table->facts[i].text);
		json_decref(table->facts[i].value);
	}
	free(table->cells);
	free(table->facts);
	free(table);
}

/* ---- filling ---- */
/* @return NULL without memory */
static char *text_of(const json_t *value)
{
	if (json_is_string(value))
		return printable_copy(json_string_value(value));
	return value != NULL ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(EXACT_DIGITS)) : NULL;
}

void table_add_fact_value(struct table *table, const char *key, json_t *value, const char *text)
{
	struct fact *const more = realloc(table->facts, (table->n_facts + 1) * sizeof *more);
	if (more != NULL)
		table->facts = more;
	struct fact fact = {.key = strdup(key), .text = text != NULL ? printable_copy(text) : text_of(value), .value = value};
	if (more != NULL && fact.key != NULL && fact.text != NULL && value != NULL) {
		table->facts[table->n_facts++] = fact;
		return;
	}
	free(fact.key);
	free(fact.text);
	json_decref(value);
	table->ran_out_of_memory = true;
}

void table_add_fact(struct table *table, const char *key, const char *text)
{
	char *const shown = printable_copy(text);
	table_add_fact_value(table, key, shown != NULL ? json_string(shown) : NULL, shown);
	free(shown);
}

void table_add_fact_real(struct table *table, const char *key, double value, unsigned decimals)
{
	char text[NUMBER_BYTES];
	snprintf(text, sizeof text, "%.*f", (int)decimals, value);
	table_add_fact_value(table, key, json_real(value), text);
}

static void add_cell(struct table *table, struct cell cell)
{
	struct cell *const more = array_reserve(table->cells, table->n_cells + 1, &table->cell_capacity, sizeof *more);
	if (more == NULL) {
		free(cell.text);
		table->ran_out_of_memory = true;
		return;
	}
	table->cells = more;
	table->cells[table->n_cells++] = cell;
}

void table_add_text(struct table *table, const char *text)
{
	char *const copy = printable_copy(text);
	table->ran_out_of_memory |= copy == NULL;
	add_cell(table, (struct cell){.kind = copy != NULL ? CELL_TEXT : CELL_NONE, .text = copy});
}

void table_add_count(struct table *table, uint64_t count)
{
	add_cell(table, (struct cell){.kind = CELL_COUNT, .count = count});
}

void table_add_real(struct table *table, double value, unsigned decimals)
{
	add_cell(table, (struct cell){.kind = isfinite(value) ? CELL_REAL : CELL_NONE, .real = value, .decimals = decimals});
}

void table_add_none(struct table *table)
{
	add_cell(table, (struct cell){.kind = CELL_NONE});
}
