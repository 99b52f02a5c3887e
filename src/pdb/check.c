#include "pdb/check.h"

#include "base/clock.h"
#include "base/forked.h"
#include "base/processor.h"
#include "pdb/message.h"
#include "pdb/reading.h"
#include "pdb/remember.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	ZERO_TAIL_BYTES = 16,   /* that end a wrong chunk: it was never written, for only one entry of a table is 0 */
	MAX_TICKS = 20,         /* of a millisecond */
	MAX_THREADS = 4,        /* memory is not read faster by more */
};
static const unsigned ADOPTING = UINT_MAX;
static const double wait_s = 0.05;  /* between two looks whether the waiting is to go on */

struct pdb_check {
	char *path;                     /* owned */
	int fd;                         /* of our own: tells whether the file has been written to */
	struct stat file;               /* when it was opened */
	struct pdb_header header;
	uint64_t *checksums;            /* header.n_chunks; owned */
	const uint8_t *entries;         /* in the mapping */
	bool trusts_memory;
	bool is_copied;                 /* the file does not matter any more */
	_Atomic uint32_t n_begun;       /* chunks; n_chunks and more: nobody begins another one */
	_Atomic uint32_t n_done;
	/* Set once, from 0, with seq_cst: whoever reads it sees the fault, too. */
	_Atomic bool is_over;
	pthread_mutex_t lock;           /* guards the three that follow, and is_over being waited for */
	enum pdb_status fault;          /* the first one; PDB_OK: none */
	uint32_t faulty_chunk;          /* header.n_chunks: the fault is not that of a chunk */
	int error;                      /* errno of PDB_IO */
	pthread_cond_t over;
	_Atomic unsigned generation;    /* of the process whose threads these are (base/forked.h), or ADOPTING */
	unsigned n_threads;
	pthread_t thread[MAX_THREADS];
};

/* ---- bytes ---- */

enum pdb_status pdb_check_bytes(const uint8_t *bytes, size_t size, uint64_t checksum)
{
	if (pdb_checksum(bytes, size) == checksum)
		return PDB_OK;
	const size_t tail = size < ZERO_TAIL_BYTES ? size : ZERO_TAIL_BYTES;
	for (size_t i = size - tail; i < size; i++)
		if (bytes[i] != 0)
			return PDB_DAMAGED;
	return PDB_UNFINISHED;
}

bool pdb_check_populate(const uint8_t *bytes, size_t size)
{
#ifdef MADV_POPULATE_READ
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const size_t before = (uintptr_t)bytes % page;
	return madvise((void *)(uintptr_t)(bytes - before), before + size, MADV_POPULATE_READ) == 0
	       || (errno != EFAULT && errno != EHWPOISON);
#else
	(void)bytes, (void)size;
	return true;
#endif
}

unsigned pdb_check_threads(void)
{
	const unsigned n = processors_usable();
	return n < MAX_THREADS ? n : MAX_THREADS;
}

/* ---- the file ---- */

/* A write sets the times before any of its bytes can be read; one through a mapping does so where it first touches a page. */
static bool is_unwritten(const struct pdb_check *check)
{
	struct stat now;
	return check->is_copied || (fstat(check->fd, &now) == 0 && pdb_is_unwritten(&check->file, &now));
}

/* A clock that ticks every few milliseconds stamps files, so that two writes may have the same time.  Let it go on before the
 * first byte is read, or a write that follows at once would not be seen. */
static bool look_at_file(int fd, struct stat *out)
{
	static const struct timespec tick = {.tv_nsec = 1000000};
	struct timespec now = {0};
	bool is_stamped_now = true;
	for (unsigned i = 0; i < MAX_TICKS && is_stamped_now; i++) {
		if (fstat(fd, out) != 0)
			return false;
		clock_gettime(CLOCK_REALTIME_COARSE, &now);
		is_stamped_now = now.tv_sec == out->st_ctim.tv_sec && now.tv_nsec == out->st_ctim.tv_nsec;
		if (is_stamped_now)
			nanosleep(&tick, NULL);
	}
	return true;
}

/* A mapping that reaches beyond its file ends the process by SIGBUS where the kernel cannot be asked to populate it first. */
static bool is_long_enough(const struct pdb_check *check)
{
	struct stat now;
	return check->is_copied || (fstat(check->fd, &now) == 0 && (uint64_t)now.st_size >= pdb_header_file_bytes(&check->header));
}

static enum pdb_status status_of_unreadable(const struct pdb_check *check)
{
	struct stat now;
	errno = EIO;
	const bool is_known = fstat(check->fd, &now) == 0;
	return is_known && (uint64_t)now.st_size < pdb_header_file_bytes(&check->header) ? PDB_TRUNCATED : PDB_IO;
}

/* ---- after fork() ---- */

