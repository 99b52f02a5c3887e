/* Of a log that was damaged anywhere, what is read is the beginning of what was written, and nothing else. */
#include "base/record_log.h"

#include "base/file.h"
#include "pdb/scratch.h"

#include <signal.h>
#include <sys/resource.h>

enum { N_RECORDS = 12, RECORD_MAX = 64 };
static const char format[] = "superflip-test/2", identity[] = "a=1\nb=two words\n";
static char detail[RECORD_LOG_DETAIL_MAX];

SCRATCH_SUITE(record_log, "log");

/* Any bytes: line feeds, NULs, digits that look like the beginning of a record; the first record is empty. */
static size_t record_of(unsigned i, char text[RECORD_MAX])
{
	const size_t n = i * 5u;
	for (size_t k = 0; k < n; k++)
		text[k] = "\n7 \0ab"[(k * k + i) % 6];
	return n;
}

static void write_log(unsigned n)
{
	struct record_log log;
	char text[RECORD_MAX];
	unlink(path);
	cr_assert_eq(record_log_open(path, format, identity, &log, detail), STATUS_OK);
	for (unsigned i = 0; i < n; i++)
		cr_assert_eq(record_log_append(&log, text, record_of(i, text)), STATUS_OK);
	cr_assert_eq(record_log_flush(&log, true), STATUS_OK);
	record_log_close(&log);
}

/* How many records are read; each is the one that was written in its place. */
static unsigned read_records(struct record_log *log)
{
	const char *record;
	char text[RECORD_MAX];
	size_t size;
	unsigned n = 0;
	enum status status;
	for (; (status = record_log_next(log, &record, &size)) == STATUS_OK; n++)
		cr_assert(n < N_RECORDS && size == record_of(n, text) && memcmp(record, text, size) == 0, "record %u", n);
	cr_assert_eq(status, STATUS_END);
	return n;
}

/* @return -1: the head is refused */
static int count(void)
{
	struct record_log log;
	if (record_log_read(path, format, NULL, &log, detail) != STATUS_OK)
		return -1;
	const int n = (int)read_records(&log);
	record_log_close(&log);
	return n;
}

Test(record_log, what_was_written_is_read_again_and_can_be_gone_on_with)
{
	struct record_log log;
	char text[RECORD_MAX];
	size_t size;
	write_log(N_RECORDS - 1);
	cr_assert_eq(record_log_open(path, format, identity, &log, detail), STATUS_OK, "%s", detail);
	cr_expect_eq(read_records(&log), N_RECORDS - 1);
	cr_assert_eq(record_log_cut(&log), STATUS_OK);
	cr_assert_eq(record_log_append(&log, text, record_of(N_RECORDS - 1, text)), STATUS_OK);
	cr_assert_eq(record_log_flush(&log, false), STATUS_OK);
	const char *const value = record_log_value(&log, "b", &size);
	cr_expect(value != NULL && size == 9 && memcmp(value, "two words", size) == 0);
	cr_expect_null(record_log_value(&log, "c", &size));
	record_log_close(&log);
	cr_expect_eq(count(), N_RECORDS);
}

Test(record_log, a_file_cut_off_anywhere_loses_only_what_is_not_whole)
{
	write_log(N_RECORDS);
	int before = N_RECORDS;
	for (off_t size = size_of(path) - 1; size >= 0; size--) {
		cr_assert_eq(truncate(path, size), 0);
		const int n = count();
		cr_assert(n == before || n == before - 1, "%ld bytes: %d records after %d", (long)size, n, before);
		before = n;
	}
	cr_expect_eq(before, -1);
}

Test(record_log, a_bit_changed_anywhere_ends_what_is_believed)
{
	write_log(N_RECORDS);
	const int fd = open(path, O_RDWR);
	for (off_t i = 0; i < size_of(path); i++) {
		unsigned char byte, other;
		cr_assert_eq(pread(fd, &byte, 1, i), 1);
		other = byte ^ (unsigned char)(1u << (i % 8));
		cr_assert_eq(pwrite(fd, &other, 1, i), 1);
		cr_expect_lt(count(), N_RECORDS, "byte %ld", (long)i);
		cr_assert_eq(pwrite(fd, &byte, 1, i), 1);
	}
	close(fd);
	cr_expect_eq(count(), N_RECORDS);
}

