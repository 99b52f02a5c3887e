#include "cli/output.h"
#include "cli/searcher.h"
#include "cli/solving.h"

static void print_summary(void)
{
	char of_these[100] = "", rate[WORDS_BYTES];
	int n = 0;
	if (totals.n_duplicates > 0)
		n = snprintf(of_these, sizeof of_these, ", %" PRIu64 " of them as duplicates", totals.n_duplicates);
	if (output.n_resumed > 0)
		snprintf(of_these + n, sizeof of_these - (size_t)n, ", %" PRIu64 " by an earlier run",
		         output.n_resumed);
	complain("%s: %" PRIu64 " solved, %" PRIu64 " unsolved, %" PRIu64 " invalid%s%s%s; %.2f s, %s cubes/s",
	         words_of(totals.n_cubes, "cube"), totals.n_complete,
	         totals.n_cubes - totals.n_complete - totals.n_bad, totals.n_bad, of_these,
	         *totals.skipped != '\0' ? "; skipped: " : "", totals.skipped, totals.seconds,
	         words_rate(totals.seconds > 0 ? (double)(totals.n_cubes - output.n_resumed) / totals.seconds : 0,
	                    rate));
}

/* Whether a list can be read twice. */
static bool is_file(void)
{
	struct stat there;
	return source.fd != STDIN_FILENO && fstat(source.fd, &there) == 0 && S_ISREG(there.st_mode);
}

/* Read a file once before it is solved: how many cubes there are, and a checksum of them and of their lines,
 * which the records of a shard name. */
static int survey(struct shard_about *about)
{
	struct list *const list = solving_open_list(source.fd);
	struct list_entry entry;
	enum list_status next = LIST_NO_MEMORY;
	while (list != NULL && interrupted_by() == 0 && (next = list_next(list, -1, &entry)) == LIST_ENTRY) {
		const uint64_t words[2] = {entry.line, solving_checksum(entry.scramble, entry.label)};
		about->source = XXH3_64bits_withSeed(words, sizeof words, about->source);
		about->n_items = entry.number;
	}
	/* Of a list that is no shard, whoever solves it complains. */
	const int status = interrupted_by() != 0        ? interrupted_by()
	                   : solve_options.shard.n == 0 ? EXIT_SOLVED
	                                                : entries_complain_of_list(list, next, source.name);
	list_close(list);
	return status == EXIT_SOLVED && lseek(source.fd, 0, SEEK_SET) != 0 ? complain_of_errno(source.name)
	                                                                   : status;
}

/* Of --shard K/N: a part of the list, for one of many tasks on any hosts. */
static int open_shard(void)
{
	struct shard_about about = {.shard = solve_options.shard, .work = "batch"};
	if (!is_file())
		return usage_error("%s: --shard reads the list twice; name a file", source.name);
	if (solve_options.output_path != NULL && text_equal(solve_options.output_path, "-"))
		return usage_error("--shard writes a file of its own; -o names its directory");
	solve_options.keeps_duplicates = true;  /* a shard does not know the cubes of the others */
	const int status = survey(&about);
	if (status != EXIT_SOLVED)
		return status;
	about.options = solve_options_identity(FOR_BATCH);
	about.head = record_head(solve_options.format, true);
	return output_open_shard(&about, solve_options.format, solve_options_problem(),
	                         solve_options.output_path, solve_options.may_overwrite);
}

static int solve_list(void)
{
	const bool is_shard = solve_options.shard.n != 0;
	source.n_cubes = UINT64_MAX;
	int status = is_shard ? open_shard() : output_open(source.fd);
	if (status != EXIT_SOLVED)
		return status;
	if (!is_shard && output.is_sealed && is_file()) {
		struct shard_about file = {.n_items = 0};
		status = survey(&file);
		source.n_cubes = file.n_items;
	}
	if (solve_options.stats & STATS_ONLY && status == EXIT_SOLVED)
		*output.head = '\0';
	if (status == EXIT_SOLVED && !output.is_complete) {
		status = solve_source();
		if (!is_quiet)
			print_summary();
	}
	if (!is_shard) {
		/* A run that did not come to its end says how to go on. */
		const bool is_cut_off = !output.has_ended && status != EXIT_INPUT && output.is_sealed;
		if (is_cut_off && source.n_cubes != UINT64_MAX)
			complain("%s: %" PRIu64 " of %s done, %" PRIu64 " left; the same command with --resume continues",
			         output.path, output.n_done, words_of(source.n_cubes, "cube"),
			         source.n_cubes > output.n_done ? source.n_cubes - output.n_done : 0);
		else if (is_cut_off)
			complain("%s: %s done; the same command and input with --resume continues", output.path,
			         words_of(output.n_done, "cube"));
		status = output_close(status);
	} else {
		if (status == EXIT_SOLVED && output.has_ended && !output.is_complete
		    && output.n_done < output.n_items)
			complain("%s: fewer cubes than at the first reading; the file was changed in between",
			         source.name);
		status = output_close_shard(status);
	}
	if (solve_options.stats != 0 && !batch_stats_print())
		return complain_of_memory();
	return status == EXIT_SOLVED && output.n_of_kind[RESULT_SOLVED] < output.n_done ? EXIT_NOT_SOLVED
	                                                                                : status;
}

/* ---- the command ---- */

static int run(int argc, char **argv)
{
	const int first = solve_options_read(
		argc, argv, FOR_BATCH,
		"batch [OPTION...] FILE\n\n"
		"Solve a list of cubes, several at once, and write the results in its order.  FILE (- is standard input) holds one\n"
		"cube a line, or is a file of a timer or scrambler (--from).  An invalid line becomes a record that says why; the\n"
		"others are solved.  SIGUSR1 prints one line of progress on standard error.");
	if (first < 0)
		return ~first;
	if (!searcher_agrees())
		return EXIT_USAGE;
	if (argc - first != 1)
		return usage_error(
			"%s: expected one FILE, or - for standard input; `superflip batch --help` describes it", argv[0]);
	if (solve_options.stats & STATS_ONLY
	    && (solve_options.output_path != NULL || solve_options.shard.n != 0 || solve_options.explains))
		return usage_error("--stats-only writes no records; not with -o, --shard or --explain");
	const bool is_stdin = text_equal(argv[first], "-");
	const char *const name = source.name = is_stdin ? "standard input" : argv[first];
	source.fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	if (source.fd < 0) {
		superflip_cube *cube;
		const int status = complain_of_errno(name);
		/* A scramble in the place of a list. */
		if (*name != '\0'
		    && superflip_cube_parse(problem->puzzle, name, problem->read_options, &cube, NULL)
		           == SUPERFLIP_OK) {
			complain("batch takes a FILE; `superflip solve \"%s\"` solves a scramble", name);
			superflip_cube_free(cube);
		}
		return status;
	}
	catch_interrupts();
	return solve_list();
}

const struct command command_batch = {
	"batch", "solve a list, in order, several cubes at once", .run = run,
};
