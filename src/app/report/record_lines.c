/* Records in lines: for people, and as CSV and TSV. */
#include "report/record.h"

#include "report/say.h"

#define SAY(text) say(r->problem->read_options, (text))

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

static void write_text_solution(const struct record *r, const struct solution *s, FILE *out)
{
	char moves[MOVES_TEXT_BYTES];
	const bool has_steps = r->problem->has_niss || r->problem->begin != NULL;
	if (has_steps)
		superflip_result_chain(r->result, s->number, r->problem->read_options, moves, sizeof moves);
	else
		record_format_whole(r, s, true, moves);
	fprintf(out, "%s%s%s%s", RECORD_LENGTH(r->problem, s->length),
	        record_is_optimal_solution(r, s) ? "*" : "", *moves != '\0' ? "  " : "", moves);
	/* After "(R U) F2 D" how long each step is: "  [4 + 2]". */
	for (unsigned step = 0; has_steps && r->result->n_stages > 1 && step < r->result->n_stages; step++)
		fprintf(out, "%s%s%s", step > 0 ? " + " : "  [",
		        RECORD_LENGTH(r->problem, superflip_result_chain_step(r->result, s->number, step, NULL)),
		        step + 1 == r->result->n_stages ? "]" : "");
	if (*s->reached != '\0')
		fprintf(out, "  (%s", s->reached);
	/* "yellow-orange", each in its language. */
	char color[COLOR_BYTES] = "", *rest = strcpy(color, s->color);
	const char *comma = ", ";
	for (const char *one; *s->reached != '\0' && (one = strsep(&rest, "-")) != NULL && *one != '\0'; comma = "-")
		fprintf(out, "%s%s", comma, SAY(one));
	fputs(*s->reached != '\0' ? ")" : "", out);
	if (r->result->n_symmetries > 1)
		fprintf(out, SAY("  (%u by symmetry)"), s->n_images);
	if (r->with_links) {
		char link[LINK_BYTES];
		record_format_link(r, s, link);
		fprintf(out, "  %s", link);
	}
}

static void write_text_none(const struct record *r, FILE *out)
{
	const char *const why = r->result->why_unreachable;
	const superflip_problem *const p = r->problem;
	const unsigned most = p->search.max_length, least = p->search.min_length;
	const bool has_costs = problem_units(p) != NULL;
	/* Unreachable: decided by the group that the turns generate, without a search. */
	if (!r->result->is_unreachable) {
		fprintf(out, SAY(">=%s  none: proved that no solution %s "),
		        RECORD_LENGTH(r->problem, r->result->lower_bound), SAY(has_costs ? "costs" : "has"));
		fprintf(out, SAY(least > 0 ? "%u to " : "at most "), least);
		fprintf(out, has_costs ? "%u" : SAY(least == 0 && most == 1 ? "%u move" : "%u moves"), most);
	} else if (why != NULL && (r->goal != NULL || r->group_order == NULL))
		fprintf(out, SAY("-  none: no sequence of these turns ends at the %s: %s"),
		        SAY(r->goal != NULL ? "goal" : "solved cube"), SAY(why));
	else if (r->goal != NULL)
		fprintf(
			out,
			SAY("-  none: no sequence of %s ends at the goal; of the %s positions that these turns make, none is there"),
			r->turns, r->group_order);
	else
		fprintf(
			out,
			SAY("-  none: no sequence of %s ends at the solved cube; these turns make %s positions, and not that one%s%s"),
			r->turns, r->group_order, why != NULL ? SAY(": ") : "", why != NULL ? SAY(why) : "");
}

/* What stands in the one line of a record that has no proved or complete answer. */
static void write_text_reason(const struct record *r, FILE *out)
{
	const superflip_result *const a = r->result;
	if (a->stuck_at != NULL) {
		fprintf(out, SAY("-  none: the step '%s' has no solution by its turns"), SAY(a->stuck_at));
		return;
	}
	if (record_status(r) != RECORD_BOUND) {
		fprintf(out, SAY("-  there may be more: %s"), SAY(record_stop_reason(a)));
		return;
	}
	char words[RECORD_WORDS_BYTES];
	fprintf(out, ">=%s  ", RECORD_LENGTH(r->problem, a->lower_bound));
	if (a->lower_bound > 0)
		fprintf(out, SAY("at least %s; "),
		        problem_units(r->problem) == NULL ? words_of(a->lower_bound, SAY("move"))
		                                          : record_words(r->problem, a->lower_bound, words));
	fprintf(out, "%s (%s)", SAY(a->n_solutions > 0 ? "best found, not proved shortest" : "no solution found"),
	        SAY(record_stop_reason(a)));
	if (a->n_solutions == 0)
		return;
	const struct solution s = record_solution_of(r, 0);
	fputs(SAY(": "), out);
	write_text_solution(r, &s, out);
}

