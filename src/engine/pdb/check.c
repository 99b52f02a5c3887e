#include "pdb/check.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/forked.h"
#include "base/system.h"
#include "pdb/message.h"

#include <sched.h>
#include <stdatomic.h>

enum {
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
	uint8_t *copy;                  /* where they are copied to; NULL: they are not */
	bool uses_stamp;
	bool is_copied;                 /* the file does not matter any more */
	_Atomic uint32_t n_begun;       /* chunks; n_chunks and more: nobody begins another one */
	_Atomic uint32_t n_done;
	/* Set once, from 0, with seq_cst: whoever reads it sees the fault, too. */
	_Atomic bool is_over;
	pthread_mutex_t lock;           /* guards the two that follow, and is_over being waited for */
	enum status fault;          /* the first one; STATUS_OK: none */
	uint32_t faulty_chunk;          /* header.n_chunks: the fault is not that of a chunk */
	pthread_cond_t over;
	_Atomic unsigned generation;    /* of the process whose threads these are (base/forked.h), or ADOPTING */
	unsigned n_threads;
	pthread_t thread[MAX_THREADS];
};

/* ---- bytes ---- */

unsigned pdb_check_threads(void)
{
	const unsigned n = processors_usable();
	return n < MAX_THREADS ? n : MAX_THREADS;
}

/* ---- the file ---- */

static struct stat file_now(const struct pdb_check *check)
{
	struct stat now;
	return fstat(check->fd, &now) == 0 ? now : (struct stat){.st_size = 0};
}

/* A write sets the times before any of its bytes can be read; one through a mapping does so where it first
 * touches a page. */
static bool is_unwritten(const struct pdb_check *check)
{
	const struct stat now = file_now(check);
	return check->is_copied || pdb_is_unwritten(&check->file, &now);
}

/* ---- after fork() ---- */

/* In a forked child the threads are gone, and with them the chunks that they had begun: check all of them
 * again. */
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
static void note_fault(struct pdb_check *check, enum status status, uint32_t chunk)
{
	pthread_mutex_lock(&check->lock);
	if (check->fault == STATUS_OK) {
		check->fault = status;
		check->faulty_chunk = chunk;
	}
	pthread_mutex_unlock(&check->lock);
	atomic_store(&check->n_begun, check->header.n_chunks);
	if (status == STATUS_DAMAGED || status == STATUS_UNFINISHED)
		pdb_stamp_remove(check->path);
	end(check);
}

/* Compare chunk i with its checksum, or copy it and compare the copy.
 * @return whether it is sound; if not, that is noted */
static bool is_chunk_sound(struct pdb_check *check, uint32_t i)
{
	const size_t size = pdb_header_chunk_bytes(&check->header, i);
	const uint64_t at = (uint64_t)i * check->header.chunk_bytes;
	const uint8_t *chunk = check->entries + at;
	/* A mapping that reaches beyond its file ends the process by SIGBUS where the kernel cannot be asked to
	 * populate it first. */
	const uint64_t whole = check->is_copied ? 0 : pdb_header_file_bytes(&check->header);
	enum status status = (uint64_t)file_now(check).st_size >= whole
	    && system_populate(chunk, size) ? STATUS_OK : STATUS_IO;
	if (status != STATUS_OK && (uint64_t)file_now(check).st_size < whole)
		status = STATUS_TRUNCATED;
	if (status == STATUS_OK && check->copy != NULL)
		chunk = memcpy(check->copy + at, chunk, size);
	if (status == STATUS_OK)
		status = pdb_check_bytes(chunk, size, check->checksums[i]);
	if (status != STATUS_OK)
		note_fault(check, status, i);
	else if (check->copy != NULL)  /* on a page of any size */
		system_forget((void *)((uintptr_t)check->entries - PDB_HEADER_BYTES + (size_t)at), size);
	return status == STATUS_OK;
}

/* Begin the next chunk and finish it; false if there is none. */
static bool check_next_chunk(struct pdb_check *check)
{
	if (atomic_load(&check->n_begun) >= check->header.n_chunks)
		return false;
	const uint32_t i = atomic_fetch_add(&check->n_begun, 1);
	if (i >= check->header.n_chunks)
		return false;
	if (!is_chunk_sound(check, i) || atomic_fetch_add(&check->n_done, 1) + 1 < check->header.n_chunks)
		return true;
	/* The last chunk is done, and all were sound. */
	if (is_unwritten(check)) {
		end(check);
		const struct stat now = file_now(check);
		if (check->uses_stamp)
			pdb_stamp_write(check->path, &check->header, &now, false);
	} else {
		note_fault(check, STATUS_CHANGED, check->header.n_chunks);
	}
	return true;
}

static void *check_chunks(void *argument)
{
	while (check_next_chunk(argument))
		;
	return NULL;
}

/* ---- beginning ---- */

static enum status fill(struct pdb_check *check, const char *path, int fd)
{
	check->path = strdup(path);
	if (check->path == NULL)
		return STATUS_NO_MEMORY;
	check->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	/* A clock that ticks every few milliseconds stamps files, so that two writes may have the same time.  Let
	 * it go on before the first byte is read, or a write that follows at once would not be seen. */
	static const struct timespec tick = {.tv_nsec = 1000000};
	bool is_stamped_now = true;
	for (unsigned i = 0; i < MAX_TICKS && is_stamped_now; i++) {
		struct timespec now = {0};
		if (check->fd < 0 || fstat(check->fd, &check->file) != 0)
			return STATUS_IO;
		clock_gettime(CLOCK_REALTIME_COARSE, &now);
		is_stamped_now = now.tv_sec == check->file.st_ctim.tv_sec
		    && now.tv_nsec == check->file.st_ctim.tv_nsec;
		if (is_stamped_now)
			nanosleep(&tick, NULL);
	}
	return pdb_header_checksums(fd, &check->header, &check->checksums);
}

