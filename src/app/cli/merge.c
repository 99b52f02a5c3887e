/* superflip merge: the results of shards, joined in the order of the list. */
#include "cli/verify_state.h"

/* All zero but for the options: no file was added yet. */
static struct request {
	const char *output;                   /* NULL: standard output */
	bool may_overwrite, only_checks;
	bool has_refused;                     /* a file that is to be left out */
	char **path; /* of the files, owned; there may be more of them than a process may open */
	size_t n_paths, paths_capacity;
	struct place {
		size_t file;                  /* from 1; 0: no sound record was found */
		uint64_t at;
	} *place;                             /* of each item; NULL before the first file; owned */
	struct shard_about about;             /* of the first file: what all have in common */
	uint64_t n_of_kind[N_SHARD_KINDS];    /* totals of all items */
} request;

static const struct option_row rows[] = {
	ROW_TEXT('o', 1, "output", "FILE",
	         "write to FILE, which appears when it is complete; -: standard\noutput, the default", output),
	ROW_FLAG('f', 1, "force", "replace FILE if it exists", may_overwrite),
	ROW_FLAG('c', 1, "check", "only say what is missing", only_checks),
	ROW_QUIET(1, "print only errors"),
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
	{"verify",
	 "line",
	 {"right", "wrong", "unproved", "invalid", "without a solution"},
	 {false, true, true, true}},
};

static char detail[RECORD_LOG_DETAIL_MAX];  /* of what is wrong with a file */

/* ---- adding ---- */

/* Whether items of a shard, from 1, were not found. */
static bool lacks(uint32_t shard)
{
	struct shard_about about = request.about;
	about.shard.index = shard;
	const uint64_t n = shard_items(&about);
	uint64_t i = 0;
	while (i < n && request.place[shard_item(&about, i)].file != 0)
		i++;
	return i < n;
}

/* The first file says what the others must have in common. */
static enum status compare(struct shard_about *about)
{
	if (request.place == NULL) {
		request.about = *about;
		request.place = allocate(about->n_items + 1, sizeof *request.place);
		return STATUS_OK;
	}
	const char *a = request.about.options, *b = about->options;
	const bool has_options = record_log_skip_common(&a, &b, "\n");
	const bool is_same = has_options && record_log_columns_agree(about->head, request.about.head, detail);
	if (!has_options)
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "of another run: %.*s, the first file has %.*s",
		         (int)strcspn(b, "\n"), b, (int)strcspn(a, "\n"), a);
	shard_about_free(about);
	return is_same ? STATUS_OK : STATUS_DIFFERENT;
}

/* Read a file to its end, and note the items that it has and none before it.
 * @return STATUS_DAMAGED: something follows them that is not whole */
static enum status add_shard(const char *path)
{
	struct shard_about about;
	char *const copy = strdup(path);
	if (copy == NULL
	    || !array_append(&request.path, &request.n_paths, &request.paths_capacity, &copy, sizeof copy))
		end_without_memory();
	struct results file = {.in = fopen(path, "re")};
	enum status status = file.in == NULL ? STATUS_IO : shard_read_about(&file, &about, detail);
	if (status == STATUS_OK)
		status = compare(&about);
	while (status == STATUS_OK && (status = results_next(&file)) == STATUS_OK) {
		const uint64_t item = file.seal.number - 1;
		if (item >= request.about.n_items || file.seal.kind >= N_SHARD_KINDS || request.place[item].file != 0)
			continue;
		request.place[item] = (struct place){request.n_paths, file.end - file.size};
		request.n_of_kind[file.seal.kind]++;
	}
	if (status == STATUS_END) {
		status = file.size == 0 ? STATUS_OK : STATUS_DAMAGED;
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "cut off or damaged");
	}
	results_close(&file);
	return status;
}

