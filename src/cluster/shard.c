#include "cluster/shard.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

enum { BLOCKS_WANTED = 8 };

bool shard_read(const char *text, struct shard *out)
{
	int end = 0;
	uint64_t index, n;
	/* No sign and no blanks: sscanf() would take both; nor more digits than it can hold. */
	if (strspn(text, "0123456789/") != strlen(text) || strlen(text) > 16
	    || sscanf(text, "%" SCNu64 "/%" SCNu64 "%n", &index, &n, &end) != 2 || text[end] != '\0')
		return false;
	if (index < 1 || index > n || n > SHARDS_MAX)
		return false;
	*out = (struct shard){(uint32_t)index, (uint32_t)n};
	return true;
}

uint32_t shard_block_items(uint64_t n_items, uint32_t n_shards)
{
	const uint64_t n = n_items / n_shards / BLOCKS_WANTED;
	return n < 1 ? 1 : n > SHARD_BLOCK_MAX ? SHARD_BLOCK_MAX : (uint32_t)n;
}

uint64_t shard_blocks_of_list(const struct shard_about *about)
{
	return about->n_items / about->block_items + (about->n_items % about->block_items != 0);
}

uint32_t shard_items_of_block(const struct shard_about *about, uint64_t block)
{
	const uint64_t first = block * about->block_items, left = about->n_items > first ? about->n_items - first : 0;
	return left < about->block_items ? (uint32_t)left : about->block_items;
}

uint64_t shard_items(const struct shard_about *about)
{
	const uint64_t n_all = shard_blocks_of_list(about), first = about->shard.index - 1;
	if (n_all <= first)
		return 0;
	/* Only the last block of the list may be shorter. */
	const uint64_t n_before = (n_all - first - 1) / about->shard.n;
	return n_before * about->block_items + shard_items_of_block(about, first + n_before * about->shard.n);
}

uint64_t shard_item(const struct shard_about *a, uint64_t i)
{
	return (i / a->block_items * a->shard.n + a->shard.index - 1) * a->block_items + i % a->block_items;
}

uint64_t shard_place(const struct shard_about *a, uint64_t item)
{
	return item / a->block_items / a->shard.n * a->block_items + item % a->block_items;
}

void shard_name(const struct shard_about *about, char name[SHARD_NAME_MAX])
{
	const uint64_t of_work = XXH3_64bits(about->work, strlen(about->work));
	const uint64_t of_options = XXH3_64bits_withSeed(about->options, strlen(about->options), of_work);
	/* As many digits as N has, so that names are in order. */
	char n[12];
	const int width = snprintf(n, sizeof n, "%" PRIu32, about->shard.n);
	snprintf(name, SHARD_NAME_MAX, "%016" PRIx64 "-%016" PRIx64 "-%0*" PRIu32 "-of-%" PRIu32 ".shard", about->source, of_options, width,
	         about->shard.index, about->shard.n);
}
