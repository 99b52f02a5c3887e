#include "cli/batch.h"

#include "base/words.h"
#include "cli/cli.h"
#include "cli/searcher.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
	"batch [OPTION...] FILE\n\n"
	"Solve a list of cubes, several at once, and write the results in its order.  FILE (- is standard input) holds one\n"
	"cube a line, or is a file of a timer or scrambler (--from).  An invalid line becomes a record that says why; the\n"
	"others are solved.  SIGUSR1 prints one line of progress on standard error.";

struct list *batch_open_list(const struct solve_options *o, int fd)
{
	struct list *const list = list_open(fd, o->source, solve_list_options(o));
	if (list != NULL && o->shard_block_items != 0)
		list_select(list, o->shard_block_items, o->shard.index - 1, o->shard.n);
	return list;
}

static void print_summary(const struct totals *t, const struct list *list)
{
	char of_these[100] = "", skipped[LIST_SKIPPED_SIZE];
	const uint64_t n_skipped = list_describe_skipped(list, skipped);
	char rate[WORDS_BYTES];
	size_t n = 0;
	if (t->n_duplicates > 0)
		n = (size_t)snprintf(of_these, sizeof of_these, ", %" PRIu64 " of them as duplicates", t->n_duplicates);
	if (t->n_resumed > 0)
		snprintf(of_these + n, sizeof of_these - n, ", %" PRIu64 " by an earlier run", t->n_resumed);
	complain("%s: %" PRIu64 " solved, %" PRIu64 " unsolved, %" PRIu64 " invalid%s%s%s; %.2f s, %s cubes/s",
	         words_of(t->n_cubes, "cube"), t->n_complete, t->n_cubes - t->n_complete - t->n_bad, t->n_bad, of_these,
	         n_skipped > 0 ? "; skipped: " : "", skipped,
	         t->seconds, words_rate(t->seconds > 0 ? (double)(t->n_cubes - t->n_resumed) / t->seconds : 0, rate));
}

/* A run that did not come to its end says how to go on. */
static void print_rest(const struct output *out, uint64_t n_cubes)
{
	if (!out->has_log)
		return;
	const uint64_t n_done = out->resume.done.n_records;
	if (n_cubes != UINT64_MAX)
		complain("%s: %" PRIu64 " of %s done, %" PRIu64 " left; the same command with --resume continues",
		         out->path, n_done, words_of(n_cubes, "cube"), n_cubes > n_done ? n_cubes - n_done : 0);
	else
		complain("%s: %s done; the same command and input with --resume continues", out->path, words_of(n_done, "cube"));
}

/* A file is read once more, for those who wait.  @return UINT64_MAX: it cannot be read twice */
static uint64_t count_cubes(const struct solve_options *o, int fd, const char *name)
{
	struct stat file;
	struct list_entry entry;
	const bool is_file = fd != STDIN_FILENO && fstat(fd, &file) == 0 && S_ISREG(file.st_mode);
	const int again = is_file ? open(name, O_RDONLY | O_CLOEXEC) : -1;
	struct list *const list = again >= 0 ? batch_open_list(o, again) : NULL;
	uint64_t n = list != NULL ? 0 : UINT64_MAX;
	while (list != NULL && interrupted_by() == 0 && list_next(list, -1, &entry) == LIST_ENTRY)
		n++;
	list_close(list);
	if (again >= 0)
		close(again);
	return n;
}

int batch_solve_list(const struct solve_options *options, int fd, const char *name, struct output *out, struct totals *totals)
{
	struct list *const list = batch_open_list(options, fd);
	if (list == NULL) {
		complain("not enough memory");
		return EXIT_MEMORY;
	}
	const struct source source = {
		.list = list, .fd = fd, .name = name, .n_cubes = out->has_log ? count_cubes(options, fd, name) : UINT64_MAX,
	};
	const int status = solve_source(options, &source, out, totals);
	totals->n_listed = source.n_cubes;
	if (!options->is_quiet)
		print_summary(totals, list);
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
	status = batch_solve_list(options, fd, name, &out, &totals);
	if (!totals.has_ended && status != EXIT_INPUT)
		print_rest(&out, totals.n_listed);
	status = output_close(&out, totals.has_ended, status);
	if (status != EXIT_SOLVED)
		return status;
	return totals.n_complete == totals.n_cubes ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

/* Also a scramble in the place of a list. */
static int complain_of_missing(const struct solve_options *o, const char *name)
{
	superflip_cube *cube;
	const int status = complain_of_errno(name);
	if (*name != '\0' && superflip_cube_parse(o->puzzle, name, o->read_options, &cube, NULL) == SUPERFLIP_OK) {
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
	if (argc - first != 1) {
		complain("%s: expected one FILE, or - for standard input; `superflip batch --help` describes it", argv[0]);
		return EXIT_USAGE;
	}
	const bool is_stdin = strcmp(argv[first], "-") == 0;
	const char *const name = is_stdin ? "standard input" : argv[first];
	const int fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return complain_of_missing(&options, name);
	catch_interrupts(false);
	status = options.shard.n != 0 ? batch_shard(&options, fd, name) : solve_list(&options, fd, name);
	close(fd);
	return status;
}

int command_batch(int argc, char **argv)
{
	return batch_with(NULL, argc, argv);
}
