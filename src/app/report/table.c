#include "report/table.h"

enum { NUMBER_BYTES = 96, EXACT_DIGITS = 9 };

struct fact {
	char *key;            /* owned */
	struct cell cell;     /* with what is shown */
};

struct table {
	char *names;                                /* owned: of the columns */
	const char *columns[TABLE_MAX_COLUMNS];     /* parts of it */
	const char *const *layout;                  /* NULL: as wide as the cells */
	unsigned n_columns;
	size_t n_cells, cell_capacity, n_facts, fact_capacity;
	struct cell *cells;
	struct fact *facts;
	bool ran_out_of_memory;
};

const char *const table_format_name[N_TABLE_FORMATS] = {"text", "csv", "jsonl", "markdown"};

struct table *table_create(const char *columns)
{
	struct table *const table = calloc(1, sizeof *table);
	char *rest = table != NULL ? table->names = strdup(columns) : NULL;
	if (rest != NULL) {
		for (char *name; (name = strsep(&rest, ",")) != NULL;)
			table->columns[table->n_columns++] = name;
		return table;
	}
	free(table);
	return NULL;
}

static void free_cell(struct cell cell)
{
	json_decref(cell.value);
	free(cell.shown);
}

void table_free(struct table *table)
{
	if (table == NULL)
		return;
	items_foreach(cell, table->cells, table->n_cells)
		free_cell(*cell);
	items_foreach(fact, table->facts, table->n_facts) {
		free(fact->key);
		free_cell(fact->cell);
	}
	free(table->names);
	free(table->cells);
	free(table->facts);
	free(table);
}

void table_set_layout(struct table *table, const char *const *formats)
{
	if (table != NULL)
		table->layout = formats;
}

/* ---- filling ---- */
struct cell cell_text(const char *text)
{
	char *const copy = text != NULL ? printable_copy(text) : NULL;
	const struct cell cell = {.value = text != NULL ? json_string(copy) : json_null()};
	free(copy);
	return cell;
}

struct cell cell_count(uint64_t count)
{
	return (struct cell){.value = json_count(count)};
}

struct cell cell_real(double value, unsigned decimals)
{
	return (struct cell){.value = isfinite(value) ? json_real(value) : json_null(), .decimals = decimals};
}

struct cell cell_shown(struct cell cell, const char *shown)
{
	cell.shown = shown != NULL ? printable_copy(shown) : NULL;
	return cell;
}

void table_add_fact(struct table *table, const char *key, json_t *value, const char *text)
{
	text = text != NULL ? text : json_string_value(value);
	struct fact fact = {.key = strdup(key), .cell = cell_shown((struct cell){.value = value}, text)};
	if (text == NULL)
		fact.cell.shown =
			json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(EXACT_DIGITS));
	if (table != NULL && fact.key != NULL && fact.cell.shown != NULL && value != NULL
	    && array_append(&table->facts, &table->n_facts, &table->fact_capacity, &fact, sizeof fact))
		return;
	free(fact.key);
	free_cell(fact.cell);
	if (table != NULL)
		table->ran_out_of_memory = true;
}

void table_add_cells(struct table *table, const struct cell *cells, size_t n)
{
	items_foreach(cell, cells, n)
		if (table == NULL || cell->value == NULL
		    || !array_append(&table->cells, &table->n_cells, &table->cell_capacity, cell,
		                     sizeof *cells)) {
			free_cell(*cell);
			if (table != NULL)
				table->ran_out_of_memory = true;
		}
}

/* ---- cells as text ---- */

/* "-1234567.89" becomes "-1,234,567.89"; exponents are left alone. */
static void group_thousands(const char *number, char *grouped)
{
	const char *const digits = number + (*number == '-');
	const size_t n_digits = strspn(digits, "0123456789");
	char *to = mempcpy(grouped, number, (size_t)(digits - number));
	for (size_t i = 0; i < n_digits; i++) {
		if (i > 0 && (n_digits - i) % 3 == 0)
			*to++ = ',';
		*to++ = digits[i];
	}
	strcpy(to, digits + n_digits);
}

const char *table_count_text(double count, char text[32])
{
	char plain[24];
	snprintf(plain, sizeof plain, "%.0f", count);
	group_thousands(plain, text);
	return text;
}

static size_t n_rows(const struct table *t)
{
	return t->n_cells / t->n_columns;
}

static const struct cell *cell_at(const struct table *t, size_t row, unsigned column)
{
	return &t->cells[row * t->n_columns + column];
}

/* A line of a column for people, 0: its name; the text is the table's own or in `buffer`. */
static const char *readable(const struct table *t, size_t line, unsigned column, bool is_grouped,
                            char buffer[NUMBER_BYTES])
{
	char plain[NUMBER_BYTES / 2];
	if (line == 0)
		return t->columns[column];
	const struct cell *const cell = cell_at(t, line - 1, column);
	if (cell->shown != NULL)
		return cell->shown;
	if (!json_is_number(cell->value))
		return json_is_string(cell->value) ? json_string_value(cell->value) : "";
	const double real = json_real_value(cell->value);
	const bool is_small = real != 0 && fabs(real) < 0.5 * pow(10, -(double)cell->decimals);
	if (json_is_integer(cell->value))
		snprintf(plain, sizeof plain, "%" JSON_INTEGER_FORMAT, json_integer_value(cell->value));
	else if (is_small || fabs(real) >= 1e18)
		snprintf(plain, sizeof plain, "%.3e", real);
	else
		snprintf(plain, sizeof plain, "%.*f", (int)cell->decimals, real);
	if (is_grouped)
		group_thousands(plain, buffer);
	else
		strcpy(buffer, plain);
	return buffer;
}

