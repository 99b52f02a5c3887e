#include "cluster/merge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* A file of a shard, and others of the same one. */
struct candidate {
	struct shard_file file;
	struct candidate *next;
	bool is_damaged;
};

struct merge {
	struct candidate **of_shard;   /* of each shard, from 0; the first sound one is read */
	struct shard_about about;      /* of the first file; its head is the candidate's */
	uint32_t n_open, n_open_max;
	char *buffer;
	size_t capacity;
};

enum { DESCRIPTORS_LEFT = 64, DESCRIPTORS_USUAL = 1024 };

struct merge *merge_create(void)
{
	struct merge *const m = calloc(1, sizeof *m);
	struct rlimit limit = {.rlim_cur = DESCRIPTORS_USUAL};
	if (m == NULL)
		return NULL;
	getrlimit(RLIMIT_NOFILE, &limit);
	m->n_open_max = limit.rlim_cur > SHARDS_MAX ? SHARDS_MAX : (uint32_t)limit.rlim_cur;
	m->n_open_max = m->n_open_max > 2 * DESCRIPTORS_LEFT ? m->n_open_max - DESCRIPTORS_LEFT : 0;
	return m;
}

void merge_free(struct merge *m)
{
	if (m == NULL)
		return;
	for (uint32_t i = 0; m->of_shard != NULL && i < m->about.shard.n; i++)
		for (struct candidate *c = m->of_shard[i], *next; c != NULL; c = next) {
			next = c->next;
			shard_close(&c->file);
			free(c);
		}
	free(m->of_shard);
	free(m->buffer);
	free(m);
}

const struct shard_about *merge_about(const struct merge *m) { return m->of_shard != NULL ? &m->about : NULL; }

static struct candidate *sound_of(const struct merge *m, uint32_t i)
{
	struct candidate *c = m->of_shard[i];
	while (c != NULL && c->is_damaged)
		c = c->next;
	return c;
}

bool merge_lacks(const struct merge *m, uint32_t shard)
{
	return m->of_shard == NULL || sound_of(m, shard - 1) == NULL;
}

/* ---- adding ---- */

/* The first word that differs. */
static void describe_options(const char *first, const char *other, char *detail)
{
	while (*first != '\0' && *other != '\0') {
		const size_t n = strcspn(first, " "), m = strcspn(other, " ");
		if (n != m || memcmp(first, other, n) != 0)
			break;
		first += n + (first[n] == ' ');
		other += m + (other[m] == ' ');
	}
	snprintf(detail, SHARD_DETAIL_MAX, "of other options: %.*s, the first file has %.*s", (int)strcspn(other, " "), other,
	         (int)strcspn(first, " "), first);
}

static bool belongs(const struct shard_about *first, const struct shard_about *other, char *detail)
{
	if (strcmp(first->work, other->work) != 0)
		snprintf(detail, SHARD_DETAIL_MAX, "of another kind of work: %s, the first file is of %s", other->work, first->work);
	else if (first->source != other->source || first->n_items != other->n_items)
		snprintf(detail, SHARD_DETAIL_MAX, "of another list: checksum %016" PRIx64 " with %" PRIu64 " items, the first file has %016" PRIx64
		         " with %" PRIu64, other->source, other->n_items, first->source, first->n_items);
	else if (strcmp(first->options, other->options) != 0)
		describe_options(first->options, other->options, detail);
	else if (first->shard.n != other->shard.n)
		snprintf(detail, SHARD_DETAIL_MAX, "one of %" PRIu32 " shards, the first file is one of %" PRIu32, other->shard.n, first->shard.n);
	else
		return true;
	return false;
}

static enum merge_status begin(struct merge *m, const struct shard_about *about)
{
	m->of_shard = calloc(about->shard.n, sizeof *m->of_shard);
	m->about = *about;
	return m->of_shard != NULL ? MERGE_OK : MERGE_NO_MEMORY;
}

