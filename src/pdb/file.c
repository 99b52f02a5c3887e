#include "pdb/file.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "pdb/check.h"
#include "pdb/remember.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
	HUGE_PAGE_BYTES = 2 << 20,
	WRITE_BYTES = 16 << 20,      /* in one call, at a multiple of it: what lets ext4 keep the file in huge pages */
	SPARE_DISK_BYTES = 1 << 20,
};

static enum pdb_status verify_open_file(int fd, const struct pdb_progress *progress, struct pdb_header *header);

static bool tell(const struct pdb_progress *progress, const char *stage, uint64_t done, uint64_t total)
{
	return progress == NULL || progress->tell(progress->context, stage, done, total);
}

/* What errno means after a failed open() or mmap() of a table that exists or not. */
static enum pdb_status status_of_reading(void)
{
	return errno == ENOENT || errno == ENOTDIR ? PDB_MISSING : errno == ENOMEM ? PDB_NO_MEMORY : PDB_IO;
}

static enum pdb_status status_of_writing(void)
{
	return errno == ENOSPC || errno == EDQUOT ? PDB_NO_SPACE : PDB_IO;
}

/* ---- Writing ---- */

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

/* O_EXCL makes the name ours, also where process numbers repeat (containers that share a folder). */
static int create_temporary(const char *path, char temporary[PATH_MAX])
{
	for (unsigned attempt = 0; attempt < 1000; attempt++) {
		if (snprintf(temporary, PATH_MAX, "%s.tmp%ld-%u", path, (long)getpid(), attempt) >= PATH_MAX) {
			errno = ENAMETOOLONG;
			return -1;
		}
		const int fd = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0 || errno != EEXIST)
			return fd;
	}
	return -1;
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

static bool write_one(int fd, void *data, size_t size, uint64_t offset)
{
	struct iovec parts[2] = {{data, size}, {NULL, 0}};
	return write_at(fd, parts, offset);
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
		if (!tell(progress, "writing", done, image->size_bytes))
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
		if (!write_one(fd, trailer, size, PDB_HEADER_BYTES + header.data_bytes))
			status = PDB_IO;
	}
	free(checksums);
	pdb_header_seal(&header);
	if (status == PDB_OK && (!write_one(fd, &header, sizeof header, 0) || fsync(fd) != 0))
		status = PDB_IO;
	return status;
}

static enum pdb_status sync_directory(const char *directory)
{
	const int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return PDB_IO;
	const enum pdb_status status = fsync(fd) == 0 ? PDB_OK : PDB_IO;
	close(fd);
	return status;
}

/* Read back what was written, before it gets its name. */
static enum pdb_status verify_temporary(int fd, const struct pdb_progress *progress)
{
	struct pdb_header header;
	return verify_open_file(fd, progress, &header);
}

static enum pdb_status write_table(const char *path, const struct pdb_image *image, uint32_t chunk_bytes, bool is_verified,
                                   const struct pdb_progress *progress)
{
	char temporary[PATH_MAX], directory[PATH_MAX];
	directory_of(path, directory);
	const struct pdb_header header = pdb_header_describe(image, chunk_bytes);
	enum pdb_status status = pdb_check_space(directory, pdb_header_file_bytes(&header));
	if (status != PDB_OK)
		return status;
	const int fd = create_temporary(path, temporary);
	if (fd < 0)
		return status_of_writing();
	status = write_contents(fd, image, chunk_bytes, progress);
	if (status == PDB_IO)
		status = status_of_writing();
	if (status == PDB_OK && is_verified)
		status = verify_temporary(fd, progress);
	int error = errno;
	if (close(fd) != 0 && status == PDB_OK) {
		error = errno;
		status = status_of_writing();
	}
	if (status == PDB_OK && rename(temporary, path) != 0) {
		error = errno;
		status = status_of_writing();
	}
	if (status == PDB_OK)
		return sync_directory(directory);
	unlink(temporary);
	errno = error;
	return status;
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

/* ---- Reading ---- */

static int open_for_reading(const char *path)
{
	return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);  /* a named pipe must not make us wait */
}

