#include "report/record.h"
#include "cube/notation.h"
#include "method/solution_classes.h"
#include "report/csv.h"
#include "report/printable.h"
#include "report/stages.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_TEXT_BYTES = 3 * METHOD_MAX_MOVES + 1, LINK_BYTES = 16384, SETUP_LINK_BYTES = 2048 };
static_assert(MOVES_TEXT_BYTES > 3 * SEARCH_MAX_LENGTH, "solutions of a search fit, too");

const char *const record_status_name[N_RECORD_STATUS] = {"optimal", "solved", "bound", "none", "error"};

/* What is told of a cube, whether a search or a method answers. */
struct answer {
	bool is_solved, is_optimal, is_none;
	unsigned length, lower_bound;        /* length: of the shortest solution, if there is one */
	uint64_t n_solutions, n_nodes;
	double seconds;
	const char *stop_reason;             /* NULL: it ended by itself */
};

/* One solution of it. */
struct solution {
	unsigned n_moves, length;
	const uint8_t *moves;
};

static bool has_answer(const struct record *r)
{
	return r->result != NULL || r->method_result != NULL;
}

static const char *search_stop_reason(enum search_outcome outcome)
{
	static const char *const reason[] = {
		[SEARCH_SOLVED] = NULL, [SEARCH_NONE] = NULL, [SEARCH_NODE_LIMIT] = "node limit", [SEARCH_TIME_LIMIT] = "time limit",
		[SEARCH_INTERRUPTED] = "interrupted", [SEARCH_NO_MEMORY] = "not enough memory",
		[SEARCH_BAD_TABLE] = "a table is damaged",
	};
	return reason[outcome];
}

static const char *method_stop_reason(enum method_outcome outcome)
{
	static const char *const reason[] = {
		[METHOD_SOLVED] = NULL, [METHOD_NONE] = NULL, [METHOD_TIME_LIMIT] = "time limit", [METHOD_INTERRUPTED] = "interrupted",
		[METHOD_NO_MEMORY] = "not enough memory", [METHOD_NODE_LIMIT] = "node limit", [METHOD_MEMORY_LIMIT] = "memory limit",
	};
	return reason[outcome];
}

static struct answer answer_of(const struct record *r)
{
	const struct search_result *const s = r->result;
	const struct method_result *const m = r->method_result;
	if (m != NULL)
		return (struct answer){
			.is_solved = m->outcome == METHOD_SOLVED, .is_optimal = m->is_optimal, .is_none = m->outcome == METHOD_NONE,
			.length = moves_cost(r->metric, m->moves, m->n_moves), .lower_bound = m->lower_bound,
			.n_solutions = m->outcome == METHOD_SOLVED, .n_nodes = m->n_nodes, .seconds = m->seconds,
			.stop_reason = method_stop_reason(m->outcome),
		};
	return (struct answer){
		.is_solved = s->n_solutions > 0, .is_optimal = s->is_optimal, .is_none = s->outcome == SEARCH_NONE,
		.length = s->length, .lower_bound = s->lower_bound, .n_solutions = s->n_solutions, .n_nodes = s->n_generated,
		.seconds = s->seconds, .stop_reason = search_stop_reason(s->outcome),
	};
}

static struct solution solution_of(const struct record *r, uint64_t i)
{
	const struct method_result *const m = r->method_result;
	if (m != NULL)
		return (struct solution){m->n_moves, moves_cost(r->metric, m->moves, m->n_moves), m->moves};
	const struct search_solution *const s = &r->result->solutions[i];
	return (struct solution){s->n_moves, s->length, s->moves};
}

enum record_status record_status(const struct record *r)
{
	if (!has_answer(r))
		return RECORD_ERROR;
	const struct answer a = answer_of(r);
	if (a.is_solved && (a.is_optimal || a.stop_reason == NULL))
		return a.is_optimal ? RECORD_OPTIMAL : RECORD_SOLVED;
	return a.is_none ? RECORD_NONE : RECORD_BOUND;
}

