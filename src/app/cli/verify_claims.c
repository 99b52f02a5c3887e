/* What lines state, in each of their forms: SCRAMBLE -> SOLUTION, rows of tables, records in JSON Lines. */
#include "cli/verify_state.h"

#include "cli/cli.h"
#include "input/csv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What the command line says of a line that says nothing itself. */
static struct claim claim_of(const struct verify *v)
{
	struct claim claim = {
		.problem = v->options->problem, .scramble_options = v->options->problem.read_options,
		.solution_options = v->options->problem.read_options,
	};
	struct superflip_problem *const p = &claim.problem;
	p->goal_text = NULL;
	p->pieces = NULL;
	p->position = NULL;
	p->turns = NULL;
	p->free_face = p->neutral = p->heuristic = NULL;  /* the first two are in the text of the goal */
	return claim;
}

/* Have the problem completed, of values that the line states. */
static bool complete(struct verify *v, struct claim *claim)
{
	superflip_error error;
	claim->problem.read_options = (claim->scramble_options & ~(unsigned)SUPERFLIP_READ_FRENCH)
	                              | (claim->solution_options & SUPERFLIP_READ_FRENCH);
	if (problem_complete(&claim->problem, &error))
		return true;
	verify_say_input_error(v, error.field != NULL && strcmp(error.field, "goal") == 0 ? "the goal" : "the turns", &error);
	return false;
}

/* The metric, the turns, the costs and the goal that a line states.
 * @param turns, costs, goal  NULL: it has none */
static bool state(struct verify *v, struct claim *claim, const char *metric, const char *turns, const char *costs, const char *goal)
{
	struct superflip_problem *const p = &claim->problem;
	const struct turns *const of_command = problem_units(&v->options->problem);
	superflip_error error;
	p->goal = goal != NULL ? goal : p->goal;
	if (turns == NULL && costs == NULL && of_command != NULL && strcmp(turns_metric(of_command), metric) == 0)
		return complete(v, claim);
	p->moves = turns;
	p->costs = costs;
	p->excluded = NULL;
	if (!option_row_take(problem_row("metric"), p, metric, &error)) {
		verify_say_input_error(v, "the metric", &error);
		return false;
	}
	if (!complete(v, claim))
		return false;
	if (turns == NULL || problem_units(p) != NULL)
		return true;
	/* Turns of faces are stated one by one: R is not all turns of its face. */
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	size_t n;
	if (superflip_moves_parse(SUPERFLIP_3X3, turns, claim->solution_options, moves, sizeof moves, &n,
	                          &error) != SUPERFLIP_OK) {
		verify_say_input_error(v, "the turns", &error);
		return false;
	}
	uint32_t permitted = 0;
	for (size_t i = 0; i < n && i < sizeof moves; i++)
		permitted |= UINT32_C(1) << moves[i];
	return problem_permit(p, permitted);
}

static bool read_scramble(struct verify *v, struct claim *claim, const char *text)
{
	const struct superflip_problem *const p = &claim->problem;
	superflip_error error;
	if (superflip_cube_parse(p->puzzle, text, claim->scramble_options | SUPERFLIP_READ_GREY, &claim->cube, &error) == SUPERFLIP_OK
	    && problem_goal_of(p, claim->cube, &claim->seen, &claim->pieces, &error))
		return true;
	verify_say_input_error(v, "the scramble", &error);
	return false;
}

/* ---- lines of text ---- */

static const char *skip_digits(const char *text)
{
	return text + strspn(text, "0123456789");
}

/* Whether a line is what `solve` and `batch` print for people: "3.  18*  U R2 ...", ">=13  none: ...". */
static bool is_answer(const char *line)
{
	const char *const number_end = skip_digits(line);
	if (number_end > line && strncmp(number_end, ".  ", 3) == 0)
		line = number_end + 3;
	if (strncmp(line, "-  ", 3) == 0)
		return true;
	const char *const length = strncmp(line, ">=", 2) == 0 ? line + 2 : line, *const end = skip_digits(length);
	return end > length && (*end == '*' || *end == '\0' || strncmp(end, "  ", 2) == 0);
}

/* The solution after an arrow (-> => →) or a tab; the text before it is terminated there. NULL if there is neither. */
static char *split_at_arrow(char *text)
{
	static const char *const arrows[] = {"->", "=>", "\u2192", "\t"};
	for (unsigned i = 0; i < sizeof arrows / sizeof *arrows; i++) {
		char *const arrow = strstr(text, arrows[i]);
		if (arrow == NULL)
			continue;
		*arrow = '\0';
		return arrow + strlen(arrows[i]);
	}
	return NULL;
}

