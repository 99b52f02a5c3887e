#include "report/record_parts.h"

#include "cube/notation.h"
#include "method/solution_classes.h"

#include <inttypes.h>
#include <string.h>

const char *const record_status_name[N_RECORD_STATUS] = {"optimal", "solved", "bound", "none", "error"};

bool record_has_answer(const struct record *r)
{
	return r->result != NULL || r->method_result != NULL;
}

static const char *search_stop_reason(enum search_outcome outcome)
{
	static const char *const reason[] = {
		[SEARCH_SOLVED] = NULL, [SEARCH_NONE] = NULL, [SEARCH_NODE_LIMIT] = "node limit", [SEARCH_TIME_LIMIT] = "time limit",
		[SEARCH_INTERRUPTED] = "interrupted", [SEARCH_NO_MEMORY] = "not enough memory",
		[SEARCH_BAD_TABLE] = "a table is damaged", [SEARCH_OVERFLOW] = "a list of the kernel was too short: please report this",
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

struct answer record_answer_of(const struct record *r)
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

struct solution record_solution_of(const struct record *r, uint64_t i)
{
	const struct method_result *const m = r->method_result;
	if (m != NULL)
		return (struct solution){m->n_moves, moves_cost(r->metric, m->moves, m->n_moves), m->moves};
	const struct search_solution *const s = &r->result->solutions[i];
	return (struct solution){s->n_moves, s->length, s->moves};
}

enum record_status record_status(const struct record *r)
{
	if (!record_has_answer(r))
		return RECORD_ERROR;
	const struct answer a = record_answer_of(r);
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
	return record_has_answer(r) ? record_answer_of(r).stop_reason : NULL;
}

bool record_is_optimal_solution(const struct record *r, const struct solution *s)
{
	const struct answer a = record_answer_of(r);
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
void record_format_link(const struct record *r, const struct solution *s, char link[LINK_BYTES])
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
unsigned record_n_images(const struct record *r, const struct solution *s)
{
	struct search_solution solution = {.n_moves = (uint8_t)s->n_moves, .length = (uint8_t)s->length};
	memcpy(solution.moves, s->moves, s->n_moves < SEARCH_MAX_LENGTH ? s->n_moves : SEARCH_MAX_LENGTH);
	return solution_n_images(&solution, &r->group);
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
	case RECORD_TEXT: record_write_text(r, with_links, out); break;
	case RECORD_JSON: return record_write_json(r, with_links, out);
	case RECORD_CSV:  record_write_rows(r, ',', with_links, out); break;
	case RECORD_TSV:  record_write_rows(r, '\t', with_links, out); break;
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
