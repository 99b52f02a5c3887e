/* Tables as people, spreadsheets, programs, Markdown and LaTeX read them. */
#include "report/table_state.h"

#include "report/csv.h"
#include "report/printable.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const table_format_name[N_TABLE_FORMATS] = {"text", "csv", "jsonl", "markdown", "latex"};

/* ---- cells as text ---- */

/* "-1234567.89" becomes "-1,234,567.89"; exponents are left alone. */
static void group_thousands(const char *number, char grouped[NUMBER_BYTES])
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

/* For people; the text is the cell's own or in `buffer`. */
static const char *readable(const struct cell *cell, char buffer[NUMBER_BYTES])
{
	char plain[NUMBER_BYTES / 2];
	switch (cell->kind) {
	case CELL_NONE:
		return "";
	case CELL_TEXT:
		return cell->text;
	case CELL_COUNT:
		snprintf(plain, sizeof plain, "%" PRIu64, cell->count);
		break;
	case CELL_REAL: {
		const bool is_small = cell->real != 0 && fabs(cell->real) < 0.5 * pow(10, -(double)cell->decimals);
		if (is_small || fabs(cell->real) >= 1e18)
			snprintf(plain, sizeof plain, "%.*e", 3, cell->real);
		else
			snprintf(plain, sizeof plain, "%.*f", (int)cell->decimals, cell->real);
	}
	}
	group_thousands(plain, buffer);
	return buffer;
}

static bool is_number(const struct cell *cell)
{
	return cell->kind == CELL_COUNT || cell->kind == CELL_REAL;
}

static size_t n_rows(const struct table *t)
{
	return t->n_cells / t->n_columns;
}

static const struct cell *cell_at(const struct table *t, size_t row, unsigned column)
{
	return &t->cells[row * t->n_columns + column];
}

/* A column of numbers is set flush right; one without any cell goes with them. */
static bool is_numeric(const struct table *t, unsigned column)
{
	for (size_t row = 0; row < n_rows(t); row++)
		if (cell_at(t, row, column)->kind == CELL_TEXT)
			return false;
	return true;
}

/* ---- formats ---- */
static void write_facts(const struct table *t, const char *prefix, FILE *out)
{
	for (size_t i = 0; i < t->n_facts; i++)
		fprintf(out, "%s%s: %s\n", prefix, t->facts[i].key, t->facts[i].text);
}

static bool write_text(const struct table *t, FILE *out)
{
	size_t *const width = calloc(t->n_columns, sizeof *width);
	if (width == NULL)
		return false;
	char buffer[NUMBER_BYTES];
	for (unsigned c = 0; c < t->n_columns; c++) {
		width[c] = strlen(t->columns[c]);
		for (size_t row = 0; row < n_rows(t); row++) {
			const size_t n = strlen(readable(cell_at(t, row, c), buffer));
			width[c] = n > width[c] ? n : width[c];
		}
	}
	write_facts(t, "# ", out);
	for (size_t line = 0; line <= n_rows(t); line++)
		for (unsigned c = 0; c < t->n_columns; c++) {
			const char *const text = line == 0 ? t->columns[c] : readable(cell_at(t, line - 1, c), buffer);
			const bool is_last = c + 1 == t->n_columns;
			if (is_numeric(t, c))
				fprintf(out, "%*s", (int)width[c], text);
			else
				fprintf(out, "%-*s", is_last ? 0 : (int)width[c], text);
			fputs(is_last ? "\n" : "  ", out);
		}
	free(width);
	return true;
}

static bool write_csv(const struct table *t, FILE *out)
{
	write_facts(t, "# ", out);
	for (unsigned c = 0; c < t->n_columns; c++)
		fprintf(out, "%s%s", c == 0 ? "" : ",", t->columns[c]);
	fputc('\n', out);
	for (size_t i = 0; i < n_rows(t) * t->n_columns; i++) {
		const struct cell *const cell = &t->cells[i];
		if (cell->kind == CELL_TEXT)
			csv_write_text(cell->text, out);
		else if (cell->kind == CELL_COUNT)
			fprintf(out, "%" PRIu64, cell->count);
		else if (cell->kind == CELL_REAL)
			fprintf(out, "%.*g", EXACT_DIGITS, cell->real);
		fputc((i + 1) % t->n_columns == 0 ? '\n' : ',', out);
	}
	return true;
}

static json_t *json_of_cell(const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_TEXT:  return json_string(cell->text);
	case CELL_COUNT: return json_integer((json_int_t)cell->count);
	case CELL_REAL:  return json_real(cell->real);
	case CELL_NONE:  break;
	}
	return json_null();
}

static bool write_json_line(json_t *object, bool is_sound, FILE *out)
{
	char *const text = is_sound ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(EXACT_DIGITS)) : NULL;
	if (text != NULL) {
		printable_write_json(text, out);
		fputc('\n', out);
	}
	free(text);
	json_decref(object);
	return text != NULL;
}

