#include "base/words.h"
#include "report/json.h"
#include "report/record_parts.h"

#include "cube/move.h"
#include "pocket/solve.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const record_status_name[N_RECORD_STATUS] = {"optimal", "solved", "bound", "none", "error"};
const char *const record_puzzle_names[2] = {[SUPERFLIP_3X3] = "3x3x3", [SUPERFLIP_2X2] = "2x2x2"};
const char *const record_metric_name[N_RECORD_METRICS] = {[SUPERFLIP_HTM] = "htm", [SUPERFLIP_QTM] = "qtm"};

char *record_setup(const struct superflip_problem *p, const char *scramble)
{
	char *text = NULL;
	size_t length;
	if (moves_standard(p->puzzle, scramble, p->read_options, NULL, 0, &length, NULL) == SUPERFLIP_OK
	    && (text = malloc(length + 1)) != NULL)
		moves_standard(p->puzzle, scramble, p->read_options, text, length + 1, &length, NULL);
	return text;
}

const char *record_stop_reason(const superflip_result *result)
{
	static const char *const reasons[] = {
		[SUPERFLIP_NODE_LIMIT] = "node limit", [SUPERFLIP_TIME_LIMIT] = "time limit",
		    [SUPERFLIP_MEMORY_LIMIT] = "memory limit",
		[SUPERFLIP_STOPPED] = "interrupted", [SUPERFLIP_FAILED] = NULL,
	};
	if (result->outcome != SUPERFLIP_FAILED)
		return reasons[result->outcome];
	switch (result->failure) {
	case SUPERFLIP_NO_MEMORY:     return "not enough memory";
	case SUPERFLIP_TABLE_MISSING:
	case SUPERFLIP_TABLE_FOREIGN:
	case SUPERFLIP_TABLE_DAMAGED:
	case SUPERFLIP_TABLE_CHANGED: return "a table is damaged";
	default:                      return superflip_status_text(result->failure);
	}
}

struct solution record_solution_of(const struct record *r, uint64_t i)
{
	struct solution s = {.number = i};
	superflip_solution found = {.moves = NULL};
	const unsigned letters = r->is_french ? SUPERFLIP_READ_FRENCH : 0;
	superflip_result_solution(r->result, i, &found);
	superflip_result_reached(r->result, i, s.reached, sizeof s.reached);
	s.whole = found.moves;
	s.n_whole = found.n_moves;
	s.length = found.length;
	s.n_images = found.n_images;
	s.moves = s.whole + found.n_before;
	s.n_moves = s.n_whole - found.n_before - found.n_after;
	superflip_moves_write(s.whole, found.n_before, letters, s.before, sizeof s.before);
	superflip_moves_write(s.moves + s.n_moves, found.n_after, letters, s.after, sizeof s.after);
	return s;
}

const char *record_metric_text(const struct record *r)
{
	return r->turn_set != NULL ? turns_metric(r->turn_set) : record_metric_name[r->metric];
}

const char *record_length(const struct record *r, unsigned length, char text[RECORD_LENGTH_BYTES])
{
	snprintf(text, RECORD_LENGTH_BYTES, "%.10g",
	         r->turn_set != NULL ? turns_cost(r->turn_set, length) : length);
	return text;
}

const char *record_words(const struct turns *turn_set, unsigned length, char text[RECORD_WORDS_BYTES])
{
	if (turn_set == NULL)
		snprintf(text, RECORD_WORDS_BYTES, "%s", words_of(length, "move"));
	else
		snprintf(text, RECORD_WORDS_BYTES, "%s in %s",
		         RECORD_LENGTH(&(struct record){.turn_set = turn_set}, length),
		         turns_metric(turn_set));
	return text;
}

void record_format_moves(const struct record *r, const struct solution *s, char text[MOVES_TEXT_BYTES])
{
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	text[0] = '\0';
	if (r->turn_set != NULL) {
		turns_write(r->turn_set, s->moves, s->n_moves, NULL, text, MOVES_TEXT_BYTES);
		return;
	}
	if (!r->turns_opposite) {
		superflip_moves_write(s->moves, s->n_moves, r->is_french ? SUPERFLIP_READ_FRENCH : 0, text,
		                      MOVES_TEXT_BYTES);
		return;
	}
	pocket_turn_opposite(s->moves, s->n_moves, moves);
	superflip_moves_write(moves, s->n_moves, 0, text, MOVES_TEXT_BYTES);
	for (char *c = text; *c != '\0'; c++)
		*c = (char)tolower(*c);
}

