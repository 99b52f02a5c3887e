#include "cli/cli.h"
#include "cli/tables.h"
#include "cli/verify_table.h"
#include "cube/notation.h"
#include "cube/symmetry.h"
#include "method/restricted.h"
#include "pocket/solve.h"
#include "pocket/text.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
	"[FILE]\n\n"
	"Check that solutions solve their scrambles and have the stated length.  FILE (or standard input) holds\n"
	"what `superflip solve` prints with --json, --csv or --tsv, or lines SCRAMBLE -> SOLUTION (an arrow or a tab).\n"
	"--optimal searches all shorter lengths again, with the heuristic `corners` unless --heuristic names another.";

/* Tables and threads that prove optimality in one metric; opened when they are first needed. */
struct prover {
	bool is_open;
	struct heuristic heuristic;
	struct pool *pool;
};

struct verify {
	const struct solve_options *options;
	struct prover prover[N_METRICS];
	struct pocket_table *pocket_table[N_METRICS];
	struct verify_table table;   /* of the lines that follow its header */
	const char *name;            /* of the input */
	uint64_t line, n_right, n_wrong, n_unproved, n_without;
	bool is_wrong, is_unproved;  /* the current line; already reported */
	int exit_status;             /* other than EXIT_SOLVED: stop */
};

/* What a line states of one cube. */
struct claim {
	enum puzzle puzzle;
	unsigned scramble_options, solution_options;  /* to read them with */
	struct cube cube;            /* with a goal what is to be solved instead */
	struct cube goal_inverse;
	uint32_t permitted;          /* turns, bit m for move m */
	enum metric metric;
	bool is_optimal;
	unsigned length;             /* of the shortest solution */
};

