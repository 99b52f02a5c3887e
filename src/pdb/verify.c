/* Counting a table again, whatever its size. */
#include "base/file.h"
#include "pdb/check.h"
#include "pdb/count.h"
#include "pdb/file.h"
#include "pdb/reading.h"
#include "pdb/remember.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* Add a chunk's entries to the counts by depth. */
static enum pdb_status read_chunk(int fd, const struct pdb_header *header, uint32_t i, uint64_t checksum, uint8_t *buffer,
                                  uint64_t count[PDB_MAX_DEPTHS])
{
	const struct pdb_key key = pdb_header_key(header);
	const size_t size = pdb_header_chunk_bytes(header, i);
	const uint64_t offset = (uint64_t)i * header->chunk_bytes;
	const ptrdiff_t n_read = file_read_at(fd, buffer, size, PDB_HEADER_BYTES + offset);
	if (n_read != (ssize_t)size)
		return n_read < 0 ? PDB_IO : PDB_TRUNCATED;  /* it has become shorter since its size was checked */
	const enum pdb_status status = pdb_check_bytes(buffer, size, checksum);
	if (status == PDB_OK)
		pdb_count(&key, buffer, size, offset, count);
	return status;
}

static enum pdb_status verify_entries(int fd, const struct pdb_header *header, const uint64_t *checksums,
                                      const struct pdb_progress *progress)
{
	const struct pdb_key key = pdb_header_key(header);
	uint64_t count[PDB_MAX_DEPTHS] = {0}, done = 0;
	uint8_t *const buffer = malloc(header->chunk_bytes);
	enum pdb_status status = buffer == NULL ? PDB_NO_MEMORY : PDB_OK;
	for (uint32_t i = 0; i < header->n_chunks && status == PDB_OK; i++) {
		status = read_chunk(fd, header, i, checksums[i], buffer, count);
		done += pdb_header_chunk_bytes(header, i);
		if (status == PDB_OK && !pdb_tell(progress, "verifying", done, header->data_bytes))
			status = PDB_INTERRUPTED;
	}
	if (status == PDB_OK && !pdb_count_agrees(&key, count, header->count))
		status = PDB_WRONG_DEPTHS;
	free(buffer);
	return status;
}

enum pdb_status pdb_verify_open_file(int fd, const struct pdb_progress *progress, struct pdb_header *header)
{
	enum pdb_status status = pdb_header_read(fd, header);
	uint64_t *checksums = NULL;
	if (status == PDB_OK)
		status = pdb_header_checksums(fd, header, &checksums);
	if (status == PDB_OK)
		status = verify_entries(fd, header, checksums, progress);
	free(checksums);
	return status;
}

/* Later openings need not check what was read here, or must do so again. */
static void remember_verifying(const char *path, int fd, enum pdb_status status, const struct pdb_header *header,
                               const struct stat *before)
{
	struct stat now;
	if (status == PDB_DAMAGED || status == PDB_UNFINISHED)
		pdb_forget(path);
	if (status == PDB_OK && header->data_bytes >= PDB_CHECKED_BYTES && fstat(fd, &now) == 0
	    && pdb_is_unwritten(before, &now))
		pdb_remember(path, header, &now, false);
}

enum pdb_status pdb_verify(const char *path, const struct pdb_progress *progress, struct pdb_header *out)
{
	const int fd = pdb_open_for_reading(path);
	if (fd < 0)
		return pdb_status_of_reading();
	struct stat before;
	struct pdb_header header = {.version = 0};
	const enum pdb_status status = fstat(fd, &before) == 0 ? pdb_verify_open_file(fd, progress, &header) : PDB_IO;
	int error = errno;
	if (out != NULL && header.version != 0)
		*out = header;
	remember_verifying(path, fd, status, &header, &before);
	close(fd);
	errno = error;
	return status;
}
