/* A journal of `batch --resume`, and results beside it: nothing is believed that is not there. */
#include "fuzz/fuzz.h"
#include "report/journal.h"

static int no_cube(void *context, uint64_t *checksum)
{
	(void)context, (void)checksum;
	return 0;
}

static void check_progress(const struct journal *journal, const struct journal_progress *progress, uint64_t n_bytes)
{
	CLAIM(progress->bytes <= n_bytes && progress->n_records <= n_bytes);
	CLAIM(progress->n_of_kind[0] + progress->n_of_kind[1] + progress->n_of_kind[2] == progress->n_records);
	CLAIM(journal->n_entries == progress->n_records);
	uint64_t checksum;
	CLAIM(journal_cube(journal, progress->n_records + 1, &checksum) != JOURNAL_OK);
}

/* The first two bytes: how many bytes of results there are; then these; then the journal. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 2)
		return 0;
	const size_t wanted = (size_t)data[0] << 8 | data[1], n_results = wanted < size - 2 ? wanted : size - 2;
	const int results = fuzz_file(data + 2, n_results), file = fuzz_file(data + 2 + n_results, size - 2 - n_results);
	char path[64], options[JOURNAL_OPTIONS_MAX] = "a=1", detail[JOURNAL_DETAIL_MAX] = "", header[JOURNAL_HEADER_BYTES] = {0};
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	struct journal journal;
	struct journal_progress progress;
	uint64_t n_compared, n_cubes;
	bool is_complete;
	memcpy(header, data + 2 + n_results, size - 2 - n_results < sizeof header ? size - 2 - n_results : sizeof header);
	/* With its own options, so that the rest is reached. */
	journal_read_header(header, options, &n_cubes, &is_complete, &progress);
	char *const end = memchr(options, '\0', sizeof options);
	CLAIM(end != NULL);
	struct journal_list list = {no_cube, options};
	for (unsigned again = 0; again < 2; again++) {
		if (journal_open(path, options, list, &journal, &n_compared, detail) == JOURNAL_OK) {
			if (!journal.is_complete && journal_recover(&journal, results, &progress) == JOURNAL_OK)
				check_progress(&journal, &progress, n_results);
			journal_close(&journal);
		}
		list.context = NULL;
	}
	close(results);
	close(file);
	return 0;
}
