#include "cluster/shard.h"

#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static_assert(SHARD_WORK_MAX == 16, "take_identity() reads 15 characters");

enum {
	PREFIX_MAX = 32,  /* "ITEM KIND " before a record's text */
	COPY_BYTES = 1 << 16, NAMES_MAX = 10000,
};

/* ---- writing ---- */

char *shard_identity(const struct shard_about *a)
{
	char *text;
	const int n = asprintf(&text, "work=%s\nitems=%" PRIu64 "\nsource=%016" PRIx64 "\nshards=%" PRIu32 "\nshard=%" PRIu32 "\n%s",
	                       a->work, a->n_items, a->source, a->shard.n, a->shard.index, a->options);
	return n >= 0 ? text : NULL;
}

enum record_log_status shard_write_head(struct record_log *log, const struct shard_about *about)
{
	const char *const head = about->head != NULL ? about->head : "";
	return record_log_append(log, head, strlen(head));
}

enum record_log_status shard_write(struct record_log *log, const struct shard_record *r)
{
	char *const text = malloc(PREFIX_MAX + r->size);
	if (text == NULL)
		return RECORD_LOG_NO_MEMORY;
	const size_t n = (size_t)sprintf(text, "%" PRIu64 " %u ", r->item, r->kind);
	memcpy(text + n, r->text, r->size);
	const enum record_log_status status = record_log_append(log, text, n + r->size);
	free(text);
	return status;
}

/* ---- reading ---- */

/* What shard_identity() has written, and nothing else: it is written once more and compared. */
static enum record_log_status take_identity(const struct record_log *log, struct shard_about *a)
{
	int end = 0;
	const int n = sscanf(log->head, SHARD_FORMAT "\nwork=%15[^\n]\nitems=%" SCNu64 "\nsource=%" SCNx64 "\nshards=%" SCNu32 "\n"
	                     "shard=%" SCNu32
	                     "\n%n", a->work, &a->n_items, &a->source, &a->shard.n, &a->shard.index, &end);
	if (n != 5 || end == 0 || a->n_items > UINT64_MAX >> 8 || a->shard.n > SHARDS_MAX || a->shard.index < 1
	    || a->shard.index > a->shard.n
	    || (size_t)snprintf(a->options, sizeof a->options, "%s", log->head + end) >= sizeof a->options)
		return RECORD_LOG_FOREIGN;
	a->block_items = shard_block_items(a->n_items, a->shard.n);
	char *const again = shard_identity(a);
	const bool is_same = again != NULL && strcmp(log->head + strlen(SHARD_FORMAT) + 1, again) == 0;
	const bool has_memory = again != NULL;
	free(again);
	return !has_memory ? RECORD_LOG_NO_MEMORY : is_same ? RECORD_LOG_OK : RECORD_LOG_FOREIGN;
}

static enum record_log_status read_head(struct shard_about *about, struct record_log *log, char *detail)
{
	const char *head;
	size_t size;
	enum record_log_status status = take_identity(log, about);
	if (status == RECORD_LOG_FOREIGN)
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "its first lines are not those of a shard");
	if (status != RECORD_LOG_OK)
		return status;
	status = record_log_next(log, &head, &size);
	if (status == RECORD_LOG_END) {
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "cut off or damaged");
		return RECORD_LOG_DAMAGED;
	}
	if (status == RECORD_LOG_OK)
		about->head = strdup(head);
	return status != RECORD_LOG_OK ? status : about->head != NULL ? RECORD_LOG_OK : RECORD_LOG_NO_MEMORY;
}

enum record_log_status shard_open(const char *path, struct shard_about *about, struct record_log *log, char *detail)
{
	*about = (struct shard_about){.n_items = 0};
	enum record_log_status status = record_log_read(path, SHARD_FORMAT, log, detail);
	if (status != RECORD_LOG_OK)
		return status;
	status = read_head(about, log, detail);
	if (status != RECORD_LOG_OK) {
		free(about->head);
		record_log_close(log);
	}
	return status;
}

