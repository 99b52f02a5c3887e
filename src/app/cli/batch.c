#include "base/words.h"
#include "cli/cli.h"
#include "cli/cubes.h"
#include "cli/output.h"
#include "cli/searcher.h"
#include "cli/solving.h"

#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

static const char usage[] =
	"batch [OPTION...] FILE\n\n"
	"Solve a list of cubes, several at once, and write the results in its order.  FILE (- is standard input) holds one\n"
	"cube a line, or is a file of a timer or scrambler (--from).  An invalid line becomes a record that says why; the\n"
	"others are solved.  SIGUSR1 prints one line of progress on standard error.";

/* The list, or the shard of it that the options select. @return NULL without memory */
static struct list *open_list(const struct solve_options *o, int fd)
{
	struct list *const list = list_open(fd, o->source, solve_list_options(o));
	if (list != NULL && o->shard_block_items != 0)
		list_select(list, o->shard_block_items, o->shard.index - 1, o->shard.n);
	return list;
}

static void print_summary(const struct totals *t, uint64_t n_resumed, const struct list *list)
{
	char of_these[100] = "", skipped[LIST_SKIPPED_SIZE], rate[WORDS_BYTES];
	const uint64_t n_skipped = list_describe_skipped(list, skipped);
	int n = 0;
	if (t->n_duplicates > 0)
		n = snprintf(of_these, sizeof of_these, ", %" PRIu64 " of them as duplicates", t->n_duplicates);
	if (n_resumed > 0)
		snprintf(of_these + n, sizeof of_these - (size_t)n, ", %" PRIu64 " by an earlier run", n_resumed);
	complain("%s: %" PRIu64 " solved, %" PRIu64 " unsolved, %" PRIu64 " invalid%s%s%s; %.2f s, %s cubes/s",
	         words_of(t->n_cubes, "cube"), t->n_complete, t->n_cubes - t->n_complete - t->n_bad, t->n_bad,
	         of_these, n_skipped > 0 ? "; skipped: " : "", skipped, t->seconds,
	         words_rate(t->seconds > 0 ? (double)(t->n_cubes - n_resumed) / t->seconds : 0, rate));
}

/* A file is read once more, for those who wait.  @return UINT64_MAX: it cannot be read twice */
static uint64_t count_cubes(const struct solve_options *o, int fd, const char *name)
{
	struct stat file;
	struct list_entry entry;
	const bool is_file = fd != STDIN_FILENO && fstat(fd, &file) == 0 && S_ISREG(file.st_mode);
	const int again = is_file ? open(name, O_RDONLY | O_CLOEXEC) : -1;
	struct list *const list = again >= 0 ? open_list(o, again) : NULL;
	uint64_t n = list != NULL ? 0 : UINT64_MAX;
	while (list != NULL && interrupted_by() == 0 && list_next(list, -1, &entry) == LIST_ENTRY)
		n++;
	list_close(list);
	if (again >= 0)
		close(again);
	return n;
}

/* Solve the list and print a summary; the output stays open. */
static int solve_into(const struct solve_options *options, int fd, const char *name, struct output *out,
                      struct totals *totals)
{
	struct list *const list = open_list(options, fd);
	if (list == NULL)
		return complain_of_memory();
	const struct source source = {
		.list = list,
		.fd = fd,
		.name = name,
		.n_cubes = out->is_sealed && out->about.shard.n == 0 ? count_cubes(options, fd, name)
	                                                             : UINT64_MAX,
	};
	const int status = solve_source(options, &source, out, totals);
	totals->n_listed = source.n_cubes;
	if (!options->is_quiet)
		print_summary(totals, out->n_resumed, list);
	list_close(list);
	return status;
}

