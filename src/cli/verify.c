#include "base/words.h"
#include "cli/verify_state.h"

#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
	"verify [OPTION...] [FILE]\n\n"
	"Check that solutions solve their scrambles and have the stated length.  FILE (or standard input) holds\n"
	"what `superflip solve` prints with --json, --csv or --tsv, or lines SCRAMBLE -> SOLUTION (an arrow or a tab).\n"
	"--optimal searches again wherever a record says that there is no shorter solution, or none at all, with the heuristic\n"
	"`corners` unless --heuristic names another.";

void verify_say_wrong(struct verify *v, const char *format, ...)
{
	char fault[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(fault, sizeof fault, format, arguments);
	va_end(arguments);
	print_line_to(v->out, "%s:%" PRIu64 ": wrong: %s", v->name, v->line, fault);
	v->is_wrong = true;
}

void verify_say_unproved(struct verify *v, const struct claim *claim, const char *reason, unsigned lower_bound)
{
	if (claim->has_solution && claim->is_optimal)
		print_line_to(v->out, "%s:%" PRIu64 ": %u  right, not proved optimal: %s, at least %u", v->name, v->line, claim->length, reason,
		              lower_bound);
	else
		print_line_to(v->out, "%s:%" PRIu64 ": >=%u  not proved: %s, at least %u", v->name, v->line, verify_claimed_bound(claim), reason,
		              lower_bound);
	v->is_unproved = true;
}

void verify_say_input_error(struct verify *v, const char *what, const superflip_error *error)
{
	if (error->status == SUPERFLIP_NO_MEMORY) {  /* it says nothing about the line */
		complain("%s:%" PRIu64 ": %s", v->name, v->line, error->text);
		v->exit_status = EXIT_MEMORY;
		return;
	}
	verify_say_wrong(v, "%s: column %u: %s", what, error->column, error->text);
}

/* What the command line says of a line that says nothing itself. */
struct claim verify_claim_of(const struct verify *v, superflip_metric metric)
{
	return (struct claim){
		.scramble_options = v->options->read_options, .solution_options = v->options->read_options,
		.permitted = SUPERFLIP_ALL_MOVES, .metric = metric,
	};
}

void verify_claim_end(struct claim *claim)
{
	superflip_cube_free(claim->cube);
	superflip_cube_free(claim->goal);
}

bool verify_read_scramble(struct verify *v, struct claim *claim, const char *text)
{
	superflip_error error;
	if (superflip_cube_parse(claim->puzzle, text, claim->scramble_options, &claim->cube, &error) == SUPERFLIP_OK)
		return true;
	verify_say_input_error(v, "the scramble", &error);
	return false;
}

/* Check one solution; its length goes to *length. */
bool verify_check_solution(struct verify *v, const struct claim *claim, const char *text, unsigned *length)
{
	superflip_verdict verdict;
	superflip_error error;
	superflip_verdict_init(&verdict);
	if (superflip_verify(claim->cube, claim->goal, claim->metric, text, claim->solution_options, &verdict, &error) != SUPERFLIP_OK) {
		verify_say_input_error(v, "the solution", &error);
		return false;
	}
	if ((verdict.moves_used & ~claim->permitted) != 0) {
		verify_say_wrong(v, "'%.200s' has turns that are not permitted", text);
		return false;
	}
	*length = verdict.length;
	if (!verdict.solves)
		verify_say_wrong(v, "'%.200s' does not solve the scramble", text);
	return verdict.solves;
}

static void say_right(const struct verify *v, const struct claim *claim, bool is_proved)
{
	char what[64], proof[48] = "";
	const bool is_optimal = is_proved && claim->is_optimal;
	if (claim->has_solution)
		snprintf(what, sizeof what, "%u%s", claim->length, is_optimal ? "*" : "");
	else if (claim->is_unreachable)
		snprintf(what, sizeof what, "unreachable");
	else if (claim->has_lengths && claim->min_length > 0)
		snprintf(what, sizeof what, "none of %u to %u moves", claim->min_length, claim->max_length);
	else
		snprintf(what, sizeof what, ">=%u", verify_claimed_bound(claim));
	if (is_proved && claim->has_solution && !is_optimal)
		snprintf(proof, sizeof proof, ", proved at least %u", claim->lower_bound);
	else if (is_proved)
		snprintf(proof, sizeof proof, ", proved%s", is_optimal ? " optimal" : "");
	print_line_to(v->out, "%s:%" PRIu64 ": %s  right%s", v->name, v->line, what, proof);
}

void verify_check_bound(struct verify *v, const struct claim *claim)
{
	if (!v->is_wrong && claim->has_solution && claim->lower_bound > claim->length)
		verify_say_wrong(v, "the solution has %s, the lower bound is %u", words_of(claim->length, "move"), claim->lower_bound);
}

void verify_conclude(struct verify *v, const struct claim *claim)
{
	const bool says_what = verify_claimed_bound(claim) > 0 || claim->has_lengths || claim->is_unreachable;
	const bool has_proof = v->options->prove_again && (says_what || claim->is_optimal);
	if (!v->is_wrong && has_proof)
		verify_prove_again(v, claim);
	/* An interrupted proof says nothing about the line. */
	if (v->exit_status != EXIT_SOLVED || interrupted_by() != 0)
		return;
	const bool is_right = !v->is_wrong && !v->is_unproved, is_judged = claim->has_solution || has_proof;
	v->n_right += is_right && is_judged;
	v->n_without += is_right && !is_judged;
	v->n_wrong += v->is_wrong;
	v->n_unproved += v->is_unproved;
	v->n_unchecked += is_right && (says_what || claim->is_none) && !has_proof;
	if (is_right && is_judged)
		say_right(v, claim, has_proof);
}

/* ---- lines ---- */
static void check_text_line(struct verify *v, char *text)
{
	char *const solution = verify_split_at_arrow(text);
	struct claim claim = verify_claim_of(v, (superflip_metric)v->options->metric);
	claim.has_solution = true;
	claim.is_optimal = v->options->prove_again;
	if (solution == NULL && verify_is_answer(text)) {
		complain("%s:%" PRIu64 ": a result as text, without its scramble; make the results with --json, --csv or --tsv, or write lines "
		         "SCRAMBLE -> SOLUTION", v->name, v->line);
		v->exit_status = EXIT_INPUT;
	} else if (solution == NULL)
		verify_say_wrong(v, "expected SCRAMBLE -> SOLUTION, with an arrow or a tab");
	else if (verify_read_scramble(v, &claim, text))
		verify_check_solution(v, &claim, solution, &claim.length);
	verify_conclude(v, &claim);
	verify_claim_end(&claim);
}

/* A row of solve --csv or --tsv. */
static void check_row(struct verify *v, char *row)
{
	const char *field[N_VERIFY_COLUMNS];
	verify_table_split(&v->table, row, field);
	struct claim claim = verify_claim_of(v, SUPERFLIP_HTM);
	claim.is_optimal = strcmp(field[VERIFY_STATUS], record_status_name[RECORD_OPTIMAL]) == 0;
	if (strcmp(field[VERIFY_METRIC], record_metric_name[SUPERFLIP_QTM]) == 0)
		claim.metric = SUPERFLIP_QTM;
	claim.has_solution = *field[VERIFY_LENGTH] != '\0';
	claim.lower_bound = (unsigned)strtoul(field[VERIFY_LOWER_BOUND], NULL, 10);
	const unsigned long stated = strtoul(field[VERIFY_LENGTH], NULL, 10);
	const bool claims_something = claim.has_solution || claim.lower_bound > 0;  /* not so of an error */
	if (claims_something && verify_read_scramble(v, &claim, field[VERIFY_SCRAMBLE])
	    && (!claim.has_solution || verify_check_solution(v, &claim, field[VERIFY_SOLUTION], &claim.length)) && stated != claim.length)
		verify_say_wrong(v, "'%.200s' has %s, not %lu", field[VERIFY_SOLUTION], words_of(claim.length, "move"), stated);
	verify_check_bound(v, &claim);
	verify_conclude(v, &claim);
	verify_claim_end(&claim);
}

/* Whether the line is more than blanks or a comment; its end is taken off. */
static bool has_content(struct verify *v, char **text, size_t *size)
{
	v->line++;
	v->is_wrong = v->is_unproved = false;
	if (v->line == 1 && strncmp(*text, "\xEF\xBB\xBF", 3) == 0) {  /* byte-order mark */
		*text += 3;
		*size -= 3;
	}
	while (*size > 0 && ((*text)[*size - 1] == '\n' || (*text)[*size - 1] == '\r'))
		(*text)[--*size] = '\0';
	const size_t n_blanks = strspn(*text, " \t");
	return n_blanks < *size && (*text)[n_blanks] != '#' && strncmp(*text + n_blanks, "//", 2) != 0;
}

void verify_check_line(struct verify *v, char *text, size_t size, bool only_looks)
{
	if (!has_content(v, &text, &size))
		return;
	const bool is_json = text[strspn(text, " \t")] == '{', is_text = strlen(text) == size;
	const bool is_row = v->table.separator != '\0';
	if (is_text && !is_json && !is_row && verify_table_begins(text, &v->table))
		return;
	if (only_looks)
		return;
	if (!is_text) {
		verify_say_wrong(v, "a NUL byte");
		v->n_wrong++;
	} else if (is_json) {
		verify_check_json_line(v, text, size);
	} else if (is_row) {
		check_row(v, text);
	} else {
		check_text_line(v, text);
	}
}

ssize_t verify_read_row(struct verify *v, char **text, size_t *capacity, FILE *in)
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

void verify_describe_unchecked(uint64_t n, char text[VERIFY_UNCHECKED_BYTES])
{
	*text = '\0';
	if (n > 0)
		snprintf(text, VERIFY_UNCHECKED_BYTES, "; %s not checked: see --optimal", words_of(n, "proof"));
}

static void print_summary(const struct verify *v)
{
	char unproved[48] = "", unchecked[VERIFY_UNCHECKED_BYTES];
	if (v->n_unproved > 0)
		snprintf(unproved, sizeof unproved, ", %" PRIu64 " unproved", v->n_unproved);
	verify_describe_unchecked(v->n_unchecked, unchecked);
	complain("%" PRIu64 " right, %" PRIu64 " wrong%s, %" PRIu64 " without a solution%s", v->n_right, v->n_wrong, unproved,
	         v->n_without, unchecked);
}

void verify_check_end(struct verify *v, FILE *in)
{
	/* Only the end of the file ends the work: getline() also fails without memory for a line, and sets no error. */
	if (v->exit_status == EXIT_SOLVED && interrupted_by() == 0 && !feof(in)) {
		complain("%s:%" PRIu64 ": %s", v->name, v->line + 1, strerror(errno));
		v->exit_status = errno == ENOMEM ? EXIT_MEMORY : EXIT_TABLE;
	}
}

static void check_lines(struct verify *v, FILE *in)
{
	char *text = NULL;
	size_t capacity = 0;
	ssize_t size;
	while (v->exit_status == EXIT_SOLVED && interrupted_by() == 0 && (size = verify_read_row(v, &text, &capacity, in)) >= 0) {
		if (status_is_wanted())
			print_summary(v);
		verify_check_line(v, text, (size_t)size, false);
		fflush(stdout);
	}
	verify_check_end(v, in);
	free(text);
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
	struct verify v = {.options = &options, .out = stdout, .name = is_stdin ? "standard input" : argv[first]};
	FILE *const in = is_stdin ? stdin : fopen(v.name, "re");
	if (in == NULL)
		return complain_of_errno(v.name);
	catch_interrupts(true);
	if (options.shard.n != 0)
		return verify_shard(&v, in);
	check_lines(&v, in);
	verify_close_provers(&v);
	if (!is_stdin)
		fclose(in);
	if (!options.is_quiet && v.exit_status != EXIT_INPUT)
		print_summary(&v);
	if (interrupted_by() != 0)
		return 128 + interrupted_by();
	if (v.exit_status != EXIT_SOLVED)
		return v.exit_status;
	if (v.n_right + v.n_wrong + v.n_unproved + v.n_without == 0) {
		complain("%s: no result found to check", v.name);
		return EXIT_INPUT;
	}
	return v.n_wrong + v.n_unproved > 0 ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}
