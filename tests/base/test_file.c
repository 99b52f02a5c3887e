/* Files appear whole or not at all, replace only what they may, and one process at a time writes one. */
#include "base/file.h"
#include "base/system.h"

#include "pdb/scratch.h"

SCRATCH_SUITE(file, "file");

static const char *text_of(const char *name)
{
	static char text[100];
	const int fd = open(name, O_RDONLY);
	const ptrdiff_t n = fd >= 0 ? file_read_at(fd, text, sizeof text - 1, 0) : -1;
	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
	return n < 0 ? NULL : text;
}

static unsigned n_files(void)
{
	glob_t found;
	const unsigned n = file_find(directory, "/*", &found) ? (unsigned)found.gl_pathc : 0;
	if (n > 0)
		globfree(&found);
	return n;
}

Test(file, it_has_its_name_only_once_it_is_published)
{
	struct staged_file file;
	cr_assert_eq(file_stage(path, false, &file), 0);
	cr_assert(file_write(file.fd, "text", 4));
	cr_expect_neq(access(path, F_OK), 0);
	cr_assert_eq(file_publish(&file), 0);
	cr_expect_str_eq(text_of(path), "text");
	cr_expect_eq(n_files(), 1, "nothing else is left");
}

Test(file, a_discarded_one_leaves_nothing_and_the_old_one_as_it_was)
{
	struct staged_file file;
	cr_assert_eq(file_write_whole(path, false, "old", 3), 0);
	cr_assert_eq(file_stage(path, true, &file), 0);
	cr_assert(file_write(file.fd, "new", 3));
	file_discard(&file);
	cr_expect_str_eq(text_of(path), "old");
	cr_expect_eq(n_files(), 1);
}

Test(file, nothing_is_replaced_that_may_not_be)
{
	struct staged_file first, second;
	cr_assert_eq(file_stage(path, false, &first), 0);
	cr_assert_eq(file_stage(path, false, &second), 0);
	cr_assert(file_write(first.fd, "first", 5));
	cr_expect_eq(file_publish(&first), 0);
	cr_expect_eq(file_publish(&second), EEXIST,
	             "of two that begin at once the second does not replace the first");
	cr_expect_eq(file_stage(path, false, &second), EEXIST);
	cr_expect_eq(file_check(path, false), EEXIST);
	cr_expect_eq(file_check(path, true), 0);
	cr_expect_eq(file_stage(directory, true, &second), EISDIR);
	cr_expect_str_eq(text_of(path), "first");
	cr_expect_eq(n_files(), 1);
}

Test(file, links_are_followed_and_devices_written_to)
{
	char link[PATH_MAX];
	struct stat there;
	snprintf(link, sizeof link, "%s/link", directory);
	cr_assert_eq(file_write_whole(path, false, "old", 3), 0);
	cr_assert_eq(symlink("file", link), 0);
	cr_assert_eq(file_write_whole(link, true, "new", 3), 0);
	cr_assert(lstat(link, &there) == 0 && S_ISLNK(there.st_mode));
	cr_expect_str_eq(text_of(path), "new");
	cr_expect_eq(file_write_whole("/dev/null", false, "new", 3), 0);
	cr_expect_eq(file_write_whole("/dev/full", true, "new", 3), ENOSPC);
	cr_assert(stat("/dev/null", &there) == 0 && S_ISCHR(there.st_mode));
}

Test(file, what_killed_writers_left_is_removed_but_not_what_is_being_written_or_somebody_elses)
{
	static const char *const left[] = {".tmp123-0", ".tmp4-17"}, *const kept[] = {".tmp", ".tmp1-old",
	                                                                              ".tmpl", ".tmp12"};
	char other[PATH_MAX];
	struct staged_file first, second;
	for (size_t i = 0; i < 2; i++) {
		snprintf(other, sizeof other, "%s%s", path, left[i]);
		cr_assert_eq(file_write_whole(other, false, "left", 4), 0);
	}
	for (size_t i = 0; i < 4; i++) {
		snprintf(other, sizeof other, "%s%s", path, kept[i]);
		cr_assert_eq(file_write_whole(other, false, "kept", 4), 0);
	}
	cr_assert_eq(file_stage(path, true, &first), 0);
	cr_expect_eq(n_files(), 4 + 1);
	cr_assert_eq(file_stage(path, true, &second), 0);
	cr_expect_eq(n_files(), 4 + 2);
	cr_expect_eq(file_publish(&first), 0);
	cr_assert_eq(file_write_whole(path, true, "third", 5), 0);
	cr_expect_eq(file_publish(&second), 0);
	cr_expect_eq(n_files(), 4 + 1);
}