Test(record_log, a_record_left_out_or_taken_from_elsewhere_is_not_believed)
{
	char bytes[2000];
	write_log(3);
	const off_t third = size_of(path);
	write_log(4);
	const off_t fourth = size_of(path);
	write_log(6);
	const int fd = open(path, O_RDWR);
	const ptrdiff_t n = file_read_at(fd, bytes, sizeof bytes, 0);
	cr_assert(file_write_at(fd, bytes + fourth, (size_t)(n - fourth), (uint64_t)third));
	cr_assert_eq(ftruncate(fd, n - (fourth - third)), 0);
	cr_expect_eq(count(), 3);
	cr_assert(file_write_at(fd, bytes + third, (size_t)(fourth - third), (uint64_t)third));
	cr_assert(file_write_at(fd, bytes + third, (size_t)(fourth - third), (uint64_t)fourth));
	cr_expect_eq(count(), 4);
	close(fd);
}

Test(record_log, only_the_same_run_goes_on_and_only_one_at_a_time)
{
	struct record_log log, other;
	write_log(1);
	cr_expect_eq(record_log_open(path, format, "a=1\nb=three\n", &log, detail), STATUS_DIFFERENT);
	cr_expect_str_eq(detail, "b was two words, is three now");
	cr_expect_eq(record_log_open(path, "superflip-test/3", identity, &log, detail), STATUS_FOREIGN);
	cr_expect_str_eq(
		detail, "written by another version of superflip (superflip-test/2, this one has superflip-test/3)");
	cr_expect_eq(record_log_open(path, "superflip-other/2", identity, &log, detail), STATUS_FOREIGN);
	cr_expect_str_eq(detail, "not a file of this kind (superflip-other/2)");
	cr_assert_eq(record_log_open(path, format, identity, &log, detail), STATUS_OK);
	cr_expect_eq(record_log_open(path, format, identity, &other, detail), STATUS_LOCKED);
	cr_expect_eq(count(), 1, "it can be read meanwhile");
	record_log_close(&log);
	cr_expect_eq(count(), 1, "none of these has changed it");
}

Test(record_log, a_head_cut_off_is_begun_again_and_a_file_of_something_else_is_left_alone)
{
	struct record_log log;
	write_log(0);
	for (off_t size = size_of(path) - 1; size >= 0; size--) {
		cr_assert_eq(truncate(path, size), 0);
		cr_assert_eq(record_log_open(path, format, identity, &log, detail), STATUS_OK, "%ld bytes: %s",
		             (long)size, detail);
		record_log_close(&log);
		cr_assert_eq(count(), 0);
	}
	cr_assert_eq(file_write_whole(path, true, "R U F\n", 6), 0);
	cr_expect_eq(record_log_open(path, format, identity, &log, detail), STATUS_FOREIGN);
	cr_expect_eq(size_of(path), 6);
}

Test(record_log, a_size_that_no_record_has_ends_the_log)
{
	static const char *const sizes[] = {
		"18446744073709551615",
		"18446744073709551614",
		"18446744073709551590",
		"99999999999999999999",
		"9223372036854775807",
		"4294967296",
		"65537",
		"-1",
		"+1",
		"00000000000000000000000000001",
	};
	array_foreach(row, sizes) {
		char frame[100];
		write_log(2);
		const int fd = open(path, O_WRONLY | O_APPEND);
		const int n = snprintf(frame, sizeof frame, "%s 0123456789abcdef x\n", *row);
		cr_assert(file_write(fd, frame, (size_t)n));
		close(fd);
		cr_expect_eq(count(), 2, "%s", *row);
	}
}