/* A file of something else, or of other shards, is to be left out; a damaged one is as if it were missing. */
static const struct log_words words[N_STATUS] = {
	[STATUS_FOREIGN] = {EXIT_SOLVED, "%s: %s; leave it out"},
	[STATUS_DIFFERENT] = {EXIT_SOLVED, "%s: %s; leave it out"},
	[STATUS_DAMAGED] = {EXIT_SOLVED, "%s: %s"},
};

static int add_file(const char *path)
{
	struct stat a, b;
	if (request.output != NULL && stat(path, &a) == 0 && stat(request.output, &b) == 0 && a.st_dev == b.st_dev
	    && a.st_ino == b.st_ino)
		return complain_and(EXIT_TABLE, "%s: is one of the files to join; name another output",
		                    request.output);
	const enum status status = add_shard(path);
	request.has_refused |= status == STATUS_FOREIGN || status == STATUS_DIFFERENT;
	return new_file_complain_of_log(words, path, status, detail);
}

/* A file, or all shards of a directory. */
static int add_path(const char *path)
{
	struct stat there;
	glob_t found;
	int status = EXIT_SOLVED;
	if (stat(path, &there) != 0 || !S_ISDIR(there.st_mode))
		return add_file(path);
	if (!file_find(path, "/*.shard", &found) && errno != 0)
		return complain_of_errno(path);
	items_foreach(shard, found.gl_pathv, found.gl_pathc)
		if (status == EXIT_SOLVED)
			status = add_file(*shard);
	if (found.gl_pathc == 0)
		complain("%s: no shard in this directory", path);
	globfree(&found);
	return status;
}

/* ---- what is missing ---- */

/* Whether there are shards without a whole file, named as "3,7-9". */
static bool lacks_any(void)
{
	const uint32_t n = request.about.shard.n;
	uint32_t n_missing = 0;
	char text[LIST_BYTES] = "";
	for (uint32_t i = 1, last; i <= n; i = last + 1) {
		last = i;
		if (!lacks(i))
			continue;
		while (last < n && lacks(last + 1))
			last++;
		const size_t length = strlen(text);
		snprintf(text + length, sizeof text - length,
		         last > i ? "%s%" PRIu32 "-%" PRIu32 : "%s%" PRIu32, n_missing > 0 ? "," : "", i,
		         last);
		n_missing += last - i + 1;
	}
	if (request.place == NULL)
		complain("no shard to join");
	else if (n_missing > 0)
		complain("%" PRIu32 " of %" PRIu32 " shards are missing or damaged; run these again: %s",
		         n_missing, n, text);
	return request.place == NULL || n_missing > 0;
}

/* ---- joining ---- */

/* The records in order, compared with their seals once more; those of batch keep them, so that --resume goes
 * on with what is joined.
 * @return STATUS_DAMAGED: a file was changed meanwhile */
static enum status join(FILE *out)
{
	const bool is_batch = text_equal(request.about.work, "batch");
	struct results in = {.in = NULL};
	size_t file = 0;
	enum status status = printable_write_lines(request.about.head, strlen(request.about.head), out)
	                                        ? STATUS_OK
	                                        : STATUS_IO;
	for (uint64_t i = 0; i < request.about.n_items && status == STATUS_OK; i++) {
		const struct place *const place = &request.place[i];
		if (place->file != file) {
			results_close(&in);
			file = place->file;
			in.in = fopen(request.path[file - 1], "re");
		}
		if (in.in == NULL || (in.end != place->at && fseeko(in.in, (off_t)place->at, SEEK_SET) != 0)
		    || interrupted_by() != 0) {
			status = STATUS_IO;
			break;
		}
		in.end = place->at;
		status = results_next(&in);
		if (status == STATUS_END || (status == STATUS_OK && in.seal.number != i + 1))
			status = STATUS_DAMAGED;
		else if (status == STATUS_OK
		         && (!printable_write_lines(in.text, is_batch ? in.size : in.plain_size, out)
		             || (!is_batch && in.plain_size > 0 && fputc('\n', out) == EOF)))
			status = STATUS_IO;
	}
	results_close(&in);
	return status;
}

