/* What a fuzzer calls: libFuzzer's entry, one in each file beside this one (make slow-test); replay.c calls
 * it with files of the corpus (make test). */
#ifndef SUPERFLIP_TESTS_FUZZ_FUZZ_H
#define SUPERFLIP_TESTS_FUZZ_FUZZ_H
#include "cube/move.h"

#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The claim of a target; unlike assert() it holds in every build. */
#define CLAIM(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
			abort(); \
		} \
	} while (0)

/* What comes before the first input. */
static inline void fuzz_init(void)
{
	static bool is_ready;
	if (!is_ready)
		cube_init();
	is_ready = true;
}

/* The input as text, closed by NUL; to be freed. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
	char *const text = malloc(size + 1);
	if (text == NULL)
		abort();
	memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

/* The input as an open file at its beginning; to be closed. */
static inline int fuzz_file(const uint8_t *data, size_t size)
{
	const int fd = memfd_create("fuzz", 0);
	if (fd < 0 || write(fd, data, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET) != 0)
		abort();
	return fd;
}
#endif
