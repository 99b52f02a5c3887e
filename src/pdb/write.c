/* Writing a table: under another name, synced, verified, renamed. */
#include "base/file.h"
#include "base/parallel.h"
#include "pdb/check.h"
#include "pdb/file.h"
#include "pdb/reading.h"

#include <endian.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
	WRITE_BYTES = 16 << 20,      /* in one call, at a multiple of it: what lets ext4 keep the file in huge pages */
	SPARE_DISK_BYTES = 1 << 20,
};

static enum pdb_status status_of_writing(void)
{
	return errno == ENOSPC || errno == EDQUOT ? PDB_NO_SPACE : errno == ENOMEM ? PDB_NO_MEMORY : PDB_IO;
}

static void directory_of(const char *path, char directory[PATH_MAX])
{
	char copy[PATH_MAX];
	snprintf(copy, sizeof copy, "%s", path);
	snprintf(directory, PATH_MAX, "%s", dirname(copy));
}

enum pdb_status pdb_check_space(const char *directory, uint64_t file_bytes)
{
	struct statvfs disk;
	if (statvfs(directory, &disk) != 0)
		return PDB_IO;
	return (uint64_t)disk.f_bavail * disk.f_frsize < file_bytes + SPARE_DISK_BYTES ? PDB_NO_SPACE : PDB_OK;
}

/* Write all of two buffers, one after the other. */
static bool write_at(int fd, struct iovec parts[2], uint64_t offset)
{
	while (parts[0].iov_len + parts[1].iov_len != 0) {
		const ssize_t n = pwritev(fd, parts, 2, (off_t)offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		offset += (uint64_t)n;
		size_t left = (size_t)n;
		for (unsigned i = 0; i < 2; i++) {
			const size_t step = left < parts[i].iov_len ? left : parts[i].iov_len;
			parts[i].iov_base = (char *)parts[i].iov_base + step;
			parts[i].iov_len -= step;
			left -= step;
		}
	}
	return true;
}

/* The entries in blocks that are aligned in the file; the first brings zeros for the header, to be filled in last. */
static enum pdb_status write_entries(int fd, const struct pdb_image *image, const struct pdb_progress *progress)
{
	struct pdb_header nothing = {.version = 0};
	struct iovec header = {&nothing, sizeof nothing};
	for (uint64_t done = 0; done < image->size_bytes;) {
		const uint64_t room = WRITE_BYTES - header.iov_len, left = image->size_bytes - done;
		struct iovec parts[2] = {header, {image->entries + done, left < room ? left : room}};
		const uint64_t offset = header.iov_len != 0 ? 0 : PDB_HEADER_BYTES + done;
		done += parts[1].iov_len;
		if (!write_at(fd, parts, offset))
			return PDB_IO;
		header.iov_len = 0;
		if (!pdb_tell(progress, "writing", done, image->size_bytes))
			return PDB_INTERRUPTED;
	}
	return PDB_OK;
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

static enum pdb_status write_contents(int fd, const struct pdb_image *image, uint32_t chunk_bytes,
                                      const struct pdb_progress *progress)
{
	struct pdb_header header = pdb_header_describe(image, chunk_bytes);
	uint64_t *const checksums = malloc(header.n_chunks * sizeof *checksums);
	if (checksums == NULL)
		return PDB_NO_MEMORY;
	parallel_for(pdb_check_threads(), header.n_chunks, sum_chunk, &(struct summing){&header, image->entries, checksums});
	enum pdb_status status = write_entries(fd, image, progress);
	const uint32_t n_header = header.n_chunks < PDB_HEADER_CHECKSUMS ? header.n_chunks : PDB_HEADER_CHECKSUMS;
	memcpy(header.chunk_checksum, checksums, n_header * sizeof *checksums);
	if (status == PDB_OK && n_header < header.n_chunks) {
		uint64_t *const trailer = checksums + n_header;
		const size_t size = (header.n_chunks - n_header) * sizeof *trailer;
		for (uint32_t i = n_header; i < header.n_chunks; i++)
			checksums[i] = htole64(checksums[i]);
		header.trailer_checksum = pdb_checksum(trailer, size);
		if (!file_write_at(fd, trailer, size, PDB_HEADER_BYTES + header.data_bytes))
			status = PDB_IO;
	}
	free(checksums);
	pdb_header_seal(&header);
	if (status == PDB_OK && (!file_write_at(fd, &header, sizeof header, 0) || fsync(fd) != 0))
		status = PDB_IO;
	return status;
}

/* What was written is read back before it gets its name. */
static enum pdb_status fill(int fd, const struct pdb_image *image, uint32_t chunk_bytes, bool is_verified,
                            const struct pdb_progress *progress)
{
	struct pdb_header header;
	enum pdb_status status = write_contents(fd, image, chunk_bytes, progress);
	if (status == PDB_IO)
		status = status_of_writing();
	return status == PDB_OK && is_verified ? pdb_verify_open_file(fd, progress, &header) : status;
}

static enum pdb_status write_table(const char *path, const struct pdb_image *image, uint32_t chunk_bytes, bool is_verified,
                                   const struct pdb_progress *progress)
{
	char directory[PATH_MAX];
	struct staged_file file;
	directory_of(path, directory);
	const struct pdb_header header = pdb_header_describe(image, chunk_bytes);
	enum pdb_status status = pdb_check_space(directory, pdb_header_file_bytes(&header));
	if (status != PDB_OK)
		return status;
	if ((errno = file_stage(path, true, &file)) != 0)
		return status_of_writing();
	status = fill(file.fd, image, chunk_bytes, is_verified, progress);
	const int error = status == PDB_OK ? file_publish(&file) : errno;
	if (status != PDB_OK)
		file_discard(&file);
	errno = error;
	return status == PDB_OK && error != 0 ? status_of_writing() : status;
}

enum pdb_status pdb_write(const char *path, const struct pdb_image *image, const struct pdb_progress *progress)
{
	return write_table(path, image, PDB_CHUNK_BYTES, true, progress);
}

enum pdb_status pdb_write_chunked(const char *path, const struct pdb_image *image, uint32_t chunk_bytes,
                                  const struct pdb_progress *progress)
{
	return write_table(path, image, chunk_bytes, false, progress);
}
