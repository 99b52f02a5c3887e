#include "base/memory.h"

#include "base/system.h"

#include <stdlib.h>

void *memory_alloc_huge(size_t size_bytes)
{
	const size_t page_bytes = (size_t)1 << 21,
	             whole_bytes = (size_bytes + page_bytes - 1) & ~(page_bytes - 1);
	void *const memory = aligned_alloc(page_bytes, whole_bytes);
	if (memory != NULL)
		system_use_huge_pages(memory, whole_bytes, true);  /* a wish: without it the pages are small ones */
	return memory;
}

char *memory_stream_end(FILE *stream, char **text)
{
	const bool is_whole = stream != NULL && !ferror(stream);
	if (stream == NULL || fclose(stream) != 0 || !is_whole) {
		free(*text);
		*text = NULL;
	}
	return *text;
}
