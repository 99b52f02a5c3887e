/* Checking a table beside its use, and remembering that it was checked. */
#include "pdb/check.h"
#include "pdb/directory.h"
#include "pdb/message.h"

#include "support/support.h"
#include "table_file.h"

#include <sys/mman.h>
#include <time.h>

enum { CHUNK_BYTES = 1024 };

static char cache[PATH_MAX];

/* What pdb_open() would have. */
struct opened {
	int fd;
	struct pdb_header header;
	uint8_t *mapping;
	size_t size;
	struct pdb_check *check;
};

static void set_times(time_t seconds)
{
	const struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
	cr_assert_eq(utimensat(AT_FDCWD, table_path, times, 0), 0);
}

/* A table of 1,485 chunks with a trailer, as if written long ago: what is new is not remembered. */
static void enter(void)
{
	table_enter();
	snprintf(table_path, sizeof table_path, "%s/tables", table_directory);
	cr_assert_eq(mkdir(table_path, 0700), 0);
	strcat(table_path, "/edges-URUFULUBDR-htm.pdb");
	snprintf(cache, sizeof cache, "%s/cache", table_directory);
	cr_assert_eq(setenv("XDG_CACHE_HOME", cache, 1), 0);
	table_file_write(five_edges, CHUNK_BYTES);
	set_times(1000000000);
}

TestSuite(pdb_check, .init = enter, .fini = table_leave);

static struct opened map_table(void)
{
	struct opened o = {.fd = open(table_path, O_RDONLY)};
	cr_assert_eq(pdb_header_read(o.fd, &o.header), STATUS_OK);
	o.size = pdb_header_file_bytes(&o.header);
	o.mapping = mmap(NULL, o.size, PROT_READ, MAP_SHARED, o.fd, 0);
	cr_assert_neq(o.mapping, MAP_FAILED);
	return o;
}

static struct opened open_table(bool trusts_memory)
{
	struct opened o = map_table();
	cr_assert_eq(pdb_check_begin(table_path, o.fd, &o.header, o.mapping, trusts_memory, &o.check), STATUS_OK);
	return o;
}

static void close_table(struct opened *o)
{
	pdb_check_end(o->check);
	munmap(o->mapping, o->size);
	close(o->fd);
}

static enum status check_table(bool trusts_memory)
{
	struct opened o = open_table(trusts_memory);
	const enum status status = pdb_check_await(o.check, NULL);
	close_table(&o);
	return status;
}

/* Whether the next opening does without a check. */
static bool is_remembered(void)
{
	struct pdb_header header;
	struct stat file;
	const enum status status = pdb_describe(table_path, &header);
	cr_assert(status == STATUS_OK || status == STATUS_TRUNCATED);
	cr_assert_eq(stat(table_path, &file), 0);
	return pdb_stamp_is_valid(table_path, &header, &file);
}

Test(pdb_check, a_sound_table_is_remembered_and_nothing_but_a_small_file_tells_of_it)
{
	needs_linux();
	cr_expect_not(is_remembered());
	cr_expect_eq(check_table(true), STATUS_OK);
	cr_expect(is_remembered());
	char memory[PATH_MAX + 16];
	snprintf(memory, sizeof memory, "%s.checked", table_path);
	struct stat file;
	cr_assert_eq(stat(memory, &file), 0);
	cr_expect_lt(file.st_size, 512);
	snprintf(memory, sizeof memory, "%s/tables", table_directory);
	cr_expect_eq(scratch_count(memory), 2, "the table and the memory");
	struct opened o = open_table(true);
	uint64_t total;
	cr_expect_eq(pdb_check_done_bytes(o.check, &total), total, "not read again: done before anybody waits");
	cr_expect_eq(pdb_check_await(o.check, NULL), STATUS_OK);
	close_table(&o);
}

Test(pdb_check, memory_holds_for_this_file_only)
{
	needs_linux();
	cr_assert_eq(check_table(true), STATUS_OK);
	set_times(1000000001);
	cr_expect_not(is_remembered(), "another time");
	cr_assert_eq(check_table(true), STATUS_OK);
	cr_assert(is_remembered());
	char command[5 * PATH_MAX];
	snprintf(command, sizeof command, "cp -p '%s' '%s.new' && mv '%s.new' '%s'", table_path, table_path,
	         table_path, table_path);
	cr_assert_eq(system(command), 0);
	cr_expect_not(is_remembered(), "a copy with the same bytes, size and time");
	cr_assert_eq(check_table(true), STATUS_OK);
	snprintf(command, sizeof command, "touch -r '%s' '%s.time'", table_path, table_path);
	cr_assert_eq(system(command), 0);
	table_flip_bit(PDB_HEADER_BYTES);
	table_flip_bit(PDB_HEADER_BYTES);
	snprintf(command, sizeof command, "touch -r '%s.time' '%s'", table_path, table_path);
	cr_assert_eq(system(command), 0);
	cr_expect_not(is_remembered(), "written to, and its time put back");
}

