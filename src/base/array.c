#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>

enum { FIRST_CAPACITY = 16 };

void *array_reserve(void *items, size_t n, size_t *capacity, size_t item_bytes)
{
	if (n <= *capacity && items != NULL)
		return items;
	const size_t twice = *capacity < FIRST_CAPACITY / 2 ? FIRST_CAPACITY : 2 * *capacity;
	const size_t wanted = n > twice ? n : twice;
	void *const moved = wanted <= SIZE_MAX / item_bytes ? realloc(items, wanted * item_bytes) : NULL;
	if (moved != NULL)
		*capacity = wanted;
	return moved;
}
