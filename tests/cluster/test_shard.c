/* Shards divide a list, and what is joined is what was written, or it is not believed. */
#include "cluster/merge.h"
#include "cluster/part.h"

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
		.options = "a=1 b=two", .head = head,
	};
	return a;
}

Test(shard, every_item_is_in_one_shard_and_each_has_about_as_many)
{
	static const uint64_t lengths[] = {0, 1, 7, 64, 65, 1000, 4999};
	static const uint32_t numbers[] = {1, 2, 3, 7, 100};
	for (unsigned l = 0; l < sizeof lengths / sizeof *lengths; l++)
		for (unsigned s = 0; s < sizeof numbers / sizeof *numbers; s++) {
			const uint64_t n_items = lengths[l];
			uint64_t n_in_all = 0, least = UINT64_MAX, most = 0;
			for (uint32_t k = 1; k <= numbers[s]; k++) {
				const struct shard_about a = about_of(n_items, k, numbers[s]);
				uint64_t n = 0;
				for (uint64_t item = 0; item < n_items; item++)
					n += shard_has(&a, item);
				cr_assert_eq(n, shard_items(&a), "shard %u of %u of %lu", k, numbers[s], (unsigned long)n_items);
				n_in_all += n;
				least = n < least ? n : least;
				most = n > most ? n : most;
			}
			cr_assert_eq(n_in_all, n_items);
			cr_assert_leq(most - least, shard_block_items(n_items, numbers[s]));
		}
}

