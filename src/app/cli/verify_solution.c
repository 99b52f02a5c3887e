/* Whether solutions solve what a line says they do, and how long they are. */
#include "cli/verify_state.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

unsigned verify_length_of(const struct claim *claim, double stated)
{
	const double unit = superflip_problem_cost(&claim->problem, 1);
	const double n = stated >= 0 && stated / unit <= UINT16_MAX ? stated / unit : UINT_MAX;
	const unsigned nearest = (unsigned)(n + 0.5 < UINT_MAX ? n + 0.5 : n);
	return n - nearest < 1e-6 && nearest - n < 1e-6 ? nearest : UINT_MAX;
}

/* A solution, and the turns before and after it that the goal has for nothing; "": none. */
struct stated {
	const char *before, *moves, *after;
};

/* Take a turn out of its parentheses.  @return NULL: it is none */
static char *take_turn(const struct claim *claim, char *open)
{
	char *const close = *open == '(' ? strchr(open, ')') : NULL;
	if (close == NULL)
		return NULL;
	*close = '\0';
	if (text_is_turn(open + 1, claim->solution_options)) {
		*open = '\0';
		return open + 1;
	}
	*close = ')';
	return NULL;
}

/* A solution as text has it: "(U) R U R' (U2)". */
static struct stated stated_of(const struct claim *claim, char *text)
{
	struct stated s = {"", text, ""};
	const bool may_be_free = claim->pieces != NULL && (claim->solution_options & SUPERFLIP_READ_NISS) == 0;
	char *const before = may_be_free ? take_turn(claim, text + strspn(text, " ")) : NULL;
	if (before != NULL) {
		s.before = before;
		text = before + strlen(before) + 1;
		s.moves = text;
	}
	char *const last = may_be_free && strlen(text) > 0 && text[strlen(text) - 1] == ')' ? strrchr(text, '(') : NULL;
	char *const after = last != NULL ? take_turn(claim, last) : NULL;
	s.after = after != NULL ? after : "";
	return s;
}

static bool reaches(const struct claim *claim, const struct stated *s, const char *after)
{
	char *text;
	if (asprintf(&text, "%s %s %s", s->before, s->moves, after) < 0)
		return false;
	const bool is_reached = goal_is_reached_by(claim->pieces, claim->cube, text, claim->solution_options);
	free(text);
	return is_reached;
}

/* Check one solution; its length goes to *length. */
static bool check_solution(struct verify *v, const struct claim *claim, const struct stated *solution, unsigned *length)
{
	const char *const text = solution->moves;
	superflip_verdict verdict = {.size = sizeof verdict};
	superflip_error error;
	if (problem_verify(&claim->problem, NULL, claim->cube, text, claim->solution_options, &verdict,
	                   &error) != SUPERFLIP_OK) {
		verify_say_input_error(v, "the solution", &error);
		return false;
	}
	if (!verdict.is_permitted) {
		verify_refuse(v, LINE_WRONG, "'%.200s' has turns that are not permitted", text);
		return false;
	}
	*length = verdict.length;
	uint8_t move = 0;
	size_t n = 0;
	bool is_right = verdict.solves;
	/* What may be turned at the end need not be; what is turned before must be free. */
	if (claim->pieces != NULL)
		is_right = superflip_moves_parse(SUPERFLIP_3X3, solution->before, claim->solution_options, &move, 1,
		                                 &n, NULL)
		           == SUPERFLIP_OK
		           && (n == 0 || (n == 1 && goal_frees(claim->pieces, move)))
		           && reaches(claim, solution, "") && reaches(claim, solution, solution->after);
	if (!is_right)
		verify_refuse(v, LINE_WRONG, claim->pieces != NULL ? "'%.200s' does not reach the goal"
		                             : "'%.200s' does not solve the scramble", text);
	return is_right;
}

bool verify_solution(struct verify *v, const struct claim *claim, char *text, unsigned *length)
{
	const struct stated solution = stated_of(claim, text);
	return check_solution(v, claim, &solution, length);
}

static const char *text_of(const json_t *object, const char *key)
{
	const char *const text = json_string_value(json_object_get(object, key));
	return text != NULL ? text : "";
}

/* Take the free turns that a record names off its moves.  @return false: they are not there */
static bool take_named(const json_t *solution, char *moves, struct stated *out)
{
	*out = (struct stated){text_of(solution, "before"), moves, text_of(solution, "after")};
	const size_t n_before = strlen(out->before), n_after = strlen(out->after), n = strlen(moves);
	if (n < n_before + n_after || strncmp(moves, out->before, n_before) != 0 || strcmp(moves + n - n_after, out->after) != 0)
		return false;
	moves[n - n_after] = '\0';
	out->moves = moves + n_before;
	return true;
}

/* One of the solutions of a record. @param moves  its own, cut up */
static bool check_record_solution(struct verify *v, const struct claim *claim, const json_t *solution, char *moves, unsigned *length)
{
	const double length_stated = json_number_value(json_object_get(solution, "length"));
	struct stated s;
	if (!take_named(solution, moves, &s)) {
		verify_refuse(v, LINE_WRONG, "'%.200s' does not begin with \"before\" and end with \"after\"", moves);
		return false;
	}
	if (!check_solution(v, claim, &s, length))
		return false;
	if (verify_length_of(claim, length_stated) != *length)
		verify_refuse(v, LINE_WRONG, "'%.200s' has %s, not %.10g", moves,
		              VERIFY_WORDS(claim, *length), length_stated);
	return verify_length_of(claim, length_stated) == *length;
}

bool verify_solutions(struct verify *v, const struct claim *claim, json_t *solutions)
{
	size_t i;
	json_t *solution;
	unsigned shortest = UINT_MAX, length;
	json_array_foreach(solutions, i, solution) {
		const char *const text = json_string_value(json_object_get(solution, "moves"));
		char *const moves = text != NULL ? strdup(text) : NULL;
		const bool is_right = moves != NULL && check_record_solution(v, claim, solution, moves, &length);
		if (text == NULL)
			verify_refuse(v, LINE_INVALID, "solution %zu has no \"moves\"", i + 1);
		else if (moves == NULL)
			verify_say_input_error(v, "the solution",
			                       &(superflip_error){.status = SUPERFLIP_NO_MEMORY, .text = "not enough memory"});
		free(moves);
		if (!is_right)
			return false;
		shortest = length < shortest ? length : shortest;
	}
	if (shortest != claim->length)
		verify_refuse(v, LINE_WRONG, "the shortest solution has %s, not %s",
		              VERIFY_WORDS(claim, shortest),
		              VERIFY_NUMBER(claim, claim->length));
	return shortest == claim->length;
}