static void write_text(const struct record *r, FILE *out)
{
	const enum record_status status = record_status(r);
	const bool has_solutions = status == RECORD_OPTIMAL || status == RECORD_SOLVED;
	for (uint64_t i = 0; has_solutions && i < r->result->n_solutions; i++) {
		const struct solution s = record_solution_of(r, i);
		begin_line(r, out);
		write_text_solution(r, &s, out);
		end_line(r, out);
	}
	if (has_solutions && record_is_complete(r))
		return;
	begin_line(r, out);
	if (status == RECORD_ERROR) {
		fputs(SAY("-  error: "), out);
		if (r->error->row > 0)
			fprintf(out, SAY("line %u, "), r->error->row + 1);
		fprintf(out, SAY("column %u: "), r->error->column);
		printable_write(r->error->text, out);
	} else if (status == RECORD_NONE)
		write_text_none(r, out);
	else
		write_text_reason(r, out);
	end_line(r, out);
}

/* ---- CSV and TSV ---- */

static const char columns[] =
	"id,line,label,scramble,status,metric,length,lower_bound,solution,seconds,nodes,"
	"heuristic,threads,error,link,checksum,duplicate_of,goal,turns,costs,reached,color,puzzle";
enum { N_COLUMNS = 23 };

char *record_head(enum record_format format, bool is_sealed)
{
	char *text;
	if (format != RECORD_CSV && format != RECORD_TSV)
		return strdup("");
	if (asprintf(&text, "%s%s\n", columns, is_sealed ? ",seal" : "") < 0)
		return NULL;
	for (char *c = text; format == RECORD_TSV && *c != '\0'; c++)
		*c = *c == ',' ? '\t' : *c;
	return text;
}

static const char *count_text(uint64_t n, char text[24])
{
	snprintf(text, 24, "%" PRIu64, n);
	return text;
}
#define COUNT(n) count_text((n), (char[24]){0})

/* @param s  NULL: there is none */
static void write_row(const struct record *r, const struct solution *s, enum record_format format, FILE *out)
{
	const superflip_result *const a = r->result;
	char moves[MOVES_TEXT_BYTES] = "", link[LINK_BYTES], seconds[32] = "", checksum[20];
	*link = '\0';
	if (s != NULL)
		record_format_whole(r, s, true, moves);
	if (s != NULL && r->with_links)
		record_format_link(r, s, link);
	if (a != NULL && !r->problem->search.is_deterministic)
		snprintf(seconds, sizeof seconds, "%.6g", a->seconds);
	snprintf(checksum, sizeof checksum, "%016" PRIx64, r->checksum);
	const char *const fields[N_COLUMNS] = {
		COUNT(r->id), r->line > 0 ? COUNT(r->line) : NULL, r->label, r->scramble,
		record_status_name[record_status(r)], turn_metric_name[r->problem->metric],
		    s != NULL ? RECORD_LENGTH(r->problem, s->length) : NULL,
		a != NULL ? RECORD_LENGTH(r->problem, a->lower_bound) : NULL, moves, seconds,
		    a != NULL ? COUNT(a->n_generated) : NULL,
		a != NULL ? r->heuristic : NULL, a != NULL ? COUNT(r->n_threads) : NULL,
		a != NULL ? record_stop_reason(a) : r->error->text, link, checksum,
		a != NULL && a->duplicate_of > 0 ? COUNT(a->duplicate_of) : NULL,
		r->goal, r->turns, r->problem->costs, s != NULL ? s->reached : NULL,
		s != NULL ? s->color : NULL, record_puzzle_names[r->problem->puzzle],
	};
	for (unsigned i = 0; i < N_COLUMNS; i++) {
		const char *text = fields[i] != NULL ? fields[i] : "";
		if (format == RECORD_CSV)
			csv_write_text(text, out);
		else {
			/* Tabs and line ends become blanks.  Quotation marks are characters like others, but one that
			 * begins a field would begin a quoted one. */
			const char *const mark = *text == '"' ? "\"" : "";
			fputs(mark, out);
			while (*text != '\0') {
				const size_t n_blank = strspn(text, "\t\r\n");
				fputs(*text == *mark ? mark : "", out);
				if (n_blank > 0)
					fputc(' ', out);
				text += n_blank > 0 ? n_blank : printable_write_char(text, out);
			}
			fputs(mark, out);
		}
		if (i + 1 < N_COLUMNS || r->is_sealed)
			fputc(format == RECORD_CSV ? ',' : '\t', out);
	}
	fputc('\n', out);
}

bool record_write(const struct record *r, enum record_format format, FILE *out)
{
	const uint64_t n = r->result != NULL ? r->result->n_solutions : 0;
	if (format == RECORD_JSON)
		return json_write_line(record_json(r), 6, out);
	if (format == RECORD_TEXT)
		write_text(r, out);
	else if (n == 0)
		write_row(r, NULL, format, out);
	for (uint64_t i = 0; format != RECORD_TEXT && i < n; i++) {
		const struct solution s = record_solution_of(r, i);
		write_row(r, &s, format, out);
	}
	return true;
}