/* In a forked child the threads are gone, and with them the chunks that they had begun: check all of them again. */
static void adopt(struct pdb_check *check)
{
	const unsigned now = forked_generation();
	unsigned of = atomic_load(&check->generation);
	if (of == now)
		return;
	if (of == ADOPTING || !atomic_compare_exchange_strong(&check->generation, &of, ADOPTING)) {
		while (atomic_load(&check->generation) != now)
			sched_yield();
		return;
	}
	pthread_mutex_init(&check->lock, NULL);
	clock_condition_init(&check->over);
	check->n_threads = 0;
	if (!atomic_load(&check->is_over)) {
		atomic_store(&check->n_done, 0);
		atomic_store(&check->n_begun, 0);
	}
	atomic_store(&check->generation, now);
}

/* ---- faults and the end ---- */

static void end(struct pdb_check *check)
{
	pthread_mutex_lock(&check->lock);
	atomic_store(&check->is_over, true);
	pthread_cond_broadcast(&check->over);
	pthread_mutex_unlock(&check->lock);
}

/* Keep the first fault, and let nobody begin another chunk. */
static void note_fault(struct pdb_check *check, enum pdb_status status, uint32_t chunk, int error)
{
	pthread_mutex_lock(&check->lock);
	if (check->fault == PDB_OK) {
		check->fault = status;
		check->faulty_chunk = chunk;
		check->error = error;
	}
	pthread_mutex_unlock(&check->lock);
	atomic_store(&check->n_begun, check->header.n_chunks);
	if (status == PDB_DAMAGED || status == PDB_UNFINISHED)
		pdb_forget(check->path);
	end(check);
}

/* The last chunk is done, and all were sound. */
static void conclude(struct pdb_check *check)
{
	struct stat now;
	if (!is_unwritten(check) || fstat(check->fd, &now) != 0) {
		note_fault(check, PDB_CHANGED, check->header.n_chunks, 0);
		return;
	}
	end(check);
	if (check->trusts_memory)
		pdb_remember(check->path, &check->header, &now, false);
}

static void check_chunk(struct pdb_check *check, uint32_t i)
{
	size_t size;
	const uint8_t *const chunk = check->entries + pdb_check_chunk_at(check, i, &size);
	const bool is_there = is_long_enough(check) && pdb_check_populate(chunk, size);
	const enum pdb_status status = is_there ? pdb_check_bytes(chunk, size, check->checksums[i]) : status_of_unreadable(check);
	if (status != PDB_OK)
		note_fault(check, status, i, errno);
	else if (atomic_fetch_add(&check->n_done, 1) + 1 == check->header.n_chunks)
		conclude(check);
}

/* Begin the next chunk and finish it; false if there is none. */
static bool check_next_chunk(struct pdb_check *check)
{
	if (atomic_load(&check->n_begun) >= check->header.n_chunks)
		return false;
	const uint32_t i = atomic_fetch_add(&check->n_begun, 1);
	if (i >= check->header.n_chunks)
		return false;
	check_chunk(check, i);
	return true;
}

static void *check_chunks(void *argument)
{
	while (check_next_chunk(argument))
		;
	return NULL;
}

/* ---- beginning ---- */

static bool is_remembered(const struct pdb_check *check)
{
	return check->trusts_memory && pdb_is_remembered(check->path, &check->header, &check->file);
}

static void begin_threads(struct pdb_check *check)
{
	const unsigned n_wanted = pdb_check_threads() < check->header.n_chunks ? pdb_check_threads() : check->header.n_chunks;
	/* Those that cannot be had are done without: who waits takes part. */
	while (check->n_threads < n_wanted
	       && pthread_create(&check->thread[check->n_threads], NULL, check_chunks, check) == 0)
		check->n_threads++;
}

static enum pdb_status fill(struct pdb_check *check, const char *path, int fd)
{
	check->path = strdup(path);
	if (check->path == NULL)
		return PDB_NO_MEMORY;
	check->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (check->fd < 0 || !look_at_file(check->fd, &check->file))
		return PDB_IO;
	return pdb_header_checksums(fd, &check->header, &check->checksums);
}

enum pdb_status pdb_check_begin(const char *path, int fd, const struct pdb_header *header, const uint8_t *mapping,
                                bool trusts_memory, struct pdb_check **out)
{
	struct pdb_check *const check = malloc(sizeof *check);
	if (check == NULL)
		return PDB_NO_MEMORY;
	*check = (struct pdb_check){
		.fd = -1, .header = *header, .entries = mapping + PDB_HEADER_BYTES, .trusts_memory = trusts_memory,
		.faulty_chunk = header->n_chunks, .generation = forked_generation(),
	};
	pthread_mutex_init(&check->lock, NULL);
	clock_condition_init(&check->over);
	const enum pdb_status status = fill(check, path, fd);
	if (status != PDB_OK) {
		const int error = errno;
		pdb_check_end(check);
		errno = error;
		return status;
	}
	if (is_remembered(check)) {
		check->n_begun = check->n_done = header->n_chunks;
		check->is_over = true;
	} else {
		begin_threads(check);
	}
	*out = check;
	return PDB_OK;
}

