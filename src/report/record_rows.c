/* Records as CSV and TSV. */
#include "report/record_parts.h"

#include "report/printable.h"

#include <inttypes.h>

/* One row of CSV (separator ',') or TSV (a tab). */
struct row {
	FILE *out;
	char separator;
	bool has_begun;
};

static void next_field(struct row *row)
{
	if (row->has_begun)
		fputc(row->separator, row->out);
	row->has_begun = true;
}

static void put_text(struct row *row, const char *text)
{
	next_field(row);
	if (row->separator == ',')
		csv_write_text(text, row->out);
	else
		tsv_write_text(text, row->out);
}

static void put_count(struct row *row, bool is_there, uint64_t n)
{
	next_field(row);
	if (is_there)
		fprintf(row->out, "%" PRIu64, n);
}

static void put_answer(struct row *row, const struct record *r, const struct solution *s)
{
	char moves[MOVES_TEXT_BYTES] = "";
	const superflip_result *const a = r->result;
	if (s != NULL)
		record_format_moves(r, s, moves);
	put_count(row, s != NULL, s != NULL ? s->length : 0);
	put_count(row, a != NULL, a != NULL ? a->lower_bound : 0);
	put_text(row, moves);
	next_field(row);
	if (a != NULL && !r->omits_measurements)
		fprintf(row->out, "%.6g", a->seconds);
	put_count(row, a != NULL, a != NULL ? a->n_generated : 0);
	put_text(row, a != NULL && r->heuristic != NULL ? r->heuristic : "");
	put_count(row, a != NULL, r->n_threads);
}

static void write_row(const struct record *r, const struct solution *s, char separator, bool with_links, FILE *out)
{
	struct row row = {.out = out, .separator = separator};
	put_count(&row, true, r->id);
	put_count(&row, r->line > 0, r->line);
	put_text(&row, r->label != NULL ? r->label : "");
	put_text(&row, r->scramble);
	put_text(&row, record_status_name[record_status(r)]);
	put_text(&row, record_metric_name[r->metric]);
	put_answer(&row, r, s);
	const char *const stop_reason = r->result != NULL ? record_stop_reason(r->result) : r->error->text;
	put_text(&row, stop_reason != NULL ? stop_reason : "");
	next_field(&row);
	if (s != NULL && with_links) {
		char link[LINK_BYTES];
		record_format_link(r, s, link);
		fputs(link, out);
	}
	next_field(&row);
	fprintf(out, "%016" PRIx64, r->checksum);
	put_count(&row, r->duplicate_of > 0, r->duplicate_of);
	fputc('\n', out);
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
