#include "base/memory.h"
#include "base/processor.h"
#include "base/system.h"

#include <errno.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>

void system_use_huge_pages(void *memory, size_t size_bytes, bool wants)
{
}

void system_forget(void *memory, size_t size_bytes)
{
}

void system_zero(void *memory, size_t size_bytes)
{
	memset(memory, 0, size_bytes);
}

bool system_populate(const void *memory, size_t size_bytes)
{
	return true;
}

bool system_pages_of(const void *mapping, size_t size_bytes, struct system_pages *out)
{
	return false;
}

uint64_t memory_available_bytes(void)
{
	return UINT64_MAX;
}

FILE *memory_stream(char **text, size_t *size)
{
	*text = NULL;
	return open_memstream(text, size);
}

bool system_mapped_file(const void *address, char path[SYSTEM_MAPPED_PATH_SIZE])
{
	return false;
}

int system_random(void *out, size_t size_bytes)
{
	return getentropy(out, size_bytes) == 0 ? 0 : errno;
}

unsigned processors_usable(void)
{
	const long n = sysconf(_SC_NPROCESSORS_ONLN);
	return n > 0 ? (unsigned)n : 1;
}

void system_processor_name(char *name, size_t size)
{
	struct utsname system;
	uname(&system);
	snprintf(name, size, "%s", system.machine);
}

bool system_boot_id(char id[SYSTEM_BOOT_ID_SIZE])
{
	return false;
}

uint64_t system_uncached_bytes(const char *path)
{
	return 0;
}

uint64_t system_mount_of(const char *path)
{
	return 0;
}

bool system_program_path(char path[PATH_MAX])
{
	return false;
}