/* A mapping that starts on a huge page; like mmap() otherwise. */
static void *map_aligned(size_t size, int protection, int flags, int fd)
{
	/* Reserve more than is needed, map inside, give the ends back. */
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const size_t rounded = (size + page - 1) & ~(page - 1);
	const int nowhere = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
	char *const reserved = mmap(NULL, rounded + HUGE_PAGE_BYTES, PROT_NONE, nowhere, -1, 0);
	if (reserved == MAP_FAILED)
		return MAP_FAILED;
	const size_t before = (HUGE_PAGE_BYTES - (uintptr_t)reserved % HUGE_PAGE_BYTES) % HUGE_PAGE_BYTES;
	char *const start = reserved + before;
	void *const mapping = mmap(start, size, protection, flags | MAP_FIXED, fd, 0);
	if (mapping == MAP_FAILED) {
		const int error = errno;
		munmap(reserved, rounded + HUGE_PAGE_BYTES);
		errno = error;
		return MAP_FAILED;
	}
	if (before != 0)
		munmap(reserved, before);
	munmap(start + rounded, HUGE_PAGE_BYTES - before);
	madvise(mapping, size, MADV_HUGEPAGE);
	return mapping;
}

bool pdb_pages(const struct pdb *pdb, struct pdb_pages *out)
{
	FILE *const maps = fopen("/proc/self/smaps", "re");
	if (maps == NULL)
		return false;
	char line[512];
	bool is_inside = false;
	uint64_t resident_kib = 0, huge_kib = 0;
	while (fgets(line, sizeof line, maps) != NULL) {
		uintptr_t from, to;
		uint64_t kib;
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2) {
			if (from > (uintptr_t)pdb->mapping)
				break;
			is_inside = (uintptr_t)pdb->mapping < to;
		} else if (is_inside && sscanf(line, "Rss: %" SCNu64, &kib) == 1) {
			resident_kib += kib;
		} else if (is_inside && (sscanf(line, "FilePmdMapped: %" SCNu64, &kib) == 1
		                         || sscanf(line, "AnonHugePages: %" SCNu64, &kib) == 1)) {
			huge_kib += kib;
		}
	}
	fclose(maps);
	*out = (struct pdb_pages){.resident_bytes = resident_kib * 1024, .huge_bytes = huge_kib * 1024};
	return true;
}

static enum pdb_status map_file(const char *path, int fd, const struct pdb_header *header, struct pdb *out)
{
	const size_t size = (size_t)pdb_header_file_bytes(header);
	void *const mapping = map_aligned(size, PROT_READ, MAP_SHARED, fd);
	if (mapping == MAP_FAILED)
		return status_of_reading();
	struct pdb_check *check;
	const bool is_large = header->data_bytes >= PDB_CHECKED_BYTES;
	const enum pdb_status status = pdb_check_begin(path, fd, header, mapping, is_large, &check);
	if (status != PDB_OK) {
		const int error = errno;
		munmap(mapping, size);
		errno = error;
		return status;
	}
	*out = (struct pdb){
		.key = pdb_header_key(header), .entries = (const uint8_t *)mapping + PDB_HEADER_BYTES,
		.size_bytes = (size_t)header->data_bytes,
		.n_entries = header->n_entries, .base = header->base, .histogram = pdb_header_histogram(header),
		.mapping = mapping, .mapping_bytes = size, .check = check,
	};
	return PDB_OK;
}

static enum pdb_status open_and_map(const char *path, struct pdb_key want, struct pdb *out)
{
	const int fd = open_for_reading(path);
	if (fd < 0)
		return status_of_reading();
	struct pdb_header header;
	enum pdb_status status = pdb_header_read(fd, &header);
	if (status == PDB_OK && !pdb_key_equal(pdb_header_key(&header), want))
		status = PDB_WRONG_TABLE;
	if (status == PDB_OK)
		status = map_file(path, fd, &header, out);
	const int error = errno;
	close(fd);  /* the mapping outlives the descriptor */
	errno = error;
	return status;
}

static enum pdb_status open_checked(const char *path, struct pdb_key want, bool waits_in_any_case,
                                    const struct pdb_progress *progress, struct pdb *out)
{
	struct pdb pdb;
	enum pdb_status status = open_and_map(path, want, &pdb);
	if (status != PDB_OK)
		return status;
	if (waits_in_any_case || pdb.size_bytes < PDB_CHECKED_BYTES)
		status = pdb_check_await(pdb.check, progress);
	if (status == PDB_OK) {
		*out = pdb;
		return PDB_OK;
	}
	const int error = errno;
	pdb_close(&pdb);
	errno = error;
	return status;
}

enum pdb_status pdb_open(const char *path, struct pdb_key want, const struct pdb_progress *progress, struct pdb *out)
{
	return open_checked(path, want, true, progress, out);
}

enum pdb_status pdb_open_before_check(const char *path, struct pdb_key want, struct pdb *out)
{
	return open_checked(path, want, false, NULL, out);
}

