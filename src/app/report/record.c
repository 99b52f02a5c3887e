#include "report/record.h"

#include "session/session.h"

#include <ctype.h>

const char *const record_status_name[N_RECORD_STATUS] = {"optimal", "solved", "bound", "none", "error"};
const char *const record_puzzle_names[2] = {[SUPERFLIP_3X3] = "3x3x3", [SUPERFLIP_2X2] = "2x2x2"};
const char *const record_metric_name[N_RECORD_METRICS] = {[SUPERFLIP_HTM] = "htm", [SUPERFLIP_QTM] = "qtm"};

const char *record_stop_reason(const superflip_result *result)
{
	static const char *const reasons[] = {
		[SUPERFLIP_NODE_LIMIT] = "node limit", [SUPERFLIP_TIME_LIMIT] = "time limit",
		    [SUPERFLIP_MEMORY_LIMIT] = "memory limit",
		[SUPERFLIP_STOPPED] = "interrupted",
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

unsigned record_held(const superflip_cube *cube)
{
	return cube->form == SUPERFLIP_FORM_MOVES ? 1u + cube->rotation : 0;
}

void record_name_colors(const char *faces, unsigned rotation, char color[COLOR_BYTES])
{
	static const char *const names[N_FACES] = {"white", "red", "green", "yellow", "orange", "blue"};
	*color = '\0';
	for (const char *face; *faces != '\0' && (face = strchr(face_letter, *faces)) != NULL; faces++)
		sprintf(color + strlen(color), "%s%s", *color != '\0' ? "-" : "",
		        names[symmetry_face(rotation, (unsigned)(face - face_letter))]);
}

struct solution record_solution(const superflip_problem *problem, const superflip_solution *found)
{
	struct solution s = {
		.whole = found->moves, .n_whole = found->n_moves, .length = found->length,
		.n_images = found->n_images, .moves = found->moves + found->n_before,
		.n_moves = found->n_moves - found->n_before - found->n_after,
	};
	superflip_moves_write(s.whole, found->n_before, problem->read_options, s.before, sizeof s.before);
	superflip_moves_write(s.moves + s.n_moves, found->n_after, problem->read_options, s.after,
	                      sizeof s.after);
	return s;
}

struct solution record_solution_of(const struct record *r, uint64_t i)
{
	superflip_solution found = {.moves = NULL};
	superflip_result_solution(r->result, i, &found);
	struct solution s = record_solution(r->problem, &found);
	s.number = i;
	superflip_result_reached(r->result, i, s.reached, sizeof s.reached);
	/* The colours of the first sides that the goal names; an axis has none. */
	static const char *const axes[] = {"UD", "FB", "RL"};
	const char *goal = s.reached;
	for (bool is_axis = true; is_axis && r->held != 0 && (goal = strchr(goal, ':')) != NULL;) {
		const size_t n = strspn(++goal, face_letter);
		is_axis = n == 0 || strchr("+,", goal[n]) == NULL;
		array_foreach(axis, axes)
			is_axis |= strncmp(goal, *axis, 2) == 0;
		if (!is_axis)
			record_name_colors(goal, r->held - 1, s.color);
	}
	s.n_undone = result_n_undone(r->result, i);
	return s;
}

const char *record_length(const superflip_problem *problem, unsigned length, char text[RECORD_LENGTH_BYTES])
{
	snprintf(text, RECORD_LENGTH_BYTES, "%.10g", superflip_problem_cost(problem, length));
	return text;
}

const char *record_words(const superflip_problem *problem, unsigned length, char text[RECORD_WORDS_BYTES])
{
	if (problem_units(problem) == NULL)
		return words_count(length, "move", text);
	snprintf(text, RECORD_WORDS_BYTES, "%s in %s", RECORD_LENGTH(problem, length),
	         turn_metric_name[problem->metric]);
	return text;
}

void record_format_moves(const superflip_problem *problem, const uint8_t *moves, unsigned n,
                         unsigned read_options, char text[MOVES_TEXT_BYTES])
{
	*text = '\0';
	if (problem_units(problem) != NULL)
		turns_write(problem->turns, moves, n, NULL, text, MOVES_TEXT_BYTES);
	else
		superflip_moves_write(moves, n, read_options, text, MOVES_TEXT_BYTES);
}

void record_format_whole(const struct record *r, const struct solution *s, bool marks_free,
                         char text[MOVES_TEXT_BYTES])
{
	char moves[MOVES_TEXT_BYTES], inverse[MOVES_TEXT_BYTES] = "";
	uint8_t opposite[SUPERFLIP_MAX_MOVES];
	const char *const parts[] = {inverse, s->before, moves, s->after};
	size_t n = 0;
	if (r->turns_opposite) {
		pocket_turn_opposite(s->moves, s->n_moves, opposite);
		superflip_moves_write(opposite, s->n_moves, 0, moves, sizeof moves);
		for (char *c = moves; *c != '\0'; c++)
			*c = (char)tolower(*c);
	} else if (s->n_undone > 0) {
		const unsigned n_normal = s->n_whole - s->n_undone;
		memcpy(opposite, s->whole + n_normal, s->n_undone);
		moves_invert(opposite, s->n_undone);
		superflip_moves_write(opposite, s->n_undone, r->problem->read_options, inverse, sizeof inverse);
		superflip_moves_write(s->whole, n_normal, r->problem->read_options, moves, sizeof moves);
	} else
		record_format_moves(r->problem, s->moves, s->n_moves, r->problem->read_options, moves);
	*text = '\0';
	for (unsigned i = 0; i < 4; i++)
		if (*parts[i] != '\0')
			n += (size_t)snprintf(text + n, MOVES_TEXT_BYTES - n,
			                      i == 0 || (marks_free && i != 2) ? "%s(%s)" : "%s%s",
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
	const unsigned n_normal = s->n_whole - s->n_undone;
	memcpy(moves, s->whole, s->n_whole);
	moves_invert(moves, n_normal);
	superflip_moves_write(moves, n_normal, 0, inverse, sizeof inverse);
	record_format_moves(r->problem, s->whole, n_normal, 0, solution);
	char *to = stpcpy(link, "https://alpha.twizzle.net/edit/?setup-alg=");
	if (s->n_undone > 0) {  /* before the scramble */
		char undone[MOVES_TEXT_BYTES];
		superflip_moves_write(s->whole + n_normal, s->n_undone, 0, undone, sizeof undone);
		to = append_url(append_url(to, undone), " ");
	}
	/* Twizzle takes moves only: facelets and cubies, and what is too long for a link, become the inverse of
	 * the solution. */
	to = append_url(to, r->setup != NULL && strlen(r->setup) < SETUP_LINK_BYTES ? r->setup : inverse);
	to = append_url(stpcpy(to, "&alg="), solution);
	stpcpy(stpcpy(to, "&puzzle="), record_puzzle_names[r->problem->puzzle]);
}
