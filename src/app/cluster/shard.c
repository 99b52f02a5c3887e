#include "cluster/shard.h"

static_assert(SHARD_WORK_MAX == 16, "shard_read_about() reads 15 characters");

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

uint64_t shard_items(const struct shard_about *about)
{
	const uint64_t round_items = (uint64_t)about->block_items * about->shard.n,
		       n_rounds = about->n_items / round_items;
	const uint64_t left = about->n_items % round_items,
		       before = (uint64_t)(about->shard.index - 1) * about->block_items;
	const uint64_t last = left > before ? left - before : 0;
	return n_rounds * about->block_items + (last < about->block_items ? last : about->block_items);
}

uint64_t shard_item(const struct shard_about *a, uint64_t i)
{
	return (i / a->block_items * a->shard.n + a->shard.index - 1) * a->block_items + i % a->block_items;
}

/* ---- on disk ---- */

void shard_name(const struct shard_about *about, unsigned file, char name[SHARD_NAME_MAX])
{
	const uint64_t of_options = XXH3_64bits_withSeed(about->options, strlen(about->options),
	                                                 XXH3_64bits(about->work, strlen(about->work)));
	/* As many digits as N has, so that names are in order. */
	char n[12], number[16] = "";
	const int width = snprintf(n, sizeof n, "%u", about->shard.n);
	if (file > 0)
		snprintf(number, sizeof number, ".%u", file + 1);
	snprintf(name, SHARD_NAME_MAX, "%016" PRIx64 "-%016" PRIx64 "-%0*u-of-%u%s.shard",
	         about->source, of_options, width, about->shard.index, about->shard.n, number);
}

void shard_about_free(struct shard_about *about)
{
	free(about->options);
	free(about->head);
}

char *shard_describe(const struct shard_about *a)
{
	char *text;
	const int n =
		asprintf(&text,
	                 SHARD_FORMAT "\nshard=%u\nwork=%s\nitems=%" PRIu64 "\nsource=%016" PRIx64
	                              "\nshards=%u\n%s\n%s\n",
	                 a->shard.index, a->work, a->n_items, a->source, a->shard.n, a->options, a->head);
	return n >= 0 ? text : NULL;
}

enum status shard_read_about(struct results *r, struct shard_about *a, char *detail)
{
	int common = 0, end = 0;
	const enum status status = results_next(r);
	const char *const text = r->size > 0 ? r->text : "", *const blank = strstr(text, "\n\n");
	const size_t n = strlen(text) < sizeof SHARD_FORMAT ? strlen(text) : sizeof SHARD_FORMAT;
	if (memcmp(text, SHARD_FORMAT "\n", n) != 0)
		return record_log_check_format(text, SHARD_FORMAT, detail);
	snprintf(detail, RECORD_LOG_DETAIL_MAX, "cut off or damaged");
	*a = (struct shard_about){.n_items = 0};
	if (status != STATUS_OK)
		return status == STATUS_END ? STATUS_DAMAGED : status;
	if (blank == NULL
	    || sscanf(text,
	              SHARD_FORMAT "\nshard=%u\n%nwork=%15[^\n]\nitems=%" SCNu64 "\nsource=%" SCNx64
	                           "\nshards=%u%n",
	              &a->shard.index, &common, a->work, &a->n_items, &a->source, &a->shard.n, &end)
	               != 5
	    || end == 0 || end > blank - text || a->n_items > UINT64_MAX >> 8 || a->shard.n > SHARDS_MAX
	    || a->shard.index < 1 || a->shard.index > a->shard.n
	    || r->plain_size < (size_t)(blank + 2 - text))
		return STATUS_DAMAGED;
	a->block_items = shard_block_items(a->n_items, a->shard.n);
	a->options = strndup(text + common, (size_t)(blank + 1 - text - common));
	a->head = strndup(blank + 2, (size_t)(text + r->plain_size - blank - 2));
	if (a->options != NULL && a->head != NULL)
		return STATUS_OK;
	shard_about_free(a);
	return STATUS_NO_MEMORY;
}
