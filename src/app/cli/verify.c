#include "cli/verify_state.h"

#include "cli/output.h"
#include "input/reconstruction.h"
#include "input/words.h"

struct verify verify;
struct claim claim;
superflip_problem *const claimed = &claim.problem;

bool verify_refuse(enum line_kind kind, const char *format, ...)
{
	char fault[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(fault, sizeof fault, format, arguments);
	va_end(arguments);
	print_line_to(verify.out, "%s:%" PRIu64 ": %s: %s", verify.name, verify.line,
	              SAY(kind == LINE_WRONG ? "wrong" : "invalid"), fault);
	verify.kind = kind;
	return false;
}

static void print_summary(void)
{
	char unproved[48] = "", invalid[48] = "";
	if (verify.n[LINE_UNPROVED] > 0)
		snprintf(unproved, sizeof unproved, ", %" PRIu64 " unproved", verify.n[LINE_UNPROVED]);
	if (verify.n[LINE_INVALID] > 0)
		snprintf(invalid, sizeof invalid, ", %" PRIu64 " invalid", verify.n[LINE_INVALID]);
	complain("%" PRIu64 " right, %" PRIu64 " wrong%s%s, %" PRIu64 " without a solution%s%s%s",
	         verify.n[LINE_RIGHT], verify.n[LINE_WRONG], unproved, invalid, verify.n[LINE_WITHOUT],
	         VERIFY_UNCHECKED(verify.n_unchecked));
}

/* ---- lines ---- */

enum { WAIT_MS = 200 };

/* The next line, or row whose quoted fields hold line ends.
 * @return false at the end of the input, or of the work: verify.exit_status, interrupted_by() */
static bool take_row(struct line *row)
{
	enum list_status status = LIST_LATER;
	verify.reader.timeout_ms = WAIT_MS;
	verify.reader.separator = verify.columns.separator == ',' ? ',' : '\0';
	while (status == LIST_LATER && verify.exit_status == EXIT_SOLVED && interrupted_by() == 0) {
		status = line_reader_take(&verify.reader, row);
		if (status_is_wanted())
			print_summary();
	}
	if (status == LIST_IO || status == LIST_NO_MEMORY) {
		char place[4096];
		snprintf(place, sizeof place, "%s:%" PRIu64, verify.name, verify.line + 1);
		verify.exit_status = complain_of_errno(place);
	}
	return status == LIST_ENTRY;
}

/* Check a row and say what is to be said of it.
 * @param only_looks  whether it is the head of a table; nothing is said or counted */
static void check_row(const struct line *row, bool only_looks)
{
	/* Without a byte order mark. */
	char *const text = row->text + (row->number == 1 && strncmp(row->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
	const char *const start = text + strspn(text, " \t");
	const bool is_text = strlen(row->text) == row->size;
	unsigned column = 1;
	verify.line = row->number;
	verify.kind = LINE_OTHER;
	verify.is_unchecked = false;
	if (*start == '#' || strncmp(start, "//", 2) == 0 || (*start == '\0' && is_text))
		return;
	if (is_text && *start != '{' && verify.columns.separator == '\0' && verify_table_begins(text))
		return;
	if (only_looks)
		return;
	const char *fault;
	if (!is_text)
		verify_refuse(LINE_INVALID, "a NUL byte");
	else if (verify.columns.separator != '\0' && *start != '{'
	         && (fault = csv_fault(text, verify.columns.separator, &verify.line, &column)) != NULL)
		verify_refuse(LINE_INVALID, "column %u: %s", column, fault);
	else {
		verify.line += row->n_lines > 1 ? row->n_lines - 1 : 0;  /* where it ends */
		verify_claim_line(text);
	}
	if (verify.exit_status == EXIT_SOLVED && interrupted_by() == 0) {
		verify.n[verify.kind]++;
		verify.n_unchecked += verify.is_unchecked;
	}
}

/* Check reconstructions, each as a line SCRAMBLE -> SOLUTION: a link, or all from "Scramble:" on. */
static void check_reconstructions(struct line row)
{
	char *text = NULL;
	size_t size;
	struct reconstruction r = {.n_lines = (unsigned)row.number - 1};
	const unsigned options = problem->read_options;
	FILE *const out = memory_stream(&text, &size);
	do
		if (out == NULL || fprintf(out, "%s\n", row.text) < 0)
			end_without_memory();
	while (!link_begins(row.text) && take_row(&row));
	if ((r.rest = memory_stream_end(out, &text)) == NULL)
		end_without_memory();
	while (verify.exit_status == EXIT_SOLVED && interrupted_by() == 0 && reconstruction_next(&r)) {
		verify.line = r.line;
		if (r.fault != NULL) {
			verify_refuse(LINE_INVALID, "%s", r.fault);
			verify.n[LINE_INVALID]++;
			continue;
		}
		char *const turns = reconstruction_moves(&r), *stated;
		if (turns == NULL || asprintf(&stated, "%s -> %s", r.scramble, turns) < 0)
			end_without_memory();
		problem->read_options = reconstruction_options(&r, options);
		check_row(&(struct line){.text = stated, .size = strlen(stated), .number = r.line}, false);
		free(turns);
		free(stated);
	}
	problem->read_options = options;
	free(text);
}

/* All rows, or those of a shard. */
static void check_rows(bool is_shard)
{
	struct line row;
	for (uint64_t item = 0; (!is_shard || item < output.about.n_items) && take_row(&row); item++) {
		const bool is_wanted = !is_shard || output_wants(item);
		verify.out = is_shard ? output.record : stdout;
		if (is_wanted && verify.columns.separator == '\0'
		    && (link_begins(row.text) || reconstruction_begins(row.text)))
			check_reconstructions(row);
		else
			check_row(&row, !is_wanted);
		fflush(stdout);
		/* An interrupted proof says nothing about the line. */
		if (is_shard && is_wanted && verify.exit_status == EXIT_SOLVED && interrupted_by() == 0)
			verify.exit_status =
				output_end_record(0, verify.kind + (verify.is_unchecked ? SHARD_UNCHECKED : 0), true);
	}
}

/* ---- --shard K/N: a part of the lines, for one of many tasks on any hosts ---- */

static bool has_bad(const uint64_t *n_of_kind)
{
	return n_of_kind[LINE_WRONG] + n_of_kind[LINE_UNPROVED] + n_of_kind[LINE_INVALID] > 0;
}

static int check_shard(void)
{
	struct shard_about about = {.shard = solve_options.shard, .work = "verify"};
	struct line row;
	/* The whole file: how many rows it has, and their checksum. */
	for (; take_row(&row); about.n_items++) {
		about.source = XXH3_64bits_withSeed(row.text, row.size + 1, about.source);
		check_row(&row, true);
		if (reconstruction_begins(row.text))
			return usage_error("%s:%" PRIu64 ": --shard divides lines, and a reconstruction has several; "
			                   "leave out --shard", verify.name, row.number);
	}
	int status = interrupted_or(verify.exit_status);
	if (status != EXIT_SOLVED)
		return status;
	free(verify.reader.buffer);
	verify.reader = (struct line_reader){.fd = verify.reader.fd};
	verify.columns.separator = '\0';
	if (lseek(verify.reader.fd, 0, SEEK_SET) != 0)
		return usage_error("%s: --shard reads the lines twice; name a file", verify.name);
	about.options = solve_options_identity(FOR_VERIFY);
	about.head = strdup("");
	status = output_open_shard(&about, RECORD_TEXT, strdup(RESULTS_USUAL), solve_options.output_path,
	                           solve_options.may_overwrite);
	if (status != EXIT_SOLVED)
		return status;
	if (!output.is_complete)
		check_rows(true);
	status = output_close_shard(interrupted_or(verify.exit_status));
	return status == EXIT_SOLVED && has_bad(output.n_of_kind) ? EXIT_NOT_SOLVED : status;
}

/* ---- the command ---- */

static int run(int argc, char **argv)
{
	int status;
	const int first = solve_options_read(
		argc, argv, FOR_VERIFY,
		"verify [OPTION...] [FILE]\n\n"
		"Check that solutions solve their scrambles and have the stated length.  FILE (or standard input) holds\n"
		"what `superflip solve` prints with --json, --csv or --tsv, lines SCRAMBLE -> SOLUTION (an arrow or a tab), links with setup\n"
		"and alg, reconstructions (a line \"Scramble: ...\", then the solution, with comments after //), or csTimer's export.\n"
		"--optimal searches again wherever a record says that there is no shorter solution, or none at all, with the heuristic\n"
		"`corners` unless --heuristic names another.");
	if (first < 0)
		return ~first;
	if (argc - first > 1)
		return usage_error("%s: expected at most one FILE; `superflip verify --help` describes it", argv[0]);
	const bool is_stdin = argc == first || text_equal(argv[first], "-"),
			   is_shard = solve_options.shard.n != 0;
	verify = (struct verify){
		.name = is_stdin ? "standard input" : argv[first],
		.reader.fd = is_stdin ? STDIN_FILENO : open(argv[first], O_RDONLY | O_CLOEXEC),
	};
	if (verify.reader.fd < 0)
		return complain_of_errno(verify.name);
	session_init(&session, &solve_options.tables);
	catch_interrupts();
	if (is_shard)
		status = check_shard();
	else
		check_rows(false);
	session_end(&session);
	problem_free(problem);
	free(verify.reader.buffer);
	if (!is_stdin)
		close(verify.reader.fd);
	if (is_shard)
		return status;
	if (!is_quiet && verify.exit_status != EXIT_INPUT)
		print_summary();
	status = interrupted_or(verify.exit_status);
	if (status == EXIT_SOLVED && verify.n[LINE_RIGHT] + verify.n[LINE_WITHOUT] == 0 && !has_bad(verify.n))
		return complain_and(EXIT_INPUT, "%s: no result found to check", verify.name);
	return status == EXIT_SOLVED && has_bad(verify.n) ? EXIT_NOT_SOLVED : status;
}

const struct command command_verify = {
	"verify", "check that solutions solve their scrambles", .run = run,
};
