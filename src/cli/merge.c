/* superflip merge: the results of shards, joined in the order of the list. */
#include "base/file.h"
#include "base/words.h"
#include "cli/cli.h"
#include "cli/new_file.h"
#include "cli/option.h"
#include "cli/verify_state.h"
#include "cluster/merge.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct merge_options {
	const char *path;             /* NULL: standard output */
	bool may_overwrite, only_checks, is_quiet;
};

#define IN(field) OPTION_IN(struct merge_options, field)
static const struct option_row rows[] = {
	{'o', 1, "output", "FILE", "write to FILE, which appears when it is complete; -: standard\noutput, the default", OPTION_TEXT,
	 IN(path)},
	{'f', 1, "force", NULL, "replace FILE if it exists", OPTION_FLAG, IN(may_overwrite)},
	{'c', 1, "check", NULL, "only say what is missing", OPTION_FLAG, IN(only_checks)},
	{'q', 1, "quiet", NULL, "print only errors", OPTION_FLAG, IN(is_quiet)},
};
static const struct option_set option_set = {
	.rows = rows, .n_rows = sizeof rows / sizeof *rows, .user = 1,
	.usage = "merge [OPTION...] SHARD... -o FILE\n\n"
	         "Join what runs with --shard K/N have written, in the order of the list; check that no\n"
	         "shard is missing, cut off, damaged, of another list or of other options, and say which\n"
	         "to run again.  A directory stands for all files in it that end in .shard.  Two files of\n"
	         "one shard count as one.",
	.misuse = "merge: expected files that --shard has written, or their directory; `superflip merge --help` describes it",
	.min_arguments = 1, .max_arguments = INT_MAX,
	.more = "exit status: 0 joined; 1 joined, but some cubes were not solved or some lines are wrong;\n"
	        "2 usage; 3 shards are missing, damaged or of another list, and nothing is written;\n"
	        "4 I/O error; 5 not enough memory",
};

enum { LIST_BYTES = 12000 };  /* of shards that are missing */

/* What the kinds of records are called, and whether all is well. */
static const struct work {
	const char *name, *item, *kind[SHARD_UNCHECKED];
	bool is_bad[SHARD_UNCHECKED];
} works[] = {
	{"batch", "cube", {"solved", "unsolved", "invalid"}, {false, true, true}},
	{"coset-list", "coset", {"complete", "counted", "incomplete"}, {false, false, true}},
	{"coset-sample", "coset", {NULL}, {false}},
	{"verify", "line", {"right", "wrong", "unproved", "invalid", "without a solution"}, {false, true, true, true}},
};
enum { N_WORKS = sizeof works / sizeof *works };

/* ---- adding ---- */

