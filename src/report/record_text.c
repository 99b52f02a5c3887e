/* Records for people. */
#include "report/record_parts.h"

#include "report/printable.h"

#include <inttypes.h>
#include <string.h>

/* "12.  " */
static void begin_line(const struct record *r, FILE *out)
{
	if (r->is_listed)
		fprintf(out, "%" PRIu64 ".  ", r->id);
}

/* "  # label", unless it is the number that the line begins with. */
static void end_line(const struct record *r, FILE *out)
{
	char number[24];
	snprintf(number, sizeof number, "%" PRIu64, r->id);
	if (r->is_listed && r->label != NULL && strcmp(r->label, number) != 0) {
		fputs("  # ", out);
		printable_write(r->label, out);
	}
	fputc('\n', out);
}

static void write_text_error(const struct record *r, FILE *out)
{
	const superflip_error *const e = r->error;
	fputs("-  error: ", out);
	if (e->row > 0)
		fprintf(out, "line %u, ", e->row + 1);
	fprintf(out, "column %u: ", e->column);
	printable_write(e->text, out);
}

/* "(R U) F2 D", and after it how long each step is: "  [4 + 2]". */
static void write_text_chain(const struct record *r, const struct solution *s, FILE *out)
{
	char chain[RECORD_CHAIN_BYTES];
	superflip_result_chain(r->result, s->number, r->is_french ? SUPERFLIP_READ_FRENCH : 0, chain, sizeof chain);
	fprintf(out, "%u  %s  [", s->length, chain);
	for (unsigned step = 0; step < r->result->n_stages; step++)
		fprintf(out, step > 0 ? " + %u" : "%u", superflip_result_chain_step(r->result, s->number, step, NULL));
	fputc(']', out);
}

static void write_text_solution(const struct record *r, const struct solution *s, bool with_links, FILE *out)
{
	char moves[MOVES_TEXT_BYTES], length[RECORD_LENGTH_BYTES];
	if (r->shows_chains) {
		write_text_chain(r, s, out);
		return;
	}
	record_format_whole(r, s, true, moves);
	fprintf(out, "%s%s%s%s", record_length(r, s->length, length), record_is_optimal_solution(r, s) ? "*" : "", s->n_whole > 0 ? "  " : "",
	        moves);
	if (r->result->n_symmetries > 1)
		fprintf(out, "  (%u by symmetry)", s->n_images);
	if (with_links) {
		char link[LINK_BYTES];
		record_format_link(r, s, link);
		fprintf(out, "  %s", link);
	}
}

/* Decided by the group that the turns generate, without a search. */
static void write_text_unreachable(const struct record *r, FILE *out)
{
	const char *const why = r->result->why_unreachable;
	if (why != NULL && (r->goal != NULL || r->group_order == NULL))
		fprintf(out, "-  none: no sequence of these turns ends at the %s: %s", r->goal != NULL ? "goal" : "solved cube", why);
	else if (r->goal != NULL)
		fprintf(out, "-  none: no sequence of %s ends at the goal; of the %s positions that these turns make, none is there", r->turns,
		        r->group_order);
	else
		fprintf(out, "-  none: no sequence of %s ends at the solved cube; these turns make %s positions, and not that one%s%s", r->turns,
		        r->group_order, why != NULL ? ": " : "", why != NULL ? why : "");
}

static void write_text_none(const struct record *r, FILE *out)
{
	if (r->result->is_unreachable) {
		write_text_unreachable(r, out);
		return;
	}
	char most[RECORD_WORDS_BYTES], bound[RECORD_LENGTH_BYTES];
	const bool has_costs = r->turn_set != NULL;
	snprintf(most, sizeof most, has_costs ? "%u" : r->min_length == 0 && r->max_length == 1 ? "%u move" : "%u moves", r->max_length);
	fprintf(out, ">=%s  none: proved that no solution %s ", record_length(r, r->result->lower_bound, bound), has_costs ? "costs" : "has");
	if (r->min_length > 0)
		fprintf(out, "%u to %s", r->min_length, most);
	else
		fprintf(out, "at most %s", most);
}

/* What stands in the one line of a record that has no proved or complete answer. */
static void write_text_reason(const struct record *r, bool with_links, FILE *out)
{
	const superflip_result *const a = r->result;
	if (a->stuck_at != NULL) {
		fprintf(out, "-  none: the step '%s' has no solution by its turns", a->stuck_at);
		return;
	}
	if (record_status(r) != RECORD_BOUND) {
		fprintf(out, "-  there may be more: %s", record_stop_reason(a));
		return;
	}
	char words[RECORD_WORDS_BYTES], bound[RECORD_LENGTH_BYTES];
	fprintf(out, ">=%s  ", record_length(r, a->lower_bound, bound));
	if (a->lower_bound > 0)
		fprintf(out, "at least %s; ", record_words(r->turn_set, a->lower_bound, words));
	fprintf(out, "%s (%s)", a->n_solutions > 0 ? "best found, not proved shortest" : "no solution found", record_stop_reason(a));
	if (a->n_solutions == 0)
		return;
	const struct solution s = record_solution_of(r, 0);
	fputs(": ", out);
	write_text_solution(r, &s, with_links, out);
}

void record_write_text(const struct record *r, bool with_links, FILE *out)
{
	const enum record_status status = record_status(r);
	const bool has_solutions = status == RECORD_OPTIMAL || status == RECORD_SOLVED;
	for (uint64_t i = 0; has_solutions && i < r->result->n_solutions; i++) {
		const struct solution s = record_solution_of(r, i);
		begin_line(r, out);
		write_text_solution(r, &s, with_links, out);
		end_line(r, out);
	}
	if (has_solutions && record_is_complete(r))
		return;
	begin_line(r, out);
	if (status == RECORD_ERROR)
		write_text_error(r, out);
	else if (status == RECORD_NONE)
		write_text_none(r, out);
	else
		write_text_reason(r, with_links, out);
	end_line(r, out);
}
