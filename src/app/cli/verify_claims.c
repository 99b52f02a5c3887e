/* What lines state, in each of their forms: SCRAMBLE -> SOLUTION, rows of tables, records in JSON Lines; and
 * whether solutions solve what a line says they do. */
#include "cli/solving.h"
#include "cli/verify_state.h"

/* @return false */
static bool refuse_text(const char *what, const superflip_error *error)
{
	if (error->status != SUPERFLIP_NO_MEMORY)  /* that says nothing about the line */
		return error->column > 0
		       ? verify_refuse(LINE_INVALID, "%s: column %u: %s", what, error->column, error->text)
		       : verify_refuse(LINE_INVALID, "%s: %s", what, error->text);
	verify.exit_status =
		complain_and(EXIT_MEMORY, "%s:%" PRIu64 ": %s", verify.name, verify.line, error->text);
	return false;
}

/* Have the problem completed, of values that the line states. */
static bool complete(void)
{
	superflip_error error;
	if (problem_complete(claimed, &error))
		return true;
	return refuse_text(error.field != NULL && text_equal(error.field, "goal") ? "the goal" : "the turns",
	                   &error);
}

/* The metric, the turns, the costs and the goal that a line states.
 * @param turns, costs, goal  "": it has none */
static bool state(const char *metric, const char *turns,
                  const char *costs, const char *goal)
{
	const struct turns *const of_command = problem_units(problem);
	superflip_error error;
	claimed->goal = *goal != '\0' ? goal : claimed->goal;
	if (*turns == '\0' && *costs == '\0' && of_command != NULL
	    && text_equal(turn_metric_name[of_command->metric], metric))
		return complete();
	claimed->moves = *turns != '\0' ? turns : NULL;
	claimed->costs = *costs != '\0' ? costs : NULL;
	claimed->excluded = NULL;
	if (!option_row_take(problem_row("metric"), claimed, metric, &error))
		return refuse_text("the metric", &error);
	if (!complete())
		return false;
	if (*turns == '\0' || problem_units(claimed) != NULL)
		return true;
	/* Turns of faces are stated one by one: R is not all turns of its face. */
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	size_t n;
	if (superflip_moves_parse(SUPERFLIP_3X3, turns, claimed->read_options, moves, sizeof moves, &n,
	                          &error) != SUPERFLIP_OK)
		return refuse_text("the turns", &error);
	uint32_t permitted = 0;
	for (size_t i = 0; i < n && i < sizeof moves; i++)
		permitted |= UINT32_C(1) << moves[i];
	return problem_permit(claimed, permitted);
}

static bool read_scramble(const char *text)
{
	superflip_error error;
	if (superflip_cube_parse(claimed->puzzle, text,
	                         claimed->read_options | problem->read_options | SUPERFLIP_READ_GREY,
	                         &claim.cube, &error)
	        == SUPERFLIP_OK
	    && problem_goal_of(claimed, claim.cube, &claim.pieces, &error))
		return true;
	return refuse_text("the scramble", &error);
}

/* A number of moves, or the units of a cost; what is none is more than there can be. */
static unsigned length_of(double stated)
{
	const double n = stated / superflip_problem_cost(claimed, 1);
	return n >= 0 && n <= UINT16_MAX && fabs(n - round(n)) < 1e-6 ? (unsigned)round(n) : UINT_MAX;
}

/* Whether those of the claim are lengths.  @return false, having said which is none */
static bool lengths_are_read(void)
{
	const char *const fault = claim.lower_bound == UINT_MAX ? "lower_bound"
		: claim.length == UINT_MAX ? "length"
		: claim.min_length < 0 || claim.min_length > claim.max_length ? "lengths" : NULL;
	return fault == NULL
	       || verify_refuse(LINE_INVALID,
	                        "\"%s\": expected a whole number from 0 or, with costs, one with decimals; "
	                        "of two the smaller first",
	                        fault);
}

/* The number of a name.  @return n if it is none of them */
static unsigned find_name(const char *name, const char *const *names, unsigned n)
{
	unsigned i = 0;
	while (i < n && !text_equal(name, names[i]))
		i++;
	return i;
}

/* Whether a status is one, and goes with the solutions that there are. */
static bool status_agrees(unsigned status, const char *text)
{
	if (status == N_RECORD_STATUS)
		return verify_refuse(LINE_INVALID,
		                     "\"status\" is '%.40s'; expected optimal, solved, bound, none or error", text);
	return claim.has_solution != (claim.is_none || status == RECORD_ERROR) || status == RECORD_BOUND
	       || verify_refuse(LINE_WRONG, "\"%s\" with%s solutions", text, claim.has_solution ? "" : "out");
}

/* ---- solutions ---- */

/* How solutions are read. */
static unsigned solution_options(void)
{
	return claimed->read_options | (claim.has_niss ? SUPERFLIP_READ_NISS : 0);
}