enum status pdb_check_begin(const char *path, int fd, const struct pdb_header *header, const uint8_t *mapping,
                                bool uses_stamp, struct pdb_check **out)
{
	struct pdb_check *const check = malloc(sizeof *check);
	if (check == NULL)
		return STATUS_NO_MEMORY;
	*check = (struct pdb_check){
		.fd = -1, .header = *header, .entries = mapping + PDB_HEADER_BYTES, .uses_stamp = uses_stamp,
		.faulty_chunk = header->n_chunks, .generation = forked_generation(),
	};
	pthread_mutex_init(&check->lock, NULL);
	clock_condition_init(&check->over);
	const enum status status = fill(check, path, fd);
	if (status != STATUS_OK) {
		pdb_check_end(check);
		return status;
	}
	if (uses_stamp && pdb_stamp_is_valid(path, header, &check->file)) {
		check->n_begun = check->n_done = header->n_chunks;
		check->is_over = true;
	} else {
		/* Threads that cannot be had are done without: who waits takes part. */
		const unsigned n_wanted = pdb_check_threads() < header->n_chunks ? pdb_check_threads()
		    : header->n_chunks;
		while (check->n_threads < n_wanted
		       && pthread_create(&check->thread[check->n_threads], NULL, check_chunks, check) == 0)
			check->n_threads++;
	}
	*out = check;
	return STATUS_OK;
}

/* ---- waiting ---- */

uint64_t pdb_check_done_bytes(const struct pdb_check *check, uint64_t *total)
{
	*total = check->header.data_bytes;
	const uint64_t done = (uint64_t)atomic_load(&check->n_done) * check->header.chunk_bytes;
	return done < *total ? done : *total;
}

static enum status fault_of(struct pdb_check *check)
{
	pthread_mutex_lock(&check->lock);
	const enum status fault = check->fault;
	pthread_mutex_unlock(&check->lock);
	errno = EIO;  /* of STATUS_IO */
	return fault;
}

enum status pdb_check_fault(struct pdb_check *check)
{
	adopt(check);
	if (!is_unwritten(check))
		note_fault(check, STATUS_CHANGED, check->header.n_chunks);
	return fault_of(check);
}

enum status pdb_check_await(struct pdb_check *check, const struct pdb_progress *progress)
{
	adopt(check);
	while (!atomic_load(&check->is_over)) {
		uint64_t total;
		if (!check_next_chunk(check)) {
			const struct timespec until = clock_after(wait_s);
			pthread_mutex_lock(&check->lock);
			if (!atomic_load(&check->is_over))
				pthread_cond_timedwait(&check->over, &check->lock, &until);
			pthread_mutex_unlock(&check->lock);
		}
		const uint64_t done = pdb_check_done_bytes(check, &total);
		if (!atomic_load(&check->is_over) && !pdb_tell(progress, "checking", done, total))
			return STATUS_INTERRUPTED;
	}
	return pdb_check_fault(check);
}

/* ---- the end ---- */

static void stop_threads(struct pdb_check *check)
{
	atomic_store(&check->n_begun, check->header.n_chunks);
	while (check->n_threads > 0)
		pthread_join(check->thread[--check->n_threads], NULL);
}

static void copy_chunk(void *context, uint32_t i)
{
	is_chunk_sound(context, i);
}

enum status pdb_check_copy(struct pdb_check *check, uint8_t *copy)
{
	stop_threads(check);
	check->copy = copy;
	parallel_for(pdb_check_threads(), check->header.n_chunks, copy_chunk, check);
	const enum status status = fault_of(check);
	if (status != STATUS_OK)
		return status;
	const struct stat now = file_now(check);
	if (check->uses_stamp && is_unwritten(check))
		pdb_stamp_write(check->path, &check->header, &now, false);
	check->is_copied = true;
	atomic_store(&check->n_done, check->header.n_chunks);
	end(check);
	return STATUS_OK;
}

void pdb_check_end(struct pdb_check *check)
{
	if (check == NULL)
		return;
	adopt(check);
	stop_threads(check);
	file_close(check->fd);
	pthread_mutex_destroy(&check->lock);
	pthread_cond_destroy(&check->over);
	free(check->checksums);
	free(check->path);
	free(check);
}

const char *pdb_check_path(const struct pdb_check *check)
{
	return check->path;
}

void pdb_check_message(const struct pdb_check *check, enum status status, char *message)
{
	const struct pdb_key key = pdb_header_key(&check->header);
	if (check->faulty_chunk == check->header.n_chunks
	    || (status != STATUS_DAMAGED && status != STATUS_UNFINISHED)) {
		pdb_message(status, check->path, &key, message);
		return;
	}
	char fault[100];
	snprintf(fault, sizeof fault, "chunk %" PRIu32 " of %" PRIu32 " %s", check->faulty_chunk + 1,
	         check->header.n_chunks,
	         status == STATUS_DAMAGED ? "does not match its checksum"
	                                  : "is half written, with zeros at its end");
	pdb_message_of(fault, status, check->path, &key, message);
}