void record_format_whole(const struct record *r, const struct solution *s, bool marks_free,
                         char text[MOVES_TEXT_BYTES])
{
	char moves[MOVES_TEXT_BYTES];
	const char *const parts[] = {s->before, moves, s->after};
	size_t n = 0;
	record_format_moves(r, s, moves);
	*text = '\0';
	for (unsigned i = 0; i < 3; i++)
		if (*parts[i] != '\0')
			n += (size_t)snprintf(text + n, MOVES_TEXT_BYTES - n, marks_free && i != 1 ? "%s(%s)" : "%s%s",
			                      n > 0 ? " " : "", parts[i]);
}

enum record_status record_status(const struct record *r)
{
	const superflip_result *const a = r->result;
	if (a == NULL)
		return RECORD_ERROR;
	if (a->n_solutions > 0 && (a->is_optimal || record_stop_reason(a) == NULL))
		return a->is_optimal ? RECORD_OPTIMAL : RECORD_SOLVED;
	return a->outcome == SUPERFLIP_NONE && a->stuck_at == NULL ? RECORD_NONE : RECORD_BOUND;
}

bool record_is_complete(const struct record *r)
{
	return r->result != NULL && r->result->outcome == SUPERFLIP_SOLVED;
}

bool record_is_optimal_solution(const struct record *r, const struct solution *s)
{
	return r->result->is_optimal && s->length == r->result->length;
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

/* A page that shows the scramble and plays the solution. */
void record_format_link(const struct record *r, const struct solution *s, char link[LINK_BYTES])
{
	char solution[MOVES_TEXT_BYTES], inverse[MOVES_TEXT_BYTES];
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	for (unsigned i = 0; i < s->n_whole; i++)
		moves[i] = (uint8_t)move_inverse(s->whole[s->n_whole - 1u - i]);
	superflip_moves_write(moves, s->n_whole, 0, inverse, sizeof inverse);
	if (r->turn_set != NULL)
		record_format_moves(r, s, solution);
	else
		superflip_moves_write(s->whole, s->n_whole, 0, solution, sizeof solution);
	char *to = stpcpy(link, "https://alpha.twizzle.net/edit/?setup-alg=");
	/* Twizzle takes moves only: facelets and cubies, and what is too long for a link, become the inverse of
	 * the solution. */
	to = append_url(to, r->setup != NULL && strlen(r->setup) < SETUP_LINK_BYTES ? r->setup : inverse);
	to = append_url(stpcpy(to, "&alg="), solution);
	stpcpy(stpcpy(to, "&puzzle="), record_puzzle_names[r->puzzle]);
}

bool record_write(const struct record *r, enum record_format format, bool with_links, FILE *out)
{
	switch (format) {
	case RECORD_TEXT: record_write_text(r, with_links, out); break;
	case RECORD_JSON: return json_write_line(record_json(r, with_links), 6, out);
	case RECORD_CSV:  record_write_rows(r, ',', with_links, out); break;
	case RECORD_TSV:  record_write_rows(r, '\t', with_links, out); break;
	}
	return true;
}

void record_write_iteration(uint64_t id, const struct turns *turn_set, const superflip_iteration *it,
                            bool shows_speed, FILE *out)
{
	char words[RECORD_WORDS_BYTES];
	fprintf(out, "cube %" PRIu64 ": %s: %" PRIu64 " generated, %" PRIu64 " expanded, %s, %.3f s", id,
	        record_words(turn_set, it->threshold, words), it->n_generated, it->n_expanded,
	        words_of(it->n_lookups, "lookup"), it->seconds);
	if (shows_speed)
		fprintf(
			out, ", %s nodes/s",
			words_large(it->seconds > 0 ? (double)it->n_generated / it->seconds : 0, (char[WORDS_BYTES]){0}));
	fputs(it->is_complete ? "\n" : " (not completed)\n", out);
}
