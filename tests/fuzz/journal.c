/* A journal of `batch --resume`, and results beside it: nothing is believed that is not there.
 *
 * The input is the journal's header, up to a NUL; two bytes, how many bytes of results there are; these; then the checksums of
 * the list and the entries.  What a fuzzer cannot guess is made right: the blanks of the header, its options, the list that it
 * is compared with, and the checksums of records, unless an entry's begins with 0xff. */
#include "fuzz/fuzz.h"
#include "report/journal.h"

#include <endian.h>
#include <xxhash.h>

enum { ENTRY_BYTES = 32, CHECKSUM_BYTES = 8 };

struct input {
	char header[JOURNAL_HEADER_BYTES];
	const uint8_t *results;
	size_t n_results;
	uint8_t *body;                /* owned */
	size_t n_body;
};

static struct input split(const uint8_t *data, size_t size)
{
	struct input in;
	const size_t n_header = strnlen((const char *)data, size), rest = size > n_header ? n_header + 1 : size;
	memset(in.header, ' ', sizeof in.header);
	memcpy(in.header, data, n_header < sizeof in.header ? n_header : sizeof in.header);
	in.header[sizeof in.header - 1] = '\n';
	const size_t left = size - rest, wanted = left >= 2 ? (size_t)data[rest] << 8 | data[rest + 1] : 0;
	in.results = data + rest + (left >= 2 ? 2 : left);
	in.n_results = left < 2 ? 0 : wanted < left - 2 ? wanted : left - 2;
	in.n_body = left < 2 ? 0 : left - 2 - in.n_results;
	in.body = malloc(in.n_body + 1);
	CLAIM(in.body != NULL);
	memcpy(in.body, in.results + in.n_results, in.n_body);
	return in;
}

/* The entries follow the checksums of the list. */
static void make_checksums_right(const struct input *in, uint64_t n_cubes)
{
	uint64_t begin = 0, end;
	size_t at = n_cubes == UINT64_MAX ? 0 : n_cubes < in->n_body / CHECKSUM_BYTES ? (size_t)n_cubes * CHECKSUM_BYTES : in->n_body;
	for (; at + ENTRY_BYTES <= in->n_body; at += ENTRY_BYTES, begin = end) {
		memcpy(&end, in->body + at + 8, sizeof end);
		end = le64toh(end);
		if (end < begin || end > in->n_results)
			return;
		const uint64_t record = htole64(XXH3_64bits(in->results + begin, (size_t)(end - begin)));
		if (in->body[at + 16] != 0xff)
			memcpy(in->body + at + 16, &record, sizeof record);
	}
}

/* The list that the journal was written for. */
struct cubes { const struct input *in; uint64_t n, i; };

static int next_cube(void *context, uint64_t *checksum)
{
	struct cubes *const cubes = context;
	if (cubes->i >= cubes->n || (cubes->i + 1) * CHECKSUM_BYTES > cubes->in->n_body)
		return 0;
	memcpy(checksum, cubes->in->body + cubes->i++ * CHECKSUM_BYTES, sizeof *checksum);
	*checksum = le64toh(*checksum);
	return 1;
}

static void check_progress(struct journal *journal, const struct journal_progress *progress, uint64_t n_bytes)
{
	CLAIM(progress->bytes <= n_bytes && progress->n_records <= n_bytes);
	CLAIM(progress->n_of_kind[0] + progress->n_of_kind[1] + progress->n_of_kind[2] == progress->n_records);
	CLAIM(journal->n_entries == progress->n_records);
	uint64_t checksum;
	for (uint64_t i = 1; i <= progress->n_records; i++)
		CLAIM(journal_cube(journal, i, &checksum) == JOURNAL_OK);
	CLAIM(journal_cube(journal, progress->n_records + 1, &checksum) != JOURNAL_OK);
	/* It can be continued and ended. */
	CLAIM(journal_append(journal, &(struct journal_entry){7, progress->bytes, 8, JOURNAL_SOLVED}) == JOURNAL_OK);
	CLAIM(journal_flush(journal) == JOURNAL_OK && journal->n_entries == progress->n_records + 1);
	CLAIM(journal_cube(journal, journal->n_entries, &checksum) == JOURNAL_OK && checksum == 7);
}

static void open_and_recover(const char *path, const char *options, struct journal_list list, int results, size_t n_results)
{
	struct journal journal;
	struct journal_progress progress;
	uint64_t n_compared;
	char detail[JOURNAL_DETAIL_MAX] = "";
	if (journal_open(path, options, list, &journal, &n_compared, detail) != JOURNAL_OK)
		return;
	if (!journal.is_complete && journal_recover(&journal, results, &progress) == JOURNAL_OK) {
		check_progress(&journal, &progress, n_results);
		CLAIM(journal_complete(&journal, options, &progress) == JOURNAL_OK);
	}
	journal_close(&journal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = split(data, size);
	char path[64], options[JOURNAL_OPTIONS_MAX] = "a=1";
	struct journal_progress progress;
	uint64_t n_cubes = 0;
	bool is_complete;
	if (journal_read_header(in.header, options, &n_cubes, &is_complete, &progress))
		make_checksums_right(&in, n_cubes);
	CLAIM(memchr(options, '\0', sizeof options) != NULL);
	const int results = fuzz_file(in.results, in.n_results), file = fuzz_file((const uint8_t *)in.header, sizeof in.header);
	CLAIM(pwrite(file, in.body, in.n_body, sizeof in.header) == (ssize_t)in.n_body);
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	struct cubes cubes = {&in, n_cubes, 0};
	open_and_recover(path, options, (struct journal_list){next_cube, n_cubes != UINT64_MAX ? &cubes : NULL}, results, in.n_results);
	/* Once more, as it was left, with another list. */
	open_and_recover(path, options, (struct journal_list){next_cube, NULL}, results, in.n_results);
	close(results);
	close(file);
	free(in.body);
	return 0;
}
