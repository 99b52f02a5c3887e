/* What a journal lets a later run believe, and what not. */
#include "report/journal.h"

#include "pdb/scratch.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <limits.h>
#include <xxhash.h>

enum { N_CUBES = 100 };

static char directory[SCRATCH_MAX], path[PATH_MAX], results[PATH_MAX];

static void enter(void)
{
	scratch_make(directory);
	snprintf(path, sizeof path, "%s/out.resume", directory);
	snprintf(results, sizeof results, "%s/out", directory);
}

static void leave(void)
{
	scratch_remove(directory);
}

TestSuite(journal, .init = enter, .fini = leave);

/* Checksums 1000, 1001, ... */
struct cubes { uint64_t n_given, n, changed; };

static int next_cube(void *context, uint64_t *checksum)
{
	struct cubes *const cubes = context;
	if (cubes->n_given == cubes->n)
		return 0;
	*checksum = 1000 + cubes->n_given++;
	if (cubes->n_given == cubes->changed)
		*checksum = 7;
	return 1;
}

static struct journal_list list_of(struct cubes *cubes)
{
	return (struct journal_list){next_cube, cubes};
}

static void create(struct journal *journal)
{
	struct cubes cubes = {.n = N_CUBES};
	cr_assert_eq(journal_create(path, "a=1 b=two", list_of(&cubes), journal), JOURNAL_OK);
	cr_assert_eq(journal->n_cubes, N_CUBES);
}

