/* Shards divide a list, and what is joined is what was written, or it is not believed. */
#include "base/file.h"
#include "cluster/merge.h"

#include "pdb/scratch.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[SCRATCH_MAX];

static void enter(void)
{
	scratch_make(directory);
}

static void leave(void)
{
	scratch_remove(directory);
}

TestSuite(shard, .init = enter, .fini = leave);

static struct shard_about about_of(uint64_t n_items, uint32_t index, uint32_t n)
{
	static char head[] = "head\n";
	const struct shard_about a = {
		.shard = {index, n}, .n_items = n_items, .block_items = shard_block_items(n_items, n), .source = 0x1234, .work = "test",
		.options = "a=1\nb=two\n", .head = head,
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
		for (uint32_t k = 1; k <= n_shards; k++) {
			const struct shard_about a = about_of(n_items, k, n_shards);
			uint64_t n = 0;
			for (uint64_t item = 0; item < n_items; item++)
				n += shard_has(&a, item);
			cr_assert_eq(n, shard_items(&a), "shard %u of %u of %lu", k, n_shards, (unsigned long)n_items);
			n_in_all += n;
			least = n < least ? n : least;
			most = n > most ? n : most;
		}
		cr_assert_eq(n_in_all, n_items);
		cr_assert_leq(most - least, shard_block_items(n_items, n_shards));
	}
}

Test(shard, only_k_of_n_is_read)
{
	struct shard shard = {0, 0};
	cr_assert(shard_read("3/100", &shard));
	cr_assert(shard.index == 3 && shard.n == 100);
	static const char *const bad[] = {
		"", "3", "3/", "/3", "0/3", "4/3", "-1/3", "1/3 ", " 1/3", "1/3/4", "1/1000001", "1/99999999999999", "4294967297/2", "1/4294967298",
	};
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
		cr_expect_not(shard_read(bad[i], &shard), "'%s'", bad[i]);
}

/* Record i: "i:" and some letters, its length differs. */
static size_t record_of(uint64_t i, char *text)
{
	const int n = sprintf(text, "%lu:", (unsigned long)i);
	memset(text + n, 'a' + (int)(i % 26), i % 13);
	text[n + (int)(i % 13)] = '\n';
	return (size_t)n + i % 13 + 1;
}

static void path_of(const struct shard_about *a, char path[PATH_MAX])
{
	char name[SHARD_NAME_MAX];
	shard_name(a, name);
	snprintf(path, PATH_MAX, "%s/%s", directory, name);
}

/* The items from `first` on, up to `n` of them. */
static void write_items(const struct shard_about *a, const char *path, uint64_t first, uint64_t n)
{
	struct staged_file file;
	struct record_log log;
	char text[64], *const identity = shard_identity(a);
	cr_assert_eq(file_stage(path, true, &file), 0);
	cr_assert_eq(record_log_begin(dup(file.fd), SHARD_FORMAT, identity, &log), RECORD_LOG_OK);
	cr_assert_eq(shard_write_head(&log, a), RECORD_LOG_OK);
	for (uint64_t i = first; i < first + n; i++) {
		const uint64_t item = shard_item(a, i);
		const struct shard_record record = {item, (unsigned)(item % 3), text, record_of(item, text)};
		cr_assert_eq(shard_write(&log, &record), RECORD_LOG_OK);
	}
	cr_assert_eq(record_log_flush(&log, false), RECORD_LOG_OK);
	record_log_close(&log);
	cr_assert_eq(file_publish(&file), 0);
	free(identity);
}

static void write_shard(const struct shard_about *a, char path[PATH_MAX])
{
	path_of(a, path);
	write_items(a, path, 0, shard_items(a));
}

static bool goes_on(void)
{
	return true;
}

