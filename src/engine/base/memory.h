/* How much memory is available; files and large tables in pages of their own (memory_map.c); streams in
 * memory. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/** How many bits are set in n bytes, a multiple of 8. */
static inline uint64_t memory_count_bits(const void *bytes, size_t n_bytes)
{
	uint64_t n = 0;
	for (size_t i = 0; i < n_bytes; i += sizeof(uint64_t)) {
		uint64_t word;
		memcpy(&word, (const char *)bytes + i, sizeof word);
		n += (unsigned)__builtin_popcountll(word);
	}
	return n;
}

static inline bool memory_is_zero(const void *bytes, size_t n_bytes)
{
	const uint8_t *const b = bytes;
	return n_bytes == 0 || (b[0] == 0 && memcmp(b, b + 1, n_bytes - 1) == 0);
}

/** Bytes that this process can still use without swapping or being killed: what the kernel calls available,
 * or what the control group or `ulimit -v` leaves if that is less.  UINT64_MAX if the system does not
 * tell. */
uint64_t memory_available_bytes(void);

/** Memory on huge pages where the system has them: random reads of a large table then miss fewer address
 * translations.
 * @return NULL without memory (errno is set); else to be released by free() */
void *memory_alloc_huge(size_t size_bytes);

/** Map a file read-only, shared with other processes, from a huge page on.
 * Where the system shares no files with memory (memory_map_wasm.c) it is a copy of the file as it is now.
 * @param size_bytes  from the file's beginning
 * @return NULL on an error (errno is set); else to be released by memory_unmap() */
void *memory_map_file(int fd, size_t size_bytes);

/** Zeroed memory of this process's own, on huge pages where the system has them.
 * @return as memory_map_file() */
void *memory_map_huge(size_t size_bytes);

/** Release the whole of a mapping. */
void memory_unmap(void *mapping, size_t size_bytes);

/** A stream whose text is kept in memory, like open_memstream().  That of glibc and of musl loses what there
 * is no memory for, and ferror() does not tell; of this one it does.  Text and size are as they were at the
 * last fflush(); a seek cuts the text off.
 * @param text  the caller's, who releases it by free(), perhaps in memory_stream_end()
 * @return NULL without memory */
FILE *memory_stream(char **text, size_t *size);

/** Close a stream of memory_stream(), which may be NULL.
 * @return its text, owned by the caller; NULL without memory for all of it, and the text is NULL, too */
char *memory_stream_end(FILE *stream, char **text);
