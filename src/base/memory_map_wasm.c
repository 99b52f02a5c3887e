#include "base/memory.h"

#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT_BYTES = 1 << 16 };  /* a page of WebAssembly */

static void *allocate(size_t size)
{
	return aligned_alloc(ALIGNMENT_BYTES, (size + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES);
}

void *memory_map_file(int fd, size_t size_bytes)
{
	char *const copy = allocate(size_bytes);
	const ptrdiff_t n_read = copy != NULL ? file_read_at(fd, copy, size_bytes, 0) : -1;
	if (n_read == (ptrdiff_t)size_bytes)
		return copy;
	const int error = n_read < 0 ? errno : EIO;
	free(copy);
	errno = error;
	return NULL;
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
