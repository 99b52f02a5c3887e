#include "base/memory.h"

#include "base/array.h"
#include "base/file.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	ALIGNMENT_BYTES = 1 << 16,  /* a page of WebAssembly */
	MAX_COPIES = 16,            /* of files; more are not shared */
	LARGE_BYTES = 1 << 30,
};

/* A file that is mapped again, for another metric, has one copy. */
static struct copy {
	ino_t file;
	void *memory;
	unsigned n_users;
} copies[MAX_COPIES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* malloc() gives less than 2 GiB.  One large block lies beside its heap, and stays for the next table: one that
 * was built is opened as a file. */
static struct {
	uint8_t *memory;
	size_t size;
	bool is_used;
} large;
static pthread_mutex_t large_lock = PTHREAD_MUTEX_INITIALIZER;

static void *allocate(size_t size)
{
	if (size < LARGE_BYTES)
		return aligned_alloc(ALIGNMENT_BYTES,
		                     (size + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES);
	pthread_mutex_lock(&large_lock);
	if (!large.is_used && large.size < size) {
		void *const begin = sbrk((intptr_t)(size + 2 * ALIGNMENT_BYTES));
		if (begin != (void *)-1) {
			large.memory = (uint8_t *)(((uintptr_t)begin / ALIGNMENT_BYTES + 1) * ALIGNMENT_BYTES);
			large.size = size + ALIGNMENT_BYTES;  /* a file has a header */
		}
	}
	void *const memory = large.is_used || large.size < size ? NULL : large.memory;
	large.is_used |= memory != NULL;
	pthread_mutex_unlock(&large_lock);
	errno = memory == NULL ? ENOMEM : errno;
	return memory;
}

static void release(void *memory)
{
	pthread_mutex_lock(&large_lock);
	const bool is_large = memory != NULL && memory == large.memory;
	large.is_used &= !is_large;
	pthread_mutex_unlock(&large_lock);
	if (!is_large)
		free(memory);
}

static void *read_file(int fd, size_t size_bytes)
{
	void *const copy = allocate(size_bytes);
	const ptrdiff_t n_read = copy != NULL ? file_read_at(fd, copy, size_bytes, 0) : -1;
	if (n_read == (ptrdiff_t)size_bytes)
		return copy;
	const int error = n_read < 0 ? errno : EIO;
	release(copy);
	errno = error;
	return NULL;
}

/* The copy of a file, or a place for one; NULL: there is none. */
static struct copy *find_copy(ino_t file)
{
	struct copy *unused = NULL;
	items_foreach(c, copies, MAX_COPIES)
		if (c->n_users > 0 && c->file == file)
			return c;
		else if (c->n_users == 0)
			unused = c;
	return unused;
}

void *memory_map_file(int fd, size_t size_bytes)
{
	struct stat status;
	if (fstat(fd, &status) != 0)
		return NULL;
	pthread_mutex_lock(&lock);
	struct copy *const copy = find_copy(status.st_ino);
	void *const memory = copy != NULL && copy->n_users > 0 ? copy->memory : read_file(fd, size_bytes);
	if (copy != NULL && memory != NULL)
		*copy = (struct copy){status.st_ino, memory, copy->n_users + 1};
	pthread_mutex_unlock(&lock);
	return memory;
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
	pthread_mutex_lock(&lock);
	bool is_used = false;
	items_foreach(c, copies, MAX_COPIES)
		if (c->n_users > 0 && c->memory == mapping)
			is_used = --c->n_users > 0;
	pthread_mutex_unlock(&lock);
	if (!is_used)
		release(mapping);
}