/* @return EXIT_SOLVED; else complained */
static int join_to(void)
{
	struct new_file file = {.file = stdout};
	int status =
		request.output != NULL ? new_file_begin(request.output, request.may_overwrite, &file) : EXIT_SOLVED;
	if (status != EXIT_SOLVED)
		return status;
	enum status joined = join(file.file);
	if (request.output == NULL && joined == STATUS_OK && fflush(stdout) != 0)
		joined = STATUS_IO;
	if (joined != STATUS_OK && interrupted_by() != 0)
		status = interrupted_by();
	else if (joined == STATUS_DAMAGED)
		status = complain_and(EXIT_INPUT, "a shard was changed while it was read");
	else
		status = new_file_complain_of_log(words, request.output != NULL ? request.output : "standard output", joined,
		                                  "");
	const int ended = request.output != NULL ? new_file_end(&file, joined == STATUS_OK) : EXIT_SOLVED;
	return status != EXIT_SOLVED ? status : ended;
}

/* A line as batch or verify prints it. @return the exit status */
static int conclude(void)
{
	const struct shard_about *const about = &request.about;
	uint64_t n_unchecked = 0;
	struct work work = {.item = "item"};
	array_foreach(known, works)
		if (text_equal(known->name, about->work))
			work = *known;
	char text[200] = "";
	int status = EXIT_SOLVED;
	for (unsigned k = 0; k < SHARD_UNCHECKED && work.kind[k] != NULL; k++) {
		const uint64_t n = request.n_of_kind[k] + request.n_of_kind[SHARD_UNCHECKED + k];
		n_unchecked += request.n_of_kind[SHARD_UNCHECKED + k];
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s %" PRIu64 " %s", k == 0 ? ":" : ",", n,
		         work.kind[k]);
		if (work.is_bad[k] && n > 0)
			status = EXIT_NOT_SOLVED;
	}
	remark("%s, %s%s%s%s%s", words_of(about->shard.n, "shard"), words_of(about->n_items, work.item), text,
	       VERIFY_UNCHECKED(n_unchecked));
	return status;
}

static COMMAND_RUN(run)
{
	if (request.output != NULL && (request.only_checks || text_equal(request.output, "-")))
		request.output = NULL;
	catch_interrupts();
	int status = request.output != NULL ? new_file_check(request.output, request.may_overwrite) : EXIT_SOLVED;
	items_foreach(argument, arguments, n)
		if (status == EXIT_SOLVED)
			status = add_path(*argument);
	if (status == EXIT_SOLVED && (lacks_any() || request.has_refused))
		status = EXIT_INPUT;
	else if (status == EXIT_SOLVED && !request.only_checks)
		status = join_to();
	if (status == EXIT_INPUT && !request.only_checks)
		complain("nothing is written");
	return status == EXIT_SOLVED ? conclude() : status;
}

const struct command command_merge = {
	"merge",
	"join the results of shards of a list, checked and in order",
	run,
	&request,
	{
		OPTION_SET(rows, 1),
		.usage = "merge [OPTION...] SHARD... -o FILE\n\n"
				 "Join what runs with --shard K/N have written, in the order of the list; check that no\n"
				 "shard is missing, cut off, damaged, of another list or of other options, and say which\n"
				 "to run again.  A directory stands for all files in it that end in .shard.  Two files of\n"
				 "one shard count as one.",
		.misuse =
			"merge: expected files that --shard has written, or their directory; `superflip merge --help` describes it",
		.min_arguments = 1,
		.max_arguments = INT_MAX,
		.more = "exit status: 0 joined; 1 joined, but some cubes were not solved or some lines are wrong;\n"
				"2 usage; 3 shards are missing, damaged or of another list, and nothing is written;\n"
				"4 I/O error; 5 not enough memory",
	},
};
