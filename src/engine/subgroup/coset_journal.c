/* The journal of a coset: a record log (base/record_log.h) that names the position, "state ...", then "page
 * NUMBER BITS" for each page of the bitmap that is not empty.  It is written whole, and replaces the one
 * before. */
#include "subgroup/coset.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/record_log.h"
#include "cube/facelet.h"

#define FORMAT "superflip-coset/2"

/* Numbers of a state: depths done, of these exact, how the next was begun, pages, elements; then those of
 * each depth. */
enum { N_PAGES_AT = 3, COUNTS_AT = 5, N_NUMBERS = COUNTS_AT + SUBGROUP_MAX_DEPTH + 1,
	PREFIX_MAX = 16, IDENTITY_MAX = FACELET_TEXT_SIZE + 16 };

/* The bitmap belongs to the position, not only to its coset. */
static void identify(const struct cube *c, char identity[IDENTITY_MAX])
{
	char facelets[FACELET_TEXT_SIZE];
	facelet_write(c, facelets);
	snprintf(identity, IDENTITY_MAX, "position=%s\n", facelets);
}

/* ---- writing ---- */

static enum status write_to(const struct subgroup_coset *coset, int fd)
{
	uint64_t number[N_NUMBERS] = {coset->n_depths, coset->n_exact, coset->begun, 0, coset->n_found};
	char identity[IDENTITY_MAX];
	struct record_log log;
	identify(&coset->cube, identity);
	memcpy(number + COUNTS_AT, coset->count, sizeof coset->count);
	for (unsigned page = 0; page < N_PAGES; page++)
		number[N_PAGES_AT] += !memory_is_zero(coset->bitmap.page[page], PAGE_BYTES);
	if (record_log_begin(fd, FORMAT, identity, &log) != STATUS_OK)
		return STATUS_IO;
	char *const text = malloc(PREFIX_MAX + PAGE_BYTES);
	enum status status = STATUS_NO_MEMORY;
	if (text != NULL) {
		size_t n = (size_t)sprintf(text, "state");
		items_foreach(value, number, N_NUMBERS)
			n += (size_t)sprintf(text + n, " %" PRIu64, *value);
		status = record_log_append(&log, text, n);
	}
	for (unsigned page = 0; page < N_PAGES && status == STATUS_OK; page++) {
		if (memory_is_zero(coset->bitmap.page[page], PAGE_BYTES))
			continue;
		const size_t n = (size_t)sprintf(text, "page %u ", page);
		memcpy(text + n, coset->bitmap.page[page], PAGE_BYTES);
		if (record_log_append(&log, text, n + PAGE_BYTES) != STATUS_OK || record_log_flush(&log,
			false) != STATUS_OK)
			status = STATUS_IO;
		else if (!pdb_tell(coset->progress, "writing", page, N_PAGES))
			status = STATUS_INTERRUPTED;
	}
	if (status == STATUS_OK)
		status = record_log_flush(&log, true);
	record_log_close(&log);
	free(text);
	return status;
}

enum status subgroup_coset_journal_write(const struct subgroup_coset *coset, const char *path)
{
	struct staged_file file;
	if ((errno = file_stage(path, true, &file)) != 0)
		return STATUS_IO;
	enum status status = write_to(coset, fcntl(file.fd, F_DUPFD_CLOEXEC, 0));
	if (status != STATUS_OK)
		file_discard(&file);
	else if ((errno = file_publish(&file)) != 0)
		status = STATUS_IO;
	return status;
}

/* ---- reading ---- */

static bool read_state(struct subgroup_coset *coset, const char *record, size_t size, unsigned *n_pages)
{
	uint64_t number[N_NUMBERS], sum = 0;
	const char *at = record + strlen("state");
	if (strncmp(record, "state ", 6) != 0)
		return false;
	for (unsigned i = 0; i < N_NUMBERS; i++) {
		char *end;
		number[i] = strtoull(at, &end, 10);
		if (end == at)
			return false;
		sum += i < COUNTS_AT ? 0 : number[i];
		at = end;
	}
	coset->n_depths = (unsigned)number[0];
	coset->n_exact = (unsigned)number[1];
	coset->begun = (enum subgroup_coset_begun)number[2];
	*n_pages = (unsigned)number[N_PAGES_AT];
	coset->n_found = number[4];
	memcpy(coset->count, number + COUNTS_AT, sizeof coset->count);
	return at == record + size && number[0] <= SUBGROUP_MAX_DEPTH + 1 && number[1] <= number[0]
	       && number[2] <= SUBGROUP_BEGUN_EXTENDED && number[N_PAGES_AT] <= N_PAGES && number[4] == sum;
}

static bool read_page(struct subgroup_coset *coset, const char *record, size_t size)
{
	char *end;
	if (size <= PAGE_BYTES || size - PAGE_BYTES >= PREFIX_MAX || memcmp(record, "page ", 5) != 0)
		return false;
	const unsigned long page = strtoul(record + 5, &end, 10);
	if (page >= N_PAGES || *end != ' ' || end + 1 != record + size - PAGE_BYTES)
		return false;
	memcpy(coset->bitmap.page[page], end + 1, PAGE_BYTES);
	return true;
}

static enum status open_log(const struct cube *c, const char *path, struct record_log *log)
{
	char identity[IDENTITY_MAX], detail[RECORD_LOG_DETAIL_MAX];
	identify(c, identity);
	return record_log_read(path, FORMAT, identity, log, detail);
}

enum status subgroup_coset_journal_check(const struct cube *c, const char *path)
{
	struct record_log log;
	const enum status status = open_log(c, path, &log);
	if (status == STATUS_OK)
		record_log_close(&log);
	return status;
}

enum status subgroup_coset_journal_read(struct subgroup_coset *coset, const char *path)
{
	struct record_log log;
	const char *record;
	size_t size;
	unsigned n_pages = 0;
	enum status status = open_log(&coset->cube, path, &log);
	if (status != STATUS_OK)
		return status;
	status = record_log_next(&log, &record, &size);
	if (status == STATUS_OK && !read_state(coset, record, size, &n_pages))
		status = STATUS_DAMAGED;
	for (unsigned i = 0; i < n_pages && status == STATUS_OK; i++) {
		status = record_log_next(&log, &record, &size);
		if (status == STATUS_OK && !read_page(coset, record, size))
			status = STATUS_DAMAGED;
		if (status == STATUS_OK && !pdb_tell(coset->progress, "reading", i, N_PAGES))
			status = STATUS_INTERRUPTED;
	}
	if (status == STATUS_END || (status == STATUS_OK && record_log_next(&log, &record, &size) != STATUS_END))
		status = STATUS_DAMAGED;
	record_log_close(&log);
	return status;
}
