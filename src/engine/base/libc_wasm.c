/* What emscripten's C library (3.1.6) has wrong. */
#include <sys/uio.h>
#include <unistd.h>

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