bool record_is_complete(const struct record *r)
{
	return (r->result != NULL && r->result->outcome == SEARCH_SOLVED) ||
	       (r->method_result != NULL && r->method_result->outcome == METHOD_SOLVED);
}

const char *record_stop_reason(const struct record *r)
{
	return has_answer(r) ? answer_of(r).stop_reason : NULL;
}

static bool is_optimal_solution(const struct record *r, const struct solution *s)
{
	const struct answer a = answer_of(r);
	return a.is_optimal && s->length == a.length;
}

static char *append_url(char *to, const char *text)
{
	for (; *text != '\0'; text++)
		if (*text == ' ')
			*to++ = '+';
		else if (*text == '\'')
			to = stpcpy(to, "%27");
		else
			*to++ = *text;
	*to = '\0';
	return to;
}

/* Twizzle takes moves only: facelets and cubies, and what is too long for a link, become the inverse of the solution. */
static bool has_setup(const struct record *r)
{
	return r->setup != NULL && strlen(r->setup) < SETUP_LINK_BYTES;
}

/* A page that shows the scramble and plays the solution. */
static void format_link(const struct record *r, const struct solution *s, char link[LINK_BYTES])
{
	char solution[MOVES_TEXT_BYTES], inverse[MOVES_TEXT_BYTES];
	uint8_t moves[METHOD_MAX_MOVES];
	for (unsigned i = 0; i < s->n_moves; i++)
		moves[i] = (uint8_t)move_inverse(s->moves[s->n_moves - 1u - i]);
	notation_write(moves, s->n_moves, inverse, sizeof inverse);
	notation_write(s->moves, s->n_moves, solution, sizeof solution);
	char *to = stpcpy(link, "https://alpha.twizzle.net/edit/?setup-alg=");
	to = append_url(to, has_setup(r) ? r->setup : inverse);
	to = append_url(stpcpy(to, "&alg="), solution);
	stpcpy(stpcpy(to, "&puzzle="), r->puzzle);
}

/* How many solutions this one stands for. */
static unsigned n_images(const struct record *r, const struct solution *s)
{
	struct search_solution solution = {.n_moves = (uint8_t)s->n_moves, .length = (uint8_t)s->length};
	memcpy(solution.moves, s->moves, s->n_moves < SEARCH_MAX_LENGTH ? s->n_moves : SEARCH_MAX_LENGTH);
	return solution_n_images(&solution, r->symmetries);
}

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
	const struct input_error *const e = r->error;
	fputs("-  error: ", out);
	if (e->row > 0)
		fprintf(out, "line %u, ", e->row + 1);
	fprintf(out, "column %u: ", e->column);
	printable_write(e->message, out);
}

static void write_text_solution(const struct record *r, const struct solution *s, bool with_links, FILE *out)
{
	char moves[MOVES_TEXT_BYTES];
	notation_write_in(r->letters, s->moves, s->n_moves, moves, sizeof moves);
	fprintf(out, "%u%s%s%s", s->length, is_optimal_solution(r, s) ? "*" : "", s->n_moves > 0 ? "  " : "", moves);
	if (r->symmetries > 1)
		fprintf(out, "  (%u by symmetry)", n_images(r, s));
	if (with_links) {
		char link[LINK_BYTES];
		format_link(r, s, link);
		fprintf(out, "  %s", link);
	}
}

/* Decided by the group that the turns generate, without a search. */
static void write_text_unreachable(const struct record *r, FILE *out)
{
	fprintf(out, "-  none: no sequence of %s ends at the %s; these turns make %.0Lf positions, and not that one", r->turns,
	        r->goal != NULL ? "goal" : "solved cube", r->group_order);
}

static void write_text_none(const struct record *r, FILE *out)
{
	if (r->is_unreachable) {
		write_text_unreachable(r, out);
		return;
	}
	fprintf(out, ">=%u  none: proved that no solution has ", answer_of(r).lower_bound);
	if (r->min_length > 0)
		fprintf(out, "%u to %u moves", r->min_length, r->max_length);
	else
		fprintf(out, "at most %u moves", r->max_length);
}