static void say_wrong(struct verify *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say_wrong(struct verify *v, const char *format, ...)
{
	char fault[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(fault, sizeof fault, format, arguments);
	va_end(arguments);
	print_line("%s:%" PRIu64 ": wrong: %s", v->name, v->line, fault);
	v->is_wrong = true;
}

static void say_unproved(struct verify *v, const struct claim *claim, const char *reason, unsigned lower_bound)
{
	print_line("%s:%" PRIu64 ": %u  right, not proved optimal: %s, at least %u", v->name, v->line, claim->length, reason,
	           lower_bound);
	v->is_unproved = true;
}

static void say_input_error(struct verify *v, const char *what, const struct input_error *error)
{
	say_wrong(v, "%s: column %u: %s", what, error->column, error->message);
}

/* What the command line says of a line that says nothing itself. */
static struct claim claim_of(const struct verify *v, enum metric metric)
{
	return (struct claim){
		.scramble_options = v->options->read_options, .solution_options = v->options->read_options,
		.goal_inverse = cube_solved, .permitted = RESTRICTED_ALL_MOVES, .metric = metric,
	};
}

static bool read_scramble(struct verify *v, struct claim *claim, const char *text)
{
	struct position position;
	struct input_error error;
	const bool is_read = claim->puzzle == PUZZLE_POCKET
	                   ? pocket_read_any(text, claim->scramble_options, NULL, &position.cube, &error)
	                   : position_read(text, claim->scramble_options, &position, &error);
	if (is_read)
		claim->cube = cube_product(&claim->goal_inverse, &position.cube);
	else
		say_input_error(v, "the scramble", &error);
	return is_read;
}

/* A 2x2x2 has no centres: it is solved however it is turned. */
static bool is_end(const struct claim *claim, const struct cube *c)
{
	return claim->puzzle == PUZZLE_POCKET ? pocket_index_to_solve(c) == POCKET_SOLVED : cube_is_solved(c);
}

/* The moves that occur, bit m for move m. */
static uint32_t moves_of(const struct maneuver *m)
{
	uint32_t moves = 0;
	for (size_t i = 0; i < m->n_moves; i++)
		moves |= 1u << m->moves[i];
	return moves;
}

/* Check one solution; its length goes to *length. */
static bool check_solution(struct verify *v, const struct claim *claim, const char *text, unsigned *length)
{
	struct maneuver m;
	struct input_error error;
	const unsigned options = claim->solution_options | (claim->puzzle == PUZZLE_POCKET ? READ_POCKET : 0);
	if (!notation_read(text, options, &m, &error)) {
		say_input_error(v, "the solution", &error);
		return false;
	}
	if ((moves_of(&m) & ~claim->permitted) != 0) {
		say_wrong(v, "'%.200s' has turns that are not permitted", text);
		maneuver_free(&m);
		return false;
	}
	/* A solution may turn the whole cube, too: then it is what its turns do on the centres where they began. */
	const struct cube turns = cube_conjugate(&m.cube, m.rotation);
	const struct cube end = cube_product(&claim->cube, &turns);
	*length = m.n_moves <= UINT16_MAX ? moves_cost(claim->metric, m.moves, (unsigned)m.n_moves) : UINT_MAX;
	maneuver_free(&m);
	if (!is_end(claim, &end))
		say_wrong(v, "'%.200s' does not solve the scramble", text);
	return is_end(claim, &end);
}

/* ---- proving again ---- */
struct proof {
	const struct search_request *request;   /* NULL once given out */
	struct search_result *result;
};

static enum search_next give_request(void *context, struct search_request *request, void **tag)
{
	struct proof *const proof = context;
	(void)tag;
	if (proof->request == NULL)
		return STREAM_END;
	*request = *proof->request;
	proof->request = NULL;
	return STREAM_NEXT;
}

static void take_result(void *context, void *tag, struct search_result *result)
{
	struct proof *const proof = context;
	(void)tag;
	*proof->result = *result;
}

static bool tick(void *context, uint64_t n_generated)
{
	(void)context;
	(void)n_generated;
	return interrupted_by() == 0;
}

static struct prover *open_prover(struct verify *v, enum metric metric)
{
	struct prover *const prover = &v->prover[metric];
	if (prover->is_open)
		return prover;
	struct solve_options options = *v->options;
	options.metric = metric;
	if (options.heuristic_name == NULL)
		options.heuristic_name = "corners";
	v->exit_status = tables_open(&options, &prover->heuristic);
	if (v->exit_status != EXIT_SOLVED)
		return NULL;
	prover->pool = pool_create(&prover->heuristic, options.n_threads);
	if (prover->pool == NULL) {
		complain("cannot start the threads: %s", strerror(errno));
		heuristic_close(&prover->heuristic);
		v->exit_status = EXIT_MEMORY;
		return NULL;
	}
	prover->is_open = true;
	return prover;
}

static bool must_stop(void *context)
{
	(void)context;
	return interrupted_by() != 0;
}

/* With some of the turns only. */
static void search_restricted(struct verify *v, const struct claim *claim, const struct prover *prover,
                              const struct search_request *request, struct search_result *result)
{
	struct restricted restricted;
	*result = (struct search_result){.outcome = SEARCH_NO_MEMORY};
	if (heuristic_await_check(&prover->heuristic, NULL, NULL) != PDB_OK) {
		result->outcome = SEARCH_BAD_TABLE;
	} else if (restricted_open(claim->metric, claim->permitted, &prover->heuristic, RESTRICTED_PERIMETER, &restricted)) {
		restricted_solve(&restricted, request, must_stop, v, result);
		restricted_close(&restricted);
	}
}

static void prove_again(struct verify *v, const struct claim *claim)
{
	struct prover *const prover = claim->length > 0 ? open_prover(v, claim->metric) : NULL;
	if (prover == NULL)
		return;
	struct search_request request = v->options->request;
	request.cube = claim->cube;
	request.max_length = claim->length - 1 < SEARCH_MAX_LENGTH ? claim->length - 1 : SEARCH_MAX_LENGTH;
	struct search_result result;
	struct proof proof = {.request = &request, .result = &result};
	if (claim->permitted != RESTRICTED_ALL_MOVES)
		search_restricted(v, claim, prover, &request, &result);
	else
		pool_run(prover->pool, &(struct search_stream){
			.context = &proof, .next = give_request, .done = take_result, .tick = tick,
		});
	const struct record record = {.result = &result};
	if (result.outcome == SEARCH_BAD_TABLE)
		v->exit_status = tables_complain_of_fault(&prover->heuristic);
	else if (result.n_solutions > 0)
		say_wrong(v, "%u moves are not optimal: there is a solution of %u", claim->length, result.length);
	else if (result.outcome != SEARCH_NONE && interrupted_by() == 0)
		say_unproved(v, claim, record_stop_reason(&record), result.lower_bound);
	search_result_free(&result);
}

/* The distances of all states decide at once. */
static void prove_pocket_again(struct verify *v, const struct claim *claim)
{
	struct pocket_table **const table = &v->pocket_table[claim->metric];
	if (*table == NULL)
		*table = pocket_table_build(claim->metric);
	if (*table == NULL) {
		complain("not enough memory");
		v->exit_status = EXIT_MEMORY;
		return;
	}
	struct pocket_solution shortest;
	pocket_solve_cube(*table, &claim->cube, &shortest);
	if (shortest.length < claim->length)
		say_wrong(v, "%u moves are not optimal: there is a solution of %u", claim->length, shortest.length);
}

static void conclude(struct verify *v, const struct claim *claim)
{
	const bool has_proof = v->options->prove_again && claim->is_optimal;
	if (!v->is_wrong && has_proof && claim->puzzle == PUZZLE_POCKET)
		prove_pocket_again(v, claim);
	else if (!v->is_wrong && has_proof)
		prove_again(v, claim);
	/* An interrupted proof says nothing about the line. */
	if (v->exit_status != EXIT_SOLVED || interrupted_by() != 0)
		return;
	v->n_right += !v->is_wrong && !v->is_unproved;
	v->n_wrong += v->is_wrong;
	v->n_unproved += v->is_unproved;
	if (!v->is_wrong && !v->is_unproved)
		print_line("%s:%" PRIu64 ": %u%s  right%s", v->name, v->line, claim->length, has_proof ? "*" : "",
		           has_proof ? ", proved optimal" : "");
}

/* ---- the two kinds of lines ---- */
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
			say_wrong(v, "solution %zu has no \"moves\"", i + 1);
			return false;
		}
		if (!check_solution(v, claim, moves, &length))
			return false;
		if (stated != length) {
			say_wrong(v, "'%.200s' has %u moves, not %lld", moves, length, (long long)stated);
			return false;
		}
		shortest = length < shortest ? length : shortest;
	}
	if (shortest != claim->length)
		say_wrong(v, "the shortest solution has %u moves, not %u", shortest, claim->length);
	return shortest == claim->length;
}

