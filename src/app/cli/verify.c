#include "cli/verify_state.h"

#include "base/words.h"
#include "cli/cli.h"
#include "cli/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

static const char usage[] =
	"verify [OPTION...] [FILE]\n\n"
	"Check that solutions solve their scrambles and have the stated length.  FILE (or standard input) holds\n"
	"what `superflip solve` prints with --json, --csv or --tsv, or lines SCRAMBLE -> SOLUTION (an arrow or a tab).\n"
	"--optimal searches again wherever a record says that there is no shorter solution, or none at all, with the heuristic\n"
	"`corners` unless --heuristic names another.";

const char *verify_number(const struct claim *claim, unsigned length, char text[VERIFY_LENGTH_BYTES])
{
	return record_length(&(struct record){.turn_set = problem_units(&claim->problem)}, length, text);
}

void verify_refuse(struct verify *v, enum line_kind kind, const char *format, ...)
{
	char fault[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(fault, sizeof fault, format, arguments);
	va_end(arguments);
	print_line_to(v->out, "%s:%" PRIu64 ": %s: %s", v->name, v->line, kind == LINE_WRONG ? "wrong" : "invalid",
	              fault);
	v->kind = kind;
}

void verify_say_unproved(struct verify *v, const struct claim *claim, const char *reason, unsigned lower_bound)
{
	const bool is_of_length = claim->has_solution && claim->is_optimal;
	const unsigned stated = is_of_length ? claim->length : verify_claimed_bound(claim);
	print_line_to(v->out, is_of_length ? "%s:%" PRIu64 ": %s  right, not proved optimal: %s, at least %s"
	              : "%s:%" PRIu64 ": >=%s  not proved: %s, at least %s", v->name, v->line,
	              VERIFY_NUMBER(claim, stated), reason, VERIFY_NUMBER(claim, lower_bound));
	v->kind = v->kind == LINE_WRONG ? LINE_WRONG : LINE_UNPROVED;
}

void verify_say_input_error(struct verify *v, const char *what, const superflip_error *error)
{
	if (error->status == SUPERFLIP_NO_MEMORY) {  /* it says nothing about the line */
		v->exit_status = complain_and(EXIT_MEMORY, "%s:%" PRIu64 ": %s", v->name, v->line, error->text);
		return;
	}
	verify_refuse(v, LINE_INVALID, "%s: column %u: %s", what, error->column, error->text);
}

static void say_right(const struct verify *v, const struct claim *claim, bool is_proved)
{
	char what[80], proof[100] = "";
	const bool is_optimal = is_proved && claim->is_optimal;
	if (claim->has_solution)
		snprintf(what, sizeof what, "%s%s", VERIFY_NUMBER(claim, claim->length),
		         is_optimal ? "*" : "");
	else if (claim->is_unreachable)
		snprintf(what, sizeof what, "unreachable");
	else if (claim->has_lengths && claim->min_length > 0)
		snprintf(what, sizeof what, "none of %u to %u moves", claim->min_length, claim->max_length);
	else
		snprintf(what, sizeof what, ">=%s", VERIFY_NUMBER(claim, verify_claimed_bound(claim)));
	if (is_proved && claim->has_solution && !is_optimal)
		snprintf(proof, sizeof proof, ", proved at least %s",
		         VERIFY_NUMBER(claim, claim->lower_bound));
	else if (is_proved)
		snprintf(proof, sizeof proof, ", proved%s", is_optimal ? " optimal" : "");
	print_line_to(v->out, "%s:%" PRIu64 ": %s  right%s", v->name, v->line, what, proof);
}

void verify_conclude(struct verify *v, struct claim *claim)
{
	const bool says_what = verify_claimed_bound(claim) > 0 || claim->has_lengths || claim->is_unreachable;
	const bool has_proof = v->options->prove_again && (says_what || claim->is_optimal), is_judged = claim->has_solution || has_proof;
	if (v->kind == LINE_OTHER && claim->has_solution && claim->lower_bound > claim->length)
		verify_refuse(v, LINE_WRONG, "the solution has %s, the lower bound is %s",
		              VERIFY_WORDS(claim, claim->length),
		              VERIFY_NUMBER(claim, claim->lower_bound));
	if (v->kind == LINE_OTHER && has_proof)
		verify_prove_again(v, claim);
	/* An interrupted proof says nothing about the line. */
	if (v->kind == LINE_OTHER && v->exit_status == EXIT_SOLVED && interrupted_by() == 0) {
		v->kind = is_judged ? LINE_RIGHT : LINE_WITHOUT;
		v->is_unchecked = (says_what || claim->is_none) && !has_proof;
		if (is_judged)
			say_right(v, claim, has_proof);
	}
	superflip_cube_free(claim->cube);
	superflip_goal_free(claim->seen);
	problem_free(&claim->problem);
}

/* ---- lines ---- */

/* Whether the line is more than blanks or a comment; its end is taken off. */
static bool has_content(struct verify *v, char **text, size_t *size)
{
	v->line++;
	v->kind = LINE_OTHER;
	v->is_unchecked = false;
	if (v->line == 1 && strncmp(*text, "\xEF\xBB\xBF", 3) == 0) {  /* byte-order mark */
		*text += 3;
		*size -= 3;
	}
	while (*size > 0 && ((*text)[*size - 1] == '\n' || (*text)[*size - 1] == '\r'))
		(*text)[--*size] = '\0';
	const size_t n_blanks = strspn(*text, " \t");
	return n_blanks < *size && (*text)[n_blanks] != '#' && strncmp(*text + n_blanks, "//", 2) != 0;
}

/* Check a row and say what is to be said of it.
 * @param only_looks  whether it is the head of a table; nothing is said or counted */
static void check_line(struct verify *v, char *text, size_t size, bool only_looks)
{
	if (!has_content(v, &text, &size))
		return;
	const bool is_text = strlen(text) == size;
	if (is_text && text[strspn(text, " \t")] != '{' && v->table.separator == '\0' && verify_table_begins(text, &v->table))
		return;
	if (only_looks)
		return;
	if (is_text)
		verify_claim_line(v, text, size);
	else
		verify_refuse(v, LINE_INVALID, "a NUL byte");
	if (v->exit_status == EXIT_SOLVED && interrupted_by() == 0) {
		v->n[v->kind]++;
		v->n_unchecked += v->is_unchecked;
	}
}

/* Read v->row: a line, or a row whose quoted fields hold line ends. @return as getline() */
static ssize_t read_row(struct verify *v, FILE *in)
{
	ssize_t size = getline(&v->row, &v->row_capacity, in);
	for (;;) {
		bool goes_on = false;  /* a quoted field, in the next line */
		for (const char *at = v->row; size >= 0 && v->table.separator == ',' && *at != '\0'; at++)
			goes_on ^= *at == '"';
		if (!goes_on)
			return size;
		char *more = NULL;
		size_t more_capacity = 0;
		const ssize_t more_size = getline(&more, &more_capacity, in);
		char *const joined = more_size > 0 ? realloc(v->row, (size_t)(size + more_size) + 1) : NULL;
		if (joined != NULL) {
			memcpy(joined + size, more, (size_t)more_size + 1);
			v->row = joined;
			v->row_capacity = (size_t)(size + more_size) + 1;
			v->line++;
		}
		free(more);
		if (joined == NULL)
			return more_size <= 0 ? size : -1;
		size += more_size;
	}
}

void verify_describe_unchecked(uint64_t n, char text[VERIFY_UNCHECKED_BYTES])
{
	*text = '\0';
	if (n > 0)
		snprintf(text, VERIFY_UNCHECKED_BYTES, "; %s not checked: see --optimal", words_of(n, "proof"));
}

static void print_summary(const struct verify *v)
{
	char others[96] = "", unchecked[VERIFY_UNCHECKED_BYTES];
	if (v->n[LINE_UNPROVED] > 0)
		snprintf(others, sizeof others, ", %" PRIu64 " unproved", v->n[LINE_UNPROVED]);
	if (v->n[LINE_INVALID] > 0)
		snprintf(others + strlen(others), sizeof others - strlen(others), ", %" PRIu64 " invalid",
		         v->n[LINE_INVALID]);
	verify_describe_unchecked(v->n_unchecked, unchecked);
	complain("%" PRIu64 " right, %" PRIu64 " wrong%s, %" PRIu64 " without a solution%s", v->n[LINE_RIGHT],
	         v->n[LINE_WRONG], others, v->n[LINE_WITHOUT], unchecked);
}

/* Complain, and set v->exit_status, if reading ended for another reason than the end of the file. */
static void check_end(struct verify *v, FILE *in)
{
	/* Only the end of the file ends the work: getline() also fails without memory for a line, and sets no error. */
	if (v->exit_status == EXIT_SOLVED && interrupted_by() == 0 && !feof(in)) {
		complain("%s:%" PRIu64 ": %s", v->name, v->line + 1, strerror(errno));
		v->exit_status = errno == ENOMEM ? EXIT_MEMORY : EXIT_TABLE;
	}
}

/* All lines, or those of a shard.  @param out  NULL: all */
static void check_rows(struct verify *v, FILE *in, struct output *out)
{
	for (uint64_t item = 0; v->exit_status == EXIT_SOLVED && interrupted_by() == 0; item++) {
		const ssize_t size = read_row(v, in);
		if (size < 0)
			check_end(v, in);
		if (size < 0 || (out != NULL && item >= out->about.n_items))
			break;
		if (out == NULL && status_is_wanted())
			print_summary(v);
		const bool is_wanted = out == NULL || output_wants(out, item);
		v->out = out != NULL ? out->record : stdout;
		check_line(v, v->row, (size_t)size, !is_wanted);
		fflush(stdout);
		/* An interrupted proof says nothing about the line. */
		if (out != NULL && is_wanted && v->exit_status == EXIT_SOLVED && interrupted_by() == 0)
			v->exit_status = output_end_item(out, v->kind + (v->is_unchecked ? SHARD_UNCHECKED : 0));
	}
}

/* ---- --shard K/N: a part of the lines, for one of many tasks on any hosts ---- */

static bool has_bad(const uint64_t *n_of_kind)
{
	return n_of_kind[LINE_WRONG] + n_of_kind[LINE_UNPROVED] + n_of_kind[LINE_INVALID] > 0;
}

static int check_shard(struct verify *v, FILE *in)
{
	const struct solve_options *const o = v->options;
	struct shard_about about = {.shard = o->shard};
	struct output out;
	XXH3_state_t *const state = XXH3_createState();
	if (state == NULL)
		return complain_of_memory();
	/* The whole file: how many rows it has, and their checksum. */
	ssize_t size;
	XXH3_64bits_reset(state);
	while (interrupted_by() == 0 && (size = read_row(v, in)) >= 0) {
		XXH3_64bits_update(state, v->row, (size_t)size);
		check_line(v, v->row, (size_t)size, true);
		about.n_items++;
	}
	check_end(v, in);
	about.source = XXH3_64bits_digest(state);
	XXH3_freeState(state);
	v->line = 0;
	v->table = (struct verify_table){0};
	if (v->exit_status != EXIT_SOLVED)
		return v->exit_status;
	if (interrupted_by() != 0)
		return 128 + interrupted_by();
	if (fseeko(in, 0, SEEK_SET) != 0)
		return complain_and(EXIT_USAGE, "%s: --shard reads the lines twice; name a file", v->name);
	about.options = solve_options_identity(o, FOR_VERIFY);
	about.head = strdup("");
	int status = output_open_shard(&about, "verify", RECORD_TEXT, strdup(RESULTS_USUAL), o->output_path,
	                               o->may_overwrite, &out);
	if (status != EXIT_SOLVED)
		return status;
	if (!out.is_complete)
		check_rows(v, in, &out);
	status = interrupted_by() != 0 ? 128 + interrupted_by() : v->exit_status;
	status = output_close_shard(&out, o->is_quiet, status);
	if (status != EXIT_SOLVED)
		return status;
	return has_bad(out.n_of_kind) ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}

/* ---- the command ---- */

int command_verify(int argc, char **argv)
{
	struct solve_options options;
	int status;
	const int first = solve_options_read(argc, argv, FOR_VERIFY, usage, &options, &status);
	if (first < 0)
		return status;
	if (argc - first > 1)
		return complain_and(EXIT_USAGE, "%s: expected at most one FILE; `superflip verify --help` describes it", argv[0]);
	const bool is_stdin = argc == first || strcmp(argv[first], "-") == 0;
	struct verify v = {.options = &options, .name = is_stdin ? "standard input" : argv[first]};
	FILE *const in = is_stdin ? stdin : fopen(v.name, "re");
	if (in == NULL)
		return complain_of_errno(v.name);
	session_init(&v.session, &options.tables);
	v.session.where.heuristic = NULL;
	catch_interrupts(true);
	if (options.shard.n != 0)
		status = check_shard(&v, in);
	else
		check_rows(&v, in, NULL);
	session_end(&v.session);
	problem_free(&options.problem);
	free(v.row);
	if (!is_stdin)
		fclose(in);
	if (options.shard.n != 0)
		return status;
	if (!options.is_quiet && v.exit_status != EXIT_INPUT)
		print_summary(&v);
	if (interrupted_by() != 0)
		return 128 + interrupted_by();
	if (v.exit_status != EXIT_SOLVED)
		return v.exit_status;
	if (v.n[LINE_RIGHT] + v.n[LINE_WITHOUT] == 0 && !has_bad(v.n))
		return complain_and(EXIT_INPUT, "%s: no result found to check", v.name);
	return has_bad(v.n) ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}