static enum merge_status insert(struct merge *m, const struct shard_file *file)
{
	struct candidate *const c = calloc(1, sizeof *c);
	if (c == NULL)
		return MERGE_NO_MEMORY;
	c->file = *file;
	struct candidate **end = &m->of_shard[file->about.shard.index - 1];
	while (*end != NULL)
		end = &(*end)->next;
	*end = c;
	if (m->n_open < m->n_open_max)
		m->n_open++;
	else
		shard_rest(&c->file);
	return MERGE_OK;
}

enum merge_status merge_add(struct merge *m, const char *path, char *detail)
{
	struct shard_file file;
	switch (shard_open(path, &file, detail)) {
	case SHARD_OK:        break;
	case SHARD_FOREIGN:   return MERGE_FOREIGN;
	case SHARD_TORN:      return MERGE_TORN;
	case SHARD_NO_MEMORY: return MERGE_NO_MEMORY;
	default:              return MERGE_IO;
	}
	enum merge_status status = m->of_shard == NULL ? begin(m, &file.about) : MERGE_OK;
	if (status == MERGE_OK && !belongs(&m->about, &file.about, detail))
		status = MERGE_FOREIGN;
	if (status == MERGE_OK)
		status = insert(m, &file);
	if (status != MERGE_OK)
		shard_close(&file);
	return status;
}

/* ---- joining ---- */

/* A block from the first file of its shard that has it whole.  @return SHARD_TORN: none has */
static enum shard_status read_block(struct merge *m, uint64_t block, size_t *size,
                                    void (*damaged)(void *context, const char *path), void *context)
{
	const uint32_t shard = (uint32_t)(block % m->about.shard.n);
	for (struct candidate *c; (c = sound_of(m, shard)) != NULL;) {
		const enum shard_status status = shard_read_block(&c->file, block / m->about.shard.n, &m->buffer, &m->capacity, size);
		if (status != SHARD_TORN)
			return status;
		c->is_damaged = true;
		if (damaged != NULL)
			damaged(context, c->file.path);
	}
	return SHARD_TORN;
}

static bool write_head(const struct merge *m, FILE *out)
{
	for (uint32_t i = 0; i < m->about.shard.n; i++) {
		const struct candidate *const c = sound_of(m, i);
		if (c != NULL)
			return fputs(c->file.about.head, out) != EOF;
	}
	return true;
}

enum merge_status merge_run(struct merge *m, FILE *out, void (*damaged)(void *context, const char *path),
                            bool (*goes_on)(void *context), void *context)
{
	bool is_whole = m->of_shard != NULL;
	for (uint32_t i = 0; is_whole && i < m->about.shard.n; i++)
		is_whole = sound_of(m, i) != NULL;
	if (out != NULL && is_whole && !write_head(m, out))
		return MERGE_IO;
	const uint64_t n_blocks = m->of_shard != NULL ? shard_blocks_of_list(&m->about) : 0;
	for (uint64_t block = 0; block < n_blocks; block++) {
		size_t size;
		const enum shard_status status = read_block(m, block, &size, damaged, context);
		if (status == SHARD_NO_MEMORY)
			return MERGE_NO_MEMORY;
		if (status != SHARD_OK && status != SHARD_TORN)
			return MERGE_IO;
		is_whole &= status == SHARD_OK;
		if (out != NULL && is_whole && size > 0 && fwrite(m->buffer, 1, size, out) != size)
			return MERGE_IO;
		if (goes_on != NULL && block % 256 == 0 && !goes_on(context)) {
			errno = EINTR;
			return MERGE_IO;
		}
	}
	return is_whole ? MERGE_OK : MERGE_INCOMPLETE;
}

void merge_count(const struct merge *m, uint64_t n_of_kind[N_SHARD_KINDS])
{
	memset(n_of_kind, 0, N_SHARD_KINDS * sizeof *n_of_kind);
	for (uint32_t i = 0; m->of_shard != NULL && i < m->about.shard.n; i++) {
		const struct candidate *const c = sound_of(m, i);
		for (unsigned k = 0; c != NULL && k < N_SHARD_KINDS; k++)
			n_of_kind[k] += c->file.n_of_kind[k];
	}
}