Test(pdb_check, a_memory_of_other_words_is_ignored)
{
	static const char *const words[] = {"", "\n", "superflip-checked/1\n", "superflip-checked/2 header 0\n"};
	char memory[PATH_MAX + 16];
	snprintf(memory, sizeof memory, "%s.checked", table_path);
	array_foreach(row, words) {
		FILE *const file = fopen(memory, "w");
		fputs(*row, file);
		fclose(file);
		cr_expect_not(is_remembered(), "%s", *row);
	}
}

/* Give a field of the memory another value. */
static void rewrite_memory(const char *name, const char *value)
{
	char command[3 * PATH_MAX];
	snprintf(command, sizeof command, "sed -i 's/ %s [^ ]*/ %s %s/' '%s.checked'", name, name, value,
	         table_path);
	cr_assert_eq(system(command), 0);
}

Test(pdb_check, memory_ends_with_the_boot_the_mount_and_a_week)
{
	needs_linux();
	char age[32];
	static const char *const other[][2] = {{"boot", "0b7c1f6e-0000-4000-8000-000000000000"}, {"mount", "7"}};
	for (unsigned i = 0; i < 2; i++) {
		cr_assert_eq(check_table(true), STATUS_OK);
		cr_assert(is_remembered());
		rewrite_memory(other[i][0], other[i][1]);
		cr_expect_not(is_remembered(), "another %s", other[i][0]);
	}
	static const struct {
		int age_s;
		bool is_young;
	} ages[] = {{6 * 86400, true}, {8 * 86400, false}, {-3600, false}};
	cr_assert_eq(check_table(true), STATUS_OK);
	for (unsigned i = 0; i < 3; i++) {
		snprintf(age, sizeof age, "%ld", (long)time(NULL) - ages[i].age_s);
		rewrite_memory("at", age);
		cr_expect_eq(is_remembered(), ages[i].is_young, "%d s", ages[i].age_s);
	}
}

/* Nor is a table remembered that was written a moment ago. */
Test(pdb_check, without_trust_in_memory_all_is_read_and_nothing_written)
{
	cr_expect_eq(check_table(false), STATUS_OK);
	cr_expect_not(is_remembered());
	cr_assert_eq(check_table(true), STATUS_OK);
	cr_expect_eq(check_table(false), STATUS_OK);
	set_times(time(NULL));
	cr_expect_eq(check_table(true), STATUS_OK);
	cr_expect_not(is_remembered());
}

Test(pdb_check, where_the_directory_takes_no_memory_the_cache_does)
{
	needs_linux();
	char blocked[PATH_MAX + 16];
	snprintf(blocked, sizeof blocked, "%s.checked", table_path);
	cr_assert_eq(mkdir(blocked, 0700), 0);  /* also for root, who may write everywhere */
	cr_assert_eq(check_table(true), STATUS_OK);
	cr_expect(is_remembered());
	snprintf(blocked, sizeof blocked, "%s/superflip", cache);
	cr_expect_eq(scratch_count(blocked), 1);
	snprintf(blocked, sizeof blocked, "%s/tables", table_directory);
	cr_expect_eq(scratch_count(blocked), 2);
}

Test(pdb_check, a_wrong_bit_of_any_chunk_is_found_and_the_chunk_is_named)
{
	struct pdb_header header;
	cr_assert_eq(pdb_describe(table_path, &header), STATUS_OK);
	for (uint32_t i = 0; i < header.n_chunks; i += 37) {
		cr_assert_eq(check_table(true), STATUS_OK);
		const uint64_t offset =
			PDB_HEADER_BYTES + (uint64_t)i * CHUNK_BYTES + i % pdb_header_chunk_bytes(&header, i);
		table_flip_bit(offset);
		struct opened o = open_table(true);
		char message[PDB_MESSAGE_MAX], expected[PATH_MAX + 200];
		cr_assert_eq(pdb_check_await(o.check, NULL), STATUS_DAMAGED, "chunk %u", i);
		cr_expect_eq(pdb_check_fault(o.check), STATUS_DAMAGED);
		pdb_check_message(o.check, STATUS_DAMAGED, message);
		snprintf(expected, sizeof expected, "%s: chunk %u of %u does not match its checksum", table_path,
		         i + 1, header.n_chunks);
		cr_expect_eq(strncmp(message, expected, strlen(expected)), 0, "%s", message);
		close_table(&o);
		cr_expect_not(is_remembered());
		table_flip_bit(offset);
		set_times(1000000000 + (time_t)i);
	}
}

