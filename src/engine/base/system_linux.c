#include "base/array.h"
#include "base/memory.h"
#include "base/processor.h"
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

/* ---- pages ---- */

void system_use_huge_pages(void *memory, size_t size_bytes, bool wants)
{
	madvise(memory, size_bytes, wants ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

void system_forget(void *memory, size_t size_bytes)
{
	madvise(memory, size_bytes, MADV_DONTNEED);
}

void system_zero(void *memory, size_t size_bytes)
{
	madvise(memory, size_bytes, MADV_DONTNEED);  /* then the kernel gives new pages of zeros */
}

bool system_populate(const void *memory, size_t size_bytes)
{
#ifdef MADV_POPULATE_READ
	/* Kernels before 5.14 do without. */
	const size_t before = (uintptr_t)memory % (size_t)sysconf(_SC_PAGESIZE);
	return madvise((void *)((uintptr_t)memory - before), before + size_bytes, MADV_POPULATE_READ) == 0
	       || (errno != EFAULT && errno != EHWPOISON);
#else
	return true;
#endif
}

bool system_pages_of(const void *mapping, size_t size_bytes, struct system_pages *out)
{
	const uintptr_t begin = (uintptr_t)mapping, end = begin + size_bytes;
	FILE *const maps = fopen("/proc/self/smaps", "re");
	if (maps == NULL)
		return false;
	char line[512];
	bool is_inside = false;
	uint64_t resident_kib = 0, huge_kib = 0;
	while (fgets(line, sizeof line, maps) != NULL) {
		uintptr_t from, to;
		uint64_t kib;
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2)
			is_inside = from < end && to > begin;
		else if (is_inside && sscanf(line, "Rss: %" SCNu64, &kib) == 1)
			resident_kib += kib;
		else if (is_inside && (sscanf(line, "FilePmdMapped: %" SCNu64, &kib) == 1
		                       || sscanf(line, "AnonHugePages: %" SCNu64, &kib) == 1))
			huge_kib += kib;
	}
	fclose(maps);
	*out = (struct system_pages){.resident_bytes = resident_kib * 1024, .huge_bytes = huge_kib * 1024};
	return true;
}

/* ---- available memory ---- */

/* The first line of a file that begins so, without its end; else it is empty. */
static bool read_line(const char *path, const char *begin, char *line, int size)
{
	FILE *const file = fopen(path, "re");
	bool is_found = false;
	while (!is_found && file != NULL && fgets(line, size, file) != NULL)
		is_found = strncmp(line, begin, strlen(begin)) == 0;
	if (file != NULL)
		fclose(file);
	line[is_found ? strcspn(line, "\n") : 0] = '\0';
	return is_found;
}

/* The number after `name` in a file of "name number" lines. */
static bool read_number(const char *path, const char *name, uint64_t *out)
{
	char line[256];
	return read_line(path, name, line, sizeof line) && sscanf(line + strlen(name), "%" SCNu64, out) == 1;
}

uint64_t memory_available_bytes(void)
{
	uint64_t available = UINT64_MAX, kib;
	struct rlimit space;
	if (read_number("/proc/meminfo", "MemAvailable:", &kib))
		available = kib * 1024;
	if (getrlimit(RLIMIT_AS, &space) == 0 && read_number("/proc/self/status", "VmSize:", &kib)
	    && space.rlim_cur - kib * 1024 < available)
		available = space.rlim_cur - kib * 1024;
	char line[PATH_MAX];
	char *const group = read_line("/proc/self/cgroup", "0::", line, sizeof line) ? line + 3 : line;
	/* The limits of all groups above count, too; the last one has the empty name. */
	for (;;) {
		/* What one control group leaves; its cached files make room when they must. */
		char path[PATH_MAX + 64];
		uint64_t limit, used, cached = 0;
		snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.max", group);
		if (read_number(path, "", &limit)) {  /* else "max", or no such group */
			snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.current", group);
			if (!read_number(path, "", &used))
				used = 0;
			snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.stat", group);
			read_number(path, "file ", &cached);
			used -= cached < used ? cached : used;
			const uint64_t here = used < limit ? limit - used : 0;
			available = here < available ? here : available;
		}
		char *const slash = strrchr(group, '/');
		if (slash == NULL)
			return available;
		*slash = '\0';
	}
}

/* ---- text in memory ---- */

struct memory_text {
	char **text;
	size_t *size, capacity;
};

static ssize_t append_text(void *cookie, const char *bytes, size_t n)
{
	struct memory_text *const m = cookie;
	char *const text = array_reserve(*m->text, *m->size + n + 1, &m->capacity, 1);
	if (text == NULL)
		return 0;
	memcpy(text + *m->size, bytes, n);
	text[*m->size += n] = '\0';
	*m->text = text;
	return (ssize_t)n;
}

static int cut_text(void *cookie, int64_t *offset, int whence)
{
	size_t *const size = ((struct memory_text *)cookie)->size;
	*size = whence == SEEK_SET ? (size_t)*offset : *size;
	*offset = (int64_t)*size;
	return 0;
}

static int free_text(void *cookie)
{
	free(cookie);
	return 0;
}

FILE *memory_stream(char **text, size_t *size)
{
	struct memory_text *const m = malloc(sizeof *m);
	FILE *out = NULL;
	*text = NULL;
	*size = 0;
	if (m != NULL) {
		*m = (struct memory_text){.text = text, .size = size};
		append_text(m, "", 0);
	}
	if (*text != NULL)
		out = fopencookie(m, "w", (cookie_io_functions_t){NULL, append_text, cut_text, free_text});
	if (out == NULL)
		free(m);
	return out;
}

/* ---- what is mapped where, without memory or locks ---- */

static const char *read_hexadecimal(const char *at, uintptr_t *out)
{
	for (*out = 0;; at++) {
		const unsigned digit = *at >= '0' && *at <= '9' ? (unsigned)(*at - '0')
		                     : *at >= 'a' && *at <= 'f' ? (unsigned)(*at - 'a' + 10) : 16;
		if (digit == 16)
			return at;
		*out = *out << 4 | digit;
	}
}

/* "begin-end rwxp offset device inode   path": the path if the address is between them, else NULL. */
static const char *path_in_line(const char *line, uintptr_t address)
{
	uintptr_t begin, end;
	const char *const dash = read_hexadecimal(line, &begin);
	if (*dash != '-')
		return NULL;
	read_hexadecimal(dash + 1, &end);
	return address >= begin && address < end ? strchr(line, '/') : NULL;
}

bool system_mapped_file(const void *address, char path[SYSTEM_MAPPED_PATH_SIZE])
{
	static char block[4096];
	static char line[SYSTEM_MAPPED_PATH_SIZE];
	size_t length = 0;
	const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	bool is_found = false;
	for (ssize_t n; !is_found && fd >= 0 && (n = read(fd, block, sizeof block)) > 0;)
		for (ssize_t i = 0; i < n && !is_found; i++) {
			if (block[i] != '\n') {
				line[length] = block[i];
				length += length + 1 < sizeof line;
				continue;
			}
			line[length] = '\0';
			length = 0;
			const char *const found = path_in_line(line, (uintptr_t)address);
			is_found = found != NULL;
			if (is_found)
				memcpy(path, found, strlen(found) + 1);
		}
	if (fd >= 0)
		close(fd);
	return is_found;
}

/* ---- the machine ---- */

int system_random(void *out, size_t size_bytes)
{
	ssize_t n;  /* a call for up to 256 bytes is never cut short (getrandom(2)) */
	do
		n = getrandom(out, size_bytes, 0);
	while (n < 0 && errno == EINTR);  /* only while the system still gathers its first entropy */
	return n == (ssize_t)size_bytes ? 0 : n < 0 ? errno : EIO;
}

unsigned processors_usable(void)
{
	cpu_set_t set;
	CPU_ZERO(&set);
	unsigned n = 0;
	if (sched_getaffinity(0, sizeof set, &set) == 0)
		n = (unsigned)CPU_COUNT(&set);
	if (n == 0) {  /* more processors than the set holds */
		const long online = sysconf(_SC_NPROCESSORS_ONLN);
		n = online > 0 ? (unsigned)online : 1;
	}
	/* Whole processors that a cgroup grants, rounded up; version 2: "max 100000" or "150000 100000". */
	char line[64];
	long long of_period, period;
	const bool has_quota = read_line("/sys/fs/cgroup/cpu.max", "", line, sizeof line)
	                       && sscanf(line, "%lld %lld", &of_period, &period) == 2 && of_period > 0
	                       && period > 0;
	const unsigned quota = has_quota ? (unsigned)((of_period + period - 1) / period) : 0;
	return quota != 0 && quota < n ? quota : n;
}

void system_processor_name(char *name, size_t size)
{
	struct utsname system;
	uname(&system);
	snprintf(name, size, "%s", system.machine);
	char line[256];
	if (read_line("/proc/cpuinfo", "model name\t:", line, sizeof line)) {
		const char *const value = strchr(line, ':') + 1;
		snprintf(name, size, "%s", value + strspn(value, " "));
	}
}

bool system_boot_id(char id[SYSTEM_BOOT_ID_SIZE])
{
	return read_line("/proc/sys/kernel/random/boot_id", "", id, SYSTEM_BOOT_ID_SIZE) && id[0] != '\0';
}

uint64_t system_uncached_bytes(const char *path)
{
	enum { SAMPLES = 64, PAGES = 16 };
	struct stat file;
	unsigned n_absent = 0;
	const size_t page = (size_t)sysconf(_SC_PAGESIZE), run = PAGES * page;
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	const size_t size = fd >= 0 && fstat(fd, &file) == 0 ? (size_t)file.st_size : 0;
	char *const mapping = size > SAMPLES * run ? memory_map_file(fd, size) : NULL;
	for (size_t i = 0; i < SAMPLES && mapping != NULL; i++) {
		unsigned char is_present[PAGES];
		if (mincore(mapping + size / SAMPLES * i / page * page, run, is_present) == 0)
			items_foreach(page_state, is_present, PAGES)
				n_absent += (*page_state & 1) == 0;
	}
	if (mapping != NULL)
		memory_unmap(mapping, size);
	if (fd >= 0)
		close(fd);
	return size / (SAMPLES * PAGES) * n_absent;
}

uint64_t system_mount_of(const char *path)
{
#ifdef STATX_MNT_ID
	const unsigned unique = 0x4000;  /* STATX_MNT_ID_UNIQUE, of Linux 6.8, which older headers lack */
	struct statx file;
	if (statx(AT_FDCWD, path, 0, unique, &file) == 0 && file.stx_mask & (unique | STATX_MNT_ID))
		return file.stx_mnt_id;
	if (statx(AT_FDCWD, path, 0, STATX_MNT_ID, &file) == 0 && file.stx_mask & STATX_MNT_ID)
		return file.stx_mnt_id;
#endif
	return 0;
}

bool system_program_path(char path[PATH_MAX])
{
	const ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
	if (n <= 0)
		return false;
	path[n] = '\0';
	return true;
}
