/* The header of a table, with its checksum made right so that the fields are reached: what is accepted is
 * consistent. */
#include "fuzz/fuzz.h"
#include "pdb/header.h"

#include <fcntl.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_init();
	struct pdb_header header;
	uint8_t *const bytes = malloc(size + 1);
	memcpy(bytes, data, size);
	if (size >= sizeof header) {
		memset(bytes + offsetof(struct pdb_header, header_checksum), 0, 8);
		const uint64_t checksum = pdb_checksum(bytes, sizeof header);
		memcpy(bytes + offsetof(struct pdb_header, header_checksum), &checksum, 8);
	}
	const int fd = fuzz_file(bytes, size);
	/* The size that the header asks for, if it is not absurd: then the whole header is looked at. */
	uint64_t data_bytes = 0;
	if (size >= sizeof header)
		memcpy(&data_bytes, bytes + offsetof(struct pdb_header, data_bytes), 8);
	if (data_bytes < UINT64_C(1) << 33 && size == sizeof header)
		CLAIM(ftruncate(fd, (off_t)(PDB_HEADER_BYTES + data_bytes)) == 0);
	if (pdb_header_read(fd, &header) == STATUS_OK) {
		uint64_t *checksums = NULL;
		CLAIM(header.n_chunks > 0 && header.chunk_bytes >= PDB_CHUNK_BYTES_MIN);
		CLAIM(pdb_header_file_bytes(&header) == (uint64_t)lseek(fd, 0, SEEK_END));
		CLAIM((uint64_t)(header.n_chunks - 1) * header.chunk_bytes
		          + pdb_header_chunk_bytes(&header, header.n_chunks - 1)
		      == header.data_bytes);
		if (pdb_header_checksums(fd, &header, &checksums) == STATUS_OK)
			free(checksums);
	}
	close(fd);
	free(bytes);
	return 0;
}