static bool read_metric(json_t *record, enum metric *out)
{
	const char *const name = json_string_value(json_object_get(record, "metric"));
	for (unsigned m = 0; name != NULL && m < N_METRICS; m++)
		if (strcmp(name, metric_name[m]) == 0) {
			*out = (enum metric)m;
			return true;
		}
	return false;
}

static bool read_puzzle(json_t *record, enum puzzle *out)
{
	const char *const name = json_string_value(json_object_get(record, "puzzle"));
	*out = name != NULL && strcmp(name, "2x2x2") == 0 ? PUZZLE_POCKET : PUZZLE_CUBE;
	return name != NULL && (*out == PUZZLE_POCKET || strcmp(name, "3x3x3") == 0);
}

/* A record says so if it has French letters; without that its solutions have English ones. */
static bool read_letters(json_t *record, struct claim *claim)
{
	const char *const letters = json_string_value(json_object_get(record, "letters"));
	const bool is_french = letters != NULL && strcmp(letters, "french") == 0;
	claim->solution_options = is_french ? READ_FRENCH : 0;
	claim->scramble_options |= is_french ? READ_FRENCH : 0;
	return true;
}

/* What --goal, --moves and --exclude were. */
static bool read_goal(struct verify *v, json_t *record, struct claim *claim)
{
	const char *const goal = json_string_value(json_object_get(record, "goal"));
	const char *const turns = json_string_value(json_object_get(record, "turns"));
	struct position position;
	struct maneuver m;
	struct input_error error;
	if (goal != NULL && !position_read(goal, claim->scramble_options, &position, &error)) {
		say_input_error(v, "the goal", &error);
		return false;
	}
	if (goal != NULL)
		claim->goal_inverse = cube_inverse(&position.cube);
	if (turns != NULL && !notation_read(turns, 0, &m, &error)) {
		say_input_error(v, "the turns", &error);
		return false;
	}
	if (turns != NULL) {
		claim->permitted = moves_of(&m);
		maneuver_free(&m);
	}
	return true;
}

