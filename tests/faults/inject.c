/* A preloaded library for tests alone: lets one call of the C library fail.
 *     FAULT_CALL   write, fsync, rename, mmap or malloc: each stands for its relatives (pwrite, fflush;
 *     aligned_alloc) as well; growth: what grows beyond the first buffer of a stream
 *     FAULT_AT     which call of that kind fails, from 1
 *     FAULT_MARK   a file that is made when it does */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* glibc's own names. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_ulong n_calls;
static atomic_bool has_begun;  /* what libraries do before main() is not the program's: GnuTLS alone allocates
                                * 1,200 times */

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                      int (*init)(int, char **, char **), void (*fini)(void), void (*rtld_fini)(void),
                      void *stack_end);
int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                      int (*init)(int, char **, char **), void (*fini)(void), void (*rtld_fini)(void),
                      void *stack_end)
{
	int (*next)(int (*)(int, char **, char **), int, char **, int (*)(int, char **, char **), void (*)(void),
	            void (*)(void), void *);
	*(void **)&next = dlsym(RTLD_NEXT, "__libc_start_main");
	atomic_store(&has_begun, true);
	return next(main, argc, argv, init, fini, rtld_fini, stack_end);
}

static bool fails(const char *call)
{
	const char *const wanted = getenv("FAULT_CALL"), *const at = getenv("FAULT_AT"),
	                  *const mark = getenv("FAULT_MARK");
	if (!atomic_load(&has_begun) || wanted == NULL || at == NULL || strcmp(wanted, call) != 0
	    || atomic_fetch_add(&n_calls, 1) + 1 != strtoul(at, NULL, 10))
		return false;
	if (mark != NULL)
		syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0600));
	return true;
}

/* Standard error stays: messages are what is looked at. */
ssize_t write(int fd, const void *data, size_t size)
{
	if (fd == STDERR_FILENO || !fails("write"))
		return syscall(SYS_write, fd, data, size);
	errno = ENOSPC;
	return -1;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset)
{
	if (!fails("write"))
		return syscall(SYS_pwrite64, fd, data, size, offset);
	errno = ENOSPC;
	return -1;
}

ssize_t pwritev(int fd, const struct iovec *parts, int n, off_t offset)
{
	if (!fails("write"))
		return syscall(SYS_pwritev, fd, parts, n, (long)offset, 0L);
	errno = EIO;
	return -1;
}

/* What the C library itself writes for a stream does not come by write().  A stream to memory has no
 * descriptor. */
static bool has_unwritten(FILE *file)
{
	return file != stderr && fileno(file) >= 0 && __fpending(file) != 0;
}

int fflush(FILE *file)
{
	if (file == NULL || !has_unwritten(file) || !fails("write"))
		return fflush_unlocked(file);
	errno = ENOSPC;
	return EOF;
}

int fclose(FILE *file)
{
	int (*next)(FILE *);
	*(void **)&next = dlsym(RTLD_NEXT, "fclose");
	if (!has_unwritten(file) || !fails("write"))
		return next(file);
	__fpurge(file);
	next(file);
	errno = ENOSPC;
	return EOF;
}

int fsync(int fd)
{
	if (!fails("fsync"))
		return (int)syscall(SYS_fsync, fd);
	errno = EIO;
	return -1;
}

int fdatasync(int fd)
{
	if (!fails("fsync"))
		return (int)syscall(SYS_fdatasync, fd);
	errno = EIO;
	return -1;
}

int rename(const char *from, const char *to)
{
	if (!fails("rename"))
		return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
	errno = EACCES;
	return -1;
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	if (!fails("mmap"))
		return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
	errno = ENOMEM;
	return MAP_FAILED;
}

static bool is_growth(size_t size)
{
	return size > 2 * BUFSIZ && fails("growth");
}

void *malloc(size_t size)
{
	if (!fails("malloc") && !is_growth(size))
		return __libc_malloc(size);
	errno = ENOMEM;
	return NULL;
}

void *calloc(size_t n, size_t size)
{
	if (!fails("malloc"))
		return __libc_calloc(n, size);
	errno = ENOMEM;
	return NULL;
}

void *realloc(void *old, size_t size)
{
	if (!fails("malloc") && !is_growth(size))
		return __libc_realloc(old, size);
	errno = ENOMEM;
	return NULL;
}

void *aligned_alloc(size_t alignment, size_t size)
{
	if (!fails("malloc"))
		return __libc_memalign(alignment, size);
	errno = ENOMEM;
	return NULL;
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
	void *const memory = fails("malloc") ? NULL : __libc_memalign(alignment, size);
	if (memory == NULL)
		return ENOMEM;
	*out = memory;
	return 0;
}
