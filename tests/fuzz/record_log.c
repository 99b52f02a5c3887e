/* Record logs, as a journal of units is read: nothing is believed that is not there.
 *
 * The input is a head up to an empty line, then a record a line, then, after a byte 0xff, bytes of which
 * nothing is made right.  What a fuzzer cannot guess is made right: sizes and checksums. */
#include "cluster/unit_journal.h"
#include "fuzz/fuzz.h"

enum { LINE_MAX_BYTES = 4096 };

struct writer {
	int fd;
	uint64_t checksum;
};

static void put(int fd, const void *bytes, size_t n)
{
	CLAIM(write(fd, bytes, n) == (ssize_t)n);
}

static void put_record(struct writer *w, const uint8_t *data, size_t n)
{
	char line[LINE_MAX_BYTES + 1], frame[64];
	n = n < LINE_MAX_BYTES ? n : LINE_MAX_BYTES;
	memcpy(line, data, n);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[64], detail[RECORD_LOG_DETAIL_MAX] = "";
	const int fd = make_file(data, size);
	struct unit_journal j;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	if (unit_journal_read(path, &j, detail) == STATUS_OK) {
		for (uint64_t i = 0; i < j.n_entries; i++)
			CLAIM(j.entry[i].cube < j.n_cubes && j.entry[i].threshold <= SEARCH_MAX_LENGTH);
		for (uint64_t i = 0; i < j.n_solutions; i++)
			CLAIM(j.solution[i].cube < j.n_cubes && j.solution[i].threshold <= SEARCH_MAX_LENGTH);
		CLAIM(j.log.end + j.n_torn_bytes == (uint64_t)lseek(fd, 0, SEEK_END));
		unit_journal_close(&j);
	}
	CLAIM(memchr(detail, '\0', sizeof detail) != NULL);
	close(fd);
	return 0;
}
