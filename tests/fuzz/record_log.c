/* Record logs, as batch --resume and as merge read them: nothing is believed that is not there.
 *
 * The input is a head up to an empty line, then a record a line, then, after a byte 0xff, bytes of which nothing is made right.  What a
 * fuzzer cannot guess is made right: sizes and checksums, and in a record the word SUM, which becomes the checksum of the results up
 * to the number before it. */
#include "cluster/merge.h"
#include "fuzz/fuzz.h"
#include "report/resume.h"

#include <inttypes.h>
#include <xxhash.h>

enum { N_RESULTS = 300, LINE_MAX_BYTES = 4096 };

struct writer {
	int fd;
	uint64_t checksum, n_results;   /* the results that entries have used */
};

static void put(int fd, const void *bytes, size_t n)
{
	CLAIM(write(fd, bytes, n) == (ssize_t)n);
}

static uint8_t result_at(uint64_t i)
{
	return (uint8_t)(i * 7 + i / 11);
}

/* "CUBE END SUM KIND" */
static size_t fill_in(struct writer *w, char *line, size_t n)
{
	uint64_t cube, end;
	unsigned kind;
	uint8_t bytes[N_RESULTS];
	line[n] = '\0';
	if (sscanf(line, "%" SCNx64 " %" SCNu64 " SUM %u", &cube, &end, &kind) != 3 || end > N_RESULTS || end < w->n_results)
		return n;
	for (uint64_t i = w->n_results; i < end; i++)
		bytes[i] = result_at(i);
	const uint64_t sum = XXH3_64bits(bytes + w->n_results, (size_t)(end - w->n_results));
	w->n_results = end;
	return (size_t)snprintf(line, LINE_MAX_BYTES, "%016" PRIx64 " %" PRIu64 " %016" PRIx64 " %u", cube, end, sum, kind);
}

static void put_record(struct writer *w, const uint8_t *data, size_t n)
{
	char line[LINE_MAX_BYTES + 1], frame[64];
	n = n < LINE_MAX_BYTES ? n : LINE_MAX_BYTES;
	memcpy(line, data, n);
	n = fill_in(w, line, n);
	w->checksum = XXH3_64bits_withSeed(line, n, w->checksum);
	put(w->fd, frame, (size_t)sprintf(frame, "%zu %016" PRIx64 " ", n, w->checksum));
	put(w->fd, line, n);
	put(w->fd, "\n", 1);
}

static int make_file(const uint8_t *data, size_t size)
{
	const uint8_t *const raw = memchr(data, 0xff, size);
	const size_t n = raw != NULL ? (size_t)(raw - data) : size;
	const uint8_t *const blank = memmem(data, n, "\n\n", 2);
	const size_t n_head = blank != NULL ? (size_t)(blank - data) + 1 : n;
	struct writer w = {.fd = fuzz_file(data, n_head), .checksum = XXH3_64bits(data, n_head)};
	lseek(w.fd, 0, SEEK_END);
	if (blank != NULL)
		put(w.fd, "\n", 1);
	for (size_t at = n_head + 1; at < n;) {
		const uint8_t *const end = memchr(data + at, '\n', n - at);
		const size_t n_line = end != NULL ? (size_t)(end - data) - at : n - at;
		put_record(&w, data + at, n_line);
		at += n_line + 1;
	}
	if (raw != NULL)
		put(w.fd, raw + 1, size - n - 1);
	return w.fd;
}

static void check_resume(const char *path)
{
	uint8_t bytes[N_RESULTS];
	char detail[RECORD_LOG_DETAIL_MAX] = "";
	struct resume r;
	for (uint64_t i = 0; i < N_RESULTS; i++)
		bytes[i] = result_at(i);
	const int results = fuzz_file(bytes, sizeof bytes);
	if (resume_open(path, "a=1\n", results, &r, detail) == RECORD_LOG_OK) {
		CLAIM(r.done.bytes <= N_RESULTS && r.done.n_records <= N_RESULTS && r.n_cubes == r.done.n_records);
		CLAIM(r.done.n_of_kind[0] + r.done.n_of_kind[1] + r.done.n_of_kind[2] == r.done.n_records);
		CLAIM(lseek(results, 0, SEEK_END) == (off_t)(r.is_altered ? N_RESULTS : r.done.bytes));
		if (!r.is_altered)
			CLAIM(resume_append(&r, 7, "x", 1, RESUME_SOLVED) == RECORD_LOG_OK && resume_complete(&r) == RECORD_LOG_OK);
		resume_close(&r);
	}
	CLAIM(memchr(detail, '\0', sizeof detail) != NULL);
	close(results);
}

static bool goes_on(void)
{
	return true;
}

static void check_merge(const char *path)
{
	struct merge m = {0};
	char detail[RECORD_LOG_DETAIL_MAX] = "", *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	CLAIM(out != NULL);
	const enum record_log_status added = merge_add(&m, path, detail);
	CLAIM(merge_add(&m, path, detail) == added);
	if (added == RECORD_LOG_OK) {
		const struct shard_about *const a = &m.about;
		char name[SHARD_NAME_MAX];
		uint64_t n = 0;
		shard_name(a, name);
		for (unsigned k = 0; k < N_SHARD_KINDS; k++)
			n += m.n_of_kind[k];
		CLAIM(n == shard_items(a) && !merge_lacks(&m, a->shard.index));
		if (a->shard.n == 1)
			CLAIM(merge_run(&m, out, goes_on) == RECORD_LOG_OK);
	}
	fclose(out);
	free(text);
	merge_free(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[64];
	const int fd = make_file(data, size);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	check_merge(path);
	check_resume(path);
	close(fd);
	return 0;
}