enum record_log_status shard_next(const struct shard_about *about, struct record_log *log, struct shard_record *out)
{
	const char *record;
	char *end;
	size_t size;
	const enum record_log_status status = record_log_next(log, &record, &size);
	if (status != RECORD_LOG_OK)
		return status;
	out->item = strtoull(record, &end, 10);
	const size_t n_item = (size_t)(end - record);
	if (n_item == 0 || n_item + 3 > size || end[0] != ' ' || end[2] != ' ' || end[1] < '0' || end[1] >= '0' + N_SHARD_KINDS
	    || out->item >= about->n_items || !shard_has(about, out->item))
		return RECORD_LOG_END;
	out->kind = (unsigned)(end[1] - '0');
	out->text = end + 3;
	out->size = size - n_item - 3;
	return RECORD_LOG_OK;
}

enum record_log_status shard_check(const struct shard_about *about, struct record_log *log, uint64_t n_of_kind[N_SHARD_KINDS])
{
	struct shard_record record;
	struct stat file;
	memset(n_of_kind, 0, N_SHARD_KINDS * sizeof *n_of_kind);
	for (uint64_t i = 0, n = shard_items(about); i < n; i++) {
		const enum record_log_status status = shard_next(about, log, &record);
		if (status != RECORD_LOG_OK && status != RECORD_LOG_END)
			return status;
		if (status == RECORD_LOG_END || record.item != shard_item(about, i))
			return RECORD_LOG_DAMAGED;
		n_of_kind[record.kind]++;
	}
	return fstat(log->fd, &file) == 0 && (uint64_t)file.st_size == log->end ? RECORD_LOG_OK : RECORD_LOG_DAMAGED;
}

/* ---- parts ---- */

/* Copy a file that may still grow. */
static int copy_bytes(int from, int to)
{
	char buffer[COPY_BYTES];
	ptrdiff_t n;
	for (uint64_t at = 0; (n = file_read_at(from, buffer, sizeof buffer, at)) > 0; at += (uint64_t)n)
		if (!file_write_at(to, buffer, (size_t)n, at))
			return errno;
	return n < 0 ? errno : 0;
}

/* A part that vanishes meanwhile was somebody's who is done with it. */
static int adopt(const char *from_path, int own)
{
	const int from = open(from_path, O_RDONLY | O_CLOEXEC);
	if (from < 0)
		return errno == ENOENT || errno == ESTALE ? 0 : errno;
	int error = copy_bytes(from, own);
	close(from);
	if (error == 0 && fdatasync(own) != 0)  /* a power cut must not take the copy after the original was removed */
		error = errno;
	/* Nobody needs it beside its copy.  Where locks do not reach other hosts, one may be removed that is still written there: its owner
	 * fails or finds the shard complete, and nothing is lost. */
	if (error == 0)
		file_remove_unlocked(from_path);
	return error == ESTALE ? 0 : error;
}

static int adopt_longest(const char *shard_path, int own)
{
	glob_t found;
	const char *longest = NULL;
	off_t size = 0;
	if (!file_find(shard_path, ".part-*", &found))
		return 0;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct stat part;
		if (stat(found.gl_pathv[i], &part) != 0 || part.st_size <= size)
			continue;
		longest = found.gl_pathv[i];
		size = part.st_size;
	}
	const int error = longest != NULL ? adopt(longest, own) : 0;
	globfree(&found);
	return error;
}

/* The host's name tells people where a part comes from; that the name is new makes it ours. */
static int create_own(const char *shard_path, char path[PATH_MAX])
{
	char host[65] = "";
	gethostname(host, sizeof host - 1);
	for (char *c = host; *c != '\0'; c++)
		*c = *c == '/' ? '-' : *c;
	for (unsigned i = 0; i < NAMES_MAX; i++) {
		errno = ENAMETOOLONG;
		if (snprintf(path, PATH_MAX, "%s.part-%s-%ld-%u", shard_path, host, (long)getpid(), i) >= PATH_MAX)
			return -1;
		const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0 || errno != EEXIST)
			return fd;
	}
	return -1;
}

int shard_part_begin(const char *shard_path, char path[PATH_MAX])
{
	const int own = create_own(shard_path, path);
	if (own < 0)
		return errno;
	const int error = adopt_longest(shard_path, own);
	close(own);
	if (error != 0)
		unlink(path);  /* on a full disk no copies gather */
	return error;
}

void shard_part_remove_all(const char *shard_path)
{
	file_remove_found(shard_path, ".part-*");
	file_remove_temporaries(shard_path);
}
