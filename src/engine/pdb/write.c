/* Writing a table: under another name, synced, verified, renamed.  Verifying: the entries are counted
 * again. */
#include "base/file.h"
#include "pdb/check.h"
#include "pdb/file.h"

#include <sys/statvfs.h>

enum {
	WRITE_BYTES = 16 << 20,      /* in one call, at a multiple of it: what lets ext4 keep the file in huge
	                              * pages */
	SPARE_DISK_BYTES = 1 << 20,
};

/* ---- verifying ---- */

static enum status verify_entries(int fd, const struct pdb_header *header,
                                  const struct pdb_progress *progress)
{
	const struct pdb_key key = pdb_header_key(header);
	uint64_t count[PDB_MAX_DEPTHS] = {0}, done = 0, *checksums = NULL;
	uint8_t *const buffer = malloc(header->chunk_bytes);
	enum status status = buffer == NULL ? STATUS_NO_MEMORY : pdb_header_checksums(fd, header, &checksums);
	for (uint32_t i = 0; i < header->n_chunks && status == STATUS_OK; i++) {
		/* Add the chunk's entries to the counts by depth. */
		const size_t size = pdb_header_chunk_bytes(header, i);
		const ptrdiff_t n_read = file_read_at(fd, buffer, size, PDB_HEADER_BYTES + done);
		status = n_read < 0 ? STATUS_IO : n_read != (ptrdiff_t)size
		    ? STATUS_TRUNCATED  /* it has become shorter since its size was checked */
		         : pdb_check_bytes(buffer, size, checksums[i]);
		if (status == STATUS_OK)
			pdb_count(&key, buffer, size, done, count);
		done += size;
		if (status == STATUS_OK && !pdb_tell(progress, "verifying", done, header->data_bytes))
			status = STATUS_INTERRUPTED;
	}
	if (status == STATUS_OK && !pdb_count_agrees(&key, count, pdb_header_histogram(header).count))
		status = STATUS_WRONG_DEPTHS;
	free(checksums);
	free(buffer);
	return status;
}

enum status pdb_verify(const char *path, const struct pdb_progress *progress, struct pdb_header *out)
{
	int fd;
	struct pdb_header header;
	struct stat before = {.st_size = 0}, now;
	enum status status = pdb_header_open(path, &fd, &header);
	if (status == STATUS_OK && fstat(fd, &before) != 0)
		status = STATUS_IO;
	if (status == STATUS_OK)
		status = verify_entries(fd, &header, progress);
	const int error = errno;
	/* Later openings need not check what was read here, or must do so again. */
	if (status == STATUS_DAMAGED || status == STATUS_UNFINISHED)
		pdb_stamp_remove(path);
	if (status == STATUS_OK && header.data_bytes >= PDB_CHECKED_BYTES && fstat(fd, &now) == 0
	    && pdb_is_unwritten(&before, &now))
		pdb_stamp_write(path, &header, &now, false);
	errno = error;
	file_close(fd);
	if (out != NULL)
		*out = header;
	return status;
}

/* ---- writing ---- */

static enum status status_of_writing(void)
{
	return errno == ENOSPC || errno == EDQUOT ? STATUS_NO_SPACE : errno == ENOMEM ? STATUS_NO_MEMORY
	    : STATUS_IO;
}

enum status pdb_check_space(const char *directory, uint64_t file_bytes)
{
	struct statvfs disk;
	if (statvfs(directory, &disk) != 0)
		return STATUS_IO;
	return (uint64_t)disk.f_bavail * disk.f_frsize < file_bytes + SPARE_DISK_BYTES ? STATUS_NO_SPACE
	    : STATUS_OK;
}

struct summing {
	const struct pdb_header *header;
	const uint8_t *entries;
	uint64_t *checksums;
};

static void sum_chunk(void *context, uint32_t i)
{
	const struct summing *s = context;
	const uint8_t *const chunk = s->entries + (uint64_t)i * s->header->chunk_bytes;
	s->checksums[i] = pdb_checksum(chunk, pdb_header_chunk_bytes(s->header, i));
}

static enum status write_contents(int fd, const struct pdb *image, uint32_t chunk_bytes,
                                      const struct pdb_progress *progress)
{
	struct pdb_header header = pdb_header_describe(image, chunk_bytes);
	uint64_t *const checksums = malloc(header.n_chunks * sizeof *checksums);
	if (checksums == NULL)
		return STATUS_NO_MEMORY;
	parallel_for(pdb_check_threads(), header.n_chunks, sum_chunk,
	             &(struct summing){&header, image->entries, checksums});
	enum status status = STATUS_OK;
	/* The entries in blocks that are aligned in the file; the header is written last. */
	for (uint64_t done = 0; done < image->size_bytes && status == STATUS_OK;) {
		const uint64_t at = PDB_HEADER_BYTES + done, room = WRITE_BYTES - at % WRITE_BYTES,
			left = image->size_bytes - done;
		const uint64_t size = left < room ? left : room;
		status = file_write_at(fd, image->entries + done, size, at) ? STATUS_OK : STATUS_IO;
		done += size;
		if (status == STATUS_OK && !pdb_tell(progress, "writing", done, image->size_bytes))
			status = STATUS_INTERRUPTED;
	}
	const uint32_t n_header = header.n_chunks < PDB_HEADER_CHECKSUMS ? header.n_chunks : PDB_HEADER_CHECKSUMS;
	memcpy(header.chunk_checksum, checksums, n_header * sizeof *checksums);
	if (status == STATUS_OK && n_header < header.n_chunks) {
		const size_t size = (header.n_chunks - n_header) * sizeof *checksums;
		header.trailer_checksum = pdb_checksum(checksums + n_header, size);
		if (!file_write_at(fd, checksums + n_header, size, PDB_HEADER_BYTES + header.data_bytes))
			status = STATUS_IO;
	}
	free(checksums);
	header.header_checksum = pdb_header_checksum(header);
	if (status == STATUS_OK && (!file_write_at(fd, &header, sizeof header, 0) || fsync(fd) != 0))
		status = STATUS_IO;
	return status;
}

enum status pdb_write_chunked(const char *path, const struct pdb *image, uint32_t chunk_bytes,
                              bool is_verified, const struct pdb_progress *progress)
{
	struct staged_file file;
	struct pdb_header header;
	if ((errno = file_stage(path, true, &file)) != 0)
		return status_of_writing();
	enum status status = write_contents(file.fd, image, chunk_bytes, progress);
	if (status == STATUS_IO)
		status = status_of_writing();
	/* What was written is read back before it gets its name. */
	if (status == STATUS_OK && is_verified)
		status = pdb_header_read(file.fd, &header);
	if (status == STATUS_OK && is_verified)
		status = verify_entries(file.fd, &header, progress);
	if (status != STATUS_OK)
		file_discard(&file);
	else if ((errno = file_publish(&file)) != 0)
		status = status_of_writing();
	return status;
}

enum status pdb_write(const char *path, const struct pdb *image, const struct pdb_progress *progress)
{
	return pdb_write_chunked(path, image, PDB_CHUNK_BYTES, true, progress);
}