Test(pdb_check, a_file_that_is_written_to_while_it_is_open_is_noticed)
{
	struct opened o = open_table(true);
	cr_assert_eq(pdb_check_await(o.check, NULL), STATUS_OK);
	cr_assert_eq(pdb_check_fault(o.check), STATUS_OK);
	table_flip_bit(PDB_HEADER_BYTES + 5000);
	cr_expect_eq(pdb_check_await(o.check, NULL), STATUS_CHANGED);
	cr_expect_eq(pdb_check_fault(o.check), STATUS_CHANGED);
	table_flip_bit(PDB_HEADER_BYTES + 5000);
	cr_expect_eq(pdb_check_await(o.check, NULL), STATUS_CHANGED, "and does not become sound again");
	close_table(&o);
}

/* Of a table of few chunks the trailer, which is read first, does not exist; only the mapping shows that the
 * end is missing. */
Test(pdb_check, bytes_that_are_not_there_any_more_are_an_error_and_no_signal)
{
	table_file_write(five_edges, 1 << 16);
	struct opened o = map_table();
	cr_assert_eq(truncate(table_path, PDB_HEADER_BYTES + (1 << 16)), 0);
	cr_assert_eq(pdb_check_begin(table_path, o.fd, &o.header, o.mapping, true, &o.check), STATUS_OK);
	cr_expect_eq(pdb_check_await(o.check, NULL), STATUS_TRUNCATED);
	cr_expect_not(is_remembered());
	close_table(&o);
}

Test(pdb_check, a_new_file_under_the_name_does_not_disturb_who_has_the_old_one_open)
{
	struct opened o = open_table(true);
	cr_assert_eq(pdb_check_await(o.check, NULL), STATUS_OK);
	char command[5 * PATH_MAX];
	snprintf(command, sizeof command, "cp '%s' '%s.new' && mv '%s.new' '%s'", table_path, table_path,
	         table_path, table_path);
	cr_assert_eq(system(command), 0);
	cr_expect_eq(pdb_check_await(o.check, NULL), STATUS_OK);
	close_table(&o);
}

static bool count_calls(void *context, const char *stage, uint64_t done, uint64_t total)
{
	unsigned *const n_calls = context;
	++*n_calls;
	return strcmp(stage, "checking") == 0 && done <= total && total == 1520640;
}

Test(pdb_check, many_may_wait_and_are_told_how_far_it_is)
{
	struct opened o = open_table(false);
	unsigned n_calls = 0;
	cr_expect_eq(pdb_check_await(o.check, &(struct pdb_progress){count_calls, &n_calls}), STATUS_OK);
	cr_expect_eq(pdb_check_await(o.check, &(struct pdb_progress){count_calls, &n_calls}), STATUS_OK);
	cr_expect_leq(n_calls, o.header.n_chunks);
	close_table(&o);
}

Test(pdb_check, what_is_preloaded_is_checked)
{
	struct pdb pdb;
	cr_assert_eq(pdb_open(table_path, five_edges, true, NULL, &pdb), STATUS_OK);
	table_flip_bit(PDB_HEADER_BYTES + 777);
	cr_expect_eq(pdb_preload(&pdb), STATUS_DAMAGED);
	cr_expect_not(pdb.is_preloaded);
	pdb_close(&pdb);
	table_flip_bit(PDB_HEADER_BYTES + 777);
	cr_assert_eq(pdb_open(table_path, five_edges, true, NULL, &pdb), STATUS_OK);
	cr_assert_eq(pdb_preload(&pdb), STATUS_OK);
	table_flip_bit(PDB_HEADER_BYTES + 777);
	cr_expect_eq(pdb_check_await(pdb.check, NULL), STATUS_OK, "the copy is what it was");
	pdb_close(&pdb);
}