Test(shard, only_k_of_n_is_read)
{
	struct shard shard = {0, 0};
	cr_assert(shard_read("3/100", &shard));
	cr_assert(shard.index == 3 && shard.n == 100);
	static const char *const bad[] = {"", "3", "3/", "/3", "0/3", "4/3", "-1/3", "1/3 ", " 1/3", "1/3/4", "1/1000001", "1/99999999999999"};
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

static void write_shard(const struct shard_about *a, char path[PATH_MAX])
{
	struct shard_writer *writer;
	char text[64];
	path_of(a, path);
	cr_assert_eq(shard_create(path, a, &writer), SHARD_OK);
	for (uint64_t i = 0; i < a->n_items; i++)
		if (shard_has(a, i))
			cr_assert_eq(shard_add(writer, text, record_of(i, text), (unsigned)(i % 3)), SHARD_OK);
	cr_assert_eq(shard_finish(writer, false), SHARD_OK);
}

/* The joined records, or NULL. */
static char *join(struct merge *m, enum merge_status *status)
{
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	*status = merge_run(m, out, NULL, NULL, NULL);
	fclose(out);
	return text;
}

Test(shard, joined_shards_are_the_list_in_its_order)
{
	static const uint32_t numbers[] = {1, 2, 7, 60};
	for (unsigned s = 0; s < sizeof numbers / sizeof *numbers; s++) {
		const uint64_t n_items = 500;
		struct merge *const m = merge_create();
		char path[PATH_MAX], detail[SHARD_DETAIL_MAX];
		for (uint32_t k = numbers[s]; k >= 1; k--) {
			const struct shard_about a = about_of(n_items, k, numbers[s]);
			write_shard(&a, path);
			cr_assert_eq(merge_add(m, path, detail), MERGE_OK, "%s", detail);
		}
		char *expected = strdup("head\n"), text[64];
		for (uint64_t i = 0; i < n_items; i++) {
			const size_t before = strlen(expected), n = record_of(i, text);
			expected = realloc(expected, before + n + 1);
			memcpy(expected + before, text, n);
			expected[before + n] = '\0';
		}
		enum merge_status status;
		char *const joined = join(m, &status);
		cr_assert_eq(status, MERGE_OK);
		cr_assert_str_eq(joined, expected);
		uint64_t n_of_kind[N_SHARD_KINDS];
		merge_count(m, n_of_kind);
		cr_assert(n_of_kind[0] == 167 && n_of_kind[1] == 167 && n_of_kind[2] == 166 && n_of_kind[3] == 0);
		free(joined);
		free(expected);
		merge_free(m);
	}
}

static bool is_sound(const char *path)
{
	struct shard_file file;
	char detail[SHARD_DETAIL_MAX];
	if (shard_open(path, &file, detail) != SHARD_OK)
		return false;
	const bool is_whole = shard_verify(&file) == SHARD_OK;
	shard_close(&file);
	return is_whole;
}

Test(shard, no_byte_can_change_and_none_can_be_missing)
{
	const struct shard_about a = about_of(60, 1, 2);
	char path[PATH_MAX];
	struct stat there;
	write_shard(&a, path);
	cr_assert(is_sound(path));
	cr_assert_eq(stat(path, &there), 0);
	const int fd = open(path, O_RDWR);
	for (off_t i = 0; i < there.st_size; i++) {
		unsigned char byte, other;
		cr_assert_eq(pread(fd, &byte, 1, i), 1);
		other = byte ^ (unsigned char)(1u << (i % 8));
		cr_assert_eq(pwrite(fd, &other, 1, i), 1);
		cr_expect_not(is_sound(path), "byte %ld", (long)i);
		cr_assert_eq(pwrite(fd, &byte, 1, i), 1);
	}
	cr_assert(is_sound(path));
	cr_assert_eq(pwrite(fd, "x", 1, there.st_size), 1);
	cr_expect_not(is_sound(path), "a byte too many");
	for (off_t size = there.st_size - 1; size >= 0; size--) {
		cr_assert_eq(ftruncate(fd, size), 0);
		cr_expect_not(is_sound(path), "%ld bytes", (long)size);
	}
	close(fd);
}

Test(shard, a_shard_with_too_few_or_too_many_records_is_not_written)
{
	const struct shard_about a = about_of(10, 1, 1);
	struct shard_writer *writer;
	char path[PATH_MAX];
	path_of(&a, path);
	cr_assert_eq(shard_create(path, &a, &writer), SHARD_OK);
	cr_assert_eq(shard_add(writer, "x", 1, 0), SHARD_OK);
	cr_expect_eq(shard_finish(writer, false), SHARD_TORN);
	cr_assert_eq(shard_create(path, &a, &writer), SHARD_OK);
	for (unsigned i = 0; i < 10; i++)
		cr_assert_eq(shard_add(writer, "x", 1, 0), SHARD_OK);
	cr_expect_eq(shard_add(writer, "x", 1, 0), SHARD_TORN);
	shard_abandon(writer);
	cr_expect_neq(access(path, F_OK), 0);
}

Test(shard, the_first_whole_file_stays_and_a_damaged_one_is_replaced)
{
	const struct shard_about a = about_of(10, 1, 1);
	char path[PATH_MAX];
	struct stat first, second;
	write_shard(&a, path);
	cr_assert_eq(stat(path, &first), 0);
	write_shard(&a, path);
	cr_assert_eq(stat(path, &second), 0);
	cr_expect_eq(first.st_ino, second.st_ino);
	cr_assert_eq(truncate(path, 100), 0);
	struct shard_writer *writer;
	cr_assert_eq(shard_create(path, &a, &writer), SHARD_OK);
	for (unsigned i = 0; i < 10; i++)
		cr_assert_eq(shard_add(writer, "x", 1, 0), SHARD_OK);
	cr_assert_eq(shard_finish(writer, true), SHARD_OK);
	cr_expect(is_sound(path));
}

static void write_text(const char *path, const char *text)
{
	FILE *const file = fopen(path, "w");
	cr_assert_not_null(file);
	fputs(text, file);
	fclose(file);
}

static void expect_text(const char *path, const char *wanted)
{
	char text[100] = "";
	FILE *const file = fopen(path, "r");
	cr_assert_not_null(file, "%s", path);
	const size_t n = fread(text, 1, sizeof text - 1, file);
	fclose(file);
	cr_expect(n == strlen(wanted) && strcmp(text, wanted) == 0, "'%s', not '%s'", text, wanted);
}

Test(shard, a_run_goes_on_from_a_copy_of_the_longest_part)
{
	char shard[PATH_MAX], own[PATH_MAX], other[PATH_MAX + 64], beside[PATH_MAX + 80];
	snprintf(shard, sizeof shard, "%s/name.shard", directory);
	snprintf(other, sizeof other, "%s.part-host-1-0", shard);
	snprintf(beside, sizeof beside, "%s.part-host-1-0.resume", shard);
	write_text(other, "long part");
	write_text(beside, "journal");
	snprintf(other, sizeof other, "%s.part-host-2-0", shard);
	write_text(other, "longer part, but without a journal");
	snprintf(other, sizeof other, "%s/name.shard2.part-host-1-0", directory);
	write_text(other, "a part of a quite different shard with a long text");
	/* As long as its owner writes it, it stays. */
	const int owner = open(beside, O_RDWR);
	cr_assert_eq(flock(owner, LOCK_EX | LOCK_NB), 0);
	cr_assert_eq(part_begin(shard, ".resume", own), SHARD_OK);
	expect_text(own, "long part");
	strcat(own, ".resume");
	expect_text(own, "journal");
	cr_expect_eq(access(beside, F_OK), 0);
	close(owner);
	char second[PATH_MAX];
	cr_assert_eq(part_begin(shard, ".resume", second), SHARD_OK);
	expect_text(second, "long part");
	part_remove_all(shard);
	cr_expect_neq(access(second, F_OK), 0);
	cr_expect_neq(access(beside, F_OK), 0);
	expect_text(other, "a part of a quite different shard with a long text");
}