static void check_text_line(struct verify *v, char *text)
{
	char *const solution = split_at_arrow(text);
	struct claim claim = claim_of(v);
	claim.has_solution = true;
	claim.is_optimal = v->options->prove_again;
	if (solution == NULL && is_answer(text)) {
		v->exit_status = complain_and(EXIT_INPUT, "%s:%" PRIu64 ": a result as text, without its scramble; make the results with "
		                              "--json, --csv or --tsv, or write lines SCRAMBLE -> SOLUTION", v->name, v->line);
	} else if (solution == NULL)
		verify_refuse(v, LINE_INVALID, "expected SCRAMBLE -> SOLUTION, with an arrow or a tab");
	else if (complete(v, &claim) && read_scramble(v, &claim, text))
		verify_solution(v, &claim, solution, &claim.length);
	verify_conclude(v, &claim);
}

/* ---- tables ---- */

static const char *const column_name[N_VERIFY_COLUMNS] = {"scramble", "solution", "status", "metric", "length", "lower_bound", "goal",
                                                          "turns", "costs"};

static bool find_columns(char *const *field, unsigned n_fields, struct verify_table *out)
{
	for (unsigned c = 0; c < N_VERIFY_COLUMNS; c++) {
		out->place[c] = 0;
		while (out->place[c] < n_fields && strcmp(field[out->place[c]], column_name[c]) != 0)
			out->place[c]++;
		if (out->place[c] == n_fields && c != VERIFY_LOWER_BOUND && c < VERIFY_GOAL)
			return false;
	}
	return true;
}

bool verify_table_begins(const char *line, struct verify_table *out)
{
	for (const char *separator = ",\t"; *separator != '\0'; separator++) {
		char *field[CSV_NOWHERE];
		char *const copy = strdup(line);
		if (copy == NULL)
			return false;
		struct verify_table found = {.separator = *separator};
		const bool is_header = find_columns(field, csv_split(copy, *separator, field), &found);
		free(copy);
		if (is_header) {
			*out = found;
			return true;
		}
	}
	return false;
}

/* The fields of a row; "" for what it lacks. */
static void split_row(const struct verify_table *table, char *row, char *field[N_VERIFY_COLUMNS])
{
	static char nothing[1];
	char *all[CSV_NOWHERE];
	const unsigned n = csv_split(row, table->separator, all);
	for (unsigned c = 0; c < N_VERIFY_COLUMNS; c++)
		field[c] = table->place[c] < n ? all[table->place[c]] : nothing;
}

static const char *text_or_null(const char *field)
{
	return *field != '\0' ? field : NULL;
}

/* A row of solve --csv or --tsv. */
static void check_row(struct verify *v, char *row)
{
	char *field[N_VERIFY_COLUMNS];
	split_row(&v->table, row, field);
	struct claim claim = claim_of(v);
	const bool has_metric = state(v, &claim, field[VERIFY_METRIC], text_or_null(field[VERIFY_TURNS]), text_or_null(field[VERIFY_COSTS]),
	                              text_or_null(field[VERIFY_GOAL]));
	claim.is_optimal = strcmp(field[VERIFY_STATUS], record_status_name[RECORD_OPTIMAL]) == 0;
	claim.has_solution = *field[VERIFY_LENGTH] != '\0';
	claim.lower_bound = verify_length_of(&claim, strtod(field[VERIFY_LOWER_BOUND], NULL));
	const unsigned stated = verify_length_of(&claim, strtod(field[VERIFY_LENGTH], NULL));
	/* The status is the cube's: with --over, rows of longer solutions follow those of the shortest. */
	claim.is_optimal &= *field[VERIFY_LOWER_BOUND] == '\0' || stated <= claim.lower_bound;
	const bool claims_something = claim.has_solution || claim.lower_bound > 0;  /* not so of an error */
	if (has_metric && claims_something && read_scramble(v, &claim, field[VERIFY_SCRAMBLE])
	    && (!claim.has_solution || verify_solution(v, &claim, field[VERIFY_SOLUTION], &claim.length)) && stated != claim.length)
		verify_refuse(v, LINE_WRONG, "'%.200s' has %s, not %s", field[VERIFY_SOLUTION],
		              VERIFY_WORDS(&claim, claim.length), field[VERIFY_LENGTH]);
	verify_conclude(v, &claim);
}