/* What stands in the one line of a record that has no proved or complete answer. */
static void write_text_reason(const struct record *r, bool with_links, FILE *out)
{
	const struct answer a = answer_of(r);
	if (record_status(r) != RECORD_BOUND) {
		fprintf(out, "-  there may be more: %s", a.stop_reason);
		return;
	}
	fprintf(out, ">=%u  not proved: %s", a.lower_bound, a.stop_reason);
	if (!a.is_solved)
		return;
	const struct solution s = solution_of(r, 0);
	fputs("  ", out);
	write_text_solution(r, &s, with_links, out);
}

static void write_text(const struct record *r, bool with_links, FILE *out)
{
	const enum record_status status = record_status(r);
	const bool has_solutions = status == RECORD_OPTIMAL || status == RECORD_SOLVED;
	for (uint64_t i = 0; has_solutions && i < answer_of(r).n_solutions; i++) {
		const struct solution s = solution_of(r, i);
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

/* The bytes of the UTF-8 character at p, 0 if there is none. */
static size_t utf8_length(const unsigned char *p)
{
	const size_t n = p[0] < 0x80 ? 1 : p[0] >= 0xC2 && p[0] < 0xE0 ? 2 : p[0] >= 0xE0 && p[0] < 0xF0 ? 3
	               : p[0] >= 0xF0 && p[0] < 0xF5 ? 4 : 0;
	for (size_t i = 1; i < n; i++)
		if ((p[i] & 0xC0) != 0x80)
			return 0;
	const bool is_overlong = (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xF0 && p[1] < 0x90);
	const bool is_out_of_range = (p[0] == 0xED && p[1] > 0x9F) || (p[0] == 0xF4 && p[1] > 0x8F);
	return is_overlong || is_out_of_range ? 0 : n;
}

/* Text from anywhere; what is not UTF-8 becomes U+FFFD, because JSON has no other way to hold it. */
static json_t *json_text(const char *text)
{
	if (text == NULL)
		return json_null();
	char *const repaired = malloc(3 * strlen(text) + 1);
	if (repaired == NULL)
		return NULL;
	char *to = repaired;
	while (*text != '\0') {
		const size_t n = utf8_length((const unsigned char *)text);
		to = n > 0 ? mempcpy(to, text, n) : stpcpy(to, "\xEF\xBF\xBD");
		text += n > 0 ? n : 1;
	}
	json_t *const string = json_stringn(repaired, (size_t)(to - repaired));
	free(repaired);
	return string;
}

static json_t *json_count(uint64_t n)
{
	return json_integer((json_int_t)n);
}

static json_t *json_solution(const struct record *r, const struct solution *s, bool with_links)
{
	char moves[MOVES_TEXT_BYTES], link[LINK_BYTES];
	notation_write_in(r->letters, s->moves, s->n_moves, moves, sizeof moves);
	json_t *const solution = json_pack("{s:i, s:s}", "length", (int)s->length, "moves", moves);
	int failed = solution == NULL;
	if (r->symmetries != 0)
		failed |= json_object_set_new(solution, "by_symmetry", json_integer(n_images(r, s)));
	if (with_links) {
		format_link(r, s, link);
		failed |= json_object_set_new(solution, "link", json_string(link));
	}
	if (failed == 0)
		return solution;
	json_decref(solution);
	return NULL;
}

/* A measured number: null where records are to be the same in every run. */
static json_t *json_measured(const struct record *r, json_t *number)
{
	if (!r->omits_measurements)
		return number;
	json_decref(number);
	return json_null();
}

static json_t *json_iteration(const struct record *r, const struct search_iteration *it)
{
	return json_pack("{s:i, s:o, s:o, s:o, s:b, s:o}", "threshold", (int)it->threshold,
	                 "generated", json_count(it->n_generated), "expanded", json_count(it->n_expanded),
	                 "lookups", json_measured(r, json_count(it->n_lookups)), "complete", (int)it->is_complete,
	                 "seconds", json_measured(r, json_real(it->seconds)));
}

static int put_result(json_t *object, const struct record *r, bool with_links)
{
	const struct answer a = answer_of(r);
	json_t *const solutions = json_array(), *const depths = json_array();
	int failed = 0;
	for (uint64_t i = 0; i < a.n_solutions; i++) {
		const struct solution s = solution_of(r, i);
		failed |= json_array_append_new(solutions, json_solution(r, &s, with_links));
	}
	for (unsigned i = 0; r->result != NULL && i < r->result->n_iterations; i++)
		failed |= json_array_append_new(depths, json_iteration(r, &r->result->iterations[i]));
	failed |= json_object_set_new(object, "method", json_text(r->method != NULL ? r->method : "optimal"));
	failed |= json_object_set_new(object, "length", a.n_solutions > 0 ? json_integer(a.length) : json_null());
	failed |= json_object_set_new(object, "lower_bound", r->is_unreachable ? json_null() : json_integer(a.lower_bound));
	failed |= json_object_set_new(object, "complete", json_boolean(record_is_complete(r) || a.is_none));
	failed |= json_object_set_new(object, "stopped", json_text(a.stop_reason));
	failed |= json_object_set_new(object, "duplicate_of", r->duplicate_of > 0 ? json_count(r->duplicate_of) : json_null());
	failed |= json_object_set_new(object, "solutions", solutions);
	if (r->staged_cube != NULL && r->method_result != NULL)
		failed |= json_object_set_new(object, "stages", stages_json(r->staged_cube, r->method_result));
	failed |= json_object_set_new(object, "seconds", json_measured(r, json_real(a.seconds)));
	failed |= json_object_set_new(object, "nodes", json_count(a.n_nodes));
	failed |= json_object_set_new(object, "nodes_by_depth", depths);
	failed |= json_object_set_new(object, "heuristic", json_text(r->heuristic));
	failed |= json_object_set_new(object, "threads", json_integer(r->n_threads));
	return failed;
}

static int put_error(json_t *object, const struct input_error *e)
{
	json_t *const error = json_object();
	int failed = e->row > 0 ? json_object_set_new(error, "row", json_integer((json_int_t)e->row + 1)) : 0;
	failed |= json_object_set_new(error, "column", json_integer(e->column));
	failed |= json_object_set_new(error, "token", json_text(e->token));
	failed |= json_object_set_new(error, "message", json_text(e->message));
	return failed | json_object_set_new(object, "error", error);
}

static bool write_json(const struct record *r, bool with_links, FILE *out)
{
	char checksum[20];
	snprintf(checksum, sizeof checksum, "%016" PRIx64, r->checksum);
	json_t *const object = json_object();
	int failed = json_object_set_new(object, "schema", json_string(RECORD_SCHEMA));
	failed |= json_object_set_new(object, "id", json_count(r->id));
	failed |= json_object_set_new(object, "line", r->line > 0 ? json_count(r->line) : json_null());
	failed |= json_object_set_new(object, "label", json_text(r->label));
	failed |= json_object_set_new(object, "puzzle", json_text(r->puzzle));
	failed |= json_object_set_new(object, "scramble", json_text(r->scramble));
	failed |= r->letters == LETTERS_FRENCH ? json_object_set_new(object, "letters", json_string("french")) : 0;
	failed |= json_object_set_new(object, "checksum", json_string(checksum));
	failed |= json_object_set_new(object, "status", json_string(record_status_name[record_status(r)]));
	failed |= json_object_set_new(object, "metric", json_string(metric_name[r->metric]));
	if (r->goal != NULL)
		failed |= json_object_set_new(object, "goal", json_text(r->goal));
	if (r->turns != NULL) {
		failed |= json_object_set_new(object, "turns", json_string(r->turns));
		failed |= json_object_set_new(object, "reachable", json_boolean(!r->is_unreachable));
	}
	failed |= has_answer(r) ? put_result(object, r, with_links) : put_error(object, r->error);
	char *const text = failed == 0 ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
	if (text != NULL) {
		printable_write_json(text, out);
		fputc('\n', out);
	}
	free(text);
	json_decref(object);
	return text != NULL;
}

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
	const struct answer a = has_answer(r) ? answer_of(r) : (struct answer){0};
	if (s != NULL)
		notation_write_in(r->letters, s->moves, s->n_moves, moves, sizeof moves);
	put_count(row, s != NULL, s != NULL ? s->length : 0);
	put_count(row, has_answer(r), a.lower_bound);
	put_text(row, moves);
	next_field(row);
	if (has_answer(r) && !r->omits_measurements)
		fprintf(row->out, "%.6g", a.seconds);
	put_count(row, has_answer(r), a.n_nodes);
	put_text(row, has_answer(r) && r->heuristic != NULL ? r->heuristic : "");
	put_count(row, has_answer(r), r->n_threads);
}

static void write_row(const struct record *r, const struct solution *s, char separator, bool with_links, FILE *out)
{
	struct row row = {.out = out, .separator = separator};
	put_count(&row, true, r->id);
	put_count(&row, r->line > 0, r->line);
	put_text(&row, r->label != NULL ? r->label : "");
	put_text(&row, r->scramble);
	put_text(&row, record_status_name[record_status(r)]);
	put_text(&row, metric_name[r->metric]);
	put_answer(&row, r, s);
	put_text(&row, !has_answer(r) ? r->error->message : record_stop_reason(r) != NULL ? record_stop_reason(r) : "");
	next_field(&row);
	if (s != NULL && with_links) {
		char link[LINK_BYTES];
		format_link(r, s, link);
		fputs(link, out);
	}
	next_field(&row);
	fprintf(out, "%016" PRIx64, r->checksum);
	put_count(&row, r->duplicate_of > 0, r->duplicate_of);
	fputc('\n', out);
}

static void write_rows(const struct record *r, char separator, bool with_links, FILE *out)
{
	const uint64_t n = has_answer(r) ? answer_of(r).n_solutions : 0;
	if (n == 0)
		write_row(r, NULL, separator, with_links, out);
	for (uint64_t i = 0; i < n; i++) {
		const struct solution s = solution_of(r, i);
		write_row(r, &s, separator, with_links, out);
	}
}

void record_write_head(enum record_format format, FILE *out)
{
	static const char *const columns[] = {"id", "line", "label", "scramble", "status", "metric", "length", "lower_bound",
	                                      "solution", "seconds", "nodes", "heuristic", "threads", "error", "link",
	                                      "checksum", "duplicate_of"};
	const char separator = format == RECORD_CSV ? ',' : '\t';
	if (format != RECORD_CSV && format != RECORD_TSV)
		return;
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		fprintf(out, "%s%c", columns[i], i + 1 < sizeof columns / sizeof *columns ? separator : '\n');
}

bool record_write(const struct record *r, enum record_format format, bool with_links, FILE *out)
{
	switch (format) {
	case RECORD_TEXT: write_text(r, with_links, out); break;
	case RECORD_JSON: return write_json(r, with_links, out);
	case RECORD_CSV:  write_rows(r, ',', with_links, out); break;
	case RECORD_TSV:  write_rows(r, '\t', with_links, out); break;
	}
	return true;
}

void record_write_iteration(uint64_t id, const struct search_iteration *it, FILE *out)
{
	const double nodes_per_s = it->seconds > 0 ? (double)it->n_generated / it->seconds : 0;
	fprintf(out, "cube %" PRIu64 ": %u moves: %" PRIu64 " generated, %" PRIu64 " expanded, %" PRIu64 " lookups, "
	        "%.3f s, %.1f million nodes/s%s\n", id, it->threshold, it->n_generated, it->n_expanded, it->n_lookups,
	        it->seconds, nodes_per_s / 1e6, it->is_complete ? "" : " (not completed)");
}
