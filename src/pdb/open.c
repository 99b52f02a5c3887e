/* Mapping a table. */
#include "base/memory.h"
#include "base/memory_map.h"
#include "base/parallel.h"
#include "pdb/check.h"
#include "pdb/file.h"
#include "pdb/reading.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The chunks' checksums stand in the header, or in the trailer, whose checksum does. */
static uint64_t checksum_of(const struct pdb_header *header)
{
	struct pdb_header copy = *header;
	copy.header_checksum = 0;
	memset(copy.builder, 0, sizeof copy.builder);
	return pdb_checksum(&copy, sizeof copy);
}

static enum pdb_status map_file(const char *path, int fd, const struct pdb_header *header, struct pdb *out)
{
	const size_t size = (size_t)pdb_header_file_bytes(header);
	void *const mapping = memory_map_file(fd, size);
	if (mapping == NULL)
		return pdb_status_of_reading();
	struct pdb_check *check;
	const bool is_large = header->data_bytes >= PDB_CHECKED_BYTES;
	const enum pdb_status status = pdb_check_begin(path, fd, header, mapping, is_large, &check);
	if (status != PDB_OK) {
		const int error = errno;
		memory_unmap(mapping, size);
		errno = error;
		return status;
	}
	*out = (struct pdb){
		.family = pdb_family_of(header->coordinate), .key = pdb_header_key(header),
		.entries = (const uint8_t *)mapping + PDB_HEADER_BYTES,
		.size_bytes = (size_t)header->data_bytes,
		.n_entries = header->n_entries, .base = header->base, .histogram = pdb_header_histogram(header),
		.mapping = mapping, .mapping_bytes = size, .check = check, .checksum = checksum_of(header),
	};
	return PDB_OK;
}

static enum pdb_status open_and_map(const char *path, struct pdb_key want, struct pdb *out)
{
	const int fd = pdb_open_for_reading(path);
	if (fd < 0)
		return pdb_status_of_reading();
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
	uint8_t *const copy = memory_map_huge(pdb->size_bytes);
	if (copy == NULL)
		return PDB_NO_MEMORY;
	struct preloading p = {pdb, copy, 0};
	parallel_for(pdb_check_threads(), pdb_check_n_chunks(pdb->check), preload_chunk, &p);
	const unsigned faults = atomic_load_explicit(&p.faults, memory_order_relaxed);
	errno = EIO;
	for (enum pdb_status s = PDB_OK + 1; s < N_PDB_STATUS; s++)
		if ((faults >> s & 1) != 0) {
			memory_unmap(copy, pdb->size_bytes);
			return s;
		}
	mprotect(copy, pdb->size_bytes, PROT_READ);
	pdb_check_end_with_copy(pdb->check);
	memory_unmap(pdb->mapping, pdb->mapping_bytes);
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
		memory_unmap(pdb->mapping, pdb->mapping_bytes);
	*pdb = (struct pdb){.mapping = NULL};
}

uint64_t pdb_key_file_bytes(struct pdb_key key)
{
	return PDB_HEADER_BYTES + pdb_data_bytes(key);
}