/* ---- records ---- */

/* The number of the name that a member has. @return n if it has none of them */
static unsigned find_name(const json_t *record, const char *key, const char *const *names, unsigned n)
{
	const char *const name = json_string_value(json_object_get(record, key));
	unsigned i = 0;
	while (i < n && (name == NULL || strcmp(name, names[i]) != 0))
		i++;
	return i;
}

/* A record says so if it has French letters, without which its solutions have English ones, or if centres count. */
static void read_options(json_t *record, struct claim *claim)
{
	const char *const letters = json_string_value(json_object_get(record, "letters"));
	const bool is_french = letters != NULL && strcmp(letters, "french") == 0;
	claim->solution_options = is_french ? SUPERFLIP_READ_FRENCH : 0;
	claim->scramble_options |= is_french ? SUPERFLIP_READ_FRENCH : 0;
	claim->scramble_options |= json_object_get(record, "centers") != NULL ? SUPERFLIP_READ_CENTERS : 0;
}

/* What the record says does not exist. */
static void read_absent(json_t *record, struct claim *claim)
{
	json_t *const lengths = json_object_get(record, "lengths");
	claim->lower_bound = verify_length_of(claim, json_number_value(json_object_get(record, "lower_bound")));
	claim->is_unreachable = json_is_false(json_object_get(record, "reachable"));
	claim->has_lengths = json_array_size(lengths) == 2;
	if (claim->has_lengths) {
		claim->min_length = verify_length_of(claim, json_number_value(json_array_get(lengths, 0)));
		claim->max_length = verify_length_of(claim, json_number_value(json_array_get(lengths, 1)));
	}
}

static const char *text_of(const json_t *record, const char *key)
{
	return json_string_value(json_object_get(record, key));
}

static void check_record(struct verify *v, json_t *record)
{
	const char *const schema = text_of(record, "schema"), *const scramble = text_of(record, "scramble");
	const bool has_status = json_is_string(json_object_get(record, "status"));
	const unsigned status = find_name(record, "status", record_status_name, N_RECORD_STATUS);
	const char *const metric = text_of(record, "metric");
	const unsigned puzzle = find_name(record, "puzzle", record_puzzle_names, 2);
	json_t *const solutions = json_object_get(record, "solutions");
	struct claim claim = claim_of(v);
	claim.problem.puzzle = (superflip_puzzle)puzzle;
	claim.has_solution = json_array_size(solutions) > 0;
	claim.is_optimal = status == RECORD_OPTIMAL;
	claim.is_none = status == RECORD_NONE;
	read_options(record, &claim);
	const bool has_metric = metric != NULL && puzzle < 2 && state(v, &claim, metric, text_of(record, "turns"), text_of(record, "costs"),
	                                                              text_of(record, "goal"));
	claim.length = verify_length_of(&claim, json_number_value(json_object_get(record, "length")));
	read_absent(record, &claim);
	if (schema == NULL || strcmp(schema, RECORD_SCHEMA) != 0)
		verify_refuse(v, LINE_INVALID, "not a record of the schema \"%s\"", RECORD_SCHEMA);
	else if (scramble == NULL || !has_status || metric == NULL)
		verify_refuse(v, LINE_INVALID, "the record lacks \"scramble\", \"status\" or \"metric\"");
	else if (puzzle == 2)
		verify_refuse(v, LINE_INVALID, "the \"puzzle\" is neither 3x3x3 nor 2x2x2");
	else if (claim.has_solution == (claim.is_none || status == RECORD_ERROR) && status != RECORD_BOUND)
		verify_refuse(v, LINE_WRONG, "\"%.40s\" with%s solutions", json_string_value(json_object_get(record, "status")),
		              claim.has_solution ? "" : "out");
	else if (has_metric && status != RECORD_ERROR && read_scramble(v, &claim, scramble) && claim.has_solution)
		verify_solutions(v, &claim, solutions);
	verify_conclude(v, &claim);
}

void verify_claim_line(struct verify *v, char *text, size_t size)
{
	json_error_t error;
	const bool is_json = text[strspn(text, " \t")] == '{';
	json_t *const record = is_json ? json_loadb(text, size, 0, &error) : NULL;
	if (record != NULL)
		check_record(v, record);
	else if (is_json)
		verify_refuse(v, LINE_INVALID, "column %d: not JSON: %s", error.column, error.text);
	else if (v->table.separator != '\0')
		check_row(v, text);
	else
		check_text_line(v, text);
	json_decref(record);
}