static bool write_jsonl(const struct table *t, FILE *out)
{
	int failed = 0;
	json_t *const facts = json_object();
	for (size_t i = 0; i < t->n_facts; i++)
		failed |= json_object_set(facts, t->facts[i].key, t->facts[i].value);
	bool is_sound = t->n_facts == 0 || write_json_line(json_incref(facts), failed == 0, out);
	json_decref(facts);
	for (size_t row = 0; row < n_rows(t) && is_sound; row++) {
		json_t *const object = json_object();
		for (unsigned c = 0; c < t->n_columns; c++)
			failed |= json_object_set_new(object, t->columns[c], json_of_cell(cell_at(t, row, c)));
		is_sound = write_json_line(object, failed == 0, out);
	}
	return is_sound;
}

/* Each character that means something in the language gets a backslash. */
static void write_escaped(const char *text, const char *special, FILE *out)
{
	for (; *text != '\0'; text++) {
		if (strchr(special, *text) != NULL)
			fputc('\\', out);
		fputc(*text, out);
	}
}

static bool write_markdown(const struct table *t, FILE *out)
{
	static const char special[] = "|*_`<\\";
	for (size_t i = 0; i < t->n_facts; i++) {
		fprintf(out, "- %s: ", t->facts[i].key);
		write_escaped(t->facts[i].text, special, out);
		fputc('\n', out);
	}
	fputs(t->n_facts > 0 ? "\n|" : "|", out);
	for (unsigned c = 0; c < t->n_columns; c++) {
		fputc(' ', out);
		write_escaped(t->columns[c], special, out);
		fputs(" |", out);
	}
	fputs("\n|", out);
	for (unsigned c = 0; c < t->n_columns; c++)
		fputs(is_numeric(t, c) ? "---:|" : "---|", out);
	fputc('\n', out);
	char buffer[NUMBER_BYTES];
	for (size_t row = 0; row < n_rows(t); row++) {
		fputc('|', out);
		for (unsigned c = 0; c < t->n_columns; c++) {
			fputc(' ', out);
			write_escaped(readable(cell_at(t, row, c), buffer), special, out);
			fputs(" |", out);
		}
		fputc('\n', out);
	}
	return true;
}

/* Text in LaTeX; "+-" becomes one sign. */
static void write_latex_text(const char *text, FILE *out)
{
	for (const char *p = text; *p != '\0'; p++)
		if (p[0] == '+' && p[1] == '-') {
			fputs("$\\pm$", out);
			p++;
		} else if (strchr("\\^~<>", *p) != NULL) {
			fprintf(out, "\\%s{}", *p == '\\' ? "textbackslash" : *p == '^' ? "textasciicircum" : *p == '~' ? "textasciitilde" :
			        *p == '<' ? "textless" : "textgreater");
		} else {
			fprintf(out, "%s%c", strchr("#$%&_{}", *p) != NULL ? "\\" : "", *p);
		}
}

/* A number in mathematics, where a comma in braces is a separator, not punctuation: $-1{,}234.50$, $4.175 \times 10^{-4}$. */
static void write_latex_number(const char *number, FILE *out)
{
	const char *const exponent = strchr(number, 'e');
	fputc('$', out);
	for (const char *p = number; *p != '\0' && p != exponent; p++)
		fputs(*p == ',' ? "{,}" : (const char[]){*p, '\0'}, out);
	if (exponent != NULL)
		fprintf(out, " \\times 10^{%ld}", strtol(exponent + 1, NULL, 10));
	fputc('$', out);
}

static void write_latex_cell(const struct cell *cell, FILE *out)
{
	char buffer[NUMBER_BYTES];
	if (is_number(cell))
		write_latex_number(readable(cell, buffer), out);
	else
		write_latex_text(readable(cell, buffer), out);
}

static bool write_latex(const struct table *t, FILE *out)
{
	write_facts(t, "% ", out);
	fputs("\\begin{tabular}{", out);
	for (unsigned c = 0; c < t->n_columns; c++)
		fputc(is_numeric(t, c) ? 'r' : 'l', out);
	fputs("}\n\\hline\n", out);
	for (unsigned c = 0; c < t->n_columns; c++) {
		write_latex_text(t->columns[c], out);
		fputs(c + 1 == t->n_columns ? " \\\\\n\\hline\n" : " & ", out);
	}
	for (size_t i = 0; i < n_rows(t) * t->n_columns; i++) {
		write_latex_cell(&t->cells[i], out);
		fputs((i + 1) % t->n_columns == 0 ? " \\\\\n" : " & ", out);
	}
	fputs("\\hline\n\\end{tabular}\n", out);
	return true;
}

bool table_write(const struct table *table, enum table_format format, FILE *out)
{
	if (table->ran_out_of_memory)
		return false;
	switch (format) {
	case TABLE_TEXT:     return write_text(table, out);
	case TABLE_CSV:      return write_csv(table, out);
	case TABLE_JSONL:    return write_jsonl(table, out);
	case TABLE_MARKDOWN: return write_markdown(table, out);
	case TABLE_LATEX:    return write_latex(table, out);
	case N_TABLE_FORMATS: break;
	}
	return false;
}
