/* Records in JSON Lines, as verify checks them. */
#include "base/words.h"
#include "cli/verify_state.h"

#include <jansson.h>
#include <limits.h>
#include <string.h>

static bool check_json_solutions(struct verify *v, const struct claim *claim, json_t *solutions)
{
	size_t i;
	json_t *solution;
	unsigned shortest = UINT_MAX;
	json_array_foreach(solutions, i, solution) {
		const char *const moves = json_string_value(json_object_get(solution, "moves"));
		const json_int_t stated = json_integer_value(json_object_get(solution, "length"));
		unsigned length;
		if (moves == NULL) {
			verify_say_wrong(v, "solution %zu has no \"moves\"", i + 1);
			return false;
		}
		if (!verify_check_solution(v, claim, moves, &length))
			return false;
		if (stated != length) {
			verify_say_wrong(v, "'%.200s' has %s, not %lld", moves, words_of(length, "move"), (long long)stated);
			return false;
		}
		shortest = length < shortest ? length : shortest;
	}
	if (shortest != claim->length)
		verify_say_wrong(v, "the shortest solution has %s, not %u", words_of(shortest, "move"), claim->length);
	return shortest == claim->length;
}

static bool read_metric(json_t *record, superflip_metric *out)
{
	const char *const name = json_string_value(json_object_get(record, "metric"));
	for (unsigned m = 0; name != NULL && m < N_VERIFY_METRICS; m++)
		if (strcmp(name, record_metric_name[m]) == 0) {
			*out = (superflip_metric)m;
			return true;
		}
	return false;
}

static bool read_puzzle(json_t *record, superflip_puzzle *out)
{
	const char *const name = json_string_value(json_object_get(record, "puzzle"));
	*out = name != NULL && strcmp(name, "2x2x2") == 0 ? SUPERFLIP_2X2 : SUPERFLIP_3X3;
	return name != NULL && (*out == SUPERFLIP_2X2 || strcmp(name, "3x3x3") == 0);
}

/* A record says so if it has French letters; without that its solutions have English ones. */
static bool read_letters(json_t *record, struct claim *claim)
{
	const char *const letters = json_string_value(json_object_get(record, "letters"));
	const bool is_french = letters != NULL && strcmp(letters, "french") == 0;
	claim->solution_options = is_french ? SUPERFLIP_READ_FRENCH : 0;
	claim->scramble_options |= is_french ? SUPERFLIP_READ_FRENCH : 0;
	return true;
}

/* What --goal, --moves and --exclude were. */
static bool read_goal(struct verify *v, json_t *record, struct claim *claim)
{
	const char *const goal = json_string_value(json_object_get(record, "goal"));
	const char *const turns = json_string_value(json_object_get(record, "turns"));
	superflip_error error;
	if (goal != NULL && superflip_cube_parse(claim->puzzle, goal, claim->scramble_options, &claim->goal, &error) != SUPERFLIP_OK) {
		verify_say_input_error(v, "the goal", &error);
		return false;
	}
	if (turns == NULL)
		return true;
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	size_t n;
	if (superflip_moves_parse(SUPERFLIP_3X3, turns, 0, moves, sizeof moves, &n, &error) != SUPERFLIP_OK) {
		verify_say_input_error(v, "the turns", &error);
		return false;
	}
	claim->permitted = 0;
	for (size_t i = 0; i < n && i < sizeof moves; i++)
		claim->permitted |= UINT32_C(1) << moves[i];
	return true;
}

static bool has_status(const char *name, enum record_status status)
{
	return strcmp(name, record_status_name[status]) == 0;
}

/* A number of moves; what is none is more than there can be. */
static unsigned moves_of(const json_t *value)
{
	const json_int_t n = json_integer_value(value);
	return n >= 0 && n <= UINT16_MAX ? (unsigned)n : UINT_MAX;
}

/* What the record says does not exist. */
static void read_absent(json_t *record, struct claim *claim)
{
	json_t *const lengths = json_object_get(record, "lengths");
	claim->lower_bound = moves_of(json_object_get(record, "lower_bound"));
	claim->is_unreachable = json_is_false(json_object_get(record, "reachable"));
	claim->has_lengths = json_array_size(lengths) == 2;
	if (claim->has_lengths) {
		claim->min_length = moves_of(json_array_get(lengths, 0));
		claim->max_length = moves_of(json_array_get(lengths, 1));
	}
}

static void check_record(struct verify *v, json_t *record)
{
	const char *const schema = json_string_value(json_object_get(record, "schema"));
	const char *const scramble = json_string_value(json_object_get(record, "scramble"));
	const char *const status = json_string_value(json_object_get(record, "status"));
	json_t *const solutions = json_object_get(record, "solutions");
	struct claim claim = verify_claim_of(v, SUPERFLIP_HTM);
	claim.has_solution = json_array_size(solutions) > 0;
	claim.is_optimal = status != NULL && has_status(status, RECORD_OPTIMAL);
	claim.is_none = status != NULL && has_status(status, RECORD_NONE);
	claim.length = moves_of(json_object_get(record, "length"));
	read_absent(record, &claim);
	if (schema == NULL || strcmp(schema, RECORD_SCHEMA) != 0)
		verify_say_wrong(v, "not a record of the schema \"%s\"", RECORD_SCHEMA);
	else if (scramble == NULL || status == NULL || !read_metric(record, &claim.metric))
		verify_say_wrong(v, "the record lacks \"scramble\", \"status\" or \"metric\"");
	else if (!read_puzzle(record, &claim.puzzle))
		verify_say_wrong(v, "the \"puzzle\" is neither 3x3x3 nor 2x2x2");
	else if (claim.has_solution == (claim.is_none || has_status(status, RECORD_ERROR)) && !has_status(status, RECORD_BOUND))
		verify_say_wrong(v, "\"%.40s\" with%s solutions", status, claim.has_solution ? "" : "out");
	else if (!has_status(status, RECORD_ERROR) && read_letters(record, &claim) && read_goal(v, record, &claim)
	         && verify_read_scramble(v, &claim, scramble) && claim.has_solution)
		check_json_solutions(v, &claim, solutions);
	verify_check_bound(v, &claim);
	verify_conclude(v, &claim);
	verify_claim_end(&claim);
}

void verify_check_json_line(struct verify *v, const char *text, size_t size)
{
	json_error_t error;
	json_t *const record = json_loadb(text, size, 0, &error);
	if (record != NULL) {
		check_record(v, record);
		json_decref(record);
		return;
	}
	verify_say_wrong(v, "column %d: not JSON: %s", error.column, error.text);
	v->n_wrong++;
}
