#include "cli/verify_state.h"

#include "base/words.h"
#include "cli/cli.h"
#include "cli/output.h"

#include <fcntl.h>
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

bool verify_refuse(struct verify *v, enum line_kind kind, const char *format, ...)
{
	char fault[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(fault, sizeof fault, format, arguments);
	va_end(arguments);
	print_line_to(v->out, "%s:%" PRIu64 ": %s: %s", v->name, v->line,
	              kind == LINE_WRONG ? "wrong" : "invalid", fault);
	v->kind = kind;
	return false;
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

/* ---- lines ---- */

enum { WAIT_MS = 200 };

/* The next line, or row whose quoted fields hold line ends.
 * @return false at the end of the input, or of the work: v->exit_status, interrupted_by() */
static bool take_row(struct verify *v, struct line *row)
{
	enum list_status status = LIST_LATER;
	v->reader.timeout_ms = WAIT_MS;
	v->reader.is_csv = v->columns.separator == ',';
	while (status == LIST_LATER && v->exit_status == EXIT_SOLVED && interrupted_by() == 0) {
		status = line_reader_take(&v->reader, row);
		if (status_is_wanted())
			print_summary(v);
	}
	if (status == LIST_IO || status == LIST_NO_MEMORY) {
		char place[4096];
		snprintf(place, sizeof place, "%s:%" PRIu64, v->name, v->line + 1);
		v->exit_status = complain_of_errno(place);
	}
	return status == LIST_ENTRY;
}

/* Check a row and say what is to be said of it.
 * @param only_looks  whether it is the head of a table; nothing is said or counted */
static void check_row(struct verify *v, const struct line *row, bool only_looks)
{
	static const char byte_order_mark[] = "\xEF\xBB\xBF";
	char *const text = row->text + (row->number == 1 && strncmp(row->text, byte_order_mark, 3) == 0 ? 3 : 0);
	const char *const start = text + strspn(text, " \t");
	const bool is_text = strlen(row->text) == row->size;
	v->line = row->number + (row->n_lines > 1 ? row->n_lines - 1 : 0);  /* where it ends */
	v->kind = LINE_OTHER;
	v->is_unchecked = false;
	if (*start == '#' || strncmp(start, "//", 2) == 0 || (*start == '\0' && is_text))
		return;
	if (is_text && *start != '{' && v->columns.separator == '\0' && verify_table_begins(v, text))
		return;
	if (only_looks)
		return;
	if (is_text)
		verify_claim_line(v, text);
	else
		verify_refuse(v, LINE_INVALID, "a NUL byte");
	if (v->exit_status == EXIT_SOLVED && interrupted_by() == 0) {
		v->n[v->kind]++;
		v->n_unchecked += v->is_unchecked;
	}
}

/* All rows, or those of a shard.  @param out  NULL: all */
static void check_rows(struct verify *v, struct output *out)
{
	struct line row;
	for (uint64_t item = 0; (out == NULL || item < out->about.n_items) && take_row(v, &row); item++) {
		const bool is_wanted = out == NULL || output_wants(out, item);
		v->out = out != NULL ? out->record : stdout;
		check_row(v, &row, !is_wanted);
		fflush(stdout);
		/* An interrupted proof says nothing about the line. */
		if (out != NULL && is_wanted && v->exit_status == EXIT_SOLVED && interrupted_by() == 0)
			v->exit_status =
				output_end_record(out, 0, v->kind + (v->is_unchecked ? SHARD_UNCHECKED : 0), true);
	}
}

/* ---- --shard K/N: a part of the lines, for one of many tasks on any hosts ---- */

static bool has_bad(const uint64_t *n_of_kind)
{
	return n_of_kind[LINE_WRONG] + n_of_kind[LINE_UNPROVED] + n_of_kind[LINE_INVALID] > 0;
}

static int check_shard(struct verify *v)
{
	const struct solve_options *const o = v->options;
	struct shard_about about = {.shard = o->shard, .work = "verify"};
	struct output out;
	struct line row;
	/* The whole file: how many rows it has, and their checksum. */
	for (; take_row(v, &row); about.n_items++) {
		about.source = XXH3_64bits_withSeed(row.text, row.size + 1, about.source);
		check_row(v, &row, true);
	}
	int status = interrupted_or(v->exit_status);
	if (status != EXIT_SOLVED)
		return status;
	free(v->reader.buffer);
	v->reader = (struct line_reader){.fd = v->reader.fd};
	v->columns.separator = '\0';
	if (lseek(v->reader.fd, 0, SEEK_SET) != 0)
		return complain_and(EXIT_USAGE, "%s: --shard reads the lines twice; name a file", v->name);
	about.options = solve_options_identity(o, FOR_VERIFY);
	about.head = strdup("");
	status = output_open_shard(&about, RECORD_TEXT, strdup(RESULTS_USUAL), o->output_path,
	                           o->may_overwrite, &out);
	if (status != EXIT_SOLVED)
		return status;
	if (!out.is_complete)
		check_rows(v, &out);
	status = output_close_shard(&out, o->is_quiet, interrupted_or(v->exit_status));
	return status == EXIT_SOLVED && has_bad(out.n_of_kind) ? EXIT_NOT_SOLVED : status;
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
		return complain_and(EXIT_USAGE,
		                    "%s: expected at most one FILE; `superflip verify --help` describes it", argv[0]);
	const bool is_stdin = argc == first || strcmp(argv[first], "-") == 0, is_shard = options.shard.n != 0;
	struct verify v = {
		.options = &options, .name = is_stdin ? "standard input" : argv[first],
		.reader.fd = is_stdin ? STDIN_FILENO : open(argv[first], O_RDONLY | O_CLOEXEC),
	};
	if (v.reader.fd < 0)
		return complain_of_errno(v.name);
	session_init(&v.session, &options.tables);
	catch_interrupts();
	if (is_shard)
		status = check_shard(&v);
	else
		check_rows(&v, NULL);
	session_end(&v.session);
	problem_free(&options.problem);
	free(v.reader.buffer);
	if (!is_stdin)
		close(v.reader.fd);
	if (is_shard)
		return status;
	if (!options.is_quiet && v.exit_status != EXIT_INPUT)
		print_summary(&v);
	status = interrupted_or(v.exit_status);
	if (status == EXIT_SOLVED && v.n[LINE_RIGHT] + v.n[LINE_WITHOUT] == 0 && !has_bad(v.n))
		return complain_and(EXIT_INPUT, "%s: no result found to check", v.name);
	return status == EXIT_SOLVED && has_bad(v.n) ? EXIT_NOT_SOLVED : status;
}