/* Write n records of different lengths, and note them. */
static void write_records(struct journal *journal, unsigned n)
{
	const int fd = open(results, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	uint64_t end = 0;
	for (unsigned i = 0; i < n; i++) {
		char record[64];
		const size_t size = (size_t)snprintf(record, sizeof record, "record %u %.*s\n", i, (int)(i % 13), "............");
		cr_assert_eq(write(fd, record, size), (ssize_t)size);
		end += size;
		const struct journal_entry entry = {1000 + i, end, XXH3_64bits(record, size), i % N_JOURNAL_KINDS};
		cr_assert_eq(journal_append(journal, &entry), JOURNAL_OK);
	}
	cr_assert_eq(journal_flush(journal), JOURNAL_OK);
	close(fd);
}

static enum journal_status reopen(struct journal *journal, struct cubes cubes, const char *options, uint64_t *n_compared)
{
	static char detail[JOURNAL_DETAIL_MAX];
	return journal_open(path, options, list_of(&cubes), journal, n_compared, detail);
}

static struct journal_progress recover(void)
{
	struct journal journal;
	struct journal_progress progress;
	uint64_t n_compared;
	cr_assert_eq(reopen(&journal, (struct cubes){.n = N_CUBES}, "a=1 b=two", &n_compared), JOURNAL_OK);
	const int fd = open(results, O_RDWR | O_CREAT, 0600);
	cr_assert_eq(journal_recover(&journal, fd, &progress), JOURNAL_OK);
	cr_expect_eq(lseek(fd, 0, SEEK_END), (off_t)progress.bytes, "the results are cut back to what is known");
	close(fd);
	journal_close(&journal);
	return progress;
}

Test(journal, all_records_are_found_again)
{
	struct journal journal;
	create(&journal);
	write_records(&journal, 50);
	journal_close(&journal);
	const struct journal_progress progress = recover();
	cr_expect_eq(progress.n_records, 50);
	cr_expect_eq(progress.n_of_kind[JOURNAL_SOLVED], 17);
	cr_expect_eq(progress.n_of_kind[JOURNAL_INVALID], 16);
}

Test(journal, results_cut_off_anywhere_lose_only_the_records_that_are_not_whole)
{
	for (unsigned cut = 0; cut < 400; cut += 7) {
		struct journal journal;
		create(&journal);
		write_records(&journal, 40);
		journal_close(&journal);
		cr_assert_eq(truncate(results, cut), 0);
		const struct journal_progress progress = recover();
		cr_assert_leq(progress.bytes, cut);
		cr_assert_lt(cut - progress.bytes, 25, "less than a record is lost");
		cr_assert_eq(recover().n_records, progress.n_records, "and no more the second time");
	}
}

Test(journal, a_changed_byte_ends_what_is_believed)
{
	struct journal journal;
	create(&journal);
	write_records(&journal, 40);
	journal_close(&journal);
	const int fd = open(results, O_WRONLY);
	cr_assert_eq(pwrite(fd, "R", 1, 100), 1);
	close(fd);
	const struct journal_progress progress = recover();
	cr_expect_gt(progress.n_records, 0);
	cr_expect_leq(progress.bytes, 100);
	cr_expect_gt(progress.bytes, 70);
}

Test(journal, a_journal_cut_off_anywhere_believes_less_and_never_more)
{
	for (unsigned lost = 1; lost < 200; lost += 9) {
		struct journal journal;
		create(&journal);
		write_records(&journal, 10);
		journal_close(&journal);
		cr_assert_eq(truncate(path, (off_t)(JOURNAL_HEADER_BYTES + 8 * N_CUBES + 32 * 10 - lost)), 0);
		cr_assert_eq(recover().n_records, 10 - (lost + 31) / 32);
	}
}

Test(journal, options_that_differ_are_named)
{
	struct journal journal;
	uint64_t n_compared;
	char detail[JOURNAL_DETAIL_MAX];
	struct cubes cubes = {.n = N_CUBES};
	create(&journal);
	journal_close(&journal);
	cr_expect_eq(journal_open(path, "a=1 b=three", list_of(&cubes), &journal, &n_compared, detail), JOURNAL_DIFFERENT);
	cr_expect_str_eq(detail, "b was two, is three now");
}

Test(journal, the_first_cube_that_differs_is_told)
{
	struct journal journal;
	uint64_t n_compared;
	create(&journal);
	journal_close(&journal);
	cr_expect_eq(reopen(&journal, (struct cubes){.n = N_CUBES, .changed = 37}, "a=1 b=two", &n_compared), JOURNAL_CHANGED);
	cr_expect_eq(n_compared, 37);
	cr_expect_eq(reopen(&journal, (struct cubes){.n = N_CUBES + 1}, "a=1 b=two", &n_compared), JOURNAL_CHANGED);
	cr_expect_eq(n_compared, N_CUBES + 1);
	cr_expect_eq(reopen(&journal, (struct cubes){.n = N_CUBES - 1}, "a=1 b=two", &n_compared), JOURNAL_CHANGED);
	cr_expect_eq(n_compared, N_CUBES);
	cr_expect_eq(reopen(&journal, (struct cubes){.n = N_CUBES}, "a=1 b=two", &n_compared), JOURNAL_OK);
	journal_close(&journal);
}

Test(journal, two_runs_cannot_write_one_file)
{
	struct journal journal, other;
	uint64_t n_compared;
	create(&journal);
	cr_expect_eq(reopen(&other, (struct cubes){.n = N_CUBES}, "a=1 b=two", &n_compared), JOURNAL_BUSY);
	journal_close(&journal);
}

Test(journal, a_file_that_is_no_journal_is_refused)
{
	struct journal journal;
	uint64_t n_compared;
	static const char *const texts[] = {"", "superflip-resume/1\n", "superflip-resume/2\ncubes 1\noptions a=1 b=two\n", "R U F\n"};
	for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
		FILE *const file = fopen(path, "w");
		fputs(texts[i], file);
		fclose(file);
		cr_expect_eq(reopen(&journal, (struct cubes){.n = 1}, "a=1 b=two", &n_compared), JOURNAL_FOREIGN, "%s", texts[i]);
	}
}

Test(journal, a_complete_one_says_so_and_still_knows_its_list)
{
	struct journal journal;
	uint64_t n_compared;
	create(&journal);
	write_records(&journal, N_CUBES);
	const struct journal_progress progress = {N_CUBES, 1234, {98, 1, 1}};
	cr_assert_eq(journal_complete(&journal, "a=1 b=two", &progress), JOURNAL_OK);
	journal_close(&journal);
	cr_expect_eq(reopen(&journal, (struct cubes){.n = N_CUBES, .changed = 3}, "a=1 b=two", &n_compared), JOURNAL_CHANGED);
	cr_assert_eq(reopen(&journal, (struct cubes){.n = N_CUBES}, "a=1 b=two", &n_compared), JOURNAL_OK);
	cr_expect(journal.is_complete);
	journal_close(&journal);
}
