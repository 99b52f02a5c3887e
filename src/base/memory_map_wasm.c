#include "base/memory_map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ALIGNMENT_BYTES = 1 << 16 };  /* a page of WebAssembly */

static void *allocate(size_t size)
{
	return aligned_alloc(ALIGNMENT_BYTES, (size + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES);
}

void *memory_map_file(int fd, size_t size_bytes)
{
	char *const copy = allocate(size_bytes);
	size_t n_read = 0;
	while (copy != NULL && n_read < size_bytes) {
		const ssize_t n = pread(fd, copy + n_read, size_bytes - n_read, (off_t)n_read);
		if (n <= 0) {
			const int error = n < 0 ? errno : EIO;
			free(copy);
			errno = error;
			return NULL;
		}
		n_read += (size_t)n;
	}
	return copy;
}

void *memory_map_huge(size_t size_bytes)
{
	void *const memory = allocate(size_bytes);
	if (memory != NULL)
		memset(memory, 0, size_bytes);
	return memory;
}

void memory_unmap(void *mapping, size_t size_bytes)
{
	(void)size_bytes;
	free(mapping);
}