Test(file, a_pipe_that_nobody_reads_is_not_waited_for)
{
	struct staged_file file;
	char byte;
	cr_assert_eq(mkfifo(path, 0600), 0);
	cr_expect_eq(file_stage(path, true, &file), ENXIO);
	const int reader = open(path, O_RDONLY | O_NONBLOCK);
	cr_assert_eq(file_stage(path, true, &file), 0);
	cr_expect_eq(fcntl(file.fd, F_GETFL) & O_NONBLOCK, 0, "a full pipe is waited for");
	cr_assert(file_write(file.fd, "x", 1));
	cr_expect_eq(file_publish(&file), 0);
	cr_expect_eq(read(reader, &byte, 1), 1);
	close(reader);
}

/* Root may read any directory. */
Test(file, a_directory_that_cannot_be_read_can_be_published_in)
{
	cr_assert(geteuid() != 0 || (chown(directory, 65534, 65534) == 0 && seteuid(65534) == 0));
	cr_assert_eq(chmod(directory, 0300), 0);
	cr_expect_eq(file_write_whole(path, false, "text", 4), 0);
	cr_expect_eq(chmod(directory, 0700), 0);
	cr_expect_str_eq(text_of(path), "text");
	cr_assert(getuid() != 0 || seteuid(0) == 0);
}

Test(file, a_link_to_nothing_is_replaced_only_where_that_is_allowed)
{
	char link[PATH_MAX];
	snprintf(link, sizeof link, "%s/link", directory);
	cr_assert_eq(symlink("file", link), 0);
	cr_expect_eq(file_check(link, false), EEXIST);
	cr_expect_eq(file_write_whole(link, false, "new", 3), EEXIST);
	cr_expect_eq(file_check(link, true), 0);
	cr_expect_eq(file_write_whole(link, true, "new", 3), 0);
	cr_expect_str_eq(text_of(link), "new");
	cr_expect_neq(access(path, F_OK), 0);
}

Test(file, a_file_is_new_where_a_link_leads_to_nothing_but_not_once_it_was_written)
{
	char link[PATH_MAX];
	int fd;
	bool is_new;
	snprintf(link, sizeof link, "%s/link", directory);
	cr_assert_eq(symlink("file", link), 0);
	cr_assert_eq(file_open_locked(link, false, &is_new, &fd), 0);
	cr_expect(is_new);
	cr_assert(file_write(fd, "text", 4));
	close(fd);
	cr_expect_str_eq(text_of(path), "text");
	cr_assert_eq(file_open_locked(link, false, &is_new, &fd), 0);
	cr_expect_not(is_new);
	close(fd);
}

Test(file, one_descriptor_has_the_lock_and_a_removed_file_is_no_longer_locked)
{
	int first, second;
	bool is_new;
	cr_assert_eq(file_open_locked(path, false, &is_new, &first), 0);
	cr_expect(is_new);
	cr_expect_eq(file_open_locked(path, false, NULL, &second), EWOULDBLOCK);
	cr_assert_eq(unlink(path), 0);
	cr_assert_eq(file_open_locked(path, false, &is_new, &second), 0, "another file has the name now");
	cr_expect(is_new);
	close(second);
	close(first);
}

Test(file, names_are_found_whatever_characters_they_have)
{
	char odd[PATH_MAX + 16], other[PATH_MAX + 16];
	glob_t found;
	snprintf(odd, sizeof odd, "%s/a*[b]?", directory);
	snprintf(other, sizeof other, "%s/axb.tmp1", directory);
	cr_assert_eq(file_write_whole(other, false, "", 0), 0);
	cr_expect_not(file_find(odd, ".tmp*", &found));
	strcat(odd, ".tmp1");
	cr_assert_eq(file_write_whole(odd, false, "", 0), 0);
	odd[strlen(odd) - 5] = '\0';
	cr_assert(file_find(odd, ".tmp*", &found));
	cr_expect_eq(found.gl_pathc, 1);
	globfree(&found);
}

Test(file, what_is_not_in_memory_is_counted)
{
	enum { BYTES = 8 << 20 };
	static char zeros[BYTES];
	int fd = open(path, O_RDWR | O_CREAT, 0600);
	cr_assert(fd >= 0 && file_write(fd, zeros, BYTES));
	cr_expect_eq(system_uncached_bytes(path), 0);
	cr_expect_eq(system_uncached_bytes("nothing"), 0);
	fsync(fd);
	posix_fadvise(fd, 0, BYTES, POSIX_FADV_DONTNEED);
	const uint64_t n = system_uncached_bytes(path);
	/* A file system in memory keeps all of it. */
	cr_expect(n == 0 || (n > BYTES / 2 && n <= BYTES), "%lu", n);
	cr_expect(pread(fd, zeros, BYTES, 0) == BYTES && system_uncached_bytes(path) == 0);
	close(fd);
}