/* A column of numbers is set flush right; one without any cell goes with them. */
static bool is_numeric(const struct table *t, unsigned column)
{
	for (size_t row = 0; row < n_rows(t); row++)
		if (json_is_string(cell_at(t, row, column)->value))
			return false;
	return true;
}

/* ---- CSV and Markdown ---- */

/* Each character that means something, in Markdown, gets a backslash. */
static void put(const char *text, const char *special, FILE *out)
{
	for (; *text != '\0'; text++)
		fprintf(out, "%s%c", strchr(special, *text) != NULL ? "\\" : "", *text);
}

static void write_facts(const struct table *t, const char *prefix, const char *special, FILE *out)
{
	items_foreach(fact, t->facts, t->n_facts) {
		fprintf(out, "%s%s: ", prefix, fact->key);
		put(fact->cell.shown, special, out);
		fputc('\n', out);
	}
}

static void write_csv(const struct table *t, FILE *out)
{
	write_facts(t, "# ", "", out);
	for (unsigned c = 0; c < t->n_columns; c++)
		fprintf(out, "%s%s", t->columns[c], c + 1 < t->n_columns ? "," : "\n");
	for (size_t i = 0; i < t->n_cells; i++) {
		const json_t *const value = t->cells[i].value;
		if (json_is_string(value))
			csv_write_text(json_string_value(value), out);
		else if (json_is_integer(value))
			fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
		else if (json_is_real(value))
			fprintf(out, "%.*g", EXACT_DIGITS, json_real_value(value));
		fputc((i + 1) % t->n_columns == 0 ? '\n' : ',', out);
	}
}

static void write_markdown(const struct table *t, FILE *out)
{
	static const char special[] = "|*_`<\\";
	char buffer[NUMBER_BYTES];
	write_facts(t, "- ", special, out);
	fputs(t->n_facts > 0 ? "\n" : "", out);
	for (size_t line = 0; line <= n_rows(t); line++) {
		for (unsigned c = 0; c < t->n_columns; c++) {
			fputs(c == 0 ? "| " : " | ", out);
			put(readable(t, line, c, true, buffer), special, out);
		}
		fputs(line == 0 ? " |\n|" : " |\n", out);
		for (unsigned c = 0; line == 0 && c < t->n_columns; c++)
			fputs(is_numeric(t, c) ? "---:|" : "---|", out);
		fputs(line == 0 ? "\n" : "", out);
	}
}

/* ---- formats of their own ---- */
static void write_text(const struct table *t, FILE *out)
{
	size_t width[TABLE_MAX_COLUMNS] = {0};
	char buffer[NUMBER_BYTES];
	for (unsigned c = 0; c < t->n_columns; c++)
		for (size_t line = 0; line <= n_rows(t); line++) {
			const size_t n = strlen(readable(t, line, c, true, buffer));
			width[c] = n > width[c] ? n : width[c];
		}
	write_facts(t, "# ", "", out);
	for (size_t line = 0; line <= n_rows(t); line++)
		for (unsigned c = 0; c < t->n_columns; c++) {
			const char *const text = readable(t, line, c, t->layout == NULL, buffer);
			const bool is_last = c + 1 == t->n_columns;
			if (t->layout != NULL)
				fprintf(out, t->layout[c], text);
			else if (is_numeric(t, c))
				fprintf(out, "%*s", (int)width[c], text);
			else
				fprintf(out, "%-*s", is_last ? 0 : (int)width[c], text);
			fputs(is_last ? "\n" : t->layout == NULL ? "  " : "", out);
		}
}

static bool write_jsonl(const struct table *t, FILE *out)
{
	json_t *const facts = t->n_facts > 0 ? json_object() : NULL;
	items_foreach(fact, t->facts, t->n_facts)
		json_object_set(facts, fact->key, fact->cell.value);
	bool is_written = t->n_facts == 0 || json_write_line(facts, EXACT_DIGITS, out);
	for (size_t row = 0; row < n_rows(t) && is_written; row++) {
		json_t *const object = json_object();
		for (unsigned c = 0; c < t->n_columns; c++)
			json_object_set(object, t->columns[c], cell_at(t, row, c)->value);
		is_written = json_write_line(object, EXACT_DIGITS, out);
	}
	return is_written;
}

bool table_write(struct table *table, enum table_format format, FILE *out)
{
	bool is_written = table != NULL && !table->ran_out_of_memory;
	if (is_written)
		switch (format) {
		case TABLE_TEXT:      write_text(table, out); break;
		case TABLE_JSONL:     is_written = write_jsonl(table, out); break;
		case TABLE_CSV:       write_csv(table, out); break;
		case TABLE_MARKDOWN:  write_markdown(table, out); break;
		case N_TABLE_FORMATS: break;
		}
	table_free(table);
	return is_written;
}