static void check_record(struct verify *v, json_t *record)
{
	const char *const schema = json_string_value(json_object_get(record, "schema"));
	const char *const scramble = json_string_value(json_object_get(record, "scramble"));
	const char *const status = json_string_value(json_object_get(record, "status"));
	const json_int_t length = json_integer_value(json_object_get(record, "length"));
	json_t *const solutions = json_object_get(record, "solutions");
	const bool says_optimal = status != NULL && strcmp(status, record_status_name[RECORD_OPTIMAL]) == 0;
	struct claim claim = claim_of(v, METRIC_HTM);
	claim.length = length >= 0 && length <= UINT16_MAX ? (unsigned)length : UINT_MAX;
	if (schema == NULL || strcmp(schema, RECORD_SCHEMA) != 0)
		say_wrong(v, "not a record of the schema \"%s\"", RECORD_SCHEMA);
	else if (scramble == NULL || status == NULL || !read_metric(record, &claim.metric))
		say_wrong(v, "the record lacks \"scramble\", \"status\" or \"metric\"");
	else if (!read_puzzle(record, &claim.puzzle))
		say_wrong(v, "the \"puzzle\" is neither 3x3x3 nor 2x2x2");
	else if (json_array_size(solutions) == 0) {
		if (!says_optimal && strcmp(status, record_status_name[RECORD_SOLVED]) != 0) {
			v->n_without++;
			return;
		}
		say_wrong(v, "\"%.40s\" without solutions", status);
	} else if (read_letters(record, &claim) && read_goal(v, record, &claim) && read_scramble(v, &claim, scramble)) {
		claim.is_optimal = says_optimal;
		check_json_solutions(v, &claim, solutions);
	}
	conclude(v, &claim);
}

static void check_json_line(struct verify *v, const char *text, size_t size)
{
	json_error_t error;
	json_t *const record = json_loadb(text, size, 0, &error);
	if (record != NULL) {
		check_record(v, record);
		json_decref(record);
		return;
	}
	say_wrong(v, "column %d: not JSON: %s", error.column, error.text);
	v->n_wrong++;
}

static void check_text_line(struct verify *v, char *text)
{
	char *const solution = verify_split_at_arrow(text);
	struct claim claim = claim_of(v, v->options->metric);
	claim.is_optimal = true;
	if (solution == NULL)
		say_wrong(v, "expected SCRAMBLE -> SOLUTION, with an arrow or a tab");
	else if (read_scramble(v, &claim, text))
		check_solution(v, &claim, solution, &claim.length);
	conclude(v, &claim);
}

/* A row of solve --csv or --tsv. */
static void check_row(struct verify *v, char *row)
{
	const char *field[N_VERIFY_COLUMNS];
	verify_table_split(&v->table, row, field);
	struct claim claim = claim_of(v, METRIC_HTM);
	claim.is_optimal = strcmp(field[VERIFY_STATUS], record_status_name[RECORD_OPTIMAL]) == 0;
	if (strcmp(field[VERIFY_METRIC], metric_name[METRIC_QTM]) == 0)
		claim.metric = METRIC_QTM;
	if (*field[VERIFY_LENGTH] == '\0') {
		v->n_without++;
		return;
	}
	unsigned length = 0;
	const unsigned long stated = strtoul(field[VERIFY_LENGTH], NULL, 10);
	if (read_scramble(v, &claim, field[VERIFY_SCRAMBLE]) && check_solution(v, &claim, field[VERIFY_SOLUTION], &length) &&
	    stated != length)
		say_wrong(v, "'%.200s' has %u moves, not %lu", field[VERIFY_SOLUTION], length, stated);
	claim.length = length;
	conclude(v, &claim);
}

