#include "base/memory.h"

#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The number after `name` in a file of "name number" lines; the first word of the file if name is NULL. */
static bool read_number(const char *path, const char *name, uint64_t *out)
{
	FILE *const file = fopen(path, "re");
	if (file == NULL)
		return false;
	char line[256];
	bool is_found = false;
	const size_t skip = name == NULL ? 0 : strlen(name);
	while (!is_found && fgets(line, sizeof line, file) != NULL)
		is_found = (name == NULL || strncmp(line, name, skip) == 0) && sscanf(line + skip, "%" SCNu64, out) == 1;
	fclose(file);
	return is_found;
}

/* What one control group leaves; its cached files make room when they must. */
static uint64_t group_available(const char *group)
{
	char path[PATH_MAX + 64];
	uint64_t limit, used, cached = 0;
	snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.max", group);
	if (!read_number(path, NULL, &limit))
		return UINT64_MAX;  /* "max", or no such group */
	snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.current", group);
	if (!read_number(path, NULL, &used))
		return limit;
	snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.stat", group);
	read_number(path, "file ", &cached);
	used -= cached < used ? cached : used;
	return used < limit ? limit - used : 0;
}

uint64_t memory_available_bytes(void)
{
	uint64_t available = UINT64_MAX, kib;
	if (read_number("/proc/meminfo", "MemAvailable:", &kib))
		available = kib * 1024;
	char group[PATH_MAX] = "";
	FILE *const file = fopen("/proc/self/cgroup", "re");
	char line[PATH_MAX];
	while (file != NULL && fgets(line, sizeof line, file) != NULL)
		if (strncmp(line, "0::", 3) == 0) {
			line[strcspn(line, "\n")] = '\0';
			strcpy(group, line + 3);
		}
	if (file != NULL)
		fclose(file);
	/* The limits of all groups above count, too; the last one has the empty name. */
	for (;;) {
		const uint64_t here = group_available(group);
		if (here < available)
			available = here;
		char *const slash = strrchr(group, '/');
		if (slash == NULL)
			return available;
		*slash = '\0';
	}
}

void *memory_alloc_huge(size_t size_bytes)
{
	const size_t page_bytes = (size_t)1 << 21, whole_bytes = (size_bytes + page_bytes - 1) & ~(page_bytes - 1);
	void *const memory = aligned_alloc(page_bytes, whole_bytes);
	if (memory != NULL)
		madvise(memory, whole_bytes, MADV_HUGEPAGE);  /* a wish: without it the pages are small ones */
	return memory;
}
