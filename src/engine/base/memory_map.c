#include "base/memory.h"

#include "base/system.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HUGE_PAGE_BYTES = 2 << 20 };

/* A mapping that starts on a huge page; like mmap() otherwise. */
static void *map_aligned(size_t size, int protection, int flags, int fd)
{
	/* Reserve more than is needed, map inside, give the ends back. */
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const size_t rounded = (size + page - 1) & ~(page - 1);
	char *const reserved = mmap(NULL, rounded + HUGE_PAGE_BYTES, PROT_NONE,
	                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (reserved == MAP_FAILED)
		return NULL;
	const size_t before = (HUGE_PAGE_BYTES - (uintptr_t)reserved % HUGE_PAGE_BYTES) % HUGE_PAGE_BYTES;
	char *const start = reserved + before;
	void *const mapping = mmap(start, size, protection, flags | MAP_FIXED, fd, 0);
	if (mapping == MAP_FAILED) {
		const int error = errno;
		munmap(reserved, rounded + HUGE_PAGE_BYTES);
		errno = error;
		return NULL;
	}
	if (before != 0)
		munmap(reserved, before);
	munmap(start + rounded, HUGE_PAGE_BYTES - before);
	system_use_huge_pages(mapping, size, true);
	return mapping;
}

void *memory_map_file(int fd, size_t size_bytes)
{
	return map_aligned(size_bytes, PROT_READ, MAP_SHARED, fd);
}

void *memory_map_huge(size_t size_bytes)
{
	return map_aligned(size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}

void memory_unmap(void *mapping, size_t size_bytes)
{
	munmap(mapping, size_bytes);
}
