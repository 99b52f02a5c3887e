#include "cluster/merge.h"

#include "report/printable.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void merge_free(struct merge *m)
{
	for (uint32_t i = 0; m->reader != NULL && i < m->about.shard.n; i++)
		free(m->reader[i].path);
	free(m->reader);
	free(m->about.head);
}

/* ---- adding ---- */

/* The first line that differs. */
static void describe_options(const char *first, const char *other, char *detail)
{
	record_log_skip_common(&first, &other, "\n");
	snprintf(detail, RECORD_LOG_DETAIL_MAX, "of other options: %.*s, the first file has %.*s", (int)strcspn(other, "\n"), other,
	         (int)strcspn(first, "\n"), first);
}

static bool belongs(const struct shard_about *first, const struct shard_about *other, char *detail)
{
	if (strcmp(first->work, other->work) != 0)
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "of another kind of work: %s, the first file is of %s", other->work, first->work);
	else if (first->source != other->source || first->n_items != other->n_items)
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "of another list: checksum %016" PRIx64 " with %" PRIu64
		         " items, the first file has %016" PRIx64 " with %" PRIu64, other->source, other->n_items, first->source, first->n_items);
	else if (strcmp(first->options, other->options) != 0)
		describe_options(first->options, other->options, detail);
	else if (first->shard.n != other->shard.n)
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "one of %" PRIu32 " shards, the first file is one of %" PRIu32, other->shard.n,
		         first->shard.n);
	else
		return record_log_columns_agree(other->head, first->head, detail);
	return false;
}

/* The first file, sound or not, says what the others must have in common. */
static enum record_log_status compare(struct merge *m, const struct shard_about *about, char *detail)
{
	if (m->reader != NULL)
		return belongs(&m->about, about, detail) ? RECORD_LOG_OK : RECORD_LOG_DIFFERENT;
	m->reader = calloc(about->shard.n, sizeof *m->reader);
	m->about = *about;
	m->about.head = strdup(about->head);
	return m->reader != NULL && m->about.head != NULL ? RECORD_LOG_OK : RECORD_LOG_NO_MEMORY;
}

/* @param log  stands after its head */
static enum record_log_status add(struct merge *m, const char *path, const struct shard_about *about, struct record_log *log, char *detail)
{
	uint64_t n_of_kind[N_SHARD_KINDS];
	const struct shard_reader head_end = {strdup(path), log->end, log->checksum};
	enum record_log_status status = head_end.path != NULL ? compare(m, about, detail) : RECORD_LOG_NO_MEMORY;
	if (status == RECORD_LOG_OK && (status = shard_check(about, log, n_of_kind)) == RECORD_LOG_DAMAGED)
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "cut off or damaged");
	if (status != RECORD_LOG_OK || !merge_lacks(m, about->shard.index)) {
		free(head_end.path);
		return status;
	}
	m->reader[about->shard.index - 1] = head_end;
	for (unsigned k = 0; k < N_SHARD_KINDS; k++)
		m->n_of_kind[k] += n_of_kind[k];
	return RECORD_LOG_OK;
}

enum record_log_status merge_add(struct merge *m, const char *path, char *detail)
{
	struct shard_about about;
	struct record_log log;
	enum record_log_status status = shard_open(path, &about, &log, detail);
	if (status != RECORD_LOG_OK)
		return status;
	status = add(m, path, &about, &log, detail);
	free(about.head);
	record_log_close(&log);
	return status;
}

/* ---- joining ---- */

static enum record_log_status copy_items(const struct shard_about *about, struct record_log *log, uint32_t n, FILE *out)
{
	struct shard_record record;
	for (uint32_t i = 0; i < n; i++) {
		const enum record_log_status status = shard_next(about, log, &record);
		if (status != RECORD_LOG_OK)
			return status == RECORD_LOG_END ? RECORD_LOG_DAMAGED : status;
		if (!printable_write_lines(record.text, record.size, out))
			return RECORD_LOG_IO;
	}
	return RECORD_LOG_OK;
}

static enum record_log_status copy_block(const struct merge *m, uint64_t block, FILE *out)
{
	struct shard_reader *const reader = &m->reader[block % m->about.shard.n];
	struct record_log log;
	char detail[RECORD_LOG_DETAIL_MAX];
	enum record_log_status status = record_log_read(reader->path, SHARD_FORMAT, &log, detail);
	if (status != RECORD_LOG_OK)
		return status == RECORD_LOG_FOREIGN ? RECORD_LOG_DAMAGED : status;
	struct shard_about about = m->about;
	about.shard.index = (uint32_t)(block % m->about.shard.n) + 1;
	log.end = reader->end;
	log.checksum = reader->checksum;
	status = copy_items(&about, &log, shard_items_of_block(&m->about, block), out);
	reader->end = log.end;
	reader->checksum = log.checksum;
	record_log_close(&log);
	return status;
}

enum record_log_status merge_run(struct merge *m, FILE *out, bool (*goes_on)(void))
{
	if (!printable_write_lines(m->about.head, strlen(m->about.head), out))
		return RECORD_LOG_IO;
	for (uint64_t block = 0, n = shard_blocks_of_list(&m->about); block < n; block++) {
		const enum record_log_status status = copy_block(m, block, out);
		if (status != RECORD_LOG_OK)
			return status;
		if (block % 256 == 0 && !goes_on()) {
			errno = EINTR;
			return RECORD_LOG_IO;
		}
	}
	return RECORD_LOG_OK;
}
