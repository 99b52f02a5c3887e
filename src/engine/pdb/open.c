/* Mapping a table. */
#include "base/file.h"
#include "base/memory.h"
#include "pdb/check.h"
#include "pdb/file.h"

#include <sys/mman.h>

enum status pdb_open(const char *path, struct pdb_key want, bool waits, const struct pdb_progress *progress,
                     struct pdb *out)
{
	int fd;
	struct pdb_header header;
	struct pdb pdb = {.mapping = NULL};
	enum status status = pdb_header_open(path, &fd, &header);
	if (status == STATUS_OK && !pdb_key_equal(pdb_header_key(&header), want))
		status = STATUS_DIFFERENT;
	if (status == STATUS_OK) {
		struct pdb_header anonymous = header;  /* the chunks' checksums stand in the header, or in the
		                                        * trailer, whose checksum does */
		memset(anonymous.builder, 0, sizeof anonymous.builder);
		pdb = (struct pdb){
			.family = pdb_family_of(header.coordinate), .key = want,
			.size_bytes = (size_t)header.data_bytes, .n_entries = header.n_entries,
			.base = header.base, .histogram = pdb_header_histogram(&header),
			.mapping_bytes = (size_t)pdb_header_file_bytes(&header),
			.checksum = pdb_header_checksum(anonymous),
		};
		pdb.mapping = memory_map_file(fd, pdb.mapping_bytes);
		status = pdb.mapping == NULL ? file_status(errno)
		         : pdb_check_begin(path, fd, &header, pdb.mapping, header.data_bytes >= PDB_CHECKED_BYTES,
		    &pdb.check);
	}
	file_close(fd);  /* the mapping outlives the descriptor */
	if (status == STATUS_OK && (waits || pdb.size_bytes < PDB_CHECKED_BYTES))
		status = pdb_check_await(pdb.check, progress);
	if (status != STATUS_OK) {
		pdb_close(&pdb);
		return status;
	}
	pdb.entries = (uint8_t *)pdb.mapping + PDB_HEADER_BYTES;
	*out = pdb;
	return status;
}

enum status pdb_preload(struct pdb *pdb)
{
	uint8_t *const copy = memory_available_bytes() >= pdb->size_bytes ? memory_map_huge(pdb->size_bytes)
		: NULL;
	if (copy == NULL)
		return STATUS_NO_MEMORY;
	const enum status status = pdb_check_copy(pdb->check, copy);
	if (status != STATUS_OK) {
		memory_unmap(copy, pdb->size_bytes);
		return status;
	}
	mprotect(copy, pdb->size_bytes, PROT_READ);
	memory_unmap(pdb->mapping, pdb->mapping_bytes);
	pdb->mapping = copy;
	pdb->mapping_bytes = pdb->size_bytes;
	pdb->entries = copy;
	pdb->is_preloaded = true;
	return STATUS_OK;
}

void pdb_close(struct pdb *pdb)
{
	const int error = errno;
	pdb_check_end(pdb->check);
	if (pdb->mapping != NULL)
		memory_unmap(pdb->mapping, pdb->mapping_bytes);
	*pdb = (struct pdb){.mapping = NULL};
	errno = error;
}

uint64_t pdb_key_file_bytes(struct pdb_key key)
{
	return PDB_HEADER_BYTES + pdb_data_bytes(key);
}