/* A solution, and the turns before and after it that the goal has for nothing; "": none. */
struct stated {
	const char *before, *moves, *after;
};

/* What may be turned at the end need not be; what is turned before must be free. */
static bool reaches(const struct stated *s, const char *after)
{
	uint8_t move = 0;
	size_t n = 0;
	superflip_verdict verdict = {.size = sizeof verdict};
	char *text;
	if (asprintf(&text, "%s %s %s", s->before, s->moves, after) < 0)
		return false;
	const bool is_read =
		superflip_moves_parse(SUPERFLIP_3X3, s->before, claimed->read_options, &move, 1, &n, NULL)
			== SUPERFLIP_OK
		&& n <= 1
		&& problem_verify(claimed, claim.pieces, n == 0 ? 0 : 1u + move, claim.cube, text,
	                      solution_options(), &verdict, NULL) == SUPERFLIP_OK;
	free(text);
	return is_read && verdict.solves;
}

/* Check one solution.  @return false, having said what is wrong */
static bool check_solution(const struct stated *solution,
                           unsigned *length)
{
	const char *const text = solution->moves;
	superflip_verdict verdict = {.size = sizeof verdict};
	superflip_error error;
	if (problem_verify(claimed, NULL, 0, claim.cube, text, solution_options(), &verdict, &error)
	    != SUPERFLIP_OK)
		return refuse_text("the solution", &error);
	if (!verdict.is_permitted)
		return verify_refuse(LINE_WRONG, "'%.200s' has turns that are not permitted", text);
	*length = verdict.length;
	const bool is_right = claim.pieces == NULL ? verdict.solves
		: reaches(solution, "") && reaches(solution, solution->after);
	return is_right || verify_refuse(LINE_WRONG, claim.pieces != NULL ? "'%.200s' does not reach the goal"
	                                 : "'%.200s' does not solve the scramble", text);
}

/* Take a turn out of its parentheses.  @return NULL: it is none */
static char *take_turn(char *open)
{
	char *const close = open != NULL && *open == '(' ? strchr(open, ')') : NULL;
	if (close == NULL)
		return NULL;
	*close = '\0';
	if (text_is_turn(open + 1, claimed->read_options)) {
		*open = '\0';
		return open + 1;
	}
	*close = ')';
	return NULL;
}

/* A solution as text has it: "(U) R U R' (U2)", with turns that the goal has for nothing in parentheses. */
static bool check_text(char *text)
{
	struct stated s = {"", text, ""};
	if (claim.pieces != NULL && (solution_options() & SUPERFLIP_READ_NISS) == 0) {
		char *const before = take_turn(text + strspn(text, " "));
		if (before != NULL) {
			s.before = before;
			s.moves = text = before + strlen(before) + 1;
		}
		const size_t n = strlen(text);
		const char *const after = n > 0 && text[n - 1] == ')' ? take_turn(strrchr(text, '(')) : NULL;
		s.after = after != NULL ? after : "";
	}
	return check_solution(&s, &claim.length);
}

/* ---- lines of text ---- */

/* Whether a line is what `solve` and `batch` print for people: "3.  18*  U R2 ...", ">=13  none: ...". */
static bool is_answer(const char *line)
{
	static const char digits[] = "0123456789";
	const char *const number_end = line + strspn(line, digits);
	if (number_end > line && strncmp(number_end, ".  ", 3) == 0)
		line = number_end + 3;
	if (strncmp(line, "-  ", 3) == 0)
		return true;
	const char *const length = strncmp(line, ">=", 2) == 0 ? line + 2 : line,
	                  *const end = length + strspn(length, digits);
	return end > length && (*end == '*' || *end == '\0' || strncmp(end, "  ", 2) == 0);
}

static void check_line(char *text)
{
	static const char *const arrows[] = {"->", "=>", "\u2192", "\t"};
	char *solution = NULL;
	array_foreach(arrow, arrows)
		if (solution == NULL && (solution = strstr(text, *arrow)) != NULL) {
			*solution = '\0';
			solution += strlen(*arrow);
		}
	claim.has_solution = true;
	claim.is_optimal = solve_options.prove_again;
	if (solution == NULL && is_answer(text))
		verify.exit_status =
			complain_and(EXIT_INPUT,
		                 "%s:%" PRIu64 ": a result as text, without its scramble; make the results with "
		                 "--json, --csv or --tsv, or write lines SCRAMBLE -> SOLUTION",
		                 verify.name, verify.line);
	else if (solution == NULL)
		verify_refuse(LINE_INVALID, "expected SCRAMBLE -> SOLUTION, with an arrow or a tab");
	else if (complete() && read_scramble(text))
		check_text(solution);
}

/* ---- tables ---- */