static void check_line(struct verify *v, char *text, size_t size)
{
	v->line++;
	v->is_wrong = v->is_unproved = false;
	if (v->line == 1 && strncmp(text, "\xEF\xBB\xBF", 3) == 0) {  /* byte-order mark */
		text += 3;
		size -= 3;
	}
	while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == '\r'))
		text[--size] = '\0';
	const size_t n_blanks = strspn(text, " \t");
	if (n_blanks == size || text[n_blanks] == '#' || strncmp(text + n_blanks, "//", 2) == 0)
		return;
	if (strlen(text) != size) {
		say_wrong(v, "a NUL byte");
		v->n_wrong++;
	} else if (text[n_blanks] == '{')
		check_json_line(v, text, size);
	else if (v->table.separator != '\0')
		check_row(v, text);
	else if (!verify_table_begins(text, &v->table))
		check_text_line(v, text);
}

/* A line, or a row whose quoted fields hold line ends. @return as getline() */
static ssize_t read_row(struct verify *v, char **text, size_t *capacity, FILE *in)
{
	ssize_t size = getline(text, capacity, in);
	while (size >= 0 && verify_row_goes_on(&v->table, *text)) {
		char *more = NULL;
		size_t more_capacity = 0;
		const ssize_t more_size = getline(&more, &more_capacity, in);
		char *const joined = more_size > 0 ? realloc(*text, (size_t)(size + more_size) + 1) : NULL;
		if (joined != NULL) {
			memcpy(joined + size, more, (size_t)more_size + 1);
			*text = joined;
			*capacity = (size_t)(size + more_size) + 1;
			v->line++;
		}
		free(more);
		if (joined == NULL)
			return more_size <= 0 ? size : -1;
		size += more_size;
	}
	return size;
}

static void check_lines(struct verify *v, FILE *in)
{
	char *text = NULL;
	size_t capacity = 0;
	ssize_t size;
	while (v->exit_status == EXIT_SOLVED && interrupted_by() == 0 && (size = read_row(v, &text, &capacity, in)) >= 0) {
		check_line(v, text, (size_t)size);
		fflush(stdout);
	}
	/* Only the end of the file ends the work: getline() also fails without memory for a line, and sets no error. */
	if (v->exit_status == EXIT_SOLVED && interrupted_by() == 0 && !feof(in)) {
		complain("%s:%" PRIu64 ": %s", v->name, v->line + 1, strerror(errno));
		v->exit_status = errno == ENOMEM ? EXIT_MEMORY : EXIT_TABLE;
	}
	free(text);
}

static void close_provers(struct verify *v)
{
	for (unsigned m = 0; m < N_METRICS; m++) {
		free(v->pocket_table[m]);
		if (!v->prover[m].is_open)
			continue;
		pool_destroy(v->prover[m].pool);
		tables_close(v->options, &v->prover[m].heuristic);
	}
}

static void print_summary(const struct verify *v)
{
	char unproved[48] = "";
	if (v->n_unproved > 0)
		snprintf(unproved, sizeof unproved, ", %" PRIu64 " unproved", v->n_unproved);
	complain("%" PRIu64 " right, %" PRIu64 " wrong%s, %" PRIu64 " without a solution", v->n_right, v->n_wrong, unproved,
	         v->n_without);
}

int command_verify(int argc, char **argv)
{
	struct solve_options options;
	int status;
	const int first = solve_options_read(argc, argv, FOR_VERIFY, usage, &options, &status);
	if (first < 0)
		return status;
	if (argc - first > 1) {
		complain("%s: expected at most one FILE; `superflip verify --help` describes it", argv[0]);
		return EXIT_USAGE;
	}
	const bool is_stdin = argc == first || strcmp(argv[first], "-") == 0;
	struct verify v = {.options = &options, .name = is_stdin ? "standard input" : argv[first]};
	FILE *const in = is_stdin ? stdin : fopen(v.name, "re");
	if (in == NULL) {
		complain("%s: %s", v.name, strerror(errno));
		return EXIT_TABLE;
	}
	catch_interrupts(true);
	check_lines(&v, in);
	close_provers(&v);
	if (!is_stdin)
		fclose(in);
	if (!options.is_quiet)
		print_summary(&v);
	if (interrupted_by() != 0)
		return 128 + interrupted_by();
	if (v.exit_status != EXIT_SOLVED)
		return v.exit_status;
	return v.n_wrong + v.n_unproved > 0 ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}