static bool is_same_file(const char *path, const char *other)
{
	struct stat a, b;
	return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* A file of something else, or of other shards, is to be left out; a damaged one is as if it were missing. */
static int add_file(struct merge *m, const char *path, const char *output, bool *is_refused)
{
	char detail[RECORD_LOG_DETAIL_MAX];
	if (output != NULL && is_same_file(path, output))
		return complain_and(EXIT_TABLE, "%s: is one of the files to join; name another output", output);
	switch (merge_add(m, path, detail)) {
	case RECORD_LOG_OK:
		return EXIT_SOLVED;
	case RECORD_LOG_NO_MEMORY:
		return complain_of_memory();
	case RECORD_LOG_FOREIGN:
	case RECORD_LOG_DIFFERENT:
		*is_refused = true;
		return complain_and(EXIT_SOLVED, "%s: %s; leave it out", path, detail);
	case RECORD_LOG_DAMAGED:
		return complain_and(EXIT_SOLVED, "%s: %s", path, detail);
	default:
		return complain_of_errno(path);
	}
}

static int add_directory(struct merge *m, const char *path, const char *output, bool *is_refused)
{
	glob_t found;
	int status = EXIT_SOLVED;
	if (!file_find(path, "/*.shard", &found) && errno != 0)
		return complain_of_errno(path);
	for (size_t i = 0; i < found.gl_pathc && status == EXIT_SOLVED; i++)
		status = add_file(m, found.gl_pathv[i], output, is_refused);
	if (found.gl_pathc == 0)
		complain("%s: no shard in this directory", path);
	globfree(&found);
	return status;
}

static int add_all(struct merge *m, char **paths, int n, const char *output, bool *is_refused)
{
	for (int i = 0; i < n; i++) {
		struct stat there;
		const bool is_directory = stat(paths[i], &there) == 0 && S_ISDIR(there.st_mode);
		const int status = (is_directory ? add_directory : add_file)(m, paths[i], output, is_refused);
		if (status != EXIT_SOLVED)
			return status;
	}
	return EXIT_SOLVED;
}

/* ---- what is missing ---- */

/* "3,7-9", cut to the size. @return how many shards there is no whole file of */
static uint32_t find_missing(const struct merge *m, char *text, size_t size)
{
	const uint32_t n = m->about.shard.n;
	uint32_t n_missing = 0;
	*text = '\0';
	for (uint32_t i = 1, last; i <= n; i = last + 1) {
		last = i;
		if (!merge_lacks(m, i))
			continue;
		while (last < n && merge_lacks(m, last + 1))
			last++;
		const size_t length = strlen(text);
		snprintf(text + length, size - length, last > i ? "%s%" PRIu32 "-%" PRIu32 : "%s%" PRIu32, n_missing > 0 ? "," : "", i,
		         last);
		n_missing += last - i + 1;
	}
	return n_missing;
}

static bool lacks_any(const struct merge *m)
{
	char missing[LIST_BYTES];
	const uint32_t n_missing = m->reader != NULL ? find_missing(m, missing, sizeof missing) : 0;
	if (m->reader == NULL)
		complain("no shard to join");
	else if (n_missing > 0)
		complain("%" PRIu32 " of %" PRIu32 " shards are missing or damaged; run these again: %s", n_missing, m->about.shard.n,
		         missing);
	return m->reader == NULL || n_missing > 0;
}

static bool goes_on(void)
{
	return interrupted_by() == 0;
}

/* ---- joining ---- */

static int fail_of(enum record_log_status status, const char *path)
{
	if (interrupted_by() != 0)
		return 128 + interrupted_by();
	if (status == RECORD_LOG_NO_MEMORY)
		return complain_of_memory();
	if (status == RECORD_LOG_IO)
		return complain_of_errno(path);
	return complain_and(EXIT_INPUT, "a shard was changed while it was read");
}

static int join_to_standard_output(struct merge *m)
{
	enum record_log_status status = merge_run(m, stdout, goes_on);
	if (status == RECORD_LOG_OK && fflush(stdout) != 0)
		status = RECORD_LOG_IO;
	return status == RECORD_LOG_OK ? EXIT_SOLVED : fail_of(status, "standard output");
}

static int join_to_file(struct merge *m, const struct merge_options *o)
{
	struct new_file out;
	const int begun = new_file_begin(o->path, o->may_overwrite, &out);
	if (begun != EXIT_SOLVED)
		return begun;
	const enum record_log_status joined = merge_run(m, out.file, goes_on);
	const int status = joined == RECORD_LOG_OK ? EXIT_SOLVED : fail_of(joined, o->path);
	const int ended = new_file_end(&out, joined == RECORD_LOG_OK);
	return status != EXIT_SOLVED ? status : ended;
}

/* A line as batch or verify prints it. @return the exit status */
static int conclude(const struct merge *m, bool is_quiet)
{
	const struct shard_about *const about = &m->about;
	uint64_t n_unchecked = 0;
	const struct work *work = works;
	while (work < works + N_WORKS && strcmp(work->name, about->work) != 0)
		work++;
	const bool is_known = work < works + N_WORKS;
	char text[200] = "", unchecked[VERIFY_UNCHECKED_BYTES];
	int status = EXIT_SOLVED;
	for (unsigned k = 0; is_known && k < SHARD_UNCHECKED && work->kind[k] != NULL; k++) {
		const uint64_t n = m->n_of_kind[k] + m->n_of_kind[SHARD_UNCHECKED + k];
		n_unchecked += m->n_of_kind[SHARD_UNCHECKED + k];
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s %" PRIu64 " %s", k == 0 ? ":" : ",", n, work->kind[k]);
		if (work->is_bad[k] && n > 0)
			status = EXIT_NOT_SOLVED;
	}
	verify_describe_unchecked(n_unchecked, unchecked);
	if (!is_quiet)
		complain("%s, %s%s%s", words_of(about->shard.n, "shard"), words_of(about->n_items, is_known ? work->item : "item"),
		         text, unchecked);
	return status;
}

static int run(struct merge *m, const struct merge_options *o, char **paths, int n)
{
	bool is_refused = false;
	int status = o->path != NULL ? new_file_check(o->path, o->may_overwrite) : EXIT_SOLVED;
	if (status == EXIT_SOLVED)
		status = add_all(m, paths, n, o->path, &is_refused);
	if (status != EXIT_SOLVED)
		return status;
	if (lacks_any(m) || is_refused)
		status = EXIT_INPUT;
	else if (!o->only_checks)
		status = o->path == NULL ? join_to_standard_output(m) : join_to_file(m, o);
	if (status == EXIT_INPUT && !o->only_checks)
		complain("nothing is written");
	return status == EXIT_SOLVED ? conclude(m, o->is_quiet) : status;
}

int command_merge(int argc, char **argv)
{
	struct merge_options o = {0};
	int usage;
	const int first = option_set_read(&option_set, argc, argv, &o, &usage);
	if (first < 0)
		return usage;
	if (o.path != NULL && (o.only_checks || strcmp(o.path, "-") == 0))
		o.path = NULL;
	catch_interrupts(false);
	struct merge m = {0};
	const int status = run(&m, &o, argv + first, argc - first);
	merge_free(&m);
	return status;
}