/* "": 0 */
static unsigned length_of_text(const char *text)
{
	char *end;
	const double stated = strtod(text, &end);
	return length_of(*end == '\0' ? stated : -1);
}

bool verify_table_begins(const char *line)
{
	struct csv_columns found;
	if (!csv_recognise(line, 0, &found) || !found.has_header)
		return false;
	for (enum csv_column c = CSV_SCRAMBLE; c <= CSV_LENGTH; c++)
		if (found.place[c] == CSV_NOWHERE)
			return false;
	verify.columns = found;
	return true;
}

/* A row of solve --csv or --tsv. */
static void check_row(char *row)
{
	const struct csv_fields f = csv_split(row, &verify.columns);
	const char *const length = csv_field(&f, CSV_LENGTH), *const lower_bound = csv_field(&f, CSV_LOWER_BOUND),
	                  *const status_text = csv_field(&f, CSV_STATUS);
	const unsigned status = find_name(status_text, record_status_name, N_RECORD_STATUS);
	char *const solution = csv_field(&f, CSV_SOLUTION);
	const unsigned puzzle = find_name(csv_field(&f, CSV_PUZZLE), record_puzzle_names, 2);
	if (puzzle < 2)
		claimed->puzzle = (superflip_puzzle)puzzle;
	/* Ours name the side that skeletons reach; of others parentheses may mean anything, and turns that are
	 * free for the goal have some, too. */
	claim.has_niss =
		*csv_field(&f, CSV_REACHED) != '\0' && strstr(csv_field(&f, CSV_GOAL), "auf") == NULL;
	claimed->has_niss = claim.has_niss && status == RECORD_OPTIMAL && strchr(solution, '(') != NULL;
	const bool has_metric =
		state(csv_field(&f, CSV_METRIC), csv_field(&f, CSV_TURNS),
	          csv_field(&f, CSV_COSTS), csv_field(&f, CSV_GOAL));
	claim.has_solution = *length != '\0' || *solution != '\0';
	claim.lower_bound = length_of_text(lower_bound);
	const unsigned stated = claim.length = length_of_text(length);
	/* The status is the cube's: with --over, rows of longer solutions follow those of the shortest. */
	claim.is_optimal =
		status == RECORD_OPTIMAL && (*lower_bound == '\0' || stated <= claim.lower_bound);
	claim.is_none = status == RECORD_NONE;
	/* An error states nothing. */
	if (has_metric && status_agrees(status, status_text) && lengths_are_read()
	    && (claim.has_solution || claim.lower_bound > 0) && read_scramble(csv_field(&f, CSV_SCRAMBLE))
	    && (!claim.has_solution || check_text(solution)) && stated != claim.length)
		verify_refuse(LINE_WRONG, "'%.200s' has %s, not %s", solution,
		              VERIFY_WORDS(claim.length), length);
}

/* ---- records ---- */

/* "": it has no such text. */
static const char *text_of(const json_t *object, const char *key)
{
	const char *const text = json_string_value(json_object_get(object, key));
	return text != NULL ? text : "";
}

/* A length that a record has as a member, or in an array. */
static unsigned stated_length(const json_t *number)
{
	return length_of(number == NULL || json_is_null(number) || json_is_number(number)
	                 ? json_number_value(number) : -1);
}

/* One of the solutions of a record, with the free turns that it names before and after.
 * @param moves  its own, cut up */
static bool check_record_solution(const json_t *solution,
                                  char *moves, unsigned *length)
{
	const double length_stated = json_number_value(json_object_get(solution, "length"));
	struct stated s = {text_of(solution, "before"), moves, text_of(solution, "after")};
	const size_t n_before = strlen(s.before), n_after = strlen(s.after), n = strlen(moves);
	if (n < n_before + n_after || strncmp(moves, s.before, n_before) != 0
	    || !text_equal(moves + n - n_after, s.after))
		return verify_refuse(LINE_WRONG, "'%.200s' does not begin with \"before\" and end with \"after\"",
		                     moves);
	moves[n - n_after] = '\0';
	s.moves = moves + n_before;
	if (!check_solution(&s, length))
		return false;
	return length_of(length_stated) == *length
	       || verify_refuse(LINE_WRONG, "'%.200s' has %s, not %.10g", moves, VERIFY_WORDS(*length),
	                        length_stated);
}

static void check_solutions(json_t *solutions)
{
	size_t i;
	json_t *solution;
	unsigned shortest = UINT_MAX, length;
	json_array_foreach(solutions, i, solution) {
		const char *const text = json_string_value(json_object_get(solution, "moves"));
		char *const moves = strdup(text != NULL ? text : "");
		if (moves == NULL)
			end_without_memory();
		const bool is_right = text != NULL ? check_record_solution(solution, moves, &length)
			: verify_refuse(LINE_INVALID, "solution %zu has no \"moves\"", i + 1);
		free(moves);
		if (!is_right)
			return;
		shortest = length < shortest ? length : shortest;
	}
	if (shortest != claim.length)
		verify_refuse(LINE_WRONG, "the shortest solution has %s, not %s", VERIFY_WORDS(shortest),
		              VERIFY_NUMBER(claim.length));
}