struct preloading {
	struct pdb *pdb;
	uint8_t *copy;
	atomic_uint faults;  /* bit s: some chunk has status s; threads only add bits, the caller reads after the join */
};

static void preload_chunk(void *context, uint32_t i)
{
	struct preloading *const p = context;
	size_t size;
	const uint64_t at = pdb_check_chunk_at(p->pdb->check, i, &size);
	enum pdb_status status = PDB_IO;
	if (pdb_check_populate(p->pdb->entries + at, size)) {
		memcpy(p->copy + at, p->pdb->entries + at, size);
		status = pdb_check_copied_chunk(p->pdb->check, i, p->copy + at);
		/* What is copied is given back at once: the process never holds much more than the table. */
		madvise((uint8_t *)p->pdb->mapping + at, size, MADV_DONTNEED);
	}
	atomic_fetch_or_explicit(&p->faults, 1u << status, memory_order_relaxed);
}

enum pdb_status pdb_preload(struct pdb *pdb)
{
	if (memory_available_bytes() < pdb->size_bytes)
		return PDB_NO_MEMORY;
	uint8_t *const copy = map_aligned(pdb->size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
	if (copy == MAP_FAILED)
		return PDB_NO_MEMORY;
	struct preloading p = {pdb, copy, 0};
	parallel_for(pdb_check_threads(), pdb_check_n_chunks(pdb->check), preload_chunk, &p);
	const unsigned faults = atomic_load_explicit(&p.faults, memory_order_relaxed);
	errno = EIO;
	for (enum pdb_status s = PDB_OK + 1; s < N_PDB_STATUS; s++)
		if ((faults >> s & 1) != 0) {
			munmap(copy, pdb->size_bytes);
			return s;
		}
	mprotect(copy, pdb->size_bytes, PROT_READ);
	pdb_check_end_with_copy(pdb->check);
	munmap(pdb->mapping, pdb->mapping_bytes);
	pdb->mapping = copy;
	pdb->mapping_bytes = pdb->size_bytes;
	pdb->entries = copy;
	pdb->is_preloaded = true;
	return PDB_OK;
}

void pdb_close(struct pdb *pdb)
{
	pdb_check_end(pdb->check);
	if (pdb->mapping != NULL)
		munmap(pdb->mapping, pdb->mapping_bytes);
	*pdb = (struct pdb){.mapping = NULL};
}

uint64_t pdb_key_file_bytes(struct pdb_key key)
{
	return PDB_HEADER_BYTES + pdb_data_bytes(key);
}

enum pdb_status pdb_describe(const char *path, struct pdb_header *out)
{
	const int fd = open_for_reading(path);
	if (fd < 0)
		return status_of_reading();
	const enum pdb_status status = pdb_header_read(fd, out);
	const int error = errno;
	close(fd);
	errno = error;
	return status;
}

/* ---- Verifying ---- */

/* Bytes of entries by value; four sets of counters, so that equal neighbours do not wait for each other. */
struct byte_counts {
	uint64_t of[4][256];
};

static void count_bytes(struct byte_counts *counts, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		counts->of[i % 4][bytes[i]]++;
}

/* Entries by depth, of bytes that hold two each. */
static void count_nibbles(const struct byte_counts *counts, uint64_t count[PDB_MAX_DEPTHS])
{
	for (unsigned set = 0; set < 4; set++)
		for (unsigned byte = 0; byte < 256; byte++) {
			count[byte & 15] += counts->of[set][byte];
			count[byte >> 4] += counts->of[set][byte];
		}
}

/* What is counted while a file is read. */
struct recount {
	const struct pdb_header *header;
	struct byte_counts bytes;
	uint8_t last_byte;                     /* its high half means nothing behind an odd number of entries */
	/* Of cosets: */
	struct coset_shape shape;
	unsigned n_rows;
	const struct coset_symbols *symbols;   /* without layers NULL */
	uint64_t lines_begin;                  /* in the data */
	uint64_t of_level[COSET_LEVELS + 1];    /* entries of the sample: the cap, cap - 1, cap - 2, and less */
};

/* The sampled lines among bytes of the file; no line is cut in two. */
static void recount_lines(struct recount *r, const uint8_t *bytes, size_t size, uint64_t offset)
{
	const uint64_t one_in = coset_sampled_one_in(r->shape), first = offset < r->lines_begin ? r->lines_begin : offset;
	uint64_t line = (first - r->lines_begin) / COSET_LINE_BYTES;
	line = (line + one_in - 1) / one_in * one_in;
	for (; r->lines_begin + line * COSET_LINE_BYTES < offset + size; line += one_in) {
		const uint8_t *const here = bytes + (r->lines_begin + line * COSET_LINE_BYTES - offset);
		for (unsigned slot = 0; slot < coset_line_slots(r->shape); slot++)
			for (unsigned layer = 0; layer < coset_n_layers(r->shape) && coset_slot_is_counted(r->shape, line, slot); layer++)
				r->of_level[coset_line_levels(r->symbols, here, slot, layer, r->n_rows)]++;
	}
}

static bool depths_are_stated(const struct recount *r)
{
	const struct pdb_header *const header = r->header;
	uint64_t count[PDB_MAX_DEPTHS] = {0};
	if (header->coordinate != COORDINATE_COSET) {
		count_nibbles(&r->bytes, count);
		count[r->last_byte >> 4] -= header->n_entries % 2;
		return memcmp(count, header->count, sizeof count) == 0;
	}
	/* How much is less exactly, the side table tells by index, not by count. */
	uint64_t n_less = 0;
	for (unsigned depth = 0; depth <= header->base + 1; depth++)
		n_less += header->count[depth];
	return r->of_level[0] == header->count[header->base + 3] && r->of_level[1] == header->count[header->base + 2]
	       && r->of_level[2] + r->of_level[3] == n_less;
}

static enum pdb_status read_chunk(int fd, struct recount *r, uint32_t i, uint64_t checksum, uint8_t *buffer)
{
	const size_t size = pdb_header_chunk_bytes(r->header, i);
	const uint64_t offset = (uint64_t)i * r->header->chunk_bytes;
	const ssize_t n_read = pdb_read_at(fd, buffer, size, PDB_HEADER_BYTES + offset);
	if (n_read != (ssize_t)size)
		return n_read < 0 ? PDB_IO : PDB_TRUNCATED;  /* it has become shorter since its size was checked */
	if (r->header->coordinate == COORDINATE_COSET)
		recount_lines(r, buffer, size, offset);
	else
		count_bytes(&r->bytes, buffer, size);
	r->last_byte = buffer[size - 1];
	return pdb_check_bytes(buffer, size, checksum);
}

static void begin_recount(struct recount *r)
{
	const struct pdb_key key = pdb_header_key(r->header);
	if (key.coordinate.kind != COORDINATE_COSET)
		return;
	r->shape = key.coordinate.coset;
	r->symbols = key.coordinate.coset.has_layers ? coset_symbols() : NULL;
	r->n_rows = coset_deeper_rows(key.coordinate.coset, key.metric);
	r->lines_begin = coset_lines_begin(coset_side_log2(key.metric, r->header->base));
}

static enum pdb_status verify_entries(int fd, const struct pdb_header *header, const uint64_t *checksums,
                                      const struct pdb_progress *progress)
{
	struct recount r = {.header = header};
	uint8_t *const buffer = malloc(header->chunk_bytes);
	enum pdb_status status = buffer == NULL ? PDB_NO_MEMORY : PDB_OK;
	uint64_t done = 0;
	begin_recount(&r);
	for (uint32_t i = 0; i < header->n_chunks && status == PDB_OK; i++) {
		status = read_chunk(fd, &r, i, checksums[i], buffer);
		done += pdb_header_chunk_bytes(header, i);
		if (status == PDB_OK && !tell(progress, "verifying", done, header->data_bytes))
			status = PDB_INTERRUPTED;
	}
	if (status == PDB_OK && !depths_are_stated(&r))
		status = PDB_WRONG_DEPTHS;
	free(buffer);
	return status;
}

/* Check the file behind a descriptor. */
static enum pdb_status verify_open_file(int fd, const struct pdb_progress *progress, struct pdb_header *header)
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
	    && now.st_size == before->st_size && now.st_mtim.tv_sec == before->st_mtim.tv_sec
	    && now.st_mtim.tv_nsec == before->st_mtim.tv_nsec)
		pdb_remember(path, header, &now, false);
}

enum pdb_status pdb_verify(const char *path, const struct pdb_progress *progress, struct pdb_header *out)
{
	const int fd = open_for_reading(path);
	if (fd < 0)
		return status_of_reading();
	struct stat before;
	struct pdb_header header = {.version = 0};
	const enum pdb_status status = fstat(fd, &before) == 0 ? verify_open_file(fd, progress, &header) : PDB_IO;
	int error = errno;
	if (out != NULL && header.version != 0)
		*out = header;
	remember_verifying(path, fd, status, &header, &before);
	close(fd);
	errno = error;
	return status;
}
