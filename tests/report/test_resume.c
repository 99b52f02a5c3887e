/* What a resume file lets a later run believe, and what not. */
#include "report/resume.h"

#include "base/file.h"
#include "pdb/scratch.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char results[PATH_MAX], detail[RECORD_LOG_DETAIL_MAX];

SCRATCH_SUITE(resume, "out.resume");

static int open_results(void)
{
	snprintf(results, sizeof results, "%s/out", directory);
	const int fd = open(results, O_RDWR | O_CREAT, 0600);
	cr_assert_geq(fd, 0);
	return fd;
}

/* Append records of different lengths to both. */
static void write_records(unsigned first, unsigned n, bool is_complete)
{
	struct resume r;
	const int fd = open_results();
	cr_assert_eq(resume_open(path, "a=1\n", fd, &r, detail), RECORD_LOG_OK, "%s", detail);
	cr_assert_eq(r.done.n_records, first);
	cr_assert_eq(lseek(fd, 0, SEEK_END), (off_t)r.done.bytes);
	for (unsigned i = first; i < first + n; i++) {
		char record[64];
		const size_t size = (size_t)snprintf(record, sizeof record, "record %u %.*s\n", i, (int)(i % 13), "............");
		cr_assert(file_write(fd, record, size));
		cr_assert_eq(resume_append(&r, 1000 + i, record, size, i % N_RESUME_KINDS), RECORD_LOG_OK);
	}
	cr_assert_eq(is_complete ? resume_complete(&r) : record_log_flush(&r.log, false), RECORD_LOG_OK);
	resume_close(&r);
	close(fd);
}

static struct resume_progress recover(void)
{
	struct resume r;
	const int fd = open_results();
	cr_assert_eq(resume_open(path, "a=1\n", fd, &r, detail), RECORD_LOG_OK, "%s", detail);
	const struct resume_progress done = r.done;
	cr_expect_not(r.is_altered);
	cr_expect_eq(lseek(fd, 0, SEEK_END), (off_t)done.bytes, "the results are cut back to what is known");
	for (uint64_t i = 0; i < done.n_records; i++)
		cr_assert_eq(r.cube[i], 1000 + i);
	resume_close(&r);
	close(fd);
	return done;
}

Test(resume, all_records_are_found_again)
{
	write_records(0, 50, false);
	const struct resume_progress done = recover();
	cr_expect_eq(done.n_records, 50);
	cr_expect_eq(done.n_of_kind[RESUME_SOLVED], 17);
	cr_expect_eq(done.n_of_kind[RESUME_INVALID], 16);
	write_records(50, 5, true);
	cr_expect_eq(recover().n_records, 55);
	/* Complete, and then longer. */
	write_records(55, 5, true);
	cr_expect_eq(recover().n_records, 60);
}

Test(resume, results_cut_off_anywhere_lose_only_the_records_that_are_not_whole)
{
	write_records(0, 40, false);
	for (off_t cut = size_of(results) - 1; cut >= 0; cut -= 7) {
		cr_assert_eq(truncate(results, cut), 0);
		const struct resume_progress done = recover();
		cr_assert(done.bytes <= (uint64_t)cut && (uint64_t)cut - done.bytes < 25, "less than a record is lost");
		cr_assert_eq(recover().n_records, done.n_records, "and no more the second time");
		cut = (off_t)done.bytes < cut ? (off_t)done.bytes : cut;
	}
}

Test(resume, a_changed_byte_ends_what_is_believed)
{
	write_records(0, 40, false);
	const int fd = open_results();
	cr_assert(file_write_at(fd, "R", 1, 100));
	close(fd);
	const struct resume_progress done = recover();
	cr_expect(done.n_records > 0 && done.bytes <= 100 && done.bytes > 70);
}

Test(resume, a_log_cut_off_anywhere_believes_less_and_never_more)
{
	write_records(0, 10, false);
	uint64_t before = 10;
	for (off_t cut = size_of(path) - 1; before > 0; cut = size_of(path) - 3) {
		cr_assert_eq(truncate(path, cut), 0);
		const uint64_t n = recover().n_records;
		cr_assert_eq(n, before - 1);
		before = n;
	}
}

Test(resume, complete_results_that_were_changed_are_left_as_they_are)
{
	struct resume r;
	write_records(0, 10, true);
	const off_t size = size_of(results), log_size = size_of(path);
	for (unsigned way = 0; way < 3; way++) {
		const int fd = open_results();
		cr_assert(file_write_at(fd, "XX", 2, (uint64_t)(way == 0 ? size : way == 1 ? 20 : size - 1)));
		const off_t changed = size_of(results);
		cr_assert_eq(resume_open(path, "a=1\n", fd, &r, detail), RECORD_LOG_OK);
		cr_expect(r.is_altered);
		resume_close(&r);
		cr_expect_eq(size_of(results), changed);
		cr_expect_eq(size_of(path), log_size);
		close(fd);
	}
}

Test(resume, options_that_differ_are_named)
{
	struct resume r;
	write_records(0, 1, false);
	const int fd = open_results();
	cr_expect_eq(resume_open(path, "a=2\n", fd, &r, detail), RECORD_LOG_DIFFERENT);
	cr_expect_str_eq(detail, "a was 1, is 2 now");
	close(fd);
}
