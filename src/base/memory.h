/* How much memory is available. */
#ifndef SUPERFLIP_BASE_MEMORY_H
#define SUPERFLIP_BASE_MEMORY_H
#include <stddef.h>
#include <stdint.h>

/** Bytes that this process can still use without swapping or being killed: what the kernel calls available, or what the
 * control group leaves if that is less.  UINT64_MAX if the system does not tell. */
uint64_t memory_available_bytes(void);

/** Memory on huge pages where the system has them: random reads of a large table then miss fewer address translations.
 * @return NULL without memory (errno is set); else to be released by free() */
void *memory_alloc_huge(size_t size_bytes);
#endif
