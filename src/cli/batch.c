#include "cli/cli.h"
#include "cli/solving.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
	"FILE\n\n"
	"Solve a list of cubes, several at once, and write the results in its order.  FILE (- is standard input) holds one\n"
	"cube a line, or an export of csTimer or TNoodle.  An invalid line becomes a record that says why; the others\n"
	"are solved.  SIGUSR1 prints one line of progress on standard error.";

/* Results do not go through a temporary name: those of a long run are wanted as they come. */
static FILE *open_output(const struct solve_options *o)
{
	if (o->output_path == NULL)
		return stdout;
	const int fd = open(o->output_path, O_WRONLY | O_CREAT | O_CLOEXEC | (o->may_overwrite ? O_TRUNC : O_EXCL), 0666);
	FILE *const out = fd >= 0 ? fdopen(fd, "w") : NULL;
	struct stat there;
	if (out == NULL && errno == EEXIST && stat(o->output_path, &there) == 0 && S_ISDIR(there.st_mode))
		complain("%s: is a directory; name a file", o->output_path);
	else if (out == NULL && errno == EEXIST)
		complain("%s: exists; --force replaces it", o->output_path);
	else if (out == NULL)
		complain("%s: %s", o->output_path, strerror(errno));
	return out;
}

/* --force must not empty the list that is about to be read. */
static bool is_same_file(int fd, const char *path)
{
	struct stat in, out;
	if (path == NULL || fstat(fd, &in) != 0 || stat(path, &out) != 0)
		return false;
	if (!S_ISREG(in.st_mode) || in.st_dev != out.st_dev || in.st_ino != out.st_ino)
		return false;
	complain("%s: is the input list itself", path);
	return true;
}

static int close_output(const struct solve_options *o, FILE *out, int status)
{
	if (out == stdout)
		return status;
	/* EINVAL: a device or a pipe, which has no disk to be synced to. */
	const bool is_synced = fflush(out) == 0 && (fsync(fileno(out)) == 0 || errno == EINVAL);
	int error = errno;
	const bool is_closed = fclose(out) == 0;
	if (is_synced && is_closed)
		return status;
	error = is_synced ? errno : error;
	complain("%s: cannot write the results: %s", o->output_path, strerror(error));
	return status != EXIT_SOLVED ? status : EXIT_TABLE;
}

static void print_summary(const struct totals *t)
{
	complain("%" PRIu64 " cube%s: %" PRIu64 " solved, %" PRIu64 " unsolved, %" PRIu64 " invalid; %.2f s, %.1f cubes/s",
	         t->n_cubes, t->n_cubes == 1 ? "" : "s", t->n_complete, t->n_cubes - t->n_complete - t->n_bad, t->n_bad, t->seconds,
	         t->seconds > 0 ? (double)t->n_cubes / t->seconds : 0.0);
}

static int solve_list(const struct solve_options *options, int fd, const char *name, FILE *out)
{
	struct list *const list = list_open(fd, options->source, options->puzzle == PUZZLE_POCKET ? "222" : "333");
	if (list == NULL) {
		complain("not enough memory");
		return EXIT_MEMORY;
	}
	const struct source source = {.list = list, .name = name};
	const bool mixes_with_results = out == stdout && isatty(STDOUT_FILENO);
	const bool shows_progress = !options->is_quiet && isatty(STDERR_FILENO) && !mixes_with_results;
	struct totals totals = {0};
	const int status = solve_source(options, &source, out, shows_progress, &totals);
	if (!options->is_quiet)
		print_summary(&totals);
	list_close(list);
	if (status != EXIT_SOLVED)
		return status;
	return totals.n_complete == totals.n_cubes ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

int command_batch(int argc, char **argv)
{
	struct solve_options options;
	int status;
	const int first = solve_options_read(argc, argv, FOR_BATCH, usage, &options, &status);
	if (first < 0)
		return status;
	if (argc - first != 1) {
		complain("%s: expected one FILE, or - for standard input; `superflip batch --help` describes it", argv[0]);
		return EXIT_USAGE;
	}
	const bool is_stdin = strcmp(argv[first], "-") == 0;
	const char *const name = is_stdin ? "standard input" : argv[first];
	const int fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		complain("%s: %s", name, strerror(errno));
		return EXIT_TABLE;
	}
	catch_interrupts(false);
	FILE *const out = is_same_file(fd, options.output_path) ? NULL : open_output(&options);
	status = out != NULL ? close_output(&options, out, solve_list(&options, fd, name, out)) : EXIT_TABLE;
	close(fd);
	return status;
}
