#include "cluster/shard_footer.h"

#include <assert.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

struct shard_writer {
	char *path, *temporary;
	FILE *file;
	struct shard_about about;        /* without a head */
	struct shard_footer footer;      /* in the machine's order until it is written */
	uint64_t n_in_block;             /* records of the block that is open */
	struct shard_index_entry *index;
	XXH3_state_t *of_block, *of_frame;  /* the frame is what the footer's checksum covers */
};

static enum shard_status status_of_errno(void)
{
	return errno == ENOMEM ? SHARD_NO_MEMORY : SHARD_IO;
}

static void free_writer(struct shard_writer *w)
{
	if (w->file != NULL)
		fclose(w->file);
	XXH3_freeState(w->of_block);
	XXH3_freeState(w->of_frame);
	free(w->index);
	free(w->temporary);
	free(w->path);
	free(w);
}

void shard_abandon(struct shard_writer *writer)
{
	if (writer == NULL)
		return;
	const int error = errno;
	unlink(writer->temporary);
	free_writer(writer);
	errno = error;
}

static bool write_header(struct shard_writer *w, const char *head)
{
	const struct shard_about *const a = &w->about;
	char source[20];
	snprintf(source, sizeof source, "%016" PRIx64, a->source);
	json_t *const line = json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:s, s:s, s:s}", "schema", SHARD_SCHEMA, "work", a->work, "shard",
	                               (json_int_t)a->shard.index, "shards", (json_int_t)a->shard.n, "items", (json_int_t)a->n_items,
	                               "block_items", (json_int_t)a->block_items, "source", source, "options", a->options, "head",
	                               head != NULL ? head : "");
	char *const text = line != NULL ? json_dumps(line, JSON_COMPACT) : NULL;
	json_decref(line);
	if (text == NULL) {
		errno = ENOMEM;
		return false;
	}
	const size_t size = strlen(text) + 1;
	text[size - 1] = '\n';
	XXH3_64bits_update(w->of_frame, text, size);
	const bool is_written = fwrite(text, 1, size, w->file) == size;
	free(text);
	w->footer.data_at = size;
	return is_written;
}

/* A name that no other process uses, on this host or another. */
static FILE *create_temporary(const char *path, char **temporary)
{
	char name[PATH_MAX];
	if (snprintf(name, sizeof name, "%s.tmpXXXXXX", path) >= (int)sizeof name) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	const int fd = mkostemp(name, O_CLOEXEC);
	if (fd < 0)
		return NULL;
	const mode_t mask = umask(0);
	umask(mask);
	fchmod(fd, 0666 & ~mask);
	*temporary = strdup(name);
	FILE *const file = *temporary != NULL ? fdopen(fd, "w") : NULL;
	if (file == NULL) {
		unlink(name);
		close(fd);
	}
	return file;
}

enum shard_status shard_create(const char *path, const struct shard_about *about, struct shard_writer **out)
{
	struct shard_writer *const w = calloc(1, sizeof *w);
	if (w == NULL)
		return SHARD_NO_MEMORY;
	w->about = *about;
	w->about.head = NULL;
	w->path = strdup(path);
	w->index = calloc(shard_blocks(about) + 1, sizeof *w->index);
	w->of_block = XXH3_createState();
	w->of_frame = XXH3_createState();
	errno = ENOMEM;
	if (w->path != NULL && w->index != NULL && w->of_block != NULL && w->of_frame != NULL)
		w->file = create_temporary(path, &w->temporary);
	if (w->file == NULL) {
		const enum shard_status status = status_of_errno();
		free_writer(w);
		return status;
	}
	XXH3_64bits_reset(w->of_block);
	XXH3_64bits_reset(w->of_frame);
	if (write_header(w, about->head)) {
		*out = w;
		return SHARD_OK;
	}
	const enum shard_status status = status_of_errno();
	shard_abandon(w);
	return status;
}

static void end_block(struct shard_writer *w)
{
	w->index[w->footer.n_blocks++] = (struct shard_index_entry){
		htole64(w->footer.data_bytes), htole64(XXH3_64bits_digest(w->of_block)),
	};
	XXH3_64bits_reset(w->of_block);
	w->n_in_block = 0;
}

enum shard_status shard_add(struct shard_writer *w, const void *record, size_t size, unsigned kind)
{
	assert(kind < N_SHARD_KINDS);
	if (w->footer.n_blocks == shard_blocks(&w->about))
		return SHARD_TORN;
	if (fwrite(record, 1, size, w->file) != size)
		return status_of_errno();
	XXH3_64bits_update(w->of_block, record, size);
	w->footer.data_bytes += size;
	w->footer.n_of_kind[kind]++;
	const uint64_t block = w->about.shard.index - 1 + w->footer.n_blocks * w->about.shard.n;
	if (++w->n_in_block == shard_items_of_block(&w->about, block))
		end_block(w);
	return SHARD_OK;
}

static bool write_end(struct shard_writer *w)
{
	struct shard_footer f = {
		.data_at = htole64(w->footer.data_at), .data_bytes = htole64(w->footer.data_bytes), .n_blocks = htole64(w->footer.n_blocks),
	};
	memcpy(f.magic, SHARD_MAGIC, sizeof f.magic);
	for (unsigned i = 0; i < N_SHARD_KINDS; i++)
		f.n_of_kind[i] = htole64(w->footer.n_of_kind[i]);
	XXH3_64bits_update(w->of_frame, w->index, w->footer.n_blocks * sizeof *w->index);
	XXH3_64bits_update(w->of_frame, &f, offsetof(struct shard_footer, checksum));
	f.checksum = htole64(XXH3_64bits_digest(w->of_frame));
	return fwrite(w->index, sizeof *w->index, w->footer.n_blocks, w->file) == w->footer.n_blocks
	       && fwrite(&f, sizeof f, 1, w->file) == 1 && fflush(w->file) == 0 && fsync(fileno(w->file)) == 0;
}

/* The first whole file of a shard stays: a reader may have it open. */
static bool publish(const struct shard_writer *w, bool replaces)
{
	if (!replaces && link(w->temporary, w->path) == 0)
		return unlink(w->temporary) == 0;
	if (!replaces && errno == EEXIST)
		return unlink(w->temporary) == 0;
	return rename(w->temporary, w->path) == 0;  /* there are file systems without links */
}

enum shard_status shard_finish(struct shard_writer *w, bool replaces)
{
	if (w->n_in_block != 0 || w->footer.n_blocks != shard_blocks(&w->about)) {
		shard_abandon(w);
		return SHARD_TORN;
	}
	if (!write_end(w) || !publish(w, replaces)) {
		const enum shard_status status = status_of_errno();
		shard_abandon(w);
		return status;
	}
	free_writer(w);
	return SHARD_OK;
}
