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

static void print_summary(const struct totals *t, uint64_t n_resumed)
{
	char of_these[100] = "", rate[WORDS_BYTES];
	int n = 0;
	if (t->n_duplicates > 0)
		n = snprintf(of_these, sizeof of_these, ", %" PRIu64 " of them as duplicates", t->n_duplicates);
	if (n_resumed > 0)
		snprintf(of_these + n, sizeof of_these - (size_t)n, ", %" PRIu64 " by an earlier run", n_resumed);
	complain("%s: %" PRIu64 " solved, %" PRIu64 " unsolved, %" PRIu64 " invalid%s%s%s; %.2f s, %s cubes/s",
	         words_of(t->n_cubes, "cube"), t->n_complete, t->n_cubes - t->n_complete - t->n_bad, t->n_bad,
	         of_these, *t->skipped != '\0' ? "; skipped: " : "", t->skipped, t->seconds,
	         words_rate(t->seconds > 0 ? (double)(t->n_cubes - n_resumed) / t->seconds : 0, rate));
}

/* Whether a list can be read twice. */
static bool is_file(int fd)
{
	struct stat there;
	return fd != STDIN_FILENO && fstat(fd, &there) == 0 && S_ISREG(there.st_mode);
}

/* Read a file once before it is solved: how many cubes there are, and a checksum of them and of their lines,
 * which the records of a shard name. */
static int survey(const struct solve_options *o, int fd, const char *name, struct shard_about *about)
{
	struct list *const list = solving_open_list(o, fd);
	struct list_entry entry;
	enum list_status next = LIST_NO_MEMORY;
	while (list != NULL && interrupted_by() == 0 && (next = list_next(list, -1, &entry)) == LIST_ENTRY) {
		const uint64_t words[2] = {entry.line, solving_checksum(&entry)};
		about->source = XXH3_64bits_withSeed(words, sizeof words, about->source);
		about->n_items = entry.number;
	}
	/* Of a list that is no shard, whoever solves it complains. */
	const int status = interrupted_by() != 0 ? 128 + interrupted_by()
	                   : o->shard.n == 0     ? EXIT_SOLVED
	                                         : entries_complain_of_list(list, next, name);
	list_close(list);
	return status == EXIT_SOLVED && lseek(fd, 0, SEEK_SET) != 0 ? complain_of_errno(name) : status;
}

/* Of --shard K/N: a part of the list, for one of many tasks on any hosts. */
static int open_shard(struct solve_options *o, int fd, const char *name, struct output *out)
{
	struct shard_about about = {.shard = o->shard, .work = "batch"};
	if (!is_file(fd))
		return complain_and(EXIT_USAGE, "%s: --shard reads the list twice; name a file", name);
	if (o->output_path != NULL && strcmp(o->output_path, "-") == 0)
		return complain_and(EXIT_USAGE, "--shard writes a file of its own; -o names its directory");
	o->keeps_duplicates = true;  /* a shard does not know the cubes of the others */
	const int status = survey(o, fd, name, &about);
	if (status != EXIT_SOLVED)
		return status;
	about.options = solve_options_identity(o, FOR_BATCH);
	about.head = record_head(o->format, true);
	return output_open_shard(&about, o->format, solve_options_problem(o), o->output_path, o->may_overwrite,
	                         out);
}

/* A run that did not come to its end says how to go on. */
static void describe_rest(const struct output *out, uint64_t n_cubes)
{
	if (n_cubes != UINT64_MAX)
		complain("%s: %" PRIu64 " of %s done, %" PRIu64 " left; the same command with --resume continues",
		         out->path, out->n_done, words_of(n_cubes, "cube"),
		         n_cubes > out->n_done ? n_cubes - out->n_done : 0);
	else
		complain("%s: %s done; the same command and input with --resume continues", out->path,
		         words_of(out->n_done, "cube"));
}

static int solve_list(struct solve_options *o, int fd, const char *name)
{
	struct output out;
	struct totals totals = {0};
	struct shard_about file = {.n_items = UINT64_MAX};
	const bool is_shard = o->shard.n != 0;
	int status = is_shard ? open_shard(o, fd, name, &out) : output_open(o, fd, &out);
	if (status != EXIT_SOLVED)
		return status;
	if (!is_shard && out.is_sealed && is_file(fd)) {
		file.n_items = 0;
		status = survey(o, fd, name, &file);
	}
	const struct source source = {.fd = fd, .name = name, .n_cubes = file.n_items};
	if (status == EXIT_SOLVED && !out.is_complete) {
		status = solve_source(o, &source, &out, &totals);
		if (!o->is_quiet)
			print_summary(&totals, out.n_resumed);
	}
	if (!is_shard) {
		if (!out.has_ended && status != EXIT_INPUT && out.is_sealed)
			describe_rest(&out, file.n_items);
		status = output_close(&out, status);
	} else {
		if (status == EXIT_SOLVED && out.has_ended && !out.is_complete && out.n_done < out.n_items)
			complain("%s: fewer cubes than at the first reading; the file was changed in between", name);
		status = output_close_shard(&out, o->is_quiet, status);
	}
	return status == EXIT_SOLVED && out.n_of_kind[RESULT_SOLVED] < out.n_done ? EXIT_NOT_SOLVED : status;
}

/* ---- the command ---- */

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
	if (fd < 0) {
		superflip_cube *cube;
		const struct superflip_problem *const p = &options.problem;
		status = complain_of_errno(name);
		/* A scramble in the place of a list. */
		if (*name != '\0'
		    && superflip_cube_parse(p->puzzle, name, p->read_options, &cube, NULL) == SUPERFLIP_OK) {
			complain("batch takes a FILE; `superflip solve \"%s\"` solves a scramble", name);
			superflip_cube_free(cube);
		}
		return status;
	}
	catch_interrupts();
	status = solve_list(&options, fd, name);
	close(fd);
	problem_free(&options.problem);
	return status;
}

int command_batch(int argc, char **argv)
{
	return batch_with(NULL, argc, argv);
}