Test(record_log, a_record_may_be_longer_than_what_is_read_at_once)
{
	enum { LONG = 1 << 20 };
	struct record_log log;
	const char *record;
	size_t size;
	char *const text = malloc(LONG);
	for (unsigned i = 0; i < LONG; i++)
		text[i] = (char)(i * 7 % 251);
	write_log(0);
	cr_assert_eq(record_log_open(path, format, identity, &log, detail), STATUS_OK);
	for (unsigned i = 0; i < 3; i++) {
		cr_assert_eq(record_log_append(&log, text, LONG - i), STATUS_OK);
		cr_assert_eq(record_log_append(&log, "short", 5), STATUS_OK);
	}
	cr_assert_eq(record_log_flush(&log, false), STATUS_OK);
	record_log_close(&log);
	cr_assert_eq(record_log_read(path, format, NULL, &log, detail), STATUS_OK);
	for (unsigned i = 0; i < 3; i++) {
		cr_assert_eq(record_log_next(&log, &record, &size), STATUS_OK);
		cr_assert(size == LONG - i && memcmp(record, text, size) == 0);
		cr_assert_eq(record_log_next(&log, &record, &size), STATUS_OK);
		cr_assert(size == 5 && memcmp(record, "short", size) == 0);
	}
	cr_expect_eq(record_log_next(&log, &record, &size), STATUS_END);
	record_log_close(&log);
	free(text);
}

Test(record_log, after_a_write_that_failed_nothing_is_written_or_kept)
{
	struct record_log log;
	struct rlimit limit;
	char text[RECORD_MAX];
	signal(SIGXFSZ, SIG_IGN);
	write_log(2);
	cr_assert_eq(record_log_open(path, format, identity, &log, detail), STATUS_OK);
	cr_assert_eq(read_records(&log), 2);
	cr_assert_eq(record_log_cut(&log), STATUS_OK);
	cr_assert_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	const struct rlimit little = {.rlim_cur = (rlim_t)size_of(path) + 10, .rlim_max = limit.rlim_max};
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &little), 0);
	cr_assert_eq(record_log_append(&log, text, record_of(2, text)), STATUS_OK);
	cr_expect_eq(record_log_flush(&log, false), STATUS_IO);
	cr_expect_eq(errno, EFBIG);
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	const size_t n_buffer = log.n_buffer;
	for (unsigned i = 3; i < N_RECORDS; i++)
		cr_expect_eq(record_log_append(&log, text, record_of(i, text)), STATUS_OK);
	cr_expect_eq(log.n_buffer, n_buffer, "memory does not grow");
	errno = 0;
	cr_expect_eq(record_log_flush(&log, true), STATUS_IO, "a gap would follow");
	cr_expect_eq(errno, EFBIG);
	record_log_close(&log);
	cr_expect_eq(count(), 2);
}

Test(record_log, what_cannot_be_a_log_is_refused_at_once_with_its_reason)
{
	struct record_log log;
	errno = EMFILE;
	cr_expect_eq(record_log_begin(-1, format, identity, &log), STATUS_IO);
	cr_expect_eq(errno, EMFILE, "not EBADF");
	cr_expect_eq(record_log_read(path, format, NULL, &log, detail), STATUS_MISSING);
	cr_assert_eq(mkfifo(path, 0600), 0);
	cr_expect_eq(record_log_read(path, format, NULL, &log, detail), STATUS_IO,
	             "a pipe without a writer is not waited for");
}

Test(record_log, heads_of_tables_agree_in_all_columns_or_the_first_that_differs_is_named)
{
	static const struct { const char *there, *now, *named;
	} tables[] = {
		{"id,line\n", "id,line\n", NULL},
		{"id\tline", "id\tline\n", NULL},
		{"", "", NULL},
		{"{\"host\":1}", "{\"host\":2}", NULL},
		{"id,line\n", "id,line,side\n", "none in place of side"},
		{"id,line,side\n", "id,line\n", "side in place of none"},
		{"id,lines,x\n", "id,line,x\n", "lines in place of line"},
		{"id,line\n", "line,id\n", "id in place of line"},
	};
	array_foreach(row, tables) {
		const bool agree = record_log_columns_agree(row->there, row->now, detail);
		cr_expect_eq(agree, row->named == NULL, "%s", row->there);
		cr_expect(agree || strstr(detail, row->named) != NULL, "%s", detail);
	}
}
