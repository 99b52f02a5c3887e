/* Arrays: row by row, and those that grow; sets of bits. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** For each row of an array of known size, of a table mostly: `row` points to it. */
#define array_foreach(row, rows) \
	for (const __typeof__(*(rows)) *row = (rows); row < (rows) + sizeof(rows) / sizeof *(rows); row++)
/** For each of the first n items; where there are none they may be NULL. */
#define items_foreach(item, items, n) \
	for (__typeof__(&*(items)) item = (items); (n) > 0 && item < (items) + (n); item++)

/** For each member of a set, bit i for number i, from the lowest on: of up to 32, and of up to 64. */
#define set_foreach(i, set) set_foreach_of(uint32_t, i, set)
#define set64_foreach(i, set) set_foreach_of(uint64_t, i, set)
#define set_foreach_of(type, i, set) \
	for (type i##_left = (set), i; i##_left != 0 && (i = (type)__builtin_ctzll(i##_left), true); \
	     i##_left &= i##_left - 1)

/** Make room for n items: the capacity at least doubles, so that appending one by one takes linear time.
 * @param items       of *capacity items, or NULL; owned by the caller, who puts the result in its place
 * @param item_bytes  of one item
 * @return the array, perhaps moved; NULL without memory: then nothing is changed */
void *array_reserve(void *items, size_t n, size_t *capacity, size_t item_bytes);

/** Append a copy of an item.
 * @param array  where the pointer to the items is, which may move
 * @return false without memory: then nothing is changed */
bool array_append(void *array, size_t *n, size_t *capacity, const void *item, size_t item_bytes);

/** A copy of some bytes.  @return NULL without memory; else to be released by free() */
void *array_copy(const void *bytes, size_t n_bytes);
