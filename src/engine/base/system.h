/* What not every system has, in one place: system_linux.c, or system_plain.c for other POSIX systems and for
 * browsers, where a wish is not heard and most questions have no answer.  They also define
 * memory_available_bytes(), memory_stream() and processors_usable(). */
#pragma once
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SYSTEM_RANDOM_MAX = 256, SYSTEM_BOOT_ID_SIZE = 40, SYSTEM_MAPPED_PATH_SIZE = PATH_MAX + 256 };

/* ---- memory; all but system_zero() may do nothing ---- */

/** Have mapped memory on huge pages, or on ordinary ones. */
void system_use_huge_pages(void *memory, size_t size_bytes, bool wants);

/** What is in these pages is not needed any more, or is in their file. */
void system_forget(void *memory, size_t size_bytes);

/** Make whole pages of this process's own zero; it has new ones when it writes there. */
void system_zero(void *memory, size_t size_bytes);

/** Bring mapped bytes in before they are touched: a read error, or a file that has just become shorter, is
 * then an error and not a SIGBUS.  @return false on such an error; true also where this cannot be known */
bool system_populate(const void *memory, size_t size_bytes);

struct system_pages {
	uint64_t resident_bytes, huge_bytes;     /* in memory, of a file what has been touched; of these on huge
	                                          * pages */
};

/** How much of a mapping is where.  @return false: not known */
bool system_pages_of(const void *mapping, size_t size_bytes, struct system_pages *out);

/** About how much of a file is not in memory, and would be read from the disk, by a sample.  @return 0:
 * little, or not known */
uint64_t system_uncached_bytes(const char *path);

/** The mapped file at an address; may be called by signal handlers, in one thread.  @return false: there is
 * none, or not known */
bool system_mapped_file(const void *address, char path[SYSTEM_MAPPED_PATH_SIZE]);

/* ---- the machine ---- */

/** Random bytes, at most SYSTEM_RANDOM_MAX.  @return 0, or errno */
int system_random(void *out, size_t size_bytes);

/** What the processor calls itself, or what kind of machine it is. */
void system_processor_name(char *name, size_t size);

/** Another text each time the machine is started: what is below a file system may be exchanged while it is
 * off.
 * @return false: not known */
bool system_boot_id(char id[SYSTEM_BOOT_ID_SIZE]);

/** The mount that a file is on, a number that is never given twice: a disk may be exchanged before it is
 * mounted again.  0: not known */
uint64_t system_mount_of(const char *path);

/** The file of the program that runs.  @return false: not known */
bool system_program_path(char path[PATH_MAX]);
