/* Functions of Linux that emscripten's C library (3.1.6) declares and lacks, or has wrong. */
#include <errno.h>
#include <sched.h>
#include <sys/random.h>
#include <sys/uio.h>
#include <unistd.h>

enum { ENTROPY_BYTES_MAX = 256 };  /* of one call of getentropy() */

ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
	(void)flags;
	for (size_t done = 0; done < size; done += ENTROPY_BYTES_MAX) {
		const size_t left = size - done;
		if (getentropy((char *)buffer + done, left < ENTROPY_BYTES_MAX ? left : ENTROPY_BYTES_MAX) != 0)
			return -1;
	}
	return (ssize_t)size;
}

/* Not known; whoever asks goes by the number of processors. */
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set)
{
	(void)process, (void)size, (void)set;
	errno = ENOSYS;
	return -1;
}

int __sched_cpucount(size_t size, const cpu_set_t *set)
{
	(void)size, (void)set;
	return 0;
}

/* Emscripten's own writes every part to the same offset. */
ssize_t pwritev(int fd, const struct iovec *parts, int n, off_t offset)
{
	ssize_t written = 0;
	for (int i = 0; i < n; i++) {
		const ssize_t of_part = pwrite(fd, parts[i].iov_base, parts[i].iov_len, offset + written);
		if (of_part < 0)
			return written > 0 ? written : -1;
		written += of_part;
		if ((size_t)of_part < parts[i].iov_len)
			break;
	}
	return written;
}
