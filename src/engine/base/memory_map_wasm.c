#include "base/memory.h"

#include "base/array.h"
#include "base/file.h"

#include <pthread.h>
#include <stdatomic.h>
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
	_Atomic bool is_used;
} large;

static void *allocate(size_t size)
{
	if (size < LARGE_BYTES)
		return aligned_alloc(ALIGNMENT_BYTES,
		                     (size + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES);
	errno = ENOMEM;
	if (large.is_used || large.size >= size)
		return atomic_exchange(&large.is_used, true) ? NULL : large.memory;
	const uintptr_t begin = (uintptr_t)sbrk((intptr_t)(size + 2 * ALIGNMENT_BYTES));
	if (begin == UINTPTR_MAX)
		return NULL;
	large.memory = (uint8_t *)((begin / ALIGNMENT_BYTES + 1) * ALIGNMENT_BYTES);
	large.size = size + ALIGNMENT_BYTES;  /* a file has a header */
	large.is_used = true;
	return large.memory;
}

static void release(void *memory)
{
	if (memory != NULL && memory == large.memory)
		large.is_used = false;
	else
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
