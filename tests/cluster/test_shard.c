/* Shards divide a list, and what their files say of them is what was written, or it is not believed. */
#include "cluster/shard.h"

#include "support/test.h"

static struct shard_about about_of(uint64_t n_items, uint32_t index, uint32_t n)
{
	static char head[] = "head\n", options[] = "a=1\nb=two\n";
	const struct shard_about a = {
		.shard = {index, n},
		.n_items = n_items,
		.block_items = shard_block_items(n_items, n),
		.source = 0x1234,
		.work = "test",
		.options = options,
		.head = head,
	};
	return a;
}

Test(shard, every_item_is_in_one_shard_and_each_has_about_as_many)
{
	static const uint64_t lengths[] = {0, 1, 7, 64, 65, 1000, 4999};
	static const uint32_t numbers[] = {1, 2, 3, 7, 100};
	for (unsigned i = 0; i < 7 * 5; i++) {
		const uint64_t n_items = lengths[i / 5];
		const uint32_t n_shards = numbers[i % 5];
		uint64_t n_in_all = 0, least = UINT64_MAX, most = 0;
		unsigned n_of_item[5000] = {0};
		for (uint32_t k = 1; k <= n_shards; k++) {
			const struct shard_about a = about_of(n_items, k, n_shards);
			const uint64_t n = shard_items(&a);
			for (uint64_t at = 0; at < n; at++) {
				cr_assert_lt(shard_item(&a, at), n_items);
				n_of_item[shard_item(&a, at)]++;
			}
			n_in_all += n;
			least = n < least ? n : least;
			most = n > most ? n : most;
		}
		cr_assert_eq(n_in_all, n_items);
		for (uint64_t item = 0; item < n_items; item++)
			cr_assert_eq(n_of_item[item], 1);
		cr_assert_leq(most - least, shard_block_items(n_items, n_shards));
	}
}

Test(shard, only_k_of_n_is_read)
{
	struct shard shard = {0, 0};
	cr_assert(shard_read("3/100", &shard));
	cr_assert(shard.index == 3 && shard.n == 100);
	static const char *const bad[] = {
		"",
		"3",
		"3/",
		"/3",
		"0/3",
		"4/3",
		"-1/3",
		"1/3 ",
		" 1/3",
		"1/3/4",
		"1/1000001",
		"1/99999999999999",
		"4294967297/2",
		"1/4294967298",
	};
	array_foreach(row, bad)
		cr_expect_not(shard_read(*row, &shard), "'%s'", *row);
}

/* Record 0 of a shard. @return its bytes, owned by the caller */
static char *seal_about(const struct shard_about *a, size_t *n)
{
	char *text = NULL, *const about = shard_describe(a);
	FILE *const record = open_memstream(&text, n);
	fputs(about, record);
	fflush(record);
	cr_assert(results_seal(record, &text, n, RECORD_TEXT, &(struct seal){.problem = RESULTS_USUAL}));
	fclose(record);
	free(about);
	return text;
}

static bool is_read(const char *bytes, size_t n, struct shard_about *out)
{
	char detail[RECORD_LOG_DETAIL_MAX];
	struct results in = {.in = fmemopen((void *)(uintptr_t)bytes, n, "r")};
	const bool is_whole = in.in != NULL && shard_read_about(&in, out, detail) == STATUS_OK;
	results_close(&in);
	return is_whole;
}

Test(shard, what_a_file_says_of_itself_is_read_again_and_no_byte_of_it_can_change_or_be_missing)
{
	const struct shard_about a = about_of(60, 1, 2);
	struct shard_about found;
	size_t n;
	char *const bytes = seal_about(&a, &n);
	cr_assert(is_read(bytes, n, &found));
	cr_expect(found.n_items == 60 && found.shard.index == 1 && found.shard.n == 2 && found.source == 0x1234);
	cr_expect_str_eq(found.work, "test");
	cr_expect_str_eq(found.head, "head\n");
	cr_expect_str_eq(found.options, "work=test\nitems=60\nsource=0000000000001234\nshards=2\na=1\nb=two\n");
	shard_about_free(&found);
	for (size_t i = 0; i < n; i++) {
		bytes[i] = (char)(bytes[i] ^ 1 << (i % 8));
		cr_expect_not(is_read(bytes, n, &found), "byte %zu", i);
		bytes[i] = (char)(bytes[i] ^ 1 << (i % 8));
		cr_expect_not(is_read(bytes, i, &found), "%zu bytes", i);
	}
	free(bytes);
}
