/* Records as CSV and TSV. */
#include "report/record_parts.h"

#include "report/printable.h"

#include <inttypes.h>

static const struct column {
	const char *name;
	bool is_foreign;     /* its text may be anybody's */
} columns[] = {
	{"id", false}, {"line", false}, {"label", true}, {"scramble", true}, {"status", false}, {"metric", false}, {"length", false},
	{"lower_bound", false}, {"solution", false}, {"seconds", false}, {"nodes", false}, {"heuristic", false}, {"threads", false},
	{"error", true}, {"link", false}, {"checksum", false}, {"duplicate_of", false}, {"goal", true},
	{"turns", true}, {"costs", true},
};
enum { N_COLUMNS = sizeof columns / sizeof *columns };

void record_write_head(enum record_format format, FILE *out)
{
	for (unsigned i = 0; i < N_COLUMNS && (format == RECORD_CSV || format == RECORD_TSV); i++)
		fprintf(out, "%s%c", columns[i].name, i + 1 == N_COLUMNS ? '\n' : format == RECORD_CSV ? ',' : '\t');
}

static const char *length_text(const struct record *r, bool is_there, unsigned length, char text[RECORD_LENGTH_BYTES])
{
	return is_there ? record_length(r, length, text) : text;
}
#define LENGTH(is_there, length) length_text(r, (is_there), (length), (char[RECORD_LENGTH_BYTES]){0})

static const char *count_text(bool is_there, uint64_t n, char text[24])
{
	if (is_there)
		snprintf(text, 24, "%" PRIu64, n);
	return text;
}
#define COUNT(is_there, n) count_text((is_there), (n), (char[24]){0})

/* @param s  NULL: there is none */
static void write_row(const struct record *r, const struct solution *s, char separator, bool with_links, FILE *out)
{
	const superflip_result *const a = r->result;
	char moves[MOVES_TEXT_BYTES] = "", link[LINK_BYTES], seconds[32] = "", checksum[20];
	*link = '\0';
	if (s != NULL)
		record_format_whole(r, s, true, moves);
	if (s != NULL && with_links)
		record_format_link(r, s, link);
	if (a != NULL && !r->omits_measurements)
		snprintf(seconds, sizeof seconds, "%.6g", a->seconds);
	snprintf(checksum, sizeof checksum, "%016" PRIx64, r->checksum);
	const char *const fields[N_COLUMNS] = {
		COUNT(true, r->id), COUNT(r->line > 0, r->line), r->label, r->scramble, record_status_name[record_status(r)],
		record_metric_text(r), LENGTH(s != NULL, s != NULL ? s->length : 0), LENGTH(a != NULL, a != NULL ? a->lower_bound : 0), moves,
		seconds, COUNT(a != NULL, a != NULL ? a->n_generated : 0), a != NULL ? r->heuristic : NULL, COUNT(a != NULL, r->n_threads),
		a != NULL ? record_stop_reason(a) : r->error->text, link, checksum, COUNT(r->duplicate_of > 0, r->duplicate_of), r->goal,
		r->turns, r->costs,
	};
	for (unsigned i = 0; i < N_COLUMNS; i++) {
		const char *const text = fields[i] != NULL ? fields[i] : "";
		if (!columns[i].is_foreign)
			fputs(text, out);
		else if (separator == ',')
			csv_write_text(text, out);
		else
			tsv_write_text(text, out);
		fputc(i + 1 == N_COLUMNS ? '\n' : separator, out);
	}
}

void record_write_rows(const struct record *r, char separator, bool with_links, FILE *out)
{
	const uint64_t n = r->result != NULL ? r->result->n_solutions : 0;
	if (n == 0)
		write_row(r, NULL, separator, with_links, out);
	for (uint64_t i = 0; i < n; i++) {
		const struct solution s = record_solution_of(r, i);
		write_row(r, &s, separator, with_links, out);
	}
}