/* ---- waiting ---- */

static bool goes_on(const struct pdb_check *check, const struct pdb_progress *progress)
{
	uint64_t total;
	const uint64_t done = pdb_check_done_bytes(check, &total);
	return progress == NULL || progress->tell(progress->context, "checking", done, total);
}

/* Until the check is over, or for a moment. */
static void wait_a_little(struct pdb_check *check)
{
	const struct timespec until = clock_after(wait_s);
	pthread_mutex_lock(&check->lock);
	if (!atomic_load(&check->is_over))
		pthread_cond_timedwait(&check->over, &check->lock, &until);
	pthread_mutex_unlock(&check->lock);
}

static enum pdb_status fault_of(struct pdb_check *check)
{
	pthread_mutex_lock(&check->lock);
	const enum pdb_status fault = check->fault;
	const int error = check->error;
	pthread_mutex_unlock(&check->lock);
	errno = error;
	return fault;
}

enum pdb_status pdb_check_fault(struct pdb_check *check)
{
	adopt(check);
	if (!is_unwritten(check))
		note_fault(check, PDB_CHANGED, check->header.n_chunks, 0);
	return fault_of(check);
}

enum pdb_status pdb_check_await(struct pdb_check *check, const struct pdb_progress *progress)
{
	adopt(check);
	while (!atomic_load(&check->is_over)) {
		if (!check_next_chunk(check))
			wait_a_little(check);
		if (!atomic_load(&check->is_over) && !goes_on(check, progress))
			return PDB_INTERRUPTED;
	}
	return pdb_check_fault(check);
}

/* ---- what callers see of it ---- */

const char *pdb_check_path(const struct pdb_check *check)
{
	return check->path;
}

uint32_t pdb_check_n_chunks(const struct pdb_check *check)
{
	return check->header.n_chunks;
}

uint64_t pdb_check_chunk_at(const struct pdb_check *check, uint32_t i, size_t *size)
{
	*size = pdb_header_chunk_bytes(&check->header, i);
	return (uint64_t)i * check->header.chunk_bytes;
}

uint64_t pdb_check_done_bytes(const struct pdb_check *check, uint64_t *total)
{
	*total = check->header.data_bytes;
	const uint64_t done = (uint64_t)atomic_load(&check->n_done) * check->header.chunk_bytes;
	return done < *total ? done : *total;
}

enum pdb_status pdb_check_copied_chunk(struct pdb_check *check, uint32_t i, const uint8_t *chunk)
{
	const enum pdb_status status = pdb_check_bytes(chunk, pdb_header_chunk_bytes(&check->header, i), check->checksums[i]);
	if (status != PDB_OK)
		note_fault(check, status, i, 0);
	return status;
}

static void stop_threads(struct pdb_check *check)
{
	atomic_store(&check->n_begun, check->header.n_chunks);
	while (check->n_threads > 0)
		pthread_join(check->thread[--check->n_threads], NULL);
}

void pdb_check_end_with_copy(struct pdb_check *check)
{
	struct stat now;
	stop_threads(check);
	if (check->trusts_memory && is_unwritten(check) && fstat(check->fd, &now) == 0)
		pdb_remember(check->path, &check->header, &now, false);
	check->is_copied = true;
	atomic_store(&check->n_done, check->header.n_chunks);
	end(check);
}

void pdb_check_end(struct pdb_check *check)
{
	if (check == NULL)
		return;
	adopt(check);
	stop_threads(check);
	if (check->fd >= 0)
		close(check->fd);
	pthread_mutex_destroy(&check->lock);
	pthread_cond_destroy(&check->over);
	free(check->checksums);
	free(check->path);
	free(check);
}

void pdb_check_message(const struct pdb_check *check, enum pdb_status status, char *message)
{
	const struct pdb_key key = pdb_header_key(&check->header);
	if (check->faulty_chunk == check->header.n_chunks || (status != PDB_DAMAGED && status != PDB_UNFINISHED)) {
		pdb_message(status, check->path, &key, message);
		return;
	}
	char fault[100];
	snprintf(fault, sizeof fault, "chunk %" PRIu32 " of %" PRIu32 " %s", check->faulty_chunk + 1, check->header.n_chunks,
	         status == PDB_DAMAGED ? "does not match its checksum" : "is half written, with zeros at its end");
	pdb_message_of(fault, status, check->path, &key, message);
}