static int solve_list(const struct solve_options *options, int fd, const char *name)
{
	struct output out;
	struct totals totals = {0};
	int status = output_open(options, fd, &out);
	if (status != EXIT_SOLVED)
		return status;
	status = solve_into(options, fd, name, &out, &totals);
	/* A run that did not come to its end says how to go on. */
	const bool has_rest = !totals.has_ended && status != EXIT_INPUT && out.is_sealed;
	if (has_rest && totals.n_listed != UINT64_MAX)
		complain("%s: %" PRIu64 " of %s done, %" PRIu64 " left; the same command with --resume continues",
		         out.path, out.n_done, words_of(totals.n_listed, "cube"),
		         totals.n_listed > out.n_done ? totals.n_listed - out.n_done : 0);
	else if (has_rest)
		complain("%s: %s done; the same command and input with --resume continues", out.path,
		         words_of(out.n_done, "cube"));
	status = output_close(&out, totals.has_ended, status);
	if (status != EXIT_SOLVED)
		return status;
	return totals.n_complete == totals.n_cubes ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

/* ---- --shard K/N: a part of the list, for one of many tasks on any hosts ---- */

/* How many cubes there are, and a checksum of them and of their lines, which the records name. */
static int survey(const struct solve_options *o, int fd, const char *name, struct shard_about *about)
{
	struct stat there;
	if (fd == STDIN_FILENO || fstat(fd, &there) != 0 || !S_ISREG(there.st_mode))
		return complain_and(EXIT_USAGE, "%s: --shard reads the list twice; name a file", name);
	if (o->output_path != NULL && strcmp(o->output_path, "-") == 0)
		return complain_and(EXIT_USAGE, "--shard writes a file of its own; -o names its directory");
	struct list *const list = open_list(o, fd);
	XXH3_state_t *const state = XXH3_createState();
	int status = list != NULL && state != NULL ? EXIT_SOLVED : complain_of_memory();
	enum list_status next = LIST_ENTRY;
	if (status == EXIT_SOLVED)
		XXH3_64bits_reset(state);
	while (status == EXIT_SOLVED && next == LIST_ENTRY) {
		struct list_entry entry;
		next = list_next(list, -1, &entry);
		if (interrupted_by() != 0)
			status = 128 + interrupted_by();
		else if (next == LIST_ENTRY) {
			const uint64_t words[2] = {entry.line, solving_checksum(&entry)};
			XXH3_64bits_update(state, words, sizeof words);
			about->n_items = entry.number;
		} else
			status = entries_complain_of_list(list, next, name);
	}
	if (status == EXIT_SOLVED)
		about->source = XXH3_64bits_digest(state);
	XXH3_freeState(state);
	list_close(list);
	return status == EXIT_SOLVED && lseek(fd, 0, SEEK_SET) != 0 ? complain_of_errno(name) : status;
}

static int solve_shard(const struct solve_options *options, int fd, const char *name)
{
	struct solve_options o = *options;
	struct shard_about about = {.shard = o.shard};
	struct output out;
	struct totals totals = {0};
	o.keeps_duplicates = true;  /* a shard does not know the cubes of the others */
	int status = survey(&o, fd, name, &about);
	if (status != EXIT_SOLVED)
		return status;
	about.options = solve_options_identity(&o, FOR_BATCH);
	about.head = record_head(o.format, true);
	status = output_open_shard(&about, "batch", o.format, solve_options_problem(&o), o.output_path,
	                           o.may_overwrite, &out);
	if (status != EXIT_SOLVED)
		return status;
	o.shard_block_items = out.about.block_items;
	if (!out.is_complete) {
		status = solve_into(&o, fd, name, &out, &totals);
		if (status == EXIT_SOLVED && !out.is_complete && out.n_done < out.n_items && totals.has_ended)
			complain("%s: fewer cubes than at the first reading; the file was changed in between",
			         name);
	}
	status = output_close_shard(&out, o.is_quiet, status);
	if (status != EXIT_SOLVED)
		return status;
	return out.n_of_kind[RESULT_UNSOLVED] + out.n_of_kind[RESULT_INVALID] > 0 ? EXIT_NOT_SOLVED
	                                                                          : EXIT_SOLVED;
}

/* ---- the command ---- */

/* Also a scramble in the place of a list. */
static int complain_of_missing(const struct solve_options *o, const char *name)
{
	superflip_cube *cube;
	const int status = complain_of_errno(name);
	if (*name != '\0'
	    && superflip_cube_parse(o->problem.puzzle, name, o->problem.read_options, &cube, NULL)
	           == SUPERFLIP_OK) {
		complain("batch takes a FILE; `superflip solve \"%s\"` solves a scramble", name);
		superflip_cube_free(cube);
	}
	return status;
}

int batch_with(const struct searcher *searcher, int argc, char **argv)
{
	struct solve_options options;
	int status;
	const int first = solve_options_read(argc, argv, FOR_BATCH, usage, &options, &status);
	if (first < 0)
		return status;
	if (!searcher_take(searcher, &options))
		return EXIT_USAGE;
	if (argc - first != 1)
		return complain_and(
			EXIT_USAGE,
			"%s: expected one FILE, or - for standard input; `superflip batch --help` describes it", argv[0]);
	const bool is_stdin = strcmp(argv[first], "-") == 0;
	const char *const name = is_stdin ? "standard input" : argv[first];
	const int fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return complain_of_missing(&options, name);
	catch_interrupts(false);
	status = options.shard.n != 0 ? solve_shard(&options, fd, name) : solve_list(&options, fd, name);
	close(fd);
	problem_free(&options.problem);
	return status;
}

int command_batch(int argc, char **argv)
{
	return batch_with(NULL, argc, argv);
}