/* Whether the record still has the scramble and the label that its checksum was made of. */
static bool is_intact(const json_t *record, const char *scramble)
{
	const char *const label = json_string_value(json_object_get(record, "label")),
			   *const stated = text_of(record, "checksum");
	/* Bytes that were not UTF-8 are lost. */
	return *stated == '\0' || strtoull(stated, NULL, 16) == solving_checksum(scramble, label)
	       || strstr(scramble, "\uFFFD") != NULL || (label != NULL && strstr(label, "\uFFFD") != NULL)
	       || verify_refuse(LINE_WRONG,
	                        "the record is damaged: its \"checksum\" is of another scramble or label");
}

static void check_record(json_t *record)
{
	const char *const scramble = json_string_value(json_object_get(record, "scramble"));
	const char *const metric = text_of(record, "metric"), *const status_text = text_of(record, "status");
	const unsigned status = find_name(status_text, record_status_name, N_RECORD_STATUS);
	const unsigned puzzle = find_name(text_of(record, "puzzle"), record_puzzle_names, 2);
	json_t *const solutions = json_object_get(record, "solutions");
	json_t *const lengths = json_object_get(record, "lengths");
	claimed->puzzle = (superflip_puzzle)puzzle;
	claim.has_solution = json_array_size(solutions) > 0;
	claim.is_optimal = status == RECORD_OPTIMAL;
	claim.is_none = status == RECORD_NONE;
	claim.is_unreachable = json_is_false(json_object_get(record, "reachable"));
	/* It says so if it has French letters, without which its solutions have English ones, or if centres
	 * count. */
	unsigned *const options = &claimed->read_options;
	*options &= ~(unsigned)SUPERFLIP_READ_FRENCH;
	*options |= text_equal(text_of(record, "letters"), "french") ? SUPERFLIP_READ_FRENCH : 0;
	*options |= json_object_get(record, "centers") != NULL ? SUPERFLIP_READ_CENTERS : 0;
	claim.has_niss = json_object_get(json_array_get(solutions, 0), "niss") != NULL;
	claimed->has_niss = claim.has_niss && claim.is_optimal && *text_of(record, "goal") != '\0';
	const bool has_metric = *metric != '\0' && puzzle < 2
	                        && state(metric, text_of(record, "turns"), text_of(record, "costs"),
	                                 text_of(record, "goal"));
	claim.length = stated_length(json_object_get(record, "length"));
	claim.lower_bound = stated_length(json_object_get(record, "lower_bound"));
	claim.has_lengths = json_array_size(lengths) == 2;
	claim.min_length = json_number_value(json_array_get(lengths, 0));
	claim.max_length = json_number_value(json_array_get(lengths, 1));
	if (!text_equal(text_of(record, "schema"), RECORD_SCHEMA))
		verify_refuse(LINE_INVALID, "not a record of the schema \"%s\"", RECORD_SCHEMA);
	else if (scramble == NULL || *status_text == '\0' || *metric == '\0')
		verify_refuse(LINE_INVALID, "the record lacks \"scramble\", \"status\" or \"metric\"");
	else if (puzzle == 2)
		verify_refuse(LINE_INVALID, "the \"puzzle\" is neither 3x3x3 nor 2x2x2");
	else if (status_agrees(status, status_text) && has_metric && lengths_are_read()
	         && (status == RECORD_ERROR || read_scramble(scramble)) && is_intact(record, scramble)
	         && claim.has_solution)
		check_solutions(solutions);
}

void verify_claim_line(char *text)
{
	/* What the command line says of a line that says nothing itself. */
	claim = (struct claim){.problem = solve_options.problem};
	claimed->goal_text = claimed->list_text = NULL;
	claimed->pieces = NULL;
	claimed->position = NULL;
	claimed->turns = NULL;
	claimed->free_face = claimed->neutral = claimed->heuristic = NULL;  /* the first two are in the text of
	                                                                     * the goal */
	json_error_t error;
	const bool is_json = text[strspn(text, " \t")] == '{';
	json_t *const record = is_json ? json_loads(text, 0, &error) : NULL;
	if (record != NULL)
		check_record(record);
	else if (is_json)
		verify_refuse(LINE_INVALID, "column %d: not JSON: %s", error.column, json_fault(&error));
	else if (verify.columns.separator != '\0')
		check_row(text);
	else
		check_line(text);
	verify_conclude();
	json_decref(record);
	superflip_cube_free(claim.cube);
	superflip_goal_free(claim.pieces);
	problem_free(claimed);
}
