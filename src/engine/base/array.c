#include "base/array.h"

#include <stdlib.h>
#include <string.h>

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

bool array_append(void *array, size_t *n, size_t *capacity, const void *item, size_t item_bytes)
{
	void *items;
	memcpy(&items, array, sizeof items);  /* pointers of all types look alike */
	char *const moved = array_reserve(items, *n + 1, capacity, item_bytes);
	if (moved == NULL)
		return false;
	memcpy(array, &(void *){moved}, sizeof items);
	memcpy(moved + (*n)++ * item_bytes, item, item_bytes);
	return true;
}

void *array_copy(const void *bytes, size_t n_bytes)
{
	void *const copy = malloc(n_bytes != 0 ? n_bytes : 1);
	return copy != NULL && n_bytes != 0 ? memcpy(copy, bytes, n_bytes) : copy;
}