Test(shard, joined_shards_are_the_list_in_its_order)
{
	static const uint32_t numbers[] = {1, 2, 7, 60};
	for (unsigned s = 0; s < sizeof numbers / sizeof *numbers; s++) {
		const uint64_t n_items = 500;
		struct merge m = {0};
		char path[PATH_MAX], detail[RECORD_LOG_DETAIL_MAX];
		for (uint32_t k = numbers[s]; k >= 1; k--) {
			const struct shard_about a = about_of(n_items, k, numbers[s]);
			write_shard(&a, path);
			cr_assert_eq(merge_add(&m, path, detail), RECORD_LOG_OK, "%s", detail);
		}
		char expected[500 * 32] = "head\n", *to = expected + strlen(expected), *joined = NULL;
		for (uint64_t i = 0; i < n_items; i++)
			to += record_of(i, to);
		*to = '\0';
		size_t size;
		FILE *const out = open_memstream(&joined, &size);
		cr_assert_eq(merge_run(&m, out, goes_on), RECORD_LOG_OK);
		fclose(out);
		cr_assert_str_eq(joined, expected);
		cr_assert(m.n_of_kind[0] == 167 && m.n_of_kind[1] == 167 && m.n_of_kind[2] == 166 && m.n_of_kind[3] == 0);
		free(joined);
		merge_free(&m);
	}
}

static bool is_sound(const char *path)
{
	struct shard_about about;
	struct record_log log;
	char detail[RECORD_LOG_DETAIL_MAX];
	uint64_t n_of_kind[N_SHARD_KINDS];
	if (shard_open(path, &about, &log, detail) != RECORD_LOG_OK)
		return false;
	const bool is_whole = shard_check(&about, &log, n_of_kind) == RECORD_LOG_OK;
	free(about.head);
	record_log_close(&log);
	return is_whole;
}

Test(shard, no_byte_can_change_and_none_can_be_missing)
{
	const struct shard_about a = about_of(60, 1, 2);
	char path[PATH_MAX];
	write_shard(&a, path);
	cr_assert(is_sound(path));
	const off_t n_bytes = size_of(path);
	const int fd = open(path, O_RDWR);
	for (off_t i = 0; i < n_bytes; i++) {
		unsigned char byte, other;
		cr_assert_eq(pread(fd, &byte, 1, i), 1);
		other = byte ^ (unsigned char)(1u << (i % 8));
		cr_assert_eq(pwrite(fd, &other, 1, i), 1);
		cr_expect_not(is_sound(path), "byte %ld", (long)i);
		cr_assert_eq(pwrite(fd, &byte, 1, i), 1);
	}
	cr_assert(is_sound(path));
	cr_assert_eq(pwrite(fd, "x", 1, n_bytes), 1);
	cr_expect_not(is_sound(path), "a byte too many");
	for (off_t size = n_bytes - 1; size >= 0; size--) {
		cr_assert_eq(ftruncate(fd, size), 0);
		cr_expect_not(is_sound(path), "%ld bytes", (long)size);
	}
	close(fd);
}

Test(shard, a_shard_with_too_few_or_too_many_records_is_not_sound)
{
	const struct shard_about a = about_of(10, 1, 1);
	char path[PATH_MAX];
	static const uint64_t written[][2] = {{0, 10}, {0, 9}, {1, 9}, {0, 0}};
	path_of(&a, path);
	for (unsigned i = 0; i < 4; i++) {
		write_items(&a, path, written[i][0], written[i][1]);
		cr_expect_eq(is_sound(path), i == 0, "%lu items", (unsigned long)written[i][1]);
	}
}

Test(shard, a_run_goes_on_from_a_copy_of_the_longest_part)
{
	char shard[PATH_MAX], own[PATH_MAX], longest[PATH_MAX + 64], other[PATH_MAX + 64];
	snprintf(shard, sizeof shard, "%s/name.shard", directory);
	snprintf(other, sizeof other, "%s.part-host-1-0", shard);
	append_to(other, "part");
	snprintf(longest, sizeof longest, "%s.part-host-2-0", shard);
	append_to(longest, "longer part");
	snprintf(other, sizeof other, "%s/name.shard2.part-host-1-0", directory);
	append_to(other, "a part of a quite different shard with a long text");
	/* As long as its owner writes it, it stays. */
	const int owner = open(longest, O_RDWR);
	cr_assert_eq(flock(owner, LOCK_EX | LOCK_NB), 0);
	cr_assert_eq(shard_part_begin(shard, own), 0);
	expect_file(own, "longer part");
	cr_expect_eq(access(longest, F_OK), 0);
	close(owner);
	char second[PATH_MAX];
	cr_assert_eq(shard_part_begin(shard, second), 0);
	expect_file(second, "longer part");
	shard_part_remove_all(shard);
	cr_expect_neq(access(second, F_OK), 0);
	cr_expect_neq(access(longest, F_OK), 0);
	expect_file(other, "a part of a quite different shard with a long text");
}
